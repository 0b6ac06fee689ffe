#!/bin/sh
# Installs Warlord from this folder: for yourself under ~/.local, with --system for everybody under /usr/local.
# With --remove it takes everything away again but matches and settings.
set -eu

usage() {
    echo "usage: ./install.sh [--system] [--remove]"
    echo "  without a word   for yourself, under ~/.local"
    echo "  --system         for everybody, under /usr/local; needs root"
    echo "  --remove         takes it away again, and leaves matches and settings"
}

complain() {
    printf '%s\n  do: %s\n' "$1" "$2" >&2
    exit 1
}

remove=no
system=no
for word in "$@"; do
    case $word in
        --system) system=yes ;;
        --remove) remove=yes ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done

id=games.warlord.Warlord
here=$(cd "$(dirname "$0")" && pwd)
if [ "$system" = yes ]; then
    prefix=/usr/local
    [ "$(id -u)" = 0 ] || complain "/usr/local belongs to root" "run it with sudo, or without --system for yourself"
    # sudo keeps the stricter of root's and the user's mask, and other users must be able to start the program
    umask 022
else
    [ -n "${HOME:-}" ] || complain "the variable HOME is not set, so that there is no folder of yours" "set it, or install with --system"
    prefix=$HOME/.local
fi
share=$prefix/share
# relative to the prefix: f FILE and d FOLDER, for each that the installation has made
# (not in share/warlord, which is the player's own)
list=$prefix/lib/warlord/installed.txt

# the desktop's indexes; a desktop that is not there needs none
index() {
    [ ! -d "$share/applications" ] || ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$share/applications" || true
    [ ! -d "$share/mime/packages" ] || ! command -v update-mime-database >/dev/null || update-mime-database "$share/mime" >/dev/null 2>&1 || true
    [ ! -f "$share/icons/hicolor/index.theme" ] || ! command -v gtk-update-icon-cache >/dev/null ||
        gtk-update-icon-cache -q -t -f "$share/icons/hicolor" || true
}

# a handler of links that the program's settings page wrote, if it leads to the program $1 or to none
drop_handler() {
    entry=$share/applications/warlord-link.desktop
    [ -f "$entry" ] || return 0
    leads_to=$(sed -n 's/^Exec="\(.*\)" %u$/\1/p' "$entry")
    if [ "$leads_to" = "$1" ] || [ ! -e "$leads_to" ]; then
        rm -f "$entry"
        defaults=${XDG_CONFIG_HOME:-$HOME/.config}/mimeapps.list
        if [ -f "$defaults" ] && [ -w "$defaults" ]; then
            # through the file, which may be a link
            kept=$(grep -v '^x-scheme-handler/warlord *= *warlord-link.desktop;*$' "$defaults" || true)
            printf '%s\n' "$kept" >"$defaults"
        fi
    fi
}

# takes away the files of the list $1, and then the folders that the installation made and that are empty
take_away() {
    while IFS= read -r line; do
        case $line in "f "*) rm -f "$prefix/${line#f }" ;; esac
    done <"$1"
    index
    # the indexes of folders that held nothing but ours
    if grep -qx "d share/mime" "$1" && [ -z "$(find "$share/mime/packages" -type f 2>/dev/null)" ]; then rm -rf "$share/mime"; fi
    if grep -qx "d share/applications" "$1" && [ -z "$(find "$share/applications" -name '*.desktop' 2>/dev/null)" ]; then
        rm -f "$share/applications/mimeinfo.cache"
    fi
    # the deepest first
    sed -n 's/^d //p' "$1" | sort -r | while IFS= read -r folder; do
        rmdir "$prefix/$folder" 2>/dev/null || true
    done
}

if [ "$remove" = yes ]; then
    [ -f "$list" ] || complain "nothing was installed under $prefix by this script" \
        "remove a Debian package with apt; $([ "$system" = yes ] && echo "without" || echo "with") --system it looks in the other place"
    kept=$(mktemp)
    cp "$list" "$kept"
    [ "$system" = yes ] || drop_handler "$prefix/bin/warlord"
    rm -f "$list"
    take_away "$kept"
    rm -f "$kept"
    echo "Warlord is removed."
    if [ "$system" = no ]; then
        for folder in "${WARLORD_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/warlord}" "${WARLORD_STATE:-${XDG_STATE_HOME:-$HOME/.local/state}/warlord}"; do
            [ ! -d "$folder" ] || echo "Your matches and settings are still in $folder"
        done
    else
        echo "Matches and settings are where each player has them, usually in ~/.local/share/warlord"
    fi
    exit 0
fi

for part in bin/warlord share/applications/$id.desktop share/doc/warlord; do
    [ -e "$here/$part" ] || complain "$here/$part is missing" "unpack the whole archive again, and run install.sh in its folder"
done
found=$("$here/bin/warlord" --version 2>&1) ||
    complain "the program does not start on this system: $found" "look in docs/packages.md for what it needs"

# the nearest folder that exists says whether there is a way
above=$prefix
while [ ! -d "$above" ]; do above=$(dirname "$above"); done
[ -w "$above" ] || complain "$above cannot be written to" "mend its permissions, or run the program from here: $here/bin/warlord"

# everything is copied beside its place first: if there is no room, what was installed before stays whole
made=
stage=
undo() {
    [ -z "$stage" ] || rm -rf "$stage"
    # folders made for nothing, the deepest first
    printf '%s' "$made" | sort -r | while IFS= read -r folder; do [ -z "$folder" ] || rmdir "$prefix/$folder" 2>/dev/null || true; done
}
trap undo EXIT
trap 'exit 1' HUP INT TERM

# makes the folder $1 below the prefix, and notes each that it makes
make_folder() {
    [ -d "$prefix/$1" ] && return 0
    case $1 in */*) make_folder "${1%/*}" ;; esac
    # (noted first: somebody may end the script between the two)
    made="$made$1
"
    mkdir "$prefix/$1"
}
if [ ! -d "$prefix" ]; then
    made="../${prefix##*/}
"
    mkdir -p "$prefix"
fi
make_folder share
stage=$share/.warlord-$$
mkdir -m 755 "$stage"
cp -R "$here/bin" "$here/share" "$stage/" 2>/dev/null ||
    complain "there is no room under $prefix for the $(du -sm "$here" | cut -f 1) MB of the program" "make room there and run it again; nothing was changed"
# a desktop may not have ~/.local/bin on its path
quoted=$(printf '%s' "$prefix/bin/warlord" | sed 's/["`$\\]/\\\\&/g; s/%/%%/g')
# once more, for sed itself
quoted=$(printf '%s' "$quoted" | sed 's/[\\&|]/\\&/g')
entry=$stage/share/applications/$id.desktop
sed "s|^Exec=warlord %u\$|Exec=\"$quoted\" %u|" "$entry" >"$entry.new"
mv "$entry.new" "$entry"
mkdir -p "$stage/lib/warlord"
cp "$here/install.sh" "$stage/lib/warlord/install.sh"
# whoever unpacked the archive under a private mask has files that are closed to others
[ "$system" = no ] || chmod -R u=rwX,go=rX "$stage"

files=$(cd "$stage" && find bin share lib -type f)
before=
[ ! -f "$list" ] || before=$(cat "$list")
for folder in $(cd "$stage" && find bin share lib -type d | sort); do
    make_folder "$folder" || complain "$prefix/$folder cannot be made" "look at the permissions of $prefix"
done
{
    printf '%s\n' "$files" | sed 's/^/f /'
    echo "f lib/warlord/installed.txt"
    printf '%s' "$made" | sed 's/^/d /'
    # folders that an earlier version made are still ours
    printf '%s\n' "$before" | grep '^d ' || true
} >"$list.new"
# the list first: whatever happens from here on, --remove finds all of it
mv -f "$list.new" "$list"
printf '%s\n' "$files" | while IFS= read -r file; do
    # in one step: a program that runs keeps the file it was started from
    mv -f "$stage/$file" "$prefix/$file" || exit 1
done || complain "$prefix could not be changed" "look at the permissions of its files, and run it again"
# what an earlier version had and this one has not
printf '%s\n' "$before" | sed -n 's/^f //p' | while IFS= read -r file; do
    grep -qxF "f $file" "$list" || rm -f "$prefix/$file"
done
made=
[ "$system" = yes ] || drop_handler ""
index

echo "$found is installed as $prefix/bin/warlord; remove it with $prefix/lib/warlord/install.sh$([ "$system" = no ] || echo " --system") --remove"
first=$(command -v warlord || true)
if [ -z "$first" ]; then
    echo "Your shell does not look in $prefix/bin: start it from the desktop's menu, or add that folder to PATH."
elif [ "$first" != "$prefix/bin/warlord" ]; then
    echo "The command warlord starts another copy, $first ($("$first" --version 2>/dev/null || echo "which does not start"))."
fi
