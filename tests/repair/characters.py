"""Characters of our own making for the table of faults, and the faults.

A character is a skeleton of limbs, a tube of vertices around every bone with smooth weights, and a clip that turns
every joint. They differ in proportions, in the joints' rolls, in a rest pose away from the bind pose, in the mesh's
unit, and in the number of skins."""
import copy
import json
import math
import random
import struct

IDENTITY = [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0]


# ---- matrices, row after row, for row vectors ----

def multiply(a, b):
    return [sum(a[4 * i + k] * b[4 * k + j] for k in range(4)) for i in range(4) for j in range(4)]


def from_trs(t, q, s=1.0):
    x, y, z, w = q
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
        [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
        [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ]
    return [s * v for v in rows[0]] + [0] + [s * v for v in rows[1]] + [0] + [s * v for v in rows[2]] + [0] + list(t) + [1.0]


def inverse(m):
    a, b, c, d, e, f, g, h, i = m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    r = [(e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det,
         (f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det,
         (d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det]
    t = [-(m[12] * r[j] + m[13] * r[3 + j] + m[14] * r[6 + j]) for j in range(3)]
    return r[0:3] + [0] + r[3:6] + [0] + r[6:9] + [0] + t + [1.0]


def transpose(m):
    return [m[4 * (k % 4) + k // 4] for k in range(16)]


def point(m, p):
    return [sum(p[k] * m[4 * k + j] for k in range(3)) + m[12 + j] for j in range(3)]


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    length = math.sqrt(sum(v * v for v in axis))
    return [v / length * math.sin(half) for v in axis] + [math.cos(half)]


def times(p, q):  # the rotation of q, then that of p
    ax, ay, az, aw = p
    bx, by, bz, bw = q
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


# ---- a file ----

class Model:
    """A glTF file whose accessors a fault may read and replace."""

    def __init__(self, gltf, binary):
        self.gltf, self.binary = gltf, bytearray(binary)

    @staticmethod
    def read(path):
        data = open(path, "rb").read()
        if data[:4] == b"glTF":
            size = struct.unpack_from("<I", data, 12)[0]
            return Model(json.loads(data[20:20 + size]), data[28 + size:])
        import base64
        gltf = json.loads(data)
        binary = bytearray()
        starts = []
        for buffer in gltf["buffers"]:
            while len(binary) % 4:
                binary.append(0)
            starts.append(len(binary))
            binary += base64.b64decode(buffer["uri"].split(",", 1)[1])
        for view in gltf["bufferViews"]:
            view["byteOffset"] = view.get("byteOffset", 0) + starts[view["buffer"]]
            view["buffer"] = 0
        gltf["buffers"] = [{"byteLength": len(binary)}]
        return Model(gltf, binary)

    def copy(self):
        return Model(copy.deepcopy(self.gltf), self.binary)

    def write(self, path):
        self.gltf["buffers"] = [{"byteLength": len(self.binary)}]
        text = json.dumps(self.gltf).encode()
        text += b" " * (-len(text) % 4)
        binary = bytes(self.binary) + b"\0" * (-len(self.binary) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)))
            out.write(struct.pack("<I4s", len(text), b"JSON") + text)
            out.write(struct.pack("<I4s", len(binary), b"BIN\0") + binary)

    def numbers(self, index):
        accessor = self.gltf["accessors"][index]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[accessor["type"]]
        form = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}[accessor["componentType"]]
        view = self.gltf["bufferViews"][accessor["bufferView"]]
        stride = view.get("byteStride", width * struct.calcsize(form))
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return [list(struct.unpack_from(f"<{width}{form}", self.binary, start + i * stride))
                for i in range(accessor["count"])]

    def add(self, rows, component=5126, kind="VEC3", bounds=False, target=None, normalized=False):
        form = {5121: "B", 5123: "H", 5126: "f"}[component]
        while len(self.binary) % 4:
            self.binary.append(0)
        start = len(self.binary)
        for row in rows:
            self.binary += struct.pack(f"<{len(row)}{form}", *row)
        view = {"buffer": 0, "byteOffset": start, "byteLength": len(self.binary) - start}
        if target:
            view["target"] = target
        self.gltf.setdefault("bufferViews", []).append(view)
        accessor = {"bufferView": len(self.gltf["bufferViews"]) - 1, "componentType": component,
                    "count": len(rows), "type": kind}
        if normalized:
            accessor["normalized"] = True
        if bounds:
            single = lambda v: struct.unpack("<f", struct.pack("<f", v))[0] if form == "f" else v
            accessor["min"] = [single(min(r[j] for r in rows)) for j in range(len(rows[0]))]
            accessor["max"] = [single(max(r[j] for r in rows)) for j in range(len(rows[0]))]
        self.gltf.setdefault("accessors", []).append(accessor)
        return len(self.gltf["accessors"]) - 1

    def binds(self, skin):
        return self.numbers(skin["inverseBindMatrices"])

    def set_binds(self, skin, rows):
        skin["inverseBindMatrices"] = self.add(rows, kind="MAT4")

    def primitives(self):
        for mesh in self.gltf["meshes"]:
            for primitive in mesh["primitives"]:
                if "JOINTS_0" in primitive["attributes"]:
                    yield primitive


def used_joints(model):
    used = set()
    for primitive in model.primitives():
        attributes = primitive["attributes"]
        for joints, weights in zip(model.numbers(attributes["JOINTS_0"]), model.numbers(attributes["WEIGHTS_0"])):
            used |= {j for j, w in zip(joints, weights) if w}
    return used


# ---- characters ----

def limbs(seed, arms, legs, fingers, spine):
    """Joints as (name, parent, offset); offsets in metres, of lengths that differ from bone to bone."""
    rng = random.Random(seed)
    length = lambda base: base * rng.uniform(0.85, 1.15)
    joints = [("hips", -1, (0, 0.95, 0))]

    def chain(parent, names, directions, base):
        for name, direction in zip(names, directions):
            size = length(base)
            joints.append((name, parent, tuple(size * v for v in direction)))
            parent = len(joints) - 1
        return parent

    top = chain(0, [f"spine{i}" for i in range(spine)], [(0, 1, 0)] * spine, 0.5 / spine)
    chain(top, ["neck", "head", "crown"], [(0, 1, 0.1), (0, 1, 0), (0, 1, 0)], 0.14)
    for side, sign in (("L", 1), ("R", -1)):
        if arms:
            hand = chain(top, [f"shoulder{side}", f"arm{side}", f"forearm{side}", f"hand{side}"],
                         [(sign * 0.6, 0.3, 0), (sign, 0, 0), (sign, -0.1, 0), (sign, 0, 0.1)], 0.25 * arms)
            for i in range(fingers):
                chain(hand, [f"finger{i}{side}{k}" for k in range(2)],
                      [(sign, 0, 0.5 * (i - 1)), (sign, -0.2, 0.3 * (i - 1))], 0.06)
        chain(0, [f"thigh{side}", f"shin{side}", f"foot{side}", f"toe{side}"],
              [(sign * 0.25, -0.2, 0), (0, -1, 0.05), (0, -1, -0.05), (0, -0.2, 0.6)], 0.42 * legs)
    return joints


def make(seed, arms=1.0, legs=1.0, fingers=2, spine=3, rolls=0.0, posed=0.0, unit=1.0, armature=None, skins=1):
    """`rolls`: degrees by which joints are turned against their parents in the bind pose; `posed`: degrees by which
    the rest pose differs from it; `unit`: of the mesh and the joints; `armature`: scale and rotation above them;
    `skins`: into how many the mesh is split (they share joints)."""
    rng = random.Random(1000 + seed)
    joints = limbs(seed, arms, legs, fingers, spine)
    axis = lambda: [rng.uniform(-1, 1) for _ in range(3)]
    turns = [turn(axis(), rng.uniform(-rolls, rolls)) if rolls else [0, 0, 0, 1.0] for _ in joints]
    nodes, absolutes, worlds = [], [], []
    place = [[0.0, 0.0, 0.0] for _ in joints]
    for i, (name, parent, offset) in enumerate(joints):
        place[i] = [unit * v + (place[parent][k] if parent >= 0 else 0) for k, v in enumerate(offset)]
        above = absolutes[parent] if parent >= 0 else IDENTITY
        local = point(inverse(above), place[i])
        absolutes.append(multiply(from_trs(local, turns[i]), above))
        rest = times(turns[i], turn(axis(), rng.uniform(-posed, posed))) if posed else turns[i]
        node = {"name": name, "translation": local, "rotation": rest}
        nodes.append(node)
        if parent >= 0:
            nodes[parent].setdefault("children", []).append(i)
    model = Model({"asset": {"version": "2.0"}, "scene": 0, "nodes": nodes, "meshes": [], "skins": [],
                   "accessors": [], "bufferViews": [], "animations": []}, b"")
    roots = [0]
    if armature:
        nodes.append({"name": "Armature", "scale": [armature[0]] * 3, "rotation": armature[1], "children": [0]})
        roots = [len(nodes) - 1]
    binds = [inverse(a) for a in absolutes]
    parts = [[i for i in range(len(joints)) if i % skins == k] for k in range(skins)] if skins > 1 else [range(len(joints))]
    for k, part in enumerate(parts):
        positions, joint_rows, weights, indices = [], [], [], []
        for i in part:
            parent = joints[i][1]
            if parent < 0:
                continue
            a, b = place[parent], place[i]
            along = [b[c] - a[c] for c in range(3)]
            size = math.sqrt(sum(v * v for v in along))
            side = [along[1], -along[0], 0] if abs(along[2]) < 0.9 * size else [0, along[2], -along[1]]
            norm = math.sqrt(sum(v * v for v in side))
            side = [v / norm for v in side]
            other = [(along[(c + 1) % 3] * side[(c + 2) % 3] - along[(c + 2) % 3] * side[(c + 1) % 3]) / size for c in range(3)]
            radius, first = 0.16 * size, len(positions)
            for ring in range(4):
                t = ring / 3
                for corner in range(6):
                    angle = 2 * math.pi * corner / 6
                    positions.append([a[c] + along[c] * t + radius * (side[c] * math.cos(angle) + other[c] * math.sin(angle)) for c in range(3)])
                    above = joints[parent][1]
                    w = max(0.0, t - 0.7)
                    v = max(0.0, 0.3 - t) if above >= 0 else 0.0
                    joint_rows.append([parent, i, max(above, 0), 0])
                    joint_rows[-1] = [parent, i if w else 0, above if v else 0, 0]
                    weights.append([1 - w - v, w, v, 0])
            for ring in range(3):
                for corner in range(6):
                    p, q = first + 6 * ring + corner, first + 6 * ring + (corner + 1) % 6
                    indices += [[p], [p + 6], [q], [q], [p + 6], [q + 6]]
        attributes = {"POSITION": model.add(positions, bounds=True, target=34962),
                      "JOINTS_0": model.add(joint_rows, 5121, "VEC4", target=34962),
                      "WEIGHTS_0": model.add(weights, kind="VEC4", target=34962)}
        model.gltf["meshes"].append({"primitives": [{"attributes": attributes, "indices": model.add(indices, 5123, "SCALAR", target=34963)}]})
        model.gltf["skins"].append({"joints": list(range(len(joints))), "inverseBindMatrices": model.add(binds, kind="MAT4")})
        nodes.append({"name": f"mesh{k}", "mesh": k, "skin": k})
        roots.append(len(nodes) - 1)
    model.gltf["scenes"] = [{"nodes": roots}]
    samplers, channels = [], []
    clock = model.add([[0.0], [0.5], [1.0]], kind="SCALAR", bounds=True)
    for i in range(len(joints)):
        keys = [turns[i], times(turns[i], turn(axis(), rng.uniform(-35, 35))), turns[i]]
        samplers.append({"input": clock, "output": model.add(keys, kind="VEC4")})
        channels.append({"sampler": i, "target": {"node": i, "path": "rotation"}})
    model.gltf["animations"].append({"name": "move", "samplers": samplers, "channels": channels})
    return model


CHARACTERS = {
    "plain": lambda: make(1),
    "rolled": lambda: make(2, rolls=120),
    "long-arms": lambda: make(3, arms=1.8, legs=0.7, rolls=40),
    "no-arms": lambda: make(4, arms=0, legs=1.3, rolls=60, spine=5),
    "posed": lambda: make(5, rolls=30, posed=45),
    "posed-plain": lambda: make(6, posed=60, fingers=1),
    "centimetres": lambda: make(7, unit=100.0, rolls=80, armature=(0.01, turn([1, 0, 0], -90))),
    "three-skins": lambda: make(8, skins=3, rolls=70),
    "posed-skins": lambda: make(9, skins=2, rolls=20, posed=30, fingers=3, spine=4),
}


# ---- faults, each of all skins ----

def each_bind(change):
    def fault(model):
        for skin in model.gltf["skins"]:
            model.set_binds(skin, [change(m) for m in model.binds(skin)])
    return fault


def missing(model):
    for skin in model.gltf["skins"]:
        skin.pop("inverseBindMatrices", None)


def rotated(model):
    for skin in model.gltf["skins"]:
        rows = model.binds(skin)
        model.set_binds(skin, rows[1:] + rows[:1])


def swapped(model):
    for skin in model.gltf["skins"]:
        rows = model.binds(skin)
        a, b = len(rows) // 3, 2 * len(rows) // 3
        rows[a], rows[b] = rows[b], rows[a]
        model.set_binds(skin, rows)


def shifted(model):
    """The vertices' joint numbers, as if they were counted from 1."""
    count = len(model.gltf["skins"][0]["joints"])
    done = {}
    for primitive in model.primitives():
        index = primitive["attributes"]["JOINTS_0"]
        if index not in done:
            rows = [[(j + 1) % count for j in row] for row in model.numbers(index)]
            weights = model.numbers(primitive["attributes"]["WEIGHTS_0"])
            rows = [[j if w else 0 for j, w in zip(row, ws)] for row, ws in zip(rows, weights)]
            done[index] = model.add(rows, model.gltf["accessors"][index]["componentType"], "VEC4", target=34962)
        primitive["attributes"]["JOINTS_0"] = done[index]


def list_shifted(model):
    """The list of joints, against the matrices and vertices."""
    for skin in model.gltf["skins"]:
        skin["joints"] = skin["joints"][1:] + skin["joints"][:1]


def one_wrong(model):
    for skin in model.gltf["skins"]:
        rows = model.binds(skin)
        rng = random.Random(len(rows))
        size = max(abs(m[k]) for m in rows for k in (12, 13, 14))
        which = len(rows) // 2
        rows[which] = multiply(rows[which], from_trs([rng.uniform(-size, size) for _ in range(3)],
                                                     turn([rng.uniform(-1, 1) for _ in range(3)], 100)))
        model.set_binds(skin, rows)


def scaled(m):
    return [v * 3.0 if k % 4 < 3 else v for k, v in enumerate(m)]


def in_centimetres(m):
    return [v * 100.0 if 12 <= k < 15 else v for k, v in enumerate(m)]


FAULTS = {
    "transposed": each_bind(transpose),
    "not-inverted": each_bind(inverse),
    "missing": missing,
    "identities": each_bind(lambda m: list(IDENTITY)),
    "order-rotated": rotated,
    "two-swapped": swapped,
    "joints-shifted": shifted,
    "list-shifted": list_shifted,
    "one-wrong": one_wrong,
    "scaled": each_bind(scaled),
    "units": each_bind(in_centimetres),
}
