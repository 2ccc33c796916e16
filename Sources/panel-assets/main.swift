// panel-assets: makes packs of fonts and images. All of it is in PanelAssets; this prints and ends.
import Foundation
import PanelAssets

let result = runTool(Array(CommandLine.arguments.dropFirst()))
for line in result.output { print(line) }
for line in result.errors { FileHandle.standardError.write(Data((line + "\n").utf8)) }
exit(result.status)
