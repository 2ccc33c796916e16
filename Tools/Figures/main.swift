// Draws the documents' figures as pictures, for scripts/bless.
//
// usage: figures DIR
// output: DIR/figure-NAME.png, and their names without the ending on standard output

import FBDevice

guard CommandLine.arguments.count == 2 else { fatalError("usage: figures DIR") }
for figure in Figure.all {
  try figure.draw().writeSnapshot(to: "\(CommandLine.arguments[1])/figure-\(figure.name).png")
  print("figure-\(figure.name)")
}
