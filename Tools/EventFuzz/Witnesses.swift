// Views, recognisers and controls that check that what begins ends, once, and that nothing out of the tree is called.
import FixedRaster
import LayerRuntime

/// What the program does by itself within a callback.
protocol Meddler: AnyObject {
  var log: CallLog { get }
  /// A callback runs: may change everything.
  func callback()
  /// Whether a view lies in the tree.
  func isInTree(_ view: View) -> Bool
}

/// A view that takes touches and keys.
final class WitnessView: View {
  let number: Int
  unowned let meddler: any Meddler
  /// Whether it takes touches; otherwise the view about it may.
  var takesTouches = true
  var takesKeys = false
  private var fingers: [Int] = []
  private var keysDown: [Key] = []

  init(_ number: Int, _ meddler: any Meddler, frame: Rect) {
    (self.number, self.meddler) = (number, meddler)
    super.init(frame: frame)
  }

  var isQuiet: Bool { fingers.isEmpty && keysDown.isEmpty }

  private func note(_ touch: Touch) {
    meddler.log.note(CallKind.views[Int(touch.phase.rawValue)], number, Int(touch.location(in: self).x.rawValue))
    if touch.phase != .cancelled && !meddler.isInTree(self) {
      meddler.log.fail("view \(number) is out of the tree and gets \(touch.phase)")
    }
    if (touch.phase == .began) == fingers.contains(touch.finger) {
      meddler.log.fail("view \(number): \(touch.phase) of finger \(touch.finger) without its beginning, or twice")
    }
  }

  override func touchesBegan(_ touch: Touch) {
    if !takesTouches { return super.touchesBegan(touch) }
    note(touch)
    fingers.append(touch.finger)
    meddler.callback()
  }

  override func touchesMoved(_ touch: Touch) {
    note(touch)
    meddler.callback()
  }

  override func touchesEnded(_ touch: Touch) { end(touch) }
  override func touchesCancelled(_ touch: Touch) { end(touch) }

  private func end(_ touch: Touch) {
    note(touch)
    fingers.removeAll { $0 == touch.finger }
    meddler.callback()
  }

  override var canBecomeFocused: Bool { takesKeys }

  override func focusChanged(_ focus: FocusState) {
    meddler.log.note(CallKind.focus[Int(focus.rawValue)], number)
    meddler.callback()
  }

  /// Takes letters and Enter; the others move the focus.
  override func keyDown(_ press: KeyPress) -> Bool {
    if !takesKeys || press.character == nil && press.key != .enter { return false }
    if !meddler.isInTree(self) { meddler.log.fail("view \(number) is out of the tree and gets a key") }
    meddler.log.note(CallKind.viewKeys[press.isRepeat ? 1 : 0], number, Int(press.key.rawValue))
    if !press.isRepeat {
      if keysDown.contains(press.key) { meddler.log.fail("view \(number): a key goes down twice") }
      keysDown.append(press.key)
    } else if !keysDown.contains(press.key) {
      // Focused while it was held.
      keysDown.append(press.key)
    }
    meddler.callback()
    return true
  }

  override func keyUp(_ press: KeyPress) {
    meddler.log.note(CallKind.viewKeys[press.phase == .cancelled ? 3 : 2], number, Int(press.key.rawValue))
    if !keysDown.contains(press.key) { meddler.log.fail("view \(number): a key goes up that was not down") }
    keysDown.removeAll { $0 == press.key }
    meddler.callback()
  }

  override func turned(by steps: Int) -> Bool {
    if !takesKeys || steps % 2 == 0 { return false }
    meddler.log.note(CallKind.viewTurned, number, steps)
    meddler.callback()
    return true
  }
}

/// A recogniser, whose calls come as its state machine has them.
final class RecognizerWitness {
  enum Kind: Int, CaseIterable {
    case tap, doubleTap, longPress, pan, edgePan, swipe, pinch, rotation

    var isContinuous: Bool { self != .tap && self != .doubleTap && self != .swipe }

    static let calls: [[CallKind]] = allCases.map { kind in
      CallKind.add("\(kind)", kind.isContinuous ? ["began", "changed", "ended", "cancelled"] : ["ended"])
    }
  }

  let number: Int
  let kind: Kind
  let recognizer: GestureRecognizer
  private unowned let meddler: any Meddler
  private(set) var isUnderWay = false
  /// Taken off its view, so that it calls nothing.
  var isRemoved = false { didSet { if isRemoved { isUnderWay = false } } }

  init(_ number: Int, _ kind: Kind, _ meddler: any Meddler) {
    (self.number, self.kind, self.meddler) = (number, kind, meddler)
    switch kind {
    case .tap: recognizer = TapGestureRecognizer()
    case .doubleTap:
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 2
      recognizer = tap
    case .longPress: recognizer = LongPressGestureRecognizer()
    case .pan: recognizer = PanGestureRecognizer()
    case .edgePan:
      let pan = ScreenEdgePanGestureRecognizer()
      pan.edges = .all
      recognizer = pan
    case .swipe:
      let swipe = SwipeGestureRecognizer()
      swipe.direction = [.left, .right, .up, .down]
      recognizer = swipe
    case .pinch: recognizer = PinchGestureRecognizer()
    case .rotation: recognizer = RotationGestureRecognizer()
    }
    recognizer.addAction { [unowned self] in called($0.state) }
  }

  private func called(_ state: GestureRecognizer.State) {
    let log = meddler.log
    let calls = Kind.calls[kind.rawValue]
    let place = kind.isContinuous ? Int(state.rawValue) - 1 : 0
    guard calls.indices.contains(place) else { return log.fail("\(kind) \(number) calls with \(state)") }
    log.note(calls[place], number, Int(recognizer.location(in: nil).x.rawValue))
    if isRemoved { log.fail("\(kind) \(number) was removed and calls with \(state)") }
    if state != .cancelled, recognizer.view.map({ !meddler.isInTree($0) }) ?? true {
      log.fail("\(kind) \(number) is out of the tree and calls with \(state)")
    }
    switch state {
    case .began where kind.isContinuous && !isUnderWay: isUnderWay = true
    case .changed where isUnderWay: break
    case .ended where isUnderWay == kind.isContinuous, .cancelled where isUnderWay: isUnderWay = false
    default: log.fail("\(kind) \(number) calls with \(state), \(isUnderWay ? "" : "not ")under way")
    }
    meddler.callback()
  }

  func checkRest() {
    if isUnderWay { meddler.log.fail("\(kind) \(number) never ended") }
    if recognizer.state != .possible || recognizer.numberOfTouches != 0 {
      meddler.log.fail("\(kind) \(number) is \(recognizer.state) with \(recognizer.numberOfTouches) fingers in the end")
    }
    if recognizer.deadline != nil { meddler.log.fail("\(kind) \(number) waits for ever") }
  }
}

/// A control, whose presses and settings begin and end in pairs.
final class ControlWitness {
  enum Kind: Int, CaseIterable {
    case button, toggle, repeating, hold, `switch`, slider, knob, stepper, segments, wheel, keypad, textField, pages

    /// The events that it sends some time.
    var events: [String] {
      let press = ["touchDown", "touchDragInside", "touchUpInside", "touchUpOutside", "touchCancel"]
      let crossing = ["touchDragOutside", "touchDragEnter", "touchDragExit"]
      let setting = ["valueChanged", "editingDidBegin", "editingDidEnd", "editingDidCancel"]
      switch self {
      case .button, .repeating, .hold: return press + crossing + ["primaryActionTriggered"]
      case .toggle: return press + crossing + ["valueChanged", "primaryActionTriggered"]
      case .switch: return press + crossing + ["valueChanged"]
      case .slider, .knob, .stepper, .segments, .wheel: return press + crossing + setting
      case .keypad: return press + crossing + ["editingChanged", "primaryActionTriggered", "editingDidCancel"]
      case .textField:
        return press + crossing + ["primaryActionTriggered", "editingChanged"] + setting.dropFirst()
      case .pages: return ["valueChanged"]
      }
    }

    static let calls: [[CallKind?]] = allCases.map { kind in
      ControlWitness.events.map { kind.events.contains($0.name) ? CallKind.add("\(kind).\($0.name)") : nil }
    }
  }

  static let events: [(name: String, event: Control.Event)] = [
    ("touchDown", .touchDown), ("touchDragInside", .touchDragInside), ("touchDragOutside", .touchDragOutside),
    ("touchDragEnter", .touchDragEnter), ("touchDragExit", .touchDragExit), ("touchUpInside", .touchUpInside),
    ("touchUpOutside", .touchUpOutside), ("touchCancel", .touchCancel), ("valueChanged", .valueChanged),
    ("primaryActionTriggered", .primaryActionTriggered), ("editingDidBegin", .editingDidBegin),
    ("editingChanged", .editingChanged), ("editingDidEnd", .editingDidEnd), ("editingDidCancel", .editingDidCancel),
  ]

  let number: Int
  let kind: Kind
  /// `nil` once it was let go.
  var control: Control?
  private unowned let meddler: any Meddler
  private(set) var isPressed = false
  private var isEdited = false
  private var lastMoment = -1

  init(_ number: Int, _ kind: Kind, _ control: Control, _ meddler: any Meddler) {
    (self.number, self.kind, self.control, self.meddler) = (number, kind, control, meddler)
    for (index, event) in Self.events.enumerated() {
      control.addAction(for: event.event) { [unowned self] _ in called(index) }
    }
  }

  private func called(_ index: Int) {
    let (name, event) = Self.events[index]
    let log = meddler.log
    // The action may let go of the control.
    withExtendedLifetime(self) {
      if let call = Kind.calls[kind.rawValue][index] {
        log.note(call, number)
      } else {
        log.fail("\(kind) \(number) sends \(name)")
      }
      let isEnd = !Control.Event.allReleases.isDisjoint(with: event)
      if event == .touchDown && isPressed || isEnd && !isPressed {
        log.fail("\(kind) \(number): \(name) while it is \(isPressed ? "" : "not ")pressed")
      }
      var mayBeGone: Control.Event = [.touchCancel, .editingDidCancel, .editingDidEnd]
      // What is taken away meanwhile has its former value again.
      if isPressed || isEdited { mayBeGone.insert(.valueChanged) }
      // A wheel that turns comes to its row wherever it is.
      if kind == .wheel { mayBeGone.insert(.valueChanged) }
      // The touch of a page that goes out of sight is cancelled before the change is told, and that may take all away.
      if kind == .pages { mayBeGone.insert(.valueChanged) }
      // The action of the event before has taken it away.
      if lastMoment == log.moment { mayBeGone.formUnion([.valueChanged, .primaryActionTriggered]) }
      lastMoment = log.moment
      if mayBeGone.isDisjoint(with: event) && control.map({ !meddler.isInTree($0) }) ?? true {
        log.fail("\(kind) \(number) is out of the tree and sends \(name)")
      }
      if event == .touchDown { isPressed = true }
      if isEnd { isPressed = false }
      let endsEditing = event == .editingDidEnd || event == .editingDidCancel && kind != .keypad
      if event == .editingDidBegin && isEdited || endsEditing && !isEdited {
        log.fail("\(kind) \(number): \(name) while it is \(isEdited ? "" : "not ")edited")
      }
      if event == .editingDidBegin { isEdited = true }
      if endsEditing { isEdited = false }
      meddler.callback()
    }
  }

  /// Nothing holds it any more.
  func checkRest(_ moment: String) {
    if isPressed || control?.isHighlighted == true || control?.isTracking == true {
      meddler.log.fail(
        "\(kind) \(number) is \(isPressed ? "pressed" : "highlighted or tracking") \(moment)")
    }
  }
}
