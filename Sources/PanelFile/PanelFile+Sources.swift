// Stage: panel file. Which signals a source tells something.
import PanelSignals

extension PanelFile {
  /// The panel's sources, in the order of their numbers.
  public var sources: [PanelRecord] { root.children(.source) }

  /// What signals want of a source: the address in it, the signal, and which of the signal's sources it is.
  public func addresses(ofSource number: Int) -> [(address: String, signal: SignalIndex, rank: Int)] {
    var result: [(address: String, signal: SignalIndex, rank: Int)] = []
    for (index, signal) in root.children(.signal).enumerated() {
      // The first origin is the signal's own; the others are its children.
      var origins = signal.choice(.source) == nil ? [] : [signal]
      origins += signal.children(.source)
      for (rank, origin) in origins.enumerated() where origin.choice(.source) == number {
        result.append((origin.text(.address) ?? "", SignalIndex(index), rank))
      }
    }
    return result
  }

  /// The signals that are told values, by their names.
  public var toldSignals: [(address: String, signal: SignalIndex, rank: Int)] {
    var result: [(address: String, signal: SignalIndex, rank: Int)] = []
    for (index, signal) in root.children(.signal).enumerated() where definitions[index].sourceCount > 0 {
      result.append((signal.text(.name) ?? "", SignalIndex(index), 0))
    }
    return result
  }
}
