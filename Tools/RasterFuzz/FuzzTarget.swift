// What is tried of each input. Bytes become a program of drawing calls, which is drawn three times: whole; with a small
// workspace, in bands, and without knowledge of the paths' bounds; tile by tile. The three must be equal, byte for byte,
// and nothing outside the surface may change. The sanitizer watches every access, `-timeout` the time.
// row: R04

import FixedRaster
import Glibc

/// Draws what the bytes say; ends the process where the pictures differ.
func tryInput(_ bytes: [UInt8]) {
  var reader = ByteReader(bytes)
  if reader.int(in: 0...15) == 15 { return tryGeometry(&reader) }
  let program = Program(&reader)
  if program.calls.isEmpty { return }
  let whole = drawWhole(program)
  if whole.isChanged { count(.changed) }
  let banded = drawBanded(program)
  requireSame(banded, whole, program, "in bands")
  let tiled = drawTiled(program)
  requireSame(tiled, whole, program, "in tiles")
  switch program.format % 3 {
  case 0: checkStore(program, whole, XRGB8888.self, .xrgb8888)
  case 1: checkStore(program, whole, RGB888.self, .rgb888)
  default: checkStore(program, whole, RGB565.self, .rgb565)
  }
}

private func requireSame(
  _ picture: Picture<ARGB8888>, _ whole: Picture<ARGB8888>, _ program: Program, _ way: String
) {
  guard let place = picture.firstDifference(from: whole) else { return }
  dump(program)
  fflush(nil)
  fatalError("drawn \(way) it is another picture: \(place)")
}

private func picture(_ program: Program) -> Picture<ARGB8888> {
  Picture(
    ARGB8888.self, width: program.width, height: program.height, padding: program.padding, offset: program.offset)
}

private func drawWhole(_ program: Program) -> Picture<ARGB8888> {
  let picture = picture(program)
  let drawing = Drawing(
    x: program.x, y: program.y, width: program.width, height: program.height,
    workspace: CoverageWorkspace(width: program.width, rows: program.height), isUnbounded: false)
  drawing.draw(program.calls, onto: picture.surface)
  picture.checkPadding()
  return picture
}

private func drawBanded(_ program: Program) -> Picture<ARGB8888> {
  if program.bandWidth < program.width || program.bandRows < program.height { count(.banded) }
  let picture = picture(program)
  let drawing = Drawing(
    x: program.x, y: program.y, width: program.width, height: program.height,
    workspace: CoverageWorkspace(width: program.bandWidth, rows: program.bandRows), isUnbounded: true)
  drawing.draw(program.calls, onto: picture.surface)
  return picture
}

private func drawTiled(_ program: Program) -> Picture<ARGB8888> {
  if program.tileWidth < program.width || program.tileHeight < program.height { count(.tiled) }
  let picture = picture(program)
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

/// A picture stored into a display of the format, anywhere in and around it, plain and dithered: only where they overlap
/// does it change.
private func checkStore<Format: PixelFormat>(
  _ program: Program, _ whole: Picture<ARGB8888>, _ format: Format.Type, _ trial: Trial
) {
  count(trial)
  count(.store)
  let (width, height) = (Int32(program.width), Int32(program.height))
  let places: [(Int32, Int32)] = [
    (0, 0), (program.x &- 4096, program.y &- 4096), (width - 1, height - 1), (.max &- 64, 0), (0, .min),
    (1 - width, 1 - height),
  ]
  for (x, y) in places {
    for dithers in [false, true] {
      let display = Picture(
        format, width: program.tileWidth, height: program.tileHeight, padding: program.padding,
        offset: program.offset)
      display.display.store(
        whole.surface, at: PixelRect(minX: x, minY: y, maxX: x &+ width, maxY: y &+ height), dithers: dithers)
      display.checkPadding()
    }
  }
}
