"""Six VRMs of our own making, for pictures: each is blue in front and red behind, so a picture shows which side one sees.

    vrms.py BINDPOSE FOLDER      writes FOLDER/NAME.vrm and FOLDER/NAME.png, and fails where red is seen

VRM 0.x figures face -Z, those of VRM 1.0 face +Z; so the front is that of the specification, and not what we draw."""
import os
import struct
import subprocess
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "repair"))
import characters

BLUE, RED = [0.05, 0.2, 0.8, 1.0], [0.8, 0.1, 0.05, 1.0]


def figure(seed, front, **options):
    """Without turns at rest, as in VRM 0.x. `front`: 1 if it faces +Z, -1 if it faces -Z; toes point to the front."""
    model = characters.make(seed, **options)
    gltf = model.gltf
    del gltf["animations"]
    for node in gltf["nodes"]:
        if "translation" in node:
            x, y, z = node["translation"]
            node["translation"] = [front * x, y, front * z]
    for skin in gltf["skins"]:
        binds = [m[:12] + [front * m[12], m[13], front * m[14], 1.0] for m in model.binds(skin)]
        model.set_binds(skin, binds)
    gltf["materials"] = [{"name": name, "pbrMetallicRoughness": {"baseColorFactor": color, "metallicFactor": 0.0}}
                         for name, color in (("front", BLUE), ("back", RED))]
    for mesh in gltf["meshes"]:
        part = mesh["primitives"][0]
        attributes = part["attributes"]
        rows = [[front * x, y, front * z] for x, y, z in model.numbers(attributes["POSITION"])]
        attributes["POSITION"] = model.add(rows, bounds=True, target=34962)
        corners = [row[0] for row in model.numbers(part["indices"])]
        sides = {0: [], 1: []}
        for i in range(0, len(corners), 3):
            triangle = [corners[i], corners[i + 2], corners[i + 1]]  # characters.py winds them inwards
            a, b, c = (rows[v] for v in triangle)
            u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
            normal = u[0] * v[1] - u[1] * v[0]
            sides[normal * front < 0].append(triangle)
        mesh["primitives"] = [{"attributes": attributes, "material": side,
                               "indices": model.add([[v] for t in triangles for v in t], 5123, "SCALAR", target=34963)}
                              for side, triangles in sides.items()]
    return model


def node(model, name):
    return next(i for i, n in enumerate(model.gltf["nodes"]) if n.get("name") == name)


BONES = {"hips": "hips", "spine": "spine0", "head": "head", "leftUpperArm": "armL", "leftLowerArm": "forearmL",
         "leftHand": "handL", "rightUpperArm": "armR", "rightLowerArm": "forearmR", "rightHand": "handR",
         "leftUpperLeg": "thighL", "leftLowerLeg": "shinL", "leftFoot": "footL", "rightUpperLeg": "thighR",
         "rightLowerLeg": "shinR", "rightFoot": "footR"}


def use(model, name, content):
    model.gltf.setdefault("extensions", {})[name] = content
    model.gltf.setdefault("extensionsUsed", []).append(name)


def vrm0(seed, **options):
    model = figure(seed, -1, **options)
    use(model, "VRM", {"specVersion": "0.0", "meta": {"title": "test"},
                       "humanoid": {"humanBones": [{"bone": b, "node": node(model, n)} for b, n in BONES.items()]}})
    return model


def vrm1(seed, **options):
    model = figure(seed, 1, **options)
    use(model, "VRMC_vrm", {"specVersion": "1.0", "meta": {"name": "test", "authors": ["us"], "licenseUrl": "https://vrm.dev/licenses/1.0/"},
                            "humanoid": {"humanBones": {b: {"node": node(model, n)} for b, n in BONES.items()}}})
    return model


def toon(model):
    """Materials with MToon's settings, which we leave out; one side of each triangle is drawn."""
    for material in model.gltf["materials"]:
        material["extensions"] = {"VRMC_materials_mtoon": {"specVersion": "1.0", "shadeColorFactor": [0.2, 0.2, 0.2]}}
    model.gltf["extensionsUsed"].append("VRMC_materials_mtoon")
    return model


def unlit(model):
    for material in model.gltf["materials"]:
        material["extensions"] = {"KHR_materials_unlit": {}}
        material["doubleSided"] = True
    model.gltf["extensionsUsed"].append("KHR_materials_unlit")
    return model


def springs(model):
    use(model, "VRMC_springBone", {"specVersion": "1.0", "springs": [{"joints": [
        {"node": node(model, n), "stiffness": 0.5, "gravityPower": 0.2, "gravityDir": [0, -1, 0], "dragForce": 0.3, "hitRadius": 0.02}
        for n in ("armL", "forearmL", "handL")]}]})
    return model


FIGURES = {
    "vrm0-plain": lambda: vrm0(1),
    "vrm0-unlit": lambda: unlit(vrm0(2, arms=1.3, legs=0.8)),
    "vrm0-skins": lambda: vrm0(3, skins=3),
    "vrm1-toon": lambda: toon(vrm1(4)),
    "vrm1-springs": lambda: springs(vrm1(5, fingers=3)),
    "vrm1-small": lambda: unlit(vrm1(6, unit=0.1, legs=1.3)),
}


def pixels(path):
    """RGB rows of a PNG of 8 bits a channel."""
    data = open(path, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width, height, _, color = struct.unpack_from(">IIBB", data, at + 8)
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    wide = {2: 3, 6: 4}[color]
    raw, before = zlib.decompress(packed), bytearray(width * wide)
    for y in range(height):
        start = y * (width * wide + 1)
        row = bytearray(raw[start + 1:start + 1 + width * wide])
        for i in range(len(row)):
            left, up, corner = (row[i - wide] if i >= wide else 0), before[i], (before[i - wide] if i >= wide else 0)
            p = left + up - corner
            nearest = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            row[i] = row[i] + {0: 0, 1: left, 2: up, 3: (left + up) // 2, 4: nearest}[raw[start]] & 255
        before = row
        for x in range(width):
            yield row[wide * x:wide * x + 3]


def main():
    bindpose, folder = sys.argv[1], sys.argv[2]
    failures = 0
    for name, make in FIGURES.items():
        path, picture = os.path.join(folder, f"{name}.vrm"), os.path.join(folder, f"{name}.png")
        make().write(path)
        code = subprocess.run([bindpose, "render", path, "-o", picture, "--size", "200x240"]).returncode
        blue = red = 0
        for r, g, b in pixels(picture) if code == 0 else []:
            blue += b > 1.5 * r + 20
            red += r > 1.5 * b + 20
        good = code == 0 and blue > 1000 and red * 20 < blue
        failures += not good
        print(f"{'good  ' if good else 'FAILED'} {name:14} {blue} blue pixels, {red} red ones")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
