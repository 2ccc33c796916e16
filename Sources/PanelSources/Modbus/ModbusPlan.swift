// Stage: sources. Input: the addresses of a session. Output: the blocks of registers that are read in one request each.

/// Neighbouring registers or bits of a unit that one request reads.
struct ModbusBlock {
  let unit: UInt8
  let table: ModbusTable
  let first: UInt16
  /// 1...125 registers, 1...2000 bits.
  let count: UInt16
  /// Nanoseconds.
  let interval: Int64
  /// Its addresses, in ``ModbusPlan/order``.
  let fields: Range<Int32>
  var due: Int64
  /// Exceptions in a row.
  var failures: UInt8 = 0
  /// The exception to be told to a person; 0 for none.
  var complaint: UInt8 = 0

  var end: Int { Int(first) &+ Int(count) }
}

/// The addresses in the order in which they are read.
public struct ModbusPlan {
  let options: ModbusOptions
  let fields: [ModbusField]
  /// The place of each field in the list of addresses.
  let addresses: [Int32]
  /// The places of fields, those of one unit, table and interval behind each other, by their addresses.
  let order: [Int32]

  /// - Parameter addresses: `nil` for one that is none, in a damaged file: it is told nothing.
  public init(_ options: ModbusOptions, _ addresses: [ModbusField?]) {
    var (fields, places): ([ModbusField], [Int32]) = ([], [])
    for index in addresses.indices {
      guard let field = addresses[index] else { continue }
      fields.append(field)
      places.append(Int32(index))
    }
    var options = options
    options.most = Swift.max(1, Swift.min(options.most, ModbusField.registerLimit))
    options.gap = Swift.max(0, Swift.min(options.gap, ModbusField.registerLimit))
    (self.options, self.fields, self.addresses) = (options, fields, places)
    var order: [Int32] = []
    order.reserveCapacity(fields.count)
    // Most panels have their addresses in order: then each is put behind the last.
    for index in fields.indices {
      var place = order.count
      while place > 0, Self.isBefore(fields[index], fields[Int(order[place - 1])], options) { place -= 1 }
      order.insert(Int32(index), at: place)
    }
    self.order = order
  }

  func unit(_ field: ModbusField) -> UInt8 { field.unit ?? options.unit }

  private static func interval(_ field: ModbusField, _ options: ModbusOptions) -> Int64 {
    field.interval == 0 ? options.interval : Int64(field.interval) &* 1_000_000
  }

  private static func isBefore(_ one: ModbusField, _ other: ModbusField, _ options: ModbusOptions) -> Bool {
    let (first, second) = (one.unit ?? options.unit, other.unit ?? options.unit)
    if first != second { return first < second }
    if one.table != other.table { return one.table.rawValue < other.table.rawValue }
    let (interval, another) = (interval(one, options), self.interval(other, options))
    if interval != another { return interval < another }
    return one.address < other.address
  }

  /// Puts the blocks of all addresses into a list that has room for one of each.
  func fill(_ blocks: inout [ModbusBlock], due: Int64) {
    blocks.removeAll(keepingCapacity: true)
    var start = 0
    while start < order.count {
      let first = fields[Int(order[start])]
      let (table, interval) = (first.table, Self.interval(first, options))
      var (end, stop) = (start + 1, first.end)
      while end < order.count {
        let next = fields[Int(order[end])]
        let most = Swift.max(stop, next.end) &- Int(first.address)
        if unit(next) != unit(first) || next.table != table || Self.interval(next, options) != interval
          || Int(next.address) &- stop > options.gap(table) || most > options.most(table)
        {
          break
        }
        stop = Swift.max(stop, next.end)
        end += 1
      }
      blocks.append(block(Int32(start)..<Int32(end), due: due))
      start = end
    }
  }

  /// The block of some addresses that one request has room for.
  func block(_ range: Range<Int32>, due: Int64) -> ModbusBlock {
    let first = fields[Int(order[Int(range.lowerBound)])]
    var end = first.end
    for place in range { end = Swift.max(end, fields[Int(order[Int(place)])].end) }
    return ModbusBlock(
      unit: unit(first), table: first.table, first: first.address,
      count: UInt16(truncatingIfNeeded: end &- Int(first.address)), interval: Self.interval(first, options),
      fields: range, due: due)
  }
}

#if !hasFeature(Embedded)
extension ModbusPlan {
  /// The time that a serial line is busy with readings, in thousandths: above 1000 it cannot carry them.
  ///
  /// Requests and answers with their checksums, the silence of 3.5 characters behind each, and the time that units take
  /// before they answer.
  /// - Parameters:
  ///   - baud: bits a second, above 0.
  ///   - bitCount: bits of a character: 10 of 8N1, 11 of 8E1.
  ///   - turnaround: of a unit, in nanoseconds.
  package func lineLoad(baud: Int, bitCount: Int, turnaround: Int64 = 5_000_000) -> Int {
    var blocks: [ModbusBlock] = []
    fill(&blocks, due: 0)
    let character = Int64(bitCount) * 1_000_000_000 / Int64(max(1, baud))
    let silence = max(1_750_000, character * 7 / 2)
    var load: Int64 = 0
    for block in blocks {
      let data = block.table.isBits ? (Int64(block.count) + 7) / 8 : 2 * Int64(block.count)
      let time = (8 + 5 + data) * character + silence + max(silence, options.delay) + turnaround
      load += time * 1000 / max(1, block.interval)
    }
    return Int(clamping: load)
  }
}
#endif
