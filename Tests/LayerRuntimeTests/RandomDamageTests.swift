import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

// Random trees under random changes. Few in `swift test`; .ci/run sets RANDOM_TREES to make hundreds of thousands of
// steps. RANDOM_SEED looks at one tree alone.

#if DEBUG
private let fewTrees: UInt64 = 8
#else
private let fewTrees: UInt64 = 132
#endif

/// So many get everywhere: each format with each display, each scarcity and each rotation.
private let enoughTrees: UInt64 = 132
/// With so many each kind of animation comes up.
private let enoughAnimatedTrees: UInt64 = 400

/// A number that the environment names.
func environment(_ name: String) -> UInt64? {
  unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
}

/// A tree that changes, shown from its damage alone, beside the same shown whole.
private struct DamageRun {
  static let steps = 60

  let seed: UInt64
  let format: (name: String, layout: PixelLayout)
  private let width, height: Int
  private let scale: Fixed
  private let rotation: DisplayRotation
  /// What there is too little room for. What is shown of the tree then depends on what was there before, so that it is
  /// compared with the same compositor's full redraw.
  private let scarcity: Scarcity

  private enum Scarcity { case nothing, layers, pixels }
  /// Whether the tree has layers that are drawn to bitmaps of their own. Which of these find room, where there is too
  /// little, depends on what came before, and a full redraw asks again: then nothing is compared, and only what is
  /// written counts.
  private let hasPictures: Bool
  /// Whether what changes is animated, and animations are added. A compositor that takes a root over stops the animations of its layers: then the twin
  /// has one compositor all the time, which draws all of each frame, and nobody takes the roots over. Elsewhere changes show
  /// at once, and each full redraw is by a compositor that knows nothing of those before.
  private let isAnimated: Bool

  /// Width, height and scale. No side is a multiple of eight: 1-bit pixels end within a byte.
  private static let displays: [(Int, Int, Fixed)] = [
    (67, 47, 0.5), (130, 95, 1), (101, 71, 0.75), (65, 110, 1.5), (90, 50, 1), (67, 47, 0.5), (99, 95, 0.75),
    (261, 191, 2),
  ]

  /// Seeds go through all formats and, for each, through displays and room; with each format and with each display
  /// through all rotations.
  init(seed: UInt64) {
    self.seed = seed
    format = allLayouts[Int(seed) % allLayouts.count]
    let kind = Int(seed) / allLayouts.count
    (width, height, scale) = Self.displays[kind % Self.displays.count]
    scarcity = [.nothing, .layers, .pixels][kind % 3]
    rotation = everyRotation[(Int(seed) + kind / Self.displays.count) % everyRotation.count]
    hasPictures = scarcity == .nothing || kind % 2 == 0
    isAnimated = scarcity == .nothing && (Int(seed) + kind / 3) % 3 != 0
  }

  private var capacities: CompositorCapacities {
    let glyphs = GlyphCacheWorkspace(glyphs: scarcity == .pixels ? 4 : 64, bytesPerGlyph: 512)
    return CompositorCapacities(
      layers: scarcity == .layers ? 24 : 1024, bitmapBytes: scarcity == .pixels ? 4096 : 64 << 20, glyphs: glyphs,
      planes: 4096, animations: 1024)
  }

  /// Of the compositor that shows a tree from its damage; one that shows it whole has one.
  private var threads: Int { 1 + Int(seed % 3) }

  private func makeTree() -> RandomTree {
    RandomTree(
      seed: seed, width: 130, height: 95, layers: 9, hasOffscreenSurfaces: hasPictures, hasCallbacks: true,
      hasEmitters: true, hasAnimations: isAnimated)
  }

  private func makeCompositor(_ tree: RandomTree, threads: Int = 1) -> Compositor {
    var capacities = capacities
    (capacities.threads, capacities.leastTilesForThreads) = (threads, 1)
    return Compositor(root: tree.root, width: width, height: height, scale: scale, capacities: capacities)
  }

  private func makeDisplay() -> TestDisplay {
    let (columns, rows) = rotation.swapsAxes ? (height, width) : (width, height)
    return TestDisplay(width: columns, height: rows, layout: format.layout, rotation: rotation)
  }

  /// - Returns: what differs first, in words; `nil` if nothing does.
  func run(_ occurrences: inout Occurrences) -> String? {
    let (changing, twin) = (makeTree(), makeTree())
    for tree in [changing, twin] { tree.root.showsChangesAtOnce = !isAnimated }
    let compositor = makeCompositor(changing, threads: threads)
    let whole = isAnimated ? makeCompositor(twin) : nil
    let beside = (changing: OtherDisplay(changing), twin: OtherDisplay(twin))
    var isComparable = true
    var times = FrameTimes(seed: isAnimated ? seed : nil)
    let (noise, display, shown, full) = (makeDisplay(), makeDisplay(), makeDisplay(), makeDisplay())
    var random = SplitMix(seed: ~seed)
    noise.fillWithNoise(&random)
    display.copy(noise)
    shown.copy(noise)
    defer {
      occurrences.add(changing.counts)
      occurrences.add(times.counts)
      occurrences.addOverflow(of: compositor)
      occurrences.add("scale", scale == 1 ? 0 : 1)
    }
    for step in 0..<Self.steps {
      changing.log = []
      compositor.onNeedsFrame = { changing.lookAtAll() }
      let changes = step == 0 ? 0 : step % 10 == 9 ? 20 : 1 + step % 3
      for tree in [changing, twin] {
        for _ in 0..<changes { tree.step() }
        if isAnimated { RandomTree.deliver() }
      }
      compositor.onNeedsFrame = nil
      times.advance()
      if !isAnimated { disturb(compositor, changing, step, at: times.now, &occurrences) }
      var rects: [PixelRect]
      var asksAgain: Bool
      repeat {
        compositor.drawFrame(at: times.now, into: display.memory)
        if isAnimated { RandomTree.deliver() }
        asksAgain = compositor.needsFrame
        if asksAgain { occurrences.add("requests in frames") }
        rects = damagedRects(compositor)
        if !areDisjoint(rects) || rects.contains(where: { display.memory.storableArea($0) != $0 }) {
          return "step \(step): \(rects) overlap, or cannot be stored"
        }
        // Beside what was drawn all is as it was; what was drawn is taken over into the picture.
        shown.copy(rects, from: display)
        display.copy(rects, from: noise)
        if let (x, y) = display.firstDifference(from: noise) {
          return "step \(step): \(x),\(y) was written without damage after \(changing.log)"
        }
        count(&occurrences, compositor, changing, rects)
        // A place that comes free in a frame is given in the next to a layer that waits.
        compositor.invalidate(.empty)
      } while asksAgain || (scarcity == .layers && !rects.isEmpty)
      full.copy(noise)
      drawWhole(
        scarcity == .nothing ? whole ?? makeCompositor(twin) : compositor, at: times.now, into: full, &occurrences)
      if !compositor.animator.isIdle { occurrences.add("running animations") }
      if let words = showBeside(beside, step, at: times.now, &occurrences) { return words }
      (changing.now, twin.now) = (times.now, times.now)
      // What found no room may find it in the full redraw.
      if scarcity == .nothing && compositor.overflow.bitmaps > 0 { isComparable = false }
      if !isComparable || (hasPictures && scarcity != .nothing) { continue }
      occurrences.add("comparisons")
      if let (x, y) = shown.firstDifference(from: full) {
        return "step \(step): \(x),\(y) differs after \(changing.log)"
      }
    }
    return nil
  }

  private func showBeside(
    _ beside: (changing: OtherDisplay, twin: OtherDisplay), _ step: Int, at time: Duration,
    _ occurrences: inout Occurrences
  ) -> String? {
    if let words = beside.changing.show(step, at: time, &occurrences) { return words }
    if !isAnimated { return beside.twin.show(step, at: time, &occurrences) }
    return beside.twin.showWhole(step, at: time, beside: beside.changing, &occurrences)
  }

  /// Does to the changing tree alone what must not be seen.
  private func disturb(
    _ compositor: Compositor, _ tree: RandomTree, _ step: Int, at time: Duration, _ occurrences: inout Occurrences
  ) {
    if step % 7 == 3, let bitmap = BitmapPool(capacity: 40 * 30 * 4).bitmap(width: 40, height: 30) {
      tree.root.render(in: DrawingContext(bitmap.surface, scale: 0.5))
      occurrences.add("renderings")
    }
    if step % 20 == 11 {
      let other = makeCompositor(tree)
      let display = makeDisplay()
      if other.drawFrame(at: time, into: display.memory) && !compositor.drawFrame(at: time, into: display.memory) {
        occurrences.add("roots taken over")
      }
    }
  }

  private func drawWhole(
    _ compositor: Compositor, at time: Duration, into display: TestDisplay, _ occurrences: inout Occurrences
  ) {
    compositor.invalidate()
    repeat {
      compositor.drawFrame(at: time, into: display.memory)
      if isAnimated { RandomTree.deliver() }
    } while compositor.needsFrame
    for emitter in compositor.emitters where emitter.bounds != .zero {
      occurrences.add("living particles", emitter.count)
    }
    occurrences.add(compositor.renderNodes)
    occurrences.add(compositor.siblings)
    for shape in compositor.shadowShapes {
      if case .shown? = shape?.silhouette { occurrences.add("shadows of what is shown") }
      if let shape, shape.sigma > 16 { occurrences.add("wide shadows") }
    }
    if compositor.coverageBytesUsed > 0 { occurrences.add("kept coverage") }
  }

  private func count(
    _ occurrences: inout Occurrences, _ compositor: Compositor, _ tree: RandomTree, _ rects: [PixelRect]
  ) {
    occurrences.add("steps")
    for case let layer as TiledSketchLayer in tree.layers where layer.cache?.needed.isEmpty == false {
      occurrences.add("tiles")
    }
    if threads > 1 && compositor.statistics.tiles > 1 { occurrences.add("several threads") }
    occurrences.add("asynchronous drawing", compositor.drawing?.thread.replayed ?? 0)
    occurrences.add(Occurrences.name(format.name, rotation))
    occurrences.addBehind(compositor.siblings)
    if !rects.isEmpty && compositor.statistics.pixels < Int64(width * height) { occurrences.add("partial redraws") }
    if rects.count == Damage.capacity { occurrences.add("full damage list") }
  }
}

@Test(
  "L100 L101 the picture from damage alone equals a full redraw byte for byte; nothing outside the damage is written")
func damageEqualsFullRedraw() async {
  let seed = environment("RANDOM_SEED")
  let seeds = seed.map { $0..<$0 + 1 } ?? 0..<(environment("RANDOM_TREES") ?? fewTrees)
  let began = ContinuousClock.now
  // Four at a time: seeds of one remainder.
  let occurrences = await withTaskGroup(of: Occurrences.self) { group in
    for lane in UInt64(0)..<4 {
      group.addTask {
        var occurrences = Occurrences()
        for seed in seeds where seed % 4 == lane {
          if let words = DamageRun(seed: seed).run(&occurrences) { Issue.record("seed \(seed), \(words)") }
        }
        return occurrences
      }
    }
    return await group.reduce(into: Occurrences()) { $0.add($1.counts) }
  }
  print("seeds \(seeds) in \(ContinuousClock.now - began):\n\(occurrences.table)")
  if seeds.count < enoughTrees { return }
  let names = Occurrences.expected + (seeds.count < enoughAnimatedTrees ? [] : Occurrences.ofAnimations)
  for name in names { #expect(occurrences.counts[name, default: 0] > 0, "\(name) never happened") }
}

@Test(
  "L100 every property that a layer stores and that can be set is changed at random, or the picture does not depend on it"
)
func everyPropertyIsChanged() {
  let beside: Set<String> = [
    "cacheCapacity", "drawingBudget", "tilesReadyHandler", "cache", "shownBy",
    "name", "delegate", "autoresizingMask", "needsDisplayOnBoundsChange", "constraints", "layoutManager",
    "touchHandler",
    // Changes of their own.
    "contents", "mask", "children", "sublayers",
  ]
  let layers = [
    Layer(), ShapeLayer(), GradientLayer(), TextLayer(), ScrollLayer(), ReplicatorLayer(), TiledLayer(),
    EmitterLayer(),
  ]
  for layer in layers {
    let changed = RandomProperty.byClass.filter { $0.isOf(layer) }.flatMap { $0.properties.map(\.key) }
    var mirror: Mirror? = Mirror(reflecting: layer)
    while let here = mirror {
      for name in here.children.compactMap(\.label) where !beside.contains(name) && !changed.contains(name) {
        var access = PropertyAccess.setting(nil)
        layer.accessProperty(ValueKey(name), &access)
        #expect(access.outcome != .done, "\(name) is never changed")
      }
      mirror = here.superclassMirror
    }
    for key in changed {
      var access = PropertyAccess.setting(nil)
      layer.accessProperty(ValueKey(key), &access)
      #expect(access.outcome == .done, "\(key) is no property")
    }
  }
}
