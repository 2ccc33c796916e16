// Stage: instruments. The kind of choices of pages: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let pages = InstrumentKind(
    58, { PagesInstrument($0) },
    KindSpec(
      name: "pages",
      main: KeySpec(
        "pages", .style, .choiceOfOne(["tabs", "dots", "next"], "this version shows tabs"),
        summary: "How pages are chosen; this version shows tabs for all of them."),
      keys: .placement + [KeySpec("swipe", .swipes, .flag, true, summary: "Whether a swipe turns pages too.")],
      summary: "Chooses pages.", example: "{pages: tabs}"))
}
