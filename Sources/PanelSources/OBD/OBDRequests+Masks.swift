// Stage: sources. Input: masks of ECUs, which say what they have. Output: the requests that make sense.
import PanelSignals

extension OBDRequests {
  mutating func finishMask<Listener: ValueListener>(at time: Int64, _ listener: inout Listener) {
    if heard >> UInt32(stage) & 1 == 0 {
      if stage == 0 {
        unanswered &+= 1
        searchAt = time &+ searchInterval
        searchInterval = Swift.min(2 &* searchInterval, Self.missInterval)
        return
      }
      tries += 1
      if tries < Self.missLimit { return }
    }
    (tries, searchAt) = (0, .min)
    settle(stage, &listener)
    repeat { stage &+= 1 } while stage < Self.maskCount && !needsMask(stage)
    // Beyond the last mask nobody has anything.
    if stage >= 8 {
      for place in 1..<8 where announced >> UInt32(place) & 1 == 0 { settle(place, &listener) }
    }
  }

  /// Whether a mask is announced, and an address lies in it or behind it.
  private func needsMask(_ stage: Int) -> Bool {
    let mode: UInt8 = stage == 8 ? 9 : 1
    if mode == 1 && announced >> UInt32(stage) & 1 == 0 { return false }
    for request in requests where request.mode == mode && (mode == 9 || Int(request.pid) > stage &* 32) { return true }
    return false
  }

  /// The mask in which a PID stands.
  private func maskPlace(_ address: OBDWanted) -> Int {
    address.mode == 9 ? 8 : address.mode == 1 ? (Int(address.pid) &+ 31) >> 5 &- 1 : -1
  }

  /// Takes what no mask names for missing. A mask that no ECU tells says nothing: its PIDs are asked for.
  private mutating func settle<Listener: ValueListener>(_ stage: Int, _ listener: inout Listener) {
    let isKnown = isKnown(stage)
    for index in addresses.indices {
      let address = addresses[index]
      guard maskPlace(address) == stage, !isSupported[index] else { continue }
      if !isKnown {
        if let place = place(address.mode, address.pid) { requests[place].isWanted = true }
        continue
      }
      report(index)
      listener.receive(index, Reading(.zero, .failed))
    }
  }

  /// Whether a mask was told, or is announced by none. Behind one that was not told all are unknown.
  private func isKnown(_ stage: Int) -> Bool {
    if stage == 8 { return heard >> 8 & 1 != 0 }
    for place in 0...stage {
      if announced >> UInt32(place) & 1 == 0 { return true }
      if heard >> UInt32(place) & 1 == 0 && needsMask(place) { return false }
    }
    return true
  }

  /// Takes four bytes of a mask: the highest bit is that of the next PID.
  mutating func takeMask(_ mode: UInt8, _ pid: UInt8, _ ecu: UInt8, _ mask: UInt32) {
    let stage = mode == 9 ? 8 : Int(pid) >> 5
    heard |= 1 << UInt32(stage)
    silence = 0
    if mode == 1 && stage < 7 && mask & 1 != 0 { announced |= 1 << UInt32(stage &+ 1) }
    for index in addresses.indices {
      let address = addresses[index]
      guard address.mode == mode, maskPlace(address) == stage,
        address.ecu < 0 || address.ecu == Int(ecu)
      else { continue }
      let bit = Int(address.pid) &- Int(pid)
      if bit < 1 || bit > 32 || mask >> UInt32(32 &- bit) & 1 == 0 { continue }
      isSupported[index] = true
      if let place = place(mode, address.pid) { support(place, ecu) }
    }
  }

  /// Of several ECUs the one with the lowest id counts.
  private mutating func support(_ place: Int, _ ecu: UInt8) {
    requests[place].isWanted = true
    requests[place].ecus |= 1 << UInt32(ecu & 31)
    if requests[place].ecu < 0 || requests[place].ecu > Int(ecu) { requests[place].ecu = Int(ecu) }
  }
}
