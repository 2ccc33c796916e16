import FixedRaster

// Stage: contents. Input: pixels that another thread makes. Output: images that a surface layer shows, each complete.
//
// A drawable is in one of four states. Who makes pixels takes a free one, and hands it back presented or free; whoever
// shows them takes the newest that was presented, and the one shown until then is free. So each side has pixels of its
// own, and neither waits for the other:
//
//     free ── nextDrawable() ──▶ taken ── present() ──▶ presented ── takePresented() ──▶ shown
//      ▲                           │                        │                              │
//      └────── dropped ────────────┴── a newer one came ────┴───── a newer one is shown ───┘

/// The drawables of a ``SurfaceLayer``: memory for a fixed number of pictures that other threads fill. Any thread may call
/// it.
///
/// It is made with the layer's ``SurfaceLayer/drawableSize`` and ``SurfaceLayer/pixelFormat`` and keeps them: after one of
/// these was changed the layer has another ring.
@safe
public final class DrawableRing: @unchecked Sendable {
  enum State { case free, taken, presented, shown }

  /// Of each drawable, in pixels.
  public let width, height: Int
  public let format: ImageFormat
  /// From a row to the next.
  public var bytesPerRow: Int { layout.bytesPerRow }
  /// How many drawables there are, 2 or 3.
  public let count: Int

  fileprivate let layout: DrawableLayout
  private let memory: UnsafeMutableRawPointer
  private let lock = Lock()
  /// Under the lock.
  private var states: InlineArray<3, State> = [.free, .free, .free]
  private var handler: (@Sendable () -> Void)?

  init(width: Int, height: Int, format: ImageFormat, count: Int) {
    (self.width, self.height, self.format, self.count) = (width, height, format, count)
    layout = DrawableLayout(format, width: width, height: height)
    unsafe memory = .allocate(byteCount: Swift.max(layout.byteCount * count, 1), alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: layout.byteCount * count)
  }

  deinit { unsafe memory.deallocate() }

  /// Sets the closure to call after each ``Drawable/present()``.
  func setPresentHandler(_ handler: (@Sendable () -> Void)?) {
    let former = lock.withLock { exchange(&self.handler, with: handler) }
    withExtendedLifetime(former) {}  // its release may come back here
  }

  /// Memory for the next picture; `nil` while all drawables are in use. A thread that holds one drawable at a time always
  /// finds one among three; of two it may have to wait for a frame.
  ///
  /// The pixels are those of an earlier picture, or clear.
  public func nextDrawable() -> Drawable? {
    let slot: Int? = lock.withLock {
      for slot in 0..<count where states[slot] == .free {
        states[slot] = .taken
        return slot
      }
      return nil
    }
    return slot.map { Drawable(self, $0) }
  }

  /// Takes a picture that is complete; one that was presented before and never shown is free.
  fileprivate func present(_ slot: Int) {
    let handler = lock.withLock {
      for other in 0..<count where states[other] == .presented { states[other] = .free }
      states[slot] = .presented
      return self.handler
    }
    handler?()
  }

  fileprivate func giveBack(_ slot: Int) { lock.withLock { states[slot] = .free } }

  /// Returns the newest picture that was presented, which is shown from now on; `nil` if the last one was taken already.
  func takePresented(isOpaque: Bool) -> Image? {
    let slot: Int? = lock.withLock {
      for slot in 0..<count where states[slot] == .presented {
        for other in 0..<count where states[other] == .shown { states[other] = .free }
        states[slot] = .shown
        return slot
      }
      return nil
    }
    return slot.map { image($0, isOpaque: isOpaque) }
  }

  /// An opaque layer's pixels have no alpha where that is beside their colours.
  private func image(_ slot: Int, isOpaque: Bool) -> Image {
    let shown: ImageFormat =
      switch format {
      case .argb8888 where isOpaque: .xrgb8888
      case .rgb565Alpha8 where isOpaque: .rgb565
      default: format
      }
    let base = unsafe UnsafeRawPointer(self.base(slot))
    let palette =
      unsafe layout.paletteCount > 0
      ? (base + layout.paletteOffset).assumingMemoryBound(to: UInt32.self) : nil
    let image = unsafe Image(
      shown, pixels: base, width: width, height: height, bytesPerRow: bytesPerRow,
      alpha: layout.hasAlphaPlane ? base + layout.alphaOffset : nil, alphaBytesPerRow: layout.alphaBytesPerRow,
      palette: palette, isOpaque: isOpaque)
    return unsafe image.keeping(self)
  }

  fileprivate func base(_ slot: Int) -> UnsafeMutableRawPointer { unsafe memory + slot * layout.byteCount }
}

/// A picture that is being made. Whoever holds it alone may write it, on any thread; let go of without ``present()``, it is
/// free for the next picture.
@safe
public struct Drawable: ~Copyable, Sendable {
  private let ring: DrawableRing
  private let slot: Int
  private var isPresented = false

  fileprivate init(_ ring: DrawableRing, _ slot: Int) { (self.ring, self.slot) = (ring, slot) }

  deinit { if !isPresented { ring.giveBack(slot) } }

  /// In pixels.
  public var width: Int { ring.width }
  public var height: Int { ring.height }
  public var format: ImageFormat { ring.format }
  /// From a row to the next.
  public var bytesPerRow: Int { ring.bytesPerRow }

  /// The rows, `height · bytesPerRow` bytes, as ``format`` says. Of ``FixedRaster/ImageFormat/rgb565Alpha8`` the colours.
  public var bytes: MutableRawSpan {
    @_lifetime(&self) mutating get { span(0, height * bytesPerRow) }
  }

  /// The plane of 8-bit alpha of ``FixedRaster/ImageFormat/rgb565Alpha8``, `height` rows of ``alphaBytesPerRow``; empty for
  /// other formats.
  public var alphaBytes: MutableRawSpan {
    @_lifetime(&self) mutating get {
      span(ring.layout.alphaOffset, ring.layout.hasAlphaPlane ? height * alphaBytesPerRow : 0)
    }
  }

  /// From a row of the alpha plane to the next.
  public var alphaBytesPerRow: Int { ring.layout.alphaBytesPerRow }

  /// The 256 or 16 words of a palette format, premultiplied 0xAARRGGBB; empty for other formats.
  public var palette: MutableRawSpan {
    @_lifetime(&self) mutating get { span(ring.layout.paletteOffset, ring.layout.paletteCount * 4) }
  }

  /// The pixels for a ``FixedRaster/Canvas`` to draw to; `nil` for formats other than `argb8888` and `xrgb8888`. Not to be
  /// drawn to once the drawable is gone.
  @unsafe
  public var surface: Surface? {
    if format != .argb8888 && format != .xrgb8888 { return nil }
    return unsafe Surface(base: ring.base(slot), width: width, height: height, bytesPerRow: bytesPerRow)
  }

  /// Has the picture shown, with the next frame of the layer's display, in place of the shown one and of any presented
  /// before. Waits for nothing.
  public consuming func present() {
    isPresented = true
    ring.present(slot)
  }

  @_lifetime(&self)
  private mutating func span(_ offset: Int, _ count: Int) -> MutableRawSpan {
    let span = unsafe MutableRawSpan(_unsafeStart: ring.base(slot) + offset, byteCount: count)
    return unsafe _overrideLifetime(span, mutating: &self)
  }
}

/// Where the parts of a picture lie in a drawable's memory, each aligned to 64 bytes.
struct DrawableLayout {
  let bytesPerRow: Int
  let hasAlphaPlane: Bool
  let alphaOffset, alphaBytesPerRow: Int
  /// Words of the palette.
  let paletteCount: Int
  let paletteOffset: Int
  let byteCount: Int

  init(_ format: ImageFormat, width: Int, height: Int) {
    func rounded(_ bytes: Int, _ alignment: Int) -> Int { (bytes + alignment - 1) / alignment * alignment }
    bytesPerRow = rounded(format.bytes(width: width), 4)
    hasAlphaPlane = format == .rgb565Alpha8
    alphaBytesPerRow = hasAlphaPlane ? rounded(width, 4) : 0
    paletteCount = format == .palette8 ? 256 : format == .palette4 ? 16 : 0
    alphaOffset = rounded(bytesPerRow * height, 64)
    paletteOffset = alphaOffset + rounded(alphaBytesPerRow * height, 64)
    byteCount = paletteOffset + rounded(paletteCount * 4, 64)
  }
}
