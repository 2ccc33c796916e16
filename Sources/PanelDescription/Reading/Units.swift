// The catalogue of units by name.
import PanelSignals

enum Units {
  static let all = UnitOfMeasure.all
  private static let byName = Dictionary(all.map { ("\($0.name)", $0) }, uniquingKeysWith: { first, _ in first })
  static var names: [String] { all.map { "\($0.name)" } }

  /// The unit's place in the catalogue, by which files name it.
  static func number(_ unit: UnitOfMeasure) -> Int? { all.firstIndex { $0.text == unit.text } }

  static func named(_ name: String) -> UnitOfMeasure? { byName[name] }

  /// Other names of units, and their names here.
  private static let otherNames: [String: String] = [
    "%": "percent", "°C": "degC", "C": "degC", "celsius": "degC", "°F": "degF", "F": "degF", "fahrenheit": "degF",
    "°": "deg", "degrees": "deg", "knots": "kn", "kt": "kn", "kts": "kn", "kmh": "km/h", "kph": "km/h", "ohms": "ohm",
    "Ω": "ohm", "1/min": "rpm", "RPM": "rpm", "volt": "V", "volts": "V", "amp": "A", "amps": "A", "litre": "l",
    "litres": "l", "liter": "l", "liters": "l", "L": "l", "PSI": "psi", "lux": "lx", "sec": "s", "seconds": "s",
    "minutes": "min", "hours": "h", "hr": "h", "meter": "m", "metre": "m", "metres": "m", "feet": "ft", "inch": "in",
    "NM": "nmi", "µs": "us", "m³": "m3", "m³/h": "m3/h", "none": "plain", "lph": "l/h", "lpm": "l/min", "kwh": "kWh",
    "watt": "W", "watts": "W", "kilowatt": "kW", "joule": "J", "newton": "N", "pascal": "Pa", "kelvin": "K",
    "ampere": "A", "amperes": "A", "hertz": "Hz", "gram": "g", "grams": "g", "kilogram": "kg", "tonne": "t",
    "degree": "deg", "mile": "mi", "miles": "mi", "milliseconds": "ms", "millisecond": "ms", "second": "s",
    "minute": "min", "hour": "h", "day": "d", "days": "d", "byte": "B", "bytes": "B", "gallon": "gal", "gallons": "gal",
    "knot": "kn", "mmhg": "mmHg",
  ]

  /// The unit that was probably meant.
  static func meant(_ name: String) -> String? {
    otherNames[name] ?? otherNames[name.lowercased()] ?? all.first { "\($0.symbol)" == name }.map { "\($0.name)" }
      ?? names.first { $0.lowercased() == name.lowercased() } ?? (name.count < 3 ? nil : nearest(name, in: names))
  }

  /// The unit of a dimension that the others are multiples of.
  static func base(_ dimension: UnitOfMeasure.Dimension) -> UnitOfMeasure? {
    all.first { $0.dimension == dimension && $0.isBase }
  }

  /// The units of a dimension, for a message.
  static func list(_ dimension: UnitOfMeasure.Dimension) -> String {
    let names = all.filter { $0.dimension == dimension }.map(\.text)
    return names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }

  static let dimensions: [(name: String, dimension: UnitOfMeasure.Dimension)] = [
    ("temperature", .temperature), ("pressure", .pressure), ("speed", .speed), ("length", .length), ("volume", .volume),
    ("flow", .flow), ("mass", .mass), ("force", .force), ("torque", .torque), ("power", .power), ("energy", .energy),
    ("current", .current), ("voltage", .voltage), ("charge", .charge), ("frequency", .frequency), ("angle", .angle),
    ("time", .time), ("ratio", .ratio), ("data", .data), ("illuminance", .illuminance),
    ("acceleration", .acceleration), ("resistance", .resistance), ("concentration", .concentration),
    ("temperature_difference", .temperatureDifference), ("turn_rate", .turn), ("irradiance", .irradiance),
    ("energy_per_length", .energyPerLength), ("fuel_per_length", .fuelPerLength),
  ]

  static func dimension(named name: String) -> UnitOfMeasure.Dimension? {
    dimensions.first { $0.name == name }?.dimension
  }

  /// The unit of differences that goes with one of temperatures; another unit as it is.
  static func ofDifferences(_ unit: UnitOfMeasure) -> UnitOfMeasure {
    unit.dimension == .temperature ? named("delta_\(unit.name)") ?? unit : unit
  }

  /// A unit that a description names for something: of differences, where that is one.
  static func unit(_ unit: UnitOfMeasure?, of own: UnitOfMeasure?) -> UnitOfMeasure? {
    own?.dimension == .temperatureDifference ? unit.map { ofDifferences($0) } : unit
  }
}

extension UnitOfMeasure {
  var text: String { "\(name)" }
  var isPlain: Bool { dimension == .none }

  /// Whether its values have one in another unit: a newton is a joule for each metre.
  func measures(_ other: UnitOfMeasure) -> Bool {
    dimension == other.dimension || dimension == .force && other.dimension == .energyPerLength
  }

  /// How many of another unit one of this is, without the offset of a temperature.
  func ratio(to other: UnitOfMeasure) -> Double {
    Double(numerator) / Double(denominator) / (Double(other.numerator) / Double(other.denominator))
  }

  /// Whether the others of its dimension are counted in it.
  var isBase: Bool {
    return [
      "K", "Pa", "m/s", "m", "l", "l/h", "kg", "N", "Nm", "W", "J", "A", "V", "Ah", "ohm", "Hz", "deg", "s", "ratio",
      "B", "lx", "m/s2", "plain", "delta_K", "J/m",
      "l/100km",
    ].contains(text)
  }
}
