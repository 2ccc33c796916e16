// Stage: sources. Input: frames of a CAN bus. Output: the values of the addresses of a panel. Nothing of it is trusted:
// memory is taken at the start alone, and unusable frames are counted.
import PanelSignals

/// Finds the fields of a frame by its id and takes their numbers out of its bytes.
///
/// A field whose switches stand otherwise has no value in the frame: the listener hears nothing of it.
public struct CANDecoder {
  /// Values that were handed over, those that are *failed* among them.
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

  /// The ids in use, in ascending order.
  private let ids: [UInt32]
  /// The first place of each id in ``order``, and behind the last id the number of steps.
  private let firstSteps: [Int32]
  /// The places of steps, those of each id one after another.
  private let order: [Int32]
  private let steps: [Step]
  private let switches: [Switch]
  private let ranges: [CANCondition.Values]

  private struct Step: BitwiseCopyable {
    let bits: CANBits
    /// Bytes that the frame needs.
    let byteCount: UInt8
    let scale: CANScale
    let address: Int32
    let firstSwitch, endSwitch: Int32
  }

  private struct Switch: BitwiseCopyable {
    let bits: CANBits
    let firstRange, endRange: Int32
  }

  /// - Parameter addresses: the fields of each address; its place is the number that the listener hears.
  public init(_ addresses: [[CANField]]) {
    let ids = CANDecoder.ids(of: addresses)
    // First the numbers of steps, each at the place behind its id's, then their sums.
    var firstSteps: [Int32] = Array(repeating: 0, count: ids.count + 1)
    for fields in addresses {
      for field in fields { firstSteps[CANDecoder.place(of: field.id.rawValue, in: ids.span) + 1] += 1 }
    }
    for place in ids.indices { firstSteps[place + 1] += firstSteps[place] }
    // Steps of one id in the order of the panel.
    var (free, order, steps): ([Int32], [Int32], [Step]) = (firstSteps, [], [])
    order = Array(repeating: 0, count: Int(firstSteps[ids.count]))
    var (switches, ranges): ([Switch], [CANCondition.Values]) = ([], [])
    for address in addresses.indices {
      for field in addresses[address] {
        let place = CANDecoder.place(of: field.id.rawValue, in: ids.span)
        let former = free[place] > firstSteps[place] ? steps[Int(order[Int(free[place]) - 1])] : nil
        let (firstSwitch, endSwitch) = CANDecoder.addSwitches(field.conditions, former, &switches, &ranges)
        order[Int(free[place])] = Int32(steps.count)
        free[place] += 1
        steps.append(
          Step(
            bits: field.bits, byteCount: UInt8(field.byteCount), scale: field.scale, address: Int32(address),
            firstSwitch: firstSwitch, endSwitch: endSwitch))
      }
    }
    (self.ids, self.firstSteps, self.order) = (ids, firstSteps, order)
    (self.steps, self.switches, self.ranges) = (steps, switches, ranges)
  }

  /// The ids of all fields in ascending order, each once.
  private static func ids(of addresses: [[CANField]]) -> [UInt32] {
    var ids: [UInt32] = []
    for fields in addresses {
      for field in fields {
        let place = place(of: field.id.rawValue, in: ids.span)
        if place == ids.count || ids[place] != field.id.rawValue { ids.insert(field.id.rawValue, at: place) }
      }
    }
    return ids
  }

  /// Adds the switches of a field.
  /// - Parameter former: the step before it of the same id. Signals of one switch and value stand one after another: where
  ///   the switches are the same ones, they are read once.
  /// - Returns: their places.
  private static func addSwitches(
    _ conditions: [CANCondition], _ former: Step?, _ switches: inout [Switch], _ ranges: inout [CANCondition.Values]
  ) -> (first: Int32, end: Int32) {
    if let former, areEqual(conditions, switches[Int(former.firstSwitch)..<Int(former.endSwitch)], ranges) {
      return (former.firstSwitch, former.endSwitch)
    }
    let first = switches.count
    for condition in conditions {
      let firstRange = ranges.count
      for range in condition.ranges { ranges.append(range) }
      switches.append(Switch(bits: condition.bits, firstRange: Int32(firstRange), endRange: Int32(ranges.count)))
    }
    return (Int32(first), Int32(switches.count))
  }

  /// Takes a frame of data.
  /// - Parameters:
  ///   - id: without flags.
  ///   - data: 8 bytes at most, 64 of an FD frame.
  public mutating func take<Listener: ValueListener>(
    id: UInt32, isExtended: Bool, isFD: Bool, data: Span<UInt8>, _ listener: inout Listener
  ) {
    guard let id = CANID(id, isExtended: isExtended), data.count <= (isFD ? 64 : 8) else {
      garbage &+= 1
      return
    }
    let place = find(id.rawValue)
    if place < 0 {
      unwanted &+= 1
      return
    }
    let counts = tell(place, data, &listener)
    (values, tooShort) = (values &+ counts.values, tooShort &+ counts.tooShort)
  }

  /// Hands over the values of an id's fields.
  private func tell<Listener: ValueListener>(_ place: Int, _ data: Span<UInt8>, _ listener: inout Listener)
    -> (values: Int64, tooShort: Int64)
  {
    var (values, tooShort): (Int64, Int64) = (0, 0)
    // The last switches that were read, by the first of them, and whether they stand right.
    var (lastSwitch, isThere) = (Int32(-1), true)
    let (steps, order) = (steps.span, order.span)
    for index in Int(firstSteps[place])..<Int(firstSteps[place &+ 1]) {
      // The initializer made the places.
      let step = unsafe steps[unchecked: Int(order[unchecked: index])]
      if Int(step.byteCount) > data.count {
        tooShort &+= 1
        continue
      }
      if step.firstSwitch != step.endSwitch {
        if step.firstSwitch != lastSwitch {
          isThere = areRight(Int(step.firstSwitch), Int(step.endSwitch), data)
          lastSwitch = step.firstSwitch
        }
        if !isThere { continue }
      }
      values &+= 1
      listener.receive(Int(step.address), step.scale.reading(raw: step.bits.raw(in: data), of: step.bits))
    }
    return (values, tooShort)
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

  /// Whether conditions are those of some switches.
  private static func areEqual(
    _ conditions: [CANCondition], _ switches: ArraySlice<Switch>, _ ranges: [CANCondition.Values]
  ) -> Bool {
    if conditions.count != switches.count { return false }
    var place = switches.startIndex
    for condition in conditions {
      let other = switches[place]
      place += 1
      if !condition.bits.areEqual(other.bits) || condition.ranges.count != Int(other.endRange - other.firstRange) {
        return false
      }
      for index in condition.ranges.indices {
        let (range, former) = (condition.ranges[index], ranges[Int(other.firstRange) + index])
        if range.first != former.first || range.last != former.last { return false }
      }
    }
    return true
  }

  /// Whether all switches of a step stand right.
  @inline(never)
  private func areRight(_ first: Int, _ end: Int, _ data: Span<UInt8>) -> Bool {
    let (switches, ranges) = (switches.span, ranges.span)
    for index in first..<end {
      let (value, end) = (switches[index].bits.raw(in: data), Int(switches[index].endRange))
      var range = Int(switches[index].firstRange)
      while range < end, value < ranges[range].first || value > ranges[range].last { range &+= 1 }
      if range == end { return false }
    }
    return true
  }

  /// The place of an id; −1 where no address has it.
  @inline(__always)
  private func find(_ id: UInt32) -> Int {
    let place = CANDecoder.place(of: id, in: ids.span)
    return place < ids.count && ids[place] == id ? place : -1
  }

  /// The place of the first id that is not below this one.
  @inline(__always)
  private static func place(of id: UInt32, in ids: Span<UInt32>) -> Int {
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
  }

  /// The most filters that Linux takes for a socket.
  public static var filterLimit: Int { 512 }

  /// Filters that let data frames of just the ids in use pass. Where these are more than ``filterLimit``, the only filter
  /// lets all frames pass.
  public var filters: [Filter] {
    if ids.count > Self.filterLimit { return [Filter(id: 0, mask: 0)] }
    let remote: UInt32 = 1 << 30
    return ids.map {
      let isExtended = $0 & CANID.extendedFlag != 0
      return Filter(id: $0, mask: CANID.extendedFlag | remote | (isExtended ? 0x1FFF_FFFF : 0x7FF))
    }
  }
}
