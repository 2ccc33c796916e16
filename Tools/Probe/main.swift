// A program whose frames scripts observe, on the host and on every board: scripts/heap counts its calls of the heap,
// scripts/golden compares what it prints, and scripts/emulate-board photographs what it shows.
//
// usage: probe font [--rounds N] [--file FONT.pack]     reads all of a font and draws a line with it: ReadFont.swift
//        probe layers [--frames N]                      draws trees of layers that change: LayerFrames.swift
//        probe animations [--frames N]                  draws layers that are animated: AnimationFrames.swift
//        probe controls [--frames N]                    holds controls: ControlFrames.swift
//        probe fifty                                    hashes of frames of fifty animations: FiftyAnimations.swift
//        probe shown|resting [--display NAME]           shows these on a display: ShownAnimations.swift
//        probe pinched [--display NAME]                 a square that two fingers pinch: PinchedSquare.swift
//        probe map [--frames N]                         scrolls and zooms a large map: MapFrames.swift
//        probe particles                                hashes of frames of particles: ParticleFrames.swift
//        probe figures --file DIR                       writes the documents' figures: Figures/
// exit status: 0 done, 1 nothing was read or drawn, 2 usage
// row: L40 L44 L45 L82 L85 L92 L94 L104 P03
import CLinux
import SystemFiles

/// Writes a line to standard error.
func say(_ line: String) {
  var bytes = Array(line.utf8)
  bytes.append(10)
  _ = unsafe write(2, bytes, bytes.count)
}

/// What the command line asks for.
struct Options {
  var subject = ""
  /// How often a font is read.
  var rounds = 1
  /// How many frames are drawn.
  var frames = 100
  /// A font to map instead of the default one, or the folder of the figures.
  var file: String?
  var display = "fb:/dev/fb0"

  /// Reads the command line; `nil` where it cannot be understood.
  init?() {
    var arguments: [String] = []
    do throws(FileError) { arguments = try ProcessStart.arguments() } catch { return nil }
    guard let first = arguments.first, arguments.count % 2 == 1 else { return nil }
    subject = first
    for i in stride(from: 1, to: arguments.count, by: 2) {
      let value = arguments[i + 1]
      switch arguments[i] {
      case "--rounds":
        guard let number = Int(value) else { return nil }
        rounds = number
      case "--frames":
        guard let number = Int(value) else { return nil }
        frames = number
      case "--file": file = value
      case "--display": display = value
      default: return nil
      }
    }
  }
}

/// Runs one of the subjects.
/// - Returns: the exit status.
func run() -> Int32 {
  if let options = Options() {
    switch options.subject {
    case "font": return readFont(file: options.file, rounds: options.rounds)
    case "layers": return LayerFrames.draw(options.frames)
    case "animations": return AnimationFrames.draw(options.frames)
    case "controls": return ControlFrames.draw(options.frames)
    case "fifty": return FiftyFrames.draw()
    case "shown": return ShownAnimations.show(on: options.display)
    case "resting": return RestingAnimations.show(on: options.display)
    case "pinched": return PinchedSquare.show(on: options.display)
    case "map": return MapFrames.draw(options.frames)
    case "particles": return ParticleFrames.draw()
    case "figures":
      if let folder = options.file { return Figure.writeAll(to: folder) }
    default: break
    }
  }
  say("usage: probe particles|fifty | font [--rounds N] [--file FONT.pack] | shown|resting|pinched [--display NAME]")
  say("       probe layers|animations|controls|map [--frames N] | figures --file DIR")
  return 2
}

exit(run())
