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
want 1 'Hips -> hips  (by name, without case and prefix)' 'by case' match $own "$work/named.glb"
want 1 'UpperLeg.L -> thigh_left  (by names)' 'by convention' match $own "$work/named.glb"
want 1 '"verdict": "rename"' 'as JSON' match $own "$work/named.glb" --json
want 1 '"name": "Calf_R    ",' 'JSON: its name' match $own "$work/named.glb" --json
want 1 '"character": "shin_right",' 'JSON: the name in the character' match $own "$work/named.glb" --json
want 0 'renamed.glb has the character.s names, and moves as before' 'renaming' match $own "$work/named.glb" -o "$work/renamed.glb"
want 0 'renamed.glb: fits' 'then they fit' match $own "$work/renamed.glb"
want 0 'the same motion' 'diff agrees' "$bindpose" diff $own "$work/renamed.glb"
want 1 'Hips' 'and not without renaming' "$bindpose" diff $own "$work/named.glb"
want 0 'fits$' 'a .gltf as well' sh -c "'$bindpose' match $own '$work/named.glb' -o '$work/renamed.gltf' >/dev/null && '$bindpose' match $own '$work/renamed.gltf'"

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
want 1 'hips: axes 0.0 degrees, direction 0.0 degrees, length' 'another height' match $own "$work/high.glb"
edit other.glb 's/"name": "chest"/"name": "qqqqq"/'
want 1 'moved, and missing in the character' 'a bone that the character lacks' match "$work/other.glb" $own
want 1 'in the character, and not moved' 'and one that has no motion' match "$work/other.glb" $own

# Several files, the worst of which counts; and wrong use.
want 1 'named.glb: rename' 'several files' match $own $own "$work/named.glb"
want 2 'nothing.glb' 'one of them unreadable' match $own "$work/nothing.glb" "$work/named.glb"
want 2 'nothing.glb' 'no character' match "$work/nothing.glb" $own
want 2 'takes one file of clips' '-o for several' match $own $own "$work/named.glb" -o "$work/x.glb"
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
