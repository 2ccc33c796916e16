import TestSupport
import Testing

@testable import FixedRaster

@Test(
  "R35 a ramp of any number of stops: each entry is the premultiplied colour at its middle, rounded to nearest")
func rampEntriesAreExact() {
  var random = SplitMix(seed: 35)
  var translucent = 0
  for _ in 0..<60 {
    let ramp = TestRamp(random.stops())
    for entry in 0..<1024 {
      let color = trueColor(ramp.stops, (Double(entry) + 0.5) / 1024)
      let difference = channels(ramp[entry]) - color
      #expect(difference.max() <= 0.5001 && difference.min() >= -0.5001, "entry \(entry)")
      if ramp[entry] >> 24 < 255 { translucent += 1 }
    }
    #expect(ramp[-1] == ramp.stops[0].color.premultiplied.argb)
    #expect(ramp[1024] == ramp.stops.last?.color.premultiplied.argb)
    #expect(ramp.ramp.isOpaque == ramp.stops.allSatisfy { $0.color.alpha == 255 })
  }
  #expect(translucent > 1000)
  let many = TestRamp((0..<300).map { (Fixed(rawValue: $0 * 219), $0 % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF) })
  for stop in 0..<300 {
    let entry = (stop * 219 + 32) / 64
    let color = trueColor(many.stops, (Double(entry) + 0.5) / 1024)
    if entry < 1024 {
      #expect(abs(channels(many[entry]).x - color.x) < 0.6 && abs(channels(many[entry]).y - color.y) < 0.6)
    }
  }
}

@Test("R35 premultiplied interpolation: from clear white to blue no entry is whiter than its alpha allows")
func rampIsPremultiplied() {
  let ramp = TestRamp([(0, 0x00FF_FFFF), (1, 0xFF00_00FF)])
  for entry in 0..<1024 {
    let pixel = ramp[entry]
    #expect(pixel >> 8 & 0xFFFF == 0 && pixel & 255 == pixel >> 24)
  }
  #expect(!ramp.ramp.isOpaque)
}

@Test("R35 hard stops stay hard: no entry mixes the two colours")
func hardStopsStayHard() {
  let ramp = TestRamp([
    (0, 0xFFFF_0000), (0.25, 0xFFFF_0000), (0.25, 0xFF00_FF00), (0.7, 0xFF00_FF00), (0.7, 0xFF00_00FF),
    (1, 0xFF00_00FF),
  ])
  for entry in 0..<1024 {
    let expected: UInt32 = entry < 256 ? 0xFFFF_0000 : entry < 717 ? 0xFF00_FF00 : 0xFF00_00FF
    #expect(ramp[entry] == expected, "entry \(entry)")
  }
  let edges = TestRamp([(0, 0xFFFF_0000), (0, 0xFF00_FF00), (1, 0xFF00_FF00), (1, 0xFF00_00FF)])
  #expect(
    edges[-1] == 0xFFFF_0000 && edges[0] == 0xFF00_FF00 && edges[1023] == 0xFF00_FF00 && edges[1024] == 0xFF00_00FF)
}

@Test(
  "R35 stops out of order count as at the place before, beyond 0...1 as at its end; none are clear, one is solid")
func oddStopsAreDefined() {
  let unsorted = TestRamp([(0, 0xFF00_0000), (0.5, 0xFFFF_0000), (0.25, 0xFF00_FF00), (1, 0xFF00_00FF)])
  let sorted = TestRamp([(0, 0xFF00_0000), (0.5, 0xFFFF_0000), (0.5, 0xFF00_FF00), (1, 0xFF00_00FF)])
  let outside = TestRamp([(-3, 0xFF10_2030), (7, 0xFFF0_E0D0)])
  let inside = TestRamp([(0, 0xFF10_2030), (1, 0xFFF0_E0D0)])
  let late = TestRamp([(0.5, 0xFF10_2030), (0.75, 0xFFF0_E0D0)])
  let (none, one) = (TestRamp([GradientStop]()), TestRamp([(0.3, 0x8040_80C0)]))
  let solid = Color(argb: 0x8040_80C0).premultiplied.argb
  for entry in -1...1024 {
    #expect(unsorted[entry] == sorted[entry] && outside[entry] == inside[entry])
    #expect(none[entry] == 0 && one[entry] == solid)
    if entry < 512 { #expect(late[entry] == 0xFF10_2030) }
    if entry >= 768 { #expect(late[entry] == 0xFFF0_E0D0) }
  }
  #expect(!none.ramp.isOpaque && !one.ramp.isOpaque && late.ramp.isOpaque)
  #expect(!TestRamp([(0, 0xFF00_0000), (1, 0xFF00_0000), (1, 0xFE00_0000)]).ramp.isOpaque)
}

@Test("R35 a ramp stays within the memory it was given, whatever the number of stops")
func rampStaysInItsMemory() {
  for count in [0, 1, 2, 5000] {
    let bytes = GradientRamp.byteCount + 64
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 32)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: bytes)
    let stops = (0..<count).map {
      GradientStop(location: Fixed($0, over: 5000), color: Color(argb: 0xFF00_0000 | UInt32($0)))
    }
    let ramp = unsafe GradientRamp(stops.span, memory: memory + 32)
    #expect(ramp.isOpaque == (count > 0))
    for i in 0..<32 {
      #expect(unsafe memory.load(fromByteOffset: i, as: UInt8.self) == 0xA5)
      #expect(unsafe memory.load(fromByteOffset: bytes - 1 - i, as: UInt8.self) == 0xA5)
    }
    unsafe memory.deallocate()
  }
}
