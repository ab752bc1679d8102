#!/bin/bash
# Installs the Blokus companion on Raspberry Pi OS (or Debian) 12 and 13, 64 bits, as a service that starts by itself.
# Run again, it upgrades and keeps all data; when nothing has changed, it changes nothing.
# usage: sudo ./systemd/install.sh [--dry-run | --uninstall [--dry-run]]
set -euo pipefail

readonly USER_NAME=companion
readonly HOME_FOLDER=/opt/blokus-companion
readonly DATA=/var/lib/companion
readonly UNITS=/etc/systemd/system
readonly AVAHI=/etc/avahi/services/companion.service
readonly COMMAND=/usr/local/bin/companion
readonly PACKAGES="python3 python3-venv avahi-daemon libnss-mdns"
readonly CAMERA_PACKAGE=python3-picamera2
readonly PARTS="engine vision calibration companion"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(dirname "$here")
dry='' uninstall='' changed='' release=''

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

# Does what it is told, or only says so.
run() {
    if [ -n "$dry" ]; then say "would run: $*"; else "$@"; fi
}

usage() { sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}"; }

arguments() {
    local word
    for word in "$@"; do
        case $word in
            --dry-run) dry=yes ;;
            --uninstall) uninstall=yes ;;
            --help | -h) usage; exit 0 ;;
            *) usage >&2; exit 2 ;;
        esac
    done
}

check_system() {
    local id version
    # shellcheck disable=SC1091 # the system's own file
    id=$(. /etc/os-release && echo "${ID:-} ${ID_LIKE:-}")
    # shellcheck disable=SC1091
    version=$(. /etc/os-release && echo "${VERSION_ID:-}")
    case " $id " in *" debian "* | *" raspbian "*) ;; *) fail "this is not Raspberry Pi OS or Debian; see docs/raspberry-pi.md" ;; esac
    case $version in 12 | 13) ;; *) fail "this is version ${version:-unknown}; expected 12 (bookworm) or 13 (trixie)" ;; esac
    [ "$(getconf LONG_BIT)" = 64 ] || fail "this system has 32 bits; install the 64-bit Raspberry Pi OS (there is no OpenCV for 32)"
    [ -n "$dry" ] || [ "$(id -u)" = 0 ] || fail "root is needed: sudo $0"
    [ -f "$project/pyproject.toml" ] || fail "the project's files are not beside $here; copy the whole folder"
}

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'; }
available() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

install_packages() {
    local missing=() name
    for name in $PACKAGES; do installed "$name" || missing+=("$name"); done
    if ! installed $CAMERA_PACKAGE; then
        [ ${#missing[@]} = 0 ] || run apt-get update -qq
        if available $CAMERA_PACKAGE; then
            missing+=("$CAMERA_PACKAGE")
        else
            say "note: this system has no $CAMERA_PACKAGE, so only USB cameras can be used"
        fi
    fi
    [ ${#missing[@]} = 0 ] && return
    say "installing packages: ${missing[*]}"
    run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
    changed=yes
}

make_user() {
    getent passwd $USER_NAME >/dev/null && return
    say "making the user $USER_NAME"
    run useradd --system --user-group --home-dir $DATA --no-create-home --shell /usr/sbin/nologin $USER_NAME
    # The camera's devices, and the service's own log for `companion doctor`.
    for group in video systemd-journal; do
        if getent group $group >/dev/null; then run usermod --append --groups $group $USER_NAME; fi
    done
}

make_data_folder() {
    if [ "$(stat -c '%U:%G %a' $DATA 2>/dev/null)" = "$USER_NAME:$USER_NAME 750" ]; then return; fi
    say "preparing $DATA"
    run install -d -m 0750 $DATA
    run chown -R $USER_NAME:$USER_NAME $DATA
}

# A name for exactly these sources with exactly this Python: another one is another release.
release_name() {
    (
        cd "$project"
        python3 --version
        # shellcheck disable=SC2086 # the names are meant to be split
        find pyproject.toml $PARTS -type f ! -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    ) | sha256sum | cut -c1-12
}

# Everything is built beside the release in use, which is then exchanged in one step: a power cut leaves one of both.
make_release() {
    release=$(release_name)
    local target=$HOME_FOLDER/$release
    if [ ! -e "$target/complete" ]; then
        say "installing the companion (a few minutes on a small Pi)"
        changed=yes
        if [ -n "$dry" ]; then
            say "would build a virtual environment in $target"
        else
            build_release "$target"
        fi
    fi
    if [ "$(readlink $HOME_FOLDER/current 2>/dev/null)" != "$release" ]; then
        changed=yes
        run ln -sfn "$release" $HOME_FOLDER/current.new
        run mv -T $HOME_FOLDER/current.new $HOME_FOLDER/current
    fi
}

build_release() {
    local target=$1 work
    install -d -m 0755 $HOME_FOLDER
    rm -rf "$target"
    work=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder of now
    trap "rm -rf '$work'" EXIT
    # A copy, because building writes into the sources, and they may be on a stick that is read-only.
    # shellcheck disable=SC2086
    (cd "$project" && tar -cf - --exclude=__pycache__ pyproject.toml README.md LICENSE $PARTS) | tar -xf - -C "$work"
    # System packages are visible: Picamera2 and libcamera come as such.
    python3 -m venv --system-site-packages "$target"
    # Picamera2 of Debian 12 was built with numpy 1, and cannot be imported beside numpy 2.
    if python3 -c 'import numpy, sys; sys.exit(not numpy.__version__.startswith("1."))' 2>/dev/null; then
        echo 'numpy<2' >"$work/constraints"
    else
        : >"$work/constraints"
    fi
    "$target/bin/python" -m pip --disable-pip-version-check --quiet install --no-cache-dir \
        --constraint "$work/constraints" "$work" || fail "the packages could not be installed; is there a network?"
    chmod -R go=u-w "$target"
    sync -f "$target"
    touch "$target/complete"
}

remove_old_releases() {
    local folder
    for folder in "$HOME_FOLDER"/*/; do
        folder=${folder%/}
        [ -d "$folder" ] || continue
        [ -L "$folder" ] || [ "$(basename "$folder")" = "$release" ] || run rm -rf "$folder"
    done
}

# put FILE PLACE MODE: a file of this folder in its place, unless the same is there.
put() {
    if cmp -s "$here/$1" "$2" && [ "$(stat -c %a "$2")" = "$3" ]; then return; fi
    changed=yes
    run install -D -m "0$3" "$here/$1" "$2"
}

put_files() {
    put companion.service $UNITS/companion.service 644
    put companion.socket $UNITS/companion.socket 644
    if [ "$(systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')" -ge 254 ]; then
        put backoff.conf $UNITS/companion.service.d/backoff.conf 644
    fi
    put avahi.xml $AVAHI 644
    put companion.sh $COMMAND 755
}

start_service() {
    if [ ! -e $UNITS/multi-user.target.wants/companion.service ] || [ ! -e $UNITS/sockets.target.wants/companion.socket ]; then
        changed=yes
        run systemctl --quiet enable companion.socket companion.service
    fi
    [ -n "$changed" ] || return 0
    if [ -d /run/systemd/system ] || [ -n "$dry" ]; then
        run systemctl daemon-reload
        run systemctl stop companion.service
        run systemctl restart companion.socket companion.service
    else
        say "note: systemd is not running here; the service starts with the next boot"
    fi
}

welcome() {
    [ -z "$dry" ] || return 0
    runuser -u $USER_NAME -- env COMPANION_DATA=$DATA COMPANION_PORT=80 $HOME_FOLDER/current/bin/python -m companion.welcome
}

remove_everything() {
    say "removing the companion; the games in $DATA stay"
    if [ -d /run/systemd/system ] && [ -e $UNITS/companion.service ]; then
        run systemctl --quiet disable --now companion.service companion.socket
    elif [ -e $UNITS/companion.service ]; then
        run systemctl --quiet disable companion.service companion.socket
    fi
    run rm -rf $UNITS/companion.service $UNITS/companion.socket $UNITS/companion.service.d $AVAHI $COMMAND $HOME_FOLDER
    if [ -d /run/systemd/system ]; then run systemctl daemon-reload; fi
    if [ -d $DATA ]; then
        # The journal and its pictures are the games; PIN, settings and calibration go.
        run find $DATA -mindepth 1 -maxdepth 1 ! -name 'journal*.sqlite3*' ! -name evidence -exec rm -rf {} +
        run chown -R root:root $DATA
        if [ -z "$(ls -A $DATA)" ]; then run rmdir $DATA; fi
    fi
    if getent passwd $USER_NAME >/dev/null; then run userdel $USER_NAME; fi
    say "done; packages that only the companion needed can be removed with: sudo apt remove $CAMERA_PACKAGE; sudo apt autoremove"
}

arguments "$@"
check_system
if [ -n "$uninstall" ]; then
    remove_everything
    exit 0
fi
install_packages
make_user
make_data_folder
make_release
put_files
start_service
remove_old_releases
[ -n "$changed" ] || say "everything is up to date"
welcome
