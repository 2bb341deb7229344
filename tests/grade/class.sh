#!/bin/sh
# Grades an invented class twice. Each kind of bad submission loses its own points and harms no other student.
#   sh tests/grade/class.sh BUILD
# Without a sandbox (bubblewrap needs namespaces) it checks that grading ends with exit 3, and prints "skipped".
set -u
build=${1:?usage: tests/grade/class.sh BUILD}
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
class=$work/class
. tests/grade/checks

solution() { # solution STUDENT NUMBER LETTER
    name=$(basename "$(ls -d tests/exercises/"$2"_*)")
    mkdir -p "$class/$1/$name"
    from=tests/exercises/$name/right_b.c
    [ "$3" = b ] || from=$build/answers/$name/right.c
    cp "$from" "$class/$1/$name/exercise.c"
}
# Writes a student's exercise 05. The function's body comes from standard input, and BEFORE goes before the function.
five() { # five STUDENT [BEFORE]
    mkdir -p "$class/$1/05_final_matrix"
    {
        echo '#include "exercise.h"'
        [ $# -lt 2 ] || printf '%s\n' "$2"
        echo 'bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {'
        echo '    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;'
        cat
        echo '}'
    } >"$class/$1/05_final_matrix/exercise.c"
}
# An attacker makes system calls, not by the C library's function for each.
syscall='long syscall(long number, ...);
static long call(long n, long a, long b, long c) { return syscall(n, a, b, c); }'

# ada: all exercises correct. bob: one correct, and the originals of the others.
for folder in tests/exercises/[0-9]*/; do number=$(basename "$folder") && solution ada "${number%%_*}" a; done
solution bob 05 b
for original in lessons/exercises/originals/*.c; do
    name=$(basename "$original" .c)
    [ -d "$class/bob/$name" ] || { mkdir -p "$class/bob/$name" && cp "$original" "$class/bob/$name/exercise.c"; }
done
# cyd never ends. dan crashes. eve doesn't compile. fay swaps two factors, and returns a whole handout.
echo '    for (volatile unsigned i = 0;; i++) continue;' | five cyd
echo '    volatile int *nowhere = 0; *nowhere = 1; return local;' | five dan
echo '    return lokal;' | five eve
# uma calls a function that she only declared.
echo '    return undo_bind(bind);' | five uma 'bp_mat4 undo_bind(bp_mat4 bind);'
mkdir -p "$class/fay fay/lessons/exercises/05_final_matrix"
cp tests/exercises/05_final_matrix/wrong_order_reversed.c "$class/fay fay/lessons/exercises/05_final_matrix/exercise.c"
# gus reads another student's file, in the compiler and in the program. hal writes outside his folder.
secret=$class/ada/05_final_matrix/exercise.c
echo "    return call(2, (long)\"$secret\", 0, 0) >= 0 ? local : bp_mat4_identity();" | five gus "$syscall"
mkdir -p "$class/gus2/05_final_matrix"
echo "#include \"$secret\"" >"$class/gus2/05_final_matrix/exercise.c"
echo "    call(2, (long)\"$work/mine\", 0101, 0666); call(83, (long)\"$class/ada/there\", 0777, 0); call(87, (long)\"$secret\", 0, 0);
    return call(2, (long)\"$class/ada/05_final_matrix/exercise.c\", 02001, 0) >= 0 ? local : bp_mat4_identity();" | five hal "$syscall"
# ivy's function calls itself without end, kim takes all memory, joe starts processes without end. Two can't be checked:
# ned's file is a link to ada's, and pip's is a pipe.
echo '    char grow[1 << 16]; grow[0] = (char)bind.m[0]; return final_matrix(local, bind, local, bp_mat4_mul(bind, bind)).m[0] > grow[0] ? local : bind;' | five ivy
echo '    static volatile char all[1 << 30]; for (long i = 0; i < (1 << 30); i += 512) all[i] = 1; return local;' | five kim
echo '    for (int i = 0; i < 100000; i++) call(57, 0, 0, 0); for (;;) continue; return local;' | five joe "$syscall"
# jon, whose files are all correct, is checked beside joe: his compilers must start nevertheless.
for folder in tests/exercises/[0-9]*/; do number=$(basename "$folder") && solution jon "${number%%_*}" b; done
mkdir -p "$class/ned/05_final_matrix"
ln -s "$secret" "$class/ned/05_final_matrix/exercise.c"
mkdir -p "$class/pip" && mkfifo "$class/pip/05_final_matrix.c"

"$build/bin/bindpose" exercise grade "$class" --seed 7 --out "$work/one" --jobs 2 >"$work/one.txt" 2>"$work/one.err"
code=$?
if [ $code -eq 3 ] && grep -q 'UNSAFE=1' "$work/one.err"; then
    cat "$work/one.err"
    echo "skipped: no sandbox is available here, and grading reports that"
    exit 0
fi
check "grading the class succeeds" 0 $code
"$build/bin/bindpose" exercise grade "$class" --seed 7 --out "$work/two" --jobs 1 >"$work/two.txt" 2>&1

# Prints "verdict points cause" of a student's exercise 05.
mark() {
    awk -v student="\"$1\"" '
        /"name":/ { here = index($0, student) > 0; five = 0 }
        /"exercise":/ { five = index($0, "05_final_matrix") > 0 }
        here && five && /"(verdict|cause|points)":/ { gsub(/[",]/, ""); printf "%s%s", sep, $2; sep = " " }' "$work/one/grades.json"
}
all=$(ls -d tests/exercises/[0-9]*/ | wc -l)
check "ada has all points" "\"ada\",$((10 * all))" "$(awk -F, '/"ada"/ {print $1 "," $(NF - 3)}' "$work/one/grades.csv")"
check "bob has the points of one exercise" '"bob",10' "$(awk -F, '/"bob"/ {print $1 "," $(NF - 3)}' "$work/one/grades.csv")"
check "an endless loop" "time 0 time" "$(mark cyd)"
check "a crash" "crash 0 sanitizer" "$(mark dan)"
check "code that does not compile" "build 0 compile" "$(mark eve)"
check "a function that is declared only" "build 0 compile" "$(mark uma)"
check "is named" yes "$(grep -q 'there is no function undo_bind' "$work/one/feedback/uma.html" && echo yes)"
check "a known mistake is named" "wrong 0 order_reversed" "$(mark 'fay fay')"
check "code cannot read another's file" "wrong 0 no_effect" "$(mark gus)"
check "code cannot include another's file" "build 0 compile" "$(mark gus2)"
check "code cannot write outside its folder" "wrong 0 no_effect" "$(mark hal)"
check "the others' files are unchanged" "right_a.c" \
    "$(cmp -s "$build/answers/05_final_matrix/right.c" "$secret" && [ ! -e "$class/ada/there" ] && [ ! -e "$work/mine" ] && echo right_a.c)"
check "endless recursion" "crash 0 sanitizer" "$(mark ivy)"
check "endless allocation" "memory 0 memory" "$(mark kim)"
check "endless processes" "time 0 time" "$(mark joe)"
check "they do not stop other students' code" "\"jon\",$((10 * all))" "$(awk -F, '/"jon"/ {print $1 "," $(NF - 3)}' "$work/one/grades.csv")"
check "a link to another's work" "none 0 unreadable" "$(mark ned)"
check "a pipe" "none 0 unreadable" "$(mark pip)"
check "grading again gives equal files" "same" \
    "$(for f in csv json xml; do cmp "$work/one/grades.$f" "$work/two/grades.$f" || echo "differs: $f"; done | grep -q . && echo differ || echo same)"
check "the seed is in every file" "3" "$(grep -lE '"seed": "7"|,[0-9]*0,,7|seed 7"' "$work"/one/grades.* | wc -l)"
# Without a seed there is a new one each time.
mkdir -p "$work/few" && cp -r "$class/eve" "$work/few/"
for run in a b; do "$build/bin/bindpose" exercise grade "$work/few" --out "$work/$run" >/dev/null 2>&1; done
check "two runs without a seed have different ones" "2" "$(grep -h '"seed"' "$work/a/grades.json" "$work/b/grades.json" | sort -u | wc -l)"
# Results that others put into OUT aren't believed, nor changed ones.
for forged in "$work/one/checks/"*.json; do sed -i 's/"points": *"*0"*/"points": "1000000"/' "$forged"; done
"$build/bin/bindpose" exercise grade "$class" --seed 7 --out "$work/one" --only 05 >"$work/forged.txt" 2>&1
check "changed results are checked again" 0 "$(grep -c 1000000 "$work/forged.txt")"
check "and give the same marks" "wrong 0 order_reversed" "$(mark 'fay fay')"
# Nor is a result that was proven for another file: ada's for fay's.
passes=$(grep -l '"exercise": "05_final_matrix"' "$work"/one/checks/*.json | xargs grep -l '"cause": ""' | head -n 1)
reversed=$(grep -l '"cause": "order_reversed"' "$work"/one/checks/*.json | head -n 1)
check "there are two results to exchange" 2 "$(ls "$passes" "$reversed" | wc -l)"
cp "$passes" "$reversed"
"$build/bin/bindpose" exercise grade "$class" --seed 7 --out "$work/one" --only 05 >/dev/null 2>&1
check "another file's result is checked again" "wrong 0 order_reversed" "$(mark 'fay fay')"
# Pages of students who left are removed, and other files stay.
mkdir -p "$work/less" && cp -r "$class/eve" "$work/less/" && echo mine >"$work/one/feedback/notes.html"
"$build/bin/bindpose" exercise grade "$work/less" --seed 7 --out "$work/one" >/dev/null 2>&1
check "old pages are removed" "eve.html notes.html" "$(ls "$work/one/feedback" | tr '\n' ' ' | sed 's/ $//')"
"$build/bin/bindpose" exercise grade "$class" --out "$class/grades" >/dev/null 2>"$work/err"
check "OUT inside of DIR is wrong use" "2 there is no student" "$? $(grep -q 'would count as a student' "$work/err" && [ ! -e "$class/grades" ] && echo there is no student)"
check "feedback doesn't tell where files lay" 0 "$(grep -c 'bindpose-' "$work/two/feedback/eve.html")"
# An interrupt says how to go on.
timeout -s INT 4 "$build/bin/bindpose" exercise grade "$class" --seed 8 --out "$work/cut" --jobs 1 >/dev/null 2>"$work/err"
check "an interrupt says how to go on" yes "$(grep -q 'call this again to go on' "$work/err" && echo yes)"
# Thirty files that wait: a student's, not the class's trouble.
for original in lessons/exercises/originals/*.c; do
    mkdir -p "$work/slow/zoe/$(basename "$original" .c)"
    sed 's|Your code here|*/ extern unsigned sleep(unsigned); sleep(100); /* Your code here|' "$original" >"$work/slow/zoe/$(basename "$original" .c)/exercise.c"
done
before=$(date +%s)
mkdir -p "$work/tmp" && chmod 1777 "$work/tmp"
TMPDIR=$work/tmp "$build/bin/bindpose" exercise grade "$work/slow" --seed 7 --out "$work/slow-out" --jobs 2 >"$work/slow.txt" 2>&1 &
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    sleep 8 # it compiles, links and runs: nobody else may look into its folder, or put a program there
    check "another account can't look into the scratch folder" "1 0" \
        "$(setpriv --reuid 65534 --clear-groups sh -c "ls -d '$work'/tmp/bindpose-* | wc -l; ls -d '$work'/tmp/bindpose-*/* '$work'/tmp/bindpose-*/work/* 2>/dev/null | wc -l" | tr '\n' ' ' | sed 's/ $//')"
    mkdir -p "$work/theirs/feedback" && chown -R 65534 "$work/theirs"
    "$build/bin/bindpose" exercise grade "$work/few" --out "$work/theirs/grades" >/dev/null 2>"$work/err"
    check "OUT in another account's folder is wrong use" "2 another account feedback" \
        "$? $(grep -o 'another account' "$work/err") $(ls "$work/theirs")"
else
    echo "skipped: another account, which takes root and setpriv"
fi
wait $!
took=$(($(date +%s) - before))
check "thirty files that wait take at most three minutes" yes "$([ $took -le 180 ] && echo yes || echo "$took s")"
# Killed processes may take a moment to end.
for i in $(seq 30); do ps -eo args 2>/dev/null | grep "$work" | grep -qv grep || break; sleep 1; done
check "no process is left" "" "$(ps -eo args 2>/dev/null | grep "$work" | grep -v grep | head -n 1)"
"$build/bin/bindpose" exercise grade "$work/nobody" >/dev/null 2>"$work/err"
check "a missing folder is wrong use" "2" $?

end_checks "$work/one.txt"
