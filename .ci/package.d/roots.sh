# shellcheck shell=bash
# Bare roots of Debian's releases, in which the packages are tried; read with `.` in the repository's folder.

# kept between runs: one takes a minute to make
roots=${WARLORD_ROOTS:-/var/tmp/warlord-roots}

# what the Debian package recommends for the window
recommended() { sed -n 's/^Recommends: //p' .ci/package.d/control | tr -d ','; }

# make_root RELEASE : keeps its archive. The packages for the window are downloaded and not installed, so that trying them needs no network.
make_root() {
    # one that was made for other names lacks packages that are tried
    [ ! -f "$roots/$1.tar" ] || [ "$(cat "$roots/$1.names" 2>/dev/null)" != "$(recommended)" ] || return 0
    mkdir -p "$roots"
    local asking
    asking=$(mktemp -d)
    # a package that only asks for them, so that exactly those come that the real one brings
    mkdir "$asking/DEBIAN"
    sed "s/@VERSION@/0/; s/@DEPENDS@/libc6/; s/@SIZE@/1/" .ci/package.d/control >"$asking/DEBIAN/control"
    chmod 755 "$asking"
    dpkg-deb --root-owner-group --build "$asking" "$asking.deb" >/dev/null
    # (the format is named: without it the ending decides, and this one would mean a folder)
    # shellcheck disable=SC2016 # mmdebstrap puts the root there
    mmdebstrap --quiet --format=tar --variant=minbase --include=bash-completion,man-db --skip=cleanup/apt/lists,cleanup/apt/cache,cleanup/tmp \
        --customize-hook="upload $asking.deb /tmp/asking.deb" \
        --customize-hook='chroot "$1" apt-get -qq -o APT::Install-Recommends=true --download-only --yes install /tmp/asking.deb' --customize-hook='rm "$1/tmp/asking.deb"' \
        "$1" "$roots/$1.tar.$$" && mv "$roots/$1.tar.$$" "$roots/$1.tar" && recommended >"$roots/$1.names" || rm -f "$roots/$1.tar.$$"
    rm -rf "$asking" "$asking.deb"
    [ -f "$roots/$1.tar" ]
}

# unpack_root RELEASE FOLDER : the root that `inside` then means
unpack_root() {
    make_root "$1" || return 1
    root=$2
    mkdir "$root"
    tar --extract --file "$roots/$1.tar" --directory "$root"
}

# inside COMMAND : in the root, with processes of its own that end with the command
inside() {
    unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" chroot "$root" \
        /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm "$@"
}

# begin_display : a display for the windows in the roots; its process is $server
begin_display() {
    DISPLAY=:$((1000 + RANDOM % 9000))
    export DISPLAY
    # what a window in a root is given of it
    shown_on=(DISPLAY="$DISPLAY")
    Xvfb "$DISPLAY" -screen 0 1280x800x24 -nolisten tcp >/dev/null 2>&1 &
    # shellcheck disable=SC2034 # the scripts end it
    server=$!
    for _ in $(seq 50); do xdpyinfo >/dev/null 2>&1 && break || sleep 0.2; done
}

# begin_wayland FOLDER : on that display a compositor of Wayland, without a panel; its process is $compositor. The windows see it alone.
begin_wayland() {
    mkdir -m 700 "$root/tmp/wayland"
    printf '[shell]\npanel-position=none\nbackground-image=/none\nbackground-color=0xff000000\n' >"$1/weston.ini"
    XDG_RUNTIME_DIR=$root/tmp/wayland weston --config="$1/weston.ini" --backend=x11-backend.so --use-pixman --width=1280 --height=800 \
        --socket=warlord --idle-time=0 >"$1/weston" 2>&1 &
    # shellcheck disable=SC2034 # the scripts end it
    compositor=$!
    for _ in $(seq 50); do [ -S "$root/tmp/wayland/warlord" ] && break || sleep 0.2; done
    [ -S "$root/tmp/wayland/warlord" ] || { cat "$1/weston"; return 1; }
    xdotool mousemove 0 0
    shown_on=(XDG_RUNTIME_DIR=/tmp/wayland WAYLAND_DISPLAY=warlord)
}

# the number of colors on the display, of its middle alone: a compositor's pointer has 127; a picture is kept at $1
colors_of() { import -window root -crop 1000x600+140+100 "$1" && identify -format %k "$1"; }

# first_frame FOLDER WORDS : opens the window in the root, says after which time its first frame is there, and leaves it open as $window; files
# go to the folder
first_frame() {
    local start colors=0
    start=$(date +%s%N)
    (exec unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" chroot "$root" \
        /usr/bin/env -i PATH=/usr/bin HOME=/root "${shown_on[@]}" WARLORD_RENDERER=glow warlord >"$1/window" 2>&1) &
    window=$!
    for _ in $(seq 300); do
        colors=$(colors_of "$1/frame.png") || colors=0
        [ "$colors" -gt 64 ] && break
        kill -0 "$window" 2>/dev/null || break
        sleep 0.1
    done
    if [ "$colors" -gt 64 ]; then
        echo "$2: first frame with $colors colors after $((($(date +%s%N) - start) / 1000000)) ms"
    else
        echo "$2: no frame"
        cat "$1/window"
        return 1
    fi
}

close_window() {
    # (unshare lets no other signal through to itself)
    kill -KILL "$window" 2>/dev/null || true
    wait "$window" 2>/dev/null || true
    window=
    # (on a busy machine its picture stays for a while, and would be taken for that of the next one)
    local seen
    seen=$(mktemp --suffix=.png)
    for _ in $(seq 300); do [ "$(colors_of "$seen" || echo 0)" -gt 64 ] || break; sleep 0.1; done
    rm -f "$seen"
}

# make_wine_root : a root of Debian 13 with Wine 10, kept as wine.tar; Debian 12 has Wine 8, which lacks a library of the program
make_wine_root() {
    [ ! -f "$roots/wine.tar" ] || return 0
    mkdir -p "$roots"
    mmdebstrap --quiet --format=tar --variant=minbase --include=wine,wine64,libgl1,libgl1-mesa-dri,libegl1,fonts-dejavu-core \
        trixie "$roots/wine.tar.$$" && mv "$roots/wine.tar.$$" "$roots/wine.tar" || rm -f "$roots/wine.tar.$$"
    [ -f "$roots/wine.tar" ]
}
