#!/bin/sh
# Grades attacks on the grader: attacks/CAUSE__name.c is the answer to exercise 05 of a student of that name, and must get
# no points, for that cause. The teacher's environment holds a secret, and his umask is strict.
#   sh tests/grade/attacks.sh BUILD
set -u
build=${1:?usage: tests/grade/attacks.sh BUILD}
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
. tests/grade/checks

for attack in tests/grade/attacks/*.c; do
    folder=$work/class/$(basename "$attack" .c)/05_final_matrix
    mkdir -p "$folder"
    sed -e "s|@BUILD@|$(pwd)/$build|g; s|@ROOT@|$(pwd)|g; s|@CR@|\r|g" -e '/^#include "attack.h"/{
r tests/grade/attacks/attack.h
d
}' "$attack" >"$folder/exercise.c"
done
# Exercise 02 forbids bp_mat4_from_trs, which lies behind an allowed function in the library.
mkdir -p "$work/class/missing__neighbour"
size=$(nm -S "$build/lib/modules/libmath.a" 2>/dev/null | awk '$4 == "bp_mat4_from_quat" { print $2 }')
cat >"$work/class/missing__neighbour/02.c" <<END_OF_C
#include "exercise.h"
bp_mat4 compose_matrix(bp_vec3 position, bp_quat rotation, bp_vec3 scale) {
    const unsigned long behind = ((unsigned long)bp_mat4_from_quat + 0x$size + 15) / 16 * 16;
    return ((bp_mat4(*)(bp_trs))behind)((bp_trs){position, rotation, scale});
}
END_OF_C
# The harness itself: what an attack that succeeds looks like.
mkdir -p "$work/class/change__harness/05_final_matrix"
{ cat tests/grade/attacks/attack.h; echo 'static int attack(void) { return TRY(getpid() > 0); }'; } \
    >"$work/class/change__harness/05_final_matrix/exercise.c"

umask 077
SECRET=secret "$build/bin/bindpose" exercise grade "$work/class" --seed 7 --out "$work/out" --jobs 2 >"$work/table" 2>"$work/err"
code=$?
if [ $code -eq 3 ] && grep -q 'UNSAFE=1' "$work/err"; then
    cat "$work/err"
    echo "skipped: no sandbox is available here, and grading reports that"
    exit 0
fi
check "grading succeeds" 0 $code
[ $code -eq 0 ] || cat "$work/err"
# "name points cause" of each student's exercise 05.
awk '/"name":/ { gsub(/[",]/, ""); name = $2 }
    /"exercise":/ { five = index($0, "05_final_matrix") > 0 }
    five && /"points":/ { gsub(/[",]/, ""); points = $2 }
    five && /"cause":/ { gsub(/[",]/, ""); print name, points, $2 }' "$work/out/grades.json" >"$work/marks"
while read -r name points cause; do
    check "$name" "0 ${name%%__*}" "$points $cause"
done <"$work/marks"
for student in $(ls "$work/class" | grep -E '^compile__(takes|assembles)_'); do
    check "$student: because it isn't there" "there is none" \
        "$(grep -qE "file not found|can.t open" "$work/out/feedback/$student.html" && echo there is none)"
done
check "exercise 02 by a neighbour of an allowed function" 0 "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^02/) at = i }
    /^"missing__neighbour"/ { print $at }' "$work/out/grades.csv")"
check "every attack was graded" "$(ls "$work/class" | wc -l)" "$(wc -l <"$work/marks")"
check "no escape sequence in table and files" "" "$(cat "$work"/table "$work"/out/*.* "$work"/out/feedback/* | LC_ALL=C grep -c "$(printf '[\033\007]')" | grep -v '^0$')"
check "no secret in the files" "" "$(grep -rl secret "$work/out")"
check "no process is left" "" "$(ps -eo args 2>/dev/null | grep "$work" | grep -v grep | head -n 1)"

end_checks "$work/table"
