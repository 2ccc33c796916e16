// Draws the documents' figures as pictures: for scripts/bless and, on every processor, for scripts/golden.
//
// usage: figures DIR
// output: DIR/figure-NAME.png, and their names without the ending on standard output
// exit status: 0 drawn, 1 a picture could not be written, 2 usage

import CLinux
import FBDevice
import SystemFiles

/// - Returns: the exit status.
func run() -> Int32 {
  var arguments: [String] = []
  do throws(FileError) { arguments = try ProcessStart.arguments() } catch { return 2 }
  guard let folder = arguments.first, arguments.count == 1 else {
    print("usage: figures DIR")
    return 2
  }
  for figure in Figure.all {
    let name = "figure-" + figure.name
    do throws(DeviceError) {
      try figure.draw().writeSnapshot(to: folder + "/" + name + ".png")
    } catch {
      print(error.message)
      return 1
    }
    print(name)
  }
  return 0
}

exit(run())
