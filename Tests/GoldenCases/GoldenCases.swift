import FixedRaster

/// Draws every golden case and reports its name, which has no spaces, and the hash of its pixels. Returns how many there
/// were. The same source runs on the host and, under emulation, on every board family; the hashes must agree.
public func runGoldenCases(_ report: (StaticString, UInt64) -> Void) -> Int {
  var count = 0
  func run(_ name: StaticString, _ draw: (inout Hash) -> Void) {
    var hash = Hash()
    draw(&hash)
    report(name, hash.value)
    count += 1
  }
  run("rgb565-pack-all-channel-values") { hash in
    for value in UInt32(0)...255 {
      for argb in [value << 16, value << 8, value, value &* 0x01_01_01] { hash.add(UInt32(RGB565.pack(argb))) }
    }
  }
  run("rgb565-unpack-all") { hash in
    for pixel in UInt16.min...UInt16.max { hash.add(RGB565.unpack(pixel)) }
  }
  return count
}
