#!/bin/sh
# The examples compile, alone and without a warning, and do what they say.
set -u
B=${B:-build}
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# Libraries built with sanitizers or counters need special flags, so this uses the plain build.
library=$B/lib/libbindpose.a
[ "$B" = build ] || library=build/lib/libbindpose.a
[ -f "$library" ] || { echo "skipped: no $library"; exit 0; }
warnings='-Wall -Wextra -Werror -Iinclude'

frames='tests/shell/frame_allocations.c -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=bp_raster_end,--wrap=bp_mixer_update,--wrap=bp_instances_pose'

# check NAME OUTPUT ARGUMENTS...: the example exits with 0, and its output has that line (an extended regular expression).
check() {
    name=$1 expected=$2
    shift 2
    libraries="${with:-} $library $(pkg-config --libs jansson libwebp 2>/dev/null || pkg-config --libs jansson) -lm -pthread"
    # shellcheck disable=SC2086,SC2046
    case $name in
    *.cpp) got=$(${CXX:-g++} -std=c++17 -Wpedantic $warnings "tests/examples/$name" $libraries -o "$work/$name" 2>&1) ;;
    cube.c | viewer.c) got=$($cc -std=c17 $warnings $(pkg-config --cflags sdl2) "tests/examples/$name" $libraries $(pkg-config --libs sdl2) -o "$work/$name" 2>&1) ;;
    *) got=$($cc -std=c17 $warnings "tests/examples/$name" $libraries -o "$work/$name" 2>&1) ;;
    esac && got=$("$work/$name" "$@" 2>&1)
    code=$?
    if [ $code -eq 0 ] && { [ -z "$expected" ] || printf '%s\n' "$got" | grep -Eq "$expected"; }; then
        echo "[       OK ] $name"
    else
        printf '[  FAILED  ] %s: exit %d\n%s\n' "$name" $code "$got"
        failures=$((failures + 1))
    fi
}
character=assets/character.glb
check viewer.c '' $character "$work/viewer.png"
check crowd.c '^9 instances loaded' $character 9 "$work/crowd.png"
check layers.c 'with weight 0\.17$' $character "$work/layers.png"
check sword.c '^the hand is at' $character "$work/sword.png"
# Legs reach their place within a tenth of a millimetre.
check feet.c '^foot_right is 0\.0000 m' $character "$work/feet.png"
check pick.c 'bone head, 2\.91 m' $character
check rig.c '2 joints' "$work/rig.glb"
check repair.c 'errors before 0, after 0' "$work/rig.glb" "$work/repaired.glb"
check renderer.c '^25 characters, 1024 bytes each$' $character 25 "$work/renderer.png"
check reach.c '^hands are at most 0\.000[0-9] m' $character 5 "$work/reach.png"
# In 9 seconds a walk of 1.083 s has 16.6 landings of its two feet.
check walk.c '^1[67] footprints' $character "$work/walk.gif"
check threads.c '; 0 blocks left' $character
check cube.c '' "$work/cube.png"
if command -v "${CXX:-g++}" >/dev/null; then check poses.cpp 'the left foot is at' $character; else echo "skipped: no C++ compiler"; fi
# A frame after the first allocates nothing.
with=$frames
for program in crowd.c reach.c; do check $program '30 frames; [0-9]+ allocations in the first, 0 in' $character 5 "$work/frames.png"; done
[ -z "${TEST_DEEP:-}" ] || check crowd.c '30 frames; [0-9]+ allocations in the first, 0 in' $character 150 "$work/frames.png"
[ -z "${TEST_DEEP:-}" ] || check walk.c '360 frames; [0-9]+ allocations in the first, 0 in' $character "$work/frames.gif"
with=
for picture in viewer crowd layers sword feet cube reach renderer; do
    [ -s "$work/$picture.png" ] || { echo "[  FAILED  ] no $picture.png"; failures=$((failures + 1)); }
done
[ -z "${KEEP:-}" ] || cp "$work"/*.png "$KEEP/"
exit $((failures > 0))
