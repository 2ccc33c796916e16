// Stage: time. Transforms that are made of an animation's numbers.

import FixedRaster

/// Makes a transform of an animation's value: an animation of `transform` from 0 to 2π with ``rotateZ`` turns once around,
/// which two transforms that are the same cannot say.
public enum ValueFunction: UInt8, Hashable, Sendable {
  /// Of a number: an angle in radians.
  case rotateX, rotateY, rotateZ
  /// Of a number: a factor for all axes, or for one.
  case scale, scaleX, scaleY, scaleZ
  /// Of a point, a size or a number in points: along x and y, or along one axis.
  case translate, translateX, translateY, translateZ

  func transform(_ value: Value) -> Transform3D? {
    if self == .translate {
      if let point = value.point { return Transform3D(translationX: point.x, y: point.y, z: 0) }
      return value.size.map { Transform3D(translationX: $0.width, y: $0.height, z: 0) }
    }
    guard let number = value.fixed else { return nil }
    return switch self {
    case .rotateX: Transform3D(rotationAngle: number, x: 1, y: 0, z: 0)
    case .rotateY: Transform3D(rotationAngle: number, x: 0, y: 1, z: 0)
    case .rotateZ: Transform3D(rotationAngle: number, x: 0, y: 0, z: 1)
    case .scale: Transform3D(scaleX: number, y: number, z: number)
    case .scaleX: Transform3D(scaleX: number, y: 1, z: 1)
    case .scaleY: Transform3D(scaleX: 1, y: number, z: 1)
    case .scaleZ: Transform3D(scaleX: 1, y: 1, z: number)
    case .translate: nil
    case .translateX: Transform3D(translationX: number, y: 0, z: 0)
    case .translateY: Transform3D(translationX: 0, y: number, z: 0)
    case .translateZ: Transform3D(translationX: 0, y: 0, z: number)
    }
  }
}
