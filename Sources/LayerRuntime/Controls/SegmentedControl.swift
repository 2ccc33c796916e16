// Stage: controls. A choice of a few, side by side; and the tabs of pages, which are one.

import FixedRaster
import SystemFiles

/// A field in parts, of which one is chosen: by a tap, or with the focus by Enter, arrows or the steps of an encoder, and
/// Enter again.
open class SegmentedControl: Control {
  /// The looks of the parts.
  @usableFromInline
  enum Look: UInt8 { case field, tabs }

  public override init(frame: Rect) {
    super.init(frame: frame)
    addPart(ground)
    addPart(held)
    addPart(chosen)
    addPart(bar)
  }

  public convenience init() { self.init(frame: .zero) }

  /// - Parameter items: the words of the parts.
  public convenience init(items: [String]) {
    self.init(frame: .zero)
    for item in items { insertSegment(withTitle: item, at: segments.count) }
  }

  /// ``selectedSegmentIndex`` where none is chosen.
  public static var noSegment: Int { -1 }

  private struct Segment {
    var title: String
    let label: ControlText
    var isEnabled = true
    var place = Rect.zero
  }

  private final var segments: [Segment] = []

  @usableFromInline
  var look: Look { .field }

  // MARK: Parts

  public final var numberOfSegments: Int { segments.count }

  /// The chosen part; ``noSegment`` at first. Others than those that there are mean none. Setting it calls no action.
  public final var selectedSegmentIndex: Int {
    get { selected }
    set {
      selected = segments.indices.contains(newValue) ? newValue : SegmentedControl.noSegment
      showSelection()
    }
  }

  /// Whether a part is let go of at once: no part stays chosen.
  public final var isMomentary = false

  /// - Parameters:
  ///   - title: the word of the part.
  ///   - index: its place among the others; an index outside of them means the nearest end.
  public final func insertSegment(withTitle title: String, at index: Int) {
    let place = Swift.max(0, Swift.min(index, segments.count))
    let label = ControlText()
    label.show(title)
    addPart(label)
    segments.insert(Segment(title: title, label: label), at: place)
    if selected >= place { selected += 1 }
    setNeedsLayout()
  }

  /// Nothing where there is none of that number.
  public final func removeSegment(at index: Int) {
    if !segments.indices.contains(index) { return }
    segments.remove(at: index).label.removeFromSuperlayer()
    if selected == index { selected = SegmentedControl.noSegment } else if selected > index { selected -= 1 }
    candidate = nil
    setNeedsLayout()
  }

  public final func titleForSegment(at index: Int) -> String? {
    segments.indices.contains(index) ? segments[index].title : nil
  }

  /// - Parameters:
  ///   - title: the new word.
  ///   - index: the part; nothing where there is none of that number.
  public final func setTitle(_ title: String, forSegmentAt index: Int) {
    if !segments.indices.contains(index) { return }
    segments[index].title = title
    segments[index].label.show(title)
    setNeedsLayout()
  }

  /// - Parameters:
  ///   - enabled: whether it can be chosen.
  ///   - index: the part; nothing where there is none of that number.
  public final func setEnabled(_ enabled: Bool, forSegmentAt index: Int) {
    if !segments.indices.contains(index) { return }
    segments[index].isEnabled = enabled
    stateChanged()
  }

  public final func isEnabledForSegment(at index: Int) -> Bool {
    segments.indices.contains(index) && segments[index].isEnabled
  }

  /// The area of a part, in the control's coordinates.
  final func place(ofSegment index: Int) -> Rect { segments[index].place }

  private final var selected = SegmentedControl.noSegment
  /// The part under the finger, or that the keys are at.
  private final var candidate: Int?
  /// Whether Enter has begun the choice.
  public private(set) final var isEditing = false

  // MARK: Look

  private let ground = Layer(), chosen = Layer(), held = Layer(), bar = Layer()

  /// As wide as the longest word wants all parts, and 9 mm high.
  open override func sizeThatFits(_ size: Size) -> Size {
    var widest = millimetres(9)
    for segment in segments {
      widest = Swift.max(widest, ControlText.width(of: segment.title, cap: labelCap, style) + labelCap * 2)
    }
    return Size(
      width: Swift.max(size.width, (widest * Fixed(segments.count)).snapped), height: millimetres(9))
  }

  @usableFromInline
  override func layOutParts() {
    (ground.frame, ground.cornerRadius) = (bounds, ringRadius)
    let count = Swift.max(1, segments.count)
    for index in segments.indices {
      // From one whole point to the next: neighbours touch.
      let left = (bounds.width.scaled(Int64(index), of: Int64(count))).snapped
      let right = (bounds.width.scaled(Int64(index + 1), of: Int64(count))).snapped
      segments[index].place = Rect(x: left, y: 0, width: right - left, height: bounds.height)
      let place = segments[index].place
      segments[index].label.place(
        x: place.midX, middle: bounds.midY, cap: labelCap, width: Swift.max(0, place.width - labelCap), style)
    }
    for part in [chosen, held] { part.cornerRadius = look == .field ? Swift.max(0, ringRadius - 2) : 0 }
    showSelection()
  }

  /// Moves the field and the bar to the chosen part.
  private final func showSelection() {
    let thick = Swift.max(look == .field ? 2 : 3, millimetres(0.6))
    chosen.isHidden = !segments.indices.contains(selected) || look == .tabs
    bar.isHidden = !segments.indices.contains(selected)
    if segments.indices.contains(selected) {
      let place = segments[selected].place
      chosen.frame = place.insetBy(dx: 2, dy: 2)
      let inset = look == .field ? (place.width * 0.3).snapped : (place.width * 0.12).snapped
      bar.frame = Rect(
        x: place.minX + inset, y: bounds.height - thick - (look == .field ? 4 : 0), width: place.width - inset * 2,
        height: thick)
    }
    stateChanged()
  }

  open override func appearanceChanged() {
    let style = style
    let isField = look == .field
    ground.backgroundColor = !isField ? nil : isEnabled ? style.fill : style.surface
    ground.borderWidth = !isField ? 0 : isPending || isEditing ? 2 : style.edgeWidth
    ground.borderColor =
      !isEnabled
      ? style.faded(style.edge, on: style.surface) : isPending || isEditing ? style.accent : style.edge
    chosen.backgroundColor = isEnabled ? style.selection : style.faded(style.selection, on: style.surface)
    bar.backgroundColor = isField ? style.selectedInk : style.accent
    if let candidate, candidate != selected, segments.indices.contains(candidate) {
      held.isHidden = false
      held.frame = segments[candidate].place.insetBy(dx: 2, dy: 2)
    } else {
      held.isHidden = true
    }
    held.backgroundColor = style.pressedFill
    for index in segments.indices {
      let isChosen = index == selected
      let ink =
        isChosen ? isField ? style.selectedInk : style.ink : isField || index == candidate ? style.ink : style.dim
      segments[index].label.foregroundColor =
        isEnabled && segments[index].isEnabled ? ink : style.faded(style.ink, on: style.surface)
    }
  }

  // MARK: Fingers

  private final func segment(at point: Point) -> Int? {
    if segments.isEmpty || bounds.isEmpty { return nil }
    var index = 0
    while index + 1 < segments.count && point.x >= segments[index].place.maxX { index += 1 }
    return segments[index].isEnabled ? index : nil
  }

  private final func aim(at index: Int?) {
    if index == candidate { return }
    candidate = index
    stateChanged()
  }

  open override func beginTracking(_ touch: Touch) -> Bool {
    cancelEditing()
    aim(at: segment(at: touch.location(in: self)))
    return true
  }

  open override func continueTracking(_ touch: Touch) -> Bool {
    aim(at: isTouchInside ? segment(at: touch.location(in: self)) : nil)
    return true
  }

  open override func endTracking(_ touch: Touch) {
    let wanted = isTouchInside ? segment(at: touch.location(in: self)) : nil
    aim(at: nil)
    if let wanted { choose(wanted) }
  }

  open override func cancelTracking() { aim(at: nil) }

  @usableFromInline
  override func activate() {}

  private final func choose(_ index: Int) {
    if index == selected && !isMomentary { return }
    selected = index
    showSelection()
    sendActions(for: .valueChanged)
    if isMomentary {
      selected = SegmentedControl.noSegment
      showSelection()
    }
  }

  // MARK: Keys

  private final func cancelEditing() {
    if !isEditing { return }
    isEditing = false
    aim(at: nil)
    stateChanged()
    sendActions(for: .editingDidCancel)
  }

  @usableFromInline
  override func interrupt() {
    super.interrupt()
    cancelEditing()
  }

  open override func focusChanged(_ focus: FocusState) {
    if focus == .none { cancelEditing() }
    super.focusChanged(focus)
  }

  open override func keyDown(_ press: KeyPress) -> Bool {
    switch press.key {
    case .enter, .space:
      if press.isRepeat || isPressed || segments.isEmpty { return true }
      let wanted = candidate
      isEditing.toggle()
      if isEditing {
        aim(at: Swift.max(0, selected))
        sendActions(for: .editingDidBegin)
      } else {
        aim(at: nil)
        if let wanted { choose(wanted) }
        sendActions(for: .editingDidEnd)
      }
      stateChanged()
      return true
    case .escape:
      let wasEditing = isEditing
      cancelEditing()
      return wasEditing
    case .left, .up: return turned(by: -1)
    case .right, .down: return turned(by: 1)
    default: return false
    }
  }

  open override func keyUp(_ press: KeyPress) {}

  open override func turned(by steps: Int) -> Bool {
    if !isEditing { return false }
    var index = candidate ?? Swift.max(0, selected)
    let way = steps < 0 ? -1 : 1
    for _ in 0..<Swift.min(steps.magnitude, 100) {
      var next = index + way
      while segments.indices.contains(next) && !segments[next].isEnabled { next += way }
      if segments.indices.contains(next) { index = next }
    }
    aim(at: index)
    return true
  }
}

/// The tabs of a ``PageView``: words side by side, the chosen one with a bar below it.
open class TabBar: SegmentedControl {
  @usableFromInline
  final override var look: Look { .tabs }
}
