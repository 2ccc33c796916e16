// Stage: model. A layer whose pixels come from elsewhere: a camera, a map, a video decoder.

import FixedRaster

/// Shows pictures that another thread makes, one after the other, each of them complete.
///
/// The other thread holds the layer's ``drawables``: it takes the ``DrawableRing/nextDrawable()``, fills it, and has it
/// shown by ``Drawable/present()``. It waits for nobody, and the display never shows a picture that is being made.
///
/// ```swift
/// let camera = SurfaceLayer()
/// camera.drawableSize = Size(width: 320, height: 240)
/// camera.pixelFormat = .rgb565
/// application.follow(camera)
/// let drawables = camera.drawables
/// try startThread {
///   while true {
///     waitForTheCamera()
///     guard var drawable = drawables.nextDrawable() else { continue }  // all are in use: this picture is left out
///     capture(into: drawable.bytes)
///     drawable.present()
///   }
/// }
/// ```
///
/// `startThread(_:)` is PanelKit's.
///
/// The pictures are the layer's ``Layer/contents``: ``Layer/contentsGravity``, filters, corners and all that applies to
/// contents applies to them. Memory is taken when ``drawables`` is first asked for, and not by a frame.
open class SurfaceLayer: Layer {
  public override init() { super.init() }

  private final var ring: DrawableRing?

  /// Called after each ``Drawable/present()``, on the thread that presents: has this layer's thread call
  /// ``showPresented()``. `Application.follow(_:)` of PanelKit sets it.
  public final var presentHandler: (@Sendable () -> Void)? {
    didSet {
      ring?.setPresentHandler(presentHandler)
      withExtendedLifetime(oldValue) {}  // its release may come back here
    }
  }

  /// Pixels of a picture: whole ones, each side held to 1...8191. 1 × 1 if not said.
  public final var drawableSize = Size(width: 1, height: 1) {
    didSet {
      drawableSize = Size(width: SurfaceLayer.side(drawableSize.width), height: SurfaceLayer.side(drawableSize.height))
      if drawableSize != oldValue { ring = nil }
    }
  }

  /// How the pixels of a picture lie in memory; `xrgb8888` if not said.
  public final var pixelFormat = ImageFormat.xrgb8888 { didSet { if pixelFormat != oldValue { ring = nil } } }

  /// How many pictures there is memory for, 2 or 3; held to that, 3 if not said. With two, none may be free
  /// until the next frame.
  public final var maximumDrawableCount = 3 {
    didSet {
      maximumDrawableCount = Swift.min(Swift.max(maximumDrawableCount, 2), 3)
      if maximumDrawableCount != oldValue { ring = nil }
    }
  }

  /// The ring for other threads. Another one once ``drawableSize``, ``pixelFormat`` or ``maximumDrawableCount`` has
  /// changed: pictures presented to the former one are not shown then.
  public final var drawables: DrawableRing {
    if let ring { return ring }
    let new = DrawableRing(
      width: drawableSize.width.floor, height: drawableSize.height.floor, format: pixelFormat,
      count: maximumDrawableCount)
    new.setPresentHandler(presentHandler)
    ring = new
    return new
  }

  /// Memory for the next picture, for a program that makes it on the layer's own thread; `nil` while all are in use.
  public final func nextDrawable() -> Drawable? { drawables.nextDrawable() }

  /// Shows the newest picture that was presented since the last call. Of the layer's own thread alone.
  /// - Returns: whether there was one.
  @discardableResult
  public final func showPresented() -> Bool {
    guard let ring, let image = ring.takePresented(isOpaque: isOpaque) else { return false }
    setContents(image, owner: ring)
    return true
  }

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "drawableSize":
      if let new = access.exchange(drawableSize, default: Size(width: 1, height: 1)) { drawableSize = new }
    case "pixelFormat":
      let names: [StaticString] = [
        "alpha8", "rgb565", "rgb565Alpha8", "argb8888", "xrgb8888", "palette8", "palette4",
      ]
      if let new = access.exchange(pixelFormat, default: .xrgb8888, names: names) { pixelFormat = new }
    case "maximumDrawableCount":
      if let new = access.exchange(maximumDrawableCount, default: 3) { maximumDrawableCount = new }
    default: super.accessProperty(key, &access)
    }
  }

  private static func side(_ length: Fixed) -> Fixed { Fixed(Swift.min(Swift.max(length.floor, 1), 8191)) }
}
