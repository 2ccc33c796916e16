// Stage: coverage. Blurs masks and groups: a gaussian along the rows, then one along the columns (BlurKernel.swift has
// the curve). In between, values are kept in 1/128 of a step of 1/255, so that rounding happens once, at the end.
//
// Each pixel of the result is a sum over its surroundings with weights that do not depend on where it lies, taken
// exactly: the result is the same in whatever tiles or bands it is computed. All kinds of pixels are rows of bytes
// here; a group's four channels lie four bytes apart, and no step looks at more than one of them.

/// Bytes and alignment of the memory that blurring takes.
public struct BlurWorkspace: Hashable, Sendable {
  /// Pixels of the result that are computed at once, four times as many of a mask in memory for groups; a wider one is
  /// computed in columns of that width, whatever its height. 1...8191.
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
    // The reach of a kernel grows with its deviation but for a step where the triangle widens: 3 s, one step for
    // rounding the comb up, one for the triangle's base, and two.
    reach = 4 &* self.maximumSigma.ceil &+ 4
  }

  /// Bytes in a row of the result, rounded up to whole vectors.
  var rowBytes: Int { (width &* channels &+ 63) & ~63 }
  /// Rows that are kept while one of the result is computed: those that the triangle of a kernel looks at and those that
  /// its comb does, 2 step + 1 and 2 taps · step + 1, where taps · step + step − 1 is below the reach.
  var rows: Int { 2 &* reach &+ 4 }
  /// Bytes of a row of the source with all that is looked at beside it.
  var lineBytes: Int { ((width &+ 2 &* reach) &* channels &+ 2 &* 64 &* channels &+ 63) & ~63 }

  var planeBytes: Int { rows &* rowBytes &* 2 }
  var sumBytes: Int { 2 &* rowBytes &* 4 }

  public var byteCount: Int { planeBytes &+ sumBytes &+ lineBytes &* 3 &+ rowBytes &* 4 }
  public static var alignment: Int { 32 }
}

/// Blurs masks and groups.
@safe
public struct GaussianBlur: ~Copyable {
  public let workspace: BlurWorkspace
  /// Two rings of rows: those blurred along themselves, then their triangle sums down the columns.
  private let plane: UnsafeMutablePointer<UInt16>
  /// Running sums of the columns: first the slope of the triangle's sum, then the sum.
  let sums: UnsafeMutablePointer<Int32>
  /// A row of the source with zeros around it, and its triangle sums.
  let line: UnsafeMutablePointer<UInt8>
  let lineSums: UnsafeMutablePointer<UInt16>
  /// A row of zeros, and one of results.
  private let zeros: UnsafeMutablePointer<UInt16>
  let result: UnsafeMutablePointer<UInt16>

  /// How many blurs asked for a larger deviation than the workspace allows, and got that.
  public private(set) var limitedSigmas: UInt64 = 0

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to `BlurWorkspace.alignment`, the blur's alone while it lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: BlurWorkspace) {
    self.workspace = workspace
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: workspace.byteCount)
    var at = unsafe memory
    unsafe plane = at.bindMemory(to: UInt16.self, capacity: workspace.planeBytes / 2)
    unsafe at += workspace.planeBytes
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

  /// Fills `target` with the blurred source; beyond its bounds the source is 0.
  ///
  /// - Parameters:
  ///   - source: the pixels before the blur.
  ///   - sigma: the standard deviation in pixels.
  ///   - target: does not overlap the source in memory.
  @export(interface)
  public mutating func blur(_ source: Mask, sigma: Fixed, into target: Mask) {
    unsafe blur(
      ByteImage(base: source.base, bounds: source.bounds, bytesPerRow: source.bytesPerRow), sigma,
      ByteImage(base: target.base, bounds: target.bounds, bytesPerRow: target.bytesPerRow), channels: 1)
  }

  /// Blurs premultiplied pixels. Takes a workspace for four channels.
  ///
  /// - Parameters:
  ///   - source: the pixels before the blur.
  ///   - sourceBounds: the device pixels that the source shows.
  ///   - sigma: the standard deviation in pixels.
  ///   - target: does not overlap the source in memory.
  ///   - targetBounds: those that the target shows.
  @export(interface)
  public mutating func blur(
    _ source: Surface, at sourceBounds: PixelRect, sigma: Fixed, into target: Surface,
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

  /// Whether a row, which is not the first, is the same as the one above, as in the middle of a box.
  func isRepeated(_ y: Int32, _ channels: Int) -> Bool {
    let row = unsafe base + Int(y &- bounds.minY) &* bytesPerRow
    let count = bounds.width &* channels
    var i = 0
    while unsafe i &+ 8 <= count && word(row + i) == word(row - bytesPerRow + i) { i &+= 8 }
    while unsafe i < count && row[i] == row[i &- bytesPerRow] { i &+= 1 }
    return i == count
  }

  private func word(_ place: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
  }
}

extension GaussianBlur {
  /// In columns of the workspace's width.
  private mutating func blur(_ source: ByteImage, _ sigma: Fixed, _ target: ByteImage, channels: Int) {
    if sigma > workspace.maximumSigma { limitedSigmas &+= 1 }
    let kernel = BlurKernel(sigma: Swift.min(sigma, workspace.maximumSigma))
    let area = target.bounds
    if area.isEmpty { return }
    let width = Int32(truncatingIfNeeded: workspace.width &* workspace.channels / channels)
    var x = area.minX
    while x < area.maxX {
      let band = PixelRect(minX: x, minY: area.minY, maxX: Swift.min(area.maxX, x &+ width), maxY: area.maxY)
      blurBand(source, kernel, target, band, channels)
      x = band.maxX
    }
  }

  /// Goes down the rows once: each is blurred along itself when the first triangle reaches it, joins the columns' sums,
  /// and counts in the rows of the result for as long as the comb looks at it.
  private func blurBand(
    _ source: ByteImage, _ kernel: BlurKernel, _ target: ByteImage, _ band: PixelRect, _ channels: Int
  ) {
    let (step, comb) = (kernel.step, kernel.taps &* kernel.step)
    let (reach, stride) = (Int32(truncatingIfNeeded: kernel.reach), workspace.rowBytes)
    let count = band.width &* channels
    // The source's rows that the band looks at, counted from the band's first; all others are zero.
    let top = Int(Swift.max(source.bounds.minY, band.minY &- reach) &- band.minY)
    let bottom = Int(Swift.min(source.bounds.maxY, band.maxY &+ reach) &- band.minY)
    var rows = unsafe RowRing(plane, count: 2 &* step &+ 1, stride: stride)
    var triangles = unsafe RowRing(plane + rows.count &* stride, count: 2 &* comb &+ 1, stride: stride)
    unsafe sums.update(repeating: 0, count: 2 &* stride)
    let corner = unsafe target.base + Int(band.minX &- target.bounds.minX) &* channels
    // The row whose triangle is summed up; it looks `step` rows ahead. Before the first that counts all sums are zero.
    var y = Swift.min(0 &- comb, top &- step)
    let end = band.height &+ comb
    // How many rows in turn were like the one above them.
    var repeated = 0
    while y < end {
      let entering = y &+ step
      let isInside = entering >= top && entering < bottom
      let row = band.minY &+ Int32(truncatingIfNeeded: entering)
      let isRepeated = isInside ? entering > top && source.isRepeated(row, channels) : entering != bottom
      repeated = isRepeated ? repeated &+ 1 : 0
      rows.advance()
      if isRepeated {
        unsafe rows[0].copy(from: rows[1], count: count)
      } else if isInside {
        unsafe blurRow(source, row, kernel, band, channels, into: rows[0])
      } else {
        unsafe rows[0].update(repeating: 0, count: count)
      }
      triangles.advance()
      if repeated > 2 &* step {
        // All rows that the triangle looks at are the same, and were for the last one.
        unsafe triangles[0].copy(from: triangles[1], count: count)
      } else if step == 1 {
        // One row behind the one that entered.
        unsafe triangles[0].copy(from: rows[1], count: count)
      } else {
        unsafe sumTriangles(rows[0], rows[step], rows[2 &* step], count, kernel, into: triangles[0])
      }
      if y >= comb {
        let line = Int(band.minY &- target.bounds.minY) &+ y &- comb
        unsafe applyComb(kernel, triangles, count, into: corner + line &* target.bytesPerRow)
      }
      y &+= 1
    }
  }
}

/// The last few of the rows that went through, in memory of a fixed size.
@safe
struct RowRing {
  private let base: UnsafeMutablePointer<UInt16>
  let count: Int
  private let stride: Int
  private var last = 0

  /// Its rows are zeros.
  @unsafe
  init(_ base: UnsafeMutablePointer<UInt16>, count: Int, stride: Int) {
    (unsafe self.base, self.count, self.stride) = (unsafe base, count, stride)
    unsafe base.update(repeating: 0, count: count &* stride)
  }

  /// Begins a row in place of the oldest.
  mutating func advance() { last = last &+ 1 == count ? 0 : last &+ 1 }

  /// The row so many before the last; below ``count``.
  @inline(__always)
  subscript(age: Int) -> UnsafeMutablePointer<UInt16> {
    let place = last &- age
    return unsafe base + (place < 0 ? place &+ count : place) &* stride
  }
}
