// Stage: sources. The document of NMEA 0183.

extension SourceKind {
  static var sentenceNotes: String {
    """
    `panel-ui` connects to a server, listens to datagrams or reads a serial line, and opens it again when it has gone. An address is a
    sentence and a field, as `RMC.speed`, from any talker; `GP:RMC.speed` or `GPRMC.speed` is of one talker. Sentences without names
    are read by number: `XYZ.3`, `XYZ.3.text`, `PGRMZ.1`. [Sources](sources.md#nmea-0183) has all names with their units.
    """
  }
}
