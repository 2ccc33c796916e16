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
  /// Whether it is memory of this process, which no console draws over and no touchscreen lies on.
  var isInMemory: Bool { get }
  /// The connector that it is plugged into; `nil` where it is not known.
  var connector: DisplayConnector? { get }
  /// The presented frames and pixels so far.
  var counts: PresentCounts { get }
  /// Whether frames are drawn into two memories by turns: ``memory`` then lacks the changes of the frame before.
  var alternates: Bool { get }
  /// How often everything that was drawn got lost, so that the next frame is a whole one.
  var restarts: Int { get }
  /// Becomes readable when ``readEvents()`` has something to do; `nil` where it never has. Displays of one card share it.
  var eventDescriptor: Int32? { get }
  /// Learns which frames are on the display.
  /// - Throws: the display is gone.
  func readEvents() throws(DeviceError)
  /// Whether the display is still there, as it was when it was opened: asks its driver, which may take a tenth of a second.
  func isThere() -> Bool
  /// When the next frame may be drawn, in nanoseconds of the loop's clock; `nil` for at once, and `.max` while the display
  /// is off, or closed. While a frame is on its way: when it counts as lost, for its event allows the next one.
  /// - Parameter cost: how long a frame takes to draw, in nanoseconds.
  func earliestFrameTime(cost: Int64) -> Int64?
  /// Shows the drawing within `damage`, rectangles of the picture in pixels that do not overlap; those parts of them
  /// that lie outside the display are ignored. Returns without waiting for the picture to appear.
  /// - Throws: the display is gone or refuses.
  func present(_ damage: Span<PixelRect>) throws(DeviceError)
  /// Takes the display back, or leaves it to another virtual terminal, which shows itself then. Nothing is to be drawn
  /// meanwhile.
  func setForeground(_ isForeground: Bool)
  /// Switches the display on or off. While it is off nothing is to be drawn.
  /// - Returns: whether it can.
  func setPower(_ isOn: Bool) -> Bool
  /// Gives the memory and the device back at once; the addresses when no copy of ``memory`` is held any more. Further
  /// calls do nothing.
  func close()
}

extension Display {
  public var pixelsPerMillimetre: Fixed? { nil }
  public var isInMemory: Bool { false }
  public var connector: DisplayConnector? { nil }
  public var alternates: Bool { false }
  public var restarts: Int { 0 }
  public var eventDescriptor: Int32? { nil }
  public func readEvents() throws(DeviceError) {}
  public func isThere() -> Bool { true }
  public func earliestFrameTime(cost: Int64) -> Int64? { nil }
  public func setForeground(_ isForeground: Bool) {}
  public func setPower(_ isOn: Bool) -> Bool { false }
}

/// Where a display is plugged in.
public struct DisplayConnector: Sendable {
  /// Its folder in `/sys/class/drm`: "card0-DSI-1".
  public let folder: String
  /// Whether the display is a panel of the board and no monitor.
  public let isBuiltIn: Bool
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
  /// Frames that were shown more than a millisecond later than the picture of the display that came first.
  public var lateFrames: Int64 = 0
  /// How late the latest of them was, in nanoseconds.
  public var lateness: Int64 = 0

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

  /// Notes how late a frame was shown, in nanoseconds.
  mutating func noteLateness(_ lateness: Int64) {
    if lateness > 1_000_000 { counts.lateFrames += 1 }
    counts.lateness = max(counts.lateness, lateness)
  }

  /// Marks the pages of a rectangle within the picture and returns its pixels.
  private mutating func mark(_ area: PixelRect) -> Int64 {
    if area.isEmpty { return 0 }
    let rect = memory.memoryArea(of: area)
    let bitsPerPixel = Int(memory.layout.bitsPerPixel)
    let first = Int(rect.minX) * bitsPerPixel / 8
    let last = (Int(rect.maxX) * bitsPerPixel + 7) / 8 - 1
    counts.bytes += Int64(last - first + 1) * Int64(rect.height)
    let start = offset + Int(rect.minY) * memory.bytesPerRow
    // No page lies between two rows that are less than one apart.
    if memory.bytesPerRow - (last - first + 1) < pageSize {
      touch(start + first, start + Int(rect.height - 1) * memory.bytesPerRow + last)
    } else {
      for row in 0..<Int(rect.height) {
        touch(start + row * memory.bytesPerRow + first, start + row * memory.bytesPerRow + last)
      }
    }
    return rect.area
  }

  /// Marks the pages from a byte to another one.
  private mutating func touch(_ first: Int, _ last: Int) {
    // Pages are powers of two.
    let bits = pageSize.trailingZeroBitCount
    let (page, end) = (first &>> bits, last &>> bits)
    for word in page &>> 6...end &>> 6 {
      var mask = UInt64.max
      if word == page &>> 6 { mask &<<= UInt64(page & 63) }
      if word == end &>> 6 { mask &= UInt64.max &>> UInt64(63 - end & 63) }
      touched[word] |= mask
    }
  }
}
