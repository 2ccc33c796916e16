// Stage: signals. Units and how they convert: exact ratios, as their definitions give them (SI brochure, 9th edition;
// NIST SP 811, appendix B).

/// A unit of a dimension: `value in the base unit = value · numerator / denominator + offset`, all of it exact.
public struct UnitOfMeasure: Sendable {
  public enum Dimension: UInt8, Sendable {
    case none, temperature, pressure, speed, length, volume, flow, mass, force, torque, power, energy, current, voltage
    case charge, frequency, angle, time, ratio, data, illuminance, acceleration, resistance, concentration
    case temperatureDifference, turn, irradiance, energyPerLength, fuelPerLength
  }

  /// As panel files write it.
  public let name: StaticString
  /// As instruments show it.
  public let symbol: StaticString
  public let dimension: Dimension
  /// Above 0, below 2⁶².
  package let numerator, denominator: UInt64
  /// A fraction of the base unit.
  let offset: (numerator: Int64, denominator: Int64)

  init(
    _ name: StaticString, _ symbol: StaticString, _ dimension: Dimension, _ numerator: UInt64 = 1,
    _ denominator: UInt64 = 1, offset: (numerator: Int64, denominator: Int64) = (0, 1)
  ) {
    (self.name, self.symbol, self.dimension) = (name, symbol, dimension)
    (self.numerator, self.denominator, self.offset) = (numerator, denominator, offset)
  }
}

extension UnitOfMeasure {
  /// All units there are. Files hold their places: a new one goes to the end.
  public static let all: [UnitOfMeasure] = [
    UnitOfMeasure("plain", "", .none),
    // Base: kelvin.
    UnitOfMeasure("K", "K", .temperature), UnitOfMeasure("degC", "°C", .temperature, offset: (5463, 20)),
    UnitOfMeasure("degF", "°F", .temperature, 5, 9, offset: (45_967, 180)),
    UnitOfMeasure("mdegC", "m°C", .temperature, 1, 1000, offset: (5463, 20)),
    // Base: pascal.
    UnitOfMeasure("Pa", "Pa", .pressure), UnitOfMeasure("hPa", "hPa", .pressure, 100),
    UnitOfMeasure("mbar", "mbar", .pressure, 100),
    UnitOfMeasure("kPa", "kPa", .pressure, 1000), UnitOfMeasure("bar", "bar", .pressure, 100_000),
    UnitOfMeasure("MPa", "MPa", .pressure, 1_000_000),
    UnitOfMeasure("psi", "psi", .pressure, 8_896_443_230_521, 1_290_320_000),
    UnitOfMeasure("inHg", "inHg", .pressure, 3_386_389, 1000),
    UnitOfMeasure("mmHg", "mmHg", .pressure, 26_664_477_483, 200_000_000),
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
    UnitOfMeasure("lbf", "lbf", .force, 8_896_443_230_521, 2_000_000_000_000),
    UnitOfMeasure("Nm", "Nm", .torque),
    UnitOfMeasure("lbf-ft", "lbf·ft", .torque, 3_389_544_870_828_501, 2_500_000_000_000_000),
    // Base: watt, joule.
    UnitOfMeasure("W", "W", .power), UnitOfMeasure("mW", "mW", .power, 1, 1000),
    UnitOfMeasure("kW", "kW", .power, 1000),
    UnitOfMeasure("MW", "MW", .power, 1_000_000),
    UnitOfMeasure("hp", "hp", .power, 37_284_993_579_113_511, 50_000_000_000_000),
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
    // Base: degree. A radian is 180 / π, here within 10⁻³⁵ of itself.
    UnitOfMeasure("deg", "°", .angle),
    UnitOfMeasure("rad", "rad", .angle, 894_512_624_400_143_879, 15_612_190_496_437_878),
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
    UnitOfMeasure("mg/l", "mg/l", .concentration), UnitOfMeasure("gal/min", "gal/min", .flow, 1_419_529_419, 6_250_000),
    // Base: kelvin. From one of these to another there is no offset.
    UnitOfMeasure("delta_K", "K", .temperatureDifference), UnitOfMeasure("delta_degC", "°C", .temperatureDifference),
    UnitOfMeasure("delta_degF", "°F", .temperatureDifference, 5, 9),
    UnitOfMeasure("delta_mdegC", "m°C", .temperatureDifference, 1, 1000),
    UnitOfMeasure("As", "As", .charge, 1, 3600), UnitOfMeasure("m3/s", "m³/s", .flow, 3_600_000),
    // Base: degree a second. A radian as above.
    UnitOfMeasure("deg/s", "°/s", .turn), UnitOfMeasure("deg/min", "°/min", .turn, 1, 60),
    UnitOfMeasure("rad/s", "rad/s", .turn, 894_512_624_400_143_879, 15_612_190_496_437_878),
    UnitOfMeasure("m/min", "m/min", .speed, 1, 60), UnitOfMeasure("mm/min", "mm/min", .speed, 1, 60_000),
    UnitOfMeasure("W/m2", "W/m²", .irradiance),
    // Base: joule a metre.
    UnitOfMeasure("Wh/km", "Wh/km", .energyPerLength, 18, 5),
    UnitOfMeasure("kWh/100km", "kWh/100km", .energyPerLength, 36),
    UnitOfMeasure("l/100km", "l/100km", .fuelPerLength), UnitOfMeasure("J/m", "J/m", .energyPerLength),
  ]

  /// The conversion of a value of this unit into one of another.
  /// - Returns: `nil` where the units are of different dimensions.
  public func converter(to other: UnitOfMeasure) -> UnitConversion? {
    if dimension != other.dimension { return nil }
    // (o₁ − o₂) · d₂ / n₂. Units with an offset have small numbers: all products below 2³¹.
    var top = offset.numerator * other.offset.denominator - other.offset.numerator * offset.denominator
    var bottom = offset.denominator * other.offset.denominator
    if top == 0 {
      bottom = 1
    } else {
      top *= Int64(other.denominator)
      bottom *= Int64(other.numerator)
      let divisor = greatestCommonDivisor(top.magnitude, bottom.magnitude)
      (top, bottom) = (top / Int64(divisor), bottom / Int64(divisor))
    }
    // Shortened crosswise, which keeps the denominator small and exact halves exact.
    let (a, b) = (
      greatestCommonDivisor(numerator, other.numerator), greatestCommonDivisor(denominator, other.denominator)
    )
    return UnitConversion(
      product(numerator / a, other.denominator / b), over: product(denominator / b, other.numerator / a),
      offset: top, over: bottom)
  }

  /// A pair of units, as the operand of ``Instruction/Operation/convert`` names it.
  /// - Parameters: numbers of units in ``all``.
  public static func conversionCode(from first: Int, to second: Int) -> Int32 { Int32(first << 8 | second) }

  /// The conversion of such a code; `nil` for no pair of units of one dimension.
  public static func conversion(code: Int) -> UnitConversion? {
    let (first, second) = (code >> 8, code & 255)
    if code < 0 || first >= all.count || second >= all.count { return nil }
    return all[first].converter(to: all[second])
  }

  /// The number in ``all`` of the unit that files call by this name; `nil` for none.
  public static func index(named name: Span<UInt8>) -> Int? {
    all.firstIndex { unit in
      if unit.name.utf8CodeUnitCount != name.count { return false }
      // A static string's bytes live as long as the program.
      for index in name.indices where unsafe unit.name.utf8Start[index] != name[index] { return false }
      return true
    }
  }
}

private func product(_ a: UInt64, _ b: UInt64) -> UInt128 {
  let product = a.multipliedFullWidth(by: b)
  return UInt128(product.high) << 64 | UInt128(product.low)
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return Swift.max(1, a)
}
