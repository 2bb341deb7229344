#!/bin/sh
# bindpose diff as a command: a file and itself move alike (exit 0), a copy with another rest pose doesn't (exit 1), and
# files with other meshes can't be compared (exit 2).
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
diff() { "$B/bin/bindpose" diff "$@"; }
model=assets/character.glb

want 0 '^the same motion: [0-9]* vertices are at most 0 of the size' 'a file and itself' diff "$model" "$model"
want 0 '^  walk  *[0-9]* moments  0' 'lists the clips' diff "$model" "$model"
want 0 '"equal": true' 'as JSON' diff "$model" "$model" --json

# The rest pose doesn't move the clips, which set every joint's rotation; the joints' positions do.
LC_ALL=C sed 's/"joints": \[0, 1, 2, 3,/"joints": [0, 2, 1, 3,/' "$model" >"$work/swapped.glb"
want 1 '^different motion' 'two joints swapped' diff "$model" "$work/swapped.glb"
want 1 '^they part first in rest pose: .* at 0 s, vertex' 'says where they part' diff "$model" "$work/swapped.glb"
want 0 '^the same motion' 'a tolerance' diff "$model" "$work/swapped.glb" --tolerance 1
want 1 '"first": {' 'as JSON' diff "$model" "$work/swapped.glb" --json
want 1 '' 'a picture' diff "$model" "$work/swapped.glb" -o "$work/out.png"
want 0 'PNG' 'is a PNG' head -c 8 "$work/out.png"
LC_ALL=C sed 's/"name": "walk"/"name": "wolk"/' "$model" >"$work/renamed.glb"
want 1 'walk  *renamed to "wolk"' 'a renamed clip' diff "$model" "$work/renamed.glb"
want 0 '^the same motion' 'a renamed clip, with names ignored' diff "$model" "$work/renamed.glb" --ignore names
want 1 '"renamed": true' 'as JSON' diff "$model" "$work/renamed.glb" --json
LC_ALL=C sed 's/"name": "spine"/"name": "spoon"/' "$model" >"$work/joint.glb"
want 1 'joint "spine" is renamed to "spoon"' 'a renamed joint' diff "$model" "$work/joint.glb"
want 0 '^the same motion' 'a renamed joint, with names ignored' diff "$model" "$work/joint.glb" --ignore names
want 2 'nothing' 'what can be ignored' diff "$model" "$work/joint.glb" --ignore everything

cat >"$work/triangle.gltf" <<'END'
{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":
{"POSITION":0}}]}],"accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}]}
END
want 1 'nearest place at rest' 'other meshes, by their surfaces' diff "$model" "$work/triangle.gltf"
want 2 'need the same vertices' 'but not in colours' diff "$model" "$work/triangle.gltf" -o "$work/surface.png"
printf '%s' '{"asset":{"version":"2.0"},"nodes":[{}]}' >"$work/nothing.gltf"
want 2 "can't be compared" 'no meshes' diff "$model" "$work/nothing.gltf"
want 2 'nowhere.glb' 'no such file' diff "$model" "$work/nowhere.glb"
want 2 'missing' 'one file' diff "$model"
want 2 'at [0-9]* moments needs' 'more moments than the limit allows' diff "$model" "$model" --limit 0.002
# A repair can be drawn: before and after.
want 0 'repaired' 'a repair with a picture' "$B/bin/bindpose" doctor "$work/swapped.glb" --fix "$work/mended.glb" --picture "$work/fix.png"
want 0 'PNG' 'is a PNG' head -c 8 "$work/fix.png"
want 2 'needs the file' 'not without --fix' "$B/bin/bindpose" doctor "$work/swapped.glb" --dry-run --picture "$work/fix.png"
want 0 '^the same motion' 'and brings the motion back' diff "$model" "$work/mended.glb" --ignore names

# Rebinding proves itself: the new file moves as the old one (exit 0), or isn't written, and says by how much it wouldn't (exit 1).
rebind() { "$B/bin/bindpose" rebind "$@"; }
for preset in rotation-free unit-scale translation-only identity rest; do
    want 0 '^proof: the same motion' "--bind $preset" rebind "$model" "$work/$preset.glb" --bind $preset
done
want 0 'keys carried over' 'says which way the joints took' rebind "$model" "$work/out.glb" --bind rotation-free
want 0 'a new node below it' 'a new node' rebind "$model" "$work/out.glb" --bind identity
want 0 '"way": "frame"' 'as JSON' rebind "$model" "$work/out.glb" --bind rotation-free --json
want 0 '^proof: the same motion' 'and back' rebind "$work/translation-only.glb" "$work/back.glb" --bind file --from "$model"
# Clips in another file: without the mesh, as a library has them. They move the new file as they moved the old one.
LC_ALL=C sed 's/"skin": 0/"skim": 0/; s/"name": "walk"/"name": "wolk"/' "$model" >"$work/library.glb"
want 0 'rebound.glb with the clips of .*library.glb, proof: the same motion' 'clips of another file' \
    rebind "$model" "$work/turned.glb" --bind rotation-free --clips "$work/library.glb"
want 0 '' 'are in a file of their own' "$B/bin/bindpose" inspect "$work/library-rebound.glb" --animation wolk
want 1 '' 'with other keys' cmp "$work/library-rebound.glb" "$work/library.glb"
want 0 '"out": ".*library-rebound.glb"' 'as JSON' rebind "$model" "$work/turned.glb" --bind unit-scale --clips "$work/library.glb" --json
want 2 'move no node' 'a library for another skeleton' rebind "$model" "$work/turned.glb" --bind unit-scale --clips "$work/triangle.gltf"
want 0 '^$' 'nothing is written for it' test ! -e "$work/triangle-rebound.gltf"
want 2 'an empty name' 'a comma too many' rebind "$model" "$work/turned.glb" --bind unit-scale --clips "$work/library.glb,"
want 2 'would both be written' 'two libraries of one name' rebind "$model" "$work/turned.glb" --bind unit-scale --clips "$work/library.glb,$work/library.glb"
want 2 'and so would the model' 'a library that would get the name of OUT' rebind "$model" "$work/library-rebound.glb" --bind unit-scale --clips "$work/library.glb"
cp "$model" "$work/walks-rebound.glb"
want 2 'over the model' 'a library that would be written over the model' rebind "$work/walks-rebound.glb" "$work/turned.glb" --bind unit-scale --clips walks.glb
want 2 'nowhere.glb' 'no such library' rebind "$model" "$work/turned.glb" --bind unit-scale --clips nowhere.glb
want 1 "pose.glb isn't written: .*exact only in that pose" 'a pose in a clip differs a little' rebind "$model" "$work/pose.glb" --bind pose --animation walk --time 0.4
want 1 '"written": false' 'and so says the JSON' rebind "$model" "$work/pose.glb" --bind pose --animation walk --time 0.4 --json
want 1 '' 'and nothing is written' test -e "$work/pose.glb"
want 0 '^proof: the same' 'within a tolerance' rebind "$model" "$work/pose.glb" --bind pose --animation walk --time 0.4 --tolerance 0.1
want 0 '0 errors' 'the doctor finds no errors in it' "$B/bin/bindpose" doctor "$work/pose.glb"
want 2 'rotation-free' 'no preset' rebind "$model" "$work/out.glb"
want 2 'rotation-free' 'an unknown preset' rebind "$model" "$work/out.glb" --bind rotationfree
want 2 'goes with --bind file' 'no other file' rebind "$model" "$work/out.glb" --bind file
want 2 'there is no "wolk"' 'no such clip' rebind "$model" "$work/out.glb" --bind pose --animation wolk
want 2 'nothing is bound' 'a file without skins' rebind "$work/triangle.gltf" "$work/out.gltf" --bind rest

# Packed clips: fewer bytes, and within the bound by `diff`, which the message names. Everything else stays.
pack() { "$B/bin/bindpose" pack "$@"; }
want 0 'the bound is 0.1' 'packs clips' pack "$model" "$work/packed.glb"
pack "$model" "$work/packed.glb" | sed -n 's/.*`bindpose diff \(.*\)`/diff \1/p' >"$work/command"
want 0 'the same motion' 'diff agrees' sh -c "$B/bin/bindpose $(cat "$work/command")"
want 0 '"written": true' 'as JSON' pack "$model" "$work/packed.gltf" --json --bound 10
want 0 'the same motion' 'in the other container' "$B/bin/bindpose" diff "$model" "$work/packed.gltf" --tolerance 0.0047
want 0 'keys' 'packs again what is packed' pack "$work/packed.glb" "$work/again.glb"
[ "$(wc -c <"$work/packed.glb")" -lt "$(wc -c <"$model")" ] || { echo "packed.glb isn't smaller" >&2; exit 1; }
want 2 'too small' 'a bound that floats cannot hold' pack "$model" "$work/out.glb" --bound 0.000001
want 2 'no clip' 'a file without clips' pack "$work/triangle.gltf" "$work/out.glb"
[ $failures -eq 0 ]
