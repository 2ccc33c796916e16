// Sources. The probable mistakes in the registers of a source, for a panel's description.
import PanelSources

extension SourceCompiler {
  static let modbus = SourceCompiler(
    kind: "modbus", findings: { ModbusCompiler($0, $1).findings },
    differs: { output, address in
      guard let field = ModbusField(output.text), let other = ModbusField(address.text) else { return false }
      return field.unit == other.unit && field.table == other.table && field.address == other.address
        && (field.scale != other.scale || field.count != other.count || field.bits.kind != other.bits.kind)
    },
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
