import TestSupport
import Testing

@testable import FixedRaster

private typealias Pixels = TestMemory<ARGB8888>

/// Premultiplied pixels of all alphas.
private func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Pixels {
  let memory = Pixels(ARGB8888.self, width: width, height: height)
  var random = SplitMix(seed: seed)
  for y in 0..<height {
    for x in 0..<width {
      let alpha = [0, 255, 255, UInt32(random.next() % 256)][Int(random.next() % 4)]
      let color = Color(argb: alpha << 24 | UInt32(random.next() % 0x100_0000))
      memory[x, y] = color.premultiplied.argb
    }
  }
  return memory
}

private func channel(_ pixel: UInt32, _ k: Int) -> Int { Int(pixel >> UInt32(8 * k) & 0xFF) }

/// The pixel, or 0 beyond the surface.
private func at(_ memory: Pixels, _ x: Int, _ y: Int) -> UInt32 {
  x >= 0 && y >= 0 && x < memory.width && y < memory.height ? memory[x, y] : 0
}

private func pixels(_ memory: Pixels) -> [UInt32] {
  (0..<memory.height).flatMap { y in (0..<memory.width).map { memory[$0, y] } }
}

@Suite struct FilterTests {
  /// The definition in ColorMatrix.swift, with real numbers; `nil` within 1/1000 of a step, where rounding may differ.
  private func reference(_ matrix: ColorMatrix, _ pixel: UInt32) -> [Double] {
    let a = Double(channel(pixel, 3))
    func color(_ k: Int) -> Double { a == 0 ? 0 : min(255, (Double(channel(pixel, k)) * 255 / a).rounded()) }
    func apply(_ w: ColorWeights) -> Double {
      func number(_ fixed: Fixed) -> Double { Double(fixed.rawValue) / 65536 }
      let sum =
        number(w.red) * color(2) + number(w.green) * color(1) + number(w.blue) * color(0) + number(w.alpha) * a
        + number(w.bias) * 255
      return max(0, min(255, (sum + 0.5).rounded(.down)))
    }
    let alpha = apply(matrix.alpha)
    return [matrix.blue, matrix.green, matrix.red].map { (apply($0) * alpha / 255).rounded() } + [alpha]
  }

  @Test("L64 a colour matrix gives each pixel what its definition says, alpha taken out before and put back behind")
  func colorMatrix() {
    let mixed = ColorMatrix(
      red: ColorWeights(red: 0.5, green: -1.25, blue: 2, alpha: 0.25, bias: 0.125),
      green: ColorWeights(red: 30000, green: -30000, bias: -32000), blue: ColorWeights(alpha: 1),
      alpha: ColorWeights(red: 0.25, alpha: 0.75, bias: -0.1))
    for matrix in [
      mixed, .invert, .identity, .sepia(intensity: 1), .controls(saturation: 0, brightness: 0, contrast: 1),
    ] {
      let memory = noise(41, 23)
      let before = pixels(memory)
      memory.surface.apply(matrix)
      for (old, new) in zip(before, pixels(memory)) {
        let expected = reference(matrix, old)
        #expect((0..<4).allSatisfy { expected[$0] == Double(channel(new, $0)) }, "\(String(old, radix: 16))")
      }
    }
  }

  @Test(
    "L64 inverting twice, full saturation, no brightness and contrast 1, and sepia 0 leave opaque colours as they are")
  func neutral() {
    let colors: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456, 0xFFAB_CDEF]
    for color in colors {
      #expect(ColorMatrix.invert.apply(color) == 0xFF00_0000 | ~color & 0xFF_FFFF)
      #expect(ColorMatrix.controls(saturation: 1, brightness: 0, contrast: 1).apply(color) == color)
      #expect(ColorMatrix.sepia(intensity: 0).apply(color) == color)
    }
    // Grey by the weights of the eye; brighter by half; twice the distance from the middle.
    #expect(ColorMatrix.controls(saturation: 0, brightness: 0, contrast: 1).apply(0xFFFF_0000) == 0xFF36_3636)
    #expect(ColorMatrix.controls(saturation: 1, brightness: 0.5, contrast: 1).apply(0xFF40_20F0) == 0xFFC0_A0FF)
    #expect(ColorMatrix.controls(saturation: 1, brightness: 0, contrast: 2).apply(0xFF80_A040) == 0xFF81_C101)
    #expect(ColorMatrix.sepia(intensity: 1).apply(0xFF80_8080) == 0xFFAD_9A78)
  }

  @Test(
    "L64 a box blur is the mean of the square around each pixel, rows before columns, to the byte",
    arguments: [1, 2, 7, 40, 128])
  func boxBlur(radius: Int) {
    let (memory, scratch) = (noise(37, 29), Pixels(ARGB8888.self, width: 37, height: 29))
    func mean(_ pixels: [UInt32]) -> UInt32 {
      (0..<4).reduce(0) { result, k in
        let sum = pixels.reduce(0) { $0 + channel($1, k) }
        return result | UInt32((2 * sum + 2 * radius + 1) / (2 * (2 * radius + 1))) << UInt32(8 * k)
      }
    }
    let rows = Pixels(ARGB8888.self, width: 37, height: 29)
    for y in 0..<29 { for x in 0..<37 { rows[x, y] = mean((-radius...radius).map { at(memory, x + $0, y) }) } }
    memory.surface.boxBlur(radius: radius, scratch: scratch.surface)
    for y in 0..<29 {
      for x in 0..<37 {
        let expected = mean((-radius...radius).map { at(rows, x, y + $0) })
        guard memory[x, y] == expected else {
          Issue.record("\(x), \(y): \(memory[x, y]) instead of \(expected)")
          return
        }
      }
    }
  }

  @Test("L64 every mean of a box is exact: all sums of all widths")
  func exactMeans() {
    for radius in [1, 2, 3, 5, 64, 127, 128] {
      // One row of equal pixels: the sum in the middle is the number of pixels times their value, and less at the ends.
      let (memory, scratch) = (
        Pixels(ARGB8888.self, width: 600, height: 1), Pixels(ARGB8888.self, width: 600, height: 1)
      )
      for x in 0..<600 { memory[x, 0] = 0xFFFF_FFFF }
      memory.surface.boxBlur(radius: radius, scratch: scratch.surface)
      let n = 2 * radius + 1
      for x in 0..<600 {
        let count = min(x, radius) + min(599 - x, radius) + 1
        let across = (2 * 255 * count + n) / (2 * n)
        let value = UInt32((2 * across + n) / (2 * n))
        #expect(memory[x, 0] == value * 0x0101_0101)
      }
    }
  }

  @Test(
    "L64 pixellating makes squares of their mean, wherever their corner lies",
    arguments: [(4, 0, 0), (5, 3, -7), (9, 40, 11), (64, 5, 5)])
  func pixellate(size: Int, x: Int, y: Int) {
    let memory = noise(37, 29)
    let before = pixels(memory)
    memory.surface.pixellate(size: size, x: x, y: y)
    func start(_ place: Int, _ corner: Int) -> Int { place - (((place - corner) % size) + size) % size }
    for row in 0..<29 {
      for column in 0..<37 {
        let (left, top) = (start(column, x), start(row, y))
        for k in 0..<4 {
          var sum = 0
          for j in max(0, top)..<min(29, top + size) {
            for i in max(0, left)..<min(37, left + size) { sum += channel(before[j * 37 + i], k) }
          }
          let expected = (sum + size * size / 2) / (size * size)
          guard channel(memory[column, row], k) == expected else {
            Issue.record("\(column), \(row)")
            return
          }
        }
      }
    }
  }

  @Test("L64 a vignette leaves the middle and every alpha, and darkens with the square of the distance")
  func vignette() {
    let memory = Pixels(ARGB8888.self, width: 40, height: 20)
    for y in 0..<20 { for x in 0..<40 { memory[x, y] = x == 3 ? 0x8080_8080 : 0xFFFF_FFFF } }
    memory.surface.vignette(in: Rect(x: 0, y: 0, width: 40, height: 20), radius: 1, intensity: 0.75)
    for y in 0..<20 {
      for x in 0..<40 {
        let (u, v) = ((Double(x) + 0.5) / 20 - 1, (Double(y) + 0.5) / 10 - 1)
        let full = x == 3 ? 128.0 : 255
        let expected = full * (1 - 0.75 * min(1, (u * u + v * v) / 2))
        #expect(abs(Double(channel(memory[x, y], 0)) - expected) <= 1 && channel(memory[x, y], 3) == Int(full))
      }
    }
    memory.surface.vignette(in: Rect(x: 0, y: 0, width: 40, height: 20), radius: 0, intensity: 2)
    #expect(memory[20, 10] == 0xFF00_0000)
    memory.surface.vignette(in: .zero, radius: 1, intensity: 1)
    #expect(memory[3, 10] == 0x8000_0000)
  }

  @Test(
    "L64 a pinch shows at each pixel what its definition names, and nothing moves outside the circle",
    arguments: [0.5, 1.25, -1])
  func pinch(scale: Double) {
    // Two ramps: the colour says the place.
    let (memory, out) = (Pixels(ARGB8888.self, width: 64, height: 64), Pixels(ARGB8888.self, width: 64, height: 64))
    for y in 0..<64 { for x in 0..<64 { memory[x, y] = 0xFF00_0000 | UInt32(x * 4) << 8 | UInt32(y * 4) } }
    memory.surface.pinch(
      into: out.surface, center: Point(x: 30.5, y: 34), radius: 20.5,
      scale: Fixed(rawValue: Int32(scale * 65536)))
    for y in 0..<64 {
      for x in 0..<64 {
        let (dx, dy) = (Double(x) + 0.5 - 30.5, Double(y) + 0.5 - 34)
        let square = (dx * dx + dy * dy) / (20.5 * 20.5)
        let factor = square < 1 ? 1 + scale * (1 - square) * (1 - square) : 1
        let (sx, sy) = (30.5 + dx * factor - 0.5, 34 + dy * factor - 0.5)
        if sx < 0 || sy < 0 || sx > 63 || sy > 63 { continue }
        #expect(abs(Double(channel(out[x, y], 1)) - sx * 4) <= 1 && abs(Double(channel(out[x, y], 0)) - sy * 4) <= 1)
        if square >= 1 { #expect(out[x, y] == memory[x, y]) }
      }
    }
    memory.surface.pinch(into: out.surface, center: .zero, radius: 0, scale: 1)
    #expect(pixels(out) == pixels(memory))
  }
}
