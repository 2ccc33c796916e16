import FixedRaster
import TestSupport

@testable import LayerRuntime

/// How often each thing happened that these tests are about.
struct Occurrences: Sendable {
  private(set) var counts: [String: Int] = [:]

  /// What must be above zero in the end.
  static let expected: [String] = {
    var names: [String] = Change.allCases.filter { $0 != .animation }.map { $0.rawValue }
    for list in RandomProperty.byClass { names += list.properties.map { $0.key } }
    for layout in allLayouts { names += everyRotation.map { name(layout.name, $0) } }
    names += [
      "steps", "partial redraws", "full damage list", "groups", "rectangular clips", "shaped clips", "masks", "shadows",
      "drawings", "images", "patterns", "offscreen surfaces", "backdrops", "blended", "projective", "clusters",
      "scattered", "opaque layers", "tiles", "layers that stay out of sight",
      "scale", "layer overflow", "group overflow", "clip overflow",
      "shadows of what is shown", "kept coverage", "bitmap overflow", "glyph evictions", "oversized glyphs",
      "several threads", "asynchronous drawing", "comparisons", "comparisons of other roots", "wide shadows",
      "planes in space", "planes that cross", "copies",
      "renderings", "roots taken over", "frames asked for", "requests in frames", "living particles",
    ]
    for place in [CallbackPlace.draw, .layout, .contains, .touch] {
      names += [CallbackDeed.add, .move, .remove, .redraw].map { $0.name(in: place) }
    }
    return names
  }()

  /// What must be above zero in the end of many trees: fewer than a third of them have animations. Of those few that animate a
  /// property of one kind of layer it is left to chance which.
  static let ofAnimations: [String] = {
    var names: [String] = [Change.animation.rawValue] + TimedChange.allCases.map { $0.name }
    for place in CallbackPlace.allCases where place != .action {
      names += CallbackDeed.allCases.map { $0.name(in: place) }
    }
    names += RandomProperty.byClass[0].properties.map { "animated \($0.key)" }
    for type in ["fade", "moveIn", "push", "reveal"] {
      names += ["fromLeft", "fromRight", "fromTop", "fromBottom"].map { "\(type) \($0)" }
    }
    names += ["linear", "discrete", "paced", "cubic", "cubicPaced"].map { "mode \($0)" }
    names += ["removed", "forwards", "backwards", "both"].map { "fill \($0)" }
    return names + [
      "running animations", "animated other roots", "value functions", "additive", "cumulative", "rotation along paths",
      "speeds", "offsets", "begin times", "repeats", "autoreverses", "starts", "ends", "stops", "completions",
      "animated layers removed", "frames at the same time", "frames back in time",
    ]
  }()

  /// What a format on a display that is turned counts as.
  static func name(_ format: String, _ rotation: DisplayRotation) -> String {
    rotation == .none ? format : "\(format) \(rotation)"
  }

  mutating func add(_ name: String, _ count: Int = 1) { if count > 0 { counts[name, default: 0] += count } }

  mutating func add(_ others: [String: Int]) { counts.merge(others, uniquingKeysWith: +) }

  mutating func add(_ nodes: [RenderNode]) {
    for node in nodes where !node.firstPlane.isNone {
      add(node.showsCopies ? "copies" : "planes in space")
      if node.isCrossing { add("planes that cross") }
    }
    for node in nodes where !node.extent.isEmpty {
      if node.isGroup { add("groups") }
      if node.masksToBounds { add(node.clipsToShape ? "shaped clips" : "rectangular clips") }
      if !node.mask.isNone { add("masks") }
      if node.hasShadow { add("shadows") }
      if node.hasDrawing { add("drawings") }
      if node.hasContents { add("images") }
      if node.hasPattern { add("patterns") }
      if node.hasBitmap { add(node.isBackdrop ? "backdrops" : "offscreen surfaces") }
      if node.mode != .sourceOver { add("blended") }
      if node.isProjective { add("projective") }
      if !node.opaque.isEmpty { add("opaque layers") }
    }
  }

  mutating func add(_ siblings: SiblingIndex) {
    let counts = siblings.counts
    add("clusters", counts.clusters)
    add("scattered", counts.scattered)
  }

  /// Of the compositor that draws from damage.
  mutating func addBehind(_ siblings: SiblingIndex) { add("layers that stay out of sight", siblings.counts.behind) }

  mutating func addOverflow(of compositor: Compositor) {
    add("layer overflow", compositor.overflow.layers)
    add("group overflow", compositor.overflow.groups)
    add("clip overflow", compositor.overflow.clips)
    add("bitmap overflow", compositor.overflow.bitmaps)
    add("glyph evictions", compositor.glyphEvictions)
    add("oversized glyphs", compositor.oversizedGlyphs)
  }

  var table: String {
    (Self.expected + Self.ofAnimations).map { "  \($0) \(counts[$0, default: 0])" }.joined(separator: "\n")
  }
}

let allLayouts: [(name: String, layout: PixelLayout)] = [
  ("xrgb8888", .xrgb8888), ("xbgr8888", .xbgr8888), ("rgbx8888", .rgbx8888), ("bgrx8888", .bgrx8888),
  ("rgb888", .rgb888), ("bgr888", .bgr888), ("rgb565", .rgb565), ("bgr565", .bgr565), ("rgb332", .rgb332),
  ("gray8", .gray8), ("mono", .mono),
]
