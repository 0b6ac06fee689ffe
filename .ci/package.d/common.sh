# shellcheck shell=bash
# What the scripts of a release share; read by them with `.` in the repository's folder.

packages=${CARGO_TARGET_DIR:-target}/packages
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
# shellcheck disable=SC2034 # the scripts use it
# a tree with changes is not the commit that its name says
commit=${WARLORD_COMMIT:-$(git rev-parse --short=12 HEAD)$(git diff --quiet HEAD || echo "-changed")}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

step() { printf '\n-- %s (%d s)\n' "$1" "$SECONDS"; }

complain() {
    printf '%s\n  do: %s\n' "$1" "$2" >&2
    exit 2
}

# the tool that writes the list of crates into a program, in the folder $1
make_auditable() { [ -x "$1/bin/cargo-auditable" ] || cargo install --quiet --locked --root "$1" cargo-auditable@0.7.7; }

# an archive of the folder $1 below the folder $2 with the same bytes for the same files
archive() {
    tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu \
        --directory "$2" "$1" | xz "-${WARLORD_PACKING:-9}" --threads=1
}

# the newest symbol version of glibc that a program asks for
glibc_of() {
    objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1 | sed 's/GLIBC_//'
}

# SHA256SUMS, with its signature if a key is given from outside, and three lines on each file
sum_up() {
    step "sums"
    (
        cd "$packages" || exit
        sums=$(find . -maxdepth 1 -type f \( -name '*.xz' -o -name '*.deb' -o -name '*.zip' -o -name '*.exe' \) -printf '%f\n' | sort)
        # shellcheck disable=SC2086 # names of packages have no blanks
        sha256sum $sums >SHA256SUMS
        if [ -n "${WARLORD_MINISIGN_KEY:-}" ]; then
            minisign -S -s "$WARLORD_MINISIGN_KEY" -t "warlord $version" -m SHA256SUMS
        fi
        for file in $sums; do
            printf '%s\n  %s bytes\n  %s\n' "$file" "$(stat -c %s "$file")" "$(about_file "$file")"
        done | tee FILES.txt
    )
}

about_file() {
    case $1 in
        *-source.tar.xz) echo "the sources of this release, with the commit in COMMIT" ;;
        *-linux.tar.xz) echo "for any Linux with glibc $(cat glibc 2>/dev/null || echo "as in docs/packages.md") or newer; unpack, ./install.sh" ;;
        *.deb) echo "for Debian and Ubuntu; apt install ./$1" ;;
        *windows*.exe) echo "the same as an installer, for the user alone; without a question by /S" ;;
        *windows*.zip) echo "for Windows 10 or newer; unpack, open warlordw.exe" ;;
        *) echo "see docs/packages.md" ;;
    esac
}

# exports flags for both compilers that keep the builder's folders out of the program: they would differ from machine to machine, and are
# nobody's business. $toolchain is the folder of Rust's compiler
remapped() {
    local cargo_home=${CARGO_HOME:-$HOME/.cargo} flags=() flag
    # RUSTFLAGS would be cut at the blanks of a folder's name
    read -r -a flags <<<"${RUSTFLAGS:-}"
    flags+=("--remap-path-prefix=$PWD=/warlord" "--remap-path-prefix=$cargo_home=/cargo" "--remap-path-prefix=$toolchain=/rust")
    CARGO_ENCODED_RUSTFLAGS=
    for flag in "${flags[@]}"; do CARGO_ENCODED_RUSTFLAGS+=${CARGO_ENCODED_RUSTFLAGS:+$'\x1f'}$flag; done
    # shellcheck disable=SC2089,SC2090 # CC_SHELL_ESCAPED_FLAGS has the quotes read as a shell reads them
    CFLAGS="${CFLAGS:-} '-ffile-prefix-map=$PWD=/warlord' '-ffile-prefix-map=$cargo_home=/cargo'"
    # shellcheck disable=SC2090
    export CARGO_ENCODED_RUSTFLAGS CFLAGS CC_SHELL_ESCAPED_FLAGS=1
}
