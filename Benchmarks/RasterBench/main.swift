import CBench
import CLinux
import FixedRaster
import Measuring

// raster-bench --format xrgb|565 [--scene S5] [--seconds 0.25] [--frames N] [--threads N] [--dump DIR]
// Scenes drawn into a display's memory: at 32 bits a pixel straight, at 16 in tiles that are stored.
// Prints CSV without a header: name,format,scene,median_us,min_us,frames,allocations_per_frame.

/// Measures, or dumps, what the options ask for. Not at top level, where a board's compiler takes variables for shared.
func run(_ options: Options) {
  let display = makeDisplay(width: SceneData.width, height: SceneData.height, is565: options.is565)
  let byteCount = display.bytesPerRow * display.height
  var bench = Bench(options: options)
  if options.dump != nil {
    var target = SceneTarget(display)
    for scene in Scene.allCases where options.wants(scene.name) {
      unsafe memset(display.base, 0, byteCount)
      target.draw(scene, in: display.bounds)
      dump(display, scene.name, options)
    }
  } else {
    let other = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4096)
    unsafe memset(other, 0x5A, byteCount)
    bench.measure("memset") { unsafe bench_memset(display.base, byteCount) }
    bench.measure("memcpy") { unsafe bench_memcpy(display.base, other, byteCount) }
    if options.threads > 1 {
      let scenes = ThreadedScenes(display, threads: options.threads)
      for scene in Scene.allCases { bench.measure(scene.name) { scenes.draw(scene) } }
    } else {
      var target = SceneTarget(display)
      for scene in Scene.allCases { bench.measure(scene.name) { target.draw(scene, in: display.bounds) } }
    }
  }
}

run(Options(program: "raster-bench"))
