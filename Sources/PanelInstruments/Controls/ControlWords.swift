// Stage: controls. The words that controls have of themselves, in the panel's language.
import PanelFile
import PanelSignals

/// As the file has them, which languages translate.
public struct ControlWords {
  var cancel = "Cancel", ok = "OK", wrong = "wrong"
  private var noConnection = "no connection", refused = "refused", notPossible = "not possible", viewOnly = "view only"
  var on = "On", off = "Off", hold = "hold"
  // Of controls that run commands.
  private var exitStatus = "exit status", signal = "signal", busy = "still running"

  public init() {}

  init(_ file: PanelFile) {
    // Those that were there first, and the others.
    for (number, record) in file.root.children(.words).enumerated() {
      let words = record.children(.entry).map { $0.text(.text) ?? "" }
      if number == 0 { read(words) } else if words.count >= 3 { (on, off, hold) = (words[0], words[1], words[2]) }
    }
  }

  private mutating func read(_ words: [String]) {
    if words.count < 7 { return }
    (cancel, ok, wrong, noConnection) = (words[0], words[1], words[2], words[3])
    (refused, notPossible, viewOnly) = (words[4], words[5], words[6])
    if words.count < 10 { return }
    (exitStatus, signal, busy) = (words[7], words[8], words[9])
  }

  /// Why a value was not taken.
  subscript(refusal: CommandRefusal) -> String {
    switch refusal {
    case .noConnection: noConnection
    case .exception: refused
    case .invalid: notPossible
    case .forbidden: viewOnly
    case .exited(let status): exitStatus + " " + String(Int(status))
    case .killed(let number): signal + " " + String(Int(number))
    case .busy: busy
    }
  }
}
