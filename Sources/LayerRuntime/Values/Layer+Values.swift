// Stage: values. Properties by name: keys, and paths into the parts of a value.

import FixedRaster

extension Layer {
  /// The property of that name, or the value stored under the key, or else ``defaultValue(forKey:)``.
  ///
  /// Every property has its Swift name as its key, and `isHidden` and its like also `hidden`. A property that is `nil`
  /// gives `nil`; so do lists of constraints, layout managers, handlers and attributed strings, no values.
  /// Enumerations' cases are strings, option sets whole numbers.
  public final func value(forKey key: String) -> Value? { value(of: ValueKey(key)) }

  /// Sets the property of that name; any other key stores the value on this layer and changes nothing that is shown.
  ///
  /// `nil` removes a stored value, and gives a property back its first one. Whole numbers and numbers stand for each
  /// other where they can, and transforms of the plane and of space.
  ///
  /// - Returns: whether the property can be set and the value is of its kind; otherwise nothing has changed. It is not
  ///   taken for a programmer's mistake, because keys and values may come from data.
  @discardableResult
  public final func setValue(_ value: Value?, forKey key: String) -> Bool { setValue(value, of: ValueKey(key)) }

  /// The value at the end of a path of names with dots between them, the first a key; `nil` if a name is none of a
  /// part.
  ///
  /// - A point has `x` and `y`, a size `width` and `height`, a rectangle `origin` and `size`.
  /// - A transform has `translation`, `scale` and `rotation`, each with `.x`, `.y` and `.z`. `translation` itself is a
  ///   size, of x and y; `scale` the mean of all three; `rotation` is `rotation.z`. Angles are in radians, −π...π.
  ///
  /// - `filters` and `backgroundFilters` have filters by their names, and each of those its parameters:
  ///   `filters.blur.inputRadius`. So have an emitter's `emitterCells`: `emitterCells.spark.birthRate`.
  ///
  /// A transform does not remember how it was made: its parts are worked out from its numbers at each reading. See
  /// ``setValue(_:forKeyPath:)``.
  public final func value(forKeyPath path: String) -> Value? {
    let (key, rest) = ValueKey(path).split
    return value(key, rest)
  }

  /// Sets a part of a property, or of a value stored under a key, and leaves its other parts alone.
  ///
  /// Transforms are taken for: scale about the axes, then a shear, the rotations about x, about y and about z in this
  /// order, the translation, and a perspective. So the order in which parts are set is of no consequence while the
  /// parts can be read back, which they can where
  ///
  /// - all three scales are above zero. A negative product is read as a negative `scale.x` (a mirrored y is a mirrored
  ///   x turned by π), two negative scales as a turn. A scale of zero can be set and set back; of two or three of them
  ///   the rotation is lost.
  /// - the cosines of the three angles do not sum to less than 0 (with one angle they never do, with two not up to 2π/3
  ///   each); else each angle is read as another of the same three turns.
  /// - the rotation about y is not π/2 either way: then the one about z is read as part of that about x.
  ///
  /// Setting `scale` sets all three, `translation` x and y, `rotation` that about z.
  ///
  /// - Returns: whether there is such a part and the value is of its kind; otherwise, as with a part set to `nil`,
  ///   nothing has changed.
  @discardableResult
  public final func setValue(_ value: Value?, forKeyPath path: String) -> Bool {
    let (key, rest) = ValueKey(path).split
    if let value { return setValue(value, key, rest) }
    guard let rest else { return setValue(nil, of: key) }
    return setListValue(nil, key, rest) ?? false
  }

  /// The value at a path whose first name is split off.
  final func value(_ key: ValueKey, _ rest: ValueKey?) -> Value? {
    guard let rest else { return value(of: key) }
    if let value = listValue(key, rest) { return value }
    return value(of: key)?.part(rest)
  }

  final func setValue(_ value: Value, _ key: ValueKey, _ rest: ValueKey?) -> Bool {
    guard let rest else { return setValue(value, of: key) }
    if let isSet = setListValue(value, key, rest) { return isSet }
    guard let whole = self.value(of: key)?.replacing(rest, with: value) else { return false }
    return setValue(whole, of: key)
  }

  /// Sets the value read before; under a key that names no property, the stored one.
  final func restore(_ value: Value?, _ stored: Value?, _ key: ValueKey, _ rest: ValueKey?) {
    if let rest {
      _ = setListValue(value, key, rest)
      return
    }
    var access = PropertyAccess.restoring(value)
    accessProperty(key, &access)
    if access.outcome == .unknown { _ = storedValues.replace(key, with: stored) }
  }

  @inline(never)
  func value(of key: ValueKey) -> Value? {
    var access = PropertyAccess.reading
    accessProperty(key, &access)
    if access.outcome != .unknown { return access.value }
    return keptValue(of: key)
  }

  /// Of a key that names no property.
  @inline(never)
  private func keptValue(of key: ValueKey) -> Value? {
    storedValues[key] ?? style?[key] ?? type(of: self).defaultValue(forKey: key.name)
  }

  @inline(never)
  func setValue(_ value: Value?, of key: ValueKey) -> Bool {
    var access = PropertyAccess.setting(value ?? type(of: self).defaultValue(forKey: key.name))
    accessProperty(key, &access)
    if access.outcome == .unknown { store(value, key) }
    return access.outcome != .refused
  }

  /// Keeps a value under a key that names no property.
  private func store(_ value: Value?, _ key: ValueKey) {
    if isShowing {
      withExtendedLifetime(storedValues.replace(key, with: value)) {}
      return
    }
    // Before anything is stored it is the value of the style or the class.
    let old = keptValue(of: key)
    withExtendedLifetime(storedValues.replace(key, with: value)) {}
    if old == keptValue(of: key) { return }
    propertyChanged(key.name, from: old)
  }

  /// Has the dependents of a subclass's own property follow it: the contents are drawn where ``needsDisplay(forKey:)``
  /// says so, and its action is run. Call it last in the property's `didSet`.
  ///
  /// - Parameters:
  ///   - key: the property's name.
  ///   - old: the former value; an animation goes on from it.
  public final func propertyChanged(_ key: String, from old: Value?) {
    let host = type(of: self).needsDisplay(forKey: key) ? noteDisplay(nil) : nil
    act(key, from: old, isImplicit: false)
    host?.layerTreeChanged()
  }

  /// The properties of every layer.
  final func accessLayerProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    accessGeometry(key, &access)
    if access.outcome == .unknown { accessAppearance(key, &access) }
    if access.outcome == .unknown { accessContents(key, &access) }
    if access.outcome == .unknown { accessTree(key, &access) }
  }

  private func accessGeometry(_ key: ValueKey, _ access: inout PropertyAccess) {
    let middle = Point(x: 0.5, y: 0.5)
    switch key {
    case "bounds": if let new = access.exchange(bounds, default: .zero) { bounds = new }
    case "position": if let new = access.exchange(position, default: .zero) { position = new }
    // It is made of others: put in their place and back, they would not be as before.
    case "frame" where isShowing: access.readOnly(.rect(frame))
    case "frame": if let new = access.exchange(frame, default: .zero) { frame = new }
    case "anchorPoint": if let new = access.exchange(anchorPoint, default: middle) { anchorPoint = new }
    case "anchorPointZ": if let new = access.exchange(anchorPointZ, default: 0) { anchorPointZ = new }
    case "zPosition": if let new = access.exchange(zPosition, default: 0) { zPosition = new }
    case "transform": if let new = access.exchange(transform, default: .identity) { transform = new }
    case "sublayerTransform":
      if let new = access.exchange(sublayerTransform, default: .identity) { sublayerTransform = new }
    case "isGeometryFlipped", "geometryFlipped":
      if let new = access.exchange(isGeometryFlipped, default: false) { isGeometryFlipped = new }
    case "visibleRect": access.readOnly(.rect(visibleRect))
    default: break
    }
  }

  private func accessAppearance(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "isHidden", "hidden": if let new = access.exchange(isHidden, default: false) { isHidden = new }
    case "opacity": if let new = access.exchange(opacity, default: 1) { opacity = new }
    case "isOpaque", "opaque": if let new = access.exchange(isOpaque, default: false) { isOpaque = new }
    case "masksToBounds": if let new = access.exchange(masksToBounds, default: false) { masksToBounds = new }
    case "backgroundColor": if let new = access.exchange(backgroundColor, default: nil) { backgroundColor = new }
    case "backgroundPattern":
      if let new = access.exchange(backgroundPattern, default: nil) { backgroundPattern = new }
    case "cornerRadius": if let new = access.exchange(cornerRadius, default: 0) { cornerRadius = new }
    case "maskedCorners":
      if let new = access.exchange(maskedCorners.rawValue, default: 15) { maskedCorners = CornerMask(rawValue: new) }
    case "cornerCurve":
      if let new = access.exchange(cornerCurve, default: .circular, names: ["circular", "continuous"]) {
        cornerCurve = new
      }
    case "borderWidth": if let new = access.exchange(borderWidth, default: 0) { borderWidth = new }
    case "borderColor": if let new = access.exchange(borderColor, default: .black) { borderColor = new }
    case "beginTime": if let new = access.exchange(beginTime, default: .zero) { beginTime = new }
    case "timeOffset": if let new = access.exchange(timeOffset, default: .zero) { timeOffset = new }
    case "speed": if let new = access.exchange(speed, default: 1) { speed = new }
    default: break
    }
  }

  private func accessTree(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "name": if let new = access.exchange(name, default: nil) { name = new }
    case "superlayer": access.readOnly(superlayer.map { .object($0) })
    case "sublayers": if let new = access.exchange(sublayers, default: nil) { sublayers = new }
    case "delegate": if let new = access.exchange(delegate, default: nil) { delegate = new }
    case "autoresizingMask":
      if let new = access.exchange(autoresizingMask.rawValue, default: 0) {
        autoresizingMask = AutoresizingMask(rawValue: new)
      }
    case "constraints", "layoutManager", "touchHandler", "touchInsets", "filters", "backgroundFilters":
      access.noValue()
    default: break
    }
  }
}
