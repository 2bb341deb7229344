/* Models: create, fill, check, destroy; materials and images. */
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include "support/allocator.h"
#include <bindpose/mesh.h>
#include <bindpose/model.h>
#include <bindpose/rig.h>

/* One of everything, filled correctly: a skeleton of one bone, linked to the one node. */
static bp_model *make(const bp_allocator *allocator, bp_context *context, bp_error *error) {
    const bp_model_counts counts = {1, 1, 1, 1, 1, 1, 1, 1};
    bp_model *model = bp_model_create(allocator, "hero", &counts, error);
    if (!model) return NULL;
    bp_bone *bone = NULL;
    bool ok = (model->nodes[0] = bp_node_create(context, "node", NULL, error)) &&
              (model->node_names[0] = bp_copy_text(allocator, "node", error)) &&
              (model->meshes[0] = bp_shape_box(allocator, NULL, error)) &&
              bp_mesh_bind_rigid(model->meshes[0], 0, error) &&
              (model->images[0] = bp_image_create(allocator, 2, 2, error)) &&
              (model->skeletons[0] = bp_skeleton_create(context, NULL, error)) &&
              (bone = bp_skeleton_add(model->skeletons[0], &(bp_bone_options){.name = "bone"}, error)) &&
              (model->clips[0] = bp_clip_create(allocator, NULL, error)) &&
              (model->skins[0].nodes = bp_alloc(allocator, 1, sizeof(int), error)) &&
              (model->skins[0].bones = bp_alloc(allocator, 1, sizeof(int), error)) &&
              (model->skins[0].name = bp_copy_text(allocator, "skin", error)) &&
              (model->materials[0].name = bp_copy_text(allocator, "paint", error)) &&
              (model->instances[0].weights = bp_alloc(allocator, 1, sizeof(float), error));
    if (!ok) {
        bp_model_destroy(model);
        return NULL;
    }
    model->skins[0].skeleton = 0;
    model->skins[0].joint_count = 1;
    model->instances[0].node = model->instances[0].mesh = model->instances[0].skin = 0;
    model->materials[0].texture.image = 0;
    return model;
}

static void test_create(void **state) {
    (void)state;
    bp_model *model =
        bp_model_create(NULL, NULL, &(bp_model_counts){.materials = 2, .instances = 1, .skins = 1}, NULL);
    assert_string_equal(model->name, "");
    expect_float(model->materials[1].base_color.w, 1, 0);
    expect_float(model->materials[1].alpha_cutoff, 0.5, 0);
    assert_int_equal(model->materials[1].texture.image, -1);
    assert_int_equal(model->instances[0].skin, -1);
    assert_int_equal(model->instances[0].node, -1);
    assert_int_equal(model->instances[0].mesh, -1);
    assert_int_equal(model->skins[0].skeleton, -1);
    bp_model_destroy(model);
    bp_model_destroy(NULL);
    model = bp_model_create(NULL, "empty", NULL, NULL);
    assert_true(bp_model_check(model, NULL));
    bp_model_destroy(model);
}

static void expect_wrong(const bp_model *model, const char *place) {
    bp_error error = {0};
    assert_false(bp_model_check(model, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, place);
}

static void test_check(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make(NULL, NULL, &error);
    expect_no_error(&error);
    if (!bp_model_check(model, &error)) expect_no_error(&error);
    expect_wrong(NULL, "model");

    model->instances[0].mesh = 1, expect_wrong(model, "instances[0].mesh: 1 is not an index below 1");
    model->instances[0].mesh = 0, model->instances[0].node = -1, expect_wrong(model, "instances[0].node");
    model->instances[0].node = 0, model->instances[0].skin = 2, expect_wrong(model, "instances[0].skin: 2");
    model->instances[0].skin = 0, model->meshes[0]->joints[23] = 1;
    expect_wrong(model, "instances[0].skin: vertex 23 has joint 1; the skin has 1 joints");
    model->instances[0].skin = -1;
    assert_true(bp_model_check(model, &error));
    model->skins[0].skeleton = 1, expect_wrong(model, "skins[0].skeleton");
    model->skins[0].skeleton = 0, model->skins[0].nodes[0] = 1, expect_wrong(model, "skins[0].nodes");
    model->skins[0].nodes[0] = 0, model->skins[0].bones[0] = 1, expect_wrong(model, "skins[0].bones");
    model->skins[0].bones[0] = 0, model->materials[0].texture.image = 1,
    expect_wrong(model, "materials[0].texture.image");
    model->materials[0].texture.image = -1, model->meshes[0]->submeshes[0].material = 1;
    expect_wrong(model, "meshes[0].material");
    model->meshes[0]->submeshes[0].material = 0, model->meshes[0]->indices[5] = 24;
    expect_wrong(model, "meshes[0]: indices[5]");
    model->meshes[0]->indices[5] = 0;
    assert_true(bp_model_check(model, &error));

    struct bp_node *node = model->nodes[0];
    model->nodes[0] = NULL, expect_wrong(model, "nodes[0]: is NULL");
    model->nodes[0] = node;
    struct bp_clip *clip = model->clips[0];
    model->clips[0] = NULL, expect_wrong(model, "clips[0]");
    model->clips[0] = clip;
    struct bp_skeleton *skeleton = model->skeletons[0];
    model->skeletons[0] = NULL, expect_wrong(model, "skeletons[0]");
    model->skeletons[0] = skeleton;
    bp_mesh *mesh = model->meshes[0];
    model->meshes[0] = NULL, expect_wrong(model, "meshes[0]: is NULL");
    model->meshes[0] = mesh;
    bp_model_destroy(model);
}

static bool try_model(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_model *model = make(allocator, context, error);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return model != NULL;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(try_model, NULL) > 25);
}

/* KHR_texture_transform: offset (0.5, 0), rotation by 90 degrees, scale (2, 1). (1, 0) is scaled to (2,
 * 0), rotated to (0, -2) (counter-clockwise with v downwards) and moved to (0.5, -2). */
static void test_texture_transform(void **state) {
    (void)state;
    bp_texture_info use = {.offset = {0.5f, 0}, .scale = {2, 1}, .rotation = 0.5f * BP_PI};
    bp_vec2 uv = bp_texture_info_transform(&use, bp_vec2_make(1, 0));
    expect_float(uv.x, 1, 0); /* has_transform isn't set */
    use.has_transform = true;
    uv = bp_texture_info_transform(&use, bp_vec2_make(1, 0));
    expect_float(uv.x, 0.5, 1e-6);
    expect_float(uv.y, -2, 1e-6);
}

static void test_images(void **state) {
    (void)state;
    bp_error error = {0};
    bp_image *image = bp_image_create(NULL, 5, 4, &error);
    expect_no_error(&error);
    for (int i = 0; i < 20; i++) assert_int_equal(image->pixels[i].r + image->pixels[i].a, 0);
    bp_image_destroy(image);
    bp_image_destroy(NULL);
    assert_null(bp_image_create(NULL, 0, 4, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "width: 0 pixels");
    assert_null(bp_image_create(NULL, 4, 16385, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "height: 16385");
}

/* Three of each, all valid. */
static bp_model *make_three(const bp_allocator *allocator, const bp_context *context) {
    bp_model *model = bp_model_create(allocator, "three", &(bp_model_counts){3, 3, 3, 3, 3, 3, 3, 3}, NULL);
    for (int i = 0; i < 3; i++) {
        model->nodes[i] = bp_node_create(context, "node", NULL, NULL);
        model->node_names[i] = bp_copy_text(allocator, "node", NULL);
        model->images[i] = bp_image_create(allocator, 1, 1, NULL);
        model->materials[i].name = bp_copy_text(allocator, "paint", NULL);
        model->meshes[i] = bp_shape_box(allocator, NULL, NULL);
        model->skeletons[i] = bp_skeleton_create(context, NULL, NULL);
        bp_skeleton_add(model->skeletons[i], NULL, NULL);
        model->clips[i] = bp_clip_create(allocator, NULL, NULL);
        model->skins[i].name = bp_copy_text(allocator, "skin", NULL);
        model->skins[i].skeleton = i;
        model->skins[i].joint_count = 3;
        model->skins[i].nodes = bp_alloc(allocator, 3, sizeof(int), NULL);
        model->skins[i].bones = bp_alloc(allocator, 3, sizeof(int), NULL);
        model->instances[i] = (bp_model_instance){.node = i, .mesh = i, .skin = i};
        model->instances[i].weights = bp_alloc(allocator, 1, sizeof(float), NULL);
        assert_true(bp_mesh_bind_rigid(model->meshes[i], 2, NULL));
    }
    return model;
}

static void test_destroy_frees_all(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_context *context = bp_context_create(&(bp_context_options){.allocator = hook, .threads = 1}, NULL);
    bp_model_destroy(make_three(&hook, context));
    bp_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

/* Every missing object is found and named with its index. */
static void expect_pointers_checked(bp_model *model, int i) {
    void *const pointers[] = {&model->nodes[i], &model->meshes[i], &model->skeletons[i], &model->clips[i]};
    static const char *const names[] = {"nodes", "meshes", "skeletons", "clips"};
    for (int k = 0; k < 4; k++) {
        char place[48];
        void *kept, *nothing = NULL;
        memcpy(&kept, pointers[k], sizeof kept);
        memcpy(pointers[k], &nothing, sizeof nothing);
        snprintf(place, sizeof place, "%s[%d]: is NULL", names[k], i);
        expect_wrong(model, place);
        memcpy(pointers[k], &kept, sizeof kept);
    }
}

/* Every invalid index is found too. -1 is valid where an object is optional: image, material, skin. */
static void expect_numbers_checked(bp_model *model, int i) {
    const struct {
        int *number;
        const char *name;
        bool may_miss;
    } all[] = {
        {&model->materials[i].texture.image, "materials[%d].texture.image", true},
        {&model->meshes[i]->submeshes[0].material, "meshes[%d].material", true},
        {&model->skins[i].skeleton, "skins[%d].skeleton", false},
        {&model->skins[i].nodes[2], "skins[%d].nodes", false},
        {&model->skins[i].bones[2], "skins[%d].bones", false},
        {&model->instances[i].node, "instances[%d].node", false},
        {&model->instances[i].mesh, "instances[%d].mesh", false},
        {&model->instances[i].skin, "instances[%d].skin", true},
    };
    for (size_t k = 0; k < BP_COUNT(all); k++) {
        char place[48];
        int kept = *all[k].number;
        snprintf(place, sizeof place, all[k].name, i);
        *all[k].number = 3, expect_wrong(model, place);
        *all[k].number = -2, expect_wrong(model, place);
        *all[k].number = -1;
        if (all[k].may_miss)
            assert_true(bp_model_check(model, NULL));
        else
            expect_wrong(model, place);
        *all[k].number = kept;
    }
}

static void test_check_covers_all(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *model = make_three(NULL, NULL);
    if (!bp_model_check(model, &error)) expect_no_error(&error);
    for (int i = 0; i < 3; i++) {
        char place[80];
        expect_pointers_checked(model, i);
        expect_numbers_checked(model, i);
        model->meshes[i]->joints[7] = 3;
        snprintf(place, sizeof place, "instances[%d].skin: vertex 7 has joint 3; the skin has 3 joints", i);
        expect_wrong(model, place);
        model->meshes[i]->joints[7] = 0;
    }
    assert_true(bp_model_check(model, NULL));
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_texture_transform),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_check_covers_all),
        cmocka_unit_test(test_destroy_frees_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
