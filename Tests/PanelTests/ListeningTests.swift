import CLinux
import EventLoop
import Foundation
import PanelDescription
import PanelFile
import PanelInstruments
import PanelSources
import TestSupport
import Testing

@testable import panel_ui

@Suite("Listening")
struct ListeningTests {
  /// A UDP port that was free a moment ago, and a socket that sends to it.
  private func sender() -> (port: UInt16, send: @Sendable (String) -> Void) {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    let other = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = unsafe bind(other, $0, length)
        _ = unsafe getsockname(other, $0, &length)
      }
    }
    close(other)
    let target = address
    return (
      UInt16(bigEndian: address.sin_port),
      { @Sendable text in
        var target = target
        let bytes = Array(text.utf8)
        unsafe withUnsafePointer(to: &target) {
          unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = unsafe sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
      }
    )
  }

  private func sentence(_ text: String) -> String {
    "$" + text + "*" + String(text.utf8.reduce(0, ^), radix: 16, uppercase: true) + "\r\n"
  }

  @Test(
    "P64 doctor --listen reports what came: connected, messages, values and ages, what nobody asked for, what was wrong"
  )
  func report() throws {
    let (port, send) = sender()
    let text = """
      panel: 1
      sources:
        nav: {nmea0183: "udp 127.0.0.1:\(port)"}
        gone: {lines: unix /nowhere/at/all}
      signals:
        heading: {from: nav/HDT.heading, unit: deg}
        depth: {from: nav/DPT.depth, unit: m}
        never: {from: gone/x}
      pages: {main: [{number: heading}, {number: depth}]}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p").bytes)
    let listening = try Listening(file, for: 2_000_000_000)
    // Again and again: a busy machine may open the port late.
    let thread = Thread {
      for _ in 0..<20 {
        usleep(100_000)
        send(self.sentence("HEHDT,90.5,T"))
        send(self.sentence("GPGSV,1,1,00"))
        send("$HEHDT,1.0,T*00\r\n")
      }
    }
    thread.start()
    let lines = listening.run()
    #expect(!listening.isWell)
    let nav = try #require(lines.first { $0.hasPrefix("ok    source nav: connected, ") })
    #expect(nav.hasSuffix(" messages a second"))
    #expect(lines.contains { $0.hasPrefix("      heading = 90.500 fresh, ") })
    #expect(lines.contains("      depth = no value none"))
    #expect(lines.contains { $0.hasPrefix("      not asked for: GPGSV, ") })
    #expect(lines.contains { $0.hasPrefix("      said: ") && $0.contains("something was not understood") })
    #expect(lines.contains("wrong source gone: not connected"))
    #expect(lines.contains { $0.hasPrefix("      said: ") && $0.contains("/nowhere/at/all") })
  }

  @Test("P60 lines: names that no signal has are counted")
  func lines() throws {
    let (port, send) = sender()
    let text = """
      panel: 1
      sources: {in: {lines: "udp 127.0.0.1:\(port)"}}
      signals: {a: {from: in/a}}
      pages: {main: {number: a}}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p").bytes)
    let listening = try Listening(file, for: 2_000_000_000)
    Thread {
      for _ in 0..<20 {
        usleep(100_000)
        send("a=1 b=2\na=3 b=4\nb=5 c=1\n")
      }
    }.start()
    let lines = listening.run()
    #expect(listening.isWell)
    let counts = ["b", "c"].map { name in
      lines.compactMap { line in
        line.hasPrefix("      not asked for: \(name), ") ? line.split(separator: " ").dropFirst(4).first : nil
      }.first
    }
    let number = counts.map { $0 == "once" ? 1 : Int($0 ?? "") ?? 0 }
    #expect(number[1] > 0 && number[0] == 3 * number[1])
    #expect(lines.contains { $0.hasPrefix("      a = 3.000 fresh, ") })
  }
}
