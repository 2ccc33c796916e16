// Sources. Input: the name of a channel of IIO. Output: its type, its unit, and the name that channels of its type share.

/// A channel, as `in_voltage0`, `in_accel_x` or `in_voltage0-voltage1_raw`.
struct IIOChannel {
  /// Without its suffix.
  let name: String
  /// The kernel's word for the quantity.
  let type: String
  /// The name with the scale of all channels of the type: in_voltage, in_voltage-voltage.
  let shared: String
  /// The last part where that names a file: raw, scale; empty for none.
  let suffix: String

  /// The unit of a type, and the power of ten that the kernel's number is divided by for it.
  static let kinds: [(name: String, unit: String?, decimals: Int)] = [
    ("voltage", "mV", 0), ("altvoltage", "mV", 0), ("current", "mA", 0), ("power", "mW", 0), ("energy", "J", 0),
    ("temp", "mdegC", 0), ("pressure", "kPa", 0), ("humidityrelative", "percent", 3), ("illuminance", "lx", 0),
    ("accel", "m/s2", 0), ("gravity", "m/s2", 0), ("anglvel", nil, 0), ("angl", "rad", 0), ("incli", "deg", 0),
    ("rot", nil, 0), ("magn", nil, 0), ("resistance", "ohm", 0), ("distance", "m", 0), ("velocity", "m/s", 0),
    ("concentration", "percent", 0), ("massconcentration", nil, 0), ("ph", "pH", 0), ("capacitance", nil, 0),
    ("proximity", nil, 0), ("intensity", nil, 0), ("uvindex", nil, 0), ("count", nil, 0), ("phase", "rad", 0),
    ("positionrelative", "percent", 3), ("electricalconductivity", nil, 0), ("activity", nil, 0), ("steps", nil, 0),
  ]
  private static let suffixes = [
    "raw", "input", "scale", "offset", "calibbias", "calibscale", "hardwaregain", "integration_time", "mean_raw",
    "peak_raw",
    "scale_available", "sampling_frequency", "oversampling_ratio", "en", "index",
  ]

  var kind: (name: String, unit: String?, decimals: Int)? { Self.kinds.first { $0.name == type } }

  init?(_ text: String) {
    guard text.hasPrefix("in_") || text.hasPrefix("out_"), text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != 47 })
    else {
      return nil
    }
    let suffix = Self.suffixes.filter { text.hasSuffix("_\($0)") }.max { $0.utf8.count < $1.utf8.count } ?? ""
    name = suffix.isEmpty ? text : String(text.dropLast(suffix.utf8.count + 1))
    self.suffix = suffix
    let direction = text.hasPrefix("in_") ? "in_" : "out_"
    // A difference has two channels: voltage0-voltage1.
    let parts = name.dropFirst(direction.count).split(separator: "-").prefix(2)
    let types = parts.map { String($0.prefix { $0.isASCII && $0.isLetter }) }
    guard let first = types.first, !first.isEmpty else { return nil }
    type = first
    shared = direction + types.joined(separator: "-")
  }
}
