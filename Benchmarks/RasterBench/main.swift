import CBench
import CLinux
import FixedRaster

// raster-bench --format xrgb|565 [--scene S5] [--seconds 0.25] [--dump DIR]
// Prints CSV without a header: name,format,scene,median_us,min_us,frames,allocations_per_frame.

let options = Options(arguments: processArguments())
if options.is565 {
  run(RGB565.self, options)
} else {
  run(XRGB8888.self, options)
}

func run<Format: PixelFormat>(_: Format.Type, _ options: Options) {
  let stride = SceneData.width * MemoryLayout<Format.Pixel>.stride
  let bytes = stride * SceneData.height
  let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
  unsafe memset(base, 0, bytes)
  let surface = unsafe Surface<Format>(
    base: base, width: SceneData.width, height: SceneData.height, bytesPerRow: stride)
  var bench = Bench(options: options)
  if options.dump == nil {
    let other = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    unsafe memset(other, 0x5A, bytes)
    bench.measure("memset") { unsafe bench_memset(base, bytes) }
    bench.measure("memcpy") { unsafe bench_memcpy(base, other, bytes) }
  }
  var scenes = Scenes<Format>(surface)
  var path = PathArray(capacity: 4096)
  let images = SceneImages(is565: options.is565)
  func scene(_ name: StaticString, _ draw: () -> Void) {
    if options.dump != nil {
      if !options.wants(name) { return }
      unsafe memset(base, 0, bytes)
      draw()
      dump(surface, name, options)
    } else {
      bench.measure(name, draw)
    }
  }
  scene("S1") { scenes.s1() }
  scene("S2") { scenes.s2() }
  scene("S2n") {
    scenes.s3(images)
    scenes.s2()
  }
  scene("S3") { scenes.s3(images) }
  scene("S4") { scenes.s4(images) }
  scene("S5") { scenes.s5(&path) }
  scene("S6a") { scenes.s6a(&path) }
  scene("S6b") { scenes.s6b(&path) }
  scene("S7") { scenes.s7(&path) }
  let gradients = Gradients()
  scene("S9v") { scenes.s9v(gradients) }
  scene("S9d") { scenes.s9d(gradients) }
  scene("S9r") { scenes.s9r(gradients) }
  scene("S9c") { scenes.s9c(gradients) }
  var text = Text()
  scene("S8") { scenes.s8(&text) }
  scene("S10") { scenes.s10(images) }
  let shadowWorkspace = RoundedShadowWorkspace(maximumRadius: 16, maximumSigma: 10)
  let shadowMemory = UnsafeMutableRawPointer.allocate(
    byteCount: shadowWorkspace.byteCount, alignment: RoundedShadowWorkspace.alignment)
  var shadow = unsafe RoundedShadow(memory: shadowMemory, workspace: shadowWorkspace)
  scene("S11") { scenes.s11(&shadow, &path) }
}
