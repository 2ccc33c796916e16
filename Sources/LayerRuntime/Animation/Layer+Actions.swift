// Stage: time. The reaction of a layer to a set property.

import FixedRaster

extension Layer {
  /// The key of the action of a layer that has become a sublayer of one that is shown, or is hidden no more. With a
  /// ``Transition`` it comes by and by.
  public static var onOrderIn: String { "onOrderIn" }
  /// The key of the action of a layer that is about to be taken from the tree, or is hidden now: animations of one that is taken
  /// end with it. Have it leave by and by with a ``Transition`` of the layer above, under the key `sublayers`, whose action is
  /// looked for whenever the list of sublayers changes.
  public static var onOrderOut: String { "onOrderOut" }

  /// The action for a change of the property of that name: that of the delegate; or else that in ``actions``, or in
  /// those of the ``style``; or else ``defaultAction(forKey:)``. A ``NullAction`` ends the search. `nil` if nothing was
  /// found: a property that is animated implicitly is then animated as the transaction says.
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
}

/// The storage of ``Layer/actions`` and ``Layer/style``.
final class ActionProperties {
  var actions = ActionTable()
  var style: LayerStyle?
}
