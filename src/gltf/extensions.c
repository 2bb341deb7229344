/* Extensions: which of them are read, and what the picture lacks without the others.
 *
 * An extension that only concerns looks never stops a file, required or not: it is left out with a note. A
 * file is refused only for geometry that can't be had without the extension: an unknown required extension on
 * an accessor, a buffer view or a buffer, or a primitive whose vertices are only in the extension. The error
 * names all such extensions at once. */
#include "gltf/document.h"
#include "io/webp.h"
#include <stdio.h>
#include <string.h>

static const char *const READ[] = {"KHR_materials_unlit",     "KHR_texture_transform",
                                   "KHR_mesh_quantization",   "EXT_meshopt_compression",
                                   "KHR_meshopt_compression", "EXT_mesh_gpu_instancing",
                                   "KHR_animation_pointer",   "KHR_materials_emissive_strength"};

static const char DRACO[] = "KHR_draco_mesh_compression";

/* Part of a name, and what the picture lacks without the extension. The first row that matches counts. */
static const struct {
    const char *part, *lacks;
} LEFT_OUT[] = {
    {"KHR_draco_mesh_compression", "nothing, since the uncompressed meshes are drawn"},
    {"lights", "the file's own lights"},
    {"KHR_materials_variants", "the other variants of its materials"},
    {"KHR_materials_pbrSpecularGlossiness",
     "highlights by specular and glossiness, but has the diffuse colours"},
    {"KHR_materials_transmission",
     "how glass bends and tints what is behind it, which is only seen through it"},
    {"KHR_materials_volume", "the inside of glass and liquids"},
    {"KHR_materials_clearcoat", "its layer of clear coat"},
    {"KHR_materials_sheen", "the sheen of cloth"},
    {"KHR_techniques_webgl", "the file's own shaders"},
    {"materials", "one property of its materials"},
    {"KHR_texture_basisu", "textures that exist only as KTX2"},
    {"EXT_texture_webp", "textures that exist only as WebP"},
    {"texture", "textures that exist only in this format"},
    {"audio", "sound"},
    {"physics", "physics"},
    {"KHR_node_visibility", "nothing, but it may show nodes that should be hidden"},
    {"interactivity", "reactions to clicks"},
    {"VRM", "facial expressions, springs and toon shading of a VRM character"},
    {"MSFT_lod", "other levels of detail"},
    {"gaussian_splatting", "the size and glow of its splats, which are drawn as points"},
    {"xmp", "nothing but facts about the file"},
    {"metadata", "nothing but facts about the file"},
};

static bool is_read(const bp_gltf_document *document, const char *name) {
    for (size_t i = 0; i < BP_COUNT(READ); i++)
        if (strcmp(name, READ[i]) == 0) return true;
    if (strcmp(name, DRACO) == 0) return document->draco_decoder != NULL;
    return strcmp(name, "EXT_texture_webp") == 0 && bp_image_reads_webp();
}

static const char *lack_of(const char *name) {
    for (size_t i = 0; i < BP_COUNT(LEFT_OUT); i++)
        if (strstr(name, LEFT_OUT[i].part)) return LEFT_OUT[i].lacks;
    return NULL;
}

/* Whether a primitive's vertices may be in the extension: not in one that is known to concern something
 * else. */
static bool may_hold_vertices(const char *name) {
    return strcmp(name, DRACO) == 0 || strstr(name, "gaussian_splatting") || !lack_of(name);
}

/* Item i of extensionsUsed and extensionsRequired together; NULL after the last one, "" for a wrong item. */
static const char *name_at(const bp_gltf_document *document, size_t i, bp_gltf_value *list, size_t *index) {
    static const char *const keys[] = {"extensionsUsed", "extensionsRequired"};
    for (int k = 0; k < 2; k++) {
        *list = bp_gltf_member(&document->root, keys[k]);
        size_t count = bp_json_count(list->json);
        *index = i;
        if (i < count) return bp_json_text_or(bp_json_item(list->json, i), "");
        i -= count;
    }
    return NULL;
}

/* Whether an earlier item has the name too. */
static bool is_repeated(const bp_gltf_document *document, size_t item, const char *name) {
    bp_gltf_value list;
    size_t index;
    for (size_t i = 0; i < item; i++)
        if (strcmp(name_at(document, i, &list, &index), name) == 0) return true;
    return false;
}

size_t bp_gltf_extensions_left_out(bp_gltf_document *document, bool note, char *names, size_t size) {
    bp_gltf_value list;
    size_t index, count = 0, used = 0;
    const char *name;
    enum { MOST = 256 }; /* a hostile file has any number of them */
    if (size > 0) names[0] = '\0';
    for (size_t i = 0; i < MOST && (name = name_at(document, i, &list, &index)); i++) {
        if (!*name || is_read(document, name) || is_repeated(document, i, name)) continue;
        const char *lack = lack_of(name);
        bp_gltf_value item = bp_gltf_item(&list, index);
        if (note && lack)
            bp_gltf_add_note(document, &item, "%.80s is left out; the picture lacks %s", name, lack);
        else if (note)
            bp_gltf_add_note(document, &item, "%.80s is unknown and left out; the picture may lack something",
                             name);
        count++;
        if (used >= size) continue;
        int length = snprintf(names + used, size - used, "%s%.60s", count > 1 ? ", " : "", name);
        if (length > 0 && used + (size_t)length < size) used += (size_t)length;
    }
    return count;
}

/* The extensions that stop the file, as a list for the message. */
typedef struct blocker_list {
    char text[256];
    bool draco, other;
} blocker_list;

static void add_blocker(blocker_list *list, const char *name, const char *place) {
    size_t used = strlen(list->text);
    if (strstr(list->text, name)) return;
    *(strcmp(name, DRACO) == 0 ? &list->draco : &list->other) = true;
    snprintf(list->text + used, sizeof list->text - used, "%s%.60s (%s)", used ? ", " : "", name, place);
}

/* Required extensions that aren't read, on the data itself. */
static void find_on_data(const bp_gltf_document *document, const char *name, blocker_list *out) {
    static const bp_gltf_collection data[] = {BP_GLTF_ACCESSORS, BP_GLTF_BUFFER_VIEWS, BP_GLTF_BUFFERS};
    for (size_t i = 0; i < BP_COUNT(data); i++) {
        for (size_t j = 0; j < document->counts[data[i]]; j++) {
            bp_gltf_value element = bp_gltf_element(document, data[i], j);
            char place[64];
            if (!bp_json_member(bp_json_member(element.json, "extensions"), name)) continue;
            add_blocker(out, name, bp_gltf_path(&element, place, sizeof place));
            return;
        }
    }
}

/* Whether an attribute's or the indices' accessor says how many elements there are, but not where. */
static bool is_elsewhere(const bp_gltf_document *document, const bp_json *reference) {
    int index = bp_gltf_index_of(document, reference, BP_GLTF_ACCESSORS);
    if (index < 0) return false;
    bp_gltf_value accessor = bp_gltf_element(document, BP_GLTF_ACCESSORS, (size_t)index);
    return !bp_json_member(accessor.json, "bufferView") && !bp_json_member(accessor.json, "sparse");
}

/* Primitives whose vertices or triangles are only in an extension that isn't read. */
static void find_on_primitives(const bp_gltf_document *document, const char *name, blocker_list *out) {
    bp_gltf_walk walk = bp_gltf_walk_of(&document->root, "meshes.*.primitives.*");
    while (bp_gltf_walk_next(&walk)) {
        const bp_json *primitive = walk.value->json, *attributes = bp_json_member(primitive, "attributes");
        char place[64];
        if (!bp_json_member(bp_json_member(primitive, "extensions"), name) ||
            !(is_elsewhere(document, bp_json_member(attributes, "POSITION")) ||
              is_elsewhere(document, bp_json_member(primitive, "indices"))))
            continue;
        add_blocker(out, name, bp_gltf_path(walk.value, place, sizeof place));
        return;
    }
}

static bool check_list(const bp_gltf_document *document, const char *key, bp_error *error) {
    bp_gltf_value list;
    size_t count;
    if (!bp_gltf_array(&document->root, key, &list, &count, error)) return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&list, i);
        if (bp_json_kind_of(item.json) != BP_JSON_TEXT)
            return bp_gltf_fail(&item, error, "is %s; an extension's name is expected here",
                                bp_json_kind_text(item.json));
    }
    return true;
}

static bool check_version(bp_gltf_document *document, bp_error *error) {
    bp_gltf_value asset = bp_gltf_member(&document->root, "asset");
    const char *version = NULL, *minimum = NULL;
    if (!bp_gltf_require_object(&asset, error) || !bp_gltf_text(&asset, "version", &version, error) ||
        !bp_gltf_text(&asset, "minVersion", &minimum, error))
        return false;
    const char *key = minimum ? "minVersion" : "version";
    if (!version)
        return bp_gltf_fail_member(&asset, key, error, "is missing; a glTF 2.0 file has \"2.0\" there");
    if (strncmp(version, "2.", 2) != 0 || (minimum && strcmp(minimum, "2.0") != 0))
        return bp_gltf_fail_member(&asset, key, error,
                                   "is \"%.20s\"; only 2.0 is supported, so export the file as glTF 2.0",
                                   minimum ? minimum : version);
    return true;
}

bool bp_gltf_check_asset(bp_gltf_document *document, bp_error *error) {
    bp_gltf_value list;
    size_t index, i = 0;
    const char *name;
    blocker_list blockers = {.draco = false};
    if (!check_version(document, error) || !check_list(document, "extensionsUsed", error) ||
        !check_list(document, "extensionsRequired", error))
        return false;
    for (; i < 256 && (name = name_at(document, i, &list, &index)); i++) {
        if (!*name || is_read(document, name)) continue;
        if (strcmp(list.key, "extensionsRequired") == 0) find_on_data(document, name, &blockers);
        if (may_hold_vertices(name)) find_on_primitives(document, name, &blockers);
    }
    if (blockers.draco || blockers.other)
        return bp_gltf_fail_member(
            &document->root, "extensionsRequired", error,
            "the file is sound, but its geometry needs what Bindpose can't read: %s.%s%s", blockers.text,
            blockers.draco ? " Unpack Draco by `npx @gltf-transform/cli copy in.glb "
                             "out.glb`"
                           : "",
            blockers.other ? " Export the file without that extension" : "");
    bp_gltf_extensions_left_out(document, true, NULL, 0);
    return true;
}
