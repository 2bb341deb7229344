#!/bin/sh
# bindpose doctor --profile: each limit with a file above it and one at it; limits in bindpose.json; what --fix brings
# into line, and that the motion stays.
set -u
B=$(cd "${B:-build}" && pwd)
. "$(dirname "$0")/want.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
bindpose() { "$B/bin/bindpose" "$@"; }
command -v python3 >/dev/null || { echo '[  SKIPPED ] profiles: no python3'; exit 0; }
cd "$work" || exit 1
python3 "$root/tests/profiles/cases.py" cases >list || exit 1

# Each limit: the finding above it, none at it, no other finding of a profile, and no fault without a profile.
bindpose doctor cases --format jsonl >plain.jsonl
pairs=12
[ -z "${TEST_DEEP:-}" ] || pairs=46
want 0 "^$pairs of $pairs pairs" 'above each limit, and at it' python3 - "$B/bin/bindpose" <<'PYTHON'
import json, subprocess, sys
free = {"nodes-between": 0, "joint-order": 0, "joints-all": 29, "roots": 1, "scale-negative": 0, "scale-uneven": 1.001, "scale": 1.001}
json.dump({"limits": free}, open("free.json", "w"))
plain = {f["file"]: f for f in map(json.loads, open("plain.jsonl"))}
lines, good, also = [line.split() for line in open("list")], 0, {"roots": {"profile-root-height"}, "stretched-free": {"profile-scale"}}
import os
lines = [line for i, line in enumerate(lines) if os.environ.get("TEST_DEEP") or i % 4 == 0]
for name, profile, rule in lines:
    found = {}
    for end in ("over", "at"):
        path = "cases/%s-%s.gltf" % (name, end)
        how = ["--config", "free.json"] if profile == "-" else ["--profile", profile]
        done = subprocess.run([sys.argv[1], "doctor", path, "--json", *how], capture_output=True)
        report = json.loads(done.stdout)
        found[end] = {f["id"] for f in report["findings"] if f["id"].startswith("profile-")}
        assert all((f["pointer"] or f["place"] == "extensions") and f["fingerprint"] and f["remedy"] and " allows " in f["message"]
                   for f in report["findings"] if f["id"].startswith("profile-")), path
        assert not any(f["id"].startswith("profile-") for f in plain[path]["findings"]), path
    right = found["over"] - also.get(name, set()) == {rule} and found["at"] == set()
    good += right
    if not right: print(name, profile, found)
print(good, "of", len(lines), "pairs")
PYTHON
want 0 '^22$' 'each finding of profiles is explained' sh -c "'$B/bin/bindpose' explain | grep -c ^profile-"
for id in $("$B/bin/bindpose" explain | sed -n 's/^\(profile-[a-z-]*\).*/\1/p'); do
    want 0 'bindpose.json sets it' "explain $id" bindpose explain "$id"
done
want 0 'three  *at most 4 (error): three.js reads JOINTS_0 alone' 'what each allows' bindpose explain profile-influences

# Exit codes, severities, formats.
over=cases/influences-4-over.gltf
want 0 '' 'without a profile nothing fails' bindpose doctor $over
want 1 'vertex 9 has 5 influences, the most of this mesh; three allows 4' 'with one it does' bindpose doctor $over --profile three
want 0 '' 'a profile that allows it' bindpose doctor $over --profile blender
want 0 '' 'a warning' bindpose doctor cases/soles-over.gltf --profile vrm1
want 1 '' 'that is to fail' bindpose doctor cases/soles-over.gltf --profile vrm1 --fail-on warning
want 0 '' '--ignore' bindpose doctor $over --profile three --ignore profile-influences
want 2 "is none of: unreal, unity, godot" 'no such profile' bindpose doctor $over --profile maya
want 1 '"id": "profile-influences"' 'standard input' sh -c "'$B/bin/bindpose' doctor - --profile three --json <$over"
want 1 '"vertices": \[9\]' 'the vertices that it concerns' bindpose doctor $over --profile three --json
want 1 '^::error file=.*title=profile-influences::' 'an annotation' bindpose doctor $over --profile three --format github
want 1 '"ruleId": "profile-influences"' 'SARIF' bindpose doctor $over --profile three --format sarif
bindpose doctor cases --profile three --format jsonl >three.jsonl
if python3 -c 'import jsonschema' 2>/dev/null; then
    want 0 '' 'JSON against its schema' python3 -W ignore -c '
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
for line in open("three.jsonl"): jsonschema.validate(json.loads(line), schema)' "$root/assets/doctor.schema.json"
fi

# bindpose.json: a profile, and limits over it, also by path.
printf '{"profile": "three"}' >cases/bindpose.json
want 1 'three allows 4' 'a profile in bindpose.json' bindpose doctor $over
want 0 '' 'the option is stronger' bindpose doctor $over --profile babylon
printf '{"profile": "three", "limits": {"influences": 5}}' >cases/bindpose.json
want 0 '' 'a limit is stronger than the profile' bindpose doctor $over
printf '{"profile": "three", "limits": {"influences": null}}' >cases/bindpose.json
want 0 '' 'no limit' bindpose doctor cases/influences-8-over.gltf
printf '{"limits": {"joints": 17, "name-characters": "t"}}' >cases/bindpose.json
want 1 'the skin has 18 joints; bindpose.json allows 17' 'a budget' bindpose doctor $over
want 1 "17 joints have one of 't' in their names\|joints have one of 't' in their names; the first is nodes\[0\] \"root\"" 'naming' bindpose doctor $over
printf '{"limits": {"joints": 18}, "paths": [{"glob": "influences*", "limits": {"joints": 10}}]}' >cases/bindpose.json
want 1 '^[0-9]* files: .* failed' 'by path' bindpose doctor cases
want 0 '' 'and not for others' bindpose doctor cases/roots-at.gltf
for wrong in '{"profile": "thre"}|did you mean three' '{"limits": {"bones": 3}}|there is no limit "bones"' \
    '{"limits": {"joints": "3"}}|must be a number from 0 on' '{"limits": {"influences": 0}}|must be a number from 1 on' \
    '{"limits": {"name-characters": 3}}|must be up to 30 characters' '{"limits": 3}|must be an object'; do
    printf '%s' "${wrong%|*}" >cases/bindpose.json
    want 2 "bindpose.json: .*${wrong#*|}" "wrong: ${wrong%|*}" bindpose doctor $over
done
rm cases/bindpose.json

# --fix: the file is in line afterwards, and moves as before.
fixed() { # CASE WORDS OPTIONS...
    case=$1 words=$2
    shift 2
    want 0 "$words" "$case: --fix $*" bindpose doctor "cases/$case-over.gltf" --fix "$case.gltf" "$@"
    want 0 '' "$case is in line" bindpose doctor "$case.gltf" --fail-on warning "$@"
}
fixed influences-4 'left 1 of 54 vertices at most 4 influences; that moves vertex 9 most, by' --profile three
want 0 '' 'within a hundredth' bindpose diff cases/influences-4-over.gltf influences-4.gltf --tolerance 0.01
fixed names 'named the joint "head_5"' --profile three
fixed roots 'with 1 nodes more.*one root, nodes\[0\] "root"' --profile unreal --ignore profile-root-height
fixed between 'with 1 nodes more' --config free.json
fixed order 'sorted the joints, parents first' --config free.json
for case in names roots between order; do
    want 0 'the same motion' "$case: the motion" bindpose diff "cases/$case-over.gltf" "$case.gltf" --ignore names
done
green=${BINDPOSE_MODELS:-$root/../shared/models}/greenman.glb # its mesh is below the node that becomes the root
if [ -f "$green" ]; then
    want 0 'moved the node to the root of its scene' 'a mesh below the new root' bindpose doctor "$green" --profile unreal --fix green.glb
    want 0 '' 'is in line' bindpose doctor green.glb --profile unreal --fail-on warning
fi
printf '{"limits": {"joints": 17}}' >budget.json
want 1 'the skin has 18 joints' 'joints stay' bindpose doctor roots.gltf --config budget.json --fix pruned.gltf
want 0 'removed 1 of the joints' 'unless --prune' bindpose doctor roots.gltf --config budget.json --fix pruned.gltf --prune
want 1 'nothing was written: .*the errors or doubts above are left' 'what has no remedy' bindpose doctor cases/name-length-over.gltf --profile blender --fix no.gltf
want 1 '' 'is not written' test -e no.gltf
[ $failures -eq 0 ]
