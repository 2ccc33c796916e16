// Stage: program. Input: the variables of a panel that are kept. Output: a file, which the next start reads.
//
//     panel-ui variables 1
//     wanted=21.5
//     sum 5d1c03a9
import CLinux
import PanelFile
import PanelSignals
import SystemFiles

/// Keeps the values of variables over a restart: signals with `keep: true`, which controls set.
///
/// The file is written as a whole, at most once in ten seconds and at the end. One that is damaged is said, and read as none.
final class KeptVariables {
  /// systemd makes its folder for the service.
  static var usualPath: String { "/var/lib/panel-ui/variables" }
  /// Nanoseconds between two writings.
  static var interval: Int64 { 10_000_000_000 }
  static var sizeLimit: Int { 1 << 16 }
  private static var header: StaticString { "panel-ui variables 1" }

  private let path: String
  private var variables: [Variable] = []
  /// Values of the file that no variable of the panel has: another panel may have it again.
  private var others: [(name: String, text: String)] = []
  private var isRead = false
  /// Whether the file is of another kind, and stays as it is.
  private var isForeign = false
  /// Whether the last writing failed, which was said.
  private var failed = false
  /// When it was written last; `nil` for never.
  private var writtenAt: Int64?

  private struct Variable {
    let name: String
    let signal: SignalIndex
    let lower, upper: Fixed64?
    /// As it stands in the file; `nil` where it is not there.
    var kept: Fixed64?
  }

  init(_ path: String) { self.path = path }

  /// Keeps the variables of a panel from now on, and sets those that the file has. A value beyond a variable's range is
  /// held to that.
  func follow(_ panel: PanelFile, _ signals: SignalStore, at time: Int64) {
    let former = variables
    variables = []
    for (index, record) in panel.root.children(.signal).enumerated() where record.flag(.keeps) == true {
      variables.append(
        Variable(
          name: record.text(.name) ?? "", signal: SignalIndex(index), lower: record.number(.lower),
          upper: record.number(.upper)))
    }
    for variable in former {
      guard let value = variable.kept, !variables.contains(where: { haveSameBytes($0.name, variable.name) }) else {
        continue
      }
      others.append((variable.name, Self.text(value)))
    }
    if variables.isEmpty { return }
    if !isRead { read() }
    isRead = true
    for index in variables.indices {
      // A panel that takes another's place has its values.
      if let same = former.first(where: { haveSameBytes($0.name, variables[index].name) }) {
        variables[index].kept = same.kept
        continue
      }
      guard let place = others.firstIndex(where: { haveSameBytes($0.name, variables[index].name) }),
        let value = Fixed64(decimal: Array(others[place].text.utf8).span)
      else { continue }
      others.remove(at: place)
      let held = max(variables[index].lower ?? .min, min(variables[index].upper ?? .max, value))
      variables[index].kept = held
      signals.set(variables[index].signal, to: held, at: time)
    }
  }

  // MARK: The file

  private func read() {
    do throws(FileError) {
      let bytes = try BoundedFile.read(path, limit: Self.sizeLimit)
      guard let lines = Self.lines(bytes) else {
        let start = Self.header.text + "\n"
        isForeign = !bytes.isEmpty && !bytes.starts(with: start.utf8)
        return say(
          path,
          isForeign
            ? "it is another kind of file, which stays as it is: name another one with --state FILE"
            : "it is damaged; the variables have their first values")
      }
      for line in lines {
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
        others.append(
          (String(decoding: line[..<sign], as: UTF8.self), String(decoding: line[(sign + 1)...], as: UTF8.self)))
      }
    } catch {
      // At the first start there is none. What cannot be read is not replaced.
      isForeign = error.code != ENOENT
      if error.code != ENOENT {
        Files.writeError("panel-ui: " + DeviceError(error, remedy: Self.remedy).message + "\n")
      }
    }
  }

  private static var remedy: StaticString { "name a file that this user may write: --state FILE" }

  private func say(_ path: String, _ words: String) {
    Files.writeError("panel-ui: " + printable(path) + ": " + words + "\n")
  }

  /// The lines between header and sum; `nil` where one of them is wrong.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
    var lines = bytes.split(separator: 10)
    guard let first = lines.first, header.isEqual(to: first), let last = lines.popLast() else { return nil }
    let start = bytes.count - last.count - 1
    if bytes.last != 10 || start < 0 || !sum(bytes[..<start]).utf8.elementsEqual(last) { return nil }
    return Array(lines.dropFirst())
  }

  /// "sum 5d1c03a9"
  private static func sum(_ bytes: ArraySlice<UInt8>) -> String {
    let hash = hash32(Array(bytes).span)
    let digits = String(hash, radix: 16)
    return "sum " + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// Nine decimals: the file is for people too.
  private static func text(_ value: Fixed64) -> String { NumberFormat.shortest(value, most: 9).text(of: value) }

  /// Takes note of the values, and writes them if it is time.
  /// - Returns: when they are to be written; `nil` where nothing waits.
  func update(_ signals: SignalStore, at time: Int64) -> Int64? {
    if !hasChanges(signals) { return nil }
    if let writtenAt, time - writtenAt < Self.interval { return writtenAt + Self.interval }
    write(signals)
    writtenAt = time
    return nil
  }

  /// Writes what has changed, whatever the time.
  func finish(_ signals: SignalStore) { if hasChanges(signals) { write(signals) } }

  private func hasChanges(_ signals: SignalStore) -> Bool {
    if isForeign { return false }
    for variable in variables {
      let reading = signals.reading(variable.signal)
      if signals.lastReceived(variable.signal) != nil && reading.hasValue && reading.value != variable.kept {
        return true
      }
    }
    return false
  }

  private func write(_ signals: SignalStore) {
    if isForeign { return }
    var text = Self.header.text + "\n"
    for index in variables.indices {
      let reading = signals.reading(variables[index].signal)
      if signals.lastReceived(variables[index].signal) != nil && reading.hasValue {
        variables[index].kept = reading.value
      }
      if let value = variables[index].kept { text += variables[index].name + "=" + Self.text(value) + "\n" }
    }
    for other in others { text += other.name + "=" + other.text + "\n" }
    let bytes = Array(text.utf8)
    do throws(FileError) {
      try WholeFile.write(bytes + Array((Self.sum(bytes[...]) + "\n").utf8), to: path)
      failed = false
    } catch {
      if !failed { Files.writeError("panel-ui: " + DeviceError(error, remedy: Self.remedy).message + "\n") }
      failed = true
    }
  }
}
