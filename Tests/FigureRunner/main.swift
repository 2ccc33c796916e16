// Draws the documents' figures as pictures, for scripts/bless.
// input: a folder; output: its files figure-NAME.png, and their names without the ending on standard output.

import FBDevice
import Figures

guard CommandLine.arguments.count == 2 else { fatalError("usage: figure-runner DIR") }
for figure in Figure.all {
  try figure.draw().writeSnapshot(to: "\(CommandLine.arguments[1])/figure-\(figure.name).png")
  print("figure-\(figure.name)")
}
