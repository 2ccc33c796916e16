// Stage: text. The places of lines in a layer, and of those without room.

extension TextLayer {
  /// Which side of the layer lines keep to.
  public enum AlignmentMode: UInt8, Hashable, Sendable {
    /// As the script is written: ``left``, for text runs left to right.
    case natural
    case left
    case right
    case center
    /// Both: the rest of a line's width is shared out among its spaces. The last line of a paragraph keeps to the left.
    case justified
  }
}

extension TextLayer {
  /// Where the lines of a text lie together between the layer's top and its bottom, as one sees them. Lines that are
  /// higher than the layer stand out at the other end, or at both alike.
  public enum VerticalAlignmentMode: UInt8, Hashable, Sendable {
    /// The first line's top is the layer's.
    case top
    case center
    /// The last line's bottom is the layer's.
    case bottom
  }
}

extension TextLayer {
  /// Where text that finds no room is cut, and shows an ellipsis instead: the font's, or three full stops if it has
  /// none; nothing where it has neither.
  public enum TruncationMode: UInt8, Hashable, Sendable {
    /// Nowhere, and without an ellipsis.
    case none
    /// The end of the text is kept.
    case start
    /// The beginning of the text is kept.
    case end
    /// Both are kept.
    case middle
  }
}
