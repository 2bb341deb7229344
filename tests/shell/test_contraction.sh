#!/bin/sh
# The inline functions of bindpose/math.h give the same bits in programs whose compiler may fuse multiplications with
# additions, in C and C++, and bp_is_finite knows NaN with -ffast-math. A sum of the program's own shows that the
# compiler does fuse.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/sums.c" <<'END'
#include <bindpose/math.h>
#include <stdio.h>

static unsigned seed = 1;
static float any(void) {
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 8388608.0f - 1.0f;
}
static unsigned long long hash = 14695981039346656037ull;
static void add(const float *v, int count) {
    for (int i = 0; i < count; i++) {
        unsigned bits;
        memcpy(&bits, &v[i], 4);
        hash = (hash ^ bits) * 1099511628211ull;
    }
}

int main(void) {
    unsigned long long own = 0;
    for (int n = 0; n < 20000; n++) {
        bp_mat4 a, b;
        for (int i = 0; i < 16; i++) a.m[i] = any(), b.m[i] = any();
        bp_vec3 u = {any(), any(), any()}, v = {any(), any(), any()};
        bp_quat p = {any(), any(), any(), any()}, q = {any(), any(), any(), any()};
        float sums[5] = {bp_vec3_dot(u, v), bp_quat_dot(p, q), bp_mix(u.x, v.x, v.y), bp_vec3_length(u), bp_vec3_distance(u, v)};
        bp_vec3 vectors[5] = {bp_vec3_cross(u, v), bp_mat4_point(a, u), bp_mat4_direction(a, u), bp_vec3_normalize(u), bp_vec3_mix(u, v, p.x)};
        bp_quat product = bp_quat_mul(p, q);
        bp_mat4 both = bp_mat4_mul(a, b);
        add(sums, 5), add(&vectors[0].x, 15), add(&product.x, 4), add(both.m, 16);
        float mine = u.x * v.x + u.y * v.y + u.z * v.z;
        unsigned bits;
        memcpy(&bits, &mine, 4);
        own = own * 31 + bits;
    }
    volatile unsigned bits[3] = {0x7fc00000, 0x7f800000, 0x3f800000}; /* NaN, infinity, 1 */
    float values[3];
    for (int i = 0; i < 3; i++) {
        unsigned b = bits[i];
        memcpy(&values[i], &b, 4);
    }
    printf("%llx %llx %d%d%d\n", hash, own, bp_is_finite((double)values[0]), bp_is_finite((double)values[1]), bp_is_finite((double)values[2]));
    return 0;
}
END
cp "$work/sums.c" "$work/sums.cpp"
case $(uname -m) in
x86_64) grep -qw fma /proc/cpuinfo || { echo "skipped: this processor has no fused multiply-add"; exit 0; }; fma=-mfma ;;
aarch64) fma= ;;
*) echo "skipped: not tried on $(uname -m)"; exit 0 ;;
esac
expected= failures=0 fused=0
compilers='gcc clang++'
[ -z "${TEST_DEEP:-}" ] || compilers='gcc clang g++ clang++'
for compiler in $compilers; do
    case $compiler in *++) source=$work/sums.cpp language=c++17 ;; *) source=$work/sums.c language=gnu17 ;; esac
    command -v $compiler >/dev/null || { echo "skipped: no $compiler"; continue; }
    for options in "-O0 -ffp-contract=off" "-O2 $fma" "-O3 $fma -funroll-loops"; do
        # shellcheck disable=SC2086
        $compiler -std=$language "$source" $options -Iinclude -lm -o "$work/sums" || exit 3
        got=$("$work/sums")
        [ -n "$expected" ] || expected=$got
        if [ "${got%% *} ${got##* }" = "${expected%% *} ${expected##* }" ]; then
            echo "[       OK ] $compiler $options"
        else
            echo "[  FAILED  ] $compiler $options: $got, not $expected"
            failures=$((failures + 1))
        fi
        [ "$got" = "$expected" ] || fused=1
    done
    # shellcheck disable=SC2086
    $compiler -std=$language "$source" -O2 -ffast-math -Iinclude -lm -o "$work/sums" || exit 3
    got=$("$work/sums")
    if [ "${got##* }" = 001 ]; then
        echo "[       OK ] $compiler -ffast-math knows NaN"
    else
        echo "[  FAILED  ] $compiler -ffast-math: $got"
        failures=$((failures + 1))
    fi
done
[ $fused -eq 1 ] || { echo "[  FAILED  ] no compiler fuses anything, so this test shows nothing"; failures=$((failures + 1)); }
exit $((failures > 0))
