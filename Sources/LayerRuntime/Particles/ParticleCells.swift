// Stage: particles. The cells of an emitter in one list, made when they are assigned: a frame looks at no other.

import FixedRaster

/// A cell as particles are made of it.
struct ParticleCell {
  let cell: EmitterCell
  /// The places of the cells that its particles emit.
  var children = 0..<0
  /// How long after a birth something of it may live, itself or what it emitted: seconds.
  var reach: Fixed

  /// The longest life, in seconds.
  private static var limit: Fixed { Fixed(Int(ParticleAge.limit)) }

  init(_ cell: EmitterCell) {
    self.cell = cell
    reach = Swift.min(Swift.max(0, cell.lifetime + cell.lifetimeRange.magnitude), Self.limit)
  }
}

/// What drawing needs of a cell: plain memory.
struct RenderCell {
  let image: UnownedImage
  /// Half of the image's sides, in its pixels.
  let halfWidth, halfHeight: Fixed
  /// Points of a pixel; 0 where nothing is shown.
  let unit: Fixed
  let minification, magnification: Layer.ContentsFilter
}

/// All cells of an emitter, the nested ones behind those that hold them.
final class ParticleCells {
  private(set) var all: [ParticleCell] = []
  private(set) var drawn: [RenderCell] = []
  /// How many of them are the layer's own: they come first.
  let count: Int
  /// What keeps the pixels of parts of images.
  private var images: [Image] = []

  static var depth: Int { 4 }

  init(_ cells: [EmitterCell]) {
    count = cells.count
    all = cells.map { ParticleCell($0) }
    var (first, level) = (0, 1)
    while level < Self.depth && first < all.count {
      let end = all.count
      for i in first..<end {
        guard let nested = all[i].cell.emitterCells, !nested.isEmpty else { continue }
        all[i].children = all.count..<all.count + nested.count
        all += nested.map { ParticleCell($0) }
      }
      (first, level) = (end, level + 1)
    }
    sumReaches()
    drawn = all.map { drawing(of: $0.cell) }
  }

  private func sumReaches() {
    for i in all.indices.reversed() {
      var longest: Fixed = 0
      for child in all[i].children { longest = Swift.max(longest, all[child].reach) }
      all[i].reach += longest
    }
  }

  private func drawing(of cell: EmitterCell) -> RenderCell {
    let image = cell.contents.map { $0.part(cell.contentsRect) }
    if let image { images.append(image) }
    let nothing = unsafe Image(
      .argb8888, pixels: UnsafeRawPointer(bitPattern: 4).unsafelyUnwrapped, width: 0, height: 0, bytesPerRow: 0)
    let shown = image ?? nothing
    let isShown = cell.isEnabled && !shown.isEmpty && cell.contentsScale > 0
    return unsafe RenderCell(
      image: UnownedImage(shown), halfWidth: Fixed(rawValue: Int32(shown.width) << 15),
      halfHeight: Fixed(rawValue: Int32(shown.height) << 15), unit: isShown ? 1 / cell.contentsScale : 0,
      minification: cell.minificationFilter, magnification: cell.magnificationFilter)
  }
}

extension Image {
  /// The part of it that a rectangle in units of its size holds, to the nearest whole pixels.
  fileprivate func part(_ rect: Rect) -> Image {
    if rect == Rect(x: 0, y: 0, width: 1, height: 1) { return self }
    let rect = rect.standardized
    let (w, h) = (Coefficient(width), Coefficient(height))
    let box = PreciseBox(
      minX: Coefficient(rect.minX) * w, minY: Coefficient(rect.minY) * h, maxX: Coefficient(rect.maxX) * w,
      maxY: Coefficient(rect.maxY) * h)
    return cropped(to: box.roundedPixels)
  }
}
