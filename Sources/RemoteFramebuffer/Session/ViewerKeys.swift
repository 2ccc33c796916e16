// Stage: remote framebuffer. Input: a viewer's keys. Output: keys that begin and end in pairs.
import FBDevice

/// The keys that a viewer holds down: 16 at most, as of a device.
final class ViewerKeys {
  private var down = InlineArray<16, UInt16>(repeating: 0)
  private var count = 0

  init() {}

  /// - Parameter symbol: of X; those that no key of a panel has are left out.
  func take(_ symbol: UInt32, isDown: Bool, time: Int64, _ handler: (InputAct) -> Void) {
    guard let code = KeySymbols.code(of: symbol) else { return }
    var place: Int?
    for index in 0..<count where down[index] == code { place = index }
    switch (isDown, place) {
    case (true, .some): handler(.key(code: code, phase: .repeated, time: time))
    case (true, nil):
      if count == down.count { return }
      down[count] = code
      count += 1
      handler(.key(code: code, phase: .began, time: time))
    case (false, let place?):
      count -= 1
      down[place] = down[count]
      handler(.key(code: code, phase: .ended, time: time))
    case (false, nil): break
    }
  }

  func cancel(time: Int64, _ handler: (InputAct) -> Void) {
    while count > 0 {
      count -= 1
      handler(.key(code: down[count], phase: .cancelled, time: time))
    }
  }
}
