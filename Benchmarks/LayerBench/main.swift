import CBench
import CLinux
import FixedRaster
import LayerRuntime
import Measuring

// layer-bench --format xrgb|565 [--scene still-10] [--seconds 0.25] [--frames N] [--threads N] [--dump DIR]
// Trees of layers, from the change of a property to the last pixel stored. Prints CSV without a header:
// name,format,scene,median_us,min_us,frames,allocations_per_frame.

/// Measures, or dumps, what the options ask for. Not at top level, where a board's compiler takes variables for shared.
func run(_ options: Options) {
  let display = makeDisplay(width: LayerScene.width, height: LayerScene.height, is565: options.is565)
  var bench = Bench(options: options)
  let scenes: [(StaticString, (StaticString) -> LayerScene)] = [
    ("S12-layers", LayerScene.panel), ("S12p-layers", LayerScene.panel),
    ("still-10", { .still($0, count: 10) }), ("still-1000", { .still($0, count: 1000) }),
    ("still-10000", { .still($0, count: 10000) }), ("scattered-1000", { .still($0, count: 1000, isScattered: true) }),
    ("scattered-10000", { .still($0, count: 10000, isScattered: true) }), ("scroll-1000", { .list($0, count: 1000) }),
    ("shadow-resize", LayerScene.shadow), ("tiled-map", LayerScene.tiledMap), ("image-map", LayerScene.imageMap),
    ("particles-1000", LayerScene.particles),
    ("chart-600", { .chart($0) }), ("chart-600-glass", { .chart($0, hasGlass: true) }),
    ("marks-100", { .marks($0, isReplicated: false) }), ("marks-replicated", { .marks($0, isReplicated: true) }),
    ("ring-100", { .ring($0, isReplicated: false) }), ("ring-replicated", { .ring($0, isReplicated: true) }),
    ("page-turn", LayerScene.page), ("surface-320", LayerScene.surface),
    ("needle-implicit", LayerScene.implicitNeedle), ("animations-50", LayerScene.animations),
    ("lamps-1000", { .lamps($0, count: 1000) }), ("scroll-animated", { .animatedList($0, count: 1000) }),
    ("page-push", { .transition($0, .push) }), ("cross-fade", { .transition($0, .fade) }),
  ]
  for (name, make) in scenes where options.wants(name) {
    let scene = make(name)
    let compositor = Compositor(
      root: scene.root, width: LayerScene.width, height: LayerScene.height,
      capacities: CompositorCapacities(layers: scene.capacity, threads: options.threads))
    let isFull = name.description == "S12-layers"
    var frame = scene.begin(with: compositor, into: display)
    if options.dump != nil {
      dump(display, name, options)
      continue
    }
    bench.measure(name) {
      frame += 1
      if isFull { compositor.invalidate() }
      if !scene.draw(frame, with: compositor, into: display) { fail(name, frame) }
    }
  }
  measureTouches(&bench, display, options)
}

/// Ends the program: what draws nothing measures nothing.
func fail(_ name: StaticString, _ frame: Int) -> Never {
  write("layer-bench: frame \(frame) of \(name) drew nothing\n", to: 2)
  exit(1)
}

run(Options(program: "layer-bench"))
