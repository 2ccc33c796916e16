// Stage: preview. Input: the path of a request. Output: one of the files of the page, and nothing else.

/// A file that the server gives.
struct PageFile {
  /// In the checkout.
  let path: String
  let type: String

  /// The module of the renderer, from scripts/build-web.
  static let module = ".build-wasm32/lamina.wasm"
  private static let folder = "Tools/LaminaCommand/Sources/PreviewServer/Page/"
  private static let style = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"

  /// All of them, by the paths of requests.
  static let all: [String: PageFile] = [
    "/": PageFile(path: folder + "index.html", type: "text/html; charset=utf-8"),
    "/colors.css": PageFile(path: folder + "colors.css", type: style),
    "/style.css": PageFile(path: folder + "style.css", type: style),
    "/page.js": PageFile(path: folder + "page.js", type: script),
    "/renderer.js": PageFile(path: folder + "renderer.js", type: script),
    "/picture.js": PageFile(path: folder + "picture.js", type: script),
    "/signals.js": PageFile(path: folder + "signals.js", type: script),
    "/looks.js": PageFile(path: folder + "looks.js", type: script),
    "/messages.js": PageFile(path: folder + "messages.js", type: script),
    "/lamina.wasm": PageFile(path: module, type: "application/wasm"),
  ]
}
