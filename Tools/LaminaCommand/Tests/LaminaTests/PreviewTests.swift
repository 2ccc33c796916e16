import FlyingFox
import Foundation
import Testing

@testable import PreviewServer

extension LaminaTests {
  @Suite struct PreviewTests {
    private static func request(_ path: String, host: String, method: HTTPMethod = .GET) -> HTTPRequest {
      HTTPRequest(method: method, version: .http11, path: path, query: [], headers: [.host: host], body: Data())
    }

    /// A server of this checkout's page.
    private static func server(_ panel: WatchedPanel) -> PreviewServer {
      let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5).joined(separator: "/")
      return PreviewServer(panel, project: root)
    }

    @Test("P15 the server answers requests for its own host and port alone")
    func host() async throws {
      let folder = try WorkFolder()
      let server = Self.server(WatchedPanel(try folder.write(goodPanel, "p.yaml")))
      for host in ["127.0.0.1:4680", "localhost:4680", "LocalHost:4680"] {
        #expect(await server.respond(to: Self.request("/", host: host), port: 4680).statusCode == .ok, "\(host)")
      }
      for host in [
        "", "evil.example", "evil.example:4680", "127.0.0.1", "127.0.0.1:80", "localhost.evil:4680", "[::1]:4680",
      ] {
        let answer = await server.respond(to: Self.request("/panel", host: host), port: 4680)
        #expect(answer.statusCode == .forbidden, "\(host)")
      }
    }

    @Test("P15 the server gives the page's files and nothing else, to GET alone, for its own origin alone")
    func files() async throws {
      let folder = try WorkFolder()
      let server = Self.server(WatchedPanel(try folder.write(goodPanel, "p.yaml")))
      let host = "127.0.0.1:4680"
      for path in PageFile.all.keys where path != "/lamina.wasm" {
        let answer = await server.respond(to: Self.request(path, host: host), port: 4680)
        #expect(answer.statusCode == .ok && answer.headers[HTTPHeader("Cross-Origin-Resource-Policy")] == "same-origin")
        #expect(try await !answer.bodyData.isEmpty, "\(path)")
      }
      for path in ["/p.yaml", "/../p.yaml", "/..%2f..%2fetc/passwd", "//etc/passwd", "/Package.swift", "/index.html/"] {
        #expect(await server.respond(to: Self.request(path, host: host), port: 4680).statusCode == .notFound, "\(path)")
      }
      for method in [HTTPMethod.POST, .PUT, .DELETE] {
        let answer = await server.respond(to: Self.request("/panel", host: host, method: method), port: 4680)
        #expect(answer.statusCode == .methodNotAllowed)
      }
    }

    @Test(
      "P15 a wrong file is a report with file, line, column, message and the line itself; the last good panel stays")
    func mistakes() async throws {
      let folder = try WorkFolder()
      let panel = WatchedPanel(try folder.write(goodPanel.replacing("speed}", with: "spead}"), "p.yaml"), build: "b")
      let server = Self.server(panel)
      let request = Self.request("/panel", host: "127.0.0.1:1")
      await panel.compile()
      let wrong = await server.respond(to: request, port: 1)
      #expect(wrong.statusCode == .unprocessableContent && wrong.headers[.contentType] == "application/json")
      let report = try await JSONDecoder().decode(PanelReport.self, from: wrong.bodyData)
      #expect(report.version == 1 && report.goodVersion == 0 && report.build == "b" && report.warnings.isEmpty)
      #expect(
        report.errors == [
          PanelReport.Message(
            file: folder.file("p.yaml"), line: 8, column: 18, message: "no signal 'spead' — did you mean 'speed'?",
            text: "  main: {number: spead}")
        ])
      try folder.write(goodPanel, "p.yaml")
      await panel.compile()
      let good = await server.respond(to: request, port: 1)
      #expect(good.statusCode == .ok)
      let bytes = try await good.bodyData
      #expect(bytes.starts(with: Array("LPAK".utf8)))
      try folder.write("panel: 1\npages: [", "p.yaml")
      await panel.compile()
      let stays = await server.respond(to: request, port: 1)
      #expect(try await stays.bodyData == bytes)
      let now = await panel.report
      #expect(now.version == 3 && now.goodVersion == 2 && !now.errors.isEmpty)
    }

    @Test("P15 a warning has its place, and a file of another one's mistake is named as such")
    func warningsAndIncludes() async throws {
      let folder = try WorkFolder()
      try folder.write("signals:\n  level: {from: in/level, rnage: 0..1}\n", "more.yaml")
      let path = try folder.write(goodPanel + "include: more.yaml\n", "p.yaml")
      let panel = WatchedPanel(path)
      await panel.compile()
      #expect(await panel.report.errors.first?.file == folder.file("more.yaml"))
      #expect(await panel.report.errors.first?.text == "  level: {from: in/level, rnage: 0..1}")
      try folder.write("signals:\n  level: {from: in/level, range: 0..1}\n", "more.yaml")
      try folder.write(goodPanel + "include: more.yaml\nstyles:\n  unused: {color: dim}\n", "p.yaml")
      await panel.compile()
      let report = await panel.report
      #expect(report.errors.isEmpty && report.warnings.first?.line == 11, "\(report)")
      #expect(report.warnings.first?.text == "  unused: {color: dim}")
    }

    @Test("P01 a line of recorded values is numbers, texts with blanks, failures and values that are gone")
    func recordedValues() {
      typealias Value = LiveSources.Value
      #expect(
        LiveSources.values(of: #"1000 speed=-1.5 mode="fan = on, slow" word="error" chip=error old=null empty="""#)
          == [
            "speed": Value(text: "-1.5", quality: 0), "mode": Value(text: "fan = on, slow", quality: 0),
            "word": Value(text: "error", quality: 0), "chip": Value(text: "", quality: 2),
            "old": Value(text: "", quality: 3), "empty": Value(text: "", quality: 0),
          ])
      #expect(LiveSources.values(of: "# values of sources a=1").isEmpty)
      #expect(LiveSources.values(of: "").isEmpty)
    }

    @Test("P15 without live sources there are no values to listen to")
    func noValues() async throws {
      let folder = try WorkFolder()
      let server = Self.server(WatchedPanel(try folder.write(goodPanel, "p.yaml")))
      #expect(await server.respond(to: Self.request("/values", host: "127.0.0.1:1"), port: 1).statusCode == .notFound)
    }

    @Test(
      "P15 an element of the shown version has its file, line, column and the line itself; another version has none")
    func elements() async throws {
      let folder = try WorkFolder()
      let panel = WatchedPanel(try folder.write(goodPanel, "p.yaml"))
      let server = Self.server(panel)
      await panel.compile()
      func answer(_ number: Int, version: Int) async -> HTTPResponse {
        let query = [
          HTTPRequest.QueryItem(name: "number", value: "\(number)"),
          HTTPRequest.QueryItem(name: "version", value: "\(version)"),
        ]
        return await server.respond(
          to: HTTPRequest(
            method: .GET, version: .http11, path: "/element", query: query, headers: [.host: "127.0.0.1:1"],
            body: Data()), port: 1)
      }
      var places: [PanelReport.Message] = []
      for number in 0..<40 {
        let found = await answer(number, version: 1)
        guard found.statusCode == .ok else { continue }
        places.append(try JSONDecoder().decode(PanelReport.Message.self, from: try await found.bodyData))
      }
      let lines = goodPanel.split(separator: "\n", omittingEmptySubsequences: false)
      let number = try #require(lines.firstIndex { $0.contains("number: speed") })
      #expect(
        places.contains { $0.line == number + 1 && $0.text == String(lines[number]) && $0.file.hasSuffix("p.yaml") })
      for (number, version) in [(0, 2), (0, 0), (-1, 1), (100_000, 1), (Int.max, 1)] {
        #expect(await answer(number, version: version).statusCode == .notFound)
      }
      #expect(
        await server.respond(to: Self.request("/element", host: "127.0.0.1:1"), port: 1).statusCode == .badRequest)
    }

    @Test("P15 a save of the panel, or of a file that it names, is a new version in less than a second")
    func saves() async throws {
      let folder = try WorkFolder()
      try folder.write("signals:\n  level: {from: in/level, range: 0..1}\n", "more.yaml")
      let panel = WatchedPanel(try folder.write(goodPanel + "include: more.yaml\n", "p.yaml"))
      let task = Task { await panel.watch() }
      defer { task.cancel() }
      try await Self.wait { await panel.report.goodVersion == 1 }
      try folder.write(goodPanel.replacing("number: speed", with: "gauge: speed") + "include: more.yaml\n", "p.yaml")
      try await Self.wait { await panel.report.goodVersion == 2 }
      try folder.write("signals:\n  level: {from: in/level, range: 0..2}\n", "more.yaml")
      try await Self.wait { await panel.report.goodVersion == 3 }
    }

    @Test(
      "P15 a half written file shows mistakes and the next save mends them; so does a folder that goes and comes back")
    func half() async throws {
      let folder = try WorkFolder()
      try FileManager.default.createDirectory(atPath: folder.file("boat"), withIntermediateDirectories: false)
      let panel = WatchedPanel(try folder.write(goodPanel, "boat/p.yaml"))
      let task = Task { await panel.watch() }
      defer { task.cancel() }
      try await Self.wait { await panel.report.goodVersion == 1 }
      try folder.write(String(goodPanel.prefix(60)), "boat/p.yaml")
      try await Self.wait { await !panel.report.errors.isEmpty }
      try folder.write(goodPanel, "boat/p.yaml")
      try await Self.wait { await panel.report.errors.isEmpty }
      try FileManager.default.moveItem(atPath: folder.file("boat"), toPath: folder.file("gone"))
      try await Self.wait(seconds: 3) {
        await panel.report.errors.first?.message.contains("the folder is gone") == true
      }
      try FileManager.default.moveItem(atPath: folder.file("gone"), toPath: folder.file("boat"))
      try await Self.wait { await panel.report.errors.isEmpty }
      #expect(await panel.bytes.starts(with: Array("LPAK".utf8)))
    }

    @Test("P15 the server is reached on the loopback by name, sends an event for each version, and goes on")
    func events() async throws {
      let folder = try WorkFolder()
      try folder.write(goodPanel, "p.yaml")
      let command = try RunningCommand(["preview", "p.yaml", "--no-open"], in: folder)
      let line = command.firstLine()
      #expect(line.hasPrefix("preview: http://127.0.0.1:") && line.hasSuffix("/  (Ctrl-C ends it)"))
      let port = try #require(line.split(separator: ":").last?.split(separator: "/").first)
      // Hears events until none has come for three seconds.
      let client = Process()
      let pipe = Pipe()
      client.executableURL = URL(fileURLWithPath: "/bin/bash")
      client.arguments = [
        "-c",
        "exec 3<>/dev/tcp/127.0.0.1/$0; printf 'GET /events HTTP/1.1\\r\\nHost: localhost:%s\\r\\n\\r\\n' $0 >&3; while read -r -t 3 line; do echo \"$line\"; done <&3",
        String(port),
      ]
      client.standardOutput = pipe
      try client.run()
      try await Task.sleep(for: .seconds(1))
      try folder.write(goodPanel.replacing("speed}", with: "spead}"), "p.yaml")
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.contains("Content-Type: text/event-stream"))
      #expect(text.contains("\"version\":1") && text.contains("no signal 'spead'"), "\(text)")
    }

    @Test("P15 a port in use is a sentence where it was asked for, and the next free one where it was not")
    func ports() async throws {
      let folder = try WorkFolder()
      try folder.write(goodPanel, "p.yaml")
      let first = try RunningCommand(["preview", "p.yaml", "--no-open"], in: folder)
      let port = try #require(first.firstLine().split(separator: ":").last?.split(separator: "/").first)
      let second = try RunningCommand(["preview", "p.yaml", "--no-open"], in: folder)
      let other = try #require(second.firstLine().split(separator: ":").last?.split(separator: "/").first)
      #expect(port != other)
      let third = try lamina("preview", "p.yaml", "--no-open", "--port", String(port), in: folder)
      #expect(
        third.status == 1 && third.errors.hasPrefix("lamina: port \(port): it is in use by another program; expected "))
      let missing = try lamina("preview", "none.yaml", "--no-open", in: folder)
      #expect(missing.status == 1 && missing.errors.hasPrefix("lamina: none.yaml: there is no such file"))
    }

    /// Waits until something holds.
    private static func wait(seconds: Double = 1, until holds: () async -> Bool) async throws {
      let end = ContinuousClock.now + .seconds(seconds)
      while ContinuousClock.now < end {
        if await holds() { return }
        try await Task.sleep(for: .milliseconds(10))
      }
      Issue.record("not within \(seconds) s")
      throw CancellationError()
    }
  }
}
