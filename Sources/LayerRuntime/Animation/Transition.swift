// Stage: time. A layer's former picture gives way to its present one.

import FixedRaster

/// Has the picture of a layer and all below it, when the transition was added, give way to the present one: add it,
/// then change the layer, or those below it.
///
/// ```swift
/// let transition = Transition()
/// (transition.type, transition.subtype) = (.push, .fromRight)
/// pages.add(transition, forKey: "page")
/// pages.sublayers = [next]
/// ```
///
/// Both pictures take memory while it runs, four bytes a pixel of ``CompositorCapacities/bitmapBytes`` each. Where
/// there is no room for them the layer shows its present picture at once. Of no use in an ``AnimationGroup``, or on a
/// layer that keeps depth.
public final class Transition: Animation {
  public enum TransitionType: UInt8, Hashable, Sendable {
    /// The one fades out while the other fades in.
    case fade
    /// The new picture moves in over the former one.
    case moveIn
    /// The new picture pushes the former one out.
    case push
    /// The former picture moves out and leaves the new one in view.
    case reveal
  }

  /// From which edge of the layer pictures that move come; top and bottom are as they are seen where the layer is not turned.
  public enum TransitionSubtype: UInt8, Hashable, Sendable {
    case fromLeft, fromRight, fromTop, fromBottom
  }

  /// ``TransitionType/fade`` if not said. Pictures that move are cut off at the layer's bounds.
  public var type = TransitionType.fade
  /// ``TransitionSubtype/fromLeft`` if not said; a fade has none.
  public var subtype = TransitionSubtype.fromLeft
  /// How far it is when it begins, and when it ends, of 0...1 and held to that: 0 and 1 if not said.
  public var startProgress: Fixed = 0 { didSet { startProgress = Swift.max(0, Swift.min(1, startProgress)) } }
  public var endProgress: Fixed = 1 { didSet { endProgress = Swift.max(0, Swift.min(1, endProgress)) } }

  public override init() { super.init() }

  override func copy() -> Animation {
    let copy = Transition()
    copy.copyTiming(from: self)
    (copy.type, copy.subtype) = (type, subtype)
    (copy.startProgress, copy.endProgress) = (startProgress, endProgress)
    return copy
  }

  // MARK: On a layer

  /// The former picture; `nil` where there was none.
  private(set) var former: FormerPicture?
  /// Whether there was no memory for the pictures.
  private(set) var isRefused = false
  /// How far it is, while it is shown.
  private(set) var place: Coefficient?

  deinit { letGoOfPicture() }

  override func prepare(on layer: Layer, showing old: Value?) {
    changes = .transition
    switch layer.root.host?.formerPicture(of: layer) {
    case .picture(let picture)?: former = picture
    case .nothing?, nil: break
    case .refused?: isRefused = true
    }
  }

  override func apply(to presentation: Presentation, at time: Int64) {
    let sample = timing.sample(at: time)
    if !sample.hasEffect || isRefused { return leave(presentation) }
    let progress = Swift.max(0, Swift.min(1, timingFunction?.value(at: sample.progress) ?? sample.progress))
    let (start, end) = (Coefficient(startProgress), Coefficient(endProgress))
    show(start + (end - start) * progress, presentation)
  }

  override func leave(_ presentation: Presentation) { show(nil, presentation) }

  private func show(_ place: Coefficient?, _ presentation: Presentation) {
    if place == self.place { return }
    self.place = place
    presentation.note(changes)
  }

  override var shownTransition: Transition? { place == nil ? nil : self }

  /// Ready to be used again: a pool's.
  func reset() {
    letGoOfPicture()
    (type, subtype, startProgress, endProgress) = (.fade, .fromLeft, 0, 1)
    (isRefused, place) = (false, nil)
  }

  private func letGoOfPicture() { exchange(&former, with: nil)?.release() }
}

extension Layer {
  /// The transition that is shown: of several the one that was added last.
  final var shownTransition: Transition? {
    var (animation, shown) = (firstAnimation, Transition?.none)
    while let here = animation {
      if let transition = here.shownTransition { shown = transition }
      animation = here.next
    }
    return shown
  }
}
