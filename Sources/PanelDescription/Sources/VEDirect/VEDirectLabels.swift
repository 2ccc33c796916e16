// Sources. The labels of VE.Direct: Victron's "VE.Direct protocol", version 3.33, the text protocol's table of fields.
import PanelSources

/// The known labels, and the bits and words of their numbers.
enum VEDirectLabels {
  struct Entry {
    /// As devices write it.
    let label: String
    let form: VEDirectAddress.Form
    let unit: String?
    let isText: Bool
  }

  /// A unit, the decimals that the number has, and all labels that have both. `-` is no unit, `t` a time to go.
  private static let table = """
    V 3 V V2 V3 VS VM VPV H7 H8 H15 H16
    V 2 AC_OUT_V DC_IN_V
    A 3 I I2 I3 IL
    A 1 AC_OUT_I DC_IN_I
    W 0 P PPV DC_IN_P H21 H23
    Ah 3 CE H1 H2 H3 H6
    percent 1 SOC DM
    min t TTG
    s 0 H9
    kWh 2 H17 H18 H19 H20 H22
    degC 0 T
    - 0 AC_OUT_S H4 H5 H10 H11 H12 H13 H14 HSDS AR WARN OR ERR CS MPPT MODE MON LOAD Relay Alarm PID
    - 2 FW
    text 0 SER# BMV FWE
    """

  static let entries: [Entry] = table.split(separator: "\n").flatMap { line in
    let words = line.split(separator: " ")
    let isUnit = words[0] != "-" && words[0] != "text"
    return words.dropFirst(2).map { label in
      Entry(
        label: String(label), form: Int(words[1]).map { .number(decimals: $0) } ?? .timeToGo,
        unit: isUnit ? String(words[0]) : nil, isText: words[0] == "text")
    }
  }

  static func words(of label: String) -> [(number: Int64, text: String)] {
    switch label {
    case "LOAD", "Relay", "Alarm": [(0, "OFF"), (1, "ON")]
    case "MPPT": [(0, "Off"), (1, "Limited"), (2, "Active")]
    case "MODE": [(1, "Charger"), (2, "On"), (4, "Off"), (5, "Eco"), (253, "Hibernate")]
    case "CS": states
    case "ERR": errors
    case "MON": monitors
    default: []
    }
  }

  private static let states: [(number: Int64, text: String)] = [
    (0, "Off"), (1, "Low power"), (2, "Fault"), (3, "Bulk"), (4, "Absorption"), (5, "Float"), (6, "Storage"),
    (7, "Equalize"), (9, "Inverting"), (11, "Power supply"), (245, "Starting up"), (246, "Repeated absorption"),
    (247, "Auto equalize"), (248, "BatterySafe"), (252, "External control"),
  ]

  private static let errors: [(number: Int64, text: String)] = [
    (0, "No error"), (2, "Battery voltage too high"), (17, "Charger temperature too high"),
    (18, "Charger over current"), (19, "Charger current reversed"), (20, "Bulk time limit exceeded"),
    (21, "Current sensor issue"), (26, "Terminals overheated"), (28, "Converter issue"),
    (33, "Input voltage too high"), (34, "Input current too high"), (38, "Input shutdown, battery voltage"),
    (39, "Input shutdown, current while off"), (65, "Lost communication"), (66, "Charger configuration issue"),
    (67, "BMS connection lost"), (68, "Network misconfigured"), (116, "Calibration data lost"),
    (117, "Invalid firmware"), (119, "User settings invalid"),
  ]

  private static let monitors: [(number: Int64, text: String)] = [
    (-9, "Solar charger"), (-8, "Wind turbine"), (-7, "Shaft generator"), (-6, "Alternator"), (-5, "Fuel cell"),
    (-4, "Water generator"), (-3, "DC/DC charger"), (-2, "AC charger"), (-1, "Generic source"),
    (0, "Battery monitor"), (1, "Generic load"), (2, "Electric drive"), (3, "Fridge"), (4, "Water pump"),
    (5, "Bilge pump"), (6, "DC system"), (7, "Inverter"), (8, "Water heater"),
  ]

  /// The names of bits, from bit 0 on; empty for a bit without one.
  static func bits(of label: String) -> [String] {
    switch label {
    case "AR", "WARN":
      [
        "low_voltage", "high_voltage", "low_soc", "low_starter_voltage", "high_starter_voltage", "low_temperature",
        "high_temperature", "mid_voltage", "overload", "dc_ripple", "low_ac_voltage", "high_ac_voltage",
        "short_circuit", "bms_lockout",
      ]
    case "OR":
      [
        "no_input", "switched_off", "mode_off", "remote", "protection", "paygo", "bms", "engine_stopped", "analysing",
      ]
    default: []
    }
  }
}
