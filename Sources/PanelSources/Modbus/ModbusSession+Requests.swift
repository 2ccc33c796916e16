// Stage: sources. The requests of a session.
import PanelSignals

extension ModbusSession {
  /// Writes a request, and waits for its answer.
  mutating func send(_ request: Request, at time: Int64) {
    bytes.removeAll(keepingCapacity: true)
    isSent = false
    resetLine()
    (isDamaged, skipped) = (false, 0)
    number &+= 1
    if plan.options.framing == .tcp {
      put(number)
      put(0)
      // The length comes when it is known.
      put(0)
    }
    var answer = 8
    switch request {
    case .none: return
    case .block(let place):
      let block = blocks[place]
      bytes.append(block.unit)
      bytes.append(block.table.rawValue)
      put(block.first)
      put(block.count)
      answer = 5 &+ (block.table.isBits ? (Int(block.count) &+ 7) / 8 : 2 &* Int(block.count))
    case .write(let place): put(writes[place])
    }
    if plan.options.framing == .tcp {
      bytes[5] = UInt8(truncatingIfNeeded: bytes.count &- 6)
    } else {
      let sum = modbusChecksum(bytes.span)
      bytes.append(UInt8(sum & 255))
      bytes.append(UInt8(sum >> 8))
    }
    self.request = request
    // The line is busy until then. The answer takes its time too.
    usedAt = later(time, Int64(bytes.count) &* plan.options.characterTime)
    deadline = later(later(usedAt, Int64(answer) &* plan.options.characterTime), plan.options.timeout)
  }

  private mutating func put(_ number: UInt16) {
    bytes.append(UInt8(number >> 8))
    bytes.append(UInt8(number & 255))
  }

  private mutating func put(_ write: ModbusWrites.Write) {
    guard let output = outputs[Int(write.output)] else { return }
    let (field, registers) = (output.field, write.registers)
    bytes.append(write.unit)
    bytes.append(output.function)
    put(field.address)
    switch output.function {
    case 5: put(registers == 0 ? 0 : 0xFF00)
    case 15:
      put(1)
      bytes.append(1)
      bytes.append(UInt8(truncatingIfNeeded: registers))
    case 16:
      put(UInt16(field.count))
      bytes.append(2 &* field.count)
      putRegisters(output, registers)
    default: putRegisters(output, registers)
    }
  }

  private mutating func putRegisters(_ output: ModbusOutput, _ registers: UInt64) {
    for index in 0..<Int(output.field.count) {
      let (first, second) = output.register(index, of: registers)
      bytes.append(first)
      bytes.append(second)
    }
  }

  /// Takes a value of a control.
  /// - Returns: refused where it cannot be written; `nil` where the answer is one of ``nextAnswer()``.
  public mutating func write(_ request: CommandRequest, to output: Int) -> CommandAnswer? {
    guard output >= 0, output < outputs.count, let destination = outputs[output],
      let registers = destination.registers(for: request.value)
    else { return .refused(.invalid) }
    if destination.field.table.isBits && registers > 1 { return .refused(.invalid) }
    let unit = plan.unit(destination.field)
    if !isOpen || !writes.add(request.identity, output: output, unit: unit, registers) {
      return .refused(.noConnection)
    }
    return nil
  }

  /// Takes the next answer to a value; `nil` where there is none. To be called after ``take(_:at:_:)``, ``advance(to:)`` and
  /// ``disconnected()``.
  public mutating func nextAnswer() -> (identity: CommandRequest.Identity, answer: CommandAnswer)? {
    writes.nextAnswer()
  }
}
