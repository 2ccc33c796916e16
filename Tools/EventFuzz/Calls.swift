// The calls that a stream led to, and how often each kind came up.
import Foundation

/// A kind of call or of event, by its place in ``CallKind/names``.
struct CallKind: Equatable {
  let index: Int

  /// Written to before anything runs: ``nameAll()``.
  private final class Names: @unchecked Sendable { var list: [String] = [] }
  private static let all = Names()
  static var names: [String] { all.list }

  static func add(_ name: String) -> CallKind {
    all.list.append(name)
    return CallKind(index: all.list.count - 1)
  }

  static func add(_ group: String, _ names: [String]) -> [CallKind] { names.map { add(group + "." + $0) } }

  /// The numbers are the phases'.
  static let samples = add("sample", ["began", "moved", "ended", "cancelled"])
  static let keys = add("key", ["began", "repeated", "ended", "cancelled"])
  static let turned = add("encoder.turned")
  static let pointed = add("pointer.moved")
  static let views = add("view", ["began", "moved", "ended", "cancelled"])
  static let viewKeys = add("view", ["keyDown", "keyRepeated", "keyUp", "keyCancelled"])
  static let viewTurned = add("view.turned")
  static let focus = add("view.focus", ["none", "focused", "ringed"])
  static let rows = add("list", ["highlighted", "selected"])
  static let scroll = add(
    "scroll",
    [
      "willBeginDragging", "willEndDragging", "didEndDragging", "willBeginDecelerating", "didEndDecelerating",
      "didEndScrollingAnimation", "didScroll",
    ])
  static let answered = add("dialog.answered")
  static let panelPage = add("panel.page")
  static let panelValues = add("panel", PanelStage.controlNames)
  static let panelCommand = add("panel.command")

  /// Names all kinds, in the same order in every run: each is made when it is used first.
  static func nameAll() {
    _ = (samples, keys, turned, pointed, views, viewKeys, viewTurned, focus, rows, scroll, answered)
    _ = (panelPage, panelValues, panelCommand)
    _ = (RecognizerWitness.Kind.calls, ControlWitness.Kind.calls, Deed.calls, StepKind.calls)
  }
}

/// What a run has called, in order, and the first thing that was wrong.
final class CallLog {
  /// Kind, who, and a number that says more.
  struct Call: Equatable {
    let kind: UInt16
    let who: UInt16
    let argument: Int32
  }

  private(set) var calls: [Call] = []
  private(set) var failure: String?
  private(set) var counts: [Int] = []
  /// Counts samples, keys and frames.
  var moment = 0
  /// Prints each call.
  var isLoud = false

  func note(_ kind: CallKind, _ who: Int = 0, _ argument: Int = 0) {
    let call = Call(
      kind: UInt16(kind.index), who: UInt16(truncatingIfNeeded: who), argument: Int32(truncatingIfNeeded: argument))
    calls.append(call)
    count(kind)
    if isLoud { say("    " + describe(call)) }
  }

  /// Counts without a place among the calls.
  func count(_ kind: CallKind) {
    while counts.count < CallKind.names.count { counts.append(0) }
    counts[kind.index] += 1
  }

  func fail(_ text: @autoclosure () -> String) {
    if failure != nil { return }
    failure = text()
    if isLoud { say("    WRONG: \(failure!)") }
  }

  func describe(_ call: Call) -> String { "\(CallKind.names[Int(call.kind)]) \(call.who) \(call.argument)" }
}

/// Writes a line at once: the next one may not come.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
