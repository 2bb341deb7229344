#!/bin/sh
# The conformance files: Bindpose poses each as expected, and the scripts write the files that are here.
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
here=$(dirname "$0")/../conformance
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
want 0 '| all 50 | 50 pass |' 'fifty files' python3 "$here/compare.py" "$here/skins" "bindpose=$B/bin/bindpose"
want 0 '' 'make.py' python3 "$here/skins/make.py" "$work"
want 0 '' 'expect.py' python3 "$here/skins/expect.py" "$work"
for file in "$work"/*; do cmp "$file" "$here/skins/$(basename "$file")" || failures=$((failures + 1)); done
[ $failures -eq 0 ]
