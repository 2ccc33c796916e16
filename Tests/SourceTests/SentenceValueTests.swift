import PanelSignals
import PanelSources
import Testing

/// Values of all named fields, from sentences of gpsd's "NMEA Revealed" and of devices.
@Suite struct SentenceValueTests {
  struct Case: Sendable {
    let body: String
    let fields: [(String, HeardSentences.Value)]
  }

  static let cases: [Case] = [
    Case(
      body: "GNRMC,001031.00,A,4404.13993,N,12118.86023,W,0.146,084.4,100117,3.1,W,D",
      fields: [
        ("time", "631"), ("status", "1"), ("speed", "0.146"), ("course", "84.4"), ("date", "17176"), ("day", "10"),
        ("month", "1"), ("year", "2017"), ("variation", "-3.1"), ("mode", "'D"),
      ]),
    Case(
      body: "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A",
      fields: [
        ("course", "54.7"), ("course_magnetic", "34.4"), ("speed", "5.5"), ("speed_kmh", "10.2"), ("mode", "'A"),
      ]),
    Case(
      body: "GNGGA,001043.25,4404.5,N,12118.25,W,1,12,0.98,1113.0,M,-21.3,M,4.5,0120",
      fields: [
        ("time", "643.25"), ("quality", "1"), ("satellites", "12"), ("hdop", "0.98"), ("altitude", "1113"),
        ("geoid", "-21.3"), ("age", "4.5"), ("station", "120"), ("latitude", "44.075"),
      ]),
    Case(
      body: "GNGLL,4430.0,S,12115.0,E,235959.5,A,A",
      fields: [("latitude", "-44.5"), ("longitude", "121.25"), ("time", "86399.5"), ("status", "1"), ("mode", "'A")]),
    Case(
      body: "GPGNS,112257.00,3845.0,N,00930.0,W,AN,03,10.5,20.5,50.1,2,7",
      fields: [
        ("time", "40977"), ("latitude", "38.75"), ("longitude", "-9.5"), ("mode", "'AN"), ("satellites", "3"),
        ("hdop", "10.5"), ("altitude", "20.5"), ("geoid", "50.1"), ("age", "2"), ("station", "7"),
      ]),
    Case(
      body: "GPZDA,160012.71,11,03,2004,-1,30",
      fields: [
        ("time", "57612.71"), ("date", "12488"), ("day", "11"), ("month", "3"), ("year", "2004"), ("zone_hours", "-1"),
        ("zone_minutes", "30"),
      ]),
    Case(body: "GPHDT,274.07,T", fields: [("heading", "274.07")]),
    Case(body: "HCHDG,98.3,1.5,E,12.6,W", fields: [("heading", "98.3"), ("deviation", "1.5"), ("variation", "-12.6")]),
    Case(body: "HCHDM,101.1,M", fields: [("heading", "101.1")]),
    Case(body: "TIROT,-12.5,A", fields: [("rate", "-12.5"), ("status", "1")]),
    Case(body: "SDDBT,7.8,f,2.4,M,1.3,F", fields: [("depth", "2.4"), ("depth_ft", "7.8"), ("depth_fathoms", "1.3")]),
    Case(body: "INDPT,2.3,-0.5,100", fields: [("depth", "2.3"), ("offset", "-0.5"), ("range", "100")]),
    Case(body: "INMTW,17.9,C", fields: [("temperature", "17.9")]),
    Case(
      body: "VWVHW,245.1,T,248.3,M,5.60,N,10.37,K",
      fields: [("heading", "245.1"), ("heading_magnetic", "248.3"), ("speed", "5.6"), ("speed_kmh", "10.37")]),
    Case(
      body: "VWVLW,2.8,N,1.5,N,3.1,N,0.7,N",
      fields: [("total", "2.8"), ("trip", "1.5"), ("total_ground", "3.1"), ("trip_ground", "0.7")]),
    Case(body: "WIMTA,21.5,C", fields: [("temperature", "21.5")]),
    Case(
      body: "WIMDA,29.92,I,1.013,B,21.1,C,17.2,C,45.5,1.2,8.9,C,190.5,T,193.5,M,9.7,N,5.0,M",
      fields: [
        ("pressure", "1.013"), ("pressure_inhg", "29.92"), ("air_temperature", "21.1"), ("water_temperature", "17.2"),
        ("humidity", "45.5"), ("absolute_humidity", "1.2"), ("dew_point", "8.9"), ("wind_direction", "190.5"),
        ("wind_direction_magnetic", "193.5"), ("wind_speed", "5"), ("wind_speed_kn", "9.7"),
      ]),
    Case(body: "IIRSA,10.5,A,-9.5,A", fields: [("starboard", "10.5"), ("port", "-9.5")]),
    Case(
      body: "GPAPB,A,A,0.10,R,N,V,A,011,M,DEST,012,M,013,M",
      fields: [
        ("status", "1"), ("cross_track", "0.1"), ("arrived", "0"), ("passed", "1"), ("track_magnetic", "11"),
        ("waypoint", "'DEST"), ("bearing_magnetic", "12"), ("steer_magnetic", "13"), ("mode", .none),
      ]),
    Case(
      body: "GPAPB,A,A,0.10,L,N,V,V,011,T,DEST,012,T,013,T,D",
      fields: [("cross_track", "-0.1"), ("track", "11"), ("bearing", "12"), ("steer", "13"), ("mode", "'D")]),
    Case(
      body: "GPRMB,A,0.66,L,003,004,4915.0,N,12330.0,W,001.3,052.5,000.5,V,A",
      fields: [
        ("status", "1"), ("cross_track", "-0.66"), ("origin", "'003"), ("waypoint", "'004"), ("latitude", "49.25"),
        ("longitude", "-123.5"), ("distance", "1.3"), ("bearing", "52.5"), ("closing_speed", "0.5"), ("arrived", "0"),
        ("mode", "'A"),
      ]),
    Case(
      body: "GPBWC,220516,5130.0,N,00045.0,W,213.8,T,218.0,M,0004.6,N,EGLM,A",
      fields: [
        ("time", "79516"), ("latitude", "51.5"), ("longitude", "-0.75"), ("bearing", "213.8"),
        ("bearing_magnetic", "218"), ("distance", "4.6"), ("waypoint", "'EGLM"), ("mode", "'A"),
      ]),
    Case(body: "GPXTE,A,A,4.07,L,N,D", fields: [("status", "1"), ("cross_track", "-4.07"), ("mode", "'D")]),
    Case(body: "WIMWV,214.8,R,10,K,A", fields: [("angle", "214.8"), ("status", "1")]),
    Case(body: "WIMWV,190.1,T,8.1,M,A", fields: [("true_angle", "190.1"), ("true_speed", "8.1")]),
    Case(body: "WIMWV,,R,3.5,M,A", fields: [("angle", .none), ("speed", "3.5")]),
  ]

  @Test("P64 the fields of a sentence have names", arguments: cases)
  func named(_ given: Case) {
    let sentence = given.body.dropFirst(2).prefix(3)
    for (name, value) in given.fields {
      #expect(heardNMEA(nmeaLine(given.body), ["\(sentence).\(name)"]) == [value], "\(sentence).\(name)")
    }
    let names = given.fields.map { "\(sentence).\($0.0)" }
    #expect(heardNMEA(nmeaLine(given.body), names) == given.fields.map(\.1))
  }

  @Test("P64 every named field is in one of these cases")
  func allNamed() {
    let tried = Set(Self.cases.flatMap { given in given.fields.map { given.body.dropFirst(2).prefix(3) + "." + $0.0 } })
    for name in allSentenceFields where name != "RMC.latitude" && name != "RMC.longitude" && name != "GGA.longitude" {
      #expect(tried.contains(name), "\(name)")
    }
    #expect(allSentenceFields.count > 100)
  }

  @Test("P64 a position is that of exact arithmetic, within the last place")
  func positions() {
    // Python, fractions: degrees + minutes / 60, the nearest number of 32.32.
    let cases: [(String, Int64)] = [
      ("0000.0000,N", 0),
      ("4916.45,N", 211630934371),
      ("12311.12,W", -529076978014),
      ("5321.6802,N", 229185195854),
      ("00630.3372,W", -27941425140),
      ("4404.13993,N", 189274908757),
      ("12118.86023,W", -521041110667),
      ("9000.000,S", -386547056640),
      ("17959.9999999,W", -773094113273),
      ("18000.00,E", 773094113280),
      ("0000.00001,S", -716),
      ("3347.1234567,S", -145107149191),
    ]
    for (text, raw) in cases {
      for body in ["GPRMC,,A,\(text)", "GPRMC,,A,,,\(text)"] {
        let name = body.contains("A,,,") ? "RMC.longitude" : "RMC.latitude"
        guard case .number(let found)? = heardNMEA(nmeaLine(body), [name]).first else {
          Issue.record("\(body)")
          continue
        }
        #expect(abs(found - raw) <= 1, "\(text)")
      }
    }
  }

  @Test("P64 something that is no position, time, date, number or flag is failed")
  func notValues() {
    let positions = [
      "4960.0,N", "9000.1,N", "18000.1,E", "49x6.4,N", "-4916.4,N", "4916.4.5,N", "4916.4e1,N", "4916.4,", "4916.4,Q",
      ".5,N", "99999999916.4,N", "x,N",
    ]
    for text in positions { #expect(heardNMEA(nmeaLine("GPRMC,,A,\(text)"), ["RMC.latitude"]) == [.failed], "\(text)") }
    for text in ["240000", "126000", "120061", "1234", "12345x", "-12345", "120000e1", "12:0:0"] {
      #expect(heardNMEA(nmeaLine("GPRMC,\(text),A"), ["RMC.time"]) == [.failed], "\(text)")
    }
    for text in ["290223", "310423", "000123", "011323", "01012", "0101234", "0x0123"] {
      let body = "GPRMC,,A,,,,,,,\(text)"
      #expect(
        heardNMEA(nmeaLine(body), ["RMC.date", "RMC.day", "RMC.year"]) == [.failed, .failed, .failed], "\(text)")
    }
    for text in ["x", "1,5x", "--1", "0x10", "1e99", "-3000000000", "2147483648", "1-2"] where !text.contains(",") {
      #expect(heardNMEA(nmeaLine("GPRMC,,A,,,,,\(text)"), ["RMC.speed"]) == [.failed], "\(text)")
    }
    #expect(heardNMEA(nmeaLine("GPRMC,,AV"), ["RMC.status"]) == [.failed])
    #expect(heardNMEA(nmeaLine("GPRMC,,D"), ["RMC.status"]) == [.failed])
    #expect(heardNMEA(nmeaLine("GPZDA,,31,02,2024"), ["ZDA.date"]) == [.failed])
    #expect(heardNMEA(nmeaLine("HCHDG,1,2.5,,3.5,X"), ["HDG.deviation", "HDG.variation"]) == [.failed, .failed])
  }

  @Test("P64 dates run from 1980 to 2079, with their leap days")
  func dates() {
    let cases: [(String, HeardSentences.Value)] = [
      ("060180", "3657"), ("311299", "10956"), ("010100", "10957"), ("290200", "11016"), ("290224", "19782"),
      ("010324", "19783"), ("311279", "40176"),
    ]
    for (text, days) in cases {
      #expect(heardNMEA(nmeaLine("GPRMC,,A,,,,,,,\(text)"), ["RMC.date"]) == [days], "\(text)")
    }
    #expect(heardNMEA(nmeaLine("GPZDA,,01,01,1970"), ["ZDA.date"]) == ["0"])
    #expect(heardNMEA(nmeaLine("GPRMC,235960.9,A"), ["RMC.time"]) == ["86400.9"])
  }

  @Test("P64 extreme numbers are read, or failed")
  func extremes() {
    let texts = ["2147483647.5", "-2147483647.9", "000000000000000000007", "0.00000000000000000001", "+5", ".5", "5."]
    let values: [HeardSentences.Value] = ["2147483647.5", "-2147483647.9", "7", "0", "5", "0.5", "5"]
    for (text, value) in zip(texts, values) {
      #expect(heardNMEA(nmeaLine("GPRMC,,A,,,,,\(text)"), ["RMC.speed"]) == [value], "\(text)")
    }
    #expect(heardNMEA(nmeaLine("WIMWV,1,R,2147483000,N,A"), ["MWV.speed"]) == [.failed])
    #expect(heardNMEA(nmeaLine("WIMWV, 1.5 ,R,\t2 ,M,A"), ["MWV.angle", "MWV.speed"]) == ["1.5", "2"])
  }
}
