// panel-assets: makes panels, and packs of fonts and images. This prints and ends.
import Glibc
import PanelAssets
import SystemFiles

ProcessStart.prepare()
let result = runTool(Array(CommandLine.arguments.dropFirst()))
var status = result.status
if !writeLines(result.output, to: 1) {
  _ = writeLines(["panel-assets: cannot write standard output: \(unsafe String(cString: strerror(errno)))"], to: 2)
  status = max(status, 1)
}
_ = writeLines(result.errors, to: 2)
exit(status)
