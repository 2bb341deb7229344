#!/bin/sh
# The replay program plays recordings with equal numbers. It finds a changed number and names its place (exit 1). It
# refuses other files and names the place of the error (exit 2).
set -u
B=${B:-build}
replay=$B/tests/replay
data=$(dirname "$0")/../oracle/data
. "$(dirname "$0")/want.sh"

# refused NAME PATTERN TEXT: a file of this text exits with 2 and a message.
refused() {
    printf '%s' "$3" >"$work/bad.json"
    want 2 "$2" "refused: $1" "$replay" "$work/bad.json"
}

# glTF models have a program of their own, oracle/test_gltf.c.
for file in "$data"/*.json; do
    case $file in */gltf-*) continue ;; esac
    want 0 'worst relative difference .*: equal$' "$(basename "$file") replays" "$replay" "$file"
done
# The files' contents, counted by hand: no trace is left out.
want 0 ' 120 traces, 2772 steps' 'all of api-fuzz' "$replay" "$data/api-fuzz.json"
want 0 ' 37 traces, 187 steps' 'all of doc-cases' "$replay" "$data/doc-cases.json"
want 0 ' 65 traces, 1318 steps' 'all of animation' "$replay" "$data/animation.json"

# One number changed in a copy.
change() { sed "0,/$1/s//$2/" "$data/$3" >"$work/changed.json"; }
change '"skin":\[\[[-0-9.]*' '"skin":[[9.25' api-fuzz.json
want 1 'trace dev-0, step 0 (prepare), bone 0, skin\[0\]: got .*, wanted 9.25' 'a changed skin matrix' \
    "$replay" "$work/changed.json"
change '"local":\[\[1,[-0-9.]*' '"local":[[1,7.5' api-fuzz.json
want 1 ', bone 1, local\[0\]: got .*, wanted 7.5' 'a changed local matrix' "$replay" "$work/changed.json"
change '"result":\[[-0-9.]*' '"result":[88' api-fuzz.json
want 1 ', result\[0\]: got .*, wanted 88' 'a changed answer' "$replay" "$work/changed.json"
change '"skinned":\[\[[-0-9.]*' '"skinned":[[5' doc-cases.json
want 1 'trace natural-start, bone 0, skinned\[0\]: got .*, wanted 5' 'a changed vertex' \
    "$replay" "$work/changed.json"
change '"viewerLine":\[\[[-0-9.]*' '"viewerLine":[[5' doc-cases.json
want 1 'viewerLine\[0\]: got 0, wanted 5' 'a changed end of a line' "$replay" "$work/changed.json"
change '"skinnedWorld":\[\[[-0-9.]*' '"skinnedWorld":[[5' doc-cases.json
want 1 'trace mesh-world, bone 0, skinnedWorld\[0\]' 'a changed vertex in the world' \
    "$replay" "$work/changed.json"
change '"samples":\[\[0.01,[-0-9.]*' '"samples":[[0.01,5' animation.json
want 1 'trace dev-vector3-linear-0, step 0 (evaluate), value\[0\]: got .*, wanted 5' 'a changed sample' \
    "$replay" "$work/changed.json"
change '"loopCallbacks","endCallbacks"\],"steps":\[\[0,0' '"loopCallbacks","endCallbacks"],"steps":[[0,3' animation.json
want 1 'step 0 (animate), masterFrame\[0\]: got 0, wanted 3' 'a changed frame' "$replay" "$work/changed.json"
change '\["walk",8,' '["walk",7,' animation.json
want 1 'createAnimationRange), .*ranges' 'a changed range' "$replay" "$work/changed.json"
want 1 'MISMATCH' 'the tolerance can be set' "$replay" --tolerance 1e-9 "$data/api-fuzz.json"

# Files that aren't recordings.
refused 'an empty file' 'not JSON: line 1' ''
refused 'a text' 'not JSON' 'hello'
refused 'a number' 'not JSON\|not a recording' '5'
refused 'a list' 'not a recording' '[]'
refused 'an object of something else' 'not a recording' '{"a":1}'
refused 'NaN' 'not JSON' '{"traces":[NaN]}'
refused 'a number too large' 'not JSON' '{"traces":[1e999]}'
refused 'traces that are no list' '"traces" is not an array' '{"traces":5}'
refused 'no traces' '"traces" is empty' '{"traces":[]}'
refused 'a trace without a name' 'traces\[0\]: the member "name" is missing' '{"traces":[{}]}'
refused 'a name that is no text' '"name" is not a text' '{"traces":[{"name":5}]}'
refused 'a trace without nodes' 'traces\[0\]: the member "nodes" is missing' '{"traces":[{"name":"a"}]}'
refused 'no bones' 'no bones' '{"traces":[{"name":"a","nodes":[],"bones":[]}]}'
start='{"traces":[{"name":"a","nodes":[],"bones":'
refused 'a parent to come' 'bones\[0\]: "parent" is 1, outside -1..-1' "$start[{\"parent\":1}]}]}"
refused 'a huge parent' 'outside -1..-1' "$start[{\"parent\":9223372036854775807}]}]}"
refused 'a parent that is no integer' '"parent" is not an integer' "$start[{\"parent\":0.5}]}]}"
refused 'a short matrix' 'bones\[0\].local: not an array of 16' "$start[{\"parent\":-1,\"local\":[1]}]}]}"
refused 'a huge index' '"index" is' "$start[{\"parent\":-1,\"index\":99999999999}]}]}"
start="$start[{\"parent\":-1}],\"init\":{\"inv\":[[0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]]},\"steps\":"
refused 'an unknown operation' 'steps\[0\]: there is no operation "fly"' "$start[{\"op\":\"fly\"}]}]}"
refused 'a step that is a list' 'steps\[0\]: the member "op" is missing' "$start[[]]}]}"
refused 'a bone that is not there' '"bone" is 1, outside 0..0' "$start[{\"op\":\"getScale\",\"bone\":1}]}]}"
refused 'a negative bone' '"bone" is -1' "$start[{\"op\":\"getScale\",\"bone\":-1}]}]}"
refused 'no result' 'not an array of 3' "$start[{\"op\":\"getScale\",\"bone\":0}]}]}"
refused 'a wrong space' 'neither local nor world' "$start[{\"op\":\"getPosition\",\"bone\":0,\"space\":\"up\"}]}]}"
refused 'a wrong order' 'each of the 1 bones once' "$start[{\"op\":\"reorder\",\"order\":[-5]}]}]}"
refused 'a row of another bone' "steps\[0\].local\[0\]: a row doesn't begin" \
    "$start[{\"op\":\"returnToRest\",\"bone\":0,\"local\":[[7,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]}]}]}"
refused 'no mesh' 'the member "mesh" is missing' '{"cases":[]}'
awk 'BEGIN { for (i = 0; i < 200000; i++) printf "["; exit }' >"$work/deep.json"
want 2 'not JSON' 'refused: deep nesting' "$replay" "$work/deep.json"
head -c 100000 "$data/api-fuzz.json" >"$work/cut.json"
want 2 'not JSON' 'refused: a file cut off' "$replay" "$work/cut.json"
want 2 'not JSON' 'refused: a program' "$replay" "$replay"
want 2 "$work" 'refused: a folder' "$replay" "$work"
want 2 'missing.json' 'refused: a missing file' "$replay" "$work/missing.json"
want 2 'no file given' 'refused: nothing' "$replay"
want 2 'no option --tolerence; did you mean --tolerance' 'refused: an unknown option' "$replay" --tolerence
want 2 'above 0' 'refused: a tolerance below 0' "$replay" --tolerance -1 "$data/api-fuzz.json"
want 0 'usage: replay' 'help' "$replay" --help
want 0 '^replay [0-9]' 'version' "$replay" --version

[ $failures -eq 0 ]
