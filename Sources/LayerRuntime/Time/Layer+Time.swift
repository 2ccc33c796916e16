// Stage: time. Each layer has a time of its own, which runs as these properties say beside its superlayer's:
//
//     time = (time of the superlayer − beginTime) · speed + timeOffset
//
// So the speeds of the layers above multiply. The root's superspace has the time of the frames.

import FixedRaster

extension Layer {
  /// The superlayer's time at which the layer's own is ``timeOffset``; 0 if not said. Times are held within ±146 years.
  public final var beginTime: Duration {
    get { Duration(nanoseconds: timing.beginTime) }
    set { if change(&timing.beginTime, to: newValue.heldNanoseconds) { timingChanged() } }
  }

  /// How far the layer's time is ahead of the one that begin and speed give; 0 if not said.
  public final var timeOffset: Duration {
    get { Duration(nanoseconds: timing.timeOffset) }
    set { if change(&timing.timeOffset, to: newValue.heldNanoseconds) { timingChanged() } }
  }

  /// How fast the layer's time runs beside the superlayer's: 1 if not said, 2 twice as fast, below 0 backwards; at 0 it
  /// stands still at ``timeOffset``.
  ///
  /// To pause a layer, take `convertTime(now, from: nil)`, set the speed to 0 and ``timeOffset`` to that time.
  public final var speed: Fixed {
    get { timing.speed }
    set { if change(&timing.speed, to: newValue) { timingChanged() } }
  }

  /// A time of `layer`'s, in this layer's; within a nanosecond for each layer between. `nil` stands for the time of the
  /// frames; so it does between layers of different trees.
  ///
  /// Every time becomes ``timeOffset`` in a layer that stands still, and ``beginTime`` on the way out of one: only in
  /// its own subtree are times told apart.
  public final func convertTime(_ time: Duration, from layer: Layer?) -> Duration {
    Duration(nanoseconds: Conversion(.times, from: layer, to: self).apply(time: time.heldNanoseconds))
  }

  /// A time of this layer's, in `layer`'s; see ``convertTime(_:from:)``.
  public final func convertTime(_ time: Duration, to layer: Layer?) -> Duration {
    Duration(nanoseconds: Conversion(.times, from: self, to: layer).apply(time: time.heldNanoseconds))
  }
}

extension Conversion {
  @inline(never)
  func apply(time: Int64) -> Int64 {
    var (result, layer) = (time, source)
    while let here = layer, here !== meeting {
      result = here.timing.outside(result)
      layer = here.superlayer
      if let delay = layer?.shownDelay, delay != 0 { result = held(result + delay) }
    }
    goDown { layer in
      if let delay = layer.superlayer?.shownDelay, delay != 0 { result = held(result - delay) }
      result = layer.timing.inside(result)
    }
    return result
  }
}
