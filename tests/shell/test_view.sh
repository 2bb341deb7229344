#!/bin/sh
# bindpose view without a display: it says what to use instead (3), what is wrong with a file (2), and draws what the
# window would show.
set -eu
B=${B:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER || true
view() { "$B/bin/bindpose" view "$@"; }
fail() { echo "test_view: $1" >&2; exit 1; }
refused() { # CODE PATTERN ARGUMENTS...
    wanted=$1 pattern=$2
    shift 2
    code=0
    view "$@" >"$folder/said" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || fail "$*: exit $code, wanted $wanted: $(cat "$folder/said")"
    grep -q -e "$pattern" "$folder/said" || fail "$*: said '$(cat "$folder/said")', wanted '$pattern'"
}
model=assets/character.glb
refused 3 'bindpose render FILE' $model
refused 2 'nowhere.glb' "$folder/nowhere.glb"
refused 2 'did you mean wave' $model --animation wavy
refused 2 'not a number of seconds' $model --time soon
refused 2 '320' $model --size 10x10
refused 2 'FILE'
printf '{"asset":{"version":"2.0"},"nodes":[{"children":[7]}]}' >"$folder/broken.gltf"
refused 2 'nodes\[0\].children\[0\].*bindpose doctor' "$folder/broken.gltf"
refused 3 '' $model # a refusal leaves nothing behind that would make the next one another
view --help | grep -q -e '--screenshot' || fail "--help doesn't tell of --screenshot"
"$B/bin/bindpose" --help | grep -q 'view FILE' || fail "bindpose --help doesn't tell of view"

view $model --screenshot "$folder/a.png"
view $model --screenshot "$folder/b.png" --animation idle --time 0
cmp "$folder/a.png" "$folder/b.png" || fail "the first animation is not what it begins with"
for other in '--animation wave --time 1' '--theme light' '--doctor' '--columns' '--size 800x600'; do
    # shellcheck disable=SC2086
    view $model --screenshot "$folder/c.png" $other
    cmp -s "$folder/a.png" "$folder/c.png" && fail "$other changes nothing"
done
refused 2 'x/y/z.png' $model --screenshot "$folder/x/y/z.png"
echo "test_view: good"
