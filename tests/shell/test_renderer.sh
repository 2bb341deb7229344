#!/bin/sh
# The course "build a renderer" (lessons/exercises/raster): the empty file fails in step 1, the solution passes, and a fault in
# each step of it is found in that step (TEST_DEEP=1).
set -u
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# Libraries built with sanitizers or counters need special flags, so this uses the plain build.
library=${B:-build}/lib/libbindpose.a
[ "${B:-build}" = build ] || library=build/lib/libbindpose.a
[ -f "$library" ] || { echo "skipped: no $library"; exit 0; }
course=lessons/exercises/raster
flags="-std=c17 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Werror -Iinclude -Isrc -I$course"
libraries="$library $(pkg-config --libs jansson libwebp 2>/dev/null || pkg-config --libs jansson) -lm -pthread"
for part in check scene; do
    # shellcheck disable=SC2086
    $cc $flags -c "$course/$part.c" -o "$work/$part.o" || exit 1
done

# expect NAME FILE CODE LINE: the checker of that renderer exits with CODE and prints LINE (the beginning of one).
expect() {
    # shellcheck disable=SC2086
    got=$($cc $flags "$work/check.o" "$work/scene.o" "$2" $libraries -o "$work/check" 2>&1 &&
        "$work/check" assets/character.glb "$work" 2>&1)
    code=$?
    if [ $code -eq "$3" ] && printf '%s\n' "$got" | grep -q "^$4"; then
        echo "[       OK ] $1"
    else
        printf '[  FAILED  ] %s: exit %d\n%s\n' "$1" $code "$got"
        failures=$((failures + 1))
    fi
}

# fault STEP FROM TO: the solution with FROM replaced by TO fails in that step.
fault() {
    sed "s/$2/$3/" tests/exercises/raster/renderer.c >"$work/fault.c"
    if cmp -s "$work/fault.c" tests/exercises/raster/renderer.c; then
        echo "[  FAILED  ] step $1: the solution has no '$2'"
        failures=$((failures + 1))
    else
        expect "step $1: $2 -> $3" "$work/fault.c" 1 "step $1  not right yet: "
    fi
}

deep() { [ -z "${TEST_DEEP:-}" ] || "$@"; }

expect 'the empty file' $course/renderer.c 1 'step 1  not right yet: '
deep fault 1 'x \* 256 + 0.5f' 'x * 256'
deep fault 2 'a > 0 ||' 'a < 0 ||'
deep fault 3 'd1 \* y2 - d2 \* y1' 'd1 * y2 + d2 * y1'
deep fault 4 'x, y) \* w;' 'x, y) * (w > 0);'
deep fault 6 'light->ambient\[c\] + ' ''
deep fault 7 'y \/ 256 + 1) % height' 'y \/ 256 + 1) % width'
deep fault 7 '(x \/ 256 + 1) % width' 'x \/ 256'
deep fault 5 '0.695527758f' '0.695527758'
deep fault 5 '14.025f' '14.5f'
deep fault 8 'if (a->z >= 0)' 'if (a->z > 0)'
deep fault 8 'cut(a, b) : cut(b, a)' 'cut(b, a) : cut(a, b)'
deep fault 8 'inner->z \/ (inner->z - outer->z)' '0.5f'
deep fault 9 'depth <= \*nearest' 'depth < *nearest'
deep fault 10 '+ bias' '+ 0 * bias'
deep fault 10 '(1 + slope) ' '(1 + 0 * slope) '
deep fault 10 '(1 - at.y)' '(1 + at.y)'
deep fault 10 '1.5f \/' '5 \/'
deep fault 10 'mesh->from_light \&\& ' 'mesh->from_light \&\& column < 0 \&\& '
expect 'the solution' tests/exercises/raster/renderer.c 0 'step 10  right: points are in shadow where they should be'

# The last one's pictures are there.
"$work/check" >/dev/null 2>&1
[ $? -eq 2 ] && [ -s "$work/step-9.png" ] || { echo '[  FAILED  ] wrong use, or pictures'; failures=$((failures + 1)); }

# The print compiles with the solution, and says what is wrong with a file.
# shellcheck disable=SC2086
if $cc $flags "$course/print.c" "$work/scene.o" tests/exercises/raster/renderer.c $libraries -o "$work/print"; then
    "$work/print" "$work/none.glb" "$work" >/dev/null 2>&1
    [ $? -eq 2 ] || { echo '[  FAILED  ] print without a file'; failures=$((failures + 1)); }
    deep "$work/print" assets/character.glb "$work" || { echo '[  FAILED  ] print'; failures=$((failures + 1)); }
else
    failures=$((failures + 1))
fi
exit $((failures > 0))
