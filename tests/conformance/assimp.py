#!/usr/bin/env python3
"""Poses the files of a folder with what assimp reads: joint matrices, and vertices in scene space, a line for each case.

    assimp.py PROGRAM FOLDER

assimp reads and doesn't pose, so this script does the plainest with its data: keys are interpolated linearly (assimp's keys
do not say how), bones are found by their names (assimp's bones are names), each vertex is moved by the weighted sum of
world(bone) * offset. Only to tell which glTF node a node of assimp's stands for, both trees are walked side by side.
"""
import json, math, subprocess, sys


def times(a, b):
    return [sum(a[4 * k + r] * b[4 * c + k] for k in range(4)) for c in range(4) for r in range(4)]


def point(m, p):
    return [m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r] for r in range(3)]


def compose(t, q, s):
    x, y, z, w = q
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    return [rows[r][c] * s[c] if r < 3 else 0.0 for c in range(3) for r in range(4)] + list(t) + [1.0]


def mix(a, b, u, turns):
    if not turns:
        return [p + (q - p) * u for p, q in zip(a, b)]
    dot = sum(p * q for p, q in zip(a, b))
    if dot < 0:
        b, dot = [-q for q in b], -dot
    angle = math.acos(min(1.0, dot))
    f, g = (1 - u, u) if angle < 1e-4 else (math.sin((1 - u) * angle) / math.sin(angle), math.sin(u * angle) / math.sin(angle))
    mixed = [p * f + q * g for p, q in zip(a, b)]
    length = math.sqrt(sum(p * p for p in mixed))
    return [p / length for p in mixed]


def sample(keys, tick, turns=False):
    before = [k for k in keys if k[0] <= tick]
    after = [k for k in keys if k[0] > tick]
    if not before or not after:
        return (before[-1] if before else after[0])[1]
    (t, a), (end, b) = before[-1], after[0]
    return mix(a, b, (tick - t) / (end - t), turns)


def find(node, name):
    if node["name"] == name:
        return node
    for child in node["children"]:
        found = find(child, name)
        if found:
            return found
    return None


def pose_nodes(scene, clip, time):
    channels = {} if clip is None else {c["node"]: c for c in scene["clips"][clip]["channels"]}
    tick = 0 if clip is None else time * scene["clips"][clip]["rate"]

    def walk(node, above):
        local, c = node["matrix"], channels.get(node["name"])
        if c:
            local = compose(sample(c["position"], tick), sample(c["rotation"], tick, True), sample(c["scale"], tick))
        node["world"] = times(above, local)
        for child in node["children"]:
            walk(child, node["world"])

    walk(scene["root"], compose([0, 0, 0], [0, 0, 0, 1], [1, 1, 1]))


def pair_nodes(json_file, scene):
    """glTF's node index -> assimp's node."""
    roots, pairs = json_file["scenes"][json_file.get("scene", 0)]["nodes"], {}

    def walk(index, node):
        pairs[index] = node
        for child, other in zip(json_file["nodes"][index].get("children", []), node["children"]):
            walk(child, other)

    for index, node in zip(roots, [scene["root"]] if len(roots) == 1 else scene["root"]["children"]):
        walk(index, node)
    return pairs


def weights_of(scene, mesh, node, clip, time):
    weights = [t["weight"] for t in mesh["targets"]]
    for morph in [] if clip is None else scene["clips"][clip]["morphs"]:
        if morph["node"] == node["name"] and morph["keys"]:
            weights = sample(morph["keys"], time * scene["clips"][clip]["rate"])
    return weights


def pose_mesh(scene, mesh, node, clip, time):
    positions = [list(p) for p in mesh["positions"]]
    for target, weight in zip(mesh["targets"], weights_of(scene, mesh, node, clip, time)):
        for p, base, moved in zip(positions, mesh["positions"], target["positions"]):
            for i in range(3):
                p[i] += weight * (moved[i] - base[i])
    if not mesh["bones"]:
        return [point(node["world"], p) for p in positions]
    out = [[0.0, 0.0, 0.0] for _ in positions]
    for bone, matrix in zip(mesh["bones"], joint_matrices(scene, mesh)):
        for vertex, weight in bone["weights"]:
            out[vertex] = [a + weight * b for a, b in zip(out[vertex], point(matrix, positions[vertex]))]
    return out


def joint_matrices(scene, mesh):
    nodes = [find(scene["root"], b["name"]) for b in mesh["bones"]]
    if None in nodes:
        raise RuntimeError("has no node for a bone")
    return [times(n["world"], b["offset"]) for n, b in zip(nodes, mesh["bones"])]


def pose(program, path):
    run = subprocess.run([program, path + ".gltf"], capture_output=True, text=True, timeout=10)
    if run.returncode:
        raise RuntimeError(run.stderr.strip() or "crashes" if run.returncode < 0 else "refuses the file")
    if "nan" in run.stdout or "inf" in run.stdout:
        raise RuntimeError("reads numbers that are none")
    scene, json_file, poses = json.loads(run.stdout), json.load(open(path + ".gltf")), []
    pairs = pair_nodes(json_file, scene)
    for wanted in json.load(open(path + ".json")):
        clip, time = wanted["clip"], wanted["time"]
        pose_nodes(scene, clip, time)
        joints, meshes = [[] for _ in json_file.get("skins", [])], []
        for index, node in sorted(pairs.items()):
            skin = json_file["nodes"][index].get("skin")
            for primitive, number in enumerate(node["meshes"]):
                mesh = scene["meshes"][number]
                if skin is not None and not joints[skin]:
                    joints[skin] = joint_matrices(scene, mesh)
                positions = pose_mesh(scene, mesh, node, clip, time)
                meshes.append({"node": index, "primitive": primitive, "positions": positions})
        poses.append({"jointMatrices": joints, "meshes": meshes})
    return poses


program, folder = sys.argv[1:]
for case in json.load(open(folder + "/cases.json")):
    try:
        line = {"name": case["name"], "poses": pose(program, folder + "/" + case["name"])}
    except Exception as error:
        line = {"name": case["name"], "error": str(error) or type(error).__name__}
    print(json.dumps(line), flush=True)
