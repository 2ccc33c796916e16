import FixedRaster

// Stage: offscreen. A layer with everything below it as a bitmap of the pool.
//
// Such a layer has two nodes. Its own is the root of a tree that is drawn to the plane of the surface: the layer's
// coordinates times a scale, moved so that the layer lies in the middle. Another one, its proxy, is among the siblings
// in its stead and shows the bitmap: where, how opaque, by which mode. The nodes below say in `surface` where they are
// drawn to.
//
// A backdrop is a surface too: of the drawing before its turn, filtered, in its own plane.

/// The bitmap, and how it lies on the display or in the surface around it.
struct OffscreenSurface {
  /// Where the pixels lie in the pool, premultiplied 0xAARRGGBB; `nil` while it has none.
  var start: Int?
  /// The pixels of the plane that the bitmap holds.
  var bounds = PixelRect.empty
  /// The drawn pixels of the plane, beyond which nothing is seen: see ``window(of:cullRect:_:)``.
  var window = PixelRect.empty
  /// Those that have to be drawn again.
  var dirty = PixelRect.empty
  /// From the layer's coordinates to the plane.
  var toPlane = AffineTransform.identity
  /// From the plane to where the surface shows; of a projective one the closest about its middle.
  var toDevice = AffineTransform.identity
  /// From the plane to where a projective surface shows.
  var homography: Homography?
  /// Whether the surface shows mirrored.
  var isMirrored = false
  /// The node that is drawn to it with those below.
  var root = NodeIndex.none
  /// The filters of the pixels; with any, these are drawn as a whole.
  var filters: [Filter] = []
  /// The pixels that the layer and those below draw to, before they are filtered.
  var source = PixelRect.empty
  /// How the bitmap is sampled where that makes it smaller, and larger.
  var minification = Layer.ContentsFilter.linear
  var magnification = Layer.ContentsFilter.linear
  /// Whether the layer's coordinates run upwards in the plane.
  var isFlipped = false
  /// Whether something that a backdrop shows has changed.
  var isStale = false

  /// The layer's own bounds, in its coordinates.
  var box = Rect.zero
  /// Not owned: the layer has it as long as it is named here, and says when it lets go of it.
  private unowned(unsafe) var transitionLink: Transition?
  /// Whether the layer itself is seen, and not only its former picture.
  var showsLatest = true
  /// Whether the layer covers all of the bitmap.
  var isOpaque = false

  /// The transition while the former picture gives way.
  var transition: Transition? {
    get { unsafe transitionLink }
    set { unsafe transitionLink = newValue }
  }

  /// Whether the plane's pixels show mirrored.
  var mirrors: Bool { homography?.isMirrored ?? toDevice.isMirrored }

  var byteCount: Int { bounds.width * bounds.height * 4 }

  /// The middle of the plane, where the layer's middle lies.
  static var middle: Int32 { 4096 }
  /// The limits of a plane; a layer that is larger is cut.
  static var plane: PixelRect { PixelRect(width: 8191, height: 8191) }

  /// Returns the device pixels that some of the plane's show on.
  func extent(of part: PixelRect) -> PixelRect { mapping.bounds(of: part.rect) }

  /// From the plane to where the surface shows.
  var mapping: Mapping { homography.map { .projective($0) } ?? .affine(toDevice) }

  /// Lays the plane for a layer.
  ///
  /// - Parameter mapping: from the layer's coordinates to where it shows.
  mutating func setTransform(_ layer: Layer, _ mapping: Mapping) {
    homography = nil
    let transform: AffineTransform
    switch mapping {
    case .affine(let affine):
      transform = affine
      if !layer.shouldRasterize && affine.keepsRectsUpright { return setUprightTransform(layer, affine) }
    case .projective(let homography): transform = homography.affine(near: layer.bounds.middle) ?? .identity
    }
    // In steps, so that a rotation, whose scale is not quite 1, leaves the surface as it is.
    let finest = Fixed((transform.scale * 64).rounded, over: 64)
    let scale = Coefficient(layer.shouldRasterize ? layer.rasterizationScale : Swift.max(Fixed(1, over: 64), finest))
    let middle = Point(x: layer.bounds.midX, y: layer.bounds.midY)
      .applying(AffineTransform(scaleX: scale, y: scale))
    // By whole pixels, so that bounds at whole pixels stay there.
    let (x, y) = (
      Coefficient(Int(Self.middle) - middle.x.rounded), Coefficient(Int(Self.middle) - middle.y.rounded)
    )
    toPlane = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y)
    // Back, and on.
    let (shrink, one) = (1 / scale, Coefficient(1))
    let toLayer = AffineTransform(a: one, b: 0, c: 0, d: one, tx: -x, ty: -y)
      .concatenating(AffineTransform(a: shrink, b: 0, c: 0, d: shrink, tx: 0, ty: 0))
    toDevice = toLayer.concatenating(transform)
    if case .projective(let last) = mapping { homography = Homography(toLayer).concatenating(last) }
  }

  /// Gives the plane the device's pixels, so that nothing is sampled twice.
  private mutating func setUprightTransform(_ layer: Layer, _ transform: AffineTransform) {
    let middle = Point(x: layer.bounds.midX, y: layer.bounds.midY).applying(transform)
    let (x, y) = (
      Coefficient(middle.x.rounded - Int(Self.middle)), Coefficient(middle.y.rounded - Int(Self.middle))
    )
    toPlane = transform
    (toPlane.tx, toPlane.ty) = (transform.tx - x, transform.ty - y)
    toDevice = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }
}

/// Pixels to be shown where a surface is.
struct SurfacePicture {
  let image: Image
  /// The pixels of its own plane.
  let bounds: PixelRect
  /// From there to the surface's plane.
  var toPlane = Mapping.identity
  let isOpaque: Bool

  /// Whether all of another one, which is shown in the same plane, lies within it.
  func covers(_ other: SurfacePicture) -> Bool {
    toPlane.bounds(of: bounds.rect) == other.toPlane.bounds(of: other.bounds.rect)
  }
}

extension OffscreenSurface {
  /// The picture of the layer; `nil` where there is none.
  func latestPicture(_ pool: BitmapPool) -> SurfacePicture? {
    start.map { SurfacePicture(image: pool.image(at: $0, bounds: bounds), bounds: bounds, isOpaque: isOpaque) }
  }

  /// Where in the plane pictures move that come from an edge of the layer: one number is 0, the other 1 or −1.
  func direction(of subtype: Transition.TransitionSubtype) -> (x: Int32, y: Int32) {
    let down: Int32 = isFlipped ? -1 : 1
    let (x, y): (Int32, Int32) =
      switch subtype {
      case .fromLeft: (1, 0)
      case .fromRight: (-1, 0)
      case .fromTop: (0, down)
      case .fromBottom: (0, -down)
      }
    // A plane that lies as the display does may show the layer turned by quarters, or mirrored.
    func sign(_ part: Coefficient) -> Int32 { part > 0 ? 1 : part < 0 ? -1 : 0 }
    return (x * sign(toPlane.a) + y * sign(toPlane.c), x * sign(toPlane.b) + y * sign(toPlane.d))
  }
}

extension FormerPicture {
  /// The picture where a surface is; `nil` where there is no way to it.
  func shown(on surface: OffscreenSurface) -> SurfacePicture? {
    mapping(to: surface.toPlane).map {
      SurfacePicture(image: image, bounds: bounds, toPlane: $0, isOpaque: isOpaque)
    }
  }
}

extension PixelRect {
  /// For pixels within ±32767.
  var rect: Rect { Rect(x: Fixed(Int(minX)), y: Fixed(Int(minY)), width: Fixed(width), height: Fixed(height)) }
}
