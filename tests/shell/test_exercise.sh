#!/bin/sh
# bindpose exercise in a copy of the exercises: every exit code, the list, the hints in order, a reset that asks
# first and keeps a copy, watching, and the picture.
set -u
B=${B:-build}
bindpose=$(pwd)/$B/bin/bindpose
# Students' programs are linked without sanitizer or coverage flags, so they need the plain library.
BINDPOSE_BUILD=$(pwd)/$B
[ "$B" = build ] || BINDPOSE_BUILD=$(pwd)/build
export BINDPOSE_BUILD
[ -f "$BINDPOSE_BUILD/exercises/main.o" ] || { echo "skipped: no $BINDPOSE_BUILD"; exit 0; }
solutions=$(pwd)/tests/exercises
here=$(pwd)
work=$(mktemp -d) || exit 1
installed=$(mktemp -d) || exit 1
trap 'rm -rf "$work" "$installed"' EXIT
failures=0
unset BINDPOSE_ROOT DISPLAY WAYLAND_DISPLAY
SDL_VIDEODRIVER=x11
XDG_DATA_HOME=$work/data
TMPDIR=$work/tmp
export XDG_DATA_HOME SDL_VIDEODRIVER TMPDIR
mkdir -p "$work/lessons" "$TMPDIR"
ln -s "$(pwd)/include" "$work/include"
cp -r lessons/exercises "$work/lessons/"
for original in "$work"/lessons/exercises/originals/*.c; do
    cp "$original" "$work/lessons/exercises/$(basename "$original" .c)/exercise.c"
done
cd "$work" || exit 1
deep() { [ -z "${TEST_DEEP:-}" ] || "$@"; } # in make test-deep alone
mine=lessons/exercises/05_final_matrix/exercise.c

# want CODE PATTERN NAME COMMAND...: the command must exit with CODE, and its output must match PATTERN.
want() {
    code=$1 pattern=$2 name=$3
    shift 3
    output=$("$@" 2>&1 </dev/null)
    got=$?
    if [ $got -eq "$code" ] && printf '%s\n' "$output" | grep -q -e "$pattern"; then
        echo "[       OK ] $name"
    else
        echo "[  FAILED  ] $name: exit $got, expected $code with \"$pattern\"; output:"
        printf '%s\n' "$output" | head -n 12
        failures=$((failures + 1))
    fi
}

want 0 '^05  not begun ' 'not begun' "$bindpose" exercise list
want 0 'Next: 01 ' 'what to do next' "$bindpose" exercise list
want 1 "still returns a matrix that moves nothing" 'the gap' "$bindpose" exercise check 05 --seed 1
cp "$solutions/05_final_matrix/wrong_order_reversed.c" $mine
want 0 '^05  to be checked ' 'changed' "$bindpose" exercise list
want 1 'two factors are swapped' 'wrong' "$bindpose" exercise check 5 --seed 1
deep want 1 'final_matrix row 3  *0\*  *0\* 0  1  *1.2071  0.0858  0  1$' 'the row that differs' "$bindpose" exercise check 5 --seed 1
want 0 'PNG' 'the picture' head -c 4 "$BINDPOSE_BUILD/exercises/05_final_matrix.png"
deep want 1 'Step by step, the right way' 'a trace' "$bindpose" exercise trace 5 --seed 1
want 0 '^0$' 'no picture in a log' sh -c "BINDPOSE_IMAGES=kitty '$bindpose' exercise check 5 --seed 1 | grep -c '$(printf '\033')'; true"
if command -v script >/dev/null; then
    for how in kitty:_Ga=T iterm:]1337; do
        deep want 0 '^1$' "a picture in a terminal: ${how%%:*}" sh -c "BINDPOSE_IMAGES=${how%%:*} script -qec \
            \"'$bindpose' exercise check 5 --seed 1\" /dev/null | grep -c '${how#*:}'"
    done
    deep want 0 '^0$' 'none unless asked for' sh -c "env -u BINDPOSE_IMAGES script -qec \
        \"'$bindpose' exercise check 5 --seed 1\" /dev/null | grep -c '$(printf '\033')'; true"
fi
deep want 1 'check 05 --seed 12345 --whole$' 'how to repeat it' "$bindpose" exercise check 5 --seed 12345
deep want 0 '^2$' 'other cases each time without a seed' sh -c "for i in 1 2; do '$bindpose' exercise check 5; done |
    grep -e 'in full.*--seed' | sort -u | wc -l"
want 0 '^05  fails ' 'fails' "$bindpose" exercise list
cp "$solutions/05_final_matrix/right_a.c" $mine
want 0 'pass. All' 'passes' "$bindpose" exercise check 05_final_matrix --seed 1
want 0 '^05  passes ' 'passes in the list' "$bindpose" exercise list
deep want 0 'pass. All' 'other cases' "$bindpose" exercise check 5 --seed 12345
deep want 1 'uses bp_mat4_point' 'a forbidden function' "$bindpose" exercise check 1 --seed 1 --file "$solutions/01_row_vectors/wrong_calls.c"
deep want 1 'bp_mat4_mul' 'and what is allowed' "$bindpose" exercise check 1 --seed 1 --file "$solutions/01_row_vectors/wrong_calls.c"
want 2 'does not build' 'a file that does not compile' "$bindpose" exercise check 5 --seed 1 --file "$solutions/hostile/compile__syntax.c"
deep want 2 'error:' 'with the message of the compiler' "$bindpose" exercise check 5 --seed 1 --file "$solutions/hostile/compile__syntax.c"
deep want 4 'stopped after' 'a loop without end' "$bindpose" exercise check 5 --seed 1 --file "$solutions/hostile/time__loop.c"
deep want 1 'stack overflowed' 'a recursion without end' "$bindpose" exercise check 5 --seed 1 --file "$solutions/hostile/sanitizer__recursion.c"
sed 's/return/int unused; return/' "$solutions/05_final_matrix/right_a.c" >warns.c
deep want 0 'warning: unused variable' 'warnings are shown' "$bindpose" exercise check 5 --seed 1 --file warns.c

# Characters that make and the shell know, in the paths of the project and of temporary files.
odd="$work/C# \$x: 5%"
mkdir -p "$odd/t m#\$p" "$odd/lessons" && ln -s "$work/include" "$odd/include" && cp -r lessons/exercises "$odd/lessons/"
deep want 0 'pass. All' 'odd characters in paths' sh -c 'cd "$1" && TMPDIR="$1/t m#\$p" "$2" exercise check 5 --seed 1' sh "$odd" "$bindpose"

want 2 'did you mean' 'an unknown exercise' "$bindpose" exercise check 05_final_matrx --seed 1
want 2 'did you mean check' 'an unknown command' "$bindpose" exercise chek 5
want 2 'did you mean --seed' 'an unknown option' "$bindpose" exercise check 5 --sed 3
want 2 'Usage' 'no command' "$bindpose" exercise
want 0 'Exit: 0 pass' 'help' "$bindpose" exercise --help
want 2 'not a file' 'a missing file' "$bindpose" exercise check 5 --seed 1 --file nothing.c
mkdir -p "$work/build/lib/modules"
cp -r "$BINDPOSE_BUILD/exercises" "$work/build/" && rm -f "$work/build/exercises/tcc"
cp "$BINDPOSE_BUILD/lib/modules/libmath.a" "$work/build/lib/modules/"
want 3 'no C compiler' 'no compiler' env PATH=/nowhere CC=/nowhere/cc BINDPOSE_BUILD="$work/build" "$bindpose" exercise check 5 --seed 1
if [ -x "$BINDPOSE_BUILD/exercises/tcc" ]; then
    tcc() { env PATH=/nowhere "$bindpose" exercise check 5 --seed 1 --file "$solutions/$1"; }
    want 0 "^Compiled without sanitizers: memory errors aren't watched" 'libtcc where there is no compiler' tcc 05_final_matrix/right_a.c
    deep want 1 'two factors are swapped' 'and it explains' tcc 05_final_matrix/wrong_order_reversed.c
    deep want 2 'exercise.c\|compile__syntax.c:.*error' 'the place of an error' tcc hostile/compile__syntax.c
    deep want 1 'right_a\.c' 'what it includes' tcc hostile/includes__another.c
    deep want 1 "It crashed (signal 11): it reads or writes memory" 'a crash' tcc hostile/sanitizer__null.c
    deep want 4 'stopped after' 'a loop without end' tcc hostile/time__loop.c
else
    echo "skipped: no libtcc"
fi
want 3 'BINDPOSE_ROOT' 'no exercises' env BINDPOSE_ROOT=/nowhere "$bindpose" exercise list
want 3 'BINDPOSE_BUILD' 'nothing to link with' env BINDPOSE_BUILD=/nowhere "$bindpose" exercise check 5 --seed 1
want 3 'nowhere' 'no scratch folder' env TMPDIR=/nowhere "$bindpose" exercise check 5 --seed 1

want 0 'hint 1 of 3' 'the first hint' "$bindpose" exercise hint 5
want 0 'hint 2 of 3' 'the second' "$bindpose" exercise hint 5
want 0 'hint 3 of 3' 'the third' "$bindpose" exercise hint 5
want 0 'That was the last one' 'and no more' "$bindpose" exercise hint 5

want 0 'Nothing was changed' 'a reset without an answer' "$bindpose" exercise reset 5
want 0 '' 'changes nothing' cmp $mine "$solutions/05_final_matrix/right_a.c"
want 0 'exercise.c.1' 'a reset with one' sh -c "echo y | '$bindpose' exercise reset 5"
want 0 '' 'puts it back' cmp $mine lessons/exercises/originals/05_final_matrix.c
want 0 '' 'and keeps a copy' cmp $mine.1 "$solutions/05_final_matrix/right_a.c"
want 0 'already' 'a second reset does nothing' "$bindpose" exercise reset 5
cp "$solutions/05_final_matrix/right_b.c" $mine
deep want 0 'exercise.c.2' 'the first copy stays' "$bindpose" exercise reset 5 --yes

# The file changes while it is watched: first the gap, then a solution.
(
    until grep -q 'waiting for' watched 2>/dev/null; do sleep 0.2; done
    cp "$solutions/05_final_matrix/right_a.c" new.c
    mv new.c $mine
) &
want 0 '' 'watching' sh -c "'$bindpose' exercise watch 5 --seed 1 --times 2 >watched"
want 0 'pass. All' 'sees the file saved' cat watched
want 1 'wrong' 'watching once' sh -c "cp lessons/exercises/originals/05_final_matrix.c $mine; '$bindpose' exercise watch 5 --seed 1 --times 1"

want 3 'screenshot OUT.png' 'no display' "$bindpose" exercise show 5 --seed 1
want 3 'screenshot OUT.png' 'the short way' "$bindpose" exercise 05
want 1 '' 'a picture of a wrong answer' "$bindpose" exercise show 5 --seed 1 --screenshot shown.png --size 640x480
want 0 'PNG' 'is there' head -c 4 shown.png
deep want 2 '' 'no picture of code that does not build' "$bindpose" exercise show 5 --seed 1 --file "$solutions/hostile/compile__syntax.c" --screenshot shown.png
cat >leaves.c <<'END'
#include "exercise.h"
#include <stdio.h>
bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    FILE *file = fopen("left.txt", "w");
    if (file) fclose(file);
    return local;
}
END
deep want 1 '' 'code that leaves a file' "$bindpose" exercise check 5 --seed 1 --file leaves.c

# Without a compiler, as in the web page.
want 0 '"passed": true' 'a formula' "$bindpose" exercise try 5 'inverse(bind * parent_absolute_bind) * local * parent_absolute'
want 1 '"id": "bind_not_removed"' 'a wrong formula' "$bindpose" exercise try 5 'local * parent_absolute' --pictures .
want 0 'PNG' 'its picture' head -c 4 yours.png
want 0 'PNG' 'and the right one' head -c 4 right.png
want 2 '"column": 9' 'an unreadable formula' "$bindpose" exercise try 5 'local * '
want 1 '"id": "no_edges"' 'a choice' "$bindpose" exercise try 14 E
want 1 '"id": "no_edges"' 'the same once more' "$bindpose" exercise try 14 E
want 1 '"hint": ' 'the third wrong answer gets a hint' "$bindpose" exercise try 14 E
want 0 '^slow$' 'the fourth has to wait' sh -c "begin=\$(date +%s%N); '$bindpose' exercise try 14 E >/dev/null
    [ \$((\$(date +%s%N) - begin)) -ge 1000000000 ] && echo slow"
want 2 'no such exercise' 'no such exercise to try' "$bindpose" exercise try 99 A
want 2 'nowhere' 'no folder for pictures' "$bindpose" exercise try 14 A --pictures nowhere
want 0 '"form": "choice"' 'the exercises' "$bindpose" exercise describe
want 0 'covered' 'a choice, with pictures' "$bindpose" exercise describe 14 --pictures . --size 64x48 --theme light
want 0 'PNG' 'of each line' head -c 4 F.png
want 2 'no such exercise' 'nothing to describe' "$bindpose" exercise describe x

# Where progress lies, and who writes it.
want 0 '^16$' 'checks at once keep their progress' sh -c "
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do XDG_DATA_HOME=$work/many '$bindpose' exercise hint \$i & done >/dev/null; wait
    grep -c '\"hints\": 1' $work/many/bindpose/exercises.json"
want 0 'Your progress is kept in .*lessons/exercises/.progress.json: HOME: it is not set' 'no HOME' \
    env -u HOME -u XDG_DATA_HOME "$bindpose" exercise hint 6
want 0 'hint 2 of' 'progress lies beside the exercises then' env -u HOME -u XDG_DATA_HOME "$bindpose" exercise hint 6
want 0 '^0$' 'and that is said once' sh -c "env -u HOME -u XDG_DATA_HOME '$bindpose' exercise hint 6 2>&1 | grep -c kept || true"

# The next run cleans up after a killed one.
"$bindpose" exercise check 5 --seed 1 --file "$solutions/hostile/time__loop.c" >/dev/null 2>&1 &
until ls "$TMPDIR"/bindpose-*/exercise >/dev/null 2>&1 && ! ls "$TMPDIR"/cc* >/dev/null 2>&1; do sleep 0.05; done
kill -9 $!
wait $! 2>/dev/null
want 0 '^1$' 'a killed run leaves its folder' sh -c 'ls -A "$TMPDIR" | wc -l'
mkdir "$TMPDIR/bindpose-0-1-abcdef" # of another space of processes
touch -d '2 minutes ago' "$work/data/bindpose/.bindpose-999999-0.tmp"
cp "$solutions/05_final_matrix/right_a.c" $mine
want 0 '' 'the next run' "$bindpose" exercise check 5 --seed 1
want 0 '^bindpose-0-1-abcdef$' 'cleans it up' ls -A "$TMPDIR"
want 0 '^exercises.json$' 'in the data folder too' ls -A "$work/data/bindpose"
rmdir "$TMPDIR/bindpose-0-1-abcdef"

# A shell's background job ignores SIGINT. interrupt SCRIPT COMMAND...: when SCRIPT succeeds.
interrupt() {
    ready=$1
    shift
    env --default-signal=INT "$@" exercise check 5 --seed 1 --file "$solutions/hostile/time__loop.c" &
    until eval "$ready"; do sleep 0.05; done
    kill -INT $!
    wait $!
}
# While it compiles, with a temporary file, as gcc has some; and while the program runs.
printf '#!/bin/sh\n[ "$1" = --version ] && exec gcc "$@"\nmktemp >%s/compiles && sleep 9\n' "$work" >slow-cc
chmod +x slow-cc
want 130 '' 'interrupted while it compiles' interrupt '[ -s compiles ]' env CC="$work/slow-cc" "$bindpose"
want 0 '^0$' 'no temporary files of the compiler are left' sh -c 'ls -A "$TMPDIR" | wc -l'
want 130 '' 'interrupted while it runs' interrupt 'ls "$TMPDIR"/bindpose-*/exercise >/dev/null 2>&1' "$bindpose"
want 0 '^0$' 'no temporary files are left' sh -c 'ls -A "$TMPDIR" | wc -l'

# TEST_DEEP=1: other compilers, other systems, and installed exercises.
[ -n "${TEST_DEEP:-}" ] || exit $((failures > 0))

# A clang by another name is one: no message of flags that it doesn't know.
if command -v clang >/dev/null; then
    printf '#!/bin/sh\nexec clang "$@"\n' >other-cc
    chmod +x other-cc
    want 0 ' right' 'clang by another name' env CC="$work/other-cc" "$bindpose" exercise check 5 --seed 1 --file "$solutions/05_final_matrix/right_a.c"
    want 1 '' 'gets its own flags' sh -c "CC='$work/other-cc' '$bindpose' exercise check 5 --seed 1 --file '$solutions/05_final_matrix/right_a.c' | grep 'compiler says'"
fi

# As on macOS, where nm puts an underscore before each name.
mkdir nm
printf '#!/bin/sh\n%s "$@" | sed "s/^/_/"\n' "$(command -v nm)" >nm/nm
chmod +x nm/nm
underscores() { PATH=$work/nm:$PATH "$bindpose" exercise check 5 --seed 1 --file "$1"; }
want 0 '' 'names with underscores' underscores "$solutions/05_final_matrix/right_a.c"
printf 'int bp_secret(void) { return 1; }\n' | cat "$solutions/05_final_matrix/right_a.c" - >defines.c
deep want 1 'The file defines bp_secret' 'what such a file may not define' underscores defines.c
printf 'int main(void) { return 1; }\n' | cat "$solutions/05_final_matrix/right_a.c" - >main.c
want 1 'its own main' 'its own main' underscores main.c
sed 's/final_matrix(/another_name(/' "$solutions/05_final_matrix/right_a.c" >another.c
want 2 'has no function final_matrix' 'a missing function' underscores another.c

# Installed: the folder is copied, and its Makefile and the files beside the library do the rest.
if [ "$B" != build ] || (cd "$here" && make -n install-exercises PREFIX="$installed") 2>&1 | grep -q -e ' -c '; then
    echo "skipped: make install-exercises would compile here"
else
    unset BINDPOSE_BUILD
    want 0 '' 'make install-exercises' make -s -C "$here" install-exercises PREFIX="$installed"
    mkdir "$installed/bin" "$installed/home" && cp "$bindpose" "$installed/bin/"
    cd "$installed/home" || exit 1
    want 3 "copy them by .cp -R $installed/share/bindpose/exercises" 'not copied yet' "$installed/bin/bindpose" exercise list
    cp -R "$installed/share/bindpose/exercises" . && cd exercises || exit 1
    want 0 'still returns' 'the gap of the copy' sh -c 'make exercise EX=05 || true'
    cp "$solutions/05_final_matrix/right_a.c" $mine
    want 0 ' right' 'an answer in the copy' make exercise EX=05
fi
[ $failures -eq 0 ]
