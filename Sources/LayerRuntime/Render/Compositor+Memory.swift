// Stage: render. How full a compositor's memory is.

extension Compositor {
  /// Bytes in use by what layers have drawn.
  public var bitmapBytesUsed: Int { drawing?.pool.used ?? 0 }

  /// Bytes in use by the coverage of paths that do not change.
  public var coverageBytesUsed: Int { drawing?.coverage.used ?? 0 }

  /// Bytes in use by the flattened and stroked shapes of the last frame.
  public var polygonBytesUsed: Int { drawing?.polygons.used ?? 0 }

  /// How many times a shape found no room for them and was flattened and stroked in each tile, since the start.
  public var polygonOverflow: Int { drawing?.polygons.refused ?? 0 }

  /// How many times a layer found no room for what it draws, since the start.
  public var bitmapOverflow: Int { drawing?.pool.refused ?? 0 }
}
