// Sources. The keys of a broker, for a panel's description.

extension SourceCompiler {
  static let mqtt = SourceCompiler(kind: "mqtt") { source in
    if let text = source.text("alive") {
      switch checkMQTTAlive(text) {
      case .right(let alive): source.write(alive.text, .alive)
      case .wrong(let found, let expected): source.report("alive", found, expected: expected)
      }
    }
    if let text = source.text("keep") {
      switch checkMQTTTopic(text) {
      case .right(let topic): source.write(String(decoding: topic, as: UTF8.self), .keepAlive)
      case .wrong(let found, let expected): source.report("keep", found, expected: expected)
      }
    }
    if let text = source.text("retained") {
      let words = ["fresh", "old"]
      if words.contains(text) {
        source.write(text == "old", .retainedIsOld)
      } else {
        let expected = source.nearest(text, words) ?? "fresh or old"
        source.report("retained", "retained is '\(text)'", expected: expected)
      }
    }
    return MQTTReader(nearest: source.nearest)
  }
}
