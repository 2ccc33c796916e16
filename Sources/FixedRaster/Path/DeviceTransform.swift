// Stage: path. Input: how a plane of points is seen. Output: which way its paths take to the device.

/// From a path's points to device pixels: in the display's plane or, of a plane that is tilted, in perspective, as far
/// as it lies before the viewer.
///
/// Made once and used for as many paths as lie in the plane. Which of the two it is, is asked once a path.
public struct DeviceTransform: Hashable, Sendable {
  let way: Way

  enum Way: Hashable, Sendable {
    case flat(DeviceMatrix)
    case tilted(PlaneProjection)
  }

  /// - Parameter transform: from points to pixels; the pixels of a point are part of it.
  public init(_ transform: AffineTransform) { self.init(DeviceMatrix(transform)) }

  public init(_ matrix: DeviceMatrix) { way = .flat(matrix) }

  /// A plane that is not tilted takes the way of all flat ones, byte for byte.
  public init(_ projection: PlaneProjection) {
    way = projection.flat.map { .flat(DeviceMatrix($0)) } ?? .tilted(projection)
  }
}
