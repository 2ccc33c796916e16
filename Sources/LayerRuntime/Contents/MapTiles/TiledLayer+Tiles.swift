// Stage: contents. Input: where a tiled layer is seen. Output: its tiles, drawn as far as a frame's time goes.

import FixedRaster

extension TiledLayer {
  /// Tiles that are needed and have no place in the cache.
  final var tileOverflow: Int { cache?.overflow ?? 0 }

  /// The levels of detail: powers of two, by which there are more pixels in a point than the contents' scale says.
  private final var levels: ClosedRange<Int32> {
    let finest = levelsOfDetailBias
    return Int32(finest - levelsOfDetail + 1)...Int32(finest)
  }

  /// Draws the tiles that are seen and missing, and lists the shown ones. Calls the program. Called while layers are
  /// where animations have them.
  ///
  /// - Returns: whether another frame has to go on with it.
  final func updateTiles(_ frame: MapTileFrame) -> Bool {
    guard let (place, zoom) = seen(frame), !content.isDisplaying else {
      cache?.beginFrame()
      cache?.sheet.settle()
      return false
    }
    let grid = MapTileGrid(
      width: tileSize.width.floor, height: tileSize.height.floor, scale: content.scale, isOpaque: isOpaque)
    let cache = self.cache ?? MapTileCache(capacity: cacheCapacity, grid: grid)
    self.cache = cache
    if cache.grid != grid { cache.discardAll(for: grid) }
    cache.beginFrame()
    let (box, level) = (PreciseBox(bounds.standardized), grid.level(for: zoom, in: levels))
    let range = grid.range(of: box, level: level)
    cache.need(range.columns, range.rows, level: level, within: box, place.mapping, place.clip)
    content.isDisplaying = true
    let isMissing = drawMissing(cache, around: place, frame)
    content.isDisplaying = false
    // Drawing may have changed how large tiles are.
    if self.cache !== cache { return true }
    if cache.refreshSheet(bounds: box, hasPlaceholder: (placeholderColor?.alpha ?? 0) > 0) { note(.drawing) }
    return isMissing
  }

  /// Where the layer is seen as it is drawn, upright, and how many device pixels a point has there; `nil` where nothing of
  /// it is seen.
  private final func seen(_ frame: MapTileFrame) -> (DisplayPlace, zoom: Fixed)? {
    guard !bounds.isEmpty, var place = place(onDisplay: frame.display, scale: frame.scale) else { return nil }
    if contentsAreFlipped() {
      let reflection = AffineTransform(
        a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Coefficient(bounds.minY) + Coefficient(bounds.maxY))
      place.mapping = place.mapping.preceded(by: reflection)
    }
    if !place.mapping.bounds(of: bounds).intersects(place.clip) { return nil }
    return (place, place.mapping.affine(near: bounds.middle)?.scale ?? 0)
  }

  /// Draws missing tiles, or has them drawn, until the time is over. Returns whether some are missing still that another
  /// frame has to be asked for.
  private final func drawMissing(_ cache: MapTileCache, around place: DisplayPlace, _ frame: MapTileFrame) -> Bool {
    var end: Int64?
    while let key = nextMissing(cache, around: place) {
      if let end {
        if MonotonicClock.now >= end { return true }
      } else {
        end = MonotonicClock.now &+ Swift.max(0, drawingBudget.heldNanoseconds)
      }
      guard let index = cache.take(for: key) else { return true }
      drawTile(key, at: index, of: cache, frame)
      // A drawing may do anything.
      if self.cache !== cache || shownBy !== root.host?.drawing?.mapTiles.painter { return true }
    }
    // Drawings elsewhere wake the loop, if it can.
    return tilesReadyHandler == nil && cache.hasPending
  }

  /// The missing tile whose middle is seen nearest to the middle of the visible part.
  private final func nextMissing(_ cache: MapTileCache, around place: DisplayPlace) -> MapTileKey? {
    var nearest: (key: MapTileKey, distance: Int64)?
    let seen = place.mapping.bounds(of: bounds).intersection(place.clip)
    for key in cache.needed where cache.place(of: key) == nil {
      let box = place.mapping.bounds(of: cache.grid.box(of: key))
      let x = Int64(box.minX) + Int64(box.maxX) - Int64(seen.minX) - Int64(seen.maxX)
      let y = Int64(box.minY) + Int64(box.maxY) - Int64(seen.minY) - Int64(seen.maxY)
      // Pixels are within 2^22.
      let distance = x * x + y * y
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (key, distance) }
    }
    return nearest?.key
  }

  private final func drawTile(_ key: MapTileKey, at index: Int, of cache: MapTileCache, _ frame: MapTileFrame) {
    let thread = frame.layers.thread
    let job = drawsAsynchronously ? thread.takeJob() : nil
    let context = frame.contexts.take()
    context.begin(
      cache.surface(index), transform: cache.grid.toPixels(key), dirtyRect: cache.grid.box(of: key).rect,
      pixels: PixelRect(width: cache.grid.width, height: cache.grid.height), isOpaque: isOpaque,
      recording: job?.recording)
    frame.layers.hasCalledProgram = true
    draw(in: context)
    let recording = context.end()
    frame.contexts.giveBack(context)
    guard let job else { return cache.finish(index) }
    // A context that was asked for its canvas has drawn.
    if recording == nil {
      thread.discard(job)
      return cache.finish(index)
    }
    (job.cache, job.place, job.handler) = (cache, index, tilesReadyHandler)
    thread.submit(job)
  }
}

extension MapTileCache {
  /// Whether tiles that are needed are being drawn by the other thread.
  fileprivate var hasPending: Bool {
    for place in places where place.state == .pending && place.used == now { return true }
    return false
  }
}
