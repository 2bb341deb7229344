#!/bin/sh
# bindpose doctor over many files, as a build server would run it: 40 files, 6 of them with something to say, a
# baseline, then a new fault; exit codes, rules, formats, parts for several machines, repaired copies.
set -u
B=$(cd "${B:-build}" && pwd)
. "$(dirname "$0")/want.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
doctor() { "$B/bin/bindpose" doctor "$@"; }
edit() { LC_ALL=C sed "$2" "$root/assets/character.glb" >"$work/$1"; } # the JSON keeps its length
mkdir -p "$work/models/props/old" && cd "$work" || exit 1
cp "$root/assets/character.glb" models/good10.glb
cp models/good10.glb models/good11.glb
number=12
while [ $number -lt 44 ]; do # a small file, for the test's time
    cp "$root/tests/cases/c32_walks_away.gltf" "models/good$number.gltf"
    number=$((number + 1))
done
edit models/repeated.glb 's/"joints": \[0, 1, 2, 3,/"joints": [0, 1, 2, 2,/'
edit models/swapped.glb 's/"joints": \[0, 1, 2, 3,/"joints": [0, 2, 1, 3,/'
edit models/cycle.glb 's/"children": \[1, 9, 17\]/"children": [0, 9, 17]/'
edit models/props/unskinned.GLB 's/"skin": 0/"skim": 0/'
edit models/props/old/skeleton.vrm 's/"joints": \[0, 1, 2, 3,/"joints": [0, 2, 1, 3,/'
edit models/props/rotation.glb '0,/"rotation": \[-0/s//"rotation": [-7/'
printf 'no model' >models/readme.txt

# What counts, and what is said.
want 1 '^40 files: 34 good, 6 failed, 0 unreadable$' 'a folder and the folders in it' doctor models
want 1 '^     1         0      4  models/swapped.glb$' 'a line of the table' doctor models
want 1 '^40 files' 'one job gives the same' doctor models --jobs 1
doctor models --jobs 1 >one.txt
doctor models --jobs 2 >two.txt
want 0 '' 'to the byte' cmp one.txt two.txt
want 1 '^6$' '--quiet prints the six alone' sh -c "'$B/bin/bindpose' doctor models --quiet >q.txt; code=\$?; grep -c '^models' q.txt; exit \$code"
want 1 '^3 files: 1 good, 2 failed' 'files by name, good and bad' \
    doctor models/good10.glb models/swapped.glb models/props/rotation.glb
want 1 '^2 files: 0 good, 2 failed' 'a pattern of one folder' doctor 'models/props/*.*'
want 1 '^3 files: 0 good, 3 failed' 'a pattern of all folders below' doctor 'models/props/**'
want 1 '^1 file: 0 good' 'a question mark' doctor 'models/swappe?.glb'
want 2 'models/: no file in it matches none\*' 'a pattern without files' doctor 'models/none*'
ln -s .. models/props/above
want 1 '^3 files: 0 good, 3 failed' 'links to folders are left out' doctor 'models/props/**'
rm models/props/above
mkdir empty
want 2 'empty/: no file in it is a .glb, .gltf, .vrm or .bvh' 'a folder without models' doctor empty
want 1 '^-: 1 error' 'standard input' sh -c "'$B/bin/bindpose' doctor - <models/swapped.glb"
want 2 'can be read once' 'standard input twice' sh -c "'$B/bin/bindpose' doctor - - <models/swapped.glb"
head -c 1000 models/good10.glb >cut.glb
want 2 '^2 files: 1 good, 0 failed, 1 unreadable$' 'a file cut off' doctor models/good10.glb cut.glb
want 2 'nowhere.glb: can.t open it' 'a file that is not there' doctor models/good10.glb nowhere.glb

# Severities.
want 0 '' 'notes are no reason to fail' doctor models/good10.glb models/good11.glb
want 1 '^2 files: 0 good, 2 failed' 'unless asked for' doctor models/good10.glb models/good11.glb --fail-on note
want 0 '^5 files: 5 good' '--ignore, everywhere and by path' doctor models/swapped.glb models/repeated.glb models/props \
    --ignore 'ibm-order,joints-repeated,skin-missing:*.GLB,rotation-not-unit:props/*'
want 1 'rotation-not-unit' '--ignore elsewhere only' doctor models/props/rotation.glb --ignore 'rotation-not-unit:old/**'
want 0 'silenced: rotation-not-unit at .* (--ignore)' 'is said' doctor models/props/rotation.glb --ignore rotation-not-unit
want 2 "'rotation' is no finding's id" '--ignore of no finding' doctor models --ignore rotation
want 2 "is none of: note, warning, error" 'no such severity' doctor models --fail-on fatal
printf '{"severity": {"ibm-order": "warning"}, "paths": [{"glob": "props/**", "severity": {"skin-missing": "off", "ibm-order": "off"}}]}' \
    >models/bindpose.json
want 1 '^40 files: 37 good, 3 failed' 'bindpose.json beside the files and above them' doctor models
want 1 '^40 files: 36 good, 4 failed' 'and with what lets a run fail' doctor models --fail-on warning
want 1 'swapped.glb: 0 errors, 1 warning' 'as one finds it from another folder' sh -c "cd models/props && '$B/bin/bindpose' doctor ../swapped.glb --fail-on warning"
printf '{"failOn": "note"}' >strict.json
want 1 '^2 files: 0 good, 2 failed' '--config' doctor models/good10.glb models/good11.glb --config strict.json
printf '{"severity": {"ibm-ordre": "warning"}}' >models/bindpose.json
want 2 "bindpose.json: 'ibm-ordre' is no finding's id, did you mean ibm-order" 'a rule for no finding' doctor models/swapped.glb
printf '{"severities": {}}' >models/bindpose.json
want 2 'there is no "severities" in it, did you mean severity' 'a rule of no kind' doctor models/swapped.glb
printf '{"failOn": ' >models/bindpose.json
want 2 'bindpose.json:1:' 'rules that are no JSON' doctor models/swapped.glb
rm models/bindpose.json
# The file itself silences a finding.
python3 - models/swapped.glb silent.glb <<'PYTHON' 2>/dev/null
import json, struct, sys
data = open(sys.argv[1], "rb").read()
size = struct.unpack_from("<I", data, 12)[0]
root = json.loads(data[20:20 + size])
root["scenes"][0]["extras"] = {"bindpose-ignore": "ibm-order: sorted by hand"}
text = json.dumps(root).encode()
text += b" " * (-len(text) % 4)
rest = data[20 + size:]
open(sys.argv[2], "wb").write(struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) +
                              struct.pack("<I4s", len(text), b"JSON") + text + rest)
PYTHON
if [ -f silent.glb ]; then
    want 0 'silenced: ibm-order at .* (sorted by hand)' 'extras in the file' doctor silent.glb
    want 0 'nothing that can be repaired' 'what is silenced stays' doctor silent.glb --dry-run
fi

# A baseline: what is known doesn't fail, what is new does.
want 0 '' 'a baseline is written' doctor models --write-baseline known.json
want 0 '' 'without a table' sh -c "[ -z \"\$('$B/bin/bindpose' doctor models --write-baseline again.json)\" ]"
want 0 '^40 files: 40 good, 0 failed' 'known findings' doctor models --baseline known.json
rm models/good20.gltf
edit models/good20.glb 's/"joints": \[0, 1, 2, 3,/"joints": [0, 1, 2, 2,/'
want 1 '^40 files: 39 good, 1 failed' 'a new fault' doctor models --baseline known.json
want 1 '^::error file=models/good20.glb,title=joints-repeated::' 'as an annotation' \
    doctor models --baseline known.json --format github
want 1 '^1$' 'and no other' sh -c "'$B/bin/bindpose' doctor models --baseline known.json --format github >g.txt; code=\$?; grep -c ^::error g.txt; exit \$code"
cp "$root/assets/character.glb" models/good20.glb
cp models/good20.glb models/cycle.glb
want 0 "note: 4 findings of known.json didn't occur" 'a fault that is gone' doctor models --baseline known.json
want 2 'is no baseline' 'another file as a baseline' doctor models --baseline strict.json
want 2 'can.t open' 'no baseline' doctor models --baseline nowhere.json

# References that only materials need: importers refuse the file.
edit texture.glb 's/"index": 0/"index": 9/'
edit image.glb 's/"source": 0/"source": 1/'
want 1 'refers to textures\[9\], but the file has 1 of them' 'a texture that is not there' doctor texture.glb
want 1 'gltf-rule at textures\[0\].source ' 'an image that is not there' doctor image.glb

# Formats: files with names that need escapes.
cp models/swapped.glb 'models/a b&<"%,:é.glb'
for format in json jsonl sarif junit github markdown; do doctor models --format $format >out.$format; done
want 0 '^::error file=models/a b&<"%25%2C%3Aé.glb,title=ibm-order::' 'an annotation' cat out.github
want 0 '^| error | models/a b&&lt;"%,:é.glb | \*\*ibm-order\*\* at' 'a row of Markdown' cat out.markdown
want 0 '^41$' 'a line a file' sh -c 'wc -l <out.jsonl'
want 2 'contradicts --format sarif' '--json beside another format' doctor models --json --format sarif
want 2 'has no place for repairs' 'repairs in a format without them' doctor models --dry-run --format junit
if python3 -c 'import xml.dom.minidom' 2>/dev/null; then
    want 0 '^41 6 0$' "JUnit's XML" python3 -c '
import xml.dom.minidom
suites = xml.dom.minidom.parse("out.junit").documentElement
cases = suites.getElementsByTagName("testcase")
failures = suites.getElementsByTagName("failure")
assert int(suites.getAttribute("tests")) == len(cases) and int(suites.getAttribute("failures")) == len(failures)
assert "models/a b&<\"%,:é.glb" in [case.getAttribute("name") for case in cases]
print(len(cases), len(failures), len(suites.getElementsByTagName("error")))'
    want 0 '^6 errors$' 'SARIF' python3 -c '
import json
run = json.load(open("out.sarif"))["runs"][0]
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
assert len(rules) == len(set(rules)) > 60
errors = [result for result in run["results"] if result["level"] == "error"]
assert all(result["ruleId"] in rules for result in run["results"])
places = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in errors}
assert "models/a%20b%26%3C%22%25%2C%3A%C3%A9.glb" in places, places
assert "/skins/0/inverseBindMatrices" in {r["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] for r in errors}
assert len({result["partialFingerprints"]["bindpose/v1"] for result in run["results"]}) == len(run["results"])
print(len(errors), "errors")'
else
    echo '[  SKIPPED ] XML and SARIF: no python3'
fi
# Links to the pages of findings, where one says where the site is.
want 0 '"helpUri": "https://pages.example/bindpose/finding-ibm-order.html"' 'SARIF: a link to the page of a finding' \
    env BINDPOSE_SITE=https://pages.example/bindpose/ "$B/bin/bindpose" doctor models/good10.glb --format sarif
want 1 '' 'and none without an address' grep -q helpUri out.sarif
# A file cut off has no JSON to point into.
want 2 '^      "pointer": "",$' 'no pointer into a file cut off' doctor cut.glb --json
want 2 '^      "place": "header.length",$' 'whose place is said without its path' doctor cut.glb --json

if python3 -c 'import jsonschema' 2>/dev/null; then
    doctor models/swapped.glb --json >out.one
    doctor models/swapped.glb --json --dry-run >out.repair
    want 0 '^44$' 'JSON against its schema' python3 -W ignore -c '
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
values = [json.load(open("out." + end)) for end in ("json", "one", "repair")]
values += [json.loads(line) for line in open("out.jsonl")]
for value in values: jsonschema.validate(value, schema)
print(len(values))' "$root/assets/doctor.schema.json"
else
    echo "[  SKIPPED ] JSON against its schema: no python3-jsonschema"
fi

# Parts of the work on several machines, and their results together.
for part in 1 2 3; do doctor models --shard $part/3 --format jsonl; done >parts.jsonl 2>/dev/null
want 0 '' 'three parts are the whole' sh -c 'sort parts.jsonl >a; sort out.jsonl >b; cmp a b'
want 1 '^41 files: 35 good, 6 failed, 0 unreadable$' '--merge' doctor --merge parts.jsonl
want 2 'parts.bad, line 2: is no result' '--merge of something else' sh -c "(head -1 parts.jsonl; echo '{}') >parts.bad; '$B/bin/bindpose' doctor --merge parts.bad"
want 2 'is not a part such as 2/4' 'a part that is not there' doctor models --shard 4/3

# Repaired copies.
rm models/a* models/good[2-4]*
want 1 'nothing was written: the repair would not be whole' 'copies of many files' doctor models --out-dir mended
want 0 '^0$' 'of those that are whole' sh -c "'$B/bin/bindpose' doctor mended --quiet --fail-on error | grep -c ^models; true"
want 0 '' 'one of them' cmp mended/swapped.glb "$root/assets/character.glb"
want 0 '' 'one of a folder' cmp mended/props/old/skeleton.vrm "$root/assets/character.glb"
want 1 '' 'not one that stays wrong' test -e mended/props/unskinned.GLB
want 2 'takes one file' '--fix of many' doctor models --fix out.glb
want 2 'would get the same copy' 'two copies with one name' doctor models/swapped.glb models/../models/swapped.glb --out-dir twice
want 1 '' 'nothing is written then' test -e twice
# A copy never replaces what is examined, by whatever path.
ln -s models link
cp -r models before
mkdir -p linked/props && ln -s ../models/swapped.glb linked/swapped.glb
for dir in models ./models/ models/props/.. link "$PWD/link" linked; do
    want 2 'would replace .*which is examined; name another folder' "--out-dir $dir" doctor models --out-dir $dir
done
want 2 'which is examined' 'the folder of one file' doctor models/swapped.glb --out-dir models
mkdir -p other/props && cp models/swapped.glb other/props/rotation.glb
want 2 'copy of other/props/rotation.glb would replace models/props/rotation.glb' 'the copy of another file' doctor other models/props/rotation.glb --out-dir models
want 2 'which is examined' 'in part only' doctor models --out-dir models --shard 1/7
want 0 '' 'nothing is written then, either' diff -r models before
want 1 '' 'a folder among the inputs that is not there yet' doctor models --out-dir models/mended
want 2 'which is examined' 'is one the second time' doctor models --out-dir models/mended
rm -r models/mended
want 2 "standard input can't be repaired" '--fix of standard input' sh -c "'$B/bin/bindpose' doctor - --fix out.glb <models/swapped.glb"
[ $failures -eq 0 ]
