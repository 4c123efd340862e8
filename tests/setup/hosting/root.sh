#!/bin/sh
# Mount a temporary root over the system's (an overlay in memory, gone with this process) and run a plan in it.
# Arguments: a folder for the mounts, the project, its Python, a command to run first while there is a network, and
# settings for every environment.
set -eu
place=$1 project=$2 python=$3 first=$4 settings=$5
mount -t tmpfs -o mode=755 tmpfs "$place"
mkdir "$place/upper" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/upper,workdir=$place/work" "$place/root"
root=$place/root
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mkdir "$root/run/stand-in"
printf '%s\n' "$settings" > "$root/run/stand-in/settings"

# The user of the server must be able to read the project and its Python.
for at in "$project" "$(readlink -f "$python")"; do
    while [ "$at" != / ]; do chmod o+rx "$root$at"; at=$(dirname "$at"); done
done

printf '#!/bin/sh\nexec %s %s/tests/setup/hosting/systemctl.py "$@"\n' "$python" "$project" > "$root/usr/local/sbin/systemctl"
printf '#!/bin/sh\n' > "$root/usr/local/sbin/apt-get"
chmod 755 "$root/usr/local/sbin/systemctl" "$root/usr/local/sbin/apt-get"
if [ -n "$first" ]; then
    chroot "$root" sh -eu -c "cd '$project'; $first" >&2
else
    mkdir -p "$root/opt/heorot/bin"
    printf '#!/bin/sh\nexec %s -m heorot "$@"\n' "$python" > "$root/opt/heorot/bin/heorot"
    chmod 755 "$root/opt" "$root/opt/heorot" "$root/opt/heorot/bin" "$root/opt/heorot/bin/heorot"
fi
exec unshare --net chroot "$root" "$python" "$project/tests/setup/hosting/inside.py" "$project"
