// Stage: description of sources. Input: the addresses of a source in their short form. Output: probable mistakes.
import PanelSources

/// Looks at all addresses of a source together. None of the findings is an error: a device may be as it is described.
package struct ModbusWarnings {
  /// Places of addresses in the list, and a sentence without a full stop.
  package struct Finding: Equatable {
    package let places: [Int]
    package let sentence: String
  }

  private let fields: [ModbusField?]
  private let options: ModbusOptions

  /// - Parameter addresses: in the short form; one that is none is passed over.
  package init(_ addresses: [String], _ options: ModbusOptions) {
    (fields, self.options) = (addresses.map { ModbusField($0) }, options)
  }

  /// Values of several registers that share one and are not the same registers.
  package var overlaps: [Finding] {
    var findings: [Finding] = []
    for (place, field) in fields.enumerated() {
      guard let field, !field.table.isBits else { continue }
      for (other, second) in fields[..<place].enumerated() {
        guard let second, (second.unit ?? options.unit) == (field.unit ?? options.unit), second.table == field.table,
          second.address != field.address || second.count != field.count,
          Swift.max(second.count, field.count) > 1
        else { continue }
        let (first, last) = (max(field.address, second.address), min(Self.last(field), Self.last(second)))
        if Int(first) > last { continue }
        // A single register within a longer value may be meant, as its status bits.
        if min(second.count, field.count) == 1 { continue }
        findings.append(
          Finding(
            places: [other, place],
            sentence:
              "\(Self.name(second)) and \(Self.name(field)) share register \(first): a number of 32 bits has two registers"
          ))
      }
    }
    return findings
  }

  /// Values that are longer than a request may be.
  package var tooLong: [Finding] {
    fields.enumerated().compactMap { place, field in
      guard let field, !field.table.isBits, Int(field.count) > options.most else { return nil }
      return Finding(
        places: [place], sentence: "\(Self.name(field)) has \(field.count) registers, more than most: \(options.most)")
    }
  }

  /// Numbers behind a table's word that look like printed ones.
  package var printedNumbers: [Finding] {
    fields.enumerated().compactMap { place, field in
      guard let field else { return nil }
      let first = field.table == .holdingRegisters ? 40000 : field.table == .inputRegisters ? 30000 : 65536
      // SunSpec's registers are 40000 and the next, and 50000: its manuals count from 0.
      if options.isSunSpec || field.isSunSpec || field.address <= first || Int(field.address) > first + 9999 {
        return nil
      }
      return Finding(
        places: [place],
        sentence:
          "\(field.table.word) \(field.address) is counted from 0; the register that manuals print as \(field.address) is \(field.address) without the word"
      )
    }
  }

  /// The load of a serial line that cannot carry the readings; `nil` where it can.
  /// - Parameters:
  ///   - baud: bits a second.
  ///   - bitCount: bits of a character: 10 of 8N1, 11 of 8E1.
  package func lineLoad(baud: Int, bitCount: Int) -> Finding? {
    let load = ModbusPlan(options, fields).lineLoad(baud: baud, bitCount: bitCount)
    if load <= 1000 { return nil }
    return Finding(
      places: [],
      sentence:
        "the readings take \(load / 10) % of the line's time at \(baud) baud: read less often, with every: at the source or behind the address, or faster"
    )
  }

  private static func last(_ field: ModbusField) -> Int { Int(field.address) + Int(field.count) - 1 }

  private static func name(_ field: ModbusField) -> String { "\(field.table.word) \(field.address)" }
}
