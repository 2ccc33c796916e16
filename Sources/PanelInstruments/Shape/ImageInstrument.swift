// Stage: instruments. A picture.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A picture of the panel's file (P43).
public final class ImageInstrument: Instrument {
  /// The size of the picture in its place: all of it within, all of the place covered, or its aspect given up.
  public enum Fit: Int, CaseIterable, Sendable {
    case contain, cover, fill

    var gravity: ContentsGravity {
      switch self {
      case .contain: .resizeAspect
      case .cover: .resizeAspectFill
      case .fill: .resize
      }
    }
  }

  public var image: Image? { didSet { picture.contents = image } }
  private let picture = Layer()
  private let window = Layer()

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    card = .none
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

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    if let pack = record[.image]?.pack { image = builder.image(pack) }
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .fit: picture.contentsGravity = (Fit(rawValue: reading.value.rounded) ?? .contain).gravity
    case .turns:
      // Upright is an angle too.
      picture.isHidden = !reading.hasValue
      picture.setAffineTransform(turn(Fixed(reading.value)))
    default: super.take(key, reading)
    }
  }
}
