/* Comparing the motion of two models, vertex by vertex. */
#include "gltf/motion_diff.h"
#include "base/format.h"
#include "gltf/motion_surface.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include "rig/anim/anim.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DEFAULT_TOLERANCE = 1e-5;
enum { DEFAULT_MOMENTS = 4096 };

typedef struct motion_comparison {
    const bp_context *context;
    bp_model *models[2];
    bp_model_pose *poses[2];
    int *nodes;   /* owned; by vertex of the first surface: the joint, or the node */
    int *bone_of; /* owned; by node: its place in the list of bones; -1: none */
    bp_motion_diff *out;
    size_t max_moments;
    bp_surface surfaces[2];    /* owned */
    bp_surface_spot *spots[2]; /* owned; of each model's vertices on the other's surface, if these differ */
} motion_comparison;

void bp_motion_diff_clear(bp_motion_diff *diff) {
    bp_free(&diff->allocator, diff->clips);
    bp_free(&diff->allocator, diff->bones);
    bp_free(&diff->allocator, diff->names);
    *diff = (bp_motion_diff){0};
}

/* Whether vertices have partners of the same index. */
static bool is_same_topology(const bp_model *a, const bp_model *b) {
    if (a->instance_count != b->instance_count) return false;
    for (size_t i = 0; i < a->instance_count; i++) {
        const bp_mesh *one = bp_surface_mesh(a, i), *two = bp_surface_mesh(b, i);
        if (one->vertex_count != two->vertex_count || one->index_count != two->index_count ||
            a->instances[i].outside_scene != b->instances[i].outside_scene ||
            memcmp(one->indices, two->indices, one->index_count * sizeof *one->indices) != 0)
            return false;
    }
    return true;
}

/* The joint that moves a vertex most. */
static int node_of(const bp_model *model, size_t instance, size_t vertex) {
    const bp_model_instance *shown = &model->instances[instance];
    const bp_mesh *mesh = model->meshes[shown->mesh];
    if (shown->skin < 0 || mesh->influences == 0) return shown->node;
    const bp_model_skin *skin = &model->skins[shown->skin];
    size_t from = vertex * (size_t)mesh->influences, most = from;
    for (size_t i = from; i < from + (size_t)mesh->influences; i++)
        if (mesh->weights[i] > mesh->weights[most]) most = i;
    return mesh->joints[most] < skin->joint_count ? skin->nodes[mesh->joints[most]] : shown->node;
}

/* Finds the joint of every vertex that is shown, and makes a list of those joints. */
static bool find_bones(motion_comparison *c, bp_error *error) {
    const bp_model *model = c->models[0];
    const bp_surface *surface = &c->surfaces[0];
    bp_motion_diff *out = c->out;
    c->nodes = bp_alloc(&out->allocator, surface->vertex_count, sizeof *c->nodes, error);
    c->bone_of = c->nodes ? bp_alloc(&out->allocator, model->node_count, sizeof *c->bone_of, error) : NULL;
    out->bones = c->bone_of ? bp_alloc(&out->allocator, model->node_count, sizeof *out->bones, error) : NULL;
    if (!out->bones) return false;
    for (size_t i = 0; i < model->node_count; i++) c->bone_of[i] = -1;
    for (size_t i = 0; i < model->instance_count; i++)
        for (size_t j = surface->starts[i]; j < surface->starts[i + 1]; j++) {
            int node = c->nodes[j] = node_of(model, i, j - surface->starts[i]);
            if (c->bone_of[node] >= 0) continue;
            c->bone_of[node] = (int)out->bone_count;
            out->bones[out->bone_count++] =
                (bp_motion_bone){.node = node, .name = model->node_names[node], .worst = {.node = node}};
        }
    return true;
}

static int by_value(const void *a, const void *b) {
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

/* Counts the keys of a clip (-1: none), and writes their times unless `times` is NULL. */
static size_t add_keys(const bp_model *model, int clip, double *times) {
    size_t count = 0;
    for (size_t i = 0; clip >= 0 && i < bp_clip_track_count(model->clips[clip]); i++) {
        const bp_track *track = bp_clip_track(model->clips[clip], i);
        for (size_t j = 0; times && j < track->key_count; j++)
            times[count + j] = track->times[j] / bp_clip_rate(model->clips[clip]);
        count += track->key_count;
    }
    return count;
}

/* The times of all keys of both clips, each once, and the middles between them; clip->all_moments of them.
 * The caller frees them; NULL on error. */
static double *find_moments(const motion_comparison *c, bp_motion_clip *clip, bp_error *error) {
    size_t first = add_keys(c->models[0], clip->a, NULL);
    size_t keys = first + add_keys(c->models[1], clip->b, NULL), left = 0;
    double *times = bp_alloc(&c->out->allocator, 2 * keys + 1, sizeof *times, error);
    if (!times) return NULL;
    add_keys(c->models[0], clip->a, times);
    add_keys(c->models[1], clip->b, times + first);
    qsort(times, keys, sizeof *times, by_value);
    for (size_t i = 0; i < keys; i++)
        if (left == 0 || times[i] > times[left - 1]) times[left++] = times[i];
    clip->all_moments = left == 0 ? 1 : 2 * left - 1; /* the rest pose: one moment, 0 */
    for (size_t i = left; i-- > 1;) {
        times[2 * i] = times[i];
        times[2 * i - 1] = 0.5 * (times[i] + times[i - 1]);
    }
    return times;
}

/* In double: floats would round a difference of the last bits away. */
static double distance_of(bp_vec3 a, bp_vec3 b, double size) {
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    double distance = sqrt(x * x + y * y + z * z) / size;
    return bp_is_finite(distance) ? distance : INFINITY;
}

bool bp_motion_diff_vertices(const bp_context *context, const bp_model_pose *a, const bp_model_pose *b,
                             size_t instance, double size, double *distances, bp_error *error) {
    size_t count = bp_surface_mesh(a->model, instance)->vertex_count;
    bp_allocator allocator = *bp_context_allocator(context);
    bp_vec3 *vertices = bp_alloc(&allocator, 2 * count, sizeof *vertices, error);
    bp_vertex_arrays one = {.positions = vertices}, two = {.positions = vertices ? vertices + count : NULL};
    bool ok = vertices && bp_model_pose_vertices(context, a, instance, &one, error) &&
              bp_model_pose_vertices(context, b, instance, &two, error);
    for (size_t i = 0; ok && i < count; i++)
        distances[i] = distance_of(vertices[i], vertices[count + i], size);
    bp_free(&allocator, vertices);
    return ok;
}

/* The spot that is nearest to a vertex now; NULL: it has none. */
static const bp_surface_spot *nearest_spot(const motion_comparison *c, int side, size_t vertex,
                                           double *distance) {
    const bp_surface_spot *spots = c->spots[side] + vertex * BP_SURFACE_SPOTS, *best = NULL;
    *distance = INFINITY;
    for (size_t i = 0; i < BP_SURFACE_SPOTS && spots[i].weights[0] > 0.0f; i++) {
        double d = distance_of(c->surfaces[side].positions[vertex],
                               bp_surface_spot_at(&c->surfaces[!side], &spots[i]), c->out->size);
        if (best && d >= *distance) continue;
        best = &spots[i];
        *distance = d;
    }
    return best;
}

/* Whether a distance is the most so far, of the moment or of the vertex's joint. */
static inline bool is_most(const motion_comparison *c, size_t vertex, double distance,
                           const bp_motion_place *worst) {
    return distance > worst->distance ||
           distance > c->out->bones[c->bone_of[c->nodes[vertex]]].worst.distance;
}

/* Enters how far a vertex of the first model, at `a`, and its place on the second, `b`, are apart. */
static void note_place(const motion_comparison *c, size_t clip, double seconds, size_t vertex, bp_vec3 a,
                       bp_vec3 b, double distance, bp_motion_place *worst) {
    bp_motion_bone *bone = &c->out->bones[c->bone_of[c->nodes[vertex]]];
    size_t instance = bp_surface_instance(&c->surfaces[0], vertex, c->models[0]->instance_count);
    const bp_motion_place place = {
        distance, seconds, instance, vertex - c->surfaces[0].starts[instance], c->nodes[vertex], a, b};
    if (distance > worst->distance) *worst = place;
    if (distance <= bone->worst.distance) return;
    bone->worst = place;
    bone->clip = clip;
}

static bool compare_places(motion_comparison *c, size_t clip, double seconds, bp_motion_place *worst,
                           bp_error *error) {
    const bp_surface *one = &c->surfaces[0], *two = &c->surfaces[1];
    const double size = c->out->size;
    for (int i = 0; i < 2; i++)
        if (!bp_surface_pose(&c->surfaces[i], c->context, c->poses[i], error)) return false;
    for (size_t i = 0; !c->out->by_surface && i < one->vertex_count; i++) {
        double distance = distance_of(one->positions[i], two->positions[i], size);
        if (is_most(c, i, distance, worst))
            note_place(c, clip, seconds, i, one->positions[i], two->positions[i], distance, worst);
    }
    for (int side = 0; c->out->by_surface && side < 2; side++)
        for (size_t i = 0; i < c->surfaces[side].vertex_count; i++) {
            double distance;
            const bp_surface_spot *spot = nearest_spot(c, side, i, &distance);
            size_t vertex = side == 0 || !spot ? i : spot->corners[0];
            if (!spot || !is_most(c, vertex, distance, worst)) continue;
            bp_vec3 own = c->surfaces[side].positions[i];
            bp_vec3 other = bp_surface_spot_at(&c->surfaces[!side], spot);
            note_place(c, clip, seconds, vertex, side == 0 ? own : other, side == 0 ? other : own, distance,
                       worst);
        }
    return true;
}

/* Compares both models as they are posed. */
static bool compare_moment(motion_comparison *c, size_t index, double seconds, bp_error *error) {
    bp_motion_clip *clip = &c->out->clips[index];
    bp_motion_place worst = {.distance = -1.0};
    if (!compare_places(c, index, seconds, &worst, error)) return false;
    if (worst.distance < 0.0) return true; /* there are no vertices */
    if (clip->moments == 0 || worst.distance > clip->worst.distance) clip->worst = worst;
    if (worst.distance > c->out->tolerance && !clip->parts) {
        clip->parts = true;
        clip->first = worst;
    }
    return true;
}

/* Finds, at rest, the places that the vertices belong to. */
static bool match_surfaces(motion_comparison *c, bp_error *error) {
    size_t counts[2] = {c->surfaces[0].triangle_count, c->surfaces[1].triangle_count};
    if (counts[0] == 0 || counts[1] == 0)
        return bp_fail(error, BP_ERROR_INPUT, "meshes", "can't be compared: the %s file shows none",
                       counts[0] == 0 ? "first" : "second");
    for (int i = 0; i < 2; i++) {
        c->spots[i] = bp_surface_match(&c->surfaces[i], &c->surfaces[!i], 1e-6 * c->out->size, error);
        if (!c->spots[i]) return false;
        for (size_t j = 0; j < c->surfaces[i].vertex_count; j++) {
            double distance;
            if (nearest_spot(c, i, j, &distance) && distance > c->out->surface_error)
                c->out->surface_error = distance;
        }
    }
    return true;
}

/* Whether only one model has the clip. */
static bool is_missing(const bp_motion_clip *clip) { return (clip->a < 0) != (clip->b < 0); }

/* How many of a clip's moments are compared. */
static size_t moments_of(const motion_comparison *c, const bp_motion_clip *clip) {
    return clip->all_moments < c->max_moments ? clip->all_moments : c->max_moments;
}

static bool compare_clip(motion_comparison *c, size_t index, bp_error *error) {
    bp_motion_clip *clip = &c->out->clips[index];
    if (is_missing(clip)) return true;
    double *times = find_moments(c, clip, error);
    bool ok = times != NULL;
    size_t taken = moments_of(c, clip);
    for (size_t i = 0; ok && i < taken; i++) {
        double seconds = times[taken > 1 ? i * (clip->all_moments - 1) / (taken - 1) : 0];
        ok = bp_model_pose_set(c->poses[0], clip->a, seconds, error) &&
             bp_model_pose_set(c->poses[1], clip->b, seconds, error) &&
             compare_moment(c, index, seconds, error);
        clip->moments++;
    }
    bp_free(&c->out->allocator, times);
    return ok;
}

static bp_motion_clip make_clip(const motion_comparison *c, int a, int b) {
    double first;
    bp_motion_clip clip = {.name = a >= 0   ? bp_clip_name(c->models[0]->clips[a])
                                   : b >= 0 ? bp_clip_name(c->models[1]->clips[b])
                                            : "rest pose",
                           .a = a,
                           .b = b};
    if (a >= 0 && bp_clip_span(c->models[0]->clips[a], &first, &clip.end_a))
        clip.end_a /= bp_clip_rate(c->models[0]->clips[a]);
    if (b >= 0 && bp_clip_span(c->models[1]->clips[b], &first, &clip.end_b))
        clip.end_b /= bp_clip_rate(c->models[1]->clips[b]);
    double longest = fmax(fabs(clip.end_a), fabs(clip.end_b));
    clip.renamed = a >= 0 && b >= 0 &&
                   strcmp(bp_clip_name(c->models[0]->clips[a]), bp_clip_name(c->models[1]->clips[b])) != 0;
    clip.durations_differ = a >= 0 && b >= 0 && fabs(clip.end_a - clip.end_b) > 1e-5 * (1.0 + longest);
    return clip;
}

static bool same_length(const bp_clip *a, const bp_clip *b) {
    double first[2] = {0}, last[2] = {0};
    (void)bp_clip_span(a, &first[0], &last[0]);
    (void)bp_clip_span(b, &first[1], &last[1]);
    double one = (last[0] - first[0]) / bp_clip_rate(a), two = (last[1] - first[1]) / bp_clip_rate(b);
    return fabs(one - two) <= 1e-5 * (1.0 + fabs(one));
}

/* By name first, each partner once. Those left over were renamed if they are equally long; the one at the
 * same index goes first. */
static void match_clips(const motion_comparison *c, int *partners, bool *taken) {
    const bp_model *a = c->models[0], *b = c->models[1];
    for (size_t i = 0; i < a->clip_count; i++) partners[i] = -1;
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < a->clip_count; i++)
            for (size_t j = 0; j < b->clip_count && partners[i] < 0; j++) {
                bool same = pass == 0 ? strcmp(bp_clip_name(a->clips[i]), bp_clip_name(b->clips[j])) == 0
                                      : (pass == 2 || i == j) && same_length(a->clips[i], b->clips[j]);
                if (taken[j] || !same) continue;
                partners[i] = (int)j;
                taken[j] = true;
            }
}

static bool list_clips(motion_comparison *c, bp_error *error) {
    bp_motion_diff *out = c->out;
    size_t a = c->models[0]->clip_count, b = c->models[1]->clip_count;
    int *partners = bp_alloc(&out->allocator, a, sizeof *partners, error);
    bool *taken = partners ? bp_alloc(&out->allocator, b, sizeof *taken, error) : NULL;
    out->clips = taken ? bp_alloc(&out->allocator, 1 + a + b, sizeof *out->clips, error) : NULL;
    if (out->clips) {
        match_clips(c, partners, taken);
        out->clips[out->clip_count++] = make_clip(c, -1, -1);
        for (size_t i = 0; i < a; i++) out->clips[out->clip_count++] = make_clip(c, (int)i, partners[i]);
        for (size_t i = 0; i < b; i++)
            if (!taken[i]) out->clips[out->clip_count++] = make_clip(c, -1, (int)i);
    }
    bp_free(&out->allocator, partners);
    bp_free(&out->allocator, taken);
    return out->clips != NULL;
}

/* ---- names: sorted once, so many joints take no time -------------------------------------------*/

/* All joints' names of a model, sorted. */
typedef struct name_set {
    const char **names; /* owned; the names are the model's */
    size_t count;
} name_set;

/* Bones of skins are joints; others stand above them. */
static const char *joint_name(const bp_skeleton *skeleton, size_t i) {
    const bp_bone *bone = skeleton && i < bp_skeleton_count(skeleton) ? bp_skeleton_bone(skeleton, i) : NULL;
    return bone && bp_bone_index(bone) != BP_INDEX_NONE ? bp_bone_name(bone) : NULL;
}

static bool collect_names(const bp_model *model, const bp_allocator *allocator, name_set *out,
                          bp_error *error) {
    size_t count = 0;
    for (size_t i = 0; i < model->skeleton_count; i++) count += bp_skeleton_count(model->skeletons[i]);
    out->names = bp_alloc(allocator, count, sizeof(const char *), error);
    if (!out->names) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++) {
            const char *name = joint_name(model->skeletons[i], j);
            if (name && *name) out->names[out->count++] = name;
        }
    qsort(out->names, out->count, sizeof(const char *), bp_compare_texts);
    return true;
}

static bool has_name(const name_set *set, const char *name) {
    return bsearch(&name, set->names, set->count, sizeof(const char *), bp_compare_texts) != NULL;
}

enum { MOST_NAMES = 1024 };

static void add_name(bp_motion_diff *out, const char *a, const char *b) {
    for (size_t i = 0; i < out->name_count; i++) {
        const bp_motion_name *name = &out->names[i];
        if ((!a == !name->a) && (!b == !name->b) && (!a || strcmp(a, name->a) == 0) &&
            (!b || strcmp(b, name->b) == 0))
            return;
    }
    if (out->name_count < MOST_NAMES) out->names[out->name_count++] = (bp_motion_name){a, b};
}

static void compare_names(bp_model *const models[2], const name_set sets[2], size_t index,
                          bp_motion_diff *out) {
    const char *names[2];
    for (size_t i = 0, size = 1; i < size; i++) {
        for (int k = 0; k < 2; k++) {
            const bp_model *model = models[k];
            const bp_skeleton *skeleton = index < model->skeleton_count ? model->skeletons[index] : NULL;
            if (skeleton && bp_skeleton_count(skeleton) > size) size = bp_skeleton_count(skeleton);
            names[k] = joint_name(skeleton, i);
            if (names[k] && (!*names[k] || has_name(&sets[!k], names[k]))) names[k] = NULL;
        }
        if (names[0] || names[1]) add_name(out, names[0], names[1]);
    }
}

/* Fills the list of names. A joint without a partner of its name is renamed if the other model has another
 * such joint at the same place of the same skin; else only one of the models has it. Joints without names,
 * and joints that skins share, count once. */
static bool find_names(bp_model *const models[2], bp_motion_diff *out, bp_error *error) {
    const bp_allocator *allocator = &out->allocator;
    name_set sets[2] = {{0}};
    out->names = bp_alloc(allocator, MOST_NAMES, sizeof *out->names, error);
    bool ok = out->names && collect_names(models[0], allocator, &sets[0], error) &&
              collect_names(models[1], allocator, &sets[1], error);
    size_t skeletons = models[0]->skeleton_count > models[1]->skeleton_count ? models[0]->skeleton_count
                                                                             : models[1]->skeleton_count;
    for (size_t i = 0; ok && i < skeletons; i++) compare_names(models, sets, i, out);
    for (int i = 0; i < 2; i++) bp_free(allocator, sets[i].names);
    return ok;
}

/* Fails if posing and comparing at all moments needs more than the limit. */
static bool check_moments(const motion_comparison *c, bp_error *error) {
    double moments = 0, bones = 0, nodes = 0;
    for (size_t i = 0; i < c->out->clip_count; i++) {
        if (is_missing(&c->out->clips[i])) continue;
        double *times = find_moments(c, &c->out->clips[i], error);
        if (!times) return false;
        bp_free(&c->out->allocator, times);
        moments += (double)moments_of(c, &c->out->clips[i]);
    }
    for (int side = 0; side < 2; side++) {
        const bp_model *model = c->models[side];
        nodes += (double)model->node_count;
        for (size_t i = 0; i < model->skeleton_count; i++)
            bones += (double)bp_skeleton_count(model->skeletons[i]);
    }
    double vertices = (double)c->surfaces[0].vertex_count + (double)c->surfaces[1].vertex_count;
    return bp_check_limit(
        c->context, "animations",
        bp_format("comparing %.0f vertices and %.0f bones at %.0f moments", vertices, bones, moments).text, 0,
        moments * (12 * vertices + 120 * bones + 60 * nodes), error);
}

static bool prepare(motion_comparison *c, bp_error *error) {
    for (int i = 0; i < 2; i++) {
        if (!bp_model_check_limit(c->context, c->models[i], "comparing", 40, 100, error)) return false;
        c->poses[i] = bp_model_pose_create(c->models[i], error);
        if (!c->poses[i] || !bp_model_pose_set(c->poses[i], -1, 0, error) ||
            !bp_surface_make(&c->surfaces[i], c->models[i], c->out->by_surface, &c->out->allocator, error) ||
            !bp_surface_pose(&c->surfaces[i], c->context, c->poses[i], error))
            return false;
    }
    bp_bounds bounds = bp_bounds_from_points(c->surfaces[0].positions, c->surfaces[0].vertex_count);
    double size = bp_bounds_is_empty(bounds) ? 0.0 : 2.0 * (double)bp_bounds_radius(bounds);
    c->out->size = size > 0.0 && bp_is_finite(size) ? size : 1.0;
    c->out->vertex_count = c->surfaces[0].vertex_count;
    return find_bones(c, error) && list_clips(c, error) && check_moments(c, error) &&
           find_names(c->models, c->out, error) && (!c->out->by_surface || match_surfaces(c, error));
}

static int by_distance(const void *a, const void *b) {
    const bp_motion_bone *one = a, *two = b;
    if (one->worst.distance != two->worst.distance) return one->worst.distance > two->worst.distance ? -1 : 1;
    return (one->node > two->node) - (one->node < two->node);
}

static void summarize(bp_motion_diff *out, bool ignore_names) {
    out->equal = ignore_names || out->name_count == 0;
    for (size_t i = 0; i < out->clip_count; i++) {
        const bp_motion_clip *clip = &out->clips[i];
        if (clip->parts || is_missing(clip) || clip->durations_differ || (clip->renamed && !ignore_names))
            out->equal = false;
        if (clip->worst.distance > out->worst) {
            out->worst = clip->worst.distance;
            out->worst_clip = i;
        }
    }
    qsort(out->bones, out->bone_count, sizeof *out->bones, by_distance);
}

bool bp_motion_diff_run(const bp_context *context, bp_model *a, bp_model *b,
                        const bp_motion_diff_options *options, bp_motion_diff *out, bp_error *error) {
    static const bp_motion_diff_options defaults = {0};
    if (!options) options = &defaults;
    *out = (bp_motion_diff){.allocator = *bp_context_allocator(context),
                            .tolerance = options->tolerance > 0.0 ? options->tolerance : DEFAULT_TOLERANCE};
    motion_comparison c = {.context = context,
                           .models = {a, b},
                           .out = out,
                           .max_moments = options->max_moments ? options->max_moments : DEFAULT_MOMENTS};
    out->by_surface = !is_same_topology(a, b);
    bool ok = prepare(&c, error);
    for (size_t i = 0; ok && i < out->clip_count; i++) ok = compare_clip(&c, i, error);
    if (ok) summarize(out, options->ignore_names);
    for (int i = 0; i < 2; i++) {
        if (c.poses[i]) (void)bp_model_pose_set(c.poses[i], -1, 0, NULL);
        bp_model_pose_destroy(c.poses[i]);
        bp_free(&out->allocator, c.spots[i]);
        bp_surface_clear(&c.surfaces[i]);
    }
    bp_free(&out->allocator, c.nodes);
    bp_free(&out->allocator, c.bone_of);
    if (!ok) bp_motion_diff_clear(out);
    return ok;
}
