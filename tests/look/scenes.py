#!/usr/bin/env python3
"""The scenes in which our pictures are compared with three.js's: scenes.py DIR CHARACTER.glb

Writes DIR/spheres.glb, panels.glb, lamp.glb and character.glb: the same bytes each time. Nothing but Python's own library.
"""
import json
import math
import os
import struct
import sys
import zlib

FLOAT, USHORT, UINT = 5126, 5123, 5125


def png(size, pixel):
    """A PNG of size x size; pixel(x, y) with x, y in 0..1 gives r, g, b in 0..1."""
    rows = b"".join(
        b"\0" + bytes(round(255 * min(1, max(0, c))) for x in range(size) for c in pixel((x + 0.5) / size, (y + 0.5) / size))
        for y in range(size))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


class File:
    """A glTF document that grows, and its bytes."""

    def __init__(self, document=None, data=b""):
        self.json = document or {"asset": {"version": "2.0", "generator": "Bindpose tests/look/scenes.py"}, "scene": 0,
                                 "scenes": [{"nodes": []}], "nodes": []}
        self.data = bytearray(data)

    def add(self, kind, value):
        self.json.setdefault(kind, []).append(value)
        return len(self.json[kind]) - 1

    def view(self, data, **more):
        self.data += bytes(-len(self.data) % 4)
        at = len(self.data)
        self.data += data
        return self.add("bufferViews", {"buffer": 0, "byteOffset": at, "byteLength": len(data), **more})

    def accessor(self, values, kind, component=FLOAT, **more):
        flat = [x for value in values for x in value] if kind != "SCALAR" else values
        view = self.view(struct.pack(f"<{len(flat)}{ {FLOAT: 'f', USHORT: 'H', UINT: 'I'}[component]}", *flat))
        return self.add("accessors", {"bufferView": view, "componentType": component, "count": len(values), "type": kind, **more})

    def texture(self, image):
        source = self.add("images", {"mimeType": "image/png", "bufferView": self.view(image)})
        return {"index": self.add("textures", {"source": source, "sampler": self.sampler()})}

    def sampler(self):
        if "samplers" not in self.json:
            self.add("samplers", {"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497})
        return 0

    def shape(self, positions, normals, uvs, indices, tangents=None):
        """The attributes and indices of a primitive."""
        lo, hi = ([f(p[i] for p in positions) for i in range(3)] for f in (min, max))
        attributes = {"POSITION": self.accessor(positions, "VEC3", min=lo, max=hi), "NORMAL": self.accessor(normals, "VEC3"),
                      "TEXCOORD_0": self.accessor(uvs, "VEC2")}
        if tangents:
            attributes["TANGENT"] = self.accessor(tangents, "VEC4")
        return {"attributes": attributes, "indices": self.accessor(indices, "SCALAR", USHORT)}

    def place(self, shape, material, **transform):
        mesh = self.add("meshes", {"primitives": [{**shape, "material": material}]})
        self.json["scenes"][0]["nodes"].append(self.add("nodes", {"mesh": mesh, **transform}))

    def write(self, path):
        self.json["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.json, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data) + bytes(-len(self.data) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(data)))
            out.write(struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data)


def lathe(profile, sides=64):
    """A surface of revolution about +Y: profile has (radius, y, normal's radius, normal's y), from above to below."""
    positions, normals, uvs, indices, tangents = [], [], [], [], []
    for j, (radius, y, nr, ny) in enumerate(profile):
        for i in range(sides + 1):
            a = 2 * math.pi * i / sides
            s, c = (0.0, 1.0) if i == sides else (math.sin(a), math.cos(a))
            positions.append((radius * s, y, radius * c))
            normals.append((nr * s, ny, nr * c))
            tangents.append((c, 0.0, -s, 1.0))
            uvs.append((i / sides, j / (len(profile) - 1)))
            if j and i:
                at = j * (sides + 1) + i
                above = at - sides - 1
                indices += [above - 1, at - 1, at, above - 1, at, above]
    return positions, normals, uvs, indices, tangents


def sphere(radius, rings=32):
    angles = [math.pi * i / rings for i in range(rings + 1)]
    return lathe([(radius * math.sin(a), radius * math.cos(a), math.sin(a), math.cos(a)) for a in angles])


def normal_pixel(height):
    """The pixel of a normal map from a height that repeats; v runs downwards, so y of the normal is towards smaller v."""
    def pixel(u, v, step=1 / 512):
        x = (height(u - step, v) - height(u + step, v)) / (2 * step)
        y = (height(u, v + step) - height(u, v - step)) / (2 * step)
        scale = 0.5 / math.sqrt(x * x + y * y + 1)
        return 0.5 + x * scale, 0.5 + y * scale, 0.5 + scale
    return pixel


def domes(u, v, count=6):
    """Hemispherical bumps that end smoothly."""
    x, y = (u * count) % 1 - 0.5, (v * count) % 1 - 0.5
    r2 = (x * x + y * y) / 0.16
    return 0.1 / count * (1 - r2) ** 2 if r2 < 1 else 0


def spheres(path):
    """Metallic grows upwards, roughness to the right."""
    file = File()
    positions, normals, uvs, indices, tangents = sphere(0.45)
    shape = file.shape(positions, normals, uvs, indices)
    for row in range(5):
        for column in range(7):
            material = file.add("materials", {"pbrMetallicRoughness": {
                "baseColorFactor": [0.85, 0.42, 0.12, 1], "metallicFactor": row / 4, "roughnessFactor": column / 6}})
            file.place(shape, material, translation=[column - 3, row - 2, 0])
    file.write(path)


def panels(path):
    """A normal map with tangents, mirrored, without tangents, and at half its scale."""
    file = File()
    bumps = file.texture(png(256, normal_pixel(domes)))
    corners = [(-0.95, -0.95, 0), (0.95, -0.95, 0), (0.95, 0.95, 0), (-0.95, 0.95, 0)]
    for i, (kind, scale) in enumerate([("given", 1), ("mirrored", 1), ("none", 1), ("given", 0.5)]):
        uvs = [(0, 1), (1, 1), (1, 0), (0, 0)]
        tangents = [(1, 0, 0, 1)] * 4
        if kind == "mirrored":
            uvs = [(1 - u, v) for u, v in uvs]
            tangents = [(-1, 0, 0, -1)] * 4
        shape = file.shape(corners, [(0, 0, 1)] * 4, uvs, [0, 1, 2, 0, 2, 3], None if kind == "none" else tangents)
        material = file.add("materials", {"normalTexture": {**bumps, "scale": scale}, "pbrMetallicRoughness": {
            "baseColorFactor": [0.3, 0.45, 0.75, 1], "metallicFactor": 0, "roughnessFactor": 0.35}})
        file.place(shape, material, translation=[(i % 2) * 2 - 1, 1 - i // 2 * 2, 0])
    file.write(path)


def lamp(path):
    """A bulb brighter than white, a shade that is seen from inside too, and a metal foot."""
    file = File()
    file.json["extensionsUsed"] = ["KHR_materials_emissive_strength"]
    stripes = file.texture(png(128, lambda u, v: (1, 0.6, 0.2) if int(8 * v) % 2 else (0.1, 0.05, 0.3)))
    bulb = file.add("materials", {"emissiveFactor": [1, 0.8, 0.5], "pbrMetallicRoughness": {"metallicFactor": 0},
                                  "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 3}}})
    glow = file.add("materials", {"emissiveFactor": [0.7, 0.7, 0.7], "emissiveTexture": stripes, "pbrMetallicRoughness": {
        "metallicFactor": 0, "roughnessFactor": 0.8, "baseColorFactor": [0.4, 0.4, 0.4, 1]}})
    shade = file.add("materials", {"doubleSided": True, "pbrMetallicRoughness": {
        "metallicFactor": 0, "roughnessFactor": 0.9, "baseColorFactor": [0.1, 0.5, 0.35, 1]}})
    foot = file.add("materials", {"pbrMetallicRoughness": {
        "metallicFactor": 1, "roughnessFactor": 0.3, "baseColorFactor": [0.9, 0.88, 0.85, 1]}})
    file.place(file.shape(*sphere(0.28)[:4]), bulb, translation=[0, 1.15, 0])
    slope = (0.8944, 0.4472)
    file.place(file.shape(*lathe([(0.35, 1.05, *slope), (0.6, 0.55, *slope), (0.85, 0.05, *slope)])[:4]), shade)
    file.place(file.shape(*lathe([(0.09, 0.3, 1, 0), (0.09, -1, 1, 0)])[:4]), foot)
    profile = [(0.02, -0.86, 0, 1), (0.5, -0.88, 0.2425, 0.9701), (0.62, -1, 1, 0), (0.62, -1.1, 1, 0)]
    file.place(file.shape(*lathe(profile)[:4]), foot)
    file.place(file.shape(*lathe([(0.2, -0.3, 1, 0), (0.2, -0.7, 1, 0)])[:4]), glow)
    file.write(path)


def read(path):
    data = open(path, "rb").read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[28 + size:]


def floats(document, data, index, width):
    accessor = document["accessors"][index]
    view = document["bufferViews"][accessor["bufferView"]]
    assert accessor["componentType"] == FLOAT
    at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    stride = view.get("byteStride", 4 * width)
    return [struct.unpack_from(f"<{width}f", data, at + i * stride) for i in range(accessor["count"])]


def whole_numbers(document, data, index):
    accessor = document["accessors"][index]
    view = document["bufferViews"][accessor["bufferView"]]
    kind = {USHORT: "H", UINT: "I"}[accessor["componentType"]]
    return struct.unpack_from(f"<{accessor['count']}{kind}", data, view.get("byteOffset", 0) + accessor.get("byteOffset", 0))


def tangents_of(positions, normals, uvs, indices):
    """The direction of growing u at each vertex: summed over its triangles, and made perpendicular to its normal."""
    sums, sides = [[0.0] * 3 for _ in positions], [0.0] * len(positions)
    for i in range(0, len(indices) - 2, 3):
        a, b, c = indices[i:i + 3]
        e1, e2 = ([positions[k][j] - positions[a][j] for j in range(3)] for k in (b, c))
        (u1, v1), (u2, v2) = ((uvs[k][0] - uvs[a][0], uvs[k][1] - uvs[a][1]) for k in (b, c))
        area = u1 * v2 - u2 * v1
        for k in (a, b, c):
            sides[k] += area
            for j in range(3):
                sums[k][j] += (e1[j] * v2 - e2[j] * v1) * (1 if area > 0 else -1)
    out = []
    for n, t, side in zip(normals, sums, sides):
        along = sum(x * y for x, y in zip(n, t))
        t = [x - along * y for x, y in zip(t, n)]
        length = math.sqrt(sum(x * x for x in t))
        if length < 1e-9:
            t, length = ([0, 0, 1] if abs(n[2]) < 0.9 else [1, 0, 0]), 1
            along = sum(x * y for x, y in zip(n, t))
            t = [x - along * y for x, y in zip(t, n)]
            length = math.sqrt(sum(x * x for x in t))
        # y of the map is towards smaller v: cross(normal, tangent) * w, with v downwards.
        out.append([x / length for x in t] + [-1.0 if side > 0 else 1.0])
    return out


def character(path, source):
    """Our character, woven, with metal and glowing bands."""
    file = File(*read(source))
    weave = file.texture(png(256, normal_pixel(
        lambda u, v: 0.002 * math.sin(2 * math.pi * 24 * u) * math.sin(2 * math.pi * 24 * v))))
    bands = lambda v: int(16 * v) % 4 == 0
    # Occlusion, roughness, metallic.
    orm = file.texture(png(256, lambda u, v: (0.6 + 0.4 * math.cos(2 * math.pi * 8 * u), 0.3 + 0.6 * u, 1 if bands(v) else 0)))
    glow = file.texture(png(128, lambda u, v: (0, 0.5, 1) if int(32 * v) % 16 == 5 else (0, 0, 0)))
    for material in file.json["materials"]:
        material.setdefault("pbrMetallicRoughness", {}).update(
            {"metallicRoughnessTexture": orm, "metallicFactor": 1, "roughnessFactor": 1})
        material.update({"normalTexture": weave, "occlusionTexture": {**orm, "strength": 0.8}, "emissiveTexture": glow,
                         "emissiveFactor": [0.8, 0.8, 0.8]})
    for mesh in file.json["meshes"]:
        for primitive in mesh["primitives"]:
            attributes = primitive["attributes"]
            columns = [floats(file.json, file.data, attributes[name], width)
                       for name, width in (("POSITION", 3), ("NORMAL", 3), ("TEXCOORD_0", 2))]
            tangents = tangents_of(*columns, whole_numbers(file.json, file.data, primitive["indices"]))
            attributes["TANGENT"] = file.accessor(tangents, "VEC4")
    file.write(path)


def main():
    folder, source = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for scene in (spheres, panels, lamp):
        scene(os.path.join(folder, scene.__name__ + ".glb"))
    character(os.path.join(folder, "character.glb"), source)


main()
