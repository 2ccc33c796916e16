import CLinux
import EventLoop
import FBDevice
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import RemoteFramebuffer

/// A display with two memories by turns.
private final class AlternatingDisplay: Display {
  let alternates = true
  let parts: [MemoryDisplay]
  private var next = 0

  init(_ parts: [MemoryDisplay]) { self.parts = parts }

  var name: String { "alternating" }
  var memory: DisplayMemory { parts[next].memory }
  var counts: PresentCounts { parts[0].counts }
  func present(_ damage: Span<PixelRect>) throws(DeviceError) { next = 1 - next }
  func close() { for part in parts { part.close() } }
}

/// A display that counts, and refuses when it is told to.
private final class CountingDisplay: Display {
  let inner: MemoryDisplay
  var presented = 0
  var refuses = false

  init(_ inner: MemoryDisplay) { self.inner = inner }

  var name: String { "counting" }
  var memory: DisplayMemory { inner.memory }
  var counts: PresentCounts { inner.counts }
  func present(_ damage: Span<PixelRect>) throws(DeviceError) {
    presented += 1
    if refuses { throw DeviceError("present on", "counting", reason: "it is told to") }
    try inner.present(damage)
  }
  func close() { inner.close() }
}

@Suite struct RemoteDisplayTests {
  private static func fill(_ memory: DisplayMemory, _ value: UInt8) {
    let count = memory.bytesPerRow * memory.unrotated.height
    for place in 0..<count { unsafe memory.base.storeBytes(of: value, toByteOffset: place, as: UInt8.self) }
  }

  private static func isSame(_ a: DisplayMemory, _ b: DisplayMemory) -> Bool { unsafe a.base == b.base }

  /// Connects to a server's Unix socket and says the handshake's words, without waiting for answers.
  private static func connect(_ path: String) -> Int32 {
    let descriptor = linux_socket_unix()
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for index in bytes.indices { unsafe room[index] = bytes[index] }
    }
    guard unsafe linux_connect_unix(descriptor, &address, Int32(bytes.count + 1)) == 0 else { return -1 }
    let words = Array("RFB 003.008\n".utf8) + [1, 1]
    _ = unsafe words.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    return descriptor
  }

  private static func run(_ loop: EventLoop, milliseconds: Int64 = 100) {
    loop.addTimer(at: EventLoop.now + milliseconds * 1_000_000) { _ in loop.stop() }
    _ = loop.run()
  }

  @Test(
    "D30 beside a display frames go there alone while nobody looks; then by a copy, which is redrawn, and only its damage",
    arguments: [DisplayRotation.none, .clockwise90])
  func besides(rotation: DisplayRotation) throws {
    let folder = TemporaryFolder()
    let (loop, path) = (try EventLoop(), folder.file("socket"))
    let device = CountingDisplay(try MemoryDisplay(width: 64, height: 32, layout: .xrgb8888, rotation: rotation))
    let display = RemoteDisplay(device)
    var redraws = 0
    display.redrawHandler = { redraws += 1 }
    let server = try RemoteServer(display, on: .socket(path: path), loop: loop, name: "panel")
    #expect(Self.isSame(display.memory, device.memory))
    #expect(throws: DeviceError.self) { try RemoteServer(display, on: .port(5999), loop: loop, name: "panel") }
    let viewer = Self.connect(path)
    Self.run(loop)
    #expect(server.viewerCount == 1 && redraws == 1 && !Self.isSame(display.memory, device.memory))
    let bounds = display.memory.bounds
    Self.fill(display.memory, 1)
    let part = PixelRect(minX: 3, minY: 4, maxX: 9, maxY: 15)
    try display.present([part].span)
    #expect(!display.isFilled)
    for y in 0..<device.memory.height {
      for x in 0..<device.memory.width {
        let isInside = part.contains(PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x + 1), maxY: Int32(y + 1)))
        #expect((slowPixel(device.memory, x, y) != 0) == isInside)
      }
    }
    try display.present([bounds].span)
    #expect(display.isFilled && slowPixel(device.memory, 0, 0) == 0x01_0101)
    device.refuses = true
    #expect(throws: DeviceError.self) { try display.present([bounds].span) }
    #expect(device.presented == 3)
    close(viewer)
    Self.run(loop)
    #expect(server.viewerCount == 0 && Self.isSame(display.memory, device.memory) && !display.isFilled)
    server.close()
    #expect(unsafe access(path, F_OK) != 0)
  }

  @Test("D30 of a display with two memories each has every frame while a viewer looks; then all is drawn again")
  func twoMemories() throws {
    let folder = TemporaryFolder()
    let (loop, path) = (try EventLoop(), folder.file("socket"))
    let device = AlternatingDisplay(
      try [0, 1].map { _ in try MemoryDisplay(width: 64, height: 32, layout: .xrgb8888) })
    let display = RemoteDisplay(device)
    var redraws = 0
    display.redrawHandler = { redraws += 1 }
    let server = try RemoteServer(display, on: .socket(path: path), loop: loop, name: "panel")
    let viewer = Self.connect(path)
    Self.run(loop)
    try display.present([display.memory.bounds].span)
    for frame in 1...8 {
      let rect = PixelRect(
        minX: Int32(frame * 7), minY: Int32(frame), maxX: Int32(frame * 7 + 5), maxY: Int32(frame + 9))
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          let place = Int(y) * display.memory.bytesPerRow + 4 * Int(x)
          unsafe display.memory.base.storeBytes(of: UInt32(frame), toByteOffset: place, as: UInt32.self)
        }
      }
      let shown = device.memory
      try display.present([rect].span)
      for y in 0..<32 { for x in 0..<64 { #expect(slowPixel(shown, x, y) == slowPixel(display.memory, x, y)) } }
    }
    close(viewer)
    Self.run(loop)
    #expect(redraws == 2 && Self.isSame(display.memory, device.memory))
    server.close()
  }

  @Test("D30 a display of another size gets another copy, and its whole picture is asked for")
  func otherSize() throws {
    let folder = TemporaryFolder()
    let (loop, path) = (try EventLoop(), folder.file("socket"))
    let display = RemoteDisplay(try MemoryDisplay(width: 64, height: 32, layout: .xrgb8888) as any Display)
    var redraws = 0
    display.redrawHandler = { redraws += 1 }
    let server = try RemoteServer(display, on: .socket(path: path), loop: loop, name: "panel")
    let viewer = Self.connect(path)
    Self.run(loop)
    try display.show(on: MemoryDisplay(width: 40, height: 50, layout: .rgb565))
    #expect(redraws == 2 && display.memory.width == 40 && display.memory.layout == .rgb565 && !display.isFilled)
    close(viewer)
    server.close()
  }

  @Test("D30 with a waiting socket and no viewer the loop does not wake up, and a viewer that went leaves nothing")
  func noWakeups() throws {
    let folder = TemporaryFolder()
    let (loop, path) = (try EventLoop(), folder.file("socket"))
    let display = RemoteDisplay(inPlaceOf: try MemoryDisplay(width: 64, height: 32, layout: .xrgb8888))
    let server = try RemoteServer(display, on: .socket(path: path), loop: loop, name: "panel")
    let viewer = Self.connect(path)
    Self.run(loop)
    #expect(server.viewerCount == 1)
    close(viewer)
    Self.run(loop)
    let before = loop.wakeups
    Self.run(loop, milliseconds: 1000)
    // The test's own timer.
    #expect(loop.wakeups - before == 1 && server.viewerCount == 0)
    server.close()
  }

  @Test("D30 a former server's socket is replaced, that of a running one and other files are not")
  func sockets() throws {
    let folder = TemporaryFolder()
    let (loop, path) = (try EventLoop(), folder.file("socket"))
    func display() throws -> RemoteDisplay {
      RemoteDisplay(inPlaceOf: try MemoryDisplay(width: 8, height: 8, layout: .mono))
    }
    let first = try RemoteServer(try display(), on: .socket(path: path), loop: loop, name: "")
    var status = stat()
    #expect(unsafe linux_stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(throws: DeviceError.self) { try RemoteServer(try display(), on: .socket(path: path), loop: loop, name: "") }
    first.close()
    _ = folder.write("kept", "file")
    #expect(throws: DeviceError.self) {
      try RemoteServer(try display(), on: .socket(path: folder.file("file")), loop: loop, name: "")
    }
    #expect(folder.text("file") == "kept")
  }
}
