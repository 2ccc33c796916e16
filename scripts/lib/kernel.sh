# shellcheck shell=bash
# Debian's kernel, its modules and busybox for an emulated board, downloaded once a version. Sourced after common.sh.

# debian_files NAME:ARCHITECTURE: downloads and unpacks a package, and prints the folder with its files.
debian_files() {
  local name=${1%:*} version folder new
  version=$(apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n 's/^Version: //p')
  [ -n "$version" ] || die "no package $1 in the package lists"
  folder="$cache/packages/${name}_${version//:/-}"
  if [ ! -d "$folder" ]; then
    say "downloading $1 $version"
    new="$folder.new.$$"
    mkdir -p "$new/files"
    (cd "$new" && apt-get -qq -o APT::Sandbox::User=root download "$1" >&2) || die "apt-get could not download $1"
    dpkg -x "$new"/*.deb "$new/files"
    rm "$new"/*.deb
    mv -T "$new" "$folder" 2>/dev/null || rm -rf "$new"  # another run was faster
  fi
  printf '%s/files\n' "$folder"
}

# use_kernel: sets `kernel_image`, `kernel_modules` and `busybox` to those of arm64.
use_kernel() {
  local package files
  foreign_architecture arm64
  package=$(apt-cache depends --no-recommends linux-image-arm64:arm64 2>/dev/null | sed -n 's/^ *Depends: \([^:]*\).*/\1/p') || true
  if [ -z "$package" ]; then
    refresh_package_lists
    package=$(apt-cache depends linux-image-arm64:arm64 | sed -n 's/^ *Depends: \([^:]*\).*/\1/p')
  fi
  [ -n "$package" ] || die "no kernel for arm64 in the package lists"
  files=$(debian_files "$package:arm64")
  # shellcheck disable=SC2034  # used by the scripts that source this file
  {
    kernel_image=$(echo "$files"/boot/vmlinuz-*)
    kernel_modules=$(echo "$files"/lib/modules/*)
    busybox=$(debian_files busybox-static:arm64)/bin/busybox
  }
}

# make_initramfs OUTPUT FILE...: an initramfs of guest-init, busybox, the drivers that first processes load, and files:
# programs (executable) go to /bin, others to /.
make_initramfs() {
  local output=$1 tree module file
  shift
  tree=$(mktemp -d)
  mkdir -p "$tree/bin" "$tree/modules"
  install -m 755 "$root/scripts/lib/guest-init" "$tree/init"
  install -m 755 "$busybox" "$tree/bin/busybox"
  # shellcheck disable=SC2013  # words of one line
  for module in $(sed -n 's/^for module in \(.*\); do$/\1/p' "$root/scripts/lib/guest-init" "$root/scripts/lib/can-init" \
    "$root/scripts/lib/gpio-init" "$root/scripts/lib/kms-init") bochs; do
    file=$(find "$kernel_modules" -name "$module.ko" -print -quit)
    # A driver that is built into the kernel has no file.
    [ -z "$file" ] || install -m 644 "$file" "$tree/modules/$module.ko"
  done
  for file in "$@"; do
    if [ -x "$file" ]; then install -m 755 "$file" "$tree/bin/"; else install -m 644 "$file" "$tree/"; fi
  done
  (cd "$tree" && find . | cpio --quiet -o -H newc) >"$output"
  rm -rf "$tree"
}
