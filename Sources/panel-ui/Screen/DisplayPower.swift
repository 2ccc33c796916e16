// Stage: program. Input: how far asleep the panel is. Output: displays that are switched off, and on again.
import PanelDisplays
import PanelInstruments
import PanelKit

/// Switches the displays of a panel off where it sleeps and is to be dark. One that cannot be switched shows black, with its
/// light off where it has one.
struct DisplayPower {
  private var isOn = true

  mutating func show(_ stage: IdleStage, on screens: PanelScreens) {
    let isWanted = stage != .dark
    if isWanted == isOn { return }
    isOn = isWanted
    for screen in screens.all { _ = screen.screen.display.setPower(isOn) }
  }

  /// A display that has come is on.
  mutating func displayCame() { isOn = true }
}
