// Stage: coverage. Blurs masks and groups: a gaussian along the rows, then one along the columns (BlurKernel.swift says
// what kind). In between, values are kept in 1/128 of a step of 1/255, so that rounding happens once, at the end.
//
// Each pixel of the result is a sum over its surroundings with weights that do not depend on where it lies, taken
// exactly: the result is the same in whatever tiles or bands it is computed. All kinds of pixels are rows of bytes
// here; a group's four channels lie four bytes apart, and no step looks at more than one of them.

/// Bytes and alignment of the memory that blurring takes.
public struct BlurWorkspace: Hashable, Sendable {
  /// Pixels of the result that are computed at once; a larger one is computed in bands. 1...8191.
  public let width, height: Int
  /// The largest standard deviation in pixels; a larger one is held to it. 0...128.
  public let maximumSigma: Fixed
  /// 1 for masks, 4 for groups; one that is made for groups does for masks too.
  public let channels: Int
  /// How far the widest blur looks.
  let reach: Int

  public init(width: Int, height: Int, maximumSigma: Fixed, channels: Int = 1) {
    self.width = Swift.max(1, Swift.min(8191, width))
    self.height = Swift.max(1, Swift.min(8191, height))
    self.maximumSigma = Swift.max(0, Swift.min(BlurKernel.maximumSigma, maximumSigma))
    self.channels = channels == 4 ? 4 : 1
    // What a kernel can reach grows with its deviation but for a step where the triangle widens: 3 s, one step for
    // rounding the comb up, one for the triangle's base, and two.
    reach = 4 &* self.maximumSigma.ceil &+ 4
  }

  /// How many columns, in bytes, are computed at once down the rows: as much as stays in the first-level cache.
  static var strip: Int { 64 }

  /// Bytes in a row of the result, rounded up to whole strips.
  var rowBytes: Int { (width &* channels &+ BlurWorkspace.strip &- 1) & ~(BlurWorkspace.strip &- 1) }
  var rows: Int { height &+ 2 &* reach }
  /// Bytes of a row of the source with all that is looked at beside it.
  var lineBytes: Int { ((width &+ 2 &* reach) &* channels &+ 2 &* 64 &* channels &+ 63) & ~63 }

  var planeBytes: Int { rows &* rowBytes &* 2 }
  var stripBytes: Int { rows &* BlurWorkspace.strip &* 2 }
  var sumBytes: Int { 2 &* BlurWorkspace.strip &* 4 }

  public var byteCount: Int { planeBytes &+ stripBytes &+ sumBytes &+ lineBytes &* 3 &+ rowBytes &* 4 }
  public static var alignment: Int { 32 }
}

/// Blurs masks and groups.
@safe
public struct GaussianBlur: ~Copyable {
  public let workspace: BlurWorkspace
  /// Rows blurred along themselves.
  private let plane: UnsafeMutablePointer<UInt16>
  /// Triangle sums of a strip of columns.
  let strip: UnsafeMutablePointer<UInt16>
  /// Running sums of a strip's columns: first the slope of the triangle's sum, then the sum.
  let sums: UnsafeMutablePointer<Int32>
  /// A row of the source with zeros around it, and its triangle sums.
  let line: UnsafeMutablePointer<UInt8>
  let lineSums: UnsafeMutablePointer<UInt16>
  /// A row of zeros, and one of results.
  private let zeros: UnsafeMutablePointer<UInt16>
  let result: UnsafeMutablePointer<UInt16>

  /// How many blurs asked for a larger deviation than the workspace allows, and got that.
  public private(set) var limitedSigmas: UInt64 = 0

  /// - Parameter memory: `workspace.byteCount` bytes aligned to `BlurWorkspace.alignment`, the blur's alone while it
  ///   lives.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: BlurWorkspace) {
    self.workspace = workspace
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: workspace.byteCount)
    var at = unsafe memory
    unsafe plane = at.bindMemory(to: UInt16.self, capacity: workspace.planeBytes / 2)
    unsafe at += workspace.planeBytes
    unsafe strip = at.bindMemory(to: UInt16.self, capacity: workspace.stripBytes / 2)
    unsafe at += workspace.stripBytes
    unsafe sums = at.bindMemory(to: Int32.self, capacity: workspace.sumBytes / 4)
    unsafe at += workspace.sumBytes
    unsafe lineSums = at.bindMemory(to: UInt16.self, capacity: workspace.lineBytes)
    unsafe at += workspace.lineBytes &* 2
    unsafe zeros = at.bindMemory(to: UInt16.self, capacity: workspace.rowBytes)
    unsafe at += workspace.rowBytes &* 2
    unsafe result = at.bindMemory(to: UInt16.self, capacity: workspace.rowBytes)
    unsafe at += workspace.rowBytes &* 2
    unsafe line = at.bindMemory(to: UInt8.self, capacity: workspace.lineBytes)
  }

  /// How many pixels further than its source a blur reaches.
  public func reach(sigma: Fixed) -> Int { BlurKernel(sigma: Swift.min(sigma, workspace.maximumSigma)).reach }

  /// Fills `target` with what the source blurs to there; beyond its bounds the source is 0.
  ///
  /// - Parameters:
  ///   - sigma: the standard deviation in pixels.
  ///   - target: does not overlap the source in memory.
  public mutating func blur(_ source: Mask, sigma: Fixed, into target: Mask) {
    unsafe blur(
      ByteImage(base: source.base, bounds: source.bounds, bytesPerRow: source.bytesPerRow), sigma,
      ByteImage(base: target.base, bounds: target.bounds, bytesPerRow: target.bytesPerRow), channels: 1)
  }

  /// The same for premultiplied groups. Takes a workspace for four channels.
  ///
  /// - Parameters:
  ///   - sourceBounds: the device pixels that the source shows.
  ///   - targetBounds: those that the target shows.
  public mutating func blur(
    _ source: Surface<ARGB8888>, at sourceBounds: PixelRect, sigma: Fixed, into target: Surface<ARGB8888>,
    at targetBounds: PixelRect
  ) {
    precondition(workspace.channels == 4)
    unsafe blur(
      ByteImage(
        base: source.base.assumingMemoryBound(to: UInt8.self), bounds: sourceBounds, bytesPerRow: source.bytesPerRow),
      sigma,
      ByteImage(
        base: target.base.assumingMemoryBound(to: UInt8.self), bounds: targetBounds, bytesPerRow: target.bytesPerRow),
      channels: 4)
  }
}

/// Pixels as bytes, at their place on the device.
@safe
struct ByteImage {
  let base: UnsafeMutablePointer<UInt8>
  let bounds: PixelRect
  let bytesPerRow: Int

  @unsafe
  init(base: UnsafeMutablePointer<UInt8>, bounds: PixelRect, bytesPerRow: Int) {
    unsafe self.base = base
    self.bounds = bounds
    self.bytesPerRow = bytesPerRow
  }
}

extension GaussianBlur {
  /// In bands of the workspace's size.
  private mutating func blur(_ source: ByteImage, _ sigma: Fixed, _ target: ByteImage, channels: Int) {
    if sigma > workspace.maximumSigma { limitedSigmas &+= 1 }
    let kernel = BlurKernel(sigma: Swift.min(sigma, workspace.maximumSigma))
    let area = target.bounds
    let (width, height) = (
      Int32(truncatingIfNeeded: workspace.width), Int32(truncatingIfNeeded: workspace.height)
    )
    var y = area.minY
    while y < area.maxY {
      var x = area.minX
      while x < area.maxX {
        let band = PixelRect(
          minX: x, minY: y, maxX: Swift.min(area.maxX, x &+ width), maxY: Swift.min(area.maxY, y &+ height))
        blurBand(source, kernel, target, band, channels)
        x = band.maxX
      }
      y = Swift.min(area.maxY, y &+ height)
    }
  }

  private func blurBand(
    _ source: ByteImage, _ kernel: BlurKernel, _ target: ByteImage, _ band: PixelRect, _ channels: Int
  ) {
    let reach = Int32(truncatingIfNeeded: kernel.reach)
    let bytes = band.width &* channels
    // The source's rows that the band looks at; all others are zero.
    let top = Swift.max(source.bounds.minY, band.minY &- reach)
    let bottom = Swift.max(top, Swift.min(source.bounds.maxY, band.maxY &+ reach))
    var y = top
    while y < bottom {
      unsafe blurRow(source, y, kernel, band, channels, into: plane + Int(y &- top) &* workspace.rowBytes)
      y &+= 1
    }
    let rows = unsafe BlurredRows(
      base: plane, stride: workspace.rowBytes, top: Int(top &- band.minY), bottom: Int(bottom &- band.minY),
      zeros: zeros)
    let corner =
      unsafe target.base
      + (Int(band.minY &- target.bounds.minY) &* target.bytesPerRow
        + Int(band.minX &- target.bounds.minX) &* channels)
    var x = 0
    while x < bytes {
      unsafe blurColumns(
        rows, x, Swift.min(BlurWorkspace.strip, bytes &- x), band.height, kernel, into: corner + x, target.bytesPerRow)
      x &+= BlurWorkspace.strip
    }
  }
}

/// The rows of a band that were blurred along themselves, counted from the band's first; rows beyond are zeros.
@safe
struct BlurredRows {
  let base: UnsafeMutablePointer<UInt16>
  let stride: Int
  let top, bottom: Int
  let zeros: UnsafeMutablePointer<UInt16>

  @inline(__always)
  subscript(y: Int) -> UnsafeMutablePointer<UInt16> {
    unsafe y >= top && y < bottom ? base + (y &- top) &* stride : zeros
  }
}
