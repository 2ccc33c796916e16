// Subject: font. What a program reads of the default font, as one hash, and a line of text drawn with it. scripts/golden
// compares the boards with the host; scripts/heap runs it with few rounds and with many, which must call the heap equally
// often.
//
// output: `font HASH`, `text HASH`, and how long the load took on standard error
import CLinux
import DefaultFont
import LayerRuntime

private func microseconds() -> Int64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

private func loadFont(_ file: String?) -> FontPack {
  guard let file else { return FontPack.dejaVuSans }
  return FontPack.load(path: file) { say($0.message) }
}

/// Reads a font and draws with it, so many times, and prints the hashes of the last time.
/// - Returns: the exit status: 1 if there is no font.
func readFont(file: String?, rounds: Int) -> Int32 {
  let begun = microseconds()
  let font = loadFont(file)
  let loaded = microseconds()
  say("loaded " + String(font.glyphCount) + " glyphs in " + String(loaded - begun) + " microseconds")
  var line = LineOfText()
  var (all, text) = (UInt64(0), UInt64(0))
  for _ in 0..<rounds {
    all = readAll(font)
    text = line.draw(font)
  }
  print("font " + hexadecimal(all))
  print("text " + hexadecimal(text))
  return font.glyphCount > 1 ? 0 : 1
}
