// Sources. Input: the name of a sensor of hwmon. Output: its file, and its unit.

/// A sensor by its number, as `temp1`, `in0` or `fan2_alarm`.
struct HardwareSensor {
  /// `temp1`.
  let name: String
  /// The file's last part; `input` where none is written, and empty for one that has none.
  let suffix: String
  private let kind: (name: String, unit: String?, decimals: Int)

  /// The unit of a type, and the power of ten that the kernel's number is divided by for it.
  private static let kinds: [(name: String, unit: String?, decimals: Int)] = [
    ("in", "mV", 0), ("temp", "mdegC", 0), ("fan", "rpm", 0), ("curr", "mA", 0), ("power", "W", 6), ("energy", "J", 6),
    ("humidity", "percent", 3), ("freq", "Hz", 0), ("pwm", nil, 0), ("intrusion", nil, 0),
  ]
  static let suffixes: [(name: String, isValue: Bool)] = [
    ("input", true), ("", true), ("average", true), ("min", true), ("max", true), ("crit", true), ("lcrit", true),
    ("emergency", true), ("lowest", true), ("highest", true), ("cap", true), ("target", true), ("alarm", false),
    ("fault", false), ("min_alarm", false), ("max_alarm", false), ("crit_alarm", false), ("enable", false),
  ]

  /// - Returns: `nil` for a label.
  init?(_ text: String) {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let digits = text.dropFirst(letters.count).prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(letters.count + digits.count)
    guard let kind = Self.kinds.first(where: { $0.name == letters }), !digits.isEmpty,
      rest.isEmpty || rest.first == "_",
      !rest.contains(" "), !rest.contains("/")
    else { return nil }
    (name, self.kind) = (String(letters + digits), kind)
    suffix =
      rest.isEmpty ? (kind.name == "pwm" ? "" : kind.name == "intrusion" ? "alarm" : "input") : String(rest.dropFirst())
  }

  private var isValue: Bool { Self.suffixes.first { $0.name == suffix }?.isValue ?? false }
  var unit: String? { isValue ? kind.unit : nil }
  var decimals: Int { isValue ? kind.decimals : 0 }
  var file: String { suffix.isEmpty ? name : "\(name)_\(suffix)" }
}
