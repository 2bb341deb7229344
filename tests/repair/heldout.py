"""Characters that the doctor's limits were not set on, for table.py and mutations.py: other animals than people, other
tubes and weights than those of characters.py, rest poses that stretch, skins with joints and orders of their own."""
import math
import random

from characters import IDENTITY, Model, from_trs, inverse, multiply, point, times, turn


def limb(joints, parent, name, count, direction, length, bend=(0, 0, 0), shrink=0.85):
    """Adds a chain of joints (name, parent, offset); returns the last one."""
    for i in range(count):
        norm = math.sqrt(sum(v * v for v in direction))
        joints.append((f"{name}{i}", parent, tuple(length * v / norm for v in direction)))
        parent = len(joints) - 1
        direction = [v + b for v, b in zip(direction, bend)]
        length *= shrink
    return parent


def quadruped():
    joints = [("pelvis", -1, (0, 0.7, -0.4))]
    chest = limb(joints, 0, "back", 4, (0, 0.1, 1), 0.22, (0, 0.02, 0), 0.95)
    limb(joints, chest, "neck", 3, (0, 0.8, 0.7), 0.2, (0, -0.2, 0.2))
    limb(joints, len(joints) - 1, "jaw", 1, (0, -0.3, 1), 0.12)
    limb(joints, 0, "tail", 5, (0, 0.2, -1), 0.14, (0, -0.1, 0))
    for side, sign in (("L", 1), ("R", -1)):
        limb(joints, chest, f"front{side}", 4, (sign * 0.4, -0.6, 0), 0.24, (-sign * 0.3, -0.5, 0.15), 0.8)
        limb(joints, 0, f"hind{side}", 4, (sign * 0.4, -0.5, -0.1), 0.26, (-sign * 0.3, -0.5, -0.1), 0.82)
    return joints


def bird():
    joints = [("body", -1, (0, 0.4, 0))]
    limb(joints, 0, "neck", 4, (0, 1, 0.6), 0.09, (0, 0.1, 0.1))
    limb(joints, 0, "tail", 2, (0, 0, -1), 0.16)
    for side, sign in (("L", 1), ("R", -1)):
        limb(joints, 0, f"wing{side}", 5, (sign, 0.3, 0), 0.25, (0, -0.1, -0.15), 0.9)
        limb(joints, 0, f"leg{side}", 4, (sign * 0.3, -1, 0), 0.12, (0, 0, 0.35), 0.9)
    return joints


def spider():
    joints = [("thorax", -1, (0, 0.3, 0)), ("abdomen", 0, (0, 0.05, -0.3))]
    limb(joints, 1, "spinneret", 1, (0, 0, -1), 0.25)
    for i in range(8):
        angle = math.radians(25 + 18 * (i % 4) * 2.5)
        sign = 1 if i < 4 else -1
        limb(joints, 0, f"leg{i}", 3, (sign * math.sin(angle), 0.5, math.cos(angle)), 0.22 + 0.02 * (i % 4),
             (0, -0.9, 0), 1.1)
    return joints


def snake():
    joints = [("head", -1, (0, 0.1, 0))]
    limb(joints, 0, "body", 22, (0, 0, -1), 0.12, (0.05, 0, 0), 0.97)
    limb(joints, 0, "jaw", 1, (0, -0.1, 1), 0.1)
    return joints


def hand():
    joints = [("wrist", -1, (0, 0, 0))]
    for i in range(5):
        limb(joints, 0, f"finger{i}", 4, (1, 0, 0.35 * (i - 2)), 0.09 if i else 0.06, (0, -0.02 * i, 0), 0.75 - 0.02 * i)
    return joints


def octopus():
    joints = [("mantle", -1, (0, 0.5, 0))]
    limb(joints, 0, "head", 2, (0, 1, 0), 0.2)
    for i in range(6):
        angle = math.pi / 3 * i
        limb(joints, 0, f"arm{i}", 5, (math.cos(angle), -0.3, math.sin(angle)), 0.18, (0, -0.1, 0), 0.9)
    return joints


def child():
    joints = [("hips", -1, (0, 0.4, 0))]
    chest = limb(joints, 0, "spine", 2, (0, 1, 0), 0.12)
    limb(joints, chest, "head", 2, (0, 1, 0), 0.2, (0, 0, 0.1), 1.3)
    for side, sign in (("L", 1), ("R", -1)):
        hand_joint = limb(joints, chest, f"arm{side}", 4, (sign, 0.1, 0), 0.11, (0, -0.2, 0.05), 0.95)
        limb(joints, hand_joint, f"thumb{side}", 2, (sign * 0.3, 0, 1), 0.04)
        limb(joints, hand_joint, f"index{side}", 2, (sign, 0, 0.2), 0.05)
        limb(joints, 0, f"leg{side}", 3, (sign * 0.3, -0.6, 0), 0.16, (-sign * 0.2, -0.5, 0.02), 0.95)
        limb(joints, len(joints) - 1, f"toe{side}", 1, (0, -0.1, 1), 0.08)
    return joints


def twists():
    """A person with twist joints beside elbows and knees: leaves that look alike."""
    joints = [("hips", -1, (0, 1, 0))]
    chest = limb(joints, 0, "spine", 4, (0, 1, 0.05), 0.14, (0, 0, -0.03), 1.0)
    limb(joints, chest, "neck", 2, (0, 1, 0.1), 0.12, (0, 0, 0), 1.1)
    for side, sign in (("L", 1), ("R", -1)):
        for name, top, direction, length in ((f"arm{side}", chest, (sign, 0, 0), 0.28), (f"leg{side}", 0, (sign * 0.2, -1, 0), 0.45)):
            first = len(joints)
            limb(joints, top, name, 4, direction, length, (0, -0.1, 0.02), 0.9)
            for k in (1, 2):
                limb(joints, first + k, f"{name}twist{k}", 1, tuple(v for v in joints[first + k + 1][2]), 0.5 * length * 0.9 ** (k + 1))
    return joints


def make(shape, seed, rolls=0.0, posed=0.0, stretch=0.0, unit=1.0, armature=None, parts=1, subsets=False, twice=False, moved=0.0):
    """`stretch`: by how much joints stand nearer or farther at rest than in the bind pose; `parts`: skins, each with all
    joints, or with `subsets` with its own ones in its own order; `twice`: two such characters side by side; `moved`: the share of joints that the clip
    moves away from the bind pose, rest included, as in files that export every channel of every joint."""
    rng = random.Random(seed)
    joints = shape()
    if twice:
        count = len(joints)
        joints += [(name + "'", parent + count if parent >= 0 else -1, (o[0] + (1.7 if parent < 0 else 0), o[1], o[2]))
                   for name, parent, o in joints]
    axis = lambda: [rng.uniform(-1, 1) for _ in range(3)]
    place, absolutes, nodes = [], [], []
    for i, (name, parent, offset) in enumerate(joints):
        above = absolutes[parent] if parent >= 0 else IDENTITY
        place.append([unit * v + (place[parent][k] if parent >= 0 else 0) for k, v in enumerate(offset)])
        local, bound = point(inverse(above), place[i]), turn(axis(), rng.uniform(-rolls, rolls)) if rolls else [0, 0, 0, 1.0]
        absolutes.append(multiply(from_trs(local, bound), above))
        at_rest = times(bound, turn(axis(), rng.uniform(-posed, posed))) if posed else bound
        longer = 1 + rng.uniform(-stretch, stretch) if parent >= 0 else 1
        nodes.append({"name": name, "translation": [longer * v for v in local], "rotation": at_rest})
        if parent >= 0:
            nodes[parent].setdefault("children", []).append(i)
    model = Model({"asset": {"version": "2.0"}, "scene": 0, "nodes": nodes, "meshes": [], "skins": [], "accessors": [],
                   "bufferViews": [], "animations": []}, b"")
    roots = [i for i, joint in enumerate(joints) if joint[1] < 0]
    if twice:
        nodes.append({"name": "both", "children": roots})
        roots = [len(nodes) - 1]
    if armature:
        nodes.append({"name": "Armature", "scale": [armature[0]] * 3, "rotation": armature[1], "children": roots})
        roots = [len(nodes) - 1]
    children = [[c for c in range(len(joints)) if joints[c][1] == i] for i in range(len(joints))]
    groups = [[i for i in range(len(joints)) if i * parts // len(joints) == k] for k in range(parts)]
    for k, group in enumerate(groups):
        bones = [(i, place[i], place[c]) for i in group for c in children[i]]
        for i in group:
            if not children[i] and joints[i][1] >= 0:
                above = place[joints[i][1]]
                bones.append((i, place[i], [1.7 * a - 0.7 * b for a, b in zip(place[i], above)]))
        positions, influences, indices = [], [], []
        for joint, a, b in bones:
            near = [joint] + children[joint] + ([joints[joint][1]] if joints[joint][1] >= 0 else [])
            add_tube(rng, positions, influences, indices, a, b, joint, near, place, children)
        used = sorted({j for row in influences for j, _ in row})
        listed = [j for j in range(len(joints)) if not twice or j // count == k]
        if subsets:
            listed = used + [j for j in listed if j not in used and rng.random() < 0.2]
            rng.shuffle(listed)
        number = {j: n for n, j in enumerate(listed)}
        rows = [[number[j] for j, _ in row] + [0] * (4 - len(row)) for row in influences]
        weights = [[w for _, w in row] + [0.0] * (4 - len(row)) for row in influences]
        attributes = {"POSITION": model.add(positions, bounds=True, target=34962),
                      "JOINTS_0": model.add(rows, 5121, "VEC4", target=34962),
                      "WEIGHTS_0": model.add(weights, kind="VEC4", target=34962)}
        model.gltf["meshes"].append({"primitives": [{"attributes": attributes, "indices": model.add(indices, 5123, "SCALAR", target=34963)}]})
        model.gltf["skins"].append({"joints": listed, "inverseBindMatrices": model.add([inverse(absolutes[j]) for j in listed], kind="MAT4")})
        nodes.append({"name": f"mesh{k}", "mesh": k, "skin": k})
        roots.append(len(nodes) - 1)
    model.gltf["scenes"] = [{"nodes": roots}]
    clock = model.add([[0.0], [0.4], [1.1]], kind="SCALAR", bounds=True)
    samplers, channels = [], []
    for i in range(len(joints)):
        start = nodes[i]["rotation"]
        keys = [start, times(start, turn(axis(), rng.uniform(-30, 30))), start]
        samplers.append({"input": clock, "output": model.add(keys, kind="VEC4")})
        channels.append({"sampler": i, "target": {"node": i, "path": "rotation"}})
    for i in range(len(joints) if moved else 0):
        at = nodes[i]["translation"]
        size = max(abs(v) for v in at)
        if rng.random() < moved:
            nodes[i]["translation"] = at = [v + rng.uniform(-0.2, 0.2) * size for v in at]
        samplers.append({"input": clock, "output": model.add([at, at, at])})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": i, "path": "translation"}})
    model.gltf["animations"].append({"name": "move", "samplers": samplers, "channels": channels})
    return model


def add_tube(rng, positions, influences, indices, a, b, joint, near, place, children):
    """A tapering tube from a to b, closed at its ends; a vertex follows the near joints by their bones' distance."""
    along = [y - x for x, y in zip(a, b)]
    size = math.sqrt(sum(v * v for v in along)) or 1e-6
    least = min(range(3), key=lambda c: abs(along[c]))
    helper = [1.0 if c == least else 0.0 for c in range(3)]
    cross = lambda u, v: [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    side = cross(along, helper)
    norm = math.sqrt(sum(v * v for v in side))
    side = [v / norm for v in side]
    other = [v / size for v in cross(along, side)]
    first, wide, rings, corners = len(positions), size * rng.uniform(0.12, 0.3), 5, 7
    for ring in range(rings):
        t = ring / (rings - 1)
        radius = wide * (1 - 0.4 * t) * (0.05 if ring in (0, rings - 1) else 1.0)
        for corner in range(corners):
            angle = 2 * math.pi * corner / corners
            p = [a[c] + along[c] * t + radius * (side[c] * math.cos(angle) + other[c] * math.sin(angle)) for c in range(3)]
            positions.append(p)
            influences.append(weigh(p, joint, near, a, b, place, children, size))
    for ring in range(rings - 1):
        for corner in range(corners):
            p, q = first + corners * ring + corner, first + corners * ring + (corner + 1) % corners
            indices += [[p], [p + corners], [q], [q], [p + corners], [q + corners]]


def weigh(p, joint, near, a, b, place, children, size):
    def distance(u, v):
        d = [y - x for x, y in zip(u, v)]
        length2 = sum(x * x for x in d)
        t = max(0.0, min(1.0, sum((p[c] - u[c]) * d[c] for c in range(3)) / length2)) if length2 else 0.0
        return math.sqrt(sum((p[c] - u[c] - t * d[c]) ** 2 for c in range(3)))
    row = []
    for j in near:
        away = distance(a, b) if j == joint else min([distance(place[j], place[c]) for c in children[j]] or [distance(place[j], place[j])])
        row.append((j, 1.0 / (away + 0.05 * size) ** 4))
    row = sorted(row, key=lambda x: -x[1])[:4]
    total = sum(w for _, w in row)
    row = [(j, w / total) for j, w in row if w / total > 0.02]
    total = sum(w for _, w in row)
    return [(j, w / total) for j, w in row]


BLENDER = (0.01, turn([1, 0, 0], -90))
CHARACTERS = {
    "quadruped": lambda: make(quadruped, 11, rolls=90),
    "quadruped-posed": lambda: make(quadruped, 12, rolls=40, posed=35),
    "bird": lambda: make(bird, 13, rolls=10, parts=2),
    "spider": lambda: make(spider, 14, rolls=60, posed=20),
    "snake": lambda: make(snake, 15, rolls=150),
    "hand": lambda: make(hand, 16, rolls=20, posed=25),
    "octopus": lambda: make(octopus, 17),
    "child": lambda: make(child, 18, rolls=70, unit=100.0, armature=BLENDER),
    "twists": lambda: make(twists, 19, rolls=30),
    "twists-posed": lambda: make(twists, 20, rolls=30, posed=40, parts=2),
    "stretched": lambda: make(quadruped, 21, rolls=30, posed=15, stretch=0.25),
    "moved-at-rest": lambda: make(twists, 25, rolls=30, posed=40, moved=0.3),
    "moved-hand": lambda: make(hand, 26, rolls=20, posed=25, moved=0.3),
    "own-joints": lambda: make(child, 22, rolls=50, parts=3, subsets=True),
    "own-joints-posed": lambda: make(bird, 23, rolls=50, posed=30, parts=3, subsets=True),
    "two-of-them": lambda: make(hand, 24, rolls=40, twice=True, parts=2),
}
