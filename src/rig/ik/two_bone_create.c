/* ik_create: a two-bone controller is checked, measured and made here; ik.c lets it work.
 *
 * Lengths are measured once, so that a pose can't change them later. They are lengths in the world,
 * because that is where target and joints are compared.
 */
#include "rig/ik/two_bone.h"

static const char no_length[] = "it has no length: set one with bp_bone_set_length, or give it a child";

/* How long the bone is along its +Y in the world, from the length that was set; 0 where none was. */
static double set_length(const bp_bone *bone, const bp_ik_options *o) {
    double scale = bp_bone_trs_d(bone)->scale.y * (o->mesh ? o->mesh->trs.scale.y : 1);
    return bone->has_length ? (double)bone->length * (o->as_engine ? scale : fabs(scale)) : 0;
}

static double distance(const bp_bone *from, const bp_bone *to, const bp_node *mesh) {
    bp_dmat4 p = bp_bone_world_d(from, mesh), q = bp_bone_world_d(to, mesh);
    return bp_dvec3_length(bp_ik_sub(bp_ik_row(&p, 3), bp_ik_row(&q, 3)));
}

static bool is_length(double length, const bp_bone *bone, const bp_ik_options *o, bp_error *error) {
    if ((length > 0 || (o->as_engine && length < 0)) && length - length == 0) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                   "its length in the world is %g, and has to be "
                   "positive and finite",
                   length);
}

static bool measure(bp_ik *ik, const bp_ik_options *o, bp_error *error) {
    const bp_bone *upper = ik->upper, *lower = ik->lower;
    const bp_node *mesh = o->mesh;
    ik->a = set_length(upper, o);
    ik->b = set_length(lower, o);
    if (ik->a == 0 || ik->b == 0) {
        ik->a = distance(upper, lower, mesh);
        if (lower->first_child)
            ik->b = distance(lower, lower->first_child, mesh);
        else if (ik->b == 0)
            return bp_fail(error, BP_ERROR_ARGUMENT, lower->name, "%s", no_length);
    }
    return is_length(ik->a, upper, o, error) && is_length(ik->b, lower, o, error);
}

/* Which way the bones point and bend where nobody says so. */
static void choose_axes(bp_ik *ik) {
    const bp_dmat4 *local = bp_bone_local_d(ik->lower);
    bp_dvec3 start = bp_ik_row(local, 3);
    ik->mirrored = !(bp_dmat4_determinant3(bp_bone_absolute_fresh(ik->lower)) > 0);
    ik->along_x = !ik->mirrored && start.x > start.y && start.x > start.z;
}

static bp_dvec3 default_bend_axis(const bp_ik *ik) {
    if (ik->mirrored) return (bp_dvec3){1, 0, 0};
    return (bp_dvec3){0, 0, ik->along_x ? 1 : -1};
}

static bool check(const bp_ik *ik, const bp_ik_options *o, bp_error *error) {
    if (o->pole_bone && o->pole_bone->skeleton != ik->lower->skeleton) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "pole_bone", "the bone \"%s\" is of another skeleton",
                       o->pole_bone->name);
    }
    if (o->pole_fixed && (o->pole_node || o->pole_bone)) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "pole_fixed",
                       "the pole can't be fixed and follow a node or bone: leave one of them out");
    }
    return bp_ik_check_finite(o->pole_offset, "pole_offset", error) &&
           bp_ik_check_finite(o->bend_axis, "bend_axis", error) &&
           bp_ik_check_range((double)o->pole_angle, -1e9, 1e9, "pole_angle", error) &&
           bp_ik_check_range((double)o->max_angle, 0, (double)BP_PI, "max_angle", error) &&
           bp_ik_check_range((double)o->slerp, 0, 1, "slerp", error);
}

/* Takes over options that were checked. */
static void adopt(bp_ik *ik, const bp_ik_options *o) {
    ik->options = *o;
    ik->bend_axis = bp_ik_is_zero(o->bend_axis) ? default_bend_axis(ik) : bp_dvec3_from_vec3(o->bend_axis);
    ik->reach = fabs(ik->a + ik->b);
    if (o->max_angle > 0) {
        /* a^2 + b^2 - 2 a b cos t, written without the difference that would lose small angles */
        double difference = ik->a - ik->b, half = bp_sin_d((double)o->max_angle / 2);
        ik->reach = sqrt(difference * difference + 4 * ik->a * ik->b * half * half);
    }
}

static bool prepare(bp_ik *ik, const bp_ik_options *options, bp_error *error) {
    choose_axes(ik);
    if (!check(ik, options, error) || !measure(ik, options, error)) return false;
    adopt(ik, options);
    bp_dmat4 upper = bp_bone_world_d(ik->upper, options->mesh);
    ik->normal = bp_ik_row(&upper, 2);
    ik->turned = bp_bone_world_rotation_d(ik->upper, options->mesh);
    ik->bend = 3.14159265358979323846;
    return true;
}

bp_ik *bp_ik_create(const bp_context *context, bp_bone *lower, const bp_ik_options *options,
                    bp_error *error) {
    static const bp_ik_options none = {0};
    if (!lower) {
        bp_fail(error, BP_ERROR_ARGUMENT, "lower", "there is no bone to turn");
        return NULL;
    }
    if (!lower->parent) {
        bp_fail(error, BP_ERROR_ARGUMENT, lower->name,
                "the lower bone has no parent: the controller turns a bone and its parent");
        return NULL;
    }
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_ik *ik = bp_alloc(allocator, 1, sizeof *ik, error);
    if (!ik) return NULL;
    ik->allocator = *allocator;
    ik->lower = lower;
    ik->upper = lower->parent;
    if (prepare(ik, options ? options : &none, error)) return ik;
    bp_ik_destroy(ik);
    return NULL;
}

void bp_ik_destroy(bp_ik *ik) {
    if (!ik) return;
    bp_allocator allocator = ik->allocator;
    bp_free(&allocator, ik);
}

bool bp_ik_set_options(bp_ik *ik, const bp_ik_options *options, bp_error *error) {
    static const bp_ik_options none = {0};
    if (!options) options = &none;
    if (options->mesh != ik->options.mesh) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "mesh",
                       "lengths were measured with another mesh: create a new controller");
    }
    if (!check(ik, options, error)) return false;
    adopt(ik, options);
    return true;
}
