import CLinux
import FBDevice
import FixedRaster
import RemoteFramebuffer
import SystemFiles

/// The words of the command line.
struct Options {
  var address: RemoteAddress?
  var (width, height) = (800, 480)
  var layout = PixelLayout.xrgb8888
  var rotation = DisplayRotation.none
  var password: RemotePassword?
  var isViewOnly = true
  /// Beside a display in memory, not in place of it.
  var isBeside = false
  var framesPerSecond = 30
  var fuzzCount: Int?
  var measuredFrames: Int?
  var seed: UInt64 = 1
  /// That is measured; `nil` measures the drawing alone.
  var encoding: UInt8?

  static let usage: StaticString = """
    usage: rfb-probe PORT|PATH [--size WxH] [--layout NAME] [--rotate 0|90|180|270] [--password-file FILE] [--control]
                     [--beside] [--rate FRAMES]
           rfb-probe --fuzz COUNT [--seed N]
           rfb-probe --measure FRAMES [--encoding hextile|rre|raw] [--size WxH] [--layout NAME]
    """

  init(_ words: [String]) throws(DeviceError) {
    var words = words[...]
    func value() throws(DeviceError) -> String {
      guard let word = words.popFirst() else { throw Self.wrong("it ends too soon") }
      return word
    }
    func number() throws(DeviceError) -> Int {
      guard let number = parseDigits(Array(try value().utf8)) else { throw Self.wrong("a number is none") }
      return number
    }
    while let word = words.popFirst() {
      switch word {
      case "--size":
        let parts = Array(try value().utf8).split(separator: UInt8(ascii: "x"))
        guard parts.count == 2, let width = parseDigits(parts[0]), let height = parseDigits(parts[1]) else {
          throw Self.wrong("the size is none")
        }
        (self.width, self.height) = (width, height)
      case "--layout": layout = try Self.layout(try value())
      case "--rotate":
        guard let rotation = DisplayRotation(rawValue: UInt8(clamping: try number() / 90)) else {
          throw Self.wrong("the rotation is none")
        }
        self.rotation = rotation
      case "--password-file": password = try RemotePassword(file: try value())
      case "--control": isViewOnly = false
      case "--beside": isBeside = true
      case "--rate": framesPerSecond = max(1, try number())
      case "--fuzz": fuzzCount = try number()
      case "--measure": measuredFrames = try number()
      case "--encoding":
        let name = Array(try value().utf8)
        encoding = name == Array("hextile".utf8) ? 5 : name == Array("rre".utf8) ? 2 : 0
      case "--seed": seed = UInt64(try number())
      default: address = try RemoteAddress(word)
      }
    }
    if address == nil && fuzzCount == nil && measuredFrames == nil { throw Self.wrong("there is no address") }
  }

  private static func wrong(_ reason: String) -> DeviceError {
    DeviceError("understand", "the command line", reason: reason, remedy: "see the usage above")
  }

  static func layout(_ name: String) throws(DeviceError) -> PixelLayout {
    switch name {
    case "xrgb8888": .xrgb8888
    case "xbgr8888": .xbgr8888
    case "rgbx8888": .rgbx8888
    case "rgb888": .rgb888
    case "rgb565": .rgb565
    case "bgr565": .bgr565
    case "rgb332": .rgb332
    case "gray8": .gray8
    case "mono": .mono
    default: throw wrong("the layout has no such name")
    }
  }
}
