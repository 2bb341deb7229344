/* two_bone: creating and updating the controller, and Babylon.js's way of solving (as_engine): two bones that
 * point along +Y or +X. The default way, for every axis and any number of bones, is in reach.c.
 *
 * Upper joint, middle joint and target are the corners of a triangle with known sides; the law of cosines
 * gives its angles (see ik.h). The pole chooses the plane of the triangle. The rotations are then set in
 * the spaces that bones have: the upper bone's in the world, the lower bone's within its parent, the upper
 * bone. Lengths are measured in the world, where target and joints are compared; the engine measures them
 * once, at creation.
 */
#include "rig/ik/ik.h"

/* ---- creation -------------------------------------------------------------------------------------- */

/* The length that was set, along the bone's +Y in the world; 0 if none was. */
static double explicit_length(const bp_bone *bone, const bp_ik_options *o) {
    double scale = bp_bone_trs_d(bone)->scale.y * (o->mesh ? o->mesh->trs.scale.y : 1);
    return bone->has_length ? (double)bone->length * scale : 0;
}

static double distance(const bp_bone *from, const bp_bone *to, const bp_node *mesh) {
    bp_dmat4 p = bp_bone_world_d(from, mesh), q = bp_bone_world_d(to, mesh);
    return bp_dvec3_length(bp_ik_sub(bp_ik_row(&p, 3), bp_ik_row(&q, 3)));
}

static bool is_length(double length, const bp_bone *bone, bp_error *error) {
    if (length != 0 && bp_is_finite(length)) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                   "its length in the world is %g and must be finite and not 0", length);
}

static bool measure(bp_ik *ik, const bp_ik_options *o, bp_error *error) {
    const bp_bone *upper = ik->upper, *lower = ik->lower;
    const bp_node *mesh = o->mesh;
    ik->a = explicit_length(upper, o);
    ik->b = explicit_length(lower, o);
    if (ik->a == 0 || ik->b == 0) {
        ik->a = distance(upper, lower, mesh);
        if (lower->first_child)
            ik->b = distance(lower, lower->first_child, mesh);
        else if (ik->b == 0)
            return bp_fail(error, BP_ERROR_ARGUMENT, lower->name,
                           "it has no length: set one with bp_bone_set_length, or give it a child");
    }
    return is_length(ik->a, upper, error) && is_length(ik->b, lower, error);
}

/* The direction of the bones, which decides the default bend axis. */
static void choose_axes(bp_ik *ik) {
    bp_dvec3 start = bp_ik_row(bp_bone_local_d(ik->lower), 3);
    ik->mirrored = !(bp_dmat4_determinant3(bp_bone_absolute_fresh(ik->lower)) > 0);
    ik->along_x = !ik->mirrored && start.x > start.y && start.x > start.z;
}

static bp_dvec3 default_bend_axis(const bp_ik *ik) {
    if (ik->links) return ik->hinge;
    if (ik->mirrored) return (bp_dvec3){1, 0, 0};
    return (bp_dvec3){0, 0, ik->along_x ? 1 : -1};
}

/* What only two bones have, and what the engine's way lacks. */
static bool check_chain(const bp_ik *ik, const bp_ik_options *o, bp_error *error) {
    size_t bones = o->bones ? (size_t)o->bones : 2;
    if (o->bones < 0 || bones < 2 || (ik->count && bones != ik->count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bones",
                       ik->count ? "the chain has %zu bones: create a new controller for another number"
                                 : "a chain has two bones or more",
                       ik->count);
    if (o->as_engine && (bones != 2 || o->end || o->limits))
        return bp_fail(error, BP_ERROR_ARGUMENT, "as_engine",
                       "the engine's controller has two bones, no end bone and no limits");
    if (bones > 2 &&
        (o->pole_node || o->pole_bone || o->pole_fixed || o->max_angle > 0 || !bp_ik_is_zero(o->bend_axis)))
        return bp_fail(error, BP_ERROR_ARGUMENT, "bones",
                       "poles, bend_axis and max_angle are for two bones: %zu keep the shape of the pose",
                       bones);
    const bp_bone *above = o->end ? o->end->parent : ik->lower;
    while (above && above != ik->lower) above = above->parent;
    if (!above)
        return bp_fail(error, BP_ERROR_ARGUMENT, "end", "the bone \"%s\" is not below \"%s\"", o->end->name,
                       ik->lower->name);
    for (size_t i = 0; o->limits && i < bones; i++)
        if (!bp_ik_check_range((double)o->limits[i], 0, (double)BP_PI, "limits", error)) return false;
    return true;
}

static bool check(const bp_ik *ik, const bp_ik_options *o, bp_error *error) {
    if (!check_chain(ik, o, error)) return false;
    if (o->as_engine != ik->options.as_engine && ik->a != 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "as_engine", "create a new controller for the other way");
    if (o->pole_bone && o->pole_bone->skeleton != ik->lower->skeleton)
        return bp_fail(error, BP_ERROR_ARGUMENT, "pole_bone", "the bone \"%s\" belongs to another skeleton",
                       o->pole_bone->name);
    if (o->pole_fixed && (o->pole_node || o->pole_bone))
        return bp_fail(error, BP_ERROR_ARGUMENT, "pole_fixed",
                       "the pole can't be fixed and follow a node or bone: drop one of them");
    return bp_ik_check_finite(o->pole_offset, "pole_offset", error) &&
           bp_ik_check_finite(o->bend_axis, "bend_axis", error) &&
           bp_ik_check_range((double)o->pole_angle, -1e9, 1e9, "pole_angle", error) &&
           bp_ik_check_range((double)o->max_angle, 0, (double)BP_PI, "max_angle", error) &&
           bp_ik_check_range((double)o->softness, 0, 1, "softness", error) &&
           bp_ik_check_range((double)o->slerp, 0, 1, "slerp", error);
}

/* Stores options that passed the checks. */
static void store_options(bp_ik *ik, const bp_ik_options *o) {
    ik->options = *o;
    ik->bend_axis = bp_ik_is_zero(o->bend_axis) ? default_bend_axis(ik) : bp_dvec3_from_vec3(o->bend_axis);
    double length = ik->links ? 0 : fabs(ik->a + ik->b);
    for (size_t i = 0; i < ik->count; i++) {
        length += ik->links[i].length;
        ik->links[i].limit = o->limits ? (double)o->limits[i] : 0;
    }
    ik->options.limits = NULL; /* they are copied */
    ik->reach = bp_ik_reach_of(ik, length);
}

static bool init_engine(bp_ik *ik, const bp_ik_options *options, bp_error *error) {
    choose_axes(ik);
    if (!measure(ik, options, error)) return false;
    store_options(ik, options);
    bp_dmat4 upper = bp_bone_world_d(ik->upper, options->mesh);
    ik->normal = bp_ik_row(&upper, 2);
    ik->rotation = bp_bone_world_rotation_d(ik->upper, options->mesh);
    return true;
}

static bool init_chain(bp_ik *ik, const bp_ik_options *options, bp_error *error) {
    size_t count = options->bones ? (size_t)options->bones : 2, i = count;
    ik->links = bp_alloc(&ik->allocator, count, sizeof *ik->links, error);
    if (!ik->links) return false;
    ik->count = count;
    for (bp_bone *bone = ik->lower; i > 0; bone = bone->parent) {
        if (!bone)
            return bp_fail(error, BP_ERROR_ARGUMENT, "bones", "\"%s\" has no %zu bones above it",
                           ik->lower->name, count - 1);
        ik->links[--i].bone = bone;
    }
    ik->upper = ik->links[0].bone;
    ik->mirrored = !(bp_dmat4_determinant3(bp_bone_absolute_fresh(ik->lower)) > 0);
    ik->options = *options;
    ik->options.limits = NULL;
    if (!bp_ik_measure_chain(ik, error)) return false;
    store_options(ik, options);
    return true;
}

static bool init(bp_ik *ik, const bp_ik_options *options, bp_error *error) {
    ik->options.as_engine = options->as_engine;
    ik->bend = IK_PI;
    ik->weight = 1;
    ik->distance = -1;
    if (!check(ik, options, error)) return false;
    return options->as_engine ? init_engine(ik, options, error) : init_chain(ik, options, error);
}

bp_ik *bp_ik_create(const bp_context *context, bp_bone *lower, const bp_ik_options *options,
                    bp_error *error) {
    static const bp_ik_options none = {0};
    if (!lower || !lower->parent) {
        bp_fail(error, BP_ERROR_ARGUMENT, lower ? lower->name : "lower", "%s",
                lower ? "the lower bone has no parent: the controller rotates a bone and its parent"
                      : "there is no bone to rotate");
        return NULL;
    }
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_ik *ik = bp_alloc(allocator, 1, sizeof *ik, error);
    if (!ik) return NULL;
    ik->allocator = *allocator;
    ik->lower = lower;
    ik->upper = lower->parent;
    if (init(ik, options ? options : &none, error)) return ik;
    bp_ik_destroy(ik);
    return NULL;
}

void bp_ik_destroy(bp_ik *ik) {
    if (!ik) return;
    bp_allocator allocator = ik->allocator;
    bp_free(&allocator, ik->links);
    bp_free(&allocator, ik);
}

bool bp_ik_set_options(bp_ik *ik, const bp_ik_options *options, bp_error *error) {
    if (!ik) return bp_fail_null(error, "ik");
    static const bp_ik_options none = {0};
    if (!options) options = &none;
    if (options->mesh != ik->options.mesh)
        return bp_fail(error, BP_ERROR_ARGUMENT, "mesh",
                       "the lengths were measured with another mesh: create a new controller");
    if (!check(ik, options, error)) return false;
    store_options(ik, options);
    return true;
}

/* ---- update ---------------------------------------------------------------------------------------- */

/* The input of an update, in the world. */
typedef struct input {
    bp_dmat4 upper; /* the upper bone */
    bp_dvec3 joint, target, pole;
} input;

/* Its result. */
typedef struct solution {
    bp_dvec3 normal;
    bp_dquat rotation; /* of the upper bone in the world */
    bp_dmat4 matrix;   /* the same */
    double bend;       /* of the lower bone */
} solution;

static bp_dvec3 pole_position(const bp_ik *ik) {
    const bp_ik_options *o = &ik->options;
    bp_dvec3 offset = bp_dvec3_from_vec3(o->pole_offset);
    if (o->pole_node) return bp_dmat4_point(bp_node_world_d(o->pole_node), offset);
    const bp_bone *bone = o->pole_bone ? o->pole_bone : o->pole_fixed ? NULL : ik->upper->parent;
    return bone ? bp_dmat4_point(bp_bone_world_d(bone, o->mesh), offset) : ik->pole;
}

static bool read_input(const bp_ik *ik, input *in, bp_error *error) {
    const bp_ik_options *o = &ik->options;
    in->upper = bp_bone_world_d(ik->upper, o->mesh);
    in->joint = bp_ik_row(&in->upper, 3);
    in->target = ik->target;
    if (o->target_node) {
        bp_dmat4 world = bp_node_world_d(o->target_node);
        in->target = bp_ik_row(&world, 3);
    }
    in->pole = pole_position(ik);
    if (!bp_ik_is_finite(in->joint))
        return bp_fail(error, BP_ERROR_ARGUMENT, ik->upper->name,
                       "the bone's position in the world isn't finite");
    if (!bp_ik_is_finite(in->target))
        return bp_fail(error, BP_ERROR_ARGUMENT, "target", "the target's position isn't finite");
    if (!bp_ik_is_finite(in->pole))
        return bp_fail(error, BP_ERROR_ARGUMENT, "pole", "the pole's position isn't finite");
    return true;
}

/* Rows x, y, z of ik.h: y towards the target, z normal to the plane of bending. */
static bp_dmat4 plane(const bp_ik *ik, const input *in, bp_dvec3 *normal) {
    bp_dvec3 y = bp_dvec3_normalize(bp_ik_sub(in->target, in->joint));
    if (bp_dvec3_length(y) == 0) y = bp_dvec3_normalize(bp_ik_row(&in->upper, ik->along_x ? 0 : 1));
    if (bp_dvec3_length(y) == 0) y = (bp_dvec3){0, 1, 0};
    bp_dvec3 up = bp_dvec3_normalize(bp_ik_sub(in->pole, in->joint));
    if (bp_dvec3_length(up) == 0) up = (bp_dvec3){0, 1, 0};
    bp_dvec3 z = bp_dvec3_cross(y, up);
    z = bp_dvec3_length(z) < BP_IK_PARALLEL ? bp_ik_perpendicular(y, ik->normal) : bp_dvec3_normalize(z);
    *normal = z;
    return bp_ik_matrix_of_rows(bp_dvec3_cross(y, z), y, z);
}

/* The upper bone's rotation in the world, given the triangle's angle at its joint. */
static bp_dmat4 upper_rotation(const bp_ik *ik, bp_dmat4 rows, double angle) {
    bp_dvec3 y = bp_ik_row(&rows, 1), axis = ik->bend_axis;
    if (ik->along_x) {
        bp_dvec3 x = bp_ik_row(&rows, 0);
        rows = bp_ik_matrix_of_rows(y, (bp_dvec3){-x.x, -x.y, -x.z}, bp_ik_row(&rows, 2));
    }
    if (ik->mirrored) {
        axis.x = -axis.x;
        angle = -angle;
    }
    rows = bp_dmat4_mul(bp_dmat4_from_axis_angle(axis, angle), rows);
    double pole_angle = (double)ik->options.pole_angle;
    return bp_dmat4_mul(rows, bp_dmat4_from_axis_angle(y, pole_angle));
}

static solution solve(const bp_ik *ik, const input *in) {
    solution found;
    bp_dmat4 rows = plane(ik, in, &found.normal);
    double c = bp_ik_spanned(ik->reach, (double)ik->options.softness,
                             bp_dvec3_length(bp_ik_sub(in->target, in->joint)));
    double at_joint = bp_ik_corner(ik->a, c, ik->b), at_target = bp_ik_corner(ik->b, c, ik->a);
    found.matrix = upper_rotation(ik, rows, at_joint);
    found.rotation = bp_dquat_from_dmat4(found.matrix);
    found.bend = -(at_joint + at_target);
    return found;
}

/* Shortens the step to the slerp's fraction of the way. */
static void shorten(const bp_ik *ik, solution *found, double fraction) {
    found->rotation = bp_ik_slerp(ik->rotation, found->rotation, fraction);
    found->matrix = bp_dmat4_from_dquat(found->rotation);
    found->bend = ik->bend * (1 - fraction) + found->bend * fraction;
}

/* The part `weight` of the way from the bones' pose to the solution. */
static void blend(const bp_ik *ik, bp_dmat4 *upper, bp_dquat *lower) {
    bp_dquat from = bp_bone_world_rotation_d(ik->upper, ik->options.mesh);
    *upper = bp_dmat4_from_dquat(bp_ik_slerp(from, bp_dquat_from_dmat4(*upper), ik->weight));
    *lower = bp_ik_slerp(bp_bone_trs_d(ik->lower)->rotation, *lower, ik->weight);
}

/* Gives the bones the solution, as far as the weight says. */
static bool set_bones(const bp_ik *ik, const solution *found, bp_error *error) {
    bp_dmat4 upper = found->matrix, local;
    bp_dquat lower = bp_dquat_from_axis_angle(ik->bend_axis, found->bend);
    if (ik->weight < 1) blend(ik, &upper, &lower);
    if (!bp_ik_local_for_rotation(ik->upper, ik->options.mesh, upper, &local, error)) return false;
    if (ik->weight == 0) return true;
    bp_bone_set_local_d(ik->upper, local);
    bp_bone_copy_rotation_to_node(ik->upper);
    bp_dtrs parts = *bp_bone_trs_d(ik->lower);
    parts.rotation = lower;
    bp_bone_set_trs_d(ik->lower, parts);
    bp_bone_copy_rotation_to_node(ik->lower);
    return true;
}

/* The end's distance from the target, as the bones are now. */
static double distance_left(const bp_ik *ik) {
    bp_dvec3 offset;
    if (!bp_ik_end_offset(ik, &offset, NULL)) offset = (bp_dvec3){0, ik->b, 0};
    bp_dvec3 end = bp_dmat4_point(bp_bone_world_d(ik->lower, ik->options.mesh), offset);
    return bp_dvec3_length(bp_ik_sub(end, ik->target));
}

static bool update_engine(bp_ik *ik, const input *in, bp_error *error) {
    solution found = solve(ik, in);
    double fraction = (double)ik->options.slerp;
    if (fraction > 0 && fraction < 1) shorten(ik, &found, fraction);
    if (!set_bones(ik, &found, error)) return false;
    ik->normal = found.normal;
    ik->rotation = found.rotation;
    ik->bend = found.bend;
    return true;
}

bool bp_ik_update(bp_ik *ik, float *distance, bp_error *error) {
    if (!ik) return bp_fail_null(error, "ik");
    const bp_ik_options *o = &ik->options;
    input in;
    if (!read_input(ik, &in, error)) return false;
    bp_dvec3 target = ik->target, pole = ik->pole;
    ik->target = in.target;
    ik->pole = in.pole;
    bool has_pole = o->pole_node || o->pole_bone || o->pole_fixed || ik->has_pole || !ik->bent;
    if (ik->links ? !bp_ik_reach(ik, has_pole ? &in.pole : NULL, error) : !update_engine(ik, &in, error)) {
        ik->target = target;
        ik->pole = pole;
        return false;
    }
    if (!ik->links) ik->distance = distance_left(ik);
    ik->started = true;
    if (distance) *distance = (float)ik->distance;
    return true;
}

void bp_ik_set_target(bp_ik *ik, bp_vec3 world) {
    if (!ik) return;
    ik->target = bp_dvec3_from_vec3(world);
}
void bp_ik_set_weight(bp_ik *ik, float weight) {
    if (ik && !isnan(weight)) ik->weight = weight > 1 ? 1 : weight < 0 ? 0 : (double)weight;
}
void bp_ik_set_pole(bp_ik *ik, bp_vec3 world) {
    if (!ik) return;
    ik->pole = bp_dvec3_from_vec3(world);
    ik->has_pole = true;
}

bp_ik_state bp_ik_read(const bp_ik *ik) {
    if (!ik) return (bp_ik_state){0};
    return (bp_ik_state){
        .target = bp_dvec3_to_vec3(ik->target),
        .pole = bp_dvec3_to_vec3(ik->pole),
        .bend = (float)ik->bend,
        .upper_length = (float)ik->a,
        .lower_length = (float)ik->b,
        .reach = (float)ik->reach,
        .max_angle = ik->options.max_angle > 0 ? ik->options.max_angle : BP_PI,
        .bend_axis = bp_dvec3_to_vec3(ik->bend_axis),
        .roll = ik->along_x ? BP_PI / 2 : 0,
        .mirrored = ik->mirrored,
        .bone_axis = bp_dvec3_to_vec3(ik->links ? ik->axis : (bp_dvec3){ik->along_x, !ik->along_x, 0}),
        .distance = (float)ik->distance,
    };
}
