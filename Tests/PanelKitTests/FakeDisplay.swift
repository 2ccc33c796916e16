import CLinux
import EventLoop
import FBDevice
import FixedRaster
import LayerRuntime
import SystemFiles

/// A display of two memories by turns, whose frames a test says are shown, and which goes when a test says so.
final class FakeDisplay: Display {
  let name = "fake"
  var memory: DisplayMemory { memories[next].memory }
  var counts: PresentCounts { memories[0].counts }
  private(set) var alternates: Bool
  /// Whether it finds with its first frame that one memory is enough.
  var settlesForOne = false
  var restarts = 0
  /// A pipe: readable when the frame is shown.
  private(set) var eventDescriptor: Int32?
  var error: Int32 = 0
  var isPlugged = true
  /// Whether a frame is shown as soon as it is presented.
  var showsAtOnce = true
  private(set) var isClosed = false
  private(set) var isPending = false
  private(set) var isOn = true
  private(set) var isForeground = true
  /// Pixels that were drawn, frame by frame.
  private(set) var drawn: [Int64] = []
  private let memories: [MemoryDisplay]
  private var next = 0
  private var writer: Int32 = -1

  init(width: Int, height: Int, alternates: Bool = false) throws(DeviceError) {
    var memories = [try MemoryDisplay(width: width, height: height, layout: .xrgb8888)]
    if alternates { memories.append(try MemoryDisplay(width: width, height: height, layout: .xrgb8888)) }
    (self.memories, self.alternates) = (memories, alternates)
    var ends: [Int32] = [-1, -1]
    if unsafe linux_pipe(&ends) == 0 { (eventDescriptor, writer) = (ends[0], ends[1]) }
  }

  /// The memory that is on the display.
  var shown: DisplayMemory { memories[alternates ? 1 - next : 0].memory }

  func present(_ damage: Span<PixelRect>) throws(DeviceError) {
    if error != 0 { throw DeviceError("show a frame on", name, code: error) }
    var pixels: Int64 = 0
    for index in damage.indices { pixels += damage[index].area }
    drawn.append(pixels)
    if settlesForOne { alternates = false }
    if alternates { next = 1 - next }
    isPending = true
    if showsAtOnce { show() }
  }

  /// The frame that was presented is shown.
  func show() { _ = unsafe write(writer, [1], 1) }

  func readEvents() throws(DeviceError) {
    var byte: [UInt8] = [0]
    if let eventDescriptor { _ = unsafe read(eventDescriptor, &byte, 1) }
    isPending = false
  }

  func isThere() -> Bool { isPlugged && !isClosed }

  func earliestFrameTime(cost: Int64) -> Int64? {
    if isClosed || !isOn || !isForeground { return .max }
    return isPending ? EventLoop.now + 250_000_000 : nil
  }

  func setForeground(_ isForeground: Bool) {
    if isForeground { restarts += 1 }
    self.isForeground = isForeground
  }

  func setPower(_ isOn: Bool) -> Bool {
    self.isOn = isOn
    return true
  }

  func close() {
    if isClosed { return }
    isClosed = true
    if let eventDescriptor { _ = CLinux.close(eventDescriptor) }
    _ = CLinux.close(writer)
    eventDescriptor = nil
  }

  deinit { close() }
}
