// Stage: program. Input: a brightness. Output: a file of /sys/class/backlight.
import CLinux
import PanelKit
import SystemFiles

/// The light behind a display. It gets its former brightness back at the end.
final class Backlight {
  /// "rpi_backlight"
  let name: String
  private let path: String
  private let most: Int
  private let former: Int
  private let choice: BacklightChoice
  private var shown: Int?

  /// - Parameters:
  ///   - display: whose light it is.
  ///   - folder: of all lights.
  ///   - connectors: the folder of all connectors.
  /// - Returns: `nil` where there is none, or it cannot be read.
  init?(
    _ choice: BacklightChoice, of display: any Display, in folder: String = "/sys/class/backlight",
    connectors: String = "/sys/class/drm"
  ) {
    var names: [String] = []
    if Folder.names(in: folder, into: &names) != 0 { return nil }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard let name = Self.name(choice, display.connector, names, folder, connectors) else { return nil }
    (self.name, path) = (name, folder + "/" + name + "/brightness")
    guard let most = Self.number(folder + "/" + name + "/max_brightness"), most > 0, let former = Self.number(path)
    else {
      return nil
    }
    (self.most, self.former, self.choice) = (most, former, choice)
  }

  deinit { if shown != nil { write(former) } }

  /// The light that is named; else one that the kernel lists below the display's connector; else the first, unless the
  /// display is a monitor, which has a light of its own.
  private static func name(
    _ choice: BacklightChoice, _ connector: DisplayConnector?, _ names: [String], _ folder: String, _ connectors: String
  ) -> String? {
    if let wanted = choice.name { return names.first { haveSameBytes($0, wanted) } }
    guard let connector else { return names.first }
    let place = Array((connector.folder + "/").utf8)
    for name in names {
      // ../../devices/…/card0-eDP-1/intel_backlight
      guard let target = Folder.target(of: folder + "/" + name) else { continue }
      let bytes = Array(target.utf8)
      let isBelow = bytes.indices.contains { bytes[$0...].starts(with: place) }
      if isBelow { return name }
    }
    return connector.isBuiltIn ? names.first : nil
  }

  private static func number(_ path: String) -> Int? {
    guard let bytes = try? BoundedFile.read(path, limit: 64) else { return nil }
    var number = 0
    for byte in bytes.prefix(while: { $0 >= 48 && $0 <= 57 }) where number < 1 << 24 {
      number = number * 10 + Int(byte - 48)
    }
    return bytes.first.map { $0 >= 48 && $0 <= 57 } == true ? number : nil
  }

  /// Shows a brightness in percent; `nil` for the former one. A display that is not off is never dark.
  func show(_ percent: Int?) {
    let value = percent.map { choice.value($0, most: most) } ?? former
    if value == (shown ?? former) { return }
    shown = value
    write(value)
  }

  private func write(_ value: Int) {
    let descriptor = unsafe path.withCString { unsafe linux_open($0, O_WRONLY | O_TRUNC | O_CLOEXEC, 0) }
    if descriptor < 0 { return }
    let text = Array(String(value).utf8)
    _ = unsafe CLinux.write(descriptor, text, text.count)
    _ = close(descriptor)
  }
}

/// Which light, between which limits, and how bright it looks: `--backlight "rpi_backlight 5..100 eye"`.
struct BacklightChoice {
  /// A folder of `/sys/class/backlight`; `nil` for the display's.
  var name: String?
  /// Percent of the light's greatest value, for 1 and for 100 percent.
  var limits = 0...100
  /// Whether half as bright is half of what the eye sees, and not half of the light's value.
  var isByEye = false
  /// Whether there is to be none.
  var isNone = false

  init() {}

  /// Reads words with blanks between: `none`, or a name, limits and `eye` or `raw`, each of which may be missing.
  init(_ text: String) throws(ProgramError) {
    var (hasLimits, hasWay) = (false, false)
    let words = Array(text.utf8).split(separator: 32)
    for word in words {
      if StaticString("none").isEqual(to: word), words.count == 1 {
        isNone = true
      } else if StaticString("eye").isEqual(to: word) || StaticString("raw").isEqual(to: word), !hasWay {
        (isByEye, hasWay) = (word.first == UInt8(ascii: "e"), true)
      } else if let limits = Self.limits(word), !hasLimits {
        (self.limits, hasLimits) = (limits, true)
      } else if name == nil, let name = Self.name(word) {
        self.name = name
      } else {
        throw .usage(
          "--backlight " + printable(text) + ": expected none, or a name, limits such as 5..100, and eye or raw")
      }
    }
  }

  /// A folder of `/sys/class/backlight`, or its last name.
  private static func name(_ word: ArraySlice<UInt8>) -> String? {
    let isPath = word.first == UInt8(ascii: "/")
    guard let name = word.split(separator: UInt8(ascii: "/")).last, isPath || name.count == word.count else {
      return nil
    }
    let keywords: InlineArray<3, StaticString> = ["none", "eye", "raw"]
    if keywords.indices.contains(where: { keywords[$0].isEqual(to: name) }) { return nil }
    let isOdd = zip(name, name.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == $0 }
    if isOdd || name.count > 64 || name.contains(where: { $0 < 33 || $0 > 126 }) { return nil }
    return name.count == 1 && name.first == UInt8(ascii: ".") ? nil : String(decoding: name, as: UTF8.self)
  }

  /// "5..100"
  private static func limits(_ word: ArraySlice<UInt8>) -> ClosedRange<Int>? {
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let least = parseDigits(parts[0]), let most = parseDigits(parts[2]),
      least < most, most <= 100
    else { return nil }
    return least...most
  }

  /// The light's value for a brightness in percent, of 0 to `most`. Only 0 percent is dark.
  func value(_ percent: Int, most: Int) -> Int {
    if percent <= 0 { return 0 }
    let share = min(100, percent)
    // The eye sees about the square root of the light: hundredths of a percent.
    let light = isByEye ? share * share : share * 100
    let range = limits.upperBound - limits.lowerBound
    return max(1, most * (limits.lowerBound * 10_000 + range * light) / 1_000_000)
  }
}
