// Stage: sources. The settings of a session with units of Modbus.

/// How requests and answers are told from each other.
public enum ModbusFraming: UInt8, Sendable {
  /// Modbus TCP: each has a number and its length.
  case tcp
  /// Modbus RTU: each has a checksum and silence around it.
  case rtu
}

/// The settings of a session. Times are nanoseconds.
public struct ModbusOptions: Equatable, Sendable {
  public var framing = ModbusFraming.tcp
  /// The unit of addresses that name none.
  public var unit: UInt8 = 1
  /// From one reading of an address to the next, where it says nothing.
  public var interval: Int64 = 1_000_000_000
  /// How long a unit may take until its answer begins to come.
  public var timeout: Int64 = 1_000_000_000
  /// The pause between an answer and the next request.
  public var delay: Int64 = 0
  /// Registers between two addresses that are read too, so that both are in one request: 0...125.
  public var gap = 16
  /// The most registers of a request: 1...125.
  public var most = ModbusField.registerLimit
  /// Whether the values that SunSpec has for "not implemented" are none in all registers.
  public var isSunSpec = false
  /// The time of a character on the line; 0 where there is none.
  public var characterTime: Int64 = 0

  public init() {}

  /// The silence between two frames: 3.5 characters, and 1.75 ms at least, as "MODBUS over Serial Line V1.02" has it for
  /// more than 19200 baud. Less cannot be waited for.
  var silence: Int64 { framing == .rtu ? Swift.max(1_750_000, characterTime &* 7 / 2) : 0 }
  /// The silence behind which nothing of a damaged answer is still to come. Adapters of USB hold bytes back for 16 ms.
  var settleTime: Int64 { Swift.max(20_000_000, silence) }

  /// The gap of a table, in its registers or bits: as many bytes of both.
  func gap(_ table: ModbusTable) -> Int { table.isBits ? gap &* 16 : gap }
  /// The limit of a request, in registers or bits.
  func most(_ table: ModbusTable) -> Int { table.isBits ? Swift.min(most &* 16, ModbusField.bitLimit) : most }
}
