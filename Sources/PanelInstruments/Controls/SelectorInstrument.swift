// Stage: controls. One of several.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A selector (P48): a field cut into parts, of which the one that came back is filled and has a bar below.
public final class SelectorInstrument: ChoiceControl {
  private let lines = ShapeLayer()
  private let chosen = ShapeLayer()
  private let bar = ShapeLayer()
  private let pressed = ShapeLayer()
  private var parts: [Rect] = []
  /// Of each part its filling and the bar below: a touch makes no path.
  private var fillings: [Path] = [], bars: [Path] = []

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    for layer in [pressed, chosen, bar, lines] as [Layer] { addSublayer(layer) }
  }

  override func layOutParts(in field: Rect) {
    for layer in [pressed, chosen, bar, lines] { layer.frame = bounds }
    let cap = labelCap
    let row = layOutLabel(in: field, least: 4.5)
    let isColumn = row.height > row.width
    let count = Swift.max(1, choices.count)
    parts = []
    var path = Path(capacity: 64)
    for index in 0..<count {
      let (begin, end) = (Fixed(index, over: count), Fixed(index + 1, over: count))
      let part =
        isColumn
        ? Rect(x: row.minX, y: (row.minY + row.height * begin).whole, width: row.width, height: 0)
        : Rect(x: (row.minX + row.width * begin).whole, y: row.minY, width: 0, height: row.height)
      let size =
        isColumn
        ? Size(width: row.width, height: (row.minY + row.height * end).whole - part.minY)
        : Size(width: (row.minX + row.width * end).whole - part.minX, height: row.height)
      parts.append(Rect(origin: part.origin, size: size))
      if index > 0 {
        path.addRect(
          isColumn
            ? Rect(x: row.minX + 4, y: part.minY, width: Swift.max(0, row.width - 8), height: 1)
            : Rect(x: part.minX, y: row.minY + 4, width: 1, height: Swift.max(0, row.height - 8)))
      }
    }
    lines.path = path
    makePaths()
    // One size for all of them.
    var widest: Fixed = 1
    for (index, caption) in captions.enumerated() {
      widest = Swift.max(widest, caption.width(of: choices[index].text, capHeight: 100))
    }
    let room = Swift.max(0, (parts.first?.width ?? 0) - cap)
    let size = Swift.min(cap, Swift.max(Swift.min(cap, 6), room * 100 / widest))
    for (index, caption) in captions.enumerated() {
      let part = parts[index]
      caption.show(choices[index].text)
      caption.place(x: part.midX, middle: part.midY.whole, capHeight: size, width: Swift.max(0, part.width - 4))
    }
  }

  private func makePaths() {
    let inset = (measure * 3).held(2, 6).whole
    let radius = (measure * 4).held(2, 10)
    let height = (density * 0.6).held(2, 6).whole
    (fillings, bars) = ([], [])
    for part in parts {
      let part = part.insetBy(dx: inset, dy: inset)
      fillings.append(Path(roundedRect: part, cornerRadius: radius))
      var bar = Path(capacity: 5)
      bar.addRect(
        Rect(x: part.minX + radius, y: part.maxY - height, width: Swift.max(0, part.width - radius * 2), height: height)
      )
      bars.append(bar)
    }
  }

  override func showChoice() {
    let field = groundColor
    let current = reportedChoice ?? wantedChoice
    let filling = onColor
    lines.fillColor = field.mixed(205, with: theme[.ink])
    chosen.fillColor = filling
    bar.fillColor = stateColor
    pressed.fillColor = field.mixed(195, with: theme[.accent])
    if let current, parts.indices.contains(current) {
      (chosen.path, bar.path) = (fillings[current], bars[current])
    } else {
      (chosen.path, bar.path) = (nil, nil)
    }
    pressed.path = touched.flatMap { isPressed && parts.indices.contains($0) ? fillings[$0] : nil }
    for (index, caption) in captions.enumerated() {
      caption.foregroundColor = inkColor(on: index == current ? filling : field)
    }
  }

  private func part(_ touch: Touch) -> Int? {
    let place = touch.location(in: self)
    return parts.firstIndex { $0.contains(place) }
  }

  override func pressBegan(_ touch: Touch) {
    touched = part(touch)
    showState()
  }

  override func pressMoved(_ touch: Touch) {
    if part(touch) != touched { touched = nil }
    showState()
  }
}
