// Stage: sources. The exceptions of an address of Modbus, as they come and go.

/// Says which exceptions of an address are worth telling: each kind when it comes first, then the tenth time, the hundredth and
/// so on that one takes the place of a value or of another.
struct ModbusTrouble: BitwiseCopyable {
  /// 0 while the address is read.
  private var present: UInt8 = 0
  /// The kinds that came so far, as bits.
  private var kinds: UInt64 = 0
  private var times = SparseCount()

  /// The address was read.
  mutating func end() { present = 0 }

  /// - Returns: whether this one is to be told.
  mutating func add(_ exception: ModbusException) -> Bool {
    if exception.code == present { return false }
    present = exception.code
    let kind: UInt64 = 1 << UInt64(exception.code & 63)
    let isNew = kinds & kind == 0
    kinds |= kind
    return times.add(1) || isNew
  }
}
