// Valid messages become nearly valid ones, cut into pieces.
import TestSupport

/// Makes the input of an execution. Takes no memory once it runs.
struct Maker {
  var dice: Dice
  /// The number of the execution: decides about the place of a cut, so that each place has its turn.
  private(set) var number = 0
  /// The whole input, and one message of it.
  var input: [UInt8] = []
  var message: [UInt8] = []
  private let edge = Edge()
  private let seed: UInt64

  /// The longest message, in bytes.
  static var limit: Int { 4096 }
  /// The longest input: frames in letters take three times the bytes of their message.
  static var inputLimit: Int { 4 * limit }

  init(seed: UInt64) {
    self.seed = seed
    dice = Dice(random: SplitMix(seed: seed))
    input.reserveCapacity(Self.inputLimit)
    message.reserveCapacity(2 * Self.limit)
  }

  /// Begins with an execution, whose input depends on its number and the seed alone.
  mutating func begin(_ number: Int) {
    self.number = number
    dice.random = SplitMix(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number))
    input.removeAll(keepingCapacity: true)
  }

  mutating func below(_ limit: Int) -> Int { dice.below(limit) }
  mutating func oneIn(_ count: Int) -> Bool { dice.oneIn(count) }

  /// One of the seeds, damaged or not, in ``message``.
  mutating func choose(_ seeds: [[UInt8]], damagedOneIn chance: Int = 2) {
    message.removeAll(keepingCapacity: true)
    message.append(contentsOf: seeds[below(seeds.count)])
    if oneIn(chance) { damageMessage() }
  }

  mutating func damageMessage() {
    dice.damage(&message)
    while oneIn(3) { dice.damage(&message) }
  }

  mutating func damageInput() {
    dice.damage(&input)
    while oneIn(2) { dice.damage(&input) }
  }

  // MARK: Pieces

  /// Hands the input over in pieces: as a whole, cut at one place, or at many.
  @inline(__always)
  mutating func cut(_ take: (Span<UInt8>) -> Void) {
    let count = input.count
    switch below(8) {
    case 0...3: give(0..<count, take)
    case 4...6:
      let place = number % (count + 1)
      give(0..<place, take)
      give(place..<count, take)
    default:
      let longest = oneIn(4) ? 1 : 1 + below(40)
      var start = 0
      while start < count {
        let end = min(count, start + 1 + below(longest))
        give(start..<end, take)
        start = end
      }
    }
  }

  /// Hands over a part of the input, with the sanitizer's edge behind it.
  @inline(__always)
  func give(_ range: Range<Int>, _ take: (Span<UInt8>) -> Void) { edge.lend(input, range, take) }

  @inline(__always)
  func give(_ bytes: [UInt8], _ take: (Span<UInt8>) -> Void) { edge.lend(bytes, 0..<bytes.count, take) }
}

/// Memory whose end is that of the bytes that it lends, so that the sanitizer sees who reads on.
@safe final class Edge {
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: Maker.inputLimit)

  @inline(__always)
  func lend(_ bytes: [UInt8], _ range: Range<Int>, _ take: (Span<UInt8>) -> Void) {
    let start = unsafe memory + (Maker.inputLimit - range.count)
    unsafe bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { unsafe start.update(from: base + range.lowerBound, count: range.count) }
    }
    take(unsafe Span(_unsafeStart: UnsafePointer(start), count: range.count))
  }

  deinit { unsafe memory.deallocate() }
}
