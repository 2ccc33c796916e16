// Stage: program. Input: viewers elsewhere (RFB). Output: they see the panel, and touch it where they may.
import EventLoop
import PanelKit
import RemoteFramebuffer
import SystemFiles

/// Where viewers connect, and what they may do: `--rfb`, `--rfb-password-file`, `--rfb-control`.
struct RemoteOptions {
  /// Beside a display.
  var beside: RemoteAddress?
  /// Viewers alone see the panel: there is no display besides.
  private(set) var alone: RemoteAddress?
  var passwordFile: String?
  /// Whether their touches and keys count.
  var mayControl = false

  var address: RemoteAddress? { alone ?? beside }
  var isAlone: Bool { alone != nil }

  /// Takes `rfb:PORT:WxH`, a display that viewers alone see.
  /// - Returns: the memory that it is in; `nil` where the words are of another display.
  mutating func takeDisplay(_ value: String) throws(ProgramError) -> DisplayChoice? {
    let bytes = Array(value.utf8)
    if !bytes.starts(with: "rfb:".utf8) { return nil }
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > 4 else {
      throw .usage("--display " + printable(value) + ": expected rfb:PORT:WxH, such as rfb:5900:800x480")
    }
    alone = try Self.address(String(decoding: bytes[4..<colon], as: UTF8.self))
    let size = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    guard let memory = try? DisplayChoice("memory:" + size + ":xrgb8888") else {
      throw .usage(
        "--display " + printable(value) + ": " + printable(size) + " is no size: expected one such as 800x480")
    }
    return memory
  }

  /// Refuses options that contradict each other, or that nothing asks.
  func check() throws(ProgramError) {
    if alone != nil, beside != nil {
      throw .usage("--rfb with --display rfb, which viewers see already: expected one of the two")
    }
    if address == nil, passwordFile != nil || mayControl {
      let option = mayControl ? "--rfb-control" : "--rfb-password-file"
      throw .usage(option + " needs --rfb, or --display rfb:PORT:WxH")
    }
  }

  /// For `panel-ui doctor`: where viewers connect, and how; `nil` where there are none.
  func report() throws(ProgramError) -> String? {
    guard let address else { return nil }
    do throws(DeviceError) { if let path = passwordFile { _ = try RemotePassword(file: path) } } catch {
      throw .device(error)
    }
    return "at " + address.name + (passwordFile == nil ? ", without a password" : ", with a password")
      + (mayControl ? ", touches and keys count" : ", to look only")
  }

  static func address(_ value: String) throws(ProgramError) -> RemoteAddress {
    #if !Lean
    do throws(DeviceError) { return try RemoteAddress(value) } catch { throw .usage(error.message) }
    #else
    throw .usage("rfb " + printable(value) + ": this program is built without viewers (--lean)")
    #endif
  }

  /// A display that viewers see too; the display itself where there are none.
  func display(_ display: any Display) -> any Display {
    #if !Lean
    if address == nil { return display }
    if let memory = display as? MemoryDisplay { return RemoteDisplay(inPlaceOf: memory) }
    return RemoteDisplay(display)
    #else
    return display
    #endif
  }
}

/// The viewers of a screen. Ends before the loop does.
final class RemoteView {
  private let server: RemoteServer

  /// - Returns: `nil` where no viewers are wanted.
  /// - Throws: the address is taken, or the password's file cannot be used.
  init?(
    _ options: RemoteOptions, _ screen: Screen, name: String, _ loop: EventLoop
  ) throws(ProgramError) {
    #if !Lean
    guard let address = options.address, let display = screen.display as? RemoteDisplay else { return nil }
    do throws(DeviceError) {
      var password: RemotePassword?
      if let path = options.passwordFile { password = try RemotePassword(file: path) }
      server = try RemoteServer(
        display, on: address, loop: loop, name: name, password: password, isViewOnly: !options.mayControl)
    } catch { throw .device(error) }
    display.redrawHandler = { [unowned(unsafe) screen] in unsafe screen.compositor.invalidate() }
    server.touchHandler = { [unowned(unsafe) screen] in unsafe screen.touch($0) }
    server.actHandler = { [unowned(unsafe) screen] act in
      // A pointer elsewhere is seen there.
      if case .pointed = act { return }
      unsafe screen.take(act)
    }
    #else
    return nil
    #endif
  }

  /// Viewers are gone from here on.
  func close() { server.close() }

  deinit { server.close() }
}
