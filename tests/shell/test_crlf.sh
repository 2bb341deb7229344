#!/bin/sh
# Files with the line ends of Windows are read like those with line feeds: models, recordings, students' code, formulas
# and progress. Each expected text is what the same file gives with line feeds.
set -u
B=${B:-build}
here=$(pwd)
bindpose=$here/$B/bin/bindpose
. "$(dirname "$0")/want.sh"
crlf() { sed 's/$/\r/' "$1"; }
# same NAME FIRST SECOND: two commands must print the same, and end the same.
same() {
    first=$(sh -c "$2" 2>&1; echo "exit $?")
    second=$(sh -c "$3" 2>&1; echo "exit $?")
    if [ "$first" = "$second" ]; then
        echo "[       OK ] $1"
    else
        printf '[  FAILED  ] %s:\n%s\ninstead of\n%s\n' "$1" "$second" "$first"
        failures=$((failures + 1))
    fi
}

# ---- models and recordings -------------------------------------------------------------------------

mkdir "$work/lf" "$work/crlf"
cat >"$work/lf/model.gltf" <<'J'
{
  "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "a joint", "children": [1], "mesh": 0}, {"name": "two"}],
  "skins": [{"joints": [1]}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [9, 9, 0]}],
  "bufferViews": [{"buffer": 0, "byteLength": 36}],
  "buffers": [{"byteLength": 36, "uri":
    "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]
}
J
crlf "$work/lf/model.gltf" >"$work/crlf/model.gltf"
for command in inspect 'inspect --json' 'skin --json' doctor 'doctor --json'; do
    same "$command" "cd '$work/lf' && '$bindpose' $command model.gltf" "cd '$work/crlf' && '$bindpose' $command model.gltf"
done
same 'a repair' "cd '$work/lf' && '$bindpose' doctor model.gltf --fix fixed.gltf" \
    "cd '$work/crlf' && '$bindpose' doctor model.gltf --fix fixed.gltf"
want 0 '"max": \[ *1, *1, *0 *\]' 'which is written' grep '"max"' "$work/crlf/fixed.gltf"
same 'is as good' "'$bindpose' skin --json '$work/lf/fixed.gltf' | grep -v file" "'$bindpose' skin --json '$work/crlf/fixed.gltf' | grep -v file"
crlf tests/oracle/data/doc-cases.json >"$work/recording.json"
want 0 ' 37 traces, 187 steps' 'a recording' "$B/tests/replay" "$work/recording.json"

# ---- exercises -------------------------------------------------------------------------------------

BINDPOSE_BUILD=$here/$B
[ "$B" = build ] || BINDPOSE_BUILD=$here/build
[ -f "$BINDPOSE_BUILD/exercises/main.o" ] || { echo "skipped: no $BINDPOSE_BUILD"; exit $failures; }
BINDPOSE_ROOT=$work/home XDG_DATA_HOME=$work/data
export BINDPOSE_BUILD BINDPOSE_ROOT XDG_DATA_HOME
mkdir -p "$work/home/lessons"
ln -s "$here/include" "$work/home/include"
cp -r lessons/exercises "$work/home/lessons/"
for original in lessons/exercises/originals/*.c; do
    crlf "$original" >"$work/home/lessons/exercises/$(basename "$original" .c)/exercise.c"
done
mine=$work/home/lessons/exercises/05_final_matrix/exercise.c
five=tests/exercises/05_final_matrix
want 0 '^05  not begun ' 'an original is no answer' "$bindpose" exercise list
want 2 'none of the exercises is begun' 'nor is it handed in' "$bindpose" exercise handin --name Ada --out "$work/handin.json"
want 1 'still returns a matrix that moves nothing' 'its gap' "$bindpose" exercise check 05 --seed 1
cp $five/right_a.c "$mine"
want 0 ' right' 'an answer' "$bindpose" exercise check 5 --seed 1
crlf $five/right_a.c >"$mine"
want 0 '^05  passes ' 'the same with other line ends' "$bindpose" exercise list
want 0 ' right' 'passes too' "$bindpose" exercise check 5 --seed 1
want 0 '1 exercise' 'and is handed in' "$bindpose" exercise handin --name Ada --out "$work/handin.json"
# A macro of two lines, a printed text, a file without a line end, an error of the compiler, an address error.
answer() {
    printf '%s\n' "$2" >"$work/$1.lf"
    cat "$here/$five/right_a.c" >>"$work/$1.lf"
    cp "$work/$1.lf" "$work/lf/answer.c"
    crlf "$work/$1.lf" >"$work/crlf/answer.c"
    same "$1" "cd '$work/lf' && '$bindpose' exercise check 5 --seed 1 --file answer.c" \
        "cd '$work/crlf' && '$bindpose' exercise check 5 --seed 1 --file answer.c"
}
answer 'a macro of two lines' '#define TWICE(a) \
    ((a) + (a))
enum { FOUR = TWICE(2) };'
answer 'code that does not compile' 'int broken = ;'
answer 'a warning' '/* a comment
   of two lines */ static int unused;'
sed 's/bp_mat4 final_matrix/#include <stdio.h>\n__attribute__((constructor)) static void say(void) { printf("one\\r\\ntwo\\r\\n"); }\n&/' $five/wrong_order_reversed.c >"$work/prints.c"
want 1 'two' 'printed lines' "$bindpose" exercise check 5 --seed 1 --file "$work/prints.c"
want 0 '^0$' 'have no marks at their ends' sh -c "'$bindpose' exercise check 5 --seed 1 --file '$work/prints.c' | grep -c 'one?'; true"
if [ -x "$BINDPOSE_BUILD/exercises/tcc" ]; then
    want 0 ' right' 'by libtcc' env CC=tcc "$bindpose" exercise check 5 --seed 1
fi

# ---- formulas and progress ------------------------------------------------------------------------

formula=$(printf 'chain = local * parent_absolute\r\ninverse(bind * parent_absolute_bind)\r\n    * chain\r\n')
want 0 '"passed": true' 'a formula of three lines' "$bindpose" exercise try 5 "$formula"
crlf "$work/data/bindpose/exercises.json" >"$work/progress.json" && cp "$work/progress.json" "$work/data/bindpose/exercises.json"
want 0 '^05  passes ' 'progress' "$bindpose" exercise list

[ $failures -eq 0 ] || exit 1
echo "test_crlf: good"
