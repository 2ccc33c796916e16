// Stage: controls. A wheel of words. Its throw is a function of the time since the finger was lifted.

import FixedRaster

/// A wheel of rows, of which the one in the middle is chosen. A finger turns and throws it, or taps another row; with the
/// focus Enter begins, arrows and an encoder turn it, Enter ends and Escape restores.
///
/// It takes layers for the rows that show, however many there are.
open class PickerWheel: Control {
  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [ground, band, clip] as [Layer] { addPart(part) }
    clip.masksToBounds = true
  }

  public convenience init() { self.init(frame: .zero) }

  /// - Parameter items: the words of the rows.
  public convenience init(items: [String]) {
    self.init(frame: .zero)
    self.items = items
  }

  // MARK: Rows

  /// The words of the rows.
  public final var items: [String] = [] {
    didSet {
      selected = Swift.max(0, Swift.min(selected, items.count - 1))
      offset = Int64(selected) * rowStep
      setNeedsLayout()
    }
  }
  /// The chosen row; 0 at first. While the wheel turns it is the former one.
  public final var selectedRow: Int { selected }

  /// Chooses a row; calls no action. While the wheel is held, or turns, that is kept, and shown when it rests.
  ///
  /// - Parameters:
  ///   - row: held to those that there are.
  ///   - animated: whether the wheel turns there, or is there at once.
  public final func selectRow(_ row: Int, animated: Bool) {
    let row = Swift.max(0, Swift.min(row, items.count - 1))
    if isTracking || isEditing || spin != nil { return kept = row }
    selected = row
    if animated, let time = router?.now {
      turn(to: row, at: time, sendsValue: false)
    } else {
      show(Int64(row) * rowStep)
    }
  }

  private final var selected = 0
  private final var kept: Int?
  /// Whether Enter has begun the choice.
  public private(set) final var isEditing = false

  // MARK: Look

  private let ground = Layer(), band = Layer(), clip = Layer()
  /// The rows that show, in no order.
  private final var labels: [ControlText] = []
  private final var labelRows: [Int] = []
  private final var rowHeight: Fixed = 1

  /// How far row 0 has gone up from the middle, in 1/65536 point.
  private final var offset: Int64 = 0
  private final var rowStep: Int64 { Swift.max(65536, Int64(rowHeight.rawValue)) }
  private final var lastOffset: Int64 { Int64(Swift.max(0, items.count - 1)) * rowStep }

  /// Five rows, as wide as the longest word wants them.
  open override func sizeThatFits(_ size: Size) -> Size {
    var widest = millimetres(18)
    for item in items { widest = Swift.max(widest, ControlText.width(of: item, cap: labelCap, style) + labelCap * 2) }
    return Size(width: Swift.max(widest.snapped, size.width), height: (labelCap * 2.4).snapped * 5)
  }

  @usableFromInline
  override func layOutParts() {
    (ground.frame, ground.cornerRadius) = (bounds, ringRadius)
    let former = rowStep
    rowHeight = Swift.max(4, (labelCap * 2.4).snapped)
    offset = offset / former * rowStep
    let edge = style.edgeWidth
    clip.frame = bounds.insetBy(dx: edge, dy: edge)
    band.frame = Rect(x: edge, y: bounds.midY - rowHeight.halved, width: bounds.width - edge * 2, height: rowHeight)
    let count = (bounds.height / rowHeight).floor + 2
    while labels.count > count { labels.removeLast().removeFromSuperlayer() }
    while labels.count < count {
      let label = ControlText()
      labels.append(label)
      clip.addSublayer(label)
    }
    labelRows = Array(repeating: -1, count: labels.count)
    for label in labels {
      label.place(
        x: clip.bounds.midX, middle: 0, cap: labelCap, width: Swift.max(0, bounds.width - labelCap), style)
      // The middle of the capitals is its point.
      let metrics = label.font.metrics(size: label.fontSize)
      label.anchorPoint = Point(
        x: 0.5, y: (metrics.ascent - metrics.capHeight.halved) / Swift.max(1, label.bounds.height))
    }
    if spin == nil && !isTracking { offset = Int64(shownRow) * rowStep }
    show(offset)
  }

  /// Places the rows that show.
  private final func show(_ offset: Int64) {
    self.offset = offset
    if labels.isEmpty { return }
    let first = Int((offset - Int64(bounds.height.rawValue) / 2) / rowStep)
    for row in first..<first + labels.count {
      // Each row has a layer of its own until it is out of sight.
      let place = ((row % labels.count) + labels.count) % labels.count
      let label = labels[place]
      label.isHidden = !items.indices.contains(row)
      // Hiding it may have called the program.
      if !items.indices.contains(row) { continue }
      if labelRows[place] != row {
        labelRows[place] = row
        label.show(items[row])
      }
      let way = Fixed(rawValue: Int32(clamping: Int64(row) * rowStep - offset))
      label.position = Point(x: clip.bounds.midX, y: (clip.bounds.midY + way).snapped)
      let isChosen = way.magnitude < rowHeight.halved
      label.foregroundColor = !isEnabled ? style.faded(style.ink, on: style.surface) : isChosen ? style.ink : style.dim
    }
  }

  open override func appearanceChanged() {
    let style = style
    (ground.backgroundColor, band.backgroundColor) = (style.surface, isEnabled ? style.fill : nil)
    let isActive = isPending || isEditing
    ground.borderWidth = isActive ? 2 : style.edgeWidth
    ground.borderColor =
      !isEnabled ? style.faded(style.edge, on: style.surface) : isActive ? style.accent : style.edge
    (band.borderWidth, band.borderColor) = (isTracking || isEditing ? 1 : 0, style.accent)
    show(offset)
  }

  // MARK: Turning

  /// A movement from one place to another.
  private struct Spin {
    var from: Int64, to: Int64
    var begin: Int64, duration: Int64
    var sendsValue: Bool

    /// Ends slowly: by the cube of the rest.
    func offset(at time: Int64) -> Int64 {
      let rest = 65536 - Swift.max(0, Swift.min(65536, (time - begin) * 65536 / Swift.max(1, duration)))
      let cube = rest * rest / 65536 * rest / 65536
      // Far rows: below 2^46 of 2^16 parts.
      return to - (to - from) * cube / 65536
    }
  }

  private final var spin: Spin?
  private final var history = MotionHistory()
  private final var startOffset: Int64 = 0
  private final var start = Point.zero
  private final var isDragged = false
  /// Whether the finger that came down stopped the wheel.
  private final var wasTurning = false
  /// The row before keys turned it.
  private final var formerRow = 0
  private final var shownRow: Int { isEditing ? editedRow : selected }
  private final var editedRow = 0

  private final var router: TouchRouter? { layer.root.touchRouter }
  /// Nanoseconds between two places of a movement.
  private static var interval: Int64 { 16_666_667 }

  private final func turn(to row: Int, at time: Int64, sendsValue: Bool) {
    let to = Int64(row) * rowStep
    let way = Swift.min((to - offset).magnitude / UInt64(rowStep), 8)
    spin = Spin(
      from: offset, to: to, begin: time, duration: 200_000_000 + Int64(way) * 60_000_000, sendsValue: sendsValue)
    deadline = time + PickerWheel.interval
  }

  open override func deadlineReached(at time: Int64) {
    guard let spin else { return }
    if !isShown || time >= spin.begin + spin.duration { return rest() }
    show(spin.offset(at: time))
    deadline = Swift.min(time + PickerWheel.interval, spin.begin + spin.duration)
  }

  /// The wheel has come to a row.
  private final func rest() {
    guard let spin else { return }
    self.spin = nil
    deadline = nil
    show(spin.to)
    let row = Int(spin.to / rowStep)
    if spin.sendsValue && row != selected {
      selected = row
      sendActions(for: .valueChanged)
    }
    showKept()
  }

  private final func showKept() {
    guard let row = kept else { return }
    kept = nil
    selected = row
    show(Int64(row) * rowStep)
  }

  // MARK: Fingers

  open override func keepsDrag(isVertical: Bool) -> Bool { isEnabled && isVertical }

  open override func beginTracking(_ touch: Touch) -> Bool {
    endEditing(isMeant: false)
    if items.isEmpty { return false }
    wasTurning = spin != nil
    (spin, deadline) = (nil, nil)
    (start, startOffset, isDragged) = (touch.location(in: self), offset, false)
    history.start(GestureVector(x: 0, y: offset), at: touch.timestamp)
    return true
  }

  open override func continueTracking(_ touch: Touch) -> Bool {
    let way = touch.location(in: self).y - start.y
    if way.magnitude > pointsPerMillimetre { isDragged = true }
    if isDragged {
      // Half a row beyond the ends.
      let offset = startOffset - Int64(way.rawValue)
      show(Swift.max(-rowStep / 2, Swift.min(lastOffset + rowStep / 2, offset)))
      history.add(GestureVector(x: 0, y: self.offset), at: touch.timestamp)
    }
    return true
  }

  open override func endTracking(_ touch: Touch) {
    var target = offset
    if isDragged {
      history.lift(at: touch.timestamp)
      // As far as it would come in a quarter of a second.
      target += history.velocity.y / 4
    } else if !wasTurning && isTouchInside {
      target += Int64((touch.location(in: self).y - bounds.midY).rawValue)
    }
    let row = (Swift.max(0, Swift.min(lastOffset, target)) + rowStep / 2) / rowStep
    turn(to: Int(row), at: touch.timestamp, sendsValue: true)
  }

  open override func cancelTracking() {
    show(Int64(selected) * rowStep)
    showKept()
  }

  @usableFromInline
  final override var staysHighlighted: Bool { true }
  @usableFromInline
  override func activate() {}

  @usableFromInline
  override func interrupt() {
    super.interrupt()
    endEditing(isMeant: false)
    if let spin {
      (self.spin, deadline) = (
        Spin(from: spin.to, to: Int64(selected) * rowStep, begin: 0, duration: 1, sendsValue: false), nil
      )
    }
    rest()
  }

  // MARK: Keys

  private final func endEditing(isMeant: Bool) {
    if !isEditing { return }
    isEditing = false
    let row = isMeant ? editedRow : selected
    show(Int64(row) * rowStep)
    if row != selected {
      selected = row
      sendActions(for: .valueChanged)
    }
    sendActions(for: isMeant ? .editingDidEnd : .editingDidCancel)
    showKept()
    stateChanged()
  }

  open override func focusChanged(_ focus: FocusState) {
    if focus == .none { endEditing(isMeant: isShown) }
    super.focusChanged(focus)
  }

  open override func keyDown(_ press: KeyPress) -> Bool {
    switch press.key {
    case .enter, .space:
      if press.isRepeat || isPressed || items.isEmpty || !isEnabled { return true }
      if isEditing {
        endEditing(isMeant: true)
      } else {
        rest()
        (isEditing, editedRow) = (true, selected)
        stateChanged()
        sendActions(for: .editingDidBegin)
      }
      return true
    case .escape:
      let wasEditing = isEditing
      endEditing(isMeant: false)
      return wasEditing
    case .up, .left: return turned(by: -1)
    case .down, .right: return turned(by: 1)
    case .pageUp: return turned(by: -5)
    case .pageDown: return turned(by: 5)
    case .home: return turned(by: -items.count)
    case .end: return turned(by: items.count)
    default: return false
    }
  }

  open override func keyUp(_ press: KeyPress) {}

  open override func turned(by steps: Int) -> Bool {
    if !isEditing { return false }
    editedRow = Swift.max(0, Swift.min(items.count - 1, editedRow + steps))
    show(Int64(editedRow) * rowStep)
    return true
  }
}
