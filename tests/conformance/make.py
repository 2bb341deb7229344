#!/usr/bin/env python3
"""Writes small glTF files of characters, each with one trait of skinning in glTF 2.0.

    make.py FOLDER [N]        all of them, or each Nth

Each file is a bar along +Y of ten vertices with two joints, at (0, 0, 0) and (0, 1, 0), and a clip that bends it. A case
changes one thing. FOLDER/cases.json lists name and description. CC0: use them as you like.
"""
import base64, json, math, struct, sys

CODES = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
MOST = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
CASES = []


def turn(degrees, axis=2):
    q = [0.0, 0.0, 0.0, round(math.cos(math.radians(degrees) / 2), 8)]
    q[axis] = round(math.sin(math.radians(degrees) / 2), 8)
    return q


def translation(x, y, z):
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


class File:
    def __init__(self):
        self.data = bytearray()
        self.g = {"asset": {"version": "2.0", "generator": "bindpose conformance"}, "scene": 0, "scenes": [{"nodes": []}],
                  "nodes": [], "meshes": [], "skins": [], "animations": [], "accessors": [], "bufferViews": [], "buffers": []}

    def view(self, data, stride=0, target=0):
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        if stride:
            view["byteStride"] = stride
        if target:
            view["target"] = target
        self.data += data
        self.g["bufferViews"].append(view)
        return len(self.g["bufferViews"]) - 1

    def accessor(self, rows, shape, kind=5126, normalized=False, target=0, view=None, offset=0):
        if normalized:
            rows = [[round(x * MOST[kind]) for x in row] for row in rows]
        out = {"componentType": kind, "count": len(rows), "type": shape}
        if view is None:
            code = "<%d%s" % (WIDTHS[shape], CODES[kind])
            view = self.view(b"".join(struct.pack(code, *row) for row in rows), 0, target)
        out["bufferView"] = view
        if offset:
            out["byteOffset"] = offset
        if normalized:
            out["normalized"] = True
        if shape in ("SCALAR", "VEC3"):
            stored = [struct.unpack("<f", struct.pack("<f", x)) for row in rows for x in row] if kind == 5126 else None
            width = WIDTHS[shape]
            flat = [s[0] for s in stored] if stored else [x for row in rows for x in row]
            out["min"] = [min(flat[i::width]) for i in range(width)]
            out["max"] = [max(flat[i::width]) for i in range(width)]
        self.g["accessors"].append(out)
        return len(self.g["accessors"]) - 1

    def sparse(self, rows, shape, changed):
        """All rows are 0 in the view, and those in `changed` are sparse."""
        index = self.accessor(rows, shape)
        indices = self.view(struct.pack("<%dH" % len(changed), *changed))
        values = self.view(b"".join(struct.pack("<%df" % WIDTHS[shape], *rows[i]) for i in changed))
        accessor = self.g["accessors"][index]
        view = self.g["bufferViews"][accessor["bufferView"]]
        stored = bytearray(struct.pack("<%df" % (WIDTHS[shape] * len(rows)), *[x for row in rows for x in row]))
        size = 4 * WIDTHS[shape]
        for i in changed:
            stored[i * size:(i + 1) * size] = b"\0" * size
        self.data[view["byteOffset"]:view["byteOffset"] + view["byteLength"]] = stored
        accessor["sparse"] = {"count": len(changed), "indices": {"bufferView": indices, "componentType": 5123},
                              "values": {"bufferView": values}}
        return index

    def write(self, path):
        for key in [k for k, v in self.g.items() if v == []]:
            del self.g[key]
        self.g["buffers"] = [{"byteLength": len(self.data), "uri": "data:application/octet-stream;base64,"
                              + base64.b64encode(bytes(self.data)).decode()}]
        with open(path, "w") as file:
            json.dump(self.g, file, indent=1)
            file.write("\n")


# ---- the bar ------------------------------------------------------------------------------------------------------------

POSITIONS = [[x, y / 2, 0.0] for y in range(5) for x in (-0.25, 0.25)]
UPPER = [0.0, 0.25, 0.5, 0.75, 1.0]
WEIGHTS = [[1 - UPPER[i // 2], UPPER[i // 2], 0.0, 0.0] for i in range(10)]
JOINTS = [[0, 1, 0, 0]] * 10
INDICES = [i for y in range(4) for i in (2 * y, 2 * y + 1, 2 * y + 2, 2 * y + 2, 2 * y + 1, 2 * y + 3)]
BINDS = [translation(0, 0, 0), translation(0, -1, 0)]


def channel(f, node, path, times, values, mode="LINEAR", shape=None, clip=0, kind=5126, normalized=False):
    while len(f.g["animations"]) <= clip:
        f.g["animations"].append({"name": "bend" if not f.g["animations"] else "clip%d" % len(f.g["animations"]),
                                  "channels": [], "samplers": []})
    animation = f.g["animations"][clip]
    shape = shape or {"rotation": "VEC4", "weights": "SCALAR"}.get(path, "VEC3")
    sampler = {"input": f.accessor([[t] for t in times], "SCALAR"),
               "output": f.accessor(values, shape, kind, normalized), "interpolation": mode}
    animation["channels"].append({"sampler": len(animation["samplers"]), "target": {"node": node, "path": path}})
    animation["samplers"].append(sampler)


def bar(positions=POSITIONS, weights=WEIGHTS, joints=JOINTS, binds=BINDS, clip=True, nodes=None, skin_joints=(1, 2),
        weight_kind=5126, joint_kind=5121):
    """Nodes: 0 the mesh, 1 and 2 the joints. Returns the file."""
    f = File()
    attributes = {"POSITION": f.accessor(positions, "VEC3", target=34962)}
    attributes["JOINTS_0"] = f.accessor(joints, "VEC4", joint_kind, target=34962)
    attributes["WEIGHTS_0"] = f.accessor(weights, "VEC4", weight_kind, weight_kind != 5126, target=34962)
    f.g["meshes"] = [{"primitives": [{"attributes": attributes, "indices": f.accessor([[i] for i in INDICES], "SCALAR", 5123,
                                                                                    target=34963)}]}]
    del f.g["accessors"][-1]["min"], f.g["accessors"][-1]["max"]
    skin = {"joints": list(skin_joints)}
    if binds:
        skin["inverseBindMatrices"] = f.accessor(binds, "MAT4")
    f.g["skins"] = [skin]
    f.g["nodes"] = nodes or [{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "lower", "children": [2]},
                             {"name": "upper", "translation": [0, 1, 0]}]
    children = {c for n in f.g["nodes"] for c in n.get("children", [])}
    f.g["scenes"][0]["nodes"] = [i for i in range(len(f.g["nodes"])) if i not in children]
    if clip:
        upper = next(i for i, n in enumerate(f.g["nodes"]) if n.get("name") == "upper")
        channel(f, upper, "rotation", [0, 1, 2], [turn(0), turn(90), turn(-30)])
    return f


def above(**node):
    """An armature above the joints."""
    return [{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "lower", "children": [2]}, {"name": "upper", "translation": [0, 1, 0]},
            {"name": "armature", "children": [1], **node}]


def case(name, text):
    def add(make):
        CASES.append((name, text, make))
        return make
    return add


# ---- cases --------------------------------------------------------------------------------------------------------------

case("plain", "Two joints, a clip that bends the upper one. Every other file changes one thing in this one.")(bar)
case("no-inverse-binds", "The skin has no inverseBindMatrices, so they are identities. The upper half is modelled around its own "
     "joint's origin.")(lambda: bar([[x, y - UPPER[i // 2], z] for i, (x, y, z) in enumerate(POSITIONS)], binds=None))
case("extra-inverse-binds", "The accessor has more matrices than the skin has joints. The first ones count.")(
    lambda: bar(binds=BINDS + [translation(9, 9, 9)]))
case("armature-translated", "A node above the joints is translated. It isn't a joint, but moves them.")(
    lambda: bar(nodes=above(translation=[0.5, 0, 0.25])))
case("armature-z-up", "The armature turns Z up into Y up. The joints inherit the rotation.")(
    lambda: bar(nodes=above(rotation=turn(-90, 0))))
case("armature-scale-100", "The armature is scaled by 100 and the inverse binds by 0.01, as FBX converters do. The product has size 1.")(
    lambda: bar(nodes=[{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "lower", "children": [2]},
                       {"name": "upper", "translation": [0, 0.01, 0]}, {"name": "armature", "children": [1], "scale": [100] * 3}],
                binds=[[0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 0.01, 0, 0, y, 0, 1] for y in (0, -0.01)]))
case("negative-scale", "The armature mirrors in X. Vertices are mirrored too.")(lambda: bar(nodes=above(scale=[-1, 1, 1])))
case("non-uniform-scale", "The armature is stretched by 2 in X, above a rotated joint. The rotated part is sheared.")(
    lambda: bar(nodes=above(scale=[2, 1, 1])))
case("zero-scale", "The upper joint is scaled to 0. Its vertices meet in its origin.")(
    lambda: bar(nodes=[{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "lower", "children": [2]},
                       {"name": "upper", "translation": [0, 1, 0], "scale": [0, 0, 0]}]))
case("node-between-joints", "A node that is no joint stands between the two joints, and is rotated. The upper joint inherits it.")(
    lambda: bar(nodes=[{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "lower", "children": [3]},
                       {"name": "upper", "translation": [0, 0.5, 0]},
                       {"name": "between", "translation": [0, 0.5, 0], "rotation": turn(20), "children": [2]}]))


@case("skeleton-is-root", "skins[].skeleton names the lower joint. It is a hint and changes nothing.")
def skeleton_is_root():
    f = bar()
    f.g["skins"][0]["skeleton"] = 1
    return f


@case("skeleton-is-no-joint", "skins[].skeleton names the armature, which is no joint and is translated. The joints' world matrices "
      "include it as always.")
def skeleton_is_no_joint():
    f = bar(nodes=above(translation=[0.5, 0, 0]))
    f.g["skins"][0]["skeleton"] = 3
    return f


@case("joints-outside-scene", "The scene shows only the mesh; the joints' root is in no scene. They still move its vertices.")
def joints_outside_scene():
    f = bar(nodes=above(translation=[0.25, 0, 0]))
    f.g["scenes"][0]["nodes"] = [0]
    return f


case("mesh-node-transform", "The mesh's node is translated, rotated and scaled. A skinned mesh ignores that.")(
    lambda: bar(nodes=[{"name": "mesh", "mesh": 0, "skin": 0, "translation": [3, 2, 1], "rotation": turn(50), "scale": [2, 2, 2]},
                       {"name": "lower", "children": [2]}, {"name": "upper", "translation": [0, 1, 0]}]))
case("mesh-below-joint", "The mesh's node is a child of the upper joint. It must not be moved twice.")(
    lambda: bar(nodes=[{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "lower", "children": [2]},
                       {"name": "upper", "translation": [0, 1, 0], "children": [0]}]))
case("matrix-nodes", "The lower joint has a matrix instead of translation, rotation and scale. They mean the same.")(
    lambda: bar(nodes=[{"name": "mesh", "mesh": 0, "skin": 0},
                       {"name": "lower", "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.5, 0.25, 0, 1], "children": [2]},
                       {"name": "upper", "translation": [0, 1, 0]}]))
case("joints-unsorted", "The child comes before its parent in skins[].joints. Matrices and vertices use that order.")(
    lambda: bar(skin_joints=(2, 1), joints=[[1, 0, 0, 0]] * 10, binds=BINDS[::-1]))
case("nodes-unsorted", "Children have smaller indices than their parents. The order of nodes means nothing.")(
    lambda: bar(skin_joints=(2, 1), nodes=[{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "upper", "translation": [0, 1, 0]},
                                           {"name": "lower", "translation": [0.25, 0, 0], "children": [1]}]))


@case("same-names", "Both joints have the same name. Clips find nodes by index.")
def same_names():
    f = bar()
    f.g["nodes"][1]["name"] = "upper"
    return f


@case("no-names", "No node has a name. Nothing needs one.")
def no_names():
    f = bar()
    for node in f.g["nodes"]:
        del node["name"]
    return f


@case("unused-joint", "A third joint moves no vertex, and comes first. The others' numbers don't change by it.")
def unused_joint():
    return bar(skin_joints=(3, 1, 2), joints=[[1, 2, 0, 0]] * 10, binds=[translation(0, -5, 0)] + BINDS,
               nodes=[{"name": "mesh", "mesh": 0, "skin": 0}, {"name": "lower", "children": [2]},
                      {"name": "upper", "translation": [0, 1, 0], "children": [3]}, {"name": "tip", "translation": [0, 1, 0]}])


@case("two-meshes-one-skin", "Two nodes with a mesh each share one skin. Both are moved by it.")
def two_meshes():
    f = bar()
    attributes = dict(f.g["meshes"][0]["primitives"][0]["attributes"])
    attributes["POSITION"] = f.accessor([[x + 1, y, z] for x, y, z in POSITIONS], "VEC3", target=34962)
    f.g["meshes"].append({"primitives": [dict(f.g["meshes"][0]["primitives"][0], attributes=attributes)]})
    f.g["nodes"].append({"name": "second", "mesh": 1, "skin": 0})
    f.g["scenes"][0]["nodes"].append(3)
    return f


@case("one-mesh-two-skins", "Two nodes show one mesh with two skins, whose inverse binds differ. They appear in two places.")
def two_skins():
    f = bar()
    f.g["skins"].append({"joints": [1, 2],
                         "inverseBindMatrices": f.accessor([translation(1, 0, 0), translation(1, -1, 0)], "MAT4")})
    f.g["nodes"].append({"name": "second", "mesh": 0, "skin": 1})
    f.g["scenes"][0]["nodes"].append(3)
    return f


@case("two-primitives", "The mesh has two primitives with the same skin. Both are moved.")
def two_primitives():
    f = bar()
    attributes = dict(f.g["meshes"][0]["primitives"][0]["attributes"])
    attributes["POSITION"] = f.accessor([[x, y, z + 0.5] for x, y, z in POSITIONS], "VEC3", target=34962)
    f.g["meshes"][0]["primitives"].append(dict(f.g["meshes"][0]["primitives"][0], attributes=attributes))
    return f


@case("mesh-on-joint", "A mesh without skin hangs at the upper joint, as a sword in a hand. It follows the joint's world matrix.")
def mesh_on_joint():
    f = bar()
    f.g["meshes"].append({"primitives": [{"attributes": {
        "POSITION": f.accessor([[0, 1, 0], [0.5, 1, 0], [0, 1.5, 0]], "VEC3", target=34962)}}]})
    f.g["nodes"][2]["children"] = [3]
    f.g["nodes"].append({"name": "sword", "mesh": 1})
    return f


# -- influences

case("weights-bytes", "Weights are normalized bytes, with sums of exactly 255. 255 is 1.")(
    lambda: bar(weight_kind=5121, weights=[[(255 - round(255 * w[1])) / 255, round(255 * w[1]) / 255, 0, 0] for w in WEIGHTS]))
case("weights-shorts", "Weights are normalized shorts. 65535 is 1.")(
    lambda: bar(weight_kind=5123, weights=[[(65535 - round(65535 * w[1])) / 65535, round(65535 * w[1]) / 65535, 0, 0]
                                           for w in WEIGHTS]))
case("joints-shorts", "Joint numbers are shorts instead of bytes. They are never normalized.")(lambda: bar(joint_kind=5123))
case("zero-weight-joint", "Unused influences name a joint with weight 0. They count nothing.")(
    lambda: bar(joints=[[0, 1, 1, 1]] * 10))
case("influences-out-of-order", "The largest weight isn't the first one. The order of influences means nothing.")(
    lambda: bar(joints=[[0, 1, 1, 0]] * 10, weights=[[0.0, 0.0, w[1], w[0]] for w in WEIGHTS]))


@case("eight-influences", "JOINTS_1 and WEIGHTS_1 hold a fifth influence. All of them sum to 1.")
def eight_influences():
    count = 5
    f = bar(skin_joints=(1, 2, 3, 4, 5), binds=[translation(0, -i / 2, 0) for i in range(count)],
            joints=[[0, 1, 2, 3]] * 10, weights=[[0.1, 0.2, 0.2, 0.2, 0.3][:4] for _ in range(10)],
            nodes=[{"name": "mesh", "mesh": 0, "skin": 0}]
            + [{"name": "upper" if i == 2 else "j%d" % i, "translation": [0, 0.5 if i else 0, 0], **({"children": [i + 2]}
                if i < count - 1 else {})} for i in range(count)])
    attributes = f.g["meshes"][0]["primitives"][0]["attributes"]
    attributes["JOINTS_1"] = f.accessor([[4, 0, 0, 0]] * 10, "VEC4", 5121, target=34962)
    attributes["WEIGHTS_1"] = f.accessor([[0.3, 0, 0, 0]] * 10, "VEC4", target=34962)
    return f


@case("sparse-weights", "The upper half's weights are in a sparse accessor. The others come from its view.")
def sparse_weights():
    f = bar()
    f.g["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = f.sparse(WEIGHTS, "VEC4", [4, 5, 6, 7, 8, 9])
    return f


@case("sparse-inverse-binds", "The upper joint's inverse bind is sparse. The lower one's comes from the view.")
def sparse_binds():
    f = bar()
    f.g["skins"][0]["inverseBindMatrices"] = f.sparse(BINDS, "MAT4", [1])
    return f


@case("interleaved-vertices", "Positions and weights share one view with a stride. Each has its own offset.")
def interleaved_vertices():
    f = bar()
    data = b"".join(struct.pack("<7f", *p, *w) for p, w in zip(POSITIONS, WEIGHTS))
    view = f.view(data, 28, 34962)
    attributes = f.g["meshes"][0]["primitives"][0]["attributes"]
    attributes["POSITION"] = f.accessor(POSITIONS, "VEC3", view=view)
    attributes["WEIGHTS_0"] = f.accessor(WEIGHTS, "VEC4", view=view, offset=12)
    return f


@case("quantized-positions", "Positions are normalized shorts (KHR_mesh_quantization), and the inverse binds scale them back.")
def quantized_positions():
    f = bar(binds=[[2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, y, 0, 1] for y in (0, -1)])
    rows = [[round(c / 2 * 32767) for c in p] for p in POSITIONS]
    view = f.view(b"".join(struct.pack("<4h", *row, 0) for row in rows), 8, 34962)
    accessor = f.accessor(rows, "VEC3", 5122, view=view)
    f.g["accessors"][accessor]["normalized"] = True
    f.g["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = accessor
    f.g["extensionsUsed"] = f.g["extensionsRequired"] = ["KHR_mesh_quantization"]
    return f


# -- morph targets


def add_target(f):
    f.g["meshes"][0]["primitives"][0]["targets"] = [
        {"POSITION": f.accessor([[0.5 * UPPER[i // 2], 0, 0] for i in range(10)], "VEC3", target=34962)}]
    f.g["meshes"][0]["weights"] = [0.5]
    return f


case("morph-then-skin", "A morph target is added before skinning, so the joints rotate the displacement too.")(
    lambda: add_target(bar()))


@case("node-weights", "nodes[].weights replaces meshes[].weights. Then the mesh is skinned.")
def node_weights():
    f = add_target(bar())
    f.g["nodes"][0]["weights"] = [1.0]
    return f


@case("morph-animation", "A clip moves the morph weight and the joint. Morphing comes first.")
def morph_animation():
    f = add_target(bar())
    channel(f, 0, "weights", [0, 2], [[0.0], [1.0]])
    return f


# -- keys


def keys(path, times, values, mode="LINEAR", node=2, **options):
    f = bar(clip=False)
    channel(f, node, path, times, values, mode, **options)
    return f


case("step", "STEP holds a key's value until the next one.")(
    lambda: keys("rotation", [0, 1, 2], [turn(0), turn(90), turn(-30)], "STEP"))
case("cubic-rotation", "CUBICSPLINE interpolates the quaternions' numbers with tangents, then normalizes them.")(
    lambda: keys("rotation", [0, 1, 2], [[0] * 4, turn(0), [0, 0, 1, 0], [0, 0, 0.5, 0], turn(90), [0, 0, -0.5, 0.25],
                                         [0, 0, -1, 0], turn(-30), [0] * 4], "CUBICSPLINE"))
case("cubic-translation", "CUBICSPLINE tangents are multiplied by the time between two keys, which isn't 1 here.")(
    lambda: keys("translation", [0, 0.5, 2], [[0] * 3, [0, 1, 0], [1, 0, 0], [0, 1, 0], [0, 1.5, 0], [0, -1, 0], [0] * 3, [0.5, 1, 0],
                                              [0] * 3], "CUBICSPLINE"))
case("short-way", "The second quaternion has the opposite sign. Interpolation takes the short way, as if it had not.")(
    lambda: keys("rotation", [0, 1], [turn(10), [-x for x in turn(100)]]))
case("rotation-shorts", "Rotations are normalized shorts. -32768 isn't used; 32767 is 1.")(
    lambda: keys("rotation", [0, 1, 2], [turn(0), turn(90), turn(-30)], kind=5122, normalized=True))
case("rotation-bytes", "Rotations are normalized bytes, which are rounded. The quaternion's length is then not exactly 1.")(
    lambda: keys("rotation", [0, 1, 2], [turn(0), turn(90), turn(-30)], kind=5120, normalized=True))
case("scale-animation", "A clip scales the lower joint unevenly. The upper one inherits it.")(
    lambda: keys("scale", [0, 1, 2], [[1, 1, 1], [1.5, 0.5, 1], [1, 1, 1]], node=1))
case("root-motion", "A clip translates the lower joint. All vertices follow.")(
    lambda: keys("translation", [0, 2], [[0, 0, 0], [1, 0, 0.5]], node=1))
case("one-key", "The clip has one key. Its value holds at all times.")(lambda: keys("rotation", [0.5], [turn(45)]))
case("late-first-key", "The first key is at 1 s. Before it, its value holds.")(
    lambda: keys("rotation", [1, 2], [turn(60), turn(0)]))


@case("two-clips", "The second clip moves another joint. Joints that a clip doesn't move are at rest.")
def two_clips():
    f = bar()
    channel(f, 1, "rotation", [0, 1], [turn(0), turn(45, 0)], clip=1)
    return f


@case("interleaved-keys", "Times and rotations share one view with a stride. The specification allows that for clips, too.")
def interleaved_keys():
    f = bar(clip=False)
    times, values = [0.0, 1.0, 2.0], [turn(0), turn(90), turn(-30)]
    view = f.view(b"".join(struct.pack("<5f", t, *q) for t, q in zip(times, values)), 20)
    f.g["animations"] = [{"name": "bend", "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}], "samplers": [
        {"input": f.accessor([[t] for t in times], "SCALAR", view=view), "output": f.accessor(values, "VEC4", view=view, offset=4)}]}]
    return f


def main():
    folder = sys.argv[1]
    cases = CASES[::int(sys.argv[2]) if len(sys.argv) > 2 else 1]
    for name, _, make in cases:
        make().write("%s/%s.gltf" % (folder, name))
    with open(folder + "/cases.json", "w") as file:
        json.dump([{"name": name, "text": text} for name, text, _ in cases], file, indent=1)
        file.write("\n")


main()
