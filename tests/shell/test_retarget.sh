#!/bin/sh
# bindpose retarget as a command: a walk from BVH and from glTF onto our character, its map given back, wrong use.
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
retarget() { "$B/bin/bindpose" retarget "$@"; }
model=assets/character.glb

# A body of 17 joints in centimetres, with a step of its left leg.
awk 'BEGIN {
    split("Hips Spine Neck Head LeftShoulder LeftArm LeftForeArm LeftHand RightShoulder RightArm RightForeArm RightHand LeftUpLeg LeftLeg LeftFoot RightUpLeg RightLeg RightFoot", name)
    split("0 1 2 3 2 5 6 7 2 9 10 11 1 13 14 1 16 17", up)
    split("0,0,0 0,15,0 0,35,0 0,12,0 5,30,0 13,0,0 28,0,0 25,0,0 -5,30,0 -13,0,0 -28,0,0 -25,0,0 9,-5,0 0,-42,0 0,-41,0 -9,-5,0 0,-42,0 0,-41,0", at)
    print "HIERARCHY"
    for (i = 1; i <= 18; i++) {
        while (depth > 0 && open[depth] != up[i]) { print "}"; depth-- }
        gsub(",", " ", at[i])
        print (i == 1 ? "ROOT " : "JOINT ") name[i] "\n{\nOFFSET " at[i]
        print i == 1 ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation" : "CHANNELS 3 Zrotation Xrotation Yrotation"
        open[++depth] = i
    }
    while (depth-- > 0) print "}"
    print "MOTION\nFrames: 2\nFrame Time: 0.5"
    for (f = 0; f < 2; f++) {
        printf "0 88 %d 0 0 0", 50 * f
        for (i = 2; i <= 18; i++) printf " 0 %d 0", i == 13 ? -40 * f : 0
        print ""
    }
}' >"$work/step.bvh"
# A clip of two keys that are 30 years apart: 30 pictures a second would be 30 billion.
python3 "$(dirname "$0")/../hostile/make" "$work" character-clip-of-1e9-seconds
want 2 'frames needs' 'a clip of 1e9 seconds' retarget "$work/character-clip-of-1e9-seconds.glb" "$model" -o "$work/out.glb"
want 0 'hips "hips" "Hips"' 'finds the hips' retarget "$work/step.bvh" "$model" -o "$work/out.glb"
want 0 'leftUpperLeg "thigh_left" "LeftUpLeg"  # 95%, names' 'and a leg' retarget "$work/step.bvh" "$model"
want 0 'keep their rest' 'lists the bones without a motion' retarget "$work/step.bvh" "$model"
want 0 'posed by animation 0 (idle\|posed by animation [0-9]* (walk' 'the old clips stay' "$B/bin/bindpose" inspect "$work/out.glb" --animation walk --time 0.5
want 0 'posed by animation .* (motion)' 'the new clip is there' "$B/bin/bindpose" inspect "$work/out.glb" --animation motion --time 0.5
want 0 ': 0 errors' 'and sound' "$B/bin/bindpose" doctor "$work/out.glb"
retarget "$work/step.bvh" "$model" >"$work/map.txt" 2>/dev/null
retarget "$work/step.bvh" "$model" --map "$work/map.txt" -o "$work/again.glb" >/dev/null 2>&1
want 0 '' 'a map that is given back makes the same file' cmp "$work/out.glb" "$work/again.glb"
want 0 'note: the character has a clip "walk" already, so OUT has two of that name: the new one is animation 3' 'a name twice' retarget "$model" "$model" --clip walk -o "$work/two.glb"
want 0 'posed by animation 3 (walk)' 'as the note says' "$B/bin/bindpose" inspect "$work/two.glb" --animation 3
# VRM's humanoid map counts more than names, which are all the same here.
"$B/bin/bindpose" doctor "$work/step.bvh" --fix "$work/step.gltf" >/dev/null 2>&1
bones=$(i=0; for bone in hips spine neck head leftShoulder leftUpperArm leftLowerArm leftHand rightShoulder rightUpperArm rightLowerArm rightHand leftUpperLeg leftLowerLeg leftFoot rightUpperLeg rightLowerLeg rightFoot; do printf '"%s":{"node":%d},' $bone $i; i=$((i + 1)); done)
sed -e 's/"name": *"[A-Za-z]*"/"name":"N"/' -e "1s/{/{\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"humanoid\":{\"humanBones\":{${bones%,}}}}},/" "$work/step.gltf" >"$work/step.vrm"
want 0 'leftUpperLeg "N" "LeftUpLeg"  # 95%, names' "VRM's humanoid map" retarget "$work/step.bvh" "$work/step.vrm"
want 0 'leftUpperLeg "N" "N"  # 100%, VRM' 'of both files' retarget "$work/step.vrm" "$work/step.vrm"
sed 's/VRMC_vrm"/VRMC_vrm_animation"/g' "$work/step.vrm" >"$work/step.vrma"
want 0 'leftUpperLeg "N" "N"  # 100%, VRM' 'and of a VRMA file' retarget "$work/step.vrma" "$work/step.vrm" -o "$work/vrma.vrm"
sed 's/"thigh_left"/"thigh"/' "$work/map.txt" >"$work/wrong.txt"
want 2 'wrong.txt: line .*the character has no bone "thigh"' 'a wrong map' retarget "$work/step.bvh" "$model" --map "$work/wrong.txt"
want 2 '.--clip: there is no "wolk"' 'no such clip' retarget "$model" "$model" --clip wolk -o "$work/no.glb"
want 2 'no number from 1e-6' 'a wrong scale' retarget "$model" "$model" --scale 1,2
want 0 'path is scaled by 2' 'a scale' retarget "$model" "$model" --scale 2
want 0 "end effector .*% of height" "hands together" retarget "$work/step.bvh" "$model" --keep hands-together -o "$work/hands.glb"
want 2 'contradicts' 'both poses' retarget "$model" "$model" --from-bind --from-rest
printf '%s' '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"tail"}]}' >"$work/tail.gltf"
head -c 700 "$work/step.bvh" >"$work/cut.bvh"
want 2 'cut.bvh: line' 'a damaged motion' retarget "$work/cut.bvh" "$model" -o "$work/no.glb"
want 2 'no bone of the motion is known as' 'no body' retarget "$work/tail.gltf" "$model"
printf '{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"Hips","children":[1,4]}' >"$work/legs.gltf"
for leg in Left,1,0.1 Right,4,-0.1; do
    side=${leg%%,*} first=${leg#*,} x=${leg##*,} first=${first%,*}
    printf ',{"name":"%sUpLeg","translation":[%s,0,0],"children":[%d]},{"name":"%sLeg","translation":[0,-0.4,0],"children":[%d]},{"name":"%sFoot","translation":[0,-0.4,0]}' $side $x $((first + 1)) $side $((first + 2)) $side
done >>"$work/legs.gltf"
printf ']}' >>"$work/legs.gltf"
retarget "$work/step.bvh" "$work/legs.gltf" >"$work/legs.txt" 2>"$work/legs.err"
want 0 'known as leftUpperArm.*given back as it is (--map FILE); for more, add lines as: leftUpperArm ' 'half a body' cat "$work/legs.err"
want 0 'rightFoot "RightFoot" "RightFoot"' 'prints the map that was found' cat "$work/legs.txt"
want 0 '8 bones\|7 bones' 'which can be given back' retarget "$work/step.bvh" "$work/legs.gltf" --map "$work/legs.txt"
sed -e '/^spine 1/d' -e 's/^hips "hips"/hips "spine"/' "$work/map.txt" >"$work/high.txt"
want 0 '"thigh_left" stays behind, since it isn.t below the hips, "spine"' 'hips that are too high' retarget "$work/step.bvh" "$model" --map "$work/high.txt"
sed -e 's/^\(rightFoot .*\)"RightFoot"/\1"LeftFoot"/' "$work/map.txt" >"$work/one.txt"
want 0 'note: leftFoot and rightFoot are both moved by "LeftFoot"$' 'both feet by one bone' retarget "$work/step.bvh" "$model" --map "$work/one.txt"
# From the hips, the body's left hand is 71 to the side and 45 up, atan(71 / 45) = 57.6 degrees from up. So the hips
# are aligned by their left as well, and that is its right.
printf '%s\n' 'hips "hips" "Hips"' 'head "head" "LeftHand"' 'leftUpperLeg "thigh_left" "RightUpLeg"' \
    'rightUpperLeg "thigh_right" "LeftUpLeg"' >"$work/odd.txt"
want 0 'note: at rest, the trunks are 58 degrees apart' 'another trunk' retarget "$work/step.bvh" "$model" --map "$work/odd.txt"
want 0 'note: to agree at rest, the hips are turned by 1[0-9][0-9] degrees: look whether' 'turned hips' retarget "$work/step.bvh" "$model" --map "$work/odd.txt"
want 0 '' 'our own body has no such notes' sh -c "! '$B/bin/bindpose' retarget '$work/step.bvh' $model 2>&1 | grep -e 'at rest' -e 'both moved'"
want 0 '# bone angle  ' 'a table of measures' retarget "$work/step.bvh" "$model" -o "$work/out.glb" --report "$work/r.json" --picture "$work/p.png"
retarget "$work/step.bvh" "$model" -o "$work/again.glb" >/dev/null 2>&1
want 0 '' 'the file is the same without a picture' cmp "$work/out.glb" "$work/again.glb"
want 0 '"measure": "foot slide"' 'as JSON' cat "$work/r.json"
want 0 'PNG image data, 1280 x 800' 'a picture' file "$work/p.png"
retarget "$work/step.bvh" "$model" --report "$work/r.png" >/dev/null 2>&1
want 0 'PNG image data, 1240 x' 'a strip of colours' file "$work/r.png"
retarget "$work/step.bvh" "$model" --report "$work/r.txt" >/dev/null 2>&1
want 0 'bone angle .*leftLowerLeg .*degrees' 'all measures as text' cat "$work/r.txt"
want 1 "motion: end effector of .* % of height (95% of frames) and may be 0.01 (--max-reach); .*; OUT isn't written$" 'a limit' retarget "$work/step.bvh" "$model" -o "$work/no.glb" --max-reach 0.01 --report "$work/why.txt" --picture "$work/why.png"
want 1 'and may be 0.01 (--max-reach); worst at [0-9.]* s$' 'a limit without OUT' retarget "$work/step.bvh" "$model" --max-reach 0.01
want 0 'end effector' 'the report says why' cat "$work/why.txt"
want 0 'PNG image data, 1280 x 800' 'and the picture shows it' file "$work/why.png"
# Hips at 0.7 of their height: the feet stay on the ground only if the knees bend.
want 0 "^# Legs bend to keep planted feet in place; --feet free" 'the table names --feet free' retarget "$model" "$model" --clip idle --scale 0.7 --report "$work/r.txt"
want 1 "Leg is .* degrees .*--max-angle.*; --feet free doesn't bend legs" 'and so does a limit' retarget "$model" "$model" --clip idle --scale 0.7 --max-angle 5
want 0 '' 'free feet have no such note' sh -c "! '$B/bin/bindpose' retarget $model $model --clip idle --scale 0.7 --feet free --max-angle 5 | grep 'Legs bend'"
# Both of the body's feet move in both of its frames, and a BVH has no mesh.
for limit in slide float; do
    want 1 "^bindpose retarget: --max-$limit: there is nothing to measure: no foot of the motion is planted; leave it out" "--max-$limit without planted feet" retarget "$work/step.bvh" "$model" -o "$work/no.glb" --max-$limit 1000000
done
want 1 '.--max-overlap: .*no forearm or shin of the map has a mesh' '--max-overlap without a mesh' retarget "$work/step.bvh" "$work/step.bvh" -o "$work/no.glb" --max-overlap 1000000
want 0 '# foot slide ' 'a limit that can be checked' retarget "$model" "$model" --clip idle -o "$work/idle.glb" --max-slide 1000000
grep -v -e 'Arm "' -e 'Foot "' "$work/map.txt" >"$work/armless.txt"
want 1 '.--max-float: .*the map has no foot' '--max-float without feet' retarget "$work/step.bvh" "$model" --map "$work/armless.txt" --max-float 1
want 2 '.--keep: .*the map lacks an upper arm, a lower arm or a hand' 'hands without arms' retarget "$work/step.bvh" "$model" --map "$work/armless.txt" --keep hands
want 2 '.--keep: .*the map lacks the head' 'hands from the head without one' sh -c "grep -v '^head' '$work/map.txt' >'$work/headless.txt'; $B/bin/bindpose retarget '$work/step.bvh' $model --map '$work/headless.txt' --keep hands-head -o '$work/no.glb'"
want 2 '.--keep: ' 'hands without arms, written' retarget "$work/step.bvh" "$model" --map "$work/armless.txt" --keep hands -o "$work/no.glb"
# All commands that write glTF choose its form by the name.
mkdir "$work/names" "$work/bvh"
want 2 'no.fbx: would be glTF under another format.s name: end it in .glb, .gltf or .vrm' 'retarget to FBX' retarget "$work/step.bvh" "$model" -o "$work/names/no.fbx"
want 2 'no.fbx: would be glTF' 'match -o FBX' "$B/bin/bindpose" match "$model" "$work/step.bvh" -o "$work/names/no.fbx"
want 2 'no.bvh: would be glTF' 'doctor --fix to BVH, from BVH' "$B/bin/bindpose" doctor "$work/step.bvh" --fix "$work/names/no.bvh"
want 2 'names/no: would be glTF' 'rebind to a name without an end' "$B/bin/bindpose" rebind "$model" "$work/names/no" --bind identity
want 0 '^$' 'nothing is written' ls "$work/names"
want 0 '' 'capital letters' retarget "$work/step.bvh" "$model" -o "$work/names/YES.GLB"
cp "$work/step.bvh" "$work/bvh"
"$B/bin/bindpose" doctor "$work/bvh" --out-dir "$work/copies" >/dev/null 2>&1
want 0 '^step.bvh.glb$' 'a copy of a BVH file is called .glb' ls "$work/copies"
[ ! -e "$work/no.glb" ] && echo '[       OK ] nothing is written after an error' || { echo '[  FAILED  ] a file is written after an error'; failures=$((failures + 1)); }
[ $failures -eq 0 ]
