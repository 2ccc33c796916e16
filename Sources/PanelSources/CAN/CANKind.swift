// Stage: sources. The kind of a CAN bus: its number in files, its keys and its documents.
import PanelFile
import SystemFiles

extension SourceKind {
  static let can = SourceKind(
    2,
    { CANSource($0) },
    examine: { CANSource.examine($0, $1) },
    KindSpec(
      name: "can",
      main: KeySpec(
        "can", .path,
        .place(CANStream.places.text) { text, expected in CANStream.isInterface(text) ? nil : expected },
        summary: "The interface, as can0."),
      keys: [
        KeySpec("dbc", .special("a file"), summary: "The DBC file that names the signals."),
        KeySpec(
          "sends", .sendsFrames, .flag, false,
          summary: "Whether controls send on the bus, which others use too. Without it the panel only listens."),
        KeySpec(
          "address", .special("a whole number from 0 to 251"),
          summary:
            "The address on an NMEA 2000 network that switch commands are sent with. No other device may have it."),
      ],
      summary: "Frames of a CAN bus: an address is a signal of the DBC file, or a message, a dot and its signal.",
      example: "{can: can0}",
      notes: """
        With `bus: {can: can0, dbc: engine.dbc}` a signal is `rpm: {from: bus/EngineSpeed}`. The host reads the DBC file and writes the place of each signal in its frame into the panel's file; the device has no DBC. The
        kernel is asked for just the frames in use, classic ones and those of CAN FD, with the times at which it received them.
        `panel-ui` only listens, unless the source says `sends: true`. An interface that is not there, goes down or comes back is opened again every second.

        Where the signal says none, its unit, and the words of its value table as `enum`, are those of the DBC file. A signal that
        several messages have is read from all of them. Without a DBC file a place in a frame is an address: `1A0#0:16le`.

        With `sends: true` a control sends a signal: `sends: bus/LampCommand.Brightness`, once for each value, or again and again
        with `cyclic 100ms` behind it. Other signals of the message are sent as they were heard or sent last.
        A switch of NMEA 2000 is `sends: bus/SwitchBankControl[0].switch3`, and its state `bus/BinarySwitchBankStatus[0].indicator3`; the
        source needs an `address`. [Sources](sources.md#can) has the rest.
        """))
}
