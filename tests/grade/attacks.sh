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
    sed -e "s|@BUILD@|$(pwd)/$build|g; s|@ROOT@|$(pwd)|g" -e '/^#include "attack.h"/{
r tests/grade/attacks/attack.h
d
}' "$attack" >"$folder/exercise.c"
done
# The harness itself: what an attack that succeeds looks like.
mkdir -p "$work/class/other__harness/05_final_matrix"
{ cat tests/grade/attacks/attack.h; echo 'static int attack(void) { return TRY(getpid() > 0); }'; } \
    >"$work/class/other__harness/05_final_matrix/exercise.c"

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
check "every attack was graded" "$(ls "$work/class" | wc -l)" "$(wc -l <"$work/marks")"
check "no escape sequence in table and files" "" "$(cat "$work"/table "$work"/out/*.* "$work"/out/feedback/* | LC_ALL=C grep -c "$(printf '[\033\007]')" | grep -v '^0$')"
check "no secret in the files" "" "$(grep -rl secret "$work/out")"
check "no process is left" "" "$(ps -eo args 2>/dev/null | grep "$work" | grep -v grep | head -n 1)"

end_checks "$work/table"
