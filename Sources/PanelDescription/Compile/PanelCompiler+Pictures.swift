// Icons and pictures.
import PanelAssets
import PanelFile
import PanelSignals

extension PanelCompiler {
  func readSymbol(_ item: Item, _ record: RecordDraft) {
    if let text = item.text, let number = signalNumbers[text], icons[text] == nil || !signals[number].texts.isEmpty {
      return setSignal(compileValue(item, .number(nil), "symbol"), .value, record)
    }
    if let glyph = icon(item, "symbol") { record[.icon] = .text(glyph) }
  }

  /// The glyph of an icon's name, as text.
  func icon(_ item: Item, _ what: String) -> String? {
    if item.isReported { return nil }
    guard let name = item.text, !item.isEmpty else {
      refuse(item, what, ValueType.icon.expectation)
      return nil
    }
    if let failure = icons.failure {
      if hasFonts { problems.report(item.place, failure.found, expected: failure.expected) }
      return nil
    }
    guard let scalar = icons[name] else {
      let meant = icons.meant(name)
      problems.report(
        item.place, "no icon '\(name)'", expected: meant == nil ? ValueType.icon.expectation : nil, meant: meant)
      return nil
    }
    glyphs.icons[scalar] = item.textPlace
    return String(scalar)
  }

  func readImage(_ item: Item, _ record: RecordDraft) {
    guard let name = item.text, !item.isEmpty else { return refuse(item, "image", "a PNG file") }
    if let pack = imagePacks[name] {
      record[.image] = .pack(pack)
      return
    }
    let path = path(name)
    do throws(AssetError) {
      let image = try compileImage(try decodePNG(try readFile(path), name: path), ImageOptions(), name: path)
      let size = draft.packs.reduce(image.bytes.count) { $0 + $1.count }
      if size > PanelFile.byteLimit {
        return problems.report(
          item.place, "pictures of \(size) bytes up to this one, of \(image.bytes.count) itself",
          expected: "a panel file of \(PanelFile.byteLimit) bytes at most: smaller pictures")
      }
      record[.image] = .pack(draft.packs.count)
      imagePacks[name] = draft.packs.count
      draft.packs.append(image.bytes)
    } catch {
      problems.report(item.place, "no picture: " + error.message.replacing("; expected", with: " — expected"))
    }
  }
}
