// Addresses of sensors, as a person writes them.
import Testing

@testable import PanelDescription
@testable import PanelSources

@Suite("Addresses of sensors") struct SensorAddressTests {
  private let reader = FileAddresses { word, names in
    names.first { $0.first == word.first && $0.last == word.last && abs($0.count - word.count) < 2 }
  }

  private func text(_ address: String) -> String {
    switch reader.read(address) {
    case .right(let found): found.text + (found.unit.map { " [\($0)]" } ?? "")
    case .wrong(let found, let expected): "\(found) — \(expected)"
    }
  }

  // row: P6C P61
  @Test("P6C P61 a sensor becomes a short form that the device reads, with its unit; a path stays as it is")
  func right() {
    let cases = [
      ("iio in_voltage0", "iio * in_voltage0 in_voltage 0 [mV]"),
      ("iio ads1115 in_voltage0_raw", "iio ads1115 in_voltage0 in_voltage 0 [mV]"),
      ("iio ads1115@1-0048 in_voltage0-voltage1", "iio ads1115@1-0048 in_voltage0-voltage1 in_voltage-voltage 0 [mV]"),
      ("sys/bus/iio/devices/iio:device0/in_voltage0", "iio iio:device0 in_voltage0 in_voltage 0 [mV]"),
      ("/sys/bus/iio/devices/iio:device0/in_temp_object", "iio iio:device0 in_temp_object in_temp 0 [mdegC]"),
      ("iio in_accel_x", "iio * in_accel_x in_accel 0 [m/s2]"),
      ("iio in_current1", "iio * in_current1 in_current 0 [mA]"),
      ("iio dht11 in_humidityrelative", "iio dht11 in_humidityrelative in_humidityrelative 3 [percent]"),
      ("iio in_pressure", "iio * in_pressure in_pressure 0 [kPa]"),
      ("iio in_anglvel_z", "iio * in_anglvel_z in_anglvel 0"),
      ("iio in_quaternion", "iio * in_quaternion in_quaternion 0"),
      ("iio in_illuminance", "iio * in_illuminance in_illuminance 0 [lx]"),
      ("hwmon k10temp temp1", "hwmon k10temp 0 temp1_input [mdegC]"),
      ("hwmon ina226 in1", "hwmon ina226 0 in1_input [mV]"),
      ("hwmon ina226 curr1", "hwmon ina226 0 curr1_input [mA]"),
      ("hwmon ina226 power1", "hwmon ina226 6 power1_input [W]"),
      ("hwmon x fan2", "hwmon x 0 fan2_input [rpm]"),
      ("hwmon sht3x humidity1", "hwmon sht3x 3 humidity1_input [percent]"),
      ("hwmon x energy1", "hwmon x 6 energy1_input [J]"), ("hwmon x temp1_crit", "hwmon x 0 temp1_crit [mdegC]"),
      ("hwmon x power1_average", "hwmon x 6 power1_average [W]"), ("hwmon x in0_alarm", "hwmon x 0 in0_alarm"),
      ("hwmon x pwm1", "hwmon x 0 pwm1"), ("hwmon x intrusion0", "hwmon x 0 intrusion0_alarm"),
      ("hwmon k10temp Tctl", "hwmon k10temp = Tctl"), ("hwmon coretemp Core 0", "hwmon coretemp = Core 0"),
      ("w1 28-000005e2fdc3", "w1 28-000005e2fdc3 [mdegC]"),
      ("proc/meminfo MemAvailable: *", "proc/meminfo MemAvailable: *"),
      ("sys/bus/iio/devices/iio:device0/in_voltage0_raw", "sys/bus/iio/devices/iio:device0/in_voltage0_raw"),
      ("sys/bus/iio/devices/iio:device0/name", "sys/bus/iio/devices/iio:device0/name"), ("iio", "iio"),
      ("w1/x", "w1/x"),
    ]
    for (address, expected) in cases {
      #expect(text(address) == expected)
      let short = String(expected.split(separator: "[")[0])
      let isSensor = ["iio ", "hwmon ", "w1 "].contains { short.hasPrefix($0) }
      let form = short.hasSuffix(" ") ? String(short.dropLast()) : short
      #expect((DeviceAddress(form) != nil) == isSensor, "\(form)")
    }
  }

  @Test("P6C a wrong sensor has its wrong part and the probable one")
  func wrong() {
    let cases = [
      ("iio ", "iio CHANNEL or iio DEVICE CHANNEL"), ("iio a b c", "iio CHANNEL or iio DEVICE CHANNEL"),
      ("iio ads1115 voltage0", "iio CHANNEL or iio DEVICE CHANNEL"), ("iio in_volage0", "in_voltage?"),
      ("iio in_voltage0_scale", "in_voltage0 alone: its value"), ("iio a/b in_voltage0", "its name, as ads1115"),
      ("iio .. in_voltage0", "its name, as ads1115"), ("iio @1-0048 in_voltage0", "or ads1115@1-0048"),
      ("hwmon k10temp", "hwmon CHIP SENSOR"), ("hwmon ", "hwmon CHIP SENSOR"), ("hwmon x temp1_criit", "crit?"),
      ("hwmon x temp1_zzz", "one of input, "), ("hwmon a/b temp1", "its name"), ("w1 28", "w1 ID"),
      ("w1 28-000005E2FDC3", "28-000005e2fdc3?"), ("w1 29-000005e2fdc3", "a thermometer's: 10, 22, 28, 3b, 42"),
      ("w1 28-000005e2fdc3 *", "w1 ID"),
    ]
    for (address, expected) in cases { #expect(text(address).contains(expected), "\(address): \(text(address))") }
    // The kind's own check, which is before it, lets sensors pass.
    #expect(SourceKind.files.checkAddress("iio ads1115 in_voltage0") == nil)
    #expect(SourceKind.files.checkAddress("proc/meminfo MemAvailable:")?.expected.contains("one *") == true)
  }
}
