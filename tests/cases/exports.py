"""Nine skinned files as exporters have written them, each with several breaches of the kinds that public files have. Each
begins as a sound character; `doctor --fix` must bring it back: no error, and the motion of the sound one by `diff`.

    exports.py BINDPOSE FOLDER     writes FOLDER/NAME.glb (or .gltf), NAME-sound.glb and NAME-fixed.glb

tests/interop/rules.mjs asks Khronos' validator: errors before, none after."""
import json
import os
import sys
from struct import pack

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, "..", "repair")]
import heldout
from characters import from_trs, make, turn
from rules import add_view, floats
from situations import run


def each(model, name, change, component=None, kind="VEC4", **members):
    """Changes an attribute's rows in each skinned primitive; accessors that are shared stay so."""
    done = {}
    for part in model.primitives():
        index = part["attributes"].get(name)
        if index is None:
            continue
        if index not in done:
            done[index] = model.add(change(model.numbers(index)), component or model.gltf["accessors"][index]["componentType"], kind,
                                    target=34962, **members)
        part["attributes"][name] = done[index]


def samplers(model):
    return [s for a in model.gltf["animations"] for s in a["samplers"]]


def material(model, value):
    model.gltf["materials"] = [value]
    for part in model.primitives():
        part["material"] = 0


def collada2gltf(model):
    """Interleaved vertices with the clips and matrices in views with byteStride; bounds of six digits; a skeleton that is no ancestor."""
    for part in model.primitives():
        attributes = part["attributes"]
        names = ("POSITION", "WEIGHTS_0", "JOINTS_0")
        columns = [model.numbers(attributes[name]) for name in names]
        data = b"".join(pack("<3f4f4H", *p, *w, *j) for p, w, j in zip(*columns))
        view = add_view(model, data, byteStride=36, target=34962)
        for name, offset, component, kind in zip(names, (0, 12, 28), (5126, 5126, 5123), ("VEC3", "VEC4", "VEC4")):
            old = model.gltf["accessors"][attributes[name]]
            model.gltf["accessors"].append({"bufferView": view, "byteOffset": offset, "componentType": component, "count": len(data) // 36,
                                            "type": kind, **{k: [round(v, 3) for v in old[k]] for k in ("min", "max") if k in old}})
            attributes[name] = len(model.gltf["accessors"]) - 1
    for skin in model.gltf["skins"]:
        model.gltf["bufferViews"][model.gltf["accessors"][skin["inverseBindMatrices"]]["bufferView"]]["byteStride"] = 64
        skin["skeleton"] = skin["joints"][-1]
    for sampler in samplers(model):
        model.gltf["bufferViews"][model.gltf["accessors"][sampler["output"]]["bufferView"]]["byteStride"] = 16
    material(model, {"technique": 0, "extensions": {"KHR_technique_webgl": {"values": {}}}})


def fbx2gltf(model):
    """Mixamo: weights that don't sum to 1, names twice, an empty clip, extremes of times that were rounded, no names of clips."""
    each(model, "WEIGHTS_0", lambda rows: [[0.97 * w for w in row] for row in rows])
    nodes = model.gltf["nodes"]
    nodes[4]["name"] = nodes[5]["name"] = "mixamorig:Spine"
    model.gltf["animations"].insert(0, {"name": "Take 001", "channels": [], "samplers": []})
    for sampler in samplers(model):
        model.gltf["accessors"][sampler["input"]].update(min=[0.001], max=[0.99])
    material(model, {"emissiveFactor": [0, 0, 0], "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})


def sketchfab(model):
    """Matrices beside the same translations and rotations; joints listed by numbers that weigh nothing; a specular-glossiness
    material whose textures were left out, extras, and buffers beside the file under a name with spaces."""
    for node in model.gltf["nodes"][:6]:
        if "translation" in node:
            node["matrix"] = from_trs(node["translation"], node.get("rotation", [0, 0, 0, 1.0]))
    for node in model.gltf["nodes"]:
        node["extras"] = {"gltf": [1, {}]}
    for skin in model.gltf["skins"]:
        skin["skeleton"] = 900
    used = [row for part in model.primitives() for row in model.numbers(part["attributes"]["WEIGHTS_0"])]
    each(model, "JOINTS_0", lambda rows: [[j if w else k for k, (j, w) in enumerate(zip(row, ws))] for row, ws in zip(rows, used)], 5123)
    material(model, {"alphaMode": "OPAQUE", "extensions": {"KHR_materials_pbrSpecularGlossiness": {
        "diffuseTexture": {"index": 3}, "specularGlossinessTexture": {"index": 4, "texCoord": 0}}}})
    model.gltf["extensionsUsed"] = ["KHR_materials_pbrSpecularGlossiness", "KHR_materials_pbrSpecularGlossiness"]
    for animation in model.gltf["animations"]:
        moved = {c["target"]["node"] for c in animation["channels"]}
        for node in (n for i, n in enumerate(model.gltf["nodes"]) if i in moved):
            node.pop("matrix", None)


def add_targets(model, bounds):
    for mesh in model.gltf["meshes"]:
        mesh["weights"] = [0.5]
        for part in mesh["primitives"]:
            count = model.gltf["accessors"][part["attributes"]["POSITION"]]["count"]
            part["targets"] = [{"POSITION": model.add([[0, 0.01 * (i % 3), 0] for i in range(count)], bounds=bounds, target=34962)}]


def vroid(model):
    """A VRM 0.x: extensions that aren't declared, morph targets without bounds, empty lists."""
    add_targets(model, bounds=False)
    material(model, {"name": "N00_000_00_Face_00_SKIN", "extensions": {"KHR_materials_unlit": {}}})
    model.gltf["samplers"], model.gltf["textures"], model.gltf["images"] = [], [], []
    model.gltf["nodes"][model.gltf["skins"][0]["joints"][-1]]["children"] = []
    model.gltf["extensions"] = {"VRM": {"exporterVersion": "1.0", "humanoid": {"humanBones": []}, "secondaryAnimation": {
        "boneGroups": [], "colliderGroups": []}}}


def blender(model):
    """Matrices that end in 0.99999994, rotations that aren't of length 1, an armature that the scene doesn't show."""
    for skin in model.gltf["skins"]:
        model.set_binds(skin, [m[:15] + [0.99999994] for m in model.binds(skin)])
    for sampler in samplers(model)[::2]:
        sampler["output"] = model.add([[1.01 * v for v in q] for q in model.numbers(sampler["output"])], kind="VEC4")
    for node in model.gltf["nodes"][1:6:2]:
        if "rotation" in node:
            node["rotation"] = [1.01 * v for v in node["rotation"]]
    scene = model.gltf["scenes"][0]
    scene["nodes"] = [n for n in scene["nodes"] if "mesh" in model.gltf["nodes"][n]]


def maya(model):
    """Normals of any length and tangents without a side, colours above 1, names that are numbers, a channel twice."""
    for part in model.primitives():
        attributes = part["attributes"]
        count = model.gltf["accessors"][attributes["POSITION"]]["count"]
        attributes["NORMAL"] = model.add([[0.0, 0.4 + i % 3, 0.3] for i in range(count)], target=34962)
        attributes["TANGENT"] = model.add([[1.5, 0.0, 0.0, 1.0]] * count, kind="VEC4", target=34962)
        attributes["vertexId"] = model.add([[float(i)] for i in range(count)], kind="SCALAR", target=34962)
    for i, mesh in enumerate(model.gltf["meshes"]):
        mesh["name"] = i
    model.gltf["scene"] = 7
    model.gltf["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0.6, "znear": 0.1},
                              "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 10}}]


def threejs(model):
    """Joints as floats, indices and vertices in views of a wrong target, vertices of several kinds after each other in one view."""
    each(model, "JOINTS_0", lambda rows: [[float(j) for j in row] for row in rows], 5126)
    for part in model.primitives():
        attributes = part["attributes"]
        rows = [model.numbers(attributes[name]) for name in ("POSITION", "WEIGHTS_0")]
        view = add_view(model, floats(rows[0]) + floats(rows[1]), target=34962)
        for name, offset in (("POSITION", 0), ("WEIGHTS_0", 12 * len(rows[0]))):
            model.gltf["accessors"][attributes[name]].update(bufferView=view, byteOffset=offset)
        model.gltf["bufferViews"][model.gltf["accessors"][part["indices"]]["bufferView"]]["target"] = 34962
    for skin in model.gltf["skins"]:
        model.gltf["bufferViews"][model.gltf["accessors"][skin["inverseBindMatrices"]]["bufferView"]]["target"] = 34962


def converter(model):
    """Influences that aren't used have joint 255; weights of bytes that sum to 254."""
    def bytes_of(rows):
        rows = [[int(255 * w) for w in row] for row in rows]
        return [[w + (254 - sum(row) if k == row.index(max(row)) else 0) for k, w in enumerate(row)] for row in rows]
    weights = {}
    for part in model.primitives():
        weights[part["attributes"]["JOINTS_0"]] = model.numbers(part["attributes"]["WEIGHTS_0"])
    for part in model.primitives():
        joints = part["attributes"]["JOINTS_0"]
        part["attributes"]["JOINTS_0"] = model.add([[j if w else 255 for j, w in zip(row, ws)] for row, ws in
                                                    zip(model.numbers(joints), weights[joints])], 5121, "VEC4", target=34962)
    each(model, "WEIGHTS_0", bytes_of, 5121, normalized=True)


def by_hand(model):
    """Children and scene nodes twice, a set of texture coordinates that begins at 1, times
    without bounds, a camera that isn't there."""
    nodes = model.gltf["nodes"]
    parent = next(node for node in nodes if node.get("children"))
    parent["children"].append(parent["children"][0])
    model.gltf["scenes"][0]["nodes"] += model.gltf["scenes"][0]["nodes"][:1]
    for part in model.primitives():
        count = model.gltf["accessors"][part["attributes"]["POSITION"]]["count"]
        part["attributes"]["TEXCOORD_1"] = model.add([[0.5, 0.5]] * count, kind="VEC2", target=34962)
        model.gltf["accessors"][part["attributes"]["POSITION"]].pop("max", None)
    for sampler in samplers(model):
        for key in ("min", "max"):
            model.gltf["accessors"][sampler["input"]].pop(key, None)
    nodes[-1]["camera"] = 4


EXPORTS = {
    "collada2gltf": (lambda: make(51, rolls=30), collada2gltf),
    "fbx2gltf": (lambda: make(52, unit=100.0, rolls=60, armature=(0.01, turn([1, 0, 0], -90))), fbx2gltf),
    "sketchfab": (lambda: heldout.make(heldout.quadruped, 53, rolls=40), sketchfab),
    "vroid": (lambda: make(54, fingers=3), vroid),
    "blender": (lambda: make(55, rolls=90, posed=20, armature=(1.0, [0, 0, 0, 1.0])), blender),
    "maya": (lambda: heldout.make(heldout.bird, 56, rolls=20, parts=2), maya),
    "threejs": (lambda: heldout.make(heldout.spider, 57, rolls=20, posed=20), threejs),
    "converter": (lambda: make(58, skins=2, rolls=50), converter),
    "by-hand": (lambda: heldout.make(heldout.hand, 59, rolls=20), by_hand),
}


def main():
    bindpose, folder = sys.argv[1], sys.argv[2]
    failures, said = 0, {}
    os.makedirs(folder, exist_ok=True)
    for name, (create, export) in EXPORTS.items():
        model = create()
        sound, path, fixed = (os.path.join(folder, f"{name}{part}.glb") for part in ("-sound", "", "-fixed"))
        if name == "vroid":
            add_targets(model, bounds=True)
        model.write(sound)
        export(model)
        model.write(path)
        if name == "sketchfab":
            with open(os.path.join(folder, "scene one.bin"), "wb") as out:
                out.write(bytes(model.binary))
            model.gltf["buffers"] = [{"byteLength": len(model.binary), "uri": "scene%20one.bin"}]
            os.remove(path)
            path = path.replace(".glb", ".gltf")
            with open(path, "w") as out:
                json.dump(model.gltf, out)
        code, text = run(bindpose, "doctor", path, "--json")
        errors = [f for f in json.loads(text)["findings"] if f["severity"] == "error"]
        said[name] = sorted({f["validatorCode"] for f in errors if f["id"] == "gltf-rule" and f["validatorCode"]})
        fix, told = run(bindpose, "doctor", path, "--fix", fixed)
        equal = run(bindpose, "diff", sound, fixed, "--tolerance", "0.002" if name == "converter" else "1e-5", "--ignore", "names")
        good = code == 1 and fix == 0 and equal[0] == 0 and run(bindpose, "doctor", fixed)[0] == 0
        failures += not good
        print("good  " if good else "FAILED", f"{name:14} {len(errors)} errors", "" if good else (told[-1500:], equal[1][:400]))
    with open(os.path.join(folder, "codes.json"), "w") as file:
        json.dump(said, file)
    print(f"{failures} of {len(EXPORTS)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
