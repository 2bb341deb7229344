#!/bin/sh
# bindpose bench: each workload's figures as a table and as JSON, its pictures with two instruction sets, wrong use.
set -u
B=${B:-build}
bindpose=$(pwd)/$B/bin/bindpose
. "$(dirname "$0")/want.sh"
bench() { "$bindpose" bench "$@"; }

want 0 '^R2  *[0-9.]* Mtriangle/s  best .* ms  *[0-9]* frames, 1 thread$' 'a table' \
    bench --only R2 --threads 1 --dump "$work/best/deep"
want 0 ', isa portable, 2 threads$' 'the machine' bench --only R2 --threads 2 --isa portable --dump "$work/portable"
# Three bytes for each of 1920 x 1080 pixels, after a header of 17.
want 0 '^6220817$' 'a picture' sh -c "wc -c <'$work/portable/bindpose_R2.ppm'"
want 0 '^P6$' 'a PPM' head -c 3 "$work/portable/bindpose_R2.ppm"
want 0 '^same$' 'the same picture' sh -c "cmp '$work/portable/bindpose_R2.ppm' '$work/best/deep/bindpose_R2.ppm' && echo same"

# Prints each workload with its unit. Each figure must be positive, and the best at least the median.
cat >"$work/keys.py" <<'EOF'
import json, sys
told = json.load(sys.stdin)
for r in told["results"]:
    good = 0 < r["median"] <= r["best"] and r["ms"] > 0 and r["frames"] >= 7 and r["threads"] == 1
    print(r["workload"], r["unit"], "good" if good else r)
EOF
if [ -n "${TEST_DEEP:-}" ] && command -v python3 >/dev/null; then
    bench --only S --json >"$work/s.json"
    want 0 '^S-cache Mvertex/s good$' 'skinning as JSON' sh -c "python3 '$work/keys.py' <'$work/s.json'"
    want 0 '^S-stream Mvertex/s good$' 'skinning that exceeds the cache' sh -c "python3 '$work/keys.py' <'$work/s.json'"
    bench --only P --json --threads 1 >"$work/p.json"
    want 0 '^P-bones Mjoint/s good$' 'poses as JSON' sh -c "python3 '$work/keys.py' <'$work/p.json'"
    want 0 '^P-crowd Mjoint/s good$' 'poses of a crowd' sh -c "python3 '$work/keys.py' <'$work/p.json'"
fi

want 2 "'R9' is none of: R1, R2, R3, R4, R5, R1-tilted, .*, S, P" 'no such workload' bench --only R9
want 2 "mmx" 'no such instruction set' bench --isa mmx
want 2 "can't make this folder" 'a folder that cannot be created' bench --only R2 --dump /dev/null/pictures
want 2 "the folder's name is too long" 'a name that is too long' bench --only R2 --dump "$work/$(printf '%01100d' 0)"
want 0 'Times filling' 'help' bench --help
[ $failures -eq 0 ]
