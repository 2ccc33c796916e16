# shellcheck shell=bash
# What every script here needs: messages, the package's root, missing Debian packages, key=value files.
# Sourced, never run. Messages go to standard error, so that a script's standard output stays its result.

set -euo pipefail
# A failure inside $(…) is a failure of the script too.
shopt -s inherit_errexit

# The folder of Package.swift, whichever link led to it: builds are found again by its name.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# What is downloaded once: kernels, packages.
# shellcheck disable=SC2034  # used by the scripts that source this file
cache="${XDG_CACHE_HOME:-$HOME/.cache}/lamina"

say() { printf '%s\n' "$*" >&2; }

# die MESSAGE...: says what is wrong; exit status 1.
die() {
  say "$(basename "$0"): $*"
  exit 1
}

# usage_error MESSAGE...: says what is wrong and prints the script's usage; exit status 2.
usage_error() {
  say "$(basename "$0"): $*"
  print_usage >&2
  exit 2
}

# The comment at the head of the running script, which is its manual.
print_usage() { awk 'NR > 1 { if (!/^#/) exit; if (/^# row:/) next; sub(/^# ?/, ""); print }' "$0"; }

# conf_value FILE KEY: the value of `key=value` in a data file; fails when the key is not there.
conf_value() {
  local file=$1 key=$2 line
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in "$key="*)
      printf '%s\n' "${line#*=}"
      return 0
      ;;
    esac
  done <"$file"
  die "$file has no '$key='"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "need root for: $* (run as root or install sudo)"
  fi
}

# missing_packages NAME[:ARCHITECTURE]...: those of the Debian packages that are not installed, one a line.
missing_packages() {
  local package states architecture
  for package in "$@"; do
    # Without an architecture dpkg-query answers for each that is installed; ours or `all` is meant.
    states=$(dpkg-query -W -f='${Architecture} ${db:Status-Status}\n' "$package" 2>/dev/null || true)
    case $package in *:*) architecture=${package#*:} ;; *) architecture=$(dpkg --print-architecture) ;; esac
    case $states in
      *"$architecture installed"* | *"all installed"*) ;;
      *) printf '%s\n' "$package" ;;
    esac
  done
}

# python_with FOLDER PACKAGE==VERSION...: prints the path of a Python that has these packages of PyPI, in a folder of its own
# below .build. Their modules have the packages' names.
python_with() {
  local folder=$1 python="$root/.build/$1/bin/python3" modules
  shift
  modules=$(printf '%s, ' "${@%%==*}")
  install_packages python3 python3-venv >&2
  if ! "$python" -c "import ${modules%, }" 2>/dev/null; then
    python3 -m venv "$root/.build/$folder"
    "$root/.build/$folder/bin/pip" --quiet install "$@" >&2 || die "PyPI lacks one of $* for this machine"
  fi
  printf '%s\n' "$python"
}

# foreign_architecture NAME: lets apt install packages of another architecture. Says nothing when it already may.
foreign_architecture() {
  local known
  known=$(dpkg --print-architecture && dpkg --print-foreign-architectures)
  case $'\n'$known$'\n' in *$'\n'"$1"$'\n'*) return ;; esac
  say "adding the package architecture $1"
  as_root dpkg --add-architecture "$1"
  refresh_package_lists
}

# A mirror that is being updated serves a list in part: an installation then says whether the lists were enough.
refresh_package_lists() {
  as_root apt-get update -qq >&2 || say "not every package list could be fetched; going on with those there are"
}

# install_packages NAME...: installs the Debian packages that are missing and says which. Silent when none is.
install_packages() {
  local -a missing
  command -v apt-get >/dev/null || die "this machine has no apt-get; install by hand: $*"
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  say "installing: ${missing[*]}"
  # The lists of a fresh machine are empty or old: the first attempt may fail and is then repeated with new ones.
  apt_install "${missing[@]}" 2>/dev/null && return 0
  refresh_package_lists
  apt_install "${missing[@]}" || die "apt-get could not install: ${missing[*]}"
}

apt_install() {
  # Stages that run side by side wait for each other.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends \
    "$@" >&2
}

# What `swift build` and the tests need on the host besides the toolchain.
install_host_packages() {
  command -v swift >/dev/null || die "no 'swift' on PATH: install the Swift 6.3.1 toolchain from swift.org first"
  install_packages git gcc libc6-dev libstdc++-12-dev pkg-config libevdev-dev libdrm-dev libfreetype-dev libharfbuzz-dev \
    libpng-dev fonts-dejavu-core fonts-b612 fonts-dseg gpsd mosquitto mosquitto-clients socat
  install_icons
  install_pymodbus
  install_car
}

# The device of Modbus that tests talk to. Debian's is years older.
pymodbus_version=3.16.1
pymodbus=/usr/local/share/lamina/pymodbus

# install_pymodbus: takes it and pyserial from PyPI into a folder of their own, once.
install_pymodbus() {
  [ "$(cat "$pymodbus/version" 2>/dev/null)" != "$pymodbus_version" ] || return 0
  install_packages python3 python3-venv >&2
  (
    flock 9
    [ "$(cat "$pymodbus/version" 2>/dev/null)" != "$pymodbus_version" ] || exit 0
    say "installing: pymodbus $pymodbus_version"
    as_root python3 -m venv --clear "$pymodbus" >&2
    as_root "$pymodbus/bin/pip" --quiet --disable-pip-version-check --retries 5 install \
      "pymodbus==$pymodbus_version" pyserial==3.5 >&2 ||
      die "PyPI does not give pymodbus $pymodbus_version, the device of Modbus that tests talk to: is the network there?"
    # The version comes last: with it everything is there.
    printf '%s\n' "$pymodbus_version" | as_root tee "$pymodbus/version" >/dev/null
  ) 9>"${TMPDIR:-/tmp}/lamina-pymodbus.lock"
}

# A car for the tests of OBD-II: an ELM327 with its ECUs, ISO-TP, and another reader of answers.
car_version="4.0.0 2.0.7 0.7.3"
car=/usr/local/share/lamina/obd

# install_car: takes them from PyPI into a folder of their own, once.
install_car() {
  local versions
  [ "$(cat "$car/version" 2>/dev/null)" != "$car_version" ] || return 0
  install_packages python3 python3-venv >&2
  read -ra versions <<<"$car_version"
  (
    flock 9
    [ "$(cat "$car/version" 2>/dev/null)" != "$car_version" ] || exit 0
    say "installing: ELM327-emulator, can-isotp and python-OBD"
    as_root python3 -m venv --clear "$car" >&2
    as_root "$car/bin/pip" --quiet --disable-pip-version-check --retries 5 install \
      "ELM327-emulator==${versions[0]}" "can-isotp==${versions[1]}" "obd==${versions[2]}" >&2 ||
      die "PyPI does not give ELM327-emulator, can-isotp and obd, the car that tests talk to: is the network there?"
    # The version comes last: with it everything is there.
    printf '%s\n' "$car_version" | as_root tee "$car/version" >/dev/null
  ) 9>"${TMPDIR:-/tmp}/lamina-obd.lock"
}

# Material Design Icons 7; Debian's font is of 2016. The folder has the font, its icons' names and their numbers, and its licence.
icons_version=7.2.96
icons_sum=a58ecb54f45eec1afadbc21314d1f0932cf009e5cbc7f3225d7e4a4e1b71ef6b
icons=/usr/local/share/lamina/icons

# install_icons: takes them from PyPI, once; stages that run side by side wait for each other.
install_icons() {
  [ "$(cat "$icons/version" 2>/dev/null)" != "$icons_version" ] || return 0
  install_packages python3 python3-pip
  (
    flock 9
    [ "$(cat "$icons/version" 2>/dev/null)" != "$icons_version" ] || exit 0
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    printf 'installing: Material Design Icons %s\n' "$icons_version" >&2
    python3 -m pip download --quiet --disable-pip-version-check --retries 5 --no-deps --only-binary :all: \
      --dest "$folder" "fonticon-materialdesignicons7==$icons_version" >&2 ||
      die "PyPI does not give fonticon-materialdesignicons7 $icons_version, the font of icons: is the network there?"
    # Names as Python has them, `water_pump = "\U000f058f"`, become `water-pump F058F`.
    python3 - "$folder" <<'PYTHON'
import pathlib, re, sys, zipfile
folder = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
    (folder / "icons.ttf").write_bytes(wheel.read("fonticon_mdi7/fonts/materialdesignicons-webfont.ttf"))
    (folder / "LICENSE").write_bytes(wheel.read("fonticon_mdi7/fonts/LICENSE"))
    text = wheel.read("fonticon_mdi7/mdi7.py").decode()
names = re.findall(r'^    ([a-z_][a-z0-9_]*) = "\\U000([0-9a-f]{5})"$', text, re.M)
lines = sorted(f"{name.strip('_').replace('_', '-')} {number.upper()}" for name, number in names)
(folder / "names").write_text("\n".join(lines) + "\n")
PYTHON
    printf '%s  %s\n' "$icons_sum" "$folder/icons.ttf" | sha256sum --check --quiet || die "the font of icons is another one"
    printf '%s\n' "$icons_version" >"$folder/version"
    as_root mkdir -p "$icons"
    # The version comes last: with it everything is there.
    for file in icons.ttf LICENSE names version; do as_root install -m 644 "$folder/$file" "$icons/$file"; done
  ) 9>"${TMPDIR:-/tmp}/lamina-icons.lock"
}

# What is compiled into programs: the font and what it is made of, and the sample panel.
default_font_source=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
# Latin-1; dashes, quotes, the ellipsis that stands for text that is cut off, and primes, as of minutes and seconds.
default_font_characters=latin1,U+2013-2014,U+2018-201A,U+201C-201E,U+2026,U+2032-2033
default_font="$root/Sources/CDefaultFont/Generated/DefaultFont.pack"
sample_panel="$root/Sources/CSamplePanel/Generated/machine-monitor.panel"
# The fonts that pictures of instruments are drawn with; programs have theirs in their panel files.
gallery_fonts="$root/Tools/Gallery/Generated"

# What the font of icons is asked for, of Material Design Icons: thermometer, oil, gas-station, engine, battery, water,
# alert, fan, lightbulb, water-pump, anchor, navigation, fire, check, close, car-battery, flash, power.
gallery_icons=U+F050F,U+F03C7,U+F0298,U+F01FA,U+F0079,U+F058C,U+F0026,U+F0210,U+F0335,U+F058F,U+F0031,U+F0390,U+F0238,U+F012C,U+F0156
gallery_icons+=,U+F010C,U+F0241,U+F0425

# make_gallery_fonts: the packs that Tools/Gallery and the tests of the instruments load.
make_gallery_fonts() {
  local fonts=/usr/share/fonts
  install_packages fonts-b612 fonts-dseg
  install_icons
  make_pack "$gallery_fonts/text.pack" '' font "$fonts/opentype/b612/B612-Regular.otf" --characters latin1,U+2013,U+2026,U+2212
  make_pack "$gallery_fonts/mono.pack" '' font "$fonts/opentype/b612/B612Mono-Regular.otf" --characters latin1,U+2013
  make_pack "$gallery_fonts/segments.pack" '' font "$fonts/truetype/dseg/DSEG7Classic-Regular.ttf" --characters ascii
  make_pack "$gallery_fonts/icons.pack" '' font \
    "$icons/icons.ttf" --characters "$gallery_icons"
}

# Makes the packs that are compiled into programs, unless they are newer than everything they are made of.
make_assets() {
  install_host_packages
  make_pack "$default_font" "$root/Sources/CDefaultFont/default_font.c" \
    font "$default_font_source" --characters "$default_font_characters"
  make_pack "$sample_panel" "$root/Sources/CSamplePanel/sample_panel.c" panel "$root/Examples/panels/machine-monitor.yaml"
}

# make_pack PACK HOLDER KIND SOURCE OPTION...: one of them; HOLDER is the file of C that it is compiled into, if any.
make_pack() {
  local pack=$1 holder=$2 kind=$3 source=$4 tool newer
  shift 4
  if [ -f "$pack" ]; then
    # This file says what goes into them.
    newer=$(find "$root"/Sources/{PanelAssets,PanelDescription,AssetCommands,panel-assets,PanelFile,PanelSignals,Packs} "$root/scripts/lib/common.sh" "$source" \
      -type f -newer "$pack" -print -quit)
    [ -n "$newer" ] || return 0
  fi
  tool=$(host_program panel-assets)
  "$tool" "$kind" "$source" "$pack.new" "$@" >&2
  if cmp -s "$pack.new" "$pack"; then
    rm "$pack.new"
    touch "$pack"
  else
    mv "$pack.new" "$pack"
    # A build does not notice a file that was not there before.
    [ -z "$holder" ] || touch "$holder"
  fi
}

# use_build OPTION...: sets `build_options` to these and what else a build for this machine takes. Tests need their
# modules testable, and a program built otherwise would have every module compiled once more; one with a folder of its own
# shares no modules with them. DEBUG_INFO=none leaves debug information out, which takes a fifth of a build's time: who says
# it once says it always, or everything is compiled again.
use_build() {
  build_options=("$@")
  [ -z "${DEBUG_INFO:-}" ] || build_options+=(-debug-info-format "$DEBUG_INFO")
  case " $* " in
    *" --scratch-path "*) ;;
    *" -c release "*) build_options+=(-Xswiftc -enable-testing) ;;
  esac
}

# host_program NAME [SWIFT-BUILD-OPTION...]: builds an executable of the package for this machine and prints its path.
host_program() {
  local name=$1
  local -a build_options
  shift
  use_build "$@"
  install_host_packages
  swift build --package-path "$root" --product "$name" "${build_options[@]}" >&2
  printf '%s/%s\n' "$(swift build --package-path "$root" --show-bin-path "${build_options[@]}")" "$name"
}

# use_command_build: the same for the command of a user's machine, and sets `package` to its folder. It is a package
# of its own, and is built where this one is: the library's modules serve both.
use_command_build() {
  package="$root/Tools/LaminaCommand"
  use_build --scratch-path "$root/.build"
}

# lamina_command: builds the command of a user's machine, with the programs that it runs, and prints its path.
lamina_command() {
  local package
  local -a build_options
  use_command_build
  install_host_packages
  swift build --package-path "$package" "${build_options[@]}" >&2
  printf '%s/lamina\n' "$(swift build --package-path "$package" --show-bin-path "${build_options[@]}")"
}

# watched_program NAME: the same for the address sanitizer. All of these programs are built in one folder, in the same way: with
# the edges counted that libFuzzer goes by (raster-fuzz has it), so that the library is compiled once. What the toolchain counts
# otherwise holds every comparison too, which took two thirds of the time and finds numbers that a parser looks for. The linker
# that it takes otherwise does not find the sanitizer's symbols.
watched_program() {
  LAMINA_FUZZING=yes host_program "$1" --sanitize=address -Xswiftc -use-ld=lld \
    -Xswiftc -sanitize-coverage=edge,indirect-calls,inline-8bit-counters,pc-table --scratch-path "$root/.build-watched"
}
