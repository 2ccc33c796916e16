import CLinux
import FixedRaster
import Foundation
import LayerRuntime
import PanelReplay
import TestSupport
import Testing

@testable import FBDevice
@testable import PanelInstruments
@testable import panel_ui

/// A finger that taps one place of a single-touch screen.
private final class Tap: EventSource {
  private var events: [(Int32, Int32, Int32)]

  init(_ x: Int32, _ y: Int32) {
    events = [
      (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y), (EV_KEY, BTN_TOUCH, 1), (EV_SYN, SYN_REPORT, 0), (EV_KEY, BTN_TOUCH, 0),
      (EV_SYN, SYN_REPORT, 0),
    ]
  }

  func next(sync: Bool, into event: inout RawEvent) -> ReadStatus {
    if events.isEmpty { return .nothing }
    let (type, code, value) = events.removeFirst()
    event = RawEvent(type: UInt16(type), code: UInt16(code), value: value, time: 1)
    return .event
  }

  func close() {}
}

/// Five colours on a picture, which tell where one is: a layer in each corner and one in the middle.
private final class Corners {
  let root = Layer()

  init(width: Int, height: Int) {
    let (right, bottom) = (Fixed(width), Fixed(height))
    root.frame = Rect(x: 0, y: 0, width: right, height: bottom)
    root.backgroundColor = Color(argb: 0xFF00_0001)
    add(Rect(x: 0, y: 0, width: 9, height: 5), 0xFF00_0002)
    add(Rect(x: right - 12, y: 0, width: 12, height: 4), 0xFF00_0003)
    add(Rect(x: 0, y: bottom - 7, width: 6, height: 7), 0xFF00_0004)
    add(Rect(x: right - 3, y: bottom - 10, width: 3, height: 10), 0xFF00_0005)
    add(Rect(x: 14, y: 11, width: 5, height: 6), 0xFF00_0006)
  }

  private func add(_ frame: Rect, _ color: UInt32) {
    let layer = Layer()
    layer.frame = frame
    layer.backgroundColor = Color(argb: color)
    root.addSublayer(layer)
  }
}

@Suite("Rotation")
struct RotationTests {
  @Test(
    "D07 a tap where the display shows a layer hits that layer: every pixel of the display, as the panel is built",
    arguments: everyRotation)
  func tapsHitWhatIsThere(rotation: DisplayRotation) throws {
    let (columns, rows) = (41, 29)
    let display = try MemoryDisplay(width: columns, height: rows, layout: .xrgb8888, rotation: rotation)
    let memory = display.memory
    let corners = Corners(width: memory.width, height: memory.height)
    Compositor(root: corners.root, width: memory.width, height: memory.height).drawFrame(into: memory)
    let axes = TouchAxes(
      x: 0...Int32(columns) - 1, y: 0...Int32(rows) - 1, width: memory.width, height: memory.height,
      rotation: rotation)
    var seen: [UInt32: Int] = [:]
    for (x, y) in (0..<columns).flatMap({ x in (0..<rows).map { (x, $0) } }) {
      let shown = unsafe memory.base.load(fromByteOffset: y * memory.bytesPerRow + 4 * x, as: UInt32.self)
      let device = InputDevice(
        path: "", name: "", fileDescriptor: -1, source: Tap(Int32(x), Int32(y)),
        tracker: ContactTracker(kind: .single(button: UInt16(BTN_TOUCH)), axes: axes))
      var hits: [Color?] = []
      _ = device.read { samples in
        for index in samples.indices {
          let place = samples[index].position.inPoints(scale: 1)
          hits.append(corners.root.hitTest(place, order: .drawing)?.backgroundColor)
        }
      }
      #expect(hits == [Color(argb: shown), Color(argb: shown)], "\(x), \(y)")
      seen[shown, default: 0] += 1
    }
    let areas: [UInt32: Int] = [2: 45, 3: 48, 4: 42, 5: 30, 6: 30, 1: 41 * 29 - 195]
    #expect(seen == Dictionary(uniqueKeysWithValues: areas.map { (0xFF00_0000 | $0, $1) }))
    // As the panel is built, clockwise: the picture's top left corner.
    let corner: [(Int, Int)] = [(0, 0), (columns - 1, 0), (columns - 1, rows - 1), (0, rows - 1)]
    let (x, y) = corner[Int(rotation.rawValue)]
    #expect(unsafe memory.base.load(fromByteOffset: y * memory.bytesPerRow + 4 * x, as: UInt32.self) == 0xFF00_0002)
  }

  @Test(
    "D07 the panel is the checked-in picture on every rotated display, upright in its snapshot and rotated in memory",
    arguments: everyRotation)
  func golden(rotation: DisplayRotation) throws {
    let (columns, rows) = rotation.swapsAxes ? (480, 800) : (800, 480)
    let display = try MemoryDisplay(width: columns, height: rows, layout: .xrgb8888, rotation: rotation)
    let file = try example("machine-monitor")
    let screen = try PanelScreen(file, display: display)
    // A replay's touches are the picture's: the same for every rotation.
    var player = ReplayPlayer(try Replay(Array(PictureTests.touched.utf8), name: "test", for: file))
    try player.playAll(PanelScreens(screen), frames: nil)
    let golden = try #require(TestPicture(contentsOf: goldens.appendingPathComponent("panel-800x480-touched.png")))
    #expect(screen.picture.difference(from: golden) == nil)
    let folder = TemporaryFolder()
    try screen.screen.writeSnapshot(to: folder.file("a.png"))
    let snapshot = try #require(TestPicture(png: folder.bytes("a.png") ?? []))
    #expect(snapshot.difference(from: golden) == nil)
    let memory = display.memory
    let differences = (0..<800 * 480).filter {
      let (x, y) = ($0 % 800, $0 / 800)
      let (column, row) = [(x, y), (479 - y, x), (799 - x, 479 - y), (y, 799 - x)][Int(rotation.rawValue)]
      let place = row * memory.bytesPerRow + 4 * column
      return unsafe memory.base.load(fromByteOffset: place, as: UInt32.self) & 0xFF_FFFF != golden.pixels[$0]
    }
    #expect(differences.isEmpty)
  }
}
