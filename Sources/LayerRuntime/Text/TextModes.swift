// Stage: text. How lines lie in a layer and what becomes of those that find no room.

/// Which side of the layer lines keep to.
public enum TextLayerAlignmentMode: UInt8, Hashable, Sendable {
  /// As the script is written: ``left``, for text runs left to right.
  case natural
  case left
  case right
  case center
  /// Both: what a line lacks is shared out among its spaces. The last line of a paragraph keeps to the left.
  case justified
}

/// Where text that finds no room is cut, and shows an ellipsis instead.
public enum TextLayerTruncationMode: UInt8, Hashable, Sendable {
  /// Nowhere, and without an ellipsis.
  case none
  /// The end of the text is kept.
  case start
  /// The beginning of the text is kept.
  case end
  /// Both are kept.
  case middle
}
