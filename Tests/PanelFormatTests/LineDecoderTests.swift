import PanelSignals
import PanelSources
import TestSupport
import Testing

/// Keeps what is told, as `name value`.
private struct Notes: LineListener {
  let names: AddressTable
  var texts: [String] = []
  var guessed = 0

  mutating func receive(_ name: Span<UInt8>, _ guess: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool)
    -> Bool
  {
    if value == .text { return false }
    var bytes: [UInt8] = []
    for index in name.indices { bytes.append(name[index]) }
    // What is guessed is what the name has.
    let entry = names.find(name)
    #expect(guess < 0 || guess == entry)
    if guess >= 0 { guessed += 1 }
    let text =
      switch value {
      case .number(let number): NumberFormat(decimals: 3).text(of: number)
      case .failed: "failed"
      case .none: "none"
      case .text: "text"
      }
    texts.append(String(decoding: bytes, as: UTF8.self) + " " + text)
    return true
  }
}

/// - Parameter names: guessed among these; the values are the same whatever is guessed.
private func told(
  _ pieces: [[UInt8]], _ decoder: inout LineDecoder, ends: Bool = false, names: AddressTable = AddressTable([])
) -> [String] {
  var notes = Notes(names: names)
  for piece in pieces { decoder.take(piece.span, names, &notes) }
  if ends { decoder.end(names, &notes) }
  return notes.texts
}

private func told(_ text: String) -> [String] {
  var decoder = LineDecoder()
  return told([Array(text.utf8)], &decoder, ends: true)
}

@Suite struct LineDecoderTests {
  @Test("P60 a line is name=value, several of these, or a JSON object")
  func lines() {
    #expect(told("rpm=1200\noil=3.5\n") == ["rpm 1200.000", "oil 3.500"])
    #expect(told("a=1 b=2,c=3\r\n  d = -4e1  \n\n") == ["a 1.000", "b 2.000", "c 3.000", "d -40.000"])
    #expect(told("on=true off=OFF x=null y= z=nan") == ["on 1.000", "off 0.000", "x none", "y none", "z failed"])
    #expect(
      told(#"{"rpm": 1200, "oil": {"p": 3.5, "t": null}, "ok": true}"#)
        == ["rpm 1200.000", "oil.p 3.500", "oil.t none", "ok 1.000"])
    #expect(
      told(#"{"list": [1, {"a": 2}, [3, 4]], "text": "85", "word": "red"}"#)
        == ["list[0] 1.000", "list[1].a 2.000", "list[2][0] 3.000", "list[2][1] 4.000", "text 85.000"])
    #expect(told(#"{}"#) == [] && told(#"{"a":{},"b":[],"c":1}"#) == ["c 1.000"])
  }

  @Test("P60 it does not matter in which pieces the bytes come, nor whether the last line ends")
  func pieces() {
    let text = Array(#"rpm=1200 oil=3\#n{"a": [1, 2], "b": {"c": 7}}\#nlast=9"#.utf8)
    let whole = told(String(decoding: text, as: UTF8.self))
    #expect(whole.count == 6)
    for size in 1...text.count {
      var decoder = LineDecoder()
      let pieces = stride(from: 0, to: text.count, by: size).map { Array(text[$0..<min($0 + size, text.count)]) }
      #expect(told(pieces, &decoder, ends: true) == whole)
      #expect(decoder.values == 6 && decoder.garbage == 0)
    }
  }

  @Test("P60 garbage is counted and costs nothing that stands before or behind its line")
  func garbage() {
    for line in [
      "hello", "=5", "a=1=2", "a=b", "a=320,5", "a=1,5 b=2", "{", "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1}}"#,
      #"{"a":1} x"#,
      #"{"a":[1,}"#,
      "\u{0}\u{1}\u{2}", "å=ö", #"{"a\"#, #"{"a":"#, String(repeating: "[", count: 100),
      #"{"a":"# + String(repeating: "[", count: 100), String(repeating: "x", count: 300) + "=1",
    ] {
      var decoder = LineDecoder()
      let result = told([Array("first=1\n".utf8), Array(line.utf8), Array("\nlast=2\n".utf8)], &decoder)
      #expect(result.first == "first 1.000" && result.last == "last 2.000", "\(line)")
      #expect(decoder.garbage + decoder.tooLong == 1, "\(line)")
    }
  }

  @Test("P60 a line of ten megabytes is left out whole and counted once, and takes no memory")
  func tooLong() {
    var decoder = LineDecoder()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 16384)
    var result = told([Array("first=1\nx=".utf8)], &decoder)
    for _ in 0..<640 { result += told([piece], &decoder) }
    result += told([Array("=1\nlast=2\n".utf8)], &decoder)
    #expect(result == ["first 1.000", "last 2.000"] && decoder.tooLong == 1)
    // The longest line that is read, and one byte more.
    let longest = "a=1" + String(repeating: " ", count: LineDecoder.lineLimit - 4)
    #expect(told(longest + "\nb=2\n") == ["a 1.000", "b 2.000"])
    #expect(told([Array((longest + "  \nb=2\n").utf8)], &decoder) == ["b 2.000"] && decoder.tooLong == 2)
  }

  @Test("P60 random bytes, half characters and damaged objects end in values or in counts")
  func random() {
    var random = SplitMix(seed: 6)
    let seeds = [
      #"{"rpm": 1200, "oil": {"p": [3.5, -1e3], "t": null}, "x": "é"}"#, "rpm=12.5 oil=-3,z=nan", "{{{[[[]]]",
    ]
    var (values, garbage): (Int64, Int64) = (0, 0)
    for _ in 0..<3000 {
      var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min...(.max), using: &random)
      }
      var decoder = LineDecoder()
      _ = told([bytes + [10]], &decoder, ends: true)
      values += decoder.values
      garbage += decoder.garbage
    }
    #expect(values > 1000 && garbage > 300)
  }

  @Test("P60 an address has its signals, however many addresses there are")
  func addresses() {
    let names = (0..<500).map { "engine.\($0 % 400).value" }
    let table = AddressTable(names.enumerated().map { ($1, SignalIndex($0), 0) })
    #expect(table.count == 500)
    func find(_ name: String) -> Int { table.find(Array(name.utf8).span) }
    for (index, name) in names.enumerated() {
      var entries: [Int] = []
      var entry = find(name)
      while entry >= 0 {
        entries.append(Int(table.signal(entry).rawValue))
        entry = table.next(entry)
      }
      #expect(entries == names.indices.filter { names[$0] == name } && entries.contains(index))
    }
    #expect(find("engine") < 0 && find("") < 0 && AddressTable([]).find([UInt8]().span) < 0)
  }

  @Test(
    "P60 lines are read the same whichever names are guessed, also where a name is the beginning of another or no name")
  func guesses() {
    let names = ["a", "ab", "abcdefgh", "abcdefghi", "a=b", "a b", "", "rpm", String(repeating: "n", count: 300)]
    let lines = [
      "a=1 ab=2 abcdefgh=3 abcdefghi=4 rpm=5", "ab=1 a=2 abcdefghi=3 abcdefgh=4", "a=b=1", "a =1 ab= 2", "a b=1", "=1",
      "abcdefg=1 abcdefgh =2", "rpm=1 rpm=2 rpm=3", "a=1 x=2 ab=3", "a", "ab", "a=", "ab=1 " + names[8] + "=1",
      #"{"a": 1, "ab": 2}"#, "a=1,5", "a=nan ab=null",
    ]
    var random = SplitMix(seed: 8)
    let table = AddressTable(names.enumerated().map { ($1, SignalIndex($0), 0) })
    var (with, without) = (LineDecoder(), LineDecoder())
    for _ in 0..<3000 {
      var line = Array((lines.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<4, using: &random) == 0, !line.isEmpty {
        line[Int.random(in: line.indices, using: &random)] = UInt8.random(in: 32...126, using: &random)
      }
      #expect(told([line + [10]], &with, names: table) == told([line + [10]], &without))
    }
    // The same order again: all but the first are guessed.
    var notes = Notes(names: table)
    for _ in 0..<3 { with.take(Array("rpm=1 a=2 ab=3\n".utf8).span, table, &notes) }
    #expect(notes.guessed >= 6)
    #expect(with.values == without.values + 9 && with.garbage == without.garbage && with.values > 3000)
  }

  @Test("P60 an address is found in whatever order names come, though the one that came next before is tried first")
  func orders() {
    // Lengths about those that are compared at once, names that differ at one place, and some that stand several times.
    var names: [String] = []
    for length in 1...20 {
      for place in 0..<length {
        names.append(String(repeating: "a", count: place) + "b" + String(repeating: "a", count: length - place - 1))
      }
    }
    names += names.prefix(10)
    let table = AddressTable(names.enumerated().map { ($1, SignalIndex($0), 0) })
    var random = SplitMix(seed: 7)
    var order = Array(0..<210)
    for round in 0..<60 {
      // The same order twice, then another one, and in between names that nobody wants.
      if round % 2 == 0 { order.shuffle(using: &random) }
      for number in order {
        let name = names[number]
        #expect(Int(table.signal(table.find(Array(name.utf8).span)).rawValue) == number)
        if Int.random(in: 0..<4, using: &random) == 0 {
          #expect(
            table.find(Array((name + "c").utf8).span) < 0 && table.find(Array(name.dropLast().utf8 + [99]).span) < 0)
        }
      }
    }
  }
}

@Suite struct FieldPatternTests {
  private func find(_ pattern: String, _ text: String) -> Fixed64? {
    FieldPattern(pattern).find(in: Array(text.utf8).span)
  }

  @Test("P61 a pattern finds the number behind its words")
  func find() {
    let memory = "MemTotal:        8000 kB\nMemFree:  100 kB\nMemAvailable:    5000 kB\n"
    #expect(
      find("MemAvailable: *", memory) == 5000 && find("MemFree: *", memory) == 100 && find("", "45200\n") == 45200)
    #expect(find("cpu ? ? ? *", "cpu  10 20 30 40 50\ncpu0 1 2 3 4 5\n") == 40)
    #expect(find("cpu0 *", "cpu  10 20\ncpu0 1 2\n") == 1 && find("temp *C", "temp 45C") == nil)
    #expect(find("*", "85%") == 85 && find("Buffers: *", memory) == nil && find("MemFree: *", "MemFree:") == nil)
    #expect(find("*", "") == nil && find("*", "words alone") == nil && find("a *", "a b a 7") == 7)
  }

  @Test("P61 the beginning of a word is not the number of a file")
  func wholeWords() {
    for text in ["0x1F", "12abc", "12,5", "12kB", "1e", "--1", "85%%", "%", ",", "1.2.3", "3/7", "12,,"] {
      #expect(find("*", text) == nil, "\(text)")
    }
    #expect(
      find("*", "85%,") == 85 && find("*", "12, 5") == 12 && find("load: *", "load: -0.5;") == Fixed64(-1, over: 2))
    #expect(find("*", "55 kB") == 55 && find("*", "1e2") == 100)
  }

  @Test("P61 a pattern has one star, as a word of its own")
  func valid() {
    #expect(FieldPattern("").isValid && FieldPattern("a ? *").isValid)
    #expect(!FieldPattern("a b").isValid && !FieldPattern("* *").isValid && !FieldPattern("a*").isValid)
  }
}
