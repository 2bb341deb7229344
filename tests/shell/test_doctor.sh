#!/bin/sh
# bindpose doctor as a command: our own character has no faults (exit 0), edited copies have some (exit 1), as text and
# as JSON, and a file that is not glTF is refused (exit 2).
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
doctor() { "$B/bin/bindpose" doctor "$@"; }
model=assets/character.glb

# edit NAME SED: makes a copy with edited JSON. The replacement must have the length of the original text, since a
# .glb stores the length of its JSON.
edit() {
    LC_ALL=C sed "$2" "$model" >"$work/$1.glb"
    [ "$(wc -c <"$work/$1.glb")" -eq "$(wc -c <"$model")" ] && ! cmp -s "$work/$1.glb" "$model" && return
    echo "[  FAILED  ] $1: the edit did not change the copy as intended"
    failures=$((failures + 1))
}

want 0 '0 errors, 0 warnings' 'our character has no faults' doctor "$model"
want 0 '"errors": 0' 'as JSON too' doctor "$model" --json
want 0 '"validatorCode": null' 'a finding without a code of the validator' doctor --json "$model"

edit repeated 's/"joints": \[0, 1, 2, 3,/"joints": [0, 1, 2, 2,/'
want 1 'where:   joints-repeated at skins\[0\].joints\[3\]  \[DUPLICATE_ELEMENTS\]' 'a repeated joint' doctor "$work/repeated.glb"
want 1 'remedy:  List each node once' 'with its remedy' doctor "$work/repeated.glb"
want 1 '"id": "joints-repeated"' 'as JSON' doctor "$work/repeated.glb" --json
want 1 '"errors": 1,' 'no other error' doctor "$work/repeated.glb" --json
edit swapped 's/"joints": \[0, 1, 2, 3,/"joints": [0, 2, 1, 3,/'
want 1 'where:   ibm-order at skins\[0\].inverseBindMatrices' 'two joints swapped' doctor "$work/swapped.glb"
want 1 'follows from: ibm-order' 'a consequence names its cause' doctor "$work/swapped.glb"
want 1 '"causedBy": "ibm-order"' 'in JSON too' doctor "$work/swapped.glb" --json
edit cycle 's/"children": \[1, 9, 17\]/"children": [0, 9, 17]/'
want 1 'where:   node-cycle' 'a cycle' doctor "$work/cycle.glb"
edit unskinned 's/"skin": 0/"skim": 0/'
want 1 'where:   skin-missing' 'no skin' doctor "$work/unskinned.glb"
edit unread 's/"JOINTS_0":/"JOINTS_9":/'
want 1 'where:   unreadable' 'joints without weights' doctor "$work/unread.glb"

printf 'not a model' >"$work/none.glb"
want 2 'none.glb' 'not a glTF file' doctor "$work/none.glb"
want 2 '"id": "unreadable"' 'a finding for scripts' doctor "$work/none.glb" --json
head -c 1000 "$model" >"$work/cut.glb"
want 2 'download or export it again' 'a file cut off' doctor "$work/cut.glb"
want 2 "can't open" 'no such file' doctor "$work/nowhere.glb"
want 2 'an argument is missing' 'no file' doctor
want 2 'did you mean --json' 'a wrong option' doctor "$model" --jsn
if command -v python3 >/dev/null; then
    doctor "$work/swapped.glb" --json >"$work/swapped.json"
    want 0 '^version file read fails checked errors warnings notes findings$' 'JSON that Python reads' python3 -c '
import json, sys
report = json.load(open(sys.argv[1]))
print(*report)
keys = ["id", "severity", "place", "pointer", "validatorCode", "causedBy", "message", "effect", "cause", "remedy",
        "fingerprint", "silenced"]
numbers = ["line", "byteOffset", "byteLength", "node", "skin", "mesh", "joint", "primitive", "vertices", "vertexCount",
           "joints", "jointCount", "times"]
assert all([key for key in finding if key not in numbers] == keys for finding in report["findings"])
count = lambda what: sum(finding["severity"] == what for finding in report["findings"])
assert (report["errors"], report["warnings"], report["notes"]) == (count("error"), count("warning"), count("note"))
' "$work/swapped.json"
fi

# What a finding means, without a file.
want 0 '^  remedy:  List each node once' 'a finding in words' "$B/bin/bindpose" explain joints-repeated
want 0 '^  Blender: Edit Mode, N > Item > Vertex Weights' 'how to see it in Blender' "$B/bin/bindpose" explain weights-sum
want 0 '"id": "candy-wrapper"' 'all texts as JSON' "$B/bin/bindpose" explain --json
if [ -n "${TEST_DEEP:-}" ]; then
    want 0 '' 'manual pages' sh src/tools/manual.sh "$B/bin/bindpose" 1 "$work/manual"
    want 0 '^Normalize all weights' 'one of a finding' cat "$work/manual/bindpose-weights-sum.7"
fi
want 0 'bindpose lesson 18' 'with the lesson that shows it' "$B/bin/bindpose" explain ibm-transposed
want 0 '^weights-sum  ' 'all findings' "$B/bin/bindpose" explain
want 2 'did you mean weights-sum' 'no finding' "$B/bin/bindpose" explain weight-sum

# Repairs: a spoiled copy gets back the joints of the original, and nothing but them changes.
want 0 '^repaired  ibm-order' 'two joints swapped, repaired' \
    doctor "$work/swapped.glb" --fix "$work/mended.glb" --keep-joints
want 0 '0 errors, 0 warnings' 'the repaired file has no faults' doctor "$work/mended.glb"
want 0 '^repaired  joints-repeated' 'a repeated joint, repaired' doctor "$work/repeated.glb" --fix "$work/mended.glb" --keep-joints
want 0 '' 'is the original again' cmp "$work/mended.glb" "$model"
want 0 'nothing that can be repaired' 'a file without faults' doctor "$model" --fix "$work/mended.glb"
want 0 '' 'stays as it is, with the joints that move no vertex' cmp "$work/mended.glb" "$model"
# A joint without a name is only a note: it gets one only if asked for.
LC_ALL=C sed 's/"name": *"head"/"nome": "head"/I' "$model" >"$work/unnamed.glb"
want 0 'where:   names-missing' 'a joint without a name' doctor "$work/unnamed.glb"
want 0 'nothing that can be repaired' 'is no reason to change the file' doctor "$work/unnamed.glb" --fix "$work/mended.glb"
want 0 '' 'which stays as it is' cmp "$work/mended.glb" "$work/unnamed.glb"
want 0 '^repaired  names-missing' 'unless --names asks for it' doctor "$work/unnamed.glb" --fix "$work/mended.glb" --names
want 1 'the repair would not be whole' 'an error is left: exit 1' doctor "$work/cycle.glb" --fix "$work/cycled.glb"
want 1 '' 'and there is no file' test -e "$work/cycled.glb"
want 0 'nothing was written' '--dry-run' doctor "$work/swapped.glb" --fix "$work/dry.glb" --dry-run
want 1 '' 'writes nothing' test -e "$work/dry.glb"
want 0 '"changes": \[' 'a repair as JSON' doctor "$work/swapped.glb" --dry-run --json
# One finding alone: the other one stays, and a file is written although it is an error.
LC_ALL=C sed '0,/"rotation": \[-0/s//"rotation": [-7/' "$work/swapped.glb" >"$work/two.glb"
want 1 '^guessed   rotation-not-unit' 'one finding of two' \
    doctor "$work/two.glb" --fix "$work/one.glb" --only rotation-not-unit --guess
want 1 'where:   ibm-order' 'leaves the other' doctor "$work/one.glb"
want 0 '^0$' 'and has mended this one' sh -c "'$B/bin/bindpose' doctor '$work/one.glb' | grep -c rotation-not-unit; true"
want 1 'nothing that can be repaired' 'a finding that the file lacks' doctor "$work/two.glb" --fix "$work/dry.glb" --only weights-sum
want 2 'is none of' 'a finding that does not exist' doctor "$work/two.glb" --fix "$work/dry.glb" --only weight-sum
want 0 '0 errors, 0 warnings, 0 notes' '--only another finding' doctor "$work/two.glb" --only weights-sum
want 1 '1 error, 0 warnings, 0 notes' '--only one of two' doctor "$work/two.glb" --only ibm-order
want 2 'none.glb' 'not a glTF file to repair' doctor "$work/none.glb" --fix "$work/dry.glb"
want 2 'nowhere' 'a folder that does not exist' doctor "$work/swapped.glb" --fix "$work/nowhere/out.glb"
want 2 'goes with --fix' '--keep-joints without a repair' doctor "$model" --keep-joints
want 2 'goes with --fix' '--guess without a repair' doctor "$model" --guess
want 2 'contradicts --keep-joints' '--prune against --keep-joints' doctor "$model" --dry-run --keep-joints --prune
want 2 'nowhere' 'a picture in a folder that does not exist' \
    doctor "$work/swapped.glb" --fix "$work/mended.glb" --picture "$work/nowhere/p.png"
# A chain of 50,000 joints, with its root as skeleton: the time must be linear, a second or two.
awk 'BEGIN { n = 50000
    printf "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"skins\":[{\"skeleton\":0,\"joints\":[0"
    for (i = 1; i < n; i++) printf ",%d", i
    printf "]}],\"nodes\":["
    for (i = 1; i < n; i++) printf "{\"children\":[%d]},", i
    print "{}]}" }' >"$work/deep.gltf"
want 0 '0 errors' 'a deep chain' timeout 60 "$B/bin/bindpose" doctor "$work/deep.gltf"
[ $failures -eq 0 ]
