// Stage: description. The names of sentences and their fields: gpsd's "NMEA Revealed"
// (https://gpsd.gitlab.io/gpsd/NMEA.html), compared with the parser of Signal K.
import PanelSources

/// The sentences whose fields have names.
package enum SentenceTable {
  /// All fields, in the order of the documents. XDR and RPM have further ones, whose names have a part of their own.
  package static let fields: [SentenceField] = satellites + headings + water + weather + ship + waypoints

  private static let satellites: [SentenceField] = [
    SentenceField("RMC", "time", 1, .time, "s", "Time of the day, UTC."),
    SentenceField("RMC", "status", 2, .flag, "plain", isStatus: true, "1 for valid, 0 for a warning."),
    SentenceField("RMC", "latitude", 3, .position, "deg", "Latitude, south below 0."),
    SentenceField("RMC", "longitude", 5, .position, "deg", "Longitude, west below 0."),
    SentenceField("RMC", "speed", 7, .number, "kn", "Speed over ground."),
    SentenceField("RMC", "course", 8, .number, "deg", "Course over ground, true."),
    SentenceField("RMC", "date", 9, .date, "d", "Days since 1970-01-01."),
    SentenceField("RMC", "day", 9, .day, "plain", "Day of the month."),
    SentenceField("RMC", "month", 9, .month, "plain", "Month."),
    SentenceField("RMC", "year", 9, .year, "plain", "Year."),
    SentenceField("RMC", "variation", 10, .signed, "deg", "Magnetic variation, west below 0."),
    SentenceField("RMC", "mode", 12, .text, "", isStatus: true, "Mode, as A, D, E or N."),
    SentenceField("VTG", "course", 1, .number, "deg", letter: "T", "Course over ground, true."),
    SentenceField("VTG", "course_magnetic", 3, .number, "deg", letter: "M", "Course over ground, magnetic."),
    SentenceField("VTG", "speed", 5, .number, "kn", letter: "N", "Speed over ground."),
    SentenceField("VTG", "speed_kmh", 7, .number, "km/h", letter: "K", "Speed over ground."),
    SentenceField("VTG", "mode", 9, .text, "", isStatus: true, "Mode, as A, D, E or N."),
    SentenceField("GGA", "time", 1, .time, "s", "Time of the day, UTC."),
    SentenceField("GGA", "latitude", 2, .position, "deg", "Latitude, south below 0."),
    SentenceField("GGA", "longitude", 4, .position, "deg", "Longitude, west below 0."),
    SentenceField("GGA", "quality", 6, .number, "plain", isStatus: true, "0 for no position, 1 GPS, 2 differential."),
    SentenceField("GGA", "satellites", 7, .number, "plain", isStatus: true, "Satellites in use."),
    SentenceField("GGA", "hdop", 8, .number, "plain", "Horizontal dilution of precision."),
    SentenceField("GGA", "altitude", 9, .number, "m", letter: "M", "Height of the antenna over the mean sea level."),
    SentenceField("GGA", "geoid", 11, .number, "m", letter: "M", "Height of the geoid over the ellipsoid."),
    SentenceField("GGA", "age", 13, .number, "s", "Age of the differential data."),
    SentenceField("GGA", "station", 14, .number, "plain", "Number of the reference station."),
    SentenceField("GLL", "latitude", 1, .position, "deg", "Latitude, south below 0."),
    SentenceField("GLL", "longitude", 3, .position, "deg", "Longitude, west below 0."),
    SentenceField("GLL", "time", 5, .time, "s", "Time of the day, UTC."),
    SentenceField("GLL", "status", 6, .flag, "plain", isStatus: true, "1 for valid, 0 for invalid."),
    SentenceField("GLL", "mode", 7, .text, "", isStatus: true, "Mode, as A, D, E or N."),
    SentenceField("GNS", "time", 1, .time, "s", "Time of the day, UTC."),
    SentenceField("GNS", "latitude", 2, .position, "deg", "Latitude, south below 0."),
    SentenceField("GNS", "longitude", 4, .position, "deg", "Longitude, west below 0."),
    SentenceField("GNS", "mode", 6, .text, "", isStatus: true, "A letter for each system of satellites."),
    SentenceField("GNS", "satellites", 7, .number, "plain", isStatus: true, "Satellites in use."),
    SentenceField("GNS", "hdop", 8, .number, "plain", "Horizontal dilution of precision."),
    SentenceField("GNS", "altitude", 9, .number, "m", "Height of the antenna over the mean sea level."),
    SentenceField("GNS", "geoid", 10, .number, "m", "Height of the geoid over the ellipsoid."),
    SentenceField("GNS", "age", 11, .number, "s", "Age of the differential data."),
    SentenceField("GNS", "station", 12, .number, "plain", "Number of the reference station."),
    SentenceField("ZDA", "time", 1, .time, "s", "Time of the day, UTC."),
    SentenceField("ZDA", "date", 2, .splitDate, "d", "Days since 1970-01-01."),
    SentenceField("ZDA", "day", 2, .number, "plain", "Day of the month."),
    SentenceField("ZDA", "month", 3, .number, "plain", "Month."),
    SentenceField("ZDA", "year", 4, .number, "plain", "Year."),
    SentenceField("ZDA", "zone_hours", 5, .number, "h", "Hours of the local zone."),
    SentenceField("ZDA", "zone_minutes", 6, .number, "min", "Minutes of the local zone."),
  ]

  private static let headings: [SentenceField] = [
    SentenceField("HDT", "heading", 1, .number, "deg", letter: "T", "Heading, true."),
    SentenceField("HDG", "heading", 1, .number, "deg", "Heading of the magnetic sensor."),
    SentenceField("HDG", "deviation", 2, .signed, "deg", "Magnetic deviation, west below 0."),
    SentenceField("HDG", "variation", 4, .signed, "deg", "Magnetic variation, west below 0."),
    SentenceField("HDM", "heading", 1, .number, "deg", letter: "M", "Heading, magnetic."),
    SentenceField("ROT", "rate", 1, .number, "plain", "Degrees a minute, to port below 0."),
    SentenceField("ROT", "status", 2, .flag, "plain", isStatus: true, "1 for valid, 0 for invalid."),
  ]

  private static let water: [SentenceField] = [
    SentenceField("DBT", "depth", 3, .number, "m", letter: "M", "Depth below the transducer, from metres."),
    SentenceField("DBT", "depth_ft", 1, .number, "ft", letter: "F", "The same from feet."),
    SentenceField("DBT", "depth_fathoms", 5, .number, "plain", letter: "F", "The same in fathoms, 6 feet each."),
    SentenceField("DPT", "depth", 1, .number, "m", "Depth below the transducer."),
    SentenceField(
      "DPT", "offset", 2, .number, "m", "From the transducer up to the water line; below 0, down to the keel."),
    SentenceField("DPT", "range", 3, .number, "m", "The sounder's scale."),
    SentenceField("MTW", "temperature", 1, .number, "degC", letter: "C", "Temperature of the water."),
    SentenceField("VHW", "heading", 1, .number, "deg", letter: "T", "Heading, true."),
    SentenceField("VHW", "heading_magnetic", 3, .number, "deg", letter: "M", "Heading, magnetic."),
    SentenceField("VHW", "speed", 5, .number, "kn", letter: "N", "Speed through the water."),
    SentenceField("VHW", "speed_kmh", 7, .number, "km/h", letter: "K", "Speed through the water."),
    SentenceField("VLW", "total", 1, .number, "nmi", letter: "N", "Distance through the water."),
    SentenceField("VLW", "trip", 3, .number, "nmi", letter: "N", "Distance through the water since the reset."),
    SentenceField("VLW", "total_ground", 5, .number, "nmi", letter: "N", "Distance over ground."),
    SentenceField("VLW", "trip_ground", 7, .number, "nmi", letter: "N", "Distance over ground since the reset."),
  ]

  private static let weather: [SentenceField] = [
    SentenceField("MWV", "angle", 1, .number, "deg", picks: (2, "R"), "Wind angle from the bow, apparent."),
    SentenceField("MWV", "speed", 3, .speed, "m/s", picks: (2, "R"), "Apparent wind speed, from any unit."),
    SentenceField("MWV", "true_angle", 1, .number, "deg", picks: (2, "T"), "Wind angle from the bow, true."),
    SentenceField("MWV", "true_speed", 3, .speed, "m/s", picks: (2, "T"), "True wind speed, from any unit."),
    SentenceField("MWV", "status", 5, .flag, "plain", isStatus: true, "1 for valid, 0 for invalid."),
    SentenceField("MTA", "temperature", 1, .number, "degC", letter: "C", "Temperature of the air."),
    SentenceField("MDA", "pressure", 3, .number, "bar", letter: "B", "Pressure of the air."),
    SentenceField("MDA", "pressure_inhg", 1, .number, "inHg", letter: "I", "Pressure of the air."),
    SentenceField("MDA", "air_temperature", 5, .number, "degC", letter: "C", "Temperature of the air."),
    SentenceField("MDA", "water_temperature", 7, .number, "degC", letter: "C", "Temperature of the water."),
    SentenceField("MDA", "humidity", 9, .number, "percent", "Relative humidity."),
    SentenceField("MDA", "absolute_humidity", 10, .number, "percent", "Absolute humidity."),
    SentenceField("MDA", "dew_point", 11, .number, "degC", letter: "C", "Dew point."),
    SentenceField("MDA", "wind_direction", 13, .number, "deg", letter: "T", "Wind direction, true."),
    SentenceField("MDA", "wind_direction_magnetic", 15, .number, "deg", letter: "M", "Wind direction, magnetic."),
    SentenceField("MDA", "wind_speed", 19, .number, "m/s", letter: "M", "Wind speed."),
    SentenceField("MDA", "wind_speed_kn", 17, .number, "kn", letter: "N", "Wind speed."),
  ]

  private static let ship: [SentenceField] = [
    SentenceField("RSA", "starboard", 1, .number, "deg", fails: 2, "Rudder, starboard or single; to port below 0."),
    SentenceField("RSA", "port", 3, .number, "deg", fails: 4, "Rudder, port; to port below 0."),
  ]

  private static let waypoints: [SentenceField] = [
    SentenceField("APB", "status", 1, .flag, "plain", isStatus: true, "1 for valid, 0 for a warning."),
    SentenceField("APB", "cross_track", 3, .crossTrack, "nmi", "Distance from the track; below 0, steer to port."),
    SentenceField("APB", "arrived", 6, .flag, "plain", "1 within the arrival circle."),
    SentenceField("APB", "passed", 7, .flag, "plain", "1 behind the waypoint's perpendicular."),
    SentenceField("APB", "track", 8, .number, "deg", picks: (9, "T"), "Bearing from origin to waypoint, true."),
    SentenceField("APB", "track_magnetic", 8, .number, "deg", picks: (9, "M"), "The same, magnetic."),
    SentenceField("APB", "waypoint", 10, .text, "", "Name of the waypoint."),
    SentenceField("APB", "bearing", 11, .number, "deg", picks: (12, "T"), "Bearing to the waypoint, true."),
    SentenceField("APB", "bearing_magnetic", 11, .number, "deg", picks: (12, "M"), "The same, magnetic."),
    SentenceField("APB", "steer", 13, .number, "deg", picks: (14, "T"), "Heading to steer, true."),
    SentenceField("APB", "steer_magnetic", 13, .number, "deg", picks: (14, "M"), "The same, magnetic."),
    SentenceField("APB", "mode", 15, .text, "", isStatus: true, "Mode, as A, D, E or N."),
    SentenceField("RMB", "status", 1, .flag, "plain", isStatus: true, "1 for valid, 0 for a warning."),
    SentenceField("RMB", "cross_track", 2, .signed, "nmi", "Distance from the track; below 0, steer to port."),
    SentenceField("RMB", "origin", 4, .text, "", "Name of the waypoint before."),
    SentenceField("RMB", "waypoint", 5, .text, "", "Name of the waypoint."),
    SentenceField("RMB", "latitude", 6, .position, "deg", "Latitude of the waypoint, south below 0."),
    SentenceField("RMB", "longitude", 8, .position, "deg", "Longitude of the waypoint, west below 0."),
    SentenceField("RMB", "distance", 10, .number, "nmi", "Distance to the waypoint."),
    SentenceField("RMB", "bearing", 11, .number, "deg", "Bearing to the waypoint, true."),
    SentenceField("RMB", "closing_speed", 12, .number, "kn", "Speed towards the waypoint."),
    SentenceField("RMB", "arrived", 13, .flag, "plain", "1 within the arrival circle."),
    SentenceField("RMB", "mode", 14, .text, "", isStatus: true, "Mode, as A, D, E or N."),
    SentenceField("BWC", "time", 1, .time, "s", "Time of the day, UTC."),
    SentenceField("BWC", "latitude", 2, .position, "deg", "Latitude of the waypoint, south below 0."),
    SentenceField("BWC", "longitude", 4, .position, "deg", "Longitude of the waypoint, west below 0."),
    SentenceField("BWC", "bearing", 6, .number, "deg", letter: "T", "Bearing to the waypoint, true."),
    SentenceField("BWC", "bearing_magnetic", 8, .number, "deg", letter: "M", "The same, magnetic."),
    SentenceField("BWC", "distance", 10, .number, "nmi", letter: "N", "Distance to the waypoint."),
    SentenceField("BWC", "waypoint", 12, .text, "", "Name of the waypoint."),
    SentenceField("BWC", "mode", 13, .text, "", isStatus: true, "Mode, as A, D, E or N."),
    SentenceField("XTE", "status", 1, .flag, "plain", isStatus: true, "1 for valid, 0 for a warning."),
    SentenceField("XTE", "cross_track", 3, .crossTrack, "nmi", "Distance from the track; below 0, steer to port."),
    SentenceField("XTE", "mode", 6, .text, "", isStatus: true, "Mode, as A, D, E or N."),
  ]

  /// The names of sentences, in the order of the documents.
  package static let sentences: [String] = {
    var names: [String] = []
    for field in fields where names.last != field.sentence { names.append(field.sentence) }
    return names + ["RPM", "XDR"]
  }()

  /// A table of all fields, for documents.
  package static var document: String {
    var text = "| address | unit | meaning |\n| --- | --- | --- |\n"
    for field in fields {
      text += "| `\(field.sentence).\(field.name)` | \(field.unit ?? "text") | \(field.summary) |\n"
    }
    return text
  }
}
