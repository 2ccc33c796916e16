import TestSupport
import Testing

@testable import panel_ui

@Suite("Lists of commands") struct CommandListTests {
  private let folder = TemporaryFolder()

  private func list(_ text: String) throws -> CommandList { try CommandList(folder.write(text, "list")) }

  /// The words of the command of a line, without its name; empty for none.
  private func words(_ line: String) throws -> [String] {
    let command = try list(line + "\n").commands.first
    #expect(command?.words.last ?? 0 == 0)
    return command.map { $0.words.dropLast().split(separator: 0, omittingEmptySubsequences: false) }?
      .map { String(decoding: $0, as: UTF8.self) } ?? []
  }

  /// The message of a list that is refused, without its path.
  private func refusal(_ text: String) throws -> String? {
    do {
      _ = try list(text)
      return nil
    } catch let error as ProgramError {
      #expect(error.message.hasPrefix(folder.file("list") + ":") && error.status == 1)
      return String(error.message.dropFirst(folder.file("list").count + 1))
    }
  }

  @Test("P52 a line has a name, the whole path of a program and its arguments, with blanks between; remarks have a #")
  func lines() throws {
    #expect(try words("horn /bin/true") == ["/bin/true"])
    #expect(try words(" \thorn\t /bin/true  a\tb \r") == ["/bin/true", "a", "b"])
    #expect(try words("horn /bin/true a#b # $HOME \\n *") == ["/bin/true", "a#b", "#", "$HOME", "\\n", "*"])
    for remark in ["", "  ", "# horn /bin/true", "\t#", "# don't"] { #expect(try words(remark).isEmpty) }
    let both = try list("# nothing\n\nhorn /bin/true\nbell /bin/false a b c d e f g h i j k l m n")
    #expect(both.commands.map(\.name) == ["horn", "bell"] && both.commands.map(\.path) == ["/bin/true", "/bin/false"])
    #expect(both.command(named: "bell")?.path == "/bin/false" && both.command(named: "bel") == nil)
    #expect(try CommandList(nil).commands.isEmpty)
    #expect(throws: ProgramError.self) { _ = try CommandList(folder.file("none")) }
  }

  @Test("P52 P66 blanks between two quotation marks of a kind are part of the word, and no sign has a meaning there")
  func quotationMarks() throws {
    #expect(try words("horn /bin/echo \"two words\" 'and  two\tmore'") == ["/bin/echo", "two words", "and  two\tmore"])
    #expect(try words("horn '/opt/two words/horn'") == ["/opt/two words/horn"])
    #expect(try words("horn /bin/echo --text=\"a b\"'c d'e") == ["/bin/echo", "--text=a bc de"])
    #expect(try words("horn /bin/echo \"it's\" 'a \"b\"' \"\" ''") == ["/bin/echo", "it's", "a \"b\"", "", ""])
    #expect(try words("horn /bin/echo \"\\\" '$(reboot)' \"#\"") == ["/bin/echo", "\\", "$(reboot)", "#"])
    #expect(try list("\"two horns\" /bin/true").command(named: "two horns") != nil)
    #expect(try list("'#' /bin/true").command(named: "#") != nil)
  }

  @Test("P52 P66 a line that is no command is refused with its number, what is found there and what is expected")
  func refusals() throws {
    let form =
      "expected a name, the whole path of a program and up to 14 arguments, as horn /usr/bin/aplay /opt/horn.wav"
    #expect(try refusal("# list\nhorn\n") == "2: found one word; " + form)
    #expect(try refusal("horn true\n") == "1: found true for a path; " + form)
    #expect(try refusal("\n\nhorn ./tr\u{1B}ue") == "3: found ./tr\\x1Bue for a path; " + form)
    #expect(try refusal("horn '' a") == "1: found nothing for a path; " + form)
    #expect(try refusal("horn /bin/true a b c d e f g h i j k l m n o") == "1: found 15 arguments; " + form)
    #expect(
      try refusal("horn /bin/echo \"two words\nbell /bin/echo \"")
        == "1:16: found \" that is not closed; expected another \" on the line")
    #expect(
      try refusal("# list\nhorn /bin/echo it's\n") == "2:18: found ' that is not closed; expected another ' on the line"
    )
    #expect(try refusal("horn /bin/true a\0b\n") == "1:17: found a byte 0; expected text")
    #expect(try refusal("horn /bin/true '\0'\n") == "1:17: found a byte 0; expected text")
  }
}
