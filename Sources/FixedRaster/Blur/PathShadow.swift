// Stage: coverage. The shadow of any path: rasterized into a mask, blurred, drawn. Takes longer than ``RoundedShadow``,
// which blurs no area.

/// Bytes and alignment of the memory for shadows of paths.
public struct PathShadowWorkspace: Hashable, Sendable {
  /// What is blurred at once; a larger shadow is drawn in bands, each from the whole path.
  public let blur: BlurWorkspace

  /// - Parameters:
  ///   - width: pixels that are blurred at once.
  ///   - height: rows that are.
  ///   - maximumSigma: the largest standard deviation in pixels; a larger one is held to it.
  public init(width: Int, height: Int, maximumSigma: Fixed) {
    blur = BlurWorkspace(width: width, height: height, maximumSigma: maximumSigma)
  }

  var blurBytes: Int { (blur.byteCount &+ 31) & ~31 }
  /// Bytes in a row of the mask before it is blurred.
  var sourceStride: Int { blur.width &+ 2 &* blur.reach }
  var sourceBytes: Int { sourceStride &* (blur.height &+ 2 &* blur.reach) }
  var targetBytes: Int { blur.width &* blur.height }

  public var byteCount: Int { blurBytes &+ sourceBytes &+ targetBytes }
  public static var alignment: Int { BlurWorkspace.alignment }
}

/// What the shadow of a path is made in.
@safe
public struct PathShadow: ~Copyable {
  public let workspace: PathShadowWorkspace
  var blur: GaussianBlur
  private let source: UnsafeMutablePointer<UInt8>
  private let target: UnsafeMutablePointer<UInt8>

  /// How many shadows asked for a larger deviation than the workspace allows, and got that.
  public var limitedSigmas: UInt64 { blur.limitedSigmas }

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to `PathShadowWorkspace.alignment`, the shadow's alone while it
  ///     lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: PathShadowWorkspace) {
    self.workspace = workspace
    unsafe blur = GaussianBlur(memory: memory, workspace: workspace.blur)
    let masks = unsafe memory + workspace.blurBytes
    unsafe source = masks.bindMemory(to: UInt8.self, capacity: workspace.sourceBytes)
    unsafe target = (masks + workspace.sourceBytes).bindMemory(to: UInt8.self, capacity: workspace.targetBytes)
  }

  /// The mask to rasterize into for a band of the shadow: the band and all that its blur looks at.
  func source(_ band: PixelRect, reach: Int) -> Mask {
    unsafe Mask(base: source, bounds: band.expanded(by: reach), bytesPerRow: workspace.sourceStride)
  }

  /// The mask that a band's shadow is blurred into.
  func target(_ band: PixelRect) -> Mask {
    unsafe Mask(base: target, bounds: band, bytesPerRow: workspace.blur.width)
  }
}

extension PixelRect {
  /// With `pixels` more on each side; for rectangles within ±2^30.
  func expanded(by pixels: Int) -> PixelRect {
    let margin = Int32(truncatingIfNeeded: pixels)
    return PixelRect(minX: minX &- margin, minY: minY &- margin, maxX: maxX &+ margin, maxY: maxY &+ margin)
  }
}
