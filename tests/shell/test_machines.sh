#!/bin/sh
# The workflow for other machines, acted out: its YAML is read, its steps run in their order with programs that only write
# down how they are called; and where the zip for Windows was built and wine is there, its tests run with it.
set -u
B=$(cd "${B:-build}" && pwd)
. "$(dirname "$0")/want.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! python3 -c 'import yaml' 2>/dev/null; then
    echo '[  SKIPPED ] machines: no python3 with yaml'
    exit 0
fi
# A checkout with what the steps need.
mkdir -p "$work/repo/.ci" "$work/repo/tests/determinism" "$work/bin" && cp "$root/.ci/machine" "$root/.ci/packages" "$work/repo/.ci/"
cp "$root/tests/determinism/hashes" "$work/repo/tests/determinism/"
for name in brew gmake make; do
    printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n[ "%s $*" != "${BREAKS:-}" ] || { echo "[  FAILED  ] a test"; exit 1; }\n' $name "$work" $name >"$work/bin/$name" && chmod +x "$work/bin/$name"
done
cat >"$work/forge.py" <<'PYTHON'
import os, re, subprocess, sys, yaml

root, repository, job, machine = sys.argv[1:5]
about = yaml.safe_load(open(f"{root}/.github/workflows/machines.yml"))
assert "push" in about[True], "it runs at each push"
job = about["jobs"][job]
assert job["continue-on-error"] is True, "it blocks nothing"
rows = job.get("strategy", {}).get("matrix", {}).get("include", [{}])
row = next(row for row in rows if row.get("machine", machine) == machine)
runner = re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda match: row[match.group(1)], job["runs-on"])
print("runs on", runner)
failed = False
for step in job["steps"]:
    if "uses" in step: print("uses", step["uses"], step.get("with", {}).get("path", ""))
    if "run" not in step or "apt-get update" in step["run"] or (failed and "if" not in step): continue
    command = re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda match: row[match.group(1)], step["run"])
    failed |= subprocess.run(["bash", "-c", command], cwd=repository).returncode != 0
sys.exit(failed)
PYTHON
forge() { PATH="$work/bin:$PATH" GITHUB_STEP_SUMMARY="$work/summary.md" python3 "$work/forge.py" "$root" "$work/repo" "$@"; }
calls() { cat "$work/calls" && rm "$work/calls"; }

want 0 'runs on macos-latest' 'macOS: its steps' forge unix macos
want 0 'gmake test' 'macOS: builds and tests with gmake' sh -c "cat '$work/calls'"
brew=$(sed -n "s/^ *brew='\(make .*\)' ;;\$/\1/p" "$root/.ci/packages" | head -n 1)
want 0 "brew install $brew" 'macOS: the packages that .ci/packages names' calls
want 0 'macos: test: passed' 'a line in the summary' cat "$work/summary.md"
want 1 '' 'a failing test fails the job' env BREAKS='gmake test' sh -c "PATH='$work/bin:$PATH' GITHUB_STEP_SUMMARY='$work/summary.md' python3 '$work/forge.py' '$root' '$work/repo' unix macos"
want 0 'macos: test: failed (exit 1)' 'and the summary says so' cat "$work/summary.md"
want 0 'FAILED  . a test' 'with what failed' cat "$work/summary.md"
want 0 'a test' 'the log is kept where it is uploaded from' cat "$work/repo/build/machine/logs/test.log"
rm -f "$work/calls"
want 0 'runs on ubuntu-24.04-arm' 'ARM: its steps' forge unix arm
want 0 'make test' 'ARM: builds and tests' calls
want 2 'there is no step' 'no such step' sh "$root/.ci/machine" amiga build

# Windows: the folder that one job uploads is the one that the other downloads.
want 0 '' 'Windows: one path for both jobs' sh -c "[ \"\$(grep -c 'path: build/machine/windows' '$root/.github/workflows/machines.yml')\" = 2 ]"
zip=$(ls "$B"/windows/bindpose-*-windows.zip 2>/dev/null | head -n 1)
if [ -n "${TEST_DEEP:-}" ] && [ -n "$zip" ] && command -v wine >/dev/null; then
    mkdir -p "$work/repo/build/machine/windows/hashes" "$work/repo/build/machine/windows/tests"
    cp "$zip" "$work/repo/build/machine/windows/"
    cp "$B"/windows/objects/tests/determinism/*_hash.exe "$work/repo/build/machine/windows/hashes/" 2>/dev/null
    cp "$B"/windows/objects/tests/unit/math/*.exe "$work/repo/build/machine/windows/tests/" 2>/dev/null
    want 0 'OK . ./bindpose.com claims' 'Windows: its tests, under wine' env WINE=wine WINEDEBUG=-all WINEPREFIX="$work/wine" \
        GITHUB_STEP_SUMMARY="$work/summary.md" python3 "$work/forge.py" "$root" "$work/repo" windows windows
else
    echo '[  SKIPPED ] Windows: TEST_DEEP=1, with `make windows` and wine, runs its tests'
fi
[ $failures -eq 0 ]
