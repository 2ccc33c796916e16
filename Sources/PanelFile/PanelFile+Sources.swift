// Stage: panel file. The sources of a panel, and their signals.
import Packs
import PanelSignals
import SystemFiles

/// An address within a source, its signal, and the rank of the source among those of the signal: 0 for the first of
/// `from: [a, b]`.
public typealias SourceAddress = (address: String, signal: SignalIndex, rank: Int)

extension PanelFile {
  /// The panel's sources, in the order of their numbers.
  public var sources: [PanelRecord] { root.children(.source) }

  /// The addresses of signals in a source, in the order of the signals.
  public func addresses(ofSource number: Int) -> [SourceAddress] {
    var result: [SourceAddress] = []
    for (index, signal) in root.children(.signal).enumerated() {
      for (rank, origin) in signal.origins.enumerated() where origin.choice(.source) == number {
        result.append((origin.text(.address) ?? "", SignalIndex(index), rank))
      }
    }
    return result
  }

  /// The places that controls send to, each once: their numbers are those of their commands.
  public var outputs: [(source: Int, address: String)] {
    var result: [(source: Int, address: String)] = []
    root.collectOutputs(&result)
    return result
  }

  /// The commands of the device's list that controls run, each once, and the words of the first control with it. Their
  /// places are the numbers of programs in requests.
  public var programs: [(name: String, control: String)] {
    var result: [(name: String, control: String)] = []
    root.collectPrograms(&result)
    return result
  }

  /// Whether a signal may be told texts.
  public func takesTexts(_ signal: SignalIndex) -> Bool {
    let number = Int(signal.rawValue)
    return definitions.indices.contains(number) && definitions[number].takesTexts
  }

  /// The signals that have sources, by their names in place of addresses.
  public var signalsWithSources: [SourceAddress] {
    var result: [SourceAddress] = []
    for (index, signal) in root.children(.signal).enumerated() where definitions[index].sourceCount > 0 {
      result.append((signal.text(.name) ?? "", SignalIndex(index), 0))
    }
    return result
  }
}

extension PanelRecord {
  fileprivate func collectOutputs(_ result: inout [(source: Int, address: String)]) {
    if kind.isInstrument, let source = choice(.source), let address = text(.address),
      !result.contains(where: { $0.source == source && haveSameBytes($0.address, address) })
    {
      result.append((source, address))
    }
    for number in 0..<childCount { child(number).collectOutputs(&result) }
  }

  fileprivate func collectPrograms(_ result: inout [(name: String, control: String)]) {
    if kind.isInstrument, choice(.action) == Self.runs, let name = text(.command),
      !result.contains(where: { haveSameBytes($0.name, name) })
    {
      result.append((name, text(.text) ?? text(.title) ?? ""))
    }
    for number in 0..<childCount { child(number).collectPrograms(&result) }
  }

  /// The action of a control that runs a command, as the file has it.
  private static var runs: Int { 3 }

  /// The sources of a signal, in order of preference: the first is the record itself, the others are its children.
  var origins: [PanelRecord] { (choice(.source) == nil ? [] : [self]) + children(.source) }

  /// Whether a value of a signal means the same in another file's signal: their names, units, sources and addresses are
  /// the same.
  /// - Parameters:
  ///   - other: a signal of the other file.
  ///   - sources: of the record's file.
  ///   - others: of the other's.
  public func isSameSignal(as other: PanelRecord, _ sources: [PanelRecord], _ others: [PanelRecord]) -> Bool {
    guard let name = text(.name), haveSameBytes(name, other.text(.name)), haveSameBytes(ownUnit, other.ownUnit) else {
      return false
    }
    let (origins, otherOrigins) = (origins, other.origins)
    return origins.count == otherOrigins.count
      && origins.indices.allSatisfy {
        haveSameBytes(origins[$0].text(.address), otherOrigins[$0].text(.address))
          && origins[$0].hasSameSource(as: otherOrigins[$0], sources, others)
      }
  }

  /// The symbol of the unit of a signal's source, which is not always shown.
  private var ownUnit: String? {
    let unit = (number(.shownUnit)?.rounded ?? 0) >> 8
    if unit <= 0 || unit >= UnitOfMeasure.all.count { return text(.unit) }
    return "\(UnitOfMeasure.all[unit].symbol)"
  }

  private func hasSameSource(
    as other: PanelRecord, _ sources: [PanelRecord], _ others: [PanelRecord]
  ) -> Bool {
    guard let number = choice(.source), let otherNumber = other.choice(.source), sources.indices.contains(number),
      others.indices.contains(otherNumber)
    else { return false }
    let (source, another) = (sources[number], others[otherNumber])
    return source.choice(.style) == another.choice(.style) && haveSameBytes(source.text(.path), another.text(.path))
  }
}
