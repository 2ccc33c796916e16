// Stage: input. Its output beside fingers: keys, the steps of an encoder, and the place of a pointer.
import FixedRaster

/// The act of a key, an encoder or a pointer.
public enum InputAct: Equatable, Sendable {
  /// The phases of a key; the numbers are those of a `KeyPress.Phase`.
  public enum KeyPhase: UInt8, CaseIterable, Sendable {
    case began
    /// The device repeats a key that is held down.
    case repeated
    case ended
    /// The key was lost without having been lifted: events were lost, or the device is gone.
    case cancelled
  }

  /// A key, by the kernel's number: `KEY_ENTER` is 28.
  ///
  /// Per key: one `began`, any number of `repeated`, then one `ended` or `cancelled`; nothing outside of that, ever.
  case key(code: UInt16, phase: KeyPhase, time: Int64)
  /// An encoder went so many steps, clockwise; less than 0 the other way. All of one frame of the device are one act.
  case turned(steps: Int32, time: Int64)
  /// A pointer is here, in pixels of the picture, whether its button is down or not.
  case pointed(PixelPoint, time: Int64)
}

/// What a device is read for.
public struct InputUses: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Touchscreens, tablets and mice.
  public static var touches: InputUses { InputUses(rawValue: 1) }
  /// Keyboards, keys on GPIO lines, remote controls and rotary encoders.
  public static var keys: InputUses { InputUses(rawValue: 2) }
  public static var all: InputUses { [.touches, .keys] }
}
