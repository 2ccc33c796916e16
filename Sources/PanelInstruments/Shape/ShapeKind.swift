// Stage: instruments. The kind of shapes: its number in files, its keys and their documents.
import PanelFile

extension PropertyKey {
  static var form: Self { .style }
}

extension InstrumentKind {
  static let shape = InstrumentKind(
    57, { ShapeInstrument($0) },
    KindSpec(
      name: "shape", main: KeySpec("shape", .form, .choice(of: ShapeInstrument.Form.self), summary: "What it is."),
      keys: .placement + [
        KeySpec("points", .points, summary: "The points of a line, polygon or pipe."),
        KeySpec("color", .color, .color, "mark", summary: "Its line."),
        KeySpec("fill", .fill, .color, summary: "Its inside."),
        KeySpec(
          "fade", .fade, .color, needs: ("fill", []),
          summary: "The colour at a box's lower edge, to which `fill` goes over."),
        KeySpec("line", .thickness, .length, "2px", summary: "How wide its line is."),
        KeySpec(
          "corner", .corner, .length, "0px", needs: ("shape", ["box"]), summary: "The radius of a box's corners."),
        KeySpec(
          "flow", .flow, .value(.plain), needs: ("shape", ["pipe"]),
          summary: "How fast what is in a pipe moves; below 0 backwards."),
      ], summary: "A line, a box, a pipe.", example: "{shape: box, color: dim, line: 1px}"))
}
