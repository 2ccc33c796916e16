// Stage: description of sources. Input: a DBC file. Output: its messages, each signal as a compiled field, and the lines
// that are wrong or of no use here.
import PanelSignals
import PanelSources

/// The messages of a DBC file, the network description of Vector's CANdb++.
package struct DBCFile {
  /// In the order of the file.
  package internal(set) var messages: [DBCMessage] = []
  /// In the order of lines; with any of them the file is not to be used.
  package internal(set) var problems: [DBCProblem] = []

  /// The longest file, in bytes.
  package static var sizeLimit: Int { 32 << 20 }
  /// The most problems that are reported.
  package static var problemLimit: Int { 50 }

  package init(_ bytes: [UInt8]) {
    if bytes.count > Self.sizeLimit {
      problems = [DBCProblem(line: 1, found: "\(bytes.count) bytes", expected: "\(Self.sizeLimit) bytes at most")]
      return
    }
    var reader = DBCReader(bytes)
    reader.read()
    self = reader.finish()
    problems.sort { $0.line < $1.line }
    if problems.count > Self.problemLimit { problems.removeSubrange(Self.problemLimit...) }
  }

  init() {}
}

/// An error of a DBC file at its line.
package struct DBCProblem: Error, Equatable {
  /// From 1.
  package let line: Int
  package let found: String
  package let expected: String

  package var text: String { "line \(line): found \(found), expected \(expected)" }
}

package struct DBCMessage {
  package let id: CANID
  package internal(set) var name: String
  /// Bytes of its frames: 0...64, of J1939 0...1785.
  package let length: Int
  package let line: Int
  package internal(set) var signals: [DBCSignal] = []
  /// The parameter group by which it is found, in place of the id.
  package internal(set) var group: ParameterGroup?
}

package struct DBCSignal {
  package internal(set) var name: String
  package let line: Int
  /// In DBC's numbers: the lowest bit, in big-endian order the highest one.
  let start, count: Int
  let isBigEndian: Bool
  package internal(set) var kind: CANBits.Kind
  let factor, offset: ExactDecimal
  /// The range of values; `nil` where the file has none.
  package let range: ClosedRange<Fixed64>?
  package let unit: String
  /// `M`: its number says which signals the frame has.
  let isSwitch: Bool
  /// The number behind `m`.
  let switchValue: UInt64?
  /// The switch and its values by `SG_MUL_VAL_`.
  var multiplexing: (switch: String, ranges: [CANCondition.Values], line: Int)?
  var values: [(number: ExactDecimal, text: String)] = []
  /// The compiled field; `nil` where the signal is a problem.
  package internal(set) var field: CANField?

  var bits: CANBits? { CANBits(start: start, count: count, isBigEndian: isBigEndian, kind: kind) }

  /// The value table: values of the signal, not raw numbers. Numbers that the signal cannot have are left out.
  package var valueTable: [(value: Fixed64, text: String)] {
    values.compactMap { number, text in
      guard let scale = field?.scale, let whole = number.whole, canHave(whole, isNegative: number.isNegative) else {
        return nil
      }
      let reading = scale.reading(whole: whole, isNegative: number.isNegative)
      return reading.quality == .fresh ? (reading.value, text) : nil
    }
  }

  private func canHave(_ whole: UInt64, isNegative: Bool) -> Bool {
    switch kind {
    case .float: true
    case .unsigned: !isNegative && (count == 64 || whole >> UInt64(count) == 0)
    case .signed: isNegative ? whole <= 1 << UInt64(count - 1) : whole < 1 << UInt64(count - 1)
    }
  }
}
