import Foundation
import Testing

extension LaminaTests {
  @Suite struct CommandTests {
    @Test(
      "P1A new makes a folder with a panel that check finds nothing wrong with, and never touches one that is there")
    func new() throws {
      let folder = try WorkFolder()
      let made = try lamina("new", "boat", in: folder)
      #expect(made.status == 0 && made.errors.isEmpty)
      #expect(made.output.hasSuffix("see it: lamina preview boat/boat.yaml\n"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("boat")).sorted()
      #expect(names == ["README.md", "boat.test.yaml", "boat.yaml"])
      let check = try lamina("check", "boat/boat.yaml", in: folder)
      #expect(check.status == 0 && check.errors.isEmpty && check.output.hasPrefix("boat/boat.yaml: 2 signals, "))
      let tests = try lamina("test", "boat/boat.yaml", in: folder)
      #expect(tests.status == 0 && tests.output.hasPrefix("boat/boat.test.yaml: 2 passed, ") && tests.errors.isEmpty)
      let again = try lamina("new", "boat", in: folder)
      #expect(again.status == 1 && again.errors.hasPrefix("lamina: boat: it is there already; expected a new name"))
      for name in ["", "a b", "..", "-x", "a;b"] {
        let wrong = try lamina("new", "--", name, in: folder)
        #expect(wrong.status == 2 && wrong.errors.contains("expected up to 100 letters, digits"), "\(name)")
      }
      #expect(folder.names == ["boat"])
      let other = try lamina("chek", "boat/boat.yaml", in: folder)
      #expect(other.status == 2 && other.errors.hasPrefix("lamina: no command 'chek'; did you mean 'check'?\n"))
      // A picture, a panel file or a report takes no description's place.
      for words in [["picture", "-o"], ["check", "-o"], ["test", "--junit"]] {
        let wrong = try RunningCommand([words[0], "boat/boat.yaml", words[1], "boat/boat.yaml"], in: folder).outcome()
        #expect(wrong.status == 2 && wrong.errors.contains("; expected a name"), "\(words)")
      }
    }

    @Test("P1A check prints all mistakes with file, line and column, and ends with 1; a good panel's counts, and 0")
    func check() throws {
      let folder = try WorkFolder()
      try folder.write(goodPanel, "good.yaml")
      try folder.write(
        goodPanel.replacing("number: speed", with: "number: spead").replacing("demo", with: "dmeo"), "w.yaml")
      let good = try lamina("check", "good.yaml", in: folder)
      #expect(good.status == 0 && good.errors.isEmpty)
      #expect(good.output.contains("good.yaml: largest frame 19200 pixels, "))
      let wrong = try lamina("check", "w.yaml", in: folder)
      #expect(wrong.status == 1 && wrong.output.isEmpty)
      #expect(
        wrong.errors == """
          w.yaml:6:42: a signal has no key 'dmeo' — did you mean 'demo'?
          w.yaml:8:18: no signal 'spead' — did you mean 'speed'?

          """)
      let missing = try lamina("check", "none.yaml", in: folder)
      #expect(missing.status == 1)
      #expect(missing.errors == "lamina: none.yaml: there is no such file; expected the name of a file\n")
      let sizes = try lamina("check", "good.yaml", "--sizes", "3", in: folder)
      #expect(sizes.status == 2 && sizes.errors.hasPrefix("lamina: --sizes '3'; expected sizes of displays"))
    }

    @Test("P1A wrong usage is status 2, one line and where the options are listed; help and version are status 0")
    func usage() throws {
      let folder = try WorkFolder()
      let wrong: [([String], String)] = [
        (["frob"], "lamina"), (["check"], "lamina check"), (["check", "a", "b"], "lamina check"),
        (["picture", "a.yaml"], "lamina picture"), (["preview", "a.yaml", "--port", "x"], "lamina preview"),
        (["build"], "lamina build"), (["sources"], "lamina sources"), (["font", "a"], "lamina font"),
        (["image", "a"], "lamina image"), (["new"], "lamina new"), (["test"], "lamina test"),
        (["doctor", "a", "b"], "lamina doctor"),
      ]
      for (arguments, command) in wrong {
        let outcome = try RunningCommand(arguments, in: folder).outcome()
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(arguments)")
        #expect(outcome.errors.hasPrefix("lamina: "), "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.hasSuffix("\n\(command) --help lists the options\n"), "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.count { $0 == "\n" } == 2)
      }
      let help = try lamina("--help", in: folder)
      #expect(help.status == 0 && help.errors.isEmpty)
      for command in [
        "new", "check", "preview", "picture", "build", "deploy", "doctor", "sources", "font", "image",
      ] {
        #expect(help.output.contains("\n  \(command) "), "\(command)")
        let own = try lamina(command, "--help", in: folder)
        #expect(own.status == 0 && own.output.contains("lamina \(command)"), "\(command)")
      }
      let version = try lamina("--version", in: folder)
      #expect(version.status == 0 && version.output.hasPrefix("lamina "))
      for shell in ["bash", "zsh", "fish"] {
        let script = try lamina("--generate-completion-script", shell, in: folder)
        #expect(script.status == 0 && script.output.contains("preview"), "\(shell)")
      }
    }

    @Test("P1A picture writes the panel's own size or another one; another moment, another page, another picture")
    func picture() throws {
      let folder = try WorkFolder()
      let twoPages = goodPanel.replacing("demo: 40", with: "demo: sweep 10s") + "  other: {text: Other}\n"
      try folder.write(twoPages, "p.yaml")
      let own = try lamina("picture", "p.yaml", "-o", "a.png", in: folder)
      #expect(own.status == 0 && own.output.isEmpty, "\(own.errors)")
      #expect(try Self.size(folder.file("a.png")) == [160, 120])
      #expect(try lamina("picture", "p.yaml", "-o", "b.png", "--size", "320x240", in: folder).status == 0)
      #expect(try Self.size(folder.file("b.png")) == [320, 240])
      #expect(try lamina("picture", "p.yaml", "-o", "c.png", "--at", "1s", in: folder).status == 0)
      #expect(try lamina("picture", "p.yaml", "-o", "d.png", "--page", "other", in: folder).status == 0)
      #expect(try lamina("picture", "p.yaml", "-o", "e.png", "--at", "3s", in: folder).status == 0)
      try folder.write("0 speed=40\n", "r.replay")
      #expect(try lamina("picture", "p.yaml", "-o", "f.png", "--replay", "r.replay", in: folder).status == 0)
      let pictures = try ["a", "c", "d", "f"].map {
        try Data(contentsOf: URL(fileURLWithPath: folder.file("\($0).png")))
      }
      #expect(Set(pictures).count == 4)
      // Three seconds are the default, and the same moment is the same picture.
      #expect(try pictures[0] == Data(contentsOf: URL(fileURLWithPath: folder.file("e.png"))))
      let page = try lamina("picture", "p.yaml", "-o", "g.png", "--page", "none", in: folder)
      #expect(page.status == 2 && page.errors.contains("--page none: expected one of main, other"))
      for words in [["--size", "800"], ["--at", "3"], ["--at", "11min"], ["--at", "1s", "--replay", "r.replay"]] {
        let wrong = try RunningCommand(["picture", "p.yaml", "-o", "h.png"] + words, in: folder).outcome()
        #expect(wrong.status == 2 && wrong.errors.contains("expected"), "\(words)")
      }
      #expect(!folder.names.contains("g.png") && !folder.names.contains("h.png"))
    }

    @Test("P1A sources, font and image do what panel-assets does, with its messages")
    func assets() throws {
      let folder = try WorkFolder()
      try folder.write("BO_ 291 Engine: 8 ECU\n SG_ Speed : 0|16@1+ (0.25,0) [0|8000] \"rpm\" Panel\n", "e.dbc")
      let sources = try lamina("sources", "e.dbc", in: folder)
      #expect(sources.status == 0 && sources.output.contains("Speed"), "\(sources.errors)")
      let missing = try lamina("sources", "none.dbc", in: folder)
      #expect(missing.status == 1 && missing.errors.hasPrefix("lamina: none.dbc: there is no such file"))
      let ttf = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
      let font = try lamina("font", ttf, "f.pack", "--characters", "ascii", in: folder)
      #expect(font.status == 0 && font.output.hasPrefix("f.pack: DejaVu Sans Book: 95 characters, "), "\(font.errors)")
      let check = try lamina("check", "f.pack", in: folder)
      #expect(check.status == 0 && check.output.hasPrefix("f.pack: a font, DejaVu Sans Book, "))
      let list = try lamina("font", ttf, "g.pack", "--characters", "latin9", in: folder)
      #expect(list.status == 2 && list.errors.hasPrefix("lamina: "))
      try folder.write("no picture", "p.png")
      let image = try lamina("image", "p.png", "p.pack", in: folder)
      #expect(image.status == 1 && image.errors.hasPrefix("lamina: p.png: "))
      let format = try lamina("image", "p.png", "p.pack", "--format", "jpeg", in: folder)
      #expect(format.status == 2 && format.errors.hasPrefix("lamina: --format 'jpeg'; expected auto, "))
      #expect(folder.names == ["e.dbc", "f.pack", "p.png"])
    }

    @Test("P1A build and deploy are the scripts of the checkout, from any folder; doctor asks the board over ssh")
    func scripts() throws {
      let folder = try WorkFolder()
      let build = try lamina("build", "nowhere", in: folder)
      #expect(build.status == 1 && build.errors.hasPrefix("build-board: no board 'nowhere'; there are: "))
      let deploy = try lamina("deploy", "former", in: folder)
      #expect(deploy.status == 2 && deploy.errors.hasPrefix("deploy: "), "\(deploy.errors)")
      let option = try lamina("deploy", "--frob", in: folder)
      #expect(option.status == 2 && option.errors.hasPrefix("deploy: unknown option --frob"))
      // An ssh that prints its words.
      try folder.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 1\n", "ssh")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("ssh"))
      let path = folder.path + ":/usr/bin:/bin"
      let doctor = try lamina("doctor", "pi@board", "--listen", "10s", in: folder, path: path)
      #expect(doctor.status == 1)
      #expect(
        doctor.output.hasPrefix(
          "pi@board\nif [ \"$(id -u)\" -eq 0 ]; then /usr/local/lib/panel-ui/panel-ui doctor --listen 10s "))
      let shell = try lamina("doctor", "pi@board", "--listen", "1s;reboot", in: folder, path: path)
      #expect(shell.status == 2 && shell.output.isEmpty && shell.errors.contains("--listen: expected a time, as 10s"))
      let here = try lamina("doctor", in: folder)
      #expect(here.status <= 1 && here.output.contains("display"), "\(here.output)")
    }

    /// Width and height of a PNG.
    private static func size(_ path: String) throws -> [Int] {
      let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)).prefix(24))
      try #require(bytes.count == 24 && bytes[1] == UInt8(ascii: "P"))
      return [16, 20].map { at in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    }
  }
}
