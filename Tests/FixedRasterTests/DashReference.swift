@testable import FixedRaster

/// A subpath in floating point: straight pieces and densely divided curves.
struct ReferenceSubpath {
  var pieces: [[Vec]]
  var isClosed: Bool
  var start: Vec
  /// Of a dash without length.
  var direction: Vec?

  var length: Double { pieces.reduce(0) { $0 + polylineLength($1) } }

  /// What lies between two lengths; without length, a dot in the path's direction.
  func part(_ from: Double, _ to: Double) -> ReferenceSubpath {
    var result = ReferenceSubpath(pieces: [], isClosed: false, start: start, direction: nil)
    var done = 0.0
    for piece in pieces {
      var cut: [Vec] = []
      for i in 1..<piece.count {
        let (a, b) = (piece[i - 1], piece[i])
        let length = (b - a).length
        let (low, high) = (max(from, done), min(to, done + length))
        if low < high {
          if cut.isEmpty { cut.append(a + (low - done) / length * (b - a)) }
          cut.append(a + (high - done) / length * (b - a))
        } else if from == to && from >= done && from < done + length && result.direction == nil {
          result.start = a + (from - done) / length * (b - a)
          result.direction = (b - a).unit
        }
        done += length
      }
      if !cut.isEmpty { result.pieces.append(cut) }
    }
    return result
  }
}

private func polylineLength(_ points: [Vec]) -> Double {
  zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
}

/// The subpaths that dashes and a part of the path make of others: SVG 2, 13.5.6, and Core Animation's part of a
/// stroke.
func dashed(_ subpaths: [ReferenceSubpath], _ style: StrokeStyle) -> [ReferenceSubpath] {
  func value(_ x: Fixed) -> Double { Double(x.rawValue) / 65536 }
  let total = subpaths.reduce(0) { $0 + $1.length }
  let first = style.start > 0 ? value(style.start) * total : 0
  let last = style.end < 1 ? value(style.end) * total : .infinity
  var base = 0.0
  var result: [ReferenceSubpath] = []
  for subpath in subpaths {
    let length = subpath.length
    var shown: [(from: Double, to: Double)] = []
    for dash in dashes(style.dash, length: length) {
      let (from, to) = (max(dash.from, first - base), min(dash.to, last - base))
      if from < to || (dash.from == dash.to && from == to && base + from < last) { shown.append((from, to)) }
    }
    if length == 0 {
      if base >= first && base < last && dashes(style.dash, length: 1).first?.from == 0 { result.append(subpath) }
    } else if subpath.isClosed, let head = shown.first, let tail = shown.last, head.from == 0, tail.to >= length {
      if shown.count == 1 {
        result.append(subpath)
      } else {
        var joined = subpath.part(tail.from, tail.to)
        joined.pieces += subpath.part(head.from, head.to).pieces
        result.append(joined)
        for dash in shown.dropFirst().dropLast() { result.append(subpath.part(dash.from, dash.to)) }
      }
    } else {
      for dash in shown { result.append(subpath.part(dash.from, dash.to)) }
    }
    base += length
  }
  return result
}

/// The dashes of a line, from 0 to its length.
private func dashes(_ pattern: DashPattern, length: Double) -> [(from: Double, to: Double)] {
  if pattern.isSolid { return [(0, length)] }
  var lengths = (0..<pattern.count).map { Double(pattern[$0].rawValue) / 65536 }
  if lengths.count % 2 == 1 { lengths += lengths }
  let period = lengths.reduce(0, +)
  let phase = Double(pattern.phase.rawValue) / 65536
  var position = -(phase - (phase / period).rounded(.down) * period)
  var result: [(from: Double, to: Double)] = []
  while position < length {
    for i in stride(from: 0, to: lengths.count, by: 2) {
      let end = position + lengths[i]
      if position < length && (end > 0 || (end == 0 && position == 0)) {
        result.append((max(position, 0), min(end, length)))
      }
      position = end + lengths[i + 1]
    }
  }
  return result
}
