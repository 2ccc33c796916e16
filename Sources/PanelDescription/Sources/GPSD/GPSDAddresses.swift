// Sources. The reports of gpsd and their fields.

/// Reads addresses of gpsd, as `TPV.speed`: https://gpsd.gitlab.io/gpsd/gpsd_json.html
struct GPSDAddresses: AddressReader {
  /// The name among others that was probably meant.
  let nearest: (String, [String]) -> String?

  /// The units of the fields, by their reports.
  private static let fields: [(report: String, units: [String: String])] = [
    (
      "TPV",
      [
        "mode": "", "status": "", "time": "s", "lat": "deg", "lon": "deg", "alt": "m", "altMSL": "m", "altHAE": "m",
        "speed": "m/s", "climb": "m/s", "track": "deg", "magtrack": "deg", "magvar": "deg", "eph": "m", "epv": "m",
        "epx": "m", "epy": "m", "eps": "m/s", "epd": "deg", "epc": "m/s", "ept": "s", "sep": "m", "geoidSep": "m",
        "depth": "m", "wtemp": "degC", "wanglem": "deg", "wangler": "deg", "wanglet": "deg", "wspeedr": "m/s",
        "wspeedt": "m/s", "leapseconds": "s",
      ]
    ),
    (
      "SKY",
      [
        "uSat": "", "nSat": "", "hdop": "", "pdop": "", "vdop": "", "tdop": "", "gdop": "", "xdop": "", "ydop": "",
        "time": "s",
      ]
    ),
    (
      "ATT",
      [
        "heading": "deg", "pitch": "deg", "roll": "deg", "yaw": "deg", "dip": "deg", "temp": "degC", "depth": "m",
        "time": "s", "mag_len": "", "mag_x": "", "mag_y": "", "mag_z": "", "acc_len": "", "acc_x": "m/s2",
        "acc_y": "m/s2", "acc_z": "m/s2", "gyro_x": "", "gyro_y": "", "gyro_z": "",
      ]
    ),
  ]

  func read(_ address: String) -> AddressReading {
    let parts = address.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let report = Self.fields.first(where: { $0.report == parts[0] }) else {
      return .wrong(found: "'\(address)' is no field of gpsd", expected: "TPV, SKY or ATT, and a field, as TPV.speed")
    }
    guard let unit = report.units[parts[1]] else {
      let meant = nearest(parts[1], report.units.keys.sorted())
      return .wrong(
        found: "\(report.report) has no field '\(parts[1])'",
        expected: meant.map { "\(report.report).\($0)" } ?? "one of "
          + report.units.keys.sorted().joined(separator: ", "))
    }
    return .right(CompiledAddress(text: address, unit: unit.isEmpty ? nil : unit))
  }
}

extension SourceCompiler {
  static let gpsd = SourceCompiler(kind: "gpsd") { GPSDAddresses(nearest: $0.nearest) }
}
