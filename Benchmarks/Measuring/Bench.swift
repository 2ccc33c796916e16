import CBench
import CLinux
import FixedRaster

/// Times scenes: a warm-up, then frame after frame for the asked time; median and minimum.
public struct Bench {
  public let options: Options
  private var samples: [Int64]

  public init(options: Options) {
    self.options = options
    samples = Array(repeating: 0, count: 400_000)
  }

  /// - Parameter before: called before each frame, which is measured without it.
  public mutating func measure(_ name: StaticString, before: (() -> Void)? = nil, _ draw: () -> Void) {
    if !options.wants(name) { return }
    if options.frames == 0 {
      let warmUp = monotonicNanoseconds()
      for count in 0... {
        if count >= 5 && monotonicNanoseconds() - warmUp >= 30_000_000 { break }
        before?()
        draw()
      }
    }
    let heapCalls = bench_heap_calls()
    var count = 0
    let start = monotonicNanoseconds()
    var last = start
    repeat {
      if let before {
        before()
        last = monotonicNanoseconds()
      }
      draw()
      let now = monotonicNanoseconds()
      samples[count] = now - last
      last = now
      count += 1
    } while count < samples.count && isMore(count, last - start)
    let calls = Int64(bench_heap_calls() - heapCalls)
    let callsPerFrame = heapCalls < 0 ? "-" : decimal(calls, per: Int64(count))
    samples[..<count].sort()
    let row = [
      "lamina", options.is565 ? "565" : "xrgb", name.description, decimal(samples[count / 2], per: 1000),
      decimal(samples[0], per: 1000), "\(count)", callsPerFrame,
    ]
    write(row.joined(separator: ",") + "\n", to: 1)
  }

  private func isMore(_ count: Int, _ time: Int64) -> Bool {
    options.frames > 0 ? count < options.frames : time < options.nanoseconds || count < 5
  }
}

public func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// `value / unit` with two decimals.
public func decimal(_ value: Int64, per unit: Int64) -> String {
  let hundredths = (value * 100 + unit / 2) / unit
  let fraction = hundredths % 100
  return "\(hundredths / 100)." + (fraction < 10 ? "0\(fraction)" : "\(fraction)")
}

/// A display's memory for pictures, cleared; it is kept for good. Like a framebuffer it begins with a page.
public func makeDisplay(width: Int, height: Int, is565: Bool) -> DisplayMemory {
  let bytesPerRow = width * (is565 ? 2 : 4)
  let base = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * height, alignment: 4096)
  unsafe memset(base, 0, bytesPerRow * height)
  return unsafe DisplayMemory(
    base: base, width: width, height: height, bytesPerRow: bytesPerRow, layout: is565 ? .rgb565 : .xrgb8888)
}

/// Writes what a display of ``makeDisplay(width:height:is565:)`` shows as lamina_FORMAT_SCENE.ppm into the folder that was
/// asked for.
public func dump(_ display: DisplayMemory, _ name: StaticString, _ options: Options) {
  let path = (options.dump ?? ".") + "/lamina_" + (options.is565 ? "565" : "xrgb") + "_" + name.description + ".ppm"
  var bytes: [UInt8] = Array("P6 \(display.width) \(display.height) 255\n".utf8)
  for y in 0..<display.height {
    let row = unsafe UnsafeRawPointer(display.base + y * display.bytesPerRow)
    for x in 0..<display.width {
      let argb =
        options.is565
        ? RGB565.unpack(unsafe row.load(fromByteOffset: 2 * x, as: UInt16.self))
        : unsafe row.load(fromByteOffset: 4 * x, as: UInt32.self)
      bytes.append(UInt8(truncatingIfNeeded: argb >> 16))
      bytes.append(UInt8(truncatingIfNeeded: argb >> 8))
      bytes.append(UInt8(truncatingIfNeeded: argb))
    }
  }
  let file = unsafe linux_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  if file < 0 {
    write("\(options.program): cannot write \(path)\n", to: 2)
    exit(1)
  }
  _ = unsafe bytes.withUnsafeBytes { unsafe CLinux.write(file, $0.baseAddress, $0.count) }
  close(file)
}
