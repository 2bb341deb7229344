#!/bin/sh
# bindpose view without a display: it suggests other commands (exit 3), explains a bad file (exit 2), and writes the
# window's picture.
set -eu
B=${B:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER || true
view() { "$B/bin/bindpose" view "$@"; }
fail() { echo "test_view: $1" >&2; exit 1; }
refused() { # CODE PATTERN ARGUMENTS...
    expected=$1 pattern=$2
    shift 2
    code=0
    view "$@" >"$folder/said" 2>&1 || code=$?
    [ "$code" -eq "$expected" ] || fail "$*: exit $code, expected $expected: $(cat "$folder/said")"
    grep -q -e "$pattern" "$folder/said" || fail "$*: said '$(cat "$folder/said")', expected '$pattern'"
}
model=assets/character.glb
refused 3 'bindpose render FILE' $model
refused 2 'nowhere.glb' "$folder/nowhere.glb"
refused 2 'did you mean wave' $model --animation wavy
refused 2 'not a number of seconds' $model --time soon
refused 2 '320' $model --size 10x10
refused 2 'FILE'
printf '{"asset":{"version":"2.0"},"nodes":[{}],"skins":[{"joints":[7]}]}' >"$folder/broken.gltf"
refused 2 'bindpose doctor FILE. tells more' "$folder/broken.gltf"
# A fault that can be left out doesn't keep a file from being shown.
printf '{"asset":{"version":"2.0"},"nodes":[{"children":[7]}]}' >"$folder/mended.gltf"
view "$folder/mended.gltf" --screenshot "$folder/mended.png"
refused 3 '' $model # a refusal must not change the next one
view --help | grep -q -e '--screenshot' || fail "--help doesn't list --screenshot"
"$B/bin/bindpose" --help | grep -q 'view FILE' || fail "bindpose --help doesn't list view"

refused 2 'goes with --motion SOURCE' $model --map "$folder/map.txt"
refused 2 'nowhere.bvh' $model --motion "$folder/nowhere.bvh" --screenshot "$folder/no.png"
view $model --motion $model --screenshot "$folder/motion.png"
view $model --motion $model --screenshot "$folder/start.png" --time 0
cmp -s "$folder/motion.png" "$folder/start.png" && fail "--motion's picture isn't of the worst frame"

view $model --screenshot "$folder/a.png"
view $model --screenshot "$folder/b.png" --animation idle --time 0
cmp "$folder/a.png" "$folder/b.png" || fail "it doesn't begin with the first animation"
for other in '--animation wave --time 1' '--theme light' '--doctor' '--columns' '--no-shadow' '--size 800x600'; do
    # shellcheck disable=SC2086
    view $model --screenshot "$folder/c.png" $other
    cmp -s "$folder/a.png" "$folder/c.png" && fail "$other changes nothing"
done
refused 2 'x/y/z.png' $model --screenshot "$folder/x/y/z.png"
echo "test_view: good"
