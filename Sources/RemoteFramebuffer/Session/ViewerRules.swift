// Stage: remote framebuffer. The rules of a server, the same for all its viewers.
import FBDevice

/// What viewers may do, and where their acts go.
package final class ViewerRules {
  /// Bytes of UTF-8, 255 at most.
  let name: [UInt8]
  let password: RemotePassword?
  /// Touches and keys are left out.
  let isViewOnly: Bool
  package var touchHandler: (TouchSample) -> Void = { _ in }
  package var actHandler: (InputAct) -> Void = { _ in }
  /// One for all sessions.
  let encoder = PictureEncoder()
  /// Wrong passwords since the last right one.
  var wrongPasswords = 0
  /// Nobody may try a password before, on `EventLoop.now`.
  var refusesUntil = Int64.min

  package init(name: String, password: RemotePassword?, isViewOnly: Bool) {
    self.name = Array(name.utf8.prefix(255))
    (self.password, self.isViewOnly) = (password, isViewOnly)
  }
}
