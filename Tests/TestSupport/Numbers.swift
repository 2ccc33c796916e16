import FixedRaster

extension Fixed {
  public var double: Double { Double(rawValue) / 65536 }
}

extension Coefficient {
  public var double: Double { Double(rawValue) / 4_294_967_296 }
}
