// Stage: layout. One constraint.

import FixedRaster
import SystemFiles

extension Constraint {
  /// An edge, the middle or a size of a layer's ``Layer/frame``; of the superlayer its bounds'.
  public enum Attribute: UInt8, Hashable, Sendable {
    case minX, midX, maxX, width, minY, midY, maxY, height

    var isHorizontal: Bool { rawValue < 4 }
    /// Where it lies along its axis: 0 least edge, 1 middle, 2 greatest edge, 3 size.
    var kind: UInt8 { rawValue & 3 }
  }
}

/// One relation along an axis: attribute = source's attribute · scale + offset.
///
/// Give it to the layer it places (``Layer/addConstraint(_:)``) and a ``ConstraintLayoutManager`` to the superlayer. A
/// layer takes at most two for each axis: one keeps its size, or its origin if it sets the size; two may set both.
public struct Constraint: Equatable, Sendable {
  /// The attribute that is set.
  public let attribute: Constraint.Attribute
  /// The ``Layer/name`` of a sublayer of the same superlayer, the first of that name; or `superlayer`.
  public let sourceName: String
  public let sourceAttribute: Constraint.Attribute
  public let scale: Fixed
  /// In points.
  public let offset: Fixed

  /// Both attributes must be of the same axis.
  public init(
    attribute: Constraint.Attribute, relativeTo sourceName: String, attribute sourceAttribute: Constraint.Attribute,
    scale: Fixed = 1, offset: Fixed = 0
  ) {
    if attribute.isHorizontal != sourceAttribute.isHorizontal {
      trap("Constraint: the attributes of both layers must be of one axis, horizontal or vertical")
    }
    self.attribute = attribute
    self.sourceName = sourceName
    self.sourceAttribute = sourceAttribute
    self.scale = scale
    self.offset = offset
  }

  public static func == (a: Constraint, b: Constraint) -> Bool {
    a.attribute == b.attribute && haveSameBytes(a.sourceName, b.sourceName) && a.sourceAttribute == b.sourceAttribute
      && a.scale == b.scale && a.offset == b.offset
  }
}

extension Layer {
  /// Adds a constraint; a third one for an axis ends the program.
  public final func addConstraint(_ constraint: Constraint) { constraints = (constraints ?? []) + [constraint] }

  /// Called when ``constraints`` changed.
  final func constraintsChanged() {
    var horizontal = 0
    let constraints = constraints ?? []
    for constraint in constraints where constraint.attribute.isHorizontal { horizontal += 1 }
    if horizontal > 2 || constraints.count - horizontal > 2 {
      trap("Layer: a layer takes at most two constraints for each axis")
    }
    superlayer?.setNeedsLayout()
  }
}
