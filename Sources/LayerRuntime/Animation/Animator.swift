// Stage: time. What a compositor asks of whatever moves its layers.

import FixedRaster

/// Moves nothing: properties show as they are set, and animations that are added stand still. ``LayerAnimator`` moves layers;
/// a program that makes none is a file without all that moves them.
class Animator {
  /// Of the last frame, of the display; `nil` until a frame had a time: nothing is animated by itself before that.
  final var time: Int64?
  /// Whether no layer has an animation.
  final var isIdle = true
  /// How many properties changed at once because too many were animated.
  final var refused = 0

  init() {}

  /// A layer has animations, or has them no more. Calls nobody.
  func update(_ layer: Layer) {}

  /// Begins what has yet to begin, ends what has ended and tells the program of it: before a frame.
  func advance(to time: Int64) {}

  /// Puts what animations make of the frame's time in place: until ``restore()``.
  func show() {}

  func restore() {}

  /// A layer that comes into the tree with animations.
  func showNew(_ layer: Layer) {}

  /// Whether a layer below one has animations.
  func animates(below layer: Layer) -> Bool { false }

  /// Begins to show the layers below one as they are at other times. Ended by ``endCopies(below:)``.
  func beginCopies(below layer: Layer) {}

  /// Shows the layers below one as they are at times that are a copy's. Returns what ``endCopy(_:)`` wants.
  func showCopy(below layer: Layer) -> Int { 0 }

  func endCopy(_ place: Int) {}

  func endCopies(below layer: Layer) {}

  /// Calls `body` while layers are what they show; `nil` stands for all.
  func whileShown(_ only: Layer?, _ body: () -> Void) { body() }

  /// Looks for the action of a property that has changed, and runs it.
  ///
  /// - Parameter isImplicit: whether it is animated where no action is found.
  func act(_ layer: Layer, _ key: String, from old: Value?, isImplicit: Bool) {}

  /// An animation that is no longer in use.
  func takeBack(_ animation: Animation) {}

  /// When the next frame is wanted, in nanoseconds of the display; `nil` for none.
  ///
  /// - Parameter maySee: as of ``Layer/nextAnimationTime(ofDisplay:_:_:)``.
  func nextFrame(interval: Int64, _ maySee: (Layer, LayerChanges) -> Bool) -> Int64? { nil }
}
