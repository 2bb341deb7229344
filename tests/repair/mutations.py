"""Breaks characters at random in many ways, wider than the table's (single joints, joint lists, vertices' numbers, axes,
units of the mesh), and repairs them as table.py does. Prints each half repair, and how many ended how.

    mutations.py BINDPOSE FOLDER COUNT SEED [--held-out | --unseen | --connected | --clips] [MODEL...]

--held-out takes the characters of heldout.py; --unseen, --connected and --clips the characters and kinds of unseen.py,
connected.py and clips.py; a COUNT of 0 breaks every character once in each way.

Not every one can be told. A leaf joint turned about its own place is a leaf joint posed at rest. Inverse binds of
another pose are those of a mesh that was modelled around joints in that pose. Such a file has no torn edge at rest, all
its matrices agree, and another character could be it: where --fix copies it, it is listed apart as "a pose". So is a
clip that may be another one (OTHER_MOTIONS of clips.py). SimpleSkin's two joints are in one place, so it is left out;
table.py compares it with witnesses."""
import importlib
import json
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import characters
import clips
import heldout
import table
from characters import IDENTITY, from_trs, inverse, multiply, transpose, turn, used_joints

POSES = clips.OTHER_MOTIONS + ("one-turned-30", "one-turned-90", "bound-at-rest", "bound-in-a-pose", "nodes-conjugated")


def of_all(change):
    """A change of each skin's list of matrices."""
    def fault(model, rng):
        for skin in model.gltf["skins"]:
            model.set_binds(skin, change(model.binds(skin), rng))
    return fault


def of_each(change):
    return of_all(lambda rows, rng: [change(m) for m in rows])


def of_one(change, count=1):
    """A change of one (or more) of the matrices that move vertices; it gets the list, an index and the numbers."""
    def fault(model, rng):
        used = used_joints(model)
        for skin in model.gltf["skins"]:
            rows = model.binds(skin)
            candidates = sorted(j for j in used if j < len(rows))
            for j in rng.sample(candidates, min(count, len(candidates))):
                rows[j] = change(rows, j, rng)
            model.set_binds(skin, rows)
    return fault


def of_one_skin(change):
    def fault(model, rng):
        skin = rng.choice(model.gltf["skins"])
        model.set_binds(skin, [change(m) for m in model.binds(skin)])
    return fault


def of_numbers(mapping, every=True):
    """The vertices' joint numbers go through a list, in all skins or in one; it may depend on the joints' names."""
    def fault(model, rng):
        gltf, done = model.gltf, {}
        chosen = rng.randrange(len(gltf["skins"]))
        for node in gltf["nodes"]:
            if "skin" not in node or not (every or node["skin"] == chosen):
                continue
            names = [gltf["nodes"][j].get("name", "") for j in gltf["skins"][node["skin"]]["joints"]]
            numbers = mapping(names, rng)
            for primitive in gltf["meshes"][node["mesh"]]["primitives"]:
                index = primitive["attributes"].get("JOINTS_0")
                if index is not None and index not in done:
                    rows = [[numbers[j] if j < len(numbers) else j for j in row] for row in model.numbers(index)]
                    done[index] = model.add(rows, gltf["accessors"][index]["componentType"], "VEC4", target=34962)
                if index is not None:
                    primitive["attributes"]["JOINTS_0"] = done[index]
    return fault


def of_mesh(factor):
    def fault(model, rng):
        done = {}
        for primitive in model.primitives():
            index = primitive["attributes"]["POSITION"]
            if index not in done and model.gltf["accessors"][index]["componentType"] == 5126:
                rows = [[factor * v for v in row] for row in model.numbers(index)]
                done[index] = model.add(rows, bounds=True, target=34962)
            primitive["attributes"]["POSITION"] = done.get(index, index)
            for target in primitive.get("targets", []):
                target["POSITION"] = model.add([[factor * v for v in row] for row in model.numbers(target["POSITION"])],
                                               bounds=True, target=34962)
    return fault


def exchanged(items, a, b):
    items = list(items)
    items[a], items[b] = items[b], items[a]
    return items


def of_list(change, every=True):
    def fault(model, rng):
        chosen = rng.randrange(len(model.gltf["skins"]))
        for k, skin in enumerate(model.gltf["skins"]):
            if every or k == chosen:
                skin["joints"] = change(list(skin["joints"]), rng)
    return fault


def of_one_list(change):
    """A change of one skin's list of matrices."""
    def fault(model, rng):
        skin = rng.choice(model.gltf["skins"])
        model.set_binds(skin, change(model.binds(skin), rng))
    return fault


def other_sides(names):
    """Each joint's number on the other side: of L and R, or of Left and Right, in the names."""
    pairs = {"L": "R", "R": "L", "Left": "Right", "Right": "Left"}
    found = list(range(len(names)))
    for i, name in enumerate(names):
        for a, b in pairs.items():
            for k in range(len(name)):
                other = name[:k] + b + name[k + len(a):]
                if name.startswith(a, k) and other in names and found[i] == i:
                    found[i] = names.index(other)
    return found


def sides_of_binds(model, rng):
    for skin in model.gltf["skins"]:
        rows = model.binds(skin)
        order = other_sides([model.gltf["nodes"][j].get("name", "") for j in skin["joints"]])
        model.set_binds(skin, [rows[i] for i in order])


def other_skins(model, rng):
    """One skin gets another's matrices, as many as it has joints."""
    skins = model.gltf["skins"]
    if len(skins) < 2:
        return
    a, b = rng.sample(range(len(skins)), 2)
    rows, count = model.binds(skins[b]), len(skins[a]["joints"])
    model.set_binds(skins[a], (rows * count)[:count])


def local_of(node):
    if "matrix" in node:
        return node["matrix"]
    scale = node.get("scale", [1, 1, 1])
    m = from_trs([0, 0, 0], node.get("rotation", [0, 0, 0, 1]))
    m = [m[k] * (scale[k // 4] if k < 12 else 1) for k in range(16)]
    return m[:12] + list(node.get("translation", [0, 0, 0])) + [1.0]


def worlds_of(model, degrees, rng):
    """Of all nodes, with joints turned at random by up to so many degrees."""
    nodes = model.gltf["nodes"]
    joints = {j for skin in model.gltf["skins"] for j in skin["joints"]}
    worlds, todo = {}, [(i, IDENTITY) for i in model.gltf["scenes"][0]["nodes"]]
    while todo:
        i, above = todo.pop()
        turned = from_trs([0, 0, 0], turn(axis(rng), rng.uniform(-degrees, degrees))) if i in joints and degrees else IDENTITY
        worlds[i] = multiply(multiply(turned, local_of(nodes[i])), above)
        todo += [(c, worlds[i]) for c in nodes[i].get("children", [])]
    return worlds


def bound_at(degrees):
    """The inverse binds are of a pose: of the one at rest, or another."""
    def fault(model, rng):
        worlds = worlds_of(model, degrees, rng)
        for skin in model.gltf["skins"]:
            model.set_binds(skin, [inverse(worlds[j]) for j in skin["joints"]])
    return fault


def nodes_scaled(factor):
    def fault(model, rng):
        joints = {j for skin in model.gltf["skins"] for j in skin["joints"]}
        for j in joints:
            if "translation" in model.gltf["nodes"][j]:
                model.gltf["nodes"][j]["translation"] = [factor * v for v in model.gltf["nodes"][j]["translation"]]
    return fault


def weights_sorted(model, rng):
    """The weights are sorted, and their joints stay."""
    for primitive in model.primitives():
        attributes = primitive["attributes"]
        rows = [sorted(row) for row in model.numbers(attributes["WEIGHTS_0"])]
        accessor = model.gltf["accessors"][attributes["WEIGHTS_0"]]
        attributes["WEIGHTS_0"] = model.add(rows, accessor["componentType"], "VEC4", target=34962,
                                            normalized=accessor.get("normalized", False))


def both(*names):
    def fault(model, rng):
        for name in names:
            MUTATIONS[name](model, rng)
    return fault


def size_of(rows):
    return max(abs(m[k]) for m in rows for k in (12, 13, 14))


def axis(rng):
    return [rng.uniform(-1, 1) for _ in range(3)]


def moved(rng, size, degrees):
    return from_trs([rng.uniform(-size, size) for _ in range(3)], turn(axis(rng), degrees))


def scaled(m, factor, rows=16, columns=3):
    return [v * factor if k < rows and k % 4 < columns else v for k, v in enumerate(m)]


def mirrored(m):
    return [-v if k in (0, 4, 8, 12) else v for k, v in enumerate(m)]


def rotation_transposed(m):
    return [m[4 * (k % 4) + k // 4] if k < 12 and k % 4 < 3 else m[k] for k in range(16)]


def translation(factor):
    return lambda m: [v * factor if 12 <= k < 15 else v for k, v in enumerate(m)]


UP = from_trs([0, 0, 0], turn([1, 0, 0], 90))
MUTATIONS = {
    "one-identity": of_one(lambda rows, j, rng: list(IDENTITY)),
    "one-other": of_one(lambda rows, j, rng: list(rng.choice(rows))),
    "one-turned-90": of_one(lambda rows, j, rng: multiply(rows[j], from_trs([0, 0, 0], turn(axis(rng), 90)))),
    "one-turned-30": of_one(lambda rows, j, rng: multiply(rows[j], from_trs([0, 0, 0], turn(axis(rng), 30)))),
    "one-moved": of_one(lambda rows, j, rng: multiply(rows[j], moved(rng, 0.3 * size_of(rows), 0.001))),
    "one-scaled-axes": of_one(lambda rows, j, rng: scaled(rows[j], 2, 12)),
    "one-scaled": of_one(lambda rows, j, rng: scaled(rows[j], 2)),
    "one-transposed": of_one(lambda rows, j, rng: transpose(rows[j])),
    "one-not-inverted": of_one(lambda rows, j, rng: inverse(rows[j])),
    "one-mirrored": of_one(lambda rows, j, rng: mirrored(rows[j])),
    "three-wrong": of_one(lambda rows, j, rng: multiply(rows[j], moved(rng, 0.5 * size_of(rows), 80)), 3),
    "half-not-inverted": of_all(lambda rows, rng: [inverse(m) if i % 2 else m for i, m in enumerate(rows)]),
    "rotations-transposed": of_each(rotation_transposed),
    "reversed": of_all(lambda rows, rng: rows[::-1]),
    "permuted": of_all(lambda rows, rng: rng.sample(rows, len(rows))),
    "neighbours-swapped": of_all(lambda rows, rng: (lambda i: exchanged(rows, i, i + 1))(rng.randrange(len(rows) - 1))),
    "all-halved": of_each(lambda m: scaled(m, 0.5)),
    "axes-tenfold": of_each(lambda m: scaled(m, 10, 12)),
    "translations-0.01": of_each(translation(0.01)),
    "translations-0.001": of_each(translation(0.001)),
    "translations-negative": of_each(translation(-1)),
    "mesh-turned": of_each(lambda m: multiply(UP, m)),
    "joints-turned": of_each(lambda m: multiply(m, UP)),
    "mirrored": of_each(mirrored),
    "one-skin-transposed": of_one_skin(transpose),
    "one-skin-not-inverted": of_one_skin(inverse),
    "one-skin-identities": of_one_skin(lambda m: list(IDENTITY)),
    "numbers-permuted": of_numbers(lambda names, rng: rng.sample(range(len(names)), len(names))),
    "numbers-swapped": of_numbers(lambda names, rng: exchanged(range(len(names)), *rng.sample(range(len(names)), 2))),
    "numbers-plus-1": of_numbers(lambda names, rng: [min(i + 1, len(names) - 1) for i in range(len(names))]),
    "numbers-minus-1": of_numbers(lambda names, rng: [(i - 1) % len(names) for i in range(len(names))]),
    "mesh-100": of_mesh(100.0),
    "mesh-0.01": of_mesh(0.01),
    "mesh-10": of_mesh(10.0),
    "list-permuted": of_list(lambda joints, rng: rng.sample(joints, len(joints))),
    "list-swapped": of_list(lambda joints, rng: exchanged(joints, *rng.sample(range(len(joints)), 2))),
    "half-transposed": of_all(lambda rows, rng: [transpose(m) if i % 2 else m for i, m in enumerate(rows)]),
    "some-in-centimetres": of_all(lambda rows, rng: [translation(100)(m) if rng.random() < 0.4 else m for m in rows]),
    "some-scaled": of_all(lambda rows, rng: [scaled(m, 100) if rng.random() < 0.4 else m for m in rows]),
    "some-identities": of_all(lambda rows, rng: [list(IDENTITY) if rng.random() < 0.3 else m for m in rows]),
    "one-skin-rotated": of_one_list(lambda rows, rng: rows[1:] + rows[:1]),
    "one-skin-permuted": of_one_list(lambda rows, rng: rng.sample(rows, len(rows))),
    "one-skin-in-centimetres": of_one_skin(translation(100)),
    "one-skins-list-rotated": of_list(lambda joints, rng: joints[1:] + joints[:1], every=False),
    "one-skins-numbers-plus-1": of_numbers(lambda names, rng: [(i + 1) % len(names) for i in range(len(names))], every=False),
    "other-skins": other_skins,
    "sides-of-binds": sides_of_binds,
    "sides-of-numbers": of_numbers(lambda names, rng: other_sides(names)),
    "sides-of-list": lambda model, rng: [skin.update(joints=[skin["joints"][i] for i in other_sides(
        [model.gltf["nodes"][j].get("name", "") for j in skin["joints"]])]) for skin in model.gltf["skins"]],
    "bound-at-rest": bound_at(0),
    "bound-in-a-pose": bound_at(50),
    "nodes-100": nodes_scaled(100.0),
    "nodes-2": nodes_scaled(2.0),
    "handed": of_each(lambda m: [-v if k in (2, 6, 8, 9, 14) else v for k, v in enumerate(m)]),
    "translations-z-negative": of_each(lambda m: [-v if k == 14 else v for k, v in enumerate(m)]),
    "weights-sorted": weights_sorted,
    "transposed+permuted": both("transposed", "permuted"),
    "transposed+one-moved": both("one-moved", "transposed"),
    "not-inverted+rotated": both("not-inverted", "one-skin-rotated"),
    "in-centimetres+transposed": both("one-skin-in-centimetres", "transposed"),
    "one-moved+numbers-swapped": both("one-moved", "numbers-swapped"),
    "list-swapped+one-moved": both("list-swapped", "one-moved"),
    "neighbours-swapped+translations-0.01": both("neighbours-swapped", "translations-0.01"),
    "mesh-100+transposed": both("mesh-100", "transposed"),
    "two-one-moved": both("one-moved", "one-moved"),
    "transposed": of_each(transpose),
    "not-inverted": of_each(inverse),
}


def random_characters(count):
    for i in range(count):
        rng = random.Random(50 + i)
        options = dict(arms=rng.choice([0, 0.8, 1.5]), legs=rng.choice([0.6, 1, 1.4]), fingers=rng.choice([1, 2, 3]),
                       spine=rng.choice([2, 3, 5]), rolls=rng.choice([0, 40, 120]), posed=rng.choice([0, 0, 30, 60]),
                       skins=rng.choice([1, 1, 2, 3]))
        if rng.random() < 0.3:
            options.update(unit=100.0, armature=(0.01, turn([1, 0, 0], -90)))
        yield f"character {i}", characters.make(100 + i, **options)


def trials(models, kinds, count, seed):
    """Random ones; with a count of 0 every kind once on every character."""
    rng = random.Random(seed)
    if count > 0:
        for _ in range(count):
            name, model = rng.choice(models)
            yield name, model, rng.choice(list(kinds)), rng.randrange(10 ** 6)
        return
    for name, model in models:
        for kind in kinds:
            yield name, model, kind, rng.randrange(10 ** 6)


def judge(bindpose, good, broken, fixed):
    """As table.judge, without guesses."""
    if os.path.exists(fixed):
        os.remove(fixed)
    code, text, said = table.run(bindpose, "doctor", broken, "--fix", fixed, "--json")
    if code > 1:
        return "-", "unreadable"
    report = json.loads(text)
    ids = ",".join(sorted({f["id"] for f in report["findings"] if f["severity"] != "note"})) or "-"
    if code == 1:
        return ids, "HALF: a file with exit code 1" if os.path.exists(fixed) else "refused"
    if table.is_equal(bindpose, good, fixed):
        return ids, "repaired exactly"
    return ids, "HALF: repaired wrongly" if report["repaired"]["changes"] else "HALF: copied"


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    bindpose, folder, count, seed = arguments[0], arguments[1], int(arguments[2]), int(arguments[3])
    kinds = MUTATIONS
    named = [a[2:] for a in sys.argv if a in ("--unseen", "--connected", "--clips")]
    if named:
        chosen = importlib.import_module(named[0])
        kinds = chosen.MUTATIONS
        models = [(name, make()) for name, make in chosen.CHARACTERS.items()]
    elif "--held-out" in sys.argv:
        models = [(name, make()) for name, make in heldout.CHARACTERS.items()]
    else:
        models = list(random_characters(8))
    models += [(os.path.basename(path), characters.Model.read(path)) for path in arguments[4:]
               if not path.endswith("SimpleSkin.gltf")]
    good, broken, fixed = (os.path.join(folder, f"{part}.glb") for part in ("good", "broken", "fixed"))
    counts, by_kind, written = {}, {}, None
    for name, model, kind, number in trials(models, kinds, count, seed):
        spoiled = model.copy()
        kinds[kind](spoiled, random.Random(number))
        spoiled.write(broken)
        if name != written:
            model.copy().write(good)
            written = name
        if open(good, "rb").read() == open(broken, "rb").read():
            continue
        ids, outcome = judge(bindpose, good, broken, fixed)
        if outcome.startswith("HALF") and table.is_equal(bindpose, good, broken):
            continue
        if outcome == "HALF: copied" and kind in POSES:
            outcome = "a pose"
        if outcome.startswith("HALF"):
            print(f"{name:16} {kind:22} {number:6} {outcome} {ids}", flush=True)
        outcome = outcome.split(":")[0]
        counts[outcome] = counts.get(outcome, 0) + 1
        row = by_kind.setdefault(kind, {})
        row[outcome] = row.get(outcome, 0) + 1
    if count == 0:
        for kind, row in by_kind.items():
            print(f"{kind:38}", "; ".join(f"{outcome} {n}" for outcome, n in sorted(row.items())))
    print(f"{sum(counts.values())}:", "; ".join(f"{outcome} {n}" for outcome, n in sorted(counts.items())))
    return 1 if counts.get("HALF") else 0


if __name__ == "__main__":
    sys.exit(main())
