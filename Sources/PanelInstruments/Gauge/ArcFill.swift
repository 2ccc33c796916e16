// Stage: instruments. The filling of a piece of a ring up to the value: solid, in segments, or dashed.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A track on a round scale, and its filling. It has its instrument's coordinates.
final class ArcFill: Layer {
  private let track = ShapeLayer()
  private let arc = ShapeLayer()
  private var path = Path(capacity: 64)
  private var dial = RoundScale(0...100)
  private var band = RoundedBand(RoundScale(0...100), outer: 0, inner: 0)
  private var outer: Fixed = 0, inner: Fixed = 0
  /// The segments that there is room for, and those that are lit.
  private var segments = 0
  private(set) var hasAllSegments = true
  private var lit: Range<Int>?

  override init() {
    super.init()
    for layer in [track, arc] { addSublayer(layer) }
  }

  /// - Parameters:
  ///   - outer: the radius of the outer edge.
  ///   - segments: that the track is cut into, none finer than ``LevelFill/leastPitch``; 0 for none.
  func layOut(_ dial: RoundScale, outer: Fixed, inner: Fixed, segments: Int) {
    for layer in [track, arc] { layer.frame = bounds }
    (self.dial, self.outer, self.inner) = (dial, outer, inner)
    let length = radians(dial.sweep) * half(outer + inner)
    self.segments = Swift.max(0, Swift.min(segments, (length / LevelFill.leastPitch).floor))
    hasAllSegments = self.segments >= segments
    lit = nil
    var whole = Path(capacity: 40 + 12 * self.segments)
    if self.segments == 0 {
      dial.addBand(to: &whole, from: dial.start, to: dial.start + dial.sweep, outer: outer, inner: inner)
    } else {
      addSegments(to: &whole, 0..<self.segments)
    }
    track.path = whole
    // The filling takes no memory while it moves.
    band = RoundedBand(dial, outer: outer, inner: inner)
    path = Path(capacity: 64 + 12 * self.segments)
  }

  private func addSegments(to path: inout Path, _ numbers: Range<Int>) {
    // A gap of 2 points.
    let gap = 1 / Swift.max(1, half(outer + inner)) * 57.3
    for number in numbers {
      let (from, to) = (angle(ofSegment: number), angle(ofSegment: number + 1))
      let edge = to > from ? gap : -gap
      dial.addBand(to: &path, from: from + edge, to: to - edge, outer: outer, inner: inner)
    }
  }

  private func angle(ofSegment number: Int) -> Fixed {
    dial.angle((Fixed64(number) / Fixed64(Swift.max(1, segments))) ?? .zero)
  }

  /// Fills the track between two shares of the scale.
  func show(from origin: Fixed64, to share: Fixed64) {
    if segments > 0 { return showSegments(origin, share) }
    path.removeAll(keepingCapacity: true)
    band.add(to: &path, from: dial.angle(origin), to: dial.angle(share), radius: half(outer - inner) * 0.47)
    arc.path = path
  }

  /// Whole segments: one is lit from its middle on.
  private func showSegments(_ origin: Fixed64, _ share: Fixed64) {
    let whole = Fixed64(segments)
    let (a, b) = ((origin * whole).rounded, (share * whole).rounded)
    let numbers = Swift.min(a, b)..<Swift.max(a, b)
    if numbers == lit { return }
    lit = numbers
    path.removeAll(keepingCapacity: true)
    addSegments(to: &path, numbers)
    arc.path = path
  }

  /// - Parameter state: that an edge round the track shows, thin or heavy; `normal` where a frame shows it.
  func show(_ quality: Quality, _ color: Color, _ state: ZoneState, _ theme: Theme) {
    track.strokeColor = state >= .caution ? theme[state.role] : nil
    track.lineWidth = state == .warning ? 3 : 1.5
    track.fillColor = theme[.surface].mixed(225, with: theme[.ink])
    arc.isHidden = quality > .old
    (arc.fillColor, arc.strokeColor) = quality == .old ? (nil, color) : (color, nil)
    (arc.lineWidth, arc.lineDashPattern) = (2, quality == .old ? [4, 3] : nil)
  }
}
