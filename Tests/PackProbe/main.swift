// What a program reads of the default font, as one hash, on the host and on every board; and a line of text drawn with
// it. scripts/golden compares the boards with the host; scripts/heap runs it with few rounds and with many, which must
// call the heap equally often.
//
// input: the environment variables PACK_ROUNDS (how often, 1 if not said) and PACK_FILE (a font to map instead)
// output: `font HASH`, `text HASH`, and how long the load took on standard error; 1 if there is no font
// row: L40 P03
import CLinux
import DefaultFont
import FixedRaster
import LayerRuntime

func variable(_ name: StaticString) -> String? {
  guard let value = unsafe getenv(name.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe $0 }) else {
    return nil
  }
  return unsafe String(cString: value)
}

func microseconds() -> Int64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

func say(_ line: String) {
  var bytes = Array(line.utf8)
  bytes.append(10)
  _ = unsafe write(2, bytes, bytes.count)
}

func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}

func loadFont() -> FontPack {
  guard let path = variable("PACK_FILE") else { return FontPack.dejaVuSans }
  return FontPack.load(path: path) { say($0.message) }
}

func run() -> Int32 {
  let begun = microseconds()
  let font = loadFont()
  let loaded = microseconds()
  say("loaded " + String(font.glyphCount) + " glyphs in " + String(loaded - begun) + " microseconds")
  var probe = Probe()
  let rounds = variable("PACK_ROUNDS").flatMap { Int($0) } ?? 1
  var (all, line) = (UInt64(0), UInt64(0))
  for _ in 0..<rounds {
    all = readAll(font)
    line = probe.drawLine(font)
  }
  print("font " + hexadecimal(all))
  print("text " + hexadecimal(line))
  return font.glyphCount > 1 ? 0 : 1
}

exit(run())
