/* The seven matrices of every bone, the words for them, and the readouts are right at every step, after
 * random changes by hand, and after undoing them. */
#include "app/numbers.h"
#include "rig/engine.h"
#include "support/lesson_states.h"

static void check_matrices(int stage) {
    for (int i = 0; i < n.is[stage].count; i++) {
        const bone_state *is = &n.is[stage].bones[i], *wanted = &n.wanted[stage].bones[i];
        const bp_bone *bone = bp_skeleton_bone_by_id(world()->stages[stage].skeleton, (size_t)i);
        for (int k = 0; k < MATRICES; k++) {
            char words[BP_MATRIX_WORDS_MAX], name[96];
            double off = difference(is->m[k], wanted->m[k], 0, 16),
                   size = difference(wanted->m[k], (mat){{0}}, 0, 16);
            snprintf(name, sizeof name, "stage %d, %.40s, %s", stage + 1, bp_bone_name(bone), NAMES[k]);
            if (!(off <= 3e-5 * fmax(1, size))) fault(name, "differs", off, 0);
            bp_mat4 m;
            for (int e = 0; e < 16; e++) m.m[e] = (float)wanted->m[k].m[e];
            const char *wrong = words_differ(bp_matrix_words(&m, BP_WORDS_ALL, words), is->m[k], 0);
            if (wrong) fault(wrong, words, 0, 0);
            n.numbers += 16, n.words++;
        }
        /* Lessons 15 and 30 compute all in each frame; 16 reads the tip's position, which computes what is stale. */
        const int number = n.lesson->number;
        if (is_moved(stage, i) && is->current && number != 15 && number != 16 && number != 30)
            fault("current after a change", bp_bone_name(bone), 1, 0);
        if (bp_bone_node(bone) &&
            difference(mat_of(bp_node_local(bp_bone_node(bone))), is->m[LOCAL], 0, 16) > 1e-5)
            fault("not as its node", bp_bone_name(bone), 0, 0);
    }
}

/* ---- readouts ---- */

/* Linear blend skinning of a vertex by these bones. */
static void skin(const bp_stage *stage, const stage_state *s, size_t vertex, double out[3]) {
    const bp_mesh *mesh = stage->mesh;
    bp_vec3 p = mesh->positions[vertex];
    const double from[3] = {(double)p.x, (double)p.y, (double)p.z};
    out[0] = out[1] = out[2] = 0;
    for (size_t i = vertex * (size_t)mesh->influences; i < (vertex + 1) * (size_t)mesh->influences; i++)
        for (int b = 0; b < s->count && mesh->weights[i] != 0; b++) {
            double moved[3];
            if (bp_bone_index(bp_skeleton_bone_by_id(stage->skeleton, (size_t)b)) != (int)mesh->joints[i])
                continue;
            transform(from, s->bones[b].m[FINAL], moved);
            for (int c = 0; c < 3; c++) out[c] += (double)mesh->weights[i] * moved[c];
        }
}
/* Of lesson 18's figure, as it should be: it isn't shown, and is posed as stage 1. */
static stage_state repaired(void) {
    stage_state s = n.wanted[0];
    for (int i = 0; i < s.count; i++)
        s.bones[i].m[FINAL] = product(inverse_of(up_the_tree(&s, i, REST)), up_the_tree(&s, i, LOCAL));
    return s;
}
static double farthest(int a, int b) {
    const bp_stage *stages = world()->stages;
    stage_state hidden = repaired();
    double most = 0;
    for (size_t v = 0; v < stages[a].mesh->vertex_count; v++) {
        double p[3], q[3], square = 0;
        skin(&stages[a], a < world()->stage_count ? &n.wanted[a] : &hidden, v, p);
        skin(&stages[b], &n.wanted[b], v, q);
        for (int c = 0; c < 3; c++) square += (p[c] - q[c]) * (p[c] - q[c]);
        most = fmax(most, sqrt(square));
    }
    return most;
}
static double middle_of_arm(int stage) {
    double sum = 0, p[3], q[3];
    for (size_t v = 24; v < 48; v++) {
        skin(&world()->stages[stage], &n.wanted[stage], v, p);
        transform(p, mat_of(bp_figure_world(world()->stages[stage].figure)), q);
        sum += q[0] / 24;
    }
    return sum;
}
static bool is_sorted(int stage) {
    for (int i = 0; i < n.is[stage].count; i++) {
        int parent = n.is[stage].bones[i].parent;
        if (parent >= 0 && n.is[stage].bones[parent].place > n.is[stage].bones[i].place) return false;
    }
    return true;
}
static double identities(int stage) {
    double count = 0;
    for (int i = 0; i < n.wanted[stage].count; i++)
        count += difference(n.wanted[stage].bones[i].m[FINAL], IDENTITY, 0, 16) < 1e-3;
    return count;
}

/* Readouts that the test doesn't compute again. */
static const struct {
    int lesson;
    const char *label, *reason;
} TRUSTED[] = {
    {17, "volume", "an integral over the mesh; lesson 17's claims derive its values by hand"},
    {17, "width of", "of vertices mixed by dual quaternions, too; likewise"},
    {17, "middle ring", "likewise"},
    {15, "vertices moved by", "relative to a radius; a claim and lesson 15's notes cover the pose"},
    {1, "vertices", "a count of the file's; doesn't change with the pose"},
    {4, "determinant", "of a bind, which no pose changes; a claim derives its value by hand"},
    {6, "between the arm's", "an angle within a sheared matrix; a claim derives its value by hand"},
    {7, "locals", "a count of what changed; claims say which"},
    {8, "written", "counts of frames; a claim has them by hand"},
    {8, "absolute y", "stale and current ones side by side; claims derive their values by hand"},
    {9, "is off by", "of binds without updating; claims derive its value by hand"},
    {10, "trails by", "of earlier frames; claims derive its value by hand"},
    {11, "you set", "angles as set, not as computed; the matrices have a second path"},
    {11, "cross product", "claims derive them by hand"},
    {11, "yaw", "of the person; a claim derives its value by hand"},
    {12, "node", "as set; claims derive what it does to the bone"},
    {12, "the arms apart", "of bones that nodes move; a claim derives its value by hand"},
    {13, "the mesh is at", "of a node; claims derive its value by hand"},
    {13, "sword and hand", "a distance that claims derive by hand"},
    {16, "from the target", "of a mesh that is longer than its bone's length; a claim derives its value by hand"},
    {17, "weight of", "the slider's; claims derive what it does by hand"},
    {19, "pixels covered",
     "the rasterizer's; tests/unit/lesson/test_pixels.c has a second path for random triangles"},
    {19, "edge from", "no pose; claims derive its values by hand"},
    {20, "filled", "likewise"},
    {20, "left out", "likewise"},
    {20, "pixels of", "likewise"},
    {23, " pixels", "no pose; claims derive its values by hand, but for the fight of two surfaces"},
    {23, "depth of", "no pose; a claim derives its value by hand"},
    {23, " P", "likewise"},
    {23, "of 1000 depths", "likewise"},
    {24, " at P", "no pose; claims derive its values by hand, from two sides"},
    {24, "pixels that differ", "a claim has the case in which none does"},
    {22, "triangles drawn", "no pose; claims derive their values by hand"},
    {22, "pixels of", "likewise, and a claim compares the plain loop with the rasterizer"},
    {22, "pixels drawn", "likewise"},
    {22, "corners", "likewise"},
    {22, "pixels that differ", "likewise"},
    {27, "samples in",
     "no pose; tests/unit/lesson/test_pixels.c has a second path, and claims derive values by hand"},
    {27, "P", "likewise"},
    {27, "colours", "likewise"},
    {25, "at P", "no pose; a claim and lesson 25's notes have texels and level by hand"},
    {25, "column and row", "lesson 25's notes have a second path"},
    {25, "weights", "no pose; a claim derives its values by hand"},
    {25, "of P", "likewise"},
    {25, "to the next pixel", "likewise, by the level"},
    {25, "pixels", "likewise"},
    {25, "without", "likewise"},
    {30, "from its p", "of a pose by inverse kinematics; claims derive its values by hand"},
    {30, "knee", "likewise"},
    {26, "to the surface", "no pose; claims derive its values by hand"},
    {26, "P of the", "likewise"},
    {26, "P, linear", "likewise"},
    {26, "bytes", "likewise"},
};
static bool is_trusted(const char *label) {
    for (size_t i = 0; i < BP_COUNT(TRUSTED); i++)
        if ((TRUSTED[i].lesson == 0 || TRUSTED[i].lesson == n.lesson->number) &&
            strstr(label, TRUSTED[i].label))
            return true;
    return false;
}

static int kind_of(const bp_readout *readout) {
    const bp_measure_args *args = &readout->args;
    static bp_mat4 (*const getters[])(const bp_bone *) = {
        bp_bone_local, bp_bone_absolute,      bp_bone_final,
        bp_bone_bind,  bp_bone_absolute_bind, bp_bone_absolute_inverse_bind,
        bp_bone_rest,  bp_bone_chain};
    for (int i = 0; i < MATRICES; i++)
        if (args->matrix == getters[i]) return i;
    return -1;
}

/* Lesson 26: the product of the directions to P and to the light, where the handles are. */
static double cosine_at_p(void) {
    const bp_placed_handle *h = n.app.lesson->picture.content.handles;
    const bp_vec3 p = h[0].position, l = h[1].position;
    const double dot = (double)p.x * (double)l.x + (double)p.y * (double)l.y + (double)p.z * (double)l.z;
    return fmax(0, dot / 1.05); /* how far the light's handle is from the middle; P's is 1 */
}
static double encoded(double x) {
    return 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055); /* IEC 61966-2-1 */
}

/* Lesson 2's last steps: the posed corner, a metre to the left, from an eye that looks at the origin from 8 or 12 m,
 * turned by the angle of a triangle with sides 3, 4 and 5; through a lens of 60 degrees, onto 400 pixels. */
static int from_the_eye(const char *label, double *out) {
    double p[4], away = step() == 6 ? 5 : 7, lens = sqrt(3);
    corner(0, "final", p);
    p[0] -= 1;
    const double x = 0.8 * p[0] - 0.6 * p[2], w = away - 0.6 * p[0] - 0.8 * p[2];
    if (strcmp(label, "w") == 0) return out[0] = w, 1;
    if (strcmp(label, "from the eye") == 0) return out[0] = x, out[1] = p[1], out[2] = -w, 3;
    return out[0] = 200 * (1 + lens * x / w), out[1] = 200 * (1 - lens * p[1] / w), 2;
}

/* The measures that lessons define themselves, by their labels. */
static int custom_values(const bp_readout *readout, int stage, double *out) {
    const char *label = readout->label;
    const stage_state *s = &n.wanted[stage];
    int left = id_of(stage, "boneArmLeft"), body = id_of(stage, "boneBody");
    if (n.lesson->number == 26) {
        const bool byte = strstr(label, "byte") != NULL, raw = strstr(label, "encoded") != NULL;
        return out[0] = raw ? 255 * cosine_at_p() : byte ? encoded(cosine_at_p()) : cosine_at_p(), 1;
    }
    if (n.lesson->number == 29) { /* of two people, in their own metres */
        double most = 0, *a, *b;
        if (strstr(label, "vertex")) return out[0] = farthest(0, 1), 1;
        for (int i = 0; i < n.wanted[0].count; i++) {
            a = n.wanted[0].bones[i].m[CHAIN].m + 12, b = n.wanted[1].bones[i].m[CHAIN].m + 12;
            most = fmax(most, sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                                   (a[2] - b[2]) * (a[2] - b[2])));
        }
        return out[0] = most, 1;
    }
    if (strcmp(label, "bones") == 0) return out[0] = s->count, 1;
    if (strstr(label, "bones without a node"))
        return out[0] = 0, 1; /* check_matrices compares with the nodes */
    if (strstr(label, "finals that are the identity")) return out[0] = identities(stage), 1;
    if (strstr(label, "final's first entry")) return out[0] = s->bones[left].m[FINAL].m[0], 1;
    if (strstr(label, "behind the body")) {
        mat belongs = product(s->bones[left].m[LOCAL], s->bones[body].m[CHAIN]);
        return out[0] = belongs.m[12] - s->bones[left].m[CHAIN].m[12], 1;
    }
    if (strstr(label, "moves its box by")) { /* the leaf's box is modelled around (1, 1, 1) */
        const double box[3] = {1, 1, 1};
        transform(box, s->bones[id_of(stage, "leaf")].m[FINAL], out);
        for (int c = 0; c < 3; c++) out[c] -= 1;
        return 3;
    }
    if (strstr(label, "bones that move nothing")) return out[0] = identities(stage), 1;
    if (n.lesson->number == 2 &&
        strstr(label, "in the hand's grid")) /* a vertex stands still in its bone's grid */
        return out[0] = 0, out[1] = 0.1, out[2] = 0, 3;
    if (n.lesson->number == 2) return from_the_eye(label, out);
    if (strstr(label, "middle of the arm")) return out[0] = middle_of_arm(stage), 1;
    if (n.lesson->number == 18 && strstr(label, "final angle")) {
        stage_state right = repaired();
        int bone = id_of(stage, readout->args.bone);
        out[0] = angle_about_z(s->bones[bone].m[FINAL]), out[1] = angle_about_z(right.bones[bone].m[FINAL]);
        return 2;
    }
    return 0;
}
/* How many values; 0: unknown. */
static int readout_values(const bp_readout *readout, double *out) {
    int stage = readout->args.stage, kind = kind_of(readout);
    int bone = readout->args.bone ? id_of(stage, readout->args.bone) : 0;
    const bone_state *b = &n.wanted[stage].bones[bone];
    bp_measure *measure = readout->measure;
    const double *m = kind >= 0 ? b->m[kind].m : NULL;
    if (measure == bp_measure_position) return memcpy(out, m + 12, 3 * sizeof *out), 3;
    if (measure == bp_measure_height) return out[0] = m[13], 1;
    if (measure == bp_measure_rotation_z) return out[0] = angle_about_z(b->m[kind]), 1;
    if (measure == bp_measure_bone_tip) {
        float length;
        bp_bone_length(bp_skeleton_bone_by_id(world()->stages[stage].skeleton, (size_t)bone), &length);
        const double end[3] = {0, (double)length, 0};
        return transform(end, up_the_tree(&n.wanted[stage], bone, LOCAL), out), 3;
    }
    if (measure == bp_measure_bone_length) {
        const bp_bone *of = bp_skeleton_bone_by_id(world()->stages[stage].skeleton, (size_t)bone);
        float length = 0;
        out[0] = bp_bone_has_length(of) && bp_bone_length(of, &length) ? (double)length : 0;
        return 1;
    }
    if (measure == bp_measure_bind_removed_locally)
        return out[0] = angle_about_z(product(inverse_of(b->m[BIND]), b->m[LOCAL])), 1;
    if (measure == bp_measure_vertex_difference) return out[0] = farthest(stage, readout->args.other), 1;
    if (measure == bp_measure_frustum_clip) return clip_of(readout->args.other, out);
    if (measure == bp_measure_frustum_divided) {
        double clip[4];
        if (clip_of(readout->args.other, clip) == 0) return 0;
        for (int i = 0; i < 3; i++) out[i] = clip[i] / clip[3];
        return 3;
    }
    if (measure == bp_measure_landed) return landing_of(stage, readout->args.other, out);
    if (m && readout->format && strstr(readout->format, "°")) return out[0] = angle_about_z(b->m[kind]), 1;
    return custom_values(readout, stage, out);
}
/* The significant digits of "%.3g"; 0: the format has decimals. */
static int digits_of(const char *format) {
    const char *g = format ? strchr(format, 'g') : NULL;
    return !format ? 4 : g && g - format >= 2 && g[-2] == '.' ? g[-1] - '0' : 0;
}
/* Without a second rasterizer the number is known only where no vertex is apart; and that it isn't 0 where one is
 * apart by more than three pixels, of 14 mm at the character's distance. Lesson 05's claims have more. */
static void check_pixels(const bp_readout *readout, const char *shown) {
    double apart = farthest(readout->args.stage, readout->args.other), got;
    const char *end;
    bool known = numbers_of(shown, &got, 1, &end) == 1 && got <= 160000;
    if (!known || (apart < 1e-6 && got > 0) || (apart > 0.05 && got < 1))
        fault(readout->label, shown, got, apart);
    n.numbers++;
}
static void check_readout(int i) {
    const bp_readout *readout = &n.app.lesson->readout[i];
    const char *shown = n.app.lesson->readouts[i], *at, *end;
    int stage = readout->args.stage, bone = readout->args.bone ? id_of(stage, readout->args.bone) : 0;
    mat local = n.wanted[stage].bones[bone].m[LOCAL];
    double wanted[4] = {0}, got;
    char plain[64];
    plain_text(shown, plain, sizeof plain);
    if (is_trusted(readout->label)) return;
    if (readout->measure == bp_measure_pixel_difference) {
        check_pixels(readout, plain);
        return;
    }
    if (readout->format && strchr(readout->format, '|')) {
        bool sorted = strstr(readout->format, "yes") != NULL,
             yes = sorted ? is_sorted(stage) : n.is[stage].bones[bone].current;
        if (sorted || strstr(readout->format, "stale")) {
            if (strcmp(shown, sorted ? yes ? "yes" : "no" : yes ? "current" : "stale") != 0)
                fault(readout->label, shown, !yes, yes);
            return;
        }
    }
    if (n.lesson->number == 11 || readout->measure == bp_measure_euler) {
        mat of = n.lesson->number == 11 ? local : n.wanted[stage].bones[bone].m[kind_of(readout)];
        if (!rotation_agrees(plain, strstr(shown, "°") != NULL, of)) fault(readout->label, shown, 0, 0);
        return;
    }
    int count = readout_values(readout, wanted);
    if (count == 0) fault("no second path for", readout->label, 0, 0);
    at = plain;
    for (int k = 0; k < count && numbers_of(at, &got, 1, &end) == 1; k++, at = end) {
        bool angle = strstr(shown, "°") != NULL;
        /* Lesson 26's sphere is a mesh. At its rim a flat triangle's point is up to 1/100 off the sphere's. */
        const bool facet = n.lesson->number == 26 && fabs(got - wanted[k]) < 0.01;
        if (!near_enough(got, wanted[k], digits_of(readout->format), end, at, angle) && !facet)
            fault(readout->label, shown, got, wanted[k]);
        n.numbers++;
    }
    if (at == plain) fault("no number in", shown, 0, 0);
}

static void check_readouts(void) {
    for (int i = 0; i < world()->stage_count; i++) check_matrices(i);
    for (int i = 0; i < n.app.lesson->readout_count; i++) check_readout(i);
}

static void test_numbers_are_right(void **state) {
    (void)state;
    visit_lessons(check_readouts, check_readouts);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers_are_right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
