import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelReplay
import SystemFiles
import TestSupport
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite("Pictures")
struct PictureTests {
  static let replay = text("panel.replay")
  static let touched = text("panel-touched.replay")

  static func text(_ name: String) -> String {
    (try? String(contentsOf: goldens.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }

  /// Made with `panel-ui --display memory:WxH:FORMAT --replay FILE --snapshot PICTURE`, then `python3
  /// scripts/lib/picture.py compress PICTURE GOLDEN`, and looked at.
  static let cases: [(name: String, replay: String, width: Int, height: Int, layout: PixelLayout)] = [
    ("panel-800x480", replay, 800, 480, .xrgb8888),
    ("panel-800x480-touched", touched, 800, 480, .xrgb8888),
    ("panel-480x320-rgb565", replay, 480, 320, .rgb565),
    ("panel-320x240-rgb565", replay, 320, 240, .rgb565),
    ("panel-480x800", replay, 480, 800, .xrgb8888),
  ]

  @Test("L48 the panel after a replay is the checked-in picture, pixel by pixel", arguments: 0..<5)
  func golden(index: Int) throws {
    let (name, replay, width, height, layout) = Self.cases[index]
    let drawn = try screen(replay, width: width, height: height, layout: layout).picture
    let url = goldens.appendingPathComponent(name + ".png")
    let golden = try #require(
      TestPicture(contentsOf: url), "\(url.path) is missing or no picture of ours: scripts/bless writes it")
    #expect(drawn.width == width && drawn.height == height && drawn.pixels.count == width * height)
    #expect(drawn.difference(from: golden) == nil, "\(name)")
  }

  @Test("L48 one changed bit of one pixel is a difference")
  func control() throws {
    let golden = try #require(TestPicture(contentsOf: goldens.appendingPathComponent("panel-800x480.png")))
    for bit in 0..<24 {
      var changed = golden
      changed.pixels[(bit * 15_991) % changed.pixels.count] ^= 1 << UInt32(bit)
      #expect(changed.difference(from: golden) != nil)
    }
    #expect(golden.difference(from: golden) == nil)
  }

  @Test("D05 drawing the damage alone gives the same pixels as drawing everything, for every moment of a long replay")
  func damage() throws {
    var text = ""
    for step in 0..<64 {
      text += "\(step * 400) load_1=\(Double(step * 37 % 50) / 10) load_15=\(Double(step * 13 % 50) / 10)"
      text += " total=2000000 available=\(step * 31_000 % 2_000_000) chip=\(20_000 + step * 7_919 % 80_000)"
      text += step % 7 == 6 ? " up=error" : " up=\(step * 1000)"
      // Now and then the other page.
      if step % 8 == 0 || step % 8 == 1 {
        text += " touch=\(step % 8 == 0 ? "began" : "ended") x=\(step % 16 < 8 ? 81 : 28) y=12"
      }
      text += "\n"
    }
    let file = try example("machine-monitor")
    let full = try MemoryDisplay(width: 320, height: 240, layout: .rgb565)
    let reference = try PanelScreen(file, display: full, redrawsFully: true)
    let partly = try MemoryDisplay(width: 320, height: 240, layout: .rgb565)
    let tested = try PanelScreen(file, display: partly)
    let replay = try Replay(Array(text.utf8), name: "test", for: file)
    var players = (ReplayPlayer(replay), ReplayPlayer(replay))
    let screens = (PanelScreens(reference), PanelScreens(tested))
    var compared = 0
    var pages: Set<Int> = []
    while !players.0.isAtEnd {
      players.0.advance(screens.0)
      players.1.advance(screens.1)
      try reference.drawFrame()
      try tested.drawFrame()
      pages.insert(tested.panel.page)
      if compared % 3 == 0 { #expect(tested.picture.difference(from: reference.picture) == nil, "step \(compared)") }
      compared += 1
    }
    #expect(compared > 100 && pages == [0, 1])
    #expect(partly.counts.pixels < full.counts.pixels / 2, "\(partly.counts.pixels) of \(full.counts.pixels)")
  }

  @Test("D03 a snapshot is the frame that was drawn last")
  func snapshot() throws {
    let screen = try screen(Self.touched)
    let folder = TemporaryFolder()
    let path = folder.file("a.png")
    try screen.screen.writeSnapshot(to: path)
    let picture = try #require(TestPicture(png: folder.bytes("a.png") ?? []))
    #expect(picture.difference(from: screen.picture) == nil)
    // A tenth of its pixels' bytes.
    let size = try #require(folder.bytes("a.png")).count
    #expect(size < 800 * 480 * 3 / 10, "\(size) bytes")
    #expect(throws: DeviceError.self) { try screen.screen.writeSnapshot(to: "/nowhere/a.png") }
    // One that tints the damage is not tinted all over for it.
    screen.screen.compositor.overlays = .damage
    try screen.drawFrame()
    try screen.screen.writeSnapshot(to: path)
    let plain = try #require(TestPicture(png: folder.bytes("a.png") ?? []))
    #expect(plain.difference(from: picture) == nil && screen.screen.compositor.overlays == .damage)
    #expect(screen.picture.difference(from: picture) != nil)
  }

  @Test(
    "P01 the panel is drawn on displays of every size and shape",
    arguments: [
      (320, 240), (240, 320), (480, 272), (800, 600), (720, 1280), (64, 64), (1, 1),
    ])
  func sizes(width: Int, height: Int) throws {
    let drawn = try screen(Self.replay, width: width, height: height).picture
    #expect(drawn.pixels.count == width * height)
    if width >= 240 { #expect(Set(drawn.pixels).count > 100) }
  }
}
