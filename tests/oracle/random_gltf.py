#!/usr/bin/env python3
"""Random glTF files against the specification's formulas, written down once more in plain Python doubles.

    random_gltf.py BINDPOSE FOLDER FIRST COUNT

Makes COUNT files in FOLDER from the seeds FIRST, FIRST + 1, ..., asks `BINDPOSE skin FILE --json` for joint
matrices and vertices at several moments of every clip, and compares. A file has whatever glTF allows: trees in any
order with joints anywhere, matrices and parts, mirrored and flattened nodes, several skins that share joints, several
sets of influences, morph targets, all component types, strides, sparse accessors, missing views, clips of every
interpolation and type, times before the first and after the last key. Exit 1 on the first difference above
1e-5 of the model's size; the file stays in FOLDER.
"""
import base64, json, math, random, struct, subprocess, sys

FORMATS = {5120: ("b", 127), 5121: ("B", 255), 5122: ("h", 32767), 5123: ("H", 65535), 5125: ("I", 0), 5126: ("f", 0)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
TOLERANCE = 1e-5


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


# ---- the specification's formulas: column vectors, 16 numbers column by column ------------------------


def multiply(a, b):
    return [sum(a[k * 4 + r] * b[c * 4 + k] for k in range(4)) for c in range(4) for r in range(4)]


def compose(t, q, s):
    x, y, z, w = q
    return [(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y + z * w) * s[0], 2 * (x * z - y * w) * s[0], 0,
            2 * (x * y - z * w) * s[1], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z + x * w) * s[1], 0,
            2 * (x * z + y * w) * s[2], 2 * (y * z - x * w) * s[2], (1 - 2 * (x * x + y * y)) * s[2], 0,
            t[0], t[1], t[2], 1]


def transform(m, p):
    return [m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r] for r in range(3)]


def slerp(a, b, u):
    dot = sum(x * y for x, y in zip(a, b))
    sign = -1 if dot < 0 else 1
    angle = math.acos(min(1, abs(dot)))
    if angle < 1e-6:
        return [x + u * (sign * y - x) for x, y in zip(a, b)]
    return [(math.sin((1 - u) * angle) * x + sign * math.sin(u * angle) * y) / math.sin(angle) for x, y in zip(a, b)]


def sample(times, values, mode, path, time):
    """`values`: one list for each key; for splines three, tangents before and behind."""
    value = (lambda k: values[3 * k + 1]) if mode == "CUBICSPLINE" else (lambda k: values[k])
    if time <= times[0]:
        return value(0)
    if time >= times[-1]:
        return value(len(times) - 1)
    k = max(i for i in range(len(times)) if times[i] <= time)
    span = times[k + 1] - times[k]
    u = (time - times[k]) / span
    if mode == "STEP":
        return value(k)
    if mode == "LINEAR":
        if path == "rotation":
            return slerp(value(k), value(k + 1), u)
        return [a + u * (b - a) for a, b in zip(value(k), value(k + 1))]
    out = [(2 * u**3 - 3 * u**2 + 1) * p + span * (u**3 - 2 * u**2 + u) * leave + (3 * u**2 - 2 * u**3) * q
           + span * (u**3 - u**2) * arrive
           for p, leave, q, arrive in zip(value(k), values[3 * k + 2], value(k + 1), values[3 * k + 3])]
    if path == "rotation" and u > 0:
        length = math.sqrt(sum(x * x for x in out))
        out = [x / length for x in out]
    return out


# ---- files --------------------------------------------------------------------------------------------


class Maker:
    """One random file: what goes into the JSON, and the same things as numbers."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.json = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": [], "buffers": []}
        self.bytes = bytearray()
        self.extensions = set()

    def chance(self, part):
        return self.r.random() < part

    # -- accessors

    def view(self, data, stride=0):
        while len(self.bytes) % 4:
            self.bytes.append(self.r.randrange(256))
        at = len(self.bytes)
        self.bytes += data
        view = {"buffer": 0, "byteLength": len(data)}
        if at or self.chance(0.5):
            view["byteOffset"] = at
        if stride:
            view["byteStride"] = stride
        self.json["bufferViews"].append(view)
        return len(self.json["bufferViews"]) - 1

    def pack(self, rows, kind, stride):
        size = len(struct.pack("<" + FORMATS[kind][0] * len(rows[0]), *rows[0])) if rows else 0
        out = bytearray(self.r.randrange(256) for _ in range(stride * (len(rows) - 1) + size))
        for i, row in enumerate(rows):
            struct.pack_into("<" + FORMATS[kind][0] * len(row), out, i * stride, *row)
        return bytes(out)

    def accessor(self, rows, kind, shape, normalized=False, sparse=None, strided=False):
        """`rows`: what is stored. Returns the number, and the rows as numbers."""
        code, most = FORMATS[kind]
        size = struct.calcsize(code) * WIDTHS[shape]
        self.json["accessors"].append({})
        accessor = self.json["accessors"][-1]
        accessor.update({"componentType": kind, "count": len(rows), "type": shape})
        if normalized:
            accessor["normalized"] = True
        stored = list(rows)
        changed = []
        if self.chance(0.25) if sparse is None else sparse:
            if self.chance(0.3):  # no view: zeros, and all that isn't zero is sparse
                changed = [i for i, row in enumerate(rows) if any(row)]
                stored = None
            else:
                changed = sorted(self.r.sample(range(len(rows)), self.r.randrange(1, len(rows) + 1)))
                for i in changed:
                    stored[i] = rows[self.r.randrange(len(rows))]
        if stored is not None:
            stride = size
            if strided:
                stride = (size + 3) // 4 * 4 + 4 * self.r.randrange(3)
            lead = struct.calcsize(code) * self.r.randrange(3) if self.chance(0.3) else 0
            if lead % 4 and strided:
                lead = 4
            accessor["bufferView"] = self.view(bytes(lead) + self.pack(stored, kind, stride), stride if strided else 0)
            if lead:
                accessor["byteOffset"] = lead
        if changed:
            index_kind = self.r.choice([5121, 5123, 5125])
            accessor["sparse"] = {
                "count": len(changed),
                "indices": {"bufferView": self.view(self.pack([[i] for i in changed], index_kind,
                            struct.calcsize(FORMATS[index_kind][0]))), "componentType": index_kind},
                "values": {"bufferView": self.view(self.pack([rows[i] for i in changed], kind, size))}}
        read = [[max(x / most, -1) if normalized else x for x in row] for row in rows]
        if shape == "VEC3" or shape == "SCALAR":
            accessor["min"] = [min(row[i] for row in rows) for i in range(WIDTHS[shape])]
            accessor["max"] = [max(row[i] for row in rows) for i in range(WIDTHS[shape])]
        return len(self.json["accessors"]) - 1, read

    def vectors(self, count, width, kind, normalized, size=2.0):
        if kind == 5126:
            return [[f32(self.r.uniform(-size, size)) for _ in range(width)] for _ in range(count)]
        low = 0 if kind in (5121, 5123) else -FORMATS[kind][1]
        most = FORMATS[kind][1] if normalized else min(FORMATS[kind][1], 40)
        return [[self.r.randrange(max(low, -most), most + 1) for _ in range(width)] for _ in range(count)]

    # -- nodes

    def quaternion(self):
        while True:
            q = [self.r.gauss(0, 1) for _ in range(4)]
            length = math.sqrt(sum(x * x for x in q))
            if length > 0.1:
                return [f32(x / length) for x in q]

    def scale(self):
        if self.chance(0.6):
            return [1, 1, 1]
        if self.chance(0.5):
            return [f32(self.r.uniform(0.5, 2))] * 3
        s = [f32(self.r.uniform(0.4, 2)) for _ in range(3)]
        if self.chance(0.4):
            s[self.r.randrange(3)] *= -1
        if self.chance(0.1):
            s[self.r.randrange(3)] = 0
        return s

    def make_nodes(self):
        count = self.r.randrange(3, 14)
        numbers = list(range(count))
        self.r.shuffle(numbers)  # parents anywhere
        self.nodes = [None] * count
        self.parents = [-1] * count
        for place, number in enumerate(numbers):
            t = [f32(self.r.uniform(-1.5, 1.5)) for _ in range(3)]
            q, s = self.quaternion(), self.scale()
            if self.chance(0.15):
                t = [0, 0, 0]
            node = {"name": self.r.choice(["a", "b", "Kn\u00f6chel", ""]) + str(number)}
            trs = [t, q, s]
            if self.chance(0.2) and 0 not in s:
                m = [f32(x) for x in compose(t, q, s)]
                node["matrix"] = m
                trs = m
            else:
                for key, part, neutral in zip(("translation", "rotation", "scale"), trs, ([0, 0, 0], [0, 0, 0, 1], [1, 1, 1])):
                    if self.chance(0.2):
                        part[:] = neutral
                    else:
                        node[key] = list(part)
            self.nodes[number] = {"json": node, "trs": trs, "weights": None}
            if place and self.chance(0.85):
                self.parents[number] = numbers[self.r.randrange(place)]
        for i, p in enumerate(self.parents):
            if p >= 0:
                self.nodes[p]["json"].setdefault("children", []).append(i)
        self.json["nodes"] = [n["json"] for n in self.nodes]
        roots = [i for i, p in enumerate(self.parents) if p < 0]
        if self.chance(0.8):
            self.json["scenes"] = [{"nodes": roots}]
            if self.chance(0.3):
                self.json["scenes"].insert(0, {"name": "empty"})
                self.json["scene"] = 1
            elif self.chance(0.5):
                self.json["scene"] = 0

    # -- skins and meshes

    def make_skins(self):
        self.skins = []
        for _ in range(self.r.randrange(0 if self.chance(0.15) else 1, 4)):
            joints = self.r.sample(range(len(self.nodes)), self.r.randrange(1, len(self.nodes) + 1))
            skin = {"joints": joints}
            inverse = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]] * len(joints)
            if self.chance(0.85):
                rows = [[f32(x) for x in compose([self.r.uniform(-1, 1) for _ in range(3)], self.quaternion(),
                                                 [self.r.uniform(0.5, 1.5) for _ in range(3)])]
                        for _ in range(len(joints) + (2 if self.chance(0.1) else 0))]
                skin["inverseBindMatrices"], inverse = self.accessor(rows, 5126, "MAT4", sparse=self.chance(0.1))
            if self.chance(0.3):
                root = joints[0]
                while self.parents[root] >= 0:
                    root = self.parents[root]
                skin["skeleton"] = root
            self.json.setdefault("skins", []).append(skin)
            self.skins.append((joints, inverse))

    def positions(self, count):
        kind = self.r.choice([5126, 5126, 5126, 5120, 5121, 5122, 5123])
        normalized = kind != 5126 and self.chance(0.6)
        if kind != 5126:
            self.extensions.add("KHR_mesh_quantization")
        rows = self.vectors(count, 3, kind, normalized)
        return self.accessor(rows, kind, "VEC3", normalized, strided=kind != 5126 or self.chance(0.3))

    def influences(self, attributes, count, joints):
        sets = self.r.choice([1, 1, 1, 2, 2, 3])
        all_joints, all_weights = [[] for _ in range(count)], [[] for _ in range(count)]
        raw = []
        for _ in range(count):
            n = self.r.randrange(1, min(4 * sets, 8) + 1)
            places = self.r.sample(range(4 * sets), n)
            row = [0.0] * (4 * sets)
            for p in places:
                row[p] = self.r.uniform(0.05, 1)
            raw.append([x / sum(row) * self.r.choice([1, 1, 1, 0.97, 1.4]) for x in row] if self.chance(0.2)
                       else [x / sum(row) for x in row])
        for s in range(sets):
            part = [row[4 * s:4 * s + 4] for row in raw]
            kind = self.r.choice([5126, 5126, 5121, 5123])
            if kind == 5126:
                rows = [[f32(x) for x in row] for row in part]
            else:
                most = FORMATS[kind][1]
                rows = [[min(most, round(x * most)) for x in row] for row in part]
            attributes[f"WEIGHTS_{s}"], read = self.accessor(rows, kind, "VEC4", kind != 5126,
                                                             strided=self.chance(0.3))
            joint_kind = self.r.choice([5121, 5123])
            ids = [[self.r.randrange(joints) if w else 0 for w in row] for row in rows]
            attributes[f"JOINTS_{s}"], _ = self.accessor(ids, joint_kind, "VEC4", strided=self.chance(0.3))
            for i in range(count):
                all_joints[i] += ids[i]
                all_weights[i] += read[i]
        return all_joints, all_weights

    def make_primitive(self, targets, joints):
        count = self.r.randrange(3, 16)
        attributes = {}
        attributes["POSITION"], positions = self.positions(count)
        primitive = {"attributes": attributes}
        out = {"positions": positions, "joints": None, "weights": None, "targets": []}
        if joints:
            out["joints"], out["weights"] = self.influences(attributes, count, joints)
        primitive["mode"] = self.r.choice([4, 4, 4, 5, 6, 0, 1])
        if self.chance(0.6):
            kind = self.r.choice([5121, 5123, 5125])
            rows = [[self.r.randrange(count)] for _ in range(3 * self.r.randrange(1, 6))]
            primitive["indices"], _ = self.accessor(rows, kind, "SCALAR", sparse=self.chance(0.1))
        elif primitive["mode"] == 4 and count % 3:
            primitive["mode"] = 5
        if primitive["mode"] == 4 and self.chance(0.5):
            del primitive["mode"]
        if self.chance(0.3):
            rows = [self.quaternion()[:3] for _ in range(count)]
            attributes["NORMAL"], _ = self.accessor(rows, 5126, "VEC3")
        for _ in range(targets):
            kind = self.r.choice([5126, 5126, 5120, 5122])
            normalized = kind != 5126 and self.chance(0.6)
            if kind != 5126:
                self.extensions.add("KHR_mesh_quantization")
            rows = self.vectors(count, 3, kind, normalized, 0.7)
            if self.chance(0.5):
                rows = [row if self.chance(0.4) else [0, 0, 0] for row in rows]
            target = {}
            if self.chance(0.9):
                target["POSITION"], deltas = self.accessor(rows, kind, "VEC3", normalized, strided=kind != 5126)
            else:
                deltas = [[0, 0, 0]] * count
                normals, _ = self.accessor([[0, 0, 0]] * count, 5126, "VEC3")
                target["NORMAL"] = normals
            primitive.setdefault("targets", []).append(target)
            out["targets"].append(deltas)
        return primitive, out

    def make_meshes(self):
        self.meshes = []
        least = min((len(joints) for joints, _ in self.skins), default=0)
        for _ in range(self.r.randrange(1, 4)):
            targets = self.r.choice([0, 0, 1, 3])
            skinned = least > 0 and self.chance(0.75)
            made = [self.make_primitive(targets, least if skinned else 0) for _ in range(self.r.randrange(1, 4))]
            mesh = {"primitives": [p for p, _ in made]}
            weights = [0.0] * targets
            if targets and self.chance(0.6):
                weights = mesh["weights"] = [f32(self.r.uniform(-0.5, 1.2)) for _ in range(targets)]
            self.json.setdefault("meshes", []).append(mesh)
            self.meshes.append({"primitives": [o for _, o in made], "weights": weights, "skinned": skinned})
        for node in self.nodes:
            if not self.chance(0.4) and node is not self.nodes[0]:
                continue
            number = self.r.randrange(len(self.meshes))
            node["json"]["mesh"] = number
            targets = len(self.meshes[number]["weights"])
            if self.meshes[number]["skinned"] and self.chance(0.8):
                node["json"]["skin"] = self.r.randrange(len(self.skins))
            if targets and self.chance(0.4):
                node["json"]["weights"] = [f32(self.r.uniform(-0.5, 1.2)) for _ in range(targets)]

    # -- animations

    def channel_values(self, path, count, node):
        """Stored rows, type, normalized."""
        if path in ("translation", "scale"):
            return [[f32(self.r.uniform(-1.5, 1.5)) for _ in range(3)] for _ in range(count)], 5126, False
        if path == "weights":
            width = len(self.meshes[node["json"]["mesh"]]["weights"])
            kind = self.r.choice([5126, 5126, 5120, 5121, 5122, 5123])
            return self.vectors(count * width, 1, kind, kind != 5126, 1), kind, kind != 5126
        kind = self.r.choice([5126, 5126, 5126, 5122, 5120])
        rows = [self.quaternion() for _ in range(count)]
        if self.chance(0.3):  # close ones, and ones on the other side
            for i in range(1, count):
                rows[i] = [f32(self.r.choice([1, 1, -1]) * x) for x in rows[i - 1]] if self.chance(0.5) else rows[i]
        if kind == 5126:
            return rows, kind, False
        most = FORMATS[kind][1]
        return [[round(x * most) for x in row] for row in rows], kind, True

    def make_channel(self, animation, number, path, channels):
        node = self.nodes[number]
        mode = self.r.choice(["STEP", "LINEAR", "LINEAR", "CUBICSPLINE"])
        keys = self.r.choice([1, 1, 2, 3, 5])
        times, time = [], self.r.choice([0, 0, f32(self.r.uniform(0, 1))])
        for _ in range(keys):
            times.append(f32(time))
            time += self.r.uniform(0.05, 0.8)
        rows, kind, normalized = self.channel_values(path, keys * (3 if mode == "CUBICSPLINE" else 1), node)
        shape = {"rotation": "VEC4", "weights": "SCALAR"}.get(path, "VEC3")
        sampler = {}
        sampler["input"], _ = self.accessor([[t] for t in times], 5126, "SCALAR", sparse=False)
        sampler["output"], read = self.accessor(rows, kind, shape, normalized, sparse=self.chance(0.1))
        if path == "weights":
            width = len(self.meshes[node["json"]["mesh"]]["weights"])
            read = [[x for row in read[i:i + width] for x in row] for i in range(0, len(read), width)]
        if mode != "LINEAR" or self.chance(0.3):
            sampler["interpolation"] = mode
        animation["channels"].append({"sampler": len(animation["samplers"]), "target": {"node": number, "path": path}})
        animation["samplers"].append(sampler)
        channels.append((number, path, times, read, mode))

    def make_animations(self):
        self.clips = []
        for k in range(self.r.randrange(0, 4)):
            animation, channels = {"name": f"clip {k}", "channels": [], "samplers": []}, []
            for number, node in enumerate(self.nodes):
                paths = [] if "matrix" in node["json"] else ["translation", "rotation", "scale"]
                mesh = node["json"].get("mesh", -1)
                if mesh >= 0 and self.meshes[mesh]["weights"]:
                    paths.append("weights")
                for path in paths:
                    if self.chance(0.4):
                        self.make_channel(animation, number, path, channels)
            if channels:
                self.json.setdefault("animations", []).append(animation)
                self.clips.append(channels)

    # -- the file

    def write(self, folder, name):
        self.json["extensionsUsed"] = sorted(self.extensions)
        if self.extensions:
            self.json["extensionsRequired"] = sorted(self.extensions)
        else:
            del self.json["extensionsUsed"]
        data = bytes(self.bytes) + b"\0" * (-len(self.bytes) % 4)
        self.json["buffers"] = [{"byteLength": len(data)}]
        form = self.r.choice(["glb", "data", "beside"])
        if form == "glb":
            text = json.dumps(self.json).encode()
            text += b" " * (-len(text) % 4)
            whole = struct.pack("<III", 0x46546C67, 2, 12 + 8 + len(text) + 8 + len(data))
            whole += struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
            path = f"{folder}/{name}.glb"
            open(path, "wb").write(whole)
            return path
        if form == "data":
            self.json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        else:
            open(f"{folder}/{name} b\u00fcffer.bin", "wb").write(data)
            self.json["buffers"][0]["uri"] = f"{name}%20b%C3%BCffer.bin"
        path = f"{folder}/{name}.gltf"
        open(path, "w").write(json.dumps(self.json))
        return path

    # -- what must come out

    def expected(self, clip, time):
        trs = [list(n["trs"]) for n in self.nodes]
        weights = {}
        for number, path, times, values, mode in (self.clips[clip] if clip is not None else []):
            value = sample(times, values, mode, path, time)
            if path == "weights":
                weights[number] = value
            else:
                trs[number][("translation", "rotation", "scale").index(path)] = value
        world = {}

        def world_of(i):
            if i not in world:
                local = trs[i] if len(trs[i]) == 16 else compose(*trs[i])
                world[i] = multiply(world_of(self.parents[i]), local) if self.parents[i] >= 0 else local
            return world[i]

        worlds = [world_of(i) for i in range(len(self.nodes))]
        skins = [[multiply(worlds[j], inverse[k]) for k, j in enumerate(joints)] for joints, inverse in self.skins]
        meshes = {}
        for number, node in enumerate(self.nodes):
            if "mesh" not in node["json"]:
                continue
            mesh = self.meshes[node["json"]["mesh"]]
            weight = weights.get(number, node["json"].get("weights", mesh["weights"]))
            skin = node["json"].get("skin", -1)
            for p, primitive in enumerate(mesh["primitives"]):
                points = []
                for v, at in enumerate(primitive["positions"]):
                    at = [x + sum(w * target[v][i] for w, target in zip(weight, primitive["targets"]))
                          for i, x in enumerate(at)]
                    if skin < 0:
                        points.append(transform(worlds[number], at))
                        continue
                    pairs = [(j, w) for j, w in zip(primitive["joints"][v], primitive["weights"][v]) if w > 0]
                    total = sum(w for _, w in pairs)
                    moved = [transform(skins[skin][j], at) for j, _ in pairs]
                    points.append([sum(w * m[i] for (_, w), m in zip(pairs, moved)) / total for i in range(3)])
                meshes[number, p] = points
        return worlds, skins, meshes


# ---- comparing ------------------------------------------------------------------------------------------


def differ(what, got, wanted, size):
    for i, (g, w) in enumerate(zip(got, wanted)):
        if not abs(g - w) <= TOLERANCE * size:
            return f"{what}, number {i}: got {g:.9g}, wanted {w:.9g} (size {size:.3g})"
    return None if len(got) == len(wanted) else f"{what}: got {len(got)} numbers, wanted {len(wanted)}"


def compare(got, maker, clip, time):
    worlds, skins, meshes = maker.expected(clip, time)
    size = max([1] + [abs(x) for m in worlds for x in m] + [abs(x) for s in skins for m in s for x in m]
               + [abs(x) for points in meshes.values() for p in points for x in p])
    faults = [differ(f"nodes[{i}].world", got["nodes"][i]["world"], w, size) for i, w in enumerate(worlds)]
    for s, skin in enumerate(skins):
        if got["skins"][s]["joints"] != maker.skins[s][0]:
            faults.append(f"skins[{s}].joints: got {got['skins'][s]['joints']}, wanted {maker.skins[s][0]}")
        faults += [differ(f"skins[{s}].jointMatrix[{j}]", got["skins"][s]["jointMatrix"][j], m, size)
                   for j, m in enumerate(skin)]
    found = {(m["node"], m["primitive"]): m["positions"] for m in got["meshes"]}
    if sorted(found) != sorted(meshes):
        faults.append(f"meshes: got {sorted(found)}, wanted {sorted(meshes)}")
    for key, points in meshes.items():
        flat = lambda rows: [x for row in rows for x in row]
        faults.append(differ(f"node {key[0]}, primitive {key[1]}", flat(found.get(key, [])), flat(points), size))
    return [f for f in faults if f]


def moments(maker):
    yield None, 0
    for clip, channels in enumerate(maker.clips):
        keys = sorted({t for c in channels for t in c[2]})
        between = [maker.r.uniform(keys[0], keys[-1]) for _ in range(3)]
        for time in [0, keys[-1] + 0.5, maker.r.choice(keys)] + between:
            yield clip, round(time, 6)


def check(bindpose, folder, seed):
    maker = Maker(seed)
    for step in (maker.make_nodes, maker.make_skins, maker.make_meshes, maker.make_animations):
        step()
    path = maker.write(folder, f"seed{seed}")
    count = 0
    for clip, time in moments(maker):
        where = [] if clip is None else ["--animation", str(clip), "--time", repr(time)]
        run = subprocess.run([bindpose, "skin", path, "--json"] + where, capture_output=True, text=True)
        faults = compare(json.loads(run.stdout), maker, clip, time) if run.returncode == 0 else [run.stderr.strip()]
        if faults:
            print(f"{path}, clip {clip}, time {time}:", *faults[:5], sep="\n  ")
            sys.exit(1)
        count += 1
    return count


def main():
    bindpose, folder, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    poses = sum(check(bindpose, folder, seed) for seed in range(first, first + count))
    print(f"{count} files, {poses} poses: all within {TOLERANCE} of the model's size")


main()
