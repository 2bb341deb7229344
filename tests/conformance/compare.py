#!/usr/bin/env python3
"""Runs engines over a folder of these files and prints a table: pass, or the largest difference from the expected values.

    compare.py FOLDER ENGINE=COMMAND...

`COMMAND FOLDER` prints a line of JSON for each case: {"name": NAME, "poses": what NAME.json has}, without "meshes" if the
engine has no vertices, or {"name": NAME, "error": TEXT}. For `bindpose=PROGRAM` this script asks `PROGRAM skin`. A case passes if every number is within 1e-5 of the size. Exit 1 if `bindpose` fails a case.
"""
import json, subprocess, sys

TOLERANCE = 1e-5
SECONDS = 60  # for all cases of an engine


def flat(x):
    return [z for y in x for z in flat(y)] if isinstance(x, list) else [x]


def ask_bindpose(program, path, expected):
    out = []
    for pose in expected:
        where = [] if pose["clip"] is None else ["--animation", str(pose["clip"]), "--time", repr(pose["time"])]
        run = subprocess.run([program, "skin", path, "--json"] + where, capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(run.stderr.strip())
        got = json.loads(run.stdout)
        out.append({"jointMatrices": [s["jointMatrix"] for s in got["skins"]], "meshes": got["meshes"]})
    return out


def ask_all(command, folder):
    """The poses of all cases, or an error for each that failed."""
    try:
        run = subprocess.run(command.split() + [folder], capture_output=True, timeout=SECONDS)
        out, problem = run.stdout, run.stderr
    except subprocess.TimeoutExpired as end:  # it hangs: the cases before are known
        out, problem = end.stdout or b"", b"nothing within %d s" % SECONDS
    lines = [json.loads(line) for line in out.decode().splitlines() if line.startswith("{") and line.endswith("}")]
    if not lines:
        raise SystemExit("compare: `%s` printed nothing: %s" % (command, problem.decode().strip()[-300:]))
    return {line["name"]: line for line in lines}


def poses_of(engine, command, answers, name, path, expected):
    if engine == "bindpose":
        return ask_bindpose(command, path + ".gltf", expected)
    if "poses" not in answers.get(name, {}):
        raise RuntimeError(answers.get(name, {}).get("error", "no answer: it hangs or ends"))
    return answers[name]["poses"]


def difference(got, expected):
    worst = 0.0
    for a, b in zip(got, expected):
        pairs = [(a["jointMatrices"], b["jointMatrices"])]
        if "meshes" in a:
            found = {(m["node"], m["primitive"]): m["positions"] for m in a["meshes"]}
            pairs += [(found.get((m["node"], m["primitive"])), m["positions"]) for m in b["meshes"]]
        for one, two in pairs:
            one, two = flat(one or []), flat(two)
            if len(one) != len(two):
                return float("inf")
            size = max([1.0] + [abs(x) for x in two])
            worst = max([worst] + [abs(x - y) / size if x is not None else float("inf") for x, y in zip(one, two)])
    return worst


def main():
    folder, engines = sys.argv[1], [a.split("=", 1) for a in sys.argv[2:]]
    failed = 0
    print("| case | " + " | ".join(e for e, _ in engines) + " |\n| --- |" + " --- |" * len(engines))
    totals = [0] * len(engines)
    answers = [None if e == "bindpose" else ask_all(c, folder) for e, c in engines]
    cases = json.load(open(folder + "/cases.json"))
    for case in cases:
        path = "%s/%s" % (folder, case["name"])
        expected, row = json.load(open(path + ".json")), []
        for i, (engine, command) in enumerate(engines):
            try:
                off = difference(poses_of(engine, command, answers[i], case["name"], path, expected), expected)
                text = "pass" if off <= TOLERANCE else "**%.2g**" % off
            except Exception as error:
                text = "**" + str(error)[:60].replace("|", "/") + "**"
            totals[i] += text == "pass"
            failed += engine == "bindpose" and text != "pass"
            row.append(text)
        print("| %s | %s |" % (case["name"], " | ".join(row)), flush=True)
    print("| all %d | %s |" % (len(cases), " | ".join("%d pass" % t for t in totals)))
    sys.exit(1 if failed else 0)


main()
