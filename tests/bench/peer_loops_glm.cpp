// Skinning as one writes it with GLM, its intrinsics forced and its types aligned.
#define GLM_FORCE_INTRINSICS
#define GLM_FORCE_DEFAULT_ALIGNED_GENTYPES
#include "bench/peer_loops.h"
#include <cstring>
#include <glm/glm.hpp>

extern "C" void peer_skin_glm(const peer_skin *s) {
    const glm::mat4 *palette = reinterpret_cast<const glm::mat4 *>(s->palette);
    for (size_t i = 0; i < s->count; i++) {
        const uint16_t *joints = s->joints + 4 * i;
        const float *w = s->weights + 4 * i, *p = s->positions + 3 * i, *n = s->normals + 3 * i;
        const glm::mat4 &a = palette[joints[0]], &b = palette[joints[1]], &c = palette[joints[2]],
                        &d = palette[joints[3]];
        glm::vec4 x = a[0] * w[0] + b[0] * w[1] + c[0] * w[2] + d[0] * w[3];
        glm::vec4 y = a[1] * w[0] + b[1] * w[1] + c[1] * w[2] + d[1] * w[3];
        glm::vec4 z = a[2] * w[0] + b[2] * w[1] + c[2] * w[2] + d[2] * w[3];
        glm::vec4 t = a[3] * w[0] + b[3] * w[1] + c[3] * w[2] + d[3] * w[3];
        glm::vec4 position = x * p[0] + y * p[1] + z * p[2] + t, normal = x * n[0] + y * n[1] + z * n[2];
        std::memcpy(s->to_positions + 3 * i, &position, 12);
        std::memcpy(s->to_normals + 3 * i, &normal, 12);
    }
}
