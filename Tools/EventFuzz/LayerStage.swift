// Views, recognisers, lists and controls of every kind, most of them in views that scroll or pages that change.
import FBDevice
import FixedRaster
import LayerRuntime
import PanelKit
import TestSupport

final class LayerStage: Stage, Meddler {
  let log: CallLog
  let screen: Screen
  let root = View(frame: Rect(x: 0, y: 0, width: Fixed(Picture.width), height: Fixed(Picture.height)))
  var random: SplitMix
  let outer = ScrollView(frame: Rect(x: 0, y: 0, width: 200, height: 300))
  let inner = ScrollView(frame: Rect(x: 0, y: 10, width: 200, height: 70))
  let list = ListView(frame: Rect(x: 0, y: 90, width: 200, height: 110))
  let pages = PageView(frame: Rect(x: 200, y: 0, width: 200, height: 300))
  var views: [WitnessView] = []
  var recognizers: [RecognizerWitness] = []
  var controls: [ControlWitness] = []
  /// Views that were taken away, and where they lay.
  var removed: [(view: View, from: View)] = []
  var dialog: Dialog?
  /// Recognisers that go on together, by their numbers.
  private let simultaneous: UInt64
  private var depth = 0
  /// Those of controls that were let go.
  var gone: [ControlWitness] = []
  /// Whether the program does something by itself, and not within a callback.
  var isAlone: Bool { depth == 1 && !isInCallback }
  private var isInCallback = false
  /// Nothing is changed any more.
  private var isOver = false
  private var rowCount: Int
  /// Of callbacks, one in so many changes something.
  private let meddling: Int

  init(seed: UInt64, _ log: CallLog) {
    self.log = log
    random = SplitMix(seed: seed)
    simultaneous = random.next()
    rowCount = random.pick([0, 3, 40, 100_000])
    meddling = random.pick([8, 30, 200, .max])
    // What lies beyond it is not drawn: frames are for layout and time.
    let display = unfailing { () throws(DeviceError) in
      try MemoryDisplay(width: 64, height: 48, layout: .xrgb8888)
    }
    screen = Screen(root: root.layer, display: display)
    screen.pointsPerMillimetre = random.pick([2, 3, 5])
    outer.contentSize = Size(width: 200, height: 900)
    inner.contentSize = Size(width: 600, height: random.pick([70, 200]))
    (inner.isPagingEnabled, inner.isDirectionalLockEnabled) = (random.isOne(in: 3), random.isOne(in: 3))
    (outer.bounces, inner.bounces) = (!random.isOne(in: 4), !random.isOne(in: 4))
    list.rowHeight = random.pick([nil, 24])
    for view in [outer, pages] as [View] { root.addSubview(view) }
    for view in [inner, list] as [View] { outer.addSubview(view) }
    for scroll in [outer, inner, list] as [ScrollView] { scroll.delegate = self }
    controls.append(ControlWitness(0, .pages, pages, self))
    addViews()
    addControls()
    (list.dataSource, list.listDelegate) = (self, self)
    screen.root.layoutIfNeeded()
    screen.focus.keyHandler = { [unowned self] _ in
      callback()
      return false
    }
    // Wake-ups are frames here.
    screen.compositor.preferredFramesPerSecond = 30
  }

  private func addViews() {
    func add(_ rect: Rect, to view: View) -> WitnessView {
      let new = WitnessView(views.count, self, frame: rect)
      (new.takesTouches, new.takesKeys) = (!random.isOne(in: 4), random.isOne(in: 3))
      new.isExclusiveTouch = random.isOne(in: 12)
      view.addSubview(new)
      views.append(new)
      return new
    }
    let first = add(Rect(x: 10, y: 210, width: 180, height: 80), to: outer)
    _ = add(Rect(x: 20, y: 10, width: 60, height: 40), to: first)
    _ = add(Rect(x: 10, y: 5, width: 80, height: 60), to: inner)
    _ = add(Rect(x: 10, y: 320, width: 180, height: 80), to: outer)
    for view in views { for _ in 0..<random.below(4) { addRecognizer(to: view) } }
    addRecognizer(to: root)
    addRecognizer(to: outer)
    addRecognizer(to: pages)
    for witness in recognizers where random.isOne(in: 3) {
      witness.recognizer.require(toFail: random.pick(recognizers).recognizer)
    }
  }

  func addRecognizer(to view: View) {
    let witness = RecognizerWitness(recognizers.count, random.pick(RecognizerWitness.Kind.allCases), self)
    witness.recognizer.cancelsTouchesInView = !random.isOne(in: 3)
    witness.recognizer.delaysTouchesBegan = random.isOne(in: 4)
    if !random.isOne(in: 3) { witness.recognizer.delegate = self }
    view.addGestureRecognizer(witness.recognizer)
    recognizers.append(witness)
  }

  private func addControls() {
    var cell = 0
    for number in 0..<3 {
      let page = View()
      pages.addPage("P" + String(number), page)
      for _ in 0..<6 {
        addControl(
          random.pick(Array(ControlWitness.Kind.allCases.dropLast())), to: page,
          Rect(x: Fixed(4 + cell % 2 * 98), y: Fixed(4 + cell / 2 % 3 * 84), width: 92, height: 78))
        cell += 1
      }
    }
    addControl(.button, to: inner, Rect(x: 100, y: 10, width: 60, height: 40))
    addControl(.slider, to: outer, Rect(x: 10, y: 410, width: 180, height: 50))
    addControl(.textField, to: outer, Rect(x: 10, y: 470, width: 180, height: 40))
  }

  func addControl(_ kind: ControlWitness.Kind, to view: View, _ frame: Rect) {
    let control = makeControl(kind)
    control.frame = frame
    view.addSubview(control)
    controls.append(ControlWitness(controls.count, kind, control, self))
  }

  private func makeControl(_ kind: ControlWitness.Kind) -> Control {
    switch kind {
    case .button, .pages: return Button(title: "B")
    case .toggle: return Button(title: "T", kind: .toggle)
    case .repeating: return Button(title: "R", kind: .repeating)
    case .hold:
      let button = HoldButton(title: "H")
      button.holdDuration = .milliseconds(random.pick([0, 200, 1000]))
      return button
    case .switch: return Switch()
    case .slider:
      let slider = Slider()
      (slider.isUpright, slider.maximumValue, slider.title) = (random.isOne(in: 2), 100, "S")
      (slider.stepValue, slider.isContinuous) = (random.pick([0, 1, 30]), !random.isOne(in: 4))
      return slider
    case .knob: return Knob()
    case .stepper:
      let stepper = Stepper()
      (stepper.maximumValue, stepper.wraps, stepper.stepValue) = (5, random.isOne(in: 2), 1)
      return stepper
    case .segments:
      let segments = SegmentedControl(items: ["A", "B", "C"])
      segments.isMomentary = random.isOne(in: 4)
      return segments
    case .wheel: return PickerWheel(items: (0..<random.pick([1, 5, 60])).map { String($0) })
    case .keypad:
      let keypad = Keypad()
      (keypad.allowsDecimals, keypad.maximumValue) = (random.isOne(in: 2), random.pick([9999, 20]))
      return keypad
    case .textField:
      let field = TextField()
      (field.showsKeyboard, field.isSecureTextEntry) = (!random.isOne(in: 3), random.isOne(in: 4))
      return field
    }
  }

  /// Places that fingers are meant for: the middles of what lies there.
  var targets: [Place] {
    var places: [Place] = [Place(x: 230, y: 20), Place(x: 300, y: 20), Place(x: 370, y: 20), Place(x: 100, y: 140)]
    for view in views + controls.compactMap(\.control) {
      let middle = view.convert(Point(x: view.bounds.midX, y: view.bounds.midY), to: nil)
      if middle.y < 300 { places.append(Place(x: middle.x.rounded, y: middle.y.rounded)) }
    }
    return places
  }

  // MARK: The program's part

  func isInTree(_ view: View) -> Bool { view.isDescendant(of: root) }

  /// Whether a view can be touched: all about it are shown and take touches.
  func isReachable(_ view: View) -> Bool {
    var next: Layer? = view.layer
    while let here = next {
      if here.isHidden || here.view?.isUserInteractionEnabled == false { return false }
      if here === root.layer { return true }
      next = here.superlayer
    }
    return false
  }

  func callback() {
    if isOver || depth >= 3 || !random.isOne(in: meddling) { return }
    let outer = isInCallback
    isInCallback = true
    meddle()
    isInCallback = outer
  }

  func meddle() {
    depth += 1
    let deed = random.pick(Deed.allCases)
    if log.isLoud { say("      deed \(deed)") }
    let isDone = perform(deed)
    if isDone { log.count(Deed.calls[deed.rawValue]) }
    if log.isLoud && !isDone { say("      not done") }
    depth -= 1
  }

  func advance(to time: Int64) {
    screen.advanceTouches(to: time)
    unfailing { () throws(DeviceError) in try screen.drawFrame(at: .nanoseconds(time)) }
  }

  // MARK: The end

  func close() {
    for witness in recognizers { witness.recognizer.delegate = nil }
    for scroll in [outer, inner, list] as [ScrollView] { scroll.delegate = nil }
    (list.listDelegate, list.dataSource) = (nil, nil)
  }

  func letGo() {
    isOver = true
    for finger in -3 ... -1 { screen.touch(finger: finger, phase: .cancelled, at: .init(x: 0, y: 0), time: 0) }
  }

  func checkRest() {
    for view in views where !view.isQuiet { log.fail("view \(view.number) has a finger or a key in the end") }
    for witness in recognizers { witness.checkRest() }
    for witness in controls + gone { witness.checkRest("in the end") }
    for case let row as ListRow in list.subviews where row.isHighlighted { log.fail("a row is highlighted in the end") }
    for (name, scroll) in [("outer", outer), ("inner", inner), ("list", list)] as [(String, ScrollView)] {
      if scroll.isDragging || scroll.isDecelerating || scroll.isTracking {
        log.fail("the \(name) scroll view still moves in the end")
      }
    }
    checkRouter()
  }
}

/// The result of what cannot fail here.
@discardableResult
func unfailing<T>(_ body: () throws(DeviceError) -> T) -> T {
  do throws(DeviceError) { return try body() } catch { fatalError(error.message) }
}

extension LayerStage: GestureRecognizerDelegate {
  private func number(_ recognizer: GestureRecognizer) -> Int {
    recognizers.first { $0.recognizer === recognizer }?.number ?? 63
  }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    callback()
    return !random.isOne(in: 10)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    simultaneous >> UInt64((number(recognizer) + number(other)) % 64) & 1 == 1
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    callback()
    return !random.isOne(in: 12)
  }
}

extension LayerStage: ScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: ScrollView) {
    log.note(CallKind.scroll[6], 0, Int(scrollView.contentOffset.y.rawValue))
    callback()
  }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { hear(0) }
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    if random.isOne(in: 8) { targetContentOffset.y = targetContentOffset.y - 20 }
    hear(1)
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) { hear(2) }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { hear(3) }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { hear(4) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { hear(5) }

  private func hear(_ index: Int) {
    log.note(CallKind.scroll[index])
    callback()
  }
}

extension LayerStage: ListViewDataSource, ListViewDelegate {
  func numberOfRows(in list: ListView) -> Int { rowCount }

  func listView(_ list: ListView, rowAt index: Int) -> ListRow { list.dequeueReusableRow() ?? ListRow() }

  func listView(_ list: ListView, heightOfRow index: Int) -> Fixed { Fixed(20 + index % 3 * 10) }

  func listView(_ list: ListView, shouldHighlightRowAt index: Int) -> Bool {
    log.note(CallKind.rows[0], 0, index)
    callback()
    return !random.isOne(in: 10)
  }

  func listView(_ list: ListView, didSelectRowAt index: Int) {
    log.note(CallKind.rows[1], 0, index)
    callback()
  }

  /// Another number of rows.
  func changeRows() {
    rowCount = random.pick([0, 1, 5, 300])
    list.reloadData()
  }
}
