// Subject: pinched. A square that two fingers make larger and smaller, on a display, for scripts/emulate-board. Ends with its
// input.
//
// output: `probe ready`, then `probe side PIXELS` whenever the square has another size
import CLinux
import PanelKit
import SystemFiles

enum PinchedSquare {
  /// - Returns: the exit status: 1 if the display cannot be used.
  static func show(on display: String) -> Int32 {
    do throws(DeviceError) {
      let root = View(frame: .zero)
      root.backgroundColor = .black
      let application = try Application(root: root.layer, display: try DisplayChoice(display), touch: .automatic)
      let square = Layer()
      (square.bounds, square.backgroundColor) = (Rect(x: 0, y: 0, width: 100, height: 100), .white)
      square.position = Point(x: root.bounds.width / 2, y: root.bounds.height / 2)
      root.layer.addSublayer(square)
      root.layer.showsChangesAtOnce = true
      let pinch = PinchGestureRecognizer { pinch in
        // Even, about the middle: whole pixels on all sides.
        let side = 2 * (pinch.scale * 50).rounded
        square.bounds = Rect(x: 0, y: 0, width: Fixed(side), height: Fixed(side))
        answer("side " + String(side))
      }
      root.addGestureRecognizer(pinch)
      try application.readLines(from: 0) { _ in
      } atEnd: {
        application.stop()
      }
      answer("ready")
      try application.run()
      return 0
    } catch {
      error.exit("probe")
    }
  }
}
