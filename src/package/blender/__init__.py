"""Bindpose's doctor in Blender: what is wrong with a character's skin, in Blender's words.

It runs the program `bindpose` (in this folder, the preferences' or the PATH's) on a .glb, and reads its
JSON. It never uses a network. Tried with Blender 3.4; untested with 4.x, whose manual has all it uses."""

bl_info = {
    "name": "Bindpose: skin doctor",
    "author": "The Bindpose project",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "View3D > Sidebar > Bindpose; File > Export > glTF, checked by Bindpose",
    "description": "Finds faults of skins, weights, bones and clips as engines will see them",
    "category": "Import-Export",
}

import json
import os
import shutil
import struct
import subprocess
import textwrap

import bpy
from bpy_extras.io_utils import ExportHelper, ImportHelper
from bpy.props import CollectionProperty, EnumProperty, IntProperty, StringProperty
from mathutils import Matrix, Vector, kdtree

# What to do in Blender. Other findings show the doctor's own remedy.
ADVICE = {
    "weights-sum": "Weight Paint > Weights > Normalize All",
    "weights-zero": "Select the vertices and assign them: Object Data > Vertex Groups > Assign",
    "influences-over-4": "Weight Paint > Weights > Limit Total to 4, then Normalize All",
    "influences-unrelated": "Object Data > Vertex Groups: choose the distant bone's group, then Remove",
    "joint-unused": "Nothing; or Bone Properties > Deform off, and export with Deformation Bones Only",
    "scale-non-uniform": "Object > Apply > Scale, of the armature and the mesh",
    "scale-negative": "Object > Apply > Scale, then Mesh > Normals > Recalculate Outside",
    "unit-mixup": "Object > Apply > All Transforms, of the armature and the mesh",
    "mesh-transform-ignored": "Object > Apply > All Transforms, of the mesh",
    "mesh-under-skeleton": "Object > Parent > Clear and Keep Transformation; keep the Armature modifier",
    "skin-missing": "Select mesh, then armature: Object > Parent > Armature Deform; export both",
    "no-common-root": "In Edit Mode, parent the loose bones to one root: Armature > Parent > Make",
    "names-duplicated": "Rename the bones: F2, or Edit > Batch Rename",
    "joints-apart": "Bone Properties > Deform on, for the bones between",
    "rest-not-bind": "Armature > Pose Position, then Pose > Apply > Apply Pose as Rest Pose",
    "triangle-degenerate": "Mesh > Clean Up > Degenerate Dissolve",
    "triangle-flipped": "Mesh > Normals > Recalculate Outside",
    "explodes": "Go to the frame, and look at the weights of the vertex and the keys of the bone",
    "candy-wrapper": "Add a twist bone, or Armature modifier > Preserve Volume (which glTF doesn't have)",
    "clip-sheared": "Object > Apply > Scale, of the armature; Bone Properties > Inherit Scale: Average",
}
ICONS = {"error": "CANCEL", "warning": "ERROR", "note": "INFO"}


def program():
    """The path of bindpose: the preferences', the one in this folder, or the PATH's; or None."""
    addon = bpy.context.preferences.addons.get(__name__)
    chosen = bpy.path.abspath(addon.preferences.program) if addon and addon.preferences.program else ""
    here = os.path.dirname(os.path.abspath(__file__))
    for path in (chosen, os.path.join(here, "bindpose"), os.path.join(here, "bindpose.exe")):
        if path and os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    return shutil.which("bindpose")


def run(*words):
    """Exit code, output, messages. A missing program, and one that hangs, are a RuntimeError."""
    path = program()
    if not path:
        raise RuntimeError("bindpose isn't found. Install it, or name it in the add-on's preferences")
    try:
        options = {"encoding": "utf-8", "errors": "replace", "timeout": 300}
        done = subprocess.run([path, *words], capture_output=True, **options)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise RuntimeError(f"{path} can't be run: {fault}") from fault
    return done.returncode, done.stdout, done.stderr.strip()


class Glb:
    """A .glb's JSON and binary chunk, to find names and positions."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.json, self.binary = {}, b""
        if data[:4] == b"glTF":
            end = 20 + struct.unpack_from("<I", data, 12)[0]
            self.json, self.binary = json.loads(data[20:end]), data[end + 8 :]

    def get(self, kind, index):
        return dict(enumerate(self.json.get(kind, []))).get(index, {})

    def name(self, kind, index):
        return self.get(kind, index).get("name", "")

    def joint_name(self, skin, joint):
        joints = self.get("skins", skin).get("joints", [])
        return self.name("nodes", joints[joint]) if joint < len(joints) else ""

    def positions(self, mesh, primitive, vertices):
        """Of some vertices, with Blender's axes; none where they are compressed."""
        primitives = self.get("meshes", mesh).get("primitives", [])
        if not 0 <= primitive < len(primitives):
            return []
        accessor = self.get("accessors", primitives[primitive]["attributes"].get("POSITION", -1))
        if accessor.get("componentType") != 5126 or "bufferView" not in accessor:
            return []
        view = self.get("bufferViews", accessor["bufferView"])
        first = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", 12)
        places = [first + stride * vertex for vertex in vertices if vertex < accessor["count"]]
        found = [struct.unpack_from("<3f", self.binary, at) for at in places if at + 12 <= len(self.binary)]
        return [Vector((x, -z, y)) for x, y, z in found]


class BindposeFinding(bpy.types.PropertyGroup):
    identifier: StringProperty()
    severity: StringProperty()
    message: StringProperty()
    advice: StringProperty()
    mesh: StringProperty()
    bones: StringProperty()  # JSON: a list of names
    places: StringProperty()  # JSON: a list of positions
    vertex_count: IntProperty()
    action: StringProperty()
    times: StringProperty()  # JSON: a list of seconds


def check(context, path):
    """Fills the scene's list with the findings of a file. Returns how many there are of each severity."""
    code, output, messages = run("doctor", path, "--json")
    if code > 2 or not output:
        raise RuntimeError(messages or "bindpose gave no result")
    result, glb = json.loads(output), Glb(path)
    context.scene.bindpose_findings.clear()
    context.scene.bindpose_file = path
    for finding in sorted(result["findings"], key=lambda one: list(ICONS).index(one["severity"])):
        if finding["silenced"] is not None:
            continue
        item = context.scene.bindpose_findings.add()
        item.identifier = finding["id"]
        item.severity = finding["severity"]
        item.message = finding["message"]
        item.advice = ADVICE.get(finding["id"], finding["remedy"])
        mesh, skin = finding.get("mesh", -1), finding.get("skin", -1)
        item.mesh = glb.name("meshes", mesh)
        bones = [glb.joint_name(skin, joint) for joint in finding.get("joints", [])] if skin >= 0 else []
        if not bones and "node" in finding:
            bones = [glb.name("nodes", finding["node"])]
        item.bones = json.dumps([bone for bone in bones if bone])
        places = glb.positions(mesh, finding.get("primitive", -1), finding.get("vertices", []))
        item.places = json.dumps([list(place) for place in places])
        item.vertex_count = finding.get("vertexCount", 0)
        steps = finding["pointer"].split("/")
        if steps[1:2] == ["animations"]:
            item.action = glb.name("animations", int(steps[2]))
        item.times = json.dumps(finding.get("times", []))
    return [result[kind] for kind in ("errors", "warnings", "notes")]


def begin(context, target):
    """Makes an object the only selected one, in Object Mode, and turns the view of the button to it."""
    if context.object and context.object.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.object.select_all(action="DESELECT")
    target.select_set(True)
    context.view_layer.objects.active = target
    for region in context.area.regions if context.area and context.area.type == "VIEW_3D" else ():
        if region.type == "WINDOW":
            with context.temp_override(region=region):
                bpy.ops.view3d.view_selected()


def select_vertices(context, item):
    """Selects what is where the file's vertices are: the exporter splits vertices, so numbers differ."""
    places = [Vector(place) for place in json.loads(item.places)]
    for target in context.scene.objects if places else ():
        if target.type != "MESH" or (item.mesh and item.mesh not in (target.data.name, target.name)):
            continue
        armatures = [m.object for m in target.modifiers if m.type == "ARMATURE" and m.object]
        to_file = armatures[0].matrix_world.inverted_safe() @ target.matrix_world if armatures else Matrix()
        tree = kdtree.KDTree(len(target.data.vertices))
        for vertex in target.data.vertices:
            tree.insert(to_file @ vertex.co, vertex.index)
        tree.balance()
        near = 1e-4 * max(target.dimensions) + 1e-6
        chosen = {index for place in places for _, index, _ in tree.find_range(place, near)}
        if chosen:
            begin(context, target)
            for part in (target.data.polygons, target.data.edges):
                part.foreach_set("select", [False] * len(part))
            target.data.vertices.foreach_set("select", [v.index in chosen for v in target.data.vertices])
            context.tool_settings.mesh_select_mode = (True, False, False)
            bpy.ops.object.mode_set(mode="EDIT")
            return len(chosen)
    return 0


def select_bones(context, item):
    names = set(json.loads(item.bones))
    for target in context.scene.objects:
        if target.type != "ARMATURE" or not names & set(target.data.bones.keys()):
            continue
        begin(context, target)
        bpy.ops.object.mode_set(mode="POSE")
        target.show_in_front = True
        for bone in target.data.bones:
            bone.select = bone.name in names
            if bone.select:
                target.data.bones.active = bone
        return sum(bone.select for bone in target.data.bones)
    return 0


def select_keys(context, item):
    """Goes to the moment, and selects the keys there: of the finding's bones, or else of all."""
    times = json.loads(item.times)
    names = [name for name in bpy.data.actions.keys() if item.action and name.startswith(item.action)]
    if not names or not times:
        return 0
    action = bpy.data.actions[min(names, key=len)]  # the importer adds the object's name
    rate = context.scene.render.fps / context.scene.render.fps_base
    owners = ['pose.bones["%s"]' % bone for bone in json.loads(item.bones)]
    count = 0
    for curve in action.fcurves:
        owned = not owners or any(curve.data_path.startswith(owner) for owner in owners)
        for key in curve.keyframe_points:
            key.select_control_point = owned and any(abs(key.co.x / rate - at) < 0.75 / rate for at in times)
            count += key.select_control_point
    context.scene.frame_set(round(times[0] * rate))
    return count


def show(context, image):
    """In the Image Editor that is open, or in a new window."""
    areas = [area for area in context.screen.areas if area.type == "IMAGE_EDITOR"]
    if not areas and not bpy.app.background:
        bpy.ops.wm.window_new()
        areas = context.window_manager.windows[-1].screen.areas
    for area in areas[:1]:
        area.type = "IMAGE_EDITOR"
        area.spaces.active.image = image


class BINDPOSE_OT_select(bpy.types.Operator):
    """Select what the finding is about"""

    bl_idname, bl_label = "bindpose.select", "Select"
    bl_options = {"REGISTER", "UNDO"}
    index: IntProperty()
    what: EnumProperty(items=[(name, name.title(), "") for name in ("VERTICES", "BONES", "KEYS")])

    def execute(self, context):
        item = context.scene.bindpose_findings[self.index]
        work = {"VERTICES": select_vertices, "BONES": select_bones, "KEYS": select_keys}[self.what]
        count = work(context, item)
        if count == 0:
            self.report({"WARNING"}, f"No such {self.what.lower()}: another scene, or it was changed")
            return {"CANCELLED"}
        self.report({"INFO"}, f"Selected {self.what.lower()}: {count}")
        return {"FINISHED"}


def tell(operator, counts):
    level = "WARNING" if counts[0] + counts[1] else "INFO"  # an ERROR would stop scripts
    operator.report({level}, "%d errors, %d warnings, %d notes; see the sidebar (N)" % tuple(counts))


class Worker:
    def execute(self, context):
        try:
            self.work(context)
        except (RuntimeError, OSError, ValueError, KeyError) as fault:
            self.report({"ERROR"}, str(fault))
            return {"CANCELLED"}
        return {"FINISHED"}


class BINDPOSE_OT_check(Worker, bpy.types.Operator):
    """Export the scene to a temporary file, and list what an engine will find wrong with it.
    Numbers are the file's, in which Y is up: its Y is Blender's Z"""

    bl_idname, bl_label = "bindpose.check", "Check the Scene"

    def work(self, context):
        path = os.path.join(bpy.app.tempdir, "bindpose-check.glb")
        if context.object and context.object.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.export_scene.gltf(filepath=path, export_format="GLB", export_extras=True)
        tell(self, check(context, path))


class BINDPOSE_OT_check_file(Worker, ImportHelper, bpy.types.Operator):
    """List what is wrong with a file that was exported or downloaded"""

    bl_idname, bl_label = "bindpose.check_file", "Check a File"
    filter_glob: StringProperty(default="*.glb;*.vrm;*.gltf", options={"HIDDEN"})

    def work(self, context):
        tell(self, check(context, self.filepath))


class BINDPOSE_OT_export(Worker, ExportHelper, bpy.types.Operator):
    """Export a .glb, and check it"""

    bl_idname, bl_label = "bindpose.export", "glTF, checked by Bindpose (.glb)"
    filename_ext = ".glb"

    def work(self, context):
        path = bpy.path.ensure_ext(self.filepath, ".glb")
        bpy.ops.export_scene.gltf(filepath=path, export_format="GLB", export_extras=True)
        tell(self, check(context, path))


class BINDPOSE_OT_picture(Worker, bpy.types.Operator):
    """Repair a copy of the checked file, and show it before and after"""

    bl_idname, bl_label = "bindpose.picture", "Picture Before and After"

    def work(self, context):
        fixed, picture = (os.path.join(bpy.app.tempdir, name) for name in ("fixed.glb", "picture.png"))
        file = context.scene.bindpose_file
        _, output, messages = run("doctor", file, "--fix", fixed, "--picture", picture, "--quiet")
        if not os.path.exists(picture):
            last = (output.strip() or messages).splitlines()[-1:] or ["there is nothing to show"]
            raise RuntimeError("No picture: " + last[0])
        image = bpy.data.images.load(picture, check_existing=False)
        image.name = "Bindpose: before and after"
        image.pack()
        os.remove(picture)
        show(context, image)
        self.report({"INFO"}, f"'{image.name}' is in the Image Editor; the repaired copy is {fixed}")


class BINDPOSE_PT_panel(bpy.types.Panel):
    bl_label, bl_category = "Skin Doctor", "Bindpose"
    bl_space_type, bl_region_type = "VIEW_3D", "UI"

    def draw(self, context):
        layout, scene, ui = self.layout, context.scene, context.preferences.system
        layout.operator("bindpose.check", icon="VIEWZOOM")
        layout.operator("bindpose.check_file", icon="FILE")
        if scene.bindpose_file:
            layout.operator("bindpose.picture", icon="IMAGE_DATA")
            if not scene.bindpose_findings:
                layout.label(text="Nothing is wrong", icon="CHECKMARK")
        for index, item in enumerate(scene.bindpose_findings):
            box = layout.box()
            box.label(text=item.identifier, icon=ICONS[item.severity])
            words = box.column(align=True)
            words.scale_y = 0.8
            for text in (item.message, "Do: " + item.advice):
                for line in textwrap.wrap(text, max(20, int(context.region.width / ui.ui_scale / 7) - 8)):
                    words.label(text=line)
            row = box.row(align=True)
            for what, there in (("VERTICES", item.places), ("BONES", item.bones), ("KEYS", item.times)):
                if json.loads(there or "[]"):
                    button = row.operator("bindpose.select", text=what.title())
                    button.index, button.what = index, what
            shown = len(json.loads(item.places or "[]"))
            if item.vertex_count > shown > 0:
                box.label(text=f"(the first {shown} of {item.vertex_count} vertices)")


class BindposePreferences(bpy.types.AddonPreferences):
    bl_idname = __name__
    program: StringProperty(name="bindpose", subtype="FILE_PATH", description="Empty: found by itself")

    def draw(self, context):
        self.layout.prop(self, "program")
        self.layout.label(text="Found: " + (program() or "nothing"))


def export_menu(self, context):
    self.layout.operator(BINDPOSE_OT_export.bl_idname)


CLASSES = (BindposeFinding, BINDPOSE_OT_select, BINDPOSE_OT_check, BINDPOSE_OT_check_file, BINDPOSE_OT_export,
           BINDPOSE_OT_picture, BINDPOSE_PT_panel, BindposePreferences)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.Scene.bindpose_findings = CollectionProperty(type=BindposeFinding)
    bpy.types.Scene.bindpose_file = StringProperty()
    bpy.types.TOPBAR_MT_file_export.append(export_menu)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(export_menu)
    del bpy.types.Scene.bindpose_findings, bpy.types.Scene.bindpose_file
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
