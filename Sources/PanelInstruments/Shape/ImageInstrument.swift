// Stage: instruments. A picture.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A picture of the panel's file (P43).
public final class ImageInstrument: Instrument {
  public var image: Image? { didSet { picture.contents = image } }
  private let picture = Layer()
  private let window = Layer()

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    showsCard = false
    window.masksToBounds = true
    picture.contentsGravity = .resizeAspect
    addSublayer(window)
    window.addSublayer(picture)
  }

  public override func layOut(in content: Rect) {
    window.frame = content
    picture.bounds = Rect(x: 0, y: 0, width: content.width, height: content.height)
    picture.position = Point(x: half(content.width), y: half(content.height))
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .fit:
      picture.contentsGravity =
        reading.value == .zero ? .resizeAspect : reading.value == .one ? .resizeAspectFill : .resize
    case .turns:
      // Upright is an angle too.
      picture.isHidden = !reading.hasValue
      picture.setAffineTransform(turn(Fixed(reading.value)))
    default: super.take(key, reading)
    }
  }
}
