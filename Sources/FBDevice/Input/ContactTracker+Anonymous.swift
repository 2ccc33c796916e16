// Stage: input. Protocol A: every frame lists all contacts, each closed by SYN_MT_REPORT; which of them is which finger
// is found by the device's tracking number where it gives one, else by the least distance.
import CLinux

/// The contacts that a frame of protocol A has listed so far.
struct AnonymousFrame {
  struct Contact {
    var x: Int32 = 0
    var y: Int32 = 0
    /// −1 where the device gives none.
    var trackingID: Int32 = -1
    var hasX = false
    var hasY = false
    /// The greatest where the device tells none.
    var pressure = Int32.max
    /// The place of the finger it was found to be; −1 before.
    var place = -1
  }

  /// At most ``ContactTracker/maximumPlaces``; more are not followed.
  var contacts: [Contact] = []
  /// The frame says where the contacts are, or that there are none; other frames change nothing.
  var hasContent = false
  private var current = Contact()

  init() { contacts.reserveCapacity(ContactTracker.maximumPlaces) }

  mutating func feed(_ event: RawEvent) {
    switch Int32(event.code) {
    case ABS_MT_POSITION_X:
      current.x = event.value
      current.hasX = true
    case ABS_MT_POSITION_Y:
      current.y = event.value
      current.hasY = true
    case ABS_MT_TRACKING_ID: current.trackingID = max(-1, event.value)
    case ABS_MT_PRESSURE: current.pressure = event.value
    default: break
    }
  }

  /// SYN_MT_REPORT; one without a position says that there is no contact.
  /// - Parameter leastPressure: of a contact that counts.
  mutating func endContact(leastPressure: Int32) {
    hasContent = true
    let counts = current.hasX && current.hasY && current.pressure >= leastPressure
    if counts, contacts.count < ContactTracker.maximumPlaces { contacts.append(current) }
    current = Contact()
  }

  mutating func removeAll() {
    contacts.removeAll(keepingCapacity: true)
    hasContent = false
    current = Contact()
  }
}

extension ContactTracker {
  /// Ends the fingers that the frame does not list, moves those it does, and begins the rest.
  mutating func matchReported(_ time: Int64) {
    if !reported.hasContent { return }
    matchByTrackingID()
    while matchNearestPair() {}
    for place in places.indices where !isMatched(place) { finish(place, time) }
    for index in reported.contacts.indices {
      let contact = reported.contacts[index]
      if contact.place >= 0 {
        move(contact.place, x: contact.x, y: contact.y)
      } else if let free = places.indices.first(where: { places[$0].finger < 0 }) {
        // There is always one: at most as many contacts are listed as there are places.
        begin(free)
        move(free, x: contact.x, y: contact.y)
        places[free].trackingID = contact.trackingID
      }
    }
    reported.removeAll()
  }

  private mutating func matchByTrackingID() {
    for index in reported.contacts.indices where reported.contacts[index].trackingID >= 0 {
      for place in places.indices
      where places[place].finger >= 0 && places[place].trackingID == reported.contacts[index].trackingID
        && !isMatched(place)
      {
        reported.contacts[index].place = place
        break
      }
    }
  }

  /// Joins the finger and the contact that are nearest to each other, among those without a number.
  /// - Returns: false if there were none.
  private mutating func matchNearestPair() -> Bool {
    var best = (distance: UInt64.max, contact: -1, place: -1)
    for index in reported.contacts.indices {
      let contact = reported.contacts[index]
      if contact.place >= 0 || contact.trackingID >= 0 { continue }
      for place in places.indices where places[place].finger >= 0 && places[place].trackingID < 0 {
        if isMatched(place) { continue }
        // Each difference is below 2^32: their sum needs no squares to find the nearest.
        let dx = (Int64(contact.x) - Int64(places[place].x)).magnitude
        let dy = (Int64(contact.y) - Int64(places[place].y)).magnitude
        if dx + dy < best.distance { best = (dx + dy, index, place) }
      }
    }
    if best.contact < 0 { return false }
    reported.contacts[best.contact].place = best.place
    return true
  }

  private func isMatched(_ place: Int) -> Bool { reported.contacts.contains { $0.place == place } }
}
