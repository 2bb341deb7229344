/* URIs: data URIs in strict base64, and names of files beside the document.
 *
 * A document can't make us read outside its own folder, or a device: schemes are refused, and the names that
 * base/file_name.h refuses, percent-encoded too. */
#include "base/file_name.h"
#include "gltf/document.h"
#include <string.h>
#include <strings.h>

/* Schemes are case-insensitive. */
bool bp_gltf_uri_is_data(const char *uri) { return strncasecmp(uri, "data:", 5) == 0; }

/* 0..63; -1 for a character that is not a base64 digit. */
static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes `length` characters, a multiple of 4 with `padding` times "=" at the end. Returns the number of
 * valid characters: `length` on success. */
static size_t decode(const char *text, size_t length, size_t padding, uint8_t *out) {
    size_t group = 0;
    for (; group < length; group += 4) {
        size_t ok = group + 4 == length ? 4 - padding : 4;
        uint32_t bits = 0;
        for (size_t i = 0; i < 4; i++) {
            int digit = i < ok ? digit_of(text[group + i]) : 0;
            if (digit < 0) return group + i;
            bits = bits << 6 | (uint32_t)digit;
        }
        for (size_t i = 0; i + 1 < ok; i++) *out++ = (uint8_t)(bits >> (16 - 8 * i));
    }
    return length;
}

static bool decode_uri(bp_gltf_document *document, const bp_gltf_value *value, const char *uri, bp_file *out,
                       bp_error *error) {
    const char *comma = strchr(uri, ',');
    if (!comma || comma - uri < 7 || memcmp(comma - 7, ";base64", 7) != 0)
        return bp_gltf_fail(value, error, "is a data URI without \";base64,\"; only base64 is supported");
    const char *text = comma + 1;
    size_t length = strlen(text), padding = 0;
    while (padding < 2 && padding < length && text[length - 1 - padding] == '=') padding++;
    if (length % 4 != 0)
        return bp_gltf_fail(value, error,
                            "has %zu base64 characters, not a multiple of 4: it was cut off, or its "
                            "padding (=) is missing",
                            length);
    size_t size = length / 4 * 3 - padding;
    if (!bp_gltf_charge(document, value, size, 1, error)) return false;
    uint8_t *data = bp_alloc(&document->allocator, size + 1, 1, error);
    if (!data) return false;
    size_t ok = decode(text, length, padding, data);
    if (ok == length) {
        *out = (bp_file){data, size};
        return true;
    }
    bp_free(&document->allocator, data);
    return bp_gltf_fail(value, error, "character %zu of the base64 text is not one of A-Z a-z 0-9 + /", ok);
}

static int hex_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Decodes percent-encoded characters; `out` has room for the URI's length. */
static bool unescape(const bp_gltf_value *value, const char *uri, char *out, bp_error *error) {
    for (; *uri; uri++) {
        int high = *uri == '%' ? hex_of(uri[1]) : 0, low = *uri == '%' && high >= 0 ? hex_of(uri[2]) : 0;
        if (high < 0 || low < 0 || (*uri == '%' && high == 0 && low == 0))
            return bp_gltf_fail(value, error, "has a %% without two hexadecimal digits after it");
        *out++ = *uri == '%' ? (char)(high * 16 + low) : *uri;
        if (*uri == '%') uri += 2;
    }
    *out = '\0';
    return true;
}

/* Why a decoded path is refused, and what to do; NULL if it names a file in the folder. */
static const char *fault_of(const char *path, const char **remedy) {
    size_t end = strcspn(path, ":/?#");
    const char *leaves =
        end > 0 && path[end] == ':' ? "names a scheme or a drive" : bp_path_leaves_folder(path);
    *remedy = leaves
                  ? "only files in the model's folder are read, so put it there and use a path relative to "
                    "that folder"
                  : "rename the file, in its folder and here";
    return leaves ? leaves : bp_path_unsafe_name(path);
}

/* The path of a file in or below the document's folder; NULL if the URI leads elsewhere. */
static char *path_of(bp_gltf_document *document, const bp_gltf_value *value, const char *uri,
                     bp_error *error) {
    if (!document->folder) {
        bp_gltf_fail(value, error,
                     "refers to a file, but no folder is known to look in; export the model as one .glb");
        return NULL;
    }
    size_t folder = document->folder_length;
    char *path = bp_alloc(&document->allocator, folder + strlen(uri) + 2, 1, error);
    if (!path) return NULL;
    memcpy(path, document->folder, folder);
    if (folder > 0 && path[folder - 1] != '/') path[folder++] = '/';
    const char *remedy, *fault = NULL;
    bool ok = unescape(value, uri, path + folder, error);
    if (ok) fault = fault_of(path + folder, &remedy);
    if (fault) bp_gltf_fail(value, error, "%s; %s", fault, remedy);
    if (ok && !fault) return path;
    bp_free(&document->allocator, path);
    return NULL;
}

bool bp_gltf_uri_load(bp_gltf_document *document, const bp_gltf_value *value, const char *uri, size_t limit,
                      bp_file *out, bp_error *error) {
    bp_error fault = {0};
    char place[160], *path = NULL;
    if (bp_gltf_uri_is_data(uri)) return decode_uri(document, value, uri, out, error);
    if (!(path = path_of(document, value, uri, error))) return false;
    bool ok = bp_file_read(&document->allocator, path, limit, out, &fault);
    bp_free(&document->allocator, path);
    if (ok) return true;
    if (fault.kind != BP_ERROR_MEMORY)
        return bp_fail(error, fault.kind, bp_gltf_path(value, place, sizeof place),
                       "names %.150s, which isn't there or can't be read: %.120s. Put it beside the model, "
                       "and open both together",
                       uri, fault.message);
    if (error) *error = fault;
    return false;
}
