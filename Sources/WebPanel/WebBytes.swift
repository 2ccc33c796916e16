// Stage: a page. Bytes between the page and the module. The only file of the module with pointers.
import CLinux
import FixedRaster

/// Bytes at a place that the page knows, until more of them are needed.
@safe
final class WebBytes {
  private var base: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private(set) var count = 0

  deinit { unsafe free(base) }

  /// The place of the first byte, for the page; `nil` before there is room.
  var address: UnsafeMutablePointer<UInt8>? { unsafe base }

  /// Makes room for so many bytes; their values are any.
  /// - Returns: whether there is memory for them; there are none otherwise.
  func resize(to wanted: Int) -> Bool {
    if unsafe wanted > capacity || base == nil {
      unsafe free(base)
      unsafe base = malloc(max(16, wanted))?.assumingMemoryBound(to: UInt8.self)
      capacity = unsafe base == nil ? 0 : max(16, wanted)
    }
    count = min(wanted, capacity)
    return count == wanted
  }

  /// Takes the place of the former bytes.
  func store(_ text: String) {
    let bytes = text.utf8
    if !resize(to: bytes.count) { return }
    var place = 0
    for byte in bytes {
      unsafe base?[place] = byte
      place += 1
    }
  }

  /// Returns the first bytes, as many as there are of those wanted.
  func prefix(_ wanted: Int) -> [UInt8] {
    let length = max(0, min(wanted, count))
    return unsafe Array(UnsafeBufferPointer(start: base, count: base == nil ? 0 : length))
  }
}

/// Rectangles for the page: four numbers each, x, y, width and height in pixels.
@safe
final class WebRects {
  private let base: UnsafeMutablePointer<Int32>
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity * 4)
    unsafe base.initialize(repeating: 0, count: capacity * 4)
  }

  deinit { unsafe base.deallocate() }

  /// The place of the first number, for the page.
  var address: UnsafeMutablePointer<Int32> { unsafe base }

  func removeAll() { count = 0 }

  /// Adds a rectangle; one beyond the capacity is left out.
  func append(_ rect: PixelRect) {
    if count == capacity { return }
    unsafe base[count * 4] = rect.minX
    unsafe base[count * 4 + 1] = rect.minY
    unsafe base[count * 4 + 2] = Int32(rect.width)
    unsafe base[count * 4 + 3] = Int32(rect.height)
    count += 1
  }
}
