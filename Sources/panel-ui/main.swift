import CLinux
import EventLoop
import FBDevice
import SystemFiles

// The first thing that runs: the time to the first frame counts from here.
let start = EventLoop.now
ProcessStart.prepare()
exit(runPanel(startedAt: start))
