// The commands that make or print one thing of a file: sources, font, image.
import ArgumentParser
import AssetCommands

/// `lamina sources`: a source with all signals of a DBC file.
struct Sources: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print a DBC file's signals as a description has them.")

  @Argument(help: "The DBC file.", completion: .file(extensions: ["dbc"]))
  var file: String

  func run() throws { try Output.finish(try listSources(file)) }
}

/// `lamina font`: a pack of a font.
struct Font: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a font's pack, for a program of one's own.",
    discussion: "A panel packs the fonts that it names by itself.")

  @Argument(help: "A font, .ttf or .otf.", completion: .file(extensions: ["ttf", "otf"]))
  var input: String

  @Argument(help: "The pack.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "Commas between: ascii, latin1, latin-extended, U+0020-007E, U+20AC, a character (default: latin1).",
      valueName: "list"))
  var characters: String?

  func run() throws { try Output.finish(try makeFont(input, output: output, characters: characters)) }
}

/// `lamina image`: a pack of a picture.
struct Image: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a picture's pack, for a program of one's own.",
    discussion: "A panel packs the pictures that it names by itself.")

  @Argument(help: "A picture, .png.", completion: .file(extensions: ["png"]))
  var input: String

  @Argument(help: "The pack.", completion: .file())
  var output: String

  @Option(help: "auto (default), argb8888, xrgb8888, rgb565, rgb565a8, a8, palette8 or palette4.")
  var format: String?

  @Option(help: ArgumentHelp("The colour that a8 shows through its alpha (default: 000000).", valueName: "rrggbb"))
  var color: String?

  @Flag(help: "Add halves of the picture down to one pixel, for drawing it smaller than it is.")
  var mipLevels = false

  func run() throws {
    try Output.finish(
      try makeImage(input, output: output, format: format, color: color, hasMipLevels: mipLevels))
  }
}
