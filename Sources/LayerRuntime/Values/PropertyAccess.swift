// Stage: values. One property by name: its value, or its next value. The same line of a class's table serves both.

import FixedRaster

/// Reads or sets the property that a key names; see ``Layer/accessProperty(_:_:)``.
///
/// Each `exchange` takes the property's value and its first value. Where the property is to be set, it returns the new
/// value; it returns `nil` where the property is only read, and where the value is not of its kind. For a property that
/// may be `nil` it returns an optional in an optional, which is assigned in the same way. A subclass with a property
/// `angle` writes:
///
///     override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
///       switch key {
///       case "angle": if let new = access.exchange(angle, default: 0) { angle = new }
///       default: super.accessProperty(key, &access)
///       }
///     }
public struct PropertyAccess {
  enum Outcome: UInt8 {
    /// No class knows the key.
    case unknown
    /// The value given is not of the property's kind, or the property cannot be set.
    case refused
    case done
  }

  private let isSetting: Bool
  /// Whether a property that may be `nil` is set to that, and not to its first value.
  private let isExact: Bool
  /// The read value, or the one to be set; to set `nil` is to set the property to its first value.
  private(set) var value: Value?
  private(set) var outcome = Outcome.unknown

  static var reading: PropertyAccess { PropertyAccess(isSetting: false, isExact: false, value: nil) }

  static func setting(_ value: Value?) -> PropertyAccess {
    PropertyAccess(isSetting: true, isExact: false, value: value)
  }

  /// Sets the value read before.
  static func restoring(_ value: Value?) -> PropertyAccess {
    PropertyAccess(isSetting: true, isExact: true, value: value)
  }

  private init(isSetting: Bool, isExact: Bool, value: Value?) {
    (self.isSetting, self.isExact) = (isSetting, isExact)
    self.value = value
  }

  // MARK: The calls of classes

  /// A property that cannot be set.
  public mutating func readOnly(_ current: Value?) {
    outcome = isSetting ? .refused : .done
    if !isSetting { value = current }
  }

  /// Refuses the value that an `exchange` has returned: it is of the property's kind and yet none that the property can
  /// have.
  public mutating func refuse() { outcome = .refused }

  /// A property that is no ``Value``: nothing is read, nothing set.
  public mutating func noValue() { readOnly(nil) }

  /// A number.
  public mutating func exchange(_ current: Fixed, default initial: Fixed) -> Fixed? {
    settle(.fixed(current), initial) { $0.fixed }
  }

  /// A whole number.
  public mutating func exchange(_ current: Int, default initial: Int) -> Int? {
    settle(.integer(current), initial) { $0.integer }
  }

  /// A whole number, 0...255.
  public mutating func exchange(_ current: UInt8, default initial: UInt8) -> UInt8? {
    settle(.integer(Int(current)), initial) { value in value.integer.flatMap { $0 >= 0 && $0 < 256 ? UInt8($0) : nil } }
  }

  /// A yes or no.
  public mutating func exchange(_ current: Bool, default initial: Bool) -> Bool? {
    settle(.bool(current), initial) { $0.bool }
  }

  /// A place in points.
  public mutating func exchange(_ current: Point, default initial: Point) -> Point? {
    settle(.point(current), initial) { $0.point }
  }

  /// An extent in points.
  public mutating func exchange(_ current: Size, default initial: Size) -> Size? {
    settle(.size(current), initial) { $0.size }
  }

  /// A rectangle in points.
  public mutating func exchange(_ current: Rect, default initial: Rect) -> Rect? {
    settle(.rect(current), initial) { $0.rect }
  }

  /// A transform.
  public mutating func exchange(_ current: Transform3D, default initial: Transform3D) -> Transform3D? {
    settle(.transform(current), initial) { $0.transform }
  }

  /// A time.
  public mutating func exchange(_ current: Duration, default initial: Duration) -> Duration? {
    settle(.duration(current), initial) { $0.duration }
  }

  /// A colour, or none.
  public mutating func exchange(_ current: Color?, default initial: Color?) -> Color?? {
    settle(current.map { .color($0) }, isExact ? nil : initial) { $0.color.map(Optional.some) }
  }

  /// A text, or none.
  public mutating func exchange(_ current: String?, default initial: String?) -> String?? {
    settle(current.map { .string($0) }, isExact ? nil : initial) { $0.string.map(Optional.some) }
  }

  /// A path, or none.
  public mutating func exchange(_ current: Path?, default initial: Path?) -> Path?? {
    settle(current.map { .path($0) }, isExact ? nil : initial) { $0.path.map(Optional.some) }
  }

  /// An object of a class, or none.
  public mutating func exchange<Object: AnyObject>(_ current: Object?, default initial: Object?) -> Object?? {
    settle(current.map { .object($0) }, isExact ? nil : initial) { ($0.object as? Object).map(Optional.some) }
  }

  /// Objects of a class, or none.
  public mutating func exchange<Object: AnyObject>(_ current: [Object]?, default initial: [Object]?) -> [Object]?? {
    settle(current.map { .array($0.map { .object($0) }) }, isExact ? nil : initial) { value in
      value.array.flatMap { Value.all($0) { $0.object as? Object } }.map(Optional.some)
    }
  }

  /// Colours, or none.
  public mutating func exchange(_ current: [Color]?, default initial: [Color]?) -> [Color]?? {
    settle(current.map { .colors($0) }, isExact ? nil : initial) { $0.colors.map(Optional.some) }
  }

  /// Numbers, or none.
  public mutating func exchange(_ current: [Fixed]?, default initial: [Fixed]?) -> [Fixed]?? {
    settle(current.map { .numbers($0) }, isExact ? nil : initial) { $0.numbers.map(Optional.some) }
  }

  /// An image and its owner, or none.
  mutating func exchange(_ current: Image?, owner: AnyObject?) -> (image: Image, owner: AnyObject?)?? {
    let now = current.map { Value.image($0, owner: owner) }
    return settle(now, nil) { if case .image(let image, let owner) = $0 { .some((image, owner)) } else { nil } }
  }

  /// One of a few cases, whose raw values count from 0: as a string, one of `names` in that order.
  public mutating func exchange<Choice: RawRepresentable>(
    _ current: Choice, default initial: Choice, names: [StaticString]
  ) -> Choice? where Choice.RawValue == UInt8 {
    (exchange(index: current.rawValue, default: initial.rawValue, names) ?? nil).flatMap { Choice(rawValue: $0) }
  }

  /// One of a few cases, as a string, of a property that starts as `nil`.
  public mutating func exchange<Choice: RawRepresentable>(_ current: Choice?, names: [StaticString]) -> Choice??
  where Choice.RawValue == UInt8 {
    guard let new = exchange(index: current?.rawValue, default: nil, names) else { return nil }
    return .some(new.flatMap { Choice(rawValue: $0) })
  }

  private mutating func exchange(index: UInt8?, default initial: UInt8?, _ names: [StaticString]) -> UInt8?? {
    settle(index.map { .string(names[Int($0)].description) }, initial) { value in
      guard let name = value.string else { return nil }
      for i in names.indices where names[i] ~= ValueKey(name) { return .some(UInt8(truncatingIfNeeded: i)) }
      return nil
    }
  }

  /// Notes the read value, or returns the one to be set.
  @inline(__always)
  private mutating func settle<Kind>(_ current: Value?, _ initial: Kind, _ convert: (Value) -> Kind?) -> Kind? {
    readOnly(current)
    if !isSetting { return nil }
    let new = value.map(convert) ?? initial
    if new != nil { outcome = .done }
    return new
  }
}
