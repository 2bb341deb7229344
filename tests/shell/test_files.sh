#!/bin/sh
# Files that can't be read or written, full disks, closed pipes, kills. Each command must explain the error (exit 2:
# wrong use or input, 3: the environment), must not hang, and must not damage an existing file.
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
model=assets/character.glb
bindpose=$B/bin/bindpose
lesson=$(ls -d "$B"/lessons/15_* | grep -v '\.d$')
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER || true

# Limits a command to 20 seconds. No test expects the exit codes of a timeout or a signal (124 and above).
soon() { timeout -k 5 20 "$@" </dev/null; }
skip() { echo "skipped: $1"; }
bad() { echo "[  FAILED  ] $1"; failures=$((failures + 1)); }
ok() { echo "[       OK ] $1"; }
deep() { [ -z "${TEST_DEEP:-}" ] || "$@"; } # in make test-deep alone

# ---- reading --------------------------------------------------------------------------------------

# refused PATTERN WHAT FILE: every command that reads files refuses this one with PATTERN and exit code 2.
refused() {
    deep want 2 "$1" "skin: $2" soon "$bindpose" skin "$3" --json
    deep want 2 "$1" "inspect: $2" soon "$bindpose" inspect "$3"
    want 2 "$1" "doctor: $2" soon "$bindpose" doctor "$3"
    deep want 2 "$1" "render: $2" soon "$bindpose" render "$3" -o "$work/never.png" --size 64x64
    want 2 "$1" "view: $2" soon "$bindpose" view "$3" --screenshot "$work/never.png"
    deep want 2 "$1" "lesson 15: $2" soon "$lesson" --check "$3"
    deep want 2 "$1" "replay: $2" soon "$B/tests/replay" "$3"
    [ ! -e "$work/never.png" ] || bad "a picture of $2"
}

mkfifo "$work/fifo"
: >"$work/empty.glb"
ln -s loop-b "$work/loop-a" && ln -s loop-a "$work/loop-b"
refused 'this is a folder\|the file is empty' 'a folder, into which the doctor looks' "$work"
refused 'this is a pipe' 'a FIFO without a writer' "$work/fifo"
refused 'this is a device' 'a device' /dev/zero
refused 'empty.glb' 'an empty file' "$work/empty.glb"
refused 'No such file' 'no file' "$work/none.glb"
refused 'symbolic links' 'a circle of links' "$work/loop-a"
if truncate -s 5G "$work/sparse.glb" 2>/dev/null; then
    refused 'bytes, the limit is' 'a sparse file of 5 GiB' "$work/sparse.glb"
else
    skip "no sparse file of 5 GiB here"
fi
printf 'x' | timeout 20 "$bindpose" skin /dev/stdin >"$work/said" 2>&1
[ $? -eq 2 ] && grep -q 'this is a pipe' "$work/said" && ok 'a pipe as input' || bad 'a pipe as input'

# Another process truncates the file during the read: the command must read the old bytes or print an error.
cp "$model" "$work/shrinking.glb"
size=$(wc -c <"$model")
( for i in 1 2 3 4 5 6 7 8 9 10; do
    truncate -s $((size / 2)) "$work/shrinking.glb"
    cat "$model" >"$work/shrinking.glb"
done ) &
worst=0
for i in 1 2 3 4 5 6; do
    soon "$bindpose" skin "$work/shrinking.glb" >"$work/said" 2>&1
    code=$?
    [ $code -le 3 ] || worst=$code
done
wait
[ $worst -eq 0 ] && ok 'a file that shrinks during the read' || bad "a file that shrinks during the read: exit $worst"

odd="$work/ein Ordner/Füchse 🦊 \$(x)"
mkdir -p "$odd"
cp "$model" "$odd/ä b'c\"d.glb"
want 0 vertices 'spaces, quotes and Unicode in a name: skin' soon "$bindpose" skin "$odd/ä b'c\"d.glb"
want 0 '' 'spaces, quotes and Unicode in a name: render' soon "$bindpose" render "$odd/ä b'c\"d.glb" -o "$odd/ö ü.png" --size 64x64
[ -s "$odd/ö ü.png" ] || bad 'the picture with such a name'

# ---- writing --------------------------------------------------------------------------------------

# writers CODE PATTERN WHAT FOLDER [NAME]: every command that writes a file writes into FOLDER, or, for a device, to
# FOLDER/NAME.
writers() {
    code=$1 pattern=$2 what=$3 to=$4
    want "$code" "$pattern" "render -o: $what" soon $as "$bindpose" render "$model" -o "$to${5:-/out.png}" --size 64x64
    want "$code" "$pattern" "lesson --screenshot: $what" soon $as "$bindpose" lesson 1 --screenshot "$to${5:-/out.png}" --size 400x320
    [ -n "${5:-}" ] || want "$code" "$pattern" "view --screenshot: $what" soon $as "$bindpose" view "$model" --screenshot "$to/out.png"
    [ -n "${5:-}" ] || want "$code" "$pattern" "lesson --transcript: $what" soon $as "$bindpose" lesson 1 --transcript "$to/out.md"
    [ -n "${5:-}" ] || want "$code" "$pattern" "lesson --frames: $what" soon $as "$bindpose" lesson 1 --frames "$to/frames" --size 400x320
    [ -n "${5:-}" ] || want "$code" "$pattern" "render --frames: $what" soon $as "$bindpose" render "$model" --frames "$to/frames" --size 64x64 --animation wave --fps 2
}
as=

# nothing_left FOLDER WHAT: no temporary file.
nothing_left() {
    left=$(find "$1" -name '.bindpose-*' 2>/dev/null | head -n 1)
    [ -z "$left" ] && ok "$2: nothing is left over" || bad "$2: $left is left over"
}

deep writers 2 'No such file\|Not a directory' 'into no folder' "$work/empty.glb/no"
writers 2 'folder\|Is a directory' 'onto a folder' "$work" /
writers 2 'out.png\|fifo' 'into a FIFO without a reader' "$work" /fifo
writers 3 'No space left' 'onto a full device' /dev /full
mkdir "$work/whole"
cp "$model" "$work/whole/out.png"
# Files may have no more than 4 blocks of 512 (some shells: 1024) bytes; the signal for that is ignored.
( trap '' XFSZ; ulimit -f 4; soon "$bindpose" render "$model" -o "$work/whole/out.png" --size 640x480 ) >"$work/said" 2>&1
[ $? -eq 3 ] && grep -q 'File too large' "$work/said" && ok 'no room for the picture' || bad "no room for the picture: $(cat "$work/said")"
cmp -s "$model" "$work/whole/out.png" && ok 'the old file is whole' || bad 'the old file is whole'
nothing_left "$work/whole" 'no room'

# As another user than root.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null 2>&1; then
    as='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
mkdir "$work/closed" && chmod 555 "$work/closed"
cp "$model" "$work/secret.glb" && chmod 000 "$work/secret.glb"
chmod 755 "$work"
if [ "$(id -u)" -ne 0 ] || { [ -n "$as" ] && $as "$bindpose" --version >/dev/null 2>&1 && $as test -r "$model"; }; then
    writers 2 'Permission denied' 'into a folder that may not be written' "$work/closed"
    want 2 'Permission denied' 'a file that may not be read' soon $as "$bindpose" skin "$work/secret.glb"
else
    skip "no other user can run the programs here, and root has all permissions"
fi
as=

# A small disk that fills up, if we may mount one.
mkdir "$work/disk"
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=64k tmpfs "$work/disk" 2>/dev/null; then
    echo old >"$work/disk/out.png"
    cat /dev/zero >"$work/disk/filler" 2>/dev/null
    want 3 'No space left' 'a full disk' soon "$bindpose" render "$model" -o "$work/disk/out.png" --size 640x480
    [ "$(cat "$work/disk/out.png")" = old ] && ok 'a full disk: the old file is whole' || bad 'a full disk: the old file'
    nothing_left "$work/disk" 'a full disk'
    rm "$work/disk/filler"
    mount -o remount,ro "$work/disk" 2>/dev/null &&
        want 3 'Read-only' 'a disk that is read only' soon "$bindpose" render "$model" -o "$work/disk/out.png" --size 64x64
    umount "$work/disk"
else
    skip "a disk can't be mounted here"
fi

# A limit on the size of files is an error, as a full disk is, and not a silent signal.
echo old >"$work/limited.png"
want 3 'File too large' 'a limit on the size of files' soon sh -c \
    'ulimit -f 8 && exec "$@"' limited "$bindpose" render "$model" -o "$work/limited.png" --size 640x480
[ "$(cat "$work/limited.png")" = old ] && ok 'such a limit: the old file is whole' || bad 'such a limit: the old file'

# With little memory the message doesn't blame the file. (127: the system can't even start the program.)
wrong=0
for kilobytes in 24000 ${TEST_DEEP:+27000} 30000 ${TEST_DEEP:+33000} 36000 ${TEST_DEEP:+40000 50000}; do
    soon sh -c "ulimit -v $kilobytes && exec \"\$@\"" little "$bindpose" render "$model" -o "$work/little.png" >"$work/said" 2>&1
    case $? in 0 | 127) ;; 3) grep -q 'memory' "$work/said" || wrong=1 ;; *) wrong=1 ;; esac
    ! grep -q 'damaged' "$work/said" || wrong=1
    [ $wrong -eq 0 ] || break
done
[ $wrong -eq 0 ] && ok 'little memory is said to be that' || bad "with $kilobytes kilobytes: $(cat "$work/said")"

# Without /proc a program still finds its files, by the path that it was started with.
if unshare -m sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then
    want 0 '15 ' 'without /proc' unshare -m sh -c "mount -t tmpfs none /proc && cd / && exec $(realpath "$bindpose") lessons"
    mkdir "$work/demo"
    want 0 '' 'without /proc: its own character' unshare -m sh -c "mount -t tmpfs none /proc && cd $work &&
        exec $(realpath "$bindpose") demo --headless --frames $work/demo --seconds 0.1 --size 64x64 --characters 1"
else
    skip "no namespace without /proc here"
fi

# Killed at random moments, $KILLS times in all (8; deep: 32): the old file or the new one remains, and nothing else.
mkdir "$work/killed"
killed=0 torn=0 left=0 number=0
[ -n "${KILLS:-}" ] || KILLS=$([ -n "${TEST_DEEP:-}" ] && echo 32 || echo 8)
# random MOST: a number below it.
random() { echo $(($(od -An -N4 -tu4 /dev/urandom) % $1)); }
# killed_while FILE COMMAND...: runs the command, which writes $work/killed/FILE; then kills it a few times, within the time
# that it took.
killed_while() {
    file=$work/killed/$1 number=$((number + 1))
    shift
    start=$(date +%s%N)
    soon "$@" >/dev/null 2>&1
    took=$((($(date +%s%N) - start) / 100000 + 1))
    mv "$file" "$work/whole-file" || { bad "not written: $file"; return; }
    for i in $(seq $((KILLS / 8))); do
        case $(((i + number) % 2)) in 0) rm -f "$file" ;; *) echo old >"$file" ;; esac
        timeout -s KILL "$(printf '0.%04d' "$(random "$took")")" "$@" >/dev/null 2>&1 || killed=$((killed + 1))
        [ ! -e "$file" ] && [ $(((i + number) % 2)) -eq 0 ] || [ "$(head -c 4 "$file")" = old ] || cmp -s "$work/whole-file" "$file" ||
            { torn=$((torn + 1)); echo "not old and not whole: $(ls -l "$file" "$work/whole-file" 2>&1)"; }
        rm -f "$file"
        # Its other files, such as a sequence's other pictures, are whole or not there, too; their names are its own.
        left=$((left + $(find "$work/killed" -name '.*' -type f | wc -l)))
    done 2>/dev/null
    rm -rf "$work/killed"
    mkdir "$work/killed"
}
killed_while out.png "$bindpose" render "$model" -o "$work/killed/out.png" --size 320x200
killed_while out.gif "$bindpose" render "$model" --gif "$work/killed/out.gif" --turntable --fps 2 --size 64x64
killed_while out.png "$bindpose" render "$model" --animated "$work/killed/out.png" --turntable --fps 2 --size 64x64
killed_while frame-0003.png "$bindpose" render "$model" --frames "$work/killed" --turntable --fps 2 --size 64x64
killed_while bound.glb "$bindpose" rebind "$model" "$work/killed/bound.glb" --bind identity
killed_while fixed.glb "$bindpose" doctor "$model" --fix "$work/killed/fixed.glb"
killed_while diff.png "$bindpose" diff "$model" "$model" -o "$work/killed/diff.png"
killed_while transcript.json "$lesson" --transcript "$work/killed/transcript.json"
[ $torn -eq 0 ] && ok "killed $killed times while writing: no torn file" || bad "killed while writing: $torn torn files"
[ $left -eq 0 ] && ok 'a killed command leaves nothing behind' || bad "killed commands left $left files"

# ---- standard output ------------------------------------------------------------------------------

# says NAME COMMAND...: output that can't be written is an error.
says() {
    name=$1
    shift
    said=$(soon "$@" 2>&1 >/dev/full)
    code=$?
    if [ $code -eq 3 ] && [ -n "$said" ]; then ok "$name into a full device"; else bad "$name into a full device: exit $code, '$said'"; fi
    said=$( (trap '' PIPE; { soon "$@" 2>"$work/said"; echo $? >"$work/code"; } | true) )
    code=$(cat "$work/code")
    # Short output is written before the reader closes the pipe: then the exit code is 0.
    case $code in 0 | 3) ok "$name into a pipe without a reader" ;; *) bad "$name into a pipe without a reader: exit $code" ;; esac
    soon "$@" 2>"$work/said" >&-
    code=$?
    if [ $code -eq 3 ] && [ -s "$work/said" ]; then ok "$name with no output at all"; else bad "$name with no output at all: exit $code"; fi
}
says 'bindpose --help' "$bindpose" --help
deep says 'bindpose --version' "$bindpose" --version
deep says 'skin --help' "$bindpose" skin --help
says 'lessons' "$bindpose" lessons
deep says 'claims' "$bindpose" claims
deep says 'claims --json' "$bindpose" claims --json
deep says 'lesson --help' "$bindpose" lesson --help
deep says 'lesson --headless' "$bindpose" lesson 5 --headless
deep says 'lesson --list' "$bindpose" lesson 5 --list
says 'lesson --check' "$bindpose" lesson 5 --check
deep says 'inspect' "$bindpose" inspect "$model"
says 'inspect --json' "$bindpose" inspect "$model" --json
deep says 'skin' "$bindpose" skin "$model"
says 'skin --json' "$bindpose" skin "$model" --json
deep says 'doctor' "$bindpose" doctor "$model"
says 'doctor --json' "$bindpose" doctor "$model" --json
says 'exercise list' "$bindpose" exercise list
says 'replay' "$B/tests/replay" $(find tests/oracle/data -name '*.json' | sort | head -n 1)

# A pipe that closes before the end of the output: the program ends by SIGPIPE, or with a message if that is ignored.
{ "$bindpose" skin "$model" --json 2>"$work/said"; echo $? >"$work/code"; } | head -c 1 >/dev/null
case $(cat "$work/code") in 0 | 3 | 141) ok 'skin --json | head' ;; *) bad "skin --json | head: exit $(cat "$work/code")" ;; esac

[ $failures -eq 0 ]
