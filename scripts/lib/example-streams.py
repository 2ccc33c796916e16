#!/usr/bin/env python3
"""Writes the streams of the example panels: sessions of some seconds that `panel-ui --replay` plays.

usage: example-streams.py FOLDER PANELS

FOLDER gets the files, PANELS has the examples and their DBC files. The sessions are computed, not recorded: a race car's lap,
a boat that tacks, a van under clouds. The same numbers come each time. Frames of the race car are encoded by cantools, those
of the engine by the tables of SAE J1939-71; the boat's sentences have checksums. The other files are replays, in the form of
`panel-ui --record-sources`.

exit status: 0 done, 2 usage
"""
import functools
import math
import operator
import pathlib
import random
import sys

import cantools

# The first time of the logs, in seconds since 1970: 2026-06-15 10:08:00 UTC.
LOG_START = 1781518080


def between(value, low, high):
    return max(low, min(high, value))


def slope(time, points):
    """The value at a time between points (time, value), in straight lines."""
    for (begin, first), (end, last) in zip(points, points[1:]):
        if time <= end:
            return first + (last - first) * max(0, time - begin) / (end - begin)
    return points[-1][1]


def wave(time, period, phase=0.0):
    return math.sin(2 * math.pi * (time / period + phase))


# Logs of candump


class CandumpLog:
    """Frames with their times, as `candump -L` writes them."""

    def __init__(self, interface):
        self.interface = interface
        self.lines = []

    def add(self, milliseconds, identifier, data):
        # Messages of one time follow each other on the bus.
        micros = milliseconds * 1000 + 240 * len([line for line in self.lines[-8:] if line[0] == milliseconds])
        time = f"({LOG_START + micros // 1_000_000}.{micros % 1_000_000:06d})"
        width = 8 if identifier > 0x7FF else 3
        self.lines.append((milliseconds, f"{time} {self.interface} {identifier:0{width}X}#{bytes(data).hex().upper()}"))

    def text(self):
        return "".join(line + "\n" for _, line in self.lines)


# The lap of the race car: metres from the line to a corner's end, the corner's length, and its speed in km/h.
CORNERS = [(420, 60, 95), (690, 60, 142), (1080, 80, 72), (1420, 60, 118), (1820, 70, 88), (2600, 1, 400)]
# Kilometres an hour at 1,000 revolutions a minute, gear by gear.
GEARS = [9.0, 13.4, 17.6, 21.6, 25.4, 29.0]
SHIFT_POINT = 8200


def race_car(panels):
    database = cantools.database.load_file(panels / "ecu.dbc")
    log = CandumpLog("can0")

    def send(milliseconds, name, **values):
        message = database.get_message_by_name(name)
        log.add(milliseconds, message.frame_id, message.encode(values))

    noise = random.Random(1)
    speed, distance, gear, fuel, shifting = 168.0, 0.0, 5, 31.5, 0
    step = 20
    for time in range(0, 40_001, step):
        place, length, corner = next(entry for entry in CORNERS if distance < entry[0])
        to_corner = place - length - distance
        excess = (speed / 3.6) ** 2 - (corner / 3.6) ** 2
        is_braking = excess > 0 and (to_corner <= 0 or excess > 2 * 13 * to_corner)
        is_cornering = to_corner <= 0 and not is_braking
        rpm = speed / GEARS[gear - 1] * 1000
        if is_braking:
            speed -= 13 * 3.6 * step / 1000
            while gear > 1 and speed / GEARS[gear - 2] * 1000 < 7300:
                gear -= 1
        elif is_cornering:
            speed += between(corner - speed, -1, 1) * step / 1000
        elif shifting == 0:
            # Less pull in higher gears, and against the air.
            speed += (9.5 * GEARS[0] / GEARS[gear - 1] + 3.2 - (speed / 130) ** 2) * 3.6 * step / 1000
        if shifting:
            shifting -= 1
        elif not is_braking and rpm > SHIFT_POINT + 150 and gear < 6:
            gear, shifting = gear + 1, 3
        rpm = between(speed / GEARS[gear - 1] * 1000 + noise.uniform(-20, 20), 1500, 8600)
        distance += speed / 3.6 * step / 1000
        load = 0.05 if is_braking else 0.45 if is_cornering else 1.0
        fuel -= load * rpm / 8000 * 0.055 * step / 1000
        if time % 80 == 0:
            mixture = 1.12 if is_braking else 0.96 if is_cornering else 0.87
            send(time, "Engine", RPM=round(rpm), ShiftPoint=SHIFT_POINT, Gear=gear,
                 Lambda=round(mixture + noise.uniform(-0.012, 0.012), 3))
        if time % 200 == 0:
            send(time, "Car", VehicleSpeed=round(speed, 1), FuelLevel=round(fuel, 2))
        if time % 500 == 0:
            # Time is lost in the second corner, and found in those behind it.
            delta = slope(time / 1000, [(0, 0), (8, 0.04), (14, 0.31), (22, 0.18), (32, -0.22), (40, -0.36)])
            send(time, "Laps", LapTime=time / 1000, LapDelta=round(delta, 3))
        if time % 1000 == 0:
            seconds = time / 1000
            send(time, "Temperatures", Coolant=round(90.5 + 1.5 * wave(seconds, 40), 1),
                 OilTemp=round(slope(seconds, [(0, 103.2), (40, 107.8)]), 1),
                 OilPress=round(140 + rpm * 0.044, 1))
    return log.text()


# Parameter groups of SAE J1939-71: identifier, and for each value its first byte, bytes, resolution and offset. Bytes without
# a value are FF, which means that there is none.
GROUPS = {
    "EEC1": (0x0CF00400, {"demanded": (1, 1, 1, -125), "torque": (2, 1, 1, -125), "speed": (3, 2, 0.125, 0)}),
    "EEC2": (0x0CF00300, {"pedal": (1, 1, 0.4, 0), "load": (2, 1, 1, 0)}),
    "LFE": (0x18FEF200, {"rate": (0, 2, 0.05, 0)}),
    "IC1": (0x18FEF600, {"boost": (1, 1, 2, 0), "intake": (2, 1, 1, -40), "exhaust": (5, 2, 0.03125, -273)}),
    "EFL/P1": (0x18FEEF00, {"level": (2, 1, 0.4, 0), "oil": (3, 1, 4, 0)}),
    "ET1": (0x18FEEE00, {"coolant": (0, 1, 1, -40), "oil": (2, 2, 0.03125, -273)}),
    "HOURS": (0x18FEE500, {"hours": (0, 4, 0.05, 0)}),
}
# Lamps out, no code.
NO_TROUBLE = [0x00, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF]


def engine(_):
    log = CandumpLog("can0")

    def send(milliseconds, name, **values):
        identifier, places = GROUPS[name]
        data = [0xFF] * 8
        for key, value in values.items():
            first, count, resolution, offset = places[key]
            raw = round((value - offset) / resolution)
            data[first:first + count] = raw.to_bytes(count, "little")
        log.add(milliseconds, identifier, data)

    noise = random.Random(2)
    exhaust, boost = 210.0, 0.0
    for time in range(0, 30_001, 100):
        seconds = time / 1000
        # Idling, up to cruising speed, full throttle, and back.
        rpm = slope(seconds, [(0, 760), (3, 760), (8, 2150), (15, 2200), (19, 3320), (23, 3340), (27, 1800), (30, 1800)])
        load = slope(seconds, [(0, 12), (3, 12), (4, 64), (8, 58), (15, 58), (16, 97), (23, 98), (24, 20), (27, 42), (30, 42)])
        rpm += noise.uniform(-6, 6)
        exhaust += (170 + 4.1 * load - exhaust) * 0.02
        boost += (between((rpm - 900) / 2500, 0, 1) * load * 1.9 - boost) * 0.06
        send(time, "EEC1", demanded=load, torque=load, speed=rpm)
        if time % 200 == 0:
            send(time, "EEC2", pedal=load, load=load)
            send(time, "LFE", rate=0.8 + rpm / 3600 * load * 0.36)
        if time % 500 == 0:
            send(time, "IC1", boost=boost, intake=34 + boost * 0.12, exhaust=exhaust)
            send(time, "EFL/P1", level=82, oil=between(150 + rpm * 0.1, 0, 440))
        if time % 1000 == 0:
            send(time, "ET1", coolant=slope(seconds, [(0, 81), (15, 84), (24, 90), (30, 88)]), oil=92 + seconds * 0.2)
            send(time, "HOURS", hours=1234.55 + seconds / 3600)
            log.add(time, 0x18FECA00, NO_TROUBLE)
    return log.text()


# The boat: close-hauled on starboard tack, a tack at 20 s, then port tack. The engine idles, to charge.


class Boat:
    def __init__(self, seconds):
        turn = slope(seconds, [(0, 0), (20, 0), (27, 1), (40, 1)])
        gust = 1 + 0.12 * wave(seconds, 17) + 0.05 * wave(seconds, 5.3)
        self.heading = (12 + 84 * turn + 2 * wave(seconds, 6)) % 360
        # The true wind comes from 54 degrees; the apparent one lies further ahead.
        off = 54 - self.heading
        self.angle = (off * 0.82) % 360
        self.wind = 7.4 * gust * slope(abs(off), [(0, 1.15), (45, 1.12)])
        self.speed = slope(seconds, [(0, 6.2), (20, 6.3), (25, 3.4), (29, 4.6), (40, 6.1)]) + 0.15 * wave(seconds, 9)
        self.course = (self.heading + math.copysign(5, -off) * (1 - abs(2 * turn - 1) * 0.2)) % 360
        self.depth = 8.4 - 0.05 * seconds + 0.25 * wave(seconds, 11)
        self.rpm = 1180 + 9 * wave(seconds, 1.7)
        self.time = seconds


def sentence(body):
    return f"${body}*{functools.reduce(operator.xor, body.encode()):02X}\r\n"


def boat_sentences(_):
    text = ""
    latitude, longitude = 54.3900, 10.2000
    for seconds in range(41):
        boat = Boat(seconds)
        miles = boat.speed / 3600
        latitude += miles / 60 * math.cos(math.radians(boat.course))
        longitude += miles / 60 * math.sin(math.radians(boat.course)) / math.cos(math.radians(latitude))
        place = f"{int(latitude):02d}{latitude % 1 * 60:07.4f},N,{int(longitude):03d}{longitude % 1 * 60:07.4f},E"
        clock = f"1008{seconds:02d}.00"
        text += sentence(f"GPRMC,{clock},A,{place},{boat.speed:.2f},{boat.course:.1f},150626,,,A")
        text += sentence(f"GPVTG,{boat.course:.1f},T,,M,{boat.speed:.2f},N,{boat.speed * 1.852:.2f},K,A")
        text += sentence(f"IIHDT,{boat.heading:.1f},T")
        text += sentence(f"IIVHW,{boat.heading:.1f},T,,M,{boat.speed:.2f},N,{boat.speed * 1.852:.2f},K")
        depth = boat.depth
        text += sentence(f"SDDBT,{depth / 0.3048:.1f},f,{depth:.2f},M,{depth / 1.8288:.1f},F")
        text += sentence(f"WIMWV,{boat.angle:.1f},R,{boat.wind:.1f},M,A")
    return text


# Replays


class ReplayText:
    """A replay: the values of signals as `panel-ui --record-sources` writes them."""

    def __init__(self, clock):
        self.lines = [f"# computed by scripts/example-streams; panel-ui --replay plays it", ]
        self.clock = f" time={clock}"

    def add(self, seconds, **values):
        """Numbers are rounded to nine decimals, their zeros left out."""
        words = [f"{name}={value:.9f}".rstrip("0").rstrip(".") for name, value in values.items()]
        self.lines.append(f"{round(seconds * 1000)}{self.clock} " + " ".join(words))
        self.clock = ""

    def text(self):
        return "".join(line + "\n" for line in self.lines)


def boat(_):
    replay = ReplayText("10:08:00")
    for step in range(40 * 4 + 1):
        seconds = step / 4
        now = Boat(seconds)
        values = {"rpm": round(now.rpm * 4) / 4}
        if step % 4 == 0:
            values |= {
                "heading": round(now.heading, 1), "course": round(now.course, 1), "speed": round(now.speed, 2),
                "depth": round(now.depth, 2), "wind_angle": round(now.angle, 1), "wind_speed": round(now.wind, 1),
                "coolant": round(78 + seconds / 10), "oil": round((180 + now.rpm * 0.08) / 4) * 4,
            }
        if step % 40 == 0:
            values |= {
                "battery": round(13.6 + 0.004 * seconds, 2), "fuel": 61, "water": 48, "lux": 8200 - 20 * round(seconds),
                "nav_lights": 0, "anchor_light": 0, "cabin": 0,
            }
        # The bilge pump runs for some seconds.
        if step in (0, 48, 84):
            values["pump"] = int(step == 48)
        replay.add(seconds, **values)
    return replay.text()


def battery_solar(_):
    replay = ReplayText("13:20:00")
    noise = random.Random(3)
    charge, harvest = 76.0, 1.84
    # The graph of six hours has a first point after a minute and a half.
    for seconds in range(181):
        # A cloud for a minute; then the fridge starts.
        solar = slope(seconds, [(0, 412), (45, 420), (52, 128), (105, 140), (112, 405), (180, 415)]) + noise.uniform(-6, 6)
        load = slope(seconds, [(0, 96), (130, 98), (131, 172), (132, 148), (180, 146)]) + noise.uniform(-3, 3)
        current = (solar * 0.97 - load) / 26.3
        voltage = 26.18 + current * 0.018
        charge += current / 200 / 3600 * 100
        harvest += solar / 3_600_000
        values = {"voltage": round(voltage, 2), "current": round(current, 1), "solar": round(solar)}
        if seconds % 2 == 0:
            values |= {
                f"cell_{index + 1}": round(voltage / 8 * 1000 + offset + noise.uniform(-0.6, 0.6))
                for index, offset in enumerate([4, -2, 3, -9])
            }
            values["status"] = 3
        if seconds % 10 == 0:
            values |= {"charge": round(charge, 1), "yield_today": round(harvest, 2)}
        replay.add(seconds, **values)
    return replay.text()


def process_skid(_):
    replay = ReplayText("06:40:00")
    noise = random.Random(4)
    level, acidity, flow = 44.0, 7.38, 76.0
    for step in range(121):
        seconds = step / 2
        # Pump 2 takes over from pump 1 for ten seconds.
        pump_1, pump_2 = int(not 30 <= seconds < 41), int(29 <= seconds < 42)
        flow += ((76 if pump_1 + pump_2 == 1 else 88) - flow) * 0.3
        level += (0.16 if seconds > 22 else -0.13)
        dose = between(33 + (acidity - 7.2) * 90, 0, 100)
        acidity += (7.2 - acidity) * 0.03 + noise.uniform(-0.006, 0.006)
        replay.add(
            seconds, level=round(level, 1), flow=round(flow + noise.uniform(-0.6, 0.6), 1),
            pressure=round(180 + flow * 1.85 + noise.uniform(-3, 3)), acidity=round(acidity, 2), wanted=7.2,
            dose=round(dose, 1), pump_1=pump_1, pump_2=pump_2, word=0, mode=1)
    return replay.text()


def compressor(_):
    replay = ReplayText("07:30:00")
    pressure, is_loaded = 664.0, True
    for step in range(201):
        seconds = step / 5
        pressure += 3.1 if is_loaded else -2.4
        if pressure >= 800 or pressure <= 650:
            is_loaded = pressure <= 650
        values = {"pressure": round(pressure), "word": 5 if is_loaded else 1}
        if step % 5 == 0:
            values |= {"oil_temp": round(81 + 2 * wave(seconds, 50), 1), "duty": round(64 + wave(seconds, 80))}
        if step % 50 == 0:
            values |= {"cut_in": 650, "cut_out": 800, "hours": 8412, "service": 212}
        replay.add(seconds, **values)
    return replay.text()


def controls(_):
    replay = ReplayText("09:00:00")
    for seconds in range(31):
        replay.add(
            seconds, pump=int(seconds < 12 or seconds > 18), ready=int(5 <= seconds < 25),
            fan=round(slope(seconds, [(0, 35), (8, 35), (14, 60), (30, 60)])), mode=1 if seconds < 20 else 2,
            room=round(19.4 + 0.02 * seconds, 1), pressure=round(4 + 0.3 * wave(seconds, 12), 2), limit=6)
    return replay.text()


def greenhouse(_):
    replay = ReplayText("11:15:00")
    for seconds in range(0, 61, 5):
        values = {}
        for index, house in enumerate("abc"):
            values[f"temp_{house}"] = round([23.4, 26.1, 21.8][index] + 0.3 * wave(seconds, 90, index / 3), 1)
            values[f"hum_{house}"] = round([71, 64, 79][index] - 2 * wave(seconds, 90, index / 3))
        if seconds % 20 == 0:
            values |= {"outside": round(12.4 + seconds / 100, 1), "rain": 0, "water": 58}
        values["vents"] = round(slope(seconds, [(0, 40), (20, 40), (35, 65), (60, 65)]))
        replay.add(seconds, **values)
    return replay.text()


def machine_monitor(_):
    replay = ReplayText("10:08:00")
    noise = random.Random(5)
    total, load = 1_900_000, 0.42
    for seconds in range(61):
        # A job of half a minute.
        works = 12 <= seconds < 42
        load += ((2.3 if works else 0.2) - load) / 60 * 4
        available = slope(seconds, [(0, 1_240_000), (12, 1_236_000), (20, 720_000), (42, 690_000), (44, 1_215_000), (60, 1_228_000)])
        chip = slope(seconds, [(0, 46_200), (12, 46_700), (30, 57_800), (42, 60_900), (60, 50_100)]) + noise.uniform(-300, 300)
        replay.add(
            seconds, load_1=round(load, 2), load_15=round(0.31 + seconds / 500, 2), total=total,
            available=round(available / 4) * 4, chip=round(chip / 487) * 487, clock_rate=1_500_000 if works else 600_000,
            up=86_400 + seconds)
    return replay.text()


def printer_3d(_):
    replay = ReplayText("15:05:00")
    noise = random.Random(6)
    for seconds in range(61):
        elapsed = 4380 + seconds
        # A layer every twelve seconds.
        replay.add(
            seconds, nozzle=round(210 + noise.uniform(-0.6, 0.6), 1), nozzle_wanted=210,
            bed=round(60 + noise.uniform(-0.25, 0.25), 1), bed_wanted=60, progress=round(elapsed / 10_430, 4), elapsed=elapsed,
            fan=0.8, height=round(18.4 + 0.2 * (seconds // 12), 2), job=1)
    return replay.text()


def weather(_):
    replay = ReplayText("17:42:00")
    noise = random.Random(7)
    for step in range(25):
        seconds = step * 2.5
        # A shower comes up: the wind turns and freshens.
        values = {
            "wind": round(slope(seconds, [(0, 7), (20, 8), (40, 19), (60, 15)]) + noise.uniform(-2, 2), 1),
            "direction": round(slope(seconds, [(0, 228), (25, 236), (45, 282), (60, 290)]) + noise.uniform(-6, 6)),
        }
        if step % 4 == 0:
            values |= {
                "temp": round(slope(seconds, [(0, 62.4), (60, 60.8)]), 1), "inside": 70.2,
                "humidity": round(slope(seconds, [(0, 58), (60, 66)])),
                "barometer": round(slope(seconds, [(0, 29.84), (60, 29.81)]), 2),
                "rain": 0.12 if seconds < 40 else 0.13, "us_units": 0, "in_german": 0,
            }
        replay.add(seconds, **values)
    return replay.text()


STREAMS = {
    "battery-solar.replay": battery_solar, "boat.nmea": boat_sentences, "boat.replay": boat, "compressor.replay": compressor,
    "controls.replay": controls, "engine.log": engine, "greenhouse.replay": greenhouse,
    "machine-monitor.replay": machine_monitor, "printer-3d.replay": printer_3d, "process-skid.replay": process_skid,
    "race-car.log": race_car, "weather.replay": weather,
}


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    folder, panels = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, stream in STREAMS.items():
        (folder / name).write_bytes(stream(panels).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
