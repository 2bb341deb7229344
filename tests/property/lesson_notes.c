/* What a lesson says is true at every step, after random changes by hand, and after undoing them: the notes
 * below the stages, and the side panel's numbers and words, as drawn. While the caption tells of another
 * pose, the window says that the pose was changed by hand. A number may be off by half a unit of its last digit. */
#include "shared/pixels.h"

#include "raster/inspect.h"
#include "support/contrast.h"
#include "support/lesson_states.h"

enum { WIDTH = 1280, HEIGHT = 800 };

static struct { bp_text_log texts, before; } d; /* too large for the stack */

/* ---- notes ---- */

/* {KIND MATRIX BONE}. KIND: w words; s words, but the shoulder's position is left out; r words, positions
 * rounded to 0.01; z the angle about Z, x y and v the position, E three Euler angles, Q a quaternion, c the
 * corner times the matrix. Then the significant digits of the printf format, or 0: its printed decimals. {#}:
 * any number. */
static const struct {
    int lesson;
    const char *text;
} PATTERNS[] = {
    {1, "mesh: 3 boxes of 24 vertices and 12 triangles"},
    {1, "weight 1 each: grey body, orange left, blue right"},
    {1, "local: {w local boneArmLeft 4}"},
    {2, "corner as modelled ({c mesh boneArmLeft 0})"},
    {2, "corner ({c final boneArmLeft 0})"},
    {2, "× absolute = ({c final boneArmLeft 0})"},
    {2, "× inverse = ({c figure boneArmLeft 0})"},
    {2, "posed corner × world = ({c figure boneArmLeft 0})"},
    {2, "× view = ({c view boneArmLeft 0})"},
    {2, "× projection = ({c clip boneArmLeft 0}"},
    {2, "÷ w, to pixels: ({c pixel boneArmLeft 0})"},
    {3, "bind: {w bind boneArmLeft 4}   local: {w local boneArmLeft 4}"},
    {3, "binds: body {w bind boneBody 4}   arm {w bind boneArmLeft 4}"},
    {4, "bind: {r bind boneArmLeft 4}"},
    {5, "local: {w local boneArmLeft 4}"},
    {6, "positions: bind ({p bind boneArmLeft 3}), local ({p local boneArmLeft 3})"},
    {6, "bind: {s bind boneArmLeft 4}   local: {s local boneArmLeft 4}"},
    {6, "body: {w local boneBody 4}   arm's local: {s local boneArmLeft 4}"},
    {7, "left arm about Z: bind {z bind boneArmLeft 0}°, rest {z rest boneArmLeft 0}°, local {z local "
        "boneArmLeft 0}°"},
    {8, "body at x = {x local boneBody 3}"},
    {8, "local y: body {y local boneBody 3}, right arm {y local boneArmRight 3}"},
    {9, "leaf: bound at ({v absolute_bind leaf 3}), is at ({v chain leaf 3})"},
    {10, "body at x = {X chain boneBody 3}, left arm as for a body at x = {above chain boneArmLeft 3}"},
    {10, "the left arm's parent: {parent - boneArmLeft 0}"},
    {11, "set: {E local boneArmLeft 0}"},
    {11, "read back: {E local boneArmLeft 0}"},
    {11, "rotationQuaternion = ({Q local boneArmLeft 0})"},
    {12, "node and bone: {w local boneArmLeft 4}"},
    {12, "node: {w local boneArmLeft 4}     bone: {w local boneArmLeft 4}"},
    {13, "mesh at ({v mesh - 3})"},
    {13, "mesh at ({v mesh - 3}), scaled by 2"},
    {14, "clip: body {z local boneBody 3}°, arms {z local boneArmLeft 3}° and {z local boneArmRight 3}°"},
    {14, "clip lift at 1.00 s"},
    {15, "clip walk, 1.08 s long, round 2: at 1.08 s"},
    {15, "node of upper_arm_left rotated by {turned - upper_arm_left 0}°"},
    {16, "joint1: no length"},
    {16, "boneBody: length {length - boneBody 4}"},
    {16, "boneArmLeft: length {length - boneArmLeft 4}"},
    {16, "joint1: length {length - joint1 4}"},
    {16, "target ({v local target 3}): elbow bent by {z local joint1 0}°"},
    {17, "joint1: not rotated"},
    {17, "joint1: Rz {z local joint1 3}°"},
    {17, "joint1: Ry {about_y local joint1 3}°"},
    {18, "left arm: Rz {z local boneArmLeft 3}°, body: x = {x local boneBody 3}"},
    {18, "hips: x = {hips local hips 3}"},
    {19, "A ({pixel - A 4})   B ({pixel - B 4})   C ({pixel - C 4})"},
    {27, "A ({pixel - A 4})   B ({pixel - B 4})   C ({pixel - C 4})"},
    {28, "A ({tiled - A 4})   B ({tiled - B 4})   C ({tiled - C 4})"},
    {28, "512 x 512 pixels, 4 samples each"},
    {24, "w: {far_w - B 3} at the far edge, 1 at the near one"},
    {25, "4 x 4 texels"},
    {26, "roughness {rough - roughness 0}"},
    {26, "strength {strong - strength 0}"},
    {26, "n = ({normal - P 0})  l = ({towards - light 0})"},
    {20, "B: yellow's ({pixel - B 4}), cyan's ({cyan - B 4})"},
    {23, "near plane at 0.1 m, far plane at 100 m"},
    {23, "near plane at {near_plane - P 3} m, far plane at 100 m"},
};

/* Where a handle is, in pixels of the stage's grid: 0.2 m each, the middle at the origin, y down. */
static int handle_pixel(int stage, const char *name, double out[4]) {
    const bp_pixel_grid *grid = bp_grid_of(&world()->stages[stage]);
    for (int i = 0; grid && i < n.app.lesson->picture.content.handle_count; i++) {
        const bp_placed_handle *handle = &n.app.lesson->picture.content.handles[i];
        if (handle->stage != stage || strcmp(handle->label, name) != 0) continue;
        out[0] = (double)handle->position.x / 0.2 + grid->width / 2.0;
        out[1] = grid->height / 2.0 - (double)handle->position.y / 0.2;
        return 2;
    }
    return 0;
}

/* Lesson 26: where a handle is, divided by the sphere's width. */
static bool handle_at(const char *name, double out[3]) {
    for (int i = 0; i < n.app.lesson->picture.content.handle_count; i++) {
        const bp_placed_handle *handle = &n.app.lesson->picture.content.handles[i];
        if (strcmp(handle->label, name) != 0) continue;
        out[0] = (double)handle->position.x, out[1] = (double)handle->position.y;
        out[2] = (double)handle->position.z;
        return true;
    }
    return false;
}
static void normalize(double v[3]) {
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) v[i] /= length;
}
/* The normal of an ellipsoid is its equation's gradient; scaled like a point it is P's own direction. */
static int light_values(int stage, const char *kind, const char *name, double out[4]) {
    double width[3];
    if (!handle_at(name, out)) return 0;
    if (strcmp(kind, "rough") == 0) return out[0] = (out[0] + 1) / 2, 1;
    if (strcmp(kind, "strong") == 0) return out[0] = 4 * (out[0] + 1), 1;
    if (strcmp(kind, "normal") == 0 && handle_at("width", width) && stage == 0) out[0] /= width[0] * width[0];
    normalize(out);
    return 3;
}

/* The numbers that a field stands for; -1: words or a rotation. */
static int field_values(int stage, const char *kind, const char *which, const char *name, double out[4]) {
    int bone = id_of(stage, name), count = 0;
    mat m = matrix_named(stage, which, bone);
    if (strcmp(kind, "z") == 0) out[count++] = angle_about_z(m);
    if (strcmp(kind, "about_y") == 0) out[count++] = atan2(-m.m[2], m.m[0]) * 180 / 3.14159265358979323846;
    if (strcmp(kind, "x") == 0) out[count++] = m.m[12];
    if (strcmp(kind, "above") == 0) m = product(inverse_of(matrix_named(stage, "local", bone)), m);
    if (strcmp(kind, "X") == 0 || strcmp(kind, "above") == 0) out[count++] = floor(m.m[12] * 100 + 0.5) / 100;
    if (strcmp(kind, "y") == 0) out[count++] = m.m[13];
    if (strcmp(kind, "hips") == 0) out[count++] = m.m[12] * 2.1;
    if (strcmp(kind, "length") == 0) {
        float length;
        bp_bone_length(bp_skeleton_bone_by_id(world()->stages[stage].skeleton, (size_t)bone), &length);
        out[count++] = (double)length;
    }
    if (strcmp(kind, "turned") == 0) {
        mat by =
            product(n.wanted[stage].bones[bone].m[LOCAL], inverse_of(n.wanted[stage].bones[bone].m[REST]));
        out[count++] = acos(fmin(1, (by.m[0] + by.m[5] + by.m[10] - 1) / 2)) * 180 / 3.14159265358979323846;
    }
    if (strcmp(kind, "v") == 0 || strcmp(kind, "p") == 0) {
        if (strcmp(which, "mesh") == 0) m = mat_of(bp_figure_world(world()->stages[stage].figure));
        for (; count < (kind[0] == 'v' ? 3 : 2); count++) out[count] = m.m[12 + count];
    }
    if (strcmp(kind, "far_w") == 0 && handle_pixel(stage, name, out) == 2) {
        out[0] = 7 / (out[0] - 8); /* the near edge's half width by the far one's */
        count = 1;
    }
    if (strcmp(kind, "near_plane") == 0 && handle_pixel(stage, "near plane", out) == 2) {
        out[0] =
            1 / (0.01 + (out[1] - 1.5) * 0.999); /* 1/d grows evenly, from 0.01 at y = 1.5 to 10 at 11.5 */
        count = 1;
    }
    if (strcmp(kind, "normal") == 0 || strcmp(kind, "towards") == 0 || strcmp(kind, "rough") == 0 ||
        strcmp(kind, "strong") == 0)
        count = light_values(stage, kind, name, out);
    if (strcmp(kind, "cyan") == 0 && handle_pixel(stage, name, out) == 2) {
        /* As yellow's, on quarters of a pixel; if yellow's is 1/1000 before one, 1/1000 to the right and down. */
        double quarters = 4 * out[name[0] == 'D'], off = fabs(quarters - round(quarters)) > 2e-3 ? 0.001 : 0;
        out[0] += off, out[1] += off;
        count = 2;
    }
    if (strcmp(kind, "pixel") == 0) count = handle_pixel(stage, name, out);
    if (strcmp(kind, "tiled") == 0 && (count = handle_pixel(stage, name, out)) == 2 && step() >= 2)
        out[0] *= 64, out[1] *= 64; /* lesson 28: each square is then a tile */
    if (strcmp(kind, "c") == 0) count = corner(stage, which, out);
    return count > 0 ? count : -1;
}

/* One field at the text's beginning. Returns how many bytes it takes; -1: it isn't there. */
static int read_field(int stage, const char *field, const char *text, int *wrong) {
    char kind[16], which[16], name[32], words[128];
    int digits = 0;
    double got[4], wanted[4];
    if (sscanf(field, "{%15s %15s %31s %d}", kind, which, name, &digits) != 4) fail_msg("%s", field);
    mat m = matrix_named(stage, which, id_of(stage, name));
    if (strcmp(kind, "parent") == 0) {
        int parent = n.is[stage].bones[id_of(stage, name)].parent;
        *wrong +=
            parent < 0 ||
            strcmp(bp_bone_name(bp_skeleton_bone_by_id(world()->stages[stage].skeleton, (size_t)parent)),
                   text) != 0;
        return (int)strlen(text);
    }
    if (kind[0] == 'E' || kind[0] == 'Q') {
        *wrong += !rotation_agrees(text, kind[0] == 'E', m);
        const char *close = strchr(text, ')');
        return (int)(close ? (size_t)(close - text) : strlen(text));
    }
    int count = field_values(stage, kind, which, name, wanted);
    if (count < 0) {
        const char *gap = strstr(text, "  ");
        int length = (int)(gap ? (size_t)(gap - text) : strlen(text));
        snprintf(words, sizeof words, "%.*s", length, text);
        bool at_shoulder = fabs(m.m[12] - 0.5) < 1e-4 && fabs(m.m[13] - 1.5) < 1e-4 && fabs(m.m[14]) < 1e-4;
        if (kind[0] == 's' && at_shoulder) m.m[12] = m.m[13] = m.m[14] = 0;
        bool nothing = strcmp(words, "I") == 0;
        bool whole = nothing || strchr(words, 'T') || (fabs(m.m[12]) + fabs(m.m[13]) + fabs(m.m[14]) < 2e-3);
        *wrong += words_differ(words, m, kind[0] == 'r' ? 0.0051 : 0) != NULL || (!whole && kind[0] != 'r');
        n.words++;
        return length;
    }
    const char *at = text, *end = text;
    for (int i = 0; i < count; i++) {
        if (numbers_of(at, &got[i], 1, &end) != 1) return -1;
        bool angle = strcmp(kind, "z") == 0 || strcmp(kind, "about_y") == 0;
        *wrong += !near_enough(got[i], wanted[i], digits, end, at, angle);
        at = end;
        n.numbers++;
    }
    return (int)(end - text) + (strcmp(kind, "landed") == 0); /* its bracket */
}
/* -1: the pattern isn't this text's; else how many fields are wrong. */
static int match(int stage, const char *pattern, const char *text) {
    int wrong = 0;
    while (*pattern) {
        if (*pattern != '{') {
            if (*pattern++ != *text++) return -1;
            continue;
        }
        int length = read_field(stage, pattern, text, &wrong);
        if (length < 0) return -1;
        text += length;
        pattern = strchr(pattern, '}') + 1;
    }
    return *text ? -1 : wrong;
}

static bool is_said(const char *text) {
    char drawn[420]; /* with the sign that programs write */
    for (int i = 0; i < d.texts.count; i++) {
        plain_text(d.texts.items[i].text, drawn, sizeof drawn);
        if (strstr(drawn, text)) return true;
    }
    return false;
}
static void check_note(int stage) {
    const bp_stage *on = &world()->stages[stage];
    char plain[256];
    for (int i = 0; i < world()->stage_count; i++) /* another stage may say the same, and be right */
        if (i != stage && strcmp(world()->stages[i].note, on->note) == 0) return;
    if (!on->note[0]) return;
    plain_text(on->note, plain, sizeof plain);
    int wrong = -1;
    for (size_t i = 0; i < BP_COUNT(PATTERNS) && wrong < 0; i++)
        if (PATTERNS[i].lesson == n.lesson->number) wrong = match(stage, PATTERNS[i].text, plain);
    if (wrong < 0 && strpbrk(plain, "0123456789")) fault("no pattern fits", plain, 0, 0);
    if (wrong > 0) fault("the note", plain, wrong, 0);
}

/* ---- the panel, as drawn ---- */

/* From a matrix's name on: words, the rows' names, sixteen numbers. */
static void check_block(const char *name, mat wanted) {
    char text[240], words[512] = "";
    int at = 0;
    bool named = false;
    double number;
    const char *end;
    for (; at + 1 < d.texts.count; at++)
        if (strcmp(d.texts.items[at].text, name) == 0 &&
            (strstr(d.texts.items[at + 1].text, "every frame") ||
             strstr(d.texts.items[at + 1].text, "static") || strstr(d.texts.items[at + 1].text, "on demand")))
            break;
    if (at + 1 == d.texts.count) {
        fault("not drawn", name, 0, 0);
        return;
    }
    for (at += 2; at < d.texts.count; at++) {
        plain_text(d.texts.items[at].text, text, sizeof text);
        named = strcmp(text, "X") == 0;
        if (named || strspn(text, "-.0123456789") == strlen(text)) break;
        strncat(words, text, sizeof words - strlen(words) - 1);
    }
    const char *wrong = words_differ(words, wanted, 0);
    if (wrong && !strstr(words, "...")) fault(wrong, words, 0, 0);
    if (named) at += 4; /* a matrix that isn't affine has no names of rows */
    for (int i = 0; i < 16 && at < d.texts.count; i++, at++) {
        plain_text(d.texts.items[at].text, text, sizeof text);
        if (numbers_of(text, &number, 1, &end) != 1 || !near_enough(number, wanted.m[i], 0, end, text, false))
            fault(name, text, number, wanted.m[i]);
    }
    n.numbers += 16, n.words++;
}
static void check_panel(void) {
    int stage = n.app.lesson->picture.chosen.stage, bone = (int)n.app.lesson->picture.chosen.bone;
    if (n.is[stage].count == 0) return;
    for (int k = 0; k < CHAIN; k++) check_block(NAMES[k], n.wanted[stage].bones[bone].m[k]);
}
/* After a change the caption tells of another pose, and the window says why. */
static void check_caption(bool by_hand) {
    if (is_said("Changed by hand") != by_hand) fault("\"Changed by hand\"", "", !by_hand, by_hand);
}

/* ---- states ---- */

static void draw_state(void) {
    bp_error error = {0};
    bp_settings *settings = &n.app.settings;
    settings->all_matrices = settings->numbers = true;
    settings->width = WIDTH, settings->height = HEIGHT;
    d.texts.count = 0;
    n.app.drawn.valid = false;
    n.app.texts = &d.texts;
    if (!bp_app_draw(&n.app, &error)) fail_msg("%s", error.message);
    n.app.texts = NULL;
}
static void check_texts(void) {
    draw_state();
    for (int i = 0; i < world()->stage_count; i++) check_note(i);
    for (int i = 0; i < n.app.lesson->readout_count; i++)
        if (!is_said(n.app.lesson->readouts[i])) fault("not drawn", n.app.lesson->readouts[i], 0, 0);
    check_panel();
    check_caption(history()->count > 0);
    if (history()->count == 0) d.before = d.texts;
}
static void check_undone(void) {
    static bp_text_log before;
    before = d.before;
    check_texts();
    if (d.texts.count != before.count) fault("texts", "", d.texts.count, before.count);
    for (int i = 0; i < before.count && i < d.texts.count; i++)
        if (strcmp(before.items[i].text, d.texts.items[i].text) != 0)
            fault("not as before", d.texts.items[i].text, i, i);
}

static void test_texts_are_true(void **state) {
    (void)state;
    visit_lessons(check_texts, check_undone);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts_are_true)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
