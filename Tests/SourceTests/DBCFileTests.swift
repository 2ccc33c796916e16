import PanelDescription
import PanelSignals
import PanelSources
import Testing

/// A DBC file of a text; `°` and other letters in UTF-8.
func dbcFile(_ text: String) -> DBCFile { DBCFile(Array(text.utf8)) }

/// A message with the lines of its signals, and lines behind it.
func dbcMessage(_ signals: [String], length: Int = 8, _ lines: String...) -> DBCFile {
  let rest = lines.joined(separator: "\n")
  return dbcFile(
    "BO_ 291 Engine: \(length) ECU\n" + signals.map { " SG_ " + $0 }.joined(separator: "\n") + "\n\n" + rest)
}

private func field(_ file: DBCFile, _ name: String) throws -> String {
  let signal = file.messages.flatMap(\.signals).first { $0.name == name }
  return try #require(signal?.field).text
}

struct DBCFileTests {
  static let whole = """
    VERSION "1.0"

    NS_ :
    \tNS_DESC_
    \tCM_
    \tBA_DEF_
    \tBO_TX_BU_

    BS_: 500000 : 1,2

    BU_: ECU Panel
     Gateway
    VAL_TABLE_ Gears 0 "Neutral" 1 "First; or \\"one\\"" ;

    BO_ 291 Engine: 8 ECU
     SG_ Speed : 0|16@1+ (0.25,0) [0|16383.75] "rpm" Panel,Gateway
     SG_ Temperature : 23|8@0- (1,-40) [-40|210] "°C"  Panel
     SG_ Gear : 24|4@1+ (1,0) [0|0] "" Vector__XXX

    BO_ 2364540158 EEC1: 8 Vector__XXX
     SG_ Speed:24|16@1+ (0.125,0) [0|8031.875] "rpm" Vector__XXX
     SG_ Torque : 32|32@1- (1,0) [0|0] "Nm"

    BO_ 3221225472 VECTOR__INDEPENDENT_SIG_MSG: 0 Vector__XXX
     SG_ Orphan : 0|8@1+ (1,0) [0|0] "" Vector__XXX

    BO_TX_BU_ 291 : ECU,Gateway;
    EV_ Switch: 0 [0|1] "" 0 2 DUMMY_NODE_VECTOR0  Panel;
    ENVVAR_DATA_ Switch: 5;
    CM_ "of the file
    with ; and BO_ 1 X: 8 Y";
    CM_ SG_ 291 Speed "of \\"it\\"";
    BA_DEF_ SG_  "Kind" ENUM  "a","b;","c";
    BA_DEF_DEF_  "Kind" "a";
    BA_ "Kind" SG_ 291 Speed 1;
    BA_DEF_REL_ BU_SG_REL_  "Timeout" INT 0 10;
    BA_REL_ "Timeout" BU_SG_REL_ Panel SG_ 291 Speed 5;
    SIG_GROUP_ 291 All 1 : Speed Gear;
    VAL_ 291 Gear Gears ;
    VAL_ 291 Temperature -40 "cold" 127 "broken" 200 "never" ;
    VAL_ Switch 0 "Off" 1 "On" ;
    SIG_VALTYPE_ 2364540158 Torque : 1;
    // a remark
    """

  @Test("P62 messages, signals, units, ranges, value tables and floats of a DBC are read, other sections passed over")
  func wholeFile() throws {
    let file = dbcFile(Self.whole)
    #expect(file.problems.map(\.text) == [])
    #expect(file.messages.map(\.name) == ["Engine", "EEC1"])
    #expect(file.messages.map(\.length) == [8, 8] && file.messages[0].line == 15)
    #expect(file.messages[1].id == CANID(0xCF0_04FE, isExtended: true))
    let engine = file.messages[0].signals
    #expect(engine.map(\.name) == ["Speed", "Temperature", "Gear"] && engine.map(\.line) == [16, 17, 18])
    #expect(engine.map { $0.field?.text } == ["123 u0:10 *1>2", "123 S17:8 *1-28", "123 u18:4"])
    #expect(engine.map(\.unit) == ["rpm", "°C", ""])
    #expect(engine[0].range == .zero...Fixed64(65535, over: 4) && engine[2].range == nil)
    #expect(engine[2].valueTable.map(\.text) == ["Neutral", "First; or \"one\""])
    // Numbers of the file are raw: the table has the signal's values, without the number that eight bits cannot have.
    #expect(engine[1].valueTable.map(\.value) == [-80, 87] && engine[1].valueTable.map(\.text) == ["cold", "broken"])
    #expect(file.messages[1].signals.map { $0.field?.text } == ["PF004 u18:10 !j *1>3", "PF004 f20:20"])
  }

  @Test("P62 lines may end with carriage returns, texts may have bytes of Latin-1, and a mark of UTF-8 may come first")
  func bytes() {
    let expected = dbcFile(Self.whole)
    var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
    for byte in Self.whole.utf8 { bytes += byte == 10 ? [13, 10] : [byte] }
    let latin = bytes.split(separator: 0xC2, omittingEmptySubsequences: false).joined()
    for bytes in [bytes, Array(latin)] {
      let file = DBCFile(bytes)
      #expect(file.problems.isEmpty)
      #expect(file.messages.map { $0.signals.map(\.unit) } == expected.messages.map { $0.signals.map(\.unit) })
      #expect(file.messages.map { $0.signals.map(\.line) } == expected.messages.map { $0.signals.map(\.line) })
    }
  }

  @Test("P62 plain multiplexing: the only switch of the message decides; the switch itself is always there")
  func multiplexing() throws {
    let file = dbcMessage([
      #"Mode M : 0|8@1+ (1,0) [0|0] "" X"#, #"A m0 : 8|8@1+ (1,0) [0|0] "" X"#, #"B m12 : 8|16@1+ (1,0) [0|0] "" X"#,
      #"C : 32|8@1+ (1,0) [0|0] "" X"#, #"D m300 : 8|8@1+ (1,0) [0|0] "" X"#,
    ])
    #expect(file.problems == [])
    #expect(try field(file, "Mode") == "123 u0:8")
    #expect(try field(file, "A") == "123 u8:8 ?u0:8=0")
    #expect(try field(file, "B") == "123 u8:10 ?u0:8=C")
    #expect(try field(file, "C") == "123 u20:8")
    // Eight bits are never 300.
    #expect(try field(file, "D") == "123 u8:8 ?u0:8=1-0")
  }

  @Test("P62 extended multiplexing: ranges of values, several switches, and switches behind switches")
  func extendedMultiplexing() throws {
    let file = dbcMessage(
      [
        #"Root M : 7|8@0+ (1,0) [0|0] "" X"#, #"Second M : 8|4@1- (1,0) [0|0] "" X"#,
        #"Inner m3M : 16|8@1+ (1,0) [0|0] "" X"#,
        #"A m0 : 24|8@1+ (1,0) [0|0] "" X"#, #"B m1 : 24|8@1+ (1,0) [0|0] "" X"#, #"C m5 : 32|8@1+ (1,0) [0|0] "" X"#,
      ], "SG_MUL_VAL_ 291 Inner Root 3-5, 7-7;", "SG_MUL_VAL_ 291 A Inner 0-0;", "SG_MUL_VAL_ 291 B Inner 1 - 1 ,9-9;",
      "SG_MUL_VAL_ 291 C Second 5-9;", "SG_MUL_VAL_ 291 C Second 1-2;")
    #expect(file.problems == [])
    #expect(try field(file, "Inner") == "123 u10:8 ?U7:8=3-5,7")
    #expect(try field(file, "A") == "123 u18:8 ?u10:8=0 ?U7:8=3-5,7")
    #expect(try field(file, "B") == "123 u18:8 ?u10:8=1,9 ?U7:8=3-5,7")
    // A switch with a sign has no 8 and 9 in four bits.
    #expect(try field(file, "C") == "123 u20:8 ?u8:4=5-7,1-2")
  }

  @Test("P62 names that Vector's programs cut to 32 letters are the long ones, where no other signal has that name")
  func longNames() throws {
    let rest = #" : 0|8@1+ (1,0) [0|0] "" X"#
    let file = dbcMessage(
      ["Short M" + rest, "Other m1" + rest, "Third" + rest],
      #"BA_ "SystemSignalLongSymbol" SG_ 291 Short "LongOfShort";"#,
      #"BA_ "SystemSignalLongSymbol" SG_ 291 Other "Third";"#, #"BA_ "SystemMessageLongSymbol" BO_ 291 "LongEngine";"#,
      #"BA_ "SystemSignalLongSymbol" 5;"#)
    #expect(file.problems.isEmpty && file.messages[0].name == "LongEngine")
    #expect(file.messages[0].signals.map(\.name) == ["LongOfShort", "Other", "Third"])
    #expect(try field(file, "Other") == "123 u0:8 ?u0:8=1")
    let wrong = dbcMessage(["Short" + rest], #"BA_ "SystemSignalLongSymbol" SG_ 291 Shrt "Long";"#)
    #expect(wrong.problems.map(\.text) == ["line 4: found Shrt, expected a signal of the message Engine"])
  }

  @Test("P62 an error of the grammar is told at its line, with the found and the expected word")
  func grammar() {
    for (text, line, found, expected) in [
      ("BO_ 291 Engine 8 ECU", 1, "8", "':'"), ("\n\nBO_ x", 3, "x", "the id of a message"),
      ("\nXY_ 3;", 2, "XY_", "a keyword, as BO_"),
      ("BO_ 291 E: 8 X\n SG_ S : 0|8@2+ (1,0) [0|0] \"\" X", 2, "2", "the order of bytes, 0 or 1"),
      ("BO_ 291 E: 8 X\n SG_ S : 0|8@1* (1,0) [0|0] \"\" X", 2, "*", "+ or - behind the order of bytes"),
      ("BO_ 291 E: 8 X\n SG_ S n0 : 0|8@1+ (1,0) [0|0] \"\" X", 2, "n0", "M, m0, m0M or ':'"),
      ("BO_ 291 E: 8 X\n SG_ S : 0|8@1+ (nan,0) [0|0] \"\" X", 2, "nan", "a factor of 38 digits at most"),
      ("BO_ 291 E: 8 X\n SG_ S : 0|8@1+ (1,0) [0|0] km X", 2, "km", "the unit of a signal in quotation marks"),
      ("SG_ S : 0|8@1+ (1,0) [0|0] \"\" X", 1, "SG_", "a line BO_ of its message before it"),
      ("\nCM_ \"a\nb", 2, "a text without its end", "a second quotation mark"),
      ("CM_ \"a\"\nBO_ 1 A: 8 X", 2, "BO_", "a semicolon at the end of CM_"),
      ("\nCM_ 3", 2, "the file's end", "a semicolon at the end of CM_"),
      ("VAL_TABLE_ T 1 2;", 1, "2", "the text of a value"),
      ("VAL_TABLE_ T 1.5 \"a\";", 1, "1.5", "a whole number below 2^64, or ';'"),
    ] as [(String, Int, String, String)] {
      let problems = dbcFile(text).problems
      #expect(problems.map(\.text) == ["line \(line): found \(found), expected \(expected)"], "\(text)")
    }
  }

  @Test("P62 what a file has and this version cannot read is an error at its line")
  func limits() throws {
    let rest = #" (1,0) [0|0] "" X"#
    let two = ["A : 0|8@1+" + rest, "B m0 : 8|8@1+" + rest]
    let cases: [(DBCFile, Int, String)] = [
      (dbcMessage(["S : 0|65@1+" + rest], length: 64), 2, "a signal of 65 bits"),
      (dbcMessage(["S : 0|0@1-" + rest]), 2, "a signal of 0 bits"),
      (dbcMessage(["S : 57|8@1+" + rest]), 2, "S, which goes beyond its message's end"),
      (dbcMessage(["S : 56|9@0+" + rest]), 2, "S, which goes beyond its message's end"),
      (dbcMessage(["S : 0|8@1+ (0,5) [0|0] \"\" X"]), 2, "the factor 0"),
      (dbcMessage(["S : 0|8@1+ (1.00000000000000000001,0) [0|0] \"\" X"]), 2, "a scale with too many digits"),
      (dbcMessage(["S : 0|16@1+" + rest], "SIG_VALTYPE_ 291 S : 1;"), 4, "a float of 16 bits for S"),
      (dbcMessage(["S : 0|32@1+" + rest], "SIG_VALTYPE_ 291 S : 2;"), 4, "a float of 32 bits for S"),
      (dbcMessage(["S : 0|32@1+" + rest], "SIG_VALTYPE_ 291 S : 3;"), 4, "the type 3"),
      (dbcMessage(["S : 0|32@1+" + rest], "SIG_VALTYPE_ 291 T : 1;"), 4, "T"),
      (dbcMessage(["S : 0|32@1+" + rest], "VAL_ 292 S 0 \"a\";"), 4, "the id 292"),
      (dbcMessage(two), 3, "B with 0 possible switches"), (dbcMessage(two, "SG_MUL_VAL_ 291 B A 0-0;"), 5, "A"),
      (
        dbcMessage(["A M : 0|8@1+" + rest, "C M : 8|8@1+" + rest, "B m0 : 16|8@1+" + rest]), 4,
        "B with 2 possible switches"
      ),
      (
        dbcMessage(["A M : 0|32@1+" + rest, "B m0 : 32|8@1+" + rest], "SIG_VALTYPE_ 291 A : 1;"), 3,
        "the float A as a switch of B"
      ),
      (
        dbcMessage(
          ["A m0M : 0|8@1+" + rest, "B m0M : 8|8@1+" + rest], "SG_MUL_VAL_ 291 A B 0-0;", "SG_MUL_VAL_ 291 B A 0-0;"),
        2,
        "switches that need each other, or too many"
      ),
      (dbcMessage(["A M : 0|8@1+" + rest, "B m0 : 8|8@1+" + rest], "SG_MUL_VAL_ 291 B A 4-3;"), 5, "the range 4-3"),
      (dbcMessage(["S : 0|8@1+" + rest, "S : 8|8@1+" + rest]), 3, "the signal S again"),
      (dbcFile("BO_ 2048 A: 8 X"), 1, "the id 2048"), (dbcFile("BO_ 2684354560 A: 8 X"), 1, "the id 2684354560"),
      (dbcFile("BO_ 1 A: 65 X"), 1, "a message of 65 bytes"),
      (dbcFile("BO_ 1 A: 8 X\nBO_ 1 B: 8 X"), 2, "the id of the message A again"),
      (dbcFile("BO_ 1 A: 8 X\nBO_ 2 A: 8 X"), 2, "the name A again"),
    ]
    for (file, line, found) in cases {
      let first = try #require(file.problems.first, "\(found)")
      #expect(first.line == line && first.found == found, "\(first.text)")
    }
    // A message of FD has 64 bytes, a signal 64 bits at its very end in both orders.
    #expect(dbcMessage(["S : 448|64@1+" + rest], length: 64).problems.isEmpty)
    #expect(dbcMessage(["S : 455|64@0+" + rest], length: 64).problems.isEmpty)
    #expect(dbcMessage(["S : 454|64@0+" + rest], length: 64).problems.count == 1)
  }

  @Test("P62 20,000 damaged DBC files are read or have a problem at one of their lines")
  func damage() {
    var generator = CANRandom(621)
    let whole = Array(
      (Self.whole + """

        BO_ 5 Mux: 8 X
         SG_ Root M : 7|8@0+ (1,0) [0|0] "" X
         SG_ Inner m3M : 16|8@1+ (1,0) [0|0] "" X
         SG_ A m0 : 24|8@1+ (0.1,1e-5) [0|0] "" X
        SG_MUL_VAL_ 5 Inner Root 3-5, 7-7;
        SG_MUL_VAL_ 5 A Inner 0-0;
        """).utf8)
    #expect(DBCFile(whole).problems.isEmpty)
    var (wrong, fields) = (0, 0)
    for _ in 0..<20_000 {
      let bytes = generator.damaged(whole)
      let file = DBCFile(bytes)
      let lines = bytes.count { $0 == 10 } + 1
      wrong += file.problems.isEmpty ? 0 : 1
      if file.problems.contains(where: { $0.line < 1 || $0.line > lines }) { Issue.record("a line beyond the file") }
      for signal in file.messages.flatMap(\.signals) {
        guard let field = signal.field else { continue }
        if CANField(field.text) != field { Issue.record("\(field.text)") }
        fields += signal.valueTable.count + 1
      }
    }
    #expect(wrong > 2000 && wrong < 19_000 && fields > 20_000)
    for end in whole.indices { _ = DBCFile(Array(whole[..<end])) }
  }
}

@Suite("Listing of a DBC file")
struct DBCListingTests {
  @Test("P62 panel-assets sources lists the signals of a DBC file as a description has them")
  func listing() throws {
    let text = """
      BO_ 291 Engine: 8 ECU
       SG_ EngineSpeed : 0|16@1+ (0.25,0) [0|8000] "rpm" X
       SG_ OilPressure_2 : 16|8@1+ (4,0) [0|0] "" X
       SG_ Mode : 24|2@1+ (1,0) [0|3] "" X
      BO_ 2364540158 EEC1: 8 ECU
       SG_ EngineSpeed : 24|16@1+ (0.125,0) [0|8031.875] "rpm" X
      VAL_ 291 Mode 0 "Off" 1 "On" ;

      """
    let file = DBCFile(Array(text.utf8))
    #expect(file.problems.isEmpty)
    #expect(
      file.listing(named: "my engine.dbc") == """
        sources:
          bus: {can: can0, dbc: "my engine.dbc"}
        signals:
          # Engine: 123, 8 bytes
          engine_speed: {from: bus/Engine.EngineSpeed, range: 0..8000}  # rpm
          oil_pressure_2: {from: bus/Engine.OilPressure_2}
          mode: {from: bus/Engine.Mode, range: 0..3}  # 0 Off, 1 On
          # EEC1: 0CF004FE, 8 bytes
          eec1_engine_speed: {from: bus/EEC1.EngineSpeed, range: 0..8031.875}  # rpm

        """)
  }
}
