// Unpacks meshes by Draco: the one file in C++, because the library is. C sees a bp_draco_decoder
// (bindpose/gltf.h).
#include <cstdint>
#include <draco/compression/decode.h>
#include <exception>

#include <bindpose/gltf.h>

extern "C" {
#include "cli/draco.h"
}

namespace {

template <typename T>
bool fill(const draco::PointAttribute &attribute, const bp_draco_attribute &wanted, std::size_t count) {
    T *to = static_cast<T *>(wanted.out);
    for (std::uint32_t i = 0; i < count; i++, to += wanted.width) {
        const draco::AttributeValueIndex at = attribute.mapped_index(draco::PointIndex(i));
        if (!attribute.ConvertValue<T>(at, static_cast<std::int8_t>(wanted.width), to)) return false;
    }
    return true;
}

bool fill_any(const draco::PointAttribute &attribute, const bp_draco_attribute &wanted, std::size_t count) {
    switch (wanted.component) { // glTF's numbers
    case 5120: return fill<std::int8_t>(attribute, wanted, count);
    case 5121: return fill<std::uint8_t>(attribute, wanted, count);
    case 5122: return fill<std::int16_t>(attribute, wanted, count);
    case 5123: return fill<std::uint16_t>(attribute, wanted, count);
    case 5125: return fill<std::uint32_t>(attribute, wanted, count);
    case 5126: return fill<float>(attribute, wanted, count);
    default: return false;
    }
}

const char *decode(const bp_draco_mesh &wanted) {
    draco::DecoderBuffer buffer;
    draco::Decoder decoder;
    buffer.Init(static_cast<const char *>(wanted.data), wanted.size);
    auto result = decoder.DecodeMeshFromBuffer(&buffer);
    if (!result.ok()) return "is damaged";
    const draco::Mesh &mesh = *result.value();
    if (mesh.num_points() != wanted.vertex_count)
        return "has another number of vertices than its accessors say";
    if (static_cast<std::size_t>(mesh.num_faces()) * 3 != wanted.index_count)
        return "has another number of triangles than its accessor says";
    for (std::uint32_t i = 0; i < mesh.num_faces(); i++)
        for (int j = 0; j < 3; j++) wanted.indices[3 * i + j] = mesh.face(draco::FaceIndex(i))[j].value();
    for (std::size_t i = 0; i < wanted.attribute_count; i++) {
        const draco::PointAttribute *attribute = mesh.GetAttributeByUniqueId(wanted.attributes[i].id);
        if (!attribute) return "lacks one of its attributes";
        if (!fill_any(*attribute, wanted.attributes[i], wanted.vertex_count))
            return "has an attribute whose numbers its accessor can't hold";
    }
    return nullptr;
}

} // namespace

static const char *decode_or_fail(const bp_draco_mesh *mesh) {
    try {
        return decode(*mesh);
    } catch (const std::exception &) {
        return "needs more memory than there is";
    }
}

extern "C" bp_draco_decoder *bp_draco_default(void) { return decode_or_fail; }
