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
mkdir -p "$class/thirty" && for original in lessons/exercises/originals/*.c; do
    sed 's|Your code here|x|' "$original" >"$class/thirty/$(basename "$original" | sed 's/_.*//').c"
done
mkdir -p "$class/utf32/05_final_matrix" && iconv -t UTF-32 "$answer" >"$class/utf32/05_final_matrix/exercise.c"
mkdir -p "$class/tenb" && cp tests/exercises/10b_sword_in_the_hand/right_b.c "$class/tenb/10.c"
# A device and a file, a file twice, and folders whose names are composed in two ways.
put device/x 05.c && (cd "$class/device/x" && python3 - <<'END_OF_PYTHON'
import tarfile
tar = tarfile.open("../work.tar", "w")
for name in "04.c", "06.c":
    device = tarfile.TarInfo(name)
    device.type, device.devmajor, device.devminor = tarfile.CHRTYPE, 1, 3
    tar.addfile(device)
tar.add("05.c")
tar.close()
END_OF_PYTHON
    cd .. && rm -r x)
put twice/x 05.c && (cd "$class/twice/x" && echo old >../05.c && tar -cf ../work.tar -C .. 05.c && rm ../05.c && tar -rf ../work.tar 05.c && cd .. && rm -r x)
nfc=$(printf 'M\303\274ller') nfd=$(printf 'Mu\314\210ller')
put "composed/x/$nfc/05" exercise.c && put "composed/x/$nfd/05" exercise.c && echo '/* other */' >>"$class/composed/x/$nfd/05/exercise.c" &&
    (cd "$class/composed" && tar -cf work.tar x && rm -r x)
put "$nfc" 05.c && put "$nfd" 05.c
put Ada 05.c && put "$(printf '\320\220da')" 05.c # a Cyrillic A
good="device twice composed utf32 nested capital second number short text unnamed wide zipped tarred lone $long"
# Without an answer, and with a line that says so.
mkdir -p "$class/document" && echo hello >"$class/document/exercise.docx"
mkdir -p "$class/broken" && echo hello >"$class/broken/work.zip"
mkdir -p "$class/bomb" && (cd "$class/bomb" && truncate -s 2G 05.c && tar -S -czf work.tgz 05.c && rm 05.c)
mkdir -p "$class/evil" && echo x >"$work/out_of_it.c" && (cd "$class/evil" && tar -P -cf work.tar ../../out_of_it.c)
mkdir -p "$class/locked" && python3 - "$class/locked/work.zip" <<'END_OF_PYTHON'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as archive:
    archive.writestr("05.c", 20 * "int x;\n")
data = bytearray(open(sys.argv[1], "rb").read())
data[6] |= 1 # encrypted, it says
data[data.index(b"PK\x01\x02") + 8] |= 1
open(sys.argv[1], "wb").write(data)
END_OF_PYTHON
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
for student in capital second number short text zipped tarred lone; do
    named $student "  $student[.a-z]*: taken by their names: .* as 05$"
done
named unnamed "  unnamed: final.c: taken as the answer to 05_final_matrix"
check "usual names in any folder are not" 0 "$(grep -c '  nested:' "$work/table")"
named wide 'wide: .*UTF-16'
named utf32 'utf32: .*UTF-32'
check "thirty usual names take one line" 1 "$(grep -c '^  thirty: ' "$work/table")"
named device 'device: work.tar: a part of it can.t be unpacked'
named twice 'twice: work.tar: it holds 05.c twice; the last one counts'
named composed "composed: .*/05/exercise.c: not used; graded is .*/05/exercise.c"
cause() { awk -v student="\"$1\"" -v name="$2" '/"name":/ { here = index($0, student) } /"exercise":/ { on = index($0, name) }
    here && on && /"text":/ { sub(/.*"text": "/, ""); print; exit }' "$work/out/grades.json"; }
check "10.c that holds 10b's function, in exercise 10" "10.c has carry_sword, the function of exercise 10b, and not prepare. Hand it in as 10b.c.\"," "$(cause tenb 10_prepare)"
check "and in 10b" "10.c has the function of this exercise, carry_sword. Hand it in as 10b.c.\"," "$(cause tenb 10b_sword)"
if ldd "$build/bin/bindpose" 2>/dev/null | grep -q icu; then
    check "names that are composed in two ways" 1 "$(grep -c 'the names M.*ller and M.*ller look alike' "$work/table")"
    check "and letters that look alike" 1 "$(grep -c 'the names .*da and .*da look alike' "$work/table")"
else
    echo "skipped: names that look alike, which takes ICU"
fi
named document 'document: no answer was found among exercise.docx'
named broken "broken: work.zip: it is damaged, or no archive"
named bomb "bomb: work.tgz: unpacking it takes too much time, memory or disk"
named locked "locked: work.zip: .*it is encrypted"
named evil 'evil: no answer was found'
named linked 'linked: 05: .*link to a folder'
named alias 'alias: .*link'
check "nothing is unpacked elsewhere" "" "$(find "$work" -newer "$work/table" -name 'out_of_it*')"

end_checks "$work/table"
