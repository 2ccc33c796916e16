"""Answers of OBD-II as others make and read them, for the tests of the source `obd`.

usage: obd-counterpart.py frames SEED COUNT     messages, and their frames by can-isotp: `MESSAGE FRAME FRAME ...`
       obd-counterpart.py values SEED COUNT     answers of mode 01, and their values by python-OBD: `NAME PID DATA NUMBER`
       obd-counterpart.py codes SEED COUNT      answers of mode 03, and their codes by python-OBD: `DATA CODE CODE ...`
"""
# row: P68
import random
import sys


def print_frames(generator, count):
    import isotp

    for number in range(count):
        length = generator.choice([1, 2, 6, 7, 8, 20, generator.randint(1, 512)])
        message = bytes(generator.randrange(256) for _ in range(length))
        frames = []
        # The receiver's flow control, as the source sends it, once the first frame is out.
        answers = []

        def receive(timeout=0):
            return answers.pop() if answers else None

        def send(frame):
            frames.append(bytes(frame.data))
            if frame.data[0] >> 4 == 1:
                answers.append(isotp.CanMessage(arbitration_id=0x7E0, data=bytes([0x30, 0, 0, 0, 0, 0, 0, 0])))

        address = isotp.Address(isotp.AddressingMode.Normal_11bits, txid=0x7E8, rxid=0x7E0)
        layer = isotp.TransportLayerLogic(receive, send, address, params={"tx_padding": generator.choice([0, 0x55, None])})
        layer.send(message)
        for _ in range(1000):
            layer.process()
            if not layer.transmitting():
                break
        print(message.hex(), *[frame.hex() for frame in frames])


def print_values(generator, count):
    import obd
    from obd.protocols.protocol import ECU, Message, Frame

    for command in obd.commands[1]:
        if command is None:
            continue
        for _ in range(count):
            data = bytes(generator.randrange(256) for _ in range(max(0, command.bytes - 2)))
            message = Message([Frame("")])
            message.ecu = ECU.ENGINE
            message.data = bytearray(bytes([0x41, command.pid]) + data)
            try:
                value = command([message]).value
            except IndexError:
                # It has no word for this number.
                continue
            number = getattr(value, "magnitude", None)
            if isinstance(number, (int, float)):
                print(command.name, f"{command.pid:02X}", data.hex(), repr(float(number)))


def print_codes(generator, count):
    from obd.protocols.protocol import Message, Frame
    from obd.decoders import dtc

    for _ in range(count):
        codes = generator.randint(0, 9)
        message = Message([Frame("")])
        message.data = bytearray([0x43, codes] + [generator.randrange(256) for _ in range(codes * 2)])
        if generator.randrange(4) == 0 and codes > 0:
            message.data[2:4] = b"\0\0"
        print(bytes(message.data).hex(), *[code for code, _ in dtc([message])])


def main():
    generator = random.Random(int(sys.argv[2]))
    {"frames": print_frames, "values": print_values, "codes": print_codes}[sys.argv[1]](generator, int(sys.argv[3]))


main()
