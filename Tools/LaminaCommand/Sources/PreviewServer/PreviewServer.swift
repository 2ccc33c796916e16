// Stage: preview. Input: requests of the page. Output: its files, the panel, and the events of new versions.
import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import PanelAssets

/// Serves the page on the loopback, to pages of its own address alone.
public final class PreviewServer: Sendable {
  private let panel: WatchedPanel
  /// The folder of the checkout.
  private let project: String

  public init(_ panel: WatchedPanel, project: String) { (self.panel, self.project) = (panel, project) }

  /// The build of the page and of the renderer in a checkout.
  public static func build(of project: String) -> String {
    FileStamps(PageFile.all.values.map { "\(project)/\($0.path)" }.sorted()).words
  }

  /// Listens on the first port that is free, and serves until the process ends.
  /// - Returns: the port.
  /// - Throws: all of them are in use.
  public func listen(on ports: ClosedRange<UInt16>) async throws -> UInt16 {
    for port in ports {
      if port == 0 { throw AssetError("port 0", "it is none", expected: "a port of 1024 to 65535") }
      guard let failure = await start(on: port) else { return port }
      if failure != EADDRINUSE {
        throw AssetError(
          "port \(port)", "cannot be listened on: \(unsafe String(cString: strerror(failure)))",
          expected: "a port of 1024 to 65535")
      }
    }
    if ports.count == 1 {
      throw AssetError(
        "port \(ports.lowerBound)", "it is in use by another program",
        expected: "another port, or no --port for the next one that is free")
    }
    throw AssetError(
      "ports \(ports.lowerBound) to \(ports.upperBound)", "all are in use", expected: "--port and a free one")
  }

  private func server(on port: UInt16) -> HTTPServer {
    let handler = ClosureHTTPHandler { [self] in await respond(to: $0, port: port) }
    return HTTPServer(address: sockaddr_in.loopbackAddress(port: port), logger: .disabled, handler: handler)
  }

  /// Serves until something ends the server, as too many connections do.
  /// - Returns: the error number.
  private static func serve(_ server: HTTPServer) async -> Int32 {
    do { try await server.run() } catch SocketError.failed(_, let code, _) { return code } catch {}
    return EIO
  }

  /// Starts to listen; begins again a second after the server has ended.
  /// - Returns: the error number; `nil` while it serves.
  private func start(on port: UInt16) async -> Int32? {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Int32?.self)
    let server = server(on: port)
    let serving = Task { await Self.serve(server) }
    Task { outcome.yield(await serving.value) }
    Task {
      let isListening = (try? await server.waitUntilListening(timeout: 5)) != nil
      outcome.yield(isListening ? nil : EIO)
    }
    let first = await outcomes.first { _ in true } ?? EIO
    if first == nil {
      Task {
        _ = await serving.value
        await serveAgain(on: port)
      }
    }
    return first
  }

  private func serveAgain(on port: UInt16) async {
    while (try? await Task.sleep(for: .seconds(1))) != nil { _ = await Self.serve(server(on: port)) }
  }

  // MARK: Requests

  /// The answer to a request.
  /// - Parameter port: that of the server: a request for another host's name comes of a page that has rebound its own.
  func respond(to request: HTTPRequest, port: UInt16) async -> HTTPResponse {
    let host = request.headers[.host]?.lowercased() ?? ""
    guard host == "127.0.0.1:\(port)" || host == "localhost:\(port)" else {
      return Self.text(.forbidden, "this server answers to 127.0.0.1:\(port) and localhost:\(port) alone\n")
    }
    guard request.method == .GET else { return Self.text(.methodNotAllowed, "this server answers GET alone\n") }
    switch request.path {
    case "/panel": return await panelResponse()
    case "/report": return Self.response(.ok, "application/json", await panel.report.json)
    case "/events": return Self.response(await panel.reports())
    case "/values":
      guard let values = await panel.values() else {
        return Self.text(.notFound, "no source is asked: lamina preview --live asks them\n")
      }
      return Self.response(values)
    case "/element": return await elementResponse(request)
    default:
      guard let file = PageFile.all[request.path] else { return Self.text(.notFound, "there is no such page\n") }
      return fileResponse(file)
    }
  }

  /// The panel file, or the report where there is none yet.
  private func panelResponse() async -> HTTPResponse {
    let bytes = await panel.bytes
    if bytes.isEmpty {
      return Self.response(.unprocessableContent, "application/json", await panel.report.json)
    }
    return Self.response(.ok, "application/octet-stream", bytes)
  }

  /// The place of an element that was pointed at.
  private func elementResponse(_ request: HTTPRequest) async -> HTTPResponse {
    let numbers = ["number", "version"].map { name in request.query.first { $0.name == name }.flatMap { Int($0.value) }
    }
    guard let number = numbers[0], let version = numbers[1] else {
      return Self.text(.badRequest, "expected /element?number=N&version=N\n")
    }
    guard let place = await panel.element(number, version: version) else {
      return Self.text(.notFound, "there is no such element in this version\n")
    }
    return Self.response(.ok, "application/json", place.json)
  }

  private func fileResponse(_ file: PageFile) -> HTTPResponse {
    let path = "\(project)/\(file.path)"
    guard let bytes = try? readFile(path, limit: 16 << 20) else {
      return Self.text(.notFound, "\(path) is missing: run scripts/install\n")
    }
    return Self.response(.ok, file.type, bytes)
  }

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, "text/plain; charset=utf-8", Array(text.utf8))
  }

  private static func response(_ status: HTTPStatusCode, _ type: String, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: headers(type), body: Data(bytes))
  }

  private static func response(_ events: AsyncStream<[UInt8]>) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: headers("text/event-stream"),
      body: HTTPBodySequence(from: EventSequence(stream: events)))
  }

  /// The page runs its own scripts alone, and no other page reads or frames it.
  private static func headers(_ type: String) -> HTTPHeaders {
    [
      .contentType: type,
      HTTPHeader("Cache-Control"): "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Content-Security-Policy"):
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; frame-ancestors 'none'",
    ]
  }
}

extension sockaddr_in {
  /// 127.0.0.1.
  static func loopbackAddress(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
