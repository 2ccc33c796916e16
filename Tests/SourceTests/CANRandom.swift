/// SplitMix64, with the damage that tests of CAN do to bytes.
struct CANRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// Bytes with one to three of them changed, left out, doubled or cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &self)
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(bytes[place], at: place)
      case 4: bytes[place] = bytes[Int.random(in: bytes.indices, using: &self)]
      default: if Int.random(in: 0..<4, using: &self) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }
}
