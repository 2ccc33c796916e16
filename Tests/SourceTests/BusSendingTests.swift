// row: P68
import CLinux
import EventLoop
import PanelSignals
import SystemFiles
import Testing

@testable import PanelSources

@Suite struct BusSendingTests {
  private func connection(_ bus: TestBus, _ loop: EventLoop) -> Connection {
    let connection = Connection(.can(interface: "can0", filters: []), loop: loop)
    connection.opener = { _ throws(DeviceError) in try bus.open() }
    return connection
  }

  @Test("P68 frames are sent one by one, and half a frame is none")
  func frames() throws {
    let (bus, loop) = (TestBus(), try EventLoop())
    let connection = connection(bus, loop)
    let first = busFrame(0x7DF, [2, 1, 0x0C, 0, 0, 0, 0, 0])
    let second = busFrame(0x7E0, [0x30, 0, 0, 0, 0, 0, 0, 0])
    let isEarly = connection.send(first.span)
    connection.open()
    let several = first + second + first[..<7]
    let isSent = connection.send(several.span)
    #expect(!isEarly && isSent && connection.isOpen && bus.read() == first && bus.read() == second && bus.read() == nil)
  }

  @Test("P68 a frame that the kernel has no room for is dropped and counted, and later ones are sent")
  func full() throws {
    let (bus, loop) = (TestBus(), try EventLoop())
    let connection = connection(bus, loop)
    connection.open()
    let frame = busFrame(0x7DF, [2, 1, 0x0C, 0, 0, 0, 0, 0])
    var sent = 0
    while sent < 1_000_000 {
      if !connection.send(frame.span) { break }
      sent += 1
    }
    #expect(sent > 0 && connection.unsent == 1 && connection.isOpen)
    let two = frame + frame
    connection.send(two.span)
    #expect(connection.unsent == 3)
    while bus.read() != nil {}
    let isSent = connection.send(frame.span)
    #expect(isSent && bus.read() == frame && connection.unsent == 3)
  }

  @Test("P68 values over a bus that goes down and comes back, with the requests that an ECU hears")
  func session() throws {
    let (bus, loop) = (TestBus(), try EventLoop())
    let connection = connection(bus, loop)
    var session = OBDSession(obdAddresses(["RPM every 50ms"]), isExtended: false)
    var (notes, requests) = (OBDNotes(), 0)
    var timer: EventLoop.Timer?
    func follow() {
      var bytes: [UInt8] = []
      for index in 0..<session.outgoing.count { bytes.append(session.outgoing[index]) }
      session.consume()
      if !bytes.isEmpty { connection.send(bytes.span) }
      if let timer { loop.setTimer(timer, at: session.nextTime) }
    }
    timer = loop.addTimer(at: .max, repeating: .max) { now in
      session.advance(to: now, &notes)
      follow()
    }
    connection.changedHandler = {
      if connection.isOpen { session.connected(at: EventLoop.now) } else { session.disconnected() }
      follow()
    }
    connection.receivedHandler = { bytes, time in
      session.take(bytes, at: time, &notes)
      session.advance(to: EventLoop.now, &notes)
      follow()
    }
    func answer() {
      while let frame = bus.read() {
        requests += 1
        let data =
          frame[10] == 0 ? [6, 0x41, 0, 0xFF, 0xFF, 0xFF, 0xFE, 0] : [4, 0x41, frame[10], 0x1A, 0xF8, 0, 0, 0]
        bus.send(busFrame(0x7E8, data))
      }
    }
    connection.open()
    #expect(
      run(loop) {
        answer()
        return notes.readings.count >= 20
      })
    #expect(notes.last(0)?.value == 1726 && requests >= 21 && session.leftOut == 0)
    bus.isUp = false
    connection.refuse(DeviceError("read", "can0", code: ENETDOWN, remedy: ""))
    #expect(!connection.isOpen && !session.isAnswering)
    notes = OBDNotes()
    bus.isUp = true
    #expect(
      run(loop) {
        answer()
        return notes.readings.count >= 5
      })
    #expect(bus.opened == 2 && notes.last(0)?.value == 1726)
    connection.close()
    if let timer { loop.cancelTimer(timer) }
  }
}
