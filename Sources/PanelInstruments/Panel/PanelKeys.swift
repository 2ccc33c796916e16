// Stage: a panel. Input: keys, and the steps of an encoder, that no layer uses. Output: what the description's `keys` says.
import LayerRuntime
import PanelFile
import PanelSignals

/// A key of the description, or its encoder.
struct PanelKey {
  /// What it does. The numbers are the file's.
  enum Action: Int {
    case page, nextPage, previousPage
    case focusNext, focusPrevious, focusUp, focusDown, focusLeft, focusRight
    /// Of a control: as a finger, a step up or down, and as far as the encoder goes.
    case presses, raises, lowers, turns
  }

  /// The number of an encoder in place of a key.
  static var encoder: UInt16 { 0 }

  let code: UInt16
  let action: Action
  let page: String?
  let control: ControlInstrument?

  init?(_ record: PanelRecord, _ control: ControlInstrument?) {
    guard let action = record.choice(.action).flatMap({ Action(rawValue: $0) }),
      let code = record.number(.value).flatMap({ UInt16(exactly: $0.rounded) })
    else { return nil }
    (self.code, self.action, page, self.control) = (code, action, record.text(.page), control)
  }
}

extension Panel {
  /// Takes a key that no layer has used: see `FocusRouter.keyHandler`.
  /// - Returns: whether the panel's description uses it.
  public func take(_ press: KeyPress) -> Bool {
    guard let key = key(press.key.rawValue) else { return false }
    let isDown = press.phase == .began || press.phase == .repeated
    if key.action == .presses, let control = key.control {
      if press.phase == .began { control.beginKeyPress() } else if !isDown { control.keyUp(press) }
    } else if isDown {
      carryOut(key, 1)
    }
    return true
  }

  /// Takes the steps of an encoder that no layer has used.
  /// - Parameter steps: how many, clockwise; less than 0 the other way.
  /// - Returns: whether the panel's description uses them.
  public func turn(by steps: Int) -> Bool {
    guard let key = key(PanelKey.encoder) else { return false }
    carryOut(key, steps)
    return true
  }

  /// A control's key counts where the control is shown.
  private func key(_ code: UInt16) -> PanelKey? {
    keys.first { $0.code == code && ($0.control.map { isSeen($0) } ?? true) }
  }

  private func isSeen(_ control: ControlInstrument) -> Bool {
    var next: Layer? = control
    while let layer = next, layer !== root {
      if layer.isHidden { return false }
      next = layer.superlayer
    }
    return sheet?.question == nil
  }

  private func carryOut(_ key: PanelKey, _ steps: Int) {
    switch key.action {
    case .page: if let number = key.page.flatMap({ page(named: $0) }) { open(number) }
    case .nextPage: turnPages(by: steps)
    case .previousPage: turnPages(by: -steps)
    case .focusNext: root.focusRouter?.move(steps > 0 ? .next : .previous, wraps: true)
    case .focusPrevious: root.focusRouter?.move(steps > 0 ? .previous : .next, wraps: true)
    case .focusUp: root.focusRouter?.move(.up)
    case .focusDown: root.focusRouter?.move(.down)
    case .focusLeft: root.focusRouter?.move(.left)
    case .focusRight: root.focusRouter?.move(.right)
    case .raises, .turns: key.control?.step(by: steps)
    case .lowers: key.control?.step(by: -steps)
    case .presses: break
    }
  }

  /// The page behind the last one is the first.
  private func turnPages(by steps: Int) {
    if pageNames.isEmpty { return }
    let count = pageNames.count
    open(((page + steps) % count + count) % count)
  }
}
