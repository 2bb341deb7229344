#!/bin/sh
# The files for GitHub, GitLab and pre-commit, acted out: a script does what the forge does with them, as far as that goes
# without one. It reads their YAML, puts inputs in, and runs their commands in a repository of its own.
set -u
B=$(cd "${B:-build}" && pwd)
. "$(dirname "$0")/want.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! python3 -c 'import yaml' 2>/dev/null; then
    echo '[  SKIPPED ] forges: no python3 with yaml'
    exit 0
fi
mkdir "$work/models" && cd "$work" || exit 1
cp "$root/assets/character.glb" models/good.glb
LC_ALL=C sed 's/"joints": \[0, 1, 2, 3,/"joints": [0, 1, 2, 2,/' models/good.glb >models/repeated.glb
cat >forge.py <<'PYTHON'
import os, re, subprocess, sys, yaml

root, program, what = sys.argv[1:4]
inputs = dict(word.split("=", 1) for word in sys.argv[4:])


def fill(text, values):
    return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: values[match.group(1)], str(text))


def run(command, **environment):
    return subprocess.run(["bash", "-c", command], env={**os.environ, **environment}).returncode


if what == "github":
    action = yaml.safe_load(open(f"{root}/.github/actions/doctor/action.yml"))
    assert action["runs"]["using"] == "composite"
    values = {name: about["default"] for name, about in action["inputs"].items()} | inputs
    for step in action["runs"]["steps"]:
        if step.get("if") == "inputs.program == ''" and values["program"]: continue
        environment = {key: fill(value, values) for key, value in step.get("env", {}).items()}
        code = run(step["run"], GITHUB_ACTION_PATH=f"{root}/.github/actions/doctor", GITHUB_STEP_SUMMARY="summary.md",
                   **environment)
        if code: sys.exit(code)
elif what == "gitlab":
    job = yaml.safe_load(open(f"{root}/.gitlab/doctor.yml"))["bindpose-doctor"]
    for line in job["script"]:
        code = run(line, **{**job["variables"], "BINDPOSE": program, **inputs})
        if code: sys.exit(code)
else:
    hook = yaml.safe_load(open(f"{root}/.pre-commit-hooks.yaml"))[0]
    files = [f"models/{name}" for name in sorted(os.listdir("models")) if re.search(hook["files"], name)]
    sys.exit(subprocess.run(hook["entry"].replace("bindpose", program, 1).split() + files).returncode)
PYTHON
forge() { python3 forge.py "$root" "$B/bin/bindpose" "$@"; }
want 1 '^::error file=models/repeated.glb,title=joints-repeated::' 'GitHub: an annotation, and the step fails' \
    forge github "program=$B/bin/bindpose" paths=models sarif=found.sarif
want 0 '| error | models/repeated.glb |' 'a table in the summary' cat summary.md
want 0 '"ruleId": "joints-repeated"' 'a SARIF file' cat found.sarif
want 0 '' 'options: a known finding' forge github "program=$B/bin/bindpose" paths=models 'options=--ignore joints-repeated'
# A matrix of three machines: each finds what is in its part, and one table of their results names all.
for part in 1 2 3; do
    forge github "program=$B/bin/bindpose" paths=models "options=--shard $part/3"
    "$B/bin/bindpose" doctor models --shard $part/3 --format jsonl >>parts.jsonl
done >matrix.txt 2>&1
want 0 '^1$' 'a matrix: one annotation in all' grep -c '^::error file=models/repeated.glb,' matrix.txt
want 1 '^2 files: 1 good, 1 failed' 'and one table' "$B/bin/bindpose" doctor --merge parts.jsonl
want 1 '' 'GitLab: the job fails' forge gitlab BINDPOSE_PATHS=models
want 0 '<failure type="findings"' 'its report says why' cat bindpose.xml
want 0 '' 'a good file' forge gitlab BINDPOSE_PATHS=models/good.glb
echo 'no model' >models/words.txt
want 1 'joints-repeated' 'pre-commit: the commit stops' forge pre-commit
rm models/repeated.glb
want 0 '' 'a good commit' forge pre-commit
[ $failures -eq 0 ]
