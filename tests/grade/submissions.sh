#!/bin/sh
# Students hand in what they like: every name and archive is graded, or named below the table. Archives are unpacked in the
# sandbox.
#   sh tests/grade/submissions.sh BUILD
set -u
build=${1:?usage: tests/grade/submissions.sh BUILD}
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
class=$work/class
answer=$(pwd)/tests/exercises/05_final_matrix/right_a.c
. tests/grade/checks

# put STUDENT FILE: the answer under that name.
put() {
    mkdir -p "$class/$1/$(dirname "$2")"
    cp "$answer" "$class/$1/$2"
}
put nested 'my work/bindpose/lessons/exercises/05_final_matrix/exercise.c'
put capital 05_final_matrix/Exercise.c
put second '05_final_matrix/exercise (1).c'
put number 05.c
put short ex05.c
put text 05_final_matrix/exercise.c.txt
put unnamed final.c
mkdir -p "$class/wide/05_final_matrix" && iconv -t UTF-16 "$answer" >"$class/wide/05_final_matrix/exercise.c"
put zipped/x 05/exercise.c && (cd "$class/zipped" && LC_ALL=C.UTF-8 bsdtar --format zip -cf "Mü.zip" x && rm -r x)
put tarred/x 05/exercise.c && (cd "$class/tarred/x" && tar -czf ../../lone.tar.gz . && mv 05 .. && cd .. && rm -r x)
long=$(printf '%0255d' 0)
put "$long" 05.c
good="nested capital second number short text unnamed wide zipped tarred lone $long"
# Without an answer, and with a line that says so.
mkdir -p "$class/document" && echo hello >"$class/document/exercise.docx"
mkdir -p "$class/broken" && echo hello >"$class/broken/work.zip"
mkdir -p "$class/bomb" && (cd "$class/bomb" && truncate -s 2G 05.c && tar -S -czf work.tgz 05.c && rm 05.c)
mkdir -p "$class/evil" && echo x >"$work/out_of_it.c" && (cd "$class/evil" && tar -P -cf work.tar ../../out_of_it.c)
mkdir -p "$class/linked" && ln -s ../number "$class/linked/05"
ln -s number "$class/alias"

"$build/bin/bindpose" exercise grade "$class" --seed 7 --out "$work/out" --jobs 2 >"$work/table" 2>"$work/err"
code=$?
if [ $code -eq 3 ] && grep -q 'UNSAFE=1' "$work/err"; then
    cat "$work/err"
    echo "skipped: no sandbox is available here, and grading reports that"
    exit 0
fi
check "grading succeeds" 0 $code
for student in $good; do
    check "$student" 10 "$(awk -F, -v student="\"$student\"" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "points") at = i }
        $1 == student { print $at }' "$work/out/grades.csv")"
done
named() { check "$1 is named" 1 "$(sed -n '/^To look at/,$p' "$work/table" | grep -c "$2")"; }
for student in capital second number short text unnamed zipped tarred lone; do
    named $student "  $student[.a-z]*: .*taken as the answer to 05_final_matrix"
done
check "usual names in any folder are not" 0 "$(grep -c '  nested:' "$work/table")"
named wide 'wide: .*UTF-16'
named document 'document: no answer was found among exercise.docx'
named broken "broken: work.zip: it is damaged, or no archive"
named bomb "bomb: work.tgz: unpacking it takes too much time, memory or disk"
named evil 'evil: no answer was found'
named linked 'linked: 05: .*link to a folder'
named alias 'alias: .*link'
check "nothing is unpacked elsewhere" "" "$(find "$work" -newer "$work/table" -name 'out_of_it*')"

end_checks "$work/table"
