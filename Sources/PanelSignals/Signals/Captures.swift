// Stage: signals. Captured values: the start of a trip, the tare of a scale.

/// The captured value of a signal.
struct Capture: BitwiseCopyable {
  let definition: CaptureDefinition
  /// Looked after behind this place of the order in which signals are computed; -1: before all of them.
  let rank: Int
  private(set) var reading: Reading
  /// Whether the trigger was last seen at 0: one that is there from the start has not been pressed.
  private var isArmed = false

  init(_ definition: CaptureDefinition, order: [Int]) {
    self.definition = definition
    let signals = [definition.signal.number, definition.trigger.number]
    rank = order.lastIndex { signals.contains($0) } ?? -1
    reading = definition.initial.map { Reading($0) } ?? .none
  }

  /// Becomes another one.
  mutating func takeOver(_ other: Capture) { (reading, isArmed) = (other.reading, other.isArmed) }

  /// Keeps a value. One that is not fresh is not kept: nobody sets a scale to zero by a sensor that is silent.
  mutating func keep(_ reading: Reading) {
    if reading.quality == .fresh { self.reading = reading }
  }

  /// Keeps the value if the trigger has just left 0.
  mutating func watch(_ trigger: Reading, _ reading: Reading) {
    if trigger.quality != .fresh { return }
    let isPressed = trigger.value != .zero
    if isPressed && isArmed { keep(reading) }
    isArmed = !isPressed
  }
}

extension SignalStore {
  /// A value that was kept; none before the first time, and for a number that is not there.
  public func captured(_ number: Int) -> Reading {
    captures.indices.contains(number) ? captures[number].reading : .none
  }

  /// Keeps the present value of a signal. Does nothing where it is not fresh.
  public func capture(_ number: Int) {
    if !captures.indices.contains(number) { return }
    keep(number, reading(captures[number].definition.signal))
  }

  /// Captures the values whose conditions have become true.
  /// - Parameter rank: which signals are computed by now.
  func watchCaptures(_ rank: Int) {
    for number in captures.indices where captures[number].rank == rank {
      let definition = captures[number].definition
      if definition.trigger == .none { continue }
      captures[number].watch(reading(definition.trigger), reading(definition.signal))
    }
  }

  private func keep(_ number: Int, _ reading: Reading) {
    captures[number].keep(reading)
    computesAll = true
  }
}
