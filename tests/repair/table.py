"""Breaks characters in the ways of characters.py, repairs them with `bindpose doctor --fix`, and compares the motion
with the character's before: named, repaired exactly, refused, guessed, wrong. Fails if a repair is half: written with
exit code 0, and the motion isn't the old one.

    table.py BINDPOSE FOLDER [--quick] [MODEL...]"""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import characters


def run(*arguments):
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def is_equal(bindpose, a, b):
    """As `diff` proves it: every vertex at rest and over the clips, within 1e-4 of the size."""
    return run(bindpose, "diff", a, b, "--tolerance", "1e-4")[0] == 0


def is_of_skin(name):
    """Whether a change of this id is about how a skin is bound, and so would be a repair of one of our faults."""
    return name.startswith(("ibm-", "joints-", "unit-"))


def judge(bindpose, good, broken, fixed):
    """Returns the ids of the errors, and what became of the file."""
    code, text, _ = run(bindpose, "doctor", broken, "--json")
    if code > 1:
        return "-", "unreadable"
    ids = sorted({f["id"] for f in json.loads(text)["findings"] if f["severity"] == "error"})
    outcome = "refused"
    for guess in (), ("--guess",):
        if os.path.exists(fixed):
            os.remove(fixed)
        code, text, said = run(bindpose, "doctor", broken, "--fix", fixed, "--json", *guess)
        if code == 0:
            report = json.loads(text)["repaired"]
            marked = any(change["guess"] for change in report["changes"])
            right = is_equal(bindpose, good, fixed)
            if guess:
                outcome = "guessed, right" if right else "guessed, wrong"
                if not marked:
                    outcome = "HALF: a guess that isn't marked"
            elif not right and not ids and not any(is_of_skin(change["id"]) for change in report["changes"]):
                outcome = "not found"
            elif not report["changes"]:
                outcome = "copied, equal" if right else "HALF: named, and copied"
            else:
                outcome = "repaired exactly" if right and not marked else "HALF: repaired wrongly"
            break
        if os.path.exists(fixed):
            return ",".join(ids), f"HALF: a file with exit code {code}"
    return ",".join(ids) or "-", outcome


def main():
    bindpose, folder, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
    quick = "--quick" in rest
    paths = [path for path in rest if path != "--quick"]
    models = {name: make() for name, make in characters.CHARACTERS.items()}
    if quick:
        models = {name: models[name] for name in ("plain", "posed", "three-skins")}
    for path in paths:
        models[os.path.basename(path)] = characters.Model.read(path)
    counts, halves = {}, 0
    print("character        fault           what became of it        named")
    for name, model in models.items():
        good, broken, fixed = (os.path.join(folder, f"{part}.glb") for part in ("good", "broken", "fixed"))
        model.write(good)
        code, text, said = run(bindpose, "doctor", good, "--json")
        errors = [f["message"] for f in json.loads(text)["findings"] if f["severity"] == "error"] if code < 2 else [said]
        if errors:
            print(f"FAILED  {name}: the character itself has errors: {errors[0]}")
            halves += 1
            continue
        for fault, change in characters.FAULTS.items():
            spoiled = model.copy()
            if fault == "joints-shifted" and len({len(s["joints"]) for s in spoiled.gltf["skins"]}) > 1:
                continue
            change(spoiled)
            spoiled.write(broken)
            if is_equal(bindpose, good, broken):
                print(f"{name:16} {fault:15} changes nothing")
                continue
            ids, outcome = judge(bindpose, good, broken, fixed)
            print(f"{name:16} {fault:15} {outcome:24} {ids}")
            kind = outcome.split(":")[0]
            counts[kind] = counts.get(kind, 0) + 1
            counts["named"] = counts.get("named", 0) + (ids != "-")
            halves += kind == "HALF"
    print("; ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    print("FAILED" if halves else "good", f"{halves} half repairs")
    return 1 if halves else 0


if __name__ == "__main__":
    sys.exit(main())
