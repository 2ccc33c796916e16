// Stage: instruments. The kind of choices of pages: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let pages = InstrumentKind(
    58, takesTaps: true, { PagesInstrument($0) },
    KindSpec(
      name: "pages",
      main: KeySpec(
        "pages", .style, .choice(of: PagesInstrument.Form.self),
        summary:
          "How pages are chosen: tabs with their titles, a dot for each, or the title of the one that is shown, with a sign that "
          + "leads to the next. Tabs without room are smaller, then they scroll, and a sign at each end leads to the page on that side. "
          + "Three or more in less than 24 mm are as `next`."),
      keys: .placement + [
        KeySpec("swipe", .swipes, .flag, true, summary: "Whether a swipe to a side, beside controls, turns pages too.")
      ],
      summary: "Chooses pages.", example: "{pages: tabs}"))
}
