// Stage: instruments. The filling of a track up to the value: solid, in segments, or hatched.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A window on three ways to fill a track, of which one is seen. A change of the value moves the window's edge and
/// nothing else. It has its instrument's coordinates.
final class LevelFill: Layer {
  /// The least distance of two segments, in points: finer ones would look like the hatching of an old value.
  static let leastPitch: Fixed = 6

  private let solid = Layer()
  private let lit = ShapeLayer()
  private let hatch = ShapeLayer()
  private var place = LinearPlace()
  private var segments = 0
  /// From one segment to the next; all of the track without segments.
  var pitch: Fixed { place.length / Swift.max(1, segments) }

  override init() {
    super.init()
    masksToBounds = true
    (hatch.fillColor, hatch.lineWidth) = (nil, 2)
    for layer in [solid, lit, hatch] as [Layer] { addSublayer(layer) }
  }

  /// - Parameter segments: that the track is divided into; 0 for none.
  func layOut(_ place: LinearPlace, segments: Int) {
    self.place = place
    self.segments = Swift.max(0, Swift.min(segments, 200))
    for layer in [solid, lit, hatch] as [Layer] {
      layer.frame = place.track
      layer.bounds = place.track
    }
    lit.path = Self.segments(self.segments, place)
    hatch.path = .hatching(place.track)
  }

  /// The segments of a track, with a gap between them.
  static func segments(_ count: Int, _ place: LinearPlace) -> Path {
    var path = Path(capacity: 5 * count + 1)
    if count <= 0 { return path }
    let pitch = place.length / count
    let gap = Swift.max(1, Swift.min(3, pitch * 0.2)).whole
    for index in 0..<count {
      let (from, to) = ((pitch * index).whole, (pitch * (index + 1)).whole - gap)
      path.addRect(
        place.isUpright
          ? Rect(x: place.track.minX, y: place.track.maxY - to, width: place.track.width, height: to - from)
          : Rect(x: place.track.minX + from, y: place.track.minY, width: to - from, height: place.track.height))
    }
    return path
  }

  /// Fills the track between two shares of the scale.
  func show(from origin: Fixed64, to share: Fixed64) {
    let rect: Rect
    if segments > 0 {
      // Whole segments: one is lit from its middle on.
      let whole = Fixed64(Fixed(segments))
      let (a, b) = ((origin * whole).rounded, (share * whole).rounded)
      let pitch = place.length / segments
      let base = place.isUpright ? place.track.maxY : place.track.minX
      func edge(_ index: Int) -> Fixed {
        let along = (pitch * index).whole
        return place.isUpright ? base - along : base + along
      }
      rect = place.part(edge(a), edge(b))
    } else {
      rect = place.part(place.coordinate(origin), place.coordinate(share))
    }
    bounds = rect
    position = Point(x: rect.midX, y: rect.midY)
  }

  func show(_ quality: Quality, _ color: Color) {
    isHidden = quality > .old
    solid.isHidden = quality == .old || segments > 0
    lit.isHidden = quality == .old || segments == 0
    hatch.isHidden = quality != .old
    solid.backgroundColor = color
    lit.fillColor = color
    hatch.strokeColor = color
  }
}
