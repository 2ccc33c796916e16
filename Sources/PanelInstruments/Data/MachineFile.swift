// Stage: data. A file of /proc or /sys, kept open and read into the same memory each time.
import CLinux

/// The first bytes of a file that the kernel makes up whenever it is read.
final class MachineFile {
  /// Enough for the lines that are looked at: all are among the first.
  static var capacity: Int { 512 }

  private let descriptor: Int32
  private var buffer = InlineArray<512, UInt8>(repeating: 0)
  private var count = 0

  /// `nil` where there is no such file or it may not be read.
  init?(_ path: StaticString) {
    descriptor = path.withUTF8Buffer { bytes in
      unsafe bytes.baseAddress!.withMemoryRebound(to: CChar.self, capacity: bytes.count) { text in
        unsafe linux_open(text, O_RDONLY | O_CLOEXEC, 0)
      }
    }
    if descriptor < 0 { return nil }
  }

  deinit { _ = close(descriptor) }

  /// Reads the file from its start.
  /// - Returns: whether that succeeded.
  func read() -> Bool {
    count = unsafe withUnsafeMutableBytes(of: &buffer) { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    if count < 0 { count = 0 }
    return count > 0
  }

  /// The whole numbers after the first occurrence of `name`, up to the line's end; 0 for those that are not there.
  func numbers(after name: StaticString) -> InlineArray<8, UInt64> {
    var numbers = InlineArray<8, UInt64>(repeating: 0)
    var position = end(of: name)
    for index in numbers.indices {
      while position < count, buffer[position] == 32 { position += 1 }
      var value: UInt64 = 0
      while position < count, case let digit = buffer[position], digit >= 48, digit <= 57 {
        value = value &* 10 &+ UInt64(digit &- 48)
        position += 1
      }
      numbers[index] = value
    }
    return numbers
  }

  /// The whole number that the file begins with; `nil` where it begins with something else.
  var number: Int? {
    var (position, value) = (0, 0)
    let isNegative = count > 0 && buffer[0] == 45
    if isNegative { position = 1 }
    let first = position
    // Nine digits fit where Int has 32 bits.
    while position < count, position < first + 9, case let digit = buffer[position], digit >= 48, digit <= 57 {
      value = value * 10 + Int(digit - 48)
      position += 1
    }
    return position == first ? nil : isNegative ? -value : value
  }

  /// The position behind the first occurrence of `name`; the end if it does not occur.
  private func end(of name: StaticString) -> Int {
    let length = name.utf8CodeUnitCount
    var start = 0
    while start + length <= count {
      var matched = 0
      while matched < length, unsafe buffer[start + matched] == name.utf8Start[matched] { matched += 1 }
      if matched == length { return start + length }
      start += 1
    }
    return count
  }
}
