#!/bin/sh
# bindpose render --explain: a golden text, the JSON of some pixels against tests/golden/explain.schema.json, and the
# picture's bytes at the same pixels. BINDPOSE_GOLDEN_UPDATE=1 renews the text: read it before you keep it.
set -eu
B=${B:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "test_explain: $1" >&2; exit 1; }
render() { "$B/bin/bindpose" render assets/character.glb --size 96x80 "$@"; }
golden=tests/golden/explain.txt
{
    render --explain 48,40
    render --explain 48,40 --msaa 1 --show mesh,bones,weights
} >"$folder/text"
[ -z "${BINDPOSE_GOLDEN_UPDATE:-}" ] || cp "$folder/text" "$golden"
diff "$golden" "$folder/text" >&2 || fail "the text differs from $golden"

render -o "$folder/picture.png"
for y in ${TEST_DEEP:+10} 30 50 ${TEST_DEEP:+70}; do
    for x in 30 42 ${TEST_DEEP:+48} 54 ${TEST_DEEP:+66}; do render --explain $x,$y --json >"$folder/$x,$y.json"; done
done
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
# Every number of the text follows from those before it: with the usual light, four samples and one, and unlit; at a part
# of the pixels, with TEST_DEEP=1 at all.
for y in ${TEST_DEEP:+8} 21 ${TEST_DEEP:+34} 47 ${TEST_DEEP:+60 73}; do
    for x in ${TEST_DEEP:+36} 42 48 ${TEST_DEEP:+54} 60; do
        render --explain $x,$y | python3 tests/shell/explain_recompute.py >>"$folder/recomputed" || fail "pixel $x,$y"
    done
done
render --explain 48,40 --msaa 1 | python3 tests/shell/explain_recompute.py >>"$folder/recomputed" || fail "one sample"
render --explain 48,40 --unlit | python3 tests/shell/explain_recompute.py >>"$folder/recomputed" || fail "unlit"
# In the shadow on the ground: its alpha blends it over the page, at 40,70 at the edge of the figure.
for at in 40,70 46,74 52,72 58,74; do
    render --explain $at >"$folder/one"
    python3 tests/shell/explain_recompute.py <"$folder/one" >>"$folder/recomputed" || fail "shadow at $at"
    grep -q "blended over the old colour" "$folder/one" && cat "$folder/one" >>"$folder/shadows"
done
[ "$(grep -c "the figure's shadow" "$folder/shadows")" -eq 4 ] || fail "too few pixels lie in the shadow"
# A bone's line and joint have its name; a triangle that faces away is there, and culled.
render --explain 48,40 --show mesh,bones >"$folder/bones"
grep -q 'of bone "' "$folder/bones" || fail "no bone has its name"
grep -q "it faces away and is culled" "$folder/bones" || fail "no culled triangle"
render --explain 48,40 --show mesh,bones --json >"$folder/bones.js"
grep -q '"bone": *"' "$folder/bones.js" || fail "no bone has its name in JSON"
awk '{ sum += $1 } END { exit !(sum > (ENVIRON["TEST_DEEP"] == "" ? 500 : 1500)) }' "$folder/recomputed" || fail "too few numbers were recomputed"
render --explain 48,40 | sed 's/metallic 0, roughness 1/metallic 0, roughness 0.5/' |
    python3 tests/shell/explain_recompute.py >"$folder/wrong" 2>&1 && fail "a changed number was not found"
python3 - tests/golden/explain.schema.json "$folder" <<'PYTHON' || fail "see above"
"""Validates the JSON, and compares its colours with the picture's."""
import glob, json, struct, sys, zlib

schema, folder = json.load(open(sys.argv[1])), sys.argv[2]
try:
    import jsonschema
except ImportError:
    jsonschema = None
    print("skipped: no jsonschema")

data = open(folder + "/picture.png", "rb").read()
at, packed = 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IHDR":
        width, height, depth, color = struct.unpack(">IIBB", data[at + 8:at + 18])
    packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
    at += size + 12
raw, channels, rows, before = zlib.decompress(packed), {2: 3, 6: 4}[color], [], None
assert depth == 8
for y in range(height):
    row = bytearray(raw[y * (width * channels + 1):(y + 1) * (width * channels + 1)])
    kind, row = row[0], row[1:]
    for i in range(len(row)):  # PNG's filters, section 9.2 of its specification
        left = row[i - channels] if i >= channels else 0
        up = before[i] if before else 0
        corner = before[i - channels] if before and i >= channels else 0
        p = left + up - corner
        paeth = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
        row[i] = row[i] + [0, left, up, (left + up) // 2, paeth][kind] & 255
    rows.append(row)
    before = row

names, triangles = sorted(glob.glob(folder + "/*.json")), 0
for name in names:
    history = json.load(open(name))
    if jsonschema:
        jsonschema.Draft202012Validator(schema).validate(history)
    x, y = history["pixel"]
    shown = list(rows[y][x * channels:x * channels + 3])
    if history["color"][:3] != shown:
        sys.exit(f"pixel {x}, {y}: the history ends in {history['color']}, the picture has {shown}")
    for event in history["events"]:
        triangles += event["kind"] == "triangle"
if len(names) not in (6, 20) or triangles < len(names) / 2:
    sys.exit(f"{len(names)} histories with {triangles} triangles")
PYTHON
