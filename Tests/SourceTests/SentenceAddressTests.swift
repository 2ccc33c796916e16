import PanelDescription
import PanelSignals
import PanelSources
import Testing

/// The names of all fields, as addresses.
let allSentenceFields = SentenceTable.fields.map { $0.sentence + "." + $0.name }

@Suite struct SentenceAddressTests {
  private let compiler = SentenceCompiler { word, names in
    names.first { $0.lowercased().prefix(3) == word.lowercased().prefix(3) }
  }

  private func short(_ address: String) -> String {
    switch compiler.compile(address) {
    case .right(let address, let unit): address.text + " " + (unit ?? "-")
    case .wrong(let found, let expected): "\(found) — expected \(expected)"
    }
  }

  @Test("P64 an address becomes a short form, with the unit of its value")
  func shortForms() {
    #expect(short("RMC.speed") == "RMC.7n!2:V!12:N kn")
    #expect(short("GP:RMC.speed") == "GPRMC.7n!2:V!12:N kn")
    #expect(short("GPRMC.speed") == "GPRMC.7n!2:V!12:N kn")
    #expect(short("RMC.status") == "RMC.2f plain")
    #expect(short("RMC.mode") == "RMC.12x -")
    #expect(short("RMC.7") == "RMC.7n!2:V!12:N -")
    #expect(short("VHW.speed") == "VHW.5n~6:N kn")
    #expect(short("MWV.true_speed") == "MWV.3w=2:T!5:V m/s")
    #expect(short("RSA.port") == "RSA.3n!4:V deg")
    #expect(short("RPM.engine1") == "RPM.3n=1:E#2:1!5:V rpm")
    #expect(short("RPM.shaft12_pitch") == "RPM.4n=1:S#2:12!5:V percent")
    #expect(short("XDR.BARO") == "XDR.0g@*BARO -")
    #expect(short("IIXDR.U:BAT#0") == "IIXDR.0g@UBAT#0 -")
    #expect(short("XDR.2") == "XDR.2n -")
    #expect(short("XYZ.3.text") == "XYZ.3x -")
    #expect(short("PGRMZ.1") == "PGRMZ.1n -")
  }

  @Test("P64 a wrong address says what is wrong, with the nearest name")
  func wrong() {
    #expect(short("RMC.sped") == "the field 'sped' of RMC — expected speed")
    #expect(short("HDT.zzz") == "the field 'zzz' of HDT — expected heading or a field's number")
    #expect(
      short("RMX.speed") == "the sentence 'RMX' — expected a number for the field of another sentence, as RMX.3")
    #expect(SentenceTable.sentences.count == 25)
    #expect(short("rmc.speed") == "the address 'rmc.speed' — expected RMC.time")
    #expect(short("RMC") == "the address 'RMC' — expected RMC.time")
    for address in [
      "", ".", "x", "PGR.1x", "G:RMC.1", "GPS:RMC.1", "PG:RMZ.1", "ABCDEFGHI.1", "ABCD.1", "RM.1", "ÄÖÜ.1",
    ] {
      #expect(short(address).contains("— expected "), "\(address)")
    }
    for address in ["XYZ.0", "XYZ.251", "XYZ.99999999999999999999", "XYZ.3x"] {
      #expect(short(address).contains("expected a number from 1 to 250"), "\(address)")
    }
    #expect(short("XYZ.3.txt") == "the form 'txt' — expected number, signed, position, time, date, text, flag")
    #expect(short("XYZ.3.numer") == "the form 'numer' — expected number")
    for address in [
      "XDR.", "XDR.a:B", "XDR.C:", "XDR.a,b", "XDR. a", "XDR.a$", "XDR." + String(repeating: "a", count: 65),
    ] {
      #expect(short(address).contains("its name as the device sends it"), "\(address)")
    }
    for address in ["RPM.engine", "RPM.engine100", "RPM.engine+1", "RPM.engine1_speed", "RPM.engine1_", "RPM.engine-1"]
    {
      #expect(short(address).contains("expected engine0"), "\(address)")
    }
    #expect(
      short("RPM.x") == "the field 'x' of RPM — expected engine or shaft and a number, as engine1 or shaft1_pitch")
  }

  @Test("P64 the device reads every short form of the host, and no half of one")
  func roundTrip() {
    let names =
      allSentenceFields + ["RPM.engine1", "RPM.shaft99_pitch", "XDR.BARO", "XDR.U:BAT#0", "XYZ.250.date", "PGRMZ.1"]
    var refused = 0
    for name in names {
      guard case .right(let address, _) = compiler.compile(name) else {
        Issue.record("\(name)")
        continue
      }
      let text = address.text
      #expect(SentenceAddress(text)?.text == text, "\(name)")
      #expect(text.utf8.count <= 40)
      for end in text.indices {
        // A beginning may be another short form, but never one that is read as something else.
        if let other = SentenceAddress(String(text[..<end])) {
          #expect(other.text == text[..<end], "\(text[..<end])")
        } else {
          refused += 1
        }
      }
    }
    #expect(refused > 1000)
    let wrong = [
      "RMC", "RMC.", "RMC.7", "RMC.n", "RMC.7q", "RMC.251n", "RMC.7n!", "RMC.7n!2", "RMC.7n!2:", "RMC.7n?2:V",
      "RMC.7n#2:x", "RMC.7n#2:251", "XDR.0g", "XDR.0g@", "XDR.0g@U", "rmc.7n", "PGR.7",
      "RMC.7n!1:V!1:V!1:V!1:V!1:V!1:V!1:V!1:V!1:V",
      "XDR.0g@U" + String(repeating: "a", count: 65),
    ]
    for text in wrong { #expect(SentenceAddress(text) == nil, "\(text)") }
  }

  @Test("P64 the named sentences are those of the row, and their units are units of panel files")
  func table() {
    let row = "RMC VTG HDT HDG HDM GGA GLL GNS DBT DPT MTW MWV VHW VLW MTA MDA XDR RSA RPM ROT ZDA APB RMB BWC XTE"
    #expect(Set(SentenceTable.sentences) == Set(row.split(separator: " ").map(String.init)))
    #expect(Set(allSentenceFields).count == allSentenceFields.count)
    for field in SentenceTable.fields {
      if let unit = field.unit { #expect(UnitOfMeasure.index(named: Array(unit.utf8).span) != nil, "\(unit)") }
      #expect((field.unit == nil) == (field.form == .text), "\(field.sentence).\(field.name)")
    }
    #expect(SentenceTable.document.split(separator: "\n").count == SentenceTable.fields.count + 2)
  }
}
