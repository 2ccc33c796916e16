import CBench
import CLinux
import EventLoop
import Measuring
import PanelSources
import SystemFiles

// source-bench --format xrgb [--scene can-plain] [--seconds 0.25] [--frames N]
// Messages of each kind of source, from the bytes to the values of signals. Prints CSV without a header:
// name,format,scene,median_ns,min_ns,operations,allocations_per_operation: nanoseconds of one message.

/// Measures a scene. Of each operation it prints the time, so that of a clock that counts instructions it is their number.
func measure(_ name: StaticString, _ scene: SourceScene, _ options: Options) {
  var samples: [Int64] = []
  samples.reserveCapacity(1000)
  scene.run()
  if let number = scene.missing() { fail(name.description + ": signal \(number) has no value") }
  let (calls, start) = (bench_heap_calls(), monotonicNanoseconds())
  var last = start
  repeat {
    scene.run()
    let now = monotonicNanoseconds()
    samples.append(now - last)
    last = now
  } while samples.count < samples.capacity
    && (options.frames > 0 ? samples.count < options.frames : last - start < options.nanoseconds)
  let operations = Int64(samples.count * scene.count)
  let heap = calls < 0 ? "-" : decimal(Int64(bench_heap_calls() - calls), per: operations)
  samples.sort()
  let row = [
    "lamina", options.is565 ? "565" : "xrgb", name.description,
    decimal(samples[samples.count / 2], per: Int64(scene.count)),
    decimal(samples[0], per: Int64(scene.count)), "\(operations)", heap,
  ]
  write(row.joined(separator: ",") + "\n", to: 1)
}

/// Ends the program.
func fail(_ message: String) -> Never {
  write("source-bench: " + message + "\n", to: 2)
  exit(1)
}

/// A loop for a source that is not opened.
func makeLoop() -> EventLoop {
  do throws(DeviceError) { return try EventLoop() } catch { fail(error.message) }
}

/// Measures what the options ask for. Not at top level, where a board's compiler takes variables for shared.
func run(_ options: Options) {
  let loop = makeLoop()
  let scenes: [(StaticString, () -> SourceScene)] = [
    ("can-plain", SourceScene.canPlain), ("can-scaled", SourceScene.canScaled),
    ("can-switched", SourceScene.canSwitched),
    ("can-2000", SourceScene.canSecond), ("nmea", SourceScene.sentences), ("nmea-rmc", SourceScene.recommendedMinimum),
    ("mqtt", SourceScene.message), ("lines", { SourceScene.pairs(loop) }), ("signalk", SourceScene.delta),
    ("vedirect", SourceScene.chargerBlock), ("modbus", SourceScene.registers), ("n2k-fast", SourceScene.fastPacket),
    ("n2k-frame", SourceScene.groupFrame), ("obd", SourceScene.ecuAnswer), ("gpsd", SourceScene.report),
  ]
  for (name, make) in scenes where options.wants(name) { measure(name, make(), options) }
}

run(Options(program: "source-bench"))
