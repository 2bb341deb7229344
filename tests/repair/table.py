"""Breaks characters in the ways of characters.py, repairs them with `bindpose doctor --fix`, and compares the motion
with the character's before: named, repaired exactly, refused, guessed, wrong. Fails if a repair is half: written with
exit code 0, and the motion isn't the old one, be it that the fault was named or not. Only a file that moves exactly as
another sound character does may be copied; WITNESSES makes that character, and `diff` compares.

    table.py BINDPOSE FOLDER [--quick] [MODEL...]"""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import characters
import heldout


def run(*arguments):
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def is_equal(bindpose, a, b):
    """As `diff` proves it: every vertex at rest and over the clips, within 1e-4 of the size. Joints may get names."""
    return run(bindpose, "diff", a, b, "--tolerance", "1e-4", "--ignore", "names")[0] == 0


def upside_down(model):
    """SimpleSkin modelled upside down: y' = 2 - y, with the vertices listed in such an order that positions stay."""
    for primitive in model.primitives():
        attributes = primitive["attributes"]
        positions = [tuple(p) for p in model.numbers(attributes["POSITION"])]
        order = [positions.index((x, 2 - y, z)) for x, y, z in positions]
        for name, kind in ("JOINTS_0", 5123), ("WEIGHTS_0", 5126):
            rows = model.numbers(attributes[name])
            attributes[name] = model.add([rows[i] for i in order], kind, "VEC4", target=34962)


def three_times(model):
    """SimpleSkin modelled three times as large around its joints' place."""
    for primitive in model.primitives():
        attributes = primitive["attributes"]
        rows = [(3 * (x - 0.5) + 0.5, 3 * (y - 1) + 1, 3 * z) for x, y, z in model.numbers(attributes["POSITION"])]
        attributes["POSITION"] = model.add(rows, bounds=True, target=34962)


# SimpleSkin's two joints are both at (0.5, 1, 0) of the mesh, and their matrices are equal. The strip of 1 by 2 around
# them is its own mirror image, and so are its weights.
# - Exchanged joints: a vertex at (x, y) gets the weights of (x, 2 - y), so the upper half stays and the lower one
#   turns: that is the strip modelled upside down.
# - Matrices three times as large draw a vertex v at 3 (v - j), with the joint j; so does a strip modelled three times
#   as large, v' = 3 (v - j) + j, at v' - j.
WITNESSES = {
    ("SimpleSkin.gltf", "joints-shifted"): upside_down,
    ("SimpleSkin.gltf", "list-shifted"): upside_down,
    ("SimpleSkin.gltf", "scaled"): three_times,
}


def is_another(bindpose, model, name, fault, broken):
    """Whether the broken file moves exactly as another sound character does."""
    if (name, fault) not in WITNESSES:
        return False
    witness, path = model.copy(), broken.replace("broken", "witness")
    WITNESSES[name, fault](witness)
    witness.write(path)
    return is_equal(bindpose, path, broken)


def judge(bindpose, good, broken, fixed):
    """Returns the ids of the errors, and what became of the file."""
    code, text, _ = run(bindpose, "doctor", broken, "--json")
    if code > 1:
        return "-", "unreadable"
    ids = sorted({f["id"] for f in json.loads(text)["findings"] if f["severity"] != "note"})
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
            elif right:
                outcome = "repaired exactly" if not marked else "HALF: a guess without --guess"
            else:
                outcome = "HALF: repaired wrongly" if report["changes"] else "HALF: copied"
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
        models = {name: models[name] for name in ("plain", "three-skins")}
        models["moved-at-rest"] = heldout.CHARACTERS["moved-at-rest"]()
    for path in paths:
        models[os.path.basename(path)] = characters.Model.read(path)
    table, halves = {}, 0
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
            if outcome.startswith("HALF") and is_another(bindpose, model, name, fault, broken):
                outcome = "another sound one"
            print(f"{name:16} {fault:15} {outcome:24} {ids}")
            kind = outcome.split(":")[0]
            row = table.setdefault(fault, {})
            for column in (kind, "named" if ids != "-" else "not named"):
                row[column] = row.get(column, 0) + 1
            halves += kind == "HALF"
    columns = ["named", "not named", "repaired exactly", "refused", "guessed, right", "guessed, wrong",
               "another sound one", "HALF"]
    print("\n" + " | ".join(["fault         "] + columns))
    for fault, row in table.items():
        print(" | ".join([f"{fault:14}"] + [f"{row.get(column, 0):{len(column)}}" for column in columns]))
    print("FAILED" if halves else "good", f"{halves} half repairs")
    return 1 if halves else 0


if __name__ == "__main__":
    sys.exit(main())
