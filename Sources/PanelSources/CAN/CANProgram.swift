// Stage: sources. The steps that take values out of frames: a compiled list, made once.
import PanelSignals

/// Steps in groups: one for each id, and for each parameter group with its addresses.
struct CANProgram {
  /// The first place of each group in ``order``, and behind the last group the number of steps.
  private let firstSteps: [Int32]
  /// The places of steps, those of each group one after another.
  private let order: [Int32]
  private let steps: [Step]
  private let switches: [Switch]
  private let ranges: [CANCondition.Values]

  private struct Step: BitwiseCopyable {
    let bits: CANBits
    /// Bytes that the frame needs.
    let byteCount: UInt16
    /// Whether it has switches, or is of a parameter group.
    let hasMore: Bool
    let isOfGroup: Bool
    let reserved: ReservedNumbers
    /// The part of the trouble codes that it tells; 0 for a number.
    let part: UInt8
    let offset: UInt16
    let scale: CANScale
    let narrow: NarrowScale
    let address: Int32
    let firstSwitch, endSwitch: Int32
    /// Behind the steps of the group with the same switches that follow, as its place in ``order``.
    var endOfRun: Int32 = 0
    /// Bytes that all of them need.
    var runByteCount: UInt16 = 0
  }

  private struct Switch: BitwiseCopyable {
    let bits: CANBits
    let firstRange, endRange: Int32
  }

  /// - Parameters:
  ///   - addresses: the fields of each address.
  ///   - places: the groups of the fields, in their order.
  ///   - count: of groups.
  init(_ addresses: [[CANField]], places: [Int32], count: Int) {
    // First the numbers of steps, each at the place behind its group's, then their sums.
    var firstSteps: [Int32] = Array(repeating: 0, count: count + 1)
    for place in places { firstSteps[Int(place) + 1] += 1 }
    for place in 0..<count { firstSteps[place + 1] += firstSteps[place] }
    // Steps of one group in the order of the panel.
    var (free, order, steps): ([Int32], [Int32], [Step]) = (firstSteps, [], [])
    order = Array(repeating: 0, count: places.count)
    var (switches, ranges): ([Switch], [CANCondition.Values]) = ([], [])
    for address in addresses.indices {
      for field in addresses[address] {
        let place = Int(places[steps.count])
        let former = free[place] > firstSteps[place] ? steps[Int(order[Int(free[place]) - 1])] : nil
        let (firstSwitch, endSwitch) = Self.addSwitches(field.conditions, former, &switches, &ranges)
        order[Int(free[place])] = Int32(steps.count)
        free[place] += 1
        steps.append(
          Step(
            bits: field.bits, byteCount: UInt16(field.byteCount),
            hasMore: firstSwitch != endSwitch || field.group != nil, isOfGroup: field.group != nil,
            reserved: field.reserved, part: field.troubleCodes?.rawValue ?? 0, offset: UInt16(field.offset),
            scale: field.scale, narrow: NarrowScale(field.scale, field.bits), address: Int32(address),
            firstSwitch: firstSwitch, endSwitch: endSwitch))
      }
    }
    Self.findRuns(firstSteps, order, &steps)
    (self.firstSteps, self.order, self.steps) = (firstSteps, order, steps)
    (self.switches, self.ranges) = (switches, ranges)
  }

  /// Finds the steps that follow each other with the same switches.
  private static func findRuns(_ firstSteps: [Int32], _ order: [Int32], _ steps: inout [Step]) {
    for group in 0..<firstSteps.count - 1 {
      let end = Int(firstSteps[group + 1])
      for place in (Int(firstSteps[group])..<end).reversed() {
        let step = Int(order[place])
        (steps[step].endOfRun, steps[step].runByteCount) = (Int32(place + 1), steps[step].byteCount)
        if place + 1 == end { continue }
        let next = steps[Int(order[place + 1])]
        if next.firstSwitch != steps[step].firstSwitch || next.endSwitch != steps[step].endSwitch { continue }
        steps[step].endOfRun = next.endOfRun
        steps[step].runByteCount = Swift.max(steps[step].byteCount, next.runByteCount)
      }
    }
  }

  /// Adds the switches of a field.
  /// - Parameter former: the step before it of the same group. Signals of one switch and value stand one after another: where
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

  /// Hands over the values of a group's fields.
  @_optimize(speed)
  func tell<Listener: ValueListener>(_ place: Int, _ data: Span<UInt8>, _ listener: inout Listener)
    -> (values: Int64, tooShort: Int64)
  {
    var (values, tooShort): (Int64, Int64) = (0, 0)
    // The last switches that were read, by the first of them, and whether they stand right.
    var (lastSwitch, isThere) = (Int32(-1), true)
    let (steps, order) = (steps.span, order.span)
    var index = Int(firstSteps[place])
    let end = Int(firstSteps[place &+ 1])
    while index < end {
      // The initializer made the places.
      let step = unsafe steps[unchecked: Int(order[unchecked: index])]
      index &+= 1
      if Int(step.byteCount) > data.count {
        if !step.isOfGroup {
          tooShort &+= 1
        } else if hasNone(step, data) {
          values &+= 1
          listener.receive(Int(step.address), .none)
        }
        continue
      }
      if step.hasMore {
        if step.firstSwitch != step.endSwitch {
          if step.firstSwitch != lastSwitch {
            isThere = areRight(Int(step.firstSwitch), Int(step.endSwitch), data)
            lastSwitch = step.firstSwitch
          }
          if !isThere {
            if Int(step.runByteCount) <= data.count { index = Int(step.endOfRun) }
            continue
          }
        }
        if step.isOfGroup {
          values &+= 1
          tell(step, data, &listener)
          continue
        }
      }
      values &+= 1
      let raw = step.bits.raw(in: data)
      listener.receive(
        Int(step.address),
        step.narrow.isUsable
          ? step.narrow.reading(raw: raw, of: step.bits) : step.scale.longReading(raw: raw, of: step.bits))
    }
    return (values, tooShort)
  }

  /// Hands over the value of a parameter group's field.
  @inline(never)
  private func tell<Listener: ValueListener>(_ step: Step, _ data: Span<UInt8>, _ listener: inout Listener) {
    if let part = TroubleCodes.Part(rawValue: step.part) {
      let codes = TroubleCodes(data)
      if part != .text { return listener.receive(Int(step.address), codes.reading(part)) }
      var letters = InlineArray<128, UInt8>(repeating: 0)
      let count = codes.write(&letters)
      return listener.receive(Int(step.address), text: letters.span.extracting(0..<count))
    }
    let raw = step.bits.raw(in: data.extracting(Int(step.offset)...))
    let quality = step.reserved.quality(raw, of: step.bits)
    listener.receive(
      Int(step.address),
      quality == .fresh ? step.scale.longReading(raw: raw, of: step.bits) : Reading(.zero, quality))
  }

  /// Whether a message is one of a field that it is too short for: it has no value of it then. Older devices send less.
  @inline(never)
  private func hasNone(_ step: Step, _ data: Span<UInt8>) -> Bool {
    for index in Int(step.firstSwitch)..<Int(step.endSwitch) where switches[index].bits.byteCount > data.count {
      return false
    }
    return areRight(Int(step.firstSwitch), Int(step.endSwitch), data)
  }

  /// Whether all switches of a step stand right.
  /// - Parameter data: with the bytes of all of them.
  @inline(never)
  @_optimize(speed)
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
}
