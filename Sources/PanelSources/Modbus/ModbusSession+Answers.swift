// Stage: sources. The answers to requests of a session.
import PanelSignals
import SystemFiles

extension ModbusSession {
  /// Takes bytes as they come, in pieces of any length.
  public mutating func take<Listener: ValueListener>(
    _ bytes: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) {
    if !isOpen || bytes.isEmpty { return }
    if plan.options.framing == .rtu {
      // The time of a request that is still being sent lies ahead.
      usedAt = Swift.max(usedAt, time)
      if !isWaiting {
        // A late answer is nobody's: the line is free when it is silent.
        garbage &+= 1
        freeAt = Swift.max(freeAt, later(time, plan.options.silence))
        return
      }
    }
    for index in bytes.indices {
      if failure != nil || plan.options.framing == .rtu && (!isWaiting || skipped > Self.skipLimit) { break }
      take(reader.take(bytes[index]), at: time, &listener)
    }
    if !isWaiting { advance(to: time) }
  }

  private mutating func take<Listener: ValueListener>(
    _ first: ModbusReader.Outcome, at time: Int64, _ listener: inout Listener
  ) {
    var outcome = first
    while true {
      switch outcome {
      case .more: return
      case .frame(let number, let range):
        // The frame's bytes are lent out, so that they are not copied while the rest of this value changes.
        let lent = reader
        let frame = lent.bytes.extracting(range)
        if take(frame, number, at: time, &listener) { return }
        garbage &+= 1
        reader.drop(plan.options.framing == .tcp ? range.upperBound : range.upperBound &+ 2)
      case .damaged, .malformed:
        if plan.options.framing == .tcp {
          garbage &+= 1
          return fail(.malformed)
        }
        if case .damaged = outcome, isHeader(reader.bytes) { isDamaged = true }
        if skipped == 0 { garbage &+= 1 }
        skipped &+= 1
        reader.drop(1)
      }
      outcome = reader.look()
    }
  }

  /// The unit and the function of the request on its way.
  private var expected: (unit: UInt8, function: UInt8) {
    switch request {
    case .none: (0, 0)
    case .block(let place): (blocks[place].unit, blocks[place].table.rawValue)
    case .write(let place): (writes[place].unit, outputs[Int(writes[place].output)]?.function ?? 0)
    }
  }

  private func isHeader(_ frame: Span<UInt8>) -> Bool {
    frame.count > 1 && frame[0] == expected.unit && frame[1] & 0x7F == expected.function
  }

  /// - Parameter frame: the unit, the function, and the rest.
  /// - Returns: whether it is the answer to the request on its way.
  private mutating func take<Listener: ValueListener>(
    _ frame: Span<UInt8>, _ number: UInt16, at time: Int64, _ listener: inout Listener
  ) -> Bool {
    if request == .none || frame.count < 3 { return false }
    if plan.options.framing == .tcp && number != self.number { return false }
    let (unit, function) = expected
    // To the units 0 and 255 of Modbus TCP a device answers by the number that it has.
    let isAnyUnit = plan.options.framing == .tcp && (unit == 0 || unit == 255)
    if frame[0] != unit && !isAnyUnit || frame[1] & 0x7F != function { return false }
    let isException = frame[1] & 0x80 != 0
    if isException ? frame.count != 3 || frame[2] == 0 : !isAnswer(frame) { return false }
    let place = unitPlace(unit)
    (units[place].timeouts, isHeard) = (0, true)
    let request = request
    usedAt = Swift.max(usedAt, time)
    end(at: time)
    reader.reset()
    if isException {
      takeException(ModbusException(code: frame[2]), request, at: time, &listener)
      return true
    }
    (units[place].failures, units[place].retryAt) = (0, .min)
    switch request {
    case .block(let place): takeValues(frame.extracting(3..<frame.count), place, &listener)
    case .write(let place):
      writes.answer(place, .accepted)
      readSoon(writes[place], at: time)
    case .none: break
    }
    return true
  }

  /// Whether the rest of a frame is that of an answer to the request on its way.
  private func isAnswer(_ frame: Span<UInt8>) -> Bool {
    switch request {
    case .none: return false
    case .block(let place):
      let block = blocks[place]
      let count = block.table.isBits ? (Int(block.count) &+ 7) / 8 : 2 &* Int(block.count)
      return Int(frame[2]) == count && frame.count == 3 &+ count
    case .write:
      // The request's own first bytes. It lies there until the next one.
      let start = plan.options.framing == .tcp ? 6 : 0
      if frame.count != 6 || bytes.count < start &+ 6 { return false }
      for index in 1..<6 where frame[index] != bytes[start &+ index] { return false }
      return true
    }
  }

  private mutating func takeValues<Listener: ValueListener>(
    _ data: Span<UInt8>, _ place: Int, _ listener: inout Listener
  ) {
    let block = blocks[place]
    blocks[place].failures = 0
    listener.countMessage()
    for index in block.fields {
      let field = Int(plan.order[Int(index)])
      troubles[field].end()
      if plan.fields[field].tell(
        data, from: Int(block.first), Int(plan.addresses[field]), isSunSpec: plan.options.isSunSpec, &listener)
      {
        values &+= 1
      }
    }
  }

  /// Blocks that have a written register are read next.
  private mutating func readSoon(_ write: ModbusWrites.Write, at time: Int64) {
    guard let field = outputs[Int(write.output)]?.field else { return }
    for place in blocks.indices {
      let block = blocks[place]
      if block.unit == write.unit && block.table == field.table && Int(block.first) < field.end
        && Int(field.address) < block.end
      {
        blocks[place].due = Swift.min(block.due, time)
      }
    }
  }

  // MARK: Exceptions

  private mutating func takeException<Listener: ValueListener>(
    _ exception: ModbusException, _ request: Request, at time: Int64, _ listener: inout Listener
  ) {
    switch request {
    case .none: break
    case .write(let place): writes.answer(place, .refused(.exception(Int32(exception.code))))
    case .block(let place):
      let unit = unitPlace(blocks[place].unit)
      if exception.isOfGateway {
        postpone(unit, at: time)
      } else {
        (units[unit].failures, units[unit].retryAt) = (0, .min)
      }
      if exception.isOfRange && blocks[place].fields.count > 1 { return split(place, at: time) }
      blocks[place].failures = Swift.min(16, blocks[place].failures + 1)
      let wait = Self.wait(500_000_000, blocks[place].failures)
      blocks[place].due = Swift.max(blocks[place].due, later(time, wait))
      // Who is busy for a moment has not failed.
      if exception.isBusy && blocks[place].failures < 3 { return }
      for index in blocks[place].fields {
        let field = Int(plan.order[Int(index)])
        if troubles[field].add(exception) { blocks[place].complaint = exception.code }
        listener.receive(Int(plan.addresses[field]), Reading(.zero, .failed))
      }
    }
  }

  /// Reads the halves of a block: one address that the unit has not does not take its neighbours away.
  private mutating func split(_ place: Int, at time: Int64) {
    let fields = blocks[place].fields
    let middle = fields.lowerBound + Int32(fields.count / 2)
    blocks[place] = plan.block(fields.lowerBound..<middle, due: time)
    blocks.append(plan.block(middle..<fields.upperBound, due: time))
    joinAt = Swift.min(joinAt, later(time, Self.splitTime))
  }

  /// The next sentence for a person, without a full stop; `nil` where there is none. For each block with an exception that is
  /// worth telling, and once for each unit that is silent, until it is read again.
  public mutating func nextComplaint() -> String? {
    for place in units.indices where units[place].isSilent {
      units[place].isSilent = false
      return "unit " + String(Int(units[place].number)) + " does not answer: it is asked seldom"
    }
    for place in blocks.indices where blocks[place].complaint != 0 {
      let (block, exception) = (blocks[place], ModbusException(code: blocks[place].complaint))
      blocks[place].complaint = 0
      var text = "unit " + String(Int(block.unit)) + ", " + block.table.word.text + " " + String(Int(block.first))
      if block.count > 1 { text += " to " + String(block.end - 1) }
      return text + ": " + exception.name.text + " (" + String(Int(exception.code)) + ")"
    }
    return nil
  }
}
