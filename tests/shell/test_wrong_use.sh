#!/bin/sh
# Wrong use of bindpose and of a lesson: exit 2, nothing on standard output, and a message that says what is wrong
# and what to do instead.
set -u
B=${B:-build}
bindpose=$B/bin/bindpose lesson=$B/lessons/05_same_pose_three_ways
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

# wrong PATTERN COMMAND...
wrong() {
    pattern=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    if [ $code -eq 2 ] && [ ! -s "$work/out" ] && grep -q -e "$pattern" "$work/err"; then
        echo "[       OK ] $*"
    else
        echo "[  FAILED  ] $*: exit $code, wanted 2 with \"$pattern\"; it said: $(head -n 3 "$work/out" "$work/err")"
        failures=$((failures + 1))
    fi
}

wrong '^bindpose: --bogus: unknown option; there are --help and --version' "$bindpose" --bogus
wrong 'unknown option, did you mean --help?' "$bindpose" --hepl
wrong 'unknown option, did you mean --version?' "$bindpose" --verison
wrong 'no such command, did you mean lessons?' "$bindpose" lesons
wrong 'no such command; --help' "$bindpose" 12345678
wrong 'NAME is 05, 5 or the full name' "$bindpose" lesson
wrong 'no such lesson; `bindpose lessons`' "$bindpose" lesson 99
wrong 'did you mean 07_rest_pose?' "$bindpose" lesson 07_rset_pose
wrong 'did you mean --json?' "$bindpose" claims --jsno
wrong 'one argument too many' "$bindpose" lessons all
wrong 'did you mean --step?' "$lesson" --stpe 2
wrong "'99' is not a whole number from 1 to 7" "$lesson" --step 99
wrong "'two' is not a whole number from 1 to 7" "$lesson" --step two
wrong "'10x10' is not a size like 1280x800" "$lesson" --size 10x10
wrong "none of: dark, light" "$lesson" --theme drak
wrong 'its value OUT.png is missing' "$lesson" --screenshot
wrong "can't open its folder" "$lesson" --screenshot "$work/no/such.png"
wrong "can't make this folder" "$lesson" --frames /dev/null/pictures
wrong 'ends in .md or .json' "$lesson" --transcript "$work/numbers.txt"
wrong 'one argument too many' "$lesson" model.glb
wrong "can't open it" "$B/lessons/15_real_character" "$work/none.glb" --check
[ "$failures" -eq 0 ]
