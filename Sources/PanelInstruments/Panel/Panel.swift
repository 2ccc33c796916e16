// Stage: a panel. Input: a panel file, values, the time. Output: layers that show them.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A panel as a file describes it: its pages as layers, its signals, and what ties the two together.
///
/// Nothing is drawn and no memory is taken where nothing changes. Times are nanoseconds of a clock that never goes
/// back, handed in.
public final class Panel {
  public let root = Layer()
  public let signals: SignalStore
  public let file: PanelFile
  /// The pages' names, in their order.
  public let pageNames: [String]
  /// The page that is shown.
  public private(set) var page = 0

  private let pages: [PanelPage]
  private let content = Layer()
  private var bindings: [PanelBinding] = []
  private var scale = PanelScale()
  private var appliesAll = true
  var demo: PanelDemo?
  private var time: Int64 = 0

  /// - Parameters:
  ///   - file: what panel-assets made of the description.
  ///   - size: of the display, in points.
  ///   - pointsPerMillimetre: of the display, for lengths in mm.
  /// - Throws: a font or an image in the file is damaged.
  public init(_ file: PanelFile, size: Size, pointsPerMillimetre: Fixed = 5) throws(PackError) {
    self.file = file
    signals = SignalStore(file)
    let fonts = try PanelFonts(file)
    let builder = PanelBuilder(file, fonts)
    pages = file.root.children(.page).map { builder.page($0) }
    pageNames = pages.map { $0.name }
    bindings = builder.bindings
    scale.pointsPerMillimetre = pointsPerMillimetre
    root.frame = Rect(origin: .zero, size: size)
    root.backgroundColor = builder.style.theme[.ground]
    root.addSublayer(content)
    for page in pages { content.addSublayer(page.layer) }
    layOut()
    showPage(0)
  }

  /// All instruments, in the order of the description.
  public var instruments: [Instrument] {
    var result: [Instrument] = []
    for page in pages { page.content.forEach { if let instrument = $0.instrument { result.append(instrument) } } }
    return result
  }

  // MARK: Pages

  /// The number of a page; `nil` where none has the name.
  public func page(named name: String) -> Int? { pageNames.firstIndex { haveSameBytes($0, name) } }

  /// Shows a page. Does nothing where there is none of this number.
  public func showPage(_ number: Int) {
    if !pages.indices.contains(number) { return }
    page = number
    for index in pages.indices { pages[index].layer.isHidden = index != number }
    appliesAll = true
  }

  /// The panel is scaled to the display, with its aspect kept; without a size of its own it fills the display.
  private func layOut() {
    let display = root.bounds
    var size = display.size
    if let width = file.root.number(.designWidth), let height = file.root.number(.designHeight), width.rawValue > 0,
      height.rawValue > 0
    {
      let design = Size(width: Fixed(width), height: Fixed(height))
      scale.factor = Swift.min(display.width / design.width, display.height / design.height)
      size = Size(
        width: Fixed((design.width * scale.factor).rounded), height: Fixed((design.height * scale.factor).rounded))
    }
    content.frame = Rect(
      x: Fixed(half(display.width - size.width).rounded), y: Fixed(half(display.height - size.height).rounded),
      width: size.width, height: size.height)
    for page in pages { page.layOut(content.bounds, scale) }
  }

  // MARK: Time

  /// Takes over what was heard and what time does, and changes the layers that show it.
  /// - Parameter time: not before that of the call before.
  public func advance(to time: Int64) {
    self.time = time
    demo?.tell(signals, at: time)
    signals.advance(to: time)
    var movesOthers = false
    for index in bindings.indices where bindings[index].page == page {
      let binding = bindings[index]
      if !appliesAll && !signals.hasChanged(binding.signal) { continue }
      if binding.key == .visible {
        movesOthers = binding.element.setVisible(signals.reading(binding.signal)) || movesOthers
      } else {
        let reading = binding.isFollowed ? signals.followed(binding.signal) : signals.reading(binding.signal)
        binding.element.instrument?.take(binding.key, binding.conversion.apply(reading))
      }
    }
    appliesAll = false
    if movesOthers { pages[page].layOut(content.bounds, scale) }
  }

  /// When ``advance(to:)`` is due; `nil` where only a new value changes anything.
  public var nextTime: Int64? {
    if demo == nil { return signals.nextTime }
    return Swift.min(signals.nextTime ?? .max, time + PanelDemo.interval)
  }
}

/// What a signal changes.
struct PanelBinding {
  let signal: SignalIndex
  let page: Int
  let element: PanelElement
  let key: PropertyKey
  /// Whether it moves and therefore shows the value that follows.
  let isFollowed: Bool
  /// From the signal's unit to the shown one.
  let conversion: ShownUnit
}

/// How a value of a signal becomes one that is shown.
struct ShownUnit {
  var factor: Fixed64 = 1
  var offset: Fixed64 = 0

  /// The shown unit of a signal's record.
  init(_ signal: PanelRecord?) {
    factor = signal?.number(.shownFactor) ?? 1
    offset = signal?.number(.shownOffset) ?? 0
  }

  func apply(_ value: Fixed64) -> Fixed64 {
    // The ends of a range that has none stay where they are.
    value == .min || value == .max ? value : value * factor + offset
  }

  func apply(_ reading: Reading) -> Reading { Reading(apply(reading.value), reading.quality) }
}

/// A page's layer and what is on it.
final class PanelPage {
  let name: String
  let layer = Layer()
  let content: PanelElement
  private let margin: PanelProperty?

  init(_ record: PanelRecord, content: PanelElement) {
    name = record.text(.name) ?? ""
    self.content = content
    margin = record[.margin]
    content.forEach { element in
      if let instrument = element.instrument { layer.addSublayer(instrument) }
    }
  }

  func layOut(_ bounds: Rect, _ scale: PanelScale) {
    layer.frame = bounds
    let inset = margin?.length.flatMap { scale.points($0, of: bounds.width) } ?? 8 * scale.factor
    let rounded = Fixed(inset.rounded)
    content.place(layer.bounds.insetBy(dx: rounded, dy: rounded), isShown: true, scale)
  }
}

extension PanelElement {
  /// - Returns: whether that changed.
  fileprivate func setVisible(_ reading: Reading) -> Bool {
    let wanted = reading.quality != .none && reading.value.rawValue != 0
    if wanted == isVisible { return false }
    isVisible = wanted
    return true
  }
}
