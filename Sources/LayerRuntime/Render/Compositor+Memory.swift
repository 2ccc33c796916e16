// Stage: render. How full a compositor's memory is.

extension Compositor {
  /// Bytes in use by drawn contents of layers.
  public var bitmapBytesUsed: Int { drawing?.pool.used ?? 0 }

  /// Bytes in use by the coverage of paths that do not change.
  public var coverageBytesUsed: Int { drawing?.coverage.used ?? 0 }

  /// Bytes in use by the flattened and stroked shapes of the last frame.
  public var polygonBytesUsed: Int { drawing?.polygons.used ?? 0 }
}
