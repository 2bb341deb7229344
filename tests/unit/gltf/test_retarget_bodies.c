/* Three bodies of different proportions and bone frames, made of the character that make_character writes: its walk
 * goes from each to each. */
#include "support/test.h"
#include <bindpose/retarget.h>
#include <math.h>
#include <string.h>

/* Factors of a body's lengths, and whether its bones have other frames. */
typedef struct proportions {
    float whole, legs, arms, trunk;
    bool turned;
} proportions;
static const proportions BODIES[] = {
    {1, 1, 1, 1, false}, {1, 1.25f, 0.85f, 0.9f, true}, {0.6f, 0.8f, 1.2f, 1, true}};
enum { COUNT = BP_COUNT(BODIES) };

static float factor(const proportions *body, const char *name) {
    static const char *const legs[] = {"shin_left", "foot_left", "shin_right", "foot_right"},
                             *const arms[] = {"forearm_left", "hand_left", "forearm_right", "hand_right"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, legs[i]) == 0) return body->whole * body->legs;
        if (strcmp(name, arms[i]) == 0) return body->whole * body->arms;
    }
    return body->whole * (strcmp(name, "chest") == 0 || strcmp(name, "neck") == 0 ? body->trunk : 1);
}

/* The character with other lengths: the mesh goes along by its weights, and is bound there. Its clips stay those of
 * the first body, so only that one's are used. */
static bp_model *make_body(const proportions *body) {
    bp_error error = {0};
    bp_model *model = NULL, *out = NULL;
    bp_file file;
    uint64_t random = 3;
    if (!bp_gltf_read(NULL, "assets/character.glb", NULL, &model, NULL, &error))
        fail_msg("%s", error.message);
    const bp_model_skin *skin = &model->skins[0];
    bp_mesh *mesh = model->meshes[0];
    bp_mat4 old[64], worlds[64], binds[64];
    bp_quat frames[64];
    assert_true(skin->joint_count <= 64 && bp_model_inverse_binds(model, 0, old, skin->joint_count, &error));
    float lift = 0;
    for (size_t j = 0; j < skin->joint_count; j++) {
        bp_node *node = model->nodes[skin->nodes[j]];
        const char *name = bp_node_name(node);
        bp_node_set_position(node, bp_vec3_scale(bp_node_position(node), factor(body, name)));
        if (strcmp(name, "shin_left") == 0 || strcmp(name, "foot_left") == 0)
            lift += bp_vec3_length(bp_node_position(node)) * (1 - 1 / body->legs);
    }
    bp_node *hips = model->nodes[skin->nodes[0]];
    assert_string_equal(bp_node_name(hips), "hips");
    bp_node_set_position(hips, bp_vec3_add(bp_node_position(hips), bp_vec3_make(0, lift, 0)));
    for (size_t j = 0; j < skin->joint_count; j++) {
        bp_quat q = {test_random_float(&random, -1, 1), test_random_float(&random, -1, 1),
                     test_random_float(&random, -1, 1), test_random_float(&random, -1, 1)};
        frames[j] = body->turned ? bp_quat_normalize(q) : bp_quat_identity();
        worlds[j] = bp_node_world(model->nodes[skin->nodes[j]]);
    }
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        bp_vec3 at = {0, 0, 0};
        for (size_t k = v * (size_t)mesh->influences; k < (v + 1) * (size_t)mesh->influences; k++) {
            int j = mesh->joints[k];
            bp_vec3 own = bp_vec3_scale(bp_mat4_point(old[j], mesh->positions[v]), body->whole);
            at = bp_vec3_add(at, bp_vec3_scale(bp_mat4_point(worlds[j], own), mesh->weights[k]));
        }
        mesh->positions[v] = at;
    }
    /* A frame turned by F within itself: local' = F * local * (the parent's F)^-1, in row vectors. */
    for (size_t j = 0; j < skin->joint_count; j++) {
        bp_node *node = model->nodes[skin->nodes[j]];
        bp_quat above = bp_quat_identity();
        for (size_t k = 0; k < j; k++)
            if (model->nodes[skin->nodes[k]] == bp_node_parent(node)) above = bp_quat_conjugate(frames[k]);
        bp_node_set_position(node, bp_quat_rotate(above, bp_node_position(node)));
        bp_node_set_rotation(
            node, bp_quat_normalize(bp_quat_mul(above, bp_quat_mul(bp_node_rotation(node), frames[j]))));
    }
    for (size_t j = 0; j < skin->joint_count; j++) {
        assert_true(bp_mat4_inverse(bp_node_world(model->nodes[skin->nodes[j]]), &binds[j]));
        bp_bone *bone = bp_skeleton_bone_by_id(model->skeletons[skin->skeleton], (size_t)skin->bones[j]);
        assert_true(bp_bone_set_absolute_inverse_bind(bone, binds[j], &error));
    }
    assert_true(bp_gltf_write_memory(NULL, model, NULL, &file, &error));
    if (!bp_gltf_read_memory(NULL, file.data, file.size, "body", NULL, NULL, &out, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    bp_file_free(NULL, &file);
    bp_model_destroy(model);
    return out;
}

typedef struct transfer {
    bp_retarget_map map;
    bp_retarget *retarget;
    bp_clip *clip;
    bp_retarget_report report;
} transfer;

static transfer run(const bp_model *from, const bp_model *to, int clip, bool feet) {
    bp_error error = {0};
    transfer t;
    if (!bp_retarget_map_find(from, to, NULL, &t.map, &error)) fail_msg("%s", error.message);
    t.retarget = bp_retarget_create(from, to, &t.map, &(bp_retarget_options){.keep_feet = feet}, &error);
    assert_non_null(t.retarget);
    assert_non_null(t.clip = bp_retarget_clip(t.retarget, clip, &error));
    assert_true(bp_retarget_measure(t.retarget, clip, t.clip, &t.report, &error));
    return t;
}

static void close_transfer(transfer *t) {
    bp_retarget_report_clear(&t->report);
    bp_clip_destroy(t->clip);
    bp_retarget_destroy(t->retarget);
    bp_retarget_map_clear(&t->map);
}

static float p95(const transfer *t, bp_retarget_kind kind) {
    return t->report.worst[kind] < 0 ? 0 : t->report.series[t->report.worst[kind]].p95;
}

/* A body that has a clip of its own: the first body's walk, transferred to it, as a file. */
static bp_model *with_clip(const bp_model *from, int clip, bp_model *to, bool feet) {
    bp_error error = {0};
    transfer t = run(from, to, clip, feet);
    for (size_t i = 0; i < to->clip_count; i++) {
        bp_clip_destroy(to->clips[i]);
        to->clips[i] = i == 0 ? t.clip : bp_clip_create(NULL, &(bp_clip_options){.name = "x"}, &error);
    }
    t.clip = NULL;
    close_transfer(&t);
    return to;
}

/* Every pair of bodies: the motion of one, on another. Angles are those before feet are kept. In idle both feet stand
 * while the body sways, so on legs of other lengths they would slide. */
static void check_pair(int a, int b, const char *name) {
    bp_model *first = make_body(&BODIES[0]), *to = make_body(&BODIES[b]);
    bool idle = strcmp(name, "idle") == 0;
    bp_model *from = with_clip(first, bp_model_find_clip(first, name), make_body(&BODIES[a]), true);
    transfer free = run(from, to, 0, false), kept = run(from, to, 0, true);
    float angle = p95(&free, BP_RETARGET_ANGLE), slide = p95(&kept, BP_RETARGET_SLIDE),
          without = p95(&free, BP_RETARGET_SLIDE), deep = p95(&kept, BP_RETARGET_PENETRATION),
          high = p95(&kept, BP_RETARGET_FLOAT);
    if (angle > 0.2f || slide > 0.02f || deep > 0.1f || high > 0.1f || (idle && a != b && without < 0.5f))
        fail_msg("%s, %d to %d: angle %g, slide %g, without feet kept %g, penetration %g, float %g", name, a,
                 b, (double)angle, (double)slide, (double)without, (double)deep, (double)high);
    close_transfer(&free);
    close_transfer(&kept);
    bp_model_destroy(first);
    bp_model_destroy(from);
    bp_model_destroy(to);
}

static void test_pairs(void **state) {
    (void)state;
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++) {
            if (!test_takes(a + b, 3)) continue;
            check_pair(a, b, "idle");
            check_pair(a, b, "walk");
        }
}

/* From the first body to another and back, without corrections: every track as at first, to a thousandth of a
 * degree. */
static void test_round_trips(void **state) {
    (void)state;
    bp_error error = {0};
    for (int b = 1; b < COUNT; b++) {
        bp_model *first = make_body(&BODIES[0]), *other = make_body(&BODIES[b]);
        int walk = bp_model_find_clip(first, "walk");
        transfer own = run(first, first, walk, false); /* at the same times as the one that comes back */
        other = with_clip(first, walk, other, false);
        transfer back = run(other, first, 0, false);
        bp_pose *poses[2];
        for (int i = 0; i < 2; i++) poses[i] = bp_pose_create(NULL, first->node_count, NULL, &error);
        double worst = 0;
        assert_int_equal(own.report.frame_count, back.report.frame_count);
        for (size_t f = 0; f < own.report.frame_count; f++)
            for (size_t n = 0; n < own.map.count; n++) {
                int node = own.map.pairs[n].target;
                bp_clip_sample(own.clip, (double)f * own.report.step, poses[0]);
                bp_clip_sample(back.clip, (double)f * own.report.step, poses[1]);
                bp_quat d =
                    bp_quat_mul(bp_quat_conjugate(poses[0]->rotations[node]), poses[1]->rotations[node]);
                double sine =
                    sqrt((double)d.x * (double)d.x + (double)d.y * (double)d.y + (double)d.z * (double)d.z);
                worst = fmax(worst, 2 * sine * 57.29578);
            }
        if (!(worst <= 1e-3)) fail_msg("body %d: %g degrees", b, worst);
        for (int i = 0; i < 2; i++) bp_pose_destroy(poses[i]);
        close_transfer(&own);
        close_transfer(&back);
        bp_model_destroy(first);
        bp_model_destroy(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs), cmocka_unit_test(test_round_trips)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
