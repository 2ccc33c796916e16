// Stage: model. The limit of a tree's depth, and the end of a tree of any depth. A recursive walk takes so much of the
// stack for each layer that thousands would overflow it.

extension Layer {
  /// How many layers lie in each other at most, the root included, that are laid out, drawn, shown and touched. Those
  /// deeper down are left out and counted: ``Overflow/deepLayers``.
  public static var depthLimit: Int { 64 }

  /// Lets go of sublayers and mask as the layer ends; of those that end with it, one by one, so that a chain of any
  /// length takes no more of the stack than a layer.
  final func letGoOfSublayers() {
    var ending = takeSublayers()
    while var layer = ending.popLast() {
      if isKnownUniquelyReferenced(&layer) { ending += layer.takeSublayers() }
    }
  }

  private func takeSublayers() -> [Layer] {
    while let layer = nextChanged(after: nil) { unlist(layer) }
    var layers = exchange(&children, with: [])
    if let mask = exchange(&effects.mask, with: nil) { layers.append(mask) }
    for layer in layers { unsafe layer.superlayerLink = nil }
    return layers
  }
}
