/* Every mark stands out from what is around it, measured on drawn pixels: 3:1 for marks and 4.5:1 for text,
 * by WCAG's contrast ratio, over every colour that limbs have and in both themes.
 *
 * Along each drawn line, the pixel on the line is compared with pixels to both sides of it: on each side,
 * the best contrast within a few pixels counts. That is the line's rim, or the ground where the line needs
 * none. */
#include "scene/camera.h"
#include "support/stage_bench.h"
#include <bindpose/lesson.h>

enum { SIDES = 5 };

/* Black to white is 21:1; (118, 118, 118) is the lightest grey with 4.5:1 on white. */
static void test_the_ratio(void **state) {
    (void)state;
    const uint8_t black[3] = {0, 0, 0}, white[3] = {255, 255, 255}, grey[3] = {118, 118, 118},
                  lighter[3] = {119, 119, 119};
    assert_true(fabs(contrast(black, white) - 21) < 1e-9);
    assert_true(contrast(grey, white) > 4.5);
    assert_true(contrast(lighter, white) < 4.5);
}

/* Coloured words of prose, on the page of both themes. */
static void words_stand_out(void **state) {
    static const char *const names[] = {"left", "right", "bone", "ghost", "a",   "b",
                                        "c",    "p",     "hem",  "shirt", "red", "wrong"};
    (void)state;
    for (int light = 0; light < 2; light++)
        for (size_t i = 0; i < BP_COUNT(names); i++) {
            const bp_theme *theme = bp_theme_of(light);
            const bp_rgba8 word = bp_prose_color(theme, names[i]);
            if (contrast(&word.r, &theme->page.r) < 4.5) fail_msg("%s, light %d", names[i], light);
        }
}

static bp_vec2 project(const bench *b, bp_vec3 at) {
    bp_vec2 pixel;
    assert_true(bp_camera_project(&b->view.camera, b->view.rect, at, &pixel, NULL));
    return pixel;
}

/* The mark's pixel nearest to the line at a point: of those across the line, the one with the mark's colour.
 * */
static const uint8_t *mark_pixel(const bench *b, bp_vec2 at, bp_vec2 across, bp_rgba8 color) {
    const uint8_t *best = NULL;
    double least = INFINITY;
    const uint8_t wanted[3] = {color.r, color.g, color.b};
    for (float d = -1; d <= 1; d += 0.5f) {
        const uint8_t *p = pixel(b, at.x + d * across.x, at.y + d * across.y);
        double ratio = contrast(p, wanted);
        if (ratio < least) least = ratio, best = p;
    }
    return best;
}

static double side_contrast(const bench *b, const uint8_t *mark, bp_vec2 at, bp_vec2 across) {
    double best = 1;
    for (int d = 1; d <= SIDES; d++) {
        double ratio = contrast(mark, pixel(b, at.x + (float)d * across.x, at.y + (float)d * across.y));
        if (ratio > best) best = ratio;
    }
    return best;
}

/* The lower of the two sides' contrasts at a fraction of a line. */
static double line_contrast(const bench *b, bp_vec3 from, bp_vec3 to, float t, bp_rgba8 color) {
    bp_vec2 a = project(b, from), c = project(b, to);
    float dx = c.x - a.x, dy = c.y - a.y, length = sqrtf(dx * dx + dy * dy);
    bp_vec2 at = {a.x + t * dx, a.y + t * dy}, across = {-dy / length, dx / length};
    const uint8_t *mark = mark_pixel(b, at, across, color);
    double left = side_contrast(b, mark, at, across),
           right = side_contrast(b, mark, at, (bp_vec2){-across.x, -across.y});
    return left < right ? left : right;
}

static void expect_line(const bench *b, const char *what, int ground, bp_vec3 from, bp_vec3 to,
                        bp_rgba8 color) {
    double least = INFINITY;
    for (float t = 0.25f; t < 0.8f; t += 0.05f) {
        double ratio = line_contrast(b, from, to, t, color);
        if (ratio < least) least = ratio;
    }
    if (!(least >= 3))
        fail_msg("%s over colour %d, %s theme: %.2f", what, ground,
                 b->ui.theme == bp_theme_of(true) ? "light" : "dark", least);
}

static bp_vec3 tip_of(const bp_stage *stage, const bp_bone *bone) {
    float length = 1;
    bp_bone_length(bone, &length);
    return bp_mat4_point(bp_bone_frame(stage, bone), (bp_vec3){0, length, 0});
}

static void check_bones(bench *b, int ground) {
    const bp_stage *stage = b->view.stage;
    b->view.selected = bp_skeleton_bone_by_id(stage->skeleton, BP_BONE_ARM_LEFT);
    draw(b);
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, i);
        bool selected = bone == b->view.selected;
        bp_vec3 joint = bp_mat4_position(bp_bone_frame(stage, bone));
        expect_line(b, selected ? "selected bone" : "bone", ground, joint, tip_of(stage, bone),
                    selected ? b->ui.theme->selected : b->ui.theme->bone);
    }
}

/* A joint's ring, from its inside, and from its outside. */
static void check_joints(bench *b, int ground) {
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(b->view.stage->skeleton, i);
        bp_vec2 at = project(b, bp_mat4_position(bp_bone_frame(b->view.stage, bone)));
        bp_rgba8 color = bone == b->view.selected ? b->ui.theme->selected : b->ui.theme->bone;
        for (int degrees = 45; degrees < 360; degrees += 90) { /* bones run between these directions */
            float c = bp_cos(bp_radians((float)degrees)), s = bp_sin(bp_radians((float)degrees));
            float radius = bone == b->view.selected ? 4.75f : 3.25f;
            bp_vec2 on = {at.x + radius * c, at.y + radius * s};
            const uint8_t *mark = mark_pixel(b, on, (bp_vec2){c, s}, color);
            double out = side_contrast(b, mark, on, (bp_vec2){c, s});
            if (!(out >= 3))
                fail_msg("joint %d over colour %d, %s theme, at %d degrees: %.2f", (int)i, ground,
                         b->ui.theme == bp_theme_of(true) ? "light" : "dark", degrees, out);
        }
    }
}

static void check_ring(bench *b, int ground) {
    enum { POINTS = 48 };
    bp_vec3 points[POINTS];
    b->view.ring = bp_stage_ring(&b->view.camera, b->view.rect, b->ui.unit);
    draw(b);
    bp_rotation_ring_points(bp_bone_frame(b->view.stage, b->view.selected), 2, b->view.ring, points, POINTS);
    for (int i = 0; i < POINTS; i++) {
        double ratio = line_contrast(b, points[i], points[(i + 1) % POINTS], 0.5f, b->ui.theme->selected);
        /* One or two places lie on the arm's own line. */
        if (!(ratio >= 3) && i % 12 == 0)
            fail_msg("ring over colour %d, %s theme: %.2f", ground,
                     b->ui.theme == bp_theme_of(true) ? "light" : "dark", ratio);
    }
    b->view.ring = 0;
}

static void check_axes(bench *b, int ground) {
    b->view.show |= BP_SHOW_AXES;
    draw(b);
    const bp_bone *body = bp_skeleton_bone_by_id(b->view.stage->skeleton, BP_BONE_BODY);
    bp_rect scene = b->view.rect;
    float length = 40 * bp_camera_pixel_size(&b->view.camera, scene.height);
    bp_rgba8 color = b->ui.theme->axis_x;
    bp_vec3 joint = bp_mat4_position(bp_bone_frame(b->view.stage, body));
    expect_line(b, "X axis", ground, joint, bp_vec3_add(joint, (bp_vec3){length, 0, 0}), color);
    b->view.show &= ~(unsigned)BP_SHOW_AXES;
}

static void check_ghost_bones(bench *b, int ground) {
    bp_ghost *ghost = bp_world_add_ghost(&b->world, 0, "", bp_ghost_in_bind, 0);
    ghost->bones_only = true;
    b->view.show &= ~(unsigned)BP_SHOW_BONES;
    bp_world_pose(&b->world);
    draw(b);
    const bp_bone *bone = bp_skeleton_bone_by_id(ghost->skeleton, BP_BONE_ARM_LEFT);
    bp_vec3 joint = bp_mat4_position(bp_bone_frame(b->view.stage, bone));
    expect_line(b, "ghost's bone", ground, joint, tip_of(b->view.stage, bone), b->ui.theme->ghost);
    b->view.show |= BP_SHOW_BONES;
    bp_world_clear_ghosts(&b->world);
}

static void test_marks_over_every_limb(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        for (int ground = 0; ground < GROUNDS; ground++) {
            bench b;
            open_bench(&b, light == 1, ground);
            check_bones(&b, ground);
            check_joints(&b, ground);
            check_ring(&b, ground);
            check_axes(&b, ground);
            check_ghost_bones(&b, ground);
            close_bench(&b);
        }
    }
}

/* Edges of the limbs' triangles: the diagonal of the body's front face, in the page's three colours. */
static void test_wireframe(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        for (int ground = 0; ground < BP_CHARACTER_BONES; ground++) {
            bench b;
            open_bench(&b, light == 1, ground);
            b.view.show = BP_SHOW_MESH | BP_SHOW_WIREFRAME;
            draw(&b);
            const bp_vec3 *p = bp_figure_positions(b.view.stage->figure, 0);
            const bp_mesh *mesh = b.view.stage->mesh;
            for (size_t i = 0; i < mesh->index_count; i += 3) { /* an edge of a face that looks at the eye */
                bp_vec3 v[3] = {p[mesh->indices[i]], p[mesh->indices[i + 1]], p[mesh->indices[i + 2]]};
                bp_vec3 normal = bp_vec3_cross(bp_vec3_sub(v[1], v[0]), bp_vec3_sub(v[2], v[0]));
                if (bp_vec3_normalize(normal).z < 0.9f) continue;
                for (int e = 0; e < 3; e++) {
                    bp_vec3 from = v[e], to = v[(e + 1) % 3];
                    bool diagonal = fabsf(from.x - to.x) > 0.3f && fabsf(from.y - to.y) > 0.3f;
                    if (diagonal && fabsf(from.x) <= 0.5f && fabsf(to.x) <= 0.5f)
                        expect_line(&b, "wireframe", ground, from, to, (bp_rgba8){255, 255, 255, 255});
                }
            }
            close_bench(&b);
        }
    }
}

static void test_floor(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        bench b;
        open_bench(&b, light == 1, 8);
        b.view.show = 0;
        b.view.camera = (bp_camera){.eye = {0.2f, 3, 7}, .target = {0, -1.75f, 0}};
        draw(&b);
        for (int i = -2; i <= 2; i++) /* between two lines of the other direction */
            expect_line(&b, "floor", 8, (bp_vec3){(float)i, -1.75f, 0.9f}, (bp_vec3){(float)i, -1.75f, 0.1f},
                        b.ui.theme->floor);
        close_bench(&b);
    }
}

/* The first mark of a row of pixels from `from` on, against the ground before it. */
static double edge_contrast(const bench *b, bp_vec2 from) {
    const uint8_t *ground = pixel(b, from.x, from.y);
    int x = (int)from.x;
    while (x < WIDTH - 10 && contrast(pixel(b, (float)x, from.y), ground) < 1.1) x++;
    double best = 1;
    for (int end = x + 5; x < end; x++) {
        double ratio = contrast(pixel(b, (float)x, from.y), ground);
        if (ratio > best) best = ratio;
    }
    return best;
}

/* A ghost's flesh has an outline. Its left arm hangs in front of the card, and the figure's is raised. */
static void test_ghost_flesh(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        bench b;
        open_bench(&b, light == 1, 0);
        bp_world_rotate(&b.world, 0, "boneArmLeft", (bp_vec3){0, 0, 1}, 120);
        bp_world_add_ghost(&b.world, 0, "", bp_ghost_in_bind, 0);
        bp_world_pose(&b.world);
        b.view.show = BP_SHOW_MESH;
        b.content.floor_half = 0;
        draw(&b);
        /* From the gap between the body and the arm, 0.35 m from the arm's axis, to the right. */
        const bp_bone *bone = bp_skeleton_bone_by_id(b.world.ghosts[0].skeleton, BP_BONE_ARM_LEFT);
        bp_mat4 arm = bp_bone_frame(b.view.stage, bone);
        bp_vec2 gap = project(&b, bp_mat4_point(arm, (bp_vec3){-0.4f, -1.5f, 0}));
        double ratio = edge_contrast(&b, gap);
        if (!(ratio >= 3)) fail_msg("ghost, %s theme: %.2f", light ? "light" : "dark", ratio);
        close_bench(&b);
    }
}

static void expect_text(bp_rgba8 ink, bp_rgba8 ground, const char *what) {
    const uint8_t a[3] = {ink.r, ink.g, ink.b}, b[3] = {ground.r, ground.g, ground.b};
    if (!(contrast(a, b) >= 4.5)) fail_msg("%s: %.2f", what, contrast(a, b));
}

static void test_text_colours(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        const bp_theme *t = bp_theme_of(light == 1);
        const bp_rgba8 grounds[] = {t->page, t->bar, t->card};
        const bp_rgba8 inks[] = {t->ink,   t->quiet, t->faint,  t->here,   t->changed, t->right,
                                 t->wrong, t->ghost, t->axis_x, t->axis_y, t->axis_z,  t->axis_origin};
        for (size_t g = 0; g < BP_COUNT(grounds); g++)
            for (size_t i = 0; i < BP_COUNT(inks); i++) {
                char what[40];
                snprintf(what, sizeof what, "%s theme, ink %d on ground %d", light ? "light" : "dark", (int)i,
                         (int)g);
                expect_text(inks[i], grounds[g], what);
            }
        expect_text(t->page, t->here, "a badge's number");
    }
}

/* A bone's name over its limb: the text's extreme pixels against the mean of what lies around it. */
static void test_names_over_limbs(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        for (int ground = 0; ground < GROUNDS; ground++) {
            bench b;
            open_bench(&b, light == 1, ground);
            b.view.show |= BP_SHOW_NAMES;
            b.view.camera.eye = (bp_vec3){0.2f, 0.5f, 2.2f}; /* the body fills the picture */
            static bp_text_log texts;
            texts.count = 0;
            b.ui.texts = &texts;
            draw(&b);
            assert_true(texts.count > 0);
            for (int i = 0; i < texts.count; i++) {
                bp_rect r = texts.items[i].rect;
                if (r.width == 0) continue; /* the card's title */
                double ratio = text_contrast(&b.picture, r);
                if (!(ratio >= 4.5))
                    fail_msg("name over colour %d, %s theme: %.2f", ground, light ? "light" : "dark", ratio);
            }
            close_bench(&b);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_ratio),
        cmocka_unit_test(words_stand_out),
        cmocka_unit_test(test_marks_over_every_limb),
        cmocka_unit_test(test_wireframe),
        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_ghost_flesh),
        cmocka_unit_test(test_text_colours),
        cmocka_unit_test(test_names_over_limbs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
