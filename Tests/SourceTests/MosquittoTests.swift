import Foundation
import Glibc
import PanelSignals
import Testing

@testable import PanelSources

/// Sessions with a real broker. They fail where mosquitto is not installed.
@Suite(.serialized) struct MosquittoTests {
  @Test(
    "P63 mosquitto: messages of QoS 0 and 1, retained ones, JSON, texts, filters, and more QoS 1 than its window has room for"
  )
  func messages() throws {
    let broker = try MosquittoBroker()
    try broker.start()
    try broker.publish("house/battery", #"{"voltage": 13.25, "cells": [{"u": 3.3}, {"u": 3.4}]}"#, "-r")
    let wire = WiredSession(
      try SessionBench(
        [
          "j13:house/batteryvoltage", "j13:house/batterycells[1].u", "v11:house/state", "v13:solar/+/power",
          "t13:solar/+/power1",
          "v5:count", "v3:big",
        ], texts: [2, 4]))
    try wire.connect(broker)
    #expect(wire.run(10) { $0.lines.count == 3 })
    #expect(wire.bench.notes.taken() == ["retained", "0=13.25", "1=3.4"])
    #expect(wire.subscribe())
    try broker.publish("house/battery", #"{"voltage": 12}"#, "-q", "0")
    try broker.publish("house/state", "Füllung läuft", "-q", "1")
    try broker.publish("solar/east/power", "250", "-q", "2")
    try broker.publish("solar/east/energy", "1")
    #expect(wire.run(10) { $0.lines.count == 4 })
    #expect(wire.bench.notes.taken() == ["0=12", "2=\"Füllung läuft\"", "3=250", "4=\"east\""])
    // One is on its way at a time: the next comes when this one is acknowledged.
    for number in 0..<10 { try broker.publish("count", "\(number)", "-q", "1") }
    #expect(wire.run(10) { $0.lines.count == 10 })
    #expect(wire.bench.notes.taken() == (0..<10).map { "5=\($0)" })
    // The longest payload, and a longer one with another behind it.
    for length in [65_536, 65_537, 300_000] {
      try broker.publish("big", String(repeating: " ", count: length - 1) + "7", "-q", "1")
    }
    try broker.publish("big", "8", "-q", "1")
    #expect(wire.run(10) { $0.lines.last == "6=8" })
    #expect(wire.bench.notes.taken() == ["6=7", "6=8"] && wire.bench.session.tooLong == 2)
    #expect(wire.bench.session.unwanted == 0 && wire.bench.session.garbage == 0 && wire.isConnected)
    wire.hangUp()
  }

  @Test("P63 mosquitto: a user and a password, and the refusal of wrong ones")
  func passwords() throws {
    let broker = try MosquittoBroker("allow_anonymous false\npassword_file FOLDER/users")
    try broker.addUser("helm", "sécret")
    try broker.start()
    func connect(_ user: String?, _ password: String?) throws -> MQTTFailure? {
      var bench = try SessionBench(["v1:a"])
      let options = MQTTOptions(
        client: Array("panel".utf8), user: user.map { Array($0.utf8) }, password: password.map { Array($0.utf8) })
      bench.session = MQTTSession(options, [MQTTAddress(topic: [97])])
      let wire = WiredSession(bench)
      try wire.connect(broker)
      #expect(wire.run(10) { $0.bench.session.isOpen || $0.bench.session.hasFailed })
      let failure = wire.bench.session.failure
      wire.hangUp()
      return failure
    }
    #expect(try connect("helm", "sécret") == nil)
    #expect(try connect("helm", "wrong") == .refused(5))
    #expect(try connect("nobody", "sécret") == .refused(5))
    #expect(try connect(nil, nil) == .refused(5))
  }

  @Test("P63 mosquitto: a broker that is restarted has all topics subscribed to again")
  func restart() throws {
    let broker = try MosquittoBroker()
    let addresses = (0..<300).map { "v\("house/\($0)".utf8.count):house/\($0)" }
    let wire = WiredSession(try SessionBench(addresses))
    for round in 0..<3 {
      try broker.start()
      try wire.connect(broker)
      #expect(wire.subscribe())
      for number in [0, 150, 299] { try broker.publish("house/\(number)", "\(round)") }
      #expect(wire.run(10) { $0.lines.count == 3 }, "\(round)")
      #expect(wire.bench.notes.taken() == ["0=\(round)", "150=\(round)", "299=\(round)"])
      broker.stop()
      // The end of the connection is seen.
      #expect(!wire.run(10) && !wire.isConnected)
      wire.bench.session.disconnected()
    }
    wire.hangUp()
  }

  @Test("P63 mosquitto: PINGREQ keeps a silent session, and the broker is missed when it stops to run")
  func keepAlive() throws {
    let broker = try MosquittoBroker()
    try broker.start()
    let wire = WiredSession(try SessionBench(["v1:a"]) { $0.keepAlive = 1 })
    try wire.connect(broker)
    #expect(wire.subscribe())
    // Mosquitto ends a session that was silent for one and a half times the second.
    #expect(!wire.run(4) { $0.bench.session.hasFailed } && wire.isConnected)
    try broker.publish("a", "5")
    #expect(wire.run(5) { $0.lines == ["0=5"] })
    broker.pause()
    #expect(wire.run(5) { $0.bench.session.failure == .silent } && wire.isConnected)
    broker.goOn()
    wire.hangUp()
  }

  @Test("P63 mosquitto: the will of a device that is killed fails the signals, and they come back with it")
  func will() throws {
    let broker = try MosquittoBroker()
    try broker.start()
    try broker.publish("device/status", "online", "-r")
    try broker.publish("device/power", "40", "-r")
    let device = try broker.device(will: "device/status", "offline")
    let wire = WiredSession(
      try SessionBench(["v12:device/power"]) {
        $0.alive = MQTTAlive(MQTTAddress(topic: Array("device/status".utf8)), Array("online".utf8))
      })
    try wire.connect(broker)
    #expect(wire.run(10) { $0.bench.session.isAlive == true && $0.lines.count > 1 } && wire.subscribe())
    _ = wire.bench.notes.taken()
    // The device must be there: its will is known to the broker then.
    usleep(300_000)
    kill(device.processIdentifier, SIGKILL)
    device.waitUntilExit()
    #expect(wire.run(10) { $0.lines.contains("0=failed") } && wire.bench.session.isAlive == false)
    _ = wire.bench.notes.taken()
    try broker.publish("device/status", "online", "-r")
    // The retained value is sent again, for all is subscribed to again.
    #expect(wire.run(10) { $0.lines.contains("0=40") })
    wire.hangUp()
  }

  @Test("P66 mosquitto: values are published with QoS 0 and 1, retained or not, and acknowledged; the kept message too")
  func publishing() throws {
    let broker = try MosquittoBroker()
    try broker.start()
    let listener = WiredSession(try SessionBench(["v3:out", "j2:JSvalue", "v4:keep"], texts: [2]))
    try listener.connect(broker)
    #expect(listener.subscribe())
    let wire = WiredSession(
      try SessionBench([], client: "sender") {
        $0.kept = KeptMessage(topic: Array("keep".utf8), payload: Array("now".utf8))
      })
    try wire.connect(broker)
    #expect(wire.run(10) { $0.bench.session.isOpen })
    func request(_ command: Int32, _ value: Fixed64) -> CommandRequest {
      CommandRequest(.init(command: command, sending: 1), .address(0, source: 0), value)
    }
    let plain = MQTTOutput(topic: Array("out".utf8), qos: 0)
    let sure = MQTTOutput(topic: Array("JS".utf8), qos: 1, isRetained: true, members: [Array("value".utf8)])
    #expect(wire.bench.session.publish(request(1, Fixed64(25, over: 2)), to: plain, at: WiredSession.now) == .accepted)
    #expect(wire.bench.session.publish(request(2, -7), to: sure, at: WiredSession.now) == nil)
    var answer = wire.bench.session.nextAnswer()
    for _ in 0..<500 where answer == nil {
      _ = wire.run(0.02)
      answer = wire.bench.session.nextAnswer()
    }
    #expect(answer?.answer == .accepted && answer?.identity.command == 2)
    #expect(
      listener.run(10) { $0.lines.contains("1=-7") && $0.lines.contains("0=12.5") && $0.lines.contains("2=\"now\"") })
    #expect(!listener.lines.contains("retained"))
    // Who comes later has the retained one.
    listener.hangUp()
    _ = listener.bench.notes.taken()
    try listener.connect(broker)
    #expect(listener.run(10) { $0.lines.contains("1=-7") })
    #expect(listener.lines.prefix(2) == ["retained", "1=-7"])
    // Nothing is sent later: the broker has gone with a value on its way.
    broker.stop()
    #expect(wire.bench.session.publish(request(3, 1), to: sure, at: WiredSession.now) == nil)
    _ = wire.run(5)
    wire.hangUp()
    let lost = wire.bench.session.nextAnswer()
    #expect(lost?.answer == .refused(.noConnection) && lost?.identity.command == 3)
    listener.hangUp()
  }
}
