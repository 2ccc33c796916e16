// Stage: mesh. Triangles in space, made ready once to be drawn on any number of tiles, in memory that the caller owns.

/// Triangles to be drawn together. Which pixels they cover is decided at pixel centres: their edges are not smooth, so
/// that triangles side by side neither overlap nor let through what lies behind. Planes with smooth edges are drawn
/// with ``Canvas/draw(_:transform:sampling:wrap:opacity:mode:depth:)``.
///
/// Both sides of a triangle show. What lies behind the viewer or beyond ±8192 pixels is cut away.
@safe
public struct Mesh {
  public let capacity: Int
  /// Triangles of which something can be seen.
  public private(set) var count = 0
  /// How many triangles were left out, for want of room or because an index of theirs led nowhere.
  public private(set) var overflow = 0
  /// The device pixels that the triangles span.
  public private(set) var bounds = PixelRect.empty
  private let triangles: UnsafeMutablePointer<MeshTriangle>

  /// How many bytes a mesh of so many triangles takes.
  public static func byteCount(capacity: Int) -> Int { capacity &* MemoryLayout<MeshTriangle>.stride }
  /// What the memory must be aligned to.
  public static var alignment: Int { 8 }

  /// - Parameters:
  ///   - memory: ``byteCount(capacity:)`` bytes aligned to ``alignment``, the mesh's alone while it is used.
  ///   - capacity: how many triangles there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, capacity: Int) {
    self.capacity = Swift.max(0, capacity)
    unsafe triangles = memory.bindMemory(to: MeshTriangle.self, capacity: self.capacity)
  }

  public mutating func removeAll() {
    (count, overflow, bounds) = (0, 0, .empty)
  }

  /// Adds a triangle. One that cannot be seen takes no room.
  ///
  /// - Parameters:
  ///   - a: a corner.
  ///   - b: another.
  ///   - c: the third.
  ///   - transform: from the vertices' space to device pixels; greater z is nearer.
  @export(interface)
  public mutating func append(_ a: MeshVertex, _ b: MeshVertex, _ c: MeshVertex, transform: Transform3D) {
    guard let triangle = MeshTriangle(a, b, c, transform) else { return }
    if count == capacity {
      overflow &+= 1
      return
    }
    unsafe (triangles + count).initialize(to: triangle)
    count &+= 1
    bounds = bounds.union(triangle.bounds)
  }

  /// Adds a quadrilateral, its corners in order around it, as two triangles on either side of the line from `a` to `c`.
  @export(interface)
  public mutating func append(
    _ a: MeshVertex, _ b: MeshVertex, _ c: MeshVertex, _ d: MeshVertex, transform: Transform3D
  ) {
    append(a, b, c, transform: transform)
    append(a, c, d, transform: transform)
  }

  /// Adds a triangle for every three indices.
  @export(interface)
  public mutating func append(_ vertices: Span<MeshVertex>, indices: Span<UInt16>, transform: Transform3D) {
    var i = 0
    while i &+ 3 <= indices.count {
      let (a, b, c) = (Int(indices[i]), Int(indices[i &+ 1]), Int(indices[i &+ 2]))
      if Swift.max(Swift.max(a, b), c) < vertices.count {
        append(vertices[a], vertices[b], vertices[c], transform: transform)
      } else {
        overflow &+= 1
      }
      i &+= 3
    }
  }

  /// The triangle `index`, which must be in `0..<count`.
  subscript(index: Int) -> MeshTriangle { unsafe triangles[index] }
}
