import CLinux
import FixedRaster
import SystemFiles
import Testing

@testable import FBDevice

@Suite struct PanTests {
  /// A framebuffer of 64x4 with memory for two pictures, 100 a second.
  private func open(_ kernel: MockKernel, _ change: (inout MockKernel.Framebuffer) -> Void = { _ in }) throws
    -> FramebufferDisplay
  {
    kernel.addFramebuffer(driver: "BCM2708 FB") {
      $0.variable.yres_virtual = 8
      $0.fixed.ypanstep = 1
      $0.fixed.smem_len = 8 * $0.fixed.line_length
      ($0.variable.left_margin, $0.variable.upper_margin) = (36, 6)
      $0.variable.pixclock = 10_000_000
      change(&$0)
    }
    return try FramebufferDisplay(path: "/dev/fb0", system: kernel)
  }

  private func show(_ display: FramebufferDisplay) throws {
    let damage = [PixelRect(width: 8, height: 2)]
    try display.present(damage.span)
  }

  /// Waits for the thread's answer, and takes it.
  private func awaitAnswer(_ display: FramebufferDisplay) throws {
    var waited = pollfd(fd: try #require(display.eventDescriptor), events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&waited, 1, 5000) == 1)
    try display.readEvents()
  }

  private func address(_ display: FramebufferDisplay) -> Int { unsafe Int(bitPattern: display.memory.base) }

  @Test("D06 a framebuffer with memory for two pictures is panned: one is drawn while the other is shown")
  func turns() throws {
    let kernel = MockKernel()
    kernel.pans.set(pause: 2000)
    let display = try open(kernel)
    let second = address(display)
    #expect(display.alternates && display.earliestFrameTime(cost: 0) == nil)
    try show(display)
    let first = address(display)
    #expect(second - first == 4 * display.memory.bytesPerRow, "the first picture is drawn where nobody sees it")
    let limit = try #require(display.earliestFrameTime(cost: 0))
    #expect(limit > kernel.now + 200_000_000, "its answer allows the next one")
    try awaitAnswer(display)
    // A picture after the shown one, less the cost and a half, and a millisecond.
    let next = try #require(display.earliestFrameTime(cost: 2_000_000))
    #expect(next <= kernel.now + 6_000_000 && display.earliestFrameTime(cost: 0) == next + 3_000_000)
    for place in [first, second] {
      #expect(address(display) == place)
      try show(display)
      try awaitAnswer(display)
    }
    #expect(kernel.pans.rows == [4, 0, 4] && display.restarts == 0 && display.counts.frames == 3)
    display.close()
    #expect(kernel.pans.rows == [4, 0, 4, 0], "the console goes on where it was")
  }

  @Test("D06 a driver that returns at once is given a picture's time; a wait that is none is no pace")
  func atOnce() throws {
    let kernel = MockKernel()
    kernel.time = 5_000_000_000
    let display = try open(kernel)
    try show(display)
    try awaitAnswer(display)
    #expect(display.earliestFrameTime(cost: 1_000_000) == 5_010_000_000)
  }

  @Test("D06 a driver that never answers, or does not pan after all, has its picture drawn where it is shown")
  func never() throws {
    let kernel = MockKernel()
    kernel.time = 5_000_000_000
    kernel.pans.set(isStuck: true)
    let display = try open(kernel)
    let second = address(display)
    try show(display)
    #expect(display.earliestFrameTime(cost: 0) == 5_250_000_000)
    kernel.time = 5_250_000_000
    #expect(display.earliestFrameTime(cost: 0) == nil)
    try show(display)
    #expect(
      !display.alternates && display.restarts == 1 && address(display) == second)
    try show(display)
    #expect(display.earliestFrameTime(cost: 0) == nil && address(display) == second)
    display.close()
    kernel.pans.set()

    let other = MockKernel()
    other.pans.set(code: EINVAL)
    let refused = try open(other)
    let hidden = address(refused)
    try show(refused)
    try awaitAnswer(refused)
    #expect(!refused.alternates && refused.restarts == 1 && hidden - address(refused) == 4 * refused.memory.bytesPerRow)
  }

  @Test(
    "D06 no pan without a step, without room, from another row, or where the kernel makes the framebuffer of a card")
  func without() throws {
    let changes: [(inout MockKernel.Framebuffer) -> Void] = [
      { $0.fixed.ypanstep = 0 }, { $0.fixed.ypanstep = 3 }, { $0.variable.yres_virtual = 7 },
      { $0.fixed.smem_len -= $0.fixed.line_length }, { $0.variable.yoffset = 2 },
      { unsafe withUnsafeMutableBytes(of: &$0.fixed.id) { unsafe $0.copyBytes(from: Array("vc4drmfb".utf8) + [0]) } },
    ]
    for (number, change) in changes.enumerated() {
      let kernel = MockKernel()
      let display = try open(kernel, change)
      #expect(!display.alternates && display.eventDescriptor == nil, "\(number)")
      try show(display)
      display.close()
      #expect(kernel.pans.rows.isEmpty)
    }
    let (kernel, found) = (MockKernel(), try open(MockKernel()) { $0.variable.yoffset = 4 })
    try show(found)
    #expect(found.alternates && kernel.pans.rows.isEmpty)
    // The times that drivers tell and that cannot be true.
    for clock: UInt32 in [0, 1, .max] {
      let display = try open(MockKernel()) { $0.variable.pixclock = clock }
      #expect(display.alternates)
    }
  }
}
