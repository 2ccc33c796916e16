// Stage: signals. Units and how they convert: exact ratios, as their definitions give them (SI brochure, 9th edition;
// NIST SP 811, appendix B).

/// A unit of a dimension: `value in the base unit = value · numerator / denominator + offset`.
public struct UnitOfMeasure: Sendable {
  public enum Dimension: UInt8, Sendable {
    case none, temperature, pressure, speed, length, volume, flow, mass, force, torque, power, energy, current, voltage
    case charge, frequency, angle, time, ratio, data, illuminance, acceleration, resistance, concentration
  }

  /// As panel files write it.
  public let name: StaticString
  /// As instruments show it.
  public let symbol: StaticString
  public let dimension: Dimension
  let numerator, denominator: Int64
  /// In billionths of the base unit.
  let offset: Int64

  init(
    _ name: StaticString, _ symbol: StaticString, _ dimension: Dimension, _ numerator: Int64 = 1,
    _ denominator: Int64 = 1, offset: Int64 = 0
  ) {
    (self.name, self.symbol, self.dimension) = (name, symbol, dimension)
    (self.numerator, self.denominator, self.offset) = (numerator, denominator, offset)
  }
}

extension UnitOfMeasure {
  /// All units there are.
  public static var all: [UnitOfMeasure] {
    [
      UnitOfMeasure("plain", "", .none),
      // Base: kelvin.
      UnitOfMeasure("K", "K", .temperature), UnitOfMeasure("degC", "°C", .temperature, offset: 273_150_000_000),
      UnitOfMeasure("degF", "°F", .temperature, 5, 9, offset: 255_372_222_222),
      UnitOfMeasure("mdegC", "m°C", .temperature, 1, 1000, offset: 273_150_000_000),
      // Base: pascal.
      UnitOfMeasure("Pa", "Pa", .pressure), UnitOfMeasure("hPa", "hPa", .pressure, 100),
      UnitOfMeasure("mbar", "mbar", .pressure, 100),
      UnitOfMeasure("kPa", "kPa", .pressure, 1000), UnitOfMeasure("bar", "bar", .pressure, 100_000),
      UnitOfMeasure("MPa", "MPa", .pressure, 1_000_000), UnitOfMeasure("psi", "psi", .pressure, 689_475_729, 100_000),
      UnitOfMeasure("inHg", "inHg", .pressure, 3_386_389, 1000),
      UnitOfMeasure("mmHg", "mmHg", .pressure, 133_322_387, 1_000_000),
      // Base: metre a second.
      UnitOfMeasure("m/s", "m/s", .speed), UnitOfMeasure("km/h", "km/h", .speed, 5, 18),
      UnitOfMeasure("kn", "kn", .speed, 1852, 3600),
      UnitOfMeasure("mph", "mph", .speed, 1_397, 3_125), UnitOfMeasure("ft/min", "ft/min", .speed, 127, 25_000),
      // Base: metre.
      UnitOfMeasure("m", "m", .length), UnitOfMeasure("mm", "mm", .length, 1, 1000),
      UnitOfMeasure("cm", "cm", .length, 1, 100),
      UnitOfMeasure("km", "km", .length, 1000), UnitOfMeasure("in", "in", .length, 127, 5000),
      UnitOfMeasure("ft", "ft", .length, 381, 1250),
      UnitOfMeasure("yd", "yd", .length, 1143, 1250), UnitOfMeasure("mi", "mi", .length, 201_168, 125),
      UnitOfMeasure("nmi", "nmi", .length, 1852),
      // Base: litre.
      UnitOfMeasure("l", "l", .volume), UnitOfMeasure("ml", "ml", .volume, 1, 1000),
      UnitOfMeasure("m3", "m³", .volume, 1000),
      UnitOfMeasure("gal", "gal", .volume, 473_176_473, 125_000_000),
      // Base: litre an hour.
      UnitOfMeasure("l/h", "l/h", .flow), UnitOfMeasure("l/min", "l/min", .flow, 60),
      UnitOfMeasure("m3/h", "m³/h", .flow, 1000),
      UnitOfMeasure("gal/h", "gal/h", .flow, 473_176_473, 125_000_000),
      // Base: kilogram.
      UnitOfMeasure("kg", "kg", .mass), UnitOfMeasure("g", "g", .mass, 1, 1000), UnitOfMeasure("t", "t", .mass, 1000),
      UnitOfMeasure("lb", "lb", .mass, 45_359_237, 100_000_000),
      UnitOfMeasure("N", "N", .force), UnitOfMeasure("kN", "kN", .force, 1000),
      UnitOfMeasure("lbf", "lbf", .force, 444_822_162, 100_000_000),
      UnitOfMeasure("Nm", "Nm", .torque), UnitOfMeasure("lbf-ft", "lbf·ft", .torque, 135_581_795, 100_000_000),
      // Base: watt, joule.
      UnitOfMeasure("W", "W", .power), UnitOfMeasure("mW", "mW", .power, 1, 1000),
      UnitOfMeasure("kW", "kW", .power, 1000),
      UnitOfMeasure("MW", "MW", .power, 1_000_000), UnitOfMeasure("hp", "hp", .power, 745_699_872, 1_000_000),
      UnitOfMeasure("PS", "PS", .power, 73_549_875, 100_000),
      UnitOfMeasure("J", "J", .energy), UnitOfMeasure("kJ", "kJ", .energy, 1000),
      UnitOfMeasure("Wh", "Wh", .energy, 3600),
      UnitOfMeasure("kWh", "kWh", .energy, 3_600_000),
      UnitOfMeasure("A", "A", .current), UnitOfMeasure("mA", "mA", .current, 1, 1000),
      UnitOfMeasure("V", "V", .voltage),
      UnitOfMeasure("mV", "mV", .voltage, 1, 1000), UnitOfMeasure("kV", "kV", .voltage, 1000),
      UnitOfMeasure("Ah", "Ah", .charge),
      UnitOfMeasure("mAh", "mAh", .charge, 1, 1000), UnitOfMeasure("ohm", "Ω", .resistance),
      // Base: hertz.
      UnitOfMeasure("Hz", "Hz", .frequency), UnitOfMeasure("kHz", "kHz", .frequency, 1000),
      UnitOfMeasure("MHz", "MHz", .frequency, 1_000_000),
      UnitOfMeasure("rpm", "rpm", .frequency, 1, 60),
      // Base: degree.
      UnitOfMeasure("deg", "°", .angle), UnitOfMeasure("rad", "rad", .angle, 57_295_779_513, 1_000_000_000),
      // Base: second.
      UnitOfMeasure("s", "s", .time), UnitOfMeasure("ms", "ms", .time, 1, 1000),
      UnitOfMeasure("us", "µs", .time, 1, 1_000_000),
      UnitOfMeasure("min", "min", .time, 60), UnitOfMeasure("h", "h", .time, 3600),
      UnitOfMeasure("d", "d", .time, 86_400),
      // Base: one.
      UnitOfMeasure("ratio", "", .ratio), UnitOfMeasure("percent", "%", .ratio, 1, 100),
      UnitOfMeasure("permille", "‰", .ratio, 1, 1000),
      UnitOfMeasure("ppm", "ppm", .ratio, 1, 1_000_000),
      // Base: byte.
      UnitOfMeasure("B", "B", .data), UnitOfMeasure("kB", "kB", .data, 1000),
      UnitOfMeasure("MB", "MB", .data, 1_000_000),
      UnitOfMeasure("GB", "GB", .data, 1_000_000_000), UnitOfMeasure("KiB", "KiB", .data, 1024),
      UnitOfMeasure("MiB", "MiB", .data, 1_048_576),
      UnitOfMeasure("GiB", "GiB", .data, 1_073_741_824),
      UnitOfMeasure("lx", "lx", .illuminance), UnitOfMeasure("m/s2", "m/s²", .acceleration),
      UnitOfMeasure("g0", "g", .acceleration, 980_665, 100_000), UnitOfMeasure("pH", "pH", .concentration),
      UnitOfMeasure("mg/l", "mg/l", .concentration),
    ]
  }

  /// What turns a value of this unit into one of another: `value · factor + offset`, both rounded to nearest.
  /// - Returns: `nil` where the units are of different dimensions.
  public func conversion(to other: UnitOfMeasure) -> (factor: Fixed64, offset: Fixed64)? {
    if dimension != other.dimension { return nil }
    // Below 2³⁰ · 2³⁰ each: the products fit 64 bits.
    let (a, b) = (
      numerator.multipliedFullWidth(by: other.denominator), denominator.multipliedFullWidth(by: other.numerator)
    )
    var (top, bottom) = (Int64(bitPattern: a.low), Int64(bitPattern: b.low))
    let divisor = greatestCommonDivisor(top, bottom)
    (top, bottom) = (top / divisor, bottom / divisor)
    guard let factor = Fixed64.quotient(top, bottom) else { return nil }
    guard let difference = Fixed64.quotient(offset - other.offset, 1_000_000_000),
      let scale = Fixed64.quotient(other.denominator, other.numerator)
    else { return nil }
    return (factor, difference * scale)
  }
}

private func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return Swift.max(1, a)
}
