/* The calls of all exercises: each reads a case's floats, calls an answer, and writes its results. The
 * student's process is linked with this file, and the checker calls the correct answers and the known
 * mistakes with it: so all meet the same arrays. It holds no answer. */
#include "exercise/calls.h"
#include "exercise.h"
#include <string.h>

/* `answer` is the function, with its own type. */
#define FUNCTION(name) __typeof__(name) *const answer = (__typeof__(name) *)call->function

/* As a float not a number, as an int no index: an element that is never written must not pass by luck. */
static void *array(bp_call *call, int count, size_t size) {
    const uint32_t unwritten = BP_UNWRITTEN;
    unsigned char *made = call->allocate(call, (size_t)count * size);
    for (size_t i = 0; i < (size_t)count * size; i += sizeof unwritten)
        memcpy(made + i, &unwritten, sizeof unwritten);
    return made;
}

/* Reads an array of inputs: `size` is that of a float or of a struct of floats. */
static void *values(bp_call *call, const float **in, int count, size_t size) {
    void *made = memcpy(array(call, count, size), *in, (size_t)count * size);
    *in += (size_t)count * size / sizeof(float);
    return made;
}

static int *ints(bp_call *call, const float **in, int count) {
    int *made = array(call, count, sizeof *made);
    for (int i = 0; i < count; i++) made[i] = bp_unpack_int(in);
    return made;
}

/* Reads one field of all structs of an array. */
#define READ(of, field, count)                                                                               \
    for (int i_ = 0; i_ < (count); i_++, in += sizeof(of)->field / sizeof(float))                            \
    memcpy(&(of)[i_].field, in, sizeof(of)->field)
#define READ_INT(of, field, count)                                                                           \
    for (int i_ = 0; i_ < (count); i_++) (of)[i_].field = bp_unpack_int(&in)

/* Writes an array of floats, or of structs of floats. */
static float *put(float *out, const void *from, int count, size_t size) {
    memcpy(out, from, (size_t)count * size);
    return out + (size_t)count * size / sizeof *out;
}

static float *put_ints(float *out, const int *from, int count) {
    for (int i = 0; i < count; i++) *out++ = (float)from[i];
    return out;
}

static float *put_vec3(float *out, bp_vec3 v) { return put(out, &v, 1, sizeof v); }
static float *put_mat4(float *out, bp_mat4 m) { return put(out, &m, 1, sizeof m); }
static float *put_quat(float *out, bp_quat q) { return put(out, &q, 1, sizeof q); }

float *bp_call_01(bp_call *call, const float *in, float *out) {
    FUNCTION(through_both);
    bp_vec3 point = bp_unpack_vec3(&in);
    bp_mat4 first = bp_unpack_mat4(&in), second = bp_unpack_mat4(&in);
    return put_vec3(out, answer(point, first, second));
}

float *bp_call_02(bp_call *call, const float *in, float *out) {
    FUNCTION(compose_matrix);
    bp_vec3 position = bp_unpack_vec3(&in);
    bp_quat rotation = bp_unpack_quat(&in);
    return put_mat4(out, answer(position, rotation, bp_unpack_vec3(&in)));
}

float *bp_call_03(bp_call *call, const float *in, float *out) {
    FUNCTION(absolute_matrices);
    int count = bp_unpack_int(&in), *parent = ints(call, &in, count);
    bp_mat4 *local = values(call, &in, count, sizeof *local);
    bp_mat4 *absolute = array(call, count, sizeof *absolute);
    answer(local, parent, count, absolute);
    return put(out, absolute, count, sizeof *absolute);
}

float *bp_call_04(bp_call *call, const float *in, float *out) {
    FUNCTION(absolute_bind);
    int count = bp_unpack_int(&in);
    bp_mat4 *bind = values(call, &in, count, sizeof *bind);
    bp_mat4 *absolute = array(call, 1, sizeof *absolute), *inverse = array(call, 1, sizeof *inverse);
    answer(bind, count, absolute, inverse);
    return put_mat4(put_mat4(out, *absolute), *inverse);
}

float *bp_call_05(bp_call *call, const float *in, float *out) {
    FUNCTION(final_matrix);
    bp_mat4 local = bp_unpack_mat4(&in), parent_absolute = bp_unpack_mat4(&in), bind = bp_unpack_mat4(&in);
    return put_mat4(out, answer(local, parent_absolute, bind, bp_unpack_mat4(&in)));
}

float *bp_call_06(bp_call *call, const float *in, float *out) {
    FUNCTION(skin_vertex);
    int count = bp_unpack_int(&in);
    bp_mat4 *palette = values(call, &in, count, sizeof *palette);
    bp_vec3 position = bp_unpack_vec3(&in);
    int *joints = ints(call, &in, 4);
    return put_vec3(out, answer(position, palette, joints, values(call, &in, 4, sizeof(float))));
}

float *bp_call_07(bp_call *call, const float *in, float *out) {
    FUNCTION(skin_normal);
    bp_vec3 normal = bp_unpack_vec3(&in);
    return put_vec3(out, answer(normal, bp_unpack_mat4(&in)));
}

/* The results are locals after the next prepare, which copies that of a linked bone from its node. */
float *bp_call_08(bp_call *call, const float *in, float *out) {
    FUNCTION(return_to_rest);
    int count = bp_unpack_int(&in), linked[BP_EXERCISE_FLOATS];
    exercise_bone *bones = array(call, count, sizeof *bones);
    bp_trs *nodes = array(call, count, sizeof *nodes);
    READ_INT(bones, node, count);
    READ(bones, local, count);
    READ(bones, bind, count);
    READ(bones, rest, count);
    READ(nodes, position, count);
    READ(nodes, rotation, count);
    READ(nodes, scale, count);
    for (int i = 0; i < count; i++) linked[i] = bones[i].node;
    exercise_bone *before = memcpy(array(call, count, sizeof *bones), bones, (size_t)count * sizeof *bones);
    answer(bones, count, nodes);
    for (int i = 0; i < count; i++) {
        /* What the function has no reason to change makes the bone disappear. */
        const bool same = memcmp(&before[i].bind, &bones[i].bind, sizeof(bp_mat4)) == 0 &&
                          memcmp(&before[i].rest, &bones[i].rest, sizeof(bp_mat4)) == 0;
        const bp_mat4 now = linked[i] < 0 ? bones[i].local : bp_mat4_from_trs(nodes[linked[i]]);
        out = put_mat4(out, same ? now : bp_mat4_scaling((bp_vec3){0, 0, 0}));
    }
    return out;
}

float *bp_call_09(bp_call *call, const float *in, float *out) {
    FUNCTION(sort_bones);
    int count = bp_unpack_int(&in), joint_count = bp_unpack_int(&in);
    int *parent = ints(call, &in, count), *joints = ints(call, &in, joint_count);
    int *order = array(call, count, sizeof *order), *new_parent = array(call, count, sizeof *new_parent);
    answer(parent, count, order, new_parent, joints, joint_count);
    return put_ints(put_ints(put_ints(out, order, count), new_parent, count), joints, joint_count);
}

float *bp_call_10(bp_call *call, const float *in, float *out) {
    FUNCTION(prepare);
    int count = bp_unpack_int(&in), node_count = bp_unpack_int(&in);
    linked_bone *bones = array(call, count, sizeof *bones);
    bp_trs *nodes = array(call, node_count, sizeof *nodes);
    READ_INT(bones, parent, count);
    READ_INT(bones, node, count);
    READ(bones, local, count);
    READ(bones, absolute_inverse_bind, count);
    READ(nodes, position, node_count);
    READ(nodes, rotation, node_count);
    READ(nodes, scale, node_count);
    answer(bones, count, nodes);
    for (int i = 0; i < count; i++) out = put_mat4(out, bones[i].local);
    for (int i = 0; i < count; i++) out = put_mat4(out, bones[i].final);
    return out;
}

float *bp_call_10b(bp_call *call, const float *in, float *out) {
    FUNCTION(carry_sword);
    bp_mat4 sword = bp_unpack_mat4(&in), taken_final = bp_unpack_mat4(&in), taken_world = bp_unpack_mat4(&in);
    bp_mat4 final = bp_unpack_mat4(&in);
    return put_mat4(out, answer(sword, taken_final, taken_world, final, bp_unpack_mat4(&in)));
}

float *bp_call_11(bp_call *call, const float *in, float *out) {
    FUNCTION(local_for);
    bp_mat4 wanted = bp_unpack_mat4(&in), bind = bp_unpack_mat4(&in), parent_bind = bp_unpack_mat4(&in);
    return put_mat4(out, answer(wanted, bind, parent_bind, bp_unpack_mat4(&in)));
}

float *bp_call_11b(bp_call *call, const float *in, float *out) {
    FUNCTION(pose_from_finals);
    int count = bp_unpack_int(&in), *parent = ints(call, &in, count);
    bp_mat4 *bind = values(call, &in, count, sizeof *bind), *final = values(call, &in, count, sizeof *final);
    bp_mat4 *local = array(call, count, sizeof *local);
    answer(parent, bind, final, count, local);
    return put(out, local, count, sizeof *local);
}

float *bp_call_12(bp_call *call, const float *in, float *out) {
    FUNCTION(rotation_at);
    int count = bp_unpack_int(&in);
    float *time = values(call, &in, count, sizeof *time);
    bp_quat *key = values(call, &in, count, sizeof *key);
    return put_quat(out, answer(time, key, count, bp_unpack_float(&in)));
}

float *bp_call_12b(bp_call *call, const float *in, float *out) {
    FUNCTION(turn_towards);
    bp_quat from = bp_unpack_quat(&in), to = bp_unpack_quat(&in);
    return put_quat(out, answer(from, to, bp_unpack_float(&in)));
}

float *bp_call_13(bp_call *call, const float *in, float *out) {
    FUNCTION(reach);
    float upper = bp_unpack_float(&in), lower = bp_unpack_float(&in);
    bp_vec2 target = bp_unpack_vec2(&in), *joints = array(call, 2, sizeof *joints);
    answer(upper, lower, target, &joints[0], &joints[1]);
    return put(out, joints, 2, sizeof *joints);
}

float *bp_call_13b(bp_call *call, const float *in, float *out) {
    FUNCTION(find_elbow);
    bp_vec3 shoulder = bp_unpack_vec3(&in), target = bp_unpack_vec3(&in), pole = bp_unpack_vec3(&in);
    float upper = bp_unpack_float(&in);
    return put_vec3(out, answer(shoulder, target, pole, upper, bp_unpack_float(&in)));
}

/* 14 and 14b: a triangle in, an image of ones and zeros out. */
float *bp_call_14(bp_call *call, const float *in, float *out) {
    FUNCTION(cover_triangle);
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = width * height;
    bp_vec2 *corner = values(call, &in, 3, sizeof *corner);
    int *covered = array(call, count, sizeof *covered);
    answer(corner, width, height, covered);
    return put_ints(out, covered, count);
}

float *bp_call_14b(bp_call *call, const float *in, float *out) { return bp_call_14(call, in, out); }

float *bp_call_15(bp_call *call, const float *in, float *out) {
    FUNCTION(interpolate);
    int count = bp_unpack_int(&in);
    float *value = values(call, &in, 3, sizeof *value), *w = values(call, &in, 3, sizeof *w);
    bp_vec3 *share = values(call, &in, count, sizeof *share);
    float *mixed = array(call, count, sizeof *mixed);
    answer(value, w, share, count, mixed);
    return put(out, mixed, count, sizeof *mixed);
}

float *bp_call_15b(bp_call *call, const float *in, float *out) {
    FUNCTION(place_marks);
    int count = bp_unpack_int(&in);
    float w_begin = bp_unpack_float(&in), *along = array(call, count, sizeof *along);
    answer(count, w_begin, bp_unpack_float(&in), along);
    return put(out, along, count, sizeof *along);
}

float *bp_call_16(bp_call *call, const float *in, float *out) {
    FUNCTION(pixel_color);
    bp_vec3 background = bp_unpack_vec3(&in);
    int count = bp_unpack_int(&in);
    fragment *fragments = array(call, count, sizeof *fragments);
    READ(fragments, depth, count);
    READ(fragments, color, count);
    READ(fragments, alpha, count);
    return put_vec3(out, answer(fragments, count, background));
}

float *bp_call_17(bp_call *call, const float *in, float *out) {
    FUNCTION(to_pixels);
    int count = bp_unpack_int(&in);
    screen_area viewport = {in[0], in[1], in[2], in[3]};
    in += 4;
    bp_vec4 *clip = values(call, &in, count, sizeof *clip);
    bp_vec2 *pixel = array(call, count, sizeof *pixel);
    float *depth = array(call, count, sizeof *depth);
    answer(clip, count, viewport, pixel, depth);
    return put(put(out, pixel, count, sizeof *pixel), depth, count, sizeof *depth);
}

/* A vertex that isn't kept is 0. */
float *bp_call_18(bp_call *call, const float *in, float *out) {
    FUNCTION(clip_triangle);
    bp_vec4 plane = bp_unpack_vec4(&in);
    clip_vertex *corner = array(call, 3, sizeof *corner), *kept = array(call, 4, sizeof *kept);
    READ(corner, position, 3);
    READ(corner, value, 3);
    int count = answer(corner, plane, kept);
    *out++ = (float)count;
    memset(out, 0, 4 * 5 * sizeof *out);
    for (int i = 0; i < 4 && i < count; i++) {
        put(out + 4 * i, &kept[i].position, 1, sizeof kept[i].position);
        out[16 + i] = kept[i].value;
    }
    return out + 4 * 5;
}

float *bp_call_19(bp_call *call, const float *in, float *out) {
    FUNCTION(barycentric);
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = 3 * width * height;
    bp_vec2 *corner = values(call, &in, 3, sizeof *corner);
    float *right = array(call, 3, sizeof *right), *down = array(call, 3, sizeof *down);
    float *share = array(call, count, sizeof *share);
    answer(corner, width, height, right, down, share);
    return put(put(put(out, right, 3, sizeof *right), down, 3, sizeof *down), share, count, sizeof *share);
}

float *bp_call_20(bp_call *call, const float *in, float *out) {
    FUNCTION(sample_texture);
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = bp_unpack_int(&in);
    float *texel = values(call, &in, width * height, sizeof *texel);
    bp_vec2 *uv = values(call, &in, count, sizeof *uv);
    float *value = array(call, count, sizeof *value);
    answer(texel, width, height, uv, count, value);
    return put(out, value, count, sizeof *value);
}

float *bp_call_21(bp_call *call, const float *in, float *out) {
    FUNCTION(mip_levels);
    int count = bp_unpack_int(&in), width = bp_unpack_int(&in), height = bp_unpack_int(&in);
    int levels = bp_unpack_int(&in);
    uv_change *change = values(call, &in, count, sizeof *change);
    float *level = array(call, count, sizeof *level);
    answer(change, count, width, height, levels, level);
    return put(out, level, count, sizeof *level);
}

float *bp_call_22(bp_call *call, const float *in, float *out) {
    FUNCTION(blend_layers);
    int count = bp_unpack_int(&in);
    bp_vec3 background = bp_unpack_vec3(&in);
    color_layer *layers = array(call, count, sizeof *layers);
    READ(layers, color, count);
    READ(layers, alpha, count);
    return put_vec3(out, answer(layers, count, background));
}

float *bp_call_23(bp_call *call, const float *in, float *out) {
    FUNCTION(resolve);
    int count = bp_unpack_int(&in);
    pixel_samples *pixels = array(call, count, sizeof *pixels);
    bp_vec3 *color = array(call, count, sizeof *color);
    float *depth = array(call, count, sizeof *depth);
    for (int s = 0; s < 4; s++) READ(pixels, color[s], count);
    READ(pixels, depth, count);
    answer(pixels, count, color, depth);
    return put(put(out, color, count, sizeof *color), depth, count, sizeof *depth);
}

/* The list of boxes by tiles is as long as the student says. */
float *bp_call_24(bp_call *call, const float *in, float *out) {
    FUNCTION(bin_boxes);
    int count = bp_unpack_int(&in), size = bp_unpack_int(&in);
    int columns = bp_unpack_int(&in), rows = bp_unpack_int(&in), tiles = columns * rows, most = count * tiles;
    int *corners = ints(call, &in, 4 * count);
    pixel_box *box = memcpy(array(call, count, sizeof *box), corners, (size_t)count * sizeof *box);
    int *begin = array(call, tiles + 1, sizeof *begin), *list = array(call, most, sizeof *list);
    answer(box, count, size, columns, rows, begin, list);
    const int end = begin[tiles] < most ? begin[tiles] : most;
    return put_ints(put_ints(out, begin, tiles + 1), list, end);
}

float *bp_call_25(bp_call *call, const float *in, float *out) {
    FUNCTION(pose_another);
    int count = bp_unpack_int(&in), *parent = ints(call, &in, count);
    bp_mat4 *his_bind = values(call, &in, count, sizeof *his_bind);
    bp_mat4 *his_local = values(call, &in, count, sizeof *his_local);
    bp_mat4 *her_bind = values(call, &in, count, sizeof *her_bind);
    bp_mat4 *her_local = array(call, count, sizeof *her_local);
    answer(parent, his_bind, his_local, her_bind, count, her_local);
    return put(out, her_local, count, sizeof *her_local);
}

float *bp_call_26(bp_call *call, const float *in, float *out) {
    FUNCTION(place_feet);
    int count = bp_unpack_int(&in);
    body_size size[2];
    for (int i = 0; i < 2; i++) {
        size[i].height = bp_unpack_float(&in), size[i].leg = bp_unpack_float(&in);
        size[i].arm = bp_unpack_float(&in);
    }
    bp_vec2 *hips = values(call, &in, count, sizeof *hips), *foot = values(call, &in, count, sizeof *foot);
    int *planted = ints(call, &in, count);
    bp_vec2 *her_hips = array(call, count, sizeof *her_hips),
            *her_foot = array(call, count, sizeof *her_foot);
    answer(size[0], size[1], hips, foot, planted, count, her_hips, her_foot);
    return put(put(out, her_hips, count, sizeof *her_hips), her_foot, count, sizeof *her_foot);
}
