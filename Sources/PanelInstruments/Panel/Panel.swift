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
  private(set) var time: Int64 = 0
  let alarmLists: [AlarmList]
  /// How often alarms had changed when they were shown.
  var shownChanges = 0
  /// When what shows the time itself changes next.
  private var timeTicks: Int64?
  private var themes: PanelThemes
  /// The alarms; ``advance(to:)`` raises and ends them.
  public let alarms: AlarmStore

  /// - Parameters:
  ///   - file: what panel-assets made of the description.
  ///   - size: of the display, in points.
  ///   - pointsPerMillimetre: of the display, for lengths in mm.
  /// - Throws: a font or an image in the file is damaged.
  public init(_ file: PanelFile, size: Size, pointsPerMillimetre: Fixed = 5) throws(PackError) {
    self.file = file
    signals = SignalStore(file)
    themes = PanelThemes(file)
    alarms = AlarmStore(file)
    let style = InstrumentStyle(
      theme: themes.theme, fonts: try PanelFonts(file), density: pointsPerMillimetre)
    let builder = PanelBuilder(file, style)
    pages = file.root.children(.page).map { builder.page($0) }
    pageNames = pages.map { $0.name }
    bindings = builder.bindings
    alarmLists = builder.alarmLists
    scale.pointsPerMillimetre = pointsPerMillimetre
    root.frame = Rect(origin: .zero, size: size)
    root.backgroundColor = themes.theme[.ground]
    root.addSublayer(content)
    for page in pages { content.addSublayer(page.layer) }
    for list in alarmLists {
      list.instrument.alarmTouchHandler = { [unowned(unsafe) self] alarm in unsafe acknowledge(alarm) }
    }
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

  // MARK: Themes

  /// The themes' names, in their order.
  public var themeNames: [String] { themes.names }

  /// Shows a theme whatever the conditions of the others say; without a name, the one whose condition holds.
  /// - Returns: false where there is no theme of the name.
  @discardableResult
  public func showTheme(_ name: String?) -> Bool {
    if !themes.choose(name) { return false }
    applyTheme()
    return true
  }

  private func applyTheme() {
    root.backgroundColor = themes.theme[.ground]
    for page in pages { page.content.forEach { $0.instrument?.theme = themes.theme } }
  }

  // MARK: Layout

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
    requireTolerances()
  }

  /// What moves stops where nobody sees the difference any more: each instrument knows how near that is.
  private func requireTolerances() {
    root.layoutIfNeeded()
    for binding in bindings where binding.isFollowed {
      guard let tolerance = binding.element.instrument?.valueTolerance, tolerance > .zero else { continue }
      if let inUnit = tolerance / binding.conversion.factor { signals.require(inUnit.magnitude, of: binding.signal) }
    }
  }

  // MARK: Time

  /// Takes over what was heard and what time does, and changes the layers that show it.
  /// - Parameter time: not before that of the call before.
  public func advance(to time: Int64) {
    self.time = time
    demo?.tell(signals, at: time)
    signals.advance(to: time)
    alarms.advance(to: time, signals)
    if themes.advance(signals) { applyTheme() }
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
    showAlarms(always: appliesAll)
    appliesAll = false
    if movesOthers { pages[page].layOut(content.bounds, scale) }
    if !pages.isEmpty { showTime() }
  }

  /// Has what flashes flash, and what is old say how old it is.
  private func showTime() {
    timeTicks = nil
    flashAlarms()
    let isOn = FlashClock.isOn(.warning, at: time)
    for binding in bindings where binding.page == page && binding.key == .value {
      guard let instrument = binding.element.instrument, !instrument.isHidden else { continue }
      instrument.isFlashOn = isOn
      if instrument.isFlashing { tick(at: FlashClock.nextTime(.warning, after: time)) }
      if instrument.quality == .old, let heard = signals.lastHeard(binding.signal) {
        instrument.age = Int(Swift.min(1_000_000, (time - heard) / 1_000_000_000))
        // Minutes are enough of what is older than a minute.
        let unit: Int64 = instrument.age < 60 ? 1_000_000_000 : 60_000_000_000
        tick(at: heard + ((time - heard) / unit + 1) * unit)
      }
    }
  }

  func tick(at time: Int64) { timeTicks = Swift.min(timeTicks ?? .max, time) }

  /// When ``advance(to:)`` is due; `nil` where only a new value changes anything.
  public var nextTime: Int64? {
    var next = Swift.min(signals.nextTime ?? .max, alarms.nextTime ?? .max, timeTicks ?? .max)
    if demo != nil { next = Swift.min(next, time + PanelDemo.interval) }
    return next == .max ? nil : next
  }
}
