// Stage: sources. Frames of a CAN bus as the kernel writes them: `struct can_frame` and `struct canfd_frame`.
import PanelFile
import PanelSignals
import SystemFiles

/// Reads the frames of a socket, of 16 bytes each, or of 72 for those of CAN FD.
public struct CANStream: StreamDecoder {
  private(set) var decoder: CANDecoder
  public private(set) var sample: [UInt8] = []

  public init(_ addresses: [String], _ record: PanelRecord) { self.init(addresses) }

  /// - Parameter addresses: one that is none, in a damaged file, is told nothing.
  init(_ addresses: [String]) {
    decoder = CANDecoder(addresses.map { CANField.fields($0) ?? [] })
    sample.reserveCapacity(Self.sampleLimit)
  }

  private static var sampleLimit: Int { 24 }

  public func place(_ record: PanelRecord) -> ConnectionPlace? {
    guard let interface = record.text(.path), Self.isInterface(interface) else { return nil }
    return .can(interface: interface, filters: filters)
  }

  /// Those of the kernel, as ``ConnectionPlace/can(interface:filters:)`` has them.
  var filters: [UInt64] { decoder.filters.map { UInt64($0.id) << 32 | UInt64($0.mask) } }

  /// Errors of the bus that the kernel has reported.
  var errors: Int64 { decoder.errorFrames }

  /// The kernel's names have 15 bytes at most.
  static func isInterface(_ name: String) -> Bool {
    (1...15).contains(name.utf8.count) && !name.utf8.contains { $0 <= 32 || $0 == UInt8(ascii: "/") || $0 > 126 }
  }

  public static var places: StaticString { "an interface, as can0" }
  public static var expectation: StaticString { "frames as long as the panel's DBC says" }
  public var leftOut: Int64 { decoder.garbage &+ decoder.tooShort }

  @discardableResult
  public mutating func reset() -> Bool {
    decoder.reset()
    return false
  }

  public mutating func setTime(_ time: Int64) { decoder.time = time }

  public mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener) {
    if bytes.count != 16 && bytes.count != 72 { return }
    let isFD = bytes.count == 72
    let (word, count) = (unsafe bytes.bytes.unsafeLoadUnaligned(as: UInt32.self), Int(bytes[4]))
    // CAN_EFF_FLAG, CAN_RTR_FLAG, CAN_ERR_FLAG
    if word & 1 << 29 != 0 { return decoder.countErrorFrame() }
    if word & 1 << 30 != 0 { return decoder.countRemoteFrame() }
    let isExtended = word & 1 << 31 != 0
    let former = leftOut
    if count > bytes.count - 8 { return }
    decoder.take(
      id: word & (isExtended ? 0x1FFF_FFFF : 0x7FF), isExtended: isExtended, isFD: isFD,
      data: bytes.extracting(8..<8 + count), &listener)
    if leftOut == former { return }
    // As candump writes it.
    sample.removeAll(keepingCapacity: true)
    for shift in stride(from: isExtended ? 28 : 8, through: 0, by: -4) { appendDigit(word >> UInt32(shift)) }
    sample.append(UInt8(ascii: "#"))
    for index in 0..<Swift.min(count, 7) {
      appendDigit(UInt32(bytes[8 + index] >> 4))
      appendDigit(UInt32(bytes[8 + index]))
    }
  }

  private mutating func appendDigit(_ number: UInt32) {
    let digit = UInt8(number & 15)
    sample.append(digit < 10 ? 48 + digit : 55 + digit)
  }
}
