import FixedRaster

/// Hears of a ``ScrollView``. Each method may be left out. A method may change anything, the view's place too.
public protocol ScrollViewDelegate: AnyObject {
  /// The ``ScrollView/contentOffset`` has changed: by a finger, by a movement, or by the program.
  func scrollViewDidScroll(_ scrollView: ScrollView)

  /// A finger begins to drag.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)

  /// The finger that drags is about to let go.
  ///
  /// - Parameters:
  ///   - scrollView: the view.
  ///   - velocity: the content's, in points a second: positive where the offset grows.
  ///   - targetContentOffset: where the view will come to rest. Another point, which is held to the content, is where it
  ///     goes instead.
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point)

  /// The finger that dragged has let go.
  ///
  /// - Parameters:
  ///   - scrollView: the view.
  ///   - decelerate: whether the view moves on by itself.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool)

  /// The view begins to move by itself after a finger. ``scrollViewDidEndDecelerating(_:)`` follows once.
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)

  /// The view has come to rest, or a finger or the program has stopped it.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)

  /// A movement by ``ScrollView/setContentOffset(_:animated:)`` is over, or something has stopped it.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}

  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}

  public func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {}

  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {}

  public func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {}

  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}

  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
}
