#!/bin/sh
# Grades a large class, 150 students with 16 exercises each, no two files equal, and prints how long that takes. It should
# be at most three minutes on two processors of which nothing else has need. With a load at the beginning, or fewer
# processors, it prints half of the processor time instead, if the system counts that of sandboxes by a control group
# (root and cgroup v1: their first processes end before the others, and so wait for none).
#   sh tests/grade/large.sh BUILD [STUDENTS]
set -u
build=${1:?usage: tests/grade/large.sh BUILD [STUDENTS]}
students=${2:-150}
[ -e "$build/answers/01_row_vectors/right.c" ] || { echo "no $build/answers: run \`make tests\` first" >&2; exit 2; }
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
. tests/grade/checks

load=$(cut -d' ' -f1 /proc/loadavg)
exercises="01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16"
for exercise in $exercises; do
    name=$(basename "$(ls -d "$build"/answers/${exercise}_*)")
    set -- "$build/answers/$name"/right.c "tests/exercises/$name"/right_b.c "$build/answers/$name"/wrong_*.c
    for student in $(seq "$students"); do
        mkdir -p "$work/class/student $student/$name"
        # Two of three answers are right; the others are mistakes in turn.
        place=$((student % 3 ? student % 3 : 3 + student / 3 % ($# - 2)))
        eval "answer=\${$place}"
        # Each differs in what the compiler sees.
        { cat "$answer" && echo "const int student = $student;"; } >"$work/class/student $student/$name/exercise.c"
    done
done
group=/sys/fs/cgroup/cpuacct/bindpose-$$
[ -d "${group%/*}" ] && mkdir "$group" 2>/dev/null
before=$(date +%s)
sh -c '[ ! -d "$1" ] || echo $$ >"$1/tasks"; shift; exec "$@"' sh "$group" "$build/bin/bindpose" exercise grade "$work/class" --seed 7 --out "$work/out" --jobs "$(nproc)" \
    --only "$exercises" >"$work/table" 2>"$work/err"
code=$? took=$(($(date +%s) - before))
check "$students students with 16 exercises are graded" 0 $code
echo "$students students with 16 exercises: $took s; load before: $load, after: $(cut -d' ' -f1 /proc/loadavg)"
check "all of them" $((students + 1)) "$(wc -l <"$work/out/grades.csv")"
if [ -e "$group/cpuacct.usage" ]; then
    echo "half of the processor time: $(($(cat "$group/cpuacct.usage") / 2000000000)) s"
    rmdir "$group"
fi
case $load in
0.*) [ "$(nproc)" -lt 2 ] || check "in three minutes" yes "$([ $took -le 180 ] && echo yes || echo "$took s")" ;;
*) echo "skipped: the time, on a machine that is busy" ;;
esac
end_checks
