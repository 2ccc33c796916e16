// Stage: displays. A framebuffer in the process's own memory: for tests, for hosts, and for where there is no display.
import CLinux
import FixedRaster
import SystemFiles

/// A display without a screen: memory of any stride, and of any layout that can be stored, that can be looked at as a PNG.
public final class MemoryDisplay: Display {
  /// The largest width and height in pixels, of this and of other displays: the compositor's limit.
  public static var maximumSize: Int { 8191 }

  public let memory: DisplayMemory
  public var name: String { "memory" }
  public var isInMemory: Bool { true }
  public var counts: PresentCounts { counter.counts }

  private let mapping: Mapping
  private var isClosed = false
  private var counter: DamageCounter

  /// Memory that is all zero and begins at a page.
  /// - Parameters:
  ///   - width: of a row, in pixels, 1...``maximumSize``, whatever the rotation.
  ///   - height: the number of rows, 1...``maximumSize``.
  ///   - layout: of its pixels.
  ///   - bytesPerRow: at least the bytes of `width` pixels, and a multiple of a pixel's bytes; `nil` takes the least.
  ///   - rotation: how the picture is rotated in it.
  /// - Throws: the size or the stride is out of range, pixels of this layout cannot be stored, or there is not enough
  ///   memory.
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
        "make", "memory display", reason: "the size is out of range", remedy: "use 1 to 8191 pixels each way")
    }
    if !layout.isSupported {
      throw DeviceError(
        "make", "memory display", reason: "pixels of this layout cannot be stored",
        remedy: "use one of those that PixelLayout names")
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
    let mapped = system.map(-1, length: length)
    guard let base = unsafe mapped.base else {
      throw DeviceError("map", "memory display", code: mapped.code, remedy: "use a smaller display")
    }
    mapping = Mapping(mapped, system: system)
    memory = unsafe DisplayMemory(
      base: base, width: width, height: height, bytesPerRow: stride, layout: layout, rotation: rotation,
      owner: mapping)
    counter = DamageCounter(memory, offset: 0)
  }

  public func present(_ damage: Span<PixelRect>) throws(DeviceError) { counter.add(damage) }

  public func close() {
    if isClosed { return }
    mapping.vacate()
    isClosed = true
  }

  deinit { close() }

  /// The picture as a PNG file's bytes, upright whatever the rotation; empty after ``close()``.
  public func snapshot() -> [UInt8] {
    var bytes: [UInt8] = []
    if !isClosed { PNGWriter.encode(PixelReader(memory)) { bytes += $0 } }
    return bytes
  }

  /// Writes the picture to a PNG file as a whole: the former file stays until the new picture has its place, and stays
  /// where that fails. See `WholeFile`.
  /// - Throws: `path` is no regular file, or cannot be written; or the display is closed.
  public func writeSnapshot(to path: String) throws(DeviceError) {
    if isClosed { throw DeviceError("write", path, reason: "the display is closed") }
    do throws(FileError) {
      let file = try WholeFile(path)
      try PNGWriter.encode(PixelReader(memory)) { (part) throws(FileError) in try file.write(part[...]) }
      try file.finish()
    } catch {
      throw DeviceError(error, remedy: "choose a file in a folder that can be written to, with room on its disk")
    }
  }
}
