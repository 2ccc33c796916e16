// Stage: a panel. The elements of a page, and their places.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// An instrument, or a container of some.
final class PanelElement {
  let record: PanelRecord
  /// `nil` for a container. Children of an instrument are its parts.
  let instrument: Instrument?
  /// In the order in which they are drawn.
  let children: [PanelElement]
  /// Of a part of the page that scrolls: it holds the layers of all instruments in it.
  let scroll: ScrollView?
  /// Whether it is shown; the signal of ``PropertyKey/visible`` says so where there is one.
  var isVisible = true
  /// Of a stack: its size on a display of the designed size; `nil` where the present one is as wide for its height.
  var designedSize: Size?

  /// Whether it is shown while its condition was never heard, or is old.
  let showsUnknown: Bool

  /// - Parameter isStacked: whether others lie in its place.
  init(_ record: PanelRecord, instrument: Instrument?, children: [PanelElement], isStacked: Bool = false) {
    (self.record, self.instrument, self.children) = (record, instrument, children)
    scroll = record.kind == .scroll ? ScrollView() : nil
    showsUnknown = record.choice(.unknown).map { $0 == 1 } ?? !isStacked
  }

  /// Calls `visit` for this element and all in it.
  func forEach(_ visit: (PanelElement) -> Void) {
    visit(self)
    for child in children { child.forEach(visit) }
  }

  /// Gives a layer the layers of all instruments, those of a part that scrolls by its view.
  func addLayers(to layer: Layer) {
    if let instrument { layer.addSublayer(instrument) }
    if let scroll { layer.addSublayer(scroll.layer) }
    for child in children {
      if let instrument, let part = child.instrument {
        instrument.addPart(part)
      } else {
        child.addLayers(to: scroll?.layer ?? layer)
      }
    }
  }

  /// Scrolls to where the same part of the page was in another language or in other units.
  func takeOver(_ former: PanelElement) {
    if let scroll, let place = former.scroll?.contentOffset { scroll.contentOffset = place }
    for (child, other) in zip(children, former.children) { child.takeOver(other) }
  }

  // MARK: Layout

  /// Gives the element a place in its page, and those in it their parts of it.
  /// - Parameter isShown: false where its container is hidden.
  func place(_ rect: Rect, isShown: Bool, _ scale: PanelScale) {
    let isShown = isShown && isVisible
    if let instrument {
      if scale.isMeasuring { return }
      instrument.isHidden = !isShown
      instrument.panelScale = scale
      if instrument.frame != rect { instrument.frame = rect }
      for child in children { child.place(Rect(origin: .zero, size: rect.size), isShown: true, scale) }
      return
    }
    switch record.kind {
    case .grid: placeGrid(rect, isShown, scale)
    case .row: placeStrip(rect, isShown, scale, alongX: true)
    case .column: placeStrip(rect, isShown, scale, alongX: false)
    case .scroll: placeScroll(rect, isShown, scale)
    default:
      if scale.isMeasuring { designedSize = rect.size }
      let room = stackRoom(rect, scale)
      for child in children { child.place(child.freePlace(in: room, scale), isShown: isShown, scale) }
    }
  }

  /// The room of a stack: all that it gets, but one with places in points keeps the shape that it was designed for, in the middle.
  private func stackRoom(_ rect: Rect, _ scale: PanelScale) -> Rect {
    guard let designedSize, !scale.isMeasuring, children.contains(where: { $0.liesInPoints }) else { return rect }
    let width = Swift.min(rect.width, Fixed((designedSize.width * scale.factor).rounded))
    let height = Swift.min(rect.height, Fixed((designedSize.height * scale.factor).rounded))
    return Rect(
      x: rect.minX + Fixed(half(rect.width - width).rounded), y: rect.minY + Fixed(half(rect.height - height).rounded),
      width: width, height: height)
  }

  /// Whether its place is so many points from the corner of its stack, beside others that are too.
  private var liesInPoints: Bool {
    record[.left]?.length?.unit == .points || record[.top]?.length?.unit == .points
  }

  private func gap(_ scale: PanelScale, of whole: Fixed) -> Fixed {
    guard let length = record[.gap]?.length else { return 8 * scale.factor }
    return scale.points(length, of: whole) ?? 0
  }

  private func placeGrid(_ rect: Rect, _ isShown: Bool, _ scale: PanelScale) {
    var (columns, rows): ([PanelProperty?], [PanelProperty?]) = ([], [])
    for entry in record.children(.entry) {
      if entry.flag(.isRow) == true { rows.append(entry[.length]) } else { columns.append(entry[.length]) }
    }
    let across = TrackSizes(columns, whole: rect.width, gap: gap(scale, of: rect.width), scale)
    let down = TrackSizes(rows, whole: rect.height, gap: gap(scale, of: rect.height), scale)
    for child in children {
      let x = across.extent(child.record.choice(.gridColumn) ?? 0, child.record.choice(.columnSpan) ?? 1)
      let y = down.extent(child.record.choice(.gridRow) ?? 0, child.record.choice(.rowSpan) ?? 1)
      child.place(
        Rect(x: rect.minX + x.start, y: rect.minY + y.start, width: x.length, height: y.length), isShown: isShown, scale
      )
    }
  }

  /// In a strip a hidden element gives its place to the others, but for those of a bar that keep theirs.
  private func placeStrip(
    _ rect: Rect, _ isShown: Bool, _ scale: PanelScale, alongX: Bool,
    isPlaced: (PanelElement) -> Bool = { $0.isVisible }, needs: (PanelElement) -> Fixed? = { _ in nil }
  ) {
    let shown = children.filter(isPlaced)
    let whole = alongX ? rect.width : rect.height
    let sizes = TrackSizes(
      shown.map { $0.record[alongX ? .width : .height] }, whole: whole, gap: gap(scale, of: whole), scale,
      needs: { needs(shown[$0]) })
    for index in shown.indices {
      let (start, length) = sizes.extent(index, 1)
      shown[index].place(
        alongX
          ? Rect(x: rect.minX + start, y: rect.minY, width: length, height: rect.height)
          : Rect(x: rect.minX, y: rect.minY + start, width: rect.width, height: length), isShown: isShown, scale)
    }
    for child in children where !isPlaced(child) { child.place(rect, isShown: false, scale) }
  }

  /// Elements keep the heights that they are given, whatever is seen of them.
  private func placeScroll(_ rect: Rect, _ isShown: Bool, _ scale: PanelScale) {
    let gap = gap(scale, of: rect.height).whole
    var end: Fixed = 0
    for child in children {
      let height = (child.record[.height]?.length.flatMap { scale.points($0, of: rect.height) } ?? rect.height / 3)
        .whole
      if child.isVisible && end > 0 { end += gap }
      child.place(Rect(x: 0, y: end, width: rect.width, height: Swift.max(0, height)), isShown: isShown, scale)
      if child.isVisible { end += Swift.max(0, height) }
    }
    guard let scroll, !scale.isMeasuring else { return }
    (scroll.frame, scroll.isHidden) = (rect, !isShown)
    scroll.contentSize = Size(width: rect.width, height: end)
  }

  // MARK: Parts of a bar

  /// The width of an element that takes what its contents need; `nil` for a share.
  private func barWidth(_ height: Fixed, _ scale: PanelScale) -> Fixed? {
    if let length = record[.width]?.length { return length.unit == .percent ? nil : scale.points(length, of: 0) }
    guard let instrument else { return nil }
    if !scale.isMeasuring { instrument.panelScale = scale }
    return instrument.barWidth(height)
  }

  /// What the part needs at least, gaps included, and the weight of its share of the rest.
  func barNeed(_ height: Fixed, _ scale: PanelScale) -> (width: Fixed, weight: Int) {
    let shown = children.filter { $0.isPlacedInBar }
    var (width, weight): (Fixed, Int) = (gap(scale, of: 0) * Fixed(Swift.max(0, shown.count - 1)), 0)
    for child in shown {
      if let need = child.barWidth(height, scale) { width += need } else { weight += child.barWeight }
    }
    return (width, weight)
  }

  /// Whether it has a place in its bar: one with a width of its own keeps it, so that a lamp that blinks moves nothing.
  private var isPlacedInBar: Bool {
    guard !isVisible, let unit = record[.width]?.length?.unit else { return isVisible }
    return unit == .points || unit == .millimetres
  }

  private var barWeight: Int {
    instrument?.barWeight ?? Swift.max(6, children.reduce(0) { $0 + $1.barWeight })
  }

  /// Gives the part its place in the bar.
  func placeInBar(_ rect: Rect, _ scale: PanelScale) {
    placeStrip(
      rect, true, scale, alongX: true, isPlaced: { $0.isPlacedInBar }, needs: { $0.barWidth(rect.height, scale) })
  }

  /// The element's own place within its container; all of it without one.
  private func freePlace(in rect: Rect, _ scale: PanelScale) -> Rect {
    func length(_ key: PropertyKey, _ whole: Fixed) -> Fixed? {
      record[key]?.length.flatMap { scale.points($0, of: whole) }.map { Fixed($0.rounded) }
    }
    let (width, height) = (length(.width, rect.width), length(.height, rect.height))
    let size = Size(width: width ?? rect.width, height: height ?? rect.height)
    // Without a place of its own it lies in the middle, at a side or in a corner: three times three of them.
    let anchor = record.choice(.anchor) ?? 4
    let (column, row) = (Fixed(Swift.min(2, anchor % 3)), Fixed(Swift.min(2, anchor / 3)))
    let left = length(.left, rect.width) ?? Fixed((half(rect.width - size.width) * column).rounded)
    let top = length(.top, rect.height) ?? Fixed((half(rect.height - size.height) * row).rounded)
    return Rect(x: rect.minX + left, y: rect.minY + top, width: size.width, height: size.height)
  }
}
