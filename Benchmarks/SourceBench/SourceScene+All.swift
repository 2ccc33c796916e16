import EventLoop
import PanelFile
import PanelSignals
import PanelSources

extension SourceScene {
  // MARK: CAN

  /// A frame with eight signals of eight bits.
  static func canPlain() -> SourceScene {
    let addresses = (0..<8).map { "123 u" + hexadecimal(8 * $0) + ":8" }
    return SourceScene(addresses, [frame(0x123, [1, 2, 3, 4, 5, 6, 7, 8])], rounds: 1000, SourceFeed.can)
  }

  /// Tenths with an offset, of both orders, with a sign and without.
  private static func scaled(_ id: String, _ count: Int) -> [String] {
    let places = ["u0:8", "s8:8", "u10:A", "S1F:6", "u20:8", "U2F:8", "s30:8", "u38:8"]
    return places[..<count].map { id + " " + $0 + " *1-190/5>1" }
  }

  static func canScaled() -> SourceScene {
    SourceScene(scaled("123", 8), [frame(0x123, [1, 2, 3, 4, 5, 6, 7, 8])], rounds: 1000, SourceFeed.can)
  }

  /// One signal is the switch, seven others have values where it is 2, and seven more where it is 3.
  static func canSwitched() -> SourceScene {
    var addresses = ["123 u0:8"]
    for number in [2, 3] {
      for index in 1..<8 {
        addresses.append("123 u" + hexadecimal(8 * index) + ":8 *1/5>1 ?u0:8=" + hexadecimal(number))
      }
    }
    let frames = [frame(0x123, [2, 2, 3, 4, 5, 6, 7, 8]), frame(0x123, [3, 2, 3, 4, 5, 6, 7, 8])]
    return SourceScene(addresses, frames, rounds: 500, SourceFeed.can)
  }

  /// A second of 2,000 frames: of eight ids with 60 signals.
  static func canSecond() -> SourceScene {
    var (addresses, frames): ([String], [[UInt8]]) = ([], [])
    for id in 0..<8 {
      addresses += scaled("12" + hexadecimal(id), id < 7 ? 8 : 4)
    }
    for number in 0..<2000 {
      let byte = UInt8(number & 127)
      frames.append(frame(0x120 + UInt32(number & 7), [byte, 2, byte, 4, 5, byte, 7, 8]))
    }
    return SourceScene(addresses, frames, size: 2000, rounds: 1, SourceFeed.can)
  }

  // MARK: NMEA 0183 and NMEA 2000

  static func sentences() -> SourceScene {
    SourceScene(
      [
        "RMC.3p!2:V!12:N", "RMC.5p!2:V!12:N", "RMC.7n!2:V!12:N", "RMC.8n!2:V!12:N", "GGA.2p!6:0", "GGA.4p!6:0",
        "GGA.6n",
        "GGA.9n!6:0~10:M", "GLL.1p!6:V!7:N", "GLL.3p!6:V!7:N", "VTG.1n!9:N~2:T", "VTG.5n!9:N~6:N", "HDT.1n~2:T",
        "HDG.1n", "HDG.4s", "DBT.3n~4:M", "DPT.1n", "DPT.2n", "MWV.1n=2:R!5:V", "MWV.3w=2:R!5:V", "MTW.1n~2:C",
        "VHW.1n~2:T", "VHW.5n~6:N", "ZDA.1t", "ZDA.2z",
      ],
      [
        sentence("GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,280511,,,A"),
        sentence("GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,"),
        sentence("GPGLL,5321.6802,N,00630.3372,W,092750.000,A,A"), sentence("GPVTG,31.66,T,,M,0.02,N,0.04,K,A"),
        sentence("HEHDT,274.07,T"), sentence("HCHDG,101.1,,,7.1,W"), sentence("SDDBT,36.41,f,11.10,M,6.07,F"),
        sentence("SDDPT,11.10,0.5,"), sentence("WIMWV,214.8,R,10.1,N,A"), sentence("YXMTW,17.75,C"),
        sentence("VWVHW,212.7,T,217.4,M,5.31,N,9.83,K"), sentence("GPZDA,092750.000,28,05,2011,00,00"),
      ], rounds: 80, SourceFeed.nmea0183)
  }

  static func recommendedMinimum() -> SourceScene {
    SourceScene(
      ["RMC.3p!2:V!12:N", "RMC.5p!2:V!12:N", "RMC.7n!2:V!12:N", "RMC.8n!2:V!12:N"],
      [sentence("GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,280511,,,A")], rounds: 1000,
      SourceFeed.nmea0183)
  }

  /// Engine parameters, dynamic, in four frames: five values.
  static func fastPacket() -> SourceScene {
    var messages: [[UInt8]] = []
    var bytes: [UInt8] = []
    for index in 0..<26 { bytes.append(UInt8(index + 16)) }
    for sequence in 0..<8 {
      var place = 0
      for number in 0..<4 {
        var data = [UInt8(sequence << 5 | number)]
        if number == 0 { data.append(26) }
        while data.count < 8 {
          data.append(place < bytes.count ? bytes[place] : 0xFF)
          place += 1
        }
        messages.append(frame(0x09F2_0123, data, isExtended: true))
      }
    }
    let addresses = ["u8:10 !n *64", "u28:10 !n *1/64", "s38:10 !n *1/64", "u58:20 !n", "s68:8 !n"]
    return SourceScene(addresses.map { "P1F201+ " + $0 }, messages, size: 4, rounds: 100, SourceFeed.can)
  }

  /// Engine parameters, rapid update: speed and boost.
  static func groupFrame() -> SourceScene {
    SourceScene(
      ["P1F200 u8:10 !n *1>2", "P1F200 u18:10 !n *64"],
      [frame(0x09F2_0023, [0, 0x40, 0x1F, 0x10, 0x27, 0, 0xFF, 0xFF], isExtended: true)], rounds: 1000,
      SourceFeed.can)
  }

  // MARK: JSON and lines

  static func message() -> SourceScene {
    let payload =
      #"{"last_seen":"2026-11-28T12:00:01.250Z","battery":{"voltage":12.81,"current":-3.42,"soc":92},"#
      + #""linkquality":120,"temperature":21.37,"humidity":48.2,"pressure":1013,"power_outage_count":7,"update":0}"#
    return SourceScene(
      ["j15:house/battery/1battery.voltage", "j15:house/battery/1temperature"],
      [publish("house/battery/1", Array(payload.utf8))],
      greeting: [[0x20, 2, 0, 0], [0x90, 3, 0, 1, 0]], rounds: 1000, SourceFeed.mqtt)
  }

  static func pairs(_ loop: EventLoop) -> SourceScene {
    let names = [
      "motor.amps", "motor.volt", "motor.temp", "motor.flow", "motor.load", "motor.pres", "motor.wear", "slip",
    ]
    var line: [UInt8] = []
    for (index, name) in names.enumerated() {
      line += (index == 0 ? "" : " ").utf8
      line += name.utf8
      line += "=\(index * 37).\(index)5".utf8
    }
    return SourceScene(names, [line + [10]], rounds: 1000) { SourceFeed.lines($0, $1, loop) }
  }

  static func delta() -> SourceScene {
    let own = "vessels.urn:mrn:signalk:uuid:5d3a7c1e-0b52-4d5e-9f6a-2b7f0c9e4a11"
    let hello = "{\"name\":\"signalk-server\",\"version\":\"2.19.1\",\"self\":\"" + own + "\"}\r\n"
    let text =
      "{\"context\":\"" + own
      + #"","updates":[{"source":{"label":"nmea0183","type":"NMEA0183","talker":"II","sentence":"RMC"},"#
      + #""$source":"nmea0183.II","timestamp":"2026-11-28T12:00:01.250Z","values":["#
      + #"{"path":"navigation.speedOverGround","value":3.61},{"path":"navigation.courseOverGroundTrue","value":1.523},"#
      + #"{"path":"navigation.position","value":{"longitude":-10.1234,"latitude":54.3217}}]}]}"# + "\r\n"
    return SourceScene(
      [
        "v26:navigation.speedOverGround0:", "v31:navigation.courseOverGroundTrue0:",
        "v19:navigation.position0:latitude", "v19:navigation.position0:longitude",
      ], [Array(text.utf8)], greeting: [Array(hello.utf8)], rounds: 500, SourceFeed.signalK)
  }

  static func report() -> SourceScene {
    let text =
      #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-28T12:30:05.000Z","ept":0.005,"lat":53.361337,"#
      + #""lon":-6.50562,"altHAE":117.1,"altMSL":61.7,"epx":3.1,"epy":4.2,"epv":7.9,"track":31.66,"magtrack":33.2,"#
      + #""speed":0.51,"climb":0.0,"eps":0.31,"epc":0.62}"# + "\n"
    return SourceScene(
      ["TPV.lat", "TPV.lon", "TPV.speed", "TPV.track", "TPV.altMSL"], [Array(text.utf8)], rounds: 500, SourceFeed.gpsd)
  }

  // MARK: Devices

  /// A battery monitor's block of 14 fields with its checksum: seven values.
  static func chargerBlock() -> SourceScene {
    let bytes = block([
      ("PID", "0x203"), ("V", "26201"), ("T", "21"), ("I", "-1500"), ("P", "-39"), ("CE", "-15200"), ("SOC", "927"),
      ("TTG", "5320"), ("Alarm", "OFF"), ("Relay", "OFF"), ("AR", "68"), ("BMV", "700"), ("FW", "0307"), ("MON", "0"),
    ])
    return SourceScene(
      ["3:V", "3:I", "0:P", "3:CE", "1:SOC", "t:TTG", "b6:AR"], [bytes], greeting: [bytes], rounds: 500,
      SourceFeed.veDirect)
  }

  /// 20 registers with ten values: six numbers of 32 bits with a scale, four floats.
  static func registers() -> SourceScene {
    var (addresses, data): ([String], [UInt8]) = ([], [])
    for index in 0..<10 {
      addresses.append("h:" + hexadecimal(2 * index) + "/2 " + (index < 6 ? "s0:20 *1/5>1" : "f0:20"))
      data += index < 6 ? [0, 0, UInt8(index), 200] : [0x42, UInt8(index), 0x40, 0]
    }
    let answer: [UInt8] = [0, 0, 0, 0, 0, 43, 1, 3, 40] + data
    return SourceScene(addresses, [answer], asks: true, rounds: 500, SourceFeed.modbus)
  }

  /// An answer of one ECU: the engine's speed, among six addresses.
  static func ecuAnswer() -> SourceScene {
    let answers: [[UInt8]] = [
      [3, 0x41, 0x05, 130], [4, 0x41, 0x0C, 0x1A, 0xF8], [3, 0x41, 0x0D, 50], [3, 0x41, 0x2F, 51],
      [4, 0x41, 0x42, 0x30, 0xD4], [3, 0x41, 0x5C, 140],
    ]
    return SourceScene(
      [
        "01 05 U7:8 *1-28 =COOLANT_TEMP", "01 0C U7:10 *1/4 =RPM", "01 0D U7:8 =SPEED", "01 2F U7:8 *64/FF =FUEL_LEVEL",
        "01 42 U7:10 *1/7D>3 =VOLTAGE", "01 5C U7:8 *1-28 =OIL_TEMP",
      ], answers.map { frame(0x7E8, $0 + Array(repeating: 0xAA, count: 8 - $0.count)) }, rounds: 200, SourceFeed.obd)
  }
}

/// A number in capital digits.
private func hexadecimal(_ number: Int) -> String { String(number, radix: 16, uppercase: true) }
