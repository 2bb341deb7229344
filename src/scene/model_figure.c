/* A model as a figure: each instance becomes a part with its material, its textures and their transformed
 * texture coordinates. The parts behind something blended must be drawn first: points and lines, which have
 * soft borders, come after the surfaces, and blended surfaces last. */
#include "base/pool.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include "scene/figure.h"
#include <bindpose/instance.h>
#include <stdatomic.h>

typedef struct model_part {
    const bp_mesh *mesh; /* borrowed: the model's */
    size_t instance;     /* of the model's instances */
} model_part;

/* A mesh as it is drawn: the same in all its instances. */
typedef struct drawn_mesh {
    bp_mesh *flat;   /* owned; NULL: the mesh itself is drawn */
    bp_vec2 *uvs[2]; /* owned; NULL: the mesh's own */
} drawn_mesh;

struct bp_model_figure {
    const bp_context *context;
    bp_material plain;     /* of meshes without a material */
    bp_material gray;      /* of points and lines without material and colours */
    const bp_model *model; /* borrowed */
    bool shares;           /* textures, flat meshes and uvs are another one's */
    bp_figure *figure;     /* owned */
    bp_texture **textures; /* owned, two for each image: as a colour, and as data; NULL if not used so */
    size_t texture_count;
    drawn_mesh *meshes; /* owned, one for each of the model's */
    model_part *parts;  /* owned */
    size_t part_count;
    bp_batch *batch; /* owned; for instances; NULL: there is none, or the model can't have one */
    bool has_instances;
};

static const bp_material *material_of(const bp_model *model, const bp_mesh *mesh) {
    int index = bp_mesh_material(mesh);
    return index >= 0 ? &model->materials[index] : NULL;
}

/* When a mesh is drawn. */
enum { SURFACES, LINES, BLENDED, TURNS };

static int turn_of(const bp_model *model, const bp_mesh *mesh) {
    const bp_material *material = material_of(model, mesh);
    if (material && material->alpha_mode == BP_ALPHA_BLEND) return BLENDED;
    return mesh->line_count > 0 ? LINES : SURFACES;
}

/* *out stays NULL if the image couldn't be read. */
static bool make_texture(bp_model_figure *self, int image, bool linear, const bp_texture **out,
                         bp_error *error) {
    const bp_image *from = self->model->images[image];
    bp_texture **texture = &self->textures[2 * image + linear];
    if (!from) return true;
    if (!*texture) {
        bp_texture_options options = {.pixels = &from->pixels->r,
                                      .width = from->width,
                                      .height = from->height,
                                      .no_raw = true,
                                      .linear = linear};
        *texture = bp_texture_create(self->context, &options, error);
    }
    *out = *texture;
    return *out != NULL;
}

/* Whether two textures are sampled at the same coordinates. */
static bool same_uvs(const bp_texture_info *a, const bp_texture_info *b) {
    return a->uv_set == b->uv_set && a->has_transform == b->has_transform &&
           (!a->has_transform ||
            (a->offset.x == b->offset.x && a->offset.y == b->offset.y && a->scale.x == b->scale.x &&
             a->scale.y == b->scale.y && a->rotation == b->rotation));
}

/* A texture's coordinates after its transform, if it has one. *out is NULL if the mesh has none. */
static bool make_uvs(const bp_model_figure *self, drawn_mesh *drawn, const bp_mesh *mesh,
                     const bp_texture_info *info, int set, const bp_vec2 **out, bp_error *error) {
    const bp_vec2 *from = *out = mesh->uv[info->uv_set & 1];
    if (!from || !info->has_transform) return true;
    bp_vec2 *to = drawn->uvs[set];
    if (!to) {
        to = bp_alloc(bp_context_allocator(self->context), mesh->vertex_count, sizeof *to, error);
        for (size_t i = 0; to && i < mesh->vertex_count; i++)
            to[i] = bp_texture_info_transform(info, from[i]);
    }
    *out = drawn->uvs[set] = to;
    return to != NULL;
}

/* Makes the textures of a part and the one or two sets of coordinates at which they are sampled. */
static bool make_maps(bp_model_figure *self, drawn_mesh *drawn, bp_figure_part *part, bp_error *error) {
    const bp_material *material = part->material;
    const bp_texture_info *sets[2] = {NULL, NULL};
    const bp_vec2 **uvs[2] = {&part->uvs, &part->uvs2};
    for (int i = -1; i < BP_MAPS; i++) {
        const bp_texture_info *info = i < 0 ? &material->texture : &material->maps[i];
        const bp_texture **texture = i < 0 ? &part->texture : &part->maps[i];
        int set = 0;
        if (info->image < 0 || (i >= 0 && !part->mesh->normals)) continue;
        while (set < 2 && sets[set] && !same_uvs(sets[set], info)) set++;
        if (set == 2) continue;
        if (!sets[set] && !make_uvs(self, drawn, part->mesh, info, set, uvs[set], error)) return false;
        sets[set] = info;
        if (!make_texture(self, info->image, i >= 0 && i != BP_MAP_EMISSIVE, texture, error)) return false;
        if (i >= 0) part->map_second_uv[i] = set == 1;
    }
    return true;
}

/* glTF: a mesh without normals is lit as if each triangle were flat. */
static bool make_flat(const bp_model_figure *self, drawn_mesh *drawn, bp_figure_part *part, bp_error *error) {
    if (part->mesh->normals || part->mesh->index_count == 0 || (part->material && part->material->unlit))
        return true;
    if (!drawn->flat) {
        drawn->flat = bp_mesh_clone(bp_context_allocator(self->context), part->mesh, error);
        if (!drawn->flat || !bp_mesh_make_flat(drawn->flat, error)) return false;
    }
    part->mesh = drawn->flat;
    part->flat = true;
    return true;
}

/* The part's skeleton or node, and its morph weights: all that belongs to the pose. */
static void place_part(const bp_model_pose *pose, size_t instance, bp_figure_part *part) {
    const bp_model *model = pose->model;
    const bp_model_instance *of = &model->instances[instance];
    part->skeleton = of->skin >= 0 ? model->skeletons[model->skins[of->skin].skeleton] : NULL;
    part->node = of->skin >= 0 ? NULL : model->nodes[of->node];
    bool morphs = model->meshes[of->mesh]->morph_count > 0;
    part->morph_weights = morphs ? pose->weights + pose->starts[instance] : NULL;
}

static bool make_part(bp_model_figure *self, const bp_model_pose *pose, size_t instance, bp_figure_part *part,
                      bp_error *error) {
    const bp_model *model = pose->model;
    const bp_model_instance *of = &model->instances[instance];
    const bp_mesh *mesh = model->meshes[of->mesh];
    const bp_material *material = material_of(model, mesh);
    bool is_bare = mesh->line_count > 0 && !mesh->colors;
    *part = (bp_figure_part){.mesh = mesh, .material = is_bare ? &self->gray : &self->plain};
    if (material) part->material = material;
    part->physical = true;
    self->parts[self->part_count].mesh = mesh;
    self->parts[self->part_count].instance = instance;
    drawn_mesh *drawn = &self->meshes[of->mesh];
    if (!make_flat(self, drawn, part, error)) return false;
    place_part(pose, instance, part);
    return make_maps(self, drawn, part, error);
}

static bool make_parts(bp_model_figure *self, const bp_model_pose *pose, bp_figure_part *parts,
                       bp_error *error) {
    const bp_model *model = pose->model;
    for (int turn = 0; turn < TURNS; turn++) {
        for (size_t i = 0; i < model->instance_count; i++) {
            const bp_mesh *mesh = model->meshes[model->instances[i].mesh];
            if (model->instances[i].outside_scene || turn_of(model, mesh) != turn) continue;
            if (!make_part(self, pose, i, &parts[self->part_count], error)) return false;
            self->part_count++;
        }
    }
    return true;
}

/* Ends the making of a model figure; NULL without a figure. */
static bp_model_figure *finish(bp_model_figure *self, const bp_model_pose *pose, bp_figure_part *parts) {
    bp_figure_set_pose(self->figure, pose);
    bp_free(bp_context_allocator(self->context), parts);
    if (self->figure) return self;
    bp_model_figure_destroy(self);
    return NULL;
}

bp_model_figure *bp_model_figure_create(const bp_context *context, const bp_model_pose *pose,
                                        bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose"), NULL;
    const bp_allocator *allocator = bp_context_allocator(context);
    const bp_model *model = pose->model;
    if (!bp_model_check_limit(context, model, "drawing", 80, 600, error)) return NULL;
    bp_model_figure *self = bp_alloc(allocator, 1, sizeof *self, error);
    if (!self) return NULL;
    self->context = context;
    self->plain = self->gray = bp_material_default();
    self->plain.metallic = 1; /* as glTF's default material */
    /* Unlit white would vanish before a light background. */
    self->gray.base_color = bp_vec4_make(0.22f, 0.22f, 0.22f, 1);
    self->model = model;
    self->texture_count = 2 * model->image_count;
    self->textures = bp_alloc(allocator, self->texture_count, sizeof *self->textures, error);
    self->meshes =
        self->textures ? bp_alloc(allocator, model->mesh_count, sizeof *self->meshes, error) : NULL;
    self->parts =
        self->meshes ? bp_alloc(allocator, model->instance_count, sizeof *self->parts, error) : NULL;
    bp_figure_part *parts =
        self->parts ? bp_alloc(allocator, model->instance_count, sizeof *parts, error) : NULL;
    if (parts && make_parts(self, pose, parts, error))
        self->figure = bp_figure_create(context, parts, self->part_count, error);
    return finish(self, pose, parts);
}

bp_model_figure *bp_model_figure_create_like(const bp_context *context, const bp_model_pose *pose,
                                             const bp_model_figure *like, bp_error *error) {
    if (pose->model->meshes != like->model->meshes)
        return bp_fail(error, BP_ERROR_ARGUMENT, "pose", "is not that of an instance of like's model"), NULL;
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_model_figure *self = bp_alloc(allocator, 1, sizeof *self, error);
    if (!self) return NULL;
    *self = *like;
    self->context = context;
    self->model = pose->model;
    self->shares = true;
    self->figure = NULL;
    bp_figure_part *parts = bp_alloc(allocator, like->part_count, sizeof *parts, error);
    for (size_t i = 0; parts && i < like->part_count; i++) {
        parts[i] = *bp_figure_part_at(like->figure, i);
        place_part(pose, like->parts[i].instance, &parts[i]);
    }
    if (parts) self->figure = bp_figure_create_like(context, parts, like->part_count, like->figure, error);
    return finish(self, pose, parts);
}

void bp_model_figure_destroy(bp_model_figure *self) {
    if (!self) return;
    const bp_allocator *allocator = bp_context_allocator(self->context);
    bp_figure_destroy(self->figure);
    if (self->shares) {
        bp_free(allocator, self);
        return;
    }
    for (size_t i = 0; self->textures && i < self->texture_count; i++) bp_texture_destroy(self->textures[i]);
    for (size_t i = 0; self->meshes && i < self->model->mesh_count; i++) {
        bp_mesh_destroy(self->meshes[i].flat);
        bp_free(allocator, self->meshes[i].uvs[0]);
        bp_free(allocator, self->meshes[i].uvs[1]);
    }
    bp_batch_destroy(self->batch);
    bp_free(allocator, self->textures);
    bp_free(allocator, self->meshes);
    bp_free(allocator, self->parts);
    bp_free(allocator, self);
}

bp_figure *bp_model_figure_get_figure(const bp_model_figure *self) { return self ? self->figure : NULL; }

const bp_mesh *bp_model_figure_mesh(const bp_model_figure *self, size_t part) {
    return self->parts[part].mesh;
}

/* ---- instances: of the prototype's model, a pose, and a figure that shares the prototype's parts ---- */

struct bp_instance {
    bp_allocator allocator;
    bp_model *model; /* owned, like the next two */
    bp_model_pose *pose;
    bp_model_figure *shown;
    bp_batch *batch; /* borrowed from the prototype; NULL: it is posed bone by bone */
};

/* With its first instance the prototype gets a batch, unless its skeletons don't follow the nodes. */
static bool make_batch(bp_model_figure *prototype, bp_error *error) {
    bp_error own = {0};
    if (prototype->has_instances) return true;
    prototype->batch = bp_model_batch_create(prototype->context, prototype->model, &own);
    prototype->has_instances = own.kind == BP_ERROR_NONE || own.kind == BP_ERROR_ARGUMENT;
    if (!prototype->has_instances && error) *error = own;
    return prototype->has_instances;
}

bp_instance *bp_instance_create(const bp_context *context, bp_model_figure *prototype, bp_error *error) {
    if (!prototype) return bp_fail_null(error, "prototype"), NULL;
    if (!make_batch(prototype, error)) return NULL;
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_instance *self = bp_alloc(allocator, 1, sizeof *self, error);
    if (!self) return NULL;
    self->allocator = *allocator;
    self->model = bp_model_instantiate(prototype->model, error);
    self->pose = self->model ? bp_model_pose_create(self->model, error) : NULL;
    self->shown = self->pose ? bp_model_figure_create_like(context, self->pose, prototype, error) : NULL;
    if (self->shown) {
        if (prototype->batch && bp_model_pose_rests_as(self->pose, prototype->batch))
            self->batch = prototype->batch;
        return self;
    }
    bp_instance_destroy(self);
    return NULL;
}

void bp_instance_destroy(bp_instance *instance) {
    if (!instance) return;
    bp_allocator allocator = instance->allocator;
    bp_model_figure_destroy(instance->shown);
    bp_model_pose_destroy(instance->pose);
    bp_model_destroy(instance->model);
    bp_free(&allocator, instance);
}

bp_model *bp_instance_model(const bp_instance *instance) {
    if (!instance) return NULL;
    bp_model_pose_catch_up(instance->pose);
    return instance->model;
}

bp_model_pose *bp_instance_pose(const bp_instance *instance) {
    if (!instance) return NULL;
    bp_model_pose_catch_up(instance->pose);
    return instance->pose;
}

bp_figure *bp_instance_figure(const bp_instance *instance) {
    return instance ? bp_model_figure_get_figure(instance->shown) : NULL;
}

static bool pose_by_batch(const bp_instance_frame *frame, const bp_batch_layer *layers, size_t count,
                          bp_error *error) {
    const bp_instance *self = frame->instance;
    batch_scratch *s = bp_batch_take(self->batch);
    const bp_batch_job job = {.layers = layers,
                              .layer_count = count,
                              .absolutes = s->chains,
                              .palettes = frame->palettes ? frame->palettes : s->palette,
                              .format = frame->palettes ? frame->format : BP_PALETTE_4X4};
    bp_batch_character(self->batch, bp_batch_kernels(self->batch), &job, 0, s);
    bp_model_pose_take(self->pose, self->batch, s);
    bool ok = frame->palettes || bp_figure_pose_by(self->shown->figure, s->palette, s->chains, error);
    bp_batch_give_back(self->batch, s);
    return ok;
}

static bool pose_by_bones(const bp_instance_frame *frame, bp_error *error) {
    const bp_instance *self = frame->instance;
    if (frame->mixer ? !bp_mixer_blend(frame->mixer, error)
                     : !bp_model_pose_set(self->pose, frame->clip, frame->seconds, error))
        return false;
    if (!frame->palettes) return bp_figure_pose(self->shown->figure, error);
    uint8_t *to = frame->palettes;
    for (size_t i = 0; i < self->model->skeleton_count; i++)
        to = bp_palette_write(to, bp_skeleton_palette(self->model->skeletons[i]),
                              bp_skeleton_palette_count(self->model->skeletons[i]), frame->format);
    return true;
}

static bool pose_one(const bp_instance_frame *frame, bp_error *error) {
    const bp_instance *self = frame->instance;
    if (!self) return bp_fail_null(error, "frames");
    bp_batch_layer clip = {.clip = frame->clip, .weight = frame->clip >= 0};
    const bp_batch_layer *layers = &clip;
    size_t count = 1;
    if (frame->mixer) {
        if (!bp_mixer_begin(frame->mixer, frame->seconds, error)) return false;
        layers = bp_mixer_layers(frame->mixer, &count);
    } else {
        if (!bp_model_pose_check(self->pose, frame->clip, error)) return false;
        if (frame->clip >= 0) clip.time = frame->seconds * bp_clip_rate(self->model->clips[frame->clip]);
    }
    bool batched = self->batch && layers && count > 0 && bp_figure_follows_batch(self->shown->figure);
    bool ok = batched ? pose_by_batch(frame, layers, count, error) : pose_by_bones(frame, error);
    if (ok && frame->mixer) bp_mixer_end(frame->mixer);
    return ok;
}

typedef struct posing_run {
    const bp_instance_frame *frames;
    bp_error *error;
    _Atomic bool failed; /* the first job that fails writes the error */
} posing_run;

static void pose_job(void *user, size_t index, int worker) {
    (void)worker;
    posing_run *run = user;
    bp_error error = {0};
    if (pose_one(&run->frames[index], &error)) return;
    if (!atomic_exchange(&run->failed, true) && run->error) *run->error = error;
}

bool bp_instances_pose(const bp_context *context, const bp_instance_frame *frames, size_t count,
                       bp_error *error) {
    if (!frames && count > 0) return bp_fail_null(error, "frames");
    posing_run run = {.frames = frames, .error = error};
    bp_pool_run(bp_context_pool(context), count, pose_job, &run);
    return !run.failed;
}
