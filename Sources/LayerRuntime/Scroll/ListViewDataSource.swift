import FixedRaster

/// Says what rows a ``ListView`` has.
public protocol ListViewDataSource: AnyObject {
  /// How many rows there are; held to 0...16,777,216. Asked by ``ListView/reloadData()``.
  func numberOfRows(in list: ListView) -> Int

  /// A row that shows number `index`. Take one of ``ListView/dequeueReusableRow(withIdentifier:)``, and make one where
  /// there is none.
  ///
  /// - Parameters:
  ///   - list: the view.
  ///   - index: 0 up to the number of rows.
  func listView(_ list: ListView, rowAt index: Int) -> ListRow

  /// The height of a row in points, held to 1 at least. Asked where ``ListView/rowHeight`` is `nil`: of all rows by
  /// ``ListView/reloadData()``, and of some again while the list scrolls. The answers are the same until the next
  /// reload. 44 if not implemented.
  ///
  /// - Parameters:
  ///   - list: the view.
  ///   - index: 0 up to the number of rows.
  func listView(_ list: ListView, heightOfRow index: Int) -> Fixed
}

extension ListViewDataSource {
  public func listView(_ list: ListView, heightOfRow index: Int) -> Fixed { 44 }
}

/// Hears of the rows of a ``ListView``. Each method may be left out.
public protocol ListViewDelegate: AnyObject {
  /// Whether a finger may press a row; yes if not implemented.
  ///
  /// - Parameters:
  ///   - list: the view.
  ///   - index: the row's number.
  func listView(_ list: ListView, shouldHighlightRowAt index: Int) -> Bool

  /// A finger has selected a row; also one that was selected before.
  ///
  /// - Parameters:
  ///   - list: the view.
  ///   - index: the row's number.
  func listView(_ list: ListView, didSelectRowAt index: Int)
}

extension ListViewDelegate {
  public func listView(_ list: ListView, shouldHighlightRowAt index: Int) -> Bool { true }

  public func listView(_ list: ListView, didSelectRowAt index: Int) {}
}
