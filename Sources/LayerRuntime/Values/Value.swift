// Stage: values. All values of properties, in one type: for keys, key paths and animations.

import FixedRaster
import SystemFiles

/// A value of any kind that a layer's property has; see ``Layer/value(forKey:)``.
///
/// `==` compares numbers by their value, whole or not, and objects by identity.
public enum Value {
  case fixed(Fixed)
  case integer(Int)
  case bool(Bool)
  case point(Point)
  case size(Size)
  case rect(Rect)
  case affineTransform(AffineTransform)
  case transform(Transform3D)
  case color(Color)
  case duration(Duration)
  /// Text; of a property that is one of a few, the name of its case.
  case string(String)
  case path(Path)
  /// An image, and an object that must live as long as it is shown, beside the image's own `owner`.
  case image(Image, owner: AnyObject?)
  case object(AnyObject)
  case array([Value])
  /// Of a property that is one list of such, which takes ``array(_:)`` as well.
  case colors([Color])
  case numbers([Fixed])
}

/// The value as the kind asked for, if it is of that kind, or the same as one of that kind; else `nil`.
extension Value {
  /// A number; a whole one only if it is in −32768...32767.
  public var fixed: Fixed? {
    switch self {
    case .fixed(let number): number
    case .integer(let number): number >= -32768 && number <= 32767 ? Fixed(number) : nil
    default: nil
    }
  }

  /// A whole number.
  public var integer: Int? {
    switch self {
    case .integer(let number): number
    case .fixed(let number): number == Fixed(number.floor) ? number.floor : nil
    default: nil
    }
  }

  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  public var point: Point? { if case .point(let point) = self { point } else { nil } }
  public var size: Size? { if case .size(let size) = self { size } else { nil } }
  public var rect: Rect? { if case .rect(let rect) = self { rect } else { nil } }
  public var color: Color? { if case .color(let color) = self { color } else { nil } }
  public var duration: Duration? { if case .duration(let time) = self { time } else { nil } }
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var path: Path? { if case .path(let path) = self { path } else { nil } }
  /// An image that keeps its owners.
  public var image: Image? { if case .image(let image, let owner) = self { image.kept(alsoBy: owner) } else { nil } }
  public var object: AnyObject? { if case .object(let object) = self { object } else { nil } }
  public var array: [Value]? {
    switch self {
    case .array(let values): values
    case .colors(let colors): colors.map { .color($0) }
    case .numbers(let numbers): numbers.map { .fixed($0) }
    default: nil
    }
  }
  public var colors: [Color]? {
    if case .colors(let colors) = self { colors } else { array.flatMap { Self.all($0) { $0.color } } }
  }
  public var numbers: [Fixed]? {
    if case .numbers(let numbers) = self { numbers } else { array.flatMap { Self.all($0) { $0.fixed } } }
  }

  /// Every value as one kind; `nil` if one of them is of another.
  static func all<Kind>(_ values: [Value], _ convert: (Value) -> Kind?) -> [Kind]? {
    var result: [Kind] = []
    for value in values {
      guard let item = convert(value) else { return nil }
      result.append(item)
    }
    return result
  }

  /// A transform of space, or of the plane.
  public var transform: Transform3D? {
    switch self {
    case .transform(let transform): transform
    case .affineTransform(let affine): Transform3D(affine)
    default: nil
    }
  }

  /// A transform of the plane, or one of space that leaves z alone and has no perspective.
  public var affineTransform: AffineTransform? {
    switch self {
    case .affineTransform(let affine): affine
    case .transform(let transform): transform.affine
    default: nil
    }
  }
}

extension Value: Equatable {
  public static func == (a: Value, b: Value) -> Bool {
    switch (a, b) {
    case (.fixed(let a), .fixed(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.fixed, .integer(let b)): a.integer == b
    case (.integer(let a), .fixed): a == b.integer
    case (.bool(let a), .bool(let b)): a == b
    case (.point(let a), .point(let b)): a == b
    case (.size(let a), .size(let b)): a == b
    case (.rect(let a), .rect(let b)): a == b
    case (.affineTransform(let a), .affineTransform(let b)): a == b
    case (.transform(let a), .transform(let b)): a == b
    case (.color(let a), .color(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    case (.string(let a), .string(let b)): haveSameBytes(a, b)
    case (.path(let a), .path(let b)): a == b
    case (.image(let a, let ownerOfA), .image(let b, let ownerOfB)): a.hasSamePixels(as: b) && ownerOfA === ownerOfB
    case (.object(let a), .object(let b)): a === b
    case (.colors(let a), .colors(let b)): a == b
    case (.numbers(let a), .numbers(let b)): a == b
    case (.array, _), (_, .array): isSameList(a, b)
    default: false
    }
  }
}

extension Value {
  /// Lists of one kind and of any.
  private static func isSameList(_ a: Value, _ b: Value) -> Bool {
    if let a = a.array, let b = b.array { a == b } else { false }
  }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// A decimal literal as ``FixedRaster/Fixed``. The optimizer folds it: no floating point remains.
  @_alwaysEmitIntoClient @inline(__always)
  public init(floatLiteral value: Double) { self = .fixed(Fixed(floatLiteral: value)) }

  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
}
