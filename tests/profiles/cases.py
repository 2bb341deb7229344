"""Small figures for `bindpose doctor --profile`: for each limit a file just above it and one at it.

    cases.py FOLDER     writes NAME-over.gltf and NAME-at.gltf, and a line for each pair:
                        NAME  PROFILE  the finding's id

A figure has 18 bones in a T-pose, 1.7 m tall, with a triangle at each bone that follows it alone, and a clip that
turns the spine and an arm. Each case changes one thing of it.
"""
import base64
import json
import math
import os
import struct
import sys

BONES = [  # name, parent, position in metres
    ("root", None, (0, 0, 0)), ("hips", "root", (0, 1, 0)), ("spine", "hips", (0, 1.1, 0)),
    ("chest", "spine", (0, 1.25, 0)), ("neck", "chest", (0, 1.45, 0)), ("head", "neck", (0, 1.55, 0))]
for side, x in (("left", 1), ("right", -1)):
    BONES += [(side + "UpperArm", "chest", (0.2 * x, 1.4, 0)), (side + "LowerArm", side + "UpperArm", (0.45 * x, 1.4, 0)),
              (side + "Hand", side + "LowerArm", (0.7 * x, 1.4, 0)), (side + "UpperLeg", "hips", (0.1 * x, 0.95, 0)),
              (side + "LowerLeg", side + "UpperLeg", (0.1 * x, 0.5, 0)), (side + "Foot", side + "LowerLeg", (0.1 * x, 0.08, 0))]
REQUIRED = [name for name, _, _ in BONES if name not in ("root", "chest", "neck")]


class Figure:
    def __init__(self):
        self.bones = [list(bone) for bone in BONES]
        self.scales = {}        # by bone
        self.tree = {}          # name of a bone: that of the plain node above it
        self.lift = 0.0         # of the whole figure
        self.influences = 1     # of the last vertex
        self.targets = 0
        self.clip_end = 1.0
        self.turn = None        # a quaternion of the node above everything
        self.without = []       # bones that are nodes, but no joints
        self.order = None       # of the joints
        self.names = {}         # by a bone's index
        self.extensions = {}

    def bone(self, name):
        return next(bone for bone in self.bones if bone[0] == name)

    def index(self, name):
        return [bone[0] for bone in self.bones].index(name)

    def build(self):
        binary, views, accessors = bytearray(), [], []

        def add(data, component, kind, count, **more):
            while len(binary) % 4:
                binary.append(0)
            views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
            accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": count, "type": kind, **more})
            binary.extend(data)
            return len(accessors) - 1

        def floats(rows, kind, **more):
            return add(b"".join(struct.pack("<%df" % len(row), *row) for row in rows), 5126, kind, len(rows), **more)

        nodes, worlds = [], {}
        for i, (name, parent, at) in enumerate(self.bones):
            above, scale = self.bone_at(parent), self.scale_of(parent)
            nodes.append({"name": self.names.get(i, name),
                          "translation": [(a - b) / s for a, b, s in zip(at, above, scale)]})
            if name in self.scales:
                nodes[-1]["scale"] = self.scales[name]
        tops = [i for i, bone in enumerate(self.bones) if bone[1] is None]
        for i, (name, parent, at) in enumerate(self.bones):
            if parent is None:
                continue
            child = i
            if name in self.tree:
                nodes.append({"name": self.tree[name], "children": [i], "translation": nodes[i].pop("translation")})
                child = len(nodes) - 1
            nodes[self.index(parent)].setdefault("children", []).append(child)
        joints = [i for i, bone in enumerate(self.bones) if bone[0] not in self.without]
        if self.order:
            joints = self.order(joints)
        positions, set_joints, set_weights = [], [], []
        for j, i in enumerate(joints):
            x, y, z = self.bones[i][2]
            y = 0.05 if y < 0.05 else y
            for dx, dy in ((0, 0), (0.05, 0), (0, 0.05)):
                positions.append((x + dx, y + dy, z))
                set_joints.append([j])
                set_weights.append([1.0])
        foot = next((p for p in positions if abs(p[1] - 0.08) < 1e-6), None)
        if foot:
            positions[positions.index(foot)] = (foot[0], 0.0, 0.0)
        # A vertex of the chest follows so many joints, all as much. The last of them moves in the clip.
        if self.influences > 1:
            near = ["chest", "neck", "spine", "head", "rightUpperArm", "hips", "rightLowerArm", "rightHand"]
            near = near[:self.influences - 1] + ["leftUpperArm"]
            vertex = 3 * joints.index(self.index("chest"))
            set_joints[vertex] = [joints.index(self.index(name)) for name in near]
            set_weights[vertex] = [1.0 / len(near)] * len(near)
        attributes = {"POSITION": floats(positions, "VEC3", min=[min(c) for c in zip(*positions)],
                                         max=[max(c) for c in zip(*positions)])}
        for s in range(-(-max(len(row) for row in set_joints) // 4)):
            rows = [(row + [0] * 16)[4 * s:4 * s + 4] for row in set_joints]
            attributes["JOINTS_%d" % s] = add(b"".join(struct.pack("<4H", *row) for row in rows), 5123, "VEC4", len(rows))
            attributes["WEIGHTS_%d" % s] = floats([(row + [0.0] * 16)[4 * s:4 * s + 4] for row in set_weights], "VEC4")
        primitive = {"attributes": attributes}
        if self.targets:
            moved = floats([(0, 0.01, 0)] * len(positions), "VEC3", min=[0, 0.01, 0], max=[0, 0.01, 0])
            primitive["targets"] = [{"POSITION": moved} for _ in range(self.targets)]
        binds = floats([self.inverse(i) for i in joints], "MAT4")
        times = floats([(0,), (self.clip_end,)], "SCALAR", min=[0], max=[self.clip_end])
        turns = floats([(0, 0, 0, 1), (0, 0, math.sin(0.4), math.cos(0.4))], "VEC4")
        moving = [self.index(name) for name in ("spine", "leftUpperArm")]
        nodes.append({"name": "Body", "mesh": 0, "skin": 0})
        roots = tops + [len(nodes) - 1]
        if self.turn or len(tops) > 1 or self.lift:
            nodes.append({"name": "Armature", "children": tops})
            if self.turn:
                nodes[-1]["rotation"] = self.turn
            if self.lift:
                nodes[-1]["translation"] = [0, self.lift, 0]
            roots = [len(nodes) - 1, len(nodes) - 2]
        return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes,
                "meshes": [{"primitives": [primitive]}], "skins": [{"joints": joints, "inverseBindMatrices": binds}],
                "animations": [{"samplers": [{"input": times, "output": turns}],
                                "channels": [{"sampler": 0, "target": {"node": i, "path": "rotation"}} for i in moving]}],
                "accessors": accessors, "bufferViews": views,
                "buffers": [{"byteLength": len(binary), "uri": "data:application/octet-stream;base64," +
                             base64.b64encode(bytes(binary)).decode()}],
                **({"extensions": self.extensions, "extensionsUsed": list(self.extensions)} if self.extensions else {})}

    def bone_at(self, name):
        return (0, 0, 0) if name is None else self.bone(name)[2]

    def scale_of(self, name):
        """Of a bone and all above it. No bone is rotated."""
        scale = [1, 1, 1]
        while name is not None:
            scale = [a * b for a, b in zip(scale, self.scales.get(name, [1, 1, 1]))]
            name = self.bone(name)[1]
        return scale

    def inverse(self, i):
        name, _, place = self.bones[i]
        inverse = [1.0 / s for s in self.scale_of(name)]
        return (inverse[0], 0, 0, 0, 0, inverse[1], 0, 0, 0, 0, inverse[2], 0, *[-p * s for p, s in zip(place, inverse)], 1)


def change(**values):
    def apply(figure):
        for key, value in values.items():
            setattr(figure, key, value)
    return apply


def more_bones(count):
    def apply(figure):
        while len(figure.bones) < count:
            n = len(figure.bones)
            figure.bones.append(["extra%d" % n, "head" if n == len(BONES) else "extra%d" % (n - 1), (0, 1.6 + 0.0001 * n, 0)])
    return apply


def named(name, other="spine"):
    return lambda figure: setattr(figure, "names", {figure.index(other): name})


def arms(degrees):
    """Lowers both arms so many degrees below the horizontal."""
    def apply(figure):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        for side, x in (("left", 1), ("right", -1)):
            for part, length in (("LowerArm", 0.25), ("Hand", 0.5)):
                figure.bone(side + part)[2] = (x * (0.2 + length * c), 1.4 - length * s, 0)
    return apply


def turned(degrees):
    """Lays the figure on its back, or half of it."""
    half = math.radians(degrees / 2)
    return change(turn=[-math.sin(half), 0, 0, math.cos(half)])


def two_roots(figure):
    figure.without.append("root")
    figure.bone("head")[1] = "root"


def vrm(version, without=(), expressions=None, first=None, springs=None, missing=None):
    def apply(figure):
        bones = [b for b in REQUIRED + ([] if version else ["chest", "neck"]) if b not in without]
        if version:
            figure.extensions["VRMC_vrm"] = {
                "specVersion": "1.0", "meta": {"name": "a", "authors": ["b"], "licenseUrl": "https://vrm.dev/licenses/1.0/"},
                "humanoid": {"humanBones": {b: {"node": figure.index(b)} for b in bones}},
                **({"expressions": expressions} if expressions else {}), **({"firstPerson": first} if first else {})}
            if springs:
                figure.extensions["VRMC_springBone"] = {"specVersion": "1.0", "springs": [
                    {"joints": [{"node": n} for n in chain]} for chain in springs]}
        else:
            figure.extensions["VRM"] = {
                "meta": {"title": "a"}, "humanoid": {"humanBones": [{"bone": b, "node": figure.index(b)} for b in bones]},
                **({"blendShapeMaster": expressions} if expressions else {}), **({"firstPerson": first} if first else {}),
                **({"secondaryAnimation": {"boneGroups": [{"bones": chain} for chain in springs]}} if springs else {})}
    return apply


def both(*changes):
    def apply(figure):
        for one in changes:
            one(figure)
    return apply


def bind(index, node=19, preset="happy"):
    return {"preset": {preset: {"morphTargetBinds": [{"node": node, "index": index, "weight": 1}]}}}


def group(index, mesh=0):
    return {"blendShapeGroups": [{"name": "joy", "presetName": "joy", "binds": [{"mesh": mesh, "index": index, "weight": 100}]}]}


targets = change(targets=2)
flip = [-1, 1, 1]
BODY = 18  # the mesh's node
CASES = [  # name, profile, finding, above the limit, at it
    ("influences-4", "three", "influences", change(influences=5), change(influences=4)),
    ("influences-unity", "unity", "influences", change(influences=5), change(influences=4)),
    ("influences-mobile", "mobile", "influences", change(influences=5), change(influences=4)),
    ("influences-8", "babylon", "influences", change(influences=9), change(influences=8)),
    ("influences-unreal", "unreal", "influences", change(influences=9), change(influences=8)),
    ("influences-godot", "godot", "influences", change(influences=9), change(influences=8)),
    ("joints-75", "mobile", "joints", more_bones(76), more_bones(75)),
    ("joints-256", "unreal", "joints", more_bones(257), more_bones(256)),
    ("roots", "unreal", "roots", two_roots, change()),
    ("names", "three", "names-shared", named("head"), named("heads")),
    ("names-blender", "blender", "names-shared", named("head"), named("heads")),
    ("names-unity", "unity", "names-shared", named("head"), named("heads")),
    ("characters", "three", "name-characters", named("spine.001"), named("spine_001")),
    ("characters-space", "web", "name-characters", named("the spine"), named("the_spine")),
    ("characters-godot", "godot", "name-characters", named("mixamorig:Spine"), named("mixamorig.Spine")),
    ("name-length", "blender", "name-length", named("s" * 64), named("s" * 63)),
    ("scale", "vrm0", "scale", both(vrm(0), change(scales={"root": [1.01] * 3})), vrm(0)),
    ("up", "unity", "up-axis", turned(61), turned(59)),
    ("mirrored", "vrm1", "scale-negative", both(vrm(1), change(scales={"leftHand": flip})), vrm(1)),
    ("stretched", "vrm1", "scale-uneven", both(vrm(1), change(scales={"leftHand": [1, 1.01, 1]})), vrm(1)),
    ("stretched-unity", "unity", "scale-uneven", change(scales={"spine": [1, 1.5, 1]}), change(scales={"spine": [1.5] * 3})),
    ("clip-length", "blender", "clip-length", change(clip_end=43691.0), change(clip_end=43690.0)),
    ("root-height", "unreal", "root-height", change(lift=0.011), change(lift=0.0099)),
    ("soles", "vrm1", "soles-height", both(vrm(1), change(lift=0.021)), both(vrm(1), change(lift=0.019))),
    ("pose", "vrm1", "t-pose", both(vrm(1), arms(11)), both(vrm(1), arms(9.9))),
    ("pose-unity", "unity", "t-pose", arms(45), arms(9.9)),
    ("bones-1", "vrm1", "humanoid-bones", vrm(1, without=("leftHand",)), vrm(1)),
    ("bones-0", "vrm0", "humanoid-bones", vrm(0, without=("chest",)), vrm(0)),
    ("bones-none", "vrm1", "humanoid-bones", change(), vrm(1)),
    ("springs-1", "vrm1", "springs", vrm(1, springs=[[4, 5], [5, 4]]), vrm(1, springs=[[3, 4, 5]])),
    ("springs-order", "vrm1", "springs", vrm(1, springs=[[5, 4]]), vrm(1, springs=[[3, 5]])),
    ("springs-0", "vrm0", "springs", vrm(0, springs=[[99]]), vrm(0, springs=[[5]])),
    ("expressions-1", "vrm1", "expressions", both(targets, vrm(1, expressions=bind(2, BODY))),
     both(targets, vrm(1, expressions=bind(1, BODY)))),
    ("expressions-preset", "vrm1", "expressions", both(targets, vrm(1, expressions=bind(1, BODY, "joy"))),
     both(targets, vrm(1, expressions=bind(1, BODY, "blinkLeft")))),
    ("expressions-0", "vrm0", "expressions", both(targets, vrm(0, expressions=group(2))), both(targets, vrm(0, expressions=group(1)))),
    ("first-1", "vrm1", "first-person", vrm(1, first={"meshAnnotations": [{"node": 3, "type": "auto"}]}),
     vrm(1, first={"meshAnnotations": [{"node": BODY, "type": "auto"}]})),
    ("first-type", "vrm1", "first-person", vrm(1, first={"meshAnnotations": [{"node": BODY, "type": "Auto"}]}),
     vrm(1, first={"meshAnnotations": [{"node": BODY, "type": "both"}]})),
    ("first-0", "vrm0", "first-person", vrm(0, first={"meshAnnotations": [{"mesh": 1, "firstPersonFlag": "Auto"}]}),
     vrm(0, first={"meshAnnotations": [{"mesh": 0, "firstPersonFlag": "Auto"}]})),
    ("morphs", "web", "morphs", change(targets=9), change(targets=8)),
]
# No profile limits these: tried with bindpose.json, and in importers, which take all of them.
FREE = [
    ("between", "nodes-between", change(tree={"spine": "helper"}), change()),
    ("order", "joint-order", change(order=lambda joints: joints[::-1]), change()),
    ("joints-all", "joints-all", more_bones(30), change()),
    ("roots-two", "roots", two_roots, change()),
    ("mirrored-free", "scale-negative", change(scales={"spine": flip}), change()),
    ("stretched-free", "scale-uneven", change(scales={"spine": [1, 1.5, 1]}), change()),
    ("scale-free", "scale", change(scales={"root": [100.0] * 3}), change()),
]


def make(changes):
    figure = Figure()
    changes(figure)
    return figure.build()


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, profile, finding, over, at in CASES + [(n, "-", f, o, a) for n, f, o, a in FREE]:
        for end, changes in (("over", over), ("at", at)):
            with open(os.path.join(folder, "%s-%s.gltf" % (name, end)), "w") as file:
                json.dump(make(changes), file)
        print(name, profile, "profile-" + finding)


main()
