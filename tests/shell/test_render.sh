#!/bin/sh
# bindpose render: its pictures don't depend on threads; wrong use exits with 2 and a hint.
set -eu
B=${B:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
render() { "$B/bin/bindpose" render "$@"; }
fail() { echo "test_render: $1" >&2; exit 1; }
wrong() { # PATTERN ARGUMENTS...
    pattern=$1
    shift
    code=0
    render "$@" >"$folder/said" 2>&1 || code=$?
    [ "$code" -eq 2 ] || fail "$*: exit $code, expected 2"
    grep -q -e "$pattern" "$folder/said" || fail "$*: said '$(cat "$folder/said")', expected '$pattern'"
}
model=assets/character.glb
render $model -o "$folder/a.png" --size 200x160 --animation wave --time 1.4 --show mesh,bones,axes,names --threads 1
render $model -o "$folder/b.png" --size 200x160 --animation 2 --time 1.4 --show mesh,bones,axes,names --threads 2
cmp "$folder/a.png" "$folder/b.png" || fail "threads or the clip's name change the picture"
render $model -o "$folder/c.png" --size 200x160 --animation wave --time 0.1 --show mesh,bones,axes,names
cmp -s "$folder/a.png" "$folder/c.png" && fail "another time gives the same picture"
render $model -o "$folder/d.png" --size 200x160 --show wireframe --theme light --msaa 1 --unlit --eye 0,1,4 --target 0,1,0 --fov 30
# The shadow: on the ground unless it is left out, there is no light, or the camera is below.
for where in '' --unlit '--eye 0,-1,3 --target 0,1,0'; do
    # shellcheck disable=SC2086
    render $model -o "$folder/shadow.png" --size 200x160 $where
    # shellcheck disable=SC2086
    render $model -o "$folder/none.png" --size 200x160 --no-shadow $where
    if cmp -s "$folder/shadow.png" "$folder/none.png"; then same=--no-shadow; else same=; fi
    [ "${same:+same}" = "${where:+same}" ] || fail "--no-shadow $where: the shadow is there, or not, where it shouldn't"
done
render $model --frames "$folder/walk" --fps 6 --animation walk --size 64x64 >"$folder/said"
[ "$(find "$folder/walk" -name 'frame-*.png' | wc -l)" -eq 7 ] || fail "1.083 s at 6 a second: expected 7 pictures"
# A picture of a moment is that frame of the animation, its shadow included.
fixed="--animation walk --size 64x64 --eye 0,1.2,3 --target 0,0.9,0"
render $model --frames "$folder/fixed" --fps 2 $fixed >"$folder/said"
render $model -o "$folder/still.png" --time 0.5 $fixed
cmp "$folder/still.png" "$folder/fixed/frame-0002.png" || fail "a picture at 0.5 s isn't that frame"
# Animations: the same bytes with any number of threads, as long as the pictures, and never together.
for threads in 1 3; do
    render $model --gif "$folder/$threads.gif" --fps 8 --animation walk --size 64x64 --threads $threads >"$folder/said"
    render $model --animated "$folder/$threads.png" --fps 8 --turntable --animation 1 --size 48x48 --threads $threads \
        >>"$folder/said"
done
cmp "$folder/1.gif" "$folder/3.gif" || fail "threads change the GIF"
cmp "$folder/1.png" "$folder/3.png" || fail "threads change the animated PNG"
grep -q "^9 pictures of animation 1 in" "$folder/said" || fail "1.083 s at 8 a second: expected 9 pictures"
grep -q "^52 pictures of animation 1 in" "$folder/said" || fail "a turn of 6 walks, 6.5 s, at 8 a second: expected 52"
render $model --gif "$folder/turn.gif" --turntable --fps 2 --size 32x32 | grep -q "^12 pictures of the rest pose" ||
    fail "a turn of 6 s at 2 a second: expected 12 pictures"
cmp -s "$folder/1.gif" "$folder/turn.gif" && fail "the turntable is the walk"
# The history of a pixel: the names, the numbers, and the same colour in the text and in JSON.
render $model --explain 100,60 --size 200x160 --msaa 1 >"$folder/said"
for words in "^pixel 100, 60: colour" "of mesh \"character\", material \"character\", moved most by bone \"spine" \
    "edge functions" "weighs .* on the screen" "level of detail\|texel" "^ *the pixel: "; do
    grep -q -e "$words" "$folder/said" || fail "--explain doesn't say '$words'"
done
render $model --explain 100,60 --size 200x160 --msaa 1 --json >"$folder/json"
color=$(sed -n 's/^pixel 100, 60: colour \([0-9, ]*\), depth.*/\1/p' "$folder/said")
grep -q "\"color\": \[$color\]" "$folder/json" || fail "--json has another colour than $color"
# False colours: each view has its own picture, the same one with any number of threads. Times are measured.
render $model -o "$folder/last.png" --size 200x160
for view in overdraw depth mip coverage time; do
    render $model -o "$folder/view.png" --size 200x160 --view $view --threads 1
    cmp -s "$folder/view.png" "$folder/last.png" && fail "--view $view is the picture before"
    render $model -o "$folder/last.png" --size 200x160 --view $view --threads 2
    [ $view = time ] || cmp "$folder/view.png" "$folder/last.png" || fail "--view $view: threads change the picture"
done
wrong "none of: none, overdraw, depth" $model -o "$folder/x.png" --view dept
wrong "goes with -o" $model --gif "$folder/x.gif" --view depth
wrong "no pixel of this picture; it has 0,0 to 199,159" $model --explain 200,0 --size 200x160
wrong "no pixel of this picture" $model --explain 7
wrong "goes with --explain" $model -o "$folder/x.png" --json
wrong "don't go together" $model -o "$folder/x.png" --explain 1,1
wrong "say where the picture goes" $model
wrong "don't go together" $model -o "$folder/x.png" --frames "$folder/x"
wrong "did you mean bones" $model -o "$folder/x.png" --show mesh,bonse
wrong "did you mean walk" $model -o "$folder/x.png" --animation wlak
wrong "goes with -o" $model --frames "$folder/x" --time 1
wrong "goes with -o" $model --gif "$folder/x.png" --time 1
wrong "don't go together" $model --gif "$folder/x.png" --animated "$folder/x.png"
wrong "--turntable: goes with --gif" $model -o "$folder/x.png" --turntable
wrong "at most 50 pictures" $model --gif "$folder/x.png" --fps 60
wrong "more than one file takes" $model --gif "$folder/x.png" --size 2048x2048 --turntable --fps 50
wrong "where --target is" $model -o "$folder/x.png" --eye 1,1,1 --target 1,1,1
wrong "nowhere.glb" "$folder/nowhere.glb" -o "$folder/x.png"
[ ! -e "$folder/x.png" ] || fail "a refused command wrote a picture"
echo "test_render: good"
