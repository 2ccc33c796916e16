import CLinux
import EventLoop
import PanelSignals
import Testing

@testable import PanelSources

/// A receiver that moves north: sentences a tenth of a second apart, as datagrams to gpsd.
private final class Receiver {
  private let descriptor = linux_socket_udp()
  private var timer: EventLoop.Timer?
  private let loop: EventLoop
  private var count = 0
  /// Whether it has a place.
  var hasFix = true

  init(_ loop: EventLoop, port: UInt16) {
    self.loop = loop
    _ = linux_connect_tcp(descriptor, Endpoint.loopback, port)
    timer = loop.addTimer(at: EventLoop.now, repeating: 100_000_000) { [unowned self] _ in tell() }
  }

  deinit {
    if let timer { loop.cancelTimer(timer) }
    close(descriptor)
  }

  private func tell() {
    count += 1
    let time = "1230" + (count % 60 < 10 ? "0" : "") + "\(count % 60).00"
    let place = "5419.2600,N,01006.0000,W"
    for body in [
      hasFix ? "GPGGA,\(time),\(place),1,09,0.9,12.0,M,45.0,M,," : "GPGGA,\(time),,,,,0,00,,,M,,M,,",
      hasFix ? "GPRMC,\(time),A,\(place),10.0,270.0,281126,,,A" : "GPRMC,\(time),V,,,,,,,281126,,,N",
    ] {
      let sum = body.utf8.reduce(0, ^)
      let digits = String(sum, radix: 16, uppercase: true)
      SourceTests.send("$\(body)*\(digits.utf8.count == 1 ? "0" : "")\(digits)\r\n", to: descriptor)
    }
  }
}

/// Keeps the last value of each address.
private struct LastValues: ValueListener {
  var readings: [Int: Reading] = [:]
  mutating func receive(_ address: Int, _ reading: Reading) { readings[address] = reading }
  mutating func receive(_ address: Int, text: Span<UInt8>) {}
}

private func number(_ text: String) -> Fixed64? { Fixed64(decimal: Array(text.utf8).span) }

@Suite struct GPSDServerTests {
  @Test("P69 a real gpsd is asked, tells the place, loses it, and is asked again when it was started anew")
  func server() throws {
    let loop = try EventLoop()
    let (port, feed) = (freePort(), freePort())
    func start() throws -> Counterpart {
      try Counterpart("/usr/sbin/gpsd", "-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(feed)")
    }
    let gpsd = try start()
    let receiver = Receiver(loop, port: feed)
    var decoder = GPSDDecoder(["TPV.lat", "TPV.lon", "TPV.speed", "TPV.track", "TPV.mode"], device: "")
    var last = LastValues()
    let connection = Connection(.tcp(Endpoint("127.0.0.1:\(port)".utf8)!), loop: loop)
    connection.changedHandler = { [unowned connection] in
      decoder.reset()
      if connection.isOpen { connection.send(decoder.greeting(hearsAll: false).span) }
    }
    connection.receivedHandler = { bytes, _ in decoder.take(bytes, &last) }
    connection.open()
    func isThere() -> Bool {
      last.readings[4]?.quality == .fresh && last.readings[0]?.quality == .fresh && last.readings[2] != nil
    }
    #expect(run(loop, 30, until: isThere))
    // 54° 19.26' N, 10° 6' W; 10 knots are 5.144 m/s.
    #expect(last.readings[0]?.value == number("54.321") && last.readings[1]?.value == number("-10.1"))
    #expect(last.readings[2]?.value == number("5.144") && last.readings[3]?.value == number("270"))
    receiver.hasFix = false
    #expect(run(loop, 30) { last.readings[0]?.quality == .failed && last.readings[2]?.quality == .failed })
    receiver.hasFix = true
    gpsd.stop()
    #expect(run(loop) { !connection.isOpen })
    last.readings = [:]
    let again = try start()
    #expect(run(loop, 40, until: isThere) && decoder.leftOut == 0)
    withExtendedLifetime((receiver, again)) {}
  }
}
