import FixedRaster
import LayerRuntime

/// A picture, a name, a bar and a number in one row.
final class BarGauge: Layer {
  let fill: Layer
  private let track: Layer
  private let readout: Readout
  private let color: Color
  /// From here on the bar is red.
  private let limit: Int

  /// - Parameters:
  ///   - picture: whose alpha is shown; `nil` leaves its place free.
  ///   - size: of the row, in points.
  ///   - limit: from which share on the bar warns, in ‰.
  init(
    _ name: String, picture: ImagePack? = nil, unit: String, size: Size, color: Color, limit: Int, scale: Scale
  ) {
    self.color = color
    self.limit = limit
    readout = Readout(unit: unit, capHeight: scale.text(17), color: Palette.value, unitColor: Palette.label)
    // The bar begins and ends at the same places in every gauge, whatever its name and unit.
    let (inset, middle, height) = (scale(20), half(size.height), Swift.max(5, scale(10)))
    let side = Fixed(scale(24).rounded)
    let words = inset + side + scale(8)
    let left = words + scale.text(13) * 4.8
    let right = size.width - inset - inset - scale.text(17) * 4.8
    let bar = Rect(x: left, y: middle - half(height), width: Swift.max(0, right - left), height: height)
    track = .box(bar, color: Palette.track, cornerRadius: half(height))
    fill = .box(track.bounds, color: color, cornerRadius: half(height))
    super.init()
    bounds = Rect(origin: .zero, size: size)
    let label = Label(name, capHeight: scale.text(13), color: Palette.label)
    label.pin(Point(x: 0, y: 0.5), at: Point(x: words, y: middle))
    addSublayer(label)
    if let picture { addPicture(picture, side: side, at: Point(x: inset, y: middle)) }
    readout.pin(Point(x: 1, y: 0.5), at: Point(x: size.width - inset, y: middle))
    addSublayer(readout)
    addSublayer(track)
    // It grows to the right.
    fill.pin(.zero, at: .zero)
    track.addSublayer(fill)
    show(permille: nil, number: nil)
  }

  /// On whole pixels, so that it is sharp.
  private func addPicture(_ picture: ImagePack, side: Fixed, at place: Point) {
    let layer = Layer()
    layer.frame = Rect(
      x: Fixed(place.x.rounded), y: Fixed((place.y - half(side)).rounded), width: side, height: side)
    layer.minificationFilter = .trilinear
    layer.contents = picture.image(color: Palette.label)
    addSublayer(layer)
  }

  /// - Parameters:
  ///   - permille: how much of the bar is filled, held to 0…1000; `nil` for nothing.
  ///   - number: what is written beside it.
  func show(permille: Int?, number: Int?) {
    readout.show(number)
    guard let permille else {
      fill.isHidden = true
      return
    }
    let held = Swift.max(0, Swift.min(1000, permille))
    // A full end is round; an empty bar still shows where it begins.
    let least = track.bounds.height
    let width = least + (track.bounds.width - least) * Fixed(held, over: 1000)
    fill.bounds = Rect(x: 0, y: 0, width: width, height: least)
    fill.backgroundColor = held >= limit ? Palette.red : color
    fill.isHidden = false
  }
}
