#!/usr/bin/env python3
"""Boots the board whose displays come and go, and looks at what is on them. Called by scripts/kms-board.

Prints `ok WORDS` for each thing that held, then figures as one line of JSON; exit status 1 at the first that did not hold.
"""

import argparse
import json
import pathlib
import time

from machine import Failure, Machine
from picture import Picture

# qemu's name, and the kernel's names of card and connector.
FIRST, SECOND, BOCHS = "first", "second", "bochs"


class Scenario:
    def __init__(self, options, machine):
        self.options, self.machine, self.figures = options, machine, {}
        self.folder = pathlib.Path(options.folder)
        self.start_picture = Picture.read(options.golden)

    def run(self):
        self.machine.wait_for(r"^guest ready", 60)
        self.machine.wait_for(r"^touch ready", 10)
        self._do("insmod /modules/virtio-gpu.ko")
        console = self._console()
        self._golden(console)
        self._rotated()
        self._terminals()
        self._other_program()
        self._rest()
        self._sleep()
        self._plugs()
        self._other_size()
        self._second_display()
        self._driver_replaced()
        self._wait_for_display()
        self._no_tearing()
        self._no_heap()
        self.machine.send("off")
        self.machine.wait_for_power_off(10)
        print(json.dumps(self.figures))

    # MARK: Steps

    def _wait_for_display(self):
        """The panel is started before its display's driver is loaded."""
        self.machine.send("start --display kms:/dev/dri/card2 --wait-for-display --touch none --replay /replay --stats")
        self.machine.wait_for(r"waits for a display: .*/dev/dri/card2", 10)
        time.sleep(2)
        start = time.monotonic()
        self.machine.send("do insmod /modules/bochs.ko")
        self.machine.wait_for(r'"first_frame_us"', 20)
        self._expect(Picture.read(self.folder / "middle.png"), BOCHS)
        self.figures["driver_to_picture_ms"] = round((time.monotonic() - start) * 1000)
        self._ok("a panel that waits for a display shows on the one whose driver is loaded")
        self._end("term", 0)

    def _console(self):
        """The text console, with words on it."""
        self._do("echo The text console. >/dev/tty1")
        time.sleep(0.5)
        picture = self.machine.screen()
        if not any(picture.pixels):
            raise Failure("the text console does not show")
        return picture

    def _golden(self, console):
        for end, status in (("term", 0), ("kill", 137)):
            self.machine.send("start --display kms --touch none --replay /replay")
            self._expect(self.start_picture)
            self._end(end, status)
            # The mode of the console is another matter: its service gives it back after SIGKILL.
            self._expect(console)
            self._ok(f"the golden picture, pixel for pixel, and after {'SIGTERM' if end == 'term' else 'SIGKILL'} the console")

    def _rotated(self):
        for angle in (90, 180, 270):
            self.machine.send(f"start --display kms --rotate {angle} --touch none --replay /replay")
            upright = Picture.read(self.folder / f"rotated-{angle}.png")
            self._expect(upright.rotated(angle))
            self._end("term", 0)
        self._ok("the golden picture rotated by 90, 180 and 270 degrees, pixel for pixel")

    def _terminals(self):
        """Another virtual terminal is shown by KMS and by the framebuffer, and the panel again."""
        self._do("chvt 2; echo Another terminal. >/dev/tty2; usleep 300000")
        terminal = self.machine.screen()
        self._do("chvt 1")
        for display in ("kms:/dev/dri/card0", "fb:/dev/fb0"):
            self.machine.send(f"start --display {display} --touch none --replay /replay")
            self._expect(self.start_picture)
            for _ in range(3):
                self._do("chvt 2")
                self._expect(terminal)
                self._do("chvt 1")
                self._expect(self.start_picture)
            # Back and away again while the panel does not run: it learns of both at once.
            self._do(
                "chvt 2; kill -STOP $(pidof panel-ui); (chvt 1; chvt 2) & usleep 300000; kill -CONT $(pidof panel-ui); "
                "usleep 300000; chvt 2"
            )
            self._expect(terminal)
            self._do("chvt 1")
            self._expect(self.start_picture)
            self._end("term", 0)
        self._ok("another terminal is shown, and the panel is whole again behind it, by KMS and by the framebuffer")

    def _other_program(self):
        """A second program is told which one shows on the card, and the first goes on."""
        self.machine.send("start --display kms:/dev/dri/card0 --touch none --replay /replay")
        self._expect(self.start_picture)
        words = self._do("panel-ui --display kms:/dev/dri/card0 --touch none --demo; panel-ui doctor --display kms:/dev/dri/card0")
        if not any("another program shows on it: one of panel-ui (" in line for line in words):
            raise Failure(f"the second program is told {words}")
        self._expect(self.start_picture)
        self._ok("a second program is refused, with the name of the first, which goes on")

    def _rest(self):
        """Nothing changes: nobody wakes."""
        before = self._switches()
        time.sleep(10)
        after = self._switches()
        self.figures["wakeups_in_10_s"] = after - before
        if after != before:
            raise Failure(f"a panel at rest woke {after - before} times in 10 s")
        self._ok("a panel at rest does not wake in 10 s")
        self._end("term", 0)

    def _sleep(self):
        """Asleep, the display is off, by the kernel's own account. A key wakes it."""
        self.machine.send("start --display kms:/dev/dri/card0 --keys auto --touch none --stats /sleeper.panel")
        self.machine.wait_for(r'"first_frame_us"', 20)
        self._wait_for_activity(1)
        awake = self.machine.screen()
        self._wait_for_activity(0)
        before = self._switches()
        time.sleep(5)
        if (woken := self._switches() - before) > 1:
            raise Failure(f"a panel asleep woke {woken} times in 5 s")
        self.machine.press("a")
        self._wait_for_activity(1)
        self._expect(awake)
        self._ok("asleep the display is off and nobody wakes; a key switches it on")
        self._end("term", 0)

    def _plugs(self):
        """The connector is unplugged and plugged, as its file in /sys has it."""
        self.machine.send("start --display kms:/dev/dri/card0 --touch none --replay /replay")
        self._expect(self.start_picture)
        slowest = 0
        for _ in range(self.options.plugs):
            self._plug("card0", False)
            self.machine.wait_for(r"the display has gone", 10)
            start = time.monotonic()
            self._plug("card0", True)
            self.machine.wait_for(r"shows on Virtual-1 of /dev/dri/card0", 10)
            slowest = max(slowest, time.monotonic() - start)
        self._expect(self.start_picture)
        self.figures["plugs"] = self.options.plugs
        self.figures["slowest_plug_ms"] = round(slowest * 1000)
        if slowest > 1 and self.options.plugs <= 100:
            raise Failure(f"a plugged display was shown on after {slowest:.1f} s")
        self._ok(f"unplugged and plugged {self.options.plugs} times, and followed each time within a second")
        self._end("term", 0)

    def _other_size(self):
        """The display goes, and one of another size is there: the panel is laid out anew, on the other card."""
        self.machine.send("start --display kms --touch none --replay /replay")
        self._expect(self.start_picture)
        self._plug("card0", False)
        self.machine.wait_for(r"shows on \S+ of \S+ .*, 480x320$", 10)
        self._expect(Picture.read(self.folder / "small.png"), SECOND)
        self._plug("card0", True)
        self._ok("where another display of another size is the one that is there, the panel is laid out for it")
        self._end("term", 0)

    def _second_display(self):
        """The second of a panel's two displays is not plugged in when the panel starts."""
        first, second = (Picture.read(self.folder / f"two-{name}.png") for name in ("main", "side"))
        self._plug("card1", False)
        self.machine.send("start --touch none /two.panel")
        self.machine.wait_for(r"display side: .*no connected|display side: .*no display is connected", 10)
        self._expect(first)
        for _ in range(2):
            self._plug("card1", True)
            self.machine.wait_for(r"shows on \S+ of /dev/dri/card1", 10)
            self._expect(second, SECOND)
            self._expect(first)
            self._plug("card1", False)
            self.machine.wait_for(r"the display has gone: \S+ of /dev/dri/card1", 10)
        self._plug("card1", True)
        self._expect(second, SECOND)
        self._ok("a panel's second display that comes after the start shows its page, and again after it was unplugged")
        self._end("term", 0)

    def _driver_replaced(self):
        """The driver is taken from the display, and another one comes with another number: as simpledrm and vc4 at boot."""
        self.machine.send("start --display kms --touch none --replay /replay")
        self._expect(self.start_picture)
        device = self._do("cd /sys/class/drm/card0/device; ls -d virtio*")[0]
        self.machine.send(f"do echo {device} >/sys/bus/virtio/drivers/virtio_gpu/unbind")
        self.machine.wait_for(r"the display has gone", 10)
        self.machine.wait_for(r"shows on \S+ of /dev/dri/card1", 10)
        self._do(f"echo {device} >/sys/bus/virtio/drivers/virtio_gpu/bind")
        self._end("term", 0)
        self.machine.send("start --display kms:800x480 --touch none --replay /replay")
        self._expect(self.start_picture)
        self._ok("a driver that is taken away is noticed, and the panel shows on the card that is there")
        self._end("term", 0)

    def _no_tearing(self):
        """Bars that end at one place, photographed while they move."""
        card = self._do("ls -d /sys/bus/pci/drivers/bochs-drm/*/drm/card*")[0].rsplit("/", 1)[1]
        framebuffer = self._do("grep bochs /proc/fb")[0].split()[0]
        counts = {}
        for name, choice in (("kms", f"kms:/dev/dri/{card}"), ("fbdev", f"fb:/dev/fb{framebuffer}")):
            self.machine.send(f"start --display {choice} --touch none --demo --stats /sweep.panel")
            self.machine.wait_for(r'"first_frame_us"', 20)
            torn, places = 0, set()
            deadline = time.monotonic() + 12
            while time.monotonic() < deadline:
                ends = self.machine.screen(BOCHS).bar_ends()
                places |= ends
                torn += len(ends) > 1
            counts[name] = (torn, len(places))
            self.machine.send("term")
            line = self.machine.wait_for(r'^\{"frames".*', 10)[0]
            self.figures[name] = {"torn": torn, "places": len(places), "frames": json.loads(line)["frames"]}
            self.machine.wait_for(r"^panel exit 0", 10)
        if counts["kms"][0] or counts["kms"][1] < 10:
            raise Failure(f"by KMS {counts['kms'][0]} photographs are torn, and the bar was at {counts['kms'][1]} places")
        if not counts["fbdev"][0]:
            raise Failure("control: by the framebuffer no photograph is torn either")
        self._ok(f"no photograph of a moving bar is torn by KMS, and {counts['fbdev'][0]} are by the framebuffer")

    def _no_heap(self):
        """As many calls of the heap by many frames as by few, where a page flip shows each."""
        calls = {}
        for program in ("counted", "planted"):
            for frames in ("00030", "00090"):
                self.machine.send(
                    f"do HEAP_COUNT_FILE=/tmp/count {program} --display kms:/dev/dri/card2 --touch none --demo"
                    f" --frames {frames} /sweep.panel && echo calls $(cat /tmp/count)"
                )
                calls[program, frames] = int(self.machine.wait_for(r"^calls (\d+)$", 40)[1])
                self.machine.wait_for(r"^did 0$", 10)
        grown = {program: calls[program, "00090"] - calls[program, "00030"] for program in ("counted", "planted")}
        if grown["counted"] != 0 or calls["counted", "00030"] == 0:
            raise Failure(f"60 frames more call the heap {grown['counted']} times: {calls}")
        if grown["planted"] < 60:
            raise Failure(f"control: of calls that are planted in each frame {grown['planted']} are found")
        self._ok(f"60 frames by page flips call the heap not once, and the {grown['planted']} planted calls are found")

    # MARK: Means

    def _ok(self, words):
        print(f"ok      {time.monotonic() - self.machine.started:5.1f} s  {words}", flush=True)

    def _do(self, line, seconds=20):
        self.machine.send("do " + line)
        words = []
        while not (word := self.machine.wait_for(r".*", seconds)[0]).startswith("did "):
            words.append(word)
        return words

    def _plug(self, card, is_plugged):
        # The kernel tells the program itself where the driver polls; this one does not, so that its word is asked for.
        state = "detect" if is_plugged else "off"
        self.machine.send(f"do echo {state} >$(echo /sys/class/drm/{card}-*/status); echo change >/sys/class/drm/{card}/uevent")

    def _switches(self):
        return int(self.machine.ask("switches", r"^switches (\d+)")[1])

    def _end(self, how, status):
        self.machine.send(how)
        self.machine.wait_for(rf"^panel exit {status}$", 10)

    def _expect(self, picture, display=FIRST, seconds=10):
        deadline = time.monotonic() + seconds
        while difference := picture.difference(shown := self.machine.screen(display)):
            if time.monotonic() > deadline:
                shown.write_png(self.folder / "shown.png")
                raise Failure(f"the display shows another picture: {difference}")
            time.sleep(0.02)

    def _wait_for_activity(self, wanted):
        """Waits until the kernel says that the first card's controller is on (1) or off (0)."""
        deadline = time.monotonic() + 10
        while f"\tactive={wanted}" not in self._do("cat /sys/kernel/debug/dri/0/state"):
            if time.monotonic() > deadline:
                raise Failure(f"the controller of the display does not become active={wanted}")
            time.sleep(0.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "kernel", "initramfs", "golden"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--plugs", type=int, default=100)
    options = parser.parse_args()
    devices = ["bochs-display,id=bochs,xres=640,yres=480,romfile="]
    try:
        machine = Machine(options.folder, options.kernel, options.initramfs, 800, 480, devices, "/bin/kms-init")
        try:
            Scenario(options, machine).run()
        finally:
            machine.close()
    except Failure as failure:
        print(f"failed  {failure}", flush=True)
        raise SystemExit(1) from failure


main()
