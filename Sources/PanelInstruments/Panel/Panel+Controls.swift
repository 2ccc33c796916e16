// Stage: a panel. The way back: values of controls, and what is asked above the page.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

extension Panel {
  // MARK: Commands

  /// Sends what controls were asked for since the frame before.
  func sendCommands(to outputs: PanelOutputs, at time: Int64) {
    for control in controls { control.sendQueued(to: outputs, at: time) }
  }

  /// Takes a receiver's answer to a command that is one of this panel's.
  func take(_ answer: CommandAnswer, to request: CommandRequest.Identity, at time: Int64) {
    for control in controls where control.commandNumber == request.command {
      control.take(answer, to: request, at: time)
    }
  }

  /// The labels of the controls that have commands, with the numbers of these.
  package func forEachCommand(_ visit: (Int32, String) -> Void) {
    for control in controls {
      guard let number = control.commandNumber else { continue }
      // A setpoint has the name of its instrument.
      let title = control.title ?? (control.superlayer as? Instrument)?.title ?? ""
      visit(number, control.text.isEmpty ? title : control.text)
    }
  }

  // MARK: Questions

  /// The question above the page; `nil` where there is none.
  package var question: Layer? { sheet.flatMap { $0.isHidden ? nil : $0 } }

  /// Shows a page that somebody has touched for, behind its PIN if it has one.
  func open(_ number: Int) {
    guard pages.indices.contains(number), number != page, let pin = pages[number].pin, let sheet else {
      return showPage(number)
    }
    cancelPresses()
    let measure = Swift.min(root.bounds.width, root.bounds.height) / 480
    sheet.ask(
      .pin, pages[number].title, unit: "", theme: themes.theme, measure: measure, density: scale.pointsPerMillimetre
    ) { [unowned(unsafe) self] _, typed in
      if typed != pin { return false }
      unsafe showPage(number)
      return true
    }
    root.focusRouter?.scope = sheet
    state.advanceHandler()
  }

  /// Asks for a number, a PIN, or whether something is meant.
  func ask(_ control: ControlInstrument, _ question: PanelSheet.Question) {
    cancelPresses()
    // No answer could be sent.
    if state.outputs.isViewOnly { return control.refused(.forbidden, at: state.time) }
    sheet?.ask(
      question, control.text, unit: control.unit ?? "", tint: control.tint, theme: themes.theme,
      measure: control.measure, density: control.density
    ) { value, typed in control.take(question, value, typed) }
    root.focusRouter?.scope = sheet
    state.advanceHandler()
  }
}
