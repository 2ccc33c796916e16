// Stage: description of sources. Values of later vehicles.

extension OBDTable {
  static let wide: [OBDValue] = [
    OBDValue(
      0x4F, "MaximumLambda", "", "", "The end of the scale of lambda; 0 for the usual one."),
    OBDValue(
      0x4F, "MaximumO2Voltage", "", byte: 1, "V", "The same of a sensor's voltage."),
    OBDValue(
      0x4F, "MaximumO2Current", "", byte: 2, "mA", "The same of a sensor's current."),
    OBDValue(
      0x4F, "MaximumIntakePressure", "", byte: 3, scale: (10, 0, 1), "kPa", "The same of the intake pressure."),
    OBDValue(
      0x50, "MaximumAirFlow", "MAX_MAF", scale: (10, 0, 1), "", "The same of the air flow, grams a second."),
    OBDValue(
      0x51, "FuelType", "FUEL_TYPE", "", words: fuels, "The fuel."),
    OBDValue(
      0x52, "EthanolPercent", "ETHANOL_PERCENT", scale: (20, 0, 51), "percent", "Alcohol in the fuel."),
    OBDValue(
      0x53, "AbsoluteVaporPressure", "EVAP_VAPOR_PRESSURE_ABS", count: 16, scale: (1, 0, 200), "kPa",
      "Absolute pressure of vapour in the system."),
    OBDValue(
      0x54, "WideVaporPressure", "EVAP_VAPOR_PRESSURE_ALT", count: 16, isSigned: true, "Pa",
      "Pressure of vapour in the system, of a wide range."),
    OBDValue(
      0x55, "ShortTermO2Trim1", "SHORT_O2_TRIM_B1", scale: (25, -3200, 32), "percent",
      "Correction by the second sensor, short term, bank 1."),
    OBDValue(
      0x55, "ShortTermO2Trim3", "", byte: 1, scale: (25, -3200, 32), "percent", "The same of bank 3."),
    OBDValue(
      0x56, "LongTermO2Trim1", "LONG_O2_TRIM_B1", scale: (25, -3200, 32), "percent",
      "Correction by the second sensor, long term, bank 1."),
    OBDValue(
      0x56, "LongTermO2Trim3", "", byte: 1, scale: (25, -3200, 32), "percent", "The same of bank 3."),
    OBDValue(
      0x57, "ShortTermO2Trim2", "SHORT_O2_TRIM_B2", scale: (25, -3200, 32), "percent",
      "Correction by the second sensor, short term, bank 2."),
    OBDValue(
      0x57, "ShortTermO2Trim4", "", byte: 1, scale: (25, -3200, 32), "percent", "The same of bank 4."),
    OBDValue(
      0x58, "LongTermO2Trim2", "LONG_O2_TRIM_B2", scale: (25, -3200, 32), "percent",
      "Correction by the second sensor, long term, bank 2."),
    OBDValue(
      0x58, "LongTermO2Trim4", "", byte: 1, scale: (25, -3200, 32), "percent", "The same of bank 4."),
    OBDValue(
      0x59, "FuelRailAbsolutePressure", "FUEL_RAIL_PRESSURE_ABS", count: 16, scale: (10, 0, 1), "kPa",
      "Absolute pressure in the fuel rail."),
    OBDValue(
      0x5A, "RelativeAcceleratorPedal", "RELATIVE_ACCEL_POS", scale: (20, 0, 51), "percent",
      "Position of the pedal, from its learned zero."),
    OBDValue(
      0x5B, "HybridBatteryRemaining", "HYBRID_BATTERY_REMAINING", scale: (20, 0, 51), "percent",
      "Charge of the drive's battery."),
    OBDValue(
      0x5C, "EngineOilTemperature", "OIL_TEMP", scale: (1, -40, 1), "degC", "Temperature of the oil."),
    OBDValue(
      0x5D, "FuelInjectionTiming", "FUEL_INJECT_TIMING", count: 16, scale: (1, -26880, 128), "deg",
      "Injection before top dead centre."),
    OBDValue(
      0x5E, "EngineFuelRate", "FUEL_RATE", count: 16, scale: (1, 0, 20), "l/h", "Fuel that the engine burns."),
    OBDValue(
      0x61, "DemandedTorque", "", scale: (1, -125, 1), "percent", "Torque that the driver demands."),
    OBDValue(
      0x62, "ActualTorque", "", scale: (1, -125, 1), "percent", "Torque of the engine."),
    OBDValue(
      0x63, "ReferenceTorque", "", count: 16, "Nm", "100 percent of both."),
    OBDValue(
      0xA6, "Odometer", "", count: 32, scale: (1, 0, 10), "km", "Distance of the vehicle."),
  ]
}
