"""Two faults at once, packed files, and characters unlike those of the other scripts, repaired as table.py does: a repair
without --guess must move as the unbroken file does, by `bindpose diff` and by the formulas of tests/profiles/reference.py.

    pairs.py BINDPOSE FOLDER COUNT SEED [--packed NODE_MODULES] [MODEL...]

Takes COUNT faults or pairs of each character, all if COUNT is 0. --packed also packs two of three files by gltf-transform:
meshopt, quantized or Draco.

Only a file that moves exactly as another sound character does may be copied. SimpleSkin's exchanged joints are table.py's
WITNESSES. Where all joints of each skin are in one place and have one matrix, as one joint has, another matrix draws the mesh
elsewhere or in another size: moved_mesh() makes the character that was modelled so."""
import json
import os
import random
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, "..", "cases"), os.path.join(here, "..", "profiles")]
import characters
import connected
import heldout
import reference
import table
from characters import FAULTS, IDENTITY, Model, from_trs, inverse, multiply, point, turn

run = table.run


# ---- characters ----

def prop(posed=0.0, joints=1):
    """A box on one joint below an armature, or on a row of joints; `posed`: degrees by which the nodes are turned at rest."""
    corners = [[x, y, z] for x in (0.0, 0.3) for y in (1.0, 1.5) for z in (-0.1, 0.1)]
    positions = [[x + 0.5 * j, y, z] for j in range(joints) for x, y, z in corners]
    triangles = [8 * j + v for j in range(joints)
                 for v in (0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3)]
    nodes = [{"name": f"bone{j}", "translation": [0.1, 1.1, 0] if j == 0 else [0.5, 0, 0], "children": [j + 1]} for j in range(joints)]
    del nodes[-1]["children"]
    nodes[0]["rotation"] = turn([0, 0, 1], posed)
    nodes += [{"name": "Armature", "children": [0, joints + 1]}, {"name": "box", "mesh": 0, "skin": 0}]
    model = Model({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [joints]}], "nodes": nodes, "accessors": [],
                   "bufferViews": []}, b"")
    model.gltf["meshes"] = [{"primitives": [{"attributes": {
        "POSITION": model.add(positions, bounds=True, target=34962),
        "JOINTS_0": model.add([[i // 8, 0, 0, 0] for i in range(len(positions))], 5121, "VEC4", target=34962),
        "WEIGHTS_0": model.add([[1.0, 0, 0, 0]] * len(positions), kind="VEC4", target=34962)},
        "indices": model.add([[v] for v in triangles], 5123, "SCALAR", target=34963)}]}]
    model.gltf["skins"] = [{"joints": list(range(joints)), "inverseBindMatrices": model.add(
        [IDENTITY[:12] + [-0.1 - 0.5 * j, -1.1, 0.0, 1.0] for j in range(joints)], kind="MAT4")}]
    clock = model.add([[0.0], [0.5], [1.0]], kind="SCALAR", bounds=True)
    model.gltf["animations"] = [{"samplers": [{"input": clock, "output": model.add(
        [turn([0, 0, 1], a) for a in (posed, posed + 50, posed)], kind="VEC4")}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}]
    return model


def mirrored(model, tops):
    """The joints from `tops` down are mirrored: bound with a negative determinant, and scaled by -1 in X at each top."""
    nodes = model.gltf["nodes"]
    names = {node.get("name"): i for i, node in enumerate(nodes)}
    flip = lambda q: [q[0], -q[1], -q[2], q[3]]
    below = [names[top] for top in tops]
    for i in below:
        below += nodes[i].get("children", [])
    for i in below:
        if nodes[i]["name"] in tops:
            nodes[i]["scale"] = [-1.0, 1.0, 1.0]
        else:
            x, y, z = nodes[i]["translation"]
            nodes[i].update(translation=[-x, y, z], rotation=flip(nodes[i]["rotation"]))
    for skin in model.gltf["skins"]:
        side = from_trs([0, 0, 0], [0, 0, 0, 1.0])
        side[0] = -1.0
        model.set_binds(skin, [multiply(m, side) if j in below else m for m, j in zip(model.binds(skin), skin["joints"])])
    for animation in model.gltf["animations"]:
        for channel in animation["channels"]:
            i, sampler = channel["target"]["node"], animation["samplers"][channel["sampler"]]
            if i in below and nodes[i]["name"] not in tops and channel["target"]["path"] == "rotation":
                sampler["output"] = model.add([flip(q) for q in model.numbers(sampler["output"])], kind="VEC4")
    return model


def with_sockets(model, seed):
    """Joints that move no vertex, among the others and at their ends: sockets, helpers and twists as rigs have them."""
    rng = random.Random(seed)
    nodes = model.gltf["nodes"]
    for skin in model.gltf["skins"]:
        old, binds, worlds = list(skin["joints"]), model.binds(skin), {}
        listed = [(j, m, n) for n, (j, m) in enumerate(zip(old, binds))]
        for j, m in list(zip(old, binds)):
            if rng.random() < 0.35:
                at = from_trs([rng.uniform(-0.1, 0.1) for _ in range(3)], turn([rng.random(), 1, 0.3], rng.uniform(-90, 90)))
                nodes.append({"name": f"{nodes[j]['name']}_socket", "matrix": at})
                nodes[j].setdefault("children", []).append(len(nodes) - 1)
                listed.insert(rng.randrange(len(listed) + 1), (len(nodes) - 1, multiply(m, inverse(at)), None))
        number = {n: i for i, (_, _, n) in enumerate(listed) if n is not None}
        skin["joints"] = [j for j, _, _ in listed]
        model.set_binds(skin, [m for _, m, _ in listed])
        for node in nodes:
            if "skin" not in node or model.gltf["skins"][node["skin"]] is not skin:
                continue
            for primitive in model.gltf["meshes"][node["mesh"]]["primitives"]:
                attributes = primitive["attributes"]
                attributes["JOINTS_0"] = model.add([[number[j] for j in row] for row in model.numbers(attributes["JOINTS_0"])],
                                                   5121, "VEC4", target=34962)
    return model


def in_units(model, factors):
    """Each skin's mesh in a unit of its own, which its inverse binds undo."""
    for node in model.gltf["nodes"]:
        if "skin" not in node:
            continue
        factor, skin = factors[node["skin"] % len(factors)], model.gltf["skins"][node["skin"]]
        model.set_binds(skin, [multiply(from_trs([0, 0, 0], [0, 0, 0, 1.0], 1 / factor), m) for m in model.binds(skin)])
        for primitive in model.gltf["meshes"][node["mesh"]]["primitives"]:
            attributes = primitive["attributes"]
            attributes["POSITION"] = model.add([[factor * v for v in p] for p in model.numbers(attributes["POSITION"])],
                                               bounds=True, target=34962)
    return model


SIDE = ("shoulderR", "thighR")
UNLIKE = {
    "prop": prop,
    "prop-posed": lambda: prop(posed=40.0),
    "prop-of-two": lambda: prop(joints=2),
    "prop-of-four": lambda: prop(joints=4),
    "mirrored": lambda: mirrored(characters.make(31, rolls=50), SIDE),
    "mirrored-posed": lambda: mirrored(characters.make(32, rolls=50, posed=25), SIDE),
    "sockets": lambda: with_sockets(heldout.make(heldout.quadruped, 33, rolls=60), 33),
    "sockets-posed": lambda: with_sockets(heldout.make(heldout.bird, 34, rolls=40, posed=30, parts=2), 34),
    "shared": lambda: heldout.make(heldout.quadruped, 35, rolls=50, parts=4),
    "shared-own": lambda: heldout.make(heldout.spider, 36, rolls=50, parts=2, subsets=True),
    "units": lambda: in_units(heldout.make(heldout.bird, 37, rolls=30, parts=2), (1.0, 100.0)),
    "units-posed": lambda: in_units(heldout.make(heldout.quadruped, 38, rolls=30, posed=25, parts=3), (1.0, 0.01, 39.37)),
    "quadruped-posed": lambda: heldout.make(heldout.quadruped, 39, rolls=80, posed=50),
}


# ---- faults that meet those of characters.py ----

def halved(model):
    for primitive in model.primitives():
        attributes = primitive["attributes"]
        if model.gltf["accessors"][attributes["WEIGHTS_0"]]["componentType"] == 5126:
            attributes["WEIGHTS_0"] = model.add([[0.5 * w for w in row] for row in model.numbers(attributes["WEIGHTS_0"])],
                                                kind="VEC4", target=34962)


def long_quaternions(model):
    for sampler in [s for a in model.gltf["animations"] for s in a["samplers"]]:
        if model.gltf["accessors"][sampler["output"]]["type"] == "VEC4":
            sampler["output"] = model.add([[2 * v for v in q] for q in model.numbers(sampler["output"])], kind="VEC4")
            return


def rounded(model):
    for skin in model.gltf["skins"]:
        if "inverseBindMatrices" in skin:
            model.set_binds(skin, [m[:15] + [0.9999999] for m in model.binds(skin)])


def float_joints(model):
    for primitive in model.primitives():
        rows = model.numbers(primitive["attributes"]["JOINTS_0"])
        primitive["attributes"]["JOINTS_0"] = model.add([[float(j) for j in row] for row in rows], kind="VEC4", target=34962)


def without_bounds(model):
    for primitive in model.primitives():
        model.gltf["accessors"][primitive["attributes"]["POSITION"]].pop("min", None)


def matrix_and_parts(model):
    node = model.gltf["nodes"][model.gltf["skins"][0]["joints"][-1]]
    if "matrix" not in node and "scale" not in node:
        node["matrix"] = from_trs(node.get("translation", [0, 0, 0]), node.get("rotation", [0, 0, 0, 1]))


def outside_the_scene(model):
    scene = model.gltf["scenes"][0]
    scene["nodes"] = [n for n in scene["nodes"] if "mesh" in model.gltf["nodes"][n]] or scene["nodes"]


def add_material(value):
    def fault(model):
        model.gltf.setdefault("materials", []).append(value)
        for primitive in model.primitives():
            primitive["material"] = len(model.gltf["materials"]) - 1
    return fault


def set_first(kind, **values):
    def fault(model):
        model.gltf[kind][0].update(values)
    return fault


def repeated_joint(model):
    joints = model.gltf["skins"][0]["joints"]
    joints[-1] = joints[0]


def joint_after_last(model):
    """The list of joints lost its last one, which vertices may follow."""
    for skin in model.gltf["skins"]:
        if len(skin["joints"]) > 1:
            skin["joints"] = skin["joints"][:-1]


OTHERS = {
    "halved": halved, "long-quaternions": long_quaternions, "rounded": rounded, "float-joints": float_joints,
    "bounds": without_bounds, "matrix-and-parts": matrix_and_parts, "outside": outside_the_scene,
    "repeated": repeated_joint, "list-cut": joint_after_last,
    "colour": add_material({"pbrMetallicRoughness": {"metallicFactor": 7}}),
    "texture": add_material({"normalTexture": {"index": 99}}), "undeclared": add_material({"extensions": {"KHR_materials_unlit": {}}}),
    "empty-scene": lambda model: model.gltf["scenes"].append({"nodes": []}), "skeleton": set_first("skins", skeleton=999),
    "name": set_first("meshes", name=5),
}


def of_skin(index, fault):
    """The fault in one skin alone."""
    def change(model):
        gltf = model.gltf
        skins, nodes, meshes = gltf["skins"], gltf["nodes"], gltf["meshes"]
        mine = [n["mesh"] for n in nodes if n.get("skin") == index]
        gltf["skins"], gltf["meshes"] = [skins[index]], [meshes[m] for m in mine]
        fault(model)
        gltf["skins"], gltf["meshes"] = skins, meshes
    return change


def combinations(model):
    """Names with changes: one fault; two of the matrices and numbers; one with a breach of another kind; one in each of two skins."""
    single = [(name, [fault]) for name, fault in {**FAULTS, **OTHERS}.items()]
    mixed = [(f"{a} {b}", [FAULTS[a], OTHERS[b]]) for a in FAULTS for b in OTHERS]
    twice = [(f"{a} {b}", [FAULTS[a], FAULTS[b]]) for a in FAULTS for b in FAULTS if a != b]
    each = [(f"0:{a} 1:{b}", [of_skin(0, FAULTS[a]), of_skin(1, FAULTS[b])]) for a in FAULTS for b in FAULTS if a != b]
    one = [(f"1:{a}", [of_skin(1, FAULTS[a])]) for a in FAULTS]
    return single + mixed + twice + (each + one if len(model.gltf["skins"]) > 1 else [])


# ---- judging ----

def unpack(path, modules):
    """Draco and meshopt as plain accessors, by gltf-transform's library."""
    if not modules:
        return path
    script = """
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS)
  .registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule(), 'meshopt.decoder': MeshoptDecoder });
const document = await io.read(process.argv[2]);
for (const e of document.getRoot().listExtensionsUsed()) if (/draco|meshopt/.test(e.extensionName)) e.dispose();
await io.write(process.argv[3], document);
"""
    tool = os.path.join(os.path.dirname(os.path.abspath(modules)), "unpack_pair.mjs")
    with open(tool, "w") as out:
        out.write(script)
    plain = path.replace(".glb", "-plain.glb")
    code, _, said = run("node", tool, path, plain)
    if code:
        raise RuntimeError(said[:300])
    return plain


def is_equal(bindpose, good, other, tolerance, modules):
    """By `diff` and by the formulas. They must agree, where the numbers of vertices do."""
    by_diff = run(bindpose, "diff", good, other, "--tolerance", str(tolerance), "--ignore", "names")[0] == 0
    plain = [unpack(path, modules) for path in (good, other)]
    for part in (0.0, 0.3, 0.8):
        a, b = (reference.bodies(path, part) for path in plain)
        if [len(x) for x in a] != [len(x) for x in b]:
            return by_diff
        points = [p for body in a for p in body]
        size = max(max(p[k] for p in points) - min(p[k] for p in points) for k in range(3))
        off = max(abs(p[k] - q[k]) for x, y in zip(a, b) for p, q in zip(x, y) for k in range(3))
        if not off <= 2 * tolerance * size:
            return "they disagree" if by_diff else False
    return by_diff


def moved_mesh(model, spoiled):
    """The character with its vertices moved as the spoiled matrices do; None if they do more than move, turn and scale."""
    witness = model.copy()
    for node in witness.gltf["nodes"]:
        if "skin" not in node:
            continue
        good, bad = (m.gltf["skins"][node["skin"]] for m in (model, spoiled))
        far = max(abs(v) for j in good["joints"][1:] for v in witness.gltf["nodes"][j].get("translation", [0])) if len(good["joints"]) > 1 else 0
        before, after = model.binds(good), spoiled.binds(bad) if "inverseBindMatrices" in bad else [IDENTITY]
        if far or any(m != rows[0] for rows in (before, after) for m in rows):
            return None
        change = multiply(after[0], inverse(before[0]))
        scale = sum(change[i] ** 2 for i in range(3))
        for i in range(3):
            for j in range(3):
                dot = sum(change[4 * i + k] * change[4 * j + k] for k in range(3))
                if abs(dot - (scale if i == j else 0)) > 1e-4 * scale or abs(change[4 * i + 3]) > 1e-6:
                    return None
        for primitive in witness.gltf["meshes"][node["mesh"]]["primitives"]:
            attributes = primitive["attributes"]
            attributes["POSITION"] = witness.add([point(change, p) for p in witness.numbers(attributes["POSITION"])], bounds=True,
                                                 target=34962)
    return witness


def is_another(bindpose, name, model, spoiled, what, fixed, tolerance):
    """Whether the written file moves as another sound character does."""
    path = fixed.replace("fixed", "witness")
    for fault in what.split():
        if (name, fault) in table.WITNESSES:
            witness = model.copy()
            table.WITNESSES[name, fault](witness)
            witness.write(path)
            if run(bindpose, "diff", path, fixed, "--tolerance", str(tolerance), "--ignore", "names")[0] == 0:
                return True
    witness = moved_mesh(model, spoiled)
    if not witness:
        return False
    witness.write(path)
    return run(bindpose, "diff", path, fixed, "--tolerance", str(tolerance), "--ignore", "names")[0] == 0


def main():
    bindpose, folder, count, seed, rest = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
    modules = rest.pop(rest.index("--packed") + 1) if "--packed" in rest else None
    models = {path: Model.read(path) for path in rest if path != "--packed"}
    for name, make in {**UNLIKE, **characters.CHARACTERS, **heldout.CHARACTERS, **connected.CHARACTERS}.items():
        models.setdefault(name, make())
    os.makedirs(folder, exist_ok=True)
    rng, tally, bad = random.Random(seed), {}, 0
    good, broken, fixed = (os.path.join(folder, f"{part}.glb") for part in ("good", "broken", "fixed"))
    for path, model in models.items():
        name, chosen = os.path.basename(path), combinations(model)
        if count:
            rng.shuffle(chosen)
            chosen = chosen[:count]
        for what, changes in chosen:
            spoiled = model.copy()
            try:
                for change in changes:
                    change(spoiled)
            except (KeyError, IndexError, ZeroDivisionError):
                continue  # a fault has nothing left to break
            model.write(good)
            spoiled.write(broken)
            pack = rng.choice(("none", "meshopt", "quantize", "draco", "meshopt", "draco")) if modules else "none"
            if pack != "none":
                tool = os.path.join(modules, ".bin", "gltf-transform")
                packed = [run(tool, pack, path, path + ".glb")[0] for path in (good, broken)]
                if any(packed):
                    pack = "none"
                else:
                    for path in good, broken:
                        shutil.move(path + ".glb", path)
            # SimpleSkin's own quaternions have a length of 0.9998, which mending makes 1.
            tolerance = 1e-3 if pack != "none" or "long-quaternions" in what else 1e-4
            outcome = judge(bindpose, good, broken, fixed, tolerance, modules if pack in ("meshopt", "draco") else None)
            if outcome.startswith("HALF") and os.path.exists(fixed) and is_another(
                    bindpose, name, model, spoiled, what, fixed, 5 * tolerance):
                outcome = "another sound one"
            tally[outcome] = tally.get(outcome, 0) + 1
            if outcome.startswith("HALF"):
                bad += 1
                print(outcome, name, what, pack, flush=True)
                for source in good, broken, fixed:
                    if os.path.exists(source):
                        kept = f"{bad}-{name}-{what}-{os.path.basename(source)}".replace(":", "").replace(" ", "_")
                        shutil.copy(source, os.path.join(folder, kept))
    print(", ".join(f"{n} {outcome}" for outcome, n in sorted(tally.items())))
    print("FAILED" if bad else "good", f"{bad} half repairs")
    return 1 if bad else 0


def judge(bindpose, good, broken, fixed, tolerance, modules):
    for guess in (), ("--guess",):
        if os.path.exists(fixed):
            os.remove(fixed)
        code, text, said = run(bindpose, "doctor", broken, "--fix", fixed, "--json", *guess)
        if code not in (0, 1, 2):
            return f"HALF: exit code {code}"
        if code != 0:
            if os.path.exists(fixed):
                return f"HALF: a file with exit code {code}"
            continue
        changes = json.loads(text)["repaired"]["changes"]
        marked = any(change["guess"] for change in changes)
        equal = is_equal(bindpose, good, fixed, tolerance, modules)
        if equal == "they disagree":
            return "HALF: diff says equal, and the formulas don't"
        if guess:
            return ("guessed, right" if equal else "guessed, wrong") if marked else "HALF: a guess that isn't marked"
        if marked:
            return "HALF: a guess without --guess"
        return "right" if equal else "HALF: repaired wrongly" if changes else "HALF: copied"
    return "refused"


if __name__ == "__main__":
    sys.exit(main())
