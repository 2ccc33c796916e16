import FixedRaster
import SystemFiles

/// Shows a tree of layers on a display: commits changes and draws the damage, and nothing else.
///
/// It belongs to the thread that runs the loop; where much is damaged other threads draw parts of it while that one
/// waits for the last of them. After the first frame a frame allocates nothing.
public final class Compositor: LayerHost {
  /// The layer shown, which has no superlayer; its superspace is the display in points, (0, 0) at the top left. Of several compositors
  /// the one that was made last shows a root; the others draw nothing while it is there, and the first of them that
  /// draws a frame afterwards shows it again.
  public let root: Layer
  /// Called when something changed and no frame was due yet: ask the loop for one. May change anything: whatever was
  /// being set has its new value.
  public var onNeedsFrame: (() -> Void)? {
    get { requestFrame }
    set { _ = exchange(&requestFrame, with: newValue) }
  }
  /// Whether the next frame has anything to do.
  public private(set) var needsFrame = true
  /// Pixels of the display in a point. When it changes, each layer with a delegate may take it as its contents' scale:
  /// ``LayerDelegate/layer(_:shouldInheritContentsScale:)``.
  public var scale: Fixed {
    didSet {
      if scale == oldValue { return }
      let factor = Coefficient(scale)
      tree.scale = AffineTransform(scaleX: factor, y: factor)
      root.note(.geometry)
      root.offerContentsScale(of: self)
      layerTreeChanged()
    }
  }
  /// The cost of the last frame.
  public private(set) var statistics = FrameStatistics()
  /// The overlays on top of the layers for developers: none at first, which costs nothing.
  public var overlays: CompositorOverlays = [] {
    didSet {
      if overlays == oldValue { return }
      tiles.composer.overlays = overlays
      tiles.composer.flash.removeAll()
      tree.showsOutlines = overlays.contains(.outlines)
      root.mark(.geometry)
      invalidate()
    }
  }

  /// Whether channels of fewer than 8 bits are dithered: by a pixel's place, rather than rounded to the nearest.
  public var dithering = Dithering.automatic {
    didSet { if dithering != oldValue { invalidate() } }
  }
  /// How many frames a second are asked for while something moves with time, 1...240, held to that; 30 if not said.
  public var preferredFramesPerSecond = 30 {
    didSet { preferredFramesPerSecond = Swift.max(1, Swift.min(preferredFramesPerSecond, 240)) }
  }
  /// See ``LayerHost``.
  var frameTime: Int64 = 0
  let animator: Animator
  let scrollMotions = ScrollMotions()

  /// The effect of ``dithering`` in the last frame.
  private var isDithering = false

  private var requestFrame: (() -> Void)?
  private(set) var isDrawingFrame = false
  private var tree: RenderTree
  /// Takes turns with the tree's list, so that neither has to grow in a frame.
  private var spareReleased: [AnyObject] = []
  private var overflowReport = OverflowReport()
  private var damage = Damage()
  private var drawn = Damage()
  private var changed = Damage()
  private var visible: VisibleNodes
  private var offscreen: OffscreenPass
  private var tiles: TilePass

  /// - Parameters:
  ///   - root: a layer without a superlayer that is no mask. Another one ends the program with a sentence.
  ///   - width: of the display, in pixels, 1...8191. Others end the program with a sentence.
  ///   - height: likewise.
  ///   - scale: pixels in a point.
  ///   - capacities: how much memory is taken, once.
  @export(interface)  // or a module that makes one compiles all of the drawing again
  public init(
    root: Layer, width: Int, height: Int, scale: Fixed = 1, capacities: CompositorCapacities = CompositorCapacities()
  ) {
    if root.superlayer != nil { trap("Compositor: the root layer of a display cannot have a superlayer") }
    self.root = root
    self.scale = scale
    let factor = Coefficient(scale)
    if !(1...8191).contains(width) || !(1...8191).contains(height) {
      trap("Compositor: a display has 1 to 8191 pixels each way")
    }
    let device = PixelRect(width: width, height: height)
    let space = DrawingSpace(
      pool: BitmapPool(capacity: capacities.bitmapBytes, places: 2 * capacities.layers),
      coverage: CoveragePool(capacity: capacities.coverageBytes, width: Swift.max(256, device.width)),
      polygons: PolygonPool(capacity: capacities.polygonBytes))
    let animator = Animator(root: root, capacity: capacities.animations)
    self.animator = animator
    tree = RenderTree(
      capacity: capacities.layers, planes: capacities.planes, device: device,
      scale: AffineTransform(scaleX: factor, y: factor), space: space, animator: animator)
    drawing = space
    visible = VisibleNodes(capacity: capacities.layers)
    offscreen = OffscreenPass(capacity: capacities.layers)
    tiles = TilePass(capacities, device: device)
    damage.add(device)
    spareReleased.reserveCapacity(2 * capacities.layers)
    root.host = self
  }

  // Another compositor may have taken the root over.
  deinit { if root.host === self { root.host = nil } }

  /// Counts beyond the capacities: all zero where everything is shown as it was described.
  public var overflow: Overflow {
    var overflow = Overflow()
    (overflow.layers, overflow.deepLayers) = (tree.waiting, tree.tooDeep)
    (overflow.bitmaps, overflow.polygons) = (drawing?.pool.refused ?? 0, drawing?.polygons.refused ?? 0)
    (overflow.planes, overflow.delayedCopies) = (tree.planes.refused, tree.refusedCopies)
    overflow.animations = animator.refused
    overflow.tiles = drawing?.mapTiles.painter?.overflow ?? 0
    for emitter in tree.parts.emitters { overflow.particles.countOn(by: emitter.refused) }
    (overflow.groups, overflow.clips) = (tiles.sum { $0.groupOverflow }, tiles.sum { $0.clipOverflow })
    return overflow
  }

  /// Glyphs that gave way to others, since the start: more of them are in use than ``CompositorCapacities/glyphs``.
  public var glyphEvictions: Int { tiles.sum { Int(truncatingIfNeeded: $0.glyphCache.evictions) } }

  /// Glyphs that were drawn from their outlines because they are larger than those that are cached, since the start.
  public var oversizedGlyphs: Int { tiles.sum { Int(truncatingIfNeeded: $0.glyphCache.oversized) } }

  /// The place in points, in which the root's ``Layer/position`` is, of a place on the display in pixels.
  public func point(at pixel: PixelPoint) -> Point { pixel.inPoints(scale: scale) }

  /// The place on the display in pixels of a place in points, in which the root's ``Layer/position`` is.
  public func pixel(at point: Point) -> PixelPoint { point.inPixels(scale: scale) }

  /// Has a part of the display redrawn, as after something else wrote to it.
  public func invalidate(_ rect: PixelRect) {
    damage.add(rect.intersection(tree.device))
    layerTreeChanged()
  }

  /// Has the whole display redrawn.
  public func invalidate() { invalidate(tree.device) }

  /// Lays out marked layers and draws their contents, commits the changes and draws them. Where nothing changed,
  /// nothing is written. The time is that of the frame before: nothing moves that only time moves. Does nothing while a
  /// frame is being drawn, or while another compositor shows the root.
  ///
  /// - Parameters:
  ///   - display: the target.
  ///   - lacking: what the target lacks already, as one that takes turns with another lacks the ``changedRects`` of the
  ///     frame before: it is drawn too where something changed.
  /// - Returns: whether anything was drawn; ``forEachDamagedRect(_:)`` then says where.
  @export(interface)  // likewise
  @discardableResult
  public func drawFrame(into display: DisplayMemory, lacking: DamagedRects = DamagedRects()) -> Bool {
    if isDrawingFrame { return false }
    statistics = FrameStatistics()
    drawn.removeAll()
    changed.removeAll()
    if root.host == nil && root.superlayer == nil { takeRootBack() }
    if !needsFrame || root.host !== self { return false }
    isDrawingFrame = true
    defer { isDrawingFrame = false }
    root.layoutForFrame()
    root.displayForFrame()
    if root.host === self, let drawing, let painter = drawing.mapTiles.painter {
      animator.show(mayChange: true)
      painter.update(drawing.contexts, scale: tree.scale, display: tree.device)
      if painter.hasCalledProgram { animator.restore() }
    }
    // Layouts and drawings may make a compositor that takes the root over.
    if root.host !== self { return false }
    needsFrame = false
    // From here to the end nothing calls the program.
    animator.show()
    Commit.run(root, on: &tree, &damage)
    animator.restore()
    drawing?.thread.finish()
    offscreen.run(&tree, &visible, with: &tiles.composer)
    chooseDithering(for: display)
    takeDamage(for: display)
    changed = drawn
    if !changed.isEmpty { for i in 0..<lacking.count { drawn.add(lacking.damage[i].intersection(tree.device)) } }
    drawDamage(into: display)
    statistics.damageRects = drawn.count
    statistics.hiddenLayers = tiles.sum { $0.takeHiddenLayers() }
    statistics.visits = tree.takeVisits() + visible.takeVisits() + tiles.sum { $0.takeVisits() }
    overflowReport.update(overflow)
    let hasDrawn = !drawn.isEmpty
    // The tint goes with the next frame, and requests during the drawing of layers come with it; so do missing tiles.
    let isDone = tiles.composer.flash.isEmpty && !root.hasRequests && drawing?.mapTiles.painter?.needsFrame != true
    if isDone { letGoOfReleased() } else { layerTreeChanged() }
    return hasDrawn
  }

  /// Shows a root again that another compositor had taken over, and that is gone.
  private func takeRootBack() {
    needsFrame = true
    damage.add(tree.device)
    root.host = self
  }

  /// A gradient that comes or goes changes how all pixels of the display are rounded.
  private func chooseDithering(for display: DisplayMemory) {
    let isWanted = dithering == .always || dithering == .automatic && tree.parts.gradients > 0
    let dithers = display.layout.dithers && isWanted
    if dithers != isDithering { damage.add(tree.device) }
    isDithering = dithers
  }

  private func drawDamage(into display: DisplayMemory) {
    for i in 0..<drawn.count {
      statistics.pixels += drawn[i].area
      tree.cull(&visible, root: tree.root, in: drawn[i])
      statistics.tiles += tiles.draw(drawn[i], tree, visible, into: display, dithers: isDithering)
    }
  }

  /// Moves the damage to the list that is drawn now: as much of it as the display shows, and the pixels that have to be
  /// stored with it.
  private func takeDamage(for display: DisplayMemory) {
    if overlays.contains(.damage) {
      let flash = tiles.composer.flash
      for i in 0..<flash.count { drawn.add(display.storableArea(flash[i].intersection(tree.device))) }
      tiles.composer.flash = damage
    }
    for i in 0..<damage.count { drawn.add(display.storableArea(damage[i].intersection(tree.device))) }
    damage.removeAll()
  }

  /// The areas that the last frame has drawn.
  public var damagedRects: DamagedRects { DamagedRects(drawn) }

  /// The areas that changed with the last frame: those that it has drawn, without what its target lacked before.
  public var changedRects: DamagedRects { DamagedRects(changed) }

  /// Calls `body` with each rectangle of the last frame's damage, in device pixels; they do not overlap.
  public func forEachDamagedRect(_ body: (PixelRect) -> Void) {
    let rects = drawn
    for i in 0..<rects.count { body(rects[i]) }
  }

  // For tests.

  /// The nodes of the render tree, the free ones included.
  var renderNodes: [RenderNode] { tree.nodes.copy }
  var freeNodes: Int { tree.nodes.freeCount }
  var siblings: SiblingIndex { tree.siblings }
  var surfaces: [OffscreenSurface] { tree.surfaces.copy }
  var surfacesDrawn: Int { offscreen.surfacesDrawn }
  var shadowShapes: [ShadowShape?] { tree.shadows.copyOfShapes }

  // MARK: LayerHost

  let drawing: DrawingSpace?

  func layerTreeChanged() {
    letGoOfReleased()
    if needsFrame || root.host !== self { return }
    needsFrame = true
    requestFrame?()
  }

  func contentsRemoved(of node: NodeIndex) {
    tree.forgetContents(node)
    letGoOfReleased()
  }

  func transitionRemoved(_ transition: Transition) { tree.surfaces.forget(transition) }

  func formerPicture(of layer: Layer) -> FormerPictureResult {
    offscreen.formerPicture(of: layer.renderState.node, &tree, &visible, with: &tiles.composer)
  }

  /// Whether something of a layer may be seen while such things of it change: not one that is hidden, off the display
  /// or covered.
  func maySee(_ layer: Layer, changing changes: LayerChanges) -> Bool { tree.maySee(layer, changing: changes) }

  /// Moving layers may have to move again.
  func timingChanged() { if !tree.parts.emitters.isEmpty || !animator.isIdle { layerTreeChanged() } }

  var emitters: [ParticleSystem] { tree.parts.emitters }

  /// Has the next frame do something that a layer did not ask for: its time has come.
  func noteDue() { needsFrame = true }

  func layerRemoved(_ state: RenderState) { tree.remove(state, &damage) }

  /// Lets go of objects that the tree, and drawings by the other thread, kept alive. May call the program: nothing else
  /// is going on.
  private func letGoOfReleased() {
    drawing?.thread.letGoOfImages()
    if !tree.parts.hasReleased { return }
    var released = exchange(&spareReleased, with: [])
    tree.parts.exchangeReleased(&released)
    released.removeAll(keepingCapacity: true)
    spareReleased = released
  }
}
