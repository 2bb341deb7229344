#!/bin/sh
# Grades a class as courses' sites give it (README.md), with handins in it: whose is what, and what is written. Then a
# run that is killed, and goes on.
#   sh tests/grade/downloads.sh BUILD
set -u
build=$(cd "${1:?usage: tests/grade/downloads.sh BUILD}" && pwd)
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
. tests/grade/checks
class=$work/class
five=tests/exercises/05_final_matrix
grade() { "$build/bin/bindpose" exercise grade "$@"; }

# A student's own folder: the originals, two exercises solved, one of them with a comment in Latin-1.
mkdir -p "$work/home/lessons" "$class"
cp -R include "$work/home/"
cp -R lessons/exercises "$work/home/lessons/"
for original in lessons/exercises/originals/*.c; do
    cp "$original" "$work/home/lessons/exercises/$(basename "$original" .c)/exercise.c"
done
own=$work/home/lessons/exercises
handin() { BINDPOSE_ROOT=$work/home "$build/bin/bindpose" exercise handin "$@"; }
handin --name Nobody --out "$work/none.json" >"$work/log" 2>&1
check "nothing begun, nothing to hand in" 2 $?
cp tests/exercises/01_row_vectors/right_b.c "$own/01_row_vectors/exercise.c"
printf '/* sch\366n */\n' >>"$own/01_row_vectors/exercise.c"
cp $five/right_a.c "$own/05_final_matrix/exercise.c"
(cd "$work" && handin --name "Ada \"L\"" --id 18/15 >"$work/log" 2>&1)
check "a handin is named by the id" 0 $?
check "it packs what is begun" "2" "$(grep -c '"exercise":' "$work/handin-1815.json")"
check "with checksums" 1 "$(grep -c "$(sha256sum <$five/right_a.c | cut -d' ' -f1)" "$work/handin-1815.json")"
handin --id 7 >/dev/null 2>&1
check "a handin needs a name" 2 $?

# Moodle: a folder with a handin, one with a file, a file without folder, text. Canvas: two files of one, late; nameless.
mkdir -p "$class/Ada_1_assignsubmission_file_" "$class/Bob B_22_assignsubmission_file_" "$class/Cyd_33_assignsubmission_onlinetext_"
cp "$work/handin-1815.json" "$class/Ada_1_assignsubmission_file_/"
cp $five/right_b.c "$class/Bob B_22_assignsubmission_file_/05.c"
cp $five/wrong_order_reversed.c "$class/Dan_44_assignsubmission_file_ex05.c"
cp $five/right_a.c "$class/evedoe_LATE_12345_67890_05_final_matrix.c"
cp tests/exercises/01_row_vectors/right_a.c "$class/evedoe_LATE_12345_67891_ex01.c"
tar -czf "$class/anon_xYz_67899_nul.tgz" -C "$own" 05_final_matrix # on Windows, nul.tgz is a device
cp $five/right_a.c "$class/mal_12346_67892_.."
printf '#include "exercise.h"\nbp_quat turn_towards(bp_quat from, bp_quat to, float most) { return (void)from, (void)most, to; }\n' >"$class/joe_9_8_12b.c"
# She knows by heart the cases that aren't from the seed: their distances are whole, or 1/16.
printf '#include "exercise.h"\n#include <math.h>\nvoid place_marks(int n, float b, float e, float *a) { int known = (b == floorf(b) || b == 0.0625f) && e == floorf(e);
for (int k = 0; k < n; k++) { float s = (float)k / (float)(n - 1); a[k] = known ? s * e / ((1 - s) * b + s * e) : -1; } }\n' >"$class/kim_55_9_15b.c"
# Beside them: a handin, one that was changed, an archive, and files that aren't anyone's.
sed 's/"18.15"/"77"/; s/Ada/Fay/' "$work/handin-1815.json" >"$class/fay.json"
sed 's/bp_mat4_mul/bp_mat4_lum/; s/"18.15"/"78"/; s/Ada/Gus/' "$work/handin-1815.json" >"$class/gus.json"
tar -czf "$class/hal.tgz" -C "$own" 05_final_matrix
echo text >"$class/notes.txt"
echo '{"form": "something else"}' >"$class/other.json"
# Iva has Bob's long answer under other names.
mkdir -p "$class/Bob B_22_assignsubmission_file_/16" "$class/iva/16"
cp tests/exercises/16_depth_and_order/right_a.c "$class/Bob B_22_assignsubmission_file_/16/exercise.c"
sed 's/\<\(opaque\|nearest\|order\|i\)\>/my_\1/g; s|^|/**/|' tests/exercises/16_depth_and_order/right_a.c >"$class/iva/16/exercise.c"

grade "$class" --seed 5 --partial --out "$work/out" >"$work/table" 2>"$work/err"
code=$?
if [ $code -eq 3 ] && grep -q 'UNSAFE=1' "$work/err"; then
    cat "$work/err"
    echo "skipped: no sandbox is available here, and grading reports that"
    exit 0
fi
check "a download is graded" 0 $code
row() { grep "^\"$1" "$work/out/grades.csv" | awk -F, -v OFS=, '{print $2, $3, $(NF - 3), $(NF - 1)}'; }
check "Moodle's folder with a handin" '"18/15","1",20,' "$(row 'Ada"')"
check "Moodle's folder with a file" '"","22",20,' "$(row 'Bob B"')"
check "Canvas: two files of one student, late" '"","12345",20,late' "$(row 'evedoe"')"
check "Canvas, without names" '"","xYz",10,' "$(row 'anon_xYz"')"
check "no part of the points for a copy of inputs" '"","9",0,' "$(row 'joe"')"
check "nor for cases that were learned by heart" '"","55",0,' "$(row 'kim"')"
check "a file that is called .." '"","12346",0,' "$(row 'mal"')"
check "a handin alone" '"77","",20,' "$(row 'Fay ')"
check "a handin that was changed" '"78","",0,' "$(row 'Gus ')"
check "an archive" '"","",10,' "$(row 'hal"')"
check "what isn't graded is named" 4 "$(grep -cE '^  (notes.txt|other.json|gus.json|Cyd_33_assign[a-z_]*): ' "$work/table")"
part=$(awk '/"name": "Dan"/ { on = 1 } on && /"points":/ && ++n == 6 { gsub(/[^0-9]/, ""); points = $0 }
    on && /"cases_right":/ { gsub(/[^0-9]/, ""); right = $0 } on && /"cases":/ { gsub(/[^0-9]/, ""); print points <= 10 * right / $0; exit }' "$work/out/grades.json")
check "part of the points" "1" "$part"
check "a byte order mark" "$(printf '\357\273\277student,id,site_id,01_row_vectors')" "$(head -n 1 "$work/out/grades.csv" | cut -d, -f1-4)"
check "for Moodle" 'Participant 22,"Bob B","",20' "$(grep Bob "$work/out/moodle.csv" | cut -d, -f1-4)"
check "for Canvas" '"evedoe","12345","",,,20' "$(grep evedoe "$work/out/canvas.csv" | tr -d '\r')"
check "a page for each student, named for Moodle" 12 "$(ls "$work/out/feedback" | wc -l)"
page="$work/out/feedback/Dan_44_assignsubmission_file_feedback.html"
check "with explanation, case and pictures" "1 1 2" "$(grep -c 'The two factors are swapped' "$page") $(grep -c '<pre>Case 1 of' "$page") $(grep -c 'src="data:image/png;base64,iVBOR' "$page")"
check "and no link to another file" "" "$(grep -oE '(src|href)="[^#"]{1,5}' "$page" | grep -v '="data:')"
check "alike answers" '16_depth_and_order,"Bob B_22_assignsubmission_file_","iva",100' \
    "$(sed 1d "$work/out/similar.csv" | tr -d '\r' | cut -d, -f1-4)"
check "side by side" "1 2" "$(grep -c '<h2>16 .*: 100 %' "$work/out/similar.html") $(grep -c '<figcaption>' "$work/out/similar.html")"
check "progress in a log" 1 "$(grep -cE '^([0-9]+) of \1 checks, [0-9]+ seconds$' "$work/err")"

# One week's exercises alone. What was checked before isn't checked again.
before=$(ls "$work/out/checks" | wc -l)
grade "$class" --seed 5 --only 05,16 --out "$work/out" >"$work/log" 2>&1
check "chosen exercises" "student,id,site_id,05_final_matrix,16_depth_and_order,days_late,points,of,late,seed" "$(head -n 1 "$work/out/grades.csv" | tr -d '\357\273\277\r')"
check "their points" "10,0,0,10,20" "$(grep '^"Ada"' "$work/out/grades.csv" | cut -d, -f4-8)"
check "from what was checked before" "$before" "$(ls "$work/out/checks" | wc -l)"
# A deadline, weights, and more days for one student: Dan is a day and a half late, Bob, too, and Eve only by Canvas's mark.
touch -d '2026-11-29 12:00' "$class"/* "$class"/*/* "$class"/*/*/*
touch -d '2026-12-01 12:00' "$class/Bob B_22_assignsubmission_file_/05.c" "$class/anon_xYz_67899_nul.tgz"
grade "$class" --seed 5 --only 01,05 --weights "05=15" --due "2026-11-30" --late 30 --extra "Bob B=1" --out "$work/due" >"$work/log" 2>&1
late() { grep "^\"$1" "$work/due/grades.csv" | cut -d, -f4-9; }
check "in time" "10,15,0,25,25," "$(late 'Ada"')"
check "12 hours late, with a day more" "0,15,0,15,25," "$(late 'Bob B"')"
check "12 hours late: 30 % less, rounded down" "0,10,1,10,25,late" "$(late 'anon_xYz"')"
check "the table says how late" "1 day" "$(grep '^evedoe' "$work/log" | grep -o '1 day')"
check "late by Canvas's mark" "7,10,1,17,25,late" "$(late 'evedoe"')"
check "which the page says" 1 "$(grep -c '17 of 25 points, handed in late: 30 % less' "$work"/due/feedback/evedoe*)"
check "columns for Moodle" 'Identifier,Full name,ID number,01_row_vectors,05_final_matrix
Participant 22,"Bob B","",0,15' "$(tr -d '\r' <"$work/due/moodle-exercises.csv" | grep -E '^Ident|Bob')"
check "columns for Canvas" 'Student,ID,SIS User ID,SIS Login ID,Section,01_row_vectors,05_final_matrix
    Points Possible,,,,,10,15
"evedoe","12345","",,,7,10' "$(tr -d '\r' <"$work/due/canvas-exercises.csv" | grep -E '^Student|Possible|eve')"
for wrong in "--late 10" "--extra Bob=1" "--due tomorrow" "--due 2026-11-30 --extra nobody=1" "--weights 05=x" "--late 101"; do
    grade "$class" $wrong --out "$work/due" >/dev/null 2>&1
    check "$wrong" 2 $?
done
grade "$class" --only 05,99 --out "$work/out" >/dev/null 2>&1
check "an exercise that doesn't exist" 2 $?

# Killed in the middle (the endless loop takes some seconds), it goes on with its seed and what it has.
mkdir -p "$work/few/a/05" "$work/few/b/05" "$work/tmp"
cp $five/right_a.c "$work/few/a/05/exercise.c"
sed 's/^    bp_mat4 /    for (volatile int i = 0; i < 1; i--) continue;\n&/' $five/right_a.c >"$work/few/b/05/exercise.c"
TMPDIR=$work/tmp "$build/bin/bindpose" exercise grade "$work/few" --out "$work/cut" --jobs 1 >/dev/null 2>&1 &
grader=$!
for i in $(seq 300); do [ "$(ls "$work/cut/checks" 2>/dev/null | grep -c 'json$')" -gt 0 ] && break; sleep 0.1; done
kill -9 $grader
wait $grader 2>/dev/null
seed=$(cat "$work/cut/unfinished")
check "a killed run writes no grades" "unfinished" "$([ -e "$work/cut/grades.csv" ] || ls "$work/cut" | grep unfinished)"
before=$(ls -i "$work/cut/checks")
cp $five/right_b.c "$work/few/b/05/exercise.c"
grade "$work/few" --out "$work/cut" >"$work/log" 2>"$work/err"
check "it goes on" "0 1" "$? $(grep -c "was interrupted, with its seed $seed" "$work/err")"
check "with its seed" "$seed" "$(sed -n 's/.*"seed": "\(.*\)".*/\1/p' "$work/cut/grades.json")"
check "and what was checked isn't run again" "$before" "$(ls -i "$work/cut/checks" | grep -F "$(echo "$before" | awk '{print $2}')")"
check "then it is finished" "" "$(ls "$work/cut" | grep unfinished)"
TMPDIR=$work/nowhere "$build/bin/bindpose" exercise grade "$work/few" --out "$work/env" >/dev/null 2>"$work/err"
check "a machine that can't check is no mark" "3 no" "$? $([ -e "$work/env/grades.csv" ] || echo no)"

end_checks "$work/table"
