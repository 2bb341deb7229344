#!/bin/sh
# bindpose demo without a window: pictures with other threads and instruction sets, figures as JSON, files without
# an animation, and wrong use.
set -eu
B=${B:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
demo() { "$B/bin/bindpose" demo "$@"; }
fail() { echo "test_demo: $1" >&2; exit 1; }
wrong() { # CODE PATTERN ARGUMENTS...
    expected=$1 pattern=$2
    shift 2
    code=0
    demo "$@" >"$folder/said" 2>&1 || code=$?
    [ "$code" -eq "$expected" ] || fail "$*: exit $code, expected $expected: $(cat "$folder/said")"
    grep -q -e "$pattern" "$folder/said" || fail "$*: said '$(cat "$folder/said")', expected '$pattern'"
}
small="--size 320x200 --characters 20"
demo --headless --frames "$folder/a" --seconds 0.1 $small --threads 1 --isa portable >"$folder/said"
grep -q '^3 pictures in' "$folder/said" || fail "0.1 s at 30 a second: $(cat "$folder/said")"
demo --frames "$folder/b" --seconds 0.1 $small --threads 2 >"$folder/said"
for i in 1 2 3; do
    cmp "$folder/a/frame-000$i.png" "$folder/b/frame-000$i.png" || fail "threads or instruction set change picture $i"
done
cmp -s "$folder/a/frame-0001.png" "$folder/a/frame-0003.png" && fail "the characters don't walk"
demo --frames "$folder/c" --seconds 0.03 $small --msaa 4 --theme light --wireframe --tiles --full-detail >"$folder/said"
cmp -s "$folder/a/frame-0001.png" "$folder/c/frame-0001.png" && fail "other settings give the same picture"

demo --seconds 0.1 --json $small >"$folder/json"
python3 - "$folder/json" <<'PYTHON' || fail "the figures are wrong: $(cat "$folder/json")"
import json, sys
d = json.load(open(sys.argv[1]))
ms = d["ms"]
assert d["characters"] == 20 and d["width"] == 320 and d["height"] == 200 and d["samples"] == 1, d
assert 1 <= d["visible"] <= 20 and d["joints"] == 21 * d["visible"], d
assert 0 < d["trianglesDrawn"] < d["triangles"] and d["pixels"] >= 320 * 200 // 4, d
assert all(ms[k] > 0 for k in ("frame", "pose", "skinning", "setup", "tiles")), d
assert ms["pose"] + ms["skinning"] + ms["setup"] + ms["tiles"] <= ms["frame"] * 1.001, d
assert abs(d["framesPerSecond"] * ms["frame"] / 1000 - 1) < 1e-6 and d["frames"] >= 1, d
PYTHON
demo --headless --seconds 0.1 $small >"$folder/said"
grep -q 'skinning' "$folder/said" || fail "no table: $(cat "$folder/said")"

# A triangle without a skin stands still, and a note says so.
cat >"$folder/still.gltf" <<'GLTF'
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
GLTF
demo "$folder/still.gltf" --frames "$folder/d" --seconds 0.03 $small >"$folder/said" 2>&1 || fail "$(cat "$folder/said")"
grep -q 'no mesh has a skin' "$folder/said" || fail "no note about a file without skin: $(cat "$folder/said")"

sed 's/"mesh":0/"mesh":7/' "$folder/still.gltf" >"$folder/bad.gltf"
wrong 2 'nodes\[0\].mesh' "$folder/bad.gltf" --json
wrong 2 'nowhere.glb' "$folder/nowhere.glb" --json
wrong 2 'did you mean --frames' --frame x
wrong 2 '1 to 10000' --characters 0
wrong 2 'isa' --isa neon
wrong 2 'too many' a.glb b.glb
DISPLAY='' WAYLAND_DISPLAY='' wrong 3 '--headless' --seconds 0.1
echo "test_demo: good"
