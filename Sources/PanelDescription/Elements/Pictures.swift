// Pictures: PNG files that are decoded here.
import PanelAssets
import PanelFile

/// The pictures of a panel, each once.
final class Pictures: ItemReading {
  let problems: Problems
  private let sections: Sections
  private let draft: PanelDraft
  /// Packs of images, by the name of their file.
  private var packs: [String: Int] = [:]

  init(_ sections: Sections, _ draft: PanelDraft) {
    (problems, self.sections, self.draft) = (sections.problems, sections, draft)
  }

  /// - Returns: the number of the picture's pack in the file; `nil` where it is wrong, which was reported.
  func pack(_ item: Item) -> Int? {
    guard let name = item.text, !item.isEmpty else {
      refuse(item, "image", "a PNG file")
      return nil
    }
    if let pack = packs[name] { return pack }
    let path = sections.path(name)
    problems.note(file: path)
    do throws(AssetError) {
      let image = try compileImage(try decodePNG(try readFile(path), name: path), ImageOptions(), name: path)
      let size = draft.packBytes + image.bytes.count
      if size > PanelFile.byteLimit {
        problems.report(
          item.place, "pictures of \(size) bytes up to this one, of \(image.bytes.count) itself",
          expected: "a panel file of \(PanelFile.byteLimit) bytes at most: smaller pictures")
        return nil
      }
      let pack = draft.addPack(image.bytes)
      packs[name] = pack
      return pack
    } catch {
      problems.report(item.place, "no picture: " + error.message.replacing("; expected", with: " — expected"))
      return nil
    }
  }

  /// Forgets the pictures that a trial adds; the draft drops their packs.
  func discardingChanges(_ trial: () -> Void) {
    let packs = packs
    trial()
    self.packs = packs
  }
}
