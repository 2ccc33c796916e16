// Stage: preview. Input: the outcome of compiling. Output: the words of it that the page shows, as JSON.
import Foundation
import PanelDescription

/// The state of the panel, as the page gets it.
public struct PanelReport: Codable, Sendable, Equatable {
  /// A mistake, or a possible improvement.
  public struct Message: Codable, Sendable, Equatable {
    /// Empty where the message is of no file.
    public var file: String
    /// From 1; 0 where the message is of no line.
    public var line: Int
    /// In characters, from 1; 0 where the message is of no line.
    public var column: Int
    public var message: String
    /// The line itself.
    public var text: String

    var json: [UInt8] { PanelReport.json(self) }
  }

  /// The build of the page: a page of another one is to be loaded again.
  public var build: String
  /// Counts from 1; one more after each change of a file.
  public var version = 0
  /// The version of the panel that was compiled last without a mistake; 0 for none.
  public var goodVersion = 0
  /// Whether its sources are asked; else its demonstration is shown.
  public var isLive = false
  /// The description, as it was named.
  public var name: String
  /// Counts of signals, instruments and bytes; empty where there are mistakes.
  public var summary = ""
  public var errors: [Message] = []
  public var warnings: [Message] = []

  init(name: String, build: String, isLive: Bool) {
    (self.name, self.build, self.isLive) = (name, build, isLive)
  }

  var json: [UInt8] { Self.json(self) }

  private static func json(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map(Array.init) ?? []
  }
}
