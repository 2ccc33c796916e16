import PanelKit

func run() throws(DeviceError) {
  let page = PumpPage(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  let root = Layer()
  root.addSublayer(page.layer)
  let application = try Application(root: root)
  page.controlStyle = .dark
  page.backgroundColor = ControlStyle.dark.ground
  application.drawFrame()
  try application.screen.writeSnapshot(to: "/tmp/dark.png")
  page.controlStyle = .day
  page.backgroundColor = ControlStyle.day.ground
  page.light.isSelected = true
  page.automatic.isOn = true
  application.drawFrame()
  try application.screen.writeSnapshot(to: "/tmp/day.png")
  page.controlStyle = .night
  page.backgroundColor = ControlStyle.night.ground
  application.drawFrame()
  try application.screen.writeSnapshot(to: "/tmp/night.png")
}

do throws(DeviceError) { try run() } catch { error.exit("controls") }
