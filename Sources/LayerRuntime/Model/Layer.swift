// Stage: model. Input: the program's settings of a layer. Output: marks (LayerChanges) that the compositor picks up at
// commit. A setter compares, stores and marks; it neither draws nor allocates.

import FixedRaster

/// A rectangle on the display with a background, a border and sublayers: the thing panels are made of.
///
/// A new layer has zero bounds at (0, 0) and shows nothing until it is given a size. Layers belong to the one thread
/// that runs the loop.
open class Layer {
  public init() { applyDefaultValues() }

  deinit {
    letGoOfSublayers()
    delegate?.forget(self)
  }

  /// The layer's name for constraints and the program; nothing to the display.
  public var name: String?

  // MARK: Tree

  /// In drawing order among layers of equal ``zPosition``. Each one's `superlayerLink` is this layer.
  final var children: [Layer] = []
  /// Indices of `children` from back to front; empty while that is the order of `children` itself.
  final var drawingOrder: [Int32] = []
  final var drawingOrderIsStale = false
  /// Not owned; the superlayer sets it to nil before it lets go of the layer or goes away itself.
  final unowned(unsafe) var superlayerLink: Layer?
  /// Not owned; the delegate sets it to nil before it goes away.
  final unowned(unsafe) var delegateLink: LayerDelegate?
  /// Not owned; see ``host``.
  final unowned(unsafe) var hostLink: (any LayerHost)?
  /// Not owned; the router sets it to nil before it goes away.
  final unowned(unsafe) var touchRouterLink: TouchRouter?
  /// Not owned; the view sets it to nil before it goes away.
  final unowned(unsafe) var viewLink: View?

  // MARK: Time

  /// The animations, in the order in which they were added: a list through their `next`.
  final var firstAnimation: Animation?
  /// The storage of ``actions`` and ``style``.
  final var actionProperties: ActionProperties?
  /// Whether the compositor lists the layer as animated.
  final var isAnimated = false
  /// Whether animated values are being put in place of the layer's properties, or taken back: setters then note the
  /// kind of the change, and nothing else.
  final var isShowing = false
  final var shownChanges: LayerChanges = []
  /// Whether changes of this layer and of all below it show at once, without looking for actions: of layers that are moved by
  /// something else.
  package final var showsChangesAtOnce = false
  /// Whether a finger on a part of this layer, one without a view, is on this layer: parts may come and go while it is down.
  package final var takesTouchesOfParts = false

  /// The action for a change of the property of that name, if nobody else has one; `nil`, if not overridden. A
  /// ``NullAction`` keeps it from being animated.
  open class func defaultAction(forKey key: String) -> (any Action)? { nil }

  /// Whether the contents are redrawn whenever the property of that name changes, or an animation changes it while they
  /// are drawn; false if not overridden.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  // MARK: Values

  /// Values under keys that name no property.
  final var storedValues = StoredValues()

  /// The value of a key that none was stored for; of a property its value at the start, and after it is set to `nil` by
  /// its key. `nil` leaves that as it is. Override it, and return `super`'s value for other keys.
  ///
  /// Each layer asks for its properties when it is made: of those of this module's classes all that hold numbers,
  /// colours, texts and choices, by their Swift names; not for a `frame`, for other layers, images, paths, lists. A
  /// value that is not of the property's kind is ignored.
  open class func defaultValue(forKey key: String) -> Value? { nil }

  /// The properties of which a layer asks its class for the first value.
  @usableFromInline
  class var keysWithDefaults: [String] { commonKeys }

  /// The table of the properties by name. Override it with a `switch` over those of the subclass, and call `super` for
  /// other keys.
  open func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) { accessLayerProperty(key, &access) }

  // MARK: The compositor's data

  /// Changes since the last commit.
  final var changes: LayerChanges = .all
  /// The sublayers that were marked, or have one below them that was: a list through their `changedNext`, not owned. A
  /// frame visits these and no others.
  final unowned(unsafe) var firstChanged: Layer?
  /// This layer's place in the superlayer's list; nil where it ends.
  final unowned(unsafe) var changedNext: Layer?
  final unowned(unsafe) var changedPrevious: Layer?
  /// Whether this layer is in its superlayer's list. The superlayer is then in its own superlayer's, up to the root.
  final var isListed = false
  /// The data of the compositor that shows the layer.
  final var renderState = RenderState.new

  // MARK: Geometry

  /// The layer's own coordinates: the size in points, and the coordinate at the top left. A negative size is
  /// standardised.
  ///
  /// Moving the origin moves the sublayers; neither the layer's own contents nor its ``frame`` move.
  public final var bounds: Rect = .zero {
    didSet {
      if bounds.size.width < 0 || bounds.size.height < 0 { bounds = bounds.standardized }
      if bounds == oldValue { return }
      if isShowing { return mark(.geometry) }
      let host = note([.geometry, .layout])
      if bounds.size != oldValue.size { sizeChanged(from: oldValue.size) }
      act("bounds", from: .rect(oldValue))
      host?.layerTreeChanged()
    }
  }
  /// Where the ``anchorPoint`` lies, in the superlayer's coordinates.
  public final var position: Point = .zero {
    didSet { if position != oldValue { mark(.geometry, "position", from: oldValue) } }
  }
  /// The place in the layer that ``position`` speaks of and ``transform`` turns about, in units of the bounds' size:
  /// (0, 0) top left, (1, 1) bottom right; may lie outside. Top and bottom are the superlayer's: see
  /// ``isGeometryFlipped``.
  public final var anchorPoint = Point(x: Fixed(rawValue: 0x8000), y: Fixed(rawValue: 0x8000)) {
    didSet { if anchorPoint != oldValue { mark(.geometry, "anchorPoint", from: oldValue) } }
  }
  /// How far in front of the layer's plane the anchor lies, in points.
  public final var anchorPointZ: Fixed = 0 {
    didSet { if anchorPointZ != oldValue { mark(.geometry, "anchorPointZ", from: oldValue) } }
  }
  /// The depth among the sublayers of one layer: greater is nearer to the viewer and drawn later.
  public final var zPosition: Fixed = 0 {
    didSet {
      if zPosition == oldValue { return }
      if isShowing {
        superlayer?.drawingOrderIsStale = true
        return mark([.geometry, .order])
      }
      let host = superlayer?.noteSublayerOrder()
      let ownHost = note(.geometry)
      act("zPosition", from: .fixed(oldValue))
      (ownHost ?? host)?.layerTreeChanged()
    }
  }
  /// Applied to the layer and its sublayers, about the anchor.
  public final var transform: Transform3D = .identity {
    didSet { if transform != oldValue { mark(.geometry, "transform", from: oldValue) } }
  }
  /// Applied to the sublayers only, about this layer's anchor.
  public final var sublayerTransform: Transform3D = .identity {
    didSet { if sublayerTransform != oldValue { mark(.geometry, "sublayerTransform", from: oldValue) } }
  }
  /// Whether the layer's own coordinates run upwards from its bottom edge, and so those of all layers below it, until
  /// one of them is flipped again.
  ///
  /// Flipped are these coordinates: the places and transforms of the sublayers, their drawing, the layer's own path,
  /// and converted places. The layer itself stays where it is: its ``position``, ``anchorPoint``, ``transform`` and
  /// ``frame`` are its superlayer's affair. ``bounds`` keeps its numbers; its origin is the bottom left. Pictures stay
  /// upright: see ``contentsAreFlipped()``.
  public final var isGeometryFlipped = false {
    didSet { if isGeometryFlipped != oldValue { mark(.geometry) } }
  }
  /// Whether the layer and everything below it are left out of display and of hit testing. Hiding cancels the touches of
  /// all of them.
  public final var isHidden = false {
    didSet {
      if isHidden == oldValue { return }
      act(isHidden ? Layer.onOrderOut : Layer.onOrderIn)
      mark(.geometry, "isHidden", from: oldValue)
      if isHidden && !isShowing { endTouches() }
    }
  }

  // MARK: Appearance

  /// Whether contents and sublayers are clipped to the bounds, and to the rounded corners if there are any.
  public final var masksToBounds = false {
    didSet { if masksToBounds != oldValue { mark(.appearance, "masksToBounds", from: oldValue) } }
  }
  public final var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { mark(.appearance, "backgroundColor", from: oldValue) } }
  }
  /// The radius of the corners in points; nothing is rounded at 0 or below.
  public final var cornerRadius: Fixed = 0 {
    didSet { if cornerRadius != oldValue { mark(.appearance, "cornerRadius", from: oldValue) } }
  }
  /// The corners that ``cornerRadius`` rounds; the others are square.
  public final var maskedCorners = CornerMask.all { didSet { if maskedCorners != oldValue { mark(.appearance) } } }
  public final var cornerCurve = Layer.CornerCurve.circular {
    didSet { if cornerCurve != oldValue { mark(.appearance) } }
  }
  /// The width of the border in points, inwards from the bounds; none at 0 or below.
  public final var borderWidth: Fixed = 0 {
    didSet { if borderWidth != oldValue { mark(.appearance, "borderWidth", from: oldValue) } }
  }
  public final var borderColor: Color? = .black {
    didSet { if borderColor != oldValue { mark(.appearance, "borderColor", from: oldValue) } }
  }
  /// 0 transparent … 1 opaque, held to that range; applies to the layer and everything below it.
  public final var opacity: Fixed = 1 {
    didSet {
      opacity = Swift.min(Swift.max(opacity, 0), 1)
      if opacity != oldValue { mark(.appearance, "opacity", from: oldValue) }
    }
  }
  /// The program's promise that the layer's contents hide everything behind them.
  public final var isOpaque = false { didSet { if isOpaque != oldValue { mark(.appearance) } } }

  /// The storage of ``contents`` and the properties about it.
  final var content = ContentProperties()
  /// The storage of ``mask`` and the properties about the whole layer's look.
  final var effects = EffectProperties()
  /// The storage of ``speed`` and the properties about the layer's time.
  final var timing = TimeSpace()
  /// The storage of ``touchHandler`` and ``layoutManager``.
  final var callbacks = LayerCallbacks()

  /// The layer's drawing above its contents, for the render tree.
  ///
  /// A method that subclasses inherit, but must not name, is usable from inline code, or it is another function to a
  /// program that subclasses layers than to this module: "function has wrong linkage".
  @usableFromInline
  func drawing() -> LayerDrawing { LayerDrawing() }
  /// The value at the end of a key path that goes through a list of values with names; `nil` for another path.
  @usableFromInline
  func listValue(_ key: ValueKey, _ rest: ValueKey) -> Value?? { filterList(key).map { $0.value(rest) } }
  /// Sets it. Answers whether that could be done; `nil` for another path.
  @usableFromInline
  func setListValue(_ value: Value?, _ key: ValueKey, _ rest: ValueKey) -> Bool? { setFilterValue(value, key, rest) }
  /// Whether ``contents`` are shown.
  @usableFromInline
  var showsContents: Bool { content.image != nil }
  /// Whether sublayers lie in space, and the layer has no plane of its own: see ``TransformLayer``.
  @usableFromInline
  var keepsDepth: Bool { false }
  /// The drawing of sublayers as planes, of a class of layers that may have some.
  @usableFromInline
  var planeRenderer: PlaneRenderer? { nil }
  /// How sublayers are shown several times; `nil` where they are not, which ``replicator`` says with less work.
  @usableFromInline
  var copies: LayerCopies? { nil }

  /// How much earlier the copy of the sublayers is that is looked at: other than 0 only while a replicator's copies are.
  @usableFromInline
  var shownDelay: Int64 { 0 }
  /// The layer itself, if it is one.
  @usableFromInline
  var replicator: ReplicatorLayer? { nil }
  /// Exchanges the memory of the layer's drawing with that of a delayed copy's.
  @usableFromInline
  func exchangeDrawingState(_ state: inout AnyObject?) {}

  // MARK: Display

  /// Makes the layer's contents. Called when that was asked for with ``setNeedsDisplay()``. Override it to assign
  /// ``contents``; the default asks the ``delegate``, and draws if that has no answer of its own.
  open func display() { if let delegate { delegate.display(self) } else { drawContents() } }

  /// Draws the layer's contents. Override it; the default asks the ``delegate``.
  open func draw(in context: DrawingContext) { delegate?.draw(self, in: context) }

  // MARK: Layout

  /// The effect of a change of the superlayer's size on this layer's ``frame``; none if it is empty.
  public final var autoresizingMask: AutoresizingMask = []
  /// The constraints for a ``ConstraintLayoutManager`` of the superlayer.
  public final var constraints: [Constraint]? { didSet { constraintsChanged() } }
  /// Places the sublayers, unless the delegate or a subclass does.
  public final var layoutManager: (any LayoutManager)? {
    get { callbacks.layoutManager }
    set {
      let former = exchange(&callbacks.layoutManager, with: newValue)
      setNeedsLayout()
      withExtendedLifetime(former) {}
    }
  }
  /// The size that the sublayers are being resized to; `nil` while they are not.
  final var resizing: Size?

  /// Places the sublayers. Called before a frame is drawn, once, where the bounds or the list of sublayers changed or
  /// layout was asked for. Override it; the default asks the ``delegate``, or else the ``layoutManager``.
  ///
  /// Sublayers that it adds and removes here ask for no other layout of this layer: this one places them.
  open func layoutSublayers() {
    if let delegate { delegate.layoutSublayers(of: self) } else { layoutManager?.layoutSublayers(of: self) }
  }

  /// Called at once when the bounds' size has changed, before any layout: has the sublayers follow their masks.
  open func resizeSublayers(withOldSize size: Size) {
    for layer in children where layer.superlayer === self { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Follows ``autoresizingMask``.
  open func resize(withOldSuperlayerSize size: Size) {
    guard !autoresizingMask.isEmpty, let superlayer else { return }
    let resized = autoresizedFrame(oldSize: size, in: superlayer)
    // The box of a layer that is turned does not say its size to the last digit.
    if autoresizingMask.keepsSize { position = position + (resized.origin - frame.origin) } else { frame = resized }
  }

  // MARK: Touch

  /// Called for each touch that began on this layer, or on a layer below it that passes touches on. Of use where
  /// overriding ``touchesBegan(_:)`` and its like is not: the closure must not keep the layer alive.
  public final var touchHandler: ((Touch) -> Void)? {
    get { callbacks.touchHandler }
    set { _ = exchange(&callbacks.touchHandler, with: newValue) }
  }

  /// How far inside the bounds a touch has to be, in points; negative insets enlarge the touched area of a small layer
  /// beyond its picture. Obeyed by drawing order, which touches use: see ``hitTest(_:order:)``.
  public final var touchInsets: EdgeInsets {
    get { callbacks.touchInsets }
    set { callbacks.touchInsets = newValue }
  }

  /// A finger came down on this layer, or on one below it that passed the touch on. Override it to take touches, even
  /// with an empty body: this layer, and no other, then gets the finger's moves until it goes up.
  ///
  /// The default calls the ``touchHandler``; without one it tells the ``view``; without that it passes the touch on to the
  /// layer above, as a call of `super` does.
  open func touchesBegan(_ touch: Touch) {
    if let handler = touchHandler {
      handler(touch)
    } else if let view {
      view.touchesBegan(touch)
    } else {
      callbacks.passesTouchOn = true
    }
  }

  /// A finger that this layer took moved, perhaps out of it. The default calls the ``touchHandler``, or tells the ``view``.
  open func touchesMoved(_ touch: Touch) {
    if let handler = touchHandler { handler(touch) } else { view?.touchesMoved(touch) }
  }

  /// A finger that this layer took was lifted, perhaps outside of it. The default calls the ``touchHandler``, or tells the
  /// ``view``.
  open func touchesEnded(_ touch: Touch) {
    if let handler = touchHandler { handler(touch) } else { view?.touchesEnded(touch) }
  }

  /// A touch that this layer took is over without having been meant: a layer was removed or hidden, a gesture recogniser
  /// of a view has it, or the device lost the finger.
  /// The default calls the ``touchHandler``, or tells the ``view``.
  open func touchesCancelled(_ touch: Touch) {
    if let handler = touchHandler { handler(touch) } else { view?.touchesCancelled(touch) }
  }

  /// Whether a finger that came down on the layer, or on one below it, and moves mostly along an axis means this layer: scroll
  /// views around it leave the drag to it, as a slider needs it. The default asks the ``view``.
  ///
  /// - Parameter isVertical: whether it moves up or down, rather than to a side.
  open func keepsDrag(isVertical: Bool) -> Bool { view?.keepsDrag(isVertical: isVertical) ?? false }

  // MARK: Focus

  /// Whether the layer can have the focus, so that keys and encoders reach it. Override it; the default asks the ``view``.
  /// Hidden layers, and those under a view without user interaction, never have it.
  open var canBecomeFocused: Bool { view?.canBecomeFocused ?? false }

  /// The layer got the focus, lost it, or its ring is to be shown or not. The default tells the ``view``.
  open func focusChanged(_ focus: FocusState) { view?.focusChanged(focus) }

  /// A key went down, or is repeated, while this layer, or one below it that does not use the key, had the focus. The default
  /// tells the ``view``.
  ///
  /// - Returns: whether it used the key. Then it gets its end too.
  open func keyDown(_ press: KeyPress) -> Bool { view?.keyDown(press) ?? false }

  /// A key that this layer used went up, or was cancelled. The default tells the ``view``.
  open func keyUp(_ press: KeyPress) { view?.keyUp(press) }

  /// An encoder was turned by so many steps, clockwise; less than 0 the other way. The default tells the ``view``.
  ///
  /// - Returns: whether it used them. Steps that nobody uses move the focus.
  open func turned(by steps: Int) -> Bool { view?.turned(by: steps) ?? false }

  /// Whether the point, in the layer's own coordinates, lies inside the bounds. Override it for another shape.
  open func contains(_ point: Point) -> Bool { bounds.contains(point) }

  /// The same as ``hitTest(_:order:)`` by tree order, for which it is asked of each layer. An override counts for that
  /// order alone; touches follow ``hitTest(_:order:)``.
  open func hitTest(_ point: Point) -> Layer? { hitTest(point, order: .tree) }

  /// The deepest layer of this subtree, this one included, that contains the point, given in the coordinates of this
  /// layer's superlayer (a root's: the display's). Hidden layers, and all below them, are left out, and those deeper
  /// than ``depthLimit`` below this one.
  ///
  /// Asks ``contains(_:)``, which may change the tree: layers that it adds are not asked, and those that it takes away
  /// are not hit. Sublayers are asked by this method. Override it to have a subtree, or a place, not touched; a layer
  /// that is not in this subtree is no answer.
  ///
  /// By tree order a point outside this layer's own bounds gives `nil`; by drawing order it may lie on a sublayer that
  /// shows outside them.
  ///
  /// By drawing order ``touchInsets`` count: a place beside the layer, in the area that they add to it, is in it, unless
  /// a layer above clips it there. Among sublayers with such areas one that holds the place itself is hit before one
  /// whose added area does.
  open func hitTest(_ point: Point, order: HitTestOrder) -> Layer? { hit(at: point, order) }
}

/// The program's closures and objects of a layer. Replaced by `exchange`: their release may come back here.
struct LayerCallbacks {
  var touchHandler: ((Touch) -> Void)?
  var touchInsets = EdgeInsets.zero
  /// Whether the last hit test that found the layer found it beside its bounds.
  var isHitBeside = false
  /// Set by ``Layer/touchesBegan(_:)`` where the layer does not take the touch.
  var passesTouchOn = false
  var layoutManager: (any LayoutManager)?
  /// Whether ``Layer/layoutSublayers()`` is running.
  var isLayingOut = false
  /// While the layer above asks ``Layer/hitTest(_:order:)``.
  var hitTestStep: HitTestStep?
}

extension Layer {
  /// Where keys of the tree that the layer is in go; `nil` where nobody takes keys for it.
  public final var focusRouter: FocusRouter? { root.touchRouter?.focusRouter }

  /// The layer that this one is a sublayer of.
  public final var superlayer: Layer? { unsafe superlayerLink }

  /// Who answers for this layer; not kept alive by it.
  public final var delegate: LayerDelegate? {
    get { unsafe delegateLink }
    set {
      if newValue === delegate { return }
      delegate?.forget(self)
      unsafe delegateLink = newValue
      newValue?.adopt(self)
    }
  }

  /// The host of the tree that this layer is the root of.
  final var host: (any LayerHost)? {
    get { unsafe hostLink }
    set {
      // One that goes away by itself needs no telling.
      let former = newValue == nil ? nil : host
      unsafe hostLink = newValue
      // Animations that were added before anybody showed the layers begin now.
      forgetRenderState(reportingTo: former, keepsAnimations: former == nil && newValue != nil)
      former?.layerTreeChanged()
      newValue?.layerTreeChanged()
      if let former { former.scrollMotions.endRemoved(from: former) }
    }
  }

  final var touchRouter: TouchRouter? {
    get { unsafe touchRouterLink }
    set { unsafe touchRouterLink = newValue }
  }
}
