# shellcheck shell=bash
# The data of boards/: which boards there are, and what their family's cross build takes.
# Sourced after common.sh.

# Every board, one a line.
all_boards() {
  local file
  for file in "$root"/boards/*/board.conf; do basename "$(dirname "$file")"; done
}

# All families a board can belong to, one a line.
all_families() {
  local file
  for file in "$root"/boards/families/*/family.conf; do basename "$(dirname "$file")"; done
}

# use_family NAME: sets the `family_*` variables that a cross build takes from boards/families/NAME.
use_family() {
  local file="$root/boards/families/$1/family.conf"
  [ -f "$file" ] || die "no family '$1': there is no $file"
  # shellcheck disable=SC2034  # used by the scripts that source this file
  {
    family=$1
    family_toolset="$root/boards/families/$1/toolset.json"
    family_triple=$(conf_value "$file" triple)
    family_multiarch=$(conf_value "$file" multiarch)
    # How Debian calls the folders of the same architecture's musl.
    family_musl=${family_multiarch/gnu/musl}
    family_architecture=$(conf_value "$file" debian_architecture)
    family_clang_flags=$(conf_value "$file" clang_flags)
    family_small_flags=$(conf_value "$file" small_flags)
    family_emulator=$(conf_value "$file" user_emulator)
  }
}

# use_board NAME: the same for a board's family; fails with the list of boards when there is no such board.
use_board() {
  local file="$root/boards/$1/board.conf"
  [ -f "$file" ] || die "no board '$1'; there are: $(all_boards | paste -sd ' ')"
  use_family "$(conf_value "$file" family)"
}

# Installs the C library, libevdev and compiler support of the current family.
install_family_packages() {
  command -v swift >/dev/null || die "no 'swift' on PATH: install the Swift 6.3.1 toolchain from swift.org first"
  foreign_architecture "$family_architecture"
  install_packages git pkg-config "musl-dev:$family_architecture" "linux-libc-dev-$family_architecture-cross" \
    "libgcc-12-dev-$family_architecture-cross" "libevdev-dev:$family_architecture" "libdrm-dev:$family_architecture"
}
