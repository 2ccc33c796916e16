// Stage: render. Counts beyond a compositor's capacities, and its messages about them while a program is developed.

import CLinux

/// Counts beyond a compositor's capacities, by kinds; docs/limits.md has the pictures of these cases.
public struct Overflow: Hashable, Sendable {
  /// Layers that are not shown now because ``CompositorCapacities/layers`` are in use; those below them count too.
  public var layers = 0
  /// Layers that are not shown now because they lie deeper than ``Layer/depthLimit``.
  public var deepLayers = 0
  /// How many times a layer's drawing, or a shadow, found no room in ``CompositorCapacities/bitmapBytes``, since the
  /// start.
  public var bitmaps = 0
  /// How many times a shape found no room in ``CompositorCapacities/polygonBytes``, and was flattened and stroked in
  /// each tile, since the start. The pixels are the same.
  public var polygons = 0
  /// Planes of layers in space, and copies, that are not shown, since the start: more than ``CompositorCapacities/planes``.
  /// Counted in each frame in which they change.
  public var planes = 0
  /// Copies that show the first one's picture, though ``ReplicatorLayer/instanceDelay`` says when: those of which the
  /// layers found no room in ``CompositorCapacities/layers``, since the start; counted when they are wanted.
  public var delayedCopies = 0
  /// Particles that were not born because ``EmitterLayer/particleLimit`` of their layer lived, since it was shown.
  public var particles = 0
  /// Groups that were not composed apart because they were nested too deep, since the start: once for each tile.
  public var groups = 0
  /// Clips that were not applied because they were nested too deep, since the start: once for each tile.
  public var clips = 0
  /// Tiles of ``TiledLayer``s that are missing now because more show than ``TiledLayer/cacheCapacity``.
  public var tiles = 0

  /// Properties that changed at once, since the start, because ``CompositorCapacities/animations`` were in use.
  public var animations = 0

  /// All kinds together: 0 where everything is shown as it was described, and as fast as it can be.
  public var total: Int {
    var total = layers
    for count in [deepLayers, bitmaps, polygons, planes, delayedCopies, particles, groups, clips, tiles, animations] {
      total.countOn(by: count)
    }
    return total
  }
}

extension Int {
  /// Counts on, and no further than a word holds: on a 32-bit board some counters get there within hours.
  mutating func countOn(by more: Int = 1) {
    let (sum, isFull) = addingReportingOverflow(more)
    self = isFull ? .max : sum
  }
}

/// Says once for each kind, on standard error, that something went beyond the capacities: in a debug build of the
/// program, for whoever develops it.
struct OverflowReport {
  #if DEBUG
  private var reported = Overflow()

  mutating func update(_ counts: @autoclosure () -> Overflow) {
    let overflow = counts()
    if overflow == reported { return }
    Self.report(overflow.layers, &reported.layers, "layers are not shown: more than CompositorCapacities.layers")
    Self.report(overflow.deepLayers, &reported.deepLayers, "layers are not shown: deeper than Layer.depthLimit")
    Self.report(overflow.bitmaps, &reported.bitmaps, "what layers draw has no room: CompositorCapacities.bitmapBytes")
    Self.report(overflow.polygons, &reported.polygons, "shapes are slow to draw: CompositorCapacities.polygonBytes")
    Self.report(overflow.planes, &reported.planes, "planes and copies are not shown: CompositorCapacities.planes")
    Self.report(
      overflow.delayedCopies, &reported.delayedCopies,
      "copies are not later than the first: more than CompositorCapacities.layers")
    Self.report(
      overflow.particles, &reported.particles, "particles are not born: more than EmitterLayer.particleLimit")
    Self.report(overflow.groups, &reported.groups, "groups are nested too deep to be composed apart: more than 16")
    Self.report(overflow.tiles, &reported.tiles, "tiles are missing: more show than TiledLayer.cacheCapacity")
    Self.report(
      overflow.animations, &reported.animations, "properties are not animated: CompositorCapacities.animations")
    Self.report(overflow.clips, &reported.clips, "clips are nested too deep to be applied: more than 16")
  }

  private static func report(_ count: Int, _ reported: inout Int, _ sentence: StaticString) {
    if count > 0 && reported == 0 {
      _ = unsafe write(2, "Lamina: ", 8)
      _ = unsafe write(2, sentence.utf8Start, sentence.utf8CodeUnitCount)
      _ = unsafe write(2, "\n", 1)
    }
    reported = Swift.max(reported, count)
  }
  #else
  mutating func update(_: @autoclosure () -> Overflow) {}
  #endif
}
