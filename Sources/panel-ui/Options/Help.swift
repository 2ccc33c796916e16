/// The output of `--version`.
let versionText = "panel-ui 0.1.0\n"

let helpText = """
  usage: panel-ui [OPTION]... [PANEL]
         panel-ui check PANEL                 says what a panel file holds, or why it is refused
         panel-ui calibrate [OPTION]...       calibrates the touchscreen: crosses to touch, and a line for the board's file
         panel-ui doctor [OPTION]... [PANEL]  says what of display, console, touch, kernel and sources is ready, and what to
                                              do where it is not

  Shows the panel file PANEL, which lamina check -o makes of a description. Without one the machine monitor: the load, the
  memory and the temperature of the machine that the program runs on.

    --demo                       show what the description has for demonstration instead of asking sources
    --view-only                  controls send, set and run nothing
    --page NAME                  begin with this page
    --on NAME                    of the description's displays show the pages of this one alone
    --theme NAME                 show this theme, whatever the conditions of others say
    --language NAME              show this language of the description, whatever its signals say; own is
                                 that in which it is written
    --system NAME                show this system of units of the description
    --journal FILE               add each change of an alarm to FILE, a line each; at 64 kB it becomes FILE.1
    --commands FILE              the programs that alarms and controls may run, a line each: NAME PATH ARGUMENT...; blanks
                                 between two " or two ' are part of a word
    --state FILE                 the file of variables that are kept over a restart (default /var/lib/panel-ui/variables)

    --display auto               the first display of a card (KMS) that can be used, else the first framebuffer (default)
    --display kms[:CARD][:CONNECTOR][:WxH[@HZ]][:FORMAT]
                                 a display of a card: /dev/dri/card0 or a path of /dev/dri/by-path; HDMI-A-1, DSI-1 or the
                                 monitor's name; its size and pictures a second; FORMAT is xrgb8888 or rgb565
    --display fb:PATH            the framebuffer at PATH, such as fb:/dev/fb0
    --display fb:DRIVER          the framebuffer of a driver, such as fb:simple
    --display rfb:PORT:WxH       none but that of viewers elsewhere, at PORT of this machine
    --display memory:WxH:FORMAT  memory; FORMAT is xrgb8888 or rgb565
    --rfb PORT|PATH              show the panel to viewers too (RFB, known from VNC): at a port of this machine alone, or a
                                 socket, which ssh leads to from elsewhere
    --rfb-password-file FILE     viewers have to know the first line of FILE, 1 to 8 bytes
    --rfb-control                viewers touch the panel and press keys; without it they look
    --wait-for-display           wait where no display is there, instead of ending; one that goes later is always waited for
    --rotate 0|90|180|270        rotate the picture clockwise on the display, and touches with it (default 0)
    --backlight WORDS            the light of themes and of idle: none, or a name of /sys/class/backlight (default the
                                 display's), limits such as 5..100 in percent, and eye for brightness as the eye sees it
    --dither auto|on|off         dither displays of fewer than 8 bits a colour, such as 565 and 1-bit ones: while a gradient
                                 layer is shown (default), always, or never
    --board FILE                 options of the board, a line each: NAME=VALUE, as rotate=90; those of the command line come
                                 before them (default /etc/panel-ui.conf, if it is there); display, rfb,
                                 rfb-password-file, backlight, rotate, dither, touch, keys,
                                 touch-calibration, touch-filter
    --touch auto|none|PATH       all touchscreens and mice (default; none with memory), none, or the one at PATH
    --keys auto|none|PATH        all keyboards, keys and encoders (default; none with memory), none, or the one at PATH
    --touch-calibration WORDS    how the touchscreen lies over the display, after the system's own calibration: swap, invert-x,
                                 invert-y, ranges x=FIRST..LAST and y=FIRST..LAST of its values, and six or nine numbers as
                                 LIBINPUT_CALIBRATION_MATRIX has them, with blanks or commas between
    --touch-filter WORDS         for resistive touchscreens: median=N of N reports, 1, 3, 5, 7 or 9; jitter=N pixels, 0 to 100;
                                 pressure=N, the least of a finger, in the device's units
    --record-touch FILE          write the touchscreen's description and events to FILE, as evemu does, at most 8 MB
    --replay-touch FILE          play a recording of --record-touch or evemu-record in the place of the touchscreens
    --frames N                   end after N drawn frames; with --demo, those that were due and changed nothing count too
    --layers N                   refuse a panel of more than N layers
    --snapshot FILE.png          at the end, write the last frame to FILE.png
    --listen TIME                with doctor: hear the panel's sources for 1s to 3600s, and report values, ages, and what
                                 nobody asked for
    --record-sources FILE        write the values of the sources to FILE as a replay, at most 8 MB
    --replay FILE                show the moments in FILE, which has at most 8 MB, instead of clock and sources; FILE may be a
                                 log of candump -L, of sentences of NMEA 0183, or of Yacht Devices RAW; with --demo the
                                 demonstration goes on in the replay's time
    --stats                      write measurements to standard output, a JSON object a line
    --full                       draw the whole display in every frame, for comparisons with --stats
    --overlay LIST               show what is drawn how, on top: damage (tinted yellow for a frame), outlines (of the
                                 layers), overdraw (the redder, the more layers), time (of frames), values (a touch shows the
                                 signals behind what it meets, and presses nothing), with commas between
    --version, --help

  A replay has one moment a line: MS key=value ... with MS milliseconds since the start and as keys the names of signals,
  with a number, null or error, time=HH:MM:SS, and touch=began|moved|ended|cancelled with finger=N x=N y=N.
  With a display in memory the moments follow each other at once. x and y are pixels of the picture as it is seen, and a
  snapshot holds it so: rotated by 90 or 270 it is as wide as the display is high.

  exit status: 0 done, 1 failed, 2 used wrongly

  """
