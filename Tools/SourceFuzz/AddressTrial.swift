import SystemFiles

@testable import PanelSources

/// Short forms of addresses and outputs.
struct AddressTrial: Trial {
  private(set) var told: Int64 = 0
  private(set) var leftOut: Int64 = 0

  private struct Form {
    let seeds: [[UInt8]]
    /// The short form of the value that a text is read as; `nil` where it is none.
    let read: (String) -> String?
  }

  private let forms: [Form] = [
    Form(seeds: ["l 3 10000 17", "c 0 0 PIN 3", "f 63 10000000 65535"].map { bytes($0) }) { GPIOAddress($0)?.text },
    Form(
      seeds: ["h3:64/2 s0:20 w *1/A @1F4", ":0/1 u0:10", "h:0/10 t20", "c:3/1 u0:1 m", "h:C8/4 b y n"].map { bytes($0) }
    ) { text in
      if let output = ModbusOutput(text) { _ = (output.function, output.registers(for: 7)) }
      return ModbusField(text)?.text
    },
    Form(seeds: Car.addresses.map { bytes($0 + " =Name") }) { OBDAddress($0)?.text },
    Form(
      seeds: [
        "v26:navigation.speedOverGround0:", "v19:navigation.position0:latitude", "s17:notifications.mob0:state",
        "v22:navigation.headingTrue11:nmea0183.II",
      ].map { bytes($0) }
    ) { SignalKAddress($0)?.text },
    Form(seeds: ["3:V", "t:TTG", "b6:AR", "b31:OR"].map { bytes($0) }) { VEDirectAddress($0)?.text },
    Form(
      seeds: ["v7:battery", "j7:batterycells[3].u", "p4:temp* °C", "t13:solar/+/power1"].map { bytes($0) }
    ) { MQTTAddress($0)?.text },
    Form(seeds: ["6:onlinev14:bridge/status", "0:j1:ax"].map { bytes($0) }) { MQTTAlive($0)?.text },
    Form(seeds: ["101:5:set/x1:5:value0:", "011:1:a0:2:2:on3:off"].map { bytes($0) }) { text in
      guard let output = MQTTOutput(text) else { return nil }
      _ = (output.payload(of: 1), output.payload(of: .min), output.payload(of: .max))
      return output.text
    },
    Form(
      seeds: ["RMC.7n", "GPHDT.1n", "MWV.3ne2:R", "XDR.0x@CTEMP", "PGRME.1n", "RMC.3l", "GGA.2t=6:1#9:14"].map {
        bytes($0)
      }
    ) { SentenceAddress($0)?.text },
    Form(
      seeds: [
        "iio mcp3008@0 in_voltage0 in_voltage 3", "hwmon k10temp = Tctl", "hwmon * 3 temp1_input", "w1 28-0123456789ab",
      ]
      .map { bytes($0) }
    ) { DeviceAddress($0) == nil ? nil : "" },
  ]

  private mutating func take(_ text: String, _ form: Form) {
    guard let short = form.read(text) else {
      leftOut += 1
      return
    }
    told += 1
    // Letters that are no UTF-8 may have been cut.
    if !short.isEmpty && short.utf8.allSatisfy({ $0 < 128 }) && form.read(short) != short {
      fail("another address: \(short)")
    }
  }

  mutating func execute(_ maker: inout Maker) {
    let form = forms[maker.below(forms.count)]
    maker.choose(form.seeds)
    take(String(decoding: maker.message, as: UTF8.self), form)
  }

  mutating func proof() -> UInt64 {
    let former = told
    for form in forms { for seed in form.seeds { take(String(decoding: seed, as: UTF8.self), form) } }
    return UInt64(told - former)
  }
}

/// Texts of the places of connections.
struct PlaceTrial: Trial {
  private(set) var told: Int64 = 0
  private(set) var leftOut: Int64 = 0

  private static let seeds = [
    "tcp 192.168.1.20:502", "udp 10110", "udp 239.255.0.1:2000", "unix /run/x.sock", "serial /dev/ttyUSB0 4800 8N1",
    "serial /dev/ttyUSB0 921600 8E2", "localhost:2947", "10.0.0.1", "rtu 10.0.0.1:4001", "serial /dev/ttyS0", "can0",
  ].map { bytes($0) }

  private mutating func take(_ text: String) {
    var isRead = false
    if let place = ConnectionPlace(text) {
      isRead = true
      if place.name.isEmpty { fail("a place without a name") }
      if case .tcp(let endpoint) = place, Endpoint(endpoint.text.utf8) != endpoint {
        fail("another place: \(endpoint.text)")
      }
    }
    if let place = ModbusPlace(text) {
      isRead = true
      if place.characterTime < 0 { fail("a time below 0") }
    }
    if Endpoint(text.utf8, port: 2947) != nil || CANStream.isInterface(text) { isRead = true }
    if isRead { told += 1 } else { leftOut += 1 }
  }

  mutating func execute(_ maker: inout Maker) {
    maker.choose(Self.seeds)
    take(String(decoding: maker.message, as: UTF8.self))
  }

  mutating func proof() -> UInt64 {
    let former = told
    for seed in Self.seeds { take(String(decoding: seed, as: UTF8.self)) }
    return UInt64(told - former)
  }
}
