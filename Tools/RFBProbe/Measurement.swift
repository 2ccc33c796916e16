import CLinux
import EventLoop
import FBDevice
import FixedRaster
import LayerRuntime
import RemoteFramebuffer
import SystemFiles

/// The cost of a viewer's frames: a session without a socket, on the page's own frames.
struct Measurement {
  let options: Options
  /// The number of frames.
  let count: Int

  /// What a client sends: version, no security, its list of encodings.
  private static func opening(_ encoding: UInt8) -> [UInt8] {
    Array("RFB 003.008\n".utf8) + [1, 1] + [2, 0, 0, 1, 0, 0, 0, encoding]
  }

  private static func request(_ width: Int, _ height: Int) -> [UInt8] {
    [3, 1, 0, 0, 0, 0, UInt8(width >> 8), UInt8(width & 255), UInt8(height >> 8), UInt8(height & 255)]
  }

  /// Prints the bytes and the time of a frame. Without an encoding nothing is sent: the difference of two runs is the
  /// cost of the viewer.
  func run() throws(DeviceError) {
    let memory = try MemoryDisplay(width: options.width, height: options.height, layout: options.layout)
    let page = ProbePage(width: options.width, height: options.height)
    let display = RemoteDisplay(inPlaceOf: memory)
    let session = ViewerSession(display, ViewerRules(name: "", password: nil, isViewOnly: true), finger: 0)
    if let encoding = options.encoding { session.receive(Self.opening(encoding).span) }
    page.compositor.drawFrame(into: display.memory)
    let request = Self.request(options.width, options.height)
    session.receive(request.span)
    _ = takeAll(session)
    var (bytes, pixels, time): (Int, Int64, Int64) = (0, 0, 0)
    for _ in 0..<count {
      page.move()
      page.compositor.drawFrame(into: display.memory)
      let damage = page.compositor.damagedRects
      let rects = damage.span
      session.receive(request.span)
      let start = EventLoop.now
      for index in rects.indices {
        session.add(rects[index])
        pixels += rects[index].area
      }
      bytes += takeAll(session)
      time += EventLoop.now - start
    }
    let frames = max(1, count)
    let figures: [(String, Int)] = [
      ("frames", count), ("pixels", Int(pixels) / frames), ("bytes", bytes / frames),
      ("microseconds", Int(time / 1000) / frames),
    ]
    var text = ""
    for (name, number) in figures { text += name + " " + String(number) + " " }
    print(text)
  }

  /// Takes the output as a fast viewer does.
  private func takeAll(_ session: ViewerSession) -> Int {
    var sum = 0
    while true {
      session.fillOutput()
      let count = session.output.count
      if count == 0 { return sum }
      sum += count
      session.output.remove(count)
    }
  }
}
