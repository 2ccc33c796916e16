// Stage: model. The properties of an emitter that are plain numbers and choices.

import FixedRaster

extension EmitterLayer {
  /// The source of particles, with ``emitterPosition`` and ``emitterZPosition`` in its middle.
  public enum Shape: UInt8, Hashable, Sendable {
    case point
    /// As long as ``emitterSize`` is wide, level.
    case line
    /// As large as ``emitterSize``.
    case rectangle
    /// The same, and as deep as ``emitterDepth``.
    case cuboid
    /// Its radius is the width of ``emitterSize``.
    case circle
    /// Likewise.
    case sphere
  }

  /// Where on the shape particles are born.
  public enum Mode: UInt8, Hashable, Sendable {
    /// At the corners, or the ends of a line; in the middle of shapes without either.
    case points
    /// On the edges; of a sphere on the circle in which the layer's plane cuts it.
    case outline
    /// On the faces; of a flat shape anywhere in it.
    case surface
    /// Anywhere inside.
    case volume
  }

  /// The combination of particles with each other and with the pixels behind.
  public enum RenderMode: UInt8, Hashable, Sendable {
    /// Of no special order: that of their births.
    case unordered
    /// The younger above the older.
    case oldestFirst
    /// The older above the younger.
    case oldestLast
    /// By their z, the nearest to the viewer on top.
    case backToFront
    /// Added up, as with ``FixedRaster/BlendMode/plusLighter``. In a layer that is composed apart, as for its opacity, with
    /// each other alone.
    case additive
  }

  /// Multiplies the cells' birth rates; 1 if not said. At 0 no more are born, and those that live go their way.
  public final var birthRate: Fixed {
    get { settings.birthRate }
    set {
      var new = settings
      new.birthRate = newValue
      set(new, "birthRate", from: .fixed(settings.birthRate))
    }
  }
  /// Multiplies the cells' lifetimes; 1 if not said. This multiplier, and the next three, count for particles born later.
  public final var lifetime: Fixed {
    get { settings.lifetime }
    set {
      var new = settings
      new.lifetime = newValue
      set(new, "lifetime", from: .fixed(settings.lifetime))
    }
  }
  /// Multiplies the cells' velocities; 1 if not said.
  public final var velocity: Fixed {
    get { settings.velocity }
    set {
      var new = settings
      new.velocity = newValue
      set(new, "velocity", from: .fixed(settings.velocity))
    }
  }
  /// Multiplies the cells' scales; 1 if not said.
  public final var scale: Fixed {
    get { settings.scale }
    set {
      var new = settings
      new.scale = newValue
      set(new, "scale", from: .fixed(settings.scale))
    }
  }
  /// Multiplies the cells' spins; 1 if not said.
  public final var spin: Fixed {
    get { settings.spin }
    set {
      var new = settings
      new.spin = newValue
      set(new, "spin", from: .fixed(settings.spin))
    }
  }
  /// The seed of the random numbers, any 32 bits; 0 if not said. Layers alike in all properties look alike.
  public final var seed: UInt32 {
    get { settings.seed }
    set { settings.seed = newValue }
  }
  /// The middle of the shape, in the layer's coordinates; (0, 0) if not said.
  public final var emitterPosition: Point {
    get { settings.position }
    set {
      var new = settings
      new.position = newValue
      set(new, "emitterPosition", from: .point(settings.position))
    }
  }
  /// How far in front of the layer's plane the middle lies, in points; 0 if not said.
  public final var emitterZPosition: Fixed {
    get { settings.z }
    set {
      var new = settings
      new.z = newValue
      set(new, "emitterZPosition", from: .fixed(settings.z))
    }
  }
  /// In points; zero if not said.
  public final var emitterSize: Size {
    get { settings.size }
    set {
      var new = settings
      new.size = newValue
      set(new, "emitterSize", from: .size(settings.size))
    }
  }
  /// Of a cuboid, in points; 0 if not said.
  public final var emitterDepth: Fixed {
    get { settings.depth }
    set {
      var new = settings
      new.depth = newValue
      set(new, "emitterDepth", from: .fixed(settings.depth))
    }
  }
  public final var emitterShape: Shape {
    get { settings.shape }
    set { settings.shape = newValue }
  }
  public final var emitterMode: Mode {
    get { settings.mode }
    set { settings.mode = newValue }
  }
  public final var renderMode: RenderMode {
    get { settings.renderMode }
    set { settings.renderMode = newValue }
  }
}

extension EmitterLayer {
  /// Sets a property that has an action of its own when it changes.
  private func set(_ new: EmitterSettings, _ key: String, from old: Value) {
    if new == settings { return }
    settings = new
    act(key, from: old)
  }
}

/// The settings of an ``EmitterLayer`` for all its cells.
struct EmitterSettings: Equatable {
  var birthRate: Fixed = 1
  var lifetime: Fixed = 1
  var velocity: Fixed = 1
  var scale: Fixed = 1
  var spin: Fixed = 1
  var seed: UInt32 = 0
  var position = Point.zero
  var z: Fixed = 0
  var size = Size(width: 0, height: 0)
  var depth: Fixed = 0
  var shape = EmitterLayer.Shape.point
  var mode = EmitterLayer.Mode.volume
  var renderMode = EmitterLayer.RenderMode.unordered

  /// The table of the properties by name. Answers whether the key is one of them.
  mutating func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) -> Bool {
    switch key {
    case "birthRate": if let new = access.exchange(birthRate, default: 1) { birthRate = new }
    case "lifetime": if let new = access.exchange(lifetime, default: 1) { lifetime = new }
    case "velocity": if let new = access.exchange(velocity, default: 1) { velocity = new }
    case "scale": if let new = access.exchange(scale, default: 1) { scale = new }
    case "spin": if let new = access.exchange(spin, default: 1) { spin = new }
    case "seed":
      if let new = access.exchange(Int(bitPattern: UInt(seed)), default: 0) {
        seed = UInt32(truncatingIfNeeded: new)
      }
    case "emitterPosition": if let new = access.exchange(position, default: .zero) { position = new }
    case "emitterZPosition": if let new = access.exchange(z, default: 0) { z = new }
    case "emitterSize": if let new = access.exchange(size, default: Size(width: 0, height: 0)) { size = new }
    case "emitterDepth": if let new = access.exchange(depth, default: 0) { depth = new }
    default: return accessChoice(key, &access)
    }
    return true
  }

  private mutating func accessChoice(_ key: ValueKey, _ access: inout PropertyAccess) -> Bool {
    switch key {
    case "emitterShape":
      let names: [StaticString] = ["point", "line", "rectangle", "cuboid", "circle", "sphere"]
      if let new = access.exchange(shape, default: .point, names: names) { shape = new }
    case "emitterMode":
      let names: [StaticString] = ["points", "outline", "surface", "volume"]
      if let new = access.exchange(mode, default: .volume, names: names) { mode = new }
    case "renderMode":
      let names: [StaticString] = ["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"]
      if let new = access.exchange(renderMode, default: .unordered, names: names) { renderMode = new }
    default: return false
    }
    return true
  }
}
