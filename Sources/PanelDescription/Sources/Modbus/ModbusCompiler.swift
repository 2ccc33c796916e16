// Sources. The probable mistakes in the registers of a source, for a panel's description.
import PanelSources

extension SourceCompiler {
  static let modbus = SourceCompiler(
    kind: "modbus", findings: { ModbusCompiler($0, $1).findings },
    makeReader: { ModbusAddresses(nearest: $0.nearest) })
}

private struct ModbusCompiler {
  let warnings: ModbusWarnings
  let place: ModbusPlace?

  init(_ source: any DescribedSource, _ addresses: [CompiledAddress]) {
    var options = ModbusOptions()
    func number(_ key: String) -> Int? { source.text(key).flatMap { Int($0) } }
    options.unit = number("unit").flatMap { UInt8(exactly: $0) } ?? options.unit
    options.gap = number("gap") ?? options.gap
    options.most = number("most") ?? options.most
    options.interval = source.duration("every") ?? options.interval
    options.timeout = source.duration("timeout") ?? options.timeout
    options.delay = source.duration("delay") ?? options.delay
    options.isSunSpec = source.text("sunspec") == "true"
    place = ModbusPlace(source.text("modbus") ?? "")
    if let place { options.framing = place.framing }
    warnings = ModbusWarnings(addresses.map(\.text), options)
  }

  var findings: [AddressFinding] {
    var found = warnings.overlaps + warnings.tooLong + warnings.printedNumbers
    if case .serial(_, let baud, let frame)? = place?.place,
      let load = warnings.lineLoad(baud: baud, bitCount: frame.bitCount)
    {
      found.append(load)
    }
    return found.map { AddressFinding(places: $0.places, sentence: $0.sentence) }
  }
}
