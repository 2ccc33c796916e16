// Stage: description of sources. Values of the engine and its state.

extension OBDTable {
  static let basic: [OBDValue] = [
    OBDValue(
      0x01, "MalfunctionIndicator", "MIL", bit: 7, count: 1, "", "1 while the lamp for malfunctions is on."),
    OBDValue(
      0x01, "EmissionCodes", "DTC_COUNT", bit: 6, count: 7, "", "The number of codes that concern emissions."),
    OBDValue(
      0x01, "IgnitionType", "", byte: 1, bit: 3, count: 1, "", words: ignitions, "The kind of ignition."),
    OBDValue(
      0x03, "FuelSystem1Status", "FUEL_STATUS", "", words: fuelSystems, "The loop of fuel system 1."),
    OBDValue(
      0x03, "FuelSystem2Status", "", byte: 1, "", words: fuelSystems, "The loop of fuel system 2."),
    OBDValue(
      0x04, "CalculatedLoad", "ENGINE_LOAD", scale: (20, 0, 51), "percent", "Load of the engine."),
    OBDValue(
      0x05, "EngineCoolantTemperature", "COOLANT_TEMP", scale: (1, -40, 1), "degC", "Temperature of the coolant."),
    OBDValue(
      0x06, "ShortTermFuelTrim1", "SHORT_FUEL_TRIM_1", scale: (25, -3200, 32), "percent",
      "Correction of the fuel, short term, bank 1; rich above 0."),
    OBDValue(
      0x07, "LongTermFuelTrim1", "LONG_FUEL_TRIM_1", scale: (25, -3200, 32), "percent",
      "Correction of the fuel, long term, bank 1; rich above 0."),
    OBDValue(
      0x08, "ShortTermFuelTrim2", "SHORT_FUEL_TRIM_2", scale: (25, -3200, 32), "percent",
      "Correction of the fuel, short term, bank 2; rich above 0."),
    OBDValue(
      0x09, "LongTermFuelTrim2", "LONG_FUEL_TRIM_2", scale: (25, -3200, 32), "percent",
      "Correction of the fuel, long term, bank 2; rich above 0."),
    OBDValue(
      0x0A, "FuelPressure", "FUEL_PRESSURE", scale: (3, 0, 1), "kPa", "Pressure of the fuel, over that of the air."),
    OBDValue(
      0x0B, "IntakeManifoldPressure", "INTAKE_PRESSURE", "kPa", "Absolute pressure in the intake manifold."),
    OBDValue(
      0x0C, "EngineSpeed", "RPM", count: 16, scale: (1, 0, 4), "rpm", "Revolutions of the engine."),
    OBDValue(
      0x0D, "VehicleSpeed", "SPEED", "km/h", "Speed of the vehicle."),
    OBDValue(
      0x0E, "TimingAdvance", "TIMING_ADVANCE", scale: (1, -128, 2), "deg", "Spark before top dead centre, cylinder 1."),
    OBDValue(
      0x0F, "IntakeAirTemperature", "INTAKE_TEMP", scale: (1, -40, 1), "degC", "Temperature of the intake air."),
    OBDValue(
      0x10, "MassAirFlow", "MAF", count: 16, scale: (1, 0, 100), "", "Air that flows in, grams a second."),
    OBDValue(
      0x11, "ThrottlePosition", "THROTTLE_POS", scale: (20, 0, 51), "percent", "Absolute position of the throttle."),
    OBDValue(
      0x12, "CommandedSecondaryAir", "AIR_STATUS", "", words: secondaryAirs, "Where secondary air goes."),
    OBDValue(
      0x13, "O2SensorsPresent", "O2_SENSORS", "", "A bit for each oxygen sensor of two banks of four."),
  ]

  static let state: [OBDValue] = [
    OBDValue(
      0x1C, "OBDStandard", "OBD_COMPLIANCE", "", words: standards, "The rules that the vehicle was made to."),
    OBDValue(
      0x1D, "O2SensorsPresentAlternate", "O2_SENSORS_ALT", "", "A bit for each oxygen sensor of four banks of two."),
    OBDValue(
      0x1E, "PowerTakeOff", "AUX_INPUT_STATUS", bit: 0, count: 1, "", "1 while the power take-off is active."),
    OBDValue(
      0x1F, "RunTime", "RUN_TIME", count: 16, "s", "Time since the engine was started."),
    OBDValue(
      0x21, "DistanceWithMIL", "DISTANCE_W_MIL", count: 16, "km", "Distance with the lamp for malfunctions on."),
    OBDValue(
      0x22, "FuelRailPressureRelative", "FUEL_RAIL_PRESSURE_VAC", count: 16, scale: (79, 0, 1000), "kPa",
      "Pressure in the fuel rail, relative to the manifold."),
    OBDValue(
      0x23, "FuelRailPressure", "FUEL_RAIL_PRESSURE_DIRECT", count: 16, scale: (10, 0, 1), "kPa",
      "Pressure in the fuel rail, of a diesel or direct injection."),
    OBDValue(
      0x2C, "CommandedEGR", "COMMANDED_EGR", scale: (20, 0, 51), "percent", "Commanded recirculation of exhaust gas."),
    OBDValue(
      0x2D, "EGRError", "EGR_ERROR", scale: (25, -3200, 32), "percent", "Its error."),
    OBDValue(
      0x2E, "CommandedEvaporativePurge", "EVAPORATIVE_PURGE", scale: (20, 0, 51), "percent",
      "Commanded purge of vapour."),
    OBDValue(
      0x2F, "FuelLevel", "FUEL_LEVEL", scale: (20, 0, 51), "percent", "Fuel in the tank."),
    OBDValue(
      0x30, "WarmUpsSinceClear", "WARMUPS_SINCE_DTC_CLEAR", "", "Warm-ups since the codes were cleared."),
    OBDValue(
      0x31, "DistanceSinceClear", "DISTANCE_SINCE_DTC_CLEAR", count: 16, "km", "Distance since then."),
    OBDValue(
      0x32, "EvaporativeVaporPressure", "EVAP_VAPOR_PRESSURE", count: 16, isSigned: true, scale: (1, 0, 4), "Pa",
      "Pressure of vapour in the system."),
    OBDValue(
      0x33, "BarometricPressure", "BAROMETRIC_PRESSURE", "kPa", "Absolute pressure of the air."),
    OBDValue(
      0x3C, "CatalystTemperature11", "CATALYST_TEMP_B1S1", count: 16, scale: (1, -400, 10), "degC",
      "Temperature of the catalyst, bank 1, sensor 1."),
    OBDValue(
      0x3D, "CatalystTemperature21", "CATALYST_TEMP_B2S1", count: 16, scale: (1, -400, 10), "degC",
      "Temperature of the catalyst, bank 2, sensor 1."),
    OBDValue(
      0x3E, "CatalystTemperature12", "CATALYST_TEMP_B1S2", count: 16, scale: (1, -400, 10), "degC",
      "Temperature of the catalyst, bank 1, sensor 2."),
    OBDValue(
      0x3F, "CatalystTemperature22", "CATALYST_TEMP_B2S2", count: 16, scale: (1, -400, 10), "degC",
      "Temperature of the catalyst, bank 2, sensor 2."),
    OBDValue(
      0x42, "ControlModuleVoltage", "CONTROL_MODULE_VOLTAGE", count: 16, scale: (1, 0, 1000), "V",
      "Voltage of the control module."),
    OBDValue(
      0x43, "AbsoluteLoad", "ABSOLUTE_LOAD", count: 16, scale: (20, 0, 51), "percent",
      "Air in a cylinder, of a full one at rest; above 100 with a turbocharger."),
    OBDValue(
      0x44, "CommandedLambda", "COMMANDED_EQUIV_RATIO", count: 16, scale: (1, 0, 32768), "",
      "Commanded ratio of air to fuel."),
    OBDValue(
      0x45, "RelativeThrottlePosition", "RELATIVE_THROTTLE_POS", scale: (20, 0, 51), "percent",
      "Position of the throttle, from its learned zero."),
    OBDValue(
      0x46, "AmbientAirTemperature", "AMBIANT_AIR_TEMP", scale: (1, -40, 1), "degC", "Temperature of the outside air."),
    OBDValue(
      0x47, "ThrottlePositionB", "THROTTLE_POS_B", scale: (20, 0, 51), "percent", "Second sensor of the throttle."),
    OBDValue(
      0x48, "ThrottlePositionC", "THROTTLE_POS_C", scale: (20, 0, 51), "percent", "Third sensor of the throttle."),
    OBDValue(
      0x49, "AcceleratorPedalD", "ACCELERATOR_POS_D", scale: (20, 0, 51), "percent", "First sensor of the pedal."),
    OBDValue(
      0x4A, "AcceleratorPedalE", "ACCELERATOR_POS_E", scale: (20, 0, 51), "percent", "Second sensor of the pedal."),
    OBDValue(
      0x4B, "AcceleratorPedalF", "ACCELERATOR_POS_F", scale: (20, 0, 51), "percent", "Third sensor of the pedal."),
    OBDValue(
      0x4C, "CommandedThrottle", "THROTTLE_ACTUATOR", scale: (20, 0, 51), "percent",
      "Commanded position of the throttle."),
    OBDValue(
      0x4D, "TimeWithMIL", "RUN_TIME_MIL", count: 16, "min", "Time with the lamp for malfunctions on."),
    OBDValue(
      0x4E, "TimeSinceClear", "TIME_SINCE_DTC_CLEARED", count: 16, "min", "Time since the codes were cleared."),
  ]
}
