#!/bin/sh
# tests/layers/check must refuse each kind of violation. The test plants one at a time in a small source tree, and
# the message must name it.
set -u
check=$(pwd)/tests/layers/check
cc=${CC:-gcc}
modules='base math rig app'
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

fresh() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/src/base" "$tree/src/math" "$tree/src/app" "$tree/include/bindpose" "$tree/tests/unit/base" \
        "$tree/obj/base" "$tree/obj/app" "$tree/obj/io" "$tree/lib"
    echo '#include <stdint.h>' >"$tree/include/bindpose/base.h"
    echo '#include <bindpose/base.h>' >"$tree/include/bindpose/math.h"
    printf '#include "base/own.h"\n#include <bindpose/base.h>\n' >"$tree/src/math/fine.c"
    printf '#include <SDL.h>\n#include <bindpose/math.h>\n' >"$tree/src/app/window_sdl.c"
    echo '#include "support/test.h"' >"$tree/tests/unit/base/test_fine.c"
}

# expect NAME good|TEXT COMMAND...: the command exits with 0, or with 1 and TEXT in its output.
expect() {
    name=$1 expected=$2
    shift 2
    got=$("$@" 2>&1)
    code=$?
    if [ "$expected" = good ]; then
        [ $code -eq 0 ] && ok=1 || ok=0
    else
        [ $code -eq 1 ] && printf '%s\n' "$got" | grep -qF "$expected" && ok=1 || ok=0
    fi
    if [ $ok -eq 1 ]; then
        echo "[       OK ] $name"
    else
        printf '[  FAILED  ] %s\n  got exit %d: %s\n  expected: %s\n' "$name" $code "$got" "$expected"
        failures=$((failures + 1))
    fi
}

includes() { sh "$check" includes "$tree" "$modules"; }
plant() { echo "$2" >>"$tree/$1"; }

fresh; expect clean_tree good includes
fresh; plant src/base/bad.c '#include <bindpose/math.h>'
expect higher_public_header 'src/base/bad.c:1: base includes bindpose/math.h, but math is above base' includes
fresh; plant src/math/bad.c '#  include "rig/private.h"'
expect higher_private_header 'math includes rig/private.h, but rig is above math' includes
fresh; plant include/bindpose/base.h '#include "bindpose/math.h"'
expect higher_header_in_a_public_one 'include/bindpose/base.h:2: base includes bindpose/math.h' includes
fresh; plant src/math/bad.h '#include <bindpose/bindpose.h>'
expect the_header_of_all_modules 'which includes all modules' includes
fresh; plant src/base/bad.c '#include "../math/fine.h"'
expect a_relative_path 'name the module' includes
fresh; plant tests/unit/base/test_bad.c '#include <bindpose/rig.h>'
expect a_test_of_a_lower_module 'base includes bindpose/rig.h' includes
fresh; plant src/math/other.c '#include <SDL2/SDL.h>'
expect sdl_header_elsewhere 'only src/app/window_sdl.c may' includes
fresh; plant src/math/other.c 'int x = SDL_QUIT;'
expect sdl_name_elsewhere 'src/math/other.c:1: names SDL' includes
fresh; plant src/math/bad.c '#include <stb/stb_image.h>'
expect stb_elsewhere 'only src/io/image.c and raster/overlay/outline.h may' includes

# ---- writable data --------------------------------------------------------------------------------

data() { sh "$check" data "$tree/obj"; }
compile() { printf '%s\n' "$2" | $cc -w -O1 -fPIC -x c -c - -o "$tree/obj/$1.o"; }

fresh
compile base/good 'static int one; static int *const table[] = {0}; extern int other; const char *const names[] = {"a", "b"};
    int *const *bp_table(void) { return table; } int bp_sum(int i) { static const int k[] = {1, 2}; return k[i]; }'
compile app/window_sdl 'int windows;'
expect constants_are_fine good data
fresh; compile base/bad 'int bp_counter;'
expect a_global 'bp_counter is writable data' data
fresh; compile base/bad 'int bp_counter = 3;'
expect an_initialised_global 'bp_counter is writable data' data
fresh; compile base/bad 'static int counter = 3; int bp_next(void) { return counter++; }'
expect a_static 'counter is writable data' data
fresh; compile base/bad 'int bp_next(void) { static int calls; return calls++; }'
expect a_function_static 'is writable data' data
fresh; compile base/bad 'static _Thread_local int calls; int bp_next(void) { return calls++; }'
expect a_thread_local 'calls is writable data' data
fresh; compile base/bad 'const char *bp_names[] = {"a"};'
expect a_table_that_is_not_const 'bp_names is writable data' data
fresh; compile io/image 'int stbi__flip_vertically_on_write; int stbi_mine;'
expect stb_has_a_list 'stbi_mine is writable data' data
fresh; compile io/image 'int stbi__flip_vertically_on_write;'
expect listed_data_may_be_writable good data
fresh; compile base/bad 'double sin(double); double bp_f(double x) { return sin(x); }'
expect the_c_library_s_maths 'uses sin() of the C library' data
fresh; expect no_objects 'make the library first' data

# ---- symbols --------------------------------------------------------------------------------------

symbols() { sh "$check" symbols "$tree/lib" 'base math'; }
archive() {
    printf '%s\n' "$2" | $cc -w -x c -c - -o "$tree/obj/$1.o"
    rm -f "$tree/lib/lib$1.a"
    ar rc "$tree/lib/lib$1.a" "$tree/obj/$1.o"
}

fresh; archive base 'void bp_low(void) {}'; archive math 'void bp_low(void); void bp_high(void) { bp_low(); }'
expect downward_calls good symbols
archive base 'void bp_high(void); void bp_low(void) { bp_high(); }'
expect an_upward_call 'base uses bp_high() of math, which is above base' symbols
archive base 'void bp_nowhere(void); void bp_low(void) { bp_nowhere(); }'
expect a_call_to_nothing 'bp_nowhere, which no module defines' symbols
archive base 'void bp_low(void) {} void helper(void) {}'
expect a_name_without_prefix 'base exports helper' symbols
rm "$tree/lib/libbase.a"; expect a_missing_archive 'libbase.a is missing' symbols

# ---- circles --------------------------------------------------------------------------------------

circles() { sh "$check" circles "$tree/obj"; }

fresh
compile base/low 'void bp_low(void) {}'
compile base/high 'void bp_low(void); void bp_high(void) { bp_low(); }'
expect one_way good circles
compile base/low 'void bp_high(void); void bp_low(void) { bp_high(); }'
expect two_files_that_need_each_other 'base/low.c' circles
compile base/low 'void bp_third(void); void bp_low(void) { bp_third(); }'
compile base/third 'void bp_high(void); void bp_third(void) { bp_high(); }'
expect a_circle_of_three 'base/third.c' circles
compile base/low 'void bp_low(void) {}'
compile base/kernel_isa.sse2 'void bp_low(void); void bp_run_sse2(void) { bp_low(); }'
compile base/kernel_isa.avx2 'void bp_low(void); void bp_run_avx2(void) { bp_low(); }'
expect kernels_of_two_sets good circles
compile base/low 'void bp_run_avx2(void); void bp_low(void) { bp_run_avx2(); }'
expect a_circle_through_one_set 'base/kernel_isa.c' circles
fresh; expect no_objects_for_circles 'build the library first' circles

# ---- text -----------------------------------------------------------------------------------------

text() { sh "$check" text "$tree"; }

fresh; plant src/base/a.c 'typedef struct bp_one {'
plant src/math/b.c 'struct bp_two {'
expect types_of_their_own good text
plant src/math/b.c 'struct bp_one {'
expect a_type_name_twice 'the type bp_one is also defined in src/base/a.c:1' text
fresh; plant src/base/a.c "$(printf '%0110d' 0)"
expect a_line_of_110_columns good text
plant src/base/a.c "$(printf '/* %0105d */' 0 | sed 's/0/é/g')"
expect a_line_of_111_columns 'src/base/a.c:2: longer than 110 columns' text
fresh; plant arms-view-1.gif GIF89a
expect a_file_that_a_test_left 'arms-view-1.gif: a program or a test has left this file' text

# ---- C++ ------------------------------------------------------------------------------------------

if command -v "${CXX:-g++}" >/dev/null; then
    cxx() { sh "$check" cxx "$tree"; }
    fresh; expect headers_for_cpp good cxx
    plant include/bindpose/math.h 'struct bp_two { float x; }; static inline struct bp_two f(void) { return (struct bp_two){1}; }'
    expect a_compound_literal 'ISO C++ forbids compound-literals' cxx
fi

[ $failures -eq 0 ]
