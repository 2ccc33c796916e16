# shellcheck shell=bash
# What every script here needs: messages, the package's root, missing Debian packages, key=value files.
# Sourced, never run. Messages go to standard error, so that a script's standard output stays its result.

set -euo pipefail

# The folder of Package.swift.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
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
print_usage() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"; }

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

# missing_packages NAME...: those of the Debian packages that are not installed, one a line.
missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s\n' "$package"
  done
}

# foreign_architecture NAME...: lets apt install packages of these architectures. Says nothing when it already may.
foreign_architecture() {
  local architecture added=
  for architecture in "$@"; do
    { dpkg --print-architecture && dpkg --print-foreign-architectures; } | grep -qx "$architecture" && continue
    say "adding the package architecture $architecture"
    as_root dpkg --add-architecture "$architecture"
    added=yes
  done
  [ -z "$added" ] || as_root apt-get update -qq >&2
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
  as_root apt-get update -qq >&2
  apt_install "${missing[@]}" || die "apt-get could not install: ${missing[*]}"
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# What `swift build` on the host needs besides the toolchain.
install_host_packages() {
  command -v swift >/dev/null || die "no 'swift' on PATH: install the Swift 6.3.1 toolchain from swift.org first"
  install_packages git gcc libc6-dev libstdc++-12-dev pkg-config libevdev-dev
}
