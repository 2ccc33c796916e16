import Reference
import TestSupport
import Testing

@testable import FixedRaster

/// A mask in memory of its own.
@safe
final class TestMask {
  let bounds: PixelRect
  let stride: Int
  private let memory: UnsafeMutablePointer<UInt8>
  private let size: Int

  init(_ bounds: PixelRect, padding: Int = 5, filledWith byte: UInt8 = 0) {
    self.bounds = bounds
    stride = bounds.width + padding
    size = stride * bounds.height + 128
    unsafe memory = .allocate(capacity: size)
    unsafe memory.initialize(repeating: byte, count: size)
  }

  deinit { unsafe memory.deallocate() }

  var mask: Mask { unsafe Mask(base: memory + 64, bounds: bounds, bytesPerRow: stride) }

  /// In device pixels; 0 beyond the bounds.
  subscript(x: Int, y: Int) -> UInt8 {
    get {
      let (i, j) = (x - Int(bounds.minX), y - Int(bounds.minY))
      if i < 0 || j < 0 || i >= bounds.width || j >= bounds.height { return 0 }
      return unsafe memory[64 + j * stride + i]
    }
    set { unsafe memory[64 + (y - Int(bounds.minY)) * stride + x - Int(bounds.minX)] = newValue }
  }

  /// The pixels' bytes, row by row.
  var pixels: [UInt8] {
    (0..<bounds.height).flatMap { y in
      unsafe Array(UnsafeBufferPointer(start: memory + (64 + y * stride), count: bounds.width))
    }
  }

  /// All bytes that are no pixels.
  var surroundings: [UInt8] {
    func bytes(_ start: Int, _ count: Int) -> [UInt8] {
      unsafe Array(UnsafeBufferPointer(start: memory + start, count: count))
    }
    let between = (0..<bounds.height).flatMap { bytes(64 + $0 * stride + bounds.width, stride - bounds.width) }
    return bytes(0, 64) + between + bytes(size - 64, 64)
  }
}

/// Runs `body` with a blur in memory of its own.
func withBlur(_ workspace: BlurWorkspace, _ body: (inout GaussianBlur) -> Void) {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: BlurWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var blur = unsafe GaussianBlur(memory: memory, workspace: workspace)
  body(&blur)
}

extension PixelRect {
  /// Returns the rectangle with so many pixels more on each side.
  func expanded(by pixels: Int) -> PixelRect {
    let margin = Int32(pixels)
    return PixelRect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }
}

/// What a mask of bytes blurs to at each pixel of `target`, in floating point, 0...255.
func reference(_ source: TestMask, _ sigma: Double, _ target: PixelRect) -> [Double] {
  let bounds = source.bounds
  let plane = Plane(
    minX: Int(bounds.minX), minY: Int(bounds.minY), width: bounds.width, height: bounds.height,
    values: source.pixels.map { Double($0) })
  return plane.blurred(
    sigma: sigma, minX: Int(target.minX), minY: Int(target.minY), width: target.width, height: target.height
  ).values
}

private let pictures = ["rectangle", "disc", "line", "points", "noise", "stripes", "full"]

private func picture(_ name: String, _ size: Int, _ random: inout SplitMix) -> TestMask {
  let mask = TestMask(PixelRect(minX: 3, minY: -7, maxX: Int32(3 + size), maxY: Int32(size - 11)))
  for y in 0..<mask.bounds.height {
    for x in 0..<mask.bounds.width {
      let value: UInt8
      let (dx, dy) = (x - size / 2, y - size / 2)
      switch name {
      case "rectangle": value = abs(dx) < size / 3 && abs(dy) < size / 4 ? 255 : 0
      case "disc": value = dx * dx + dy * dy < size * size / 9 ? 255 : 0
      case "line": value = dx == 0 ? 255 : 0
      case "points": value = x % 13 == 5 && y % 17 == 3 ? 255 : 0
      case "noise": value = UInt8(random.next(in: 0...255))
      case "stripes": value = (x / 4 + y / 6) % 2 == 0 ? 255 : 0
      default: value = 255
      }
      mask[x + 3, y - 7] = value
    }
  }
  return mask
}

@Test(
  "R38 the blur of a mask is within 1/255 + 1 % of a true gaussian, sigma 0.25 to 128, and never off by 1.2/255 on these"
)
func blurIsGaussian() {
  var random = SplitMix(seed: 38)
  var compared = 0
  for sigma in [0.25, 0.4, 0.5, 0.7, 1, 1.4, 2, 3, 3.9, 4, 4.6, 6, 7.9, 10, 14.5, 20, 27, 40, 90, 128] as [Double] {
    let size = sigma <= 10 ? 60 : 130
    let workspace = BlurWorkspace(width: 40, height: 35, maximumSigma: 128)
    var worst = 0.0, tooFar = 0
    withBlur(workspace) { blur in
      let fixed = Fixed(rawValue: Int32(sigma * 65536))
      let reach = min(blur.reach(sigma: fixed), 60)
      for name in pictures {
        let source = picture(name, size, &random)
        let target = TestMask(
          PixelRect(
            minX: source.bounds.minX - Int32(reach), minY: source.bounds.minY - Int32(reach / 2),
            maxX: source.bounds.maxX + Int32(reach / 3), maxY: source.bounds.maxY + Int32(reach)), filledWith: 0x5A)
        blur.blur(source.mask, sigma: fixed, into: target.mask)
        let expected = reference(source, sigma, target.bounds)
        let result = difference(target.pixels, from: expected, allowing: 0.01)
        worst = max(worst, result.worst)
        tooFar += result.tooFar
        compared += expected.count
        #expect(target.surroundings.allSatisfy { $0 == 0x5A })
      }
      #expect(blur.limitedSigmas == 0)
    }
    print("blur sigma \(sigma): largest difference from a true gaussian \(worst)/255")
    #expect(tooFar == 0 && worst <= 1.2, "sigma \(sigma)")
  }
  #expect(compared > 1_000_000)
}
