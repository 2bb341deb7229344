#!/bin/sh
# The handout for students holds no solutions and no tests, builds by itself and checks an exercise. A second handout
# doesn't overwrite it.
#   sh tests/grade/handout.sh BUILD
set -u
build=${1:?usage: tests/grade/handout.sh BUILD}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/grade/checks

make -s handout DIR="$work/for students" >/dev/null 2>"$work/err"
check "a handout is made" 0 $?
make -s handout DIR="$work/for students" >/dev/null 2>&1
check "it is not overwritten" 2 $?
check "no tests in it" "" "$(ls "$work/for students" | grep tests)"
check "no solution in it" "" "$(for solution in tests/exercises/*/right_*.c; do
    find "$work/for students" -name '*.c' -exec cmp -s "$solution" {} \; -print; done)"
# The answers are compiled. No name of a function and no line of code is in the object file.
check "no sources of the answers" "" "$(cd "$work/for students" && ls src/exercise/e[0-9]* 2>/dev/null
    grep -lE 'bp_misconception [A-Z]+\[|\.solve = ' -r src)"
object=$(ls "$work/for students"/src/exercise/answers-*.o)
check "symbols of the exercises only" "" "$(nm --target=default "$object" | grep -vE '^ +U |^[0-9a-f]+ (r \.LC[0-9]+|[DR] bp_exercise_[0-9]+[a-z]?)$')"
strings -n 4 "$object" >"$work/strings"
# Code in LINE_HELPERS and in the lines of a form is shown to students as text.
sed -E '/^LINE_HELPERS\(/,/\}\)$/d' src/exercise/e[0-9]*.c | sed -nE 's/^ +([^"]{30,};)$/\1/p' | sort -u >"$work/code"
check "there is code to look for" 1 "$(($(wc -l <"$work/code") > 300))"
check "no code, but lines to put in order" "" "$(grep -Ff "$work/code" "$work/strings" | while read -r line; do
    grep -hF "$line" src/exercise/e[0-9]*.c | grep -q '"' || echo "$line"; done)"
check "every exercise is the original" "" "$(for original in lessons/exercises/originals/*.c; do
    cmp "$original" "$work/for students/lessons/exercises/$(basename "$original" .c)/exercise.c"; done 2>&1)"

check "no way to grade in it" "" "$(grep -nE '^(grade|handout|test-grade)|make grade|SEED \?= [1-9]' "$work/for students/Makefile")"

# GitHub Classroom's tests: JSON, one an exercise, ten points each.
classroom_tests=$(python3 -c 'import json, sys
tests = json.load(open(sys.argv[1]))["tests"]
print(len(tests), sum(t["points"] for t in tests))' "$work/for students/.github/classroom/autograding.json")
count=$(ls lessons/exercises/originals | wc -l)
check "tests for GitHub Classroom" "$count $((10 * count))" "$classroom_tests"
classroom() { # classroom NAME: runs that test as GitHub Classroom does, and prints its exit code
    python3 -c 'import json, subprocess, sys
test = [t for t in json.load(open(".github/classroom/autograding.json"))["tests"] if t["name"] == sys.argv[1]][0]
print(max(subprocess.run(test[part], shell=True, stdout=subprocess.DEVNULL).returncode for part in ("setup", "run")))' "$1"
}

# It builds away from the teacher's files: in its own folder, with its own Makefile.
mv "$work/for students" "$work/students"
if make -C "$work/students" -j"$(nproc 2>/dev/null || echo 2)" programs >"$work/log" 2>&1; then code=0; else code=$?; tail -n 20 "$work/log"; fi
check "it builds by itself" 0 $code
(cd "$work/students" && XDG_DATA_HOME="$work/data" build/bin/bindpose exercise check 05 --seed 1 >"$work/log" 2>&1)
check "an exercise that isn't begun fails" 1 $?
cp tests/exercises/05_final_matrix/right_a.c "$work/students/lessons/exercises/05_final_matrix/exercise.c"
(cd "$work/students" && XDG_DATA_HOME="$work/data" build/bin/bindpose exercise check 05 --seed 1 >"$work/log" 2>&1)
check "and passes when it is solved" 0 $?
check "GitHub Classroom's test passes then, and another one fails" "0 nonzero" \
    "$(cd "$work/students" && export XDG_DATA_HOME="$work/data" && echo "$(classroom 05_final_matrix)" "$([ "$(classroom 06_skin_a_vertex 2>/dev/null)" -ne 0 ] && echo nonzero)")"
quoted="O'Neil \"x\" \\ %s"
(cd "$work/students" && make -s handin NAME="$quoted" ID="1'2" >"$work/log" 2>&1)
check "quotes in a name" "0 1" "$? $(grep -cF '"name": "O'"'"'Neil \"x\" \\ %s"' "$work/students"/handin-*.json)"

end_checks
