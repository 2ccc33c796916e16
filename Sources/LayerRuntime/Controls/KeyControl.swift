// Stage: controls. Keys to tap: the part that the keypad and the keyboard have in common.

import FixedRaster
import SystemFiles

/// Rows of keys. The base of ``Keypad`` and ``Keyboard``.
///
/// A finger types the key that it is lifted on; a second finger types the first one's key at once. With keys and an encoder
/// a cursor goes from key to key, and Enter types the one under it.
open class KeyControl: Control {
  /// The use of a key.
  @usableFromInline
  enum Use: Equatable {
    case character(UInt8), backspace, shift, sign, cancel, enter
  }

  /// A key, and its width among those of its row.
  @usableFromInline
  struct Cap {
    var use: Use
    var title: String
    var width = 1
    var place = Rect.zero
  }

  /// The keys, row by row, and how many there are in each.
  private(set) final var caps: [Cap] = []
  private final var rowCounts: [Int] = []
  private final var grounds: [Layer] = []
  private final var labels: [ControlText] = []
  /// The sign of the key that takes a character away: fonts have it seldom.
  private let arrow = ShapeLayer()
  /// The key under the finger, and the one under the cursor of keys and encoders.
  private final var held: Int?
  private(set) final var cursor: Int?

  private static var delay: Int64 { 400_000_000 }
  private static var interval: Int64 { 125_000_000 }

  /// Has these keys from now on.
  final func setRows(_ rows: [[Cap]]) {
    caps = []
    rowCounts = []
    for row in rows {
      caps += row
      rowCounts.append(row.count)
    }
    (held, cursor) = (nil, nil)
    while grounds.count > caps.count {
      grounds.removeLast().removeFromSuperlayer()
      labels.removeLast().removeFromSuperlayer()
    }
    while grounds.count < caps.count {
      let (ground, label) = (Layer(), ControlText())
      grounds.append(ground)
      labels.append(label)
      addPart(ground)
      addPart(label)
    }
    addPart(arrow)
    setNeedsLayout()
  }

  /// Writes other words on the keys.
  final func setTitles(_ title: (Use) -> String) {
    for index in caps.indices {
      caps[index].title = title(caps[index].use)
      labels[index].show(caps[index].title)
    }
  }

  /// Places the keys.
  final func layOutKeys(in area: Rect) {
    let gap = Swift.max(2, millimetres(1))
    let rows = Fixed(Swift.max(1, rowCounts.count))
    let height = Swift.max(1, ((area.height - gap * (rows - 1)) / rows).snapped)
    var index = 0
    for (row, count) in rowCounts.enumerated() {
      var widths = 0
      for place in index..<index + count { widths += caps[place].width }
      var before = 0
      for place in index..<index + count {
        let left = ((area.width + gap).scaled(Int64(before), of: Int64(widths))).snapped
        before += caps[place].width
        let right = ((area.width + gap).scaled(Int64(before), of: Int64(widths))).snapped - gap
        caps[place].place = Rect(
          x: area.minX + left, y: area.minY + (height + gap) * Fixed(row), width: Swift.max(1, right - left),
          height: height)
        (grounds[place].frame, grounds[place].cornerRadius) = (caps[place].place, ringRadius)
        labels[place].show(caps[place].title)
        labels[place].place(
          x: caps[place].place.midX, middle: caps[place].place.midY, cap: labelCap,
          width: Swift.max(0, caps[place].place.width - 4), style)
      }
      index += count
    }
    layOutArrow()
  }

  private final func layOutArrow() {
    guard let place = place(of: .backspace) else { return }
    let (x, y) = (place.midX.snapped, place.midY.snapped)
    let (way, head) = ((labelCap * 0.8).snapped, (labelCap * 0.4).snapped)
    var path = Path(capacity: 8)
    path.move(to: Point(x: x + way, y: y))
    path.addLine(to: Point(x: x - way, y: y))
    path.move(to: Point(x: x - way + head, y: y - head))
    path.addLine(to: Point(x: x - way, y: y))
    path.addLine(to: Point(x: x - way + head, y: y + head))
    (arrow.frame, arrow.path, arrow.fillColor) = (bounds, path, nil)
    arrow.lineWidth = Swift.max(1.5, labelCap * 0.13)
  }

  open override func appearanceChanged() { for index in caps.indices { color(index) } }

  private final func color(_ index: Int) {
    let style = style
    let isUsable = isEnabled && canUse(caps[index].use)
    let isHeld = index == held
    let isMain = caps[index].use == .enter
    grounds[index].backgroundColor =
      !isUsable ? style.surface : isHeld ? style.pressedFill : isOn(caps[index].use) ? style.selection : style.fill
    grounds[index].borderWidth = index == cursor || isMain && isUsable ? 2 : style.edgeWidth
    grounds[index].borderColor =
      index == cursor
      ? style.ink : !isUsable ? style.faded(style.edge, on: style.surface) : isMain ? style.accent : style.edge
    labels[index].foregroundColor =
      !isUsable
      ? style.faded(style.ink, on: style.surface) : isOn(caps[index].use) && !isHeld ? style.selectedInk : style.ink
    if caps[index].use == .backspace { arrow.strokeColor = labels[index].foregroundColor }
  }

  /// The middle of the key of a use, in the control's coordinates; for tests and replays.
  final func place(of use: Use) -> Rect? { caps.first { $0.use == use }?.place }

  // MARK: Hooks

  /// Whether a key does something now.
  @usableFromInline
  func canUse(_ use: Use) -> Bool { true }
  /// Whether a key looks on.
  @usableFromInline
  func isOn(_ use: Use) -> Bool { false }
  /// Carries out a key.
  @usableFromInline
  func type(_ use: Use) {}
  /// Whether a key types again while it is held.
  @usableFromInline
  func repeats(_ use: Use) -> Bool { use == .backspace }

  // MARK: Fingers

  private final func key(at point: Point) -> Int? {
    let reach = millimetres(1)
    var index = 0
    while index < caps.count {
      if caps[index].place.insetBy(dx: -reach, dy: -reach).contains(point) && canUse(caps[index].use) { return index }
      index += 1
    }
    return nil
  }

  private final func hold(_ index: Int?, at time: Int64) {
    if index == held { return }
    let former = held
    held = index
    if let former, former < caps.count { color(former) }
    deadline = nil
    if let index {
      color(index)
      if repeats(caps[index].use) { deadline = time + KeyControl.delay }
    }
  }

  open override func touchesBegan(_ touch: Touch) {
    guard isTracking, let held else { return super.touchesBegan(touch) }
    // Two thumbs: the key of the first is typed, once the second holds one. What the action does may end the press.
    let (use, isTyped) = (caps[held].use, hasRepeated)
    follow(touch)
    hold(key(at: touch.location(in: self)), at: touch.timestamp)
    hasRepeated = false
    if !isTyped { type(use) }
  }

  open override func beginTracking(_ touch: Touch) -> Bool {
    moveCursor(to: nil)
    hold(key(at: touch.location(in: self)), at: touch.timestamp)
    return true
  }

  open override func continueTracking(_ touch: Touch) -> Bool {
    hold(key(at: touch.location(in: self)), at: touch.timestamp)
    return true
  }

  open override func endTracking(_ touch: Touch) {
    let index = key(at: touch.location(in: self))
    let hasRepeated = hasRepeated
    hold(nil, at: touch.timestamp)
    self.hasRepeated = false
    if let index, !hasRepeated || !repeats(caps[index].use) { type(caps[index].use) }
  }

  open override func cancelTracking() {
    hold(nil, at: 0)
    hasRepeated = false
  }

  private final var hasRepeated = false

  open override func deadlineReached(at time: Int64) {
    guard let held else { return }
    hasRepeated = true
    deadline = time + KeyControl.interval
    type(caps[held].use)
  }

  @usableFromInline
  override func activate() {}

  // MARK: The cursor

  final func moveCursor(to index: Int?) {
    let former = cursor
    cursor = index
    if let former, former < caps.count { color(former) }
    if let index { color(index) }
  }

  /// Moves the cursor along the keys; at first to the first key that can be used.
  final func moveCursor(by steps: Int) {
    if caps.isEmpty { return }
    var index = cursor ?? (steps < 0 ? 0 : -1)
    let way = steps < 0 ? -1 : 1
    for _ in 0..<Swift.min(steps.magnitude, 200) {
      for _ in caps.indices {
        index = (index + way + caps.count) % caps.count
        if canUse(caps[index].use) { break }
      }
    }
    moveCursor(to: index)
  }

  /// Moves the cursor to the nearest key above or below.
  final func moveCursor(down way: Int) {
    guard let cursor else { return moveCursor(by: 1) }
    let here = caps[cursor].place
    var best: (index: Int, distance: Fixed)?
    for index in caps.indices where canUse(caps[index].use) {
      let place = caps[index].place
      let isThere = way > 0 ? place.minY >= here.maxY : place.maxY <= here.minY
      if !isThere { continue }
      let distance = (place.midY - here.midY).magnitude * 4 + (place.midX - here.midX).magnitude
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    if let best { moveCursor(to: best.index) }
  }

  /// Types the key under the cursor.
  ///
  /// - Returns: whether there is one.
  final func typeAtCursor() -> Bool {
    guard let cursor else { return false }
    type(caps[cursor].use)
    return true
  }

  /// Moves the cursor by an arrow.
  ///
  /// - Returns: whether the key was one.
  final func moveCursor(by key: Key) -> Bool {
    switch key {
    case .left: moveCursor(by: -1)
    case .right: moveCursor(by: 1)
    case .up: moveCursor(down: -1)
    case .down: moveCursor(down: 1)
    default: return false
    }
    return true
  }
}
