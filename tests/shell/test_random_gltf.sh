#!/bin/sh
# Random glTF files, posed by bindpose skin and by the specification's formulas in Python. To try other seeds, run
# tests/oracle/random_gltf.py by hand.
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
files=${TEST_DEEP:+40} files=${files:-8}
want 0 "^$files files" 'random files' \
    python3 "$(dirname "$0")/../oracle/random_gltf.py" "$B/bin/bindpose" "$work" 1 "$files"
[ $failures -eq 0 ]
