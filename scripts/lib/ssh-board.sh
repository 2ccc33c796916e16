# shellcheck shell=bash disable=SC2154,SC2034
# (the scripts that source this file set work and root, and use its variables)
# A board that is this machine, for scripts that put panels onto it over a real ssh connection, to a real sshd with keys and
# settings of its own. What would change the machine goes to a folder (DESTDIR); in the place of systemd and sudo are two
# programs, of which one starts what the unit says, as systemd would, and waits for its first frame. Sourced after common.sh.

# make_board: the folders and programs of the board, in $work. Sets `destination`, `lib` and `home`.
make_board() {
  install_packages openssh-server openssh-client systemd python3
  destination="$work/board"
  lib="$destination/usr/local/lib/panel-ui"
  # A home folder whose name a shell would take apart.
  # shellcheck disable=SC2016  # meant as it stands
  home="$work/the user's "'$HOME "at sea"'
  mkdir -p "$destination" "$work/bin" "$home"
  touch "$work/calls" "$work/journal"

  # sudo runs what it is told, as systemctl does where it can.
  printf '#!/bin/sh\necho "sudo $*" >>"%s/calls"\nexec "$@"\n' "$work" >"$work/bin/sudo"
  cat >"$work/bin/systemctl" <<END
#!/bin/sh
exec python3 "$root/scripts/lib/systemctl.py" "$work" "\$@"
END
  printf '#!/bin/sh\ncat "%s/journal"\n' "$work" >"$work/bin/journalctl"
  chmod +x "$work"/bin/*
}

# stop_board: ends what runs on it.
stop_board() {
  local name
  for name in sshd panel; do
    [ ! -f "$work/$name.pid" ] || kill "$(cat "$work/$name.pid")" 2>/dev/null || true
  done
}

# start_sshd: on a port that is free, for this user alone.
start_sshd() {
  ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
  ssh-keygen -q -t ed25519 -N '' -f "$work/key"
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  cat >"$work/sshd_config" <<END
ListenAddress 127.0.0.1:$port
HostKey $work/host_key
AuthorizedKeysFile $work/key.pub
PidFile $work/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
SetEnv PATH=$work/bin:$PATH DESTDIR=$destination "HOME=${home//\"/\\\"}"
END
  # Run by root, sshd wants its folder even if nothing is in it.
  [ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
  "$(PATH=$PATH:/usr/sbin command -v sshd)" -f "$work/sshd_config" -E "$work/sshd.log"
  cat >"$work/ssh_config" <<END
Host board
  HostName 127.0.0.1
  Port $port
  User $(id -un)
  IdentityFile $work/key
  IdentitiesOnly yes
  UserKnownHostsFile $work/known_hosts
  StrictHostKeyChecking accept-new
  LogLevel ERROR
END
  export LAMINA_SSH="ssh -F $work/ssh_config"
}
