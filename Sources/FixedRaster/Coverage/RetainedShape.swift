// Stage: coverage. Input: a shape's spans and masks, once. Output: the same again, as often as it is drawn, without its
// path.
//
//     rows:    height + 1 words, where each row's pieces begin, in words
//     pieces:  a word, kind << 28 | count << 14 | column, and the data of its kind
//              full     nothing
//              even     a word: the coverage of all
//              mixed    bytes: the coverage of each, up to a whole word
//
// An edge takes a byte a pixel and the inside of a shape four bytes a run: a shape of 150 × 90 pixels was measured to
// take 3,384 bytes, where a mask takes 13,500.

/// The coverage of a path that does not change, in memory that the caller owns: made by
/// ``Canvas/retain(_:mapping:rule:in:memory:byteCount:)``.
///
/// It is drawn moved by whole pixels, in any colour or paint. A path that is drawn once is faster drawn at once.
@safe
public struct RetainedShape {
  /// The device pixels it was made for; nothing is covered beyond.
  public let bounds: PixelRect
  /// The bytes that it takes of the memory.
  public let byteCount: Int
  private let rows: UnsafePointer<UInt32>
  private let pieces: UnsafePointer<UInt32>

  @unsafe
  init(_ bounds: PixelRect, byteCount: Int, memory: UnsafeRawPointer) {
    self.bounds = bounds
    self.byteCount = byteCount
    unsafe rows = memory.assumingMemoryBound(to: UInt32.self)
    unsafe pieces = rows + (bounds.height &+ 1)
  }

  /// Copies the shape to memory of its own, so that the memory it was made in can be used again.
  ///
  /// - Parameter memory: ``byteCount`` bytes, aligned to four, in which the shape lies as long as it is used.
  @unsafe
  public func copied(to memory: UnsafeMutableRawPointer) -> RetainedShape {
    unsafe memory.copyMemory(from: rows, byteCount: byteCount)
    return unsafe RetainedShape(bounds, byteCount: byteCount, memory: memory)
  }

  /// Bytes of a shape without a piece: those of its rows, and those that may be read beyond the last piece.
  static func minimum(_ bounds: PixelRect) -> Int { (bounds.height &+ 3) &* 4 }

  /// Emits the coverage of `area`, whose corner is the sink's (0, 0), in the shape's own place.
  ///
  /// - Parameter buffer: room for 64 pixels.
  @inline(__always)
  func sweep<Sink: SpanSink>(
    _ area: PixelRect, _ buffer: UnsafeMutablePointer<UInt32>, into sink: inout Sink
  ) {
    let (left, right) = (Int(area.minX &- bounds.minX), Int(area.maxX &- bounds.minX))
    let first = Int(area.minY &- bounds.minY)
    for y in 0..<area.height {
      var place = unsafe Int(truncatingIfNeeded: rows[first &+ y])
      let end = unsafe Int(truncatingIfNeeded: rows[first &+ y &+ 1])
      while place < end {
        let piece = unsafe RetainedPiece(rawValue: pieces[place])
        // A row's pieces lie from left to right.
        if piece.column >= right { break }
        let content = unsafe pieces + (place &+ 1)
        place &+= piece.words
        if piece.column &+ piece.count <= left { continue }
        let (start, stop) = (Swift.max(piece.column, left), Swift.min(piece.column &+ piece.count, right))
        switch piece.kind {
        case RetainedPiece.full: sink.span(x: start &- left, y: y, count: stop &- start, coverage: 255)
        case RetainedPiece.even:
          unsafe sink.span(x: start &- left, y: y, count: stop &- start, coverage: content[0])
        default:
          var x = start
          if Sink.takesQuads {
            while x &+ 4 <= stop {
              let bytes = unsafe (UnsafeRawPointer(content) + (x &- piece.column)).loadUnaligned(as: UInt32.self)
              sink.quad(x: x &- left, y: y, coverage: widened4(bytes))
              x &+= 4
            }
          }
          while x < stop {
            let count = Swift.min(64, stop &- x)
            unsafe widen(UnsafeRawPointer(content) + (x &- piece.column), count, into: buffer)
            unsafe sink.mask(x: x &- left, y: y, count: count, coverage: buffer)
            x &+= count
          }
        }
      }
    }
  }

  /// Four bytes, each in a word of its own: `ushll` twice on arm64. By shifts and masks it would be 23 instructions there,
  /// for the compiler moves each word into its lane by itself.
  @inline(__always)
  private func widened4(_ bytes: UInt32) -> SIMD4<UInt32> {
    SIMD4<UInt32>(truncatingIfNeeded: unsafe unsafeBitCast(bytes, to: SIMD4<UInt8>.self))
  }

  /// Bytes to coverage as painters take it, eight pixels a step: up to seven bytes beyond `count` are read.
  @inline(__always)
  private func widen(_ bytes: UnsafeRawPointer, _ count: Int, into buffer: UnsafeMutablePointer<UInt32>) {
    let out = UnsafeMutableRawPointer(buffer)
    var i = 0
    while i < count {
      let lanes = unsafe widened8((bytes + i).assumingMemoryBound(to: UInt8.self))
      unsafe (out + i &* 4).storeBytes(of: pixels(lanes), as: Pixels8.self)
      i &+= 8
    }
  }
}

/// One piece of a row: its kind, its first pixel and its number of pixels.
struct RetainedPiece {
  // The kinds. Numbers: the cases of an enumeration would be found by a comparison with each.
  static var full: UInt32 { 0 }
  static var even: UInt32 { 1 }
  static var mixed: UInt32 { 2 }

  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `column` and `count` are at most 16383.
  init(_ kind: UInt32, _ column: Int, _ count: Int) {
    rawValue = kind &<< 28 | UInt32(truncatingIfNeeded: count) &<< 14 | UInt32(truncatingIfNeeded: column)
  }

  var kind: UInt32 { rawValue &>> 28 }
  var column: Int { Int(truncatingIfNeeded: rawValue & 0x3FFF) }
  var count: Int { Int(truncatingIfNeeded: (rawValue &>> 14) & 0x3FFF) }

  /// How many words it takes: one and its content.
  var words: Int {
    kind == RetainedPiece.mixed ? 1 &+ (count &+ 3) / 4 : 1 &+ Int(truncatingIfNeeded: kind)
  }
}

/// Writes a shape's pieces; once there is no room it writes nothing more.
@safe
struct ShapeRecorder: SpanSink {
  /// The row that the clip begins with.
  var top = 0
  private let rows: UnsafeMutablePointer<UInt32>
  private let pieces: UnsafeMutablePointer<UInt32>
  private let height: Int
  /// Words for pieces, and how many are taken.
  private let capacity: Int
  private var count = 0
  /// The first row whose beginning is not written.
  private var nextRow = 0
  private var isComplete = true

  static var takesWholeRows: Bool { true }

  /// - Parameter byteCount: at least ``RetainedShape/minimum(_:)``.
  @unsafe
  init(_ bounds: PixelRect, memory: UnsafeMutableRawPointer, byteCount: Int) {
    height = bounds.height
    unsafe rows = memory.bindMemory(to: UInt32.self, capacity: byteCount / 4)
    unsafe pieces = rows + (height &+ 1)
    capacity = (byteCount &- RetainedShape.minimum(bounds)) / 4
  }

  /// How many bytes the shape takes, once all rows were swept; `nil` if it found too little room.
  mutating func finish() -> Int? {
    beginRows(to: height)
    return isComplete ? (height &+ 3 &+ count) &* 4 : nil
  }

  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    let piece = RetainedPiece(coverage == 255 ? RetainedPiece.full : RetainedPiece.even, x, count)
    guard let place = unsafe append(piece, y) else { return }
    if coverage != 255 { unsafe place[0] = coverage }
  }

  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    guard let place = unsafe append(RetainedPiece(RetainedPiece.mixed, x, count), y) else { return }
    let bytes = UnsafeMutableRawPointer(place)
    for i in 0..<count {
      unsafe bytes.storeBytes(of: UInt8(truncatingIfNeeded: coverage[i]), toByteOffset: i, as: UInt8.self)
    }
  }

  /// Where a piece's content goes.
  private mutating func append(_ piece: RetainedPiece, _ y: Int) -> UnsafeMutablePointer<UInt32>? {
    beginRows(to: top &+ y)
    if count &+ piece.words > capacity { isComplete = false }
    if !isComplete { return nil }
    let place = unsafe pieces + count
    unsafe place[0] = piece.rawValue
    count &+= piece.words
    return unsafe place + 1
  }

  private mutating func beginRows(to row: Int) {
    while nextRow <= row {
      unsafe rows[nextRow] = UInt32(truncatingIfNeeded: count)
      nextRow &+= 1
    }
  }
}
