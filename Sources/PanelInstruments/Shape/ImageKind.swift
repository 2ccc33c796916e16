// Stage: instruments. The kind of pictures: its number in files, its keys and their documents.
import PanelFile

extension InstrumentKind {
  static let image = InstrumentKind(
    49, { ImageInstrument($0) },
    KindSpec(
      name: "image", main: KeySpec("image", .image, .picture, summary: "The picture."),
      keys: .placement + [
        KeySpec("fit", .fit, .choice(of: ImageInstrument.Fit.self), "contain", summary: "How it fills its place."),
        KeySpec("turn", .turns, .value(.angle), summary: "By how many degrees it is turned."),
      ],
      summary:
        "A picture. Themes leave it as it is: another one for the night is shown by `visible: theme is \"night\"`, with a "
        + "signal `theme: {from: panel/theme, type: text}`.",
      example: "{image: logo.png}"))
}
