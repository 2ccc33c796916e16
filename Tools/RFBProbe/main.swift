// A moving page for viewers of RFB, on a display in memory; prints their acts. Or damaged messages for sessions, or the cost
// of a viewer's frames. scripts/rfb-test runs it.
// input: lines, see Probe; output: lines; exit status: 0, 1 failed
import CLinux
import SystemFiles

func run() -> Int32 {
  do throws(DeviceError) {
    let words: [String]
    do throws(FileError) { words = try ProcessStart.arguments() } catch { throw DeviceError(error) }
    let options = try Options(words)
    if let count = options.fuzzCount { return try SessionFuzz(seed: options.seed).run(count) ? 0 : 1 }
    if let count = options.measuredFrames {
      try Measurement(options: options, count: count).run()
      return 0
    }
    if let address = options.address { try Probe(options, address).run() }
    return 0
  } catch {
    print(Options.usage)
    print("rfb-probe: " + error.message)
    return 1
  }
}

exit(run())
