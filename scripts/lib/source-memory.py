#!/usr/bin/env python3
"""The resident memory of a source of each kind, while somebody tells it values.

usage: source-memory.py SOURCE-MEMORY PANEL-ASSETS [KIND]...

Two sources of eight signals each are opened in a process that does nothing else, the second a second after the first. The
memory is the anonymous memory that each has made resident in a second, in kB: the most of three runs. What the first has
more is taken once, by the runtime library of this machine, which a board's file has not.

output: a table; exit status: 0 another source takes 64 kB at most, 1 more, or not all was heard
row: P63 P64 P67 P68 P69 P6A P6B P6C
"""
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

LIMIT = 64
NAMES = [f"value_{index}" for index in range(8)]


class Server:
    """Listens on the loopback, and talks to each client in a thread."""

    def __init__(self, talk):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.talk = talk
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            self.talk(client)
        except OSError:
            pass


def says(lines, pause=0.05):
    """A server that says lines again and again."""

    def talk(client):
        while True:
            for line in lines:
                client.sendall(line)
            time.sleep(pause)

    return Server(talk)


def sentence(text):
    check = 0
    for byte in text.encode():
        check ^= byte
    return f"${text}*{check:02X}\r\n".encode()


def lines(work):
    port = free_port()
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def tell():
        count = 0
        while True:
            count += 1
            text = " ".join(f"{name}={count % 100}" for name in NAMES)
            sender.sendto(text.encode(), ("127.0.0.1", port))
            time.sleep(0.05)

    threading.Thread(target=tell, daemon=True).start()
    return f"lines: udp {port}", NAMES


def files(work):
    addresses = []
    for name in NAMES:
        (work / name).write_text("42\n")
        addresses.append(str(work / name))
    return "files: every 1s", addresses


def nmea0183(work):
    texts = ["GPRMC,120000,A,5430.00,N,01012.00,E,5.5,47.0,281126,,,A", "IIMWV,30.0,R,12.5,N,A", "IIDBT,20.0,f,6.1,M,3.3,F",
             "HCHDT,47.0,T", "IIVHW,47.0,T,,M,5.4,N,10.0,K"]
    server = says([sentence(text) for text in texts])
    addresses = ["RMC.speed", "RMC.course", "RMC.latitude", "RMC.longitude", "MWV.angle", "MWV.speed", "HDT.heading", "VHW.speed"]
    return f'nmea0183: "tcp 127.0.0.1:{server.port}"', addresses


def gpsd(work):
    version = b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r\n'
    fix = {"class": "TPV", "device": "/dev/ttyACM0", "mode": 3, "time": "2026-11-28T12:00:00.000Z", "lat": 54.5, "lon": 10.2,
           "altMSL": 12.5, "speed": 2.8, "track": 47.0, "climb": 0.1, "epx": 3.2, "epy": 4.1}
    sky = {"class": "SKY", "device": "/dev/ttyACM0", "hdop": 0.9, "satellites": [
        {"PRN": number, "el": 40.0, "az": 120.0, "ss": 38.0, "used": number % 2 == 0} for number in range(1, 25)]}
    told = [json.dumps(item).encode() + b"\r\n" for item in (fix, sky)]

    def talk(client):
        client.sendall(version)
        client.recv(1000)
        while True:
            for line in told:
                client.sendall(line)
            time.sleep(0.05)

    addresses = ["TPV.lat", "TPV.lon", "TPV.speed", "TPV.track", "TPV.climb", "TPV.mode", "TPV.epx", "TPV.epy"]
    return f'gpsd: "127.0.0.1:{Server(talk).port}"', addresses


def signalk(work):
    paths = ["navigation.speedOverGround", "navigation.courseOverGroundTrue", "environment.wind.speedApparent",
             "environment.wind.angleApparent", "environment.depth.belowKeel", "propulsion.port.revolutions",
             "electrical.batteries.0.voltage", "environment.water.temperature"]
    delta = {"context": "vessels.self", "updates": [
        {"$source": "nmea.II", "timestamp": "2026-11-28T12:00:00.000Z", "values": [{"path": path, "value": 1.5} for path in paths]}]}
    hello = b'{"name":"signalk-server","version":"2.8.0","self":"vessels.self","roles":["main"]}\r\n'

    def talk(client):
        client.sendall(hello)
        client.recv(4000)
        while True:
            client.sendall(json.dumps(delta).encode() + b"\r\n")
            time.sleep(0.05)

    return f'signalk: "127.0.0.1:{Server(talk).port}"', paths


def mqtt(work, payload=200):
    port = free_port()
    (work / "mosquitto.conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    broker = subprocess.Popen(["mosquitto", "-c", str(work / "mosquitto.conf")], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    processes.append(broker)
    wait_for(port)
    message = {name: 1.5 for name in NAMES}
    message["pad"] = "x" * max(0, payload - len(json.dumps(message)) - 10)
    sender = subprocess.Popen(["mosquitto_pub", "-p", str(port), "-t", "plant/state", "-l"], stdin=subprocess.PIPE)
    processes.append(sender)

    def tell():
        while sender.poll() is None:
            try:
                sender.stdin.write(json.dumps(message).encode() + b"\n")
                sender.stdin.flush()
            except OSError:
                return
            time.sleep(0.05)

    threading.Thread(target=tell, daemon=True).start()
    return f'mqtt: "127.0.0.1:{port}"', [f"plant/state .{name}" for name in NAMES]


def modbus(work):
    def talk(client):
        while True:
            request = client.recv(12)
            if len(request) < 12:
                return
            count = int.from_bytes(request[10:12], "big")
            data = bytes([0, 42]) * count
            body = bytes([request[6], request[7], len(data)]) + data
            client.sendall(request[:4] + len(body).to_bytes(2, "big") + body)

    return f'modbus: "127.0.0.1:{Server(talk).port}", every: 100ms', [f"holding {number}" for number in range(8)]


def vedirect(work):
    fields = {"PID": "0xA053", "FW": "159", "SER#": "HQ2132QY2KR", "V": "12800", "I": "-1200", "VPV": "18540", "PPV": "42",
              "CS": "3", "ERR": "0", "H20": "12", "H22": "34"}
    block = b"".join(f"\r\n{name}\t{value}".encode() for name, value in fields.items()) + b"\r\nChecksum\t"
    block += bytes([-sum(block) & 255])
    return f'vedirect: "tcp 127.0.0.1:{says([block]).port}"', ["V", "I", "VPV", "PPV", "CS", "ERR", "H20", "H22"]


def n2k(work):
    told = ["15F11200 FF 3B 2D FF 7F FF 7F FD", "09F10D00 00 F8 FF FF 12 00 FF FF", "09FD0200 FF F4 01 60 2A FA FF FF",
            "09F20000 00 E0 1F FF FF 7F FF FF", "15F50B00 FF F4 01 00 00 00 00 FF", "09F80200 FF FC 44 22 2C 01 FF FF"]
    server = says([f"12:00:00.000 R {line}\r\n".encode() for line in told])
    addresses = ["127250[magnetic].heading", "WindData[apparent].windSpeed", "WindData[apparent].windAngle", "127488.speed",
                 "128267.depth", "129026[true].cog", "129026.sog", "127245.position"]
    return f'n2k: "tcp 127.0.0.1:{server.port}", format: ydraw', addresses


def obd(work):
    def talk(client):
        text = b""
        while True:
            text += client.recv(100)
            while b"\r" in text:
                command, text = text.split(b"\r", 1)
                command = command.decode().replace(" ", "")
                if command[:2] == "01" and command[2:4] in ("00", "20", "40"):
                    answer = f"7E8 06 41 {command[2:4]} FF FF FF FF\r"
                elif command[:2] == "01":
                    answer = f"7E8 04 41 {command[2:4]} 40 40\r"
                else:
                    answer = "ELM327 v1.5\r" if command == "ATZ" else "OK\r"
                client.sendall(answer.encode() + b"\r>")

    addresses = ["RPM", "SPEED", "COOLANT_TEMP", "INTAKE_TEMP", "THROTTLE_POS", "ENGINE_LOAD", "MAF", "TIMING_ADVANCE"]
    return f'obd: "tcp 127.0.0.1:{Server(talk).port}", asks: true, every: 100ms', addresses


processes = []


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def wait_for(port):
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nobody listens on port {port}")


def description(sources):
    text = "panel: 1\nsize: 480x320\nsources:\n"
    text += "".join(f"  there_{number}: {{{source}}}\n" for number, (source, _) in enumerate(sources))
    text += "signals:\n"
    for number, (_, addresses) in enumerate(sources):
        for name, address in zip(NAMES, addresses):
            text += f'  {name}_of_{number}: {{from: "there_{number}/{address}", stale: 1min}}\n'
    return text + f"pages:\n  values: {{number: {NAMES[0]}_of_0}}\n"


def compile_panel(assets, work, name, sources):
    (work / f"{name}.yaml").write_text(description(sources))
    result = subprocess.run([assets, "panel", str(work / f"{name}.yaml"), str(work / f"{name}.panel")], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{name}: {result.stderr}")
    return work / f"{name}.panel"


def measure(program, panel):
    """The memory of each source of a panel in kB, and how many signals were heard."""
    result = subprocess.run([program, str(panel), "1000"], capture_output=True, text=True, check=True)
    memory = [int(number) for number in re.findall(r"^memory (-?\d+)$", result.stdout, re.M)]
    return (*memory, int(re.search(r"^heard (\d+)$", result.stdout, re.M)[1]))


def main():
    program, assets = sys.argv[1:3]
    kinds = [("lines", lines), ("files", files), ("nmea0183", nmea0183), ("gpsd", gpsd), ("signalk", signalk), ("mqtt", mqtt),
             ("modbus", modbus), ("vedirect", vedirect), ("n2k", n2k), ("obd", obd)]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        print("| source | the first, kB | another, kB |\n|---|---|---|")
        for name, kind in kinds:
            if len(sys.argv) > 3 and name not in sys.argv[3:]:
                continue
            panel = compile_panel(assets, work, name, [kind(work), kind(work)])
            figures = [measure(program, panel) for _ in range(3)]
            first, another = (max(figure[number] for figure in figures) for number in range(2))
            print(f"| {name} | {first} | {another} |", flush=True)
            if another > LIMIT or min(figure[2] for figure in figures) < 2 * len(NAMES):
                failed = True
                print(f"{name}: beyond {LIMIT} kB, or not all was heard", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        status = main()
    finally:
        for process in processes:
            process.kill()
    sys.exit(status)
