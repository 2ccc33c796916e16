// Stage: paint. Input: an image, where it lies on the device, how it is sampled. Output: rows of its pixels there.

/// An image as a paint: what a shape shows of it.
@safe
public struct ImagePaint {
  let image: Image
  private let mapping: ImageMapping
  private let sampling: ImageSampling
  private let wrap: ImageWrap

  /// - Parameters:
  ///   - transform: from the image's plane (one unit to its pixel) to device pixels. Without an inverse nothing is
  ///     drawn.
  ///   - sampling: of a move by whole pixels all samplings give the image's own pixels.
  public init(
    _ image: Image, transform: AffineTransform = .identity, sampling: ImageSampling = .bilinear,
    wrap: ImageWrap = .clamp
  ) {
    let map = image.isEmpty ? nil : ImageAffineMap(transform)
    self.init(
      image: image, mapping: map.map { .affine($0) } ?? .none,
      sampling: map?.isWholeTranslation ?? false ? .nearest : sampling, wrap: wrap)
  }

  /// - Parameter transform: from the image's plane at z = 0 to device pixels. Beyond the horizon nothing is drawn.
  public init(
    _ image: Image, transform: Transform3D, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp
  ) {
    if transform.m14 == 0 && transform.m24 == 0 && transform.m44 > .zero {
      self.init(image, transform: transform.plane, sampling: sampling, wrap: wrap)
      return
    }
    let map = image.isEmpty ? nil : ImageProjection(transform)
    self.init(image: image, mapping: map.map { .projective($0) } ?? .none, sampling: sampling, wrap: wrap)
  }

  /// - Parameter projection: from the image's plane to device pixels.
  public init(
    _ image: Image, projection: PlaneProjection, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp
  ) {
    self.init(image, transform: projection.transform, sampling: sampling, wrap: wrap)
  }

  /// An image that is stretched in parts.
  ///
  /// - Parameters:
  ///   - projection: to device pixels, from the plane whose places `stretch` takes.
  public init(_ image: Image, projection: PlaneProjection, stretch: ImageStretch, sampling: ImageSampling = .bilinear) {
    var map = image.isEmpty ? nil : ImageProjection(projection.transform)
    map?.stretch = stretch
    self.init(image: image, mapping: map.map { .projective($0) } ?? .none, sampling: sampling, wrap: .clamp)
  }

  /// - Parameter projection: from device pixels to the image's plane.
  init(_ image: Image, projection: ImageProjection, sampling: ImageSampling, wrap: ImageWrap) {
    self.init(
      image: image, mapping: image.isEmpty ? .none : .projective(projection), sampling: sampling, wrap: wrap)
  }

  private init(image: Image, mapping: ImageMapping, sampling: ImageSampling, wrap: ImageWrap) {
    (self.image, self.mapping, self.sampling, self.wrap) = (image, mapping, sampling, wrap)
  }

  /// Nothing is drawn with it.
  var isEmpty: Bool {
    if case .none = mapping { return true }
    return false
  }
}

extension ImagePaint: PixelSource {
  var isOpaque: Bool {
    if case .affine = mapping { return image.isOpaque }
    return false
  }

  /// Of an image of ready pixels that is only moved by whole ones, where all of the row lies inside.
  @inline(__always)
  func pixels(x: Int32, y: Int32, count: Int) -> UnsafePointer<UInt32>? {
    guard case .affine(let map) = mapping, map.isWholeTranslation, image.format == .argb8888 else { return nil }
    let place = map.position(x, y)
    let (u, v) = (place.u &>> 32, place.v &>> 32)
    if u < 0 || v < 0 || v >= Int64(image.base.height) || u &+ Int64(count) > Int64(image.base.width) { return nil }
    let row = unsafe image.base.pixels + Int(truncatingIfNeeded: v) &* image.base.bytesPerRow
    return unsafe row.assumingMemoryBound(to: UInt32.self) + Int(truncatingIfNeeded: u)
  }

  @inline(never)
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    switch mapping {
    case .none: unsafe row.update(repeating: 0, count: count)
    case .affine(let map):
      let level = sampling == .trilinear && image.hasMipLevels ? map.level : 0
      if level == 0 {
        let place = sampling == .nearest ? map.position(x, y) : map.position(x, y).halfUpLeft
        unsafe image.base.fill(
          row, count: count, from: place, step: map.step, wrap: wrap, isNearest: sampling == .nearest)
      } else {
        unsafe fillShrunk(row, x, y, count, map, image.levels(level))
      }
    case .projective(let map): unsafe fillProjected(row, x, y, count, map)
    }
  }

  /// Between two levels that all of the image has in common.
  private func fillShrunk(
    _ row: UnsafeMutablePointer<UInt32>, _ x: Int32, _ y: Int32, _ count: Int, _ map: ImageAffineMap,
    _ levels: ImageLevelPair
  ) {
    var place = map.position(x, y)
    var done = 0
    while done < count {
      let block = levels.block(place.stepped(by: map.step), wrap)
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
    case .nearest: return image.base.block(places, wrap, isNearest: true) & visible
    case .bilinear: return image.base.block(places.halfUpLeft, wrap, isNearest: false) & visible
    case .trilinear:
      let level = image.hasMipLevels ? map.level(x &+ 4, y) : 0
      return image.levels(level).block(places, wrap) & visible
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
