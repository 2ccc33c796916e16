// Stage: the end of a frame's way. Input: damaged pixels in the display's memory. Output: a visible frame.
import FixedRaster
import SystemFiles

/// Something that shows pixels.
///
/// A frame is drawn by writing the damaged pixels of ``memory``, each once and without reading any, and is then handed
/// over with ``present(_:)``.
public protocol Display: AnyObject {
  /// Its name for messages: a path and the driver's name, or "memory".
  var name: String { get }
  /// Where to draw. A copy that is kept longer than the display is open may be drawn into: nobody sees it.
  var memory: DisplayMemory { get }
  /// How fine it is, by the size that its driver tells; `nil` where it tells none that can be true.
  var pixelsPerMillimetre: Fixed? { get }
  /// The presented frames and pixels so far.
  var counts: PresentCounts { get }
  /// Shows the drawing within `damage`, rectangles of the picture in pixels that do not overlap; those parts of them
  /// that lie outside the display are ignored. Returns without waiting for the picture to appear.
  /// - Throws: the display is gone or refuses.
  func present(_ damage: Span<PixelRect>) throws(DeviceError)
  /// Gives the memory and the device back at once; the addresses when no copy of ``memory`` is held any more. Further
  /// calls do nothing.
  func close()
}

extension Display {
  public var pixelsPerMillimetre: Fixed? { nil }
}

/// The total of presented frames and pixels.
public struct PresentCounts: Equatable, Sendable {
  /// Frames, those without damage left out.
  public var frames: Int64 = 0
  /// Damaged pixels.
  public var pixels: Int64 = 0
  /// Bytes of these pixels.
  public var bytes: Int64 = 0
  /// Pages of the display's memory that hold at least one of them, each counted once a frame.
  public var pages: Int64 = 0

  public init() {}
}

/// Counts the pixels of a display's memory that frames write. Does not allocate after it was made.
struct DamageCounter {
  private(set) var counts = PresentCounts()
  /// Asked for sizes alone; never read.
  private let memory: DisplayMemory
  /// Bytes from a page's start to the first pixel: 0..<pageSize.
  private let offset: Int
  private let pageSize: Int
  /// One bit a page: touched in the frame being counted.
  private var touched: [UInt64]

  /// - Parameter offset: bytes from a page's start to the memory's first pixel.
  init(_ memory: DisplayMemory, offset: Int, pageSize: Int = SystemCalls.pageSize) {
    self.memory = memory
    self.offset = offset % pageSize
    self.pageSize = pageSize
    let pages = (self.offset + memory.unrotated.height * memory.bytesPerRow + pageSize - 1) / pageSize
    touched = [UInt64](repeating: 0, count: (pages + 63) / 64)
  }

  /// Adds a frame whose damage is `damage`.
  mutating func add(_ damage: Span<PixelRect>) {
    for index in touched.indices { touched[index] = 0 }
    var pixels: Int64 = 0
    for index in damage.indices { pixels += mark(damage[index].intersection(memory.bounds)) }
    if pixels == 0 { return }
    counts.frames += 1
    counts.pixels += pixels
    for word in touched { counts.pages += Int64(word.nonzeroBitCount) }
  }

  /// Marks the pages of a rectangle within the picture and returns its pixels.
  private mutating func mark(_ area: PixelRect) -> Int64 {
    if area.isEmpty { return 0 }
    let rect = memory.memoryArea(of: area)
    let bitsPerPixel = Int(memory.layout.bitsPerPixel)
    let first = Int(rect.minX) * bitsPerPixel / 8
    let last = (Int(rect.maxX) * bitsPerPixel + 7) / 8 - 1
    counts.bytes += Int64(last - first + 1) * Int64(rect.height)
    // Pages are powers of two.
    let bits = pageSize.trailingZeroBitCount
    var row = offset + Int(rect.minY) * memory.bytesPerRow
    for _ in 0..<rect.height {
      var page = (row + first) &>> bits
      while page <= (row + last) &>> bits {
        touched[page &>> 6] |= 1 &<< UInt64(page & 63)
        page += 1
      }
      row += memory.bytesPerRow
    }
    return rect.area
  }
}
