// Subject: figures. The documents' figures as pictures, for scripts/bless and, on every processor, for scripts/golden.
//
// output: DIR/figure-NAME.png, and their names without the ending on standard output

import FBDevice
import SystemFiles

extension Figure {
  /// Writes all figures to a folder, and prints their names.
  /// - Returns: the exit status: 1 if one could not be written.
  static func writeAll(to folder: String) -> Int32 {
    for figure in all {
      let name = "figure-" + figure.name
      do throws(DeviceError) {
        try figure.draw().writeSnapshot(to: folder + "/" + name + ".png")
      } catch {
        say(error.message)
        return 1
      }
      print(name)
    }
    return 0
  }
}
