// Stage: displays. A framebuffer in the process's own memory: for tests, for hosts, and for where there is no display.
import CLinux
import FixedRaster

/// A display without a screen: memory of any layout and stride that can be looked at as a PNG.
public final class MemoryDisplay: Display {
  /// The largest width and height in pixels: what a coordinate in points reaches.
  public static var maximumSize: Int { 32767 }

  public private(set) var memory: DisplayMemory
  public var name: String { "memory" }
  public var counts: PresentCounts { counter.counts }

  private let system: SystemCalls
  private var mapping: MappedMemory
  private var counter: DamageCounter

  /// Memory that is all zero and begins at a page.
  /// - Parameters:
  ///   - width: of a row, in pixels, 1...``maximumSize``, whatever the rotation.
  ///   - height: the number of rows, 1...``maximumSize``.
  ///   - bytesPerRow: at least the bytes of `width` pixels, and a multiple of a pixel's bytes; `nil` takes the least.
  ///   - rotation: how the picture is turned in it.
  /// - Throws: the size or the stride is out of range, or there is not enough memory.
  public convenience init(
    width: Int, height: Int, layout: PixelLayout, bytesPerRow: Int? = nil, rotation: DisplayRotation = .none
  ) throws(DeviceError) {
    try self.init(
      width: width, height: height, layout: layout, bytesPerRow: bytesPerRow, rotation: rotation, system: SystemCalls())
  }

  init(
    width: Int, height: Int, layout: PixelLayout, bytesPerRow: Int?, rotation: DisplayRotation, system: SystemCalls
  ) throws(DeviceError) {
    guard (1...Self.maximumSize).contains(width), (1...Self.maximumSize).contains(height) else {
      throw DeviceError(
        "make", "memory display", reason: "the size is out of range", remedy: "use 1 to 32767 pixels each way")
    }
    let least = (width * Int(layout.bitsPerPixel) + 7) / 8
    let stride = bytesPerRow ?? least
    let unit = max(1, Int(layout.bitsPerPixel) / 8)
    // A stride beyond 2^20 bytes is no display's; with it height · stride stays below 2^35.
    guard stride >= least, stride <= 1 << 20, stride % unit == 0 else {
      throw DeviceError(
        "make", "memory display", reason: "the bytes per row do not hold a row of whole pixels",
        remedy: "use a multiple of the pixel's bytes that holds the width")
    }
    let (length, overflow) = height.multipliedReportingOverflow(by: stride)
    if overflow { throw DeviceError("map", "memory display", code: ENOMEM) }
    let mapping = system.map(-1, length: length)
    guard let base = unsafe mapping.base else {
      throw DeviceError("map", "memory display", code: mapping.code, remedy: "use a smaller display")
    }
    self.system = system
    self.mapping = mapping
    memory = unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: stride, layout: layout, rotation: rotation)
    counter = DamageCounter(memory, offset: 0)
  }

  public func present(_ damage: Span<PixelRect>) throws(DeviceError) { counter.add(damage) }

  public func close() {
    system.unmap(mapping)
    mapping = unsafe MappedMemory(base: nil, length: 0, code: 0)
  }

  deinit { close() }

  /// The picture as a PNG file's bytes, upright whatever the rotation; empty after ``close()``.
  public func snapshot() -> [UInt8] {
    unsafe mapping.base == nil ? [] : PNGWriter.encode(PixelReader(memory))
  }

  /// Writes the picture to a PNG file, replacing what was there.
  public func writeSnapshot(to path: String) throws(DeviceError) {
    let file = system.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    if file < 0 { throw DeviceError("create", path, code: -file, remedy: "choose a directory that can be written to") }
    let result = system.write(file, snapshot())
    system.close(file)
    if result < 0 { throw DeviceError("write", path, code: -result) }
  }
}
