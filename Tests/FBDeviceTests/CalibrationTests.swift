import CLinux
import FixedRaster
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

/// The result of a matrix for a place in thousandths, in thousandths.
private func thousandths(_ matrix: CalibrationMatrix, _ x: Int64, _ y: Int64) -> [Int64] {
  let place = matrix.applied(x: (x << 24) / 1000, y: (y << 24) / 1000)
  return [place.x, place.y].map { ($0 * 1000 + (1 << 23)) >> 24 }
}

private func text(_ body: () throws(DeviceError) -> Void) -> String {
  do throws(DeviceError) { try body() } catch { return error.message }
  return ""
}

/// Takes the notices of a setup.
private final class Notices: @unchecked Sendable {
  var lines: [String] = []
}

private func setup(_ calibration: String, _ notices: Notices = Notices()) throws -> TouchSetup {
  var setup = TouchSetup()
  setup.calibration = try TouchCalibration(calibration)
  setup.notice = { notices.lines.append($0) }
  return setup
}

@Suite struct CalibrationTests {
  // MARK: The matrix

  @Test("D23 a matrix is libinput's: six numbers, two rows; nine have the third row too")
  func rows() throws {
    // The examples of libinput's documentation.
    let examples: [(String, [Int64])] = [
      ("1 0 0 0 1 0", [200, 300]), ("0 -1 1 1 0 0", [700, 200]), ("-1 0 1 0 -1 1", [800, 700]),
      ("0 1 0 -1 0 1", [300, 800]), ("-1 0 1 0 1 0", [800, 300]), ("1.5 0 -0.25 0 .5 +0.125", [50, 275]),
      ("1 0 0 0 1 0 0 0 2", [100, 150]), ("1 0 0 0 1 0 1 0 1", [167, 250]), ("1,0,0,0,1,0", [200, 300]),
      ("\t1 0  0\n0 1 0.0000000001 ", [200, 300]),
    ]
    for (words, expected) in examples {
      #expect(thousandths(try CalibrationMatrix(words), 200, 300) == expected, "\(words)")
    }
  }

  @Test(
    "D23 other text is no matrix, and the message says what to write",
    arguments: [
      ("", "it has not six numbers"), ("1 0 0 0 1", "it has not six numbers"),
      ("1 0 0 0 1 0 0", "it has not six numbers"),
      ("1 0 0 0 1 0 0 0 1 0", "it has not six numbers"), ("1 0 0 0 1 nan", "other words"),
      ("1 0 0 0 1 1e3", "other words"),
      ("1 0 0 0 1 0x1", "other words"), ("1 0 0 0 1 65", "other words"), ("1 0 0 0 1 -", "other words"),
      ("1 0 0 0 1 1.2.3", "other words"), ("1 0 0 0 1 99999999999999999999999999", "other words"),
      ("0 0 0 0 0 0", "onto one line"), ("1 1 0 1 1 0", "onto one line"), ("1 0 0 0 1 0 0 0 0", "onto one line"),
      ("1 0 0 0 1 0 -1 0 1", "beyond the horizon"), ("1 0 0 0 1 0 0 0 -1", "beyond the horizon"),
      ("1 0 0 0 1 \u{1B}[31m", "other words"),
    ])
  func noMatrix(words: String, expected: String) {
    let message = text { () throws(DeviceError) in _ = try CalibrationMatrix(words) }
    #expect(message.contains(expected) && message.contains("six numbers from -64 to 64"), "\(message)")
    #expect(isOneLine(message))
  }

  @Test("D23 the text of a matrix is read as the same matrix, to a millionth")
  func matrixText() throws {
    for words in ["1 0 0 0 1 0", "0 -1 1 1 0 0", "1.013238 0.003745 -0.006821 -0.5 64 -64", "1 0 0 0 1 0 0.1 0 1"] {
      #expect(try CalibrationMatrix(words).text == words)
    }
    var random = SplitMix(seed: 23)
    var compared = 0
    for _ in 0..<1000 {
      let numbers = (0..<6).map { _ in Int64.random(in: -(64 << 24)...64 << 24, using: &random) }
      guard let matrix = try? CalibrationMatrix(numbers, "") else { continue }
      let again = try CalibrationMatrix(matrix.text)
      for (a, b) in zip([matrix.rows.top, matrix.rows.middle], [again.rows.top, again.rows.middle]) {
        #expect([a.x - b.x, a.y - b.y, a.constant - b.constant].allSatisfy { $0.magnitude <= 17 })
      }
      compared += 1
    }
    #expect(compared > 900)
  }

  @Test("D23 no matrix and no place overflows: results are held to 16 widths and heights")
  func extremes() throws {
    let most = CalibrationMatrix.greatest
    let places = [Int64.min, -(1 << 33), -(16 << 24), -1, 0, 1, 1 << 24, 16 << 24, 1 << 33, .max]
    var tried = 0
    for bits in 0..<64 {
      let numbers = (0..<6).map { bits >> $0 & 1 == 0 ? most : -most + Int64($0) * 7919 }
      for last in [[], [0, 0, most], [most, most, CalibrationMatrix.one / 16 + 1]] as [[Int64]] {
        guard let matrix = try? CalibrationMatrix(numbers + last, "") else { continue }
        for isSwapped in [false, true] {
          let turned = matrix.following(swap: isSwapped, invertX: true, invertY: true)
          for x in places {
            for y in places {
              let place = turned.applied(x: x, y: y)
              #expect(max(place.x.magnitude, place.y.magnitude) <= UInt64(CalibrationMatrix.farthest))
              tried += 1
            }
          }
        }
      }
    }
    #expect(tried > 10_000)
  }

  // MARK: Words

  @Test("D23 a calibration is written as words: swap, inversions, ranges and a matrix, in any order")
  func words() throws {
    let calibration = try TouchCalibration("0.5 0 0 0 0.25 0.125, invert-y y=4000..-100 swap,x=200..3900")
    #expect(calibration.swapsAxes && !calibration.invertsX && calibration.invertsY)
    #expect(calibration.x == AxisRange(200, 3900) && calibration.y == AxisRange(4000, -100))
    #expect(calibration.matrix == (try CalibrationMatrix("0.5 0 0 0 0.25 0.125")))
    #expect(calibration.text == "x=200..3900 y=4000..-100 swap invert-y 0.5 0 0 0 0.25 0.125")
    #expect(try TouchCalibration(calibration.text) == calibration)
    #expect(try TouchCalibration("") == TouchCalibration() && TouchCalibration().text.isEmpty)
    #expect(try TouchCalibration("1 0 0 0 1 0") == TouchCalibration())
    #expect(try TouchCalibration("invert-x").transform == CalibrationMatrix("-1 0 1 0 1 0"))
  }

  @Test(
    "D23 a word that is unknown, out of range or there twice is named",
    arguments: [
      "swap swap", "turn", "x=0..0", "x=0..4095 x=0..4095", "x=1", "x=1.5..3", "x=..5", "x=0..9999999999", "invert",
      "y=a..b",
      "1 0 0 0 1 0 0 0 1 0", "x=1..2\u{7}",
    ])
  func badWords(words: String) {
    let message = text { () throws(DeviceError) in _ = try TouchCalibration(words) }
    #expect(message.contains("unexpected ") && message.contains("x=0..4095"), "\(message)")
    #expect(isOneLine(message))
  }

  // MARK: Axes

  @Test("D23 swap and inversions put each value's pixel where the same swap or mirror of the display would")
  func exactMirrors() throws {
    for words in ["swap", "invert-x", "invert-y", "swap invert-x", "swap invert-y", "swap invert-x invert-y"] {
      let own = try TouchCalibration(words)
      let (columns, rows) = (24, 10)
      let (width, height) = own.swapsAxes ? (rows, columns) : (columns, rows)
      let axes = TouchAxes(x: 0...23, y: 0...9, width: width, height: height).calibrated(by: own)
      for y in 0..<rows {
        for x in 0..<columns {
          var place = own.swapsAxes ? (x: y, y: x) : (x: x, y: y)
          if own.invertsX { place.x = width - 1 - place.x }
          if own.invertsY { place.y = height - 1 - place.y }
          let pixel = axes.position(x: Int32(x), y: Int32(y))
          #expect(pixel.x.floor == place.x && pixel.y.floor == place.y, "\(words)")
        }
      }
    }
  }

  @Test("D23 the system's matrix comes first and the user's after it: both count, and none replaces the other")
  func composed() throws {
    let range = AxisRange(0, 999)
    func axes(_ system: String?, _ own: String) throws -> TouchAxes {
      TouchAxes(
        x: range, y: range, width: 1000, height: 1000, system: try system.map { try CalibrationMatrix($0) },
        own: try TouchCalibration(own).transform)
    }
    // Right by a tenth, and then half as wide; the other way round it would be elsewhere.
    let place = try axes("1 0 0.1 0 1 0", "0.5 0 0 0 1 0").position(x: 200, y: 300)
    #expect(place.x.floor == 150 && place.y.floor == 300)
    let other = try axes("0.5 0 0 0 1 0", "1 0 0.1 0 1 0").position(x: 200, y: 300)
    #expect(other.x.floor == 200 && other.y.floor == 300)
    let alone = try axes("0 -1 1 1 0 0", "").position(x: 200, y: 300)
    #expect(alone.x.floor == 699 && alone.y.floor == 200)
    // Swap and inversion come after the system's, before the user's matrix.
    let mirrored = try axes("1 0 0.1 0 1 0", "0.5 0 0 0 1 0 invert-x").position(x: 200, y: 300)
    #expect(mirrored.x.floor == 349 && mirrored.y.floor == 300)
    #expect(try axes("1 0 0.1 0 1 0", "").calibrated(by: TouchCalibration("swap")).system != nil)
  }

  @Test(
    "D23 a calibration that was made at one rotation holds at all four: the same touch is the same place of the display",
    arguments: everyRotation)
  func rotations(rotation: DisplayRotation) throws {
    // lvgl #6792, #7841, esphome #16325.
    let own = try TouchCalibration("swap invert-y x=150..3950 y=3900..200 1.05 0.02 -0.03 0.01 0.97 0.02")
    func axes(_ rotation: DisplayRotation) -> TouchAxes {
      let (width, height) = rotation.swapsAxes ? (480, 800) : (800, 480)
      return TouchAxes(x: 0...4095, y: 0...4095, width: width, height: height, rotation: rotation).calibrated(by: own)
    }
    let (width, height) = rotation.swapsAxes ? (480, 800) : (800, 480)
    let memory = try MemoryDisplay(width: 800, height: 480, layout: .xrgb8888, rotation: rotation).memory
    #expect(memory.width == width && memory.height == height)
    for (x, y) in [(500, 700), (2000, 300), (3900, 3900), (1234, 2345), (0, 4095)] as [(Int32, Int32)] {
      let unrotated = axes(.none).position(x: x, y: y)
      let place = axes(rotation).position(x: x, y: y)
      let pixel = PixelRect(
        minX: Int32(place.x.floor), minY: Int32(place.y.floor), maxX: Int32(place.x.floor) + 1,
        maxY: Int32(place.y.floor) + 1)
      let area = memory.memoryArea(of: pixel)
      #expect(abs(Int(area.minX) - unrotated.x.floor) <= 1 && abs(Int(area.minY) - unrotated.y.floor) <= 1)
    }
  }

  // MARK: Ranges

  @Test("D23 swapped ranges count as they are told, descending; zero ones refuse the device; given ones replace both")
  func ranges() throws {
    let notices = Notices()
    func axes(_ x: AxisRange, _ y: AxisRange, _ words: String = "") throws -> TouchAxes {
      try setup(words, notices).axes(x: x, y, nil, width: 100, height: 100, .none, path: "/dev/input/event0")
    }
    let descending = try axes(AxisRange(999, 0), AxisRange(0, 999))
    #expect(
      descending.position(x: 999, y: 0) == PixelPoint(x: 0, y: 0) && descending.position(x: 0, y: 0).x.floor == 99)
    #expect(
      notices.lines == ["/dev/input/event0: its horizontal values descend, 999..0: taken so, the first one at the left"]
    )
    #expect(try axes(AxisRange(0, 9), AxisRange(9, 0)).position(x: 0, y: 0).y.floor == 90 && notices.lines.count == 2)
    let zero = text { () throws(DeviceError) in
      var setup = TouchSetup()
      setup.calibration.x = AxisRange(5, 5)
      _ = try setup.axes(
        x: AxisRange(0, 0), AxisRange(0, 999), nil, width: 9, height: 9, .none, path: "/dev/input/event0")
    }
    #expect(
      zero == "cannot use the ranges of /dev/input/event0: its horizontal one is 0..0; "
        + "calibrate it, or give its ranges as x=0..4095 y=0..4095")
    #expect(
      text { () throws(DeviceError) in
        _ = try TouchSetup().axes(x: AxisRange(0, 9), AxisRange(7, 7), nil, width: 9, height: 9, .none, path: "t")
      }.contains("its vertical one is 7..7"))
    let given = try axes(AxisRange(0, 0), AxisRange(999, 0), "x=0..999 y=0..99")
    #expect(given.position(x: 500, y: 50) == PixelPoint(x: 50, y: 50) && notices.lines.count == 2)
    var assuming = TouchSetup()
    assuming.assumesRanges = true
    let assumed = try assuming.axes(
      x: AxisRange(0, 0), AxisRange(0, 0), nil, width: 4096, height: 4096, .none, path: "t")
    #expect(assumed.position(x: 17, y: 4095) == PixelPoint(x: 17, y: 4095))
  }

  @Test("D23 every range and value is held to the picture, with and without a matrix")
  func hostileRanges() throws {
    let ends: [Int32] = [.min, .min + 1, -1, 0, 1, 4095, .max - 1, .max]
    for first in ends {
      for last in ends where first != last {
        for own in ["", "swap", "64 -64 64 -64 -64 64", "1.1 0 -0.05 0 1.1 -0.05"] {
          let axes = TouchAxes(
            x: AxisRange(first, last), y: AxisRange(last, first), width: 32767, height: 1,
            own: try TouchCalibration(own).transform)
          for x in ends {
            for y in ends {
              let place = axes.position(x: x, y: y)
              #expect(place.x >= 0 && place.x.floor < 32767 && place.y >= 0 && place.y.floor < 1)
            }
          }
          let units = axes.units(pixels: 100)
          #expect(units.x > 0 && units.y > 0)
        }
      }
    }
  }

  // MARK: The system

  private func read(_ contents: String?, _ notices: Notices = Notices()) -> CalibrationMatrix? {
    let kernel = MockKernel()
    kernel.kinds["/dev/input/event3"] = .characterDevice(major: 13, minor: 67)
    if let contents { kernel.files["/run/udev/data/c13:67"] = Array(contents.utf8) }
    return SystemCalibration.read("/dev/input/event3", kernel) { notices.lines.append($0) }
  }

  @Test("D23 the system's matrix is read from udev's file of the device; without one there is none, and no notice")
  func udev() throws {
    let notices = Notices()
    let file =
      "S:input/by-path/platform-i2c-event\nI:123\nE:ID_INPUT=1\nE:LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0\nG:seat\n"
    #expect(read(file, notices) == (try CalibrationMatrix("0 -1 1 1 0 0")))
    #expect(read("E:LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1 0", notices) == nil)
    #expect(read("E:ID_INPUT=1\nE:XLIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0\n", notices) == nil)
    #expect(read("", notices) == nil && read(nil, notices) == nil && notices.lines.isEmpty)
    #expect(SystemCalibration.read("/dev/none", MockKernel()) { notices.lines.append($0) } == nil)
    #expect(notices.lines.isEmpty)
  }

  @Test(
    "D23 nothing of udev's file is trusted: a bad matrix, a long file, another kind of file are left out, with a notice"
  )
  func hostileUdev() throws {
    for value in ["0 0 0 0 0 0", "nan 0 0 0 1 0", "1 0 0", "", "\u{1B}[2J"] {
      let notices = Notices()
      #expect(read("E:LIBINPUT_CALIBRATION_MATRIX=" + value + "\n", notices) == nil)
      #expect(notices.lines.count == 1 && notices.lines[0].contains("/run/udev/data/c13:67 and left out"))
      #expect(isOneLine(notices.lines[0]))
    }
    let folder = TemporaryFolder()
    let long = folder.path + "/long"
    try Data(repeating: 10, count: 1 << 17).write(to: URL(fileURLWithPath: long))
    for (path, words) in [
      (long, "more than 65536 bytes"), (folder.path, "it is a directory"), ("/dev/zero", "a device"),
    ] {
      let kernel = MockKernel()
      kernel.kinds["/dev/input/event3"] = .characterDevice(major: 13, minor: 67)
      kernel.standIns["/run/udev/data/c13:67"] = path
      var lines: [String] = []
      #expect(SystemCalibration.read("/dev/input/event3", kernel) { lines.append($0) } == nil)
      #expect(lines.count == 1 && lines[0].contains(words) && lines[0].contains("left out"), "\(lines)")
    }
    var random = SplitMix(seed: 5)
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = read("E:LIBINPUT_CALIBRATION_MATRIX=" + String(decoding: bytes, as: UTF8.self))
    }
  }
}
