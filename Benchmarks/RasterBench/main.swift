import CBench
import CLinux
import FixedRaster
import Measuring

// raster-bench --format xrgb|565 [--scene S5] [--seconds 0.25] [--frames N] [--threads N] [--dump DIR]
// Prints CSV without a header: name,format,scene,median_us,min_us,frames,allocations_per_frame.

let options = Options(program: "raster-bench", arguments: processArguments())
if options.is565 {
  run(RGB565.self, options)
} else {
  run(XRGB8888.self, options)
}

func run<Format: PixelFormat>(_: Format.Type, _ options: Options) {
  let stride = SceneData.width * MemoryLayout<Format.Pixel>.stride
  let bytes = stride * SceneData.height
  // Like a framebuffer it begins with a page.
  let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
  unsafe memset(base, 0, bytes)
  let surface = unsafe Surface<Format>(
    base: base, width: SceneData.width, height: SceneData.height, bytesPerRow: stride)
  var bench = Bench(options: options)
  if options.dump == nil {
    let other = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
    unsafe memset(other, 0x5A, bytes)
    bench.measure("memset") { unsafe bench_memset(base, bytes) }
    bench.measure("memcpy") { unsafe bench_memcpy(base, other, bytes) }
  }
  if options.threads > 1 {
    let scenes = ThreadedScenes<Format>(surface, is565: options.is565, threads: options.threads)
    for scene in Scene.allCases { bench.measure(scene.name) { scenes.draw(scene) } }
    return
  }
  var scenes = SceneSet<Format>(surface, is565: options.is565)
  for scene in Scene.allCases {
    if options.dump == nil {
      bench.measure(scene.name) { scenes.draw(scene) }
    } else if options.wants(scene.name) {
      unsafe memset(base, 0, bytes)
      scenes.draw(scene)
      dump(surface, scene.name, options)
    }
  }
}
