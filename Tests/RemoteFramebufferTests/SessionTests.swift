import FBDevice
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import RemoteFramebuffer

private final class Record {
  var touches: [TouchSample] = []
  var acts: [InputAct] = []
}

@Suite struct SessionTests {
  private func display() throws -> RemoteDisplay {
    RemoteDisplay(inPlaceOf: try MemoryDisplay(width: 100, height: 50, layout: .xrgb8888))
  }

  @Test("D30 DES is that of the standard's example, and a password's answer that of other programs")
  func cipher() throws {
    #expect(DESCipher(key: 0x1334_5779_9BBC_DFF1).encrypt(0x0123_4567_89AB_CDEF) == 0x85E8_1354_0F0A_B405)
    #expect(DESCipher(key: 0x0101_0101_0101_0101).encrypt(0x8000_0000_0000_0000) == 0x95F8_A5E5_DD31_D900)
    // Every number of the tables counts: a thousand blocks, each the encrypted one before, by Python's cryptography.
    var block: UInt64 = 0
    for _ in 0..<1000 { block = DESCipher(key: 0x1334_5779_9BBC_DFF1).encrypt(block) }
    #expect(block == 0x288D_0836_C554_BFBA)
    var challenge = InlineArray<16, UInt8>(repeating: 0)
    for index in 0..<16 { challenge[index] = UInt8(index) }
    let answer = try RemotePassword(Array("secret12".utf8)).answer(to: challenge)
    // By Python's cryptography.
    let expected: [UInt8] = [173, 205, 153, 127, 142, 22, 254, 229, 117, 233, 115, 249, 60, 43, 98, 180]
    #expect((0..<16).map { answer[$0] } == expected)
  }

  @Test("D30 passwords have 1 to 8 bytes")
  func passwords() throws {
    for count in 1...8 { _ = try RemotePassword([UInt8](repeating: 65, count: count)) }
    for count in [0, 9] {
      #expect(throws: DeviceError.self) { try RemotePassword([UInt8](repeating: 65, count: count)) }
    }
    let folder = TemporaryFolder()
    #expect(try RemotePassword(file: folder.write("word\r\nmore", "password")).bytes == Array("word".utf8))
  }

  @Test("D30 addresses are a port of this machine or a Unix socket's path, and nothing else")
  func addresses() throws {
    #expect(try RemoteAddress("5900").name == "127.0.0.1:5900")
    #expect(try RemoteAddress("/run/rfb").name == "/run/rfb")
    for text in ["", "0", "65536", "-1", "1.2.3.4:5900", "localhost", "rfb", "/" + String(repeating: "a", count: 107)] {
      #expect(throws: DeviceError.self, "\(text)") { try RemoteAddress(text) }
    }
  }

  @Test(
    "D30 what the protocol does not have ends a session",
    arguments: [
      [1], [7], [255], [2, 0, 255, 255], [6, 0, 0, 0, 255, 255, 255, 255],
      // A colour map, 24 bits, a channel that is no power of two, one beyond the pixel.
      [0, 0, 0, 0, 8, 8, 0, 0, 0, 7, 0, 7, 0, 3, 0, 3, 6, 0, 0, 0],
      [0, 0, 0, 0, 24, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0],
      [0, 0, 0, 0, 32, 24, 0, 1, 0, 254, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0],
      [0, 0, 0, 0, 16, 16, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0],
      [0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 255, 8, 0, 0, 0, 0],
    ] as [[UInt8]])
  func refused(message: [UInt8]) throws {
    let viewer = DecodingViewer(try display())
    viewer.begin()
    #expect(viewer.session.ending == .open)
    viewer.send(message)
    #expect(viewer.session.ending == .now)
  }

  @Test("D30 texts for the clipboard are passed over, in pieces of any length")
  func texts() throws {
    let viewer = DecodingViewer(try display())
    viewer.begin()
    var bytes: [UInt8] = [6, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 255, count: 65536)
    bytes += [3, 1, 0, 0, 0, 0, 0, 100, 0, 50]
    for start in stride(from: 0, to: bytes.count, by: 7) {
      viewer.send(Array(bytes[start..<min(bytes.count, start + 7)]))
    }
    viewer.look()
    #expect(viewer.session.ending == .open && viewer.updates == 1)
  }

  @Test("D30 a viewer that is not let in, or has a wrong password, is told why")
  func reasons() throws {
    let rules = ViewerRules(name: "", password: try RemotePassword(Array("secret".utf8)), isViewOnly: true)
    let (version, display) = (Array("RFB 003.008\n".utf8), try display())
    for (refusal, bytes, reason) in [
      ("no room", version, "no room"), (nil, version + [1], "not offered"),
      (nil, version + [2] + [UInt8](repeating: 0, count: 16), "the password is wrong"),
    ] as [(StaticString?, [UInt8], String)] {
      let session = ViewerSession(display, rules, finger: 0, refusal: refusal)
      session.receive(bytes.span)
      #expect(session.ending == .afterOutput && !session.isRunning)
      let text = String(decoding: unsafe Array(session.output.waiting), as: UTF8.self)
      #expect(text.contains(reason))
      let count = session.output.count
      session.receive([1, 3, 0, 0, 0, 0, 0, 0, 99, 0, 99].span)
      session.fillOutput()
      #expect(session.output.count == count)
    }
  }

  @Test("D30 a pointer is a finger within the picture that begins and ends once, its wheel steps; keys come in pairs")
  func acts() throws {
    let (record, display) = (Record(), try display())
    for isViewOnly in [true, false] {
      let rules = ViewerRules(name: "panel", password: nil, isViewOnly: isViewOnly)
      rules.touchHandler = { record.touches.append($0) }
      rules.actHandler = { if case .pointed = $0 { return } else { record.acts.append($0) } }
      let viewer = DecodingViewer(display, rules: rules)
      viewer.begin()
      viewer.send([5, 0, 0, 1, 0, 1, 5, 1, 255, 255, 0, 9, 5, 1, 0, 20, 0, 9, 5, 0, 0, 20, 0, 9])
      viewer.send([5, 8, 0, 20, 0, 9, 5, 16, 0, 20, 0, 9, 5, 1, 0, 3, 0, 4])
      for symbol in [0x61, 0x61, 0x41, 0x1234] {
        viewer.send([4, 1, 0, 0, 0, 0, UInt8(symbol >> 8), UInt8(symbol & 255)])
      }
      viewer.send([4, 0, 0, 0, 0, 0, 0, 0x62, 4, 1, 0, 0, 0, 0, 0xFF, 0x1B])
      viewer.session.close()
      viewer.session.close()
      if isViewOnly { #expect(record.touches.isEmpty && record.acts.isEmpty) }
    }
    #expect(record.touches.map(\.phase) == [.began, .moved, .ended, .began, .cancelled])
    #expect(record.touches.map { Int($0.position.x.rounded) } == [99, 20, 20, 3, 3])
    #expect(record.touches.allSatisfy { $0.finger == 7 })
    let keys = record.acts.compactMap { act -> String? in
      if case .key(let code, let phase, _) = act { "\(code) \(phase.rawValue)" } else { nil }
    }
    #expect(Set(keys.suffix(2)) == ["30 3", "1 3"] && keys.dropLast(2) == ["30 0", "30 1", "30 1", "1 0"])
    let steps = record.acts.compactMap { act -> Int32? in if case .turned(let steps, _) = act { steps } else { nil } }
    #expect(steps == [1, -1])
  }
}
