import CLinux
import FBDevice

// The first thing that runs: the time to the first frame counts from here.
let start = EventLoop.now
exit(runPanel(startedAt: start))
