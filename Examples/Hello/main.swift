// A gauge whose needle goes round, and a button that stops it. A line of standard input puts the needle to an angle in
// degrees.
import PanelKit

final class Button: TextLayer {
  private(set) var isOn = true

  override func touchesBegan(_ touch: Touch) { opacity = 0.5 }
  override func touchesCancelled(_ touch: Touch) { opacity = 1 }
  override func touchesEnded(_ touch: Touch) {
    (opacity, isOn) = (1, !isOn)
    string = isOn ? "Stop" : "Go"
  }
}

func run() throws(DeviceError) {
  let (root, gauge, needle, button) = (Layer(), Layer(), Layer(), Button())
  gauge.frame = Rect(x: 20, y: 20, width: 200, height: 200)
  (gauge.cornerRadius, gauge.borderWidth, gauge.borderColor) = (100, 4, .white)
  (needle.bounds, needle.position) = (Rect(x: 0, y: 0, width: 4, height: 90), Point(x: 100, y: 100))
  (needle.anchorPoint, needle.backgroundColor) = (Point(x: 0.5, y: 1), .white)
  (button.frame, button.string) = (Rect(x: 240, y: 100, width: 100, height: 40), "Stop")
  gauge.addSublayer(needle)
  root.sublayers = [gauge, button]

  let application = try Application(root: root)
  var degrees = 0 { didSet { needle.setAffineTransform(AffineTransform(rotationAngle: Fixed(degrees) * .pi / 180)) } }
  application.every(.milliseconds(100)) { if button.isOn { degrees = (degrees + 6) % 360 } }
  try application.readLines(from: 0) { line in degrees = (Int(line) ?? degrees) % 360 }
  try application.run()
  print("the needle stands at \(degrees) degrees")
}

do throws(DeviceError) { try run() } catch { error.exit("hello") }
