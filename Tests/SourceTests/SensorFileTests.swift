// Sensors of IIO, hwmon and 1-wire in a folder like /sys.
import CLinux
import EventLoop
import PanelSignals
import Synchronization
import Testing

@testable import PanelSources

/// A sensor that takes 300 ms.
private final class SlowSensor: Sendable {
  let state = Mutex((reads: 0, isReading: false, wasTwice: false))

  func read() -> Fixed64 {
    state.withLock {
      $0.wasTwice = $0.wasTwice || $0.isReading
      $0.isReading = true
    }
    usleep(300_000)
    return state.withLock {
      $0.isReading = false
      $0.reads += 1
      return Fixed64($0.reads)
    }
  }
}

@Suite("Sensors under /sys") struct SensorFileTests {
  private let sys = FakeSys()

  // row: P6C
  @Test("P6C a channel of IIO has its own offset and scale, those of its type, or none")
  func channels() {
    let folder = "bus/iio/devices/iio:device0/"
    sys.write("ads1115\n", folder + "name")
    sys.write("13333\n", folder + "in_voltage0_raw")
    #expect(sys.read("iio ads1115 in_voltage0 in_voltage 0") == 13333, "without a scale")
    sys.write("0.125000000\n", folder + "in_voltage_scale")
    #expect(sys.read("iio ads1115 in_voltage0 in_voltage 0") == Fixed64(13333, over: 8), "of its type")
    sys.write("0.062500000\n", folder + "in_voltage0_scale")
    #expect(sys.read("iio ads1115 in_voltage0 in_voltage 0") == Fixed64(13333, over: 16), "its own first")
    sys.write("-13\n", folder + "in_voltage_offset")
    #expect(sys.read("iio ads1115 in_voltage0 in_voltage 0") == Fixed64(13320, over: 16))
    sys.write("-3.5\n", folder + "in_voltage0_offset")
    #expect(sys.read("iio ads1115 in_voltage0 in_voltage 0") == Fixed64(26659, over: 32))
    #expect(sys.read("iio * in_voltage0 in_voltage 0") == Fixed64(26659, over: 32), "any device")
    #expect(sys.read("iio iio:device0 in_voltage0 in_voltage 0") == Fixed64(26659, over: 32), "by its folder")
    // A channel that the kernel has computed.
    sys.write("45500\n", folder + "in_humidityrelative_input")
    #expect(sys.read("iio ads1115 in_humidityrelative in_humidityrelative 3") == Fixed64(91, over: 2))
    for scale in ["", "none\n", "1e5\n"] {
      sys.write(scale, folder + "in_voltage0_scale")
      #expect(sys.read("iio ads1115 in_voltage0 in_voltage 0") == nil, "a scale that is none")
    }
    #expect(sys.read("iio ads1115 in_voltage1 in_voltage 0") == nil)
    #expect(sys.read("iio ads1015 in_voltage0 in_voltage 0") == nil)
  }

  @Test("P6C a device is found by its name, whatever its number; two of one name by their place in the tree")
  func names() {
    for (number, place) in [(0, "1-0049"), (12, "1-0048")] {
      let folder = "devices/i2c-1/\(place)/iio:device\(number)"
      sys.write("ads1115\n", folder + "/name")
      sys.write("\(number)\n", folder + "/in_voltage0_raw")
      sys.link("bus/iio/devices/iio:device\(number)", to: folder)
    }
    #expect(sys.read("iio ads1115 in_voltage0 in_voltage 0") == 0, "the lowest number")
    #expect(sys.read("iio ads1115@1-0048 in_voltage0 in_voltage 0") == 12)
    #expect(sys.read("iio ads1115@1-0049 in_voltage0 in_voltage 0") == 0)
    #expect(sys.read("iio ads1115@1-004 in_voltage0 in_voltage 0") == nil, "a part of a place is none")
    #expect(sys.read("iio ads1015@1-0048 in_voltage0 in_voltage 0") == nil)
  }

  @Test("P6C a sensor of hwmon is found by the chip's name, and by its number or its label")
  func hardware() {
    sys.write("acpitz\n", "class/hwmon/hwmon0/name")
    sys.write("20000\n", "class/hwmon/hwmon0/temp1_input")
    let folder = "class/hwmon/hwmon3/"
    sys.write("k10temp\n", folder + "name")
    sys.write("54125\n", folder + "temp1_input")
    sys.write("Tctl\n", folder + "temp1_label")
    sys.write("2500000\n", folder + "power1_average")
    sys.write("Core + SoC\n", folder + "power1_label")
    sys.write("45500\n", folder + "humidity1_input")
    sys.write("Air\n", folder + "humidity1_label")
    sys.write("1200\n", folder + "fan1_input")
    sys.write("128\n", folder + "pwm1")
    #expect(sys.read("hwmon k10temp 0 temp1_input") == 54125)
    #expect(sys.read("hwmon k10temp = Tctl") == 54125)
    #expect(sys.read("hwmon k10temp = Core + SoC") == Fixed64(5, over: 2), "watts")
    #expect(sys.read("hwmon k10temp 6 power1_average") == Fixed64(5, over: 2))
    #expect(sys.read("hwmon k10temp = Air") == Fixed64(91, over: 2))
    #expect(sys.read("hwmon k10temp 0 fan1_input") == 1200)
    #expect(sys.read("hwmon k10temp 0 pwm1") == 128)
    #expect(sys.read("hwmon * 0 temp1_input") == 20000)
    #expect(sys.read("hwmon hwmon3 0 temp1_input") == 54125)
    #expect(sys.read("hwmon k10temp = Tct") == nil && sys.read("hwmon k10temp 0 temp2_input") == nil)
  }

  @Test("P6C a thermometer's value counts with a right checksum alone")
  func oneWire() {
    let file = "bus/w1/devices/28-000005e2fdc3/w1_slave"
    sys.write(
      "72 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=23125\n", file)
    #expect(sys.read("w1 28-000005e2fdc3") == 23125)
    sys.write(
      "ff ff ff ff ff ff ff ff ff : crc=c9 NO\n72 01 4b 46 7f ff 0e 10 57 t=23125\n", file)
    #expect(sys.read("w1 28-000005e2fdc3") == nil, "the value before it")
    var buffer = [UInt8](repeating: 0, count: DeviceFile.limit)
    let wrong = DeviceFile(.oneWire(id: Array("28-000005e2fdc3".utf8)), root: sys.root)
    #expect(wrong.read(&buffer) == nil && wrong.code == EBADMSG)
    // The value after power-on is a temperature as well: the kernel's `features` tell them apart.
    sys.write("50 05 4b 46 7f ff 0c 10 1c : crc=1c YES\n50 05 4b 46 7f ff 0c 10 1c t=85000\n", file)
    #expect(sys.read("w1 28-000005e2fdc3") == 85000)
    sys.write("f8 ff 4b 46 7f ff 08 10 00 : crc=00 YES\nf8 ff 4b 46 7f ff 08 10 00 t=-500\n", file)
    #expect(sys.read("w1 28-000005e2fdc3") == -500)
    for text in ["", "YES", "t=5", "crc=57 YES\nt=", "crc=57 YES t=x\n", "crc=57 yes\nt=5\n"] {
      sys.write(text, file)
      #expect(sys.read("w1 28-000005e2fdc3") == nil, "\(text)")
    }
    // Another driver has the number alone.
    sys.remove(file)
    sys.write("23187\n", "bus/w1/devices/28-000005e2fdc3/temperature")
    #expect(sys.read("w1 28-000005e2fdc3") == 23187)
    sys.write("", "bus/w1/devices/28-000005e2fdc3/temperature")
    #expect(sys.read("w1 28-000005e2fdc3") == nil)
  }

  @Test("P6C a text of w1_slave that is cut at any byte has the whole value or none")
  func cut() {
    let text = Array("72 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=23125\n".utf8)
    for count in 0...text.count {
      let (place, isRight) = DeviceFile.oneWire(Array(text[..<count]).span)
      #expect(isRight == (count >= 39) && place == (count == text.count ? 69 : nil), "\(count)")
    }
  }

  @Test("P6C P60 30,000 damaged short forms and 30,000 damaged texts never trap")
  func damaged() {
    var (random, addresses, numbers) = (CANRandom(5), 0, 0)
    let forms = [
      "iio ads1115 in_voltage0 in_voltage 0", "hwmon k10temp 6 power1_input", "hwmon a = b c", "w1 28-0005e2fdc3",
    ]
    let texts = ["crc=57 YES\n01 t=23125\n", "crc=57 NO t=-5", "0.062500000\n", "-4611686018427387904\n"]
    for number in 0..<30_000 {
      let form = String(decoding: random.damaged(Array(forms[number % 4].utf8)), as: UTF8.self)
      if DeviceAddress(form) != nil { addresses += 1 }
      let text = random.damaged(Array(texts[number % 4].utf8))
      _ = DeviceFile.oneWire(text.span)
      guard let value = SensorNumber(text.span) else { continue }
      numbers += 1
      _ = SensorNumber.value(value, offset: value, scale: value, decimals: Int.random(in: 0...9, using: &random))
    }
    #expect(addresses > 5000 && numbers > 5000, "\(addresses) \(numbers)")
    for address in [
      "iio", "iio ", "iio a b c", "iio a b c x", "hwmon a = ", "hwmon a 0", "w1 ", "w1 a b", "w1 ../x", "w1 ..",
    ] {
      #expect(DeviceAddress(address) == nil, "\(address)")
    }
    #expect(DeviceAddress("proc/meminfo MemFree: *") == nil && DeviceAddress("sys/x") == nil)
  }

  @Test("P6C P61 P65 a source reads sensors beside files; one that goes and comes back by another number is read again")
  func source() throws {
    let (loop, signals) = (try EventLoop(), makeSignals(3))
    sys.write("7\n", "number")
    sys.write("lm75\n", "class/hwmon/hwmon0/name")
    sys.write("20500\n", "class/hwmon/hwmon0/temp1_input")
    let folder = "bus/iio/devices/iio:device0"
    sys.write("adc\n", folder + "/name")
    sys.write("100\n", folder + "/in_voltage0_raw")
    sys.write("0.5\n", folder + "/in_voltage0_scale")
    var (told, changes) = ([String](), 0)
    let source = FileSource(
      [
        ("hwmon lm75 0 temp1_input", SignalIndex(0), 0), (sys.root + "/number", SignalIndex(1), 0),
        ("iio adc in_voltage0 in_voltage 0", SignalIndex(2), 0),
      ], every: 5_000_000, loop: loop, signals: signals, root: sys.root, changed: { changes += 1 })
    source.noticeHandler = { told.append($0.sentence) }
    defer { source.close() }
    source.open()
    func has(_ values: [Fixed64?]) -> Bool {
      signals.advance(to: EventLoop.now)
      return values.indices.allSatisfy {
        let reading = signals.reading(SignalIndex($0))
        return values[$0].map { reading == Reading($0) } ?? (reading.quality == .failed)
      }
    }
    #expect(run(loop) { has([20500, 7, 50]) } && told.isEmpty && changes > 0)
    #expect(source.link.isConnected && source.link.toldAt != nil)
    sys.write("200\n", folder + "/in_voltage0_raw")
    sys.write("2.5\n", folder + "/in_voltage0_scale")
    #expect(run(loop) { has([20500, 7, 100]) }, "the scale is that of the opening")
    sys.write("", folder + "/in_voltage0_raw")
    #expect(
      run(loop) { has([20500, 7, nil]) }
        && told == ["iio adc in_voltage0 in_voltage 0: no such number in it: its signals have failed"])
    sys.write("200\n", folder + "/in_voltage0_raw")
    #expect(run(loop) { has([20500, 7, 500]) }, "after a failure it is read again")
    #expect(told.count == 2 && told[1].hasSuffix(": is read again"))
    sys.write("", "class/hwmon/hwmon0/temp1_input")
    sys.remove("class/hwmon/hwmon0")
    #expect(run(loop) { has([nil, 7, 500]) } && source.link.isConnected)
    sys.write("lm75\n", "class/hwmon/hwmon5/name")
    sys.write("21000\n", "class/hwmon/hwmon5/temp1_input")
    #expect(run(loop) { has([21000, 7, 500]) })
  }

  @Test("P6C a sensor that takes its time stops no loop, is read once at a time, and is not waited for at the end")
  func slow() throws {
    let (loop, signals) = (try EventLoop(), makeSignals(2))
    var sensor: SlowSensor? = SlowSensor()
    weak let former = sensor
    let state = { sensor?.state.withLock { $0 } ?? (reads: 0, isReading: false, wasTwice: false) }
    var reader: DeviceReader? = DeviceReader(
      [("slow", SignalIndex(0), 0), ("after it", SignalIndex(1), 0)], loop: loop, signals: signals, changed: {}
    ) { [slow = sensor!] index, _ in index == 0 ? (slow.read(), 0) : (nil, EIO) }
    var told: [String] = []
    reader?.noticeHandler = { told.append($0.sentence) }
    #expect(reader?.open() == 0)
    // A frame every 2 ms, each of them asks for values.
    var (last, worst) = (EventLoop.now, Int64(0))
    #expect(
      run(loop) {
        let now = EventLoop.now
        (worst, last) = (max(worst, now - last), now)
        reader?.read()
        signals.advance(to: now)
        return signals.reading(SignalIndex(0)) == Reading(3)
      })
    #expect(worst < 250_000_000 && !state().wasTwice)
    #expect(
      signals.reading(SignalIndex(1)).quality == .failed
        && told == ["cannot read after it: Input/output error; its signals have failed until it can be read"])
    #expect(reader?.link.isConnected == true)
    // A request while it is being read is none.
    #expect(run(loop) { !state().isReading })
    let reads = state().reads
    let time = EventLoop.now
    reader?.read()
    #expect(run(loop) { state().isReading })
    reader?.read()
    #expect(run(loop) { EventLoop.now - time > 900_000_000 })
    #expect(state().reads == reads + 1)
    reader?.read()
    let start = EventLoop.now
    reader = nil
    #expect(EventLoop.now - start < 100_000_000)
    // The thread ends by itself.
    sensor = nil
    #expect(run(loop) { former == nil })
  }
}
