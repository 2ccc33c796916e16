// Stage: time. What a layer does when a property of it is set.

import FixedRaster

extension Layer {
  /// The key of the action of a layer that has come into a tree that is shown.
  public static var onOrderIn: String { "onOrderIn" }
  /// The key of the action of a layer that is about to leave it.
  public static var onOrderOut: String { "onOrderOut" }

  /// What is done when the property of that name changes: what the delegate says; or else what ``actions`` hold, or those of
  /// the ``style``; or else ``defaultAction(forKey:)``. A ``NullAction`` ends the search. `nil` if nothing was found: a
  /// property that is animated implicitly is then animated as the transaction says.
  public final func action(forKey key: String) -> (any Action)? {
    if let action = delegate?.action(for: self, forKey: key) { return action }
    if let action = actionProperties?.actions[key] ?? actionProperties?.style?.action(forKey: key) { return action }
    return type(of: self).defaultAction(forKey: key)
  }

  /// Actions by the names of properties.
  public final var actions: ActionTable {
    get { actionProperties?.actions ?? ActionTable() }
    set { ownActionProperties.actions = newValue }
  }

  /// Actions and values that the layer shares with others.
  public final var style: LayerStyle? {
    get { actionProperties?.style }
    set { ownActionProperties.style = newValue }
  }

  private final var ownActionProperties: ActionProperties {
    if let actionProperties { return actionProperties }
    let properties = ActionProperties()
    actionProperties = properties
    return properties
  }

  /// Notes a change of a property for the next frame, starts what is to be done because of it, and tells the host, which may
  /// call the program: what comes last in a setter.
  ///
  /// - Parameters:
  ///   - key: the property's name.
  ///   - old: what it was.
  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Value) {
    let host = note(change)
    act(key, from: old)
    host?.layerTreeChanged()
  }

  /// Whether a change of a property may have an action at all.
  final var looksForActions: Bool { actingHost != nil }

  /// What shows the layer, if frames have times and no layer from here up shows changes at once.
  private final var actingHost: (any LayerHost)? {
    if renderState.node.isNone || isShowing { return nil }
    var layer = self
    while !layer.showsChangesAtOnce {
      guard let above = layer.superlayer else { return layer.host.flatMap { $0.hasTime ? $0 : nil } }
      layer = above
    }
    return nil
  }

  /// Looks for the action of a property that has changed, and runs it: of a layer that is shown, where frames have times.
  ///
  /// - Parameter isImplicit: whether it is animated where no action is found.
  final func act(_ key: String, from old: Value?, isImplicit: Bool = true) {
    guard let host = actingHost else { return }
    let level = TransactionStack.existing?.level
    if level?.disablesActions == true { return }
    if let action = action(forKey: key) {
      guard let animation = action as? Animation else { return action.run(forKey: key, on: self) }
      add(animation, forKey: key, showing: shown(key, old))
      return
    }
    if isImplicit, let old { animate(key, from: old, host, level) }
  }

  private final func shown(_ key: String, _ old: Value?) -> Value? {
    (animation(forKey: key) as? PropertyAnimation)?.lastValue ?? old
  }

  /// Starts the implicit animation of a property.
  private final func animate(_ key: String, from old: Value, _ host: any LayerHost, _ level: TransactionStack.Level?) {
    let duration = level?.duration ?? Animation.defaultDuration
    let from = shown(key, old)
    if duration == 0 {
      if let former = animation(forKey: key) { remove(former, isFinished: false) }
      return
    }
    guard let animation = host.takeAnimation() else { return }
    animation.keyPath = key
    animation.fromValue = from
    animation.timing = MediaTiming()
    animation.timing.duration = duration
    animation.timingFunction = level?.timingFunction ?? .default
    if let level {
      animation.delay = level.delay
      (animation.timing.repeatCount, animation.timing.autoreverses) = (level.repeatCount, level.autoreverses)
      animation.motion = level.spring
      if level.delay > 0 { animation.timing.fillMode = .backwards }
    }
    animation.renew()
    attach(animation, forKey: key, showing: from, level)
  }
}

/// What ``Layer/actions`` and ``Layer/style`` store.
final class ActionProperties {
  var actions = ActionTable()
  var style: LayerStyle?
}
