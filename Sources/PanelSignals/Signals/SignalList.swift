/// Numbers of signals, in a memory that is taken once.
struct SignalList {
  private var numbers: [Int32]
  private(set) var count = 0

  init(capacity: Int) { numbers = Array(repeating: 0, count: capacity) }

  subscript(_ place: Int) -> Int { Int(numbers[place]) }

  /// - Parameter number: one more than there is room for must not be added.
  mutating func append(_ number: Int) {
    numbers[count] = Int32(truncatingIfNeeded: number)
    count &+= 1
  }

  mutating func removeAll() { count = 0 }

  /// Removes those for which `isWanted` is false.
  mutating func keep(_ isWanted: (Int) -> Bool) {
    var kept = 0
    for place in 0..<count where isWanted(Int(numbers[place])) {
      numbers[kept] = numbers[place]
      kept &+= 1
    }
    count = kept
  }
}
