// Stage: model. The looks of an emitter's particles: numbers alone, and their image.

import FixedRaster

/// One source of particles of an ``EmitterLayer``: how often they are born, how they move, turn, grow and fade, and the
/// image that they show.
///
/// A value: assign it to a layer's ``EmitterLayer/emitterCells``, and change it there, by ``name`` too:
/// `layer.setValue(40, forKeyPath: "emitterCells.spark.birthRate")`. Living particles keep the values of their birth.
///
/// Where there is a range, each particle draws its value from the mean ± the range, evenly. Lengths are points, times
/// seconds, angles radians, clockwise on the display.
public struct EmitterCell {
  public init() {}

  /// The name in key paths.
  public var name: String?
  /// Whether particles are born, and those that live are shown; true if not said.
  public var isEnabled = true
  /// How many particles are born in a second; 0 if not said. Periods are rounded to whole nanoseconds; more than a million
  /// a second count as a million.
  public var birthRate: Fixed = 0
  /// How long a particle lives, in seconds: 0 if not said; none is born that would live no time. More than 4095 count as
  /// 4095.
  public var lifetime: Fixed = 0
  public var lifetimeRange: Fixed = 0
  /// When births begin, in the layer's time, or in a nested cell after the birth of the particle that emits; 0 if not said.
  public var beginTime: Duration = .zero
  /// How long births go on from then; 0, the default, or less: without end.
  public var duration: Duration = .zero

  // MARK: The looks

  /// The image of each particle; `nil`, the default: nothing, as of a particle that only emits others.
  public var contents: Image?
  /// The part of the image that is shown, in units of its size; rounded to whole pixels.
  public var contentsRect = Rect(x: 0, y: 0, width: 1, height: 1)
  /// Pixels of the image in a point; 1 if not said. At 0 or below nothing is shown.
  public var contentsScale: Fixed = 1
  public var minificationFilter = Layer.ContentsFilter.linear
  public var magnificationFilter = Layer.ContentsFilter.linear

  /// The factor of the image's channels; white if not said.
  public var color = Color.white
  /// In units of a channel, 1 being all of it. The sum is held to 0...1.
  public var redRange: Fixed = 0
  public var greenRange: Fixed = 0
  public var blueRange: Fixed = 0
  public var alphaRange: Fixed = 0
  /// How much a channel changes in a second, in the same units.
  public var redSpeed: Fixed = 0
  public var greenSpeed: Fixed = 0
  public var blueSpeed: Fixed = 0
  public var alphaSpeed: Fixed = 0

  /// 1 if not said; below 0 nothing is shown.
  public var scale: Fixed = 1
  public var scaleRange: Fixed = 0
  /// How much the scale changes in a second.
  public var scaleSpeed: Fixed = 0

  // MARK: How it moves

  /// In points a second; below 0 against the direction of emission. Held to ±16383, as accelerations are.
  public var velocity: Fixed = 0
  public var velocityRange: Fixed = 0
  /// In points per second squared.
  public var xAcceleration: Fixed = 0
  public var yAcceleration: Fixed = 0
  public var zAcceleration: Fixed = 0
  /// The angle between the direction of emission and the layer's plane, towards the viewer if positive.
  public var emissionLatitude: Fixed = 0
  /// The angle in the plane: 0 is to the right, π/2 downwards. Where particles come from the outline or the surface of a
  /// circle or a sphere it is measured from the direction outwards.
  public var emissionLongitude: Fixed = 0
  /// How wide the fan is about the longitude: each particle's is up to half of it away. 2π is all directions.
  public var emissionRange: Fixed = 0
  /// How fast a particle turns about its centre, in radians a second.
  public var spin: Fixed = 0
  public var spinRange: Fixed = 0

  /// The particles that each particle emits on its way; four deep at the most, deeper ones are not emitted.
  public var emitterCells: [EmitterCell]?
}

// MARK: - Properties by name

extension EmitterCell {
  /// The property of that name; `nil` if there is none, and of ``emitterCells``, which are no value.
  public func value(forKey key: String) -> Value? {
    var (cell, access) = (self, PropertyAccess.reading)
    cell.accessProperty(ValueKey(key), &access)
    return access.value
  }

  /// Sets the property of that name; `nil` gives it its value at the start.
  ///
  /// - Returns: whether there is one and the value is of its kind; otherwise nothing has changed.
  @discardableResult
  public mutating func setValue(_ value: Value?, forKey key: String) -> Bool {
    var access = PropertyAccess.setting(value)
    accessProperty(ValueKey(key), &access)
    return access.outcome == .done
  }

  /// The table of the properties, as ``Layer/accessProperty(_:_:)`` has it.
  mutating func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "name": if let new = access.exchange(name, default: nil) { name = new }
    case "isEnabled", "enabled": if let new = access.exchange(isEnabled, default: true) { isEnabled = new }
    case "birthRate": if let new = access.exchange(birthRate, default: 0) { birthRate = new }
    case "lifetime": if let new = access.exchange(lifetime, default: 0) { lifetime = new }
    case "lifetimeRange": if let new = access.exchange(lifetimeRange, default: 0) { lifetimeRange = new }
    case "beginTime": if let new = access.exchange(beginTime, default: .zero) { beginTime = new }
    case "duration": if let new = access.exchange(duration, default: .zero) { duration = new }
    case "emitterCells": access.noValue()
    default:
      accessMotion(key, &access)
      if access.outcome == .unknown { accessLook(key, &access) }
      if access.outcome == .unknown { accessColor(key, &access) }
    }
  }

  private mutating func accessMotion(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "velocity": if let new = access.exchange(velocity, default: 0) { velocity = new }
    case "velocityRange": if let new = access.exchange(velocityRange, default: 0) { velocityRange = new }
    case "xAcceleration": if let new = access.exchange(xAcceleration, default: 0) { xAcceleration = new }
    case "yAcceleration": if let new = access.exchange(yAcceleration, default: 0) { yAcceleration = new }
    case "zAcceleration": if let new = access.exchange(zAcceleration, default: 0) { zAcceleration = new }
    case "emissionLatitude": if let new = access.exchange(emissionLatitude, default: 0) { emissionLatitude = new }
    case "emissionLongitude": if let new = access.exchange(emissionLongitude, default: 0) { emissionLongitude = new }
    case "emissionRange": if let new = access.exchange(emissionRange, default: 0) { emissionRange = new }
    case "spin": if let new = access.exchange(spin, default: 0) { spin = new }
    case "spinRange": if let new = access.exchange(spinRange, default: 0) { spinRange = new }
    default: break
    }
  }

  private mutating func accessLook(_ key: ValueKey, _ access: inout PropertyAccess) {
    let all = Rect(x: 0, y: 0, width: 1, height: 1)
    switch key {
    case "contents":
      if let new = access.exchange(contents, owner: nil) { contents = new?.image.kept(alsoBy: new?.owner) }
    case "contentsRect": if let new = access.exchange(contentsRect, default: all) { contentsRect = new }
    case "contentsScale": if let new = access.exchange(contentsScale, default: 1) { contentsScale = new }
    case "minificationFilter":
      if let new = access.exchange(minificationFilter, default: .linear, names: Layer.filterNames) {
        minificationFilter = new
      }
    case "magnificationFilter":
      if let new = access.exchange(magnificationFilter, default: .linear, names: Layer.filterNames) {
        magnificationFilter = new
      }
    case "scale": if let new = access.exchange(scale, default: 1) { scale = new }
    case "scaleRange": if let new = access.exchange(scaleRange, default: 0) { scaleRange = new }
    case "scaleSpeed": if let new = access.exchange(scaleSpeed, default: 0) { scaleSpeed = new }
    default: break
    }
  }

  private mutating func accessColor(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    case "color": if let new = access.exchange(color, default: .white) { color = new ?? .white }
    case "redRange": if let new = access.exchange(redRange, default: 0) { redRange = new }
    case "greenRange": if let new = access.exchange(greenRange, default: 0) { greenRange = new }
    case "blueRange": if let new = access.exchange(blueRange, default: 0) { blueRange = new }
    case "alphaRange": if let new = access.exchange(alphaRange, default: 0) { alphaRange = new }
    case "redSpeed": if let new = access.exchange(redSpeed, default: 0) { redSpeed = new }
    case "greenSpeed": if let new = access.exchange(greenSpeed, default: 0) { greenSpeed = new }
    case "blueSpeed": if let new = access.exchange(blueSpeed, default: 0) { blueSpeed = new }
    case "alphaSpeed": if let new = access.exchange(alphaSpeed, default: 0) { alphaSpeed = new }
    default: break
    }
  }
}

extension [EmitterCell] {
  /// The property at the end of a path that begins with a cell's name; between them names of nested ones, each after
  /// `emitterCells`.
  func value(_ path: ValueKey) -> Value? {
    guard let place = place(path) else { return nil }
    if "emitterCells" ~= place.key, let part = place.part { return self[place.index].emitterCells?.value(part) }
    var (cell, access) = (self[place.index], PropertyAccess.reading)
    cell.accessProperty(place.key, &access)
    return if let part = place.part { access.value?.part(part) } else { access.value }
  }

  /// Sets it. Answers whether there is one, and the value is of its kind.
  mutating func setValue(_ value: Value?, _ path: ValueKey) -> Bool {
    guard let place = place(path) else { return false }
    if "emitterCells" ~= place.key, let part = place.part {
      return self[place.index].emitterCells?.setValue(value, part) ?? false
    }
    var new = value
    if let part = place.part {
      var reading = PropertyAccess.reading
      self[place.index].accessProperty(place.key, &reading)
      guard let value, let whole = reading.value?.replacing(part, with: value) else { return false }
      new = whole
    }
    var access = PropertyAccess.setting(new)
    self[place.index].accessProperty(place.key, &access)
    return access.outcome == .done
  }

  private func place(_ path: ValueKey) -> (index: Int, key: ValueKey, part: ValueKey?)? {
    let (name, rest) = path.split
    guard let (key, part) = rest?.split else { return nil }
    for i in indices { if let own = self[i].name, name.isEqual(to: own) { return (i, key, part) } }
    return nil
  }
}
