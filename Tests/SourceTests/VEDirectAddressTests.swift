import PanelSignals
import PanelSources
import Testing

@testable import PanelDescription

@Suite struct VEDirectAddressTests {
  private let reader = VEDirectAddresses { word, names in
    names.first { $0.count == word.count + 1 && $0.hasPrefix(word) || $0.lowercased() == word.lowercased() }
  }

  private func read(_ address: String) -> String {
    switch reader.read(address) {
    case .right(let found):
      found.text + " " + (found.isText ? "text" : found.unit ?? "-")
        + (found.doubt.map { " (\($0.found) — expected \($0.expected))" } ?? "")
    case .wrong(let found, let expected): "\(found) — expected \(expected)"
    }
  }

  private func words(_ address: String) -> [String] {
    if case .right(let found) = reader.read(address) { found.words.map { "\($0.number) \($0.text)" } } else { [] }
  }

  @Test("P6C a label becomes a short form with the unit and the decimals of its number")
  func shortForms() {
    let forms = [
      "V": "3:V V", "vpv": "3:VPV V", "I": "3:I A", "PPV": "0:PPV W", "CE": "3:CE Ah", "SOC": "1:SOC percent",
      "TTG": "t:TTG min", "T": "0:T degC", "H1": "3:H1 Ah", "H7": "3:H7 V", "H9": "0:H9 s", "H20": "2:H20 kWh",
      "H21": "0:H21 W", "AC_OUT_V": "2:AC_OUT_V V", "AC_OUT_I": "1:AC_OUT_I A", "AC_OUT_S": "0:AC_OUT_S -",
      "Relay": "0:RELAY -", "SER#": "0:SER# text", "FW": "2:FW -", "AR": "0:AR -", "AR.low_soc": "b2:AR -",
      "AR.bms_lockout": "b13:AR -", "OR.no_input": "b0:OR -", "XYZ": "0:XYZ -",
    ]
    for (address, form) in forms { #expect(read(address) == form, "\(address)") }
    // Every unit is one of a panel.
    for unit in Set(VEDirectLabels.entries.compactMap(\.unit)) {
      #expect(UnitOfMeasure.index(named: Array(unit.utf8).span) != nil, "\(unit)")
    }
    #expect(Set(VEDirectLabels.entries.map(\.label)).count == VEDirectLabels.entries.count)
    #expect((1...23).allSatisfy { number in VEDirectLabels.entries.contains { $0.label == "H\(number)" } })
  }

  @Test("P6C states, errors and the tracker have Victron's words")
  func enumerations() {
    #expect(words("CS").prefix(4) == ["0 Off", "1 Low power", "2 Fault", "3 Bulk"] && words("CS").count == 15)
    #expect(words("ERR").contains("2 Battery voltage too high") && words("ERR").count == 20)
    #expect(words("MPPT") == ["0 Off", "1 Limited", "2 Active"] && words("LOAD") == ["0 OFF", "1 ON"])
    #expect(words("alarm") == ["0 OFF", "1 ON"] && words("MON").first == "-9 Solar charger" && words("V") == [])
  }

  @Test("P6C a wrong address says what is wrong, and an unknown label is legal")
  func wrong() {
    #expect(
      read("AR.low") == "AR has no bit 'low' — expected one of low_voltage, high_voltage, low_soc, "
        + "low_starter_voltage, high_starter_voltage, low_temperature, high_temperature, mid_voltage, overload, dc_ripple, "
        + "low_ac_voltage, high_ac_voltage, short_circuit, bms_lockout")
    #expect(read("AR.low_so") == "AR has no bit 'low_so' — expected AR.low_soc")
    #expect(read("V.x") == "'.x' behind 'V' — expected the label alone: V")
    #expect(read("Rela") == "0:RELA - ('Rela' is no label of VE.Direct that is known — expected Relay)")
    for address in ["", " ", "V ", "a b", "checksum", "Ä", "AR.", "A-B", String(repeating: "x", count: 33), ".x"] {
      #expect(read(address).contains(" — expected "), "\(address)")
    }
  }

  @Test("P6C short forms are read back, and a damaged one is none")
  func damage() {
    var random = CANRandom(2)
    var (right, wrong) = (0, 0)
    for text in ["3:VPV", "t:TTG", "b13:AR"] {
      #expect(VEDirectAddress(text)?.text == text)
      for _ in 0..<7000 {
        if let address = VEDirectAddress(String(decoding: random.damaged(Array(text.utf8)), as: UTF8.self)) {
          right += 1
          #expect(VEDirectAddress(address.text) == address)
        } else {
          wrong += 1
        }
      }
    }
    #expect(right > 1000 && wrong > 1000)
    for text in ["", "3", "3:", "3V", "b:AR", "b32:AR", "b99999:AR", "x:V", "t", "tV:", "b1", "b1:"] {
      #expect(VEDirectAddress(text) == nil, "\(text)")
    }
  }
}
