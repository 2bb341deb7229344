#!/usr/bin/env python3
"""Computes what each file of a folder must show, from the file alone and by the specification's formulas.

    expect.py FOLDER

Reads NAME.gltf for every case and writes NAME.json: for the rest pose, and for each key and mid-key of each clip, the joint
matrices (16 numbers, column after column) and every vertex in scene space. It knows nothing of make.py. CC0.
"""
import base64, json, math, struct, sys

FORMATS = {5120: ("b", 127), 5121: ("B", 255), 5122: ("h", 32767), 5123: ("H", 65535), 5125: ("I", 0), 5126: ("f", 0)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]


# ---- reading ------------------------------------------------------------------------------------------------------------


def elements(gltf, view, offset, kind, width, count):
    view = gltf["bufferViews"][view]
    data = base64.b64decode(gltf["buffers"][view["buffer"]]["uri"].split(",", 1)[1])
    code = "<%d%s" % (width, FORMATS[kind][0])
    stride = view.get("byteStride", struct.calcsize(code))
    start = view.get("byteOffset", 0) + offset
    return [list(struct.unpack_from(code, data, start + i * stride)) for i in range(count)]


def accessor(gltf, index):
    a = gltf["accessors"][index]
    kind, width, count = a["componentType"], WIDTHS[a["type"]], a["count"]
    rows = [[0] * width for _ in range(count)]
    if "bufferView" in a:
        rows = elements(gltf, a["bufferView"], a.get("byteOffset", 0), kind, width, count)
    if "sparse" in a:
        s = a["sparse"]
        places = elements(gltf, s["indices"]["bufferView"], s["indices"].get("byteOffset", 0), s["indices"]["componentType"], 1,
                          s["count"])
        values = elements(gltf, s["values"]["bufferView"], s["values"].get("byteOffset", 0), kind, width, s["count"])
        for (place,), value in zip(places, values):
            rows[place] = value
    return [[max(x / FORMATS[kind][1], -1) for x in row] for row in rows] if a.get("normalized") else rows


# ---- formulas -----------------------------------------------------------------------------------------------------------


def multiply(a, b):
    """Column vectors: b applies first. Element (row r, column c) is m[4 * c + r]."""
    return [sum(a[4 * k + r] * b[4 * c + k] for k in range(4)) for c in range(4) for r in range(4)]


def compose(t, q, s):
    x, y, z, w = q
    columns = [[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
               [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
               [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)]]
    return [c * s[i] if r < 3 else 0 for i in range(3) for r, c in enumerate(columns[i] + [0])] + list(t) + [1]


def point(m, p):
    return [m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r] for r in range(3)]


def normalize(q):
    length = math.sqrt(sum(x * x for x in q))
    return [x / length for x in q]


def slerp(a, b, u):
    dot = sum(x * y for x, y in zip(a, b))
    b = [-x for x in b] if dot < 0 else b
    angle = math.acos(min(1, abs(dot)))
    if angle < 1e-6:
        return [x + u * (y - x) for x, y in zip(a, b)]
    return [(math.sin((1 - u) * angle) * x + math.sin(u * angle) * y) / math.sin(angle) for x, y in zip(a, b)]


def sample(times, rows, mode, path, time):
    per_key = len(rows) // len(times)
    middle = per_key // 3 if mode == "CUBICSPLINE" else 0
    width = per_key // 3 if mode == "CUBICSPLINE" else per_key

    def part(key, offset):
        return [x for row in rows[key * per_key + offset:key * per_key + offset + width] for x in row]

    if time <= times[0]:
        return part(0, middle)
    if time >= times[-1]:
        return part(len(times) - 1, middle)
    k = max(i for i, t in enumerate(times) if t <= time)
    span = times[k + 1] - times[k]
    u = (time - times[k]) / span
    a, b = part(k, middle), part(k + 1, middle)
    if mode == "STEP":
        return a
    if mode == "CUBICSPLINE":
        out = [(2 * u ** 3 - 3 * u ** 2 + 1) * p + span * (u ** 3 - 2 * u ** 2 + u) * m + (3 * u ** 2 - 2 * u ** 3) * q
               + span * (u ** 3 - u ** 2) * n for p, m, q, n in zip(a, part(k, 2 * width), b, part(k + 1, 0))]
        return normalize(out) if path == "rotation" else out
    return slerp(a, b, u) if path == "rotation" else [x + u * (y - x) for x, y in zip(a, b)]


# ---- posing -------------------------------------------------------------------------------------------------------------


class Scene:
    def __init__(self, gltf):
        self.gltf = gltf
        self.parent = {c: i for i, n in enumerate(gltf["nodes"]) for c in n.get("children", [])}
        self.clips = []
        for animation in gltf.get("animations", []):
            channels = []
            for c in animation["channels"]:
                s = animation["samplers"][c["sampler"]]
                times = [row[0] for row in accessor(gltf, s["input"])]
                channels.append((c["target"]["node"], c["target"]["path"], times, accessor(gltf, s["output"]),
                                 s.get("interpolation", "LINEAR")))
            self.clips.append(channels)

    def pose(self, clip, time):
        parts, weights = {}, {}
        for node, path, times, rows, mode in self.clips[clip] if clip is not None else []:
            value = sample(times, rows, mode, path, time)
            if path == "weights":
                weights[node] = value
            else:
                parts[node, path] = value
        self.world = {}
        skins = [self.joint_matrices(skin, parts) for skin in self.gltf["skins"]]
        meshes = [self.vertices(i, p, skins, parts, weights) for i, n in enumerate(self.gltf["nodes"]) if "mesh" in n
                  for p in range(len(self.gltf["meshes"][n["mesh"]]["primitives"]))]
        return {"clip": clip, "time": time, "jointMatrices": skins, "meshes": meshes}

    def world_of(self, index, parts):
        if index not in self.world:
            n = self.gltf["nodes"][index]
            local = n.get("matrix") or compose(*(parts.get((index, path), n.get(path, other)) for path, other in
                                                 (("translation", [0, 0, 0]), ("rotation", [0, 0, 0, 1]), ("scale", [1, 1, 1]))))
            up = self.parent.get(index)
            self.world[index] = local if up is None else multiply(self.world_of(up, parts), local)
        return self.world[index]

    def joint_matrices(self, skin, parts):
        inverse = accessor(self.gltf, skin["inverseBindMatrices"]) if "inverseBindMatrices" in skin else None
        return [multiply(self.world_of(joint, parts), inverse[i] if inverse else IDENTITY)
                for i, joint in enumerate(skin["joints"])]

    def vertices(self, index, number, skins, parts, weights):
        n = self.gltf["nodes"][index]
        mesh = self.gltf["meshes"][n["mesh"]]
        primitive = mesh["primitives"][number]
        attributes = primitive["attributes"]
        positions = accessor(self.gltf, attributes["POSITION"])
        factors = weights.get(index, n.get("weights", mesh.get("weights", [])))
        for factor, target in zip(factors, primitive.get("targets", [])):
            moved = accessor(self.gltf, target["POSITION"])
            positions = [[a + factor * b for a, b in zip(p, d)] for p, d in zip(positions, moved)]
        if "skin" not in n:
            out = [point(self.world_of(index, parts), p) for p in positions]
        else:
            sets = range(sum(key.startswith("JOINTS_") for key in attributes))
            joints = [accessor(self.gltf, attributes["JOINTS_%d" % s]) for s in sets]
            amounts = [accessor(self.gltf, attributes["WEIGHTS_%d" % s]) for s in sets]
            out = []
            for i, p in enumerate(positions):
                pairs = [(j, w) for s in sets for j, w in zip(joints[s][i], amounts[s][i])]
                moved = [(w, point(skins[n["skin"]][j], p)) for j, w in pairs if w]
                out.append([sum(w * m[k] for w, m in moved) for k in range(3)])
        return {"node": index, "primitive": number, "positions": out}


def moments(scene):
    yield None, 0
    for clip, channels in enumerate(scene.clips):
        keys = sorted({t for c in channels for t in c[2]})
        for i, t in enumerate(keys):
            if i:
                yield clip, (keys[i - 1] + t) / 2
            yield clip, t


def rounded(x):
    return [rounded(y) for y in x] if isinstance(x, list) else {k: rounded(v) for k, v in x.items()} if isinstance(x, dict) \
        else round(x, 9) + 0.0 if isinstance(x, float) else x


def main():
    folder = sys.argv[1]
    for one in json.load(open(folder + "/cases.json")):
        scene = Scene(json.load(open("%s/%s.gltf" % (folder, one["name"]))))
        poses = [rounded(scene.pose(clip, time)) for clip, time in moments(scene)]
        with open("%s/%s.json" % (folder, one["name"]), "w") as file:
            file.write("[\n" + ",\n".join(json.dumps(p, separators=(",", ":")) for p in poses) + "\n]\n")


main()
