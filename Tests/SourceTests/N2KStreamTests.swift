import CLinux
import EventLoop
import PanelSignals
import Testing

@testable import PanelSources

/// row: P67
struct N2KStreamTests {
  private static let texts = ["P1F201+ u8:10 !n", "P1F112 u8:10 !n", "PF004 u18:10 !j *1>3", "P1F201+@23 u0:8"]

  private static let frames =
    fastPacket(0x1F201, source: 0x23, sequence: 4, [16, 16, 3] + Array(repeating: 1, count: 20))
    + [
      (0x09F1_1217, [1, 0x10, 0x27, 255, 255, 255, 255, 253]),
      (0x0CF0_0400, [255, 255, 255, 0x40, 0x1F, 255, 255, 255]),
    ]
  private static let told = ["0 784.0", "3 16.0", "1 10000.0", "2 1000.0"]

  private static func hexadecimal(_ bytes: [UInt8], _ separator: String = "") -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: separator)
  }

  private static func idText(_ id: UInt32) -> String {
    hexadecimal([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> $0) })
  }

  private static let lines = frames.map { "00:01:54.330 R \(idText($0.id)) \(hexadecimal($0.data, " "))\r\n" }.joined()
  private static let messages: [(number: UInt32, source: UInt8, data: [UInt8])] = [
    (0x1F201, 0x23, [16, 16, 3] + Array(repeating: 1, count: 20)), (0x1F112, 0x17, frames[4].data),
    (0xF004, 0, frames[5].data),
  ]
  private static let messageLines = messages.map {
    "A173321.107 \(hexadecimal([$0.source]))FF6 \(hexadecimal([UInt8($0.number >> 16), UInt8($0.number >> 8 & 255), UInt8($0.number & 255)]).dropFirst()) \(hexadecimal($0.data))\r\n"
  }.joined()

  private static func marked(_ body: [UInt8]) -> [UInt8] {
    let whole = body + [0 &- body.reduce(0, &+)]
    return [16, 2] + whole.flatMap { $0 == 16 ? [16, 16] : [$0] } + [16, 3]
  }

  /// Each message in another packet: 93, D0, and 95 with its frame.
  private static let packets: [UInt8] = {
    let (first, second, third) = (messages[0], messages[1], frames[5])
    var bytes = marked(
      [0x93, UInt8(11 + first.data.count), 6, 0x01, 0xF2, 0x01, 255, first.source, 1, 2, 3, 4, UInt8(first.data.count)]
        + first.data)
    bytes += marked([0xA0, 2, 16, 0])
    bytes += marked([0xD0, 21, 0, 255, second.source, 0x12, 0xF1, 0x09, 0, 1, 2, 3, 4] + second.data)
    return bytes + marked([0x95, 14, 0, 0, 0, 0x04, 0xF0, 0x0C] + third.data)
  }()

  private static let streams: [(format: N2KStream.Format, bytes: [UInt8])] = [
    (.lines, Array(lines.utf8)), (.packets, packets), (.messageLines, Array(messageLines.utf8)),
  ]

  @Test("P67 the streams tell the same values in pieces that end at any byte")
  func pieces() {
    for (format, bytes) in Self.streams {
      for cut in 0...bytes.count {
        var (stream, listener) = (N2KStream(Self.texts, format), GroupListener())
        stream.take(bytes.span.extracting(0..<cut), &listener)
        stream.take(bytes.span.extracting(cut..<bytes.count), &listener)
        if listener.take() != Self.told || stream.leftOut != 0 { Issue.record("\(format), \(cut)") }
      }
      var (stream, listener) = (N2KStream(Self.texts, format), GroupListener())
      for index in bytes.indices { stream.take(bytes.span.extracting(index..<index + 1), &listener) }
      #expect(listener.take() == Self.told && stream.leftOut == 0)
    }
  }

  @Test("P67 a line of Yacht Devices RAW: the example of its manual, sent frames, no time; others are counted")
  func lineForms() {
    var (stream, listener) = (N2KStream(["P1FD0A u18:20 !n *1/5>1", "P1FD0A u0:8"], .lines), GroupListener())
    func take(_ text: String) -> [String] {
      stream.take(Array((text + "\n").utf8).span, &listener)
      return listener.take()
    }
    // 1,009,000 tenths of a pascal.
    #expect(take("00:01:54.330 R 15FD0A10 00 00 00 68 65 0F 00 FF") == ["0 100900.0", "1 0.0"])
    #expect(take("00:01:54.330 T 15FD0A10 07") == ["0 none", "1 7.0"] && take("15fd0a10 08 ") == ["0 none", "1 8.0"])
    #expect(take("") == [] && take("\r") == [] && stream.leftOut == 0)
    for text in [
      "00:01:54.330 X 15FD0A10 00", "00:01:54.330 15FD0A10 00", "00:01:54.330 R 15FD0A1 00",
      "00:01:54.330 R 35FD0A10 00",
      "00:01:54.330 R 15FD0A10 00 00 00 00 00 00 00 00 00", "00:01:54.330 R 15FD0A10 0", "00:01:54.330 R 15FD0A10 0G",
      "hello", "00:01:54.330 R", "00:", String(repeating: "0", count: 5000),
    ] {
      let former = stream.leftOut
      #expect(take(text) == [] && stream.leftOut == former + 1, "\(text)")
    }
    #expect(stream.sample.count == 48 && take("15FD0A10 09") == ["0 none", "1 9.0"])
  }

  @Test("P67 a line of N2K ASCII with its time or without; others are counted")
  func messageForms() {
    var (stream, listener) = (N2KStream(["P1F112@23^3 u0:8"], .messageLines), GroupListener())
    func take(_ text: String) -> [String] {
      stream.take(Array((text + "\r\n").utf8).span, &listener)
      return listener.take()
    }
    #expect(take("A173321.107 23FF3 1F112 07FF") == ["0 7.0"] && take("23FF3 1F112 08") == ["0 8.0"])
    #expect(take("24FF3 1F112 08") == [] && take("23FF4 1F112 08") == [] && take("23FF3 1F112 ") == ["0 none"])
    #expect(stream.leftOut == 0)
    for text in [
      "23FF3 1F112 0", "23FF3 1F112 0G", "23FF8 1F112 00", "23FF3 4F112 00", "3FF3 1F112 00", "23FF3 1F112 00 00",
      "A23",
    ] {
      let former = stream.leftOut
      #expect(take(text) == [] && stream.leftOut == former + 1, "\(text)")
    }
    #expect(take("23FF3 1F112 " + String(repeating: "00", count: 1785)) == ["0 0.0"])
    #expect(take("23FF3 1F112 " + String(repeating: "00", count: 1786)) == [] && stream.leftOut == 8)
  }

  @Test(
    "P67 packets of Actisense: a wrong sum, a wrong length and a packet without its end are counted, and the next one is read"
  )
  func packetForms() {
    let right = Self.marked([0x93, 13, 6, 0x12, 0xF1, 0x01, 255, 7, 0, 0, 0, 0, 2, 16, 2])
    for place in right.indices {
      var wrong = right
      wrong[place] ^= 0x40
      var (stream, listener) = (N2KStream(["P1F112 u0:8"], .packets), GroupListener())
      stream.take((wrong + right + right).span, &listener)
      let told = listener.take()
      #expect(told.count >= 1 && told.count < 3 && told.allSatisfy { $0 == "0 16.0" }, "\(place)")
    }
    for body in [
      [0x93, 12, 6, 0x12, 0xF1, 1, 255, 7, 0, 0, 0, 0, 2, 1, 2],
      [0x93, 13, 6, 0x12, 0xF1, 1, 255, 7, 0, 0, 0, 0, 3, 1, 2],
      [0xD0, 20, 0, 255, 7, 0x12, 0xF1, 1, 0, 0, 0, 0, 0, 1], [0x95, 5, 0, 0, 0, 4, 0xF0], [],
    ] as [[UInt8]] {
      var (stream, listener) = (N2KStream(["P1F112 u0:8"], .packets), GroupListener())
      stream.take((Self.marked(body) + right).span, &listener)
      #expect(listener.take() == ["0 16.0"] && stream.leftOut == 1, "\(body)")
    }
    var (stream, listener) = (N2KStream(["P1F112 u0:8"], .packets), GroupListener())
    stream.take(([16, 2] + Array(repeating: 1, count: 5000) + right).span, &listener)
    #expect(listener.take() == ["0 16.0"] && stream.leftOut == 1)
    stream.take(right.span.extracting(0..<9), &listener)
    #expect(stream.reset() && !stream.reset())
    stream.take(right.span, &listener)
    #expect(listener.take() == ["0 16.0"] && stream.leftOut == 1)
    stream.take(right.span.extracting(0..<9), &listener)
    stream.end(&listener)
    #expect(stream.leftOut == 2)
  }

  @Test("P67 a datagram ends a line; an NGT-1 at a serial line is asked for all messages")
  func datagrams() {
    var (stream, listener) = (N2KStream(["PF004 u0:8"], .lines), GroupListener())
    stream.take(Array("0CF00400 05".utf8).span, &listener)
    #expect(listener.take() == [])
    stream.end(&listener)
    #expect(listener.take() == ["0 5.0"] && stream.leftOut == 0)
    #expect(stream.greeting.isEmpty && N2KStream([], .packets).greeting.isEmpty)
    #expect(N2KStream([], .packets, isAsked: true).greeting == Self.marked([0xA1, 3, 0x11, 2, 0]))
  }

  @Test("P67 20,000 damaged streams of each format never trap, and the next lines and packets are read")
  func damage() {
    for (format, bytes) in Self.streams {
      var (generator, values) = (CANRandom(10), 0)
      var (stream, listener) = (N2KStream(Self.texts, format), GroupListener())
      for _ in 0..<20_000 {
        let damaged = generator.damaged(bytes)
        stream.setTime(Int64(truncatingIfNeeded: generator.next()))
        stream.take(damaged.span, &listener)
        if generator.next() % 8 == 0 { stream.end(&listener) }
        if generator.next() % 64 == 0 { stream.reset() }
        values += listener.take().count
      }
      stream.reset()
      stream.take(bytes.span, &listener)
      #expect(listener.take() == Self.told && values > 20_000 && stream.leftOut > 1000)
      for _ in 0..<200 {
        let noise = (0..<5000).map { _ in
          [16, 2, 3, 10, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator)!
        }
        stream.take(noise.span, &listener)
      }
    }
  }

  @Test("P67 a gateway that goes and comes back is read again; half a message before is dropped")
  func server() throws {
    let (server, loop) = (Server(), try EventLoop())
    var (stream, listener) = (N2KStream(Self.texts, .lines), GroupListener())
    let connection = Connection(.tcp(server.endpoint), loop: loop)
    connection.changedHandler = { stream.reset() }
    connection.receivedHandler = { bytes, time in
      stream.setTime(time)
      stream.take(bytes, &listener)
    }
    connection.open()
    var other: Int32 = -1
    func accepted() -> Bool {
      if other < 0 { other = server.accept() }
      return other >= 0 && connection.isOpen
    }
    #expect(run(loop, until: accepted))
    let half = String(Self.lines.prefix(Self.lines.count / 3))
    send(Self.lines + half, to: other)
    #expect(run(loop) { listener.lines == Self.told })
    close(other)
    other = -1
    #expect(run(loop) { !connection.isOpen } && run(loop, until: accepted))
    listener.lines = []
    send(String(Self.lines.dropFirst(half.count)) + Self.lines, to: other)
    #expect(run(loop) { listener.lines.count >= 6 })
    #expect(listener.lines.suffix(4) == Self.told[...] && !listener.lines.dropLast(4).contains("0 784.0"))
    close(other)
  }
}
