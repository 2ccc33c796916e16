// Stage: particles. The cells of an emitter in one list, made when they are assigned: a frame looks at no other.

import FixedRaster

/// A cell as particles are made of it.
struct ParticleCell {
  private(set) var cell: EmitterCell
  /// The places of the cells that its particles emit.
  var children = 0..<0
  /// The longest time after a birth that it, or a particle that it emitted, may live: seconds.
  var reach: Fixed

  /// The longest life, in seconds.
  private static var limit: Fixed { Fixed(Int(ParticleAge.limit)) }

  init(_ cell: EmitterCell) {
    self.cell = cell
    reach = Self.reach(of: cell)
  }

  /// Takes over the cell's new values, without the cells in it: these are in the list themselves.
  mutating func change(to cell: EmitterCell) {
    self.cell = cell
    self.cell.emitterCells = nil
    reach = Self.reach(of: cell)
  }

  private static func reach(of cell: EmitterCell) -> Fixed {
    Swift.min(Swift.max(0, cell.lifetime + cell.lifetimeRange.magnitude), limit)
  }
}

/// A cell's data for drawing: plain memory.
struct RenderCell {
  let image: UnownedImage
  /// Half of the image's sides, in its pixels.
  let halfWidth, halfHeight: Fixed
  /// Points of a pixel; 0 where nothing is shown.
  let unit: Fixed
  let minification, magnification: Layer.ContentsFilter

  /// The same image, shown as a cell says.
  fileprivate func shown(of cell: EmitterCell) -> RenderCell {
    let isShown = cell.isEnabled && halfWidth > 0 && halfHeight > 0 && cell.contentsScale > 0
    return RenderCell(
      image: image, halfWidth: halfWidth, halfHeight: halfHeight, unit: isShown ? 1 / cell.contentsScale : 0,
      minification: cell.minificationFilter, magnification: cell.magnificationFilter)
  }
}

/// All cells of an emitter, the nested ones behind those that hold them.
final class ParticleCells {
  private(set) var all: [ParticleCell] = []
  private(set) var drawn: [RenderCell] = []
  /// How many of them are the layer's own: they come first.
  let count: Int
  /// The owners of the pixels of parts of images.
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
    drawn = all.map { drawing(of: $0.cell) }
    // A list of them that was held twice would be copied in each frame that changes one.
    for i in all.indices { all[i].change(to: all[i].cell) }
    sumReaches()
  }

  /// Takes over the new values of cells that are as many and show the same images, in the memory that there is. Returns
  /// whether they are; otherwise there has to be another list.
  func change(to cells: [EmitterCell]) -> Bool {
    let isChanged = change(to: cells, from: 0)
    sumReaches()
    return isChanged
  }

  private func change(to cells: [EmitterCell], from first: Int) -> Bool {
    for i in cells.indices {
      let place = first + i
      if cells[i].contentsRect != all[place].cell.contentsRect { return false }
      all[place].change(to: cells[i])
      drawn[place] = drawn[place].shown(of: cells[i])
      let children = all[place].children
      guard !children.isEmpty, let nested = cells[i].emitterCells else { continue }
      if !change(to: nested, from: children.lowerBound) { return false }
    }
    return true
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
