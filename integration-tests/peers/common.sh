# What the scripts of real schedulers share: packages of Debian unpacked in a directory, run in namespaces of their own. To be sourced.
patience=600
program=${0##*/}

cannot() {
    echo "$program: $*" >&2
    exit 77
}

fail() {
    echo "$program: $*" >&2
    exit 1
}

# fetch_packages DIR SUITE PACKAGE... leaves the machine's own packages as they are.
fetch_packages() {
    local dir=$1 suite=$2 apt=$1/apt package directory archive
    shift 2
    [ "$(id -u)" = 0 ] || cannot "needs root"
    for package in apt-get dpkg-deb unshare nsenter ip; do
        command -v "$package" >/dev/null || cannot "no $package here"
    done
    [ -e "$dir/fetched" ] && return
    mkdir -p "$apt"/{lists/partial,cache/archives/partial} "$dir/root"
    : >"$apt/status"
    archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/$') || cannot "apt knows no archive of Debian"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive $suite main" >"$apt/sources.list"
    cat >"$apt/apt.conf" <<EOF
Dir::State "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::parts "/dev/null";
APT::Install-Recommends "false";
EOF
    { apt-get -qq -c "$apt/apt.conf" update && apt-get -qq -y -c "$apt/apt.conf" --download-only install "$@" bash coreutils dash sed grep hostname; } \
        >"$dir/fetch.log" 2>&1 || cannot "the packages cannot be had: $(tail -n 1 "$dir/fetch.log")"
    for directory in bin sbin lib lib64; do
        mkdir -p "$dir/root/usr/$directory"
        ln -sfn "usr/$directory" "$dir/root/$directory"
    done
    for package in "$apt"/cache/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$dir/root" --keep-directory-symlink
    done
    rm -rf "$apt/cache"
    touch "$dir/fetched"
}

# furnish DIR HOSTNAME USER:ID... gives the root directory devices, names and homes. alice, bob and carol are always there.
furnish() {
    local root=$1/root host=$2 entry user id device
    shift 2
    mkdir -p "$root"/{proc,dev/shm,dev/pts,tmp,run,etc,home,root,sys} "$root/var/tmp"
    chmod 1777 "$root/tmp" "$root/var/tmp"
    for device in null:3 zero:5 full:7 random:8 urandom:9; do
        [ -e "$root/dev/${device%:*}" ] || mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"
    done
    echo 'root:x:0:0:root:/root:/bin/bash' >"$root/etc/passwd"
    printf '%s\n' root:x:0: nogroup:x:65534: >"$root/etc/group"
    echo 'nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin' >>"$root/etc/passwd"
    for entry in alice:2001 bob:2002 carol:2003 "$@"; do
        user=${entry%:*} id=${entry#*:}
        echo "$user:x:$id:$id::/home/$user:/bin/bash" >>"$root/etc/passwd"
        echo "$user:x:$id:" >>"$root/etc/group"
        mkdir -p "$root/home/$user"
        chown "$id:$id" "$root/home/$user"
    done
    printf '127.0.0.1 localhost %s %s\n' "$host" "${host%%.*}" >"$root/etc/hosts"
    printf 'passwd: files\ngroup: files\nhosts: files\n' >"$root/etc/nsswitch.conf"
}

# launch DIR HOSTNAME COMMAND... runs a command, inside and in the background, that goes on as long as the scheduler does.
launch() {
    local dir=$1
    unshare --mount --net --pid --uts --fork --kill-child bash -c '
        set -e
        root=$1 host=$2
        shift 2
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount --rbind /sys "$root/sys"
        mount -t tmpfs tmpfs "$root/dev/shm"
        ip link set lo up
        # getaddrinfo wants an address beside that of loopback
        ip link add fair0 type veth peer name fair1
        ip address add 192.0.2.1/24 dev fair0
        ip link set fair0 up
        ip link set fair1 up
        hostname "$host"
        exec chroot "$root" "$@"' inside "$(cd "$dir/root" && pwd)" "${@:2}" >"$dir/output.log" 2>&1 </dev/null &
    echo $! >"$dir/unshare.pid"
    disown
}

# await DIR WHAT COMMAND... waits until it succeeds.
await() {
    local dir=$1 what=$2 waited=0
    shift 2
    until "$@" >/dev/null 2>&1; do
        [ $waited -lt $patience ] || fail "no $what within $patience s: $(tail -n 3 "$dir/output.log")"
        kill -0 "$(cat "$dir/unshare.pid")" 2>/dev/null || fail "ended: $(tail -n 3 "$dir/output.log")"
        waited=$((waited + 1))
        sleep 1
    done
}

# The process that is number 1 inside.
inside() {
    [ -e "$1/unshare.pid" ] && pgrep -P "$(cat "$1/unshare.pid")" | head -n 1
}

# as USER DIR COMMAND...
as() {
    local user=$1 dir=$2 pid id home
    shift 2
    pid=$(inside "$dir") || fail "$dir: nothing runs there"
    id=$(sed -n "s/^$user:x:\([0-9]*\):.*/\1/p" "$dir/root/etc/passwd")
    [ -n "$id" ] || fail "$user: (expected: $(cut -d: -f1 "$dir/root/etc/passwd" | tr '\n' ' '))"
    home=/home/$user
    [ "$user" != root ] || home=/root
    nsenter -t "$pid" --mount --net --pid --uts chroot --userspec="$id:$id" "$dir/root" \
        /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" USER="$user" LOGNAME="$user" bash -c 'cd "$HOME" && exec "$@"' bash "$@"
}

# stop DIR ends it in order, and by force after ten seconds.
stop() {
    local dir=$1 pid waited=0
    if pid=$(inside "$dir") && [ -n "$pid" ]; then
        kill -TERM "$pid" 2>/dev/null || true
        while kill -0 "$pid" 2>/dev/null && [ $waited -lt 10 ]; do
            waited=$((waited + 1))
            sleep 1
        done
        kill -KILL "$(cat "$dir/unshare.pid")" 2>/dev/null || true
    fi
    rm -f "$dir/unshare.pid"
}

# run_command NAME ARGUMENT... calls fetch, start, as or stop.
run_command() {
    case ${1-} in
        fetch | stop) "$1" "${2:?a directory}" ;;
        start | as) "$@" ;;
        *)
            sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
            exit 2
            ;;
    esac
}
