// Draws the instruments in every state, by every theme, at several sizes: for scripts/bless, and for looking.
//
// usage: gallery DIR [NAME]
//        gallery --frames N
//
//   DIR         where the pictures go, as NAME.png
//   NAME        what the names of the pictures have to begin with; all of them without it
//   --frames N  draws no picture but so many frames of values that change: for scripts/heap
//
// output: the pictures' names without the ending, a line each
// exit status: 0 drawn, 1 a picture could not be written or a font is missing (run scripts/assets), 2 usage

import CLinux
import FBDevice
import PanelInstruments
import SystemFiles

/// - Returns: the exit status.
func run() -> Int32 {
  var arguments: [String] = []
  do throws(FileError) { arguments = try ProcessStart.arguments() } catch { return 2 }
  guard let first = arguments.first, arguments.count <= 2, first != "--frames" || arguments.count == 2 else {
    print("usage: gallery DIR [NAME] | gallery --frames N")
    return 2
  }
  guard let fonts = GalleryFonts.load() else {
    print("gallery: the fonts are missing; run scripts/assets")
    return 1
  }
  do throws(DeviceError) {
    if first == "--frames" {
      guard let count = Int(arguments[1]), count > 0 else { return 2 }
      try drawFrames(count, fonts)
    } else {
      try drawPlates(first, arguments.count == 2 ? arguments[1] : "", fonts)
    }
  } catch {
    print(error.message)
    return 1
  }
  return 0
}

func drawPlates(_ folder: String, _ beginning: String, _ fonts: PanelFonts) throws(DeviceError) {
  for plate in Plate.all where plate.name.hasPrefix(beginning) {
    try plate.draw(fonts).writeSnapshot(to: folder + "/" + plate.name + ".png")
    print(plate.name)
  }
}

func drawFrames(_ count: Int, _ fonts: PanelFonts) throws(DeviceError) {
  let panel = try ChangingPanel(fonts)
  for frame in 0..<count {
    // A reading of the clock is where scripts/heap plants what it has to find.
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    panel.draw(frame)
  }
}

exit(run())
