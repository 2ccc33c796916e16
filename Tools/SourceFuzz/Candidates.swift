import PanelFile
import PanelSignals

@testable import PanelSources

/// All decoders and sessions, by their names.
let candidates: [Candidate] = [
  Candidate("lines") { LineTrial() },
  Candidate("gpsd") { gpsd("") },
  Candidate("gpsd-device") { gpsd("/dev/gps") },
  Candidate("nmea0183") { sentences(wantsChecksum: true) },
  Candidate("nmea0183-unchecked") { sentences(wantsChecksum: false) },
  Candidate("signalk") { signalK() },
  Candidate("vedirect") { veDirect() },
  Candidate("can") {
    StreamTrial(
      CANStream(BusMessages.addresses), addresses: BusMessages.addresses.count, BusMessages.kernelSeeds, isBus: true)
  },
  Candidate("n2k-lines") { gateway(.lines, BusMessages.lineSeeds) },
  Candidate("n2k-message-lines") { gateway(.messageLines, BusMessages.messageLineSeeds) },
  Candidate("n2k-packets") { gateway(.packets, BusMessages.packetSeeds) { BusMessages.mark($0, &$1) } },
  Candidate("mqtt") { MQTTTrial() },
  Candidate("modbus-tcp") { ModbusTrial(.tcp) },
  Candidate("modbus-rtu") { ModbusTrial(.rtu) },
  Candidate("obd") { OBDTrial() },
  Candidate("elm") { ELMTrial() },
  Candidate("gpio") { GPIOTrial() },
  Candidate("sensors") { SensorTrial() },
  Candidate("candump") { CandumpTrial() },
  Candidate("logs") { LogTrial() },
  Candidate("fields") { FieldTrial() },
  Candidate("addresses") { AddressTrial() },
  Candidate("places") { PlaceTrial() },
]

private func gateway(
  _ format: N2KStream.Format, _ seeds: [[UInt8]],
  _ frame: @escaping ([UInt8], inout [UInt8]) -> Void = { $1.append(contentsOf: $0) }
) -> StreamTrial<N2KStream> {
  StreamTrial(N2KStream(BusMessages.addresses, format), addresses: BusMessages.addresses.count, seeds, frame)
}

private func gpsd(_ device: String) -> StreamTrial<GPSDDecoder> {
  let addresses = [
    "TPV.speed", "TPV.lat", "TPV.mode", "SKY.uSat", "TPV.time", "ATT.heading", "TPV.speed", "SKY.satellites[1].PRN",
  ]
  let seeds = [
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps","activated":"2026-11-28T10:00:00.000Z"}]}"#,
    #"{"class":"TPV","device":"/dev/gps","mode":3,"time":"2026-11-28T12:30:05.250Z","lat":54.3,"lon":-10.1,"speed":3.5}"#,
    #"{"class":"TPV","device":"/dev/gps","mode":1,"time":"2026-11-28T12:30:05.250Z"}"#,
    #"{"class":"SKY","device":"/dev/gps","uSat":9,"nSat":12,"satellites":[{"PRN":3,"used":true},{"PRN":5,"used":false}]}"#,
    #"{"class":"ATT","device":"/dev/gps","heading":271.5}"#,
  ]
  return StreamTrial(
    GPSDDecoder(addresses, device: device), addresses: addresses.count, seeds.map { bytes($0 + "\r\n") })
}

private func sentences(wantsChecksum: Bool) -> StreamTrial<SentenceDecoder> {
  let texts = [
    "RMC.7n", "RMC.1t", "RMC.3l", "RMC.9d", "GPHDT.1n", "DPT.1n", "MWV.3n", "XDR.0x@CTEMP", "PGRME.1n", "GGA.2t",
    "TXT.4s",
  ]
  let addresses = texts.compactMap { SentenceAddress($0) }
  let seeds = [
    "GPRMC,092751.000,A,5321.6802,N,00630.3372,W,6.06,31.66,280511,3.2,W,A", "GPHDT,274.07,T", "SDDPT,1.3,0.5,",
    "IIMWV,214.8,R,5.5,K,A", "GNGGA,001043.25,4404.5,N,12118.25,W,1,12,0.98,1113.0,M,-21.3,M,4.5,0120",
    "IIXDR,C,19.5,C,TEMP,P,1.02,B,BARO", "PGRME,15.0,M,45.0,M,25.0,M", "GPTXT,01,01,02,u-blox \u{e9}",
    "GPGNS,112257.00,,,,,AN",
  ]
  return StreamTrial(
    SentenceDecoder(addresses, wantsChecksum: wantsChecksum), addresses: addresses.count, seeds.map { bytes($0) }
  ) { body, bytes in
    // A tag block, a mark of a datagram, and a sentence of AIS come in between.
    let kind = body.count & 15
    if kind == 1 { bytes.append(contentsOf: tagBlock) }
    if kind == 2 { bytes.append(contentsOf: datagramMark) }
    if kind == 3 { bytes.append(contentsOf: shipSentence) }
    var sum: UInt8 = 0
    bytes.append(UInt8(ascii: "$"))
    for byte in body {
      sum ^= byte
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "*"))
    bytes.append(hexadecimal(sum >> 4))
    bytes.append(hexadecimal(sum & 15))
    bytes.append(13)
    bytes.append(10)
  }
}

private let tagBlock = bytes("\\s:AB0001,n:1*2C\\")
private let datagramMark = bytes("UdPbC\0")
private let shipSentence = bytes("!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\r\n")

private func signalK() -> StreamTrial<SignalKDecoder> {
  let own = "vessels.urn:mrn:signalk:uuid:5d3a7c1e-0b52-4d5e-9f6a-2b7f0c9e4a11"
  func delta(_ path: String, _ value: String, _ source: String = "nmea0183.II") -> String {
    #"{"context":"\#(own)","updates":[{"source":{"label":"nmea0183","type":"NMEA0183"},"$source":"\#(source)","#
      + #""timestamp":"2026-11-28T12:00:01.250Z","values":[{"path":"\#(path)","value":\#(value)}]}]}"# + "\r\n"
  }
  let speed = "navigation.speedOverGround"
  let addresses = [
    SignalKAddress(path: bytes(speed)), SignalKAddress(path: bytes("navigation.position"), member: bytes("latitude")),
    SignalKAddress(path: bytes("navigation.position"), member: bytes("longitude")),
    SignalKAddress(path: bytes("navigation.headingTrue"), source: bytes("gps.1")), SignalKAddress(path: bytes("name")),
    SignalKAddress(.severity, path: bytes("notifications.mob"), member: bytes("state")),
    SignalKAddress(path: bytes("cells"), member: bytes("[2].u")),
    SignalKAddress(path: bytes(speed), source: bytes("n2k.115")),
  ]
  let seeds = [
    #"{"name":"signalk-server","version":"2.19.1","self":"\#(own)","roles":["master","main"]}"# + "\r\n",
    delta(speed, "3.6"), delta("navigation.position", #"{"latitude":54.321,"longitude":-10.1,"altitude":null}"#),
    delta("navigation.headingTrue", "1.5", "gps.1"),
    delta("notifications.mob", #"{"state":"alarm","method":["sound"]}"#),
    delta("cells", "[3.31,3.32,{\"u\":3.33}]"), delta("", #"{"name":"Aurora"}"#), delta("navigation.position", "null"),
    #"{"updates":[{"values":[{"value":3.6,"path":"navigation.speedOverGround"},"#
      + #"{"value":{"longitude":-10.1,"latitude":54.321},"path":"navigation.position"}],"$source":"gps.1"},"#
      + #"{"$source":"n2k.115","values":[{"path":"navigation.headingTrue","value":1.5}]}],"context":"\#(own)"}"#
      + "\r\n",
  ]
  return StreamTrial(SignalKDecoder(addresses), addresses: addresses.count, seeds.map { bytes($0) })
}

private func veDirect() -> StreamTrial<VEDirectDecoder> {
  let texts = ["3:V", "3:I", "t:TTG", "b6:AR", "0:CS", "1:SOC", "0:LOAD", "0:SER#", "9:H6"]
  let addresses = texts.compactMap { VEDirectAddress($0) }
  let seeds = [
    "\r\nPID\t0xA053\r\nSER#\tHQ2129ABCDE\r\nV\t12800\r\nI\t-340\r\nCS\t3\r\nOR\t0x00000000\r\nLOAD\tON\r\nChecksum\t",
    "\r\nPID\t0x203\r\nV\t26201\r\nT\t---\r\nSOC\t927\r\nTTG\t-1\r\nAlarm\tOFF\r\nAR\t68\r\nChecksum\t",
    "\r\nH1\t-55541\r\nH6\t-3222333\r\nH9\t86400\r\nChecksum\t", "\r\nV\t1\r\nChecksum\t",
  ]
  return StreamTrial(VEDirectDecoder(addresses), addresses: addresses.count, seeds.map { bytes($0) }) { body, bytes in
    var sum: UInt8 = 0
    for byte in body {
      sum &+= byte
      bytes.append(byte)
    }
    bytes.append(0 &- sum)
    if body.count & 7 == 0 { bytes.append(contentsOf: hexFrame) }
  }
}

private let hexFrame = bytes(":A0002000148\n")
