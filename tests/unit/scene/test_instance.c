/* A crowd of instances is posed as each alone would be; picking, and a mesh on a bone. */
#include "base/isa.h"
#include "mesh/editing.h"
#include "scene/character.h"
#include "scene/figure.h"
#include "support/allocator.h"
#include <bindpose/gltf.h>
#include <bindpose/instance.h>
#include <bindpose/pick.h>

enum { CROWD = 12 };

typedef struct stage {
    bp_context *context;
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *shown;
} stage;

/* The page's character, with a clip that rotates node 1, the left arm, by 90 degrees about Z within a second. */
static stage open_stage_in(bp_context *context) {
    static const double times[] = {0, 1};
    static const float values[] = {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f};
    bp_error error = {0};
    stage s = {.context = context};
    s.model = bp_character_model(s.context, BP_BIND_NATURAL, &error);
    bp_free(&s.model->allocator, s.model->clips); /* the empty list */
    s.model->clips = bp_alloc(&s.model->allocator, 1, sizeof(bp_clip *), &error);
    s.model->clips[0] = bp_clip_create(&s.model->allocator, NULL, &error);
    s.model->clip_count = 1;
    bp_track track = {
        .target = 1, .kind = BP_TRACK_ROTATION, .key_count = 2, .times = times, .values = values};
    assert_true(bp_clip_add(s.model->clips[0], &track, &error));
    s.pose = bp_model_pose_create(s.model, &error);
    s.shown = bp_model_figure_create(s.context, s.pose, &error);
    assert_non_null(s.shown);
    return s;
}

static stage open_stage(int threads) {
    return open_stage_in(bp_context_create(&(bp_context_options){.threads = threads}, NULL));
}

static void close_stage(stage *s) {
    bp_model_figure_destroy(s->shown);
    bp_model_pose_destroy(s->pose);
    bp_model_destroy(s->model);
    bp_context_destroy(s->context);
}

static void test_a_crowd_is_posed_as_each_alone(void **state) {
    (void)state;
    bp_error error = {0};
    for (int threads = 1; threads <= 3; threads += 2) {
        stage s = open_stage(threads);
        bp_instance_frame frames[CROWD];
        for (int i = 0; i < CROWD; i++) {
            frames[i] = (bp_instance_frame){.instance = bp_instance_create(s.context, s.shown, &error),
                                            .clip = i ? 0 : -1,
                                            .seconds = 0.08 * i};
            assert_non_null(frames[i].instance);
        }
        bp_mixer *mixer = bp_mixer_create(bp_instance_pose(frames[5].instance), &error);
        bp_mixer_play(mixer, &(bp_mixer_options){.clip = 0}, &error);
        frames[5].mixer = mixer;
        assert_true(bp_instances_pose(s.context, frames, CROWD, &error));
        for (int i = 0; i < CROWD; i++) {
            bp_figure *alone = bp_model_figure_get_figure(s.shown),
                      *one = bp_instance_figure(frames[i].instance);
            assert_true(bp_model_pose_set(s.pose, frames[i].clip, frames[i].seconds, &error));
            assert_true(bp_figure_pose(alone, &error));
            assert_ptr_equal(bp_figure_part_at(one, 0)->mesh, s.model->meshes[0]);
            /* Instances are posed in float; and the mixer's means round differently. */
            assert_true(bp_figure_difference(alone, one) <= 1e-5f);
            bp_vec3 tip = bp_mat4_position(bp_node_world(bp_instance_model(frames[i].instance)->nodes[2]));
            bp_vec3 tip_alone = bp_mat4_position(bp_node_world(s.model->nodes[2]));
            expect_floats(&tip.x, &tip_alone.x, 3, 1e-5);
        }
        frames[3].clip = 7;
        assert_false(bp_instances_pose(s.context, frames, CROWD, &error));
        assert_string_equal(error.place, "clip");
        bp_mixer_destroy(mixer);
        for (int i = 0; i < CROWD; i++) bp_instance_destroy(frames[i].instance);
        close_stage(&s);
    }
}

/* All clips of a model, alone and mixed, by a batch as bone by bone: vertices, nodes, palettes. */
static void test_the_character(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bp_model *model;
    assert_true(bp_gltf_read(context, "assets/character.glb", NULL, &model, NULL, &error));
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *shown = bp_model_figure_create(context, pose, &error);
    bp_instance_frame frame = {.instance = bp_instance_create(context, shown, &error)};
    bp_mixer *ours = bp_mixer_create(bp_instance_pose(frame.instance), &error),
             *alone = bp_mixer_create(pose, &error);
    float *mask = calloc(model->node_count, sizeof *mask);
    for (size_t i = 0; i < model->node_count; i++) mask[i] = (float)(i % 3) / 2;
    for (int i = 0; i < 6; i++) {
        bp_mixer_options options = {.clip = i % (int)model->clip_count,
                                    .weight = 0.2f * (float)(i + 1),
                                    .start = 0.3 * i,
                                    .additive = i == 2 || i == 4,
                                    .mask = i % 2 ? mask : NULL};
        assert_true(bp_mixer_play(ours, &options, &error) >= 0 &&
                    bp_mixer_play(alone, &options, &error) >= 0);
    }
    size_t entries = 0;
    for (size_t i = 0; i < model->skeleton_count; i++)
        entries += bp_skeleton_palette_count(model->skeletons[i]);
    float *palettes = calloc(entries, 12 * sizeof *palettes);
    for (int i = 0; i < 24; i++) {
        frame.mixer = i % 3 == 2 ? ours : NULL;
        frame.clip = i % ((int)model->clip_count + 1) - 1;
        frame.seconds = 0.17 * i;
        frame.palettes = i % 4 ? NULL : palettes;
        frame.format = BP_PALETTE_3X4_ROWS;
        assert_true(bp_instances_pose(context, &frame, 1, &error));
        assert_true(frame.mixer ? bp_mixer_update(alone, frame.seconds, &error)
                                : bp_model_pose_set(pose, frame.clip, frame.seconds, &error));
        assert_true(bp_figure_pose(bp_model_figure_get_figure(shown), &error));
        float difference =
            bp_figure_difference(bp_model_figure_get_figure(shown), bp_instance_figure(frame.instance));
        if (!frame.palettes && !(difference < 1e-5f))
            fail_msg("frame %d is off by %g m", i, (double)difference);
        const float *m = palettes;
        for (size_t k = 0; frame.palettes && k < model->skeleton_count; k++)
            for (size_t b = 0; b < bp_skeleton_palette_count(model->skeletons[k]); b++, m += 12) {
                const float *e = bp_skeleton_palette(model->skeletons[k])[b].m;
                const float expected[12] = {e[0], e[4],  e[8], e[12], e[1],  e[5],
                                            e[9], e[13], e[2], e[6],  e[10], e[14]};
                expect_floats(m, expected, 12, 2e-5);
            }
        if (i % 5) continue;
        const bp_model *own = bp_instance_model(frame.instance);
        for (size_t n = 0; n < model->node_count; n++) {
            bp_mat4 got = bp_node_world(own->nodes[n]), expected = bp_node_world(model->nodes[n]);
            expect_floats(got.m, expected.m, 16, 2e-5);
        }
        assert_true(bp_figure_pose(bp_instance_figure(frame.instance), &error)); /* from the bones, now */
        difference =
            bp_figure_difference(bp_model_figure_get_figure(shown), bp_instance_figure(frame.instance));
        assert_true(difference < 1e-5f);
    }
    free(palettes);
    free(mask);
    bp_mixer_destroy(ours);
    bp_mixer_destroy(alone);
    bp_instance_destroy(frame.instance);
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
}

/* The body is a box of 1 x 3.5 x 1 at the origin; the figure stands at x = 10. */
static void test_picking(void **state) {
    (void)state;
    stage s = open_stage(1);
    bp_figure *figure = bp_model_figure_get_figure(s.shown);
    bp_figure_set_world(figure, bp_mat4_translation(bp_vec3_make(10, 0, 0)));
    bp_pick pick;
    assert_true(bp_figure_pick(figure, (bp_ray){{10.25f, -1, 5}, {0, 0, -1}}, &pick));
    const bp_vec3 expected = {10.25f, -1, 0.5f};
    expect_floats(&pick.position.x, &expected.x, 3, 1e-5);
    expect_float(pick.distance, 4.5f, 1e-5);
    assert_string_equal(bp_bone_name(pick.bone), "boneBody");
    const bp_vec3 *at = bp_figure_positions(figure, pick.part);
    bp_vec3 sum = {10, 0, 0};
    for (int i = 0; i < 3; i++) sum = bp_vec3_add(sum, bp_vec3_scale(at[pick.vertices[i]], pick.weights[i]));
    expect_floats(&sum.x, &expected.x, 3, 1e-5);
    assert_true(bp_figure_pick(figure, (bp_ray){{11, 0.5f, 5}, {0, 0, -1}}, &pick));
    assert_string_equal(bp_bone_name(pick.bone), "boneArmLeft");
    assert_false(bp_figure_pick(figure, (bp_ray){{14, 0, 5}, {0, 0, -1}}, &pick));
    assert_false(bp_figure_pick(NULL, (bp_ray){{0, 0, 5}, {0, 0, -1}}, &pick));
    close_stage(&s);
}

/* A box one unit along -Y of the arm follows the arm: its corner is a rotation of where it was. */
static void test_attaching(void **state) {
    (void)state;
    bp_error error = {0};
    stage s = open_stage(1);
    bp_figure *figure = bp_model_figure_get_figure(s.shown);
    bp_mesh *box = bp_shape_box(NULL, NULL, &error);
    bp_bone *arm = bp_skeleton_find(s.model->skeletons[0], "boneArmLeft");
    bp_mat4 offset = bp_mat4_translation(bp_vec3_make(0, -1, 0));
    assert_true(bp_figure_attach(figure, box, arm, &offset, NULL, NULL, &error));
    assert_int_equal(bp_figure_part_count(figure), 2);
    for (int i = 0; i < 2; i++) {
        assert_true(bp_model_pose_set(s.pose, 0, i, &error));
        assert_true(bp_figure_pose(figure, &error));
        bp_vec3 center =
            bp_bounds_center(bp_bounds_from_points(bp_figure_positions(figure, 1), box->vertex_count));
        /* The shoulder is at (0.5, 1.5, 0); (0, -1, 0) rotated by 90 degrees about Z is (1, 0, 0). */
        const bp_vec3 expected = i ? bp_vec3_make(1.5f, 1.5f, 0) : bp_vec3_make(0.5f, 0.5f, 0);
        expect_floats(&center.x, &expected.x, 3, 1e-5);
    }
    assert_false(bp_figure_attach(figure, box, NULL, NULL, NULL, NULL, &error));
    /* An instance has bones of its own; the prototype's would move the box as the prototype moves. */
    bp_instance *other = bp_instance_create(s.context, s.shown, &error);
    assert_false(bp_figure_attach(bp_instance_figure(other), box, arm, NULL, NULL, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "boneArmLeft");
    assert_int_equal(bp_figure_part_count(bp_instance_figure(other)), 1);
    arm = bp_model_find_bone(bp_instance_model(other), "boneArmLeft");
    assert_true(bp_figure_attach(bp_instance_figure(other), box, arm, &offset, NULL, NULL, &error));
    bp_instance_frame frame = {.instance = other, .seconds = 1};
    assert_true(bp_instances_pose(s.context, &frame, 1, &error)); /* as above, by the batch's matrices */
    const bp_vec3 *corners = bp_figure_positions(bp_instance_figure(other), 1);
    bp_vec3 center = bp_bounds_center(bp_bounds_from_points(corners, box->vertex_count));
    expect_floats(&center.x, ((float[]){1.5f, 1.5f, 0}), 3, 1e-5);
    bp_instance_destroy(other);
    close_stage(&s);
    bp_mesh_destroy(box);
}

/* Posing, skinning and drawing a crowd takes no memory after the first frame, not even when clips change; nor
 * do a mixer, a mesh on a bone, and controllers, as in the examples. */
static void test_frames_allocate_nothing(void **state) {
    (void)state;
    bp_error error = {0};
    test_allocator counter = {0};
    /* One thread: of several, chance decides which meets its largest part of the work, and when. */
    bp_context_options options = {.allocator = test_allocator_hook(&counter), .threads = 1};
    stage s = open_stage_in(bp_context_create(&options, &error));
    bp_instance_frame frames[CROWD];
    for (int i = 0; i < CROWD; i++) {
        frames[i] = (bp_instance_frame){.instance = bp_instance_create(s.context, s.shown, &error)};
        bp_mat4 at = bp_mat4_translation(bp_vec3_make(3.0f * (float)i, 0, 0));
        bp_figure_set_world(bp_instance_figure(frames[i].instance), at);
    }
    bp_raster *raster = bp_raster_create(s.context, &error);
    bp_framebuffer picture;
    assert_true(bp_framebuffer_create(s.context, 320, 180, &picture, &error));
    bp_view view = {.viewport = {0, 0, 320, 180}, .show = BP_SHOW_MESH};
    view.camera = (bp_camera){.eye = {16, 8, 30}, .target = {16, 0, 0}};
    long asked = 0;
    bp_mixer *mixer = bp_mixer_create(bp_instance_pose(frames[1].instance), &error);
    for (int i = 0; i < 3; i++)
        bp_mixer_play(mixer, &(bp_mixer_options){.weight = 0.5f, .additive = i == 2}, &error);
    frames[1].mixer = mixer;
    bp_mesh *box = bp_shape_box(bp_context_allocator(s.context), NULL, &error);
    bp_bone *hand = bp_model_find_bone(bp_instance_model(frames[2].instance), "boneArmLeft");
    assert_true(
        bp_figure_attach(bp_instance_figure(frames[2].instance), box, hand, NULL, NULL, NULL, &error));
    bp_bone *arm = bp_model_find_bone(bp_instance_model(frames[3].instance), "boneArmLeft");
    bp_bone_set_length(arm, 1);
    bp_ik *ik = bp_ik_create(s.context, arm, NULL, &error);
    bp_look_at *look = bp_look_at_create(s.context, bp_bone_parent(arm), NULL, &error);
    expect_no_error(&error);
    for (int frame = 0; frame < 6; frame++) {
        for (int i = 0; i < CROWD; i++) {
            frames[i].clip = (i + frame) % 2 - 1;
            frames[i].seconds = frame % 2 ? 0.4 : 0.5;
        }
        assert_true(bp_instances_pose(s.context, frames, CROWD, &error));
        bp_instance_model(frames[3].instance);
        bp_ik_set_target(ik, (bp_vec3){1, 2, 0.1f * (float)(frame % 2)});
        assert_true(bp_look_at_update(look, &error) && bp_ik_update(ik, NULL, &error));
        assert_true(bp_figure_pose(bp_instance_figure(frames[3].instance), &error));
        assert_true(bp_raster_begin(raster, &picture, &(bp_pass){.samples = 4}, &error));
        assert_true(bp_raster_clear(raster, &(bp_clear){.color = {0, 0, 0, 255}}, &error));
        for (int i = 0; i < CROWD; i++)
            assert_true(bp_scene_draw_meshes(raster, &view, bp_instance_figure(frames[i].instance), &error));
        assert_true(bp_raster_end(raster, NULL, &error));
        if (frame > 1) assert_int_equal(counter.asked, asked); /* both poses have been drawn */
        asked = counter.asked;
    }
    bp_framebuffer_destroy(s.context, &picture);
    bp_raster_destroy(raster);
    bp_ik_destroy(ik);
    bp_look_at_destroy(look);
    bp_mixer_destroy(mixer);
    for (int i = 0; i < CROWD; i++) bp_instance_destroy(frames[i].instance);
    bp_mesh_destroy(box);
    close_stage(&s);
    assert_int_equal(counter.live, 0);
}

/* ---- instances are skinned by the pass that draws them */

typedef struct drawn_character {
    bp_context *context;
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *shown;
    bp_instance *instance;
    bp_raster *raster;
} drawn_character;

static drawn_character open_drawn(const bp_context_options *options) {
    bp_error error = {0};
    drawn_character d = {.context = bp_context_create(options, &error)};
    assert_true(bp_gltf_read(d.context, "assets/character.glb", NULL, &d.model, NULL, &error));
    d.pose = bp_model_pose_create(d.model, &error);
    d.shown = bp_model_figure_create(d.context, d.pose, &error);
    d.instance = bp_instance_create(d.context, d.shown, &error);
    d.raster = bp_raster_create(d.context, &error);
    assert_non_null(d.raster);
    return d;
}

static void close_drawn(drawn_character *d) {
    bp_raster_destroy(d->raster);
    bp_instance_destroy(d->instance);
    bp_model_figure_destroy(d->shown);
    bp_model_pose_destroy(d->pose);
    bp_model_destroy(d->model);
    bp_context_destroy(d->context);
}

static bool draw_instance(const drawn_character *d, const bp_framebuffer *to, const bp_view *view,
                          bool reference, bp_counters *counters, bp_error *error) {
    assert_true(bp_raster_begin(d->raster, to, &(bp_pass){.samples = 4, .reference = reference}, error));
    assert_true(bp_raster_clear(d->raster, &(bp_clear){.color = {9, 9, 9, 255}}, error));
    assert_true(bp_scene_draw_meshes(d->raster, view, bp_instance_figure(d->instance), error));
    return bp_raster_end(d->raster, counters, error);
}

/* The same bytes as from an array of skinned vertices, whole and cut by the near plane, on each instruction set
 * and by the reference. So are the bounds. */
static void test_skinned_by_the_pass(void **state) {
    (void)state;
    enum { SIDE = 160 };
    bp_error error = {0};
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
        if (!bp_isa_available((bp_isa)isa)) continue;
        drawn_character d = open_drawn(&(bp_context_options){.threads = 2, .isa = (bp_isa)isa});
        bp_framebuffer pictures[4];
        for (int i = 0; i < 4; i++)
            assert_true(bp_framebuffer_create(d.context, SIDE, SIDE, &pictures[i], &error));
        for (int near = 0; near < 2; near++) {
            bp_view view = {.viewport = {0, 0, SIDE, SIDE}, .show = BP_SHOW_MESH};
            view.camera =
                (bp_camera){.eye = {0.3f, 1.2f, near ? 0.25f : 3}, .target = {0, near ? 1 : 0.9f, 0}};
            if (near) view.camera.near_z = 0.2f;
            bp_figure *figure = bp_instance_figure(d.instance);
            bp_instance_frame frame = {.instance = d.instance, .clip = 0, .seconds = 0.3 + near};
            assert_true(bp_instances_pose(d.context, &frame, 1, &error));
            bp_counters counters[4] = {{0}};
            bp_bounds before = bp_figure_bounds(figure);
            for (int i = 0; i < 4; i++) {
                if (i == 2)
                    assert_non_null(bp_figure_positions(figure, 0)); /* from now on there is an array */
                assert_true(draw_instance(&d, &pictures[i], &view, i & 1, &counters[i], &error));
                assert_memory_equal(pictures[i].pixels, pictures[0].pixels, 4 * SIDE * SIDE);
                assert_int_equal(counters[i].triangles_clipped, counters[0].triangles_clipped);
            }
            assert_true((counters[0].triangles_clipped > 0) == near);
            assert_true(counters[0].fragments_written > 1000);
            bp_bounds after = bp_figure_bounds(figure);
            assert_memory_equal(&before, &after, sizeof before);
        }
        for (int i = 0; i < 4; i++) bp_framebuffer_destroy(d.context, &pictures[i]);
        close_drawn(&d);
    }
}

/* A joint that was in the palette when the instance was made. */
static void test_a_joint_is_gone(void **state) {
    (void)state;
    bp_error error = {0};
    for (int reference = 0; reference < 2; reference++) {
        drawn_character d = open_drawn(NULL);
        bp_framebuffer picture;
        assert_true(bp_framebuffer_create(d.context, 64, 64, &picture, &error));
        bp_view view = {.viewport = {0, 0, 64, 64}, .show = BP_SHOW_MESH, .camera = {.eye = {0, 1, 3}}};
        d.model->meshes[0]->joints[4 * 4000] = 999;
        assert_false(draw_instance(&d, &picture, &view, reference, NULL, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "source.joints");
        assert_non_null(strstr(error.message, "vertex 4000"));
        assert_null(bp_figure_positions(bp_instance_figure(d.instance), 0));
        assert_null(bp_instance_create(d.context, d.shown, &error));
        bp_framebuffer_destroy(d.context, &picture);
        close_drawn(&d);
    }
}

/* Before each block is its size. */
static void *weigh(void *user, void *block, size_t size) {
    enum { HEAD = 16 };
    char *was = block ? (char *)block - HEAD : NULL;
    if (was) *(size_t *)user -= *(size_t *)(void *)was;
    if (size == 0) return free(was), NULL;
    char *now = realloc(was, size + HEAD);
    *(size_t *)user += *(size_t *)(void *)now = size;
    return now + HEAD;
}

/* An instance of the character takes at most 100 kB, drawn too. */
static void test_memory_of_an_instance(void **state) {
    (void)state;
    size_t bytes = 0;
    bp_error error = {0};
    drawn_character d =
        open_drawn(&(bp_context_options){.allocator = {.resize = weigh, .user = &bytes}, .threads = 1});
    size_t before = bytes;
    bp_instance_frame frame = {.instance = bp_instance_create(d.context, d.shown, &error), .clip = 0};
    assert_true(bp_instances_pose(d.context, &frame, 1, &error));
    bp_figure_bounds(bp_instance_figure(frame.instance));
    print_message("an instance of the character takes %zu bytes\n", bytes - before);
    assert_true(bytes - before <= 100000);
    bp_instance_destroy(frame.instance);
    close_drawn(&d);
    assert_int_equal(bytes, 0);
}

/* Without memory for an instance's vertices nothing is picked, a highlight fails with words, and the pass still
 * draws it. */
static void test_no_memory_for_vertices(void **state) {
    (void)state;
    bp_error error = {0};
    test_allocator counter = {0};
    drawn_character d =
        open_drawn(&(bp_context_options){.allocator = test_allocator_hook(&counter), .threads = 1});
    bp_figure *figure = bp_instance_figure(d.instance);
    bp_view view = {.viewport = {0, 0, 64, 64}, .show = BP_SHOW_MESH};
    view.camera = (bp_camera){.eye = {0, 1, 4}, .target = {0, 1, 0}};
    bp_framebuffer picture;
    assert_true(bp_framebuffer_create(d.context, 64, 64, &picture, &error));
    assert_true(draw_instance(&d, &picture, &view, false, NULL, &error));
    counter.fail_at = counter.asked + 1;
    counter.fail_after = true;
    bp_pick pick;
    bp_highlight lit;
    assert_null(bp_figure_positions(figure, 0));
    assert_false(bp_figure_pick(figure, (bp_ray){{0, 1, 4}, {0, 0, -1}}, &pick));
    assert_int_equal(bp_scene_visibility(figure, &view.camera, 1), BP_VISIBILITY_SHOWN);
    assert_false(bp_figure_highlight(figure, 0, NULL, NULL, (bp_rgba8){255, 0, 0, 255}, &lit, &error));
    assert_int_equal(error.kind, BP_ERROR_MEMORY);
    assert_true(draw_instance(&d, &picture, &view, false, NULL, &error));
    counter.fail_at = 0;
    assert_non_null(bp_figure_positions(figure, 0));
    bp_framebuffer_destroy(d.context, &picture);
    close_drawn(&d);
    assert_int_equal(counter.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_crowd_is_posed_as_each_alone),
        cmocka_unit_test(test_the_character),
        cmocka_unit_test(test_picking),
        cmocka_unit_test(test_attaching),
        cmocka_unit_test(test_frames_allocate_nothing),
        cmocka_unit_test(test_skinned_by_the_pass),
        cmocka_unit_test(test_a_joint_is_gone),
        cmocka_unit_test(test_memory_of_an_instance),
        cmocka_unit_test(test_no_memory_for_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
