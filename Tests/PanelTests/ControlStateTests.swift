import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

/// Every control in every state, in three themes: as a golden picture, and at several sizes.
@Suite("Controls in all their states")
struct ControlStateTests {
  static let kinds = [
    "button: Horn, icon: bullhorn, toggles: in/x", "switch: Pump, sends: in/x", "slider: Fan, sends: in/x, step: 5",
    "slider: Fan, sends: in/x, upright: true", "knob: Volume, sends: in/x", "stepper: Wanted, sends: in/x, step: 1",
    "selector: Mode, of: [Off, Auto, Hand], sends: in/x", "picker: Mode, of: [Off, Auto, Hand, Test], sends: in/x",
    "menu: Mode, of: [Off, Auto, Hand], sends: in/x", "keypad: Depth, sends: in/x",
    "gauge: c, setpoint: {sends: in/x", "bar: c, setpoint: {sends: in/x",
  ]
  static let themes = ["day", "dark", "night"]

  enum State: CaseIterable {
    case idle, pressed, sent, unconfirmed, refused, disabled, locked, old, failed, none
  }

  /// A panel of one control in a state.
  private static func bench(_ kind: String, _ state: State, _ width: Int, _ height: Int) throws -> ControlBench {
    var keys = kind + ", state: a"
    if state == .disabled { keys += ", enabled: b above 5, because: Not now" }
    if state == .locked { keys += ", lock: \"4711\"" }
    if keys.contains("setpoint") { keys += "}" }
    let text = """
      panel: 1
      size: \(width)x\(height)
      sources: {in: {lines: stdin}}
      signals:
        a: {from: in/a, range: 0..100, unit: percent, stale: 1h}
        b: {initial: 0}
        c: {initial: 30, range: 0..100}
      pages: {main: {margin: 4px, column: [{\(state == .old ? keys.replacing("1h", with: "1s") : keys)}]}}
      """
    let whole = state == .old ? text.replacing("stale: 1h", with: "stale: 1s") : text
    let bench = try ControlBench(
      PanelFile(bytes: compilePanel(Array(whole.utf8), name: "state").bytes),
      size: Size(width: Fixed(width), height: Fixed(height)))
    bench.receiver.answer = state == .refused ? .refused(.noConnection) : .accepted
    if state != .none { bench.set(0, to: 1) }
    bench.advance(20)
    let control = try #require(bench.panel.controls.first)
    switch state {
    case .pressed:
      let isSetpoint = control is SetpointHandle
      let place = isSetpoint ? control.superlayer.flatMap { ($0 as? Instrument)?.place(onScale: 1) } : nil
      let point = control.convert(
        place ?? Point(x: control.bounds.midX, y: control.bounds.maxY - 20), to: bench.panel.root)
      bench.touch(.began, point.x.rounded, point.y.rounded)
      #expect(control.isPressed, "\(kind)")
    case .sent, .refused: control.queue(control is ChoiceControl ? 2 : control is ValueControl ? 50 : 0)
    case .unconfirmed:
      control.queue(control is ChoiceControl ? 2 : control is ValueControl ? 50 : 0)
      bench.run(2500)
    case .old: bench.run(2500)
    case .failed: bench.panel.signals.fail(SignalIndex(0), at: bench.time)
    case .idle, .disabled, .locked, .none: break
    }
    bench.advance(20)
    bench.advance(20)
    return bench
  }

  // MARK: Pictures

  @Test("P46 P48 P49 P50 every control in every state is its golden picture, in three themes", arguments: themes)
  func pictures(theme: String) throws {
    let (width, height) = (140, 100)
    let (columns, rows) = (State.allCases.count, Self.kinds.count)
    let display = try MemoryDisplay(width: width * columns, height: height * rows, layout: .xrgb8888)
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: Fixed(width * columns), height: Fixed(height * rows))
    var benches: [ControlBench] = []
    for (row, kind) in Self.kinds.enumerated() {
      for (column, state) in State.allCases.enumerated() {
        let bench = try Self.bench(kind, state, width, height)
        #expect(bench.panel.showTheme(theme))
        bench.panel.root.frame.origin = Point(x: Fixed(column * width), y: Fixed(row * height))
        root.addSublayer(bench.panel.root)
        benches.append(bench)
      }
    }
    root.layoutIfNeeded()
    let compositor = Compositor(
      root: root, width: width * columns, height: height * rows,
      capacities: CompositorCapacities(layers: 16_384, threads: 1))
    compositor.drawFrame(into: display.memory)
    if let folder = drawnFolder {
      try Data(display.snapshot()).write(to: URL(fileURLWithPath: "\(folder)/controls-\(theme).png"))
    }
    let url = goldens.appendingPathComponent("controls-\(theme).png")
    let golden = try #require(TestPicture(contentsOf: url), "\(url.path) is missing")
    let drawn = try #require(TestPicture(png: display.snapshot()))
    #expect(drawn.difference(from: golden) == nil, "\(theme)")
    // Each state has a look of its own, but one whose state is old or failed says nothing of a press.
    _ = benches
  }

  // MARK: Measures

  /// From the least that a finger hits to three times as large.
  private static let sizes = [(60, 60), (100, 60), (140, 100), (100, 200), (300, 180), (420, 300)]

  @Test(
    "P46 P48 P49 no word leaves its control, words have a contrast of 4.5, in every state and theme, at every size",
    arguments: kinds)
  func words(kind: String) throws {
    for state in State.allCases {
      for (width, height) in Self.sizes {
        for theme in Self.themes {
          let bench = try Self.bench(kind, state, width, height)
          #expect(bench.panel.showTheme(theme))
          bench.advance(20)
          let control = try #require(bench.panel.controls.first)
          let picture = try Self.picture(bench.panel.root, width, height)
          for caption in Self.captions(in: control) {
            let ink = Self.inkPlace(of: caption, in: bench.panel.root)
            // The rows of a wheel that its window cuts.
            if let clip = caption.superlayer?.superlayer, clip.masksToBounds,
              !clip.convert(clip.bounds, to: bench.panel.root).contains(ink)
            {
              continue
            }
            let field = control.convert(control.bounds, to: bench.panel.root).insetBy(dx: -1, dy: -1)
            #expect(field.contains(ink), "\(kind) \(state) \(width)x\(height): \(caption.string ?? "")")
            if state == .disabled || state == .locked { continue }
            // Beside the letters, and off the edge.
            let beside = [
              Point(x: ink.minX - 2, y: ink.midY), Point(x: ink.midX, y: ink.minY - 2),
              Point(x: ink.maxX + 2, y: ink.midY), Point(x: ink.midX, y: ink.maxY + caption.capHeight * 0.5 + 1),
            ]
            let inner = field.insetBy(dx: 7, dy: 7)
            guard let place = beside.first(where: { inner.contains($0) }) else { continue }
            let ground = picture.pixel(place)
            let color = try #require(caption.foregroundColor)
            let ratio = contrast(color.rgb, ground)
            // What lies beside the chosen row of a wheel is dimmed.
            let least = control is PickerInstrument ? 2.5 : 4.5
            #expect(ratio >= least, "\(kind) \(state) \(width)x\(height) \(theme): \(caption.string ?? "") \(ratio)")
          }
        }
      }
    }
  }

  @Test("P46 P48 what is touched of a setpoint is 7 mm at least")
  func targets() throws {
    for kind in Self.kinds.suffix(2) {
      let bench = try Self.bench(kind, .idle, 200, 160)
      let control = try #require(bench.panel.controls.first as? SetpointHandle)
      let host = try #require(control.superlayer as? Instrument)
      let middle = try #require(host.place(onScale: 1))
      // 3.5 mm of 5 pixels to each side.
      for (dx, dy) in [(-17, 0), (17, 0), (0, -17), (0, 17)] {
        let place = Point(x: middle.x + Fixed(dx), y: middle.y + Fixed(dy))
        #expect(control.hitTest(place, order: .drawing) === control, "\(kind) \(dx) \(dy)")
      }
    }
  }

  private static func picture(_ root: Layer, _ width: Int, _ height: Int) throws -> TestPicture {
    let display = try MemoryDisplay(width: width, height: height, layout: .xrgb8888)
    let compositor = Compositor(
      root: root, width: width, height: height, capacities: CompositorCapacities(layers: 1024, threads: 1))
    compositor.drawFrame(into: display.memory)
    return try #require(TestPicture(png: display.snapshot()))
  }

  private static func captions(in layer: Layer) -> [Caption] {
    if layer.isHidden || layer.opacity == 0 { return [] }
    if let caption = layer as? Caption {
      // Icons have places of their own.
      let isWord = caption.string?.unicodeScalars.first.map { $0.value < 0xF0000 } ?? false
      return isWord ? [caption] : []
    }
    return (layer.sublayers ?? []).flatMap { captions(in: $0) }
  }

  /// Where the letters of a line are.
  private static func inkPlace(of caption: Caption, in root: Layer) -> Rect {
    let width = Swift.min(caption.textWidth, caption.bounds.width)
    let free = caption.bounds.width - width
    let left = caption.alignmentMode == .center ? free / 2 : caption.alignmentMode == .right ? free : 0
    let middle = caption.capitalsMiddle - caption.frame.minY
    let place = Rect(x: left, y: middle - caption.capHeight / 2, width: width, height: caption.capHeight)
    return caption.convert(place, to: root)
  }

  private func contrast(_ first: UInt32, _ second: UInt32) -> Double {
    func luminance(_ color: UInt32) -> Double {
      func linear(_ shift: UInt32) -> Double {
        let part = Double(color >> shift & 255) / 255
        return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }
    let (one, two) = (luminance(first), luminance(second))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
