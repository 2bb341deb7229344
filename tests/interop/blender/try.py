"""The add-on as an artist would use it, in Blender without a window: `blender -b --factory-startup --python try.py -- ZIP MODEL WORK`.

Prints a line for each thing tried. Expected vertices and bones come from how the models were broken."""
import json
import os
import struct
import sys

import bpy
import numpy

numpy.bool = bool  # Debian's importer of glTF still asks for it
zip_path, model, work = sys.argv[sys.argv.index("--") + 1 :]
failed = 0


def check(name, good, said=""):
    global failed
    failed += not good
    print("[       OK ]" if good else "[  FAILED  ]", name, "" if good else said)


def refused(call, **options):
    try:
        call(**options)
    except RuntimeError as fault:
        return str(fault)
    return ""


def clear():
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.preferences.addon_enable(module="bindpose")


def finding(identifier):
    found = [(i, one) for i, one in enumerate(bpy.context.scene.bindpose_findings) if one.identifier == identifier]
    return found[0] if found else (None, None)


def select(identifier, what):
    index, _ = finding(identifier)
    return index is not None and bpy.ops.bindpose.select(index=index, what=what) == {"FINISHED"}


bpy.ops.preferences.addon_install(filepath=zip_path, overwrite=True)
clear()

# A model of ours whose vertex 100 has weights that sum to 0.5: the file is checked, and the vertex is selected.
data = bytearray(open(model, "rb").read())
size = struct.unpack_from("<I", data, 12)[0]
description = json.loads(data[20 : 20 + size])
attributes = description["meshes"][0]["primitives"][0]["attributes"]


def at(attribute, width, vertex):
    accessor = description["accessors"][attributes[attribute]]
    view = description["bufferViews"][accessor["bufferView"]]
    return 28 + size + view.get("byteOffset", 0) + accessor.get("byteOffset", 0) + view.get("byteStride", width) * vertex


kind = description["accessors"][attributes["WEIGHTS_0"]]["componentType"]
width = {5121: 1, 5123: 2, 5126: 4}[kind]
for k in range(4):
    place = at("WEIGHTS_0", 4 * width, 100) + k * width
    value = struct.unpack_from({1: "<B", 2: "<H", 4: "<f"}[width], data, place)[0]
    struct.pack_into({1: "<B", 2: "<H", 4: "<f"}[width], data, place, value / 2 if width == 4 else value // 2)
position = struct.unpack_from("<3f", data, at("POSITION", 12, 100))
broken = os.path.join(work, "halved.glb")
open(broken, "wb").write(data)
bpy.ops.import_scene.gltf(filepath=model)
bpy.ops.bindpose.check_file(filepath=broken)
_, item = finding("weights-sum")
check("a weight that was halved is found", item and item.severity == "error", str(item))
check("with Blender's words", item and item.advice == "Weight Paint > Weights > Normalize All")
check("its vertex can be selected", select("weights-sum", "VERTICES"))
mesh = bpy.context.object
bpy.ops.object.mode_set(mode="OBJECT")
chosen = [v.co for v in mesh.data.vertices if v.select]
x, y, z = position
check("and is the one that was changed", len(chosen) >= 1 and all((co - type(co)((x, -z, y))).length < 1e-4 for co in chosen), str(chosen))
check("a bone that moves nothing can be selected", select("joint-unused", "BONES"))
check("and is the neck", [b.name for b in bpy.context.object.data.bones if b.select] == ["neck"])
bpy.ops.object.mode_set(mode="OBJECT")
bpy.ops.bindpose.picture()
picture = [i for i in bpy.data.images if i.name == "Bindpose: before and after"]
check("a picture before and after", picture and tuple(picture[0].size) == (1280, 800), str([tuple(i.size) for i in picture]))

# A clip whose quaternion at a key isn't of length 1: the key is selected, and the frame is there.
text = bytearray(open(model, "rb").read())
animation = description["animations"][0]
channel = next(c for c in animation["channels"] if c["target"]["path"] == "rotation" and c["target"]["node"] == 6)
sampler = animation["samplers"][channel["sampler"]]
out = description["accessors"][sampler["output"]]
view = description["bufferViews"][out["bufferView"]]
place = 28 + size + view.get("byteOffset", 0) + out.get("byteOffset", 0) + 16 * 3
struct.pack_into("<4f", text, place, 2, 0, 0, 0)
times = description["accessors"][sampler["input"]]
view = description["bufferViews"][times["bufferView"]]
time = struct.unpack_from("<f", text, 28 + size + view.get("byteOffset", 0) + times.get("byteOffset", 0) + 12)[0]
turned = os.path.join(work, "turned.glb")
open(turned, "wb").write(text)
bpy.ops.bindpose.check_file(filepath=turned)
check("a wrong quaternion is found", finding("rotation-not-unit")[1] is not None)
check("its keys can be selected", select("rotation-not-unit", "KEYS"))
check("at its frame", bpy.context.scene.frame_current == round(time * bpy.context.scene.render.fps), str((bpy.context.scene.frame_current, time)))

# A scene with a fault of its own: an armature that is scaled along one axis, as artists make them.
clear()
bpy.ops.import_scene.gltf(filepath=model)
armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
armature.scale = (1, 3, 1)
bpy.ops.bindpose.check()
_, item = finding("scale-non-uniform")
check("the scene is exported and checked: its scale", item and "Object > Apply > Scale" in item.advice, str([f.identifier for f in bpy.context.scene.bindpose_findings]))
bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
bpy.ops.bindpose.check()
check("what is advised mends it", finding("scale-non-uniform")[1] is None)
target = os.path.join(work, "exported.glb")
bpy.ops.bindpose.export(filepath=target)
check("File > Export writes and checks", os.path.getsize(target) > 1000 and bpy.context.scene.bindpose_file == target)
check("the menu has it", any("export_menu" in str(f) for f in bpy.types.TOPBAR_MT_file_export._dyn_ui_initialize()))

# What can go wrong.
open(os.path.join(work, "none.glb"), "wb").write(b"no model")
bpy.ops.bindpose.check_file(filepath=os.path.join(work, "none.glb"))
check("a file that is none is a finding", finding("unreadable")[1] is not None)
check("no picture of it", "No picture" in refused(bpy.ops.bindpose.picture))
path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
check("no bindpose: it says so", "isn't found" in refused(bpy.ops.bindpose.check_file, filepath=broken))
os.environ["PATH"] = path
bpy.ops.preferences.addon_disable(module="bindpose")
check("disabled, it leaves nothing", not hasattr(bpy.types.Scene, "bindpose_findings"))
sys.exit(failed > 0)
