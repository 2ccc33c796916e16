import PanelSignals
import PanelSources
import Testing

@Suite struct SentenceMeaningTests {
  @Test("P64 empty fields, and those behind the last one, are none")
  func empty() {
    let names = ["RMC.time", "RMC.latitude", "RMC.speed", "RMC.date", "RMC.day", "RMC.variation", "RMC.mode"]
    let none = Array(repeating: HeardSentences.Value.none, count: names.count)
    #expect(heardNMEA(nmeaLine("GPRMC,,A,,,,,,,,,,"), names) == none)
    #expect(heardNMEA(nmeaLine("GPRMC"), names + ["RMC.status"]) == none + [.none])
    #expect(heardNMEA(nmeaLine("GPVTG,,,,,,,,,A"), ["VTG.course", "VTG.speed"]) == [.none, .none])
    #expect(heardNMEA(nmeaLine("GPZDA,,11,,2004"), ["ZDA.date", "ZDA.day"]) == [.none, "11"])
    #expect(heardNMEA(nmeaLine("IIXDR,C,,C,AIR"), ["XDR.AIR"]) == [.none])
    #expect(heardNMEA(nmeaLine("WIMWV,,R,,,A"), ["MWV.angle", "MWV.speed"]) == [.none, .none])
  }

  @Test("P64 with status V a sentence's values are failed, also those that are empty, but not the status")
  func failed() {
    let cases: [(String, String, String)] = [
      ("GPRMC,092751,V,,,,,6.06,,,,,N", "RMC.speed", "RMC.time"),
      ("GPRMC,092751,A,,,,,6.06,,,,,N", "RMC.speed", "RMC.course"),
      ("GPGLL,4404.1,N,12118.8,W,001037,V,N", "GLL.latitude", "GLL.time"),
      ("GPGLL,4404.1,N,12118.8,W,001037,A,N", "GLL.latitude", "GLL.time"),
      ("GPGGA,001043,4404.1,N,12118.8,W,0,12,0.98,1113.0,M", "GGA.latitude", "GGA.altitude"),
      ("GPGNS,112257,3844.2,N,00908.4,W,NNN,03,10.5,20.5", "GNS.latitude", "GNS.age"),
      ("GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,N", "VTG.speed", "VTG.course"),
      ("WIMWV,214.8,R,10,N,V", "MWV.angle", "MWV.speed"),
      ("WIMWV,,R,,N,V", "MWV.angle", "MWV.speed"),
      ("TIROT,1.5,V", "ROT.rate", "ROT.1"),
      ("IIRPM,E,1,2418.2,10.5,V", "RPM.engine1", "RPM.engine1_pitch"),
      ("GPAPB,V,A,0.10,R,N,A,A,011,T,DEST,011,T,011,T", "APB.cross_track", "APB.waypoint"),
      ("GPAPB,A,V,0.10,R,N,A,A,011,T,DEST,011,T,011,T", "APB.steer", "APB.arrived"),
      ("GPXTE,V,A,4.07,L,N", "XTE.cross_track", "XTE.3"),
      ("GPXTE,A,V,4.07,L,N", "XTE.cross_track", "XTE.3"),
      ("GPXTE,A,A,4.07,L,N,N", "XTE.cross_track", "XTE.3"),
      ("GPRMB,V,0.66,L,003,004,4917.2,N,12309.5,W,001.3,052.5,000.5,V", "RMB.cross_track", "RMB.waypoint"),
      ("GPBWC,220516,5130.0,N,00046.3,W,213.8,T,218.0,M,0004.6,N,EGLM,N", "BWC.bearing", "BWC.waypoint"),
      ("IIRSA,10.5,V,,V", "RSA.starboard", "RSA.port"),
    ]
    for (body, one, two) in cases {
      #expect(heardNMEA(nmeaLine(body), [one, two]) == [.failed, .failed], "\(body)")
      // The same with a small letter, which some devices send.
      let small = body.split(separator: ",").contains("0") ? body : body.replacing(",V", with: ",v")
      #expect(heardNMEA(nmeaLine(small), [one, two]) == [.failed, .failed], "\(small)")
    }
    #expect(heardNMEA(nmeaLine("GPRMC,,V,,,,,,,,,,N"), ["RMC.status", "RMC.mode", "RMC.2.text"]) == ["0", "'N", "'V"])
    #expect(heardNMEA(nmeaLine("GPGGA,,,,,,0,00"), ["GGA.quality", "GGA.satellites", "GGA.6"]) == ["0", "0", "0"])
    #expect(heardNMEA(nmeaLine("IIRSA,10.5,V,3.5,A"), ["RSA.starboard", "RSA.port"]) == [.failed, "3.5"])
    // One system of satellites is enough.
    #expect(heardNMEA(nmeaLine("GPGNS,,,,,,NAN,03,1.5"), ["GNS.hdop"]) == ["1.5"])
  }

  @Test("P64 MWV's R and T are two signals, and neither disturbs the other")
  func wind() {
    let names = ["MWV.angle", "MWV.speed", "MWV.true_angle", "MWV.true_speed"]
    #expect(heardNMEA(nmeaLine("WIMWV,10,R,2,M,A"), names) == ["10", "2"])
    #expect(heardNMEA(nmeaLine("WIMWV,20,T,3,M,A"), names) == ["20", "3"])
    let decoder = decodedNMEA(Array(nmeaLine("WIMWV,20,T,3,M,V").utf8), compiledNMEA(names))
    #expect(decoder.values.map(\.address) == [2, 3] && decoder.values.map(\.value) == [.failed, .failed])
    // Without its reference a valid sentence is neither; one that is not valid is both.
    #expect(heardNMEA(nmeaLine("WIMWV,20,,3,M,A"), names) == [])
    #expect(heardNMEA(nmeaLine("WIMWV,,,,,V"), names) == [.failed, .failed, .failed, .failed])
  }

  @Test("P64 the wind's speed is in metres a second, whatever its letter says")
  func windUnits() {
    let cases: [(String, HeardSentences.Value)] = [
      ("36,K", "10"), ("36,k", "10"), ("10,M", "10"), ("18,N", "9.26"), ("12.5,S", "5.588"), ("7,", .failed),
      ("7,X", .failed),
    ]
    for (text, value) in cases {
      #expect(heardNMEA(nmeaLine("WIMWV,1,R,\(text),A"), ["MWV.speed"]) == [value], "\(text)")
    }
    // Python, fractions: 6.06 · 1852 / 3600 · 2³², rounded.
    #expect(heardNMEA(nmeaLine("WIMWV,1,R,6.06,N,A"), ["MWV.speed"]) == [.number(13_389_703_711)])
  }

  @Test("P64 a cross-track error is in nautical miles, to the left below 0")
  func crossTrack() {
    let cases: [(String, HeardSentences.Value)] = [
      ("1.5,R,N", "1.5"), ("1.5,L,N", "-1.5"), ("1.5,L,", "-1.5"), ("1.852,L,K", "-1"), ("1.5,,N", .failed),
      ("0.0,,N", "0"), ("1,L,X", .failed), (",L,N", .none),
    ]
    for (text, value) in cases {
      #expect(heardNMEA(nmeaLine("GPXTE,A,A,\(text)"), ["XTE.cross_track"]) == [value], "\(text)")
    }
  }

  @Test("P64 a field whose letter names another unit is not told, one without a letter is")
  func units() {
    // The form before NMEA 2.3 has no letters.
    #expect(heardNMEA(nmeaLine("GPVTG,054.7,034.4,005.5,010.2"), ["VTG.course", "VTG.course_magnetic"]) == [])
    #expect(heardNMEA(nmeaLine("INMTW,64.2,F"), ["MTW.temperature"]) == [])
    #expect(heardNMEA(nmeaLine("INMTW,17.5,"), ["MTW.temperature"]) == ["17.5"])
    #expect(heardNMEA(nmeaLine("SDDBT,,f,22.5,M,,F"), ["DBT.depth", "DBT.depth_ft"]) == ["22.5", .none])
    #expect(heardNMEA(nmeaLine("SDDBT,,,22.5,,,"), ["DBT.depth"]) == ["22.5"])
  }

  @Test("P64 revolutions are those of an engine or a shaft of a number")
  func revolutions() {
    let names = ["RPM.engine1", "RPM.engine2", "RPM.shaft1", "RPM.engine1_pitch", "RPM.shaft0"]
    func told(_ body: String) -> [HeardSentences.Heard] {
      decodedNMEA(Array(nmeaLine(body).utf8), compiledNMEA(names)).values
    }
    let (engine, shaft) = (told("IIRPM,E,1,2418.2,10.5,A"), told("IIRPM,S,01,-300,,A"))
    #expect(engine.map(\.address) == [0, 3] && engine.map(\.value) == ["2418.2", "10.5"])
    #expect(shaft.map(\.address) == [2] && shaft.map(\.value) == ["-300"])
    #expect(told("IIRPM,E,2,900,0,A").map(\.address) == [1])
    #expect(told("IIRPM,S,0,900,0,A").map(\.address) == [4])
    #expect(told("IIRPM,E,12,900,0,A").isEmpty && told("IIRPM,E,,900,0,A").isEmpty && told("IIRPM,E,1x,1,0,A").isEmpty)
  }

  @Test("P64 a transducer is found by its name in any group of a sentence, and by its type")
  func transducers() {
    let body = "IIXDR,C,10.7,C,AIRTEMP,A,0.5,D,HEEL,A,-1.-3,D,TRIM,P,1.026,B,BARO,U,12.4,V,BAT#0,I,-4,A,BAT#0"
    let names = [
      "XDR.BARO", "XDR.AIRTEMP", "XDR.HEEL", "XDR.TRIM", "XDR.I:BAT#0", "XDR.U:BAT#0", "XDR.BAT#0", "XDR.NO",
    ]
    #expect(heardNMEA(nmeaLine(body), names) == ["1.026", "10.7", "0.5", .failed, "-4", "12.4", "12.4"])
    #expect(
      heardNMEA(nmeaLine("WIXDR,P,1000.1,H,0,C,23.3,C,0,H,50"), ["XDR.C:0", "XDR.P:0", "XDR.2"]) == [
        "23.3", "1000.1", "1000.1",
      ])
    #expect(heardNMEA(nmeaLine("IIXDR,P,1,B"), ["XDR.B", "XDR.BARO"]) == [])
    #expect(heardNMEA(nmeaLine("IIXDR,P,1,B, PITCH up "), ["XDR.PITCH up", "XDR.pitch up"]) == ["1"])
  }

  @Test("P64 letters beyond ASCII are those of ISO 8859-1, as ^ and two digits or as they are")
  func texts() {
    #expect(heardNMEA(nmeaLine("GPRMB,A,,,CAF^E9,A^2CB^5"), ["RMB.origin", "RMB.waypoint"]) == ["'CAFé", "'A,B^5"])
    let body: [UInt8] = Array("GPRMB,A,,,".utf8) + [0xC4, 0x85, 1, 65, 0x71]
    let sum = body.reduce(UInt8(0)) { $0 ^ $1 }
    let text: [UInt8] = [36] + body + [42] + Array(String(sum, radix: 16).utf8) + [10]
    #expect(sum > 15 && decodedNMEA(text, compiledNMEA(["RMB.origin"])).values.map(\.value) == ["'Ä\u{A0} Aq"])
  }

  @Test("P64 any other sentence is read by number, in one of the forms")
  func byNumber() {
    let text = nmeaLine("GPXYZ,1.5,A,4930.0,S,123000,010170,abc,5,W")
    let names = [
      "XYZ.1", "XYZ.2.flag", "XYZ.3.position", "XYZ.5.time", "XYZ.7.text", "XYZ.8.signed", "XYZ.7", "XYZ.12",
    ]
    #expect(heardNMEA(text, names) == ["1.5", "1", "-49.5", "45000", "'abc", "-5", .failed, .none])
    #expect(heardNMEA(nmeaLine("GPRMC,,A,,,,,6.06"), ["RMC.7", "RMC.7.number"]) == ["6.06", "6.06"])
  }
}
