// Stage: sources. Input: frames of a CAN bus. Output: the values of the addresses of a panel. Nothing of it is trusted:
// memory is taken at the start alone, and unusable frames are counted.
import PanelSignals

/// Finds the fields of a frame by its id, or by its parameter group, and takes their numbers out of its bytes.
///
/// A field whose switches stand otherwise has no value in the frame: the listener hears nothing of it. A message of several
/// frames is read when its last one comes.
public struct CANDecoder {
  /// Values that were handed over, those that are *failed* or *none* among them.
  public private(set) var values: Int64 = 0
  /// Frames of ids without an address.
  public private(set) var unwanted: Int64 = 0
  /// Fields that were left out, for their frame was too short for them or for their switches.
  public private(set) var tooShort: Int64 = 0
  /// Frames that cannot be: an id of too many bits, or too many bytes.
  public private(set) var garbage: Int64 = 0
  /// Remote frames, which have no data.
  public private(set) var remoteFrames: Int64 = 0
  /// Error frames of the kernel.
  public private(set) var errorFrames: Int64 = 0
  /// Messages of several frames that were read.
  public private(set) var longMessages: Int64 = 0
  /// Messages of several frames that were begun and did not end.
  public var brokenMessages: Int64 { fastPackets.broken &+ transports.broken }
  /// The time of the next frames, in nanoseconds: the rest of a message may be late.
  public var time: Int64 = 0

  /// The ids in use, in ascending order.
  private let ids: [UInt32]
  private let groups: GroupTable
  /// A step's group is the place of its id, or behind all ids that of its parameter group.
  private let program: CANProgram
  private var fastPackets: FastPackets
  private var transports: Transports

  /// - Parameter addresses: the fields of each address; its place is the number that the listener hears.
  public init(_ addresses: [[CANField]]) {
    let (ids, groups) = (CANDecoder.ids(of: addresses), GroupTable(addresses))
    var places: [Int32] = []
    for fields in addresses {
      for field in fields {
        if let group = field.group {
          places.append(Int32(ids.count + groups.place(of: group)))
        } else {
          places.append(Int32(CANDecoder.place(of: field.id.rawValue, in: ids.span)))
        }
      }
    }
    program = CANProgram(addresses, places: places, count: ids.count + groups.count)
    (self.ids, self.groups) = (ids, groups)
    fastPackets = FastPackets(isUsed: groups.hasFastPackets)
    transports = Transports(isUsed: groups.hasLongMessages)
  }

  /// The ids of all fields without a group in ascending order, each once.
  private static func ids(of addresses: [[CANField]]) -> [UInt32] {
    var ids: [UInt32] = []
    for fields in addresses {
      for field in fields where field.group == nil {
        let place = place(of: field.id.rawValue, in: ids.span)
        if place == ids.count || ids[place] != field.id.rawValue { ids.insert(field.id.rawValue, at: place) }
      }
    }
    return ids
  }

  /// Takes a frame of data.
  /// - Parameters:
  ///   - id: without flags.
  ///   - data: 8 bytes at most, 64 of an FD frame.
  @_optimize(speed)
  public mutating func take<Listener: ValueListener>(
    id: UInt32, isExtended: Bool, isFD: Bool, data: Span<UInt8>, _ listener: inout Listener
  ) {
    guard let id = CANID(id, isExtended: isExtended), data.count <= (isFD ? 64 : 8) else {
      garbage &+= 1
      return
    }
    listener.countMessage()
    let place = find(id.rawValue)
    if place >= 0 {
      let counts = program.tell(place, data, &listener)
      (values, tooShort) = (values &+ counts.values, tooShort &+ counts.tooShort)
    }
    if groups.count > 0 && isExtended && takeGroup(MessageHeader(id: id.number), data, &listener) { return }
    if place >= 0 { return }
    unwanted &+= 1
    if listener.counts { listener.skip(id.name.span) }
  }

  /// Takes a frame of any kind.
  public mutating func take<Listener: ValueListener>(_ frame: CANFrame, _ listener: inout Listener) {
    switch frame.kind {
    case .data:
      take(id: frame.id, isExtended: frame.isExtended, isFD: frame.isFD, data: frame.data, &listener)
    case .remote: countRemoteFrame()
    case .error: countErrorFrame()
    }
  }

  /// Counts a frame that asks for data and has none.
  public mutating func countRemoteFrame() { remoteFrames &+= 1 }

  /// Counts a frame in which the kernel reports an error of the bus.
  public mutating func countErrorFrame() { errorFrames &+= 1 }

  /// Forgets messages that have not ended: their rest does not come.
  public mutating func reset() {
    fastPackets.reset()
    transports.reset()
  }

  // MARK: Parameter groups

  /// Takes a whole message, which somebody else has put together.
  public mutating func take<Listener: ValueListener>(
    _ header: MessageHeader, message: Span<UInt8>, _ listener: inout Listener
  ) {
    if message.count > ParameterGroup.transportLimit {
      garbage &+= 1
      return
    }
    listener.countMessage()
    if groups.wants(header) { return tellGroups(header, message, &listener) }
    unwanted &+= 1
    if listener.counts { listener.skip(header.name.span) }
  }

  /// - Returns: whether somebody wants it.
  @inline(never)
  private mutating func takeGroup<Listener: ValueListener>(
    _ header: MessageHeader, _ data: Span<UInt8>, _ listener: inout Listener
  ) -> Bool {
    if transports.isUsed && header.number == ParameterGroup.transfer {
      takeTransfer(header, data, &listener)
      return true
    }
    if transports.isUsed && header.number == ParameterGroup.management {
      if let number = Transports.number(data), groups.first(number) >= 0 {
        transports.takeManagement(header, number, data, at: time)
      }
      return true
    }
    if !groups.wants(header) { return false }
    if !groups.isFast(header.number) {
      tellGroups(header, data, &listener)
    } else if let (slot, count) = fastPackets.take(header, data, at: time) {
      longMessages &+= 1
      // Lent out: the bytes are read while the counts change.
      var lent = FastPackets(isUsed: false)
      swap(&lent, &fastPackets)
      tellGroups(header, lent.message(slot, count), &listener)
      swap(&lent, &fastPackets)
    }
    return true
  }

  private mutating func takeTransfer<Listener: ValueListener>(
    _ header: MessageHeader, _ data: Span<UInt8>, _ listener: inout Listener
  ) {
    guard let (slot, count) = transports.takeData(header, data, at: time) else { return }
    longMessages &+= 1
    var lent = Transports(isUsed: false)
    swap(&lent, &transports)
    let whole = lent.header(slot)
    if groups.wants(whole) { tellGroups(whole, lent.message(slot, count), &listener) }
    swap(&lent, &transports)
  }

  private mutating func tellGroups<Listener: ValueListener>(
    _ header: MessageHeader, _ message: Span<UInt8>, _ listener: inout Listener
  ) {
    var place = groups.first(header.number)
    while groups.has(header.number, at: place) {
      if groups.fits(header, at: place) {
        let counts = program.tell(ids.count &+ place, message, &listener)
        (values, tooShort) = (values &+ counts.values, tooShort &+ counts.tooShort)
      }
      place &+= 1
    }
  }

  // MARK: Ids

  /// The place of an id; −1 where no address has it.
  @inline(__always)
  private func find(_ id: UInt32) -> Int {
    let place = CANDecoder.place(of: id, in: ids.span)
    return place < ids.count && ids[place] == id ? place : -1
  }

  /// The place of the first id that is not below this one.
  @inline(__always)
  static func place(of id: UInt32, in ids: Span<UInt32>) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if ids[middle] < id { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  // MARK: Filters

  /// A filter of the kernel: it lets a frame pass where `received & mask == id & mask`, with the bits of `can_id`.
  public struct Filter: Equatable, Sendable {
    public let id, mask: UInt32

    init(id: UInt32, mask: UInt32) { (self.id, self.mask) = (id, mask) }

    /// Data frames with extended ids.
    init(extended id: UInt32, mask: UInt32) {
      (self.id, self.mask) = (id | CANID.extendedFlag, mask | CANID.extendedFlag | Self.remoteFlag)
    }

    static var remoteFlag: UInt32 { 1 << 30 }
  }

  /// The most filters that Linux takes for a socket.
  public static var filterLimit: Int { 512 }

  /// Filters that let data frames of just the ids and parameter groups in use pass, and those of the transport protocol where
  /// it may have them. Where these are more than ``filterLimit``, the only filter lets all frames pass.
  public var filters: [Filter] {
    var filters = groups.filters
    for id in ids {
      let isExtended = id & CANID.extendedFlag != 0
      filters.append(
        isExtended
          ? Filter(extended: id, mask: 0x1FFF_FFFF)
          : Filter(id: id, mask: CANID.extendedFlag | Filter.remoteFlag | 0x7FF))
    }
    return filters.count > Self.filterLimit ? [Filter(id: 0, mask: 0)] : filters
  }
}
