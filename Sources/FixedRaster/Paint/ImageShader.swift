// Stage: paint. Input: an image's memory, where it lies on the device, how it is sampled. Output: rows of its pixels
// there.

/// An image for painters: no more than places and numbers, so that copies of it cost next to nothing. The caller keeps
/// the image's memory alive meanwhile.
struct ImageShader {
  private let levels: ImageLevels
  private let place: ImagePlace
  private let sampling: ImageSampling
  private let wrap: ImageWrap

  /// See ``ImagePaint/init(_:mapping:stretch:sampling:wrap:)``.
  init(_ levels: ImageLevels, _ mapping: Mapping, sampling: ImageSampling, wrap: ImageWrap) {
    switch DrawnMapping(mapping) {
    case .affine(let transform): self.init(levels, transform, sampling: sampling, wrap: wrap)
    case .projective(let projection):
      self.init(levels, projection: ImageProjection(projection.transform), sampling: sampling, wrap: wrap)
    case .none: self.init(levels, projection: nil, sampling: sampling, wrap: wrap)
    }
  }

  private init(_ levels: ImageLevels, _ transform: AffineTransform, sampling: ImageSampling, wrap: ImageWrap) {
    let map = levels.isEmpty ? nil : ImageAffineMap(transform)
    (self.levels, self.wrap) = (levels, wrap)
    place = map.map { .affine($0) } ?? .none
    self.sampling = map?.isWholeTranslation ?? false ? .nearest : sampling
  }

  /// - Parameter projection: from device pixels to the image's plane.
  init(_ levels: ImageLevels, projection: ImageProjection?, sampling: ImageSampling, wrap: ImageWrap) {
    (self.levels, self.sampling, self.wrap) = (levels, sampling, wrap)
    place = levels.isEmpty ? .none : projection.map { .projective($0) } ?? .none
  }

  /// Nothing is drawn with it.
  var isEmpty: Bool {
    if case .none = place { return true }
    return false
  }
}

extension ImageShader: Shader {
  var isOpaque: Bool {
    if case .affine = place { return levels.isOpaque }
    return false
  }

  /// Of an image of ready pixels that is only moved by whole ones, where all of the row lies inside.
  @inline(__always)
  func pixels(x: Int32, y: Int32, count: Int) -> UnsafePointer<UInt32>? {
    guard case .affine(let map) = place, map.isWholeTranslation, levels.base.format == .argb8888 else { return nil }
    let position = map.position(x, y)
    let (u, v) = (position.u &>> 32, position.v &>> 32)
    if u < 0 || v < 0 || v >= Int64(levels.base.height) || u &+ Int64(count) > Int64(levels.base.width) { return nil }
    let row = unsafe levels.base.pixels + Int(truncatingIfNeeded: v) &* levels.base.bytesPerRow
    return unsafe row.assumingMemoryBound(to: UInt32.self) + Int(truncatingIfNeeded: u)
  }

  @inline(never)
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    switch place {
    case .none: unsafe row.update(repeating: 0, count: count)
    case .affine(let map):
      let level = sampling == .trilinear && levels.hasMipLevels ? map.level : 0
      if level == 0 {
        let place = sampling == .nearest ? map.position(x, y) : map.position(x, y).halfUpLeft
        unsafe levels.base.fill(
          row, count: count, from: place, step: map.step, wrap: wrap, isNearest: sampling == .nearest)
      } else {
        unsafe fillShrunk(row, x, y, count, map, levels.pair(level))
      }
    case .projective(let map): unsafe fillProjected(row, x, y, count, map)
    }
  }

  /// Between two levels that all of the image has in common.
  private func fillShrunk(
    _ row: UnsafeMutablePointer<UInt32>, _ x: Int32, _ y: Int32, _ count: Int, _ map: ImageAffineMap,
    _ pair: ImageLevelPair
  ) {
    var place = map.position(x, y)
    var done = 0
    while done < count {
      let block = pair.block(place.stepped(by: map.step), wrap)
      let made = Swift.min(8, count &- done)
      unsafe (row + done).store(block, made)
      place = place + map.step * made
      done &+= made
    }
  }

  /// In perspective: blocks of eight pixels at device places divisible by eight, each with one level of detail, so that
  /// it does not depend on where a row begins.
  private func fillProjected(
    _ row: UnsafeMutablePointer<UInt32>, _ x: Int32, _ y: Int32, _ count: Int, _ map: ImageProjection
  ) {
    let end = x &+ Int32(truncatingIfNeeded: count)
    var from = x
    while from < end {
      let blockX = from & ~7
      let to = Swift.min(end, blockX &+ 8)
      let block = projectedBlock(map, blockX, y, from, to)
      for place in from..<to { unsafe row[Int(place &- x)] = block[Int(place &- blockX)] }
      from = to
    }
  }

  /// The pixels from `from` up to `to` of the block at `x`; clear beyond the horizon.
  private func projectedBlock(_ map: ImageProjection, _ x: Int32, _ y: Int32, _ from: Int32, _ to: Int32) -> Pixels8 {
    var places = ImagePositions(u: SIMD8(), v: SIMD8())
    var visible = Pixels8()
    for place in from..<to {
      guard let position = map.position(place, y) else { continue }
      let k = Int(place &- x)
      (places.u[k], places.v[k], visible[k]) = (position.u, position.v, .max)
    }
    switch sampling {
    case .nearest: return levels.base.block(places, wrap, isNearest: true) & visible
    case .bilinear: return levels.base.block(places.halfUpLeft, wrap, isNearest: false) & visible
    case .trilinear:
      let level = levels.hasMipLevels ? map.level(x &+ 4, y) : 0
      return levels.pair(level).block(places, wrap) & visible
    }
  }
}

extension ImagePosition {
  /// Where the upper left of the four nearest pixels begins.
  var halfUpLeft: ImagePosition { ImagePosition(u: u &- 1 &<< 31, v: v &- 1 &<< 31) }
}

extension ImagePositions {
  var halfUpLeft: ImagePositions { ImagePositions(u: u &- 1 &<< 31, v: v &- 1 &<< 31) }
}
