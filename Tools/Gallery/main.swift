// Draws the instruments in every state, by every theme, at several sizes: for scripts/bless, and for looking.
//
// usage: gallery DIR [NAME]
//
//   DIR    where the pictures go, as NAME.png
//   NAME   what the names of the pictures have to begin with; all of them without it
//
// output: the pictures' names without the ending, a line each
// exit status: 0 drawn, 1 a picture could not be written or a font is missing (run scripts/assets), 2 usage

import CLinux
import FBDevice
import SystemFiles

/// - Returns: the exit status.
func run() -> Int32 {
  var arguments: [String] = []
  do throws(FileError) { arguments = try ProcessStart.arguments() } catch { return 2 }
  guard let folder = arguments.first, arguments.count <= 2 else {
    print("usage: gallery DIR [NAME]")
    return 2
  }
  let beginning = arguments.count == 2 ? arguments[1] : ""
  guard let fonts = GalleryFonts.load() else {
    print("gallery: the fonts are missing; run scripts/assets")
    return 1
  }
  for plate in Plate.all where plate.name.hasPrefix(beginning) {
    do throws(DeviceError) {
      try plate.draw(fonts).writeSnapshot(to: folder + "/" + plate.name + ".png")
    } catch {
      print(error.message)
      return 1
    }
    print(plate.name)
  }
  return 0
}

exit(run())
