// Stage: views. A view owns a layer and acts for it: its picture, the places of its sublayers, fingers on it.

import FixedRaster
import SystemFiles

/// A rectangle that draws, lays out its subviews and takes touches: inherit from it and override methods of interest.
///
/// A view owns one layer and is its delegate; place, colours and all else that is seen are the layer's, and can be set
/// there as well. A view owns its subviews. Layers without a view may lie among theirs, in any order:
/// ``Layer/sublayers`` of the view's ``layer`` is the order of all of them.
///
/// Views belong to the one thread that runs the loop.
@safe
open class View: LayerDelegate {
  /// The layer that a view of this class is made with. Override it for a layer of a subclass, as `ShapeLayer()`.
  open class func makeLayer() -> Layer { Layer() }

  /// - Parameter frame: the place in the superview's coordinates, in points.
  public init(frame: Rect) {
    super.init()
    own(type(of: self).makeLayer(), isHosted: false)
    layer.frame = frame
  }

  public convenience override init() { self.init(frame: .zero) }

  /// A view that hosts a tree of layers of the program's own: it gives them a place among views and takes their touches.
  /// It neither draws nor lays out the layer, whose ``Layer/delegate`` stays as it is.
  ///
  /// - Parameter layer: not another view's; one that has a superlayer is taken out of it.
  public init(hosting layer: Layer) {
    super.init()
    if layer.view != nil { trap("View: a layer that another view owns cannot be hosted") }
    layer.removeFromSuperlayer()
    own(layer, isHosted: true)
  }

  deinit {
    for view in views { view.superviewIsGone() }
    unsafe owned?.viewLink = nil
    ownReference?.viewIsGone()
    for i in unsafe delegating.indices { unsafe delegating[i].takeUnretainedValue().delegateIsGone() }
    // Last: others that waited for them may call the program.
    for recognizer in recognizers { recognizer.viewIsGone() }
  }

  private final func own(_ layer: Layer, isHosted: Bool) {
    owned = layer
    unsafe layer.viewLink = self
    if !isHosted { layer.delegate = self }
  }

  private final var owned: Layer?
  /// Those below this one, in no order: the layers know it.
  private final var views: [View] = []
  /// Not owned; the superview sets it to nil before it lets go of the view or goes away itself.
  private final unowned(unsafe) var superviewLink: View?

  /// The views in this one, in no order.
  final var directSubviews: [View] { views }
  /// The storage of ``controlStyle``.
  final var ownControlStyle: SharedControlStyle?
  /// The style that holds here, or `nil` for the default, has changed or may have.
  @usableFromInline
  func useControlStyle(_ style: SharedControlStyle?) {}
  /// Made for the first of those that know the view without keeping it.
  private final var ownReference: ViewReference?
  final var reference: ViewReference {
    let reference = ownReference ?? ViewReference(self)
    ownReference = reference
    return reference
  }

  /// The layer of the view. The same for its whole life.
  public final var layer: Layer { unsafe owned.unsafelyUnwrapped }

  // MARK: Place

  /// The place in the superview's coordinates: of a view that is transformed the box about it.
  public final var frame: Rect {
    get { layer.frame }
    set { layer.frame = newValue }
  }
  /// The view's own coordinates.
  public final var bounds: Rect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }
  /// Where the middle of the view, or its layer's ``Layer/anchorPoint``, lies in the superview.
  public final var center: Point {
    get { layer.position }
    set { layer.position = newValue }
  }
  /// Applied to the view and all in it, about ``center``.
  public final var transform: AffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  // MARK: Look

  public final var backgroundColor: Color? {
    get { layer.backgroundColor }
    set { layer.backgroundColor = newValue }
  }
  /// 0 transparent … 1 opaque, held to that.
  public final var alpha: Fixed {
    get { layer.opacity }
    set { layer.opacity = newValue }
  }
  public final var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }
  /// The program's promise that the view fills its bounds with opaque colour.
  public final var isOpaque: Bool {
    get { layer.isOpaque }
    set { layer.isOpaque = newValue }
  }
  public final var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  /// The view through whose alpha this one is shown. It has no superview. One that becomes another view's mask, or a subview,
  /// is this view's mask no more.
  public final var mask: View? {
    get { masking.flatMap { $0.layer === layer.mask ? $0 : nil } }
    set {
      if newValue === masking && newValue === mask { return }
      newValue?.removeFromSuperview()
      newValue?.stopMasking()
      let former = exchange(&masking, with: newValue)
      layer.mask = newValue?.layer
      withExtendedLifetime(former) {}
    }
  }
  /// The view that ``mask`` was set to, wherever its layer is now.
  private final var masking: View?

  /// Has the view whose mask this is, if there is one, let go of it. The caller holds this view.
  private final func stopMasking() {
    guard let masked = layer.superlayer?.view, masked.masking === self else { return }
    masked.masking = nil
  }

  /// The program's number of the view; see ``viewWithTag(_:)``.
  public final var tag = 0
  /// Whether fingers reach the view and those in it. Setting it to false cancels their touches.
  public final var isUserInteractionEnabled = true {
    didSet { if oldValue && !isUserInteractionEnabled { layer.endTouches() } }
  }

  /// How contents lie in a view whose size is another than theirs.
  public final var contentMode = View.ContentMode.scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      updateRedraw()
    }
  }
  /// When the contents are drawn.
  public final var redrawPolicy = View.RedrawPolicy.onSetNeedsDisplay { didSet { updateRedraw() } }

  private final func updateRedraw() {
    let follows = redrawPolicy == .duringResize || redrawPolicy == .beforeResize || contentMode == .redraw
    layer.needsDisplayOnBoundsChange = follows && redrawPolicy != .never
  }

  // MARK: Contents

  /// Draws the view's contents, in its own coordinates. Override it, and call ``setNeedsDisplay()`` where the view is made
  /// and whenever it looks different: a view is drawn when that was asked for, before the next frame. The default draws
  /// nothing.
  ///
  /// - Parameters:
  ///   - rect: the area to draw; drawing beside it is lost.
  ///   - context: to draw with until the method returns.
  open func draw(_ rect: Rect, in context: DrawingContext) {}

  public final func setNeedsDisplay() { if redrawPolicy != .never { layer.setNeedsDisplay() } }

  /// Has a part of the contents drawn again.
  public final func setNeedsDisplay(_ rect: Rect) { if redrawPolicy != .never { layer.setNeedsDisplay(rect) } }

  open override func display(_ layer: Layer) {
    if redrawPolicy == .never || layer.content.image != nil && layer.content.drawn == nil { return }
    layer.drawContents()
  }

  /// Changes of the view's layer show at once, but for those within ``animate(withDuration:delay:options:animations:completion:)``.
  open override func action(for layer: Layer, forKey key: String) -> (any Action)? {
    TransactionStack.existing?.level.animatesViews == true ? nil : NullAction.shared
  }

  open override func draw(_ layer: Layer, in context: DrawingContext) { draw(context.dirtyRect, in: context) }

  // MARK: Layout

  /// The effect of a change of the superview's size on the view's ``frame``; none if it is empty.
  public final var autoresizingMask: AutoresizingMask {
    get { layer.autoresizingMask }
    set { layer.autoresizingMask = newValue }
  }

  /// Places the subviews, and layers beside them. Called before a frame, once, where the bounds or the list of subviews
  /// changed or layout was asked for. The default asks the layer's ``Layer/layoutManager``.
  open func layoutSubviews() { super.layoutSublayers(of: layer) }

  public final func setNeedsLayout() { layer.setNeedsLayout() }

  public final func layoutIfNeeded() { layer.layoutIfNeeded() }

  open override func layoutSublayers(of layer: Layer) { layoutSubviews() }

  /// The size that suits the view best within a size, in points. The default is the one it has.
  open func sizeThatFits(_ size: Size) -> Size { bounds.size }

  /// Takes the size that suits the view best; its ``center`` stays.
  public final func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

  // MARK: Touches

  /// Whether fingers on this view, and on those in it, are down alone: while one is, fingers that come down elsewhere are
  /// ignored until they are up; and a finger here is ignored that comes down while one is down elsewhere.
  public final var isExclusiveTouch = false
  /// How far inside the bounds a touch has to be, in points; negative insets enlarge the touched area of a small view:
  /// `EdgeInsets(enlarging: bounds.size, to: 7 * router.pointsPerMillimetre)`. See ``Layer/touchInsets``.
  public final var touchInsets: EdgeInsets {
    get { layer.touchInsets }
    set { layer.touchInsets = newValue }
  }

  /// A finger came down on this view, or on one in it that passed the touch on. Override it to take touches, even with
  /// an empty body: this view, and no other, then gets the finger's moves until it goes up. The default passes the
  /// touch on to the superview, as a call of `super` does.
  open func touchesBegan(_ touch: Touch) { layer.callbacks.passesTouchOn = true }

  /// A finger that this view took moved, perhaps out of it.
  open func touchesMoved(_ touch: Touch) {}

  /// A finger that this view took was lifted, perhaps outside of it.
  open func touchesEnded(_ touch: Touch) {}

  /// A touch that this view took is over without having been meant.
  open func touchesCancelled(_ touch: Touch) {}

  /// Whether a finger that came down on the view, or on one in it, and moves mostly along an axis means this view: scroll views
  /// around it leave the drag to it. False if not overridden.
  ///
  /// - Parameter isVertical: whether it moves up or down, rather than to a side.
  open func keepsDrag(isVertical: Bool) -> Bool { false }

  /// Whether a finger presses the view itself: a control.
  @usableFromInline
  var isPressedByTouch: Bool { false }

  // MARK: Focus

  /// Whether the view can have the focus, so that keys and encoders reach it; not if not overridden. Hidden views, and those
  /// without user interaction, never have it.
  open var canBecomeFocused: Bool { false }

  /// The view got the focus, lost it, or its ring is to be shown or not.
  open func focusChanged(_ focus: FocusState) {}

  /// A key went down, or is repeated, while this view, or one in it that does not use the key, had the focus.
  ///
  /// - Returns: whether it used the key. Then it gets its end too.
  open func keyDown(_ press: KeyPress) -> Bool { false }

  /// A key that this view used went up, or was cancelled.
  open func keyUp(_ press: KeyPress) {}

  /// An encoder was turned by so many steps, clockwise; less than 0 the other way.
  ///
  /// - Returns: whether it used them. Steps that nobody uses move the focus.
  open func turned(by steps: Int) -> Bool { false }

  /// Whether a text of the view is being edited: while it has the focus it is asked for each key, also where no ring shows
  /// that. Not if not overridden.
  open var isFirstResponder: Bool { false }

  /// The view has the focus and can be used no more: it is hidden, or taken away.
  @usableFromInline
  func interrupt() {}

  /// Brings a layer that lies somewhere below the view's into sight.
  @usableFromInline
  func reveal(_ layer: Layer) {}

  /// The part of the focus in the view.
  public final var focusState: FocusState {
    guard let router = layer.focusRouter, router.focusedLayer === layer else { return .none }
    return router.showsRing ? .ringed : .focused
  }

  /// Takes the focus.
  ///
  /// - Returns: whether it has it: it can have it, and is shown.
  @discardableResult
  public final func becomeFocused() -> Bool { layer.focusRouter?.focus(layer) ?? false }

  /// Gives the focus up, if it has it.
  public final func resignFocus() { if focusState != .none { layer.focusRouter?.focus(nil) } }

  // MARK: Gestures

  /// Those of the view, in the order in which they were added.
  private(set) final var recognizers: [GestureRecognizer] = []
  final var hasGestureRecognizers: Bool { !recognizers.isEmpty }
  /// Recognisers whose delegate this is. Not owned: each takes itself off the list.
  private final var delegating: [Unmanaged<GestureRecognizer>] = unsafe []

  /// The recognisers of the view, in the order in which they were added; `nil` if there are none.
  public final var gestureRecognizers: [GestureRecognizer]? {
    get { recognizers.isEmpty ? nil : recognizers }
    set {
      let new = newValue ?? []
      for former in recognizers where !new.contains(where: { $0 === former }) { removeGestureRecognizer(former) }
      for recognizer in new { addGestureRecognizer(recognizer) }
    }
  }

  /// Has a recogniser hear of the fingers on this view and on those in it, and keeps it. One of another view is taken
  /// from there.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    if recognizer.view === self { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizers.append(recognizer)
    recognizer.join(self)
  }

  /// Lets go of a recogniser: it calls no action any more. Nothing if it is not this view's.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    if recognizer.view !== self { return }
    recognizers.removeAll { $0 === recognizer }
    recognizer.viewIsGone()
  }

  /// Whether one of the view's recognisers may recognise its gesture now; yes if not overridden. Its delegate is asked
  /// besides.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  final func adopt(_ recognizer: GestureRecognizer) {
    unsafe delegating.append(Unmanaged.passUnretained(recognizer))
  }

  final func forget(_ recognizer: GestureRecognizer) {
    let place = unsafe Unmanaged.passUnretained(recognizer).toOpaque()
    unsafe delegating.removeAll { unsafe $0.toOpaque() == place }
  }

  // MARK: Tree

  /// The view that this one lies in.
  public final var superview: View? { unsafe superviewLink }

  /// The views in this one, from back to front among those of equal ``Layer/zPosition``.
  public final var subviews: [View] {
    var list: [View] = []
    for layer in layer.children { if let view = layer.view, view.superview === self { list.append(view) } }
    return list
  }

  /// Adds a view in front of the others, and of layers beside them. A view that has a superview is moved.
  public final func addSubview(_ view: View) { insert(view) { layer.addSublayer(view.layer) } }

  /// Adds a view right in front of a subview.
  public final func insertSubview(_ view: View, above sibling: View) {
    refuseStranger(sibling)
    insert(view) { layer.insertSublayer(view.layer, above: sibling.layer) }
  }

  /// Adds a view right behind a subview.
  public final func insertSubview(_ view: View, below sibling: View) {
    refuseStranger(sibling)
    insert(view) { layer.insertSublayer(view.layer, below: sibling.layer) }
  }

  /// Makes a view the subview number `index`; an index outside the list means its nearest end.
  public final func insertSubview(_ view: View, at index: Int) {
    var others = subviews
    others.removeAll { $0 === view }
    let place = Swift.max(index, 0)
    if place >= others.count { return addSubview(view) }
    insertSubview(view, below: others[place])
  }

  public final func bringSubviewToFront(_ view: View) { if view.superview === self { layer.addSublayer(view.layer) } }

  public final func sendSubviewToBack(_ view: View) {
    if view.superview === self { layer.insertSublayer(view.layer, at: 0) }
  }

  /// Takes the view, with all in it, out of its superview; nothing if it has none.
  public final func removeFromSuperview() {
    guard let former = superview else { return }
    let view = self  // may be the last reference
    former.views.removeAll { $0 === view }
    view.superviewIsGone()
    view.layer.removeFromSuperlayer()
  }

  /// Whether the view is `view` or lies in it.
  public final func isDescendant(of view: View) -> Bool { layer.isDescendant(of: view.layer) }

  /// This view or the first in it with a ``tag``; `nil` if none has it.
  public final func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for view in subviews { if let found = view.viewWithTag(tag) { return found } }
    return nil
  }

  /// A place of this view's in another's coordinates; `nil` means those of the display.
  public final func convert(_ point: Point, to view: View?) -> Point { layer.convert(point, to: view?.layer) }

  /// A place of another view's, or of the display's, in this one's coordinates.
  public final func convert(_ point: Point, from view: View?) -> Point { layer.convert(point, from: view?.layer) }

  private final func insert(_ view: View, _ place: () -> Void) {
    // A layer that was moved by hand may lie elsewhere than its view.
    if isDescendant(of: view) || isOwned(by: view) { trap("View: a view cannot become its own descendant") }
    if view.superview !== self {
      view.removeFromSuperview()
      view.stopMasking()
      views.append(view)
      unsafe view.superviewLink = self
      view.passOnControlStyle()
    }
    place()
  }

  private final func isOwned(by view: View) -> Bool {
    var owner = superview
    while let here = owner, here !== view { owner = here.superview }
    return owner != nil
  }

  private final func refuseStranger(_ sibling: View) {
    if sibling.superview !== self { trap("View: the view named as a sibling is not a subview of this view") }
  }

  private final func superviewIsGone() { unsafe superviewLink = nil }
}

extension View {
  /// How contents lie in a view whose size is another than theirs.
  public enum ContentMode: UInt8, Hashable, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill
    /// Drawn again at each new size.
    case redraw
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

    var gravity: Layer.ContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      case .topLeft: .topLeft
      case .topRight: .topRight
      case .bottomLeft: .bottomLeft
      case .bottomRight: .bottomRight
      }
    }
  }

  /// When a view's contents are drawn.
  public enum RedrawPolicy: UInt8, Hashable, Sendable {
    /// When that is asked for. A view that is resized shows its contents as ``View/contentMode`` says.
    case onSetNeedsDisplay
    /// At each new size too.
    case duringResize
    /// Once at the size that a resize ends with; without an animation that is each new size.
    case beforeResize
    /// Never: the program sets the layer's contents.
    case never
  }
}

extension Layer {
  /// The view that owns this layer, or hosts it.
  public final var view: View? { unsafe viewLink }
}

extension Touch {
  /// The view that the finger came down on: the layer's own, or that of the nearest layer above it.
  public var view: View? {
    var layer: Layer? = layer
    while let here = layer {
      if let view = here.view { return view }
      layer = here.superlayer
    }
    return nil
  }

  /// The location in a view's own coordinates.
  public func location(in view: View) -> Point { location(in: view.layer) }

  /// The location of the sample before, in a view's own coordinates.
  public func previousLocation(in view: View) -> Point { previousLocation(in: view.layer) }
}
