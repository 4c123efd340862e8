#!/bin/sh
# Run heorot as the server's user with the server's settings. Needs root.
set -a
. /etc/heorot/heorot.env
set +a
exec runuser -u heorot -- /opt/heorot/bin/heorot "$@"
