// Stage: sources. The kind of lines: its number in files, its key and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let lines = SourceKind(
    0,
    { context in
      let place = context.record.text(.path) ?? ""
      guard let input = LineInput(place) else {
        context.notice("lines: " + printable(place) + ": expected stdin, unix PATH, udp PORT or serial PATH BAUD")
        return nil
      }
      return LineSource(input, place, context)
    },
    examine: { record, _ in
      let place = record.text(.path) ?? ""
      guard let input = LineInput(place) else {
        let expected = "expected stdin, unix PATH, udp PORT or serial PATH BAUD"
        return [SourceFinding(isWell: false, printable(place) + ": " + expected)]
      }
      if let refusal = input.refusal() { return [SourceFinding(isWell: false, refusal.message)] }
      return [SourceFinding(isWell: true, printable(place))]
    },
    isSamePlace: { first, second in
      guard let input = LineInput(first), let other = LineInput(second) else { return false }
      return input.isSame(as: other)
    },
    isOneWay: { place in LineInput(place).map { !$0.takesLines } ?? false },
    KindSpec(
      name: "lines",
      main: KeySpec(
        "lines", .path,
        .place("stdin, unix PATH, udp PORT, udp ADDRESS:PORT or serial PATH BAUD") { text, expected in
          if LineInput(text) != nil { return nil }
          let start = StaticString("unix ")
          let isLong = start.isEqual(to: text.utf8.prefix(5)) && text.utf8.count > 5 + LineInput.pathLimit
          return isLong ? "a path of " + String(LineInput.pathLimit) + " bytes at most" : expected
        }, summary: "What is read."),
      keys: [], summary: "Lines of name=value, or of JSON objects.", example: "{lines: stdin}",
      notes: """
        A line has pairs with blanks or commas between, `rpm=2400 oil=412`, or is a JSON object, `{"rpm": 2400, "oil": {"p": 412}}`,
        whose inner members are called `oil.p` and those of lists `list[0]`. Numbers have a point, and `e` or not; no unit, and no
        comma for decimals. `true` and `on` are 1, `false` and `off` 0; `null` and nothing are no value; `nan`, `inf` and `error` mean
        a failed value. A value in quotation marks may have blanks. A word that an `enum` does not have makes its
        signal failed; one that a number cannot have is left out. The other values of the line count, up to what is no pair. A line has 4096 bytes at most, and ends
        with a line feed. A last line without one may be half a number, and does not count. Names of no signal are left out too.
        `panel-ui` reports left out text on standard error: the first, the tenth, the hundredth line, the first name.

        A Unix socket is one of streams, `socat - UNIX-CONNECT:/run/panel.sock`, with room for eight connections. Its file goes with the
        program. A serial line has 115200 baud unless told otherwise, 8N1, and no flow control. `panel-ui` reports the end of standard input, unless that is a file, and the values grow old. A named pipe at standard
        input, `panel-ui boat.panel </run/boat`, is opened again for the next writer.

        Only one source reads a place. A source reads at the pace of the frames: 64 kB, or 256 datagrams, in a thirtieth of a second.
        A faster sender has to wait, and the kernel drops datagrams that it has no room for.
        """))
}
