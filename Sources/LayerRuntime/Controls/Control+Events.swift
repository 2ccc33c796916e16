// Stage: controls. The states and events of controls, and the program's actions.

import FixedRaster

extension Control {
  /// The state of a control: several at once, or ``normal``.
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nothing of all that.
    public static var normal: State { [] }
    /// Held: a finger that came down on it is on it, or Enter or Space is down.
    public static var highlighted: State { State(rawValue: 1) }
    public static var disabled: State { State(rawValue: 2) }
    /// On, or chosen.
    public static var selected: State { State(rawValue: 4) }
    /// Keys and encoders reach it.
    public static var focused: State { State(rawValue: 8) }
    /// Its value is on its way to a device that has not answered yet.
    public static var pending: State { State(rawValue: 16) }
  }

  /// An event of a control; a closure can be called at several.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A finger came down, or Enter or Space went down.
    public static var touchDown: Event { Event(rawValue: 1) }
    /// The finger moved on the control.
    public static var touchDragInside: Event { Event(rawValue: 2) }
    /// The finger moved beside the control.
    public static var touchDragOutside: Event { Event(rawValue: 4) }
    /// The finger came back to the control.
    public static var touchDragEnter: Event { Event(rawValue: 8) }
    /// The finger left the control.
    public static var touchDragExit: Event { Event(rawValue: 16) }
    /// The finger was lifted on the control, or the key went up.
    public static var touchUpInside: Event { Event(rawValue: 32) }
    /// The finger was lifted beside the control.
    public static var touchUpOutside: Event { Event(rawValue: 64) }
    /// The touch is over without having been meant.
    public static var touchCancel: Event { Event(rawValue: 128) }
    /// The value is another one.
    public static var valueChanged: Event { Event(rawValue: 1 << 12) }
    /// The control was used for its purpose: a button was pressed, a time was held, OK was chosen.
    public static var primaryActionTriggered: Event { Event(rawValue: 1 << 13) }
    /// Enter has begun the setting of a value, or a text has begun to be edited.
    public static var editingDidBegin: Event { Event(rawValue: 1 << 16) }
    /// The text is another one.
    public static var editingChanged: Event { Event(rawValue: 1 << 17) }
    /// The editing is over, and its result stays.
    public static var editingDidEnd: Event { Event(rawValue: 1 << 18) }
    /// The editing is over, and the former value is back.
    public static var editingDidCancel: Event { Event(rawValue: 1 << 19) }

    /// The end of a press, whichever it is: exactly one of these follows each ``touchDown``.
    public static var allReleases: Event { [.touchUpInside, .touchUpOutside, .touchCancel] }
    public static var allTouchEvents: Event { Event(rawValue: 0xFFF) }
    public static var allEditingEvents: Event { Event(rawValue: 0xF0000) }
    public static var allEvents: Event { Event(rawValue: .max) }
  }

  /// A closure that a control calls; see ``addAction(for:_:)``.
  public final class Action {
    public let events: Event
    fileprivate var handler: ((Control) -> Void)?

    fileprivate init(_ events: Event, _ handler: @escaping (Control) -> Void) {
      (self.events, self.handler) = (events, handler)
    }
  }

  /// Has a closure called at each of some events, after the closures that were added before. The control keeps it: it
  /// must not keep the control.
  ///
  /// - Parameters:
  ///   - events: one or several.
  ///   - handler: called with the control.
  /// - Returns: the action, for ``removeAction(_:)``.
  @discardableResult
  public final func addAction(for events: Event, _ handler: @escaping (Control) -> Void) -> Action {
    let action = Action(events, handler)
    actions.append(action)
    return action
  }

  /// Lets go of an action, which is called no more. Nothing if the control does not have it.
  public final func removeAction(_ action: Action) {
    guard let place = actions.firstIndex(where: { $0 === action }) else { return }
    actions.remove(at: place)
    let handler = exchange(&action.handler, with: nil)
    withExtendedLifetime(handler) {}
  }

  /// Lets go of all actions.
  public final func removeAllActions() { while let action = actions.last { removeAction(action) } }

  /// Calls the actions of events, in the order in which they were added. An action may add and remove others, and take the
  /// control away.
  public final func sendActions(for events: Event) {
    let list = actions
    withExtendedLifetime(self) {
      for action in list where !action.events.isDisjoint(with: events) { action.handler?(self) }
    }
  }
}

/// Gives ``on(_:_:)`` the type of the control that it is called with.
public protocol ControlActions: AnyObject {}

extension Control: ControlActions {}

extension ControlActions where Self: Control {
  /// Has a closure called at each of some events: ``Control/addAction(for:_:)`` with a closure that knows the control's type.
  ///
  /// ```swift
  /// slider.on(.valueChanged) { slider in lamp.opacity = slider.value }
  /// ```
  ///
  /// - Parameters:
  ///   - events: one or several.
  ///   - handler: called with the control, which it must not keep.
  /// - Returns: the action, for ``Control/removeAction(_:)``.
  @discardableResult
  public func on(_ events: Control.Event, _ handler: @escaping (Self) -> Void) -> Control.Action {
    addAction(for: events) { [unowned(unsafe) self] _ in unsafe handler(self) }
  }
}
