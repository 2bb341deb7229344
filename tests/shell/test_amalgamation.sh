#!/bin/sh
# bindpose_rig.c compiles alone and without flags, and gives the library's bits: by gcc and clang, where the compiler may
# fuse multiplications with additions, and as plain C11 without vectors and threads. There the unit tests of math, rig and
# mesh pass, too. Its header is C++ as well, and CMake takes it by add_subdirectory.
set -u
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
# say NAME: the last command's result, with what it printed.
say() {
    if [ $? -eq 0 ]; then echo "[       OK ] $1"; else
        printf '[  FAILED  ] %s\n%s\n' "$1" "$(head -c 2000 "$work/said")"
        failures=$((failures + 1))
    fi
}

python3 src/package/amalgamate "$work/a" 1.2.3 >"$work/said" 2>&1
say written || exit 1

# hashes PROGRAM OBJECT COMPILER SETS RUNNER: the hashes of math, batches and skinning by this object, as in
# tests/determinism/hashes. Without sets the programs are only built.
hashes() {
    for hash in math batch skin; do
        $3 -w -O1 -std=gnu17 -ffp-contract=off -DBP_CONTRACT_OFF -Iinclude -Isrc -Itests tests/determinism/${hash}_hash.c "$2" \
            -lm $(case $3 in *mingw*) echo -static ;; esac) -pthread -o "$1" || return 1
        for isa in $4; do BINDPOSE_ISA=$isa $5 "$1" | tr -d '\r' | sed "s/^/${hash}_hash:/"; done
    done >"$work/got" 2>"$work/said" || return 1
    grep -E '^(math|batch|skin)_hash:' tests/determinism/hashes | sort >"$work/wanted"
    [ -z "$4" ] || sort -u "$work/got" | diff - "$work/wanted" >"$work/said"
}
# variant NAME COMPILER FLAGS SETS [RUNNER]
variant() {
    command -v "$2" >/dev/null || { echo "skipped: no $2"; return; }
    # shellcheck disable=SC2086
    $2 $3 -Werror -c "$work/a/bindpose_rig.c" -o "$work/$1.o" >"$work/said" 2>&1 &&
        hashes "$work/$1.exe" "$work/$1.o" "$2" "$4" "${5:-}"
    say "$1: $2 $3"
}

sets=portable
[ "$(uname -m)" = x86_64 ] && sets="portable sse2$(grep -qw avx2 /proc/cpuinfo && echo ' avx2')$(grep -qw avx512vl /proc/cpuinfo && echo ' avx512')"
scalar='-std=c11 -pedantic-errors -Wall -Wextra -DBP_SCALAR -DBP_NO_THREADS'
variant plain gcc '' "$sets"
if [ -n "${TEST_DEEP:-}" ]; then
    variant scalar gcc "$scalar" portable
    variant clang clang '-O2 -Wall -Wextra' "$sets"
    grep -qw fma /proc/cpuinfo && variant fused gcc '-O3 -mfma' "$sets" && variant clang-fused clang '-O2 -mfma' "$sets"
    variant windows x86_64-w64-mingw32-gcc '-O1' "$(command -v wine >/dev/null && echo portable)" wine
fi

echo '#include "bindpose_rig.h"
int main() { bp_skeleton *s = bp_skeleton_create(nullptr, nullptr, nullptr); bp_skeleton_destroy(s); return s == nullptr; }' >"$work/main.cpp"
if command -v g++ >/dev/null; then
    g++ -std=c++17 -Wall -Wextra -Werror -pedantic -I"$work/a" "$work/main.cpp" "$work/plain.o" -lm -pthread -o "$work/main" >"$work/said" 2>&1 && "$work/main"
    say 'header in C++'
fi

if [ -n "${TEST_DEEP:-}" ] && command -v cmake >/dev/null; then
    printf 'cmake_minimum_required(VERSION 3.12)\nproject(p LANGUAGES CXX)\nadd_subdirectory(a)\nadd_executable(p main.cpp)\ntarget_link_libraries(p bindpose::rig)\n' >"$work/CMakeLists.txt"
    cmake -S "$work" -B "$work/b" -DBUILD_SHARED_LIBS=ON >"$work/said" 2>&1 && cmake --build "$work/b" >"$work/said" 2>&1 && "$work/b/p"
    say 'add_subdirectory, shared'
fi

[ -n "${TEST_DEEP:-}" ] || exit $((failures > 0))
tests=$(cd tests/unit && ls math/test_*.c rig/test_*.c mesh/test_*.c | sed 's/\.c$//')
for test in $tests; do
    gcc -w -std=gnu17 -ffp-contract=off -DBP_CONTRACT_OFF -DBP_SCALAR -Iinclude -Isrc -Itests "tests/unit/$test.c" "$work/scalar.o" \
        -lcmocka -lm -pthread -o "$work/test" >"$work/said" 2>&1 && TEST_DEEP='' "$work/test" >"$work/said" 2>&1
    say "scalar: $test"
done
exit $((failures > 0))
