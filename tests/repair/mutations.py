"""Breaks characters at random in 36 ways, wider than the table's (single joints, joint lists, vertices' numbers, axes,
units of the mesh), and repairs them as table.py does. Prints each half repair, and how many ended how.

    mutations.py BINDPOSE FOLDER COUNT SEED [MODEL...]

Not every one can be told: a leaf joint turned about its own place is a leaf joint posed at rest. Such a file has no
torn edge and no vertex far from its bone; one-turned-30 and one-turned-90 are listed apart as "a pose"."""
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import characters
import table
from characters import IDENTITY, from_trs, inverse, multiply, transpose, turn

POSES = ("one-turned-30", "one-turned-90")


def used_joints(model):
    used = set()
    for primitive in model.primitives():
        attributes = primitive["attributes"]
        for joints, weights in zip(model.numbers(attributes["JOINTS_0"]), model.numbers(attributes["WEIGHTS_0"])):
            used |= {j for j, w in zip(joints, weights) if w}
    return used


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


def of_numbers(mapping):
    """The vertices' joint numbers go through a list."""
    def fault(model, rng):
        count = len(model.gltf["skins"][0]["joints"])
        numbers, done = mapping(count, rng), {}
        for primitive in model.primitives():
            index = primitive["attributes"]["JOINTS_0"]
            if index not in done:
                rows = [[numbers[j] if j < count else j for j in row] for row in model.numbers(index)]
                done[index] = model.add(rows, model.gltf["accessors"][index]["componentType"], "VEC4", target=34962)
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


def of_list(change):
    def fault(model, rng):
        for skin in model.gltf["skins"]:
            skin["joints"] = change(list(skin["joints"]), rng)
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
    "numbers-permuted": of_numbers(lambda count, rng: rng.sample(range(count), count)),
    "numbers-swapped": of_numbers(lambda count, rng: exchanged(range(count), *rng.sample(range(count), 2))),
    "numbers-plus-1": of_numbers(lambda count, rng: [min(i + 1, count - 1) for i in range(count)]),
    "numbers-minus-1": of_numbers(lambda count, rng: [(i - 1) % count for i in range(count)]),
    "mesh-100": of_mesh(100.0),
    "mesh-0.01": of_mesh(0.01),
    "mesh-10": of_mesh(10.0),
    "list-permuted": of_list(lambda joints, rng: rng.sample(joints, len(joints))),
    "list-swapped": of_list(lambda joints, rng: exchanged(joints, *rng.sample(range(len(joints)), 2))),
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


def main():
    bindpose, folder, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    models = list(random_characters(8))
    models += [(os.path.basename(path), characters.Model.read(path)) for path in sys.argv[5:]]
    good, broken, fixed = (os.path.join(folder, f"{part}.glb") for part in ("good", "broken", "fixed"))
    rng, counts = random.Random(seed), {}
    for _ in range(count):
        name, model = rng.choice(models)
        kind, number = rng.choice(list(MUTATIONS)), rng.randrange(10 ** 6)
        spoiled = model.copy()
        MUTATIONS[kind](spoiled, random.Random(number))
        model.copy().write(good)
        spoiled.write(broken)
        if table.is_equal(bindpose, good, broken):
            continue
        ids, outcome = table.judge(bindpose, good, broken, fixed)
        if outcome == "HALF: copied" and kind in POSES:
            outcome = "a pose"
        if outcome.startswith("HALF"):
            print(f"{name:16} {kind:22} {number:6} {outcome} {ids}", flush=True)
        outcome = outcome.split(":")[0]
        counts[outcome] = counts.get(outcome, 0) + 1
    print("; ".join(f"{outcome} {n}" for outcome, n in sorted(counts.items())))
    return 1 if counts.get("HALF") else 0


if __name__ == "__main__":
    sys.exit(main())
