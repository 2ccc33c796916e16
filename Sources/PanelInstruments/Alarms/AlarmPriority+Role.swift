// Stage: instruments. The colours of alarms.
import PanelSignals

extension AlarmPriority {
  var role: Role {
    switch self {
    case .advisory: .advisory
    case .caution: .caution
    case .warning: .warning
    }
  }
}
