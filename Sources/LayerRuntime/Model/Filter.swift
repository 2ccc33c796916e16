// Stage: model. Filters of a layer's picture, or of the picture behind it.

import FixedRaster
import SystemFiles

extension Filter {
  /// The effect of a ``Filter``.
  public enum Kind: UInt8, Hashable, Sendable {
    case gaussianBlur, boxBlur, colorControls, colorMatrix, sepiaTone, colorInvert, pixellate, pinchDistortion, vignette
  }
}

/// A change of a picture's pixels, with the parameters that its kind looks at; the others play no part.
///
/// Kinds and parameters have Core Image's names and defaults. Lengths are in points of the layer. A layer keeps a copy:
/// later changes go through ``Layer/setValue(_:forKeyPath:)``, as `filters.blur.inputRadius` for a filter named "blur".
public struct Filter: Sendable {
  public let kind: Filter.Kind
  /// Its name in key paths; the kind's name if not said.
  public var name: String
  public var isEnabled = true

  /// `inputRadius`. Of a gaussian blur the standard deviation, 10 if not said, at most 32 pixels; of a box blur half
  /// the width of the square, 10, at most 128 pixels; of a pinch the circle's, 300; of a vignette where it is the
  /// darkest, 1 being the corners.
  public var radius: Fixed
  /// `inputScale`. Of a pinch how much, −1…1.25, 0.5 if not said; of pixels their size, 8.
  public var scale: Fixed
  /// `inputIntensity`. Of sepia 0…1, 1 if not said; of a vignette 0…1, none if not said.
  public var intensity: Fixed
  /// `inputSaturation`: 0 grey, 1 as it is and if not said.
  public var saturation: Fixed = 1
  /// `inputBrightness`: added, −1…1; 0 if not said.
  public var brightness: Fixed = 0
  /// `inputContrast`: 1 if not said.
  public var contrast: Fixed = 1
  /// `inputCenter`, in the layer's coordinates: of a pinch the circle's, of pixels the corner of one. (150, 150) if not
  /// said.
  public var center = Point(x: 150, y: 150)
  /// `inputRVector`, `inputGVector`, `inputBVector`, `inputAVector`, each four numbers, and `inputBiasVector`.
  public var matrix: ColorMatrix {
    get { weights }
    set {
      if newValue == weights { return }
      (weights, vectors) = (newValue, VectorLists(newValue))
    }
  }
  private var weights = ColorMatrix.identity
  /// The same as lists: reading one, and setting another in its place, calls the heap in no frame.
  private var vectors = VectorLists.identity

  public init(_ kind: Filter.Kind, name: String? = nil) {
    self.kind = kind
    self.name = name ?? Self.names[Int(kind.rawValue)].description
    (radius, scale, intensity) = Self.initial(kind)
  }

  private static var names: [StaticString] {
    [
      "gaussianBlur", "boxBlur", "colorControls", "colorMatrix", "sepiaTone", "colorInvert", "pixellate",
      "pinchDistortion", "vignette",
    ]
  }

  private static func initial(_ kind: Filter.Kind) -> (radius: Fixed, scale: Fixed, intensity: Fixed) {
    switch kind {
    case .pinchDistortion: (300, 0.5, 0)
    case .vignette: (1, 0, 0)
    case .pixellate: (0, 8, 0)
    case .sepiaTone: (0, 0, 1)
    default: (10, 0, 0)
    }
  }
}

extension Filter: Equatable {
  public static func == (a: Filter, b: Filter) -> Bool {
    a.kind == b.kind && haveSameBytes(a.name, b.name) && a.isEnabled == b.isEnabled && a.radius == b.radius
      && a.scale == b.scale && a.intensity == b.intensity && a.saturation == b.saturation
      && a.brightness == b.brightness && a.contrast == b.contrast && a.center == b.center && a.weights == b.weights
  }
}

// MARK: - Parameters by name

extension Filter {
  /// The table of the parameters, as ``Layer/accessProperty(_:_:)`` has it.
  mutating func accessParameter(_ key: ValueKey, _ access: inout PropertyAccess) {
    let initial = Self.initial(kind)
    switch key {
    case "inputRadius": if let new = access.exchange(radius, default: initial.radius) { radius = new }
    case "inputScale": if let new = access.exchange(scale, default: initial.scale) { scale = new }
    case "inputIntensity": if let new = access.exchange(intensity, default: initial.intensity) { intensity = new }
    case "inputSaturation": if let new = access.exchange(saturation, default: 1) { saturation = new }
    case "inputBrightness": if let new = access.exchange(brightness, default: 0) { brightness = new }
    case "inputContrast": if let new = access.exchange(contrast, default: 1) { contrast = new }
    case "inputCenter": if let new = access.exchange(center, default: Point(x: 150, y: 150)) { center = new }
    case "isEnabled", "enabled": if let new = access.exchange(isEnabled, default: true) { isEnabled = new }
    case "inputRVector": Self.accessVector(&weights.red, &vectors.red, VectorLists.identity.red, &access)
    case "inputGVector": Self.accessVector(&weights.green, &vectors.green, VectorLists.identity.green, &access)
    case "inputBVector": Self.accessVector(&weights.blue, &vectors.blue, VectorLists.identity.blue, &access)
    case "inputAVector": Self.accessVector(&weights.alpha, &vectors.alpha, VectorLists.identity.alpha, &access)
    case "inputBiasVector": accessBias(&access)
    default: break
    }
  }

  private static func accessVector(
    _ weights: inout ColorWeights, _ current: inout [Fixed], _ initial: [Fixed], _ access: inout PropertyAccess
  ) {
    if let new = access.exchange(current, default: initial), let list = new {
      // A list of another length is none.
      if list.count != 4 { return access.refuse() }
      (weights.red, weights.green, weights.blue, weights.alpha) = (list[0], list[1], list[2], list[3])
      current = list
    }
  }

  private mutating func accessBias(_ access: inout PropertyAccess) {
    if let new = access.exchange(vectors.bias, default: VectorLists.identity.bias), let list = new {
      if list.count != 4 { return access.refuse() }
      (weights.red.bias, weights.green.bias) = (list[0], list[1])
      (weights.blue.bias, weights.alpha.bias) = (list[2], list[3])
      vectors.bias = list
    }
  }
}

/// The vectors of a matrix of colours, each four numbers.
private struct VectorLists {
  var red, green, blue, alpha, bias: [Fixed]

  static let identity = VectorLists(.identity)

  init(_ matrix: ColorMatrix) {
    func list(_ row: ColorWeights) -> [Fixed] { [row.red, row.green, row.blue, row.alpha] }
    (red, green, blue, alpha) = (list(matrix.red), list(matrix.green), list(matrix.blue), list(matrix.alpha))
    bias = [matrix.red.bias, matrix.green.bias, matrix.blue.bias, matrix.alpha.bias]
  }
}

extension Filter {
  /// As a picture is filtered by: without the lists, which animations fill again.
  var withoutLists: Filter {
    var filter = self
    filter.vectors = .identity
    return filter
  }
}

extension [Filter] {
  /// The parameter at the end of a path that begins with a filter's name.
  func value(_ path: ValueKey) -> Value? {
    guard let place = place(path) else { return nil }
    var (filter, access) = (self[place.index], PropertyAccess.reading)
    filter.accessParameter(place.key, &access)
    return if let part = place.part { access.value?.part(part) } else { access.value }
  }

  enum Outcome {
    /// There is none, or the value is not of its kind.
    case refused
    case same, changed
  }

  /// Sets it.
  mutating func setValue(_ value: Value?, _ path: ValueKey) -> Outcome {
    guard let place = place(path) else { return .refused }
    var new = value
    if let part = place.part {
      var reading = PropertyAccess.reading
      self[place.index].accessParameter(place.key, &reading)
      guard let value, let whole = reading.value?.replacing(part, with: value) else { return .refused }
      new = whole
    }
    var (filter, access) = (self[place.index], PropertyAccess.setting(new))
    filter.accessParameter(place.key, &access)
    if access.outcome != .done { return .refused }
    if filter == self[place.index] { return .same }
    self[place.index] = filter
    return .changed
  }

  private func place(_ path: ValueKey) -> (index: Int, key: ValueKey, part: ValueKey?)? {
    let (name, rest) = path.split
    guard let (key, part) = rest?.split else { return nil }
    for i in indices where name.isEqual(to: self[i].name) { return (i, key, part) }
    return nil
  }
}
