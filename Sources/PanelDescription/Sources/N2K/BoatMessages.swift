// Stage: description of sources. The messages of a boat, NMEA 2000.
//
// Places, scales and words agree with canboat's database, https://github.com/canboat/canboat, by scripts/n2k-compare.
import PanelSources

/// The messages of NMEA 2000 that have names.
enum BoatMessages {
  /// 0.0001 radians in degrees.
  private static let angle = "0.005729577951308232088"

  private static func sid() -> GroupField {
    GroupField("sid", 0, 8, "The number that messages of one moment have in common.")
  }

  private static func instance(_ start: Int, _ count: Int = 8) -> GroupField {
    GroupField("instance", start, count, "The number of the device.")
  }

  private static func kelvin(
    _ name: String, _ start: Int, factor: String = "0.01", count: Int = 16, _ summary: String
  )
    -> GroupField
  {
    GroupField(name, start, count, .unsigned, factor, "-273.15", "degC", summary)
  }

  /// - Parameter start: of 16 or 8 bits, a flag each.
  private static func flags(_ start: Int, _ names: [(String, String)]) -> [GroupField] {
    names.enumerated().map { place, name in
      GroupField(name.0, start + place, 1, words: [(0, "off"), (1, "on")], name.1)
    }
  }

  /// Two bits for each switch of a bank.
  private static func switches(_ name: String, _ words: [(Int64, String)], _ summary: String) -> [GroupField] {
    (1...28).map { GroupField("\(name)\($0)", 6 + 2 * $0, 2, words: words, summary) }
  }

  private static let trueOrMagnetic: [(Int64, String)] = [(0, "true"), (1, "magnetic")]

  static let all: [GroupMessage] = boat + engines + water + position + weather

  private static let boat: [GroupMessage] = [
    GroupMessage(
      127501, "BinarySwitchBankStatus", .nmea2000,
      [instance(0)]
        + switches("indicator", [(0, "off"), (1, "on"), (2, "error")], "Whether the switch is on.")),
    GroupMessage(
      127502, "SwitchBankControl", .nmea2000,
      [instance(0)] + switches("switch", [(0, "off"), (1, "on")], "What the switch is told, also by others.")),
    GroupMessage(
      127245, "Rudder", .nmea2000,
      [
        instance(0),
        GroupField(
          "directionOrder", 8, 3, words: [(0, "none"), (1, "starboard"), (2, "port")], "The ordered direction."),
        GroupField("angleOrder", 16, 16, .signed, angle, "0", "deg", "The ordered angle, to port below 0."),
        GroupField("position", 32, 16, .signed, angle, "0", "deg", "The rudder's angle, to port below 0."),
      ]),
    GroupMessage(
      127250, "VesselHeading", .nmea2000,
      [
        sid(),
        GroupField("heading", 8, 16, .unsigned, angle, "0", "deg", choice: "reference", "Heading."),
        GroupField("deviation", 24, 16, .signed, angle, "0", "deg", "Magnetic deviation, west below 0."),
        GroupField("variation", 40, 16, .signed, angle, "0", "deg", "Magnetic variation, west below 0."),
        GroupField("reference", 56, 2, words: trueOrMagnetic, reserved: .nmea2000, "What the heading refers to."),
      ]),
    GroupMessage(
      127257, "Attitude", .nmea2000,
      [
        sid(),
        GroupField("yaw", 8, 16, .signed, angle, "0", "deg", "Yaw."),
        GroupField("pitch", 24, 16, .signed, angle, "0", "deg", "Pitch, the bow up above 0."),
        GroupField("roll", 40, 16, .signed, angle, "0", "deg", "Roll, to starboard above 0."),
      ]),
    GroupMessage(
      127505, "FluidLevel", .nmea2000,
      [
        instance(0, 4),
        GroupField(
          "type", 4, 4,
          words: [
            (0, "fuel"), (1, "water"), (2, "gray_water"), (3, "live_well"), (4, "oil"), (5, "black_water"),
          ], "The tank's fluid."),
        GroupField("level", 8, 16, .signed, "0.004", "0", "percent", "The level."),
        GroupField("capacity", 24, 32, .unsigned, "0.1", "0", "l", "The tank's size."),
      ]),
    GroupMessage(
      127506, "DCDetailedStatus", .nmea2000, isFast: true,
      [
        sid(), instance(8),
        GroupField(
          "dcType", 16, 8,
          words: [(0, "battery"), (1, "alternator"), (2, "converter"), (3, "solar_cell"), (4, "wind_generator")],
          "What the current comes from."),
        GroupField("stateOfCharge", 24, 8, .unsigned, "1", "0", "percent", "The charge."),
        GroupField("stateOfHealth", 32, 8, .unsigned, "1", "0", "percent", "The condition."),
        GroupField("timeRemaining", 40, 16, .unsigned, "60", "0", "s", "The time until it is empty."),
        GroupField("rippleVoltage", 56, 16, .unsigned, "0.001", "0", "V", "The ripple of the voltage."),
        GroupField("remainingCapacity", 72, 16, .unsigned, "1", "0", "Ah", "The charge that is left."),
      ]),
    GroupMessage(
      127508, "BatteryStatus", .nmea2000,
      [
        instance(0),
        GroupField("voltage", 8, 16, .signed, "0.01", "0", "V", "Voltage."),
        GroupField("current", 24, 16, .signed, "0.1", "0", "A", "Current, into the battery above 0."),
        kelvin("temperature", 40, "Temperature of the case."),
        GroupField("sid", 56, 8, "The number that messages of one moment have in common."),
      ]),
  ]

  private static let engines: [GroupMessage] = [
    GroupMessage(
      127488, "EngineParametersRapid", .nmea2000,
      [
        instance(0),
        GroupField("speed", 8, 16, .unsigned, "0.25", "0", "rpm", "Speed of the engine."),
        GroupField("boostPressure", 24, 16, .unsigned, "0.1", "0", "kPa", "Boost pressure."),
        GroupField("tiltTrim", 40, 8, .signed, "1", "0", "percent", "Tilt or trim."),
      ]),
    GroupMessage(
      127489, "EngineParametersDynamic", .nmea2000, isFast: true,
      [
        instance(0),
        GroupField("oilPressure", 8, 16, .unsigned, "0.1", "0", "kPa", "Pressure of the oil."),
        kelvin("oilTemperature", 24, factor: "0.1", "Temperature of the oil."),
        kelvin("temperature", 40, "Temperature of the engine."),
        GroupField("alternatorPotential", 56, 16, .signed, "0.01", "0", "V", "Voltage of the alternator."),
        GroupField("fuelRate", 72, 16, .signed, "0.1", "0", "l/h", "Fuel consumption."),
        GroupField("totalEngineHours", 88, 32, .unsigned, "1", "0", "s", "The time that the engine has run."),
        GroupField("coolantPressure", 120, 16, .unsigned, "0.1", "0", "kPa", "Pressure of the coolant."),
        GroupField("fuelPressure", 136, 16, .unsigned, "1", "0", "kPa", "Pressure of the fuel."),
        GroupField("discreteStatus1", 160, 16, reserved: ReservedNumbers.none, "All flags of the first status."),
        GroupField("discreteStatus2", 176, 16, reserved: ReservedNumbers.none, "All flags of the second status."),
        GroupField("engineLoad", 192, 8, .signed, "1", "0", "percent", "Load."),
        GroupField("engineTorque", 200, 8, .signed, "1", "0", "percent", "Torque."),
      ]
        + flags(
          160,
          [
            ("checkEngine", "Check the engine."), ("overTemperature", "Too hot."),
            ("lowOilPressure", "Oil pressure too low."), ("lowOilLevel", "Oil level too low."),
            ("lowFuelPressure", "Fuel pressure too low."), ("lowSystemVoltage", "Voltage too low."),
            ("lowCoolantLevel", "Coolant level too low."), ("waterFlow", "Flow of cooling water."),
            ("waterInFuel", "Water in the fuel."), ("chargeIndicator", "Charge indicator."),
            ("preheatIndicator", "Preheating."), ("highBoostPressure", "Boost pressure too high."),
            ("revLimitExceeded", "Speed limit exceeded."), ("egrSystem", "Exhaust gas recirculation."),
            ("throttlePositionSensor", "Sensor of the throttle."), ("emergencyStop", "Emergency stop."),
          ])
        + flags(
          176,
          [
            ("warningLevel1", "Warning, level 1."), ("warningLevel2", "Warning, level 2."),
            ("powerReduction", "Reduced power."), ("maintenanceNeeded", "Maintenance needed."),
            ("engineCommError", "Communication error."), ("subOrSecondaryThrottle", "Second throttle."),
            ("neutralStartProtect", "Protection against a start in gear."),
            ("engineShuttingDown", "The engine is shutting down."),
          ])),
    GroupMessage(
      127493, "TransmissionParameters", .nmea2000,
      [
        instance(0),
        GroupField("gear", 8, 2, words: [(0, "forward"), (1, "neutral"), (2, "reverse")], "Gear."),
        GroupField("oilPressure", 16, 16, .unsigned, "0.1", "0", "kPa", "Pressure of the oil."),
        kelvin("oilTemperature", 32, factor: "0.1", "Temperature of the oil."),
        GroupField("discreteStatus1", 48, 8, reserved: ReservedNumbers.none, "All flags."),
      ]
        + flags(
          48,
          [
            ("checkTransmission", "Check the transmission."), ("overTemperature", "Too hot."),
            ("lowOilPressure", "Oil pressure too low."), ("lowOilLevel", "Oil level too low."),
            ("sailDrive", "Sail drive."),
          ])),
  ]

  private static let water: [GroupMessage] = [
    GroupMessage(
      128259, "Speed", .nmea2000,
      [
        sid(),
        GroupField("waterReferenced", 8, 16, .unsigned, "0.01", "0", "m/s", "Speed through the water."),
        GroupField("groundReferenced", 24, 16, .unsigned, "0.01", "0", "m/s", "Speed over ground."),
        GroupField(
          "waterReferencedType", 40, 8,
          words: [
            (0, "paddle_wheel"), (1, "pitot_tube"), (2, "doppler"), (3, "correlation"), (4, "electromagnetic"),
          ], "The sensor."),
        GroupField("direction", 48, 4, "Direction of the speed."),
      ]),
    GroupMessage(
      128267, "WaterDepth", .nmea2000,
      [
        sid(),
        GroupField("depth", 8, 32, .unsigned, "0.01", "0", "m", "Depth below the transducer."),
        GroupField(
          "offset", 40, 16, .signed, "0.001", "0", "m",
          "From the transducer up to the water line; below 0, down to the keel."),
        GroupField("range", 56, 8, .unsigned, "10", "0", "m", "The sounder's scale."),
      ]),
    GroupMessage(
      128275, "DistanceLog", .nmea2000, isFast: true,
      [
        GroupField("date", 0, 16, .unsigned, "1", "0", "d", "Days since 1970-01-01."),
        GroupField("time", 16, 32, .unsigned, "0.0001", "0", "s", "Time of the day, UTC."),
        GroupField("log", 48, 32, .unsigned, "1", "0", "m", "Distance through the water."),
        GroupField("tripLog", 80, 32, .unsigned, "1", "0", "m", "Distance through the water since the reset."),
      ]),
  ]

  private static let position: [GroupMessage] = [
    GroupMessage(
      129025, "PositionRapid", .nmea2000,
      [
        GroupField("latitude", 0, 32, .signed, "1e-7", "0", "deg", "Latitude, south below 0."),
        GroupField("longitude", 32, 32, .signed, "1e-7", "0", "deg", "Longitude, west below 0."),
      ]),
    GroupMessage(
      129026, "COGSOGRapid", .nmea2000,
      [
        sid(),
        GroupField("reference", 8, 2, words: trueOrMagnetic, reserved: .nmea2000, "What the course refers to."),
        GroupField("cog", 16, 16, .unsigned, angle, "0", "deg", choice: "reference", "Course over ground."),
        GroupField("sog", 32, 16, .unsigned, "0.01", "0", "m/s", "Speed over ground."),
      ]),
    GroupMessage(
      129029, "GNSSPosition", .nmea2000, isFast: true,
      [
        sid(),
        GroupField("date", 8, 16, .unsigned, "1", "0", "d", "Days since 1970-01-01."),
        GroupField("time", 24, 32, .unsigned, "0.0001", "0", "s", "Time of the day, UTC."),
        GroupField("latitude", 56, 64, .signed, "1e-16", "0", "deg", "Latitude, south below 0."),
        GroupField("longitude", 120, 64, .signed, "1e-16", "0", "deg", "Longitude, west below 0."),
        GroupField("altitude", 184, 64, .signed, "1e-6", "0", "m", "Height over the sea."),
        GroupField(
          "gnssType", 248, 4,
          words: [
            (0, "GPS"), (1, "GLONASS"), (2, "GPS+GLONASS"), (3, "GPS+SBAS"), (4, "GPS+SBAS+GLONASS"), (5, "Chayka"),
            (6, "integrated"), (7, "surveyed"), (8, "Galileo"),
          ], "The system of satellites."),
        GroupField(
          "method", 252, 4,
          words: [
            (0, "none"), (1, "GNSS"), (2, "DGNSS"), (3, "precise"), (4, "RTK"), (5, "RTK_float"), (6, "estimated"),
            (7, "manual"), (8, "simulated"),
          ], "How the position was found; 0 for none."),
        GroupField(
          "integrity", 256, 2, words: [(0, "unchecked"), (1, "safe"), (2, "caution"), (3, "unsafe")],
          reserved: ReservedNumbers.none, "How safe the position is."),
        GroupField("satellites", 264, 8, "Satellites in use."),
        GroupField("hdop", 272, 16, .signed, "0.01", "0", "", "Horizontal dilution of precision."),
        GroupField("pdop", 288, 16, .signed, "0.01", "0", "", "Dilution of precision."),
        GroupField("geoid", 304, 32, .signed, "0.01", "0", "m", "Height of the geoid over the ellipsoid."),
        GroupField("referenceStations", 336, 8, "The number of reference stations."),
      ]),
  ]

  private static let temperatures: [(Int64, String)] = [
    (0, "sea"), (1, "outside"), (2, "inside"), (3, "engine_room"), (4, "main_cabin"), (5, "live_well"),
    (6, "bait_well"),
    (7, "refrigeration"), (8, "heating"), (9, "dew_point"), (10, "apparent_wind_chill"),
    (11, "theoretical_wind_chill"), (12, "heat_index"), (13, "freezer"), (14, "exhaust_gas"), (15, "shaft_seal"),
  ]

  private static let weather: [GroupMessage] = [
    GroupMessage(
      130306, "WindData", .nmea2000,
      [
        sid(),
        GroupField("windSpeed", 8, 16, .unsigned, "0.01", "0", "m/s", choice: "reference", "Wind speed."),
        GroupField("windAngle", 24, 16, .unsigned, angle, "0", "deg", choice: "reference", "Wind angle or direction."),
        GroupField(
          "reference", 40, 3,
          words: [(0, "true_north"), (1, "magnetic_north"), (2, "apparent"), (3, "true_boat"), (4, "true_water")],
          "What both refer to."),
      ]),
    GroupMessage(
      130310, "EnvironmentalParametersOld", .nmea2000,
      [
        sid(), kelvin("waterTemperature", 8, "Temperature of the water."),
        kelvin("outsideTemperature", 24, "Temperature of the air."),
        GroupField("atmosphericPressure", 40, 16, .unsigned, "1", "0", "hPa", "Pressure of the air."),
      ]),
    GroupMessage(
      130311, "EnvironmentalParameters", .nmea2000,
      [
        sid(),
        GroupField("temperatureSource", 8, 6, words: temperatures, "The place of the temperature."),
        GroupField(
          "humiditySource", 14, 2, words: [(0, "humidity_inside"), (1, "humidity_outside")],
          "The place of the humidity."),
        kelvin("temperature", 16, "Temperature."),
        GroupField("humidity", 32, 16, .signed, "0.004", "0", "percent", "Relative humidity."),
        GroupField("atmosphericPressure", 48, 16, .unsigned, "1", "0", "hPa", "Pressure of the air."),
      ]),
    GroupMessage(
      130312, "Temperature", .nmea2000,
      [
        sid(), instance(8), GroupField("source", 16, 8, words: temperatures, "The place."),
        kelvin("actual", 24, "Temperature."), kelvin("set", 40, "The set temperature."),
      ]),
    GroupMessage(
      130313, "Humidity", .nmea2000,
      [
        sid(), instance(8), GroupField("source", 16, 8, words: [(0, "inside"), (1, "outside")], "The place."),
        GroupField("actual", 24, 16, .signed, "0.004", "0", "percent", "Relative humidity."),
        GroupField("set", 40, 16, .signed, "0.004", "0", "percent", "The set humidity."),
      ]),
    GroupMessage(
      130314, "Pressure", .nmea2000,
      [
        sid(), instance(8),
        GroupField(
          "source", 16, 8,
          words: [
            (0, "atmospheric"), (1, "water"), (2, "steam"), (3, "compressed_air"), (4, "hydraulic"), (5, "filter"),
            (6, "altimeter"), (7, "oil"), (8, "fuel"),
          ], "The place."),
        GroupField("pressure", 24, 32, .signed, "0.0001", "0", "kPa", "Pressure."),
      ]),
    GroupMessage(
      130316, "TemperatureExtended", .nmea2000,
      [
        sid(), instance(8), GroupField("source", 16, 8, words: temperatures, "The place."),
        kelvin("temperature", 24, factor: "0.001", count: 24, "Temperature."),
        kelvin("set", 48, factor: "0.1", "The set temperature."),
      ]),
  ]
}
