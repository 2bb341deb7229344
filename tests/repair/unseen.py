"""Kinds of mutation and characters that were written after the doctor's limits were set, to see how it does at first sight:
mutations.py --unseen. A kind that led to a change since then (numbers-of-some, all-translation-only, place-negated,
common-in-mesh) is no longer unseen.

Left: a limb that no triangle joins to the rest may be bound anywhere, and what two or three joints do is often what another
character does."""
import math

import heldout
from characters import IDENTITY, from_trs, inverse, multiply, transpose, turn, used_joints
from heldout import limb


# ---- characters ----

def centipede():
    """Pairs of legs that are alike."""
    joints = [("head", -1, (0, 0.2, 0))]
    spine = [0]
    for i in range(6):
        spine.append(limb(joints, spine[-1], f"segment{i}-", 1, (0, 0, -1), 0.2))
    for i, at in enumerate(spine):
        for side, sign in (("L", 1), ("R", -1)):
            limb(joints, at, f"leg{i}{side}", 2, (sign, -0.4, 0), 0.15, (0, -0.8, 0), 1.0)
    return joints


def crab():
    joints = [("shell", -1, (0, 0.3, 0))]
    for side, sign in (("L", 1), ("R", -1)):
        for i in range(4):
            limb(joints, 0, f"leg{i}{side}", 3, (sign, 0.2, 0.4 * i - 0.7), 0.2, (0, -0.5, 0), 0.9)
        claw = limb(joints, 0, f"claw{side}", 3, (sign, 0.1, 1.2), 0.25, (-sign * 0.5, 0, 0.2), 0.9)
        limb(joints, claw, f"pincer{side}", 2, (0, 0.3, 1), 0.12)
    return joints


def bar(count):
    def shape():
        joints = [("bone0", -1, (0, 0, 0))]
        limb(joints, 0, "limb", count - 1, (0, 1, 0), 1.0, (0, 0, 0), 1.0)
        return joints
    return shape


def tree():
    joints = [("root", -1, (0, 0, 0))]

    def branch(parent, direction, length, depth):
        top = limb(joints, parent, f"b{len(joints)}-", 1, direction, length)
        for k in range(3 if depth else 0):
            angle = 2.1 * k + depth
            branch(top, (direction[0] + 0.8 * math.cos(angle), direction[1], direction[2] + 0.8 * math.sin(angle)),
                   0.7 * length, depth - 1)
    branch(0, (0, 1, 0), 0.6, 2)
    return joints


def giraffe():
    joints = [("pelvis", -1, (0, 1.6, -0.4))]
    chest = limb(joints, 0, "back", 2, (0, 0.2, 1), 0.4)
    limb(joints, chest, "neck", 6, (0, 1, 0.3), 0.3, (0, 0, 0), 0.95)
    for side, sign in (("L", 1), ("R", -1)):
        limb(joints, chest, f"front{side}", 3, (sign * 0.3, -1, 0), 0.55, (-sign * 0.2, 0, 0), 0.9)
        limb(joints, 0, f"hind{side}", 3, (sign * 0.3, -1, 0), 0.55, (-sign * 0.2, 0, 0), 0.9)
    return joints


CHARACTERS = {
    "centipede": lambda: heldout.make(centipede, 31, rolls=25),
    "centipede-posed": lambda: heldout.make(centipede, 32, rolls=25, posed=25),
    "crab": lambda: heldout.make(crab, 33, rolls=80, parts=2),
    "crab-stretched": lambda: heldout.make(crab, 34, rolls=30, stretch=0.2, moved=0.2),
    "bar-of-2": lambda: heldout.make(bar(2), 35),
    "bar-of-3": lambda: heldout.make(bar(3), 36, rolls=30),
    "bar-of-4-posed": lambda: heldout.make(bar(4), 37, rolls=30, posed=40),
    "tree": lambda: heldout.make(tree, 38, rolls=15),
    "giraffe": lambda: heldout.make(giraffe, 39, rolls=60, unit=100.0, armature=heldout.BLENDER),
    "giraffe-moved": lambda: heldout.make(giraffe, 40, rolls=20, posed=20, moved=0.5),
}


# ---- mutations: functions of a model and random numbers ----

def of_all(change):
    def fault(model, rng):
        for skin in model.gltf["skins"]:
            model.set_binds(skin, change(model.binds(skin), rng))
    return fault


def of_each(change):
    return of_all(lambda rows, rng: [change(m) for m in rows])


def of_one(change):
    """One matrix of a joint that moves vertices."""
    def fault(model, rng):
        skin = rng.choice(model.gltf["skins"])
        rows = model.binds(skin)
        j = rng.choice([j for j in sorted(used_joints(model)) if j < len(rows)])
        rows[j] = change(rows[j])
        model.set_binds(skin, rows)
    return fault


def mirrored_pairs(model, skin):
    """Joints whose bind positions mirror each other over X, or that are nearest to that."""
    places = [inverse(m)[12:15] for m in model.binds(skin)]
    size = max(abs(v) for p in places for v in p) or 1.0
    pairs = []
    for i, p in enumerate(places):
        mirror = [-p[0], p[1], p[2]]
        j = min(range(len(places)), key=lambda k: math.dist(places[k], mirror))
        if j > i and math.dist(places[j], mirror) < 0.02 * size and p[0]:
            pairs.append((i, j))
    return pairs


def left_right(model, rng):
    """Half of the pairs of left and right matrices are exchanged."""
    for skin in model.gltf["skins"]:
        rows = model.binds(skin)
        pairs = mirrored_pairs(model, skin)
        for a, b in rng.sample(pairs, (len(pairs) + 1) // 2):
            rows[a], rows[b] = rows[b], rows[a]
        model.set_binds(skin, rows)


def parents_of(model, skin):
    nodes = model.gltf["nodes"]
    above = {c: i for i, node in enumerate(nodes) for c in node.get("children", [])}
    number = {j: k for k, j in enumerate(skin["joints"])}
    return [number.get(above.get(j), -1) for j in skin["joints"]]


def parents_binds(model, rng):
    for skin in model.gltf["skins"]:
        rows = model.binds(skin)
        model.set_binds(skin, [rows[p] if p >= 0 else m for m, p in zip(rows, parents_of(model, skin))])


def childrens_binds(model, rng):
    for skin in model.gltf["skins"]:
        rows, parents = model.binds(skin), parents_of(model, skin)
        model.set_binds(skin, [rows[parents.index(i)] if i in parents else m for i, m in enumerate(rows)])


def relative_binds(model, rng):
    """Each matrix is against the joint's parent, as if local binds had been inverted."""
    for skin in model.gltf["skins"]:
        rows, parents = model.binds(skin), parents_of(model, skin)
        model.set_binds(skin, [multiply(inverse(rows[p]), m) if p >= 0 else m for m, p in zip(rows, parents)])


def common(side):
    def fault(model, rng):
        size = max(abs(v) for skin in model.gltf["skins"] for m in model.binds(skin) for v in m[12:15])
        extra = from_trs([rng.uniform(-0.5, 0.5) * size for _ in range(3)],
                         turn([rng.uniform(-1, 1) for _ in range(3)], 90))
        for skin in model.gltf["skins"]:
            model.set_binds(skin, [multiply(m, extra) if side == "joint" else multiply(extra, m) for m in model.binds(skin)])
    return fault


def lists(change):
    def fault(model, rng):
        for skin in model.gltf["skins"]:
            skin["joints"] = change(list(skin["joints"]))
    return fault


def numbers(change):
    """The vertices' joint numbers, in all skins."""
    def fault(model, rng):
        count, done = min(len(skin["joints"]) for skin in model.gltf["skins"]), {}
        for primitive in model.primitives():
            index = primitive["attributes"]["JOINTS_0"]
            if index not in done:
                rows = change(model.numbers(index), count, rng)
                done[index] = model.add(rows, model.gltf["accessors"][index]["componentType"], "VEC4", target=34962)
            primitive["attributes"]["JOINTS_0"] = done[index]
    return fault


def one_skin(change):
    def fault(model, rng):
        if len(model.gltf["skins"]) > 1:
            skin = rng.choice(model.gltf["skins"])
            model.set_binds(skin, [change(m) for m in model.binds(skin)])
    return fault


def skins_exchanged(model, rng):
    nodes = [node for node in model.gltf["nodes"] if "skin" in node]
    if len(nodes) > 1:
        nodes[0]["skin"], nodes[1]["skin"] = nodes[1]["skin"], nodes[0]["skin"]


def one_mesh(model, rng):
    """One of several meshes is in centimetres."""
    parts = list(model.primitives())
    if len(parts) < 2:
        return
    attributes = rng.choice(parts)["attributes"]
    if model.gltf["accessors"][attributes["POSITION"]]["componentType"] == 5126:
        rows = [[100.0 * v for v in p] for p in model.numbers(attributes["POSITION"])]
        attributes["POSITION"] = model.add(rows, bounds=True, target=34962)


def turned_nodes(model, rng):
    """The rotations of all joints' nodes are conjugated: the tree is wrong, not the matrices."""
    for j in {j for skin in model.gltf["skins"] for j in skin["joints"]}:
        node = model.gltf["nodes"][j]
        if "rotation" in node:
            q = node["rotation"]
            node["rotation"] = [-q[0], -q[1], -q[2], q[3]]


def joint_reparented(model, rng):
    """One joint hangs below another parent, at the place in its frame that it had in the old one's."""
    nodes = model.gltf["nodes"]
    joints = [j for j in model.gltf["skins"][0]["joints"] if not nodes[j].get("children")]
    above = {c: i for i, node in enumerate(nodes) for c in node.get("children", [])}
    moved = [j for j in joints if j in above]
    if moved:
        j = rng.choice(moved)
        others = [i for i in model.gltf["skins"][0]["joints"] if i not in (j, above[j])]
        if others:
            nodes[above[j]]["children"].remove(j)
            nodes[rng.choice(others)].setdefault("children", []).append(j)


ROTATION_ONLY = lambda m: m[:12] + [0.0, 0.0, 0.0, 1.0]
TRANSLATION_ONLY = lambda m: IDENTITY[:12] + m[12:]
PLACE_NEGATED = lambda m: m[:12] + [-v for v in inverse(m)[12:15]] + [1.0]
AXES_EXCHANGED = lambda m: [m[4 * (0, 2, 1, 3)[k // 4] + (0, 2, 1, 3)[k % 4]] for k in range(16)]
HUNDREDFOLD = lambda m: [100.0 * v if k % 4 < 3 else v for k, v in enumerate(m)]


def rotations_transposed_of_half(rows, rng):
    return [[m[4 * (k % 4) + k // 4] if k < 12 and k % 4 < 3 else m[k] for k in range(16)] if rng.random() < 0.5 else m
            for m in rows]


MUTATIONS = {
    "left-right-binds": left_right,
    "one-hundredfold": of_one(HUNDREDFOLD),
    "one-rotation-only": of_one(ROTATION_ONLY),
    "one-translation-only": of_one(TRANSLATION_ONLY),
    "all-rotation-only": of_each(ROTATION_ONLY),
    "all-translation-only": of_each(TRANSLATION_ONLY),
    "place-negated": of_each(PLACE_NEGATED),
    "axes-exchanged": of_each(AXES_EXCHANGED),
    "parents-binds": parents_binds,
    "childrens-binds": childrens_binds,
    "relative-binds": relative_binds,
    "common-in-joints": common("joint"),
    "common-in-mesh": common("mesh"),
    "list-shifted-by-2": lists(lambda joints: joints[2:] + joints[:2]),
    "list-reversed": lists(lambda joints: joints[::-1]),
    "binds-shifted-by-2": of_all(lambda rows, rng: rows[2:] + rows[:2]),
    "first-bind-lost": of_all(lambda rows, rng: rows[1:] + [list(IDENTITY)]),
    "last-two-exchanged": of_all(lambda rows, rng: rows[:-2] + [rows[-1], rows[-2]]),
    "numbers-reversed": numbers(lambda rows, count, rng: [[max(count - 1 - j, 0) for j in row] for row in rows]),
    "numbers-of-some": numbers(lambda rows, count, rng: [[rng.randrange(count) for _ in row] if rng.random() < 0.3 else row
                                                         for row in rows]),
    "one-skin-in-metres": one_skin(lambda m: m[:12] + [0.01 * v for v in m[12:15]] + [1.0]),
    "one-skin-hundredfold": one_skin(HUNDREDFOLD),
    "one-skin-rotations-transposed": one_skin(lambda m: transpose(ROTATION_ONLY(m))[:12] + m[12:]),
    "rotations-transposed-of-half": of_all(rotations_transposed_of_half),
    "skins-exchanged": skins_exchanged,
    "one-mesh-in-centimetres": one_mesh,
    "nodes-conjugated": turned_nodes,
    "joint-reparented": joint_reparented,
}
