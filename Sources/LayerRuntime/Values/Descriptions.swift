// Stage: values. Numbers as text, on boards: FixedRaster, which has it elsewhere, must not take memory.

import FixedRaster

#if hasFeature(Embedded)
extension Fixed: CustomStringConvertible {
  /// The shortest decimal fraction that is nearer to this number than to any other. May take memory.
  public var description: String {
    var text = ""
    forEachDecimalDigit { text.unicodeScalars.append(Unicode.Scalar($0)) }
    return text
  }
}

extension Coefficient: CustomStringConvertible {
  /// The shortest decimal fraction that is nearer to this number than to any other. May take memory.
  public var description: String {
    var text = ""
    forEachDecimalDigit { text.unicodeScalars.append(Unicode.Scalar($0)) }
    return text
  }
}
#endif
