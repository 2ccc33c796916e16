// Stage: contents. The drawing of a layer's contents. Input: drawing calls in the layer's coordinates. Output: pixels
// of a bitmap. The calls are Core Graphics'; y grows downwards.

import FixedRaster
import SystemFiles

/// Draws a layer's contents: the argument of ``Layer/draw(in:)``. One that is kept longer than that runs does nothing
/// any more.
///
/// Coordinates are the layer's own, in points. Fills and strokes take their colours and lines from the state, which
/// ``saveGState()`` puts aside and ``restoreGState()`` brings back.
public final class DrawingContext {
  /// The state that is saved and restored.
  struct State {
    var transform = AffineTransform.identity
    var fill = Color.black
    var stroke = Color.black
    var style = StrokeStyle()
    var alpha: Fixed = 1
    var mode = BlendMode.sourceOver
    /// Clips that were pushed since the state was saved.
    var clips = 0
    /// The bounding box of the area that they leave, in pixels of the bitmap.
    var clipBox = Rect.zero
    var shadow: ContextShadow?
  }

  /// Where calls go; `nil` before drawing has begun and after it has ended: they then do nothing.
  var target: ContextCanvas?
  /// Where calls go instead of the canvas.
  private(set) var recording: DrawingRecording?
  var state = State()
  private var saved: [State] = []
  var currentPath = CurrentPath()
  /// From the layer's coordinates to the bitmap's pixels.
  private(set) var base = AffineTransform.identity
  // The layout of texts: no memory is taken before the first.
  var typesetter = Typesetter()
  let layout = TextLayout()
  /// The letters of a run that throws a shadow.
  var textOutlines: [PathElement] = []
  /// Whether clearing makes pixels black rather than clear.
  private(set) var isOpaque = false
  /// Whether anything was drawn or cleared since the last ``begin``.
  var hasDrawn = false
  /// The part of the layer to draw; pixels outside stay as they are.
  private(set) var dirtyRect = Rect.zero

  init() {
    saved.reserveCapacity(16)
  }

  /// Goes on drawing into a bitmap.
  ///
  /// - Parameters:
  ///   - transform: from the layer's coordinates to the bitmap's pixels.
  ///   - pixels: the drawable area.
  ///   - recording: takes the drawing; `nil` to draw at once.
  func begin(
    _ surface: Surface, transform: AffineTransform, dirtyRect: Rect, pixels: PixelRect, isOpaque: Bool,
    recording: DrawingRecording?
  ) {
    reset(surface, transform)
    state.clipBox = state.clipBox.overlap(dirtyRect.applying(transform))
    saved.removeAll(keepingCapacity: true)
    (self.isOpaque, self.dirtyRect) = (isOpaque, dirtyRect)
    self.recording = recording
    perform(.begin(surface, pixels, isOpaque ? .black : .clear))
    hasDrawn = false
  }

  /// Ends drawing into a bitmap. Answers the recording if one was made.
  func end() -> DrawingRecording? {
    saved.removeAll(keepingCapacity: true)
    return exchange(&recording, with: nil)
  }

  /// Begins to draw on pixels that stay as they are.
  func begin(_ surface: Surface, transform: AffineTransform) {
    reset(surface, transform)
    target?.canvas.canvas.draw(into: surface)
  }

  private func reset(_ surface: Surface, _ transform: AffineTransform) {
    state = State()
    (state.transform, base) = (transform, transform)
    state.clipBox = Rect(x: 0, y: 0, width: Fixed(surface.width), height: Fixed(surface.height))
    currentPath.removeAll()
  }

  /// Carries out a call, now or later.
  func perform(_ command: DrawingCommand, _ path: Span<PathElement>) {
    if let recording { recording.append(command, path) } else { target?.canvas.perform(command, path) }
  }

  func perform(_ command: DrawingCommand) {
    let nothing = PathBuffer<0>()
    perform(command, nothing.span)
  }

  /// The canvas that this context draws with: from here on it does so at once, after the recording. Not called by a
  /// context that has none.
  ///
  /// - Parameter body: calls nothing of the program's, which may draw with this context.
  func withCanvas(_ body: (inout Canvas) -> Void) {
    guard let target else { return }
    if let recording = exchange(&recording, with: nil) {
      recording.replay(on: &target.canvas)
      recording.removeAll()
    }
    body(&target.canvas.canvas)
  }

  // MARK: State

  public func saveGState() {
    if target == nil { return }
    saved.append(state)
    state.clips = 0
  }

  /// Brings back the state saved last. There must be one.
  public func restoreGState() {
    if target == nil { return }
    guard let former = saved.popLast() else { trap("DrawingContext: restoreGState() without a saved state") }
    if state.clips > 0 { perform(.unclip(state.clips)) }
    state = former
  }

  /// From the current coordinates to the bitmap's pixels.
  public var ctm: AffineTransform { state.transform }
  public func translateBy(x: Fixed, y: Fixed) { concatenate(AffineTransform(translationX: x, y: y)) }
  public func scaleBy(x: Fixed, y: Fixed) { concatenate(AffineTransform(scaleX: Coefficient(x), y: Coefficient(y))) }
  /// In radians, clockwise.
  public func rotate(by angle: Fixed) { concatenate(AffineTransform(rotationAngle: angle)) }
  /// Later drawing goes through `transform` first.
  public func concatenate(_ transform: AffineTransform) { state.transform = transform.concatenating(state.transform) }

  public func setFillColor(_ color: Color) { state.fill = color }
  public func setStrokeColor(_ color: Color) { state.stroke = color }
  /// In points. Zero, or less, is a hairline: one pixel of the contents wide, whatever the coordinates.
  public func setLineWidth(_ width: Fixed) { state.style.width = width }
  public func setLineCap(_ cap: LineCap) { state.style.cap = cap }
  public func setLineJoin(_ join: LineJoin) { state.style.join = join }
  public func setMiterLimit(_ limit: Fixed) { state.style.miterLimit = limit }
  public func setLineDash(_ pattern: DashPattern) { state.style.dash = pattern }
  /// 0…1: fades everything that is drawn from now on.
  public func setAlpha(_ alpha: Fixed) { state.alpha = Swift.min(1, Swift.max(0, alpha)) }
  public func setBlendMode(_ mode: BlendMode) { state.mode = mode }
}
