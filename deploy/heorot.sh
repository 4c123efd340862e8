#!/bin/sh
# heorot as the server runs it: by its user and with its settings. Needs root.
set -a
. /etc/heorot/heorot.env
set +a
exec runuser -u heorot -- /opt/heorot/bin/heorot "$@"
