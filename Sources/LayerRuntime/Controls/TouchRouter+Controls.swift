// Stage: controls. Input: a time. Output: calls of the controls that wait for it: a button that repeats, a time that is held.

extension TouchRouter {
  func addWaiting(_ control: Control) {
    waiting.append(control)
    unsafe control.waitingRouter = self
  }

  func removeWaiting(_ control: Control) {
    waiting.removeAll { $0 === control }
    unsafe control.waitingRouter = nil
  }

  /// Lets go of those that wait: the router goes away.
  func forgetWaiting() {
    for control in waiting { unsafe control.waitingRouter = nil }
    waiting.removeAll()
  }

  /// The earliest time that a control waits for.
  var nextControlDeadline: Int64? {
    var earliest: Int64?
    for control in waiting { if let time = control.deadline { earliest = Swift.min(earliest ?? time, time) } }
    return earliest
  }

  /// Calls the control that waits for a time.
  func meetControlDeadline(_ time: Int64) {
    guard let control = waiting.first(where: { $0.deadline == time }) else { return }
    control.deadline = nil
    control.deadlineReached(at: time)
  }
}
