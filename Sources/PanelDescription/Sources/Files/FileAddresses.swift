// Sources. The sensors of a source of files, for a panel's description: Documentation/ABI/testing/sysfs-bus-iio and
// Documentation/hwmon/sysfs-interface.rst of Linux.
import PanelSources

/// Reads addresses of files: a path is taken as it is, and `iio`, `hwmon` and `w1` name a sensor.
struct FileAddresses: AddressReader {
  /// The name among others that was probably meant.
  let nearest: (String, [String]) -> String?

  init(nearest: @escaping (String, [String]) -> String?) { self.nearest = nearest }

  func read(_ address: String) -> AddressReading {
    let words = address.split(separator: " ").map(String.init)
    switch words.first {
    case "iio" where address.hasPrefix("iio "): return readChannel(Array(words.dropFirst()))
    case "hwmon" where address.hasPrefix("hwmon "): return readHardware(Array(words.dropFirst()))
    case "w1" where address.hasPrefix("w1 "): return readOneWire(Array(words.dropFirst()))
    default: break
    }
    let parts = address.split(separator: "/").map(String.init)
    if words.count == 1, parts.count == 6, Array(parts[..<4]) == ["sys", "bus", "iio", "devices"],
      IIOChannel(parts[5])?.suffix == ""
    {
      return readChannel([parts[4], parts[5]])
    }
    return .right(CompiledAddress(text: address))
  }

  // MARK: IIO

  private func readChannel(_ words: [String]) -> AddressReading {
    let expected = "iio CHANNEL or iio DEVICE CHANNEL, as iio ads1115 in_voltage0"
    guard words.count == 1 || words.count == 2, let name = words.last, let channel = IIOChannel(name) else {
      return .wrong(found: "'iio \(words.joined(separator: " "))'", expected: expected)
    }
    if !["", "raw", "input"].contains(channel.suffix) {
      return .wrong(found: "'\(channel.suffix)' of \(channel.name)", expected: "\(channel.name) alone: its value")
    }
    if channel.kind == nil, let meant = nearest(channel.type, IIOChannel.kinds.map(\.name)) {
      return .wrong(found: "the channel '\(name)'", expected: "in_\(meant)?")
    }
    return device(words.count == 2 ? words[0] : "*") {
      CompiledAddress(
        text: "iio \($0) \(channel.name) \(channel.shared) \(channel.kind?.decimals ?? 0)", unit: channel.kind?.unit)
    }
  }

  // MARK: hwmon

  private func readHardware(_ words: [String]) -> AddressReading {
    if words.count < 2 {
      return .wrong(
        found: "'hwmon \(words.joined(separator: " "))'",
        expected: "hwmon CHIP SENSOR, as hwmon k10temp temp1 or its label")
    }
    let name = words[1...].joined(separator: " ")
    guard let sensor = HardwareSensor(name) else {
      return device(words[0]) { CompiledAddress(text: "hwmon \($0) = \(name)") }
    }
    guard HardwareSensor.suffixes.contains(where: { $0.name == sensor.suffix }) else {
      let names = HardwareSensor.suffixes.map(\.name)
      return .wrong(
        found: "'\(sensor.suffix)' of \(sensor.name)",
        expected: nearest(sensor.suffix, names).map { "\($0)?" } ?? "one of " + names.joined(separator: ", "))
    }
    return device(words[0]) {
      CompiledAddress(text: "hwmon \($0) \(sensor.decimals) \(sensor.file)", unit: sensor.unit)
    }
  }

  private func device(_ name: String, _ address: (String) -> CompiledAddress) -> AddressReading {
    if name.utf8.contains(47) || name == ".." || name.hasPrefix("@") || name.hasSuffix("@") {
      return .wrong(found: "the device '\(name)'", expected: "its name, as ads1115, or ads1115@1-0048")
    }
    return .right(address(name))
  }

  // MARK: 1-wire

  private static let thermometers = ["10", "22", "28", "3b", "42"]

  private func readOneWire(_ words: [String]) -> AddressReading {
    let parts = words.count == 1 ? words[0].split(separator: "-").map(String.init) : []
    let isID =
      parts.count == 2 && parts[0].utf8.count == 2 && parts[1].utf8.count == 12
      && parts.joined().utf8.allSatisfy { $0 >= 48 && $0 <= 57 || $0 | 32 >= 97 && $0 | 32 <= 102 }
    if !isID {
      return .wrong(found: "'w1 \(words.joined(separator: " "))'", expected: "w1 ID, as w1 28-000005e2fdc3")
    }
    let id = words[0].lowercased()
    if id != words[0] { return .wrong(found: "'\(words[0])'", expected: "\(id)?") }
    if !Self.thermometers.contains(parts[0]) {
      return .wrong(
        found: "the family \(parts[0])", expected: "a thermometer's: " + Self.thermometers.joined(separator: ", "))
    }
    return .right(CompiledAddress(text: "w1 \(id)", unit: "mdegC"))
  }
}

extension SourceCompiler {
  static let files = SourceCompiler(kind: "files") { FileAddresses(nearest: $0.nearest) }
}
