// Stage: description of sources. Values of oxygen sensors.

extension OBDTable {
  static let oxygen: [OBDValue] = [
    OBDValue(
      0x14, "O2Sensor1Voltage", "O2_B1S1", scale: (1, 0, 200), "V", "Oxygen sensor 1."),
    OBDValue(
      0x14, "O2Sensor1Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x15, "O2Sensor2Voltage", "O2_B1S2", scale: (1, 0, 200), "V", "Oxygen sensor 2."),
    OBDValue(
      0x15, "O2Sensor2Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x16, "O2Sensor3Voltage", "O2_B1S3", scale: (1, 0, 200), "V", "Oxygen sensor 3."),
    OBDValue(
      0x16, "O2Sensor3Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x17, "O2Sensor4Voltage", "O2_B1S4", scale: (1, 0, 200), "V", "Oxygen sensor 4."),
    OBDValue(
      0x17, "O2Sensor4Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x18, "O2Sensor5Voltage", "O2_B2S1", scale: (1, 0, 200), "V", "Oxygen sensor 5."),
    OBDValue(
      0x18, "O2Sensor5Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x19, "O2Sensor6Voltage", "O2_B2S2", scale: (1, 0, 200), "V", "Oxygen sensor 6."),
    OBDValue(
      0x19, "O2Sensor6Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x1A, "O2Sensor7Voltage", "O2_B2S3", scale: (1, 0, 200), "V", "Oxygen sensor 7."),
    OBDValue(
      0x1A, "O2Sensor7Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x1B, "O2Sensor8Voltage", "O2_B2S4", scale: (1, 0, 200), "V", "Oxygen sensor 8."),
    OBDValue(
      0x1B, "O2Sensor8Trim", "", byte: 1, scale: (25, -3200, 32), "percent",
      "Its correction of the fuel; 99.2 where it has none."),
    OBDValue(
      0x24, "O2Sensor1Lambda", "O2_S1_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x24, "O2Sensor1WideVoltage", "O2_S1_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x25, "O2Sensor2Lambda", "O2_S2_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x25, "O2Sensor2WideVoltage", "O2_S2_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x26, "O2Sensor3Lambda", "O2_S3_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x26, "O2Sensor3WideVoltage", "O2_S3_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x27, "O2Sensor4Lambda", "O2_S4_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x27, "O2Sensor4WideVoltage", "O2_S4_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x28, "O2Sensor5Lambda", "O2_S5_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x28, "O2Sensor5WideVoltage", "O2_S5_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x29, "O2Sensor6Lambda", "O2_S6_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x29, "O2Sensor6WideVoltage", "O2_S6_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x2A, "O2Sensor7Lambda", "O2_S7_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x2A, "O2Sensor7WideVoltage", "O2_S7_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x2B, "O2Sensor8Lambda", "O2_S8_WR_LAMBDA", count: 16, scale: (1, 0, 32768), "",
      "Ratio of air to fuel, 1 for a stoichiometric one."),
    OBDValue(
      0x2B, "O2Sensor8WideVoltage", "O2_S8_WR_VOLTAGE", byte: 2, count: 16, scale: (1, 0, 8192), "V",
      "Voltage of the wide-range sensor."),
    OBDValue(
      0x34, "O2Sensor1CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x34, "O2Sensor1Current", "O2_S1_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
    OBDValue(
      0x35, "O2Sensor2CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x35, "O2Sensor2Current", "O2_S2_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
    OBDValue(
      0x36, "O2Sensor3CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x36, "O2Sensor3Current", "O2_S3_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
    OBDValue(
      0x37, "O2Sensor4CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x37, "O2Sensor4Current", "O2_S4_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
    OBDValue(
      0x38, "O2Sensor5CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x38, "O2Sensor5Current", "O2_S5_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
    OBDValue(
      0x39, "O2Sensor6CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x39, "O2Sensor6Current", "O2_S6_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
    OBDValue(
      0x3A, "O2Sensor7CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x3A, "O2Sensor7Current", "O2_S7_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
    OBDValue(
      0x3B, "O2Sensor8CurrentLambda", "", count: 16, scale: (1, 0, 32768), "",
      "The same ratio, of a sensor that tells its current."),
    OBDValue(
      0x3B, "O2Sensor8Current", "O2_S8_WR_CURRENT", byte: 2, count: 16, scale: (1, -32768, 256), "mA",
      "Current of the wide-range sensor."),
  ]
}
