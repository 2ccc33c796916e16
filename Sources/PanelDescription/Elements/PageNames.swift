// The names of pages, which controls, displays and the idle state show.
import PanelFile

/// The names of all pages.
struct PageNames: ItemReading {
  let problems: Problems
  let names: [String]

  func read(_ item: Item, _ record: RecordDraft, _ key: PropertyKey = .page) {
    guard let name = item.text, names.contains(name) else {
      if !item.isReported { problems.reportUnknown(item.place, "page", item.text ?? item.words, among: names) }
      return
    }
    record[key] = .text(name)
  }
}
