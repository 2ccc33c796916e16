// Stage: the program. Input: which input devices are wanted, and /dev/input. Output: their fingers, keys and pointers, for
// screens; also of devices that come, go and come back.
import CLinux
import SystemFiles

/// The input devices that a program reads, each for a screen.
final class InputDevices {
  /// Why touchscreens that were not named are not listened to; `nil` where they are.
  private(set) var touchRefusal: DeviceError?

  private let loop: EventLoop
  private var devices: [(device: InputDevice, screen: Screen)] = []
  /// How many were opened: devices with different numbers never give two fingers the same number.
  private var openedCount = 0
  /// Choices by which devices that come later are listened to.
  private var wanted: [(choice: InputChoice, uses: InputUses, setup: TouchSetup, screen: Screen)] = []
  /// Tells of changes in /dev/input; −1 where nothing is waited for.
  private var folderWatch: Int32 = -1
  /// Set while a pointer shows.
  private var cursorTimer: EventLoop.Timer?
  /// When a pointer moved last.
  private var pointedTime: Int64 = 0

  /// Nanoseconds that a pointer shows after its last move.
  private static var cursorTime: Int64 { 3_000_000_000 }

  init(_ loop: EventLoop) { self.loop = loop }

  deinit { closeAll() }

  // MARK: Which devices

  /// Opens devices for a screen, and waits for those that come later.
  /// - Throws: one that was named cannot be used.
  func open(
    _ touch: InputChoice, _ setup: TouchSetup, _ keys: InputChoice, for screen: Screen
  ) throws(DeviceError) {
    for (choice, uses) in [(touch, InputUses.touches), (keys, InputUses.keys)] {
      // A touchscreen with keys is opened for its touches first.
      let setup = uses == .touches ? setup : TouchSetup()
      switch choice {
      case .none: continue
      case .recording(let path):
        try play(path, setup, screen)
        continue
      case .device(let path): try open(path, uses, setup, screen)
      case .automatic:
        if screen.display.isInMemory { continue }
        // A panel without a touchscreen is a panel still.
        if let refusal = openAll(uses, setup, screen), uses == .touches { touchRefusal = refusal }
      }
      wanted.append((choice, uses, setup, screen))
    }
    watchFolder()
  }

  /// Opens the touchscreens and pointers of a screen once more, for a display of another size. A recording goes on as it was
  /// made.
  func reopen(for screen: Screen) {
    let isDevice = "/dev/".utf8
    for (device, other) in devices where other === screen && device.path.utf8.starts(with: isDevice) {
      if device.uses.contains(.touches) { close(device) }
    }
    openWanted(for: screen)
  }

  private func open(
    _ path: String, _ uses: InputUses, _ setup: TouchSetup, _ screen: Screen
  ) throws(DeviceError) {
    let memory = screen.display.memory
    let device = try InputDevice(
      path: path, width: memory.width, height: memory.height, rotation: memory.rotation,
      number: openedCount % 127, uses: uses, setup: setup)
    openedCount += 1
    try listen(to: device, for: screen)
  }

  private func play(_ path: String, _ setup: TouchSetup, _ screen: Screen) throws(DeviceError) {
    let memory = screen.display.memory
    let device = try InputDevice(
      recording: path, width: memory.width, height: memory.height, rotation: memory.rotation,
      number: openedCount % 127, setup: setup)
    openedCount += 1
    try listen(to: device, for: screen)
  }

  /// - Returns: why there is none.
  private func openAll(_ uses: InputUses, _ setup: TouchSetup, _ screen: Screen) -> DeviceError? {
    let memory = screen.display.memory
    var leftOut: [DeviceError] = []
    do throws(DeviceError) {
      let found = try InputDevice.findAll(
        width: memory.width, height: memory.height, rotation: memory.rotation, uses: uses,
        firstNumber: openedCount % 127, setup: setup, isKnown: { isOpen($0) }, refused: { leftOut.append($0) })
      openedCount += found.count
      for error in leftOut where error.code == 0 { setup.notice(error.message) }
      for device in found { try listen(to: device, for: screen) }
      return nil
    } catch { return error }
  }

  private func isOpen(_ path: String) -> Bool { devices.contains { $0.device.path.utf8.elementsEqual(path.utf8) } }

  /// Has the fingers and keys of a device reach the layers of a screen.
  func listen(to device: InputDevice, for screen: Screen) throws(DeviceError) {
    try loop.watch(device.fileDescriptor) { [unowned(unsafe) self] _ in unsafe read(device, screen) }
    devices.append((device, screen))
  }

  // MARK: Devices that come

  /// Nothing is said where it cannot be watched: what is there is read.
  private func watchFolder() {
    if folderWatch >= 0 || wanted.isEmpty { return }
    folderWatch = inotify_init1(linux_IN_FLAGS())
    if folderWatch < 0 { return }
    // A device's file is made first, and allowed to the group later.
    let events = linux_IN_MADE() | linux_IN_ATTRIB()
    let watch = unsafe "/dev/input".withCString { unsafe inotify_add_watch(folderWatch, $0, events) }
    do throws(DeviceError) {
      if watch >= 0 { return try loop.watch(folderWatch) { [unowned(unsafe) self] _ in unsafe devicesChanged() } }
    } catch {}
    _ = CLinux.close(folderWatch)
    folderWatch = -1
  }

  private func devicesChanged() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while unsafe buffer.withUnsafeMutableBytes({ unsafe CLinux.read(folderWatch, $0.baseAddress, $0.count) }) > 0 {}
    openWanted(for: nil)
  }

  /// - Parameter only: of this screen alone, or of all.
  private func openWanted(for only: Screen?) {
    for (choice, uses, setup, screen) in wanted where only == nil || only === screen {
      switch choice {
      case .automatic: if openAll(uses, setup, screen) == nil, uses == .touches { touchRefusal = nil }
      case .device(let path):
        if isOpen(path) { continue }
        do throws(DeviceError) { try open(path, uses, setup, screen) } catch {}
      case .none, .recording: continue
      }
    }
  }

  // MARK: Reading

  private func read(_ device: InputDevice, _ screen: Screen) {
    let isThere = device.read(
      { for index in $0.indices { screen.touch($0[index]) } }, acts: { take($0, screen) })
    if !isThere { close(device) }
  }

  /// Reads what every device has ready.
  func readAll() {
    var index = devices.count
    while index > 0 {
      index -= 1
      if index < devices.count { read(devices[index].device, devices[index].screen) }
    }
  }

  private func take(_ act: InputAct, _ screen: Screen) {
    screen.take(act)
    guard case .pointed(_, let time) = act else { return }
    pointedTime = time
    if cursorTimer == nil { setCursorTimer() }
  }

  /// One timer for a whole movement: where it fires while the pointer still moves, it is set again.
  private func setCursorTimer() {
    cursorTimer = loop.addTimer(at: pointedTime + Self.cursorTime) { [unowned(unsafe) self] time in
      unsafe cursorTimer = nil
      if unsafe time < pointedTime + Self.cursorTime { return unsafe setCursorTimer() }
      for (_, screen) in unsafe devices { screen.hideCursor() }
    }
  }

  private func close(_ device: InputDevice) {
    guard let index = devices.firstIndex(where: { $0.device === device }) else { return }
    let screen = devices.remove(at: index).screen
    loop.unwatch(device.fileDescriptor)
    device.close({ for index in $0.indices { screen.touch($0[index]) } }, acts: { screen.take($0) })
    if device.uses.contains(.touches) { screen.hideCursor() }
  }

  /// Gives all of them back.
  func closeAll() {
    wanted = []
    if let cursorTimer { loop.cancelTimer(cursorTimer) }
    cursorTimer = nil
    while let device = devices.last { close(device.device) }
    if folderWatch < 0 { return }
    loop.unwatch(folderWatch)
    _ = CLinux.close(folderWatch)
    folderWatch = -1
  }
}
