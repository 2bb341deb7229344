#!/bin/sh
# What fails around a correct answer: the disk, memory, the compiler, the sandbox, at each of their uses. The answer passes or
# there is no mark at all (exit 3, no file written); it never loses points.
#   sh tests/grade/environment.sh BUILD
set -u
build=${1:?usage: tests/grade/environment.sh BUILD}
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
bindpose=$(pwd)/$build/bin/bindpose
answer=$(pwd)/tests/exercises/05_final_matrix/right_a.c
unset CC TMPDIR
XDG_DATA_HOME=$work/data
export XDG_DATA_HOME
. tests/grade/checks

mkdir -p "$work/class/ada/05_final_matrix" "$work/bin"
cp "$answer" "$work/class/ada/05_final_matrix/exercise.c"
echo "exec '$bindpose' exercise grade '$work/class' --seed 7 --out '$work/out'" >"$work/grade"
echo "exec '$bindpose' exercise check 5 --seed 7 --file '$answer'" >"$work/check"
grade() { /bin/sh "$work/grade"; }
check_answer() { /bin/sh "$work/check"; }

# Ada's points, by the column's name.
points() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "points") at = i } /^"ada"/ { print $at }' "$work/out/grades.csv"; }

rm -rf "$work/out"
grade >"$work/table" 2>"$work/err"
code=$?
if [ $code -eq 3 ] && grep -q 'UNSAFE=1' "$work/err"; then
    cat "$work/err"
    echo "skipped: no sandbox is available here, and grading reports that"
    exit 0
fi
check "without trouble it passes" '0 10' "$code $(points)"

# fair COMMAND...: prints "passes", "no mark", or what else came of it.
fair() {
    rm -rf "$work/out"
    "$@" >"$work/said" 2>"$work/err"
    code=$?
    points=$(points 2>/dev/null)
    if [ $code -eq 0 ] && [ "${points:-10}" = 10 ] && ! grep -q '  [bcfmtw?]  ' "$work/said"; then
        echo "passes"
    elif [ $code -eq 3 ] && [ ! -e "$work/out/grades.csv" ] && [ "$(grep -vc ' checks, ' "$work/err")" -le 2 ]; then
        echo "no mark"
    else
        echo "exit $code, points '$points': $(head -c 300 "$work/said" "$work/err")"
    fi
}

# A small disk. bwrap can mount one of any size.
seen=
for kilobytes in 8 24 64 128 256 1024 8192 65000 131072; do
    for what in check grade; do
        result=$(fair bwrap --dev-bind / / --size $((1024 * kilobytes)) --tmpfs /mnt --setenv TMPDIR /mnt sh "$work/$what")
        seen="$seen $what:$(echo "$result" | tr ' ' _)"
        case $result in passes | 'no mark') ;; *) check "$what with a disk of $kilobytes KiB" "passes, or no mark" "$result" ;; esac
    done
done
for one in check:passes check:no_mark grade:passes grade:no_mark; do
    check "disks of some size give $one" 1 "$(echo "$seen " | grep -c "$one ")"
done

# The compiler fails at its Nth use, as where it is killed, or where the disk is full for a moment.
for message in 'gcc: fatal error: Killed signal terminated program cc1' 'collect2: error: ld returned 1 exit status' \
    '/tmp/x.s: fatal error: error writing to /tmp/x.s: No space left on device'; do
    for n in 1 2 3 4; do
        cat >"$work/bin/cc" <<END_OF_CC
#!/bin/sh
echo >>"$work/uses"
[ \$(wc -l <"$work/uses") -ne $n ] || { echo "$message" >&2; exit 1; }
exec gcc "\$@"
END_OF_CC
        chmod +x "$work/bin/cc"
        rm -f "$work/uses"
        check "the compiler fails at use $n: ${message%%:*}" passes "$(CC=$work/bin/cc fair check_answer)"
    done
done
printf '#!/bin/sh\necho "cc: Killed" >&2; exit 1\n' >"$work/bin/cc"
check "the compiler always fails" "no mark" "$(CC=$work/bin/cc fair check_answer)"
check "and the message is one line" 1 "$(wc -l <"$work/err")"

# The sandbox fails at its Nth use.
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
    cat >"$work/bin/bwrap" <<END_OF_BWRAP
#!/bin/sh
echo >>"$work/uses"
[ \$(wc -l <"$work/uses") -ne $n ] || { echo "bwrap: Creating new namespace failed: Resource temporarily unavailable" >&2; exit 1; }
exec $(command -v bwrap) "\$@"
END_OF_BWRAP
    chmod +x "$work/bin/bwrap"
    rm -f "$work/uses"
    result=$(PATH=$work/bin:$PATH fair grade)
    case $result in passes | 'no mark') result=fair ;; esac
    check "the sandbox fails at use $n" fair "$result"
done
# It fails for good while the second of three students is checked. The same command then goes on, with the same seed, and
# doesn't check the first one again.
for student in bob cyd; do
    mkdir -p "$work/class/$student"
    sed "1i /* $student */" "$answer" >"$work/class/$student/05.c"
done
for from in 1001 10 1000; do
    sed -i "s/-[nl][et] [0-9]* /-lt $from /" "$work/bin/bwrap"
    rm -f "$work/uses"
    [ $from = 1000 ] || rm -rf "$work/out" # from 10 on it fails; from 1000 on, never
    PATH=$work/bin:$PATH "$bindpose" exercise grade "$work/class" --out "$work/out" --jobs 1 >"$work/said" 2>"$work/err"
    code=$?
    if [ $from = 1001 ]; then
        whole=$(wc -l <"$work/uses")
    elif [ $from = 10 ]; then
        check "a run that is interrupted" "3 no grades" "$code $(ls "$work/out/grades.csv" 2>/dev/null || echo no grades)"
        seed=$(cat "$work/out/unfinished")
    else
        check "goes on with its seed" "0 Seed $seed" "$code $(grep -o 'Seed [0-9]*' "$work/said")"
        check "and checks only what is left" yes "$([ "$(wc -l <"$work/uses")" -lt "$whole" ] && echo yes)"
        check "with all points" "10 10 10" "$(echo $(awk '/"points": 10,/ && /"points": 10/ { print 10 }' "$work/out/grades.json" | head -n 3))"
    fi
done
rm -r "$work/class/bob" "$work/class/cyd"
# The advice fits the cause.
advice() { # advice WHAT_BWRAP_SAYS
    printf '#!/bin/sh\necho "bwrap: %s" >&2; exit 1\n' "$1" >"$work/bin/bwrap"
    rm -rf "$work/out"
    PATH=$work/bin:$PATH grade 2>&1 >/dev/null | grep -oE 'Mount /proc|See below why|Install bubblewrap'
}
check "advice without /proc" "Mount /proc" "$(advice "Can't read /proc/sys/kernel/overflowuid: No such file or directory")"
check "advice without namespaces" "See below why" "$(advice "No permissions to create new namespace")"
rm -f "$work/bin/bwrap" "$work/bin/cc"

# Memory, permissions, open files, no compiler.
check "address space for no sanitizer" "no mark" "$(fair sh -c "ulimit -v 4000000; . '$work/check'")"
for mask in 000 077; do
    check "umask $mask" passes "$(fair sh -c "umask $mask; . '$work/check'")"
done
mkdir "$work/it's \$(id) here"
check "quotes and spaces in the scratch folder's path" passes "$(TMPDIR="$work/it's \$(id) here" fair check_answer)"
check "a program that may not be run" "no mark" "$(fair sh -c "umask 0777; . '$work/check'")"
umask 077
check "a strict umask while grading" passes "$(fair grade)"
umask 022
result=$(fair sh -c "ulimit -n 12; . '$work/grade'")
case $result in passes | 'no mark') result=fair ;; esac
check "few open files" fair "$result"
ln -s "$(command -v bwrap)" "$work/bin/bwrap"
check "no compiler" "no mark" "$(fair env "PATH=$work/bin" /bin/sh "$work/grade")"
check "which the message says" 1 "$(grep -cE 'no C compiler|needs gcc or clang' "$work/err")"

# A program that the system kills: no mark, and none for what ends itself in a similar way.
sed 's/^bp_mat4 final_matrix/#include <stdlib.h>\n&/; s/bp_mat4 absolute/_Exit(137); &/' "$answer" >"$work/class/ada/05_final_matrix/exercise.c"
rm -rf "$work/out"
grade >/dev/null 2>&1
check "an exit code like a killed program's is its own" '0 0' "$? $(points)"

end_checks
