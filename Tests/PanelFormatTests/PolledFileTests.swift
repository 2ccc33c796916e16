import Foundation
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources

/// Files that are read again and again.
@Suite("Polled files")
struct PolledFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("value") }

  private func write(_ text: String, to name: String = "value") throws {
    // In its place, not as a new file.
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  @Test("P61 P65 the path counts: what is renamed into its place is read, though the former file is still there")
  func replaced() throws {
    var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
    let file = PolledFile(path)
    try write("111\n")
    #expect(file.read(&buffer) == 111)
    // The former file keeps another name.
    #expect(unsafe rename(path, folder.file("old")) == 0)
    #expect(file.read(&buffer) == nil)
    try write("222\n")
    #expect(file.read(&buffer) == 222)
    #expect(unsafe link(path, folder.file("other")) == 0)
    try write("333\n", to: "next")
    #expect(unsafe rename(folder.file("next"), path) == 0)
    #expect(file.read(&buffer) == 333)
    // Written over, it is the same file.
    try write("444\n")
    #expect(file.read(&buffer) == 444)
  }

  @Test("P61 a number that goes on behind what is read of a file is none")
  func cut() throws {
    var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
    for (filling, expected) in [(PolledFile.limit - 20, Fixed64(123_456)), (PolledFile.limit - 6, nil)] {
      try write(String(repeating: "-", count: filling - 1) + " END 123456 7\n")
      #expect(PolledFile(path + " END *").read(&buffer) == expected)
    }
    // One that ends with the file, where the file is shorter.
    try write("END 123456")
    #expect(PolledFile(path + " END *").read(&buffer) == 123_456)
  }
}
