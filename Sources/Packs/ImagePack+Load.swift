// Stage: assets. Input: a container that should hold an image. Output: where its parts lie; an error for the first
// deviation from docs/packs.md. Pixels are looked at too: blending takes for granted that colours are premultiplied,
// and pixels under an image that calls itself opaque are not drawn.
import FixedRaster

/// Where the fields of the section IMAG lie.
enum ImageField {
  static var format: Int { 0 }
  static var mipLevelCount: Int { 2 }
  static var width: Int { 4 }
  static var height: Int { 6 }
  static var color: Int { 8 }
  static var byteCount: Int { 12 }
}

/// Where the parts of a loaded image lie, in bytes from the pack's start.
struct ImageLayout {
  private(set) var format = ImageFormat.argb8888
  private(set) var width = 0, height = 0
  /// Levels below the image itself.
  private(set) var mipLevelCount = 0
  private(set) var color = Color.black
  private var isOpaque = true
  private var pixels = 0
  private var alpha: Int?
  private var palette: Int?
  private var mipLevels: Int?

  init(_ pack: PackContainer) throws(PackError) {
    let tags: InlineArray<5, UInt32> = [
      PackTag.make("IMAG"), PackTag.make("PIXL"), PackTag.make("ALPH"), PackTag.make("PALT"), PackTag.make("MIPS"),
    ]
    try pack.requireTags(among: tags.span)
    let header = try pack.section(tags[0], length: Int64(ImageField.byteCount)).offset
    try readHeader(pack, header)
    // At most 2^17 · 2^15, which 32 bits do not hold.
    let rows = try pack.section(tags[1], length: Int64(bytesPerRow) * Int64(height))
    let plane = try pack.section(
      tags[2], length: Int64(alphaBytesPerRow) * Int64(height), isNeeded: format == .rgb565Alpha8)
    let colors: Int64 = format == .palette4 ? 16 : 256
    let table = try pack.section(tags[3], length: colors * 4, isNeeded: format == .palette4 || format == .palette8)
    let mips = try pack.section(tags[4], length: mipSectionLength, isNeeded: mipLevelCount > 0)
    (pixels, alpha, palette) = (rows.offset, plane?.offset, table?.offset)
    if let mips {
      try checkMipLevels(pack, mips.offset)
      mipLevels = mips.offset + mipLevelCount * 4
    }
    try checkPixels(pack, mips)
  }

  private mutating func readHeader(_ pack: PackContainer, _ header: Int) throws(PackError) {
    let bytes = pack.bytes
    let number = bytes.u16(header + ImageField.format)
    guard number <= 255, let format = ImageFormat(rawValue: UInt8(number)) else {
      throw pack.error(header + ImageField.format, .imageFormat, Int64(number), Int64(ImageFormat.palette4.rawValue))
    }
    self.format = format
    (width, height) = (bytes.u16(header + ImageField.width), bytes.u16(header + ImageField.height))
    for (at, size) in [(ImageField.width, width), (ImageField.height, height)] where size < 1 || size > 32767 {
      throw pack.error(header + at, .imageSize, Int64(size), 32767)
    }
    mipLevelCount = bytes.u16(header + ImageField.mipLevelCount)
    let full = Int.bitWidth - 1 - Swift.max(width, height).leadingZeroBitCount
    if mipLevelCount != 0 && mipLevelCount != full {
      throw pack.error(header + ImageField.mipLevelCount, .mipLevelCount, Int64(mipLevelCount), Int64(full))
    }
    color = Color(argb: bytes.word(header + ImageField.color))
  }

  /// From a row to the next: padded to four.
  private var bytesPerRow: Int { Int(paddedToFour(Int64(format.bytes(width: width)))) }
  private var alphaBytesPerRow: Int { Int(paddedToFour(Int64(width))) }

  private var mipBytes: Int64 { format == .alpha8 ? 1 : 4 }
  private func levelSize(_ k: Int) -> (width: Int, height: Int) {
    (Swift.max(1, width >> k), Swift.max(1, height >> k))
  }

  /// The sizes of all levels below the image, then their pixels.
  private var mipSectionLength: Int64 {
    var pixels: Int64 = 0
    for k in 0..<mipLevelCount {
      let size = levelSize(k + 1)
      pixels += Int64(size.width) * Int64(size.height)
    }
    return Int64(mipLevelCount) * 4 + paddedToFour(pixels * mipBytes)
  }

  private func checkMipLevels(_ pack: PackContainer, _ offset: Int) throws(PackError) {
    for k in 0..<mipLevelCount {
      let size = levelSize(k + 1)
      for (at, expected) in [(offset + k * 4, size.width), (offset + k * 4 + 2, size.height)]
      where pack.bytes.u16(at) != expected {
        throw pack.error(at, .mipLevelSize, Int64(pack.bytes.u16(at)), Int64(expected))
      }
    }
  }

  /// Premultiplied colours, and whether all are opaque.
  private mutating func checkPixels(_ pack: PackContainer, _ mips: PackSection?) throws(PackError) {
    if format == .argb8888 { try checkColors(pack, pixels, pixels + bytesPerRow * height) }
    if let palette { try checkColors(pack, palette, palette + (format == .palette4 ? 64 : 1024)) }
    if let mips, let mipLevels, format != .alpha8 { try checkColors(pack, mipLevels, mips.end) }
    if format == .alpha8 { isOpaque = false }
    if let alpha {
      for y in 0..<height {
        for x in 0..<width where pack.bytes.u8(alpha + y * alphaBytesPerRow + x) != 255 {
          isOpaque = false
          return
        }
      }
    }
  }

  private mutating func checkColors(_ pack: PackContainer, _ start: Int, _ end: Int) throws(PackError) {
    var at = start
    while at < end {
      let word = pack.bytes.word(at)
      let alpha = word >> 24
      if alpha != 255 {
        isOpaque = false
        let most = Swift.max(word >> 16 & 255, Swift.max(word >> 8 & 255, word & 255))
        if most > alpha { throw pack.error(at, .premultiplied, Int64(most), Int64(alpha)) }
      }
      at += 4
    }
  }

  /// The image that lies there; it keeps the memory.
  func image(in memory: PackMemory, color: Color) -> Image {
    let (bytes, plane, colors) = (memory.bytes, alpha ?? pixels, palette ?? pixels)
    let image = unsafe Image(
      format, pixels: bytes.pointer(pixels), width: width, height: height, bytesPerRow: bytesPerRow,
      alpha: bytes.pointer(plane), alphaBytesPerRow: alphaBytesPerRow,
      palette: bytes.pointer(colors).assumingMemoryBound(to: UInt32.self), color: color, isOpaque: isOpaque,
      mipLevels: mipLevels.map { unsafe bytes.pointer($0) })
    return unsafe image.keeping(memory)
  }
}
