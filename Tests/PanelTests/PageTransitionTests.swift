import FBDevice
import LayerRuntime
import PanelDescription
import PanelFile
import PanelReplay
import Testing

@testable import PanelInstruments
@testable import panel_ui

/// Pages of one colour each, below two tabs: 200 × 120 pixels, of which the pages take the lower 96.
@Suite("Changes of pages")
struct PageTransitionTests {
  private static let (width, height, top) = (200, 120, 24)
  private static let (red, blue): (UInt32, UInt32) = (0xC02020, 0x2030C0)
  private let last = Self.height - 10

  private func screen(_ transition: String, at page: Int = 0) throws -> PanelScreen {
    let text = """
      panel: 1
      size: \(Self.width)x\(Self.height)
      \(transition)
      pages:
        one: {row: [{shape: box, fill: "#c02020", color: "#c02020"}], margin: 0}
        two: {row: [{shape: box, fill: "#2030c0", color: "#2030c0"}], margin: 0}
      bar:
        height: 24px
        left: [{pages: tabs}]
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "pages").bytes)
    let display = try MemoryDisplay(width: Self.width, height: Self.height, layout: .xrgb8888)
    let screen = try PanelScreen(file, display: display)
    screen.panel.showPage(page)
    try draw(screen, 0)
    return screen
  }

  /// Draws a frame at a time in milliseconds.
  private func draw(_ screen: PanelScreen, _ milliseconds: Int64) throws {
    screen.advance(to: milliseconds * 1_000_000)
    try screen.drawFrame(at: milliseconds * 1_000_000)
  }

  private func row(_ screen: PanelScreen, _ y: Int) -> ArraySlice<UInt32> {
    screen.picture.pixels[y * Self.width..<(y + 1) * Self.width]
  }

  @Test("L82 P22 a page that is pushed in comes from the side of its tab, and the other one goes with it")
  func push() throws {
    for isForward in [true, false] {
      let screen = try screen("transition: push", at: isForward ? 0 : 1)
      let (former, next) = isForward ? (Self.red, Self.blue) : (Self.blue, Self.red)
      #expect(row(screen, last).allSatisfy { $0 == former })
      screen.panel.showPage(isForward ? 1 : 0)
      var ways: [Int] = []
      for time in stride(from: Int64(1000), through: 1180, by: 20) {
        try draw(screen, time)
        let pixels = Array(row(screen, last))
        let way = pixels.count { $0 == next }
        ways.append(way)
        // Whole pixels, one beside the other.
        let split = isForward ? Self.width - way : way
        let (left, right) = isForward ? (former, next) : (next, former)
        #expect(pixels[..<split].allSatisfy { $0 == left } && pixels[split...].allSatisfy { $0 == right })
      }
      #expect(ways[0] == 0 && ways[9] < Self.width && zip(ways, ways.dropFirst()).allSatisfy { $0 < $1 })
      try draw(screen, 1200)
      #expect(row(screen, last).allSatisfy { $0 == next })
      #expect(screen.animationTime == nil)
    }
  }

  @Test("L82 P22 a page fades into the other one; without a transition it is there at once")
  func fade() throws {
    let screen = try screen("transition: fade")
    screen.panel.showPage(1)
    // It begins with the first frame.
    try draw(screen, 1000)
    var former = Self.red
    for time in [Int64(1040), 1080, 1120, 1160] {
      try draw(screen, time)
      let color = row(screen, last).first ?? 0
      #expect(row(screen, last).allSatisfy { $0 == color })
      #expect(color >> 16 < former >> 16 && color >> 16 > Self.blue >> 16, "\(String(color, radix: 16))")
      former = color
    }
    try draw(screen, 1200)
    #expect(row(screen, last).allSatisfy { $0 == Self.blue } && screen.animationTime == nil)
    for transition in ["", "transition: none"] {
      let screen = try self.screen(transition)
      screen.panel.showPage(1)
      try draw(screen, 1000)
      #expect(row(screen, last).allSatisfy { $0 == Self.blue })
    }
  }

  @Test("L80 L82 the line below the tabs springs over to the other one, and then nothing moves")
  func spring() throws {
    let screen = try screen("")
    func line() -> ClosedRange<Int>? {
      let pixels = Array(row(screen, Self.top - 4))
      let ground = pixels[0]
      guard let first = pixels.firstIndex(where: { $0 != ground }), let end = pixels.lastIndex(where: { $0 != ground })
      else { return nil }
      return first...end
    }
    let start = try #require(line())
    screen.panel.showPage(1)
    var places: [Int] = []
    for time in stride(from: Int64(1000), through: 1190, by: 10) {
      try draw(screen, time)
      places.append(try #require(line()).lowerBound)
      #expect(screen.animationTime != nil)
    }
    try draw(screen, 1200)
    let end = try #require(line())
    #expect(places[0] == start.lowerBound && start.upperBound < end.lowerBound && start.count == end.count)
    #expect(places.contains { $0 > start.lowerBound + 5 && $0 < end.lowerBound - 5 })
    #expect(places.contains { $0 > end.lowerBound }, "a spring goes a little too far: \(places)")
    #expect(screen.animationTime == nil && screen.screen.compositor.overflow.animations == 0)
  }

  @Test("P22 the first page, a page shown before the first frame and that of a panel that takes over are there at once")
  func first() throws {
    let screen = try screen("transition: push", at: 1)
    #expect(row(screen, last).allSatisfy { $0 == Self.blue })
    try draw(screen, 1000)
    let former = try screen.replace(with: screen.panel.file)
    withExtendedLifetime(former) {}
    try draw(screen, 1010)
    #expect(screen.panel.page == 1 && row(screen, last).allSatisfy { $0 == Self.blue })
  }

  @Test("P08 what is animated when a replay ends comes to its end")
  func replayEnds() throws {
    let replay = "0 time=10:00:00\n100 touch=began x=150 y=12\n150 touch=ended x=150 y=12"
    let played = try screen("transition: push")
    var player = ReplayPlayer(try Replay(Array(replay.utf8), name: "test", for: played.panel.file))
    try player.playAll(PanelScreens(played), frames: nil)
    #expect(played.panel.page == 1 && played.animationTime == nil)
    let still = try screen("", at: 1)
    #expect(played.picture.difference(from: still.picture) == nil)
  }
}
