import CLinux
import FixedRaster

/// The capacities of a compositor; taken once at the start. docs/limits.md has the behaviour beyond.
public struct CompositorCapacities: Hashable, Sendable {
  /// Layers in the tree, 1...1,000,000; those that find no place are not shown and are counted.
  public var layers: Int
  /// Glyphs that are kept as they were drawn, by each size and place in a quarter of a pixel; larger ones are drawn
  /// from their outlines each time.
  public var glyphs: GlyphCacheWorkspace
  /// Bytes of memory for contents that layers draw and for rasterized and filtered layers, four a pixel, and for
  /// shadows, one a pixel. A picture without room is not shown, and is counted.
  public var bitmapBytes: Int
  /// Bytes of memory for the coverage of shapes, rounded corners and borders that do not change, so that they need not
  /// be drawn from their paths again: about one for each pixel along a path. A shape without room is drawn from its
  /// path.
  public var coverageBytes: Int
  /// Bytes of memory for shapes that are drawn in several tiles in one frame, flattened and stroked: about twenty for
  /// each line of a stroke. A shape without room is flattened and stroked in each tile, and is counted.
  public var polygonBytes: Int
  /// Planes of ``TransformLayer``s and copies of ``ReplicatorLayer``s, one for each sublayer, 0...65,536; those that find
  /// no place are not shown, and are counted.
  public var planes: Int
  /// Threads that draw where much is damaged, the loop's own among them, 1...8. Each of them has ``glyphs`` and 300 kB
  /// of its own. The pixels are the same with any number.
  public var threads: Int
  /// Implicit animations at the same time, 0...65,536, of 400 bytes each; properties that find none change at once, and are
  /// counted.
  public var animations: Int
  /// Elements of lists that implicit animations may have; an eighth as many as all animate lists at the same time, for each of
  /// which memory for four is taken at the start. One that ``ReplicatorLayer/instanceDelay`` delays counts once more for each
  /// copy.
  static var mixedElements: Int { 64 }
  /// Damage of fewer tiles is drawn by one thread: waking another takes as long as drawing a few dozen of them.
  /// Internal for tests, in which displays are small.
  var leastTilesForThreads = 64

  /// - Parameters:
  ///   - layers: 1024, if not said.
  ///   - bitmapBytes: 8 MB, if not said; 1 GB at the most.
  ///   - coverageBytes: 1 MB, if not said; likewise.
  ///   - polygonBytes: 256 kB, if not said; likewise.
  ///   - glyphs: 310 kB for those of about 24 pixels, if not said.
  ///   - planes: 1024, if not said, which take 240 kB.
  ///   - animations: 128, if not said.
  ///   - threads: as many as the machine has processors, 4 at most, if not said.
  public init(
    layers: Int = 1024, bitmapBytes: Int = 8 << 20, coverageBytes: Int = 1 << 20, polygonBytes: Int = 1 << 18,
    glyphs: GlyphCacheWorkspace = GlyphCacheWorkspace(glyphs: 256, bytesPerGlyph: 1152), planes: Int = 1024,
    animations: Int = 128, threads: Int? = nil
  ) {
    self.animations = Swift.max(0, Swift.min(animations, 65_536))
    self.threads = Swift.max(1, threads.map { Swift.min(8, $0) } ?? Swift.min(4, Int(get_nprocs())))
    self.planes = Swift.max(0, Swift.min(planes, 65_536))
    self.layers = Swift.max(1, Swift.min(layers, 1_000_000))
    self.bitmapBytes = Self.bytes(bitmapBytes)
    self.coverageBytes = Self.bytes(coverageBytes)
    self.polygonBytes = Self.bytes(polygonBytes)
    self.glyphs = glyphs
  }

  /// At most 1 GB.
  private static func bytes(_ count: Int) -> Int { Swift.max(0, Swift.min(count, 1 << 30)) }
}
