# shellcheck shell=bash disable=SC2034
# (the scripts that source this file use its variables)
# The scene of the panel's golden pictures, for the host, which draws them, and for the emulated board, which must show
# the same: values that stand still, and a tap on a tab. Sourced after common.sh.

scene_display=800x480
scene_values='time=10:08:42 load_1=1.35 load_15=0.72 total=1900000 available=1150000 chip=48500 clock_rate=1200000 up=86409'
# In pixels of the display: the tabs of the second page and of the first, and where a finger touches nothing.
scene_tap='204 24'
scene_first_tab='72 24'
scene_idle='200 436'
# The button of Examples/Hello, and where its needle is put to, in degrees.
scene_hello_tap='290 120'
scene_hello_angle=91

# What a panel from a file is told, a line for each state: in range, in warning, failed, none.
panel_states='range warning failed none'
panel_state() {
  case $1 in
    range) printf 'rpm=2400 oil=412\n' ;;
    warning) printf 'rpm=3800 oil=80\n' ;;
    failed) printf 'rpm=error oil=nan\n' ;;
    none) printf 'rpm=null oil=null\n' ;;
  esac
}

# draw_panel_state STATE PANEL FILE.png COMMAND...: has a panel-ui draw a panel from a file that was told a state's line,
# after all those before it. Three seconds later its needles stand.
draw_panel_state() {
  local state=$1 panel=$2 file=$3 other time=0
  shift 3
  for other in $panel_states; do
    printf '%d %s\n' $((time += 1000)) "$(panel_state "$other")"
    [ "$other" != "$state" ] || break
  done >"$file.replay"
  printf '%d %s\n' $((time + 3000)) "$(panel_state "$state")" >>"$file.replay"
  "$@" --display "memory:$scene_display:xrgb8888" --touch none --replay "$file.replay" --snapshot "$file" "$panel"
}

# many_numbers: a panel of 80 numbers, of more layers than the 1024 that there is room for, on standard output.
many_numbers() {
  local row='{number: a}' index
  printf 'panel: 1\nsize: 1600x960\nsignals:\n  a: {initial: 8, range: 0..9}\npages:\n  main:\n    column:\n'
  for index in {2..10}; do row+=', {number: a}'; done
  for index in {1..8}; do printf '      - {row: [%s]}\n' "$row"; done
}

# The boat panel, fed by recorded streams: in range, in warning, with what was heard too long ago, with sources that say
# that they have failed, and with nothing heard. Each is photographed when its stream has ended.
boat_states='range warning old failed none'
boat_page() { case $1 in warning | failed) printf 'engine\n' ;; *) printf 'helm\n' ;; esac }

# boat_replay STATE: the stream, on standard output.
boat_replay() {
  local time
  local fine='heading=47 course=52 speed=6.2 depth=8.4 wind_angle=-38 wind_speed=7.2 rpm=2400 coolant=84 oil=320'
  fine+=' battery=12.7 fuel=62 water=35 lux=400 pump=0'
  printf '0 time=10:08:00'
  case $1 in
    range) printf ' %s\n400 %s\n' "$fine" "$fine" ;;
    warning)
      # Long enough for the alarms, whose conditions have to hold for two seconds; the engine is old after half a second.
      printf ' %s\n' "$fine"
      fine=$(sed 's/ rpm=[^ ]*/ rpm=3800/; s/coolant=[^ ]*/coolant=109/; s/oil=[^ ]*/oil=80/; s/depth=[^ ]*/depth=2.1/' <<<"$fine")
      for time in {500..4100..400}; do printf '%d %s\n' "$time" "$fine"; done
      ;;
    old) printf ' %s\n5500 lux=400\n' "$fine" ;;
    failed) printf ' %s\n400 %s\n' "$fine" "$(sed -E 's/=[^ ]*/=error/g' <<<"$fine")" ;;
    none) printf ' lux=400\n' ;;
  esac
}

# draw_boat STATE PANEL FILE.png COMMAND...: has a panel-ui draw the boat panel at the end of a state's stream.
draw_boat() {
  local state=$1 panel=$2 file=$3
  shift 3
  boat_replay "$state" >"$file.replay"
  "$@" --display "memory:$scene_display:xrgb8888" --touch none --page "$(boat_page "$state")" --replay "$file.replay" \
    --snapshot "$file" "$panel"
}

# The pictures' names, in the order in which a run shows them.
scene_pictures='start tap'

# scene_replay PICTURE: the moments that lead to one of the pictures, on standard output. Values are told once more before
# they are old, and what follows them has come to rest.
scene_replay() {
  printf '0 %s\n3000 %s\n' "$scene_values" "${scene_values#* }"
  [ "$1" != start ] || return 0
  # shellcheck disable=SC2086  # two words
  printf '3100 touch=began finger=0 x=%d y=%d\n3200 touch=ended finger=0 x=%d y=%d\n' $scene_tap $scene_tap
}

# scene_golden PICTURE: where the golden picture lies.
scene_golden() { printf '%s/Tests/Golden/panel-%s.png\n' "$root" "$1"; }

# draw_scene PICTURE FILE.png COMMAND...: has a panel-ui draw one of the pictures in memory.
draw_scene() {
  local picture=$1 file=$2
  shift 2
  scene_replay "$picture" >"$file.replay"
  "$@" --display "memory:$scene_display:xrgb8888" --touch none --replay "$file.replay" --snapshot "$file"
}

# same_picture GOLDEN ACTUAL: whether all pixels are the same; says on standard output where they are not.
same_picture() { python3 "$root/scripts/lib/picture.py" compare "$1" "$2"; }

# What fingers do to Tests/Golden/hands.yaml, for this machine as a replay: nothing, a button that is held, that and a second
# finger on the slider, and the slider set to 80 and to 40; and to Tests/Golden/throw.yaml: a throw to its end. In pixels of
# the display.
hands_states='rest pressed both eighty forty'
hands_replay() {
  local down='touch=began finger=0 x=200 y=80'
  local slider='touch=began finger=1 x=176 y=257' way='touch=moved finger=1'
  printf '0 time=10:08:00\n'
  case $1 in
    thrown)
      printf '100 touch=began finger=0 x=300 y=440\n'
      for ((step = 1; step <= 5; step++)); do printf '%d touch=moved finger=0 x=300 y=%d\n' $((100 + step * 4)) $((440 - step * 70)); done
      printf '122 touch=ended finger=0 x=300 y=90\n'
      ;;
    pressed) printf '100 %s\n' "$down" ;;
    both) printf '100 %s\n200 %s\n300 %s x=624 y=257\n' "$down" "$slider" "$way" ;;
    eighty | forty)
      printf '100 %s\n200 %s x=624 y=257\n300 touch=ended finger=1 x=624 y=257\n' "$slider" "$way"
      [ "$1" = eighty ] || printf '%s\n' '400 touch=began finger=1 x=624 y=257' "500 $way x=325 y=257" \
        '600 touch=ended finger=1 x=325 y=257'
      ;;
  esac
  printf '5000 time=10:08:00\n'
}

# draw_hands STATE PANEL FILE.png COMMAND...
draw_hands() {
  local state=$1 panel=$2 file=$3
  shift 3
  hands_replay "$state" >"$file.replay"
  "$@" --display "memory:$scene_display:xrgb8888" --replay "$file.replay" --snapshot "$file" "$panel"
}
