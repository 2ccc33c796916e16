// Stage: gestures. Input: samples of fingers on a view, and deadlines, from a TouchRouter. Output: calls of the program's
// actions. GestureRecognizer+Recognition.swift has the rules between recognisers.

import FixedRaster
import SystemFiles

/// Recognises a gesture in the fingers on a view and calls the program's actions: tap, long press, pan, screen edge pan,
/// swipe, pinch, rotation; or a gesture of one's own in a subclass.
///
/// A view gets a recogniser by ``View/addGestureRecognizer(_:)``. It then hears of each finger on the view and on those in
/// it, before they do. A discrete gesture is recognised once: its ``state`` goes from `possible` to `ended`. A continuous
/// one goes from `possible` over `began` and `changed` to `ended` or `cancelled`. Both `failed` where the fingers do
/// something else. Once all fingers are up the recogniser is `possible` again.
///
/// Of recognisers that follow the same finger the first one to recognise its gesture makes the others fail, unless a
/// ``delegate`` lets both go on.
///
/// A subclass overrides ``touchesBegan(_:)`` and its like and sets ``state``. Distances are measured in millimetres of
/// the display by ``TouchRouter/pointsPerMillimetre``, speeds by the times of samples.
@safe
open class GestureRecognizer {
  public enum State: UInt8, CaseIterable, Sendable {
    /// Nothing is recognised yet.
    case possible
    /// A continuous gesture is recognised.
    case began
    /// The fingers of a continuous gesture moved.
    case changed
    /// A continuous gesture is over, or a discrete one is recognised.
    case ended
    /// A continuous gesture is over without having been meant.
    case cancelled
    /// The fingers do something else.
    case failed

    /// A discrete gesture is recognised: the same as `ended`.
    public static var recognized: State { .ended }
  }

  public init() { touches.reserveCapacity(10) }

  deinit { delegateView?.forget(self) }

  // MARK: Actions

  private final var actions: [(GestureRecognizer) -> Void] = []

  /// Has a closure called with the recogniser whenever ``state`` becomes `began`, `changed`, `ended` or `cancelled`.
  /// The recogniser keeps it: it must keep neither the recogniser nor its view.
  public final func addAction(_ action: @escaping (GestureRecognizer) -> Void) { actions.append(action) }

  /// Lets go of all actions.
  public final func removeActions() {
    let former = actions
    actions = []
    withExtendedLifetime(former) {}
  }

  // MARK: Settings

  /// The view whose fingers these are; not kept.
  public final var view: View? { unsafe viewLink }

  /// Decides together with the recogniser; `nil` if nobody does. A ``View`` is not kept, and forgotten when it goes;
  /// another object is kept until the property is set to `nil`.
  public final var delegate: (any GestureRecognizerDelegate)? {
    get { if let keptDelegate { keptDelegate } else { unsafe delegateLink } }
    set {
      let former = keptDelegate
      delegateView?.forget(self)
      delegateView = newValue as? View
      unsafe delegateLink = delegateView == nil ? nil : newValue
      keptDelegate = delegateView == nil ? newValue : nil
      delegateView?.adopt(self)
      withExtendedLifetime(former) {}
    }
  }

  /// Whether the view's touches are taken from it when the gesture is recognised: it gets ``View/touchesCancelled(_:)``,
  /// and no more of these fingers. True if not said.
  public final var cancelsTouchesInView = true
  /// Whether the view gets ``View/touchesBegan(_:)`` no sooner than this recogniser has failed; never, where it does not
  /// fail and ``cancelsTouchesInView``. The beginning comes late with its own place and time; moves in between do not
  /// come. False if not said.
  public final var delaysTouchesBegan = false
  /// Whether fingers reach the recogniser. Setting it to false cancels a gesture that has begun.
  public final var isEnabled = true { didSet { if oldValue && !isEnabled { cancel() } } }

  /// Recognisers that have to fail first.
  final var required: [GestureRecognizer] = []

  /// Has this gesture wait until another one fails, if that one follows fingers meanwhile; where it is recognised, this
  /// one fails. The other recogniser is kept.
  public final func require(toFail other: GestureRecognizer) {
    if other === self || required.contains(where: { $0 === other }) { return }
    required.append(other)
  }

  // MARK: The gesture

  /// Where the gesture is. Set by subclasses alone, by the steps that the type's description has; others do nothing.
  /// Where a recogniser waits for another one to fail, or may not begin, it stays `possible`.
  public final var state: State {
    get { stateNow }
    set { change(to: newValue) }
  }

  /// The middle of the gesture's fingers that are down, or the last one, in a view's coordinates; `nil` for those of the
  /// display. In points.
  public final func location(in view: View?) -> Point { view?.convert(center, from: nil) ?? center }

  /// The place of the finger number `index` of ``numberOfTouches`` in a view's coordinates, in points; without such a
  /// finger that of the gesture.
  public final func location(ofTouch index: Int, in view: View?) -> Point {
    var place = center
    var left = index
    for touch in touches where !touch.isUp {
      if left == 0 { place = touch.location }
      left -= 1
    }
    return view?.convert(place, from: nil) ?? place
  }

  /// How many fingers of the gesture are down.
  open var numberOfTouches: Int { numberOfTouchesDown }

  // MARK: Overridden by subclasses

  /// A finger came down; the recogniser follows it until it is up.
  open func touchesBegan(_ touch: Touch) {}

  /// A finger that is followed moved. Not called any more once the gesture has ended or failed.
  open func touchesMoved(_ touch: Touch) {}

  /// A finger that is followed was lifted; ``numberOfTouches`` counts it no more.
  open func touchesEnded(_ touch: Touch) {}

  /// A touch that is followed is over without having been meant. The default cancels the gesture.
  open func touchesCancelled(_ touch: Touch) { cancel() }

  /// The time of ``deadline`` has come.
  open func deadlineReached() {}

  /// The recogniser is `possible` again: it forgets the former gesture.
  open func reset() {}

  /// Whether a control under the finger has the gesture for itself.
  @usableFromInline
  var isForControl: Bool { false }

  /// Whether this gesture, once recognised, makes another one fail that follows the same finger; yes if not overridden.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether this gesture fails once another one is recognised that follows the same finger; yes if not overridden.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// The time at which ``deadlineReached()`` is called, on the clock of ``Touch/timestamp``, in nanoseconds; `nil` for
  /// none. While it is set, a gesture without fingers stays `possible`.
  public final var deadline: Int64?

  /// Follows a finger no more: of several that are down the others make the gesture.
  public final func ignore(_ touch: Touch) {
    for i in touches.indices where touches[i].finger == touch.finger && !touches[i].isUp {
      touches[i].isIgnored = true
      touches[i].isUp = true
    }
    center = centerOfTouches ?? center
  }

  // MARK: Links

  private final unowned(unsafe) var viewLink: View?
  /// The delegate's view, which sets it back before it goes; not owned.
  private final unowned(unsafe) var delegateViewLink: View?
  private final unowned(unsafe) var delegateLink: (any GestureRecognizerDelegate)?
  private final var keptDelegate: (any GestureRecognizerDelegate)?
  private final unowned(unsafe) var routerLink: TouchRouter?

  private final var delegateView: View? {
    get { unsafe delegateViewLink }
    set { unsafe delegateViewLink = newValue }
  }
  /// While fingers are followed, or a deadline; the router sets it back.
  final var router: TouchRouter? {
    get { unsafe routerLink }
    set { unsafe routerLink = newValue }
  }

  final func join(_ view: View) { unsafe viewLink = view }

  final func delegateIsGone() {
    delegateView = nil
    unsafe delegateLink = nil
  }

  /// Stops without a call of an action.
  final func viewIsGone() {
    unsafe viewLink = nil
    (stateNow, pending, deadline) = (.possible, nil, nil)
    touches.removeAll(keepingCapacity: true)
    reset()
    router?.recheck()
  }

  // MARK: The fingers

  /// A finger that is followed.
  struct FollowedTouch {
    /// The router's number of it.
    let serial: UInt32
    let finger: Int
    let start: Point
    var location: Point
    /// Lifted in the event that is being handled, or ignored.
    var isUp = false
    var isIgnored = false
  }

  final var touches: [FollowedTouch] = []
  /// The middle of the fingers, in points of the display.
  final var center = Point.zero
  final var stateNow = State.possible
  /// The next state, while others have to fail first.
  final var pending: Pending?

  enum Pending: UInt8 {
    case began, ended
    /// A continuous gesture whose end came before it could begin.
    case beganAndEnded
  }

  final func callActions() {
    let (list, state) = (actions, stateNow)
    for action in list where view != nil && stateNow == state { action(self) }
  }
}

/// Decides when gestures are recognised.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Whether a gesture may be recognised now; where not, it fails. Yes if not implemented.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool

  /// Whether two gestures that follow the same finger may both be recognised. No if not implemented; the other one's
  /// delegate may allow it too.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Whether a recogniser follows a finger that came down. Yes if not implemented.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
}

extension GestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }
}
