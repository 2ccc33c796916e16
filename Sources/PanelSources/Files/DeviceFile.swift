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
    switch address {
    case .oneWire(let id):
      let folder = root + "/bus/w1/devices/" + text(id) + "/"
      hasChecksum = true
      if open(folder + "w1_slave") { return 0 }
      hasChecksum = false
      return open(folder + "temperature") ? 0 : linux_errno()
    case .iio(let device, let channel, let shared, let decimals):
      self.decimals = decimals
      for number in 0..<Self.folderLimit {
        let folder = root + "/bus/iio/devices/iio:device" + String(number)
        if !isDevice(device, folder, &buffer) { continue }
        let path = folder + "/" + text(channel)
        (scale, offset) = (.one, .zero)
        if open(path + "_raw") { return readScale([path, folder + "/" + text(shared)], &buffer) }
        if open(path + "_input") { return 0 }
      }
    case .hwmon(let device, let file, let decimals):
      self.decimals = decimals
      for number in 0..<Self.folderLimit {
        let folder = root + "/class/hwmon/hwmon" + String(number)
        if isDevice(device, folder, &buffer), open(folder + "/" + text(file)) { return 0 }
      }
    case .label(let device, let label):
      for number in 0..<Self.folderLimit {
        let folder = root + "/class/hwmon/hwmon" + String(number)
        if isDevice(device, folder, &buffer), open(label, folder, &buffer) { return 0 }
      }
    }
    return ENOENT
  }

  /// More devices of one kind are not looked at.
  private static var folderLimit: Int { 128 }

  /// Whether a folder is that of a device. A place in the tree, as 1-0048, tells devices of one name apart.
  private func isDevice(_ device: [UInt8], _ folder: String, _ buffer: inout [UInt8]) -> Bool {
    guard let name = line(folder + "/name", &buffer) else { return false }
    if device == [UInt8(ascii: "*")] || device == name { return true }
    if folder.utf8.suffix(device.count + 1).elementsEqual([47] + device) { return true }
    guard let sign = device.firstIndex(of: UInt8(ascii: "@")), device[..<sign].elementsEqual(name) else { return false }
    let parent = [47] + device[(sign + 1)...] + [47]
    let path = Array(folder.utf8) + [0]
    let count = unsafe path.withUnsafeBufferPointer { path in
      unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe linux_readlink(path.baseAddress, $0.baseAddress, $0.count)
      }
    }
    if count < parent.count { return false }
    for start in 0...count - parent.count where buffer[start..<start + parent.count].elementsEqual(parent) {
      return true
    }
    return false
  }

  private func open(_ label: [UInt8], _ folder: String, _ buffer: inout [UInt8]) -> Bool {
    var names: [String] = []
    _ = Folder.names(in: folder, into: &names)
    for name in names {
      let bytes = Array(name.utf8)
      if bytes.count < 7 || !bytes[(bytes.count - 6)...].elementsEqual("_label".utf8) { continue }
      if line(folder + "/" + name, &buffer) != label { continue }
      // Micro-watts, micro-joules, and thousandths of a percent.
      decimals =
        bytes[0] == UInt8(ascii: "p") || bytes[0] == UInt8(ascii: "e") ? 6 : bytes[0] == UInt8(ascii: "h") ? 3 : 0
      let path = folder + "/" + text(Array(bytes[..<(bytes.count - 6)]))
      if open(path + "_input") || open(path + "_average") { return true }
    }
    return false
  }

  /// Reads the scale and the offset of a channel, or those that all channels of its type have. Without a file they are 1 and 0.
  private func readScale(_ paths: [String], _ buffer: inout [UInt8]) -> Int32 {
    for isScale in [true, false] {
      for path in paths {
        let file = path + (isScale ? "_scale" : "_offset")
        guard let text = line(file, &buffer) else {
          if linux_errno() == ENOENT { continue }
          close()
          return linux_errno()
        }
        guard let number = SensorNumber(text.span) else {
          close()
          return ERANGE
        }
        if isScale { scale = number } else { offset = number }
        break
      }
    }
    return 0
  }

  // MARK: Files

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func open(_ path: String) -> Bool {
    descriptor = unsafe path.withCString { unsafe linux_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    return descriptor >= 0
  }

  private static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    unsafe buffer.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The first line of a file; `nil` where it cannot be read.
  private func line(_ path: String, _ buffer: inout [UInt8]) -> [UInt8]? {
    let file = unsafe path.withCString { unsafe linux_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
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
