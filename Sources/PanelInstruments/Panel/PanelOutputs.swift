// Stage: a panel. Input: values of controls. Output: variables, values for sources, commands of the device.
import PanelFile
import PanelSignals

/// The receiver of all of a panel's commands.
public final class PanelOutputs: CommandReceiver {
  public var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }
  /// The receiver of a source, by its number; `nil` for a source that takes no values.
  public var receiver: (Int) -> (any CommandReceiver)? = { _ in nil }
  /// Runs programs of the device's list; `nil` where nothing is run, as in a demonstration.
  public var programs: (any CommandReceiver)?
  /// Whether nothing is sent, set or run: the panel only shows.
  public var isViewOnly = false

  /// Whether values of controls come back as their state, for no source does it.
  var isDemo = false
  /// The signals that show what a control has sent, in a demonstration.
  private(set) var shown: [SignalIndex] = []
  private let signals: SignalStore

  init(_ signals: SignalStore) { self.signals = signals }

  public func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    if isViewOnly { return .refused(.forbidden) }
    switch request.destination {
    case .variable(let signal):
      signals.set(signal, to: request.value, at: time)
      return .accepted
    case .address(_, let source):
      if isDemo { return .accepted }
      guard let receiver = receiver(Int(source)) else { return .refused(.noConnection) }
      return receiver.receive(request, at: time)
    case .program:
      if isDemo { return .accepted }
      guard let programs else { return .refused(.forbidden) }
      return programs.receive(request, at: time)
    }
  }

  /// Whether a control may send by the signals that enable and show it; `nil` for none.
  func allows(_ permission: SignalIndex?, _ visibility: SignalIndex?) -> Bool {
    if let permission {
      let reading = signals.reading(permission)
      if reading.quality != .fresh || reading.value == .zero { return false }
    }
    if let visibility {
      let reading = signals.reading(visibility)
      if reading.quality == .fresh && reading.value == .zero { return false }
    }
    return true
  }

  /// Has a signal's demonstration stand still, so that values can be told, or go on.
  public func hold(_ signal: SignalIndex, _ isHeld: Bool) {
    shown.removeAll { $0 == signal }
    if isHeld { shown.append(signal) }
  }

  /// Shows the value of a command as its state, if this is a demonstration. A command without a state has nothing to show,
  /// and is refused.
  func demonstrate(_ command: inout Command, at time: Int64) {
    if !isDemo || isViewOnly { return }
    let state = command.definition.state
    if state == .none {
      if case .variable = command.definition.destination { return }
      return command.refuse(.forbidden)
    }
    if !shown.contains(state) { shown.append(state) }
    signals.set(state, to: command.wanted, at: time)
  }
}
