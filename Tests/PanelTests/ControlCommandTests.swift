// row: P66
import EventLoop
import Foundation
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import panel_ui

/// A panel of one control, and a list of commands of which `valve` is a script.
private final class ProgramStage {
  let bench: ControlBench
  let loop: EventLoop
  let folder = TemporaryFolder()
  private var commands: ControlCommands?
  private(set) var messages: [String] = []

  /// - Parameter script: its first argument is the log, its second one the value.
  init(_ page: String, _ script: String, signals: String = "a: {from: in/a, range: 0..100, stale: 1h}") throws {
    bench = try ControlBench(signals, page)
    loop = try EventLoop()
    _ = folder.write(script, "valve")
    let list = "valve /bin/sh \(folder.file("valve")) \(folder.file("log"))\ngone /no/such/program\n"
    let starter = CommandStarter(try CommandList(folder.write(list, "list")), loop) { [unowned self] in
      messages.append(String($0.dropLast()))
    }
    commands = ControlCommands(starter)
    commands?.follow(bench.panel.state)
    bench.panel.state.outputs.programs = commands
  }

  var control: ControlInstrument { bench.panel.controls[0] }

  /// Follows the same panel again, as after a change of its language.
  func followAgain() { commands?.follow(bench.panel.state) }

  func end() {
    bench.panel.state.outputs.programs = nil
    commands = nil
  }

  /// The lines that the script has written.
  var log: [String] { (folder.text("log") ?? "").split(separator: "\n").map(String.init) }

  /// Runs the loop, with the panel's frames, until something is so, thirty seconds at most. Returns whether it is.
  func runs(until isSo: @escaping () -> Bool) -> Bool {
    let start = EventLoop.now
    let timer = loop.addTimer(at: start, repeating: 5_000_000) { [loop] now in
      if isSo() || now - start > 30_000_000_000 { loop.stop() }
    }
    _ = loop.run()
    loop.cancelTimer(timer)
    bench.advance(1)
    return isSo()
  }
}

@Suite("Commands of controls")
struct ControlCommandTests {
  private let writes = "echo \"$# $2\" >>$1\n"

  @Test("P66 a control runs its command once for a value, which is its last argument, and confirms by its state")
  func value() throws {
    let stage = try ProgramStage("{slider: Valve, runs: valve, range: 0..100, step: 0.5, state: a}", writes)
    stage.bench.set(0, to: 0)
    stage.bench.advance(20)
    stage.control.queue(Fixed64(45, over: 2))
    stage.bench.advance(20)
    #expect(stage.control.commandState == .sent && stage.control.sign.string == "...")
    #expect(stage.runs { stage.log == ["2 22.5"] })
    #expect(stage.control.commandState == .sent, "an accepted value is not a confirmed one")
    stage.bench.set(0, to: Fixed64(45, over: 2))
    stage.bench.advance(20)
    #expect(stage.control.commandState == .confirmed && stage.messages.isEmpty)
  }

  @Test("P66 a button's command has no value but the one that the button names; a switch has 1 and 0")
  func arguments() throws {
    for (page, lines) in [
      ("{button: Run, runs: valve}", ["1 ", "1 "]), ("{button: Run, runs: valve, to: 7}", ["2 7", "2 7"]),
      ("{switch: Run, runs: valve}", ["2 1"]),
    ] {
      let stage = try ProgramStage(page, writes)
      for count in lines.indices {
        stage.bench.tap()
        #expect(stage.runs { stage.log.count == count + 1 && stage.control.wanted == nil }, "\(page)")
      }
      #expect(stage.log == lines && stage.control.commandState == .sent, "\(page)")
    }
  }

  @Test("P66 an exit status that is not 0, or a signal, refuses the value: the control and a message say it")
  func statuses() throws {
    for (script, refusal, note, message) in [
      ("exit 3", .exited(3), "exit status 3", "ended with status 3"),
      ("exit 255", .exited(255), "exit status 255", "ended with status 255"),
      ("kill -SEGV $$", .killed(11), "signal 11", "ended by signal 11"),
    ] as [(String, CommandRefusal, String, String)] {
      let stage = try ProgramStage("{button: Open, runs: valve, state: a}", script)
      stage.bench.tap()
      #expect(stage.control.commandState == .sent)
      #expect(stage.runs { stage.control.commandState == .refused(refusal) }, "\(script)")
      #expect(stage.control.labelWords == note && stage.messages == ["panel-ui: command valve " + message])
    }
  }

  @Test("P66 a command that the list has not, or that cannot start, is refused at once; a message says which")
  func missing() throws {
    for (name, told) in [
      ("nothing", "control Open: there is no command nothing in the list of --commands"),
      ("gone", "command gone: cannot run /no/such/program: No such file or directory"),
    ] {
      let stage = try ProgramStage("{button: Open, runs: \(name)}", "")
      stage.bench.tap()
      stage.bench.tap()
      #expect(stage.control.commandState == .refused(.invalid) && stage.control.labelWords == "not possible")
      #expect(stage.messages.count == 1 && stage.messages[0].hasPrefix("panel-ui: " + told), "\(stage.messages)")
    }
  }

  @Test("P66 while a command runs another value is refused, and not kept for later; then it is taken again")
  func busy() throws {
    let stage = try ProgramStage(
      "{switch: Open, runs: valve}", "echo $2 >>$1\nwhile [ ! -e $1-go ]; do sleep 0.02; done\n")
    stage.bench.tap()
    #expect(stage.runs { stage.log == ["1"] })
    stage.bench.tap()
    #expect(stage.control.commandState == .refused(.busy) && stage.control.labelWords == "still running")
    _ = stage.folder.write("", "log-go")
    // The answer to the first value is no answer to the second one.
    var states: [CommandState] = []
    let isTaken = stage.runs {
      if states.last == .sent { return true }
      states.append(stage.control.commandState)
      stage.bench.tap()
      states.append(stage.control.commandState)
      return states.last == .sent
    }
    #expect(isTaken && states.dropLast().allSatisfy { $0 == .refused(.busy) })
    #expect(stage.runs { stage.log.count == 2 && stage.control.wanted == nil })
    #expect(stage.messages.isEmpty)
  }

  @Test("P66 a command that runs longer than within is not confirmed; its end is taken all the same")
  func late() throws {
    let stage = try ProgramStage(
      "{button: Open, runs: valve, within: 500ms}", "while [ ! -e $1-go ]; do sleep 0.02; done\nexit 4\n")
    stage.bench.tap()
    stage.bench.run(400)
    #expect(stage.control.commandState == .sent)
    stage.bench.run(200)
    #expect(stage.control.commandState == .unconfirmed && stage.control.sign.string == "?")
    _ = stage.folder.write("", "log-go")
    #expect(stage.runs { stage.control.commandState == .refused(.exited(4)) })
  }

  @Test("P66 the answer to a control of another panel is nobody's, and commands end with the program")
  func otherPanel() throws {
    let stage = try ProgramStage("{button: Open, runs: valve}", "echo $$ >>$1\nexec sleep 60\n")
    stage.bench.tap()
    #expect(stage.runs { stage.log.count == 1 })
    stage.followAgain()
    stage.bench.tap()
    #expect(stage.control.commandState == .refused(.busy), "it still runs")
    stage.end()
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(stage.log[0])/stat") && stage.messages.isEmpty)
  }

  @Test("P66 who only looks, and a demonstration, run nothing and say so; in a demonstration the state is the value")
  func forbidden() throws {
    for isDemo in [false, true] {
      let stage = try ProgramStage("{button: Open, runs: valve}", writes)
      var told: [String] = []
      stage.bench.panel.state.noticeHandler = { told.append($0) }
      if isDemo { stage.bench.panel.state.showDemo() } else { stage.bench.panel.state.outputs.isViewOnly = true }
      stage.bench.tap()
      stage.bench.tap()
      #expect(stage.control.commandState == .refused(.forbidden) && stage.control.labelWords == "view only")
      #expect(told == ["control Open: its value was not sent: the panel only shows"])
      stage.end()
      #expect(stage.log.isEmpty)
    }
    let demo = try ProgramStage(
      "{switch: Open, runs: valve, state: a}", writes, signals: "a: {from: in/a, range: 0..1, demo: 0}")
    demo.bench.panel.state.showDemo()
    demo.bench.advance(20)
    demo.bench.tap()
    demo.bench.run(200)
    #expect(demo.control.commandState == .confirmed && demo.bench.value(0).value == 1)
    demo.end()
    #expect(demo.log.isEmpty)
    // Nor does a replay, which has no list at all.
    let replay = try ProgramStage("{button: Open, runs: valve}", writes)
    replay.end()
    replay.bench.tap()
    #expect(replay.control.commandState == .refused(.forbidden) && replay.log.isEmpty)
  }

  @Test("P66 fourteen arguments of the list leave room for the value")
  func manyArguments() throws {
    let stage = try ProgramStage("{switch: Open, runs: valve}", "")
    let script = stage.folder.write("echo \"$#\" \"$14\" \"${14}\" >\(stage.folder.file("out"))\n", "many")
    let list = "valve /bin/sh \(script) " + (1...13).map { "a\($0)" }.joined(separator: " ") + "\n"
    let commands = ControlCommands(CommandStarter(try CommandList(stage.folder.write(list, "long")), stage.loop))
    commands.follow(stage.bench.panel.state)
    stage.bench.panel.state.outputs.programs = commands
    stage.bench.tap()
    #expect(stage.runs { stage.control.wanted == nil })
    #expect(stage.folder.text("out") == "14 a14 1\n", "$14 is $1 and a 4")
  }

  @Test("P66 P25 the words of an exit status, of a signal and of a command that runs are in the panel's language")
  func words() throws {
    let text = """
      panel: 1
      size: 320x240
      signals: {l: {initial: 0}}
      texts: {de: {Open: Auf}}
      language: l
      pages: {main: {button: Open, runs: valve}}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "words").bytes)
    for (language, words) in [
      (0, ["exit status 3", "signal 9", "still running", "no connection"]),
      (1, ["Exit-Status 3", "Signal 9", "läuft noch", "keine Verbindung"]),
    ] {
      let controls = ControlWords(file.worded(language: language, system: 0))
      #expect([.exited(3), .killed(9), .busy, .noConnection].map { controls[$0] } == words)
    }
    // A panel without commands has no words of them.
    let plain = text.replacing("runs: valve", with: "sets: l")
    let other = try PanelFile(bytes: compilePanel(Array(plain.utf8), name: "words").bytes)
    #expect(other.root.children(.words).first?.children(.entry).count == 7)
  }

  @Test("P66 a command that something has to end, or that values follow too soon, is refused by the checker")
  func wrongDescriptions() {
    for (page, words) in [
      ("{button: H, runs: valve, back: 0}", "runs and 'back'"),
      ("{button: H, runs: valve, repeats: 1s}", "runs and 'repeats'"),
      ("{slider: H, runs: valve, live: 100ms}", "runs and 'live'"),
      ("{slider: H, runs: valve open}", "a command line"),
      ("{switch: H, runs: valve, sends: in/p}", "a switch that both sends and runs"),
      ("{button: H, runs: valve, queue: 1}", "queue without a source to send to"),
      ("{switch: H, sets: v, queue: 1}", "queue without a source to send to"),
      ("{switch: H, sends: in/p, queue: 2}", "queue"),
    ] {
      let error = #expect(throws: DescriptionError.self) {
        _ = try compiledPanel("a: {from: in/a}\nv: {initial: 0}", page)
      }
      #expect(error?.lines.first?.contains(words) == true, "\(page): \(error?.lines ?? [])")
    }
  }
}
