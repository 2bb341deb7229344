#!/bin/sh
# The pages of findings: a picture for each that shows, drawn from our character broken in that way; for the others it is
# said why there is none, and tried: each third (TEST_DEEP=1: all). (The site draws the same by the module.)
set -u
B=${B:-build}
. "$(dirname "$0")/want.sh"
if ! command -v node >/dev/null; then
    echo 'skipped: no node'
    exit 0
fi
node tests/shell/findings.mjs "$B/bin/bindpose" assets/character.glb "$work" >"$work/out" 2>&1
want 0 '^42 findings with pictures, 30 that none shows, 90 pages$' 'each is seen, refused or right, as its page says' cat "$work/out"
want 0 '^0 without a word: $' 'no page without a picture or a reason' cat "$work/out"
[ $failures -eq 0 ]
