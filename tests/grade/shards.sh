#!/bin/sh
# Grades a class in three parts, as three machines would: the merged results give the grades of one machine, to the byte, and
# no answer is checked again. GNU parallel starts the parts where it is installed.
#   sh tests/grade/shards.sh BUILD
# The answers are ours, so they need no sandbox.
set -u
build=$(cd "${1:?usage: tests/grade/shards.sh BUILD}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/teacher"
. tests/grade/checks
grade() { "$build/bin/bindpose" exercise grade "$work/class" --unsafe --only 05 --jobs 1 "$@"; }

for student in ada bob cyd dan eve fay gus; do
    answer=right_a
    case $student in [a-c]*) answer=wrong_order_reversed ;; esac
    mkdir -p "$work/class/$student/05_final_matrix"
    { cat "tests/exercises/05_final_matrix/$answer.c"; echo "/* $student */"; } >"$work/class/$student/05_final_matrix/exercise.c"
done

grade --seed 7 --out "$work/one" >"$work/one.txt" 2>"$work/log"
check "one machine" 0 $?
# Three machines, each with a secret of its own; one of them works twice and has nothing more to do.
part() { XDG_DATA_HOME="$work/machine$1" grade --seed 7 --shard "$1/3" --out "$work/part$1"; }
if command -v parallel >/dev/null; then
    XDG_DATA_HOME="$work/machines" parallel -j 2 "$build/bin/bindpose" exercise grade "$work/class" --unsafe --only 05 --jobs 1 \
        --seed 7 --shard '{}/3' --out "$work/part{}" ::: 1 2 3 >"$work/parts.txt" 2>&1
    check "three parts by GNU parallel" 0 $?
else
    echo "skipped: GNU parallel isn't installed; one part after the other"
    for i in 1 2 3; do part $i >>"$work/parts.txt" 2>&1 || failed=1; done
fi
cat "$work"/part?/checks.jsonl >"$work/all.jsonl"
check "each student is in one part" 7 "$(grep -c ' of 10$' "$work/parts.txt")"
check "a line for each answer" 7 "$(wc -l <"$work/all.jsonl" | tr -d ' ')"
check "lines of JSON" 7 "$(grep -c '^{"checker": "[0-9a-f]*", "key": "[0-9a-f]*", "check": {.*}}$' "$work/all.jsonl")"
check "a part writes no grades" "" "$(ls "$work/part1" | grep grades)"

grade --seed 7 --merge "$work/all.jsonl" --out "$work/merged" >"$work/merged.txt" 2>"$work/log"
check "merging" 0 $?
rm -r "$work/merged/checks" "$work/one/checks"
check "gives what one machine gives" "" "$(diff -r "$work/one" "$work/merged" 2>&1)"
sed "s,$work/merged,$work/one," "$work/merged.txt" >"$work/same.txt"
check "and its table" "" "$(diff "$work/one.txt" "$work/same.txt")"

# The merging machine checks nothing: with a result that says something else, the grade says that.
sed 's/"verdict": 0/"verdict": 1/;s/"points": 10/"points": 0/;s/"right": [0-9]*/"right": 0/' "$work/all.jsonl" >"$work/other.jsonl"
grade --seed 7 --merge "$work/other.jsonl" --out "$work/other" >"$work/other.txt" 2>&1
check "what was checked elsewhere isn't checked again" 0 "$(grep -c ' 10 of 10$' "$work/other.txt")"

grade --shard 1/3 --out "$work/x" >"$work/log" 2>&1
check "parts need a seed" "2 1" "$? $(grep -c 'give --seed' "$work/log")"
grade --seed 7 --shard 4/3 --out "$work/x" >"$work/log" 2>&1
check "no such part" "2 1" "$? $(grep -c "is not a part such as 2/4" "$work/log")"
grade --seed 8 --merge "$work/all.jsonl" --out "$work/x" >"$work/log" 2>&1
check "results of other cases" "2 1" "$? $(grep -c 'all.jsonl, line 1: .*another --seed' "$work/log")"
sed 's/"key": "../"key": "..\//' "$work/all.jsonl" >"$work/bad.jsonl"
grade --seed 7 --merge "$work/bad.jsonl" --out "$work/x" >"$work/log" 2>&1
check "a key that is a path" "2 1" "$? $(grep -c 'is no line of a checks.jsonl' "$work/log")"
echo '{"file": "a.glb"}' >"$work/bad.jsonl"
grade --seed 7 --merge "$work/bad.jsonl" --out "$work/x" >"$work/log" 2>&1
check "results of the doctor" "2 1" "$? $(grep -c 'bad.jsonl, line 1: is no line' "$work/log")"
grade --seed 7 --merge "$work/nowhere" --out "$work/x" >"$work/log" 2>&1
check "no results" 2 $?
end_checks
