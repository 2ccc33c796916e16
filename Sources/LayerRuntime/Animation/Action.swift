// Stage: time. The reaction of a layer to a change: an animation that starts, or none.
import SystemFiles

/// The reaction of a layer to a set property, or to coming into a tree or leaving it: an ``Animation``, or an object of
/// the program's own.
public protocol Action: AnyObject {
  /// Called once the change is made.
  ///
  /// - Parameters:
  ///   - key: the property's name, or ``Layer/onOrderIn`` and its like.
  ///   - layer: the layer that changed.
  func run(forKey key: String, on layer: Layer)
}

/// Ends the search for an action: nothing is done.
public final class NullAction: Action, Sendable {
  public static let shared = NullAction()

  public init() {}

  public func run(forKey key: String, on layer: Layer) {}
}

/// Actions by key; few, and found one after the other.
public struct ActionTable: ExpressibleByDictionaryLiteral {
  private var entries: [(key: String, action: any Action)] = []

  public init() {}

  public init(dictionaryLiteral elements: (String, any Action)...) {
    for (key, action) in elements { self[key] = action }
  }

  public subscript(key: String) -> (any Action)? {
    get {
      for i in entries.indices where haveSameBytes(entries[i].key, key) { return entries[i].action }
      return nil
    }
    set {
      entries.removeAll { haveSameBytes($0.key, key) }
      if let newValue { entries.append((key, newValue)) }
    }
  }
}

/// Shared by several layers: actions, and values of keys that they store none for.
public final class LayerStyle {
  public var actions = ActionTable()
  /// The style that is searched after this one.
  public let base: LayerStyle?
  private var values = StoredValues()

  public init(base: LayerStyle? = nil) { self.base = base }

  public subscript(key: String) -> Value? {
    get { self[ValueKey(key)] }
    set { withExtendedLifetime(values.replace(ValueKey(key), with: newValue)) {} }
  }

  subscript(key: ValueKey) -> Value? { values[key] ?? base?[key] }

  func action(forKey key: String) -> (any Action)? { actions[key] ?? base?.action(forKey: key) }
}
