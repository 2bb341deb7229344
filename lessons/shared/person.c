#include "shared/person.h"
#include "base/system.h"
#include "lesson/world.h"
#include "mesh/editing.h"
#include <bindpose/bindpose.h>
#include <math.h>
#include <string.h>

bp_mat4 bp_person_world(void) {
    bp_mat4 size = bp_mat4_scaling((bp_vec3){BP_PERSON_SIZE, BP_PERSON_SIZE, BP_PERSON_SIZE});
    return bp_mat4_mul(size, bp_mat4_translation((bp_vec3){0, -1.75f, 0}));
}

bool bp_is_below(const bp_bone *bone, const bp_bone *top) {
    while (bone && bone != top) bone = bp_bone_parent(bone);
    return bone != NULL;
}

/* Colours the vertices that the left arm moves, as much as it moves them. */
static void tint(bp_mesh *mesh, const bp_skeleton *skeleton) {
    const bp_bone *arm = bp_skeleton_find(skeleton, UPPER_ARM);
    float of_arm[64] = {0};
    if (!mesh->colors || !arm || bp_skeleton_count(skeleton) > BP_COUNT(of_arm)) return;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++)
        of_arm[i] = bp_is_below(bp_skeleton_bone(skeleton, i), arm) ? 1 : 0;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        float share = 0;
        for (size_t i = v * (size_t)mesh->influences; i < (v + 1) * (size_t)mesh->influences; i++)
            share += mesh->weights[i] * of_arm[mesh->joints[i]];
        bp_rgba8 *c = &mesh->colors[v];
        if (share > 0.5f) *c = (bp_rgba8){213, 94, 0, c->a};
    }
}

/* A texel of hers. The upper half of the file's texture has the head, the lower one the body, each seen from
 * the front and, to the right of that, from behind: x and y in metres (src/tools/make_character/paint.c). She
 * has fair hair to her neck, and red clothes to her knees. */
static bp_rgba8 her_texel(bp_rgba8 c, float across, float down) {
    const bp_rgba8 hair = {206, 150, 70, 255}, red = {190, 40, 44, 255}, hem = {240, 190, 90, 255},
                   skin = {231, 190, 162, 255};
    const bool front = across < 0.5f, head = down < 0.5f;
    const float from_middle = fabsf((front ? across : across - 0.5f) * 2 - 0.5f),
                up = 1 - (head ? down : down - 0.5f) * 2;
    if (head) {
        const float x = 0.4f * from_middle, y = 1.36f + 0.4f * up;
        const bool on_face = front && x < 0.1f && y < 1.615f;
        return !on_face && (c.r < 120 || (x > 0.1f ? y > 1.44f : !front && y > 1.42f)) ? hair : c;
    }
    const float y = 1.44f * up;
    if (y > 0.93f && y < 0.975f && from_middle < 0.28f) return red;      /* no hem */
    if (c.g > c.r + 60) return (bp_rgba8){red.r, c.r / 2, c.r / 2, 255}; /* the shirt, teal */
    if (y < 0.1f || c.b < c.r + 15) return c;
    return y > 0.52f ? red : y > 0.5f ? hem : skin; /* the trousers, blue */
}
static void destroy_texture(void *block) { bp_texture_destroy(*(bp_texture **)block); }
/* Made once in a session. */
static const bp_texture *her_texture(bp_world *world, const bp_image *image) {
    bp_texture **hers = bp_world_keep(world, sizeof *hers, destroy_texture);
    if (!hers || *hers || !image) return hers ? *hers : NULL;
    const int width = image->width, count = width * image->height;
    bp_rgba8 *pixels = bp_alloc(NULL, (size_t)count, sizeof *pixels, bp_world_error_slot(world));
    for (int i = 0; pixels && i < count; i++)
        pixels[i] = her_texel(image->pixels[i], (float)(i % width) / (float)width, (float)i / (float)count);
    const bp_texture_options options = {.pixels = &pixels->r, .width = width, .height = image->height};
    if (pixels) *hers = bp_texture_create(world->context, &options, bp_world_error_slot(world));
    bp_free(NULL, pixels);
    return *hers;
}

/* The session keeps the file's model; the stage has a skeleton and a mesh of its own. */
static bp_stage *add(bp_world *world, const char *title, bool her) {
    char path[4096];
    bp_stage own = {.title = title, .subtitle = ""};
    world->show = BP_SHOW_MESH;
    if (bp_asset_path("character.glb", path, sizeof path, &world->error))
        own.posed = bp_model_cache_get(world->cache, path, world->stage_count, &world->error);
    if (!own.posed) return bp_world_add_kind(world, own);
    bp_figure_part part = *bp_figure_part_at(bp_model_figure_get_figure(own.posed->figure), 0);
    part.skeleton = own.skeleton = bp_skeleton_clone(part.skeleton, NULL, &world->error);
    part.mesh = own.mesh = own.skeleton ? bp_mesh_clone(NULL, part.mesh, &world->error) : NULL;
    if (her) part.texture = her_texture(world, own.posed->model->images[0]);
    if (own.mesh) tint(own.mesh, own.skeleton);
    if (own.mesh) own.figure = bp_figure_create(world->context, &part, 1, &world->error);
    if (!own.figure) return bp_world_add_kind(world, own);
    for (size_t i = 0; i < bp_skeleton_count(own.skeleton); i++)
        bp_bone_link(bp_skeleton_bone_by_id(own.skeleton, i), NULL);
    world->camera = (bp_camera){.eye = {0.6f, 0.5f, 2}};
    bp_camera_fit(&world->camera, bp_figure_bounds(own.figure), 1);
    bp_figure_set_world(own.figure, bp_person_world());
    return bp_world_add_kind(world, own);
}
bp_stage *bp_add_person(bp_world *world, const char *title) { return add(world, title, false); }
bp_stage *bp_add_her(bp_world *world, const char *title) { return add(world, title, true); }

void bp_person_rotate(bp_skeleton *skeleton, const char *name, bp_vec3 axis, float degrees) {
    bp_bone *bone = bp_skeleton_find(skeleton, name);
    if (!bone || !bp_bone_parent(bone)) return;
    bp_quat parent = bp_quat_from_mat4(bp_bone_absolute_bind(bp_bone_parent(bone)));
    bp_quat about = bp_quat_from_axis_angle(axis, bp_radians(degrees));
    bp_quat by = bp_quat_mul(bp_quat_conjugate(parent), bp_quat_mul(about, parent));
    bp_bone_set_rotation(bone, bp_quat_mul(by, bp_quat_from_mat4(bp_bone_rest(bone))));
}

static bool is_rotated(const bp_bone *bone) {
    bp_quat a = bp_bone_rotation(bone), b = bp_quat_from_mat4(bp_bone_rest(bone));
    float cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return cosine * cosine < 0.9999999f;
}

void bp_person_follow(bp_world *world, int one, int other) {
    const bp_skeleton *a = world->stages[one].skeleton, *b = world->stages[other].skeleton;
    for (size_t i = 0; a && b && i < bp_skeleton_count(a); i++) {
        bp_bone *bones[] = {bp_skeleton_bone_by_id(a, i), bp_skeleton_bone_by_id(b, i)};
        int from = is_rotated(bones[0]) ? 0 : 1;
        bp_bone_set_rotation(bones[1 - from], bp_bone_rotation(bones[from]));
    }
}

void bp_person_walk(bp_world *world, int stage, double seconds) {
    const bp_stage *on = &world->stages[stage];
    const bp_model *file = on->posed ? on->posed->model : NULL;
    for (size_t i = 0; file && i < file->clip_count; i++)
        if (strcmp(bp_clip_name(file->clips[i]), "walk") == 0)
            bp_world_sample_clip(world, stage, (int)i, seconds);
    if (!file || !on->skeleton) return;
    bp_skeleton_prepare(file->skeletons[0]);
    for (size_t i = 0; i < bp_skeleton_count(on->skeleton); i++)
        bp_bone_set_local(bp_skeleton_bone_by_id(on->skeleton, i),
                          bp_bone_local(bp_skeleton_bone_by_id(file->skeletons[0], i)));
}

static void bind(bp_world *world, bp_bone *bone, bp_mat4 local) {
    bp_bone_set_bind(bone, local, bp_world_error_slot(world));
    bp_bone_set_rest(bone, local);
}

void bp_bind_as_posed(bp_world *world, int stage) {
    const bp_stage *on = &world->stages[stage];
    if (!on->figure || !bp_figure_pose(on->figure, bp_world_error_slot(world))) return;
    memcpy(on->mesh->positions, bp_figure_positions(on->figure, 0),
           on->mesh->vertex_count * sizeof *on->mesh->positions);
    if (on->mesh->normals)
        memcpy(on->mesh->normals, bp_figure_normals(on->figure, 0),
               on->mesh->vertex_count * sizeof *on->mesh->normals);
    for (size_t i = 0; i < bp_skeleton_count(on->skeleton); i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(on->skeleton, i);
        bind(world, bone, bp_bone_local(bone));
    }
}

void bp_bind_upright(bp_world *world, int stage) {
    bp_skeleton *skeleton = world->stages[stage].skeleton;
    for (size_t i = skeleton ? bp_skeleton_count(skeleton) : 0;
         i-- > 0;) { /* children first: parents move them */
        bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i), *parent = bp_bone_parent(bone);
        bp_vec3 at = bp_mat4_position(bp_bone_absolute_bind(bone));
        if (parent) at = bp_vec3_sub(at, bp_mat4_position(bp_bone_absolute_bind(parent)));
        bind(world, bone, bp_mat4_translation(at));
    }
}
