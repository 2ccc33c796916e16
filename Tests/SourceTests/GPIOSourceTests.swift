// A source of GPIO lines where there is no chip. Chips of a kernel are in scripts/gpio-board.
import CLinux
import EventLoop
import PanelFile
import PanelSignals
import SystemFiles
import Testing

@testable import PanelSources

@Suite("Chips of GPIO lines") struct GPIOSourceTests {
  // row: P6C
  @Test("P6C a chip that is not there, or is none, is a refusal with its reason")
  func chips() {
    func refusal(_ name: String) -> String {
      do throws(DeviceError) { _ = try GPIOChip(name) } catch { return error.message }
      return ""
    }
    #expect(
      refusal("gpiochip99").contains("cannot open /dev/gpiochip99: No such file or directory; it is opened again"))
    #expect(refusal("/dev/null").contains("cannot talk to /dev/null: Inappropriate ioctl for device"))
    #expect(refusal("pinctrl-none").contains("cannot find pinctrl-none: no GPIO chip has this label"))
    #expect(refusal("").contains("no GPIO chip has this label"))
  }

  @Test("P6C P65 a chip that is not there is said once, its signals have failed, and a control's value is refused")
  func absent() throws {
    let (loop, signals) = (try EventLoop(), makeSignals(3))
    var notices: [String] = []
    let addresses: [SourceAddress] = [
      ("l 0 0 17", SignalIndex(0), 0), ("f 0 0 17", SignalIndex(1), 0), ("damaged", SignalIndex(2), 0),
    ]
    let source = GPIOSource(
      chip: "/dev/lamina-no-chip", addresses, outputs: [(4, "l 1 0 22"), (5, "none")], loop: loop, signals: signals,
      changed: {}, tell: { notices.append($0) })
    source.open()
    defer { source.close() }
    let start = EventLoop.now
    #expect(run(loop) { EventLoop.now - start > 2_500_000_000 })
    signals.advance(to: EventLoop.now)
    #expect(signals.reading(SignalIndex(0)).quality == .failed && signals.reading(SignalIndex(1)).quality == .failed)
    #expect(signals.reading(SignalIndex(2)) == .none, "an address that is none tells nothing")
    #expect(notices.count == 1 && notices[0].contains("/dev/lamina-no-chip") && !source.link.isConnected)
    func send(_ value: Fixed64, _ number: Int32) -> CommandAnswer? {
      source.receive(CommandRequest(.init(command: 1, sending: 1), .address(number, source: 0), value), at: 0)
    }
    #expect(send(1, 4) == .refused(.noConnection) && send(2, 4) == .refused(.invalid))
    #expect(send(1, 5) == .refused(.invalid) && send(1, 6) == .refused(.invalid))
    let finding = GPIOSource.examine("/dev/lamina-no-chip", ["l 0 0 17"])
    #expect(finding.count == 1 && !finding[0].isWell && finding[0].words.contains("No such file"))
  }
}
