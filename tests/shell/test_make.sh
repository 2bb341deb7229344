#!/bin/sh
# Tests the Makefile in a small source tree that builds in seconds: the real Makefile, five files of the real module base,
# two invented lessons and an invented program.
set -u
here=$(pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
cc=${CC:-gcc}
unset MAKEFLAGS MFLAGS MAKELEVEL B CC WERROR DEBUG V OPTIMIZE SANITIZE CFLAGS LDFLAGS PREFIX DESTDIR

ok() { echo "[       OK ] $1"; }
bad() {
    printf '[  FAILED  ] %s\n' "$1"
    printf '%s\n' "$2" | tail -n 30 | sed 's/^/    /'
    failures=$((failures + 1))
}
# contains NAME TEXT PATTERN, lacks NAME TEXT PATTERN: tests if a line of the text matches the pattern.
contains() { if printf '%s\n' "$2" | grep -q -e "$3"; then ok "$1"; else bad "$1" "$2"; fi; }
lacks() { if printf '%s\n' "$2" | grep -q -e "$3"; then bad "$1" "$2"; else ok "$1"; fi; }
# equals NAME GOT WANTED
equals() { if [ "$2" = "$3" ]; then ok "$1"; else bad "$1" "got: $2
expected: $3"; fi; }

mkdir -p "$tree/src/lesson" "$tree/include" "$tree/tests" "$tree/lessons/02_two-words" "$tree/lessons/01_one"
cp "$here/Makefile" "$tree/"
cp "$here/src/lesson_registry.c" "$tree/src/"
cp -r "$here/include/bindpose" "$tree/include/"
mkdir "$tree/src/base"
for name in allocator arena clock error system; do cp "$here/src/base/$name".* "$tree/src/base/"; done
cp "$here/tests/tests.mk" "$tree/tests/"
for subject in exercise package web; do
    mkdir "$tree/src/$subject" && cp "$here/src/$subject"/*.mk "$tree/src/$subject/"
done
cp "$here"/src/package/*.in "$tree/src/package/"
cp -r "$here/.ci" "$tree/"
cp -r "$here/tests/run" "$tree/tests/"
cd "$tree" || exit 1
echo 'struct lesson { int number; }; extern const struct lesson bp_lesson;' >include/bindpose/lesson.h
for number in 1 2; do
    printf '#include <bindpose/lesson.h>\nconst struct lesson bp_lesson = {%s};\n' $number >"$(echo lessons/0$number*)/lesson.c"
done
cat >src/lesson_main.c <<'C'
#include <bindpose/lesson.h>
#include <stdio.h>
int main(void) { printf("lesson %d\n", bp_lesson.number); return 0; }
C
cat >src/bindpose.c <<'C'
#include "base/system.h"
#include <bindpose/lesson.h>
#include <stdio.h>
extern const struct lesson *const bp_lesson_registry[];
extern const char built_from[];
const char built_from[] = "commit=" BP_COMMIT ".";
int main(void) {
    for (int i = 0; bp_lesson_registry[i]; i++) printf("%d ", bp_lesson_registry[i]->number);
    char *text = bp_copy_text(0, "1", 0);
    printf("%s\n", text);
    bp_free(0, text);
    return 3;
}
C
quick="OPTIMIZE=-O0 CC=$cc"

out=$(make -j2 $quick WERROR=1 2>&1); equals everything_builds "$?" 0
equals a_lesson_runs "$(build/lessons/02_two-words 2>&1)" 'lesson 2'
equals the_registry_lists_all_in_order "$(build/bin/bindpose 2>&1)" '1 2 1'
out=$(make -j2 $quick WERROR=1 2>&1); lacks a_second_make_does_nothing "$out" '^  '
make -q $quick WERROR=1 >/dev/null 2>&1; equals make_q_finds_nothing_to_do "$?" 0
make -n $quick >/dev/null 2>&1; make -q $quick WERROR=1 >/dev/null 2>&1; equals a_dry_run_with_other_flags_changes_nothing "$?" 0
make -q $quick DEBUG=1 >/dev/null 2>&1; equals make_q_notices_other_flags "$?" 1
out=$(make $quick WERROR=1 COMMIT=0123abcd 2>&1)
equals another_commit_links_one_program "$(printf '%s\n' "$out" | grep '^  ' | sort | tr -d '\n')" '  bin/bindpose  obj/bindpose.o'
contains the_program_has_the_commit "$(grep -ao 'commit=[^.]*' build/bin/bindpose)" '^commit=0123abcd$'
out=$(make $quick WERROR=1 2>&1); contains without_git_there_is_no_commit "$(grep -ao 'commit=[^.]*' build/bin/bindpose)" '^commit=$'
if command -v git >/dev/null 2>&1; then
    git init -q . && git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x
    out=$(make $quick WERROR=1 2>&1)
    equals git_says_the_commit "$(grep -ao 'commit=[^.]*' build/bin/bindpose)" "commit=$(git rev-parse --short=8 HEAD)"
    make -q $quick WERROR=1 >/dev/null 2>&1; equals and_it_is_built_once "$?" 0
    rm -rf .git
    make $quick WERROR=1 >/dev/null 2>&1
fi
touch src/base/system.c
out=$(make $quick WERROR=1 2>&1); contains a_changed_source_is_compiled "$out" obj/base/system.o
lacks other_sources_are_not_compiled "$out" obj/base/arena.o
touch src/base/allocator.h
out=$(make $quick WERROR=1 2>&1); contains a_changed_header_reaches_its_users "$out" obj/base/arena.o
lacks other_sources_ignore_the_header "$out" obj/base/system.o
out=$(make $quick 2>&1); contains other_flags_rebuild "$out" obj/base/system.o
out=$(make $quick DEBUG=1 CFLAGS=-DSOMETHING 2>&1); contains more_flags_rebuild "$out" obj/base/system.o
rm src/base/arena.c
out=$(make $quick DEBUG=1 CFLAGS=-DSOMETHING lib 2>&1); contains a_removed_source_leaves_the_library "$out" lib/libbindpose.a
lacks the_archive_loses_its_object "$(ar t build/lib/libbindpose.a)" arena.o
mkdir lessons/03_three
printf '#include <bindpose/lesson.h>\nconst struct lesson bp_lesson = {3};\n' >lessons/03_three/lesson.c
make $quick >/dev/null 2>&1
equals a_new_lesson_is_found "$(build/bin/bindpose 2>&1)" '1 2 3 1'
# What a test includes is compiled once, also when the test is linked again.
mkdir -p tests/unit/base tests/support
echo 'int two(void);' >tests/support/two.h
printf '#include "support/two.h"\nint two(void) { return 2; }\n' >tests/support/two.c
printf '#include "support/two.c"\nint main(void) { return two() - 2; }\n' >tests/unit/base/test_two.c
make $quick build/tests/unit/base/test_two >/dev/null 2>&1; equals a_test_includes_a_source "$?" 0
touch tests/support/two.c
out=$(make $quick build/tests/unit/base/test_two 2>&1); contains and_is_linked_again "$out" tests/unit/base/test_two
build/tests/unit/base/test_two; equals and_runs "$?" 0

# ---- packages -------------------------------------------------------------------------------------

# A PATH without apt-get, as on another system: links to the tools that the scripts need.
mkdir other
for tool in sh id mktemp cat grep sed; do ln -s "$(command -v $tool)" other/$tool; done
out=$(PATH=$tree/other sh .ci/packages build 2>&1); equals without_apt_get_it_stops_with_3 "$?" 3
for system in 'dnf install.*SDL2-devel' 'pacman -S.*sdl2' 'brew install.*sdl2'; do
    contains "without_apt_get_it_names_packages_for_${system%% *}" "$out" "$system"
done
# A Debian with a missing package that apt-get can't install.
mkdir debian
for tool in sh id cat; do ln -s "$(command -v $tool)" debian/$tool; done
printf '#!%s\necho asked "$@" >>"%s/asked"\nexit 100\n' "$(command -v sh)" "$tree" >debian/apt-get
printf '#!%s\nexit 1\n' "$(command -v sh)" >debian/dpkg-query
printf '#!%s\n"$@"\n' "$(command -v sh)" >debian/sudo
chmod +x debian/*
out=$(PATH=$tree/debian sh .ci/packages build 2>&1); equals when_apt_get_fails_it_stops_with_3 "$?" 3
contains it_names_the_missing_package "$out" 'could not install:.*libsdl2-dev'
contains it_updated_the_lists_first "$(cat asked)" '^asked update'
# A Debian with all packages: apt-get must not run.
printf '#!%s\nprintf installed\n' "$(command -v sh)" >debian/dpkg-query
rm asked
out=$(PATH=$tree/debian sh .ci/packages build 2>&1); equals nothing_missing_succeeds "$?" 0
if [ -e asked ]; then bad nothing_missing_runs_no_apt_get "$(cat asked)"; else ok nothing_missing_runs_no_apt_get; fi
sh .ci/packages nonsense >/dev/null 2>&1; equals an_unknown_group_is_wrong_use "$?" 2

# ---- tests/run ------------------------------------------------------------------------------------

printf 'echo "[       OK ] a"; echo "[       OK ] b"\n' >good.sh
printf 'echo "[       OK ] a"; echo "[  FAILED  ] b"; exit 1\n' >bad.sh
printf 'exit 0\n' >silent.sh
printf 'kill -SEGV $$\n' >crash.sh
printf 'sleep 20\n' >slow.sh
out=$(sh tests/run logs good.sh silent.sh 2>&1); equals all_good "$?" 0
contains prints_the_total_like_cmocka "$out" '^\[  PASSED  \] 3 test(s)\.$'
out=$(TEST_SECONDS=1 sh tests/run logs good.sh bad.sh crash.sh slow.sh 2>&1); equals failures_exit_with_1 "$?" 1
contains counts_passed_tests "$out" '^\[  PASSED  \] 3 test(s)\.$'
contains lists_failed_tests "$out" '^\[  FAILED  \] 3 test(s), listed below:$'
contains names_the_signal "$out" 'crash.sh (signal 11)'
contains names_the_time_limit "$out" 'slow.sh (stopped after 1 s)'
out=$(sh tests/run logs none.sh 2>&1); equals a_missing_program_is_a_failure "$?" 1

# TEST_DEEP=1: other systems, several jobs, and what is installed; with the whole module base.
[ -n "${TEST_DEEP:-}" ] || exit $((failures > 0))
cp "$here"/src/base/*.[ch] src/base/

# ---- another make, another system ----------------------------------------------------------------

out=$(make MAKE_VERSION=3.81 2>&1); equals an_old_make_is_refused "$?" 2
contains and_told_what_to_do "$out" 'GNU make 3.81, and 4.2 or later.*say gmake'
# As on macOS: a compiler that says so, and an ar that doesn't know D.
mkdir mac
printf '#!/bin/sh\n[ "$1" != -dumpmachine ] || { echo arm64-apple-darwin23; exit; }\nexec %s "$@"\n' "$cc" >mac/cc
printf '#!/bin/sh\ncase $1 in *D*) echo "illegal option -- D"; exit 1 ;; esac\nexec %s "$@"\n' "$(command -v ar)" >mac/ar
chmod +x mac/cc mac/ar
out=$(PATH=$tree/mac:$PATH make OPTIMIZE=-O0 CC="$tree/mac/cc" AR=ar B=build/mac lib 2>&1); equals a_mac_builds_the_library "$?" 0
contains with_the_flags_of_its_headers "$(cat build/mac/stamps/flags)" -D_DARWIN_C_SOURCE
lacks and_of_no_other_processor "$(ar t build/mac/lib/libbindpose.a)" avx

# ---- several at a time, and in order ------------------------------------------------------------

jobs() { sed -n 's/^MAKEFLAGS = .* \(-j[0-9]*\) .*/\1/p'; }
equals uses_all_processors_by_default "$(make -pn clean 2>/dev/null | jobs)" "-j$(nproc 2>/dev/null || echo 2)"
equals uses_as_many_as_j_says "$(make -j5 -pn clean 2>/dev/null | jobs)" -j5
equals uses_one_with_j1 "$(make -j1 -pn clean 2>/dev/null | jobs)" -j1
equals reads_j_from_the_environment "$(MAKEFLAGS=-j5 make -pn clean 2>/dev/null | jobs)" -j5
out=$(make $quick clean lib 2>&1); equals goals_run_in_order "$?" 0
equals clean_lib_leaves_a_library "$(make $quick lib 2>&1 | grep -c '^  ')$(ls build/lib/libbindpose.a)" 0build/lib/libbindpose.a
make $quick >/dev/null 2>&1

# ---- install ------------------------------------------------------------------------------------

out=$(make $quick install PREFIX=/opt/bp DESTDIR="$tree/root" 2>&1); equals install_works "$?" 0
cat >example.c <<'C'
#include <bindpose/base.h>
int main(void) { bp_context *c = bp_context_create(0, 0); bp_context_destroy(c); return c ? 0 : 1; }
C
PKG_CONFIG_PATH=$tree/root/opt/bp/lib/pkgconfig
export PKG_CONFIG_PATH
sed -i "s|^prefix=.*|prefix=$tree/root/opt/bp|" "$PKG_CONFIG_PATH/bindpose.pc"
for static in '' --static; do
    # shellcheck disable=SC2046
    out=$($cc example.c $(pkg-config $static --cflags --libs bindpose) -o example 2>&1 && ./example 2>&1)
    equals "another_program_links_it$static" "$?" 0
done
contains pkg_config_has_the_version_of_the_header "$(pkg-config --modversion bindpose)" '^[0-9]*\.[0-9]*\.[0-9]*$'
# CMake takes the same minor version alone.
mkdir find
cat >find/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(find C)
foreach(version ${VERSIONS})
  find_package(bindpose ${version} QUIET)
  message(STATUS "${version}: ${bindpose_FOUND}")
  unset(bindpose_DIR CACHE)
endforeach()
add_executable(example ../example.c)
target_link_libraries(example bindpose::rig)
CMAKE
if command -v cmake >/dev/null; then
    version=$(pkg-config --modversion bindpose) minor=$(pkg-config --modversion bindpose | cut -d. -f1,2)
    out=$(CC=$cc cmake -S find -B find/build -DCMAKE_PREFIX_PATH="$tree/root/opt/bp" "-DVERSIONS=0.0.1;9.9;$minor.999;$minor;$version" 2>&1 &&
        cmake --build find/build 2>&1 && find/build/example)
    equals cmake_builds_with_it "$?" 0
    equals cmake_compares_minor_versions "$(printf '%s\n' "$out" | sed -n 's/^-- [0-9.]*: //p' | tr '\n' ' ')" '0 0 0 1 1 '
else
    echo 'skipped: no cmake'
fi
# Beside the shared library its own dependencies are private.
lacks nothing_is_private "$(cat "$PKG_CONFIG_PATH/bindpose.pc")" private
: >root/opt/bp/lib/libbindpose.so
make $quick install-library PREFIX=/opt/bp DESTDIR="$tree/root" >/dev/null 2>&1
contains requirements_are_private "$(cat "$PKG_CONFIG_PATH/bindpose.pc")" '^Requires.private: jansson'
make uninstall PREFIX=/opt/bp DESTDIR="$tree/root" >/dev/null 2>&1
equals uninstall_leaves_no_file "$(find root -type f)" ''

# ---- make run without a display -------------------------------------------------------------------

cat >src/lesson_main.c <<'C'
#include <bindpose/lesson.h>
#include <stdio.h>
int main(int count, char **words) { printf("%d %s %s\n", bp_lesson.number, count > 2 ? words[1] : "", count > 2 ? words[2] : ""); return 0; }
C
out=$(make $quick run 2>&1); equals run_without_a_display_succeeds "$?" 0
contains it_draws_each_lesson "$out" '^2 --frames build/pictures/02_two-words$'
contains it_prints_the_folder "$out" 'build/pictures/NN_name/step-01.png'

[ $failures -eq 0 ]
