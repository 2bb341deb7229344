/* What a file says of itself: its version, and the extensions that it needs. */
#include "gltf/read/reader.h"
#include <string.h>

static const char *const KNOWN[] = {"KHR_materials_unlit", "KHR_texture_transform", "KHR_mesh_quantization"};

/* What isn't read but could be expected, and what to do about it. */
static const struct {
    const char *name, *remedy;
} REMEDIES[] = {
    {"EXT_meshopt_compression", "unpack it, for example with `gltf-transform copy`"},
    {"KHR_meshopt_compression", "unpack it, for example with `gltf-transform copy`"},
    {"KHR_draco_mesh_compression", "unpack it, for example with `gltf-transform copy`"},
    {"KHR_texture_basisu", "export the textures as PNG or JPEG"},
    {"EXT_texture_webp", "export the textures as PNG or JPEG"},
    {"EXT_texture_avif", "export the textures as PNG or JPEG"},
};

static bool is_known(const char *name) {
    for (size_t i = 0; i < BP_COUNT(KNOWN); i++)
        if (strcmp(name, KNOWN[i]) == 0) return true;
    return false;
}

static const char *remedy_for(const char *name) {
    for (size_t i = 0; i < BP_COUNT(REMEDIES); i++)
        if (strcmp(name, REMEDIES[i].name) == 0) return REMEDIES[i].remedy;
    return "export the file without it";
}

/* ---- versions -----------------------------------------------------------------------------------*/

/* "2.0" or any other minor version of 2. */
static bool is_version_2(const char *text) { return text[0] == '2' && text[1] == '.'; }

static bool check_version(bp_gltf_document *document, bp_error *error) {
    bp_gltf_value asset = bp_gltf_member(&document->root, "asset");
    const char *version = NULL, *least = NULL;
    if (!bp_gltf_require_object(&asset, error) || !bp_gltf_text(&asset, "version", &version, error) ||
        !bp_gltf_text(&asset, "minVersion", &least, error))
        return false;
    bp_gltf_value place = bp_gltf_member(&asset, least ? "minVersion" : "version");
    if (!version) return bp_gltf_fail(&place, error, "is missing; a glTF 2.0 file says \"2.0\" there");
    if (!is_version_2(version) || (least && strcmp(least, "2.0") != 0))
        return bp_gltf_fail(&place, error, "is \"%.20s\"; only 2.0 is known, so export the file as glTF 2.0",
                             least ? least : version);
    return true;
}

/* ---- extensions ---------------------------------------------------------------------------------*/

static bool check_required(bp_gltf_document *document, bp_error *error) {
    bp_gltf_value required;
    size_t count;
    if (!bp_gltf_array(&document->root, "extensionsRequired", &required, &count, error)) return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&required, i);
        const char *name = bp_json_text_or(item.json, NULL);
        if (!name)
            return bp_gltf_fail(&item, error, "is %s; an extension's name must stand there",
                                 bp_json_kind_text(item.json));
        if (!is_known(name))
            return bp_gltf_fail(&item, error, "the file needs %.80s, which isn't known; %s", name,
                                 remedy_for(name));
    }
    return true;
}

static bool note_used(bp_gltf_document *document, bp_error *error) {
    bp_gltf_value used;
    size_t count;
    if (!bp_gltf_array(&document->root, "extensionsUsed", &used, &count, error)) return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&used, i);
        const char *name = bp_json_text_or(item.json, NULL);
        if (name && !is_known(name))
            bp_gltf_add_note(document, &item, "%.80s isn't known; what it adds is left out", name);
    }
    return true;
}

bool bp_gltf_check_asset(bp_gltf_document *document, bp_error *error) {
    return check_version(document, error) && check_required(document, error) && note_used(document, error);
}
