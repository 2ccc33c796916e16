// Stage: model. Layers in sets and dictionaries.

extension Layer: Hashable {
  /// Whether both are the same layer, whatever they look like.
  public static func == (a: Layer, b: Layer) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
