// Stage: a panel. Input: records of a panel file and a place on the display. Output: where each of their elements lies.
// The same code runs on the device and in the tools: a preview equals the device's picture.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// How lengths of the description become points of the display.
struct PanelScale: Equatable {
  /// Points of the display for one point of the size that the panel was designed for.
  var factor: Fixed = 1
  /// Points of the display in a millimetre.
  var pointsPerMillimetre: Fixed = 5
  /// Whether nothing moves: a stack learns its size on a display of the designed size.
  var isMeasuring = false

  /// - Parameter whole: the length of the parent, the base of percent.
  /// - Returns: `nil` for a share of the rest, which only the parent knows.
  func points(_ length: (value: Fixed64, unit: LengthUnit), of whole: Fixed) -> Fixed? {
    let value = Fixed(length.value)
    switch length.unit {
    case .points: return value * factor
    case .millimetres: return value * pointsPerMillimetre
    case .percent: return value * (whole / 100)
    case .fraction: return nil
    }
  }
}

/// Tracks on one axis: known sizes, and shares of the rest.
struct TrackSizes {
  private var sizes: [Fixed] = []
  private var shares: [Fixed] = []
  private var offsets: [Fixed] = []
  private var gap: Fixed = 0

  /// - Parameters:
  ///   - lengths: one for each track; `nil` for one share of the rest.
  ///   - whole: the divided length, gaps included.
  ///   - needs: the size of a track without a length of its own, where it does not take a share.
  init(
    _ lengths: [PanelProperty?], whole: Fixed, gap: Fixed, _ scale: PanelScale,
    needs: (_ index: Int) -> Fixed? = { _ in nil }
  ) {
    self.gap = gap
    var left = whole
    if lengths.count > 1 { left -= gap * Fixed(lengths.count - 1) }
    var total: Fixed = 0
    for (index, length) in lengths.enumerated() {
      let known = length?.length.flatMap { scale.points($0, of: whole) }
      if let size = known ?? (length == nil ? needs(index) : nil) {
        sizes.append(Swift.max(0, size))
        shares.append(0)
        left -= Swift.max(0, size)
      } else {
        let share = Swift.max(0, Fixed(lengthShare(length)))
        sizes.append(0)
        shares.append(share)
        total += share
      }
    }
    // Sizes that are too large together shrink in proportion.
    if left < 0 {
      let wanted = sizes.reduce(0, +)
      let room = Swift.max(0, wanted + left)
      if wanted > 0 { for index in sizes.indices { sizes[index] = room * (sizes[index] / wanted) } }
    }
    left = Swift.max(0, left)
    // Ends, not sizes, are rounded to whole points, so that no rest is left.
    var (taken, end) = (Fixed(0), Fixed(0))
    for index in sizes.indices {
      let size = total > 0 && shares[index] > 0 ? left * (shares[index] / total) : sizes[index]
      offsets.append(Fixed((end + gap * Fixed(index)).rounded))
      taken = end
      end = taken + size
      sizes[index] = Fixed((end + gap * Fixed(index)).rounded) - offsets[index]
    }
  }

  var count: Int { sizes.count }

  /// Where tracks begin and how long they are together.
  func extent(_ first: Int, _ count: Int) -> (start: Fixed, length: Fixed) {
    if sizes.isEmpty || first >= sizes.count { return (0, 0) }
    let last = Swift.min(sizes.count, first + Swift.max(1, count)) - 1
    return (offsets[first], offsets[last] + sizes[last] - offsets[first])
  }
}

/// The share that a length asks for; one where it says nothing.
private func lengthShare(_ property: PanelProperty?) -> Fixed64 {
  guard let length = property?.length, length.unit == .fraction else { return 1 }
  return length.value
}
