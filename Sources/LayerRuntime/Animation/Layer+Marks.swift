// Stage: time. The calls of setters after a change of an animatable property. There are many of them: each hands over
// the former property as it is, and its value is made in one place, if it is needed.

import FixedRaster

extension Layer {
  /// Notes a change of a property for the next frame, starts the action for it, and calls the host, which may call the
  /// program: the last call of a setter.
  ///
  /// - Parameters:
  ///   - key: the property's name.
  ///   - old: the former value.
  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Fixed) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: .fixed(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Bool) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: .bool(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Point) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: .point(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Size) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: .size(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Rect) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: .rect(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Int) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: .integer(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Transform3D) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: .transform(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, from old: Color?) {
    let host = note(change)
    if let animator = actingAnimator { animator.act(self, key, from: Value(old), isImplicit: true) }
    host?.layerTreeChanged()
  }

  /// Likewise, of lists.
  @inline(never)
  final func mark(_ change: LayerChanges, _ key: String, fromValue old: Value) {
    let host = note(change)
    actingAnimator?.act(self, key, from: old, isImplicit: true)
    host?.layerTreeChanged()
  }

  /// Whether a change of a property may have an action at all.
  final var looksForActions: Bool { actingAnimator != nil }

  /// The implicit animation of the layer, if it is shown, frames have times and no layer from here up shows changes at
  /// once: unless they are made within ``View/animate(withDuration:delay:options:animations:completion:)``.
  @inline(never)
  final var actingAnimator: Animator? {
    if renderState.node.isNone || isShowing { return nil }
    var layer = self
    while !layer.showsChangesAtOnce || TransactionStack.existing?.level.animatesViews == true {
      guard let above = layer.superlayer else {
        guard let animator = layer.host?.animator, animator.time != nil else { return nil }
        return animator
      }
      layer = above
    }
    return nil
  }

  /// Looks for the action of a property that has changed, and runs it: of a layer that is shown, where frames have times.
  ///
  /// - Parameter isImplicit: whether it is animated where no action is found.
  @inline(never)
  final func act(_ key: String, from old: Value?, isImplicit: Bool = true) {
    actingAnimator?.act(self, key, from: old, isImplicit: isImplicit)
  }

  /// The same for an event of a layer: nothing is done where no action is found.
  @inline(never)
  final func act(_ key: String) { actingAnimator?.act(self, key, from: nil, isImplicit: false) }

  /// Runs the actions of a sublayer that has come, and of this layer's list.
  @inline(never)
  final func actOnArrival(of layer: Layer) {
    guard let animator = actingAnimator else { return }
    animator.act(layer, Layer.onOrderIn, from: nil, isImplicit: false)
    animator.act(self, "sublayers", from: nil, isImplicit: false)
  }
}
