import Foundation
import Testing

extension LaminaTests {
  /// `lamina test`: docs/testing-panels.md.
  @Suite struct PanelTestTests {
    private static let panel = """
      panel: 1
      size: 320x240
      sources:
        in: {lines: stdin}
      signals:
        oil: {from: in/oil, unit: bar, title: Oil pressure, range: 0..7, show: bar 0.0, stale: 2s, demo: 3.2}
        gear: {from: in/gear, title: Gear, enum: {0: Neutral, 1: Forward}}
        word: {from: in/word, type: text, length: 12, glyphs: latin, title: Word}
        pump: {from: in/pump}
        double: {is: oil * 2, unit: bar}
        wanted: {initial: 5, range: 0..10}
        limit: {from: in/limit, unit: bar, stale: 2s}
        mode: {from: in/mode, title: Mode, enum: {off: "Off", heat: Heating}}
      zones:
        oil: {normal: 1.5.., caution: 1..1.5, warning: ..1}
      alarms:
        low: {when: oil below 1, for: 2s, until: 1.5, priority: warning, text: Oil}
      texts:
        de: {Oil pressure: Öldruck}
      keys:
        f1: {page: main}
        f2: {page: more}
      pages:
        main:
          column:
            - {row: [{number: oil}, {enum: gear}, {text: "{word}"}]}
            - {row: [{switch: Pump, sends: in/pump, state: pump}, {button: Horn, sends: in/horn, back: 0}]}
            - {row: [{button: Beep, runs: beep}, {slider: Wanted, sets: wanted, range: 0..10}]}
            - {pages: tabs, height: 30px}
        more:
          column:
            - {number: double}
            - {row: [{number: oil, title: Limited, setpoint: limit}, {enum: mode}]}
            - {pages: tabs, height: 30px}

      """

    /// The outcome of tests of the panel above.
    private func outcome(
      _ tests: String, _ options: [String] = [], in folder: WorkFolder? = nil
    ) throws -> CommandOutcome {
      let folder = try folder ?? WorkFolder()
      try folder.write(Self.panel, "p.yaml")
      try folder.write(tests, "p.test.yaml")
      return try RunningCommand(["test", "p.yaml"] + options, in: folder).outcome()
    }

    /// The lines of what is not as expected.
    private func failures(_ tests: String, in folder: WorkFolder? = nil) throws -> [String] {
      let outcome = try outcome(tests, in: folder)
      #expect(outcome.status == 1)
      return outcome.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }

    @Test("P17 every example has tests, and they pass")
    func examples() throws {
      let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5).joined(separator: "/")
      let folder = root + "/Examples/panels"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      let panels = try names.filter { name in
        guard name.hasSuffix(".yaml") && !name.hasSuffix(".test.yaml") else { return false }
        // A part of another panel is none itself.
        return try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).contains("\npanel:")
      }
      #expect(panels.count >= 11)
      for name in panels { #expect(names.contains(name.replacing(".yaml", with: ".test.yaml")), "\(name)") }
      let work = try WorkFolder()
      let outcome = try RunningCommand(["test"] + panels.map { "\(folder)/\($0)" }, in: work).outcome()
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.split(separator: "\n").count == panels.count)
    }

    @Test("P17 values, texts, states, alarms, sent values, commands, pages and keys: as expected")
    func passing() throws {
      let outcome = try outcome(
        """
        tests:
          values:
            - values: {oil: 3.2, gear: Forward, word: hello you}
              expect:
                page: main
                texts: {Oil pressure: 3.2 bar, oil: 3.2 bar, Gear: Forward}
                states: {oil: normal, gear: normal}
                values: {oil: 3.2, double: 6, gear: Forward, word: hello you, pump: none, wanted: 5}
                alarms: []
                sent: {}
                runs: []
            - expect: {texts: [hello you, 3.2 bar]}
            - values: {oil: 0.8}
              expect: {states: {Oil pressure: warning}, alarms: []}
            - after: 2s
              expect: {alarms: {low: unacknowledged}}
            - values: {oil: failed, gear: none}
              expect: {states: {oil: failed, gear: none}, values: {oil: failed, gear: none}}
          old:
            - values: {oil: 3}
              wait: 10s
              expect: {states: {oil: normal}}
            - values: {oil: silent}
              wait: 3s
              expect: {states: {oil: old}, values: {oil: old}}
          marks:
            - page: more
              values: {oil: 3, limit: 5, mode: heat}
              expect: {states: {Limited: normal, Mode: normal}, values: {mode: heat}, texts: {Mode: Heating}}
            - values: {limit: silent, mode: dry}
              wait: 3s
              expect: {states: {Limited: old, Mode: failed}, values: {limit: old, mode: failed}}
          controls:
            - values: {pump: 0}
              tap: Pump
              expect: {sent: {Pump: 1}, values: {pump: 0}}
            - press: Horn
              expect: {sent: {Horn: 1}}
            - release: true
              expect: {sent: [{Horn: 0}]}
            - tap: Beep
              expect: {runs: [beep], sent: {}}
            - drag: {from: Wanted, to: {x: 315, y: 150}}
              expect: {values: {wanted: 10}}
          pages:
            - key: f2
              expect: {page: more}
            - tap: main
              expect: {page: main}
            - page: more
              values: {oil: 2}
              expect: {texts: [4], page: more}
          looks:
            language: de
            size: 480x320
            page: main
            clock: 14:30
            steps:
              - values: {oil: 2.5}
                expect: {texts: {Öldruck: 2.5 bar}}
          the demonstration:
            demo: true
            steps:
              - after: 1s
                expect: {values: {oil: 3.2}}

        """)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.hasPrefix("p.test.yaml: 7 passed, "))
    }

    @Test("P17 each expectation that fails is a line with its place, its time, what is there and what was expected")
    func failing() throws {
      let lines = try failures(
        """
        tests:
          all:
            - values: {oil: 3.14, pump: 1}
              tap: Pump
              expect:
                page: more
                texts: {oil: 3.2 bar}
                states: {oil: caution}
                alarms: [low]
                values: {double: 7, gear: 1}
                sent: {Pump: 1}
                runs: [beep]
            - values: {oil: 0.5}
              wait: 3s
              expect: {alarms: [], texts: [no such words]}

        """)
      let expected = [
        "p.test.yaml:6:9: at 1.08 s the page is 'main', expected 'more'",
        "p.test.yaml:7:17: at 1.08 s 'oil' shows 'Oil pressure | 3.1 | bar', expected '3.2 bar'",
        "p.test.yaml:8:18: at 1.08 s 'oil' is normal, expected caution",
        "p.test.yaml:9:9: at 1.08 s alarms: none, expected low",
        "p.test.yaml:10:18: at 1.08 s the value of 'double' is 6.28, expected 7",
        "p.test.yaml:10:29: at 1.08 s the value of 'gear' is none, expected 1",
        "p.test.yaml:11:9: at 1.08 s sent was Pump: 0, expected Pump: 1",
        "p.test.yaml:12:9: at 1.08 s run was [], expected [beep]",
        "p.test.yaml:15:16: at 4.08 s alarms: low unacknowledged, expected none",
      ]
      #expect(lines.count == 10)
      for (line, words) in zip(lines, expected) { #expect(line == words) }
      #expect(lines.last?.hasPrefix("p.test.yaml:15:36: at 4.08 s nothing shows 'no such words': shown are '") == true)
    }

    @Test("P17 a recording is played at its times")
    func recording() throws {
      let folder = try WorkFolder()
      try folder.write("0 oil=3\n2000 oil=0.5 gear=1\n3000 oil=0.5\n4000 oil=0.5\n6000 oil=error\n", "p.replay")
      let outcome = try outcome(
        """
        tests:
          recorded:
            replay: p.replay
            steps:
              - at: 1s
                expect: {values: {oil: 3}, states: {gear: none}}
              - at: 3s
                expect: {values: {oil: 0.5, gear: Forward}, alarms: []}
              - at: 5s
                expect: {alarms: [low]}
              - at: 7s
                expect: {states: {oil: failed}}

        """, in: folder)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      let missing = try failures("tests: {a: {replay: q.replay, steps: [{at: 1s, expect: {page: main}}]}}\n")
      #expect(missing == ["p.test.yaml:1:21: q.replay: there is no such file; expected the name of a file"])
      let wrong = try WorkFolder()
      try wrong.write("0 oill=3\n", "q.replay")
      let lines = try failures(
        "tests: {a: {replay: q.replay, steps: [{at: 1s, expect: {page: main}}]}}\n", in: wrong)
      #expect(lines.count == 1 && lines[0].hasPrefix("p.test.yaml:1:21: q.replay:1: expected time, touch or the name"))
    }

    @Test("P17 a picture is written when asked for, compared then, and shown with what differs")
    func pictures() throws {
      let folder = try WorkFolder()
      let tests = "tests: {a: [{values: {oil: 3}, expect: {picture: p/a.png}}]}\n"
      let none = try failures(tests, in: folder)
      #expect(none == ["p.test.yaml:1:50: at 1 s there is no picture p/a.png: --bless writes it; look at it then"])
      #expect(try outcome(tests, ["--bless"], in: folder).status == 0)
      #expect(try outcome(tests, in: folder).status == 0)
      #expect(!folder.names.contains("p.test-failures"))
      let other = try failures(tests.replacing("oil: 3", with: "oil: 4"), in: folder)
      let line = try #require(other.first)
      let count = try #require(
        line.firstMatch(
          of:
            /^p\.test\.yaml:1:50: at 1 s (\d+) pixels differ from p\/a\.png: see p\.test-failures\/p\/a\.difference\.png/
        )
        .flatMap { Int($0.1) })
      #expect(count > 20 && count < 2000)
      let failures = try FileManager.default.contentsOfDirectory(atPath: folder.file("p.test-failures/p")).sorted()
      #expect(failures == ["a.difference.png", "a.shown.png"])
      // What it shows is the picture of the other value.
      try FileManager.default.removeItem(atPath: folder.file("p/a.png"))
      try FileManager.default.copyItem(
        atPath: folder.file("p.test-failures/p/a.shown.png"), toPath: folder.file("p/a.png"))
      #expect(try outcome(tests.replacing("oil: 3", with: "oil: 4"), in: folder).status == 0)
      let large = try self.failures("size: 480x320\n" + tests, in: folder)
      #expect(large.first?.contains("the picture has 480 x 320 pixels, p/a.png has 320 x 240") == true)
      try folder.write("no picture", "p/a.png")
      #expect(try self.failures(tests, in: folder).first?.contains("p/a.png: libpng: ") == true)
    }

    @Test(
      "P17 a wrong file of tests is refused with all its mistakes: where, what, what was expected or meant",
      arguments: [
        ("tests: {a: [{values: {oill: 3}}]}", "1:23: no signal 'oill' — did you mean 'oil'?"),
        (
          "tests: {a: [{values: {oil: fast}}]}",
          "1:28: 'fast' — expected a number in the signal's unit, none, failed or silent"
        ),
        (
          "tests: {a: [{values: {gear: Fast}}]}",
          "1:29: 'Fast' — expected a number in the signal's unit or a word of Neutral, Forward, none, failed or silent"
        ),
        (
          "tests: {a: [{values: {double: 3}}]}",
          "1:31: a value for a computed signal — expected values of the signals that it is made of"
        ),
        ("tests: {a: [{tapp: Pump}]}", "1:14: no key 'tapp' — did you mean 'tap'?"),
        ("tests: {a: [{at: 3}]}", "1:18: '3' — expected a time up to 24h, as 150ms, 2s or 5min"),
        ("tests: {a: [{at: 25h}]}", "1:18: '25h' — expected a time up to 24h, as 150ms, 2s or 5min"),
        ("tests: {a: [{at: 1s, after: 2s}]}", "1:22: 'after' beside 'at' — expected one of the two"),
        ("tests: {a: [{expect: {text: {}}}]}", "1:23: no key 'text' — did you mean 'texts'?"),
        (
          "tests: {a: [{expect: {states: {oil: hot}}}]}",
          "1:37: no state 'hot' — expected normal, advisory, caution, warning, old, failed, none"
        ),
        ("tests: {a: [{expect: {alarms: [lo]}}]}", "1:32: no alarm 'lo' — did you mean 'low'?"),
        ("tests: {a: [{expect: {page: mian}}]}", "1:29: no page 'mian' — did you mean 'main'?"),
        ("tests: {a: [{expect: {runs: [beeep]}}]}", "1:30: no command 'beeep' — did you mean 'beep'?"),
        (
          "tests: {a: [{expect: {picture: a.jpg}}]}",
          "1:32: 'a.jpg' — expected a picture's name that ends with .png, beside the tests or in a folder there"
        ),
        (
          "tests: {a: [{expect: {picture: ../a.png}}]}",
          "1:32: '../a.png' — expected a picture's name that ends with .png, beside the tests or in a folder there"
        ),
        (
          "tests: {a: [{expect: {picture: /tmp/a.png}}]}",
          "1:32: '/tmp/a.png' — expected a picture's name that ends with .png, beside the tests or in a folder there"
        ),
        ("tests: {a: []}", "1:12: an empty list — expected a list of steps, each behind a hyphen"),
        ("tests: {}", "1:8: no test at all — expected each test's name with a list of steps"),
        ("test: {}", "1:1: no key 'test' — did you mean 'tests'?"),
        (
          "size: 8x8\ntests: {a: [{page: main}]}",
          "1:7: '8x8' — expected a size of 16 to 4096 pixels each way, as 800x480"
        ),
        (
          "tests: {a: [{tap: {x: 5000, y: 1}}]}",
          "1:19: a map — expected a title, a label or a signal, or pixels as {x: 120, y: 40}"
        ),
        ("tests: {a: [{key: f99}]}", "1:19: no key 'f99'"),
        ("tests: {a: [{turn: 0}]}", "1:20: '0' — expected an encoder's steps, -100 to 100 and not 0"),
        ("tests: {a: [{clock: 25:00}]}", "1:21: '25:00' — expected a time of day as 14:30 or 14:30:15"),
        ("", "1:1: the file is empty"),
        ("tests: [", "2:1: did not find expected node content"),
      ])
    func wrongTests(_ tests: String, _ message: String) throws {
      let outcome = try outcome(tests + (tests.isEmpty ? "" : "\n"))
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("p.test.yaml:" + message), "\(outcome.errors)")
    }

    @Test("P17 steps that cannot be taken end their test with a sentence, and the next test goes on")
    func impossibleSteps() throws {
      let lines = try failures(
        """
        tests:
          back in time:
            - at: 5s
              page: more
            - at: 3s
              page: main
          nobody:
            - tap: Nobody
          no finger:
            - release: true
          two fingers:
            - press: Horn
            - press: Pump
          elsewhere:
            - expect: {states: {double: normal}, sent: {Hrn: 1}}

        """)
      #expect(lines.count == 6)
      #expect(lines[0] == "p.test.yaml:5:7: a step at 3 s, and it is 5 s already: expected a later time")
      #expect(
        lines[1].hasPrefix(
          "p.test.yaml:8:7: the page 'main' shows no 'Nobody': expected a title, a label or a signal of "))
      #expect(lines[2] == "p.test.yaml:10:7: no finger is down: expected press before it")
      #expect(lines[3] == "p.test.yaml:13:7: a finger is down already: expected release before it")
      #expect(lines[4].hasPrefix("p.test.yaml:15:25: the page 'main' shows no 'double': "))
      #expect(
        lines[5]
          == "p.test.yaml:15:42: at 1 s no control 'Hrn' sends anything: expected one of Beep, Horn, Pump, Wanted")
    }

    @Test(
      "P17 an expectation that is nearly right fails, and one that means nothing is refused",
      arguments: [
        ("{expect: {sent: [Horn]}}", "'Horn' — expected"), ("{expect: {sent: [3]}}", "'3' — expected"),
        ("{tap: Horn, expect: {sent: [{Horn: 1}, Beep]}}", "'Beep' — expected"),
        ("{values: {oil: 0.5}, wait: 4s, expect: {alarms: [low, low]}}", "'low' twice"),
        ("{values: {oil: 3}}, {values: {oil: 0.2}}, {expect: {states: {oil: normal}}}", "'oil' is warning"),
        ("{values: {word: Pump}, expect: {values: {word: 1}}}", "the value of 'word' is Pump, expected '1'"),
        ("{values: {word: none}, expect: {values: {word: none}}}", "pass"),
        ("{values: {word: 'none'}, expect: {values: {word: none}}}", "the value of 'word' is none, expected none"),
        ("{values: {oil: 2.5}, expect: {values: {oil: 2}}}", "the value of 'oil' is 2.5, expected 2"),
        ("{values: {oil: 2.5}, expect: {values: {oil: 3}}}", "pass"),
        ("{expect: {values: {oil: 7.30000000001}}}", "at most nine decimals"),
        ("{values: {pump: 1}, expect: {states: {Pump: none}}}", "'Pump' is normal, expected none"),
        ("{values: {pump: failed}, expect: {states: {Pump: failed}}}", "pass"),
        ("{tap: {x: 4000, y: 5}}", "outside of the display"),
        ("{tap: Horn}, {tap: Pump, expect: {sent: [{Horn: 1}, {Pump: 1, Horn: 0}]}}", "pass"),
        ("{tap: Horn}, {tap: Pump, expect: {sent: [{Pump: 1}, {Horn: 1}]}}", "sent was"),
      ])
    func nearlyRight(steps: String, words: String) throws {
      let outcome = try outcome("tests: {a: [\(steps)]}\n")
      #expect(outcome.status == (words == "pass" ? 0 : 1), "\(outcome)")
      if words != "pass" { #expect((outcome.output + outcome.errors).contains(words), "\(outcome)") }
    }

    @Test("P17 of instruments of one name all have the state; a finger means one; what is not seen is not touched")
    func names() throws {
      let folder = try WorkFolder()
      let panel = """
        panel: 1
        size: 320x240
        sources: {in: {lines: stdin}}
        signals:
          a: {from: in/a, range: 0..10, title: Level}
          b: {from: in/b, range: 0..10, title: Level}
          h: {from: in/h, range: 0..99999}
        zones: {a: {warning: 8..}}
        pages:
          main: {column: [{number: a}, {number: b}, {hours: h, title: Hours}, {lamp: a above 3, title: Lamp}]}
          many: {row: [{table: [a, b], title: Rows}, {bars: [a, b], title: Bars}, {rings: [a, b], title: Rings}]}
          long: {scroll: [{button: First, sends: in/a}, {number: a}, {number: b}, {number: a}, {button: Last, sends: in/b}]}
          over: {stack: [{button: Under, sends: in/a}, {button: Over, sends: in/b}]}

        """
      try folder.write(panel, "n.yaml")
      func lines(_ steps: String) throws -> String {
        try folder.write("tests: {a: [\(steps)]}\n", "n.test.yaml")
        return try RunningCommand(["test", "n.yaml"], in: folder).outcome().output
      }
      let told = "values: {a: 9, b: 1}"
      #expect(try lines("{\(told), expect: {states: {Level: warning}}}").contains("'Level' is normal"))
      #expect(try lines("{\(told), expect: {states: {Level: normal}}}").contains("'Level' is warning"))
      #expect(try lines("{\(told), expect: {states: {a: warning, b: normal}}}").contains("1 passed"))
      for name in ["Rows", "Bars", "Rings"] {
        for (values, state) in [("a: 5, b: 1", "normal"), ("a: 9, b: 1", "warning"), ("a: 9, b: failed", "failed")] {
          for wanted in ["normal", "warning", "failed", "none"] {
            let steps = "{page: many, values: {\(values)}, wait: 2s, expect: {states: {\(name): \(wanted)}}}"
            #expect(try lines(steps).contains("1 passed") == (wanted == state), "\(name) \(values) \(wanted)")
          }
        }
      }
      #expect(try lines("{\(told), tap: Level}").contains("2 instruments are named 'Level'"))
      #expect(try lines("{\(told), expect: {texts: {Lamp: Lamp}}}").contains("1 passed"))
      #expect(try lines("{values: {h: 1234}, wait: 3s, expect: {texts: {Hours: 01234}}}").contains("1 passed"))
      #expect(try lines("{page: long, tap: Last}").contains("shows no 'Last'"))
      #expect(try lines("{page: over, tap: Under}").contains("a finger does not reach it"))
    }

    @Test("P17 P29 a switch that no condition asks is refused")
    func unknownSwitch() throws {
      let outcome = try outcome("tests: {a: [{expect: {page: main}}]}\n", ["--set", "boat=big"])
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains("--set boat: no condition asks it — expected no switch: the description has none"))
    }

    @Test("P17 a finger of a recording holds as long as the recording says")
    func recordedHold() throws {
      let folder = try WorkFolder()
      let panel = """
        panel: 1
        size: 320x240
        sources: {in: {lines: stdin}}
        signals: {oil: {from: in/oil}}
        pages: {main: {number: oil, hold: more}, more: {number: oil}}

        """
      try folder.write(panel, "h.yaml")
      for (end, page) in [(700, "main"), (1700, "more")] {
        try folder.write("0 oil=1\n500 touch=began x=160 y=120\n\(end) touch=ended x=160 y=120\n", "h.replay")
        try folder.write(
          "tests: {held: {replay: h.replay, steps: [{at: 2s, expect: {page: \(page)}}]}}\n", "h.test.yaml")
        let outcome = try RunningCommand(["test", "h.yaml"], in: folder).outcome()
        #expect(outcome.status == 0, "\(outcome)")
      }
    }

    @Test("P17 the report for servers has every test, and what failed as text that XML allows")
    func report() throws {
      let folder = try WorkFolder()
      let outcome = try outcome(
        """
        tests:
          "good & <fine>": [{values: {oil: 3}, expect: {page: main}}]
          bad: [{expect: {page: more}}]

        """, ["--junit", "report.xml"], in: folder)
      #expect(outcome.status == 1)
      let text = try String(contentsOfFile: folder.file("report.xml"), encoding: .utf8)
      #expect(text.contains(#"<testsuite name="p.test.yaml" tests="2" failures="1" time=""#))
      #expect(text.contains(#"name="good &amp; &lt;fine&gt;""#))
      #expect(text.contains(#"<failure message="p.test.yaml:3:19: at 1 s the page is 'main', expected 'more'">"#))
      _ = try XMLDocumentReader.names(in: text)
    }

    @Test("P17 a test is chosen by its name; what is missing is a line, and the other panels' tests are played")
    func choice() throws {
      let folder = try WorkFolder()
      let tests = "tests: {one: [{expect: {page: main}}], two: [{expect: {page: more}}]}\n"
      #expect(try outcome(tests, ["--only", "ONE"], in: folder).status == 0)
      #expect(try outcome(tests, ["--only", "two"], in: folder).status == 1)
      let none = try outcome(tests, ["--only", "three"], in: folder)
      #expect(none.status == 1)
      #expect(none.errors == "lamina: p.test.yaml: no test has 'three' in its name; expected one, two\n")
      let both = try RunningCommand(["test", "none.yaml", "p.yaml", "--junit", "both.xml"], in: folder).outcome()
      #expect(both.status == 1 && both.output.contains("p.test.yaml: 1 failed, 1 passed"))
      #expect(both.errors == "lamina: none.yaml: there is no such file; expected the name of a file\n")
      let report = try String(contentsOfFile: folder.file("both.xml"), encoding: .utf8)
      #expect(report.contains(#"<testsuite name="none.yaml" tests="1" failures="1""#))
      #expect(report.contains(#"<failure message="lamina: none.yaml: there is no such file"#))
      let named = try RunningCommand(["test", "p.test.yaml", "p.yaml", "p.yaml"], in: folder).outcome()
      #expect(named.output.matches(of: /p\.test\.yaml: 1 failed, 1 passed/).count == 1)
      try folder.write(Self.panel, "untested.yaml")
      let untested = try RunningCommand(["test", "untested.yaml"], in: folder).outcome()
      #expect(
        untested.errors.hasPrefix("lamina: untested.test.yaml: there is no such file; expected the panel's tests"))
      #expect(
        try RunningCommand(["test", "p.yaml", "q.yaml", "--tests", "p.test.yaml"], in: folder).outcome().status == 2)
    }
  }
}

/// Reads XML to its end.
private final class XMLDocumentReader {
  static func names(in text: String) throws -> Int {
    // Every element is closed: a plain count, for the report has no comments and no sections of text.
    let opened = text.matches(of: /<[a-z]+[^>]*[^\/]>/).count
    let closed = text.matches(of: /<\/[a-z]+>/).count
    #expect(opened == closed)
    return opened
  }
}
