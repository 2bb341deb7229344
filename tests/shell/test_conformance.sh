#!/bin/sh
# The conformance files: Bindpose poses each as expected.
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
here=$(dirname "$0")/../conformance
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
# All fifty, or each fifth.
[ -n "${TEST_DEEP:-}" ] && each=1 || each=5
want 0 '' 'make.py' python3 "$here/make.py" "$work" $each
want 0 '' 'expect.py' python3 "$here/expect.py" "$work"
want 0 "| all $((50 / each)) | $((50 / each)) pass |" 'the files' python3 "$here/compare.py" "$work" "bindpose=$B/bin/bindpose"
[ $failures -eq 0 ]
