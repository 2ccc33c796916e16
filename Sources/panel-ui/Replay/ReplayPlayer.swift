// Stage: program. Input: a replay. Output: its moments on the screens, one after the other, over and over, and the frames
// of moving parts between them.
import PanelInstruments
import PanelKit
import PanelReplay
import PanelSignals
import PanelSources
import SystemFiles

/// Where a replay is. Its times are the panel's: the drawing does not depend on the speed of playing.
struct ReplayPlayer {
  /// Milliseconds from the last moment to the first one of the next round.
  static var pause: Int { 1000 }

  private let replay: Replay
  /// The next moment.
  private var index = 0
  /// Milliseconds from the start of the first round to that of this one.
  private var roundStart: Int64 = 0
  /// Frames there were when this round began.
  private var framesBefore = 0

  init(_ replay: Replay) { self.replay = replay }

  /// Whether the round is over.
  var isAtEnd: Bool { index == replay.moments.count }

  /// When the next moment is due, in nanoseconds since the start; to be asked before the round is over.
  private var momentTime: Int64 { (roundStart + Int64(replay.moments[index].time)) * 1_000_000 }

  /// When the next step is due, in nanoseconds since the start: a moment, or a frame of moving parts before it. To be
  /// asked before the round is over.
  func nextTime(_ screens: PanelScreens) -> Int64 { min(momentTime, screens.nextTime ?? .max) }

  /// Takes the next step. Does not draw.
  /// - Returns: its time, in nanoseconds since the start.
  @discardableResult
  mutating func advance(_ screens: PanelScreens) -> Int64 {
    let time = nextTime(screens)
    if time == momentTime {
      let moment = replay.moments[index]
      index += 1
      screens.take(moment, of: replay, at: time)
    }
    screens.advance(to: time)
    return time
  }

  /// Begins again with the first moment; fingers that are down are cancelled.
  /// - Throws: nothing was drawn in this round, so nothing ever will be.
  mutating func beginAgain(_ screens: PanelScreens) throws(ProgramError) {
    let screen = screens.first
    screen.screen.cancelTouches()
    if screen.frames == framesBefore {
      throw .failed(
        "the replay changes nothing when it is repeated: --frames cannot be reached; let its moments differ")
    }
    framesBefore = screen.frames
    roundStart += Int64(replay.moments[replay.moments.count - 1].time) + Int64(Self.pause)
    index = 0
  }

  /// Goes on to the next moment, or to the next frame of moving or animated parts; animations behind the last moment
  /// come to their end.
  /// - Returns: its time, in nanoseconds since the start; `nil` where the round is over.
  private mutating func step(_ screens: PanelScreens) -> Int64? {
    if let animated = screens.first.animationTime, isAtEnd || animated < nextTime(screens) { return animated }
    return isAtEnd ? nil : advance(screens)
  }

  /// Shows and draws all moments at once, in no time: for displays that nobody sees.
  /// - Parameters:
  ///   - frames: how many to draw, repeating the replay; `nil` for one round.
  ///   - note: the overlay on top of the panel.
  ///   - afterFrame: called after each frame.
  mutating func playAll(
    _ screens: PanelScreens, frames: Int?, note: DeveloperNote? = nil,
    afterFrame: () throws(ProgramError) -> Void = {}
  ) throws(ProgramError) {
    let screen = screens.first
    while true {
      while let time = step(screens) {
        note?.advance(to: time)
        do throws(DeviceError) {
          if try !screen.drawFrame(at: time) { continue }
        } catch { throw .device(error) }
        note?.frameWasDrawn(screen.screen.frameTime)
        try afterFrame()
        if let frames, screen.frames >= frames { return }
      }
      if frames == nil { return }
      try beginAgain(screens)
    }
  }
}
