// Stage: data. Input: /proc and /sys of the machine. Output: load, memory and temperature. Reading allocates nothing.

/// What the machine says about itself.
public final class Machine {
  private let statistics = MachineFile("/proc/stat")
  private let memory = MachineFile("/proc/meminfo")
  private let thermometer = Machine.thermometer()
  private var ticks = ProcessorTicks()
  private var load = 0

  public init() {}

  /// Reads everything. The load is that since the reading before; the first time, since the machine's start.
  public func read(into readings: inout Readings) {
    readings.load = readLoad()
    readings.memory = readMemory()
    readings.temperature = readTemperature()
  }

  private func readLoad() -> Int {
    guard let statistics, statistics.read() else { return 0 }
    let now = ProcessorTicks(statistics.numbers(after: "cpu "))
    // Two readings within one tick of the kernel's clock say nothing new.
    if let share = now.busyPermille(since: ticks) {
      load = share
      ticks = now
    }
    return load
  }

  private func readMemory() -> Int? {
    guard let memory, memory.read() else { return nil }
    let total = memory.numbers(after: "MemTotal:")[0]
    let available = memory.numbers(after: "MemAvailable:")[0]
    return Machine.usedPermille(total: total, available: available)
  }

  private func readTemperature() -> Int? {
    guard let thermometer, thermometer.read(), let thousandths = thermometer.number else { return nil }
    return thousandths / 100
  }

  /// - Parameters:
  ///   - total, available: in kB.
  static func usedPermille(total: UInt64, available: UInt64) -> Int? {
    if total == 0 || available > total || total >> 50 != 0 { return nil }
    return Int((total - available) * 1000 / total)
  }

  /// The first thermometer that answers: the processor's on boards, another of the machine's elsewhere.
  private static func thermometer() -> MachineFile? {
    let paths: InlineArray<8, StaticString> = [
      "/sys/class/thermal/thermal_zone0/temp", "/sys/class/thermal/thermal_zone1/temp",
      "/sys/class/thermal/thermal_zone2/temp", "/sys/class/thermal/thermal_zone3/temp",
      "/sys/class/hwmon/hwmon0/temp1_input", "/sys/class/hwmon/hwmon1/temp1_input",
      "/sys/class/hwmon/hwmon2/temp1_input", "/sys/class/hwmon/hwmon3/temp1_input",
    ]
    for index in paths.indices {
      if let file = MachineFile(paths[index]), file.read(), file.number != nil { return file }
    }
    return nil
  }
}

/// The processors' time since the machine's start, in ticks of the kernel's clock, all processors together.
struct ProcessorTicks: Equatable {
  var busy: UInt64 = 0
  var all: UInt64 = 0

  init() {}

  /// - Parameter fields: user, nice, system, idle, iowait, irq, softirq, steal: the first eight of the line `cpu` of
  ///   /proc/stat, https://docs.kernel.org/filesystems/proc.html. Guests' time is part of user already.
  init(_ fields: InlineArray<8, UInt64>) {
    for index in fields.indices { all &+= fields[index] }
    busy = all &- fields[3] &- fields[4]
  }

  /// The share of time that was busy in between, in ‰; `nil` where no time has passed. Counters may go back: then the
  /// time counts as idle.
  func busyPermille(since before: ProcessorTicks) -> Int? {
    if all <= before.all { return nil }
    if busy <= before.busy { return 0 }
    // A machine of 10,000 processors reaches 2^53 ticks of 10 ms in 285 years.
    return Int(min(1000, (busy - before.busy) * 1000 / (all - before.all)))
  }
}
