// Stage: paint. Input: an image. Output: the same at half, a quarter … of its size, in the caller's memory; and pixels
// mixed of two such levels.
//
// Level k + 1 has max(1, size / 2) pixels a side, rounded down. Each of them is the exact mean of the area of level k
// that it covers, premultiplied and rounded to nearest: of n = 2m + 1 pixels, pixel i of m covers n/m, that is 2i, 2i +
// 1 and 2i + 2 with weights m − i, m and i + 1 (Guthe and Heckbert, "Non-Power-of-Two Mipmap Creation", 2005).

extension Image {
  /// How many bytes ``makeMipLevels(in:)`` writes; 0 for an image of one pixel.
  public var mipByteCount: Int { levels.mipByteCount }

  /// Makes all levels down to one pixel, in alpha8 of such an image and in premultiplied 0xAARRGGBB of the others.
  ///
  /// - Parameter memory: ``mipByteCount`` bytes, aligned to four, kept alive and unchanged while the image is used.
  /// - Returns: the image with its levels.
  @unsafe
  @export(interface)
  public func makeMipLevels(in memory: UnsafeMutableRawPointer) -> Image {
    let levels = unsafe ImageLevels(base: base, isOpaque: isOpaque, mipLevels: UnsafeRawPointer(memory))
    for k in 1..<Swift.max(1, levels.levelCount) {
      let (from, to) = (levels.level(k &- 1), levels.level(k))
      unsafe to.makeHalf(of: from, in: UnsafeMutableRawPointer(mutating: to.pixels))
    }
    return Image(levels, owner: owner)
  }
}

extension ImageLevels {
  fileprivate var mipByteCount: Int {
    var bytes = 0
    for k in 1..<Swift.max(1, levelCount) { bytes &+= levelWidth(k) &* levelHeight(k) &* mipBytes }
    return bytes
  }

  /// How many levels a full set has, level 0 included.
  fileprivate var levelCount: Int {
    isEmpty ? 0 : 32 &- Int(Swift.max(base.width, base.height).leadingZeroBitCount)
  }

  private var mipBytes: Int { base.format == .alpha8 ? 1 : 4 }
  private func levelWidth(_ k: Int) -> Int { Swift.max(1, Int(base.width) &>> k) }
  private func levelHeight(_ k: Int) -> Int { Swift.max(1, Int(base.height) &>> k) }

  /// Level `k`, which must be below ``levelCount``; level 0 where there are no others.
  fileprivate func level(_ k: Int) -> ImageLevel {
    guard let mipLevels = unsafe mipLevels, k > 0 else { return base }
    var pixels = unsafe mipLevels
    for j in 1..<k { unsafe pixels += levelWidth(j) &* levelHeight(j) &* mipBytes }
    return unsafe ImageLevel(
      format: base.format == .alpha8 ? .alpha8 : .argb8888, pixels: pixels, bytesPerRow: levelWidth(k) &* mipBytes,
      width: Int32(truncatingIfNeeded: levelWidth(k)), height: Int32(truncatingIfNeeded: levelHeight(k)), alpha: pixels,
      alphaBytesPerRow: 0, palette: base.palette, color: base.color)
  }

  /// The two levels about a level of detail in 1/256, which must be 0 where there are no levels.
  func pair(_ detail: Int) -> ImageLevelPair {
    let last = levelCount &- 1
    let k = Swift.min(detail &>> 8, last)
    let part = k == last ? 0 : detail & 255
    return ImageLevelPair(
      first: level(k), second: level(part == 0 ? k : k &+ 1), part: UInt16(truncatingIfNeeded: part), full: base)
  }
}

extension ImageLevel {
  /// Writes half of `level` into this one's `memory`.
  fileprivate func makeHalf(of level: ImageLevel, in memory: UnsafeMutableRawPointer) {
    for y in 0..<height {
      let rows = HalfTaps(y, of: level.height)
      for x in 0..<width {
        let columns = HalfTaps(x, of: level.width)
        let place = unsafe memory + Int(y) &* bytesPerRow
        if format == .alpha8 {
          let mean = level.mean(columns, rows) { $0.alphaWord($1, $2) }
          unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: mean), toByteOffset: Int(x), as: UInt8.self)
        } else {
          let mean = level.mean(columns, rows) { $0.pixel($1, $2) }
          unsafe place.storeBytes(of: mean, toByteOffset: Int(x) &* 4, as: UInt32.self)
        }
      }
    }
  }

  private func alphaWord(_ x: Int, _ y: Int) -> UInt32 { Alpha8Texels(self).word(x, y) }

  /// One pixel, premultiplied.
  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let place = ImagePosition(u: Int64(x) &<< 32, v: Int64(y) &<< 32)
    return block(place.stepped(by: ImagePosition(u: 0, v: 0)), .clamp, isNearest: true)[0]
  }

  /// The weighted mean of the pixels of some rows and columns, channel by channel, rounded.
  private func mean(_ columns: HalfTaps, _ rows: HalfTaps, _ read: (ImageLevel, Int, Int) -> UInt32) -> UInt32 {
    var sums = SIMD4<UInt64>()
    for j in 0..<rows.count {
      for i in 0..<columns.count {
        let weight = columns.weight(i) &* rows.weight(j)  // at most 2^28
        let word = read(self, columns.first &+ i, rows.first &+ j)
        for channel in 0..<4 {
          let value = UInt64((word &>> UInt32(truncatingIfNeeded: channel &* 8)) & 0xFF)
          sums[channel] = sums[channel] &+ value &* weight
        }
      }
    }
    let area = columns.sum &* rows.sum  // at most 2^30
    var mean: UInt32 = 0
    for channel in 0..<4 {
      let value = (sums[channel] &+ area / 2) / area
      mean |= UInt32(truncatingIfNeeded: value) &<< UInt32(truncatingIfNeeded: channel &* 8)
    }
    return mean
  }
}

/// Which pixels of a row of `size` pixel `index` of half as many covers, and how much of each.
private struct HalfTaps {
  let first, count: Int
  /// The sum of the weights.
  let sum: UInt64
  private let index: Int
  private let half: Int

  init(_ index: Int32, of size: Int32) {
    self.index = Int(index)
    half = Int(size / 2)
    let isOdd = size & 1 == 1
    first = Int(index) &* 2
    count = size == 1 ? 1 : isOdd ? 3 : 2
    sum = size == 1 ? 1 : isOdd ? UInt64(Int(size)) : 2
  }

  func weight(_ tap: Int) -> UInt64 {
    if count < 3 { return 1 }
    return UInt64(tap == 0 ? half &- index : tap == 1 ? half : index &+ 1)
  }
}

/// Two levels of an image and how much of the second there is in the mixture.
struct ImageLevelPair {
  let first, second: ImageLevel
  /// 0...255 of 256.
  let part: UInt16
  /// Level 0: places are in its plane.
  let full: ImageLevel

  /// The pixels at eight places of level 0's plane.
  func block(_ places: ImagePositions, _ wrap: ImageWrap) -> Pixels8 {
    let a = first.block(scaled(places, to: first).halfUpLeft, wrap, isNearest: false)
    if part == 0 { return a }
    return mixed(a, second.block(scaled(places, to: second).halfUpLeft, wrap, isNearest: false), part)
  }

  private func scaled(_ places: ImagePositions, to level: ImageLevel) -> ImagePositions {
    ImagePositions(u: scaled(places.u, level.width, full.width), v: scaled(places.v, level.height, full.height))
  }

  /// Each place times `size / fullSize`, which is at most 1; off by less than 2⁻¹⁶ pixels inside the image.
  private func scaled(_ places: SIMD8<Int64>, _ size: Int32, _ fullSize: Int32) -> SIMD8<Int64> {
    if size == fullSize { return places }
    // Below 2^32, as is a fraction; whole parts are below 2^30.
    let ratio = Int64(size) &<< 32 / Int64(fullSize)
    var result = places
    for k in 0..<8 {
      let (whole, fraction) = (places[k] &>> 32, UInt64(bitPattern: places[k] & 0xFFFF_FFFF))
      let low = (fraction &* UInt64(bitPattern: ratio)) &>> 32
      result[k] = whole &* ratio &+ Int64(bitPattern: low)
    }
    return result
  }
}
