// The commands that are scripts of the checkout: their options and messages are the scripts' own.
import ArgumentParser
import PanelAssets

/// `lamina build`: the program for a board.
struct Build: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Build the program for a board and print its path.",
    discussion: "BOARD is a folder of boards/, such as rpi-4, or a family: arm64, armv7, armv6.")

  @Argument(help: "The board.")
  var board: String

  @Flag(help: "A smaller file: everything is compiled for size.")
  var lean = false

  func run() throws {
    try Project.become(try Project.script("build-board"), [board] + (lean ? ["--lean"] : []))
  }
}

/// `lamina deploy`: a panel onto a board.
struct Deploy: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Put a panel onto a board over ssh.",
    discussion: """
      lamina deploy [--program FILE] BOARD HOST [PANEL.yaml] [-- OPTION...]
          builds, checks, copies, shows the panel now and at each boot
      lamina deploy former HOST
          shows the program and the panel before these again
      lamina deploy remove HOST
          stops the panel and takes all of it away

      BOARD is a folder of boards/, a family (arm64, armv7, armv6), or host for a PC \
      like this one. HOST is a name as ssh takes it. OPTION is one of panel-ui, such as \
      --rotate 90. FILE is a program to use instead of building one.
      """)

  @Argument(parsing: .captureForPassthrough, help: "As above.")
  var words: [String] = []

  func run() throws {
    if words == ["--help"] || words == ["-h"] { throw CleanExit.helpRequest(self) }
    try Project.become(try Project.script("deploy"), words)
  }
}

/// `lamina doctor`: missing devices and permissions.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at a board's display, touchscreen, sources and permissions.",
    discussion: """
      Asks the panel that `lamina deploy` has put onto HOST, over ssh. Without HOST this \
      machine. --listen TIME hears the sources for 1s to 3600s.
      """)

  @Argument(help: "The board, as ssh takes it.")
  var host: String?

  @Option(help: ArgumentHelp("Hear the panel's sources for so long.", valueName: "time"))
  var listen: String?

  func run() throws {
    let options = listen.map { ["--listen", $0] } ?? []
    guard let host else { try Project.become(try Project.program("panel-ui"), ["doctor"] + options) }
    if host.hasPrefix("-") {
      throw AssetError.usage("unknown option \(host); those of ssh go to ~/.ssh/config")
    }
    for word in options where !word.utf8.allSatisfy({ isPlain($0) }) {
      throw AssetError.usage("--listen: expected a time, as 10s")
    }
    let folder = "/usr/local/lib/panel-ui"
    let command = (["\(folder)/panel-ui doctor"] + options + ["\(folder)/panel.panel"]).joined(separator: " ")
    try Project.become(
      "ssh", [host, "if [ \"$(id -u)\" -eq 0 ]; then \(command); else sudo \(command); fi"])
  }

  /// A letter, a digit or a hyphen: nothing that a shell reads otherwise.
  private func isPlain(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == 45
  }
}
