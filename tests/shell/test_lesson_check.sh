#!/bin/sh
# --check must fail for a wrong claim. Each copy of a lesson has one changed number, and exactly that claim must fail. A claim
# that holds before its step must fail too, unless it is marked holds_before.
set -eu
B=${B:-build}
CC=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "[  FAILED  ] $1" >&2; exit 1; }

# build NAME SED: a copy of lesson 05, changed, as a program without a window.
cat >"$work/main.c" <<'EOF'
#include <bindpose/program.h>
int main(int argc, char **argv) { return bp_lesson_program(argc, argv, &bp_lesson, 0); }
EOF
build() {
    sed "$2" lessons/05_same_pose_three_ways/lesson.c >"$work/$1.c"
    $CC -std=c17 -O0 -ffp-contract=off -pthread ${TEST_CFLAGS:-} -Iinclude -Isrc -Ilessons "$work/$1.c" "$work/main.c" \
        "$B/lib/liblessonparts.a" "$B/lib/libbindpose.a" $(pkg-config --libs jansson libwebp 2>/dev/null || pkg-config --libs jansson) -lm -o "$work/$1" || fail "the copy $1 doesn't compile"
}
# wrong NAME CLAIM SED: the changed copy fails, and only in that claim.
wrong() {
    build "$1" "$3"
    cmp -s "$work/$1.c" lessons/05_same_pose_three_ways/lesson.c && fail "$1: nothing was changed in the copy"
    code=0
    "$work/$1" --check >"$work/said" 2>&1 || code=$?
    [ "$code" -eq 1 ] || fail "$1: exit $code, expected 1: $(head -n 3 "$work/said")"
    [ "$(grep -c '^FAIL' "$work/said")" -eq 1 ] || fail "$1: not one claim fails but $(grep '^FAIL' "$work/said")"
    grep -q "^FAIL .*claim $2:" "$work/said" || fail "$1: another claim fails: $(grep '^FAIL' "$work/said")"
    echo "[       OK ] $1: $(grep '^FAIL' "$work/said" | cut -c1-100)"
}

build same ''
"$work/same" --check >"$work/said" 2>&1 || fail "an unchanged copy: $(cat "$work/said")"
grep -q '^FAIL' "$work/said" && fail "an unchanged copy fails: $(cat "$work/said")"
echo "[       OK ] an unchanged copy holds"
wrong angle 52 '/Under a bind without rotation/,/ANGLE_IS/s/final, 45)/final, 46)/'
wrong distance 59 's/{1\.2102f}/{1.2202f}/'
wrong entry 54 '/The position is S - S R/,/unit/s/0\.0857864f/0.0957864f/'
wrong limit 53 '/The vertices are then/s/SAME_VERTICES(0, 2)/&, .expected = {1e-9f}/'
wrong vacuous 55 '/Under the natural bind the bone/,/holds_before/s/, \.holds_before = true//'
