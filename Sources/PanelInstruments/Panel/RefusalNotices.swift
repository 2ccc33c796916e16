// Stage: a panel. Input: values of controls that were not taken. Output: a sentence for a person, once for each reason.
import PanelFile
import PanelSignals
import SystemFiles

/// The refusals that were told: each reason once for a source, and once for a control where the reason is its value.
struct RefusalNotices {
  private var told: [Int32] = []

  /// - Returns: a sentence without a line feed; `nil` for a refusal that was told before. Programs tell their own.
  mutating func sentence(
    _ refusal: CommandRefusal, _ command: Command, _ control: String, _ sources: [PanelRecord]
  ) -> String? {
    var (source, name): (Int32, String) = (-1, "")
    switch command.definition.destination {
    case .address(_, let number):
      source = number
      if sources.indices.contains(Int(number)) { name = sources[Int(number)].text(.name) ?? "" }
    case .variable: break
    case .program: if refusal != .forbidden { return nil }
    }
    let (reason, words): (Int32, String)
    switch refusal {
    case .noConnection: (reason, words) = (0, "has no connection")
    case .exception(let code): (reason, words) = (1, "refuses it with error " + String(Int(code)))
    case .invalid: (reason, words) = (2, "does not take it")
    default: (reason, words) = (3, "")
    }
    let ofControl: Int32 = reason == 1 || reason == 2 ? command.number : 0
    let key = (source &+ 1) &<< 16 | ofControl &<< 2 | reason
    if told.contains(key) { return nil }
    told.append(key)
    let start = "control " + printable(control) + ": its value was not sent: "
    return reason == 3 ? start + "the panel only shows" : start + "the source " + printable(name) + " " + words
  }
}
