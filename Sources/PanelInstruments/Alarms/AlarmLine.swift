// Stage: instruments. One alarm on a line.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A field with an alarm's text. How urgent it is, its shape says before its colour: the field of a warning is filled, or
/// outlined where its cause has gone; that of a caution has a thick edge at its left, that of an advisory a thin one. That of an
/// alarm that is shelved has an outline and no ground.
final class AlarmLine: Layer {
  private let edge = Layer()
  private let text: Caption
  /// The alarm that is shown; −1 for none.
  private(set) var alarm = -1
  private var priority = AlarmPriority.advisory
  private(set) var state = AlarmState.normal
  /// Whether it flashes, and is to be seen whole now.
  private(set) var isFlashing = false

  init(_ font: FontPack) {
    text = Caption(font, alignment: .left)
    super.init()
    cornerRadius = 3
    masksToBounds = true
    addSublayer(edge)
    addSublayer(text)
  }

  override func layoutSublayers() {
    text.place(x: Swift.max(12, capHeight), middle: half(bounds.height), capHeight: capHeight, width: textRoom)
    placeEdge()
  }

  private var capHeight: Fixed { (bounds.height * 0.36).held(6, 28).whole }
  private var textRoom: Fixed { Swift.max(0, bounds.width - Swift.max(16, capHeight)) }

  /// The letters of a text that have room; `nil` where all have.
  func letters(of words: String) -> Int? {
    let width = text.width(of: words, capHeight: capHeight)
    return width <= textRoom
      ? nil : Int(Int64(textRoom.rawValue) * Int64(words.unicodeScalars.count) / Int64(width.rawValue))
  }

  private func placeEdge() {
    let width: Fixed = priority == .caution ? 8 : 3
    edge.frame = Rect(x: 0, y: 0, width: priority == .warning ? 0 : width, height: bounds.height)
  }

  /// Shows an alarm; −1 for none.
  func show(_ alarm: Int, _ words: String, _ priority: AlarmPriority, _ state: AlarmState, _ theme: Theme, isOn: Bool) {
    self.alarm = alarm
    isHidden = alarm < 0
    if alarm < 0 {
      (self.state, isFlashing) = (.normal, false)
      return
    }
    text.show(words)
    if priority != self.priority {
      self.priority = priority
      placeEdge()
    }
    self.state = state
    isFlashing = state == .unacknowledged
    color(theme, isOn: isOn)
  }

  /// Takes its colours for the lit or the dark part of a flash.
  func color(_ theme: Theme, isOn: Bool) {
    if alarm < 0 { return }
    let role: Role = priority == .warning ? .warning : priority == .caution ? .caution : .advisory
    let isThere = state == .unacknowledged || state == .acknowledged || state == .latched
    let isFilled = priority == .warning && isThere && (isOn || !isFlashing)
    let isShelved = state == .shelved
    backgroundColor = isShelved ? nil : isFilled ? theme[role] : theme[.surface]
    borderWidth = isShelved ? 1 : priority == .warning && !isFilled ? 2 : 0
    edge.isHidden = isShelved
    borderColor = isThere ? theme[role] : theme[.dim]
    edge.backgroundColor = isThere && (isOn || !isFlashing) ? theme[role] : theme[.dim]
    text.foregroundColor = isFilled ? theme[.ground] : isThere ? theme[.ink] : theme[.dim]
  }
}
