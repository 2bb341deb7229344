"""The bar of situations.py with one breach of glTF's own rules in each, and what --fix does about it: the file is
fixed, with --guess only, or not at all.

    rules.py BINDPOSE FOLDER [NTH] writes FOLDER/NAME.glb and FOLDER/NAME-fixed.glb, of each NTH case

A fixed file moves as the broken one, or, where strict readers refuse that, as the bar without the breach.
tests/interop/rules.mjs asks Khronos' validator about all of them: each broken file has the code that the doctor gives,
and no fixed one has an error."""
import base64
import json
import math
import os
import sys
from struct import pack, unpack_from

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from situations import bar, clip, morph, primitive, run, turn

MATRIX = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1]  # the translation (0, 1, 0) of the upper joints
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
CASES = {}


def case(outcome):
    def add(function):
        CASES[function.__name__.replace("_", "-")] = outcome, function
        return function
    return add


fixed, guessed, refused = case("fixed"), case("guessed"), case("refused")


def attributes(m):
    return primitive(m)["attributes"]


def rows(m, name):
    return m.numbers(attributes(m)[name])


def put(m, name, values, component=5126, kind="VEC3"):
    attributes(m)[name] = m.add(values, component, kind, target=34962)


def node(m, index):
    return m.gltf["nodes"][index]


def sampler(m):
    return m.gltf["animations"][0]["samplers"][0]


def accessor(m, index):
    return m.gltf["accessors"][index]


def view(m, index):
    return m.gltf["bufferViews"][accessor(m, index)["bufferView"]]


def add_view(m, data, **members):
    m.binary.extend(b"\0" * (-len(m.binary) % 4))
    m.gltf["bufferViews"].append({"buffer": 0, "byteOffset": len(m.binary), "byteLength": len(data), **members})
    m.binary.extend(data)
    return len(m.gltf["bufferViews"]) - 1


def add_accessor(m, data, component, count, kind, **members):
    m.gltf["accessors"].append({"bufferView": add_view(m, data), "componentType": component, "count": count,
                                "type": kind, **members})
    return len(m.gltf["accessors"]) - 1


def floats(values):
    return b"".join(pack(f"<{len(row)}f", *row) for row in values)


def material(m, value):
    m.gltf["materials"], primitive(m)["material"] = [value], 0


# ---- lists and references


@fixed
def empty_animations(m):
    m.gltf["animations"] = []


@fixed
def empty_children(m):
    node(m, 2)["children"] = []


@fixed
def empty_extensions(m):
    m.gltf["extensionsUsed"] = []


@fixed
def empty_scene(m):
    m.gltf["scenes"].append({"nodes": []})


@fixed
def child_twice(m):
    node(m, 0)["children"] = [1, 1]


@fixed
def scene_node_twice(m):
    m.gltf["scenes"][0]["nodes"] = [0, 3, 3]


@fixed
def scene_child_beside_root(m):
    m.gltf["scenes"][0]["nodes"] = [0, 3, 1]


@fixed
def scene_child_alone(m):
    m.gltf["scenes"][0]["nodes"] = [1, 3]


@fixed
def no_such_scene(m):
    m.gltf["scene"] = 3


@fixed
def no_such_skeleton(m):
    m.gltf["skins"][0]["skeleton"] = 99


@fixed
def no_such_material(m):
    primitive(m)["material"] = 4


@fixed
def no_such_texture(m):
    material(m, {"pbrMetallicRoughness": {"baseColorTexture": {"index": 9}}})


@fixed
def no_such_texture_of_extension(m):
    m.gltf["extensionsUsed"] = ["KHR_materials_clearcoat"]
    material(m, {"extensions": {"KHR_materials_clearcoat": {"clearcoatTexture": {"index": 3}}}})


@guessed
def no_texture_coordinates(m):
    m.gltf["images"] = [{"bufferView": add_view(m, PIXEL), "mimeType": "image/png"}]
    m.gltf["textures"] = [{"source": 0}]
    material(m, {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}})


@guessed
def no_third_texture_coordinates(m):
    no_texture_coordinates(m)
    material(m, {"normalTexture": {"index": 0, "texCoord": 2}})


@fixed
def no_such_sampler(m):
    no_texture_coordinates(m)
    put(m, "TEXCOORD_0", [[0, 0]] * 26, kind="VEC2")
    m.gltf["textures"][0]["sampler"] = 4


@fixed
def no_such_image(m):
    no_such_sampler(m)
    m.gltf["textures"] = [{"source": 4}]


# ---- nodes and morph targets


@fixed
def matrix_and_translation(m):
    node(m, 2)["matrix"] = MATRIX


@fixed
def matrix_and_translation_moved(m):
    node(m, 1)["matrix"] = MATRIX


@refused
def matrix_and_another_translation(m):
    node(m, 2)["matrix"] = MATRIX[:13] + [2, 0, 1]


@fixed
def channel_of_no_target(m):
    clip(m, 3, "weights", [0, 1], [[0], [1]])


@refused
def only_channel_of_no_target(m):
    m.gltf["animations"] = []
    channel_of_no_target(m)


@fixed
def mesh_weights_of_no_target(m):
    m.gltf["meshes"][0]["weights"] = [0.5]


@fixed
def node_weights_of_no_target(m):
    node(m, 3)["weights"] = [0.5]


@fixed
def target_without_base(m):
    morph(m, [[0, 0, 0]] * 26)
    primitive(m)["targets"][0]["TANGENT"] = primitive(m)["targets"][0]["POSITION"]


# ---- buffer views


@fixed
def binds_with_target(m):
    view(m, m.gltf["skins"][0]["inverseBindMatrices"])["target"] = 34962


@fixed
def clip_with_target(m):
    view(m, sampler(m)["output"])["target"] = 34962


@fixed
def indices_with_target_of_vertices(m):
    view(m, primitive(m)["indices"])["target"] = 34962


@fixed
def vertices_with_target_of_indices(m):
    view(m, attributes(m)["POSITION"])["target"] = 34963


@fixed
def packed_indices_with_stride(m):
    view(m, primitive(m)["indices"])["byteStride"] = 4


@fixed
def indices_with_gaps(m):
    data = b"".join(pack("<HH", int(row[0]), 9) for row in m.numbers(primitive(m)["indices"]))
    accessor(m, primitive(m)["indices"])["bufferView"] = add_view(m, data, target=34963, byteStride=4)


def share_view(m, names):
    data = b"".join(floats(rows(m, name)) for name in names)
    shared, offset = add_view(m, data, target=34962), 0
    for name in names:
        accessor(m, attributes(m)[name]).update(bufferView=shared, byteOffset=offset)
        offset += len(floats(rows(m, name)))


@fixed
def shared_view_without_stride(m):
    share_view(m, ["POSITION", "NORMAL"])


@fixed
def shared_view_of_two_sizes(m):
    share_view(m, ["POSITION", "WEIGHTS_0"])


@fixed
def one_view_for_all(m):
    for one in m.gltf["accessors"]:
        place = m.gltf["bufferViews"][one["bufferView"]]
        one.update(bufferView=0, byteOffset=place.get("byteOffset", 0) + one.get("byteOffset", 0))
    m.gltf["bufferViews"] = [{"buffer": 0, "byteLength": len(m.binary)}]


@fixed
def one_view_for_binds_and_clip(m):
    skin = m.gltf["skins"][0]
    data = floats(m.binds(skin)) + floats(m.numbers(sampler(m)["output"]))
    shared = add_view(m, data)
    accessor(m, skin["inverseBindMatrices"])["bufferView"] = shared
    accessor(m, sampler(m)["output"]).update(bufferView=shared, byteOffset=192)


@fixed
def unaligned(m):
    data = b"\0\0" + floats(rows(m, "NORMAL"))
    accessor(m, attributes(m)["NORMAL"]).update(bufferView=add_view(m, data, target=34962), byteOffset=2)


@fixed
def colours_of_three_bytes(m):
    attributes(m)["COLOR_0"] = add_accessor(m, bytes([255, 128, 0] * 26), 5121, 26, "VEC3", normalized=True)


# ---- attributes


@fixed
def unknown_attribute(m):
    attributes(m)["CUSTOM"] = attributes(m)["NORMAL"]


@fixed
def coordinates_from_1(m):
    put(m, "TEXCOORD_1", [[0, 0]] * 26, kind="VEC2")


@fixed
def long_normals(m):
    put(m, "NORMAL", [[2 * v for v in row] for row in rows(m, "NORMAL")])


@guessed
def normal_of_length_0(m):
    put(m, "NORMAL", [[0, 0, 0]] + rows(m, "NORMAL")[1:])


@guessed
def normal_of_no_number(m):
    put(m, "NORMAL", [[math.nan] * 3] + rows(m, "NORMAL")[1:])


@fixed
def long_tangents(m):
    put(m, "TANGENT", [[3, 0, 0, 1]] * 26, kind="VEC4")


@fixed
def handedness_of_2(m):
    put(m, "TANGENT", [[1, 0, 0, -2]] * 26, kind="VEC4")


@guessed
def handedness_of_0(m):
    put(m, "TANGENT", [[1, 0, 0, 0]] * 26, kind="VEC4")


@fixed
def joints_as_floats(m):
    put(m, "JOINTS_0", rows(m, "JOINTS_0"), kind="VEC4")


@refused
def joints_between_joints(m):
    put(m, "JOINTS_0", [[v + 0.5 for v in row] for row in rows(m, "JOINTS_0")], kind="VEC4")


@fixed
def joints_of_32_bits(m):
    data = b"".join(pack("<4I", *map(int, row)) for row in rows(m, "JOINTS_0"))
    attributes(m)["JOINTS_0"] = add_accessor(m, data, 5125, 26, "VEC4")


@fixed
def joints_normalized(m):
    accessor(m, attributes(m)["JOINTS_0"])["normalized"] = True


@fixed
def second_weights_not_normalized(m):
    attributes(m)["JOINTS_1"] = add_accessor(m, bytes(4 * 26), 5121, 26, "VEC4")
    attributes(m)["WEIGHTS_1"] = add_accessor(m, bytes(4 * 26), 5121, 26, "VEC4")


# ---- clips and extensions


@fixed
def rotations_as_plain_shorts(m):
    data = b"".join(pack("<4h", *(round(32767 * v) for v in turn([0, 0, 1], a))) for a in (0, 40))
    sampler(m)["output"] = add_accessor(m, data, 5122, 2, "VEC4")


@fixed
def translations_as_shorts(m):
    shorts = pack("<6h", 0, 1, 0, 0, 1, 0)
    clip(m, 1, "translation", [0, 1], [[0, 1, 0]] * 2)["output"] = add_accessor(m, shorts, 5122, 2, "VEC3")


@refused
def weights_as_plain_bytes(m):
    morph(m, [[0, 0, 0]] * 26)
    clip(m, 3, "weights", [0, 1], [[0], [1]])["output"] = add_accessor(m, bytes([0, 1]), 5121, 2, "SCALAR")


@fixed
def undeclared_extension(m):
    material(m, {"extensions": {"KHR_materials_unlit": {}}})


@fixed
def required_extension_not_declared(m):
    undeclared_extension(m)
    m.gltf["extensionsRequired"] = ["KHR_materials_unlit"]


# ---- members of other types and ranges


def textured(m, texture=None, **image):
    no_texture_coordinates(m)
    put(m, "TEXCOORD_0", [[0, 0]] * 26, kind="VEC2")
    m.gltf["images"][0].update(image)
    if texture:
        material(m, texture)


def camera(m, kind, **members):
    m.gltf["cameras"] = [{"type": kind, kind: members}]
    node(m, 2)["camera"] = 0


def light(m, **members):
    m.gltf["extensionsUsed"] = ["KHR_lights_punctual"]
    m.gltf["extensions"] = {"KHR_lights_punctual": {"lights": [members]}}
    node(m, 2)["extensions"] = {"KHR_lights_punctual": {"light": 0}}


def member_case(outcome, name, change):
    CASES[name] = outcome, change


SURFACE = "pbrMetallicRoughness"
for name, value in {
        "colour-over-1": {SURFACE: {"baseColorFactor": [1.5, 1, 1, 1]}}, "alpha-cutoff": {"alphaCutoff": -1},
        "colour-of-three": {SURFACE: {"baseColorFactor": [1, 1, 1]}}, "emissive-over-1": {"emissiveFactor": [4, 0, 0]},
        "metallic-below-0": {SURFACE: {"metallicFactor": -0.5}}, "two-sided-1": {"doubleSided": 1}}.items():
    member_case("guessed", name, lambda m, value=value: material(m, value))
for name, value in {
        "occlusion-of-2": {"occlusionTexture": {"index": 0, "strength": 2}},
        "normal-scale-text": {"normalTexture": {"index": 0, "scale": "1"}},
        "set-as-text": {"normalTexture": {"index": 0, "texCoord": "0"}},
        "texture-as-number": {"normalTexture": 0}, "texture-as-list": {SURFACE: {"baseColorTexture": [0]}}}.items():
    member_case("guessed", name, lambda m, value=value: textured(m, value))
member_case("fixed", "texture-without-index", lambda m: textured(m, {"normalTexture": {"scale": 1}}))
member_case("refused", "attributes-as-list", lambda m: primitive(m).update(attributes=[0]))
member_case("refused", "surface-as-list", lambda m: material(m, {SURFACE: [{"index": 1}]}))
for name, members in {
        "yfov-0": {"yfov": 0, "znear": 1}, "znear-0": {"yfov": 1, "znear": 0},
        "zfar-before-znear": {"yfov": 1, "znear": 1, "zfar": 0.5}}.items():
    member_case("refused", name, lambda m, members=members: camera(m, "perspective", **members))
member_case("guessed", "aspect-0", lambda m: camera(m, "perspective", yfov=1, znear=1, aspectRatio=0))
member_case("refused", "xmag-0", lambda m: camera(m, "orthographic", xmag=0, ymag=1, znear=0, zfar=1))
member_case("fixed", "no-such-camera", lambda m: node(m, 2).update(camera=7))
for name, members in {
        "light-colour-of-2": {"color": [2, 1, 1]}, "light-intensity-below-0": {"intensity": -1},
        "light-range-0": {"range": 0}, "light-cone-too-wide": {"type": "spot", "spot": {"outerConeAngle": 3}}}.items():
    member_case("guessed", name, lambda m, members=members: light(m, **{"type": "point", **members}))
member_case("fixed", "spot-without-cone", lambda m: light(m, type="spot"))
member_case("refused", "spot-cones-exchanged",
            lambda m: light(m, type="spot", spot={"innerConeAngle": 0.7, "outerConeAngle": 0.5}))
member_case("fixed", "name-as-number", lambda m: node(m, 1).update(name=7))
member_case("guessed", "name-as-list", lambda m: m.gltf["meshes"][0].update(name=["a"]))
member_case("guessed", "generator-as-number", lambda m: m.gltf["asset"].update(generator=[5]))
member_case("guessed", "extensions-as-list", lambda m: node(m, 0).update(extensions=[]))
member_case("refused", "accessor-of-nothing",
            lambda m: m.gltf["accessors"].append({"componentType": 5126, "count": 0, "type": "VEC3"}))
member_case("refused", "view-of-nothing", lambda m: m.gltf["bufferViews"].append({"buffer": 0, "byteLength": 0}))
member_case("refused", "no-attributes", lambda m: m.gltf["meshes"].append({"primitives": [{"attributes": {}}]}))
member_case("fixed", "bounds-as-text", lambda m: accessor(m, attributes(m)["POSITION"]).update(min=["a", 0, 0]))
member_case("fixed", "no-bounds-of-positions", lambda m: accessor(m, attributes(m)["POSITION"]).pop("min"))
member_case("fixed", "no-bounds-of-times", lambda m: accessor(m, sampler(m)["input"]).pop("max"))
member_case("fixed", "extension-twice", lambda m: m.gltf.update(extensionsUsed=["KHR_materials_unlit"] * 2))


def transformed(m, transform):
    textured(m, {"normalTexture": {"index": 0, "extensions": {"KHR_texture_transform": transform}}})
    m.gltf["extensionsUsed"] = ["KHR_texture_transform"]


member_case("guessed", "transform-as-number", lambda m: transformed(m, 1))
member_case("guessed", "turn-as-text", lambda m: transformed(m, {"rotation": "x"}))


@guessed
def wrap_as_text(m):
    textured(m)
    m.gltf["samplers"], m.gltf["textures"][0]["sampler"] = [{"wrapS": "REPEAT"}], 0


@fixed
def no_such_light(m):
    light(m, type="point")
    node(m, 2)["extensions"]["KHR_lights_punctual"]["light"] = 5


@refused
def camera_without_its_object(m):
    m.gltf["cameras"] = [{"type": "orthographic", "perspective": {"yfov": 1, "znear": 1}}]


@fixed
def material_extension_of_node(m):
    m.gltf["extensionsUsed"] = ["KHR_materials_unlit"]
    node(m, 0)["extensions"] = {"KHR_materials_unlit": {}}


@refused
def pointer_beside_path(m):
    m.gltf["extensionsUsed"] = ["KHR_animation_pointer"]
    target = m.gltf["animations"][0]["channels"][0]["target"] = {"path": "rotation"}
    target["extensions"] = {"KHR_animation_pointer": {"pointer": "/nodes/1/rotation"}}


# ---- strides and types of attributes


def strided(m, name, stride):
    data = b"".join(floats([row]) + bytes(stride - 12) for row in rows(m, name))
    attributes(m)[name] = add_accessor(m, data, 5126, 26, "VEC3")
    view(m, attributes(m)[name]).update(target=34962, byteStride=stride)


member_case("fixed", "stride-of-14", lambda m: strided(m, "NORMAL", 14))
member_case("fixed", "stride-of-256", lambda m: strided(m, "NORMAL", 256))
member_case("guessed", "stride-of-2", lambda m: view(m, attributes(m)["JOINTS_0"]).update(byteStride=2))


member_case("guessed", "stride-of-8", lambda m: view(m, attributes(m)["NORMAL"]).update(byteStride=8))


@fixed
def stride_beyond_view(m):
    one = {"POSITION": m.add([[0, 0, 0]], bounds=True), "_A": add_accessor(m, bytes(4), 5126, 1, "SCALAR")}
    m.gltf["bufferViews"][-1].update(target=34962, byteStride=8)
    m.gltf["meshes"].append({"primitives": [{"attributes": one, "mode": 0}]})


@fixed
def normals_as_bytes(m):
    attributes(m)["NORMAL"] = add_accessor(m, bytes([0, 0, 127, 0] * 26), 5120, 26, "VEC3", normalized=True)
    view(m, attributes(m)["NORMAL"]).update(target=34962, byteStride=4)


@fixed
def coordinates_as_shorts(m):
    attributes(m)["TEXCOORD_0"] = add_accessor(m, bytes(4 * 26), 5123, 26, "VEC2")


@guessed
def colours_as_plain_bytes(m):
    attributes(m)["COLOR_0"] = add_accessor(m, bytes([255] * 4 * 26), 5121, 26, "VEC4")


@guessed
def colours_over_1(m):
    put(m, "COLOR_0", [[2, 1, 1]] * 26)


@refused
def attribute_of_32_bits(m):
    attributes(m)["_ID"] = add_accessor(m, bytes(4 * 26), 5125, 26, "SCALAR")


# ---- images, buffers, chunks


def uri(data, kind):
    return f"data:{kind};base64," + base64.b64encode(data).decode()


def image_view(m):
    return m.gltf["bufferViews"][m.gltf["images"][0]["bufferView"]]


member_case("fixed", "image-of-another-type", lambda m: textured(m, mimeType="image/jpeg"))
member_case("refused", "image-of-two-places", lambda m: textured(m, uri=uri(PIXEL, "image/png")))
member_case("refused", "image-cut-off", lambda m: textured(m, bufferView=add_view(m, PIXEL[:20])))


@fixed
def image_without_type(m):
    textured(m)
    del m.gltf["images"][0]["mimeType"]


@refused
def image_of_no_place(m):
    textured(m)
    m.gltf["images"] = [{}]


@refused
def image_of_another_type_in_uri(m):
    textured(m)
    m.gltf["images"] = [{"uri": uri(PIXEL, "image/jpeg")}]


@fixed
def image_with_stride(m):
    textured(m)
    image_view(m)["byteStride"] = 4


@fixed
def image_with_target(m):
    textured(m)
    image_view(m)["target"] = 34962


def chunks(data):
    at = 12
    while at < len(data):
        size, kind = unpack_from("<I4s", data, at)
        yield kind, data[at + 8:at + 8 + size]
        at += 8 + size


def pack_chunks(*parts):
    data = b"".join(pack("<I4s", len(part), kind) + part for kind, part in parts)
    return pack("<4sII", b"glTF", 2, 12 + len(data)) + data


def container_case(outcome, name, change):
    """The change is of the JSON and the binary chunk; it returns the chunks of the broken file."""
    CASES[name] = outcome, lambda m: lambda data: pack_chunks(*change(*(part for _, part in chunks(data))))


def plain_text_buffer(text, binary):
    document = json.loads(text)
    document["buffers"][0]["uri"] = uri(binary, "text/plain")
    text = json.dumps(document).encode()
    return [(b"JSON", text + b" " * (-len(text) % 4))]


container_case("refused", "buffer-of-plain-text", plain_text_buffer)
container_case("fixed", "json-not-padded", lambda text, binary: [(b"JSON", text + b" "), (b"BIN\0", binary)])
container_case("fixed", "binary-not-padded", lambda text, binary: [(b"JSON", text), (b"BIN\0", binary + b"\0")])
container_case("refused", "binary-twice", lambda text, binary: [(b"JSON", text)] + 2 * [(b"BIN\0", binary)])
container_case("refused", "binary-third",
               lambda text, binary: [(b"JSON", text), (b"XTRA", b"1234"), (b"BIN\0", binary)])
container_case("refused", "other-not-padded",
               lambda text, binary: [(b"JSON", text), (b"BIN\0", binary), (b"XTRA", b"12345")])


# ---- words, variants, pointers


@guessed
def interpolation_as_number(m):
    sampler(m)["interpolation"] = 1


def pointer(m, target):
    m.gltf["extensionsUsed"] = ["KHR_animation_pointer"]
    m.gltf["animations"][0]["channels"][0]["target"] = {"path": "pointer", **target}


@fixed
def pointer_with_node(m):
    pointer(m, {"node": 1, "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/1/rotation"}}})


@refused
def pointer_to_nothing(m):
    pointer(m, {"extensions": {"KHR_animation_pointer": {}}})


def variants(m, *mappings):
    m.gltf["materials"], m.gltf["extensionsUsed"] = [{}, {}], ["KHR_materials_variants"]
    m.gltf["extensions"] = {"KHR_materials_variants": {"variants": [{"name": "red"}, {"name": "blue"}]}}
    primitive(m)["extensions"] = {"KHR_materials_variants": {"mappings": list(mappings)}}


@refused
def variant_of_two_materials(m):
    variants(m, {"material": 0, "variants": [0, 1]}, {"material": 1, "variants": [1]})


@fixed
def variant_mapped_twice(m):
    variants(m, {"material": 0, "variants": [0]}, {"material": 0, "variants": [0]})


@fixed
def variant_listed_twice(m):
    variants(m, {"material": 0, "variants": [0, 0]})


@refused
def no_such_variant(m):
    variants(m, {"material": 0, "variants": [7]})


@refused
def no_such_material_of_variant(m):
    variants(m, {"material": 9, "variants": [0]})


@refused
def variant_without_name(m):
    variants(m, {"material": 0, "variants": [0]})
    m.gltf["extensions"]["KHR_materials_variants"]["variants"][1] = {}


# ---- images


def one_image(m, **image):
    textured(m)
    m.gltf["images"] = [image]


def image_in_view(m, data, kind):
    one_image(m, bufferView=add_view(m, data), mimeType=kind)


@refused
def image_file_missing(m):
    one_image(m, uri="nowhere.png")


@refused
def image_name_with_percent(m):
    one_image(m, uri="a%zz.png")


@refused
def image_of_broken_base64(m):
    one_image(m, uri="data:image/png;base64,@@@@")


@refused
def image_without_comma(m):
    one_image(m, uri="data:image/png;base64")


@refused
def image_of_no_image(m):
    one_image(m, uri=uri(b"a text, and no image of any kind", "image/png"))


@refused
def image_cut_before_pixels(m):
    image_in_view(m, PIXEL[:40], "image/png")


@refused
def image_gif(m):
    image_in_view(m, b"GIF89a" + bytes(40), "image/gif")


@refused
def image_webp_without_extension(m):
    image_in_view(m, b"RIFF" + pack("<I", 26) + b"WEBPVP8L" + pack("<I", 13) + bytes(14), "image/webp")


@refused
def image_png_named_as_webp(m):
    one_image(m, uri=uri(PIXEL, "image/png"))
    m.gltf["extensionsUsed"] = ["EXT_texture_webp"]
    m.gltf["textures"] = [{"extensions": {"EXT_texture_webp": {"source": 0}}}]


# ---- more lists and ranges


@fixed
def clip_without_channels(m):
    m.gltf["animations"].append({"channels": [], "samplers": []})


@fixed
def lights_empty(m):
    m.gltf["extensionsUsed"] = ["KHR_lights_punctual"]
    m.gltf["extensions"] = {"KHR_lights_punctual": {"lights": []}}


@fixed
def camera_of_both_kinds(m):
    m.gltf["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1},
                          "orthographic": {"xmag": 1, "ymag": 1, "zfar": 2, "znear": 1}}]


@refused
def camera_without_yfov(m):
    m.gltf["cameras"] = [{"type": "perspective", "perspective": {"znear": 0.1}}]


@fixed
def stride_of_unused_indices(m):
    m.gltf["bufferViews"][add_view(m, bytes(64))].update(byteStride=8, target=34963)


@fixed
def quantization_optional(m):
    m.gltf["extensionsUsed"] = ["KHR_mesh_quantization"]


def add_extension_case(name, extension, value):
    def change(m):
        material(m, {"extensions": {extension: value}})
        m.gltf["extensionsUsed"] = [extension]
    CASES[f"range-of-{name}"] = "guessed", change


for name, extension, value in (
        ("clearcoat", "KHR_materials_clearcoat", {"clearcoatFactor": 3, "clearcoatRoughnessFactor": -1}),
        ("dispersion", "KHR_materials_dispersion", {"dispersion": -1}), ("ior", "KHR_materials_ior", {"ior": 0.5}),
        ("iridescence", "KHR_materials_iridescence", {"iridescenceIor": 0.2, "iridescenceThicknessMinimum": -4}),
        ("sheen", "KHR_materials_sheen", {"sheenColorFactor": [1, 2, 3]}),
        ("specular", "KHR_materials_specular", {"specularFactor": "much"}),
        ("transmission", "KHR_materials_transmission", {"transmissionFactor": -1}),
        ("volume", "KHR_materials_volume", {"thicknessFactor": -1, "attenuationDistance": 0})):
    add_extension_case(name, extension, value)


@guessed
def set_of_texture_transform(m):
    textured(m)
    m.gltf["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] = {"KHR_texture_transform": {"texCoord": -1}}
    m.gltf["extensionsUsed"] = ["KHR_texture_transform"]


# ---- breaches without a remedy


@refused
def child_of_two(m):
    node(m, 3)["children"] = [2]


@refused
def no_such_node_of_channel(m):
    m.gltf["animations"][0]["channels"][0]["target"]["node"] = 77


@refused
def no_such_skin(m):
    node(m, 3)["skin"] = 4


@refused
def no_such_joint(m):
    m.gltf["skins"][0]["joints"][2] = 44


@refused
def view_beyond_buffer(m):
    m.gltf["bufferViews"][-1]["byteLength"] += 4000


@refused
def fewer_normals(m):
    put(m, "NORMAL", rows(m, "NORMAL")[:20])


@refused
def index_beyond_vertices(m):
    primitive(m)["indices"] = m.add([[400]] + m.numbers(primitive(m)["indices"])[1:], 5123, "SCALAR", target=34963)


@refused
def position_of_no_number(m):
    put(m, "POSITION", [[math.nan, 0, 0]] + rows(m, "POSITION")[1:])
    accessor(m, attributes(m)["POSITION"]).update(min=[-0.4, 0, -0.04], max=[0.4, 3, 0.04])


@refused
def mesh_without_primitives(m):
    m.gltf["meshes"].append({"primitives": []})


def judge(bindpose, sound, path, out, outcome):
    """Returns what is wrong with the repair, or an empty text, and the doctor's codes."""
    options = ["--guess"] if outcome == "guessed" else []
    code, text = run(bindpose, "doctor", path, "--json")
    errors = [f for f in json.loads(text)["findings"] if f["severity"] == "error"]
    codes = sorted({f["validatorCode"] for f in errors if f["id"] == "gltf-rule"})
    if code != 1 or not errors:
        return "the doctor finds no error", codes
    if outcome != "fixed":
        code, text = run(bindpose, "doctor", path, "--fix", out)
        if code != 1 or os.path.exists(out):
            return f"exit code {code}, where it should refuse", codes
        if ("with --guess" in text) != (outcome == "guessed"):
            return "it offers --guess wrongly", codes
    if outcome == "refused":
        return "", codes
    code, text = run(bindpose, "doctor", path, "--fix", out, *options)
    if code != 0 or not os.path.exists(out):
        return f"exit code {code}, where it should fix: {text}", codes
    if run(bindpose, "doctor", out)[0] != 0:
        return "errors are left", codes
    equal = run(bindpose, "diff", path, out)[0]
    if equal == 2 or "clip-without-channels" in path:  # strict readers refuse the broken file; the empty clip is gone
        equal = run(bindpose, "diff", sound, out, "--tolerance", "1e-4", "--ignore", "names")[0]
    if equal != 0:
        return "it moves in another way", codes
    return "", codes


def main():
    bindpose, folder, nth = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1
    failures, said = 0, {}
    os.makedirs(folder, exist_ok=True)
    sound = os.path.join(folder, "bar.glb")
    bar().write(sound)
    cases = list(CASES.items())[::nth]
    for name, (outcome, make) in cases:
        model = bar()
        change = make(model)
        path, out = os.path.join(folder, f"{name}.glb"), os.path.join(folder, f"{name}-fixed.glb")
        model.write(path)
        if callable(change):
            with open(path, "rb") as file:
                data = change(file.read())
            with open(path, "wb") as file:
                file.write(data)
        wrong, said[name] = judge(bindpose, sound, path, out, outcome)
        failures += wrong != ""
        print("FAILED" if wrong else "good  ", f"{name:34} {outcome:8} {' '.join(said[name])}", wrong)
    with open(os.path.join(folder, "codes.json"), "w") as file:
        json.dump(said, file)
    print(f"{failures} of {len(cases)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
