import CLinux
import EventLoop
import SystemFiles
import Testing

@testable import PanelSources

/// The settings of serial lines, on a pseudo terminal.
@Suite struct SerialFrameTests {
  /// A pseudo terminal: the descriptor of one end, and the path of the other.
  private func terminal() -> (master: Int32, path: String) {
    let master = unsafe linux_open("/dev/ptmx", O_RDWR | O_NOCTTY, 0)
    var (number, isLocked): (Int32, Int32) = (-1, 0)
    // TIOCGPTN, TIOCSPTLCK
    #expect(unsafe linux_ioctl_pointer(master, 0x8004_5430, &number) == 0)
    #expect(unsafe linux_ioctl_pointer(master, 0x4004_5431, &isLocked) == 0)
    return (master, "/dev/pts/\(number)")
  }

  // row: P6A
  @Test(
    "P6A parity and stop bits of a serial line are those of the place", arguments: ["8N1", "8E1", "8O1", "8N2", "8E2"])
  func frames(text: String) throws {
    let (master, path) = terminal()
    defer { close(master) }
    let place = try #require(ConnectionPlace("serial \(path) 9600 \(text)"))
    let (descriptor, isConnected) = try place.open()
    defer { close(descriptor) }
    var settings = termios()
    #expect(unsafe isConnected && tcgetattr(descriptor, &settings) == 0)
    // A pseudo terminal has no parity, whatever it is told; its stop bits are kept.
    #expect((settings.c_cflag & tcflag_t(CSTOPB) != 0) == text.hasSuffix("2"))
    #expect((settings.c_iflag & tcflag_t(INPCK) != 0) == !text.contains("N"))
    #expect((settings.c_cflag & tcflag_t(PARODD) != 0) == text.contains("O"))
    #expect(unsafe cfgetospeed(&settings) == speed_t(linux_serial_speed(9600)))
  }

  @Test("P6A a line whose driver cannot turn RS-485 is refused in plain words")
  func rs485() throws {
    let (master, path) = terminal()
    defer { close(master) }
    let place = try #require(ModbusPlace("serial \(path) 9600", isRS485: true)).place
    var message = ""
    do throws(DeviceError) { _ = try place.open() } catch { message = error.message }
    #expect(message.hasPrefix("cannot set the direction of RS-485 of \(path): "))
    #expect(message.hasSuffix("the line's driver does not do it: leave rs485 out where the adapter does it by itself"))
  }

  @Test("P6A what came before is thrown away on demand, and what comes later is read")
  func discard() throws {
    let (master, path) = terminal()
    let loop = try EventLoop()
    var text = ""
    let connection = Connection(.serial(path: path, baud: 9600), loop: loop)
    connection.receivedHandler = { bytes, _ in
      for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    }
    connection.open()
    send("late", to: master)
    usleep(20_000)
    connection.discardInput()
    send("new", to: master)
    #expect(run(loop) { text == "new" })
    connection.close()
    connection.discardInput()
    close(master)
  }
}
