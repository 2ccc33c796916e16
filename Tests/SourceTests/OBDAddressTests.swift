// row: P68
import PanelDescription
import PanelSignals
import PanelSources
import Testing

@Suite struct OBDAddressTests {
  /// The nearest name is the first one with the same three letters.
  private func compile(_ address: String) -> OBDAddresses.Answer {
    OBDAddresses { word, names in names.first { word.count >= 3 && $0.hasPrefix(word.prefix(3)) } }.compile(address)
  }

  private func text(_ address: String) -> String {
    switch compile(address) {
    case .right(let found, let unit, _): found.text + (unit.map { ", " + $0 } ?? "")
    case .wrong(let found, let expected): "found " + found + ", expected " + expected
    }
  }

  @Test("P68 names, short names, numbers, bits, ECUs and intervals become the short form, with the unit")
  func addresses() {
    for (address, expected) in [
      ("EngineSpeed", "01 0C U7:10 *1/4 =EngineSpeed, rpm"), ("RPM", "01 0C U7:10 *1/4 =RPM, rpm"),
      ("01 0C", "01 0C U7:10 *1/4 =01 0C, rpm"), ("01 0c", "01 0C U7:10 *1/4 =01 0c, rpm"),
      ("COOLANT_TEMP", "01 05 U7:8 *1-28 =COOLANT_TEMP, degC"),
      ("CalculatedLoad", "01 04 U7:8 *14/33 =CalculatedLoad, percent"),
      ("SPEED@7E9", "01 0D U7:8 @E9 =SPEED@7E9, km/h"), ("SPEED@18DAF110", "01 0D U7:8 @10 =SPEED@18DAF110, km/h"),
      ("SPEED@10", "01 0D U7:8 @10 =SPEED@10, km/h"), ("SPEED every 100ms", "01 0D U7:8 ~64 =SPEED, km/h"),
      ("SPEED@7E8 every 1h", "01 0D U7:8 @E8 ~36EE80 =SPEED@7E8, km/h"),
      ("01 A6#7:32be*0.1", "01 A6 U7:20 *1/5>1 =01 A6#7:32be*0.1"), ("01 0C#7:16be", "01 0C U7:10 =01 0C#7:16be"),
      ("VIN", "09 02 t =VIN"), ("codes", "03 00 t =codes"), ("code_count@7E8", "03 00 n @E8 =code_count@7E8"),
      ("pending_codes", "07 00 t =pending_codes"), ("permanent_count", "0A 00 n =permanent_count"),
      ("MIL", "01 01 U7:1 =MIL"), ("DTC_COUNT", "01 01 U6:7 =DTC_COUNT"), ("IgnitionType", "01 01 UB:1 =IgnitionType"),
      ("EVAP_VAPOR_PRESSURE", "01 32 S7:10 *1/4 =EVAP_VAPOR_PRESSURE, Pa"),
    ] { #expect(text(address) == expected) }
  }

  @Test("P68 a wrong address is told with the expectation, or the nearest name")
  func wrongAddresses() {
    for (address, expected) in [
      ("VehicleSped", "found the value 'VehicleSped', expected VehicleSpeed"),
      ("xyz", "found the value 'xyz', expected a name, as EngineSpeed or RPM, or mode and PID, as 01 0C"),
      ("", "found the value '', expected a name, as EngineSpeed or RPM, or mode and PID, as 01 0C"),
      ("02 0C", "found the mode '02', expected 01, as 01 0C; VIN and codes by name"),
      ("01 XX", "found the PID 'XX', expected two digits, as 0C"),
      ("01 A7", "found the PID A7, which has no name, expected its bits, as 01 A7#7:16be"),
      (
        "01 01",
        "found the PID 01, which has several values, expected MalfunctionIndicator, EmissionCodes, IgnitionType"
      ),
      ("RPM every 5ms", "found every 5ms, expected a time of 10ms to 1h, as every 100ms"),
      ("RPM every 2h", "found every 2h, expected a time of 10ms to 1h, as every 100ms"),
      ("RPM every x", "found every x, expected a time of 10ms to 1h, as every 100ms"),
      ("RPM@7E0", "found @7E0, expected the id of its answers, as @7E8, of 29 bits @18DAF110, of an old bus @10"),
      ("01 0C#7:99be", "found 99, expected a length of 1 to 64 bits"),
    ] { #expect(text(address) == expected) }
  }

  @Test(
    "P68 more than sixty PIDs have names: each name is there once, has a place in its answer, and is read by the device"
  )
  func table() throws {
    var names: Set<String> = []
    for value in OBDTable.values {
      for name in [value.name, value.shortName] where !name.isEmpty { #expect(names.insert(name).inserted, "\(name)") }
      guard case .right(let address, let unit, let words) = compile(value.name) else {
        Issue.record("\(value.name)")
        continue
      }
      #expect(address.pid == value.pid && address.mode == 1 && OBDAddress(address.text)?.text == address.text)
      #expect(unit == (value.unit.isEmpty ? nil : value.unit) && words.count == value.words.count)
      if let unit { #expect(UnitOfMeasure.index(named: Array(unit.utf8).span) != nil, "\(unit)") }
    }
    let pids = Set(OBDTable.values.map(\.pid))
    #expect(pids.count > 85 && (4...0x1F).allSatisfy { pids.contains($0) })
    // PIDs of masks and of the drive cycle's tests have no single value.
    let missing = (0x03...0x5E).filter { !pids.contains($0) }
    #expect(missing == [0x20, 0x40, 0x41])
    guard case .right(_, _, let fuels) = compile("FUEL_TYPE") else { return }
    #expect(fuels.first { $0.number == 4 }?.text == "diesel")
    #expect(Set(fuels.map(\.text)).count == fuels.count)
  }

  @Test("P68 20,000 damaged short forms are read or not, never trap, and what is read is written the same way")
  func damage() {
    var (generator, right) = (CANRandom(11), 0)
    let whole = [
      "01 0C U7:10 *1/4 @E8 ~64 =EngineSpeed", "09 02 t =VIN", "03 00 n @E9", "01 32 S7:10 *1-28/5>1",
    ].map { Array($0.utf8) }
    for _ in 0..<20_000 {
      let bytes = generator.damaged(whole[Int.random(in: whole.indices, using: &generator)])
      guard let address = OBDAddress(String(decoding: bytes, as: UTF8.self)) else { continue }
      right += 1
      if OBDAddress(address.text)?.text != address.text { Issue.record("\(address.text)") }
    }
    #expect(right > 1000 && right < 19_000)
    for text in [
      "", "01", "01 0C", "01 0C ", "02 0C U7:8", "01 0C t", "09 02 U7:8", "03 01 t", "01 0C U7:8 ~1",
      "01 0C U7:8 ~FFFFFFFF",
      "01 0C U7:8 @1E8", "01 0C U7:8 x", "1 0C U7:8", "01 0C U7:8 *0", "03 00 n *2", "0B 00 t",
    ] { #expect(OBDAddress(text) == nil, "\(text)") }
  }
}
