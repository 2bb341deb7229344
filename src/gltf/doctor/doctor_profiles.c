/* The table of limits, and what is measured of weights, joints, names, scales, clips and morph targets. */
#include "gltf/doctor/doctor_profiles.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const bp_doctor_profiles[] = {"unreal", "unity", "godot",  "blender", "babylon", "three",
                                          "vrm0",   "vrm1",  "mobile", "web",     NULL};
enum {
    UNREAL = 1 << 0,
    UNITY = 1 << 1,
    GODOT = 1 << 2,
    BLENDER = 1 << 3,
    BABYLON = 1 << 4,
    THREE = 1 << 5,
    VRM_0 = 1 << 6,
    VRM_1 = 1 << 7,
    MOBILE = 1 << 8,
    WEB = 1 << 9
};

/* README.md has the sources. Limits that no importer keeps exactly (degrees, metres) are our tolerances. */
static const struct {
    bp_doctor_id rule;
    unsigned profiles;
    double at_most;
    bp_doctor_severity severity;
    const char *says;
} LIMITS[] = {
    {BP_DOCTOR_PROFILE_INFLUENCES, THREE | WEB, 4, BP_DOCTOR_ERROR, "three.js reads JOINTS_0 alone"},
    {BP_DOCTOR_PROFILE_INFLUENCES, UNITY, 4, BP_DOCTOR_ERROR,
     "its glTF importers and its default quality keep four"},
    {BP_DOCTOR_PROFILE_INFLUENCES, MOBILE, 4, BP_DOCTOR_ERROR, "glTF promises no more than one set"},
    {BP_DOCTOR_PROFILE_INFLUENCES, UNREAL, 8, BP_DOCTOR_ERROR,
     "more are dropped unless the project allows it"},
    {BP_DOCTOR_PROFILE_INFLUENCES, GODOT, 8, BP_DOCTOR_ERROR, "a mesh has four or eight bones a vertex"},
    {BP_DOCTOR_PROFILE_INFLUENCES, BABYLON, 8, BP_DOCTOR_ERROR, "it reads JOINTS_0 and JOINTS_1"},
    {BP_DOCTOR_PROFILE_JOINTS, UNREAL, 256, BP_DOCTOR_WARNING,
     "beyond that, sections are split, or the project needs 16-bit bone indices"},
    {BP_DOCTOR_PROFILE_JOINTS, MOBILE, 75, BP_DOCTOR_WARNING,
     "renderers for phones reserve so many matrices"},
    {BP_DOCTOR_PROFILE_JOINTS_ALL, UNREAL, 65535, BP_DOCTOR_ERROR, "bone indices have 16 bits"},
    {BP_DOCTOR_PROFILE_ROOTS, UNREAL, 1, BP_DOCTOR_ERROR, "a skeleton has one root bone"},
    {BP_DOCTOR_PROFILE_NAMES, UNREAL | UNITY, 0, BP_DOCTOR_ERROR, "bones are found by name"},
    {BP_DOCTOR_PROFILE_NAMES, GODOT | BLENDER | THREE | WEB, 0, BP_DOCTOR_ERROR, "the second one is renamed"},
    {BP_DOCTOR_PROFILE_NAME_CHARACTERS, THREE | WEB, 0, BP_DOCTOR_WARNING,
     "three.js removes [ ] . : / and makes spaces underscores"},
    {BP_DOCTOR_PROFILE_NAME_CHARACTERS, GODOT, 0, BP_DOCTOR_WARNING, "it replaces : and / by underscores"},
    {BP_DOCTOR_PROFILE_NAME_LENGTH, BLENDER, 63, BP_DOCTOR_ERROR, "longer names are cut"},
    {BP_DOCTOR_PROFILE_SCALE, VRM_0, 1.001, BP_DOCTOR_WARNING, "bones are unscaled, in metres"},
    {BP_DOCTOR_PROFILE_UP_AXIS, UNREAL | UNITY | GODOT | BLENDER | VRM_0 | VRM_1, 60, BP_DOCTOR_WARNING,
     "glTF's up is +Y, from which it converts"},
    {BP_DOCTOR_PROFILE_MIRRORED, VRM_0 | VRM_1, 0, BP_DOCTOR_ERROR, "scales must be positive"},
    {BP_DOCTOR_PROFILE_STRETCHED, VRM_0 | VRM_1, 1.001, BP_DOCTOR_ERROR, "scales must be uniform"},
    {BP_DOCTOR_PROFILE_STRETCHED, UNITY, 1.001, BP_DOCTOR_WARNING, "it can't shear what is rotated below"},
    {BP_DOCTOR_PROFILE_CLIP_LENGTH, BLENDER, 1048574.0 / 24.0, BP_DOCTOR_ERROR,
     "its last frame is 1048574, at 24 a second"},
    {BP_DOCTOR_PROFILE_ROOT_HEIGHT, UNREAL, 0.01, BP_DOCTOR_WARNING,
     "root motion moves the root bone, which stands on the floor"},
    {BP_DOCTOR_PROFILE_SOLES, VRM_0 | VRM_1, 0.02, BP_DOCTOR_WARNING, "the soles are at Y = 0"},
    {BP_DOCTOR_PROFILE_T_POSE, VRM_0 | VRM_1, 10, BP_DOCTOR_ERROR, "the rest pose is a T-pose"},
    {BP_DOCTOR_PROFILE_T_POSE, UNITY, 10, BP_DOCTOR_WARNING, "a humanoid avatar is set up in a T-pose"},
    {BP_DOCTOR_PROFILE_HUMANOID, VRM_0 | VRM_1, 0, BP_DOCTOR_ERROR, "these bones are required"},
    {BP_DOCTOR_PROFILE_SPRINGS, VRM_0 | VRM_1, 0, BP_DOCTOR_ERROR, "a spring is a chain of its own nodes"},
    {BP_DOCTOR_PROFILE_EXPRESSIONS, VRM_0 | VRM_1, 0, BP_DOCTOR_ERROR, "binds name morph targets that exist"},
    {BP_DOCTOR_PROFILE_FIRST_PERSON, VRM_0 | VRM_1, 0, BP_DOCTOR_ERROR, "annotations name meshes that exist"},
    {BP_DOCTOR_PROFILE_MORPHS, MOBILE | WEB, 8, BP_DOCTOR_WARNING, "glTF promises eight morphed attributes"},
};

static const struct {
    unsigned profiles;
    const char *characters;
} FORBIDDEN[] = {{THREE | WEB, "[].:/ "}, {GODOT, ":/"}};

int bp_doctor_profile_of(const char *name) {
    for (int i = 0; name && bp_doctor_profiles[i]; i++)
        if (strcmp(name, bp_doctor_profiles[i]) == 0) return i;
    return -1;
}

void bp_doctor_limits_set(bp_doctor_limits *limits, bp_doctor_id rule, double at_most, const char *who) {
    if (rule < BP_DOCTOR_FIRST_RULE || rule >= BP_DOCTOR_ID_COUNT) return;
    limits->rules[rule - BP_DOCTOR_FIRST_RULE] =
        (bp_doctor_limit){at_most, BP_DOCTOR_ERROR, who ? who : "", ""};
    limits->any = true;
}

void bp_doctor_limits_make(bp_doctor_limits *limits, int profile) {
    if (profile >= (int)BP_COUNT(bp_doctor_profiles) - 1) profile = -1;
    *limits = (bp_doctor_limits){.profile = profile};
    for (size_t i = 0; i < BP_DOCTOR_RULE_COUNT; i++) limits->rules[i].at_most = INFINITY;
    for (size_t i = 0; i < BP_COUNT(LIMITS) && profile >= 0; i++) {
        if (!(LIMITS[i].profiles >> profile & 1)) continue;
        bp_doctor_limits_set(limits, LIMITS[i].rule, LIMITS[i].at_most, bp_doctor_profiles[profile]);
        limits->rules[LIMITS[i].rule - BP_DOCTOR_FIRST_RULE].severity = LIMITS[i].severity;
        limits->rules[LIMITS[i].rule - BP_DOCTOR_FIRST_RULE].says = LIMITS[i].says;
    }
    for (size_t i = 0; i < BP_COUNT(FORBIDDEN) && profile >= 0; i++)
        if (FORBIDDEN[i].profiles >> profile & 1)
            snprintf(limits->characters, sizeof limits->characters, "%s", FORBIDDEN[i].characters);
}

bp_doctor_id bp_doctor_rule_of(const char *name) {
    char id[64];
    int length = snprintf(id, sizeof id, BP_DOCTOR_RULE_PREFIX "%.40s", name);
    bp_doctor_id found = bp_doctor_id_of(id, (size_t)length);
    return found >= BP_DOCTOR_FIRST_RULE ? found : BP_DOCTOR_NONE;
}

void bp_doctor_judge(bp_doctor *doctor, bp_doctor_id rule, double measured, bp_doctor_place place,
                     const char *format, ...) {
    const bp_doctor_limit *limit = &doctor->limits->rules[rule - BP_DOCTOR_FIRST_RULE];
    char text[320];
    if (!(measured > limit->at_most * (1 + 1e-6))) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    bp_doctor_add(doctor, rule, limit->severity, place, "%s; %s allows %.6g%s%s", text, limit->who,
                  limit->at_most, *limit->says ? ": " : "", limit->says);
}

static void measure_influences(bp_doctor *doctor, const bp_doctor_primitive *primitive) {
    double limit = doctor->limits->rules[BP_DOCTOR_PROFILE_INFLUENCES - BP_DOCTOR_FIRST_RULE].at_most;
    bp_doctor_place place = bp_doctor_at_primitive(primitive, "attributes.JOINTS_0");
    size_t most = 0, worst = 0, width = primitive->influences;
    for (size_t i = 0; i < primitive->vertex_count && width > 0; i++) {
        size_t count = 0;
        for (size_t j = 0; j < width; j++) count += primitive->weights[i * width + j] != 0.0f;
        if ((double)count > limit) bp_doctor_concern(&place.vertices, i);
        if (count <= most) continue;
        most = count;
        worst = i;
    }
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_INFLUENCES, (double)most, place,
                    "vertex %zu has %zu influences, the most of this mesh", worst, most);
}

static void measure_morphs(bp_doctor *doctor, const bp_doctor_primitive *primitive) {
    bp_gltf_primitive value;
    size_t count = 0, attributes = 0;
    bp_gltf_primitive_find(&doctor->document, primitive->mesh, primitive->index, &value);
    BP_GLTF_EACH(walk, &value.primitive, "targets.*") {
        count++;
        attributes += bp_json_count(walk.value->json);
    }
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_MORPHS, (double)attributes,
                    bp_doctor_at_primitive(primitive, "targets"),
                    "the mesh has %zu morph targets with %zu attributes together", count, attributes);
}

static void judge_joints(bp_doctor *doctor, bp_doctor_id rule, size_t skin, const bp_doctor_concerned *joints,
                         const char *what) {
    if (joints->count == 0) return;
    bp_doctor_place place = bp_doctor_at_joints(doctor, skin, joints);
    bp_doctor_judge(doctor, rule, (double)joints->count, place, "%zu of %zu joints %s; the first is %s",
                    joints->count, doctor->skins[skin].joint_count, what,
                    bp_doctor_node_text(doctor, place.node).text);
}

/* Roots, plain nodes between joints, and the joints' order. The skin's joints are marked. */
static void measure_tree(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_concerned roots = {0}, apart = {0}, early = {0};
    for (size_t i = 0; i < skin->joint_count; i++) {
        int node = skin->joints[i];
        if (node < 0 || doctor->joint_of[node] != (int)i) continue;
        int above = bp_doctor_parent_joint(doctor, node);
        if (above < 0)
            bp_doctor_concern(&roots, i);
        else if (doctor->joint_of[doctor->nodes[node].parent] < 0)
            bp_doctor_concern(&apart, i);
        if (above > (int)i) bp_doctor_concern(&early, i);
    }
    judge_joints(doctor, BP_DOCTOR_PROFILE_ROOTS, index, &roots, "have no joint above them");
    judge_joints(doctor, BP_DOCTOR_PROFILE_BETWEEN, index, &apart,
                 "have a plain node between them and the joint above");
    judge_joints(doctor, BP_DOCTOR_PROFILE_ORDER, index, &early, "come before their parents");
}

/* The node of the root joint above the first one; -1: none. The skin's joints are marked. */
static int root_of(const bp_doctor *doctor, const bp_doctor_skin *skin) {
    int node = skin->joint_count > 0 ? skin->joints[0] : -1;
    for (int above; node >= 0 && (above = bp_doctor_parent_joint(doctor, node)) >= 0;)
        node = skin->joints[above];
    return node;
}

static void measure_floor(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    int root = root_of(doctor, skin);
    double height = root >= 0 ? (double)bp_mat4_position(doctor->nodes[root].world).y : 0.0,
           lowest = INFINITY;
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_ROOT_HEIGHT, fabs(height),
                    bp_doctor_at_node(root, "nodes[%d]", root), "the root joint %s is at Y = %.4g m",
                    bp_doctor_node_text(doctor, root).text, height);
    for (int i = 0; i < 8 && skin->diagonal > 0.0; i++) {
        const bp_vec3 *lo = &skin->bounds.lo, *hi = &skin->bounds.hi;
        bp_vec3 corner = {i & 1 ? lo->x : hi->x, i & 2 ? lo->y : hi->y, i & 4 ? lo->z : hi->z};
        lowest = fmin(lowest, (double)bp_mat4_point(skin->fit_transform, corner).y);
    }
    if (lowest < INFINITY)
        bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_SOLES, fabs(lowest),
                        bp_doctor_at_skin(doctor, index, -1, NULL),
                        "the mesh's lowest point is at Y = %.4g m", lowest);
}

static void measure_joints(bp_doctor *doctor) {
    size_t all = 0;
    for (size_t i = 0; i < doctor->node_count; i++) all += doctor->nodes[i].is_joint;
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_JOINTS_ALL, (double)all, bp_doctor_at("skins"),
                    "the skins have %zu joints together", all);
    for (size_t i = 0; i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_JOINTS, (double)skin->joint_count,
                        bp_doctor_at_skin(doctor, i, -1, "joints"), "the skin has %zu joints",
                        skin->joint_count);
        if (skin->joint_count == 0) continue;
        bp_doctor_mark_joints(doctor, skin);
        measure_tree(doctor, i);
        measure_floor(doctor, i);
        bp_doctor_unmark_joints(doctor, skin);
    }
}

static bp_doctor_place at_name(const bp_doctor *doctor, const bp_doctor_node *node) {
    int index = (int)(node - doctor->nodes);
    return bp_doctor_at_node(index, "nodes[%d].name", index);
}

static void measure_names(bp_doctor *doctor) {
    const bp_doctor_node **joints = bp_doctor_memory(doctor, doctor->node_count, sizeof *joints);
    const char *characters = doctor->limits->characters;
    const bp_doctor_node *odd = NULL, *longest = NULL, *second = NULL;
    size_t count = 0, odd_count = 0, length = 0, shared = 0;
    for (size_t i = 0; joints && i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (!node->is_joint || !*node->name) continue;
        joints[count++] = node;
        if (strpbrk(node->name, characters)) odd_count++;
        if (strpbrk(node->name, characters) && !odd) odd = node;
        if (strlen(node->name) > length) longest = node;
        length = longest ? strlen(longest->name) : 0;
    }
    if (count == 0) return;
    qsort(joints, count, sizeof *joints, bp_doctor_by_name);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(joints[i]->name, joints[i - 1]->name) != 0) continue;
        if (shared++ == 0) second = joints[i];
    }
    if (second)
        bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_NAMES, (double)shared, at_name(doctor, second),
                        "%zu joints have the name of another; the first is %s", shared,
                        bp_doctor_node_text(doctor, (int)(second - doctor->nodes)).text);
    if (odd)
        bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_NAME_CHARACTERS, (double)odd_count, at_name(doctor, odd),
                        "%zu joints have one of '%s' in their names; the first is %s", odd_count, characters,
                        bp_doctor_node_text(doctor, (int)(odd - doctor->nodes)).text);
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_NAME_LENGTH, (double)length, at_name(doctor, longest),
                    "the joint's name is %zu bytes long", length);
}

static void measure_scales(bp_doctor *doctor) {
    double factor = 1.0, ratio = 1.0;
    int scaled = 0, mirrored = 0, stretched = 0;
    size_t mirrors = 0;
    for (size_t i = doctor->node_count; i-- > 0;) {
        const bp_doctor_node *node = &doctor->nodes[i];
        double x = fabs((double)node->scale.x), y = fabs((double)node->scale.y),
               z = fabs((double)node->scale.z);
        double world = bp_doctor_matrix_scale(node->world),
               unequal = fmax(fmax(x, y), z) / fmin(fmin(x, y), z);
        if (!node->is_joint && !node->has_joint_below) continue;
        if (node->is_joint && world > 0.0 && fmax(world, 1.0 / world) >= factor) {
            factor = fmax(world, 1.0 / world);
            scaled = (int)i;
        }
        if (unequal >= ratio) {
            ratio = unequal;
            stretched = (int)i;
        }
        if (!(node->scale.x < 0.0f || node->scale.y < 0.0f || node->scale.z < 0.0f)) continue;
        mirrors++;
        mirrored = (int)i;
    }
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_SCALE, factor, bp_doctor_at_node(scaled, "nodes[%d]", scaled),
                    "%s is drawn %.6g times its size, which is %.6g times off",
                    bp_doctor_node_text(doctor, scaled).text,
                    bp_doctor_matrix_scale(doctor->nodes[scaled].world), factor);
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_MIRRORED, (double)mirrors,
                    bp_doctor_at_node(mirrored, "nodes[%d].scale", mirrored),
                    "%zu nodes of the skeleton are mirrored; the first is %s", mirrors,
                    bp_doctor_node_text(doctor, mirrored).text);
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_STRETCHED, ratio,
                    bp_doctor_at_node(stretched, "nodes[%d].scale", stretched),
                    "%s is scaled %.6g times as much along one axis as along another",
                    bp_doctor_node_text(doctor, stretched).text, ratio);
}

static void measure_clips(bp_doctor *doctor) {
    const bp_gltf_document *document = &doctor->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_ANIMATIONS]; i++) {
        bp_gltf_value clip = bp_gltf_element(document, BP_GLTF_ANIMATIONS, i);
        double end = 0.0;
        BP_GLTF_EACH(walk, &clip, "samplers.*.input") {
            int times = bp_gltf_index_of(document, walk.value->json, BP_GLTF_ACCESSORS);
            if (times < 0) continue;
            bp_gltf_value accessor = bp_gltf_element(document, BP_GLTF_ACCESSORS, (size_t)times);
            end = fmax(end, bp_json_number_or(bp_json_item(bp_json_member(accessor.json, "max"), 0), 0.0));
        }
        bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_CLIP_LENGTH, end, bp_doctor_at("animations[%zu]", i),
                        "the clip ends at %.6g s", end);
    }
}

void bp_doctor_check_limits(bp_doctor *doctor) {
    if (!doctor->limits) return;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        measure_influences(doctor, &doctor->primitives[i]);
        measure_morphs(doctor, &doctor->primitives[i]);
    }
    measure_joints(doctor);
    measure_names(doctor);
    if (doctor->node_count > 0) measure_scales(doctor);
    measure_clips(doctor);
}
