"""Characters whose skin is one closed surface along each chain of joints, as a person's is, and kinds of faults, both written
after the doctor's limits were set on those of heldout.py and unseen.py: mutations.py --connected. The limits of weights that
jump were set on these.

Left out, because another sound character would be the same file: two joints' vertices under one number, one weight of each
vertex lost, other rotations of all nodes, matrices rounded to two decimals."""
import math
import random

from characters import IDENTITY, Model, from_trs, inverse, multiply, point, times, transpose, turn, used_joints
from heldout import BLENDER, limb
from unseen import of_all, of_each, of_one


# ---- characters ----

def mantis():
    joints = [("thorax", -1, (0, 0.6, 0))]
    limb(joints, 0, "abdomen", 4, (0, -0.1, -1), 0.25, (0, 0.05, 0), 0.95)
    limb(joints, 0, "neck", 2, (0, 1, 0.4), 0.2)
    for side, sign in (("L", 1), ("R", -1)):
        limb(joints, 0, f"arm{side}", 4, (sign * 0.4, 0.3, 1), 0.3, (0, -0.5, 0.2), 0.9)
        limb(joints, 0, f"mid{side}", 3, (sign, 0.2, 0.2), 0.3, (0, -0.8, 0), 1.0)
        limb(joints, 0, f"hind{side}", 3, (sign, 0.3, -0.5), 0.35, (0, -0.8, 0), 1.0)
    return joints


def tentacle():
    joints = [("base", -1, (0, 0, 0))]
    limb(joints, 0, "t", 30, (0, 1, 0), 0.1, (0.01, 0, 0.02), 0.98)
    return joints


def plant():
    joints, at = [("root", -1, (0, 0, 0))], 0
    for i in range(5):
        at = limb(joints, at, f"stem{i}", 1, (0.1 * (-1) ** i, 1, 0.05 * i), 0.3)
        limb(joints, at, f"leaf{i}", 3, (math.cos(2.4 * i), 0.5, math.sin(2.4 * i)), 0.2, (0, -0.2, 0), 0.8)
    return joints


def person():
    joints = [("Hips", -1, (0, 0.95, 0))]
    chest = limb(joints, 0, "Spine", 3, (0, 1, 0), 0.17, (0, 0, 0.02), 0.9)
    limb(joints, chest, "Neck", 2, (0, 1, 0.1), 0.14, (0, 0, 0), 1.1)
    for side, sign in (("Left", 1), ("Right", -1)):
        hand = limb(joints, chest, f"{side}Arm", 4, (sign, 0, -0.05), 0.22, (0, -0.05, 0.04), 1.0)
        for finger in range(4):
            limb(joints, hand, f"{side}Finger{finger}", 3, (sign, -0.1, 0.3 * finger - 0.5), 0.05, (0, -0.1, 0), 0.8)
        limb(joints, 0, f"{side}Leg", 3, (sign * 0.25, -1, 0), 0.4, (-sign * 0.2, 0, 0), 1.0)
        limb(joints, len(joints) - 1, f"{side}Toe", 1, (0, -0.2, 1), 0.15)
    return joints


def snail():
    joints = [("foot", -1, (0, 0.1, 0))]
    neck = limb(joints, 0, "body", 3, (0, 0.1, 1), 0.3)
    for side, sign in (("L", 1), ("R", -1)):
        limb(joints, neck, f"eye{side}", 3, (sign * 0.3, 1, 0.2), 0.1)
    limb(joints, 0, "shell", 1, (0, 1, -0.3), 0.4)
    return joints


def make(shape, seed, rolls=0.0, posed=0.0, stretch=0.0, unit=1.0, armature=None, parts=1, rigid=False, helpers=0):
    """As heldout.make; `rigid`: a vertex follows one joint; `helpers`: joints without vertices, as sockets."""
    rng = random.Random(seed)
    joints = shape()
    count = len(joints)
    axis = lambda: [rng.uniform(-1, 1) for _ in range(3)]
    place, absolutes, nodes = [], [], []
    for i, (name, parent, offset) in enumerate(joints):
        above = absolutes[parent] if parent >= 0 else IDENTITY
        place.append([unit * v + (place[parent][k] if parent >= 0 else 0) for k, v in enumerate(offset)])
        local, bound = point(inverse(above), place[i]), turn(axis(), rng.uniform(-rolls, rolls)) if rolls else [0, 0, 0, 1.0]
        absolutes.append(multiply(from_trs(local, bound), above))
        longer = 1 + rng.uniform(-stretch, stretch) if parent >= 0 else 1
        nodes.append({"name": name, "translation": [longer * v for v in local],
                      "rotation": times(bound, turn(axis(), rng.uniform(-posed, posed))) if posed else bound})
        if parent >= 0:
            nodes[parent].setdefault("children", []).append(i)
    listed, roots = list(range(count)), [0]
    for k in range(helpers):
        at, local = rng.randrange(count), [0.1 * unit * v for v in axis()]
        absolutes.append(multiply(from_trs(local, [0, 0, 0, 1.0]), absolutes[at]))
        nodes[at].setdefault("children", []).append(len(nodes))
        listed.insert(rng.randrange(1, len(listed)), len(nodes))
        nodes.append({"name": f"socket{k}", "translation": local})
    model = Model({"asset": {"version": "2.0"}, "scene": 0, "nodes": nodes, "meshes": [], "skins": [], "accessors": [],
                   "bufferViews": [], "animations": []}, b"")
    binds = [inverse(absolutes[j]) for j in listed]
    if armature:
        nodes.append({"name": "Armature", "scale": [armature[0]] * 3, "rotation": armature[1], "children": roots})
        roots = [len(nodes) - 1]
    number = {j: n for n, j in enumerate(listed)}
    for k in range(parts):
        positions, influences, indices = [], [], []
        for chain in chains_of(joints)[k::parts]:
            add_tube(rng, positions, influences, indices, chain, place, rigid)
        rows = [[number[j] for j, _ in row] + [0] * (4 - len(row)) for row in influences]
        weights = [[w for _, w in row] + [0.0] * (4 - len(row)) for row in influences]
        attributes = {"POSITION": model.add(positions, bounds=True, target=34962),
                      "JOINTS_0": model.add(rows, 5121, "VEC4", target=34962),
                      "WEIGHTS_0": model.add(weights, kind="VEC4", target=34962)}
        model.gltf["meshes"].append({"primitives": [{"attributes": attributes, "indices": model.add(indices, 5123, "SCALAR", target=34963)}]})
        model.gltf["skins"].append({"joints": list(listed), "inverseBindMatrices": model.add(binds, kind="MAT4")})
        nodes.append({"name": f"mesh{k}", "mesh": k, "skin": k})
        roots.append(len(nodes) - 1)
    model.gltf["scenes"] = [{"nodes": roots}]
    clock = model.add([[0.0], [0.5], [1.0]], kind="SCALAR", bounds=True)
    samplers, channels = [], []
    for i in range(count):
        start = nodes[i]["rotation"]
        keys = [start, times(start, turn(axis(), rng.uniform(-25, 25))), start]
        samplers.append({"input": clock, "output": model.add(keys, kind="VEC4")})
        channels.append({"sampler": i, "target": {"node": i, "path": "rotation"}})
    model.gltf["animations"].append({"name": "move", "samplers": samplers, "channels": channels})
    return model


def chains_of(joints):
    """Lists of joints from each one that begins a limb, with the joint above it, to its end."""
    children = [[c for c in range(len(joints)) if joints[c][1] == i] for i in range(len(joints))]
    chains, todo = [], [[0]]
    while todo:
        chain = todo.pop(0)
        while children[chain[-1]]:
            first, *others = children[chain[-1]]
            todo += [[chain[-1], c] for c in others]
            chain.append(first)
        chains.append(chain)
    return chains


def add_tube(rng, positions, influences, indices, chain, place, rigid):
    """A closed tube along the chain and a little beyond it, four rings of eight a bone."""
    cross = lambda u, v: [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    unit = lambda u: [v / (math.hypot(*u) or 1) for v in u]
    before = place[chain[-2]] if len(chain) > 1 else [v - 0.1 for v in place[chain[-1]]]
    points = [place[j] for j in chain] + [[1.6 * y - 0.6 * x for x, y in zip(before, place[chain[-1]])]]
    length = sum(math.dist(p, q) for p, q in zip(points, points[1:]))
    wide = max(0.06 * length, 0.25 * length / len(points)) * rng.uniform(0.6, 1.0)
    rings = [(s + r / 4, [x + r / 4 * (y - x) for x, y in zip(points[s], points[s + 1])])
             for s in range(len(points) - 1) for r in range(4)] + [(len(points) - 1, points[-1])]
    first, corners = len(positions), 8
    for n, (at, centre) in enumerate(rings):
        along = unit([y - x for x, y in zip(rings[max(n - 1, 0)][1], rings[min(n + 1, len(rings) - 1)][1])])
        least = min(range(3), key=lambda c: abs(along[c]))
        side = unit(cross(along, [1.0 if c == least else 0.0 for c in range(3)]))
        other = cross(along, side)
        radius = wide * (1 - 0.5 * at / len(points)) * (0.05 if n in (0, len(rings) - 1) else 1)
        for corner in range(corners):
            x, y = radius * math.cos(2 * math.pi * corner / corners), radius * math.sin(2 * math.pi * corner / corners)
            positions.append([centre[i] + x * side[i] + y * other[i] for i in range(3)])
            influences.append(weigh(at, chain, rigid))
    for n in range(len(rings) - 1):
        for corner in range(corners):
            p, q = first + corners * n + corner, first + corners * n + (corner + 1) % corners
            indices += [[p], [p + corners], [q], [q], [p + corners], [q + corners]]


def weigh(at, chain, rigid):
    """The joints of a vertex, `at` bones along the chain."""
    own = chain[min(int(at), len(chain) - 1)]
    row = [] if rigid else [(j, (1 - abs(at - k - 0.5) / 1.1) ** 2) for k, j in enumerate(chain) if abs(at - k - 0.5) < 1]
    total = sum(w for _, w in row)
    return [(j, w / total) for j, w in sorted(row, key=lambda x: -x[1])[:4]] if row else [(own, 1.0)]


CHARACTERS = {
    "mantis": lambda: make(mantis, 61, rolls=70),
    "mantis-posed": lambda: make(mantis, 62, rolls=30, posed=30),
    "tentacle": lambda: make(tentacle, 63, rolls=20),
    "plant-rigid": lambda: make(plant, 66, rolls=15, rigid=True),
    "plant-stretched": lambda: make(plant, 67, rolls=25, stretch=0.15),
    "person": lambda: make(person, 68, rolls=90, helpers=6, unit=100.0, armature=BLENDER),
    "person-posed": lambda: make(person, 69, rolls=90, posed=40, helpers=3, parts=3),
    "person-rigid-posed": lambda: make(person, 70, rolls=10, posed=20, rigid=True),
    "snail": lambda: make(snail, 71, rolls=35),
    "snail-posed": lambda: make(snail, 72, posed=35),
}


# ---- faults ----

def as_numbers(change):
    """All matrices as one list of numbers."""
    def fault(rows, rng):
        numbers = change([v for m in rows for v in m])
        return [numbers[16 * i:16 * i + 16] for i in range(len(rows))]
    return of_all(fault)


def of_weights(change):
    """Of the rows of joint numbers and of weights."""
    def fault(model, rng):
        done = {}
        for primitive in model.primitives():
            attributes = primitive["attributes"]
            key = attributes["JOINTS_0"], attributes["WEIGHTS_0"]
            if key not in done:
                accessor = model.gltf["accessors"][key[0]]
                joints, weights = change([list(r) for r in model.numbers(key[0])], [list(r) for r in model.numbers(key[1])], rng)
                done[key] = (model.add(joints, accessor["componentType"], "VEC4", target=34962),
                             model.add(weights, kind="VEC4", target=34962))
            attributes["JOINTS_0"], attributes["WEIGHTS_0"] = done[key]
    return fault


def of_positions(change):
    def fault(model, rng):
        for primitive in model.primitives():
            index = primitive["attributes"]["POSITION"]
            primitive["attributes"]["POSITION"] = model.add([change(p) for p in model.numbers(index)], bounds=True, target=34962)
    return fault


def of_node(change):
    """The translation of a joint that moves vertices, below another."""
    def fault(model, rng):
        skin = rng.choice(model.gltf["skins"])
        below = {c for node in model.gltf["nodes"] for c in node.get("children", [])}
        joints = [skin["joints"][j] for j in sorted(used_joints(model)) if j < len(skin["joints"])]
        node = model.gltf["nodes"][rng.choice([j for j in joints if j in below and j != skin["joints"][0]])]
        node["translation"] = [change(v) for v in node["translation"]]
    return fault


def joint_repeated(model, rng):
    skin = rng.choice(model.gltf["skins"])
    a, b = rng.sample([j for j in sorted(used_joints(model)) if j < len(skin["joints"])], 2)
    skin["joints"][a] = skin["joints"][b]


def some_numbers(joints, weights, rng):
    most = max(j for row in joints for j in row)
    return [[rng.randint(0, most) if w and rng.random() < 0.05 else j for j, w in zip(*rows)]
            for rows in zip(joints, weights)], weights


def of_rotations(change):
    """Of all rotations in clips."""
    def fault(model, rng):
        for animation in model.gltf["animations"]:
            for channel in animation["channels"]:
                sampler = animation["samplers"][channel["sampler"]]
                if channel["target"]["path"] == "rotation":
                    sampler["output"] = model.add([change(q) for q in model.numbers(sampler["output"])], kind="VEC4")
    return fault


def nodes_w_first(model, rng):
    for j in {j for skin in model.gltf["skins"] for j in skin["joints"]}:
        q = model.gltf["nodes"][j].get("rotation", [0, 0, 0, 1.0])
        model.gltf["nodes"][j]["rotation"] = [q[3]] + q[:3]


LAST_ROW = lambda m: m[:3] + [m[12]] + m[4:7] + [m[13]] + m[8:11] + [m[14]] + [0, 0, 0, 1.0]
MUTATIONS = {
    "pairs-exchanged": of_all(lambda rows, rng: [rows[i ^ 1] if i ^ 1 < len(rows) else rows[i] for i in range(len(rows))]),
    "inverse-transposed": of_each(lambda m: transpose(inverse(m))),
    "translation-in-last-row": of_each(LAST_ROW),
    "one-translation-in-last-row": of_one(LAST_ROW),
    "one-float-later": as_numbers(lambda numbers: numbers[1:] + [0.0]),
    "fifteen-apart": as_numbers(lambda numbers: [numbers[15 * (k // 16) + k % 16] for k in range(len(numbers))]),
    "all-the-first": of_all(lambda rows, rng: [rows[0]] * len(rows)),
    "last-third-lost": of_all(lambda rows, rng: [m if 3 * i < 2 * len(rows) else list(IDENTITY) for i, m in enumerate(rows)]),
    "one-zero": of_one(lambda m: [0.0] * 16),
    "one-from-origin": of_one(lambda m: m[:12] + [0, 0, 0, 1.0]),
    "one-doubled": of_one(lambda m: m[:12] + [2 * v for v in m[12:15]] + [1.0]),
    "one-turned-in-mesh": of_one(lambda m: multiply(from_trs([0, 0, 0], turn([1, 0, 0], 90)), m)),
    "y-negative": of_each(lambda m: [-v if k == 13 else v for k, v in enumerate(m)]),
    "tenths": of_each(lambda m: [0.1 * v if 12 <= k < 15 else v for k, v in enumerate(m)]),
    "slots-exchanged": of_weights(lambda joints, weights, rng: ([[r[1], r[0]] + r[2:] for r in joints], weights)),
    "some-numbers": of_weights(some_numbers),
    "rows-reversed": of_weights(lambda joints, weights, rng: (joints[::-1], weights[::-1])),
    "rows-late": of_weights(lambda joints, weights, rng: (joints[10:] + joints[:10], weights[10:] + weights[:10])),
    "numbers-plus-1": of_weights(lambda joints, weights, rng: (
        [[min(j + 1, max(max(r) for r in joints)) for j in row] for row in joints], weights)),
    "mesh-upright": of_positions(lambda p: [p[0], p[2], -p[1]]),
    "mesh-in-inches": of_positions(lambda p: [39.37 * v for v in p]),
    "node-at-parent": of_node(lambda v: 0.0),
    "node-hundredfold": of_node(lambda v: 100.0 * v),
    "node-negated": of_node(lambda v: -v),
    "joint-repeated": joint_repeated,
    "clips-w-first": of_rotations(lambda q: [q[3]] + q[:3]),
    "nodes-w-first": nodes_w_first,
}
