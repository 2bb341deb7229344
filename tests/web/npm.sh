#!/bin/sh
# The package for npm, as its users install it: an empty folder, no network, the command line and the module.
#     sh tests/web/npm.sh PACKAGE.tgz
set -u
package=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/shell/want.sh"
[ "$(wc -c <"$package")" -lt 2000000 ] || { echo "[  FAILED  ] $package has 2 MB or more"; failures=1; }
mkdir "$work/models" && cd "$work" || exit 1
want 0 '' 'npm init' npm init -y
want 0 'added 1 package' 'npm install, offline' npm install --offline --no-audit --no-fund "$package"
cp "$root/assets/character.glb" models/good.glb
LC_ALL=C sed 's/"joints": \[0, 1, 2, 3,/"joints": [0, 2, 1, 3,/' models/good.glb >models/swapped.glb
bindpose() { npx bindpose "$@"; }
want 0 '0 errors, 0 warnings' 'a good file' bindpose doctor models/good.glb
want 1 'ibm-order' 'a bad file' bindpose doctor models/swapped.glb
want 1 '^2 files: 1 good, 1 failed' 'a folder' bindpose doctor models
want 1 '^::error file=models/swapped.glb' 'a pattern, and a format' bindpose doctor 'models/*.glb' --format github
want 0 '' 'input from a pipe' sh -c 'npx bindpose doctor - <models/good.glb'
want 2 'No such file' 'no file' bindpose doctor models/none.glb
want 2 'did you mean --json' 'a wrong option' bindpose doctor models/good.glb --jsno
want 0 'repaired  ibm-order' 'a repaired copy' bindpose doctor models/swapped.glb --fix mended.glb
want 0 '' 'is the original' cmp mended.glb models/good.glb
want 0 '' 'a picture' bindpose render models/good.glb -o picture.png --size 320x240
want 0 '' 'has the bytes of the native one' sh -c "'$root/build/bin/bindpose' render models/good.glb -o native.png --size 320x240 && cmp native.png picture.png"
want 3 'there is no display' 'a window' bindpose view models/good.glb
printf '{"severity": {"ibm-order": "off"}}' >bindpose.json
want 0 'silenced: ibm-order' 'rules in a folder above' bindpose doctor models/swapped.glb
rm bindpose.json
cat >split.gltf <<'JSON'
{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "buffers": [{"uri": "a%20b.bin", "byteLength": 36}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}]}
JSON
want 2 'a b.bin\|a%20b.bin' 'a buffer that is missing' bindpose inspect split.gltf
head -c 36 /dev/zero >'a b.bin'
want 0 '' 'a buffer beside the file' bindpose inspect split.gltf
cat >try.mjs <<'JS'
import { doctor, fix, diff, rebind, render, run } from 'bindpose';
import { readFileSync } from 'node:fs';
const good = readFileSync('models/good.glb'),
  bad = readFileSync('models/swapped.glb');
const equal = (got, wanted) => {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) throw new Error(`${JSON.stringify(got)}, wanted ${wanted}`);
};
equal((await doctor(bad)).findings.filter((finding) => finding.severity === 'error').map((finding) => finding.id), ['ibm-order']);
const mended = await fix(bad);
equal([Buffer.compare(mended.bytes, good), mended.report.repaired.whole], [0, true]);
equal([(await diff(good, bad)).equal, (await diff(good, mended.bytes)).equal], [false, true]);
equal((await diff(good, (await rebind(good, 'unit-scale')).bytes)).equal, true);
equal([...(await render(good, { size: '64x64' })).slice(1, 4)], [80, 78, 71]);
equal((await run(['lesson', '5', '--check'])).code, 0);
equal(await doctor(new Uint8Array(3)).catch((error) => error.code), 2);
equal((await Promise.all([doctor(good), doctor(good)])).map((report) => report.errors), [0, 0]);
console.log('all as wanted');
JS
want 0 'all as wanted' 'the module' node try.mjs
[ $failures -eq 0 ]
