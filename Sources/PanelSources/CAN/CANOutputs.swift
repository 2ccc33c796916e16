// Stage: sources. Input: values of controls, the frames that are heard, and the time. Output: frames for the bus. No system
// calls.
import PanelSignals

/// The messages that the controls of a panel send.
///
/// A message has the data that it was heard or sent with last, and 0 before; a control writes its own bits alone. Of a
/// multiplexed message that holds for the frames whose switches stand as the control's field needs them. A switch command of
/// NMEA 2000 has one switch alone, whatever was heard. Memory is taken at the start alone. Times are nanoseconds of a clock that never goes back.
struct CANOutputs {
  /// A classic frame as the kernel has it.
  typealias Frame = InlineArray<16, UInt8>

  /// A frame with the value of a control, which is not sent yet.
  struct Sending {
    let frame: Frame
    fileprivate let entry: Int
    fileprivate let raw: UInt64
    fileprivate let data: InlineArray<8, UInt8>
  }

  fileprivate struct Message {
    let id: CANID
    let conditions: [CANCondition]
    let isSwitch: Bool
    var length: Int
    /// Nanoseconds from one frame to the next; 0 for a message without a cycle.
    var interval: Int64 = 0
    var data = InlineArray<8, UInt8>(repeating: 0)
    /// When the next frame of the cycle is due; `Int64.max` for never.
    var dueAt = Int64.max
  }

  private struct Entry {
    let number: Int32
    let output: CANOutput
    let message: Int
    /// The bits of the last value in a cycle; `nil` before.
    var raw: UInt64?
  }

  private var messages: [Message] = []
  private var entries: [Entry] = []

  /// - Parameter outputs: an address that is none, in a damaged file, takes no values.
  init(_ outputs: [(number: Int32, address: String)]) {
    for (number, address) in outputs {
      guard let output = CANOutput(address) else { continue }
      let place = messages.firstIndex {
        $0.id.rawValue == output.field.id.rawValue && $0.isSwitch == output.isSwitch && $0.has(output.field.conditions)
      }
      if place == nil {
        messages.append(
          Message(
            id: output.field.id, conditions: output.field.conditions, isSwitch: output.isSwitch, length: output.length))
      }
      let message = place ?? messages.count - 1
      messages[message].length = Swift.max(messages[message].length, output.length)
      let interval = Int64(output.interval) * 1_000_000
      if interval > 0 {
        let other = messages[message].interval
        messages[message].interval = other == 0 ? interval : Swift.min(other, interval)
      }
      entries.append(Entry(number: number, output: output, message: message))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The filters that let the messages pass, as ``ConnectionPlace/can(interface:filters:)`` has them.
  var filters: [UInt64] {
    messages.map {
      let mask = CANID.extendedFlag | CANDecoder.Filter.remoteFlag | ($0.id.isExtended ? 0x1FFF_FFFF : 0x7FF)
      return UInt64($0.id.rawValue) << 32 | UInt64(mask)
    }
  }

  /// When a frame of a cycle is due; `Int64.max` for never.
  var nextTime: Int64 {
    var time = Int64.max
    for index in messages.indices { time = Swift.min(time, messages[index].dueAt) }
    return time
  }

  // MARK: Frames that come

  /// Takes a frame as the kernel has it: others of its signals are sent as heard.
  mutating func hear(_ frame: Span<UInt8>) {
    if entries.isEmpty || frame.count != 16 { return }
    let (word, count) = (unsafe frame.bytes.unsafeLoadUnaligned(as: UInt32.self), Int(frame[4]))
    // Errors and remote frames have no data.
    if word & 3 << 29 != 0 || count > 8 { return }
    let data = frame.extracting(8..<8 &+ count)
    for index in messages.indices where messages[index].id.rawValue == word && messages[index].isMet(by: data) {
      for place in 0..<Swift.min(count, messages[index].length) { messages[index].data[place] = data[place] }
    }
  }

  // MARK: Frames that go

  /// Makes the frame with a value of a control.
  /// - Returns: `nil` where the panel has no such control, or its field has no bits for the value.
  func prepare(_ number: Int32, _ value: Fixed64) -> Sending? {
    for index in entries.indices where entries[index].number == number {
      guard let raw = entries[index].output.raw(for: value) else { return nil }
      var data = data(of: entries[index].message)
      entries[index].output.field.bits.write(raw, to: &data)
      return Sending(frame: frame(of: entries[index].message, data), entry: index, raw: raw, data: data)
    }
    return nil
  }

  /// The kernel has taken the frame: a cycle goes on from here.
  mutating func commit(_ sending: Sending, at time: Int64) {
    let (entry, message) = (entries[sending.entry], entries[sending.entry].message)
    messages[message].data = sending.data
    if entry.output.interval > 0 { entries[sending.entry].raw = sending.raw }
    var hasCycle = false
    for index in entries.indices where entries[index].message == message && entries[index].raw != nil {
      hasCycle = true
      // Two controls of one field: the newer value counts.
      if entries[index].output.field.bits.areEqual(entry.output.field.bits) { entries[index].raw = sending.raw }
    }
    if hasCycle { messages[message].dueAt = time &+ messages[message].interval }
  }

  /// The next frame of a cycle that is due; `nil` for none.
  mutating func takeDue(at time: Int64) -> Frame? {
    for index in messages.indices where messages[index].dueAt <= time && messages[index].dueAt != .max {
      let next = messages[index].dueAt &+ messages[index].interval
      // One that is late is sent once, and not once for each missed time.
      messages[index].dueAt = next > time ? next : time &+ messages[index].interval
      let data = data(of: index)
      messages[index].data = data
      return frame(of: index, data)
    }
    return nil
  }

  /// Ends all cycles: nothing is sent later that was wanted before.
  mutating func end() {
    for index in messages.indices { messages[index].dueAt = .max }
    for index in entries.indices { entries[index].raw = nil }
  }

  /// The data of a message with the values of its cycle.
  private func data(of message: Int) -> InlineArray<8, UInt8> {
    var data = messages[message].isSwitch ? InlineArray<8, UInt8>(repeating: 0xFF) : messages[message].data
    for condition in messages[message].conditions { condition.bits.write(condition.ranges[0].first, to: &data) }
    for index in entries.indices where entries[index].message == message {
      if let raw = entries[index].raw { entries[index].output.field.bits.write(raw, to: &data) }
    }
    return data
  }

  private func frame(of message: Int, _ data: InlineArray<8, UInt8>) -> Frame {
    var frame = Frame(repeating: 0)
    let word = messages[message].id.rawValue
    for index in 0..<4 { frame[index] = UInt8(truncatingIfNeeded: word >> UInt32(8 &* index)) }
    frame[4] = UInt8(truncatingIfNeeded: messages[message].length)
    for index in 0..<messages[message].length { frame[8 &+ index] = data[index] }
    return frame
  }
}

extension CANOutputs.Message {
  /// Whether other switches are the same ones, with the same first values.
  fileprivate func has(_ others: [CANCondition]) -> Bool {
    if conditions.count != others.count { return false }
    for index in conditions.indices {
      if !conditions[index].bits.areEqual(others[index].bits)
        || conditions[index].ranges[0].first != others[index].ranges[0].first
      {
        return false
      }
    }
    return true
  }

  /// Whether the switches stand right in a frame.
  fileprivate func isMet(by data: Span<UInt8>) -> Bool {
    for condition in conditions {
      if condition.bits.byteCount > data.count { return false }
      let raw = condition.bits.raw(in: data)
      var isMet = false
      for range in condition.ranges where raw >= range.first && raw <= range.last { isMet = true }
      if !isMet { return false }
    }
    return true
  }
}
