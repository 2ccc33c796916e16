// Stage: instruments. Sizes that a whole panel has in common.
import FixedRaster
import LayerRuntime

extension Instrument {
  /// A length of letters, tracks or marks, held to the least that can be seen and to the most that a panel of 480 points has:
  /// on a larger display that grows.
  final func scaled(_ length: Fixed, _ least: Fixed, _ most: Fixed) -> Fixed {
    length.held(least, most * Swift.max(1, measure))
  }

  /// The largest of the page's sizes that is no larger than a height, and no larger than the neighbours': each is a quarter
  /// larger than the one before, from 14 minutes of arc at 70 cm on a display of 7 inches.
  final func pageSize(_ height: Fixed) -> Fixed {
    var size = Swift.max(8, measure * 15)
    if height >= size { while size * 1.25 <= height { size = size * 1.25 } } else { size = height }
    roomyCapHeight = size
    return Swift.min(size, agreedCapHeight ?? size).whole
  }
}
