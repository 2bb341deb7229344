#!/bin/bash
# Builds the fuzz targets for OSS-Fuzz, which sets CC, CXX, CFLAGS, LIB_FUZZING_ENGINE, OUT and WORK, and calls it in the
# repository. OUT gets each target with its seeds, dictionary and options, and the libraries that the machine which
# fuzzes lacks. FUZZ chooses targets.
#
# To try it without OSS-Fuzz:
#   CC=clang CXX=clang++ LIB_FUZZING_ENGINE=-fsanitize=fuzzer OUT=/tmp/out WORK=/tmp/work \
#   CFLAGS='-O1 -gline-tables-only -fsanitize=address,fuzzer-no-link' bash tests/fuzz/oss-fuzz/build.sh
set -eu
targets=${FUZZ:-$(ls tests/fuzz/*.c | sed 's,.*/,,; s,\.c$,,' | grep -vx damage)}
mkdir -p "$OUT/lib" "$WORK"

# The kernels compile for minutes with the undefined sanitizer. CFLAGS stands where our own sanitizers stand, so that
# programs that run during the build are compiled without it.
programs=$(for name in $targets; do echo "$WORK/build/tests/fuzz/$name"; done)
flags=$CFLAGS
unset CFLAGS CXXFLAGS
make -s -j"$(nproc)" B="$WORK/build" CC="$CC" ICU= DRACO= OPTIMIZE= SANITIZE="$flags" \
    KERNEL_FLAGS=-fno-sanitize=undefined FUZZ_ENGINE="$LIB_FUZZING_ENGINE" LDFLAGS="-Wl,-rpath,'\$\$ORIGIN/lib'" $programs

for name in $targets; do
    program=$WORK/build/tests/fuzz/$name kind=${name%%_*}
    cp "$program" "$OUT/$name"
    ldd "$program" | sed -n 's,.* => \(/[^ ]*/lib\(jansson\|webp\|sharpyuv\|cmocka\)[^ ]*\) .*,\1,p' | xargs -r cp -Lt "$OUT/lib"
    seeds="tests/fuzz/corpus/$kind"
    [ "$kind" != gltf ] || seeds="$seeds tests/cases"
    rm -f "$OUT/${name}_seed_corpus.zip"
    find $seeds -type f ! -name '*.py' | zip -q -j -@ "$OUT/${name}_seed_corpus.zip"
    [ ! -f "tests/fuzz/$kind.dict" ] || cp "tests/fuzz/$kind.dict" "$OUT/$name.dict"
    printf '[libfuzzer]\nmax_len = %s\n' "$(sh tests/fuzz/target --most "$name")" >"$OUT/$name.options"
done
