// Events as the kernel makes them of fingers, keys and steps, by the protocol of each kind of device.
import CEvdev
import CLinux
import TestSupport

@testable import FBDevice

/// The state of a device, of which the kernel sends changes.
struct DeviceEncoder {
  let kind: DeviceKind
  private var slots = [(place: Place?, id: Int32)](repeating: (nil, -1), count: 12)
  private var nextID: Int32 = 1
  private var lastSlot: Int32 = -1
  private var mouse = Place(x: Picture.width / 2, y: Picture.height / 2)
  private var keysDown: [UInt16] = []
  private(set) var events: [RawEvent] = []
  var time: Int64 = 0

  /// The greatest value of an absolute axis.
  static let last: Int32 = 4095

  init(_ kind: DeviceKind) { self.kind = kind }

  mutating func take() -> [RawEvent] {
    let taken = events
    events = []
    return taken
  }

  private mutating func send(_ type: Int32, _ code: Int32, _ value: Int32) {
    events.append(RawEvent(type: UInt16(type), code: UInt16(truncatingIfNeeded: code), value: value, time: time))
  }

  private mutating func end() { send(EV_SYN, SYN_REPORT, 0) }

  private static func unit(_ value: Int, of size: Int) -> Int32 {
    Int32(max(0, min(size - 1, value)) * 4096 / size)
  }

  private static func x(_ place: Place) -> Int32 { unit(place.x, of: Picture.width) }
  private static func y(_ place: Place) -> Int32 { unit(place.y, of: Picture.height) }

  // MARK: Fingers

  /// Sends a frame in which these fingers are down.
  mutating func show(_ fingers: [Place?], _ random: inout SplitMix) {
    switch kind {
    case .slots, .filtered: showSlots(fingers, &random)
    case .anonymous, .numbered: showContacts(fingers)
    case .single: showButton(fingers.first ?? nil, BTN_TOUCH)
    case .tablet: showButton(fingers.first ?? nil, BTN_LEFT)
    case .mouse: showMouse(fingers.first ?? nil)
    case .keyboard, .encoder: return
    }
    end()
  }

  private mutating func change(_ slot: Int, to place: Place?, _ random: inout SplitMix) {
    let former = slots[slot].place
    if former == nil && place == nil { return }
    if lastSlot != Int32(slot) { send(EV_ABS, ABS_MT_SLOT, Int32(slot)) }
    lastSlot = Int32(slot)
    guard let place else {
      send(EV_ABS, ABS_MT_TRACKING_ID, -1)
      return slots[slot].place = nil
    }
    if former == nil {
      send(EV_ABS, ABS_MT_TRACKING_ID, nextID)
      nextID = (nextID + 1) & 0xFFFF
    }
    if former?.x != place.x { send(EV_ABS, ABS_MT_POSITION_X, Self.x(place)) }
    if former?.y != place.y { send(EV_ABS, ABS_MT_POSITION_Y, Self.y(place)) }
    if kind == .filtered { send(EV_ABS, ABS_MT_PRESSURE, Int32(random.next(in: 20...120))) }
    slots[slot].place = place
  }

  private mutating func showSlots(_ fingers: [Place?], _ random: inout SplitMix) {
    for slot in slots.indices { change(slot, to: slot < fingers.count ? fingers[slot] : nil, &random) }
  }

  private mutating func showContacts(_ fingers: [Place?]) {
    var count = 0
    for (index, place) in fingers.enumerated() {
      guard let place else { continue }
      if kind == .numbered { send(EV_ABS, ABS_MT_TRACKING_ID, Int32(index)) }
      send(EV_ABS, ABS_MT_POSITION_X, Self.x(place))
      send(EV_ABS, ABS_MT_POSITION_Y, Self.y(place))
      send(EV_SYN, SYN_MT_REPORT, 0)
      count += 1
    }
    if count == 0 { send(EV_SYN, SYN_MT_REPORT, 0) }
  }

  private mutating func showButton(_ place: Place?, _ button: Int32) {
    if let place {
      send(EV_ABS, ABS_X, Self.x(place))
      send(EV_ABS, ABS_Y, Self.y(place))
    }
    if (slots[0].place == nil) != (place == nil) { send(EV_KEY, button, place == nil ? 0 : 1) }
    slots[0].place = place
  }

  private mutating func showMouse(_ place: Place?) {
    if let place {
      if place.x != mouse.x { send(EV_REL, REL_X, Int32(place.x - mouse.x)) }
      if place.y != mouse.y { send(EV_REL, REL_Y, Int32(place.y - mouse.y)) }
      mouse = Place(x: max(0, min(Picture.width - 1, place.x)), y: max(0, min(Picture.height - 1, place.y)))
    }
    if (slots[0].place == nil) != (place == nil) { send(EV_KEY, BTN_LEFT, place == nil ? 0 : 1) }
    slots[0].place = place
  }

  /// The kernel has dropped events: tells the difference to a state in which some fingers, or keys, are up.
  mutating func drop(_ random: inout SplitMix) {
    send(EV_SYN, SYN_DROPPED, 0)
    switch kind {
    case .slots, .filtered:
      lastSlot = -1
      for slot in slots.indices where random.isOne(in: 2) { change(slot, to: nil, &random) }
    case .single, .tablet:
      if random.isOne(in: 2) { showButton(nil, kind == .single ? BTN_TOUCH : BTN_LEFT) }
    case .mouse: if random.isOne(in: 2) { showMouse(nil) }
    case .keyboard, .encoder: for key in keysDown where random.isOne(in: 2) { set(key, 0) }
    case .anonymous, .numbered: break
    }
    end()
  }

  // MARK: Keys

  private mutating func set(_ key: UInt16, _ value: Int32) {
    if value == 1 { keysDown.append(key) } else if value == 0 { keysDown.removeAll { $0 == key } }
    send(EV_KEY, Int32(key), value)
  }

  /// Has a key go down or up, or be repeated, or turns an encoder.
  mutating func type(_ random: inout SplitMix) {
    if kind == .encoder && !random.isOne(in: 3) {
      send(EV_REL, REL_DIAL, Int32(random.pick([1, 1, -1, -1, 2, -3, 40])))
    } else if let key = keysDown.first, random.isOne(in: 2) {
      set(key, 0)
    } else if let key = keysDown.last, random.isOne(in: 3) {
      set(key, 2)
    } else {
      let keys = [
        KEY_TAB, KEY_TAB, KEY_ENTER, KEY_ENTER, KEY_ENTER, KEY_SPACE, KEY_ESC, KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT,
        KEY_HOME, KEY_END, KEY_PAGEUP, KEY_PAGEDOWN, KEY_BACKSPACE, KEY_DELETE, KEY_A, KEY_1, KEY_5, KEY_DOT,
        KEY_MINUS, KEY_LEFTSHIFT, KEY_LEFTCTRL, KEY_KPENTER,
      ]
      let key = kind == .encoder ? UInt16(BTN_0) : UInt16(random.pick(keys))
      if !keysDown.contains(key) { set(key, 1) }
    }
    end()
  }

  /// Lifts all that is down.
  mutating func release(_ random: inout SplitMix) {
    for key in keysDown { set(key, 0) }
    if kind.isTouch || kind == .mouse { show([], &random) } else { end() }
  }
}
