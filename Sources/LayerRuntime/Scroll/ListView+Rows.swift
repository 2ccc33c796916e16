// Stage: scroll. Input: the place of a list. Output: the rows that are seen there, made of those that have left.

import FixedRaster
import SystemFiles

extension ListView {
  /// A row that is not in sight any more, to be filled again; `nil` if there is none. To be called by the data source.
  ///
  /// - Parameter identifier: as of ``ListRow/init(reuseIdentifier:)``.
  public final func dequeueReusableRow(withIdentifier identifier: String = "") -> ListRow? {
    // After a reload a row is filled again where it lies.
    for i in staleRows.indices
    where staleRows[i].index == askedIndex && haveSameBytes(staleRows[i].row.reuseIdentifier, identifier) {
      let row = staleRows.remove(at: i).row
      row.prepareForReuse()
      return row
    }
    for i in spareRows.indices.reversed() where haveSameBytes(spareRows[i].reuseIdentifier, identifier) {
      let row = spareRows.remove(at: i)
      row.prepareForReuse()
      return row
    }
    return nil
  }

  /// Takes rows out of sight, then brings in those that are missing.
  final func placeRows() {
    if isPlacingRows { return setNeedsLayout() }
    isPlacingRows = true
    let wanted = indicesForVisibleRows
    var i = shownRows.count
    while i > 0 {
      i -= 1
      // A row that is hidden may call the program.
      if i >= shownRows.count || wanted.contains(shownRows[i].index) { continue }
      leave(shownRows.remove(at: i).row)
    }
    // Nor is a row kept for a place that there is no more.
    leaveStaleRows { !wanted.contains($0) }
    layRows()
    for index in wanted where shownRow(index) == nil {
      if index >= heights.count { break }
      add(index)
    }
    leaveStaleRows { _ in true }
    isPlacingRows = false
  }

  private final func leaveStaleRows(_ isMeant: (Int) -> Bool) {
    var i = staleRows.count
    while i > 0 {
      i -= 1
      if i < staleRows.count, isMeant(staleRows[i].index) { leave(staleRows.remove(at: i).row) }
    }
  }

  private final func add(_ index: Int) {
    let outer = exchange(&askedIndex, with: index)
    let asked = dataSource?.listView(self, rowAt: index)
    askedIndex = outer
    guard let row = asked else { return }
    // One that the program hands out a second time leaves its former place.
    shownRows.removeAll { $0.row === row }
    staleRows.removeAll { $0.row === row }
    spareRows.removeAll { $0 === row }
    row.index = index
    row.isSelected = index == selectedRow
    if row.superview !== self { addSubview(row) }
    lay(row, index)
    row.isHidden = false
    shownRows.append(ShownRow(index: index, row: row))
  }

  /// Puts the rows in sight at their places in the list's own coordinates.
  final func layRows() { for shown in shownRows { lay(shown.row, shown.index) } }

  private final func lay(_ row: ListRow, _ index: Int) { if let rect = rectForRow(at: index) { row.frame = rect } }

  /// Takes a row out of sight, for another use.
  final func leave(_ row: ListRow) {
    row.leave()
    if row.superview === self { spareRows.append(row) }
  }
}
