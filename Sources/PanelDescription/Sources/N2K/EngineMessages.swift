// Stage: description of sources. The messages of an engine, SAE J1939-71, and its trouble codes, SAE J1939-73.
import PanelSources

/// The messages of J1939 that have names.
enum EngineMessages {
  private static func byte(
    _ name: String, _ start: Int, _ factor: String, _ offset: String, _ unit: String, _ summary: String
  ) -> GroupField {
    GroupField(name, start, 8, .unsigned, factor, offset, unit, summary)
  }

  private static func word(
    _ name: String, _ start: Int, _ factor: String, _ offset: String, _ unit: String, _ summary: String
  ) -> GroupField {
    GroupField(name, start, 16, .unsigned, factor, offset, unit, summary)
  }

  private static func flag(_ name: String, _ start: Int, _ summary: String) -> GroupField {
    GroupField(name, start, 2, words: [(0, "off"), (1, "on")], summary)
  }

  static let all: [GroupMessage] = speeds + fluids + vehicle + diagnostics

  private static let speeds: [GroupMessage] = [
    GroupMessage(
      61444, "EEC1", .j1939,
      [
        GroupField("EngineTorqueMode", 0, 4, reserved: .largest, "What governs the torque."),
        byte("DriverDemandTorque", 8, "1", "-125", "percent", "The torque that the driver asks for."),
        byte("ActualEngineTorque", 16, "1", "-125", "percent", "Torque."),
        word("EngineSpeed", 24, "0.125", "0", "rpm", "Speed of the engine."),
        byte("ControllingSource", 40, "1", "0", "", "The address of the device that controls the engine."),
        GroupField("EngineStarterMode", 48, 4, "State of the starter."),
        byte("EngineDemandTorque", 56, "1", "-125", "percent", "The torque that is asked for."),
      ]),
    GroupMessage(
      61443, "EEC2", .j1939,
      [
        flag("AcceleratorPedal1LowIdle", 0, "Pedal 1 at idle."),
        flag("AcceleratorPedalKickdown", 2, "Kick-down."),
        flag("RoadSpeedLimit", 4, "Limit of the road speed."),
        flag("AcceleratorPedal2LowIdle", 6, "Pedal 2 at idle."),
        byte("AcceleratorPedalPosition1", 8, "0.4", "0", "percent", "Position of pedal 1."),
        byte("EngineLoad", 16, "1", "0", "percent", "Load at the present speed."),
        byte("RemoteAcceleratorPedalPosition", 24, "0.4", "0", "percent", "Position of the remote pedal."),
        byte("AcceleratorPedalPosition2", 32, "0.4", "0", "percent", "Position of pedal 2."),
      ]),
    GroupMessage(
      65253, "HOURS", .j1939,
      [
        GroupField("EngineHours", 0, 32, .unsigned, "0.05", "0", "h", "The time that the engine has run."),
        GroupField("EngineRevolutions", 32, 32, .unsigned, "1000", "0", "", "Revolutions since the beginning."),
      ]),
  ]

  private static let fluids: [GroupMessage] = [
    GroupMessage(
      65262, "ET1", .j1939,
      [
        byte("EngineCoolantTemperature", 0, "1", "-40", "degC", "Temperature of the coolant."),
        byte("FuelTemperature", 8, "1", "-40", "degC", "Temperature of the fuel."),
        word("EngineOilTemperature", 16, "0.03125", "-273", "degC", "Temperature of the oil."),
        word("TurboOilTemperature", 32, "0.03125", "-273", "degC", "Temperature of the turbocharger's oil."),
        byte("IntercoolerTemperature", 48, "1", "-40", "degC", "Temperature of the intercooler."),
        byte("IntercoolerThermostatOpening", 56, "0.4", "0", "percent", "Opening of the intercooler's thermostat."),
      ]),
    GroupMessage(
      65263, "EFL/P1", .j1939,
      [
        byte("FuelDeliveryPressure", 0, "4", "0", "kPa", "Pressure of the fuel."),
        byte("CrankcaseBlowbyPressure", 8, "0.05", "0", "kPa", "Pressure of the blow-by."),
        byte("EngineOilLevel", 16, "0.4", "0", "percent", "Level of the oil."),
        byte("EngineOilPressure", 24, "4", "0", "kPa", "Pressure of the oil."),
        word("CrankcasePressure", 32, "0.0078125", "-250", "kPa", "Pressure in the crankcase."),
        byte("CoolantPressure", 48, "2", "0", "kPa", "Pressure of the coolant."),
        byte("CoolantLevel", 56, "0.4", "0", "percent", "Level of the coolant."),
      ]),
    GroupMessage(
      65266, "LFE", .j1939,
      [
        word("FuelRate", 0, "0.05", "0", "l/h", "Fuel consumption."),
        word("InstantaneousFuelEconomy", 16, "0.001953125", "0", "", "Kilometres a litre, at present."),
        word("AverageFuelEconomy", 32, "0.001953125", "0", "", "Kilometres a litre, on average."),
        byte("ThrottlePosition1", 48, "0.4", "0", "percent", "Position of throttle 1."),
        byte("ThrottlePosition2", 56, "0.4", "0", "percent", "Position of throttle 2."),
      ]),
    GroupMessage(
      65270, "IC1", .j1939,
      [
        byte("ParticulateTrapInletPressure", 0, "0.5", "0", "kPa", "Pressure before the particulate trap."),
        byte("BoostPressure", 8, "2", "0", "kPa", "Boost pressure."),
        byte("IntakeManifoldTemperature", 16, "1", "-40", "degC", "Temperature in the intake manifold."),
        byte("AirInletPressure", 24, "2", "0", "kPa", "Pressure of the intake air."),
        byte("AirFilterDifferentialPressure", 32, "0.05", "0", "kPa", "Pressure drop of the air filter."),
        word("ExhaustGasTemperature", 40, "0.03125", "-273", "degC", "Temperature of the exhaust gas."),
        byte("CoolantFilterDifferentialPressure", 56, "0.5", "0", "kPa", "Pressure drop of the coolant's filter."),
      ]),
    GroupMessage(
      65269, "AMB", .j1939,
      [
        byte("BarometricPressure", 0, "0.5", "0", "kPa", "Pressure of the air."),
        word("CabTemperature", 8, "0.03125", "-273", "degC", "Temperature of the cab."),
        word("AmbientAirTemperature", 24, "0.03125", "-273", "degC", "Temperature of the air."),
        byte("AirInletTemperature", 40, "1", "-40", "degC", "Temperature of the intake air."),
        word("RoadSurfaceTemperature", 48, "0.03125", "-273", "degC", "Temperature of the road."),
      ]),
  ]

  private static let vehicle: [GroupMessage] = [
    GroupMessage(
      65265, "CCVS", .j1939,
      [
        flag("TwoSpeedAxle", 0, "Two-speed axle."),
        flag("ParkingBrake", 2, "Parking brake."),
        flag("CruiseControlPause", 4, "Cruise control: pause."),
        word("WheelBasedSpeed", 8, "0.00390625", "0", "km/h", "Speed by the wheels."),
        flag("CruiseControlActive", 24, "Cruise control: active."),
        flag("CruiseControlEnable", 26, "Cruise control: enabled."),
        flag("BrakeSwitch", 28, "Brake pedal."),
        flag("ClutchSwitch", 30, "Clutch pedal."),
        flag("CruiseControlSet", 32, "Cruise control: set."),
        flag("CruiseControlCoast", 34, "Cruise control: slower."),
        flag("CruiseControlResume", 36, "Cruise control: resume."),
        flag("CruiseControlAccelerate", 38, "Cruise control: faster."),
        byte("CruiseControlSetSpeed", 40, "1", "0", "km/h", "Cruise control: the set speed."),
        GroupField("PTOState", 48, 5, reserved: .largest, "State of the power take-off's governor."),
        GroupField("CruiseControlState", 53, 3, reserved: .largest, "State of the cruise control."),
      ]),
    GroupMessage(
      65271, "VEP1", .j1939,
      [
        byte("NetBatteryCurrent", 0, "1", "-125", "A", "Current, into the battery above 0."),
        byte("AlternatorCurrent", 8, "1", "0", "A", "Current of the alternator."),
        word("ChargingSystemPotential", 16, "0.05", "0", "V", "Voltage of the alternator."),
        word("BatteryPotential", 32, "0.05", "0", "V", "Voltage of the battery."),
        word("KeyswitchBatteryPotential", 48, "0.05", "0", "V", "Voltage at the key switch."),
      ]),
  ]

  private static func codes(_ name: String, _ part: Int, _ summary: String) -> GroupField {
    GroupField(name, 0, 16, .troubleCodes(part), "1", "0", "", summary)
  }

  private static let diagnostics: [GroupMessage] = [
    GroupMessage(
      65226, "DM1", .j1939,
      [
        flag("malfunctionLamp", 6, "Malfunction lamp."), flag("redStopLamp", 4, "Red stop lamp."),
        flag("amberWarningLamp", 2, "Amber warning lamp."), flag("protectLamp", 0, "Protection lamp."),
        codes("count", 1, "The number of active codes."),
        codes("spn", 2, "The suspect parameter of the first code."),
        codes("fmi", 3, "The failure mode of the first code."),
        codes("occurrences", 4, "How often the first code occurred."),
        codes("text", 5, "The first five codes, as SPN 100 FMI 3."),
      ])
  ]
}
