#!/bin/sh
# bindpose match: copies of our character whose bones have other names, axes, rest poses and sizes; what is advised, and that
# following the advice helps. The JSON of a copy keeps its length.
set -u
B=${B:-build}
bindpose=$B/bin/bindpose
. "$(dirname "$0")/want.sh"
own=assets/character.glb
edit() { LC_ALL=C sed "$2" "$own" >"$work/$1"; }
match() { "$bindpose" match "$@"; }

want 0 '^assets/character.glb: fits$' 'its own clips' match $own $own
want 0 'skeleton.s size is 1 of' 'of the same size' match $own $own

# Names: another case, a prefix, and another convention's word.
edit named.glb 's/"name": "hips"/"name": "Hips"/;s/"name": "upper_arm_left"/"name": "x:UpperArmLeft"/;s/"name": "toes_right"/"name": "Toes_Right"/
    s/"name": "upper_arm_right"/"name": "Upper Arm Right"/;s/"name": "thigh_left"/"name": "UpperLeg.L"/;s/"name": "shin_right"/"name": "Calf_R    "/'
want 1 '^.*/named.glb: rename$' 'other names' match $own "$work/named.glb"
want 1 '21 bones are moved: 6 have other names in the character, 0 ' 'how many' match $own "$work/named.glb"
want 1 'Hips -> hips  (by names)' 'by the map of retarget' match $own "$work/named.glb"
want 1 'UpperLeg.L -> thigh_left  (by names)' 'by convention' match $own "$work/named.glb"
want 1 '"verdict": "rename"' 'as JSON' match $own "$work/named.glb" --json
want 1 '"name": "Calf_R    ",' 'JSON: its name' match $own "$work/named.glb" --json
want 1 '"character": "shin_right",' 'JSON: the name in the character' match $own "$work/named.glb" --json
want 0 'renamed.glb has the character.s names, and moves as before' 'renaming' match $own "$work/named.glb" -o "$work/renamed.glb"
want 0 'renamed.glb: fits' 'then they fit' match $own "$work/renamed.glb"
want 0 'the same motion' 'diff agrees' "$bindpose" diff $own "$work/renamed.glb"
want 1 'Hips' 'and not without renaming' "$bindpose" diff $own "$work/named.glb"
want 0 'fits$' 'a .gltf as well' sh -c "'$bindpose' match $own '$work/named.glb' -o '$work/renamed.gltf' >/dev/null && '$bindpose' match $own '$work/renamed.gltf'"

# A spine of two bones, the first of which is called as the character's second: in order, as retarget has it.
edit spine.glb 's/"name": "spine"/"name": "Chest"/;s/"name": "chest"/"name": "Torso"/'
want 1 'Chest -> spine  (by names)' 'the lower part of the spine' match $own "$work/spine.glb"
want 1 'Torso -> chest  (by names)' 'the upper part' match $own "$work/spine.glb"
want 1 'spine.glb: rename$' 'and nothing hangs elsewhere' match $own "$work/spine.glb"
want 0 'spine 1 "spine" "Chest"' 'retarget agrees' "$bindpose" retarget "$work/spine.glb" $own
# No body: what is left of the names decides. Three joints in a row, and two of them below the first.
tails() { # A B C, and the blocks that end after B and after C
    printf 'HIERARCHY\nROOT %s\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n' "$1"
    for joint in "$2 $4" "$3 $5"; do
        printf 'JOINT %s\n{\nOFFSET 0 9 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n%s\n' "${joint%% *}" "${joint#* }"
    done
    printf '}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0 0 0 0 0 0 0\n9 9 9 9 9 9 9 9 9\n'
}
tails tail base tip '' '} }' >"$work/row.bvh"
tails x:Tail Base x:TIP '' '} }' >"$work/renamed.bvh"
tails tail base tip '}' '}' >"$work/fork.bvh"
want 1 'x:TIP -> tip  (by name, without case and prefix)' 'by case and prefix' match "$work/row.bvh" "$work/renamed.bvh"
want 1 'tip: axes 0.0 degrees, hangs from another bone, length 0.0%' 'another bone above' match "$work/row.bvh" "$work/fork.bvh"

# Other axes of the bones in the same pose: rebinding helps.
"$bindpose" rebind $own "$work/free.glb" --bind rotation-free >/dev/null
want 1 'character.glb: rebind$' 'other axes' match "$work/free.glb" $own
want 1 'neck: axes 18.1 degrees, direction 0.0 degrees' 'how far: twice the arc sine of 0.157637775' match "$work/free.glb" $own
"$bindpose" rebind "$work/free.glb" "$work/back.glb" --bind file --from $own >/dev/null
want 0 'character.glb: fits$' 'after what is advised' match "$work/back.glb" $own

# Another rest pose: the neck's quaternion with x and w swapped is at 180 - 18.14 degrees, 143.7 from where it was.
edit bent.glb 's/\[0.157637775, 0, 0, 0.987497032\]/[0.987497032, 0, 0, 0.157637775]/'
want 1 'bent.glb: retarget$' 'another rest pose' match $own "$work/bent.glb"
want 1 'neck: axes 143.7 degrees' 'how far' match $own "$work/bent.glb"
want 1 'head: axes 0.0 degrees, direction 143.7 degrees' 'and what hangs from it' match $own "$work/bent.glb"
edit high.glb 's/\[0, 0.930000007, 0\]/[0, 9.300000007, 0]/'
want 1 'hips: axes 0.0 degrees, direction 0.0 degrees, length' 'another height' match "$work/high.glb" $own
want 0 'high.glb: fits' 'keys that stand right, though the rest does not' match $own "$work/high.glb"
edit other.glb 's/"name": "chest"/"name": "qqqqq"/'
want 1 'moved, and missing in the character' 'a bone that the character lacks' match "$work/other.glb" $own
want 1 'in the character, and not moved' 'and one that has no motion' match "$work/other.glb" $own

# Several files, the worst of which counts; and wrong use.
want 1 'named.glb: rename' 'several files' match $own $own "$work/named.glb"
want 2 'nothing.glb' 'one of them unreadable' match $own "$work/nothing.glb" "$work/named.glb"
want 2 'nothing.glb' 'no character' match "$work/nothing.glb" $own
want 2 'takes one file of clips; --out-dir DIR takes many' '-o for several' match $own $own "$work/named.glb" -o "$work/x.glb"
# A clip among others.
want 0 'character.glb: fits$' 'a clip by name' match $own $own --animation wave
want 0 '"animation": 2,' 'in JSON by its number' match $own $own --animation wave --json
want 2 'there is no "wafe" among the file.s 3 animations, did you mean wave' 'a clip that is not there' match $own $own --animation wafe
if command -v python3 >/dev/null; then
    # "idle" no longer moves the neck: against a character that lacks it, "idle" fits, and the others don't.
    want 0 '' 'one clip leaves a bone alone' python3 -c '
import json, struct, sys
data = open(sys.argv[1], "rb").read()
size = struct.unpack_from("<I", data, 12)[0]
root = json.loads(data[20:20 + size])
neck = [node["name"] for node in root["nodes"]].index("neck")
idle = next(one for one in root["animations"] if one["name"] == "idle")
idle["channels"] = [one for one in idle["channels"] if one["target"]["node"] != neck]
text = json.dumps(root).encode()
text += b" " * (-len(text) % 4)
rest = data[20 + size:]
open(sys.argv[2], "wb").write(struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) +
                              struct.pack("<I4s", len(text), b"JSON") + text + rest)' $own "$work/idle.glb"
    edit neckless.glb 's/"name": "neck"/"name": "qqqq"/'
    want 0 'idle.glb: fits' 'that clip fits' match "$work/neckless.glb" "$work/idle.glb" --animation idle
    want 1 'neck -> qqqq' 'the others do not' match "$work/neckless.glb" "$work/idle.glb"
    want 1 'idle.glb: rename' 'nor one of them' match "$work/neckless.glb" "$work/idle.glb" --animation walk
    # The same skeleton as BVH, in centimetres, below a prefix: bones without rotations at rest, as BVH has them.
    want 0 '' 'its skeleton as BVH' sh -c "python3 tests/shell/skeleton_bvh.py '$work/free.glb' rig: >'$work/rig.bvh'"
    want 1 'rig.bvh: rename$' 'BVH: other names' match "$work/free.glb" "$work/rig.bvh"
    want 1 'size is 1 of the character' 'BVH: of the same size' match "$work/free.glb" "$work/rig.bvh"
    want 0 'has the character.s names' 'BVH: renamed' match "$work/free.glb" "$work/rig.bvh" -o "$work/rig.glb"
    want 0 'rig.glb: fits' 'then it fits' match "$work/free.glb" "$work/rig.glb"
    want 1 'rig.bvh: rebind$' 'BVH: other axes' match $own "$work/rig.bvh"
fi
# Many files, from a folder: copies of all, none of which replaces a file.
mkdir "$work/many" "$work/many/deep"
cp "$work/named.glb" "$work/many"
cp $own "$work/many/deep"
want 0 'many/deep/character.glb: fits$' 'a folder, renamed' match $own "$work/many" --out-dir "$work/renamed"
want 0 'deep/character.glb: fits$' 'all of them fit then' match $own "$work/renamed"
want 2 'would replace' 'a copy over its file' match $own "$work/many" --out-dir "$work/many"
want 2 'contradicts -o' 'two places' match $own "$work/named.glb" --out-dir "$work/x" -o "$work/x.glb"
want 2 'an argument is missing' 'no clips' match $own
echo '{"asset": {"version": "2.0"}, "nodes": [{"name": "hips"}], "scenes": [{"nodes": [0]}]}' >"$work/still.gltf"
want 2 'has no animation to match' 'a file without clips' match $own "$work/still.gltf"
want 2 "its folder" 'a folder that is not there' match $own "$work/named.glb" -o "$work/none/x.glb"
[ -c /dev/full ] && want 3 "can't be written" 'a full disk' sh -c "'$bindpose' match $own $own >/dev/full"
if [ -e "${BINDPOSE_MODELS:-../shared/models}/greenman.glb" ]; then
    want 1 'write the map of bones by hand' 'no human body' match $own "${BINDPOSE_MODELS:-../shared/models}/greenman.glb"
else
    echo 'skipped: no greenman.glb'
fi

[ $failures -eq 0 ]
