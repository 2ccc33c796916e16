// Stage: sources. Input: frames of several ECUs. Output: their messages.

/// A receiver for each ECU that answers, up to ``limit``.
struct ECUReceivers {
  /// A functional request has eight answers at most, by ISO 15765-4.
  static var limit: Int { 8 }

  private var ecus: [UInt8] = []
  private var receivers: [ISOTPReceiver] = []

  init() {
    ecus.reserveCapacity(Self.limit)
    for _ in 0..<Self.limit { receivers.append(ISOTPReceiver()) }
  }

  var faults: Int64 {
    var sum: Int64 = 0
    for index in receivers.indices { sum &+= receivers[index].faults }
    return sum
  }

  /// When the next frame of an unfinished message must have come; `Int64.min` where there is none.
  var deadline: Int64 {
    var last = Int64.min
    for index in receivers.indices { last = Swift.max(last, receivers[index].deadline) }
    return last
  }

  mutating func reset() {
    ecus.removeAll(keepingCapacity: true)
    for index in receivers.indices { receivers[index].reset() }
  }

  /// - Returns: the place of the ECU's receiver; `nil` where there are too many ECUs.
  mutating func take(_ ecu: UInt8, _ data: Span<UInt8>, at time: Int64) -> (place: Int, outcome: ISOTPReceiver.Outcome)?
  {
    var place = 0
    while place < ecus.count, ecus[place] != ecu { place &+= 1 }
    if place == ecus.count {
      if place == Self.limit { return nil }
      ecus.append(ecu)
    }
    return (place, receivers[place].take(data, at: time))
  }

  /// Lends out the buffer at a place, or takes it back: its message is read meanwhile.
  /// - Returns: the length of the message.
  mutating func swapBuffer(_ place: Int, _ other: inout [UInt8]) -> Int { receivers[place].swapBuffer(&other) }
}
