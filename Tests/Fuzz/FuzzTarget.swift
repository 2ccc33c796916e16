// The fuzzer's entry. Bytes become a program of drawing calls, which is drawn three times: whole; with a small
// workspace, in bands, and without knowledge of the paths' bounds; tile by tile. The three must be equal, byte for
// byte, and nothing outside the surface may change. The sanitizer watches every access, `-timeout` the time.
//
// Compiled together with Sources/FixedRaster as one module by scripts/fuzz, hence no import of it.
// row: R04

import Glibc

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
  atexit { reportTally() }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var reader = unsafe ByteReader(Array(UnsafeBufferPointer(start: data, count: count)))
  if reader.int(in: 0...15) == 15 {
    tryGeometry(&reader)
    return 0
  }
  let program = Program(&reader)
  if program.calls.isEmpty { return 0 }
  switch program.format % 3 {
  case 0: check(program, XRGB8888.self, .xrgb8888)
  case 1: check(program, ARGB8888.self, .argb8888)
  default: check(program, RGB565.self, .rgb565)
  }
  return 0
}

private func check<Format: PixelFormat>(_ program: Program, _ format: Format.Type, _ trial: Trial) {
  count(trial)
  let whole = drawWhole(program, format)
  if whole.isChanged { count(.changed) }
  let banded = drawBanded(program, format)
  requireSame(banded, whole, program, "in bands")
  let tiled = drawTiled(program, format)
  requireSame(tiled, whole, program, "in tiles")
  checkStore(program, format)
}

private func requireSame<Format: PixelFormat>(
  _ picture: Picture<Format>, _ whole: Picture<Format>, _ program: Program, _ way: String
) {
  guard let place = picture.firstDifference(from: whole) else { return }
  dump(program)
  fflush(nil)
  fatalError("drawn \(way) it is another picture: \(place)")
}

private func picture<Format: PixelFormat>(_ program: Program, _ format: Format.Type) -> Picture<Format> {
  Picture(
    format, width: program.width, height: program.height, padding: program.padding, offset: program.offset)
}

private func drawWhole<Format: PixelFormat>(_ program: Program, _ format: Format.Type) -> Picture<Format> {
  let picture = picture(program, format)
  let drawing = Drawing(
    x: program.x, y: program.y, width: program.width, height: program.height,
    workspace: CoverageWorkspace(width: program.width, rows: program.height), isUnbounded: false)
  drawing.draw(program.calls, onto: picture.surface)
  picture.checkPadding()
  return picture
}

private func drawBanded<Format: PixelFormat>(_ program: Program, _ format: Format.Type) -> Picture<Format> {
  if program.bandWidth < program.width || program.bandRows < program.height { count(.banded) }
  let picture = picture(program, format)
  let drawing = Drawing(
    x: program.x, y: program.y, width: program.width, height: program.height,
    workspace: CoverageWorkspace(width: program.bandWidth, rows: program.bandRows), isUnbounded: true)
  drawing.draw(program.calls, onto: picture.surface)
  return picture
}

private func drawTiled<Format: PixelFormat>(_ program: Program, _ format: Format.Type) -> Picture<Format> {
  if program.tileWidth < program.width || program.tileHeight < program.height { count(.tiled) }
  let picture = picture(program, format)
  for y in stride(from: 0, to: program.height, by: program.tileHeight) {
    for x in stride(from: 0, to: program.width, by: program.tileWidth) {
      let width = min(program.tileWidth, program.width - x)
      let height = min(program.tileHeight, program.height - y)
      let drawing = Drawing(
        x: program.x + Int32(x), y: program.y + Int32(y), width: width, height: height,
        workspace: CoverageWorkspace(width: width, rows: height), isUnbounded: false)
      drawing.draw(program.calls, onto: picture.surface(x: x, y: y, width: width, height: height))
    }
  }
  return picture
}

/// A tile stored into a display of the format, anywhere in and around it: only where they overlap does it change.
private func checkStore<Format: PixelFormat>(_ program: Program, _ format: Format.Type) {
  count(.store)
  let tile = Picture(ARGB8888.self, width: program.tileWidth, height: program.tileHeight, padding: 2, offset: 1)
  let places: [(Int32, Int32)] = [
    (0, 0), (program.x &- 4096, program.y &- 4096), (Int32(program.width - 1), Int32(program.height - 1)),
    (.max &- 64, 0), (0, .min), (1 - Int32(program.tileWidth), 1 - Int32(program.tileHeight)),
  ]
  for (x, y) in places {
    let display = picture(program, format)
    display.display.store(
      tile.surface,
      at: PixelRect(minX: x, minY: y, maxX: x + Int32(program.tileWidth), maxY: y + Int32(program.tileHeight)))
    display.checkPadding()
  }
  tile.checkPadding()
}
