#!/bin/sh
# `companion` for everybody on this Pi: the installed one, with the service's data. Root becomes the service's user, so
# that no file in the data folder ever belongs to anybody else.
COMPANION_DATA=${COMPANION_DATA-/var/lib/companion}
COMPANION_PORT=${COMPANION_PORT-80}
export COMPANION_DATA COMPANION_PORT
program=/opt/blokus-companion/current/bin/companion
if [ "$(id -u)" = 0 ]; then exec runuser -u companion -- "$program" "$@"; fi
exec "$program" "$@"
