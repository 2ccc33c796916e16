// Stage: particles. One of them: its values at birth, and those at a later time. Nothing is summed up from frame to
// frame.

import FixedRaster

/// Three coordinates, or their changes: points in 16.16.
struct ParticleVector: Equatable {
  var x: Fixed = 0
  var y: Fixed = 0
  var z: Fixed = 0
}

/// Channels in units of all of one, 16.16: beyond 0...1 too, for a speed may lead back.
struct ParticleColor: Equatable {
  var red: Fixed = 0
  var green: Fixed = 0
  var blue: Fixed = 0
  var alpha: Fixed = 0
}

struct Particle {
  /// In nanoseconds of the layer's time; it lives from `birth` on, and no more at `death`.
  var birth: Int64
  var death: Int64
  var identity: UInt64
  /// Its cell's place among all cells, the nested ones included.
  var cell: Int
  var start = ParticleVector()
  /// Within ±16383 a second, as accelerations are a second squared.
  var velocity = ParticleVector()
  var acceleration = ParticleVector()
  var scale: Fixed = 1
  var scaleSpeed: Fixed = 0
  var spin: Fixed = 0
  var color = ParticleColor()
  var colorSpeed = ParticleColor()

  /// Whether it is drawn, and sorted, before another: by birth, and by identity where that says nothing.
  func precedes(_ other: Particle) -> Bool {
    birth != other.birth ? birth < other.birth : identity < other.identity
  }

  /// - Parameter time: of the layer, from birth to death.
  func age(at time: Int64) -> ParticleAge { ParticleAge(nanoseconds: time &- birth) }

  func place(at age: ParticleAge) -> ParticleVector {
    ParticleVector(
      x: age.moved(start.x, velocity.x, acceleration.x), y: age.moved(start.y, velocity.y, acceleration.y),
      z: age.moved(start.z, velocity.z, acceleration.z))
  }

  func color(at age: ParticleAge) -> Color {
    Color(
      red: Self.channel(age.grown(color.red, colorSpeed.red)),
      green: Self.channel(age.grown(color.green, colorSpeed.green)),
      blue: Self.channel(age.grown(color.blue, colorSpeed.blue)),
      alpha: Self.channel(age.grown(color.alpha, colorSpeed.alpha)))
  }

  private static func channel(_ part: Fixed) -> UInt8 {
    let held = Int64(Swift.max(0, Swift.min(0x1_0000, part.rawValue)))
    return UInt8(truncatingIfNeeded: (held &* 255 &+ 0x8000) &>> 16)
  }
}

/// How long a particle has lived: in 2^-20 seconds, 0...4095 seconds, which is below 2^32.
struct ParticleAge {
  private let steps: Int64

  /// The longest life, in seconds.
  static var limit: Int64 { 4095 }
  /// The largest velocity and acceleration, in points: 2^30 in 16.16.
  static var speedLimit: Fixed { 16383 }

  /// - Parameter nanoseconds: 0...4095 seconds of them: below 2^42.
  init(nanoseconds: Int64) { steps = (nanoseconds &<< 20) / 1_000_000_000 }

  /// `start + speed · age + acceleration · age² / 2`, rounded down, held to the range of ``Fixed``.
  @inline(__always)
  func moved(_ start: Fixed, _ speed: Fixed, _ acceleration: Fixed) -> Fixed {
    // Products are of 30 bits by 32: they fit. The mean speed is held as speeds are.
    let gained = (Int64(acceleration.rawValue) &* steps) &>> 21
    let limit: Int64 = 1 &<< 30
    let mean = Swift.max(0 &- limit, Swift.min(limit, Int64(speed.rawValue) &+ gained))
    return Self.held(Int64(start.rawValue) &+ (mean &* steps) &>> 20)
  }

  /// `start + speed · age`, likewise; of a speed of up to ±32767.
  @inline(__always)
  func grown(_ start: Fixed, _ speed: Fixed) -> Fixed {
    if speed == .zero { return start }
    // In halves of the speed: 30 bits by 32.
    return Self.held(Int64(start.rawValue) &+ (Int64(speed.rawValue &>> 1) &* steps) &>> 19)
  }

  /// The angle that `spin` radians a second come to, within a turn.
  func angle(_ spin: Fixed) -> Fixed {
    if spin == .zero { return 0 }
    // A turn is 411774.83 of the steps of 16.16. In 2^-24 radians the remainder is taken of a number below 2^62.
    let whole = (Int64(spin.rawValue &>> 1) &* steps) &>> 11
    return Fixed(rawValue: Int32(truncatingIfNeeded: (whole % 105_414_357) &>> 8))
  }

  @inline(__always)
  private static func held(_ value: Int64) -> Fixed {
    Fixed(rawValue: Int32(truncatingIfNeeded: Swift.max(-0x8000_0000, Swift.min(0x7FFF_FFFF, value))))
  }
}
