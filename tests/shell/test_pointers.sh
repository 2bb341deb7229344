#!/bin/sh
# Where findings are, as JSON pointers: in the file's JSON, also where something is missing.
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
if ! command -v python3 >/dev/null; then
    echo 'skipped: no python3'
    exit 0
fi
want 0 ' pointers, 0 wrong$' 'every pointer leads to a value, and the bytes are its text' python3 tests/shell/pointers.py "$B/bin/bindpose" "$work" \
    tests/cases/*.gl* tests/repair/cases/*.gl* "${BINDPOSE_MODELS:-../shared/models}/../cases"/*.gltf assets/character.glb
[ $failures -eq 0 ]
