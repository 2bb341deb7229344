/* The file's own declarations: its glTF version and the extensions it needs. */
#include "gltf/document.h"
#include <string.h>

static const char *const SUPPORTED[] = {"KHR_materials_unlit", "KHR_texture_transform",
                                        "KHR_mesh_quantization"};

#define COMPRESSED_MESHES(name)                                                                              \
    "the file is fine, but its meshes are compressed with " name ", which Bindpose can't unpack; run "       \
    "`gltf-transform copy in.glb out.glb` first"
#define TEXTURES_IN(name)                                                                                    \
    "the file is fine, but its textures are " name ", which Bindpose can't read; export them as PNG or JPEG"

/* Extensions that files often require, and a way around each. */
static const struct {
    const char *name, *message;
} UNSUPPORTED[] = {
    {"EXT_meshopt_compression", COMPRESSED_MESHES("meshopt")},
    {"KHR_meshopt_compression", COMPRESSED_MESHES("meshopt")},
    {"KHR_draco_mesh_compression", COMPRESSED_MESHES("Draco")},
    {"KHR_texture_basisu", TEXTURES_IN("KTX2")},
    {"EXT_texture_webp", TEXTURES_IN("WebP")},
    {"EXT_texture_avif", TEXTURES_IN("AVIF")},
};

static bool is_supported(const char *name) {
    for (size_t i = 0; i < BP_COUNT(SUPPORTED); i++)
        if (strcmp(name, SUPPORTED[i]) == 0) return true;
    return false;
}

/* "2.0" or any other minor version of 2. */
static bool is_version_2(const char *text) { return text[0] == '2' && text[1] == '.'; }

static bool check_version(bp_gltf_document *document, bp_error *error) {
    bp_gltf_value asset = bp_gltf_member(&document->root, "asset");
    const char *version = NULL, *minimum = NULL;
    if (!bp_gltf_require_object(&asset, error) || !bp_gltf_text(&asset, "version", &version, error) ||
        !bp_gltf_text(&asset, "minVersion", &minimum, error))
        return false;
    const char *key = minimum ? "minVersion" : "version";
    if (!version)
        return bp_gltf_fail_member(&asset, key, error, "is missing; a glTF 2.0 file has \"2.0\" there");
    if (!is_version_2(version) || (minimum && strcmp(minimum, "2.0") != 0))
        return bp_gltf_fail_member(&asset, key, error,
                                   "is \"%.20s\"; only 2.0 is supported, so export the file as glTF 2.0",
                                   minimum ? minimum : version);
    return true;
}

static bool fail_extension(const bp_gltf_value *item, const char *name, bp_error *error) {
    for (size_t i = 0; i < BP_COUNT(UNSUPPORTED); i++)
        if (strcmp(name, UNSUPPORTED[i].name) == 0)
            return bp_gltf_fail(item, error, "%s (%s)", UNSUPPORTED[i].message, name);
    return bp_gltf_fail(item, error,
                        "the file requires the extension %.80s, which Bindpose doesn't support; export the "
                        "file without it",
                        name);
}

static bool check_required(bp_gltf_document *document, bp_error *error) {
    bp_gltf_value required;
    size_t count;
    if (!bp_gltf_array(&document->root, "extensionsRequired", &required, &count, error)) return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&required, i);
        const char *name = bp_json_text_or(item.json, NULL);
        if (!name)
            return bp_gltf_fail(&item, error, "is %s; an extension's name is expected here",
                                bp_json_kind_text(item.json));
        if (!is_supported(name)) return fail_extension(&item, name, error);
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
        if (name && !is_supported(name))
            bp_gltf_add_note(document, &item, "%.80s is not supported; its data is ignored", name);
    }
    return true;
}

bool bp_gltf_check_asset(bp_gltf_document *document, bp_error *error) {
    return check_version(document, error) && check_required(document, error) && note_used(document, error);
}
