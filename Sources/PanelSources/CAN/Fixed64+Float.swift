// Stage: sources. The floats of devices, without those of the processor, which the smallest boards have not.
import PanelSignals

extension Fixed64 {
  /// The bits of the nearest float of IEEE 754, halves to even.
  /// - Parameters:
  ///   - digits: those behind the leading one, 23 or 52.
  ///   - bias: of the exponent, 127 or 1023.
  func bits(ofFloat digits: UInt64, _ bias: Int) -> UInt64 {
    let magnitude = rawValue.magnitude
    if magnitude == 0 { return 0 }
    let top = UInt64(63 &- magnitude.leadingZeroBitCount)
    var (mantissa, exponent) = (magnitude, Int(top) &- 32 &+ bias)
    if top <= digits {
      mantissa = magnitude &<< (digits &- top)
    } else {
      let cut = top &- digits
      let (rest, half) = (magnitude & ((1 &<< cut) &- 1), UInt64(1) &<< (cut &- 1))
      mantissa = magnitude &>> cut
      if rest > half || rest == half && mantissa & 1 != 0 { mantissa &+= 1 }
      if mantissa &>> (digits &+ 1) != 0 {
        mantissa &>>= 1
        exponent &+= 1
      }
    }
    let sign: UInt64 = rawValue < 0 ? 1 : 0
    return sign &<< (digits == 52 ? 63 : 31) | UInt64(exponent) &<< digits | mantissa & ((1 &<< digits) &- 1)
  }
}
