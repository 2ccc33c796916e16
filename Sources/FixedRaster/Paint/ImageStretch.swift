// Stage: paint. Input: where the nine parts of a stretched image lie in a plane. Output: the image's place for each
// place of the plane. One paint for all parts, so that there are no edges between them to be smoothed.

/// How an image is stretched in parts along both axes.
public struct ImageStretch {
  /// One part of an axis: from the plane's coordinates to pixels of the image.
  public struct Part {
    let scale, move: Coefficient

    /// - Parameters:
    ///   - scale: pixels of the image in a point.
    ///   - move: the pixel at the plane's origin, if the part reached so far.
    public init(scale: Coefficient, move: Coefficient) { (self.scale, self.move) = (scale, move) }
  }

  /// Three parts of an axis, each of which begins where the one before ends.
  public struct Axis {
    /// Where the middle part begins, and where it ends, in points.
    let first, last: Coefficient
    let before, middle, after: Part

    public init(first: Fixed, last: Fixed, before: Part, middle: Part, after: Part) {
      (self.first, self.last) = (Coefficient(first), Coefficient(last))
      (self.before, self.middle, self.after) = (before, middle, after)
    }

    func place(_ value: Int64) -> Int64 {
      let place = Coefficient(rawValue: value)
      let part = place < first ? before : place < last ? middle : after
      // Held far below where sums of a few would not fit any more.
      return Swift.max(-1 &<< 61, Swift.min(1 &<< 61, (place * part.scale + part.move).rawValue))
    }
  }

  let columns, rows: Axis

  public init(columns: Axis, rows: Axis) { (self.columns, self.rows) = (columns, rows) }

  func place(_ position: ImagePosition) -> ImagePosition {
    ImagePosition(u: columns.place(position.u), v: rows.place(position.v))
  }
}
