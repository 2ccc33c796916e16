import PanelAssets

/// The bytes of a pack that somebody changes: numbers by place, sections by tag, length and checksum made right again.
public struct PackEditor {
  public struct Section {
    public let tag: String
    /// Where its entry lies in the table.
    public let entry: Int
    public let offset, length: Int
  }

  public var bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public func number(_ offset: Int, bytes count: Int) -> Int {
    guard offset + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
  }

  /// Low bits of a number, little-endian; bytes beyond the end are left out.
  public mutating func set(_ offset: Int, _ value: Int, bytes count: Int) {
    for i in 0..<count where offset + i < bytes.count {
      bytes[offset + i] = UInt8(truncatingIfNeeded: value >> (i * 8))
    }
  }

  /// Those whose entry is within the bytes, which need not be a pack.
  public var sections: [Section] {
    let count = min(number(16, bytes: 4), max(0, (bytes.count - 20) / 12), 16)
    return (0..<count).map { index in
      let entry = 20 + index * 12
      return Section(
        tag: String(decoding: bytes[entry..<entry + 4], as: UTF8.self), entry: entry,
        offset: number(entry + 4, bytes: 4), length: number(entry + 8, bytes: 4))
    }
  }

  public func section(_ tag: String) -> Section? { sections.first { $0.tag == tag } }

  /// Makes length and checksum what they should be.
  public mutating func seal(length: Bool = true, checksum: Bool = true) {
    if length { set(8, bytes.count, bytes: 4) }
    if checksum && bytes.count > 16 { set(12, Int(crc32(bytes[16...])), bytes: 4) }
  }
}
