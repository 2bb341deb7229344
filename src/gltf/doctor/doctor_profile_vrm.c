/* What VRM requires of its extensions, in either version; and how a human body stands at rest. */
#include "gltf/doctor/doctor_profiles.h"
#include "gltf/rebind/vrm_vectors.h"
#include "gltf/retarget/body.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The parts of VRM 0.x and 1.0 that are measured, in the same order. */
static const struct {
    const char *extension;
    const char *bones, *springs, *binds[2], *annotations; /* paths */
    const char *mesh, *flag;                              /* keys of an annotation */
    const char *flags;
} VERSIONS[] = {
    {"VRM",
     "extensions.VRM.humanoid.humanBones.*",
     "extensions.VRM.secondaryAnimation.boneGroups.*.bones.*",
     {"extensions.VRM.blendShapeMaster.blendShapeGroups.*.binds.*", NULL},
     "extensions.VRM.firstPerson.meshAnnotations.*",
     "mesh",
     "firstPersonFlag",
     " Auto Both ThirdPersonOnly FirstPersonOnly "},
    {"VRMC_vrm",
     "extensions.VRMC_vrm.humanoid.humanBones.*",
     "extensions.VRMC_springBone.springs.*.joints.*",
     {"extensions.VRMC_vrm.expressions.preset.*.morphTargetBinds.*",
      "extensions.VRMC_vrm.expressions.custom.*.morphTargetBinds.*"},
     "extensions.VRMC_vrm.firstPerson.meshAnnotations.*",
     "node",
     "type",
     " auto both thirdPersonOnly firstPersonOnly "},
};

static const char PRESETS[] =
    " happy angry sad relaxed surprised aa ih ou ee oh blink blinkLeft blinkRight lookUp lookDown lookLeft "
    "lookRight neutral ";

/* The bones that both versions require, then those that only 0.x does. */
static const char *const BONES[] = {
    "hips",          "spine",         "head",      "leftUpperLeg", "leftLowerLeg", "leftFoot",
    "rightUpperLeg", "rightLowerLeg", "rightFoot", "leftUpperArm", "leftLowerArm", "leftHand",
    "rightUpperArm", "rightLowerArm", "rightHand", "chest",        "neck"};
enum { BONES_OF_1 = 15 };

static const bp_json *extension_of(const bp_doctor *doctor, int version) {
    return bp_json_member(bp_json_member(doctor->document.root.json, "extensions"),
                          VERSIONS[version].extension);
}

/* As the profile says, or as the file has it. */
static int version_of(const bp_doctor *doctor) {
    int profile = doctor->limits->profile;
    if (profile >= 0 && strncmp(bp_doctor_profiles[profile], "vrm", 3) == 0)
        return bp_doctor_profiles[profile][3] - '0';
    return extension_of(doctor, 1) != NULL;
}

static bool is_in(const char *word, const char *list) {
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); length > 0 && at; at = strstr(at + 1, word))
        if (at > list && at[-1] == ' ' && at[length] == ' ') return true;
    return false;
}

typedef struct vrm_faults {
    size_t count;
    bp_formatted first, what;
} vrm_faults;

static void add_fault(vrm_faults *faults, const bp_gltf_value *at, bp_formatted what) {
    if (faults->count++ > 0) return;
    faults->first = bp_doctor_path_of(at);
    faults->what = what;
}

static void judge(bp_doctor *doctor, bp_doctor_id rule, const vrm_faults *faults) {
    if (faults->count > 0)
        bp_doctor_judge(doctor, rule, (double)faults->count, bp_doctor_at("%s", faults->first.text),
                        "%zu fault%s, the first: %s", faults->count, faults->count == 1 ? "" : "s",
                        faults->what.text);
}

static void check_bones(bp_doctor *doctor, int version) {
    char missing[240] = "";
    size_t count = 0, used = 0;
    for (size_t i = 0; i < (version ? BONES_OF_1 : BP_COUNT(BONES)); i++) {
        bool has = false;
        BP_GLTF_EACH(walk, &doctor->document.root, VERSIONS[version].bones) {
            const char *bone = bp_json_text_or(bp_json_member(walk.value->json, "bone"), walk.value->key);
            has = has || (bone && strcmp(bone, BONES[i]) == 0 &&
                          bp_vrm_node(&doctor->document, walk.value->json, "node") >= 0);
        }
        if (has) continue;
        count++;
        if (used + strlen(BONES[i]) + 3 < sizeof missing)
            used +=
                (size_t)snprintf(missing + used, sizeof missing - used, "%s%s", used ? ", " : "", BONES[i]);
    }
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_HUMANOID, (double)count,
                    bp_doctor_at(extension_of(doctor, version) ? "extensions.%s.humanoid" : "extensions",
                                 VERSIONS[version].extension),
                    extension_of(doctor, version)
                        ? "%zu bones are missing: %s"
                        : "%zu bones are missing, since the file has no extension %s",
                    count, extension_of(doctor, version) ? missing : VERSIONS[version].extension);
}

static void check_springs(bp_doctor *doctor, int version) {
    const bp_gltf_document *document = &doctor->document;
    bool *taken = bp_doctor_memory(doctor, doctor->node_count + 1, sizeof *taken);
    vrm_faults faults = {0};
    int before = -1;
    if (!taken) return;
    BP_GLTF_EACH(walk, &document->root, VERSIONS[version].springs) {
        int node = version ? bp_vrm_node(document, walk.value->json, "node")
                           : bp_gltf_index_of(document, walk.value->json, BP_GLTF_NODES);
        if (node < 0)
            add_fault(&faults, walk.value, bp_format("its node doesn't exist"));
        else if (version && taken[node])
            add_fault(&faults, walk.value, bp_format("nodes[%d] is in two places of springs", node));
        else if (version && walk.value->index > 0 && before >= 0 && !bp_doctor_is_above(doctor, before, node))
            add_fault(&faults, walk.value,
                      bp_format("nodes[%d] isn't below nodes[%d], the joint before it", node, before));
        if (node >= 0) taken[node] = true;
        before = node;
    }
    judge(doctor, BP_DOCTOR_PROFILE_SPRINGS, &faults);
}

/* The mesh that an object of VRM names: 0.x by its index, 1.0 by a node's; -1: none. */
static int mesh_of(const bp_doctor *doctor, int version, const bp_json *object) {
    if (!version) return bp_gltf_index_of(&doctor->document, bp_json_member(object, "mesh"), BP_GLTF_MESHES);
    int node = bp_vrm_node(&doctor->document, object, "node");
    return node < 0 ? -1 : doctor->nodes[node].mesh;
}

static void check_expressions(bp_doctor *doctor, int version) {
    const bp_gltf_document *document = &doctor->document;
    vrm_faults faults = {0};
    for (int i = 0; i < 2 && VERSIONS[version].binds[i]; i++)
        BP_GLTF_EACH(walk, &document->root, VERSIONS[version].binds[i]) {
            int mesh = mesh_of(doctor, version, walk.value->json);
            double target = bp_json_number_or(bp_json_member(walk.value->json, "index"), -1.0);
            if (mesh < 0)
                add_fault(&faults, walk.value, bp_format("it names no mesh"));
            else if (!(target >= 0.0 && target < (double)bp_doctor_count_targets(doctor, mesh)))
                add_fault(&faults, walk.value,
                          bp_format("meshes[%d] has %zu morph targets, and no number %g", mesh,
                                    bp_doctor_count_targets(doctor, mesh), target));
        }
    for (bp_gltf_walk walk = bp_gltf_walk_of(&document->root, "extensions.VRMC_vrm.expressions.preset.*");
         version && bp_gltf_walk_next(&walk);)
        if (!is_in(walk.value->key, PRESETS))
            add_fault(&faults, walk.value, bp_format("'%.40s' is no preset", walk.value->key));
    judge(doctor, BP_DOCTOR_PROFILE_EXPRESSIONS, &faults);
}

static void check_first_person(bp_doctor *doctor, int version) {
    vrm_faults faults = {0};
    BP_GLTF_EACH(walk, &doctor->document.root, VERSIONS[version].annotations) {
        const char *flag = bp_json_text_or(bp_json_member(walk.value->json, VERSIONS[version].flag), "");
        if (mesh_of(doctor, version, walk.value->json) < 0)
            add_fault(&faults, walk.value, bp_format("its %s has no mesh", VERSIONS[version].mesh));
        else if (!is_in(flag, VERSIONS[version].flags))
            add_fault(&faults, walk.value, bp_format("'%.40s' is none of%s", flag, VERSIONS[version].flags));
    }
    judge(doctor, BP_DOCTOR_PROFILE_FIRST_PERSON, &faults);
}

void bp_doctor_check_vrm(bp_doctor *doctor) {
    if (!doctor->limits) return;
    int version = version_of(doctor);
    check_bones(doctor, version);
    check_springs(doctor, version);
    check_expressions(doctor, version);
    check_first_person(doctor, version);
}

/* ---- the body -----------------------------------------------------------------------------------*/

/* A body's limbs at rest; left first. */
typedef struct body_points {
    int arms[2][3], legs[2][2]; /* nodes: upper arm, lower arm, hand; upper leg, foot */
} body_points;

static int find_bone(const bp_doctor *doctor, const body *found, body_slot slot, int side) {
    char role[24];
    bp_body_role((int)slot + side * BODY_SIDED, 0, role);
    int node = bp_vrm_bone(&doctor->document, role);
    int number = (int)slot + side * BODY_SIDED;
    return node >= 0 ? node : found->counts[number] > 0 ? found->nodes[number][0] : -1;
}

static bp_vec3 position_of(const bp_doctor *doctor, int node) {
    return bp_mat4_position(doctor->nodes[node].world);
}

static double degrees_between(bp_vec3 a, bp_vec3 b) {
    return 57.29577951308232 * (double)bp_acos(bp_vec3_dot(a, b) / (bp_vec3_length(a) * bp_vec3_length(b)));
}

/* How far the legs are from straight down: a figure that lies, or another axis that is up. */
static void measure_up(bp_doctor *doctor, const body_points *points) {
    bp_vec3 legs = {0};
    for (int side = 0; side < 2; side++)
        legs = bp_vec3_add(legs, bp_vec3_sub(position_of(doctor, points->legs[side][1]),
                                             position_of(doctor, points->legs[side][0])));
    double off = degrees_between(legs, bp_vec3_make(0, -1, 0));
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_UP_AXIS, off,
                    bp_doctor_at_node(points->legs[0][0], "nodes[%d]", points->legs[0][0]),
                    "the legs point %.0f degrees away from -Y", off);
}

/* Whether the trunk points up, nearly: an animal on four legs has no T-pose. */
static bool is_upright(const bp_doctor *doctor, const body_points *points) {
    bp_vec3 trunk = {0};
    for (int side = 0; side < 2; side++)
        trunk = bp_vec3_add(trunk, bp_vec3_sub(position_of(doctor, points->arms[side][0]),
                                               position_of(doctor, points->legs[side][0])));
    return degrees_between(trunk, bp_vec3_make(0, 1, 0)) < 45.0;
}

/* The worst angle between a part of an arm and the line through both shoulders, in the floor's plane. */
static void measure_arms(bp_doctor *doctor, const body_points *points) {
    bp_vec3 across =
        bp_vec3_sub(position_of(doctor, points->arms[0][0]), position_of(doctor, points->arms[1][0]));
    double worst = 0.0, hang = 0.0;
    int node = points->arms[0][0];
    across.y = 0.0f;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 2; i++) {
            bp_vec3 part = bp_vec3_sub(position_of(doctor, points->arms[side][i + 1]),
                                       position_of(doctor, points->arms[side][i]));
            double off = degrees_between(part, side ? bp_vec3_scale(across, -1.0f) : across);
            if (i == 0) hang += 0.5 * (degrees_between(part, bp_vec3_make(0, 1, 0)) - 90.0);
            if (!(off > worst)) continue;
            worst = off;
            node = points->arms[side][i];
        }
    bp_doctor_judge(doctor, BP_DOCTOR_PROFILE_T_POSE, worst, bp_doctor_at_node(node, "nodes[%d]", node),
                    "the arms are up to %.1f degrees off a T-pose, and hang by %.1f%s", worst, hang,
                    hang > 25.0 && hang < 65.0 ? ", as in an A-pose" : "");
}

void bp_doctor_check_body(bp_doctor *doctor, const bp_model *model) {
    static const body_slot ARMS[] = {BODY_UPPER_ARM, BODY_LOWER_ARM, BODY_HAND},
                           LEGS[] = {BODY_UPPER_LEG, BODY_FOOT};
    retarget_tree tree;
    body found;
    body_points points;
    bool arms = true, legs = true;
    if (!doctor->limits) return;
    if (!bp_doctor_read(doctor, bp_retarget_tree_make(&tree, model, &doctor->arena, &doctor->fault) &&
                                    bp_body_find(&found, model, &tree, NULL, &doctor->arena, &doctor->fault)))
        return;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 3; i++)
            arms = (points.arms[side][i] = find_bone(doctor, &found, ARMS[i], side)) >= 0 && arms;
        for (int i = 0; i < 2; i++)
            legs = (points.legs[side][i] = find_bone(doctor, &found, LEGS[i], side)) >= 0 && legs;
    }
    if (legs) measure_up(doctor, &points);
    if (legs && arms && is_upright(doctor, &points)) measure_arms(doctor, &points);
}
