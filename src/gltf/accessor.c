/* Opening accessors: checks range, stride and sparse parts against the bytes of the buffer. */
#include "gltf/accessor.h"

/* Locates `count` elements of `size` bytes at `object.byteOffset` in a buffer view; `load`: and loads the
 * buffer. */
static bool locate_elements(bp_gltf_document *document, const bp_gltf_value *object, int view_index,
                            size_t count, size_t size, bool load, bp_gltf_strided *out, bp_error *error) {
    bp_gltf_buffer_view view;
    size_t offset = 0;
    if (!bp_gltf_buffer_view_read(document, (size_t)view_index, &view, error)) return false;
    if (!bp_gltf_size(object, "byteOffset", SIZE_MAX / 4, &offset, error)) return false;
    if (view.stride != 0 && view.stride < size)
        return bp_gltf_fail(object, error,
                            "has elements of %zu bytes, but bufferViews[%d].byteStride is only %zu", size,
                            view_index, view.stride);
    out->stride = view.stride ? view.stride : size;
    /* count is below 2^32 and stride below 2^9, so this can't overflow, also where size_t has 32 bits. */
    uint64_t needed = count > 0 ? (uint64_t)(count - 1) * out->stride + size : 0;
    if (offset > view.length || needed > view.length - offset)
        return bp_gltf_fail(object, error,
                            "needs %llu bytes at byte %zu for its %zu elements, but bufferViews[%d] has "
                            "%zu; correct count, byteOffset or the view",
                            (unsigned long long)needed, offset, count, view_index, view.length);
    if (!load) return true;
    bp_gltf_span bytes;
    if (!bp_gltf_buffer_view_bytes(document, (size_t)view_index, &bytes, error)) return false;
    out->data = bytes.data + offset;
    return true;
}

static bool check_sparse_indices(const bp_gltf_accessor *accessor, const bp_gltf_value *value,
                                 bp_error *error) {
    for (size_t i = 0; i < accessor->sparse_count; i++) {
        uint32_t index = bp_gltf_sparse_index(accessor, i);
        if (index >= accessor->count)
            return bp_gltf_fail(value, error, "number %zu is %lu, but the accessor has %zu elements", i,
                                (unsigned long)index, accessor->count);
        if (i > 0 && index <= bp_gltf_sparse_index(accessor, i - 1))
            return bp_gltf_fail(value, error, "number %zu is %lu, which does not exceed the one before it", i,
                                (unsigned long)index);
    }
    return true;
}

static bool open_sparse(bp_gltf_document *document, const bp_gltf_value *value, size_t size, bool load,
                        bp_gltf_accessor *out, bp_error *error) {
    bp_gltf_value sparse = bp_gltf_member(value, "sparse");
    if (!sparse.json) return true;
    bp_gltf_value indices = bp_gltf_member(&sparse, "indices"), values = bp_gltf_member(&sparse, "values");
    size_t views = document->counts[BP_GLTF_BUFFER_VIEWS];
    int index_view, value_view;
    if (!bp_gltf_require_object(&sparse, error) ||
        !bp_gltf_required_size(&sparse, "count", out->count, &out->sparse_count, error) ||
        !bp_gltf_require_object(&indices, error) || !bp_gltf_require_object(&values, error) ||
        !bp_gltf_required_index(&indices, "bufferView", "bufferViews", views, &index_view, error) ||
        !bp_gltf_required_index(&values, "bufferView", "bufferViews", views, &value_view, error) ||
        !bp_gltf_accessor_component(&indices, &out->sparse_indices.component, error))
        return false;
    bp_gltf_component component = out->sparse_indices.component;
    if (component != BP_GLTF_UNSIGNED_BYTE && component != BP_GLTF_UNSIGNED_SHORT &&
        component != BP_GLTF_UNSIGNED_INT) {
        return bp_gltf_fail_member(&indices, "componentType", error,
                                   "is %s; indices must be unsigned integers",
                                   bp_gltf_component_text(component));
    }
    out->sparse_values.component = out->base.component;
    return locate_elements(document, &indices, index_view, out->sparse_count,
                           bp_gltf_component_size(component), load, &out->sparse_indices, error) &&
           locate_elements(document, &values, value_view, out->sparse_count, size, load, &out->sparse_values,
                           error) &&
           (!load || check_sparse_indices(out, &indices, error));
}

bool bp_gltf_accessor_open(bp_gltf_document *document, size_t index, bool load, bp_gltf_accessor *out,
                           bp_error *error) {
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, index);
    int view;
    if (!bp_gltf_accessor_shape(document, index, out, error) ||
        !bp_gltf_reference(document, &value, "bufferView", BP_GLTF_BUFFER_VIEWS, &view, error))
        return false;
    size_t size = out->base.stride;
    if (view >= 0 && !locate_elements(document, &value, view, out->count, size, load, &out->base, error))
        return false;
    if (view < 0 && load) {
        bp_gltf_span bytes;
        if (!bp_gltf_draco_bytes(document, index, &bytes, error)) return false;
        if (bytes.size >= out->count * size) out->base.data = bytes.data;
    }
    return open_sparse(document, &value, size, load, out, error);
}

bool bp_gltf_accessor_member(bp_gltf_document *document, const bp_gltf_value *object, const char *key,
                             unsigned types, bp_gltf_accessor *out, bool *exists, bp_error *error) {
    int index;
    if (!bp_gltf_reference(document, object, key, BP_GLTF_ACCESSORS, &index, error)) return false;
    *exists = index >= 0;
    if (index < 0) return true;
    if (!bp_gltf_accessor_open(document, (size_t)index, true, out, error)) return false;
    if (out->type & types) return true;
    return bp_gltf_fail_member(object, key, error, "is accessors[%d], which is %s; it must be %s", index,
                               bp_gltf_type_text((unsigned)out->type), bp_gltf_type_text(types));
}
