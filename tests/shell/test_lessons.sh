#!/bin/sh
# The command lines of lesson programs and of bindpose's commands about lessons: output, files, pictures, and the
# messages about wrong use, a folder that can't be created, and a missing display.
set -u
B=${B:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lesson=$B/lessons/05_same_pose_three_ways
bindpose=$B/bin/bindpose
failures=0
bad() {
    echo "test_lessons: $1" >&2
    failures=$((failures + 1))
}
# want CODE PATTERN COMMAND...: the command must exit with CODE, and its output or messages must match PATTERN.
want() {
    code=$1 pattern=$2
    shift 2
    "$@" >"$work/said" 2>&1 </dev/null
    got=$?
    [ $got -eq "$code" ] || bad "$*: exit $got, expected $code"
    [ -z "$pattern" ] || grep -q -e "$pattern" "$work/said" || bad "$*: said '$(head -c 300 "$work/said")', expected '$pattern'"
}
# wrong PATTERN COMMAND...: it must exit with 2 and print only messages, one of which matches PATTERN.
wrong() {
    pattern=$1
    shift
    "$@" >"$work/out" 2>"$work/said" </dev/null
    got=$?
    [ $got -eq 2 ] || bad "$*: exit $got, expected 2"
    [ ! -s "$work/out" ] || bad "$*: its output isn't empty: $(head -c 300 "$work/out")"
    grep -q -e "$pattern" "$work/said" || bad "$*: said '$(head -c 300 "$work/said")', expected '$pattern'"
}
# png_size FILE: "WIDTHxHEIGHT" from the header's two big-endian numbers.
png_size() { od -An -tu1 -j16 -N8 "$1" | awk '{print $1 * 16777216 + $2 * 65536 + $3 * 256 + $4 "x" $5 * 16777216 + $6 * 65536 + $7 * 256 + $8}'; }
same() { cmp "$1" "$2" >&2 || bad "$3"; }

# Text output.
want 0 '^ 6  ' "$lesson" --list
[ "$(grep -c '^ [0-9]  ' "$work/said")" -eq 6 ] || bad "--list: lesson 05 has six steps"
want 0 '1.21' "$lesson" --headless
grep -q '^12 of 12 claims hold' "$work/said" || bad "--headless: no sum of claims"
cp "$work/said" "$work/headless"
# Step 4 of lesson 24 asks for 0.625. The text that tells it is printed below the answer.
want 0 '1/w is 1 at the near edge and 0.25 at the far one' "$B/lessons/24_perspective" --headless
sed -n '/^Step 3/,/^Answer/p' "$work/said" | grep -v '^Answer' | grep '0\.625' && bad "--headless gives an answer away"
want 0 '05_same_pose_three_ways: 12 of 12 claims hold' "$lesson" --check
[ "$(grep -c '^pass step' "$work/said")" -eq 12 ] || bad "--check: not a line for each claim"
want 0 '' "$lesson" --headless --columns
cmp -s "$work/headless" "$work/said" && bad "--columns changes nothing"
want 0 '' "$lesson" --transcript "$work/t.md"
grep -q '^#' "$work/t.md" || bad "the transcript has no headings"
want 0 '' "$lesson" --transcript "$work/t.json"
head -c 1 "$work/t.json" | grep -q '[{[]' || bad "the JSON transcript doesn't begin as JSON"

# The same lesson by its number, with and without zero, and by its name.
for name in 5 05 05_same_pose_three_ways; do
    "$bindpose" lesson $name --headless >"$work/other" 2>&1 || bad "lesson $name fails"
    same "$work/headless" "$work/other" "lesson $name says something else"
done

# Pictures.
want 0 '' "$lesson" --step 3 --screenshot "$work/a.png" --size 640x400
[ "$(png_size "$work/a.png")" = 640x400 ] || bad "a.png is $(png_size "$work/a.png")"
want 0 '' "$lesson" --frames "$work/made/frames" --size 640x400
[ "$(find "$work/made/frames" -name 'step-0[1-6].png' | wc -l)" -eq 6 ] || bad "--frames: not six pictures"
same "$work/a.png" "$work/made/frames/step-03-answer.png" "--step 3 is another picture than step-03-answer.png"
cmp -s "$work/a.png" "$work/made/frames/step-03.png" && bad "step-03.png gives its answer away"
# Six steps and four answers in three columns are four rows. Each picture has half its width and height.
[ "$(png_size "$work/made/frames/contact.png")" = 960x800 ] || bad "contact.png is $(png_size "$work/made/frames/contact.png")"
want 0 '' "$lesson" --step 3 --screenshot "$work/b.png" --size 640x400 --theme light
cmp -s "$work/a.png" "$work/b.png" && bad "--theme light changes nothing"
want 0 '' "$lesson" --screenshot "$work/c.png"
[ "$(png_size "$work/c.png")" = 1280x800 ] || bad "without --size: $(png_size "$work/c.png")"

# Wrong use.
wrong 'given twice' "$lesson" --transcript "$work/t.md" --transcript "$work/t.md"
wrong 'did you mean --step' "$lesson" --stpe 2
wrong "'7' is not a whole number from 1 to 6" "$lesson" --step 7 --screenshot "$work/x.png"
wrong "'two' is not a whole number from 1 to 6" "$lesson" --step two
wrong 'goes with --screenshot' "$lesson" --step 2 --list
wrong 'its value OUT.png is missing' "$lesson" --screenshot
wrong "'10x10' is not a size like 1280x800" "$lesson" --screenshot "$work/x.png" --size 10x10
wrong '200 to 8192' "$lesson" --screenshot "$work/x.png" --size 10x10
wrong 'none of: dark, light' "$lesson" --screenshot "$work/x.png" --theme drak
wrong 'ends in .md or .json' "$lesson" --transcript "$work/t.txt"
wrong 'one argument too many' "$lesson" more
[ ! -e "$work/x.png" ] || bad "a refused command wrote a picture"
echo file >"$work/file"
wrong "file: can't make this folder: Not a directory" "$lesson" --frames "$work/file/frames"
wrong "no/x.png.*can't open its folder" "$lesson" --screenshot "$work/no/x.png"
wrong "nowhere.glb.*can't open it" "$B/lessons/15_real_character" "$work/nowhere.glb" --list
want 0 'FILE' "$B/lessons/15_real_character" --help

# Without a display the message suggests another command.
for program in "$lesson" "$bindpose" "$bindpose lesson 5"; do
    # shellcheck disable=SC2086
    want 3 '--frames' env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER $program
done

# Commands of bindpose.
want 0 '^18  18_why_it_explodes' "$bindpose" lessons
folders=$(find lessons -name lesson.c | wc -l)
[ "$(grep -c '^[0-9][0-9]  ' "$work/said")" -eq "$folders" ] || bad "lessons: not one for each of $folders folders"
grep -q '^How a pixel is made$' "$work/said" || bad "lessons: no title for the second group"
want 0 "64 of the page's 64 claims" "$bindpose" claims
grep -q '^P1 pass  ' "$work/said" || bad "claims: no P1"
if [ -n "${TEST_DEEP:-}" ]; then
    want 0 '"claim": "P1"' "$bindpose" claims --json
    [ "$(grep -c '"claim": "P' "$work/said")" -gt 9 ] || bad "claims --json: too few of the second group"
    grep -q '"lesson": "05_same_pose_three_ways"' "$work/said" || bad "claims --json: no lesson 05"
fi
wrong 'NAME is 05, 5 or the full name' "$bindpose" lesson
want 0 'Usage' "$bindpose" lesson --help
wrong 'there is no such lesson; `bindpose lessons`' "$bindpose" lesson 99
wrong 'did you mean 03_bind_pose' "$bindpose" lesson 03_bindpose
wrong 'one argument too many' "$bindpose" lessons more
wrong 'did you mean --json' "$bindpose" claims --jsn
wrong 'no such command, did you mean lessons?' "$bindpose" lesons
wrong 'no such command; --help' "$bindpose" frobnicate
wrong '^bindpose: --bogus: unknown option; there are --help and --version' "$bindpose" --bogus
wrong 'unknown option, did you mean --help?' "$bindpose" --hepl
wrong 'unknown option, did you mean --version?' "$bindpose" --verison
want 0 'lessons' "$bindpose" --help
want 0 '^bindpose [0-9][0-9.]* (\(commit [0-9a-f]*, \)\?[a-z]* [0-9.]*, [^,]*, [^,]*)$' "$bindpose" --version
want 0 ', portable C)$' env BINDPOSE_ISA=portable "$bindpose" --version
want 0 '^bindpose [0-9]' env BINDPOSE_ISA=nonsense "$bindpose" --version
[ $failures -eq 0 ] || exit 1
echo "test_lessons: good"
