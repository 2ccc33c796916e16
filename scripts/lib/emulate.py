#!/usr/bin/env python3
"""Boots the emulated board, touches it, photographs it, compares it with the golden pictures, powers it off.

Called by scripts/emulate-board, which prepares kernel and initramfs. Prints `ok WORDS` for each thing that held, then
figures as one line of JSON; exit status 1 at the first thing that did not hold.
"""

import argparse
import json
import pathlib
import sys
import time

from machine import Failure, Machine
from picture import Picture

BOOT_LIMIT = 60  # seconds, also for a machine without hardware virtualization under load
IDLE_SECONDS = 10
# How fifty animations are, and seconds until nothing has to be drawn any more.
RESTING = (("paused", 0.5), ("hidden", 1.5), ("done", 2.5))
RESTING_SECONDS = 2
FIFTY_SIZE = (320, 240)  # pixels of the display on which fifty animations are shown


def moves(*fingers, steps=8):
    """Fingers, each (number, x, y, x, y), that go from place to place at once."""
    for step in range(1, steps + 1):
        for number, x, y, to_x, to_y in fingers:
            yield f"move {number} {x + (to_x - x) * step // steps} {y + (to_y - y) * step // steps}"
        yield 0.016


# What fingers do on a display of 800 × 480 pixels; numbers are seconds without a change.
GESTURES = {
    "tap": ["down 0 400 240", 0.05, "up 0"],
    "double-tap": ["down 0 400 240", 0.03, "up 0", 0.06, "down 0 402 241", 0.03, "up 0"],
    "hold": ["down 0 400 240", 0.8, "up 0"],
    "two-finger-tap": ["down 0 360 240", "down 1 440 240", 0.03, "up 1", "up 0"],
    "drag": ["down 0 300 300", *moves((0, 300, 300, 420, 180), steps=12), 0.1, "up 0"],
    "throw": ["down 0 400 340", *moves((0, 400, 340, 400, 220), steps=6), "up 0"],
    "edge": ["down 0 1 240", *moves((0, 1, 240, 160, 250)), "up 0"],
    "pinch": ["down 0 380 240", "down 1 420 240", *moves((0, 380, 240, 300, 240), (1, 420, 240, 500, 240)), "up 0", "up 1"],
    "turn": [
        "down 0 340 240", "down 1 460 240", *moves((0, 340, 240, 400, 180), (1, 460, 240, 400, 300)),
        *moves((0, 400, 180, 460, 240), (1, 400, 300, 340, 240)), "up 1", "up 0",
    ],
    "two-controls": [
        "down 0 100 60", 0.1, "down 1 200 420", *moves((1, 200, 420, 330, 424)), "up 0", 0.05,
        *moves((1, 330, 424, 280, 420)), "up 1",
    ],
    "three-fingers": [
        "down 0 300 240", "down 1 400 240", "down 2 500 240",
        *moves((0, 300, 240, 300, 300), (1, 400, 240, 400, 300), (2, 500, 240, 500, 300)), "up 1", "up 0", "up 2",
    ],
}


class Scenario:
    def __init__(self, options, machine):
        self.options, self.machine, self.figures = options, machine, {}
        self.goldens = {name: Picture.read(path) for name, path in (g.split("=", 1) for g in options.golden)}

    def run(self):
        machine = self.machine
        machine.wait_for(r"^guest ready", BOOT_LIMIT)
        machine.wait_for(r"^touch ready", 10)
        if self.options.record:
            return self._record_gestures()
        self.figures["boot_ms"] = self._milliseconds()
        console = self._console_picture()
        self._start_panel()
        self._expect_picture("start")
        self._check_controls()
        machine.ask("mode", r"^mode KD_GRAPHICS$")
        self._ok("the text console is switched to graphics")
        # The line below the tabs goes to the other tab on a spring, which takes it past its place and back.
        self._drag()
        self._expect_picture("tap", moves=True)
        machine.tap(*self.options.first_tab)
        self._expect_picture("start", moves=True)
        machine.tap(*self.options.tap)
        self._expect_picture("tap", moves=True)
        self._measure_idle()
        self._stop_panel(console)
        self._show_real_values()
        self._stop_panel(console)
        self._show_hello(console)
        self._show_panel_file(console)
        self._show_two_displays(console)
        self._use_hands(console)
        self._show_boat(console)
        self._show_fifty(console)
        self._measure_resting(console)
        self._pinch(console)
        machine.send("off")
        machine.wait_for_power_off(10)
        self._ok("powers off")
        self.figures["total_ms"] = self._milliseconds()

    def _milliseconds(self):
        return round((time.monotonic() - self.machine.started) * 1000)

    def _ok(self, words):
        print(f"ok      {self._milliseconds() / 1000:5.1f} s  {words}", flush=True)

    def _console_picture(self):
        """The text console once it stands still: the same in two looks, and not a black screen."""
        deadline, last = time.monotonic() + 10, None
        while time.monotonic() < deadline:
            picture = self.machine.screen()
            if last and any(picture.pixels) and last.difference(picture) is None:
                self._ok("boots to a text console")
                return picture
            last = picture
            time.sleep(0.05)
        raise Failure("the text console does not show")

    def _start_panel(self):
        self.machine.send("start --display fb:/dev/fb0 --touch auto --replay /replay --stats")
        match = self.machine.wait_for(r'"first_frame_us":(\d+)', 20)
        self.figures["first_frame_us"] = int(match[1])
        self.machine.wait_for(r"^ready$", 5)

    def _expect_picture(self, name, limit=10, hold=1.0, moves=False, display="first", part=None):
        """Waits until the display shows a golden picture, which then must stay for a second. One that flashes, or on which
        something swings, may come and go before it stays."""
        golden, deadline = self.goldens[name], time.monotonic() + limit
        stays, looks = None, 0
        while stays is None or time.monotonic() < stays:
            shown = self.machine.screen(display)
            if part:
                shown = shown.part(*part)
            difference = golden.difference(shown)
            if difference is None:
                stays = stays or time.monotonic() + hold
                looks += 1
                continue
            if stays and not moves:
                shown.write_png(self.machine.folder / f"{name}-left.png")
                raise Failure(f"{name} was shown and did not stay: {difference}")
            stays, looks = None, 0
            if time.monotonic() > deadline:
                shown.write_png(self.machine.folder / f"{name}-shown.png")
                raise Failure(f"the display does not show {name} after {limit} s: {difference}")
            time.sleep(0.02)
        shown.write_png(self.machine.folder / f"{name}.png")
        self._ok(f"shows {name}, pixel for pixel, in {looks} looks over {hold:.0f} s")

    def _check_controls(self):
        """A golden picture that is wrong must not be taken for right."""
        golden, shown = self.goldens["start"], self.machine.screen()
        wrong = {"one bit": golden.with_one_bit_changed(), "size": golden.with_one_row_less()}
        wrong["another picture"] = self.goldens["tap"]
        for what, picture in wrong.items():
            if picture.difference(shown) is None:
                raise Failure(f"control: a golden picture with another {what} is taken for the same")
        self._ok("controls: a wrong bit, a wrong size and another picture are noticed")

    def _show_real_values(self):
        """The panel on the board's own clock and load: no picture is known, but its clock must move."""
        self.machine.send("start --display fb:/dev/fb0 --touch auto --stats")
        self.machine.wait_for(r"^ready$", 20)
        first, deadline = self.machine.screen(), time.monotonic() + 5
        if any(first.difference(golden) is None for golden in self.goldens.values()):
            raise Failure("without a replay the panel shows the replay's picture")
        while first.difference(shown := self.machine.screen()) is None:
            if time.monotonic() > deadline:
                raise Failure("without a replay the picture stands still for 5 s")
            time.sleep(0.05)
        shown.write_png(self.machine.folder / "real.png")
        self._ok("shows the board's own time and values, and they move")

    def _show_hello(self, console):
        """Examples/Hello: its needle turns until its button is touched, and then stands where a line has put it."""
        self.machine.send("hello")
        deadline, shown = time.monotonic() + 20, []
        while len(shown) < 3:
            if time.monotonic() > deadline:
                raise Failure("Hello does not show, or its needle does not turn")
            picture = self.machine.screen()
            if all(picture.difference(other) is not None for other in [console, *shown]):
                shown.append(picture)
            time.sleep(0.05)
        self._ok("Hello shows, and its needle turns")
        self.machine.tap(*self.options.hello_tap)
        self._expect_stillness("Hello's needle turns on, though its button was touched")
        self.machine.send(f"angle {self.options.hello_angle}")
        self._expect_stillness("Hello's needle does not stand still")
        self.machine.screen().write_png(self.machine.folder / "hello.png")
        self.machine.send("term")
        degrees = self.machine.wait_for(r"^the needle stands at (\d+) degrees", 10)[1]
        if int(degrees) != self.options.hello_angle:
            raise Failure(f"Hello's needle was put to {self.options.hello_angle} degrees and stands at {degrees}")
        self._ok("a touch stops Hello's needle, and a line puts it to its angle")
        self._expect_end(console)

    def _show_panel_file(self, console):
        """A panel from a file: what it shows of the lines that it is told, state by state."""
        self.machine.send("feed panel-ui --display fb:/dev/fb0 --touch auto --stats /states.panel")
        match = self.machine.wait_for(r'"first_frame_us":(\d+)', 20)
        self.figures["panel_file_first_frame_us"] = int(match[1])
        self.machine.wait_for(r"^ready$", 5)
        for state in self.options.state:
            name, picture, line = state.split("=", 2)
            self.goldens[name] = Picture.read(picture)
            self.machine.send("tell " + line)
            # A warning flashes: it is shown, and goes and comes back. Half a minute: a machine that does other work beside
            # it missed the lit part of twenty flashes.
            flashes = name == "warning"
            self._expect_picture(name, hold=0 if flashes else 0.3, limit=30 if flashes else 10)
        self._ok("a panel from a file shows values in range, in warning, failed and none as the host does")
        self._replace_panel_file()
        self._stop_panel(console)

    def _replace_panel_file(self):
        """Files that take the panel's place: two that are refused change nothing, a good one is shown with the values that
        the former one has heard."""
        before, after, line = self.options.replaced.split("=", 2)
        self.goldens |= {"former": Picture.read(before), "replaced": Picture.read(after)}
        if self.goldens["former"].difference(self.goldens["replaced"]) is None:
            raise Failure("control: the panel and what takes its place look alike")
        self.machine.send("tell " + line)
        self._expect_picture("former", hold=0)
        refusals = {
            "damaged": r"byte \d+: ",
            "large": r"it has \d{4,} layers, and there is room for \d+: start the program again$",
        }
        # Half a minute: an emulated armv6 beside other work took more than ten seconds to try a large panel.
        for name, reason in refusals.items():
            self.machine.ask(
                f"put {name}.panel states.panel", f"^panel-ui: the panel stays as it was: /states.panel: {reason}", 30
            )
            self._expect_picture("former", hold=0.3)
            self._ok(f"a {name} file in the panel's place changes nothing, and it is said why")
        start = time.monotonic()
        self.machine.ask("put next.panel states.panel", r"^panel-ui: shows the new /states.panel$", 30)
        self.figures["takeover_ms"] = round((time.monotonic() - start) * 1000)
        self._expect_picture("replaced", hold=0.3)
        self._ok(f"a good file in the panel's place is shown after {self.figures['takeover_ms']} ms, with the values heard")

    def _show_two_displays(self, console):
        """A panel on two displays: each shows its pages of what both are told."""
        self.machine.send("feed panel-ui --touch auto --stats /displays.panel")
        self.machine.wait_for(r"^ready$", 20)
        for state in self.options.displays:
            value, helm, mast = state.split("=", 2)
            self.goldens |= {f"helm-{value}": Picture.read(helm), f"mast-{value}": Picture.read(mast)}
            # Not within 50 ms of what was drawn before: see Tests/Golden/displays.yaml.
            time.sleep(0.5)
            self.machine.send(f"tell oil={value}")
            self._expect_picture(f"mast-{value}", hold=0.3, display="second")
            # Fingers turn the first display's pages, which are drawn whole.
            self.machine.send(f"tell rpm={value}0")
            for tab in (300, 100):
                self.machine.tap(tab, self.machine.height - 24)
                time.sleep(0.3)
            page = (self.machine.width, self.machine.height * 9 // 10)
            self.goldens[f"page-{value}"] = self.goldens[f"helm-{value}"].part(*page)
            self._expect_picture(f"page-{value}", hold=0.3, part=page)
            self._expect_picture(f"mast-{value}", hold=0.3, display="second")
        self._ok("a panel on two displays shows its pages on each, with the values of both")
        self._stop_panel(console)

    def _use_hands(self, console):
        """Fingers, an encoder and keys on a panel, each compared with the picture of the same fingers elsewhere; devices that
        go during a press, and come back; a sleeper that is waked."""
        for state in self.options.hands:
            name, picture = state.split("=", 1)
            self.goldens[f"hands-{name}"] = Picture.read(picture)
        self.machine.send("start --display fb:/dev/fb0 --touch auto --keys auto --stats /hands.panel")
        self.machine.wait_for(r"^ready$", 20)
        self._expect_hands("rest")
        self._touch("down 0 200 80")
        self._expect_hands("pressed")
        self._touch("down 1 176 257")
        self._touch("move 1 624 257")
        self._expect_hands("both")
        self.machine.ask("unplug", r"^touch gone$")
        self._expect_hands("rest")
        self.machine.ask("plug", r"^touch ready$", 10)
        # A finger that is down before the panel has opened the device is no press.
        time.sleep(3)
        self._touch("down 0 200 80")
        self._expect_hands("pressed")
        self._touch("up 0")
        self._expect_hands("rest")
        self._ok("a button held, two fingers on two controls, unplugged during both presses, plugged in again")
        self._touch("down 1 176 257")
        self._touch("move 1 624 257")
        self._touch("up 1")
        self._expect_hands("eighty")
        # The finger had the focus last: the first step shows it on the slider. A finger beside all controls hides the ring.
        for line in ("turn 1", "press 28", "lift 28", "back 8", "press 28", "lift 28"):
            self._touch(line)
        self._touch("down 0 600 400")
        self._touch("up 0")
        self._expect_hands("forty")
        self._touch("press 59")
        self._touch("lift 59")
        self._expect_stillness("the other page does not stand still")
        if self.goldens["hands-forty"].difference(self.machine.screen()) is None:
            raise Failure("the key f1 shows no other page")
        self._ok("an encoder sets a slider by turns and presses, and a key shows another page")
        self._stop_panel(console)
        self._throw_page(console)
        self._wake_sleeper(console)

    def _record_gestures(self):
        """Writes what the kernel tells of each of the gestures, in evemu's format."""
        folder = pathlib.Path(self.options.record)
        folder.mkdir(parents=True, exist_ok=True)
        for name, steps in GESTURES.items():
            self.machine.send("start --display fb:/dev/fb0 --touch /dev/input/event2 --record-touch /tmp/recording --stats /hands.panel")
            self.machine.wait_for(r"^ready$", 20)
            time.sleep(1)
            for step in steps:
                if isinstance(step, str):
                    self._touch(step)
                else:
                    time.sleep(step)
            time.sleep(0.2)
            self.machine.send("term")
            self.machine.wait_for(r"^panel exit 0$", 10)
            self.machine.send("print /tmp/recording")
            lines = []
            while (line := self.machine.wait_for(r"^print (.*)$|^end of print$", 10))[0] != "end of print":
                lines.append(line[1])
            (folder / f"{name}.evemu").write_text("\n".join(lines) + "\n")
            self._ok(f"{name}: {len(lines)} lines")
        self.machine.send("off")
        self.machine.wait_for_power_off(10)

    def _expect_hands(self, name):
        self._expect_picture(f"hands-{name}", hold=0.2, moves=True)

    def _throw_page(self, console):
        """A page that is thrown comes to rest at its end, and nothing wakes the panel after that."""
        self.machine.send("start --display fb:/dev/fb0 --touch auto --stats /throw.panel")
        self.machine.wait_for(r"^ready$", 20)
        time.sleep(3)
        # On a busy machine the first throw may come before the panel has opened the device, or be slow.
        for attempt in range(3):
            first = self._switches()
            self._touch("throw 0 300 440 90")
            try:
                self._expect_hands("thrown")
                break
            except Failure:
                if attempt == 2:
                    raise
        time.sleep(1)
        before = self._switches()
        # The counter counts. A busy machine emulates a board that shows a throw in a few frames.
        if before == first:
            raise Failure("control: no wake-up is counted while a page is thrown")
        time.sleep(3)
        self.figures["wakeups_thrown_3s"] = self._switches() - before
        if self.figures["wakeups_thrown_3s"] != 0:
            raise Failure(f"{self.figures['wakeups_thrown_3s']} wake-ups in 3 s after a throw")
        self._ok("a page is thrown to its end, and not one wake-up after that")
        self._stop_panel(console)

    def _wake_sleeper(self, console):
        """Dark after three seconds, without a wake-up; the touch that wakes presses nothing, and the next one does."""
        self.machine.send("start --display fb:/dev/fb0 --touch auto --keys auto --stats /sleeper.panel")
        self.machine.wait_for(r"^ready$", 20)
        # The console that was there before is grey on black too.
        self._expect_hands("rest")
        self._expect_dark()
        # Switching the display off waits for its driver: on a busy machine for more than a second.
        time.sleep(1)
        while (before := self._switches()) != (time.sleep(0.5) or self._switches()):
            pass
        time.sleep(3)
        self.figures["wakeups_dark_3s"] = self._switches() - before
        if self.figures["wakeups_dark_3s"] != 0:
            raise Failure(f"{self.figures['wakeups_dark_3s']} wake-ups in 3 s in the dark")
        self._touch("down 0 200 80")
        self._expect_hands("rest")
        self._touch("up 0")
        self._touch("down 0 200 80")
        self._expect_hands("pressed")
        self._touch("up 0")
        self._expect_dark()
        self._touch("press 28")
        self._touch("lift 28")
        self._expect_hands("rest")
        self._ok("asleep and awake: no wake-up in the dark; the touch and the key that wake do nothing else, the next one does")
        self._stop_panel(console)

    def _expect_dark(self, limit=10):
        """The display is off: qemu then shows a black picture with a line of grey words that says so."""
        deadline = time.monotonic() + limit
        while not self.machine.screen().is_off():
            if time.monotonic() > deadline:
                raise Failure("the panel that nobody touches does not get dark")
            time.sleep(0.05)

    def _show_boat(self, console):
        """The boat panel from its file: what it shows once a recorded stream has ended."""
        for state in self.options.boat:
            name, picture, page = state.split("=", 2)
            self.goldens[f"boat-{name}"] = Picture.read(picture)
            self.machine.send(
                "start --display fb:/dev/fb0 --touch none --stats "
                f"--page {page} --replay /boat-{name}.replay /boat.panel"
            )
            # The flash of an alarm shows what the end of the stream shows, before it ends.
            self._expect_picture(f"boat-{name}", limit=20, moves=name == "warning")
            self._stop_panel(console)
        self._ok("the boat panel shows its streams in range, in warning, old, failed and none as the host does")

    def _show_fifty(self, console):
        """Fifty animations at fixed times: every pixel as in the golden file, which has the hash of each frame."""
        self.machine.send("feed probe shown")
        self.machine.wait_for(r"^probe ready$", 20)
        last, hashes = None, []
        for line in open(self.options.fifty, encoding="ascii"):
            if not line.startswith("fifty-"):
                continue
            time, wanted = line.removeprefix("fifty-").split()
            self.machine.ask(f"tell {time}", f"^probe {time}$", 10)
            last = self._expect_hash(f"fifty-{time}", wanted, last)
            hashes.append(wanted)
        if len(set(hashes)) < 10:
            raise Failure(f"only {len(set(hashes))} frames of fifty animations")
        if last.with_one_bit_changed().hash() in hashes:
            raise Failure("control: a frame with another bit is taken for the same")
        self._ok(f"shows fifty animations at {len(hashes)} times, pixel for pixel; a wrong bit is noticed")
        self._end_probe(console)

    def _expect_hash(self, name, wanted, last, limit=5):
        """Waits until a golden frame is shown, which is another than the last one."""
        deadline = time.monotonic() + limit
        while True:
            shown = self.machine.screen().part(*FIFTY_SIZE)
            if last is None or last.pixels != shown.pixels:
                if shown.hash() == wanted:
                    return shown
                last = shown
            if time.monotonic() > deadline:
                shown.write_png(self.machine.folder / f"{name}-shown.png")
                raise Failure(f"{name} does not show after {limit} s")
            time.sleep(0.02)

    def _measure_resting(self, console):
        """The kernel counts how often a program wakes whose fifty animations stand still, are hidden, or are over."""
        self.machine.send("feed probe resting")
        self.machine.wait_for(r"^probe ready$", 20)
        for state, settles in RESTING:
            self.machine.ask(f"tell {state}", f"^probe {state}$", 10)
            first = self._switches()
            time.sleep(settles)
            before = self._switches()
            if state == "done" and before - first < 2:
                raise Failure(f"control: {before - first} wake-ups in {settles} s while fifty animations run to their ends")
            time.sleep(RESTING_SECONDS)
            wakeups = self._switches() - before
            self.figures[f"wakeups_{state}_{RESTING_SECONDS}s"] = wakeups
            if wakeups != 0:
                raise Failure(f"{wakeups} wake-ups in {RESTING_SECONDS} s with fifty animations that are {state}")
        self.figures["wakeups_running"] = before - first
        self._ok("not one wake-up while fifty animations are paused, hidden or over, and some before")
        self._end_probe(console)

    def _pinch(self, console):
        """Two fingers make a square larger, one after the other, and smaller; the display shows each size that is told."""
        self.machine.send("feed probe pinched")
        self.machine.wait_for(r"^probe ready$", 20)
        time.sleep(3)
        self._expect_square(100)
        for step in ("down 0 300 240", "down 1 500 240"):
            self._touch(step)
        larger = self._pinch_to("move 0 200 240")
        largest = self._pinch_to("move 1 600 240")
        if not (120 < larger < largest and 160 < largest <= 200):
            raise Failure(f"fingers twice as far apart make a square of 100 pixels one of {larger}, then of {largest}")
        if (smaller := self._pinch_to("move 0 400 240")) * 2 not in range(largest - 4, largest + 5):
            raise Failure(f"fingers half as far apart make a square of {largest} pixels one of {smaller}")
        for step in ("up 0", "up 1"):
            self._touch(step)
        self._ok(f"two fingers pinch a square from 100 pixels to {largest} and {smaller}")
        self._end_probe(console)

    def _pinch_to(self, step):
        # The two programs answer in either order.
        self.machine.send(step)
        side = int(self.machine.wait_for(r"^probe side (\d+)$", 10)[1])
        self._expect_square(side)
        return side

    def _expect_square(self, side, limit=5):
        """Waits until the display shows a white square of so many pixels, and nothing else that is white."""
        deadline = time.monotonic() + limit
        while True:
            shown = self.machine.screen()
            if shown.pixels.count(255) == 3 * side * side and shown.pixels.count(0) == len(shown.pixels) - 3 * side * side:
                return
            if time.monotonic() > deadline:
                shown.write_png(self.machine.folder / "pinched.png")
                raise Failure(f"no square of {side} pixels shows after {limit} s")
            time.sleep(0.05)

    def _end_probe(self, console):
        self.machine.send("end")
        self._expect_end(console)

    def _expect_stillness(self, otherwise, hold=1.0, limit=10):
        """Waits until the display shows the same for a second."""
        deadline, since, last = time.monotonic() + limit, time.monotonic(), self.machine.screen()
        while time.monotonic() < since + hold:
            if time.monotonic() > deadline:
                raise Failure(otherwise)
            time.sleep(0.05)
            picture = self.machine.screen()
            if last.difference(picture) is not None:
                since, last = time.monotonic(), picture

    def _touch(self, line):
        self.machine.ask(line, f"^touch ok {line}$")

    def _drag(self):
        """A finger goes from a tab to the other while another rests elsewhere; on the way the kernel drops events."""
        (x, y), (tab_x, tab_y), (idle_x, idle_y) = self.options.first_tab, self.options.tap, self.options.idle
        self._touch(f"down 1 {idle_x} {idle_y}")
        self._touch(f"down 0 {x} {y}")
        self._touch(f"move 0 {x + 1} {y + 1}")
        self.machine.ask("stop", r"^panel stopped$")
        self._touch(f"dropped 0 {tab_x} {tab_y}")
        self.machine.send("continue")
        # Lifted only when the panel has looked: a finger that is gone by then has been cancelled, not moved.
        time.sleep(1)
        self._touch("up 0")
        self._touch("up 1")

    def _switches(self):
        return int(self.machine.ask("switches", r"^switches (\d+)$")[1])

    def _measure_idle(self):
        """Every time the kernel wakes the panel, the panel gives the processor back: the kernel counts that."""
        before = self._switches()
        time.sleep(IDLE_SECONDS)
        wakeups = self._switches() - before
        self.figures["wakeups_idle_10s"] = wakeups
        if wakeups != 0:
            raise Failure(f"{wakeups} wake-ups in {IDLE_SECONDS} s with nothing to do")
        self._ok(f"not one wake-up in {IDLE_SECONDS} s with nothing to do")

    def _stop_panel(self, console):
        self.machine.send("term")
        figures = json.loads(self.machine.wait_for(r'^\{"frames".*\}$', 10)[0])
        self.figures.setdefault("panel", figures)
        self._expect_end(console)

    def _expect_end(self, console):
        """The program that was asked to end did so, and the text console is as it was."""
        status = self.machine.wait_for(r"^panel exit (\d+)$", 10)[1]
        if status != "0":
            raise Failure(f"the program that was asked to end does so with status {status}")
        self.machine.ask("mode", r"^mode KD_TEXT$")
        deadline = time.monotonic() + 5
        while (difference := console.difference(self.machine.screen())) is not None:
            if time.monotonic() > deadline:
                self.machine.screen().write_png(self.machine.folder / "console-shown.png")
                raise Failure(f"the text console is not back: {difference}")
            time.sleep(0.02)
        self._ok("ends with status 0 when asked to, and gives the text console back, KD_TEXT and its picture")


def pixel(text):
    x, y = (int(word) for word in text.split(","))
    return x, y


def main():
    parser = argparse.ArgumentParser()
    for name in ("folder", "kernel", "initramfs"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--size", required=True, type=pixel)
    parser.add_argument("--golden", required=True, action="append", metavar="NAME=FILE")
    parser.add_argument("--tap", required=True, type=pixel)
    parser.add_argument("--first-tab", required=True, type=pixel)
    parser.add_argument("--idle", required=True, type=pixel)
    parser.add_argument("--hello-tap", required=True, type=pixel)
    parser.add_argument("--hello-angle", required=True, type=int)
    parser.add_argument("--boat", required=True, nargs="+", help="NAME=PICTURE=PAGE of the boat panel's streams")
    parser.add_argument("--displays", required=True, nargs="+", help="VALUE=PICTURE=PICTURE of a panel on two displays")
    parser.add_argument("--hands", required=True, nargs="+", help="NAME=PICTURE of what fingers do to a panel")
    parser.add_argument("--record", help="the folder that recordings of gestures are written to, and nothing else is done")
    parser.add_argument("--fifty", required=True, help="the golden file with a line for each frame of fifty animations")
    parser.add_argument("--replaced", required=True, help="PICTURE=PICTURE=LINE, of a panel and of what takes its place")
    parser.add_argument("--state", required=True, nargs="+", help="NAME=PICTURE=LINE that the panel file is told")
    options = parser.parse_args()
    machine = Machine(options.folder, options.kernel, options.initramfs, *options.size)
    try:
        scenario = Scenario(options, machine)
        scenario.run()
    except Failure as failure:
        print(f"FAILED  {(time.monotonic() - machine.started):5.1f} s  {failure}", flush=True)
        return 1
    finally:
        machine.close()
    print(json.dumps(scenario.figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
