// Stage: sources. Input: bytes of VE.Direct from a serial line or a socket. Output: values of addresses. Nothing of it is trusted:
// memory is taken at the start alone, and damaged blocks are counted.
//
// A block is a number of fields and a checksum: `\r\nV\t12800\r\nI\t-340\r\nChecksum\tX`. The sum of all its bytes, from the first
// carriage return up to X, is 0 modulo 256. A frame of HEX, from `:` up to a line feed, may stand anywhere, also within a field:
// it is no part of the block. Victron's frame handler, at the end of its "VE.Direct Protocol FAQ", gives up the block there; those of
// others that were made of it go on, as this one.
import PanelFile
import PanelSignals
import SystemFiles

/// Reads the text blocks of VE.Direct. A value counts only when the checksum of its block is right.
public struct VEDirectDecoder: StreamDecoder {
  /// Blocks with a right checksum.
  public private(set) var blocks: Int64 = 0
  /// Blocks with a wrong checksum. The part of a block at the beginning of a stream is none.
  public private(set) var wrongSums: Int64 = 0
  /// Stretches of ``blockLimit`` bytes without a checksum.
  public private(set) var tooLong: Int64 = 0
  /// The beginning of the last block that was left out.
  public private(set) var sample: [UInt8] = []

  private let labels: AddressTable
  private let forms: [VEDirectAddress.Form]
  private var block: [UInt8]
  private var count = 0
  /// Where the last line of the block begins.
  private var lineStart = 0
  private var sum: UInt8 = 0
  private var state = State.before
  /// The state around a frame of HEX.
  private var outer = State.before
  private var isTooLong = false
  /// Whether a block has ended since the beginning: the next one is whole.
  private var isInStep = false

  private enum State {
    /// Before the first carriage return.
    case before
    case text
    /// Before the byte of the checksum, which may be any.
    case checksum
    case hex
  }

  /// The longest block, in bytes; the protocol has 22 fields of 43 bytes.
  public static var blockLimit: Int { 1024 }
  private static var sampleLimit: Int { 48 }
  /// The longest text, in bytes; the protocol has 32.
  private static var textLimit: Int { 64 }
  static var usualBaud: Int { 19200 }

  public init(_ addresses: [String], _ record: PanelRecord) {
    // In a damaged file an address may be none: nothing is told to it.
    let unknown = VEDirectAddress(.timeToGo, label: [])
    self.init(addresses.map { VEDirectAddress($0) ?? unknown })
  }

  /// - Parameter addresses: a value is told with its address's place in this list.
  public init(_ addresses: [VEDirectAddress]) {
    labels = AddressTable(addresses.map { (String(decoding: $0.label, as: UTF8.self), SignalIndex.none, 0) })
    forms = addresses.map { $0.form }
    block = Array(repeating: 0, count: Self.blockLimit)
    sample.reserveCapacity(Self.sampleLimit)
  }

  public func place(_ record: PanelRecord) -> ConnectionPlace? {
    ConnectionPlace(record.text(.path) ?? "", baud: Self.usualBaud)
  }

  public static var places: StaticString {
    "serial PATH, tcp ADDRESS:PORT, udp PORT, udp ADDRESS:PORT or unix PATH"
  }

  public var leftOut: Int64 { wrongSums &+ tooLong }
  public static var expectation: StaticString { "blocks of VE.Direct with right checksums, at 19200 baud" }

  @discardableResult
  public mutating func reset() -> Bool {
    let isCut = count > 0
    begin(.before)
    isInStep = false
    return isCut
  }

  private mutating func begin(_ state: State) {
    self.state = state
    (count, lineStart, sum, isTooLong) = (0, 0, 0, false)
  }

  public mutating func take<Listener: ValueListener>(_ bytes: Span<UInt8>, _ listener: inout Listener) {
    for index in bytes.indices {
      let byte = bytes[index]
      switch state {
      case .hex: if byte == 10 { state = outer }
      case .checksum: finish(sum &+ byte, &listener)
      case .before, .text:
        if byte == UInt8(ascii: ":") {
          (outer, state) = (state, .hex)
        } else if state == .text || byte == 13 {
          state = .text
          append(byte)
        }
      }
    }
  }

  private mutating func append(_ byte: UInt8) {
    if count == Self.blockLimit {
      tooLong &+= 1
      keep()
      // The last line stays: it may be the checksum's.
      let length = lineStart > 0 ? count &- lineStart : 0
      for index in 0..<length { block[index] = block[lineStart &+ index] }
      (count, lineStart, isTooLong) = (length, 0, true)
    }
    block[count] = byte
    count &+= 1
    sum &+= byte
    if byte == 10 { lineStart = count }
    if byte == 9, isChecksum { state = .checksum }
  }

  /// Whether the line is `Checksum` and a tabulator.
  private var isChecksum: Bool {
    let label = StaticString("checksum")
    if count &- lineStart != label.utf8CodeUnitCount &+ 1 { return false }
    return label.isEqual(ignoringCase: block.span.extracting(lineStart..<count &- 1))
  }

  private mutating func keep() {
    sample.removeAll(keepingCapacity: true)
    for index in 0..<min(count, Self.sampleLimit) { sample.append(block[index]) }
  }

  /// - Parameter sum: with the byte of the checksum.
  private mutating func finish<Listener: ValueListener>(_ sum: UInt8, _ listener: inout Listener) {
    if sum == 0 && !isTooLong {
      blocks &+= 1
      listener.countMessage()
      tellFields(&listener)
    } else if isInStep && !isTooLong {
      wrongSums &+= 1
      keep()
    }
    isInStep = true
    begin(.text)
  }

  // MARK: Fields

  private mutating func tellFields<Listener: ValueListener>(_ listener: inout Listener) {
    var place = 0
    while place < count {
      var (end, tab) = (place, -1)
      while end < count, block[end] != 13, block[end] != 10 {
        if tab < 0 {
          if block[end] == 9 { tab = end }
          // Labels are compared in capital letters.
          if block[end] &- 97 < 26 { block[end] &-= 32 }
        }
        end &+= 1
      }
      if tab > place && tab &- place <= VEDirectAddress.labelLimit {
        let bytes = block.span
        var address = labels.find(bytes.extracting(place..<tab))
        let isSum = StaticString("CHECKSUM").isEqual(to: bytes.extracting(place..<tab))
        if address < 0 && !isSum && listener.counts { listener.skip(bytes.extracting(place..<tab)) }
        while address >= 0 {
          tell(address, bytes.extracting(tab &+ 1..<end), &listener)
          address = labels.next(address)
        }
      }
      place = end &+ 1
    }
  }

  private func tell<Listener: ValueListener>(_ address: Int, _ word: Span<UInt8>, _ listener: inout Listener) {
    if StaticString("---").isEqual(to: word) { return listener.receive(address, .none) }
    if let number = VEDirectNumber(word) {
      listener.receive(address, number.reading(forms[address]))
    } else if StaticString("on").isEqual(ignoringCase: word) {
      listener.receive(address, Reading(1))
    } else if StaticString("off").isEqual(ignoringCase: word) {
      listener.receive(address, Reading(.zero))
    } else {
      // It may be the text of a signal.
      listener.receive(address, word.isEmpty ? .none : Reading(.zero, .failed))
    }
    if !word.isEmpty { listener.receive(address, text: word.extracting(0..<min(word.count, Self.textLimit))) }
  }
}
