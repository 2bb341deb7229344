#!/bin/sh
# The situations of tests/cases (rebuilt from public bug reports) as they are read, drawn and rebound. The doctor's
# findings in them have a test of their own.
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
bindpose() { "$B/bin/bindpose" "$@"; }
cases=tests/cases

# c05: a skinned mesh below its own joint. Its node's transform (3 to the side, twice as large) moves nothing: the bar
# stays 0.8 wide and 4 high.
want 0 '(-0.4, 0, -0.3) to (0.4, 4, 0.3)' 'c05: the transform of a skinned mesh is ignored' bindpose skin $cases/c05_mesh_under_joint.gltf

# The root scaled to 0: all of it is one point. And with one more node that is no joint.
sed '0,/"name": "root",/s//"name": "root", "scale": [0, 0, 0],/' $cases/c05_mesh_under_joint.gltf >"$work/flat.gltf"
want 1 'the figure has no area: a node.s scale is 0' 'c05: scaled to 0' bindpose render "$work/flat.gltf" -o "$work/flat.png"
sed '/^ "nodes"/,/^ "meshes"/s/^ ],$/ ,{"name": "plain"}],/' $cases/c05_mesh_under_joint.gltf >"$work/plain.gltf"
want 0 'the first file has 4 nodes, the second 5' 'c05: a plain node more is said' bindpose diff $cases/c05_mesh_under_joint.gltf "$work/plain.gltf"

# c11b: bytes without "normalized". Refused by commands for numbers; the window draws it, with its repairs.
want 2 'weights must be floats or normalized' 'c11b: the strict reader says why' bindpose skin $cases/c11b_u8_not_normalized.gltf
want 0 'drawn with repairs' 'c11b: view draws it' bindpose view $cases/c11b_u8_not_normalized.gltf --screenshot "$work/c11b.png"
want 0 'PNG' 'c11b: is a PNG' head -c 8 "$work/c11b.png"

# c18: the joint "mid" at (0, 1.5, 0) turns by 60 degrees about Z (the key (0, 0, 0.5, 0.866) at 1 s): "tip", 1.5 above
# it, goes to (-1.5 sin 60, 1.5 + 1.5 cos 60).
want 0 'tip  *(-1.299, 2.25, 0)' 'c18: a pointer turns the joint' bindpose skin $cases/c18_animation_pointer.gltf --animation 0 --time 1
want 0 'moves "/materials/0/pbrMetallicRoughness/baseColorFactor", which Bindpose doesn.t play' 'c18: another pointer is said' \
    bindpose skin $cases/c18_animation_pointer.gltf
want 0 'baseColorFactor", which Bindpose doesn.t play' 'c18: the doctor says so, too' bindpose doctor $cases/c18_animation_pointer.gltf
want 0 'proof: the same motion' 'c18: rebinding carries the pointer over' bindpose rebind $cases/c18_animation_pointer.gltf "$work/c18.gltf" --bind unit-scale

# c20: 1,000 km away, it is in view.
want 0 '' 'c20: drawn where it is' bindpose render $cases/c20_far_away.gltf -o "$work/c20.png" --size 200x160

# c32: root motion of 30 lengths. With --follow the figure is as large in each picture as in one pose, so the
# pictures are several times larger files.
want 0 '' 'c32: the whole way' bindpose render $cases/c32_walks_away.gltf --frames "$work/all" --fps 2 --size 160x120 --no-shadow
want 0 '' 'c32: along with it' bindpose render $cases/c32_walks_away.gltf --frames "$work/near" --fps 2 --size 160x120 --no-shadow --follow
for picture in "$work"/near/frame-*.png; do
    small=$(wc -c <"$work/all/${picture##*/}") large=$(wc -c <"$picture")
    [ "$large" -gt $((2 * small)) ] || { echo "c32: ${picture##*/} has $large bytes with --follow, $small without" >&2; failures=$((failures + 1)); }
done
want 2 'frames the one pose' 'c32: --follow is for animations' bindpose render $cases/c32_walks_away.gltf -o "$work/c32.png" --follow

# c32 as gltf-transform compresses it by Draco: read where its decoder is, else refused with a way out.
if bindpose inspect $cases/draco.glb >"$work/draco.txt" 2>&1; then
    want 0 'same motion' 'Draco: the same motion' bindpose diff $cases/c32_walks_away.gltf $cases/draco.glb --tolerance 0.001
else
    want 2 'Unpack Draco by' 'without Draco: a way out' bindpose inspect $cases/draco.glb
fi

# c37: keys at 0, 1, 0.5, 2 s, of which that at 0.5 has a quaternion of length 0.
want 2 'times\[2\]' 'c37: the strict reader says where' bindpose skin $cases/c37_bad_keys.gltf
want 0 'drawn with repairs' 'c37: view draws it' bindpose view $cases/c37_bad_keys.gltf --screenshot "$work/c37.png"

# c39: a VRM 1.0 collider at (1, 0, 0) of a joint that is rotated by 90 degrees about Z: at (0, 1, 0) in the scene.
want 0 'VRM: humanoid, springs, colliders' 'c39: rebound, and the same to VRM' bindpose rebind $cases/c39_vrm1_collider.gltf "$work/c39.gltf" --bind rotation-free
want 0 '"offset":  *\[[-0-9.e]*,1,0\]' 'c39: the offset turned with its joint' sh -c "tr -d '\n ' <'$work/c39.gltf' | sed 's/\"offset\":/&  /'"
want 0 '^the same motion' 'c39: the files are the same to diff' bindpose diff $cases/c39_vrm1_collider.gltf "$work/c39.gltf"
sed 's/"radius": 0.3/"radius": 0.3, "x": 0/; s/"node": 1,$/"node": 2,/' $cases/c39_vrm1_collider.gltf >"$work/spring.gltf"
want 1 'VRMC_springBone.springs\[0\].joints\[0\]: node "mid" against "tip"' 'c39: another spring' bindpose diff $cases/c39_vrm1_collider.gltf "$work/spring.gltf"
# The same number in an extension that nobody knows: refused, with its name.
sed 's/"VRMC_springBone": {/"ACME_physics": {/' $cases/c39_vrm1_collider.gltf >"$work/acme.gltf"
want 2 'ACME_physics has numbers for a joint whose frame changes' 'c39: an unknown extension' bindpose rebind "$work/acme.gltf" "$work/out.gltf" --bind rotation-free
want 1 '' 'c39: and no file is written' test -e "$work/out.gltf"

# Other situations, made by a script: the finding, and whether --fix repairs, copies or refuses.
if command -v python3 >/dev/null; then
    want 0 '^0 wrong' 'situations.py: every finding and repair' python3 tests/cases/situations.py "$B/bin/bindpose" "$work"
    want 0 '^0 of [0-9]* wrong' "rules.py: breaches of glTF's rules" python3 tests/cases/rules.py "$B/bin/bindpose" "$work/rules" "${TEST_DEEP:-4}"
    want 0 '^0 of 9 wrong' 'exports.py: files as exporters write them' python3 tests/cases/exports.py "$B/bin/bindpose" "$work/exports"
    # Blue in front, red behind, by the extensions' conventions.
    [ -z "${TEST_DEEP:-}" ] || want 0 'vrm1-small' 'vrms.py: VRMs are seen from the front' python3 tests/cases/vrms.py "$B/bin/bindpose" "$work"
else
    echo "skipped: python3 is missing"
fi
[ $failures -eq 0 ]
