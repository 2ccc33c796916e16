// Stage: sources. Input: the files of a sensor under /sys. Output: its value.
import CLinux
import PanelSignals
import SystemFiles

/// A sensor of IIO, hwmon or 1-wire, found by its name, and kept open.
final class DeviceFile {
  /// The bytes of a file that are looked at.
  static var limit: Int { 512 }

  private let address: DeviceAddress
  private let root: String
  private var descriptor: Int32 = -1
  private var (scale, offset, decimals) = (SensorNumber.one, SensorNumber.zero, 0)
  /// Why the last ``read(_:)`` had no value: the error's number, or 0 for a file without a number.
  private(set) var code: Int32 = 0
  /// Whether the number stands behind `t=`, after a checksum.
  private var hasChecksum = false

  /// - Parameter root: the folder of /sys.
  init(_ address: DeviceAddress, root: String) { (self.address, self.root) = (address, root) }

  deinit { close() }

  private func close() {
    if descriptor >= 0 { _ = CLinux.close(descriptor) }
    descriptor = -1
  }

  /// Reads the sensor, which may take 750 ms or more. A device that has gone is looked for again at the next call.
  /// - Parameter buffer: ``limit`` bytes.
  @inline(never)
  func read(_ buffer: inout [UInt8]) -> Fixed64? {
    if descriptor < 0 {
      code = open(&buffer)
      if code != 0 { return nil }
    }
    let count = Self.read(descriptor, &buffer)
    code = count < 0 ? linux_errno() : 0
    let value = count <= 0 ? nil : find(buffer.span.extracting(0..<count))
    // Its scale is read again then.
    if value == nil { close() }
    return value
  }

  private func find(_ text: Span<UInt8>) -> Fixed64? {
    var start = 0
    if hasChecksum {
      let (place, isRight) = Self.oneWire(text)
      if !isRight { code = EBADMSG }
      guard isRight, let place else { return nil }
      start = place
    }
    guard let raw = SensorNumber(text.extracting(start..<text.count)) else { return nil }
    guard let value = SensorNumber.value(raw, offset: offset, scale: scale, decimals: decimals) else {
      code = ERANGE
      return nil
    }
    return value
  }

  /// Reads `crc=57 YES`, and on the next line `t=23187`. Behind `NO` stands the value before.
  /// - Returns: the place behind `t=`, and whether the checksum was right.
  static func oneWire(_ text: Span<UInt8>) -> (place: Int?, isRight: Bool) {
    var (words, place, isRight) = (WordReader(text), Int?.none, false)
    while let word = words.next() {
      if word.count == 3, word[0] == 89, word[1] == 69, word[2] == 83 { isRight = true }
      // A number without the end of its line may go on.
      let isWhole = words.position < text.count
      if isWhole, word.count > 2, word[0] == 116, word[1] == 61 { place = words.position - word.count + 2 }
    }
    return (place, isRight)
  }

  // MARK: Finding

  /// - Returns: 0, or the error's number.
  private func open(_ buffer: inout [UInt8]) -> Int32 {
    let (device, base): ([UInt8], String)
    switch address {
    case .oneWire(let id):
      hasChecksum = true
      if open(root + "/bus/w1/devices/", id, "/w1_slave") { return 0 }
      hasChecksum = false
      return open(root + "/bus/w1/devices/", id, "/temperature") ? 0 : linux_errno()
    case .iio(let name, _, _, _): (device, base) = (name, root + "/bus/iio/devices/iio:device")
    case .hwmon(let name, _, _), .label(let name, _): (device, base) = (name, root + "/class/hwmon/hwmon")
    }
    for number in 0..<Self.folderLimit {
      let folder = base + String(number)
      if isDevice(device, folder, &buffer), let code = open(in: folder + "/", &buffer) { return code }
    }
    return ENOENT
  }

  /// More devices of one kind are not looked at.
  private static var folderLimit: Int { 128 }

  /// Opens the file of a sensor.
  /// - Returns: 0, or the error's number; `nil` where the device has no such sensor.
  private func open(in folder: String, _ buffer: inout [UInt8]) -> Int32? {
    switch address {
    case .oneWire: return nil
    case .iio(_, let channel, let shared, let decimals):
      (scale, offset, self.decimals) = (.one, .zero, decimals)
      if open(folder, channel, "_raw") { return readScale(folder, channel, shared, &buffer) }
      return open(folder, channel, "_input") ? 0 : nil
    case .hwmon(_, let file, let decimals):
      self.decimals = decimals
      return open(folder, file, "") ? 0 : nil
    case .label(_, let label): return open(label, folder, &buffer) ? 0 : nil
    }
  }

  /// Whether a folder is that of a device. A place in the tree, as 1-0048, tells devices of one name apart.
  private func isDevice(_ device: [UInt8], _ folder: String, _ buffer: inout [UInt8]) -> Bool {
    guard let name = line(folder, Array("/name".utf8), "", &buffer) else { return false }
    if device.count == 1 && device[0] == UInt8(ascii: "*") || haveSameBytes(device, name.span) { return true }
    let path = Array(folder.utf8)
    let start = path.count - device.count
    if start > 0, path[start - 1] == 47, Self.have(path, device, at: start) { return true }
    // NAME@PARENT
    let sign = name.count
    if device.count <= sign || device[sign] != UInt8(ascii: "@") || !Self.have(device, name, at: 0) { return false }
    let parent = [47] + Array(device[(sign + 1)...]) + [47]
    let ended = path + [0]
    let count = unsafe ended.withUnsafeBufferPointer { path in
      unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe linux_readlink(path.baseAddress, $0.baseAddress, $0.count)
      }
    }
    if count < parent.count { return false }
    for start in 0...count - parent.count where Self.have(buffer, parent, at: start) { return true }
    return false
  }

  /// Whether bytes have others at a place.
  @inline(never)
  private static func have(_ bytes: [UInt8], _ part: [UInt8], at start: Int) -> Bool {
    if start < 0 || bytes.count - start < part.count { return false }
    for index in part.indices where bytes[start + index] != part[index] { return false }
    return true
  }

  private func open(_ label: [UInt8], _ folder: String, _ buffer: inout [UInt8]) -> Bool {
    var names: [String] = []
    _ = Folder.names(in: folder, into: &names)
    let suffix = Array("_label".utf8)
    for name in names {
      var bytes = Array(name.utf8)
      if !Self.have(bytes, suffix, at: bytes.count - suffix.count) { continue }
      guard let found = line(folder, bytes, "", &buffer), haveSameBytes(found, label.span) else { continue }
      bytes.removeLast(suffix.count)
      // Micro-watts, micro-joules, and thousandths of a percent.
      decimals =
        bytes[0] == UInt8(ascii: "p") || bytes[0] == UInt8(ascii: "e") ? 6 : bytes[0] == UInt8(ascii: "h") ? 3 : 0
      if open(folder, bytes, "_input") || open(folder, bytes, "_average") { return true }
    }
    return false
  }

  /// Reads the scale and the offset of a channel, or those that all channels of its type have. Without a file they are 1 and 0.
  private func readScale(_ folder: String, _ channel: [UInt8], _ shared: [UInt8], _ buffer: inout [UInt8]) -> Int32 {
    var code = read(&scale, folder, channel, "_scale", &buffer)
    if code == ENOENT { code = read(&scale, folder, shared, "_scale", &buffer) }
    if code == 0 || code == ENOENT { code = read(&offset, folder, channel, "_offset", &buffer) }
    if code == ENOENT { code = read(&offset, folder, shared, "_offset", &buffer) }
    if code == 0 || code == ENOENT { return 0 }
    close()
    return code
  }

  @inline(never)
  private func read(
    _ number: inout SensorNumber, _ folder: String, _ name: [UInt8], _ suffix: String, _ buffer: inout [UInt8]
  ) -> Int32 {
    guard let text = line(folder, name, suffix, &buffer) else { return linux_errno() }
    guard let found = SensorNumber(text.span) else { return ERANGE }
    number = found
    return 0
  }

  // MARK: Files

  @inline(never)
  private func open(_ folder: String, _ name: [UInt8], _ suffix: String) -> Bool {
    descriptor = Self.open(folder, name, suffix)
    return descriptor >= 0
  }

  @inline(never)
  private static func open(_ folder: String, _ name: [UInt8], _ suffix: String) -> Int32 {
    let path = folder + String(decoding: name, as: UTF8.self) + suffix
    return unsafe path.withCString { unsafe linux_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
  }

  private static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    unsafe buffer.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The first line of a file; `nil` where it cannot be read.
  @inline(never)
  private func line(_ folder: String, _ name: [UInt8], _ suffix: String, _ buffer: inout [UInt8]) -> [UInt8]? {
    let file = Self.open(folder, name, suffix)
    if file < 0 { return nil }
    let count = Self.read(file, &buffer)
    let code = linux_errno()
    _ = CLinux.close(file)
    linux_set_errno(code)
    if count < 0 { return nil }
    var end = 0
    while end < count, buffer[end] != 10 { end += 1 }
    return Array(buffer[..<end])
  }
}
