#!/bin/sh
# Grades a large class, 150 students with 16 exercises each, no two files equal, and prints how long that takes. It should
# be at most three minutes on two processors of which nothing else has need; with a load at the beginning, or fewer
# processors, it only says so.
#   sh tests/grade/large.sh BUILD [STUDENTS]
set -u
build=${1:?usage: tests/grade/large.sh BUILD [STUDENTS]}
students=${2:-150}
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
. tests/grade/checks

load=$(cut -d' ' -f1 /proc/loadavg)
for exercise in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16; do
    name=$(basename "$(ls -d "$build"/answers/${exercise}_*)")
    set -- "$build/answers/$name"/right.c "tests/exercises/$name"/right_b.c "$build/answers/$name"/wrong_*.c
    for student in $(seq "$students"); do
        mkdir -p "$work/class/student $student/$name"
        # Two of three answers are right; the others are mistakes in turn.
        place=$((student % 3 ? student % 3 : 3 + student / 3 % ($# - 2)))
        eval "answer=\${$place}"
        { cat "$answer" && echo "/* student $student */"; } >"$work/class/student $student/$name/exercise.c"
    done
done
before=$(date +%s)
"$build/bin/bindpose" exercise grade "$work/class" --seed 7 --out "$work/out" --jobs "$(nproc)" --only "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16" >"$work/table" 2>"$work/err"
check "$students students with 16 exercises are graded" 0 $?
took=$(($(date +%s) - before))
echo "$students students with 16 exercises: $took s; load before: $load, after: $(cut -d' ' -f1 /proc/loadavg)"
check "all of them" $((students + 1)) "$(wc -l <"$work/out/grades.csv")"
case $load in
0.*) [ "$(nproc)" -lt 2 ] || check "in three minutes" yes "$([ $took -le 180 ] && echo yes || echo "$took s")" ;;
*) echo "skipped: the time, on a machine that is busy" ;;
esac
end_checks
