// Stage: assets. Input: memory that should be a pack. Output: its sections, all of them inside it. The common part of
// fonts and images: docs/packs.md, "The container".

/// Where the header's fields lie, in bytes from the pack's start.
package enum PackHeader {
  package static var magic: UInt32 { PackTag.make("LPAK") }
  package static var version: Int { 1 }
  package static var versionOffset: Int { 4 }
  package static var kindOffset: Int { 6 }
  package static var lengthOffset: Int { 8 }
  package static var checksumOffset: Int { 12 }
  /// The checksum covers the bytes from here on, which begin with the number of sections.
  package static var sectionCountOffset: Int { 16 }
  /// The header and the number of sections.
  package static var byteCount: Int { 20 }
  /// Bytes of a section's entry: tag, offset, length.
  package static var entryBytes: Int { 12 }
}

package enum PackKind: Int {
  case font = 1
  case image = 2
  case panel = 3
}

/// Four letters as a little-endian number.
package enum PackTag {
  @inline(__always)
  package static func make(_ letters: StaticString) -> UInt32 {
    var tag: UInt32 = 0
    for i in 0..<4 { tag |= unsafe UInt32(letters.utf8Start[i]) &<< UInt32(i &* 8) }
    return tag
  }
}

/// A part of a pack: 4-aligned, inside it, behind the table of sections.
package struct PackSection {
  package let offset, length: Int

  package init(offset: Int, length: Int) { (self.offset, self.length) = (offset, length) }

  package var end: Int { offset + length }
}

/// A pack whose header, checksum and sections are right.
package struct PackContainer {
  package let memory: PackMemory
  package let file: String
  package let sectionCount: Int

  package var bytes: PackBytes { memory.bytes }

  package init(_ memory: PackMemory, file: String, kind: PackKind) throws(PackError) {
    (self.memory, self.file) = (memory, file)
    let bytes = memory.bytes
    if bytes.count < PackHeader.byteCount {
      throw PackError(file, 0, .tooShort, found: Int64(bytes.count), limit: Int64(PackHeader.byteCount))
    }
    try Self.require(bytes.u32(0), is: Int64(PackHeader.magic), file, 0, .magic)
    try Self.require(
      Int64(bytes.u16(PackHeader.versionOffset)), is: Int64(PackHeader.version), file, PackHeader.versionOffset,
      .version)
    try Self.require(
      Int64(bytes.u16(PackHeader.kindOffset)), is: Int64(kind.rawValue), file, PackHeader.kindOffset, .kind)
    try Self.require(
      bytes.u32(PackHeader.lengthOffset), is: Int64(bytes.count), file, PackHeader.lengthOffset, .length)
    try Self.require(
      bytes.u32(PackHeader.checksumOffset), is: Int64(bytes.checksum(from: PackHeader.sectionCountOffset)), file,
      PackHeader.checksumOffset, .checksum)
    let count = bytes.u32(PackHeader.sectionCountOffset)
    let limit = Int64((bytes.count - PackHeader.byteCount) / PackHeader.entryBytes)
    if count < 1 || count > limit {
      throw PackError(file, PackHeader.sectionCountOffset, .sectionCount, found: count, limit: limit)
    }
    sectionCount = Int(count)
    try checkSections()
  }

  private static func require(
    _ found: Int64, is expected: Int64, _ file: String, _ offset: Int, _ reason: PackError.Reason
  ) throws(PackError) {
    if found != expected { throw PackError(file, offset, reason, found: found, limit: expected) }
  }

  private func entry(_ index: Int) -> Int { PackHeader.byteCount + index * PackHeader.entryBytes }

  private func checkSections() throws(PackError) {
    let tableEnd = Int64(entry(sectionCount))
    for i in 0..<sectionCount {
      let (offset, length) = (bytes.u32(entry(i) + 4), bytes.u32(entry(i) + 8))
      if offset & 3 != 0 || offset < tableEnd { throw error(entry(i) + 4, .sectionOffset, offset, tableEnd) }
      if offset + length > Int64(bytes.count) {
        throw error(entry(i) + 8, .sectionEnd, offset + length, Int64(bytes.count))
      }
    }
  }

  /// Each section is one of `tags`, and none is there twice.
  package func requireTags(among tags: Span<UInt32>) throws(PackError) {
    for i in 0..<sectionCount {
      let tag = bytes.word(entry(i))
      var isKnown = false
      for k in tags.indices where tags[k] == tag { isKnown = true }
      if !isKnown { throw error(entry(i), .unknownSection, Int64(tag)) }
      for j in 0..<i where bytes.word(entry(j)) == tag { throw error(entry(i), .repeatedSection, Int64(tag)) }
    }
  }

  /// - Parameter length: the section's length, in bytes; `nil` if it says so itself.
  package func section(_ tag: UInt32, length: Int64? = nil) throws(PackError) -> PackSection {
    guard let index = index(of: tag) else {
      throw error(PackHeader.sectionCountOffset, .missingSection, 0, Int64(tag))
    }
    let at = entry(index)
    let found = bytes.u32(at + 8)
    if let length, found != length { throw error(at + 8, .sectionLength, found, length) }
    return PackSection(offset: Int(bytes.u32(at + 4)), length: Int(found))
  }

  /// The section if it is `isNeeded`, which it then must be.
  package func section(_ tag: UInt32, length: Int64, isNeeded: Bool) throws(PackError) -> PackSection? {
    if isNeeded { return try section(tag, length: length) }
    if let index = index(of: tag) { throw error(entry(index), .needlessSection, Int64(tag)) }
    return nil
  }

  package func index(of tag: UInt32) -> Int? {
    for i in 0..<sectionCount where bytes.word(entry(i)) == tag { return i }
    return nil
  }

  package func error(_ offset: Int, _ reason: PackError.Reason, _ found: Int64 = 0, _ limit: Int64 = 0) -> PackError {
    PackError(file, offset, reason, found: found, limit: limit)
  }
}

/// Rounded up to a multiple of four, as sections and their parts are padded.
package func paddedToFour(_ bytes: Int64) -> Int64 { (bytes + 3) & ~3 }
