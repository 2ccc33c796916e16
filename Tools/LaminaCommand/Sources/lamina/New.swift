import ArgumentParser
import Glibc
import PanelAssets

/// `lamina new`: a folder with a panel to begin with.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Make a folder with a panel and its test to begin with.")

  @Argument(help: "The folder: letters, digits, hyphens and underscores; a path before it may lead to it.")
  var name: String

  func run() throws {
    let word = name.split(separator: "/").last.map(String.init) ?? ""
    guard let first = word.utf8.first, first != 45, word.utf8.count <= 100, word.utf8.allSatisfy({ isNameByte($0) })
    else {
      throw AssetError.usage(
        "'\(name)' as a name; expected up to 100 letters, digits, hyphens and underscores, as boat")
    }
    guard unsafe mkdir(name, 0o777) == 0 else {
      let words = errno == EEXIST ? "it is there already" : unsafe String(cString: strerror(errno))
      throw AssetError(name, words, expected: "a new name in a folder that this user may write to")
    }
    try writeFile("\(name)/\(word).yaml", Array(Self.panel.utf8))
    try writeFile("\(name)/\(word).test.yaml", Array(Self.tests(word).utf8))
    try writeFile("\(name)/README.md", Array(Self.manual(word).utf8))
    let status = Output.print([
      "\(name)/\(word).yaml: a panel with a gauge and a number, \(word).test.yaml: its test",
      "see it: lamina preview \(name)/\(word).yaml",
    ])
    if status != 0 { throw ExitCode(status) }
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  static let panel = """
    panel: 1
    size: 800x480
    sources:
      in: {lines: stdin}
    signals:
      speed: {from: in/speed, unit: km/h, range: 0..120, show: 0, stale: 2s, demo: sweep 8s}
      level: {from: in/level, unit: percent, range: 0..100, show: 0, stale: 2s, demo: sweep 20s}
    zones:
      level: {normal: 20.., caution: 10..20, warning: ..10}
    pages:
      main:
        areas: |
          speed speed level
        speed: {gauge: speed, title: Speed}
        level: {number: level, title: Level}

    """

  static func tests(_ name: String) -> String {
    """
    # lamina test \(name).yaml
    tests:
      a low level warns:
        - values: {speed: 42, level: 63}
          expect: {texts: {Speed: 42 km/h, Level: 63 %}, states: {level: normal}}
        - values: {level: 8}
          expect: {states: {level: warning}}
      old values are seen to be old:
        - values: {level: 63}
        - values: {level: silent}
          wait: 3s
          expect: {states: {level: old}}

    """
  }

  static func manual(_ name: String) -> String {
    """
    # \(name)

        lamina preview \(name).yaml                  # shows it in the browser; each save is shown at once
        lamina check \(name).yaml                    # everything that is wrong with it
        lamina test \(name).yaml                     # plays \(name).test.yaml
        lamina picture \(name).yaml -o \(name).png    # a picture of its demonstration
        lamina deploy rpi-4 pi@board \(name).yaml    # onto a board, over ssh

    Values come as lines on standard input, such as `speed=42 level=63`. Other sources are CAN, NMEA, Modbus, MQTT and
    more: docs/sources.md. All instruments and keys are in docs/panel-format.md.

    """
  }
}
