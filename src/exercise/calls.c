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

/* An array of inputs: `size` is that of a float or of a struct of floats. */
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

/* 01: A point and two matrices in, a point out. */
float *bp_call_01(bp_call *call, const float *in, float *out) {
    FUNCTION(through_both);
    bp_vec3 point = bp_unpack_vec3(&in);
    bp_mat4 first = bp_unpack_mat4(&in), second = bp_unpack_mat4(&in);
    bp_pack_vec3(&out, answer(point, first, second));
    return out;
}

/* 02: Position, quaternion and scale in, a matrix out. */
float *bp_call_02(bp_call *call, const float *in, float *out) {
    FUNCTION(compose_matrix);
    bp_vec3 position = bp_unpack_vec3(&in);
    bp_quat rotation = bp_unpack_quat(&in);
    bp_vec3 scale = bp_unpack_vec3(&in);
    bp_pack_mat4(&out, answer(position, rotation, scale));
    return out;
}

/* 03: Parents and locals in, absolutes out. */
float *bp_call_03(bp_call *call, const float *in, float *out) {
    FUNCTION(absolute_matrices);
    int count = bp_unpack_int(&in);
    int *parent = ints(call, &in, count);
    bp_mat4 *local = values(call, &in, count, sizeof *local);
    bp_mat4 *absolute = array(call, count, sizeof *absolute);
    answer(local, parent, count, absolute);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, absolute[i]);
    return out;
}

/* 04: Binds from the root down in, the absolute bind and its inverse out. */
float *bp_call_04(bp_call *call, const float *in, float *out) {
    FUNCTION(absolute_bind);
    int count = bp_unpack_int(&in);
    bp_mat4 *bind = values(call, &in, count, sizeof *bind);
    bp_mat4 *absolute = array(call, 1, sizeof *absolute), *inverse = array(call, 1, sizeof *inverse);
    answer(bind, count, absolute, inverse);
    bp_pack_mat4(&out, *absolute);
    bp_pack_mat4(&out, *inverse);
    return out;
}

/* 05: Four matrices in, one out. */
float *bp_call_05(bp_call *call, const float *in, float *out) {
    FUNCTION(final_matrix);
    bp_mat4 local = bp_unpack_mat4(&in), parent_absolute = bp_unpack_mat4(&in);
    bp_mat4 bind = bp_unpack_mat4(&in), parent_absolute_bind = bp_unpack_mat4(&in);
    bp_pack_mat4(&out, answer(local, parent_absolute, bind, parent_absolute_bind));
    return out;
}

/* 06: A palette, a position, four joints and weights in; a position out. */
float *bp_call_06(bp_call *call, const float *in, float *out) {
    FUNCTION(skin_vertex);
    int count = bp_unpack_int(&in);
    bp_mat4 *palette = values(call, &in, count, sizeof *palette);
    bp_vec3 position = bp_unpack_vec3(&in);
    int *joints = ints(call, &in, 4);
    float *weights = values(call, &in, 4, sizeof *weights);
    bp_pack_vec3(&out, answer(position, palette, joints, weights));
    return out;
}

/* 07: A normal and a matrix in, a normal out. */
float *bp_call_07(bp_call *call, const float *in, float *out) {
    FUNCTION(skin_normal);
    bp_vec3 normal = bp_unpack_vec3(&in);
    bp_pack_vec3(&out, answer(normal, bp_unpack_mat4(&in)));
    return out;
}

/* 08: Bones and nodes in, locals after the next prepare out. Prepare copies the local matrix of a linked
 * bone from its node. */
static void read_bones(const float **in, exercise_bone *bones, int count) {
    for (int i = 0; i < count; i++) bones[i].node = bp_unpack_int(in);
    for (int i = 0; i < count; i++) bones[i].local = bp_unpack_mat4(in);
    for (int i = 0; i < count; i++) bones[i].bind = bp_unpack_mat4(in);
    for (int i = 0; i < count; i++) bones[i].rest = bp_unpack_mat4(in);
}

float *bp_call_08(bp_call *call, const float *in, float *out) {
    FUNCTION(return_to_rest);
    int count = bp_unpack_int(&in);
    exercise_bone *bones = array(call, count, sizeof *bones);
    bp_trs *nodes = array(call, count, sizeof *nodes);
    read_bones(&in, bones, count);
    int linked[BP_EXERCISE_FLOATS];
    for (int i = 0; i < count; i++) linked[i] = bones[i].node;
    for (int i = 0; i < count; i++) nodes[i].translation = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++) nodes[i].rotation = bp_unpack_quat(&in);
    for (int i = 0; i < count; i++) nodes[i].scale = bp_unpack_vec3(&in);
    exercise_bone *before = memcpy(array(call, count, sizeof *bones), bones, (size_t)count * sizeof *bones);
    answer(bones, count, nodes);
    for (int i = 0; i < count; i++) {
        /* What the function has no reason to change makes the bone disappear. */
        const bool same = memcmp(&before[i].bind, &bones[i].bind, sizeof(bp_mat4)) == 0 &&
                          memcmp(&before[i].rest, &bones[i].rest, sizeof(bp_mat4)) == 0;
        const bp_mat4 now = linked[i] < 0 ? bones[i].local : bp_mat4_from_trs(nodes[linked[i]]);
        bp_pack_mat4(&out, same ? now : bp_mat4_scaling((bp_vec3){0, 0, 0}));
    }
    return out;
}

/* 09: Parents and the joints of vertices in; order, new parents and new joints out. */
static void pack_ints(float **out, const int *values, int count) {
    for (int i = 0; i < count; i++) bp_pack_float(out, (float)values[i]);
}

float *bp_call_09(bp_call *call, const float *in, float *out) {
    FUNCTION(sort_bones);
    int count = bp_unpack_int(&in), joint_count = bp_unpack_int(&in);
    int *parent = ints(call, &in, count), *joints = ints(call, &in, joint_count);
    int *order = array(call, count, sizeof *order), *new_parent = array(call, count, sizeof *new_parent);
    answer(parent, count, order, new_parent, joints, joint_count);
    pack_ints(&out, order, count);
    pack_ints(&out, new_parent, count);
    pack_ints(&out, joints, joint_count);
    return out;
}

/* 10: Bones and nodes in, locals and finals out. */
float *bp_call_10(bp_call *call, const float *in, float *out) {
    FUNCTION(prepare);
    int count = bp_unpack_int(&in), node_count = bp_unpack_int(&in);
    linked_bone *bones = array(call, count, sizeof *bones);
    bp_trs *nodes = array(call, node_count, sizeof *nodes);
    for (int i = 0; i < count; i++) bones[i].parent = bp_unpack_int(&in);
    for (int i = 0; i < count; i++) bones[i].node = bp_unpack_int(&in);
    for (int i = 0; i < count; i++) bones[i].local = bp_unpack_mat4(&in);
    for (int i = 0; i < count; i++) bones[i].absolute_inverse_bind = bp_unpack_mat4(&in);
    for (int i = 0; i < node_count; i++) nodes[i].translation = bp_unpack_vec3(&in);
    for (int i = 0; i < node_count; i++) nodes[i].rotation = bp_unpack_quat(&in);
    for (int i = 0; i < node_count; i++) nodes[i].scale = bp_unpack_vec3(&in);
    answer(bones, count, nodes);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, bones[i].local);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, bones[i].final);
    return out;
}

/* 10b: Five matrices in, a matrix out. */
float *bp_call_10b(bp_call *call, const float *in, float *out) {
    FUNCTION(carry_sword);
    bp_mat4 sword = bp_unpack_mat4(&in), taken_final = bp_unpack_mat4(&in), taken_world = bp_unpack_mat4(&in);
    bp_mat4 final = bp_unpack_mat4(&in), world = bp_unpack_mat4(&in);
    bp_pack_mat4(&out, answer(sword, taken_final, taken_world, final, world));
    return out;
}

/* 11: Four matrices in, one out. */
float *bp_call_11(bp_call *call, const float *in, float *out) {
    FUNCTION(local_for);
    bp_mat4 wanted = bp_unpack_mat4(&in), bind = bp_unpack_mat4(&in), parent_bind = bp_unpack_mat4(&in);
    bp_pack_mat4(&out, answer(wanted, bind, parent_bind, bp_unpack_mat4(&in)));
    return out;
}

/* 11b: Parents, binds and final matrices in, local matrices out. */
float *bp_call_11b(bp_call *call, const float *in, float *out) {
    FUNCTION(pose_from_finals);
    int count = bp_unpack_int(&in), *parent = ints(call, &in, count);
    bp_mat4 *bind = values(call, &in, count, sizeof *bind), *final = values(call, &in, count, sizeof *final);
    bp_mat4 *local = array(call, count, sizeof *local);
    answer(parent, bind, final, count, local);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, local[i]);
    return out;
}

/* 12: Keys and a time in, a rotation out. */
float *bp_call_12(bp_call *call, const float *in, float *out) {
    FUNCTION(rotation_at);
    int count = bp_unpack_int(&in);
    float *time = values(call, &in, count, sizeof *time);
    bp_quat *key = values(call, &in, count, sizeof *key);
    bp_pack_quat(&out, answer(time, key, count, bp_unpack_float(&in)));
    return out;
}

/* 12b: Two rotations and an angle in, a rotation out. */
float *bp_call_12b(bp_call *call, const float *in, float *out) {
    FUNCTION(turn_towards);
    bp_quat from = bp_unpack_quat(&in), to = bp_unpack_quat(&in);
    bp_pack_quat(&out, answer(from, to, bp_unpack_float(&in)));
    return out;
}

/* 13: Lengths and a target in, elbow and hand out. */
float *bp_call_13(bp_call *call, const float *in, float *out) {
    FUNCTION(reach);
    float upper = bp_unpack_float(&in), lower = bp_unpack_float(&in);
    bp_vec2 target = bp_unpack_vec2(&in), *joints = array(call, 2, sizeof *joints);
    answer(upper, lower, target, &joints[0], &joints[1]);
    bp_pack_vec2(&out, joints[0]);
    bp_pack_vec2(&out, joints[1]);
    return out;
}

/* 13b: Three points and two lengths in, a point out. */
float *bp_call_13b(bp_call *call, const float *in, float *out) {
    FUNCTION(find_elbow);
    bp_vec3 shoulder = bp_unpack_vec3(&in), target = bp_unpack_vec3(&in), pole = bp_unpack_vec3(&in);
    float upper = bp_unpack_float(&in), lower = bp_unpack_float(&in);
    bp_pack_vec3(&out, answer(shoulder, target, pole, upper, lower));
    return out;
}

/* 14: A triangle in, an image of ones and zeros out. */
float *bp_call_14(bp_call *call, const float *in, float *out) {
    FUNCTION(cover_triangle);
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = width * height;
    bp_vec2 *corner = values(call, &in, 3, sizeof *corner);
    int *covered = array(call, count, sizeof *covered);
    answer(corner, width, height, covered);
    for (int i = 0; i < count; i++) bp_pack_float(&out, (float)covered[i]);
    return out;
}

/* 14b: A triangle in, an image of ones and zeros out. */
float *bp_call_14b(bp_call *call, const float *in, float *out) {
    FUNCTION(touch_pixels);
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = width * height;
    bp_vec2 *corner = values(call, &in, 3, sizeof *corner);
    int *touched = array(call, count, sizeof *touched);
    answer(corner, width, height, touched);
    for (int i = 0; i < count; i++) bp_pack_float(&out, (float)touched[i]);
    return out;
}

/* 15: Three values, three w and the pixels' shares in; the pixels' values out. */
float *bp_call_15(bp_call *call, const float *in, float *out) {
    FUNCTION(interpolate);
    int count = bp_unpack_int(&in);
    float *value = values(call, &in, 3, sizeof *value), *w = values(call, &in, 3, sizeof *w);
    bp_vec3 *share = values(call, &in, count, sizeof *share);
    float *mixed = array(call, count, sizeof *mixed);
    answer(value, w, share, count, mixed);
    for (int i = 0; i < count; i++) bp_pack_float(&out, mixed[i]);
    return out;
}

/* 15b: The ends of a road in, places on the screen out. */
float *bp_call_15b(bp_call *call, const float *in, float *out) {
    FUNCTION(place_marks);
    int count = bp_unpack_int(&in);
    float w_begin = bp_unpack_float(&in), *along = array(call, count, sizeof *along);
    answer(count, w_begin, bp_unpack_float(&in), along);
    for (int k = 0; k < count; k++) bp_pack_float(&out, along[k]);
    return out;
}

/* 16: Fragments in, one colour out. */
float *bp_call_16(bp_call *call, const float *in, float *out) {
    FUNCTION(pixel_color);
    bp_vec3 background = bp_unpack_vec3(&in);
    int count = bp_unpack_int(&in);
    fragment *fragments = array(call, count, sizeof *fragments);
    for (int i = 0; i < count; i++) fragments[i].depth = bp_unpack_float(&in);
    for (int i = 0; i < count; i++) fragments[i].color = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++) fragments[i].alpha = bp_unpack_float(&in);
    bp_pack_vec3(&out, answer(fragments, count, background));
    return out;
}

/* 17: A viewport and vertices in, their pixels and depths out. */
float *bp_call_17(bp_call *call, const float *in, float *out) {
    FUNCTION(to_pixels);
    int count = bp_unpack_int(&in);
    screen_area viewport = {in[0], in[1], in[2], in[3]};
    in += 4;
    bp_vec4 *clip = values(call, &in, count, sizeof *clip);
    bp_vec2 *pixel = array(call, count, sizeof *pixel);
    float *depth = array(call, count, sizeof *depth);
    answer(clip, count, viewport, pixel, depth);
    for (int i = 0; i < count; i++) bp_pack_vec2(&out, pixel[i]);
    for (int i = 0; i < count; i++) bp_pack_float(&out, depth[i]);
    return out;
}

/* 18: A plane and a triangle in, what is kept of it out. */
float *bp_call_18(bp_call *call, const float *in, float *out) {
    FUNCTION(clip_triangle);
    bp_vec4 plane = {in[0], in[1], in[2], in[3]};
    in += 4;
    clip_vertex *corner = array(call, 3, sizeof *corner), *kept = array(call, 4, sizeof *kept);
    for (int i = 0; i < 3; i++, in += 4) corner[i].position = (bp_vec4){in[0], in[1], in[2], in[3]};
    for (int i = 0; i < 3; i++) corner[i].value = bp_unpack_float(&in);
    int count = answer(corner, plane, kept);
    bp_pack_float(&out, (float)count);
    for (int i = 0; i < 4; i++) {
        bp_vec4 p = i < count ? kept[i].position : (bp_vec4){0, 0, 0, 0};
        bp_pack_quat(&out, (bp_quat){p.x, p.y, p.z, p.w});
    }
    for (int i = 0; i < 4; i++) bp_pack_float(&out, i < count ? kept[i].value : 0);
    return out;
}

/* 19: A triangle in, the steps and the pixels' shares out. */
float *bp_call_19(bp_call *call, const float *in, float *out) {
    FUNCTION(barycentric);
    int width = bp_unpack_int(&in), height = bp_unpack_int(&in), count = 3 * width * height;
    bp_vec2 *corner = values(call, &in, 3, sizeof *corner);
    float *right = array(call, 3, sizeof *right), *down = array(call, 3, sizeof *down);
    float *share = array(call, count, sizeof *share);
    answer(corner, width, height, right, down, share);
    for (int k = 0; k < 3; k++) bp_pack_float(&out, right[k]);
    for (int k = 0; k < 3; k++) bp_pack_float(&out, down[k]);
    for (int i = 0; i < count; i++) bp_pack_float(&out, share[i]);
    return out;
}

/* 20: A texture of four columns and coordinates in, values out. */
float *bp_call_20(bp_call *call, const float *in, float *out) {
    FUNCTION(sample_texture);
    enum { WIDTH = 4 };
    int count = bp_unpack_int(&in), height = bp_unpack_int(&in);
    float *texel = values(call, &in, WIDTH * height, sizeof *texel);
    bp_vec2 *uv = values(call, &in, count, sizeof *uv);
    float *value = array(call, count, sizeof *value);
    answer(texel, WIDTH, height, uv, count, value);
    for (int i = 0; i < count; i++) bp_pack_float(&out, value[i]);
    return out;
}

/* 21: A texture's size and changes of its coordinates in, levels out. */
float *bp_call_21(bp_call *call, const float *in, float *out) {
    FUNCTION(mip_levels);
    int count = bp_unpack_int(&in), width = bp_unpack_int(&in), height = bp_unpack_int(&in),
        levels = bp_unpack_int(&in);
    uv_change *change = values(call, &in, count, sizeof *change);
    float *level = array(call, count, sizeof *level);
    answer(change, count, width, height, levels, level);
    for (int i = 0; i < count; i++) bp_pack_float(&out, level[i]);
    return out;
}

/* 22: A background and layers in, one colour out. */
#include "raster/srgb.h"

float *bp_call_22(bp_call *call, const float *in, float *out) {
    FUNCTION(blend_layers);
    int count = bp_unpack_int(&in);
    bp_vec3 background = bp_unpack_vec3(&in);
    color_layer *layers = array(call, count, sizeof *layers);
    for (int i = 0; i < count; i++) layers[i].color = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++) layers[i].alpha = bp_unpack_float(&in);
    bp_pack_vec3(&out, answer(layers, count, background));
    return out;
}

/* 23: Samples in, pixels out. */
#include "raster/srgb.h"

float *bp_call_23(bp_call *call, const float *in, float *out) {
    FUNCTION(resolve);
    int count = bp_unpack_int(&in);
    pixel_samples *pixels = array(call, count, sizeof *pixels);
    bp_vec3 *color = array(call, count, sizeof *color);
    float *depth = array(call, count, sizeof *depth);
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < count; i++) pixels[i].color[s] = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++)
        for (int s = 0; s < 4; s++) pixels[i].depth[s] = bp_unpack_float(&in);
    answer(pixels, count, color, depth);
    for (int i = 0; i < count; i++) bp_pack_vec3(&out, color[i]);
    for (int i = 0; i < count; i++) bp_pack_float(&out, depth[i]);
    return out;
}

/* 24: Boxes in, the tiles' lists out. The list is as long as the student says. */
float *bp_call_24(bp_call *call, const float *in, float *out) {
    enum { COLUMNS = 4, ROWS = 3, TILES = COLUMNS * ROWS };
    FUNCTION(bin_boxes);
    int count = bp_unpack_int(&in), size = bp_unpack_int(&in), most = count * TILES;
    int *corners = ints(call, &in, 4 * count);
    pixel_box *box = array(call, count, sizeof *box);
    for (int i = 0; i < count; i++)
        box[i] = (pixel_box){corners[4 * i], corners[4 * i + 1], corners[4 * i + 2], corners[4 * i + 3]};
    int *begin = array(call, TILES + 1, sizeof *begin), *list = array(call, most, sizeof *list);
    answer(box, count, size, COLUMNS, ROWS, begin, list);
    for (int i = 0; i <= TILES; i++) bp_pack_float(&out, (float)begin[i]);
    for (int i = 0; i < begin[TILES] && i < most; i++) bp_pack_float(&out, (float)list[i]);
    return out;
}
