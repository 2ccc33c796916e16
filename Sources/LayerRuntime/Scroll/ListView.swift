// Stage: scroll. A list of rows: its data, its places, its selection. ListView+Rows.swift brings rows into sight.

import FixedRaster

extension ListView {
  /// Where ``ListView/scrollToRow(at:at:animated:)`` puts a row.
  public enum ScrollPosition: UInt8, Hashable, Sendable {
    /// Wherever it is seen with the least movement.
    case none
    case top, middle, bottom
  }
}

/// A scroll view of rows, one below the other, that takes the memory of the rows in sight however many there are.
///
/// The ``dataSource`` says how many rows there are and makes those that come into sight; a row that leaves is used again.
/// The list places its rows itself.
///
/// A list may be longer than a ``FixedRaster/Point`` holds: the ``ScrollView/contentOffset`` and the
/// ``ScrollView/contentSize`` are then held to 32767.99998 points, while ``indicesForVisibleRows`` and
/// ``scrollToRow(at:at:animated:)`` go to the end.
open class ListView: ScrollView {
  // MARK: Data

  /// Says what rows there are. A ``View`` is not kept, and forgotten when it goes; another object is kept until the
  /// property is set to `nil`. Setting it reloads the list.
  public final var dataSource: (any ListViewDataSource)? {
    get { if let keptSource { keptSource } else if sourceView?.view != nil { unsafe sourceLink } else { nil } }
    set {
      let former = keptSource
      sourceView = (newValue as? View)?.reference
      unsafe sourceLink = sourceView == nil ? nil : newValue
      keptSource = sourceView == nil ? newValue : nil
      reloadData()
      withExtendedLifetime(former) {}
    }
  }
  private final var sourceView: ViewReference?
  private final unowned(unsafe) var sourceLink: (any ListViewDataSource)?
  private final var keptSource: (any ListViewDataSource)?

  /// Hears of presses; ``ScrollView/delegate`` hears of scrolling. Kept as ``dataSource`` is.
  public final var listDelegate: (any ListViewDelegate)? {
    get { if let keptDelegate { keptDelegate } else if delegateView?.view != nil { unsafe delegateLink } else { nil } }
    set {
      let former = keptDelegate
      delegateView = (newValue as? View)?.reference
      unsafe delegateLink = delegateView == nil ? nil : newValue
      keptDelegate = delegateView == nil ? newValue : nil
      withExtendedLifetime(former) {}
    }
  }
  private final var delegateView: ViewReference?
  private final unowned(unsafe) var delegateLink: (any ListViewDelegate)?
  private final var keptDelegate: (any ListViewDelegate)?

  /// The height of each row in points, held to 1 at least; 44 if not said. `nil` for rows of different heights: the data
  /// source is asked for each. Setting it reloads the list.
  public final var rowHeight: Fixed? = 44 { didSet { if rowHeight != oldValue { reloadData() } } }

  /// Asks the data source again for the number of rows and, where they differ, for the heights. The rows in sight are
  /// asked for before the next frame, and each is filled again where it lies: fingers on the list go on. Nothing stays
  /// selected.
  public final func reloadData() {
    selectedRow = nil
    staleRows += shownRows
    shownRows.removeAll(keepingCapacity: true)
    let source = dataSource
    heights = RowHeights(count: source?.numberOfRows(in: self) ?? 0, height: rowHeight) { [self] in heightOfRow($0) }
    listHeight = heights.total
    contentSize = Size(width: 0, height: Fixed(held: heights.total))
    limitsChanged()
    setNeedsLayout()
  }

  /// The number of rows at the last reload.
  public final var numberOfRows: Int { heights.count }

  final var heights = RowHeights(count: 0, height: 44) { _ in 44 }

  final func heightOfRow(_ index: Int) -> Fixed { dataSource?.listView(self, heightOfRow: index) ?? 44 }

  final func extent(of index: Int) -> (top: Int64, height: Int64) {
    heights.extent(of: index) { heightOfRow($0) }
  }

  // MARK: Rows

  /// The rows in sight and their numbers, in no order.
  final var shownRows: [ShownRow] = []
  /// Those that wait to be used again; hidden.
  final var spareRows: [ListRow] = []
  /// Those that were in sight before a reload, until they are filled again.
  final var staleRows: [ShownRow] = []
  /// The row that the data source is asked for.
  final var askedIndex: Int?
  final var isPlacingRows = false

  struct ShownRow {
    let index: Int
    let row: ListRow
  }

  /// The rows in sight, from the top down.
  public final var visibleRows: [ListRow] {
    layoutIfNeeded()
    return shownRows.sorted { $0.index < $1.index }.map { $0.row }
  }

  /// The numbers of the rows in sight, also of those seen in part; empty if there are none.
  public final var indicesForVisibleRows: Range<Int> {
    let (top, viewport) = (place.y, limits(.vertical).viewport)
    if viewport <= 0 || top >= heights.total || top + viewport <= 0 { return 0..<0 }
    guard let first = heights.row(at: top, { heightOfRow($0) }),
      let last = heights.row(at: top + viewport - 1, { heightOfRow($0) })
    else { return 0..<0 }
    return first..<Swift.max(first, last) + 1
  }

  /// The row that shows a number; `nil` if it is not in sight.
  public final func row(at index: Int) -> ListRow? {
    layoutIfNeeded()
    return shownRow(index)
  }

  final func shownRow(_ index: Int) -> ListRow? {
    for shown in shownRows where shown.index == index { return shown.row }
    return nil
  }

  /// The number of the row at a place; `nil` if there is none.
  ///
  /// - Parameter point: in the list's own coordinates, as ``Touch/location(in:)-(View)`` gives it.
  public final func indexForRow(at point: Point) -> Int? {
    let place = Int64(point.y.rawValue) + base.y
    if place < 0 || place >= heights.total { return nil }
    return heights.row(at: place) { heightOfRow($0) }
  }

  /// Where a row lies, in the list's own coordinates, as they are until the list scrolls; of rows far away held to the
  /// numbers of points. `nil` for a number without a row.
  ///
  /// - Parameter index: the row's number.
  public final func rectForRow(at index: Int) -> Rect? {
    if index < 0 || index >= heights.count { return nil }
    let extent = extent(of: index)
    return Rect(
      x: 0, y: Fixed(held: extent.top - base.y), width: bounds.size.width, height: Fixed(held: extent.height))
  }

  /// Scrolls to a row, and not beyond the limits. Nothing for a number without a row.
  ///
  /// - Parameters:
  ///   - index: the row's number.
  ///   - position: where in the view it comes to lie.
  ///   - animated: whether the list moves there, in 0.3 s.
  public final func scrollToRow(at index: Int, at position: ScrollPosition, animated: Bool) {
    if index < 0 || index >= heights.count { return }
    let (top, height) = extent(of: index)
    let limits = limits(.vertical)
    var target = place
    switch position {
    case .none: return reveal(AxisPair(place.x, top), AxisPair(0, height), animated)
    case .top: target.y = top - Int64(contentInset.top.rawValue)
    case .middle: target.y = top + height / 2 - limits.viewport / 2
    case .bottom: target.y = top + height - limits.viewport + Int64(contentInset.bottom.rawValue)
    }
    target.y = limits.held(target.y)
    scroll(to: target, animated)
  }

  // MARK: Selection

  /// Whether fingers press and select rows; true if not said.
  public final var allowsSelection = true
  /// The number of the selected row; `nil` for none. The program may set it; its delegate is not told.
  public final var selectedRow: Int? {
    didSet {
      if selectedRow == oldValue { return }
      if let oldValue { shownRow(oldValue)?.isSelected = false }
      if let selectedRow { shownRow(selectedRow)?.isSelected = true }
    }
  }

  /// The row that a finger presses.
  final var pressedRow: ListRow?

  final func mayPress(_ row: ListRow, _ index: Int) -> Bool {
    if !allowsSelection || pressedRow != nil { return false }
    return listDelegate?.listView(self, shouldHighlightRowAt: index) ?? true
  }

  final func press(_ index: Int) {
    selectedRow = index
    listDelegate?.listView(self, didSelectRowAt: index)
  }

  open override func layoutSublayers(of layer: Layer) {
    super.layoutSublayers(of: layer)
    placeRows()
  }
}
