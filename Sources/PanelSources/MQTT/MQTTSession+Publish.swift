// Stage: sources. The values of controls, published by a session.
import PanelSignals

extension MQTTSession {
  /// Publishes a value of a control.
  /// - Returns: accepted where it was written with QoS 0; refused where it cannot be; `nil` with QoS 1, whose answer is one
  ///   of ``nextAnswer()``.
  public mutating func publish(_ request: CommandRequest, to output: MQTTOutput, at time: Int64) -> CommandAnswer? {
    guard let payload = output.payload(of: request.value) else { return .refused(.invalid) }
    return publish(payload.span, to: output, for: request.identity, at: time)
  }

  /// Publishes a payload. Nothing is sent later: without an open session it is refused.
  /// - Parameter isRepeated: whether the message was sent before, and not acknowledged.
  public mutating func publish(
    _ payload: Span<UInt8>, to output: MQTTOutput, for identity: CommandRequest.Identity, isRepeated: Bool = false,
    at time: Int64
  ) -> CommandAnswer? {
    let isAnswered = output.qos > 0
    if state != .open || isAnswered && !flights.hasRoom(for: identity) { return .refused(.noConnection) }
    let number = isAnswered ? flights.nextNumber() : nil
    let isWritten = writer.publish(
      output.topic.span, payload, number: number, isRetained: output.isRetained, isRepeated: isRepeated)
    // A broker that does not read is as good as none. Time tells whether it is one.
    if !isWritten { return .refused(.noConnection) }
    send(true, at: time)
    guard let number else { return .accepted }
    flights.add(identity, number: number)
    return nil
  }

  /// Takes the next answer to a value with QoS 1: accepted where the broker acknowledged it, refused where the session
  /// ended before. `nil` where there is none; to be called after ``take(_:at:_:)``, ``advance(to:)`` and
  /// ``disconnected()``.
  public mutating func nextAnswer() -> (identity: CommandRequest.Identity, answer: CommandAnswer)? {
    flights.nextAnswer()
  }
}
