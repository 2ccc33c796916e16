// row: P68
import Foundation
import PanelDescription
import PanelSignals
import Testing

@testable import PanelSources

/// What other programs make of answers, a line each: `scripts/lib/obd-counterpart.py`.
private func counterpart(_ arguments: String...) throws -> [[String]] {
  let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/local/share/lamina/obd/bin/python3")
  process.arguments = [root.appendingPathComponent("scripts/lib/obd-counterpart.py").path] + arguments
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  do { try process.run() } catch { Issue.record("python-OBD is not installed: scripts/test does that") }
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
}

private func bytes(_ digits: String) -> [UInt8] {
  let digits = Array(digits.utf8)
  return stride(from: 0, to: digits.count, by: 2).map {
    (hexadecimalDigit(digits[$0]) ?? 0) << 4 | (hexadecimalDigit(digits[$0 + 1]) ?? 0)
  }
}

@Suite struct OBDCounterpartTests {
  @Test("P68 can-isotp: 2,000 messages of 1 to 512 bytes, cut into its frames, come out byte by byte")
  func messages() throws {
    let lines = try counterpart("frames", "68", "2000")
    var receiver = ISOTPReceiver()
    for line in lines {
      var whole: [UInt8] = []
      for (number, frame) in line.dropFirst().enumerated() {
        if case .message = receiver.take(bytes(frame).span, at: Int64(number)) {
          for index in 0..<receiver.message.count { whole.append(receiver.message[index]) }
        }
      }
      if whole != bytes(line[0]) { Issue.record("\(line[0])") }
    }
    #expect(lines.count == 2000 && receiver.faults == 0)
  }

  @Test("P68 python-OBD: the values of all PIDs that it knows, of random answers")
  func values() throws {
    let lines = try counterpart("values", "68", "200")
    var (names, worst): ([String: Int], Double) = ([:], 0)
    for line in lines {
      let (name, data) = (line[0], [0x41] + bytes(line[1]) + bytes(line[2]))
      var requests = OBDRequests(obdAddresses([name]))
      var notes = OBDNotes()
      _ = requests.take(0xE8, data.span, at: 0, &notes)
      guard let reading = notes.last(0), reading.quality == .fresh, var expected = Double(line[3]) else {
        Issue.record("\(line)")
        continue
      }
      let value = Double(reading.value.rawValue) / 4_294_967_296
      // SAE J1979 has two's complement; python-OBD counts from −32,767 on.
      if name == "EVAP_VAPOR_PRESSURE_ALT" {
        #expect(value == Double(Int16(truncatingIfNeeded: Int(expected) + 32_767)))
        continue
      }
      // It takes the lower byte for one with a sign.
      if name == "EVAP_VAPOR_PRESSURE" && data[3] > 127 { expected += 64 }
      names[name, default: 0] += 1
      // It takes 0.0000305 for 1 / 32,768, and 8 / 65,535 for 8 / 65,536.
      let isRough = name == "COMMANDED_EQUIV_RATIO" || name.hasSuffix("WR_VOLTAGE")
      if abs(value - expected) > (isRough ? expected * 0.0007 : 1e-8) { Issue.record("\(line): \(value)") }
      if !isRough { worst = max(worst, abs(value - expected)) }
    }
    print("values of python-OBD:", lines.count, "of", names.count + 1, "PIDs; the farthest is off by", worst)
    #expect(names.count >= 75 && names.values.allSatisfy { $0 == 200 })
  }

  @Test("P68 python-OBD: the codes of random answers")
  func codes() throws {
    let lines = try counterpart("codes", "68", "2000")
    for line in lines {
      var codes = StoredCodes()
      codes.begin(3)
      codes.take(0xE8, bytes(line[0]).span)
      codes.write(-1)
      var letters: [UInt8] = []
      for index in 0..<codes.letters.count { letters.append(codes.letters[index]) }
      // Each code is there once.
      var wanted: [String] = []
      for code in line.dropFirst().map({ $0.uppercased() }) where !wanted.contains(code) { wanted.append(code) }
      if String(decoding: letters, as: UTF8.self) != wanted.joined(separator: " ") { Issue.record("\(line)") }
    }
    #expect(lines.count == 2000)
  }
}
