/* Unpacks the cases of meshopt.mjs, and damaged copies of them, which may fail but not read or write
 * elsewhere.
 *
 *     unpack CASES
 */
#include "gltf/meshopt.h"
#include "support/meshopt.h"
#include <stdio.h>
#include <stdlib.h>

/* One case: its stream and the bytes expected of it. */
static bool check(const uint32_t head[5], const uint8_t *stream, const uint8_t *expected, size_t number) {
    size_t stride = head[2], count = head[3];
    uint8_t *bytes = calloc(stride * count + 1, 1);
    bp_gltf_span span = {stream, head[4]};
    const char *wrong = meshopt_unpack_all((int)head[0], (int)head[1], span, stride, count, bytes);
    bool ok = !wrong && meshopt_equal((int)head[1], stride, count, bytes, expected);
    if (!ok)
        fprintf(stderr, "unpack: case %zu (mode %u, filter %u, stride %zu, count %zu): %s\n", number,
                (unsigned)head[0], (unsigned)head[1], stride, count, wrong ? wrong : "other bytes");
    meshopt_damage((int)head[0], (int)head[1], span, stride, count, bytes, number);
    free(bytes);
    return ok;
}

int main(int argc, char **argv) {
    bp_file file;
    bp_error error = {0};
    bp_allocator allocator = bp_allocator_default();
    if (argc < 2 || !bp_file_read(&allocator, argv[1], 0, &file, &error)) return 2;
    const uint8_t *at = file.data, *end = at + file.size;
    size_t wrong = 0, cases = 0;
    while (at < end) {
        uint32_t head[5];
        for (int i = 0; i < 5; i++) head[i] = bp_gltf_u32(at + 4 * i);
        const uint8_t *stream = at + 20, *expected = stream + head[4];
        wrong += !check(head, stream, expected, cases++);
        at = expected + (size_t)head[2] * head[3];
    }
    printf("%zu streams unpacked, %zu wrong\n", cases, wrong);
    bp_file_free(&allocator, &file);
    return wrong > 0 || cases == 0;
}
