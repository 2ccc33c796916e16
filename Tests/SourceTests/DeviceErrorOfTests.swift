import SystemFiles

enum DeviceErrorOfTests {
  static var silent: DeviceError { DeviceError("talk to", "a test", reason: "no unit answers") }
}
