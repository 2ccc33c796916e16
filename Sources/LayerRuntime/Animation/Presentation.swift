// Stage: time. Shown values in place of properties: put there for as long as they are looked at.

import FixedRaster

/// Puts the values that animations make in the place of properties, and the properties back.
@safe
final class Presentation {
  private struct Saved {
    let layer: Layer
    let root: ValueKey
    let rest: ValueKey?
    let model: Value?
    /// What the layer stores under a key that names no property: nothing where the style or the class has the value.
    let stored: Value?
    /// The value in its place; `nil` where nobody could have changed it since.
    let shown: Value?
  }

  private var saved: [Saved] = []
  /// Whose values are being put in place.
  private unowned(unsafe) var layer: Layer
  /// Whether the program may change properties meanwhile: properties that it sets stay.
  var mayChange = false
  /// The copy that the values are of; `nil` for the layer itself. Of a copy nothing is remembered, and nothing noted.
  var copy: Int?

  init(for layer: Layer, capacity: Int) {
    unsafe self.layer = layer
    saved.reserveCapacity(capacity)
  }

  /// The layer's value until now.
  func value(_ root: ValueKey, _ rest: ValueKey?) -> Value? { unsafe layer.value(root, rest) }

  var count: Int { saved.count }

  /// Puts the animated values of a layer in place.
  func show(_ layer: Layer, at time: Int64) {
    unsafe self.layer = layer
    var animation = layer.firstAnimation
    while let here = animation {
      if here.start != nil {
        if here.isTrailing && here.isOver(at: time) { here.leave(self) } else { here.apply(to: self, at: time) }
      }
      animation = here.next
    }
  }

  /// Notes a change of the layer's shown values.
  func note(_ changes: LayerChanges) { if copy == nil { unsafe layer.note(changes) } }

  /// Puts a value in the place of a property's, and notes a change of the shown value.
  ///
  /// - Parameters:
  ///   - value: `nil` for the property's own.
  ///   - now: the property's own value, where it has been read.
  ///   - shown: the value at the last look.
  func show(
    _ value: Value?, _ root: ValueKey, _ rest: ValueKey?, over now: Value? = nil, _ animation: Animation,
    _ shown: inout Value?
  ) {
    let layer = unsafe layer
    if let value {
      // Of a part the whole is kept: parts are worked out anew from it. Values in lists have no whole.
      let isListed = rest.map { layer.listValue(root, $0) != nil } ?? false
      let part = isListed ? rest : nil
      let model = rest == nil ? now ?? layer.value(root, nil) : layer.value(root, part)
      let stored = layer.storedValues[root]
      layer.shownChanges = []
      layer.isShowing = true
      let isSet = layer.setValue(value, root, rest)
      layer.isShowing = false
      if isSet {
        let shown = mayChange ? layer.value(root, part) : nil
        saved.append(Saved(layer: layer, root: root, rest: part, model: model, stored: stored, shown: shown))
      }
      animation.changes.formUnion(layer.shownChanges)
    }
    if copy != nil { return }
    let isSame = value == shown
    // Of lists that are the same too: the former one's memory is filled next.
    shown = value
    if isSame { return }
    layer.note(animation.changes)
    if animation.changes.contains(.order) { layer.superlayer?.note(.children) }
  }

  /// Puts properties back from the one that was put in place as number `first`.
  func restore(from first: Int = 0) {
    while saved.count > first {
      restore(saved.removeLast())
    }
  }

  private func restore(_ last: Saved) {
    let layer = last.layer
    if let shown = last.shown, layer.value(last.root, last.rest) != shown { return }
    layer.isShowing = true
    layer.restore(last.model, last.stored, last.root, last.rest)
    layer.isShowing = false
  }

  /// Puts properties of the layers below one back.
  func restore(below layer: Layer) {
    var i = saved.count
    while i > 0 {
      i -= 1
      if saved[i].layer !== layer && saved[i].layer.isDescendant(of: layer) { restore(saved.remove(at: i)) }
    }
  }
}
