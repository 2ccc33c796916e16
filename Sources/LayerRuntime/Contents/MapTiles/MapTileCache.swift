// Stage: contents. The memory of a layer's tiles: a fixed number of places, taken once.

import FixedRaster

/// Pixels of tiles, premultiplied 0xAARRGGBB.
@safe
private final class MapTileMemory {
  let base: UnsafeMutableRawPointer

  init(byteCount: Int) { unsafe base = .allocate(byteCount: Swift.max(64, byteCount), alignment: 64) }

  deinit { unsafe base.deallocate() }
}

/// The tiles of a layer that are drawn, and those that are being drawn.
final class MapTileCache {
  enum State: UInt8 {
    case free, ready
    /// The other thread has yet to draw it, or is drawing.
    case pending
    /// Likewise, and nobody wants it any more.
    case stale
  }

  struct Place {
    var key = MapTileKey(level: 0, x: 0, y: 0)
    var state = State.free
    /// When it was needed last, in frames.
    var used: UInt64 = 0
    /// Counts drawings in this place; wraps.
    var drawing: UInt32 = 0
    var isOpaque = false
  }

  let capacity: Int
  /// Discards all where it changes.
  private(set) var grid: MapTileGrid
  private(set) var places: [Place]
  let sheet: MapTileSheet
  /// The tiles of the visible part of the layer in this frame, row by row: as many as there are places.
  private(set) var needed: [MapTileKey] = []
  /// Tiles that are needed beyond that, or more.
  private(set) var overflow = 0
  /// Counts frames.
  private(set) var now: UInt64 = 0
  private let memory: MapTileMemory
  private let bytesPerTile: Int

  /// - Parameters:
  ///   - capacity: tiles, at least one; those of more than 1 GB are left out.
  ///   - grid: says how many pixels they have.
  init(capacity: Int, grid: MapTileGrid) {
    bytesPerTile = CanvasMemory.aligned(grid.width * grid.height * 4)
    let capacity = Swift.max(1, Swift.min(capacity, (1 << 30) / bytesPerTile))
    (self.capacity, self.grid) = (capacity, grid)
    memory = MapTileMemory(byteCount: bytesPerTile * capacity)
    // A placeholder for tiles that are left out; then each tile shows once, or a placeholder and in it others, each
    // once.
    sheet = MapTileSheet(capacity: 2 * capacity + 1, memory: memory)
    places = Array(repeating: Place(), count: capacity)
    needed.reserveCapacity(capacity)
  }

  // MARK: Places

  func surface(_ place: Int) -> Surface {
    unsafe Surface(
      base: memory.base + place * bytesPerTile, width: grid.width, height: grid.height, bytesPerRow: grid.width * 4)
  }

  /// The place of a tile, drawn or being drawn.
  func place(of key: MapTileKey) -> Int? {
    for i in places.indices where places[i].key == key {
      if places[i].state == .ready || places[i].state == .pending { return i }
    }
    return nil
  }

  func ready(_ key: MapTileKey) -> Int? { place(of: key).flatMap { places[$0].state == .ready ? $0 : nil } }

  /// Takes a place for a tile: a free one, or that of the tile that was needed last the longest ago. `nil` where all are
  /// needed now, or are being drawn.
  func take(for key: MapTileKey) -> Int? {
    var oldest: Int?
    for i in places.indices {
      if places[i].state == .free {
        oldest = i
        break
      }
      if places[i].state != .ready || places[i].used == now { continue }
      if oldest.map({ places[$0].used > places[i].used }) ?? true { oldest = i }
    }
    guard let oldest else { return nil }
    (places[oldest].key, places[oldest].state, places[oldest].used) = (key, .pending, now)
    places[oldest].drawing &+= 1
    return oldest
  }

  /// A tile is drawn.
  func finish(_ place: Int) {
    if places[place].state == .stale {
      places[place].state = .free
    } else {
      places[place].isOpaque = isOpaque(place)
      places[place].state = .ready
    }
  }

  /// Whether all pixels are: looked at once, so that neither the program has to say it nor each frame to blend.
  private func isOpaque(_ place: Int) -> Bool {
    let words = unsafe surface(place).base.assumingMemoryBound(to: UInt32.self)
    var all: UInt32 = .max
    for i in 0..<grid.width * grid.height { unsafe all &= words[i] }
    return all >= 0xFF00_0000
  }

  // MARK: Discarding

  /// Discards the tiles that a rectangle in the layer's coordinates touches; all where none is named.
  func discard(_ rect: Rect?) {
    let part = rect.map { PreciseBox($0) }
    for i in places.indices {
      if let part, grid.box(of: places[i].key).intersection(part).isEmpty { continue }
      discard(i)
    }
  }

  func discardAll(for grid: MapTileGrid) {
    self.grid = grid
    for i in places.indices { discard(i) }
  }

  /// Whether a thread has yet to draw some of the tiles.
  var isAwaitingTiles: Bool {
    for place in places where place.state == .pending || place.state == .stale { return true }
    return false
  }

  private func discard(_ place: Int) {
    switch places[place].state {
    case .ready: places[place].state = .free
    case .pending: places[place].state = .stale
    case .free, .stale: break
    }
  }

  // MARK: The needed tiles

  /// Begins another frame, in which nothing is needed yet.
  func beginFrame() {
    now += 1
    overflow = 0
    needed.removeAll(keepingCapacity: true)
  }

  /// Notes the tiles of a level that are seen: rows are divided until one is left, and then columns, so that they come in
  /// reading order.
  ///
  /// - Parameters:
  ///   - mapping: from the layer's coordinates to device pixels, `clip` of which show.
  func need(
    _ columns: Range<Int64>, _ rows: Range<Int64>, level: Int32, within bounds: PreciseBox, _ mapping: Mapping,
    _ clip: PixelRect
  ) {
    let box = grid.box(columns: columns, rows: rows, level: level).intersection(bounds)
    if columns.isEmpty || rows.isEmpty || box.isEmpty || !mapping.bounds(of: box).intersects(clip) { return }
    if needed.count == capacity {
      // Sides within 2^32 tiles; the sum is held to a word of a 32-bit board.
      let (columns, rows) = (Swift.min(Int64(columns.count), 0xFFFF), Swift.min(Int64(rows.count), 0xFFFF))
      overflow = Swift.min(overflow, 0x3FFF_FFFF) + Int(truncatingIfNeeded: Swift.min(columns * rows, 0x3FFF_FFFF))
    } else if rows.count > 1 {
      let middle = (rows.lowerBound + rows.upperBound) / 2
      need(columns, rows.lowerBound..<middle, level: level, within: bounds, mapping, clip)
      need(columns, middle..<rows.upperBound, level: level, within: bounds, mapping, clip)
    } else if columns.count > 1 {
      let middle = (columns.lowerBound + columns.upperBound) / 2
      need(columns.lowerBound..<middle, rows, level: level, within: bounds, mapping, clip)
      need(middle..<columns.upperBound, rows, level: level, within: bounds, mapping, clip)
    } else {
      let (x, y) = (Int32(clamping: columns.lowerBound), Int32(clamping: rows.lowerBound))
      let key = MapTileKey(level: level, x: x, y: y)
      needed.append(key)
      if let place = place(of: key) { places[place].used = now }
    }
  }

  // MARK: The shown tiles

  /// Lists the drawn tiles: each needed one, or its substitute. Returns whether that is another list than before.
  func refreshSheet(bounds: PreciseBox, hasPlaceholder: Bool) -> Bool {
    sheet.begin()
    // Below all, where tiles are left out.
    if overflow > 0 && hasPlaceholder { sheet.append(RenderMapTile(image: image(0), box: bounds, isPlaceholder: true)) }
    for key in needed {
      let box = grid.box(of: key).intersection(bounds)
      if let place = ready(key) {
        sheet.append(tile(place, box))
      } else {
        addSubstitutes(for: key, box, hasPlaceholder: hasPlaceholder)
      }
    }
    return sheet.end()
  }

  /// Lists a coarser tile that the missing one lies in, or else the placeholder with those of the next finer level that
  /// lie in it.
  private func addSubstitutes(for key: MapTileKey, _ box: PreciseBox, hasPlaceholder: Bool) {
    var (coarser, finer): (Int?, Int32?)
    for i in places.indices where places[i].state == .ready {
      let place = places[i]
      if place.key.level < key.level && key.above(level: place.key.level) == place.key {
        if coarser.map({ places[$0].key.level < place.key.level }) ?? true { coarser = i }
      } else if place.key.level > key.level && place.key.above(level: key.level) == key {
        finer = Swift.min(finer ?? .max, place.key.level)
      }
    }
    if let coarser { return sheet.append(tile(coarser, box)) }
    if hasPlaceholder { sheet.append(RenderMapTile(image: image(0), box: box, isPlaceholder: true)) }
    guard let level = finer else { return }
    for i in places.indices where places[i].state == .ready && places[i].key.level == level {
      if places[i].key.above(level: key.level) == key {
        sheet.append(tile(i, grid.box(of: places[i].key).intersection(box)))
      }
    }
  }

  private func tile(_ place: Int, _ box: PreciseBox) -> RenderMapTile {
    RenderMapTile(
      image: image(place), toLayer: grid.toLayer(places[place].key), box: box, place: Int32(truncatingIfNeeded: place),
      drawing: places[place].drawing)
  }

  private func image(_ place: Int) -> UnownedImage {
    unsafe UnownedImage(
      Image(
        .argb8888, pixels: surface(place).base, width: grid.width, height: grid.height, bytesPerRow: grid.width * 4,
        isOpaque: places[place].isOpaque))
  }
}
