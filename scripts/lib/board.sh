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
    "libgcc-12-dev-$family_architecture-cross" "libevdev-dev:$family_architecture"
}

# Prints the folder of libdrm's source, as Debian has it for this release; fetched the first time.
libdrm_source() {
  local folder="$root/.build-libdrm" work release
  if [ ! -d "$folder" ]; then
    say "fetching: the source of libdrm"
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # Several families are built side by side: each fetches into a folder of its own, and the first to end gives its.
    work=$(mktemp -d "$folder-XXXXXX")
    mkdir -p "$work"/{source,lists/partial,cache/archives/partial}
    printf 'deb-src [signed-by=%s] %s %s main\n' /usr/share/keyrings/debian-archive-keyring.gpg http://deb.debian.org/debian \
      "$release" >"$work/sources.list"
    local -a apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
      -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=)
    (cd "$work" && "${apt[@]}" update && "${apt[@]}" source --download-only libdrm) >&2 || die "the source of libdrm cannot be fetched"
    tar -C "$work/source" --strip-components 1 -xf "$work"/libdrm_*.orig.tar.xz || die "the source of libdrm cannot be unpacked"
    mv -T "$work/source" "$folder" 2>/dev/null || [ -d "$folder" ] || die "the source of libdrm cannot be kept in $folder"
    rm -rf "$work"
  fi
  printf '%s\n' "$folder"
}
