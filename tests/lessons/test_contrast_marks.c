/* Marks that come and go stand out from every limb, in both themes: what a hand drags, what a row of a matrix
 * shows, nodes, gimbals, ghosts.
 *
 * The stage is drawn without and with a mark. The pixels that changed to the mark's colour are its body.
 * Along each direction from such a pixel the best contrast within a few pixels counts, and of a line's two
 * sides the lower one: across a line, both sides must be visible. */
#include "shared/painted_marks.h"
#include "support/stage_bench.h"

enum { REACH = 8, NEAR = 8 }; /* pixels to a side; difference of a channel */

static bp_placed_handle handle = {.label = ""};

static bp_bone *bone_of(const bench *b, size_t id) {
    return bp_skeleton_bone_by_id(b->view.stage->skeleton, id);
}
static bp_vec3 on_body(const bench *b, float x, float y) {
    return bp_mat4_point(bp_bone_frame(b->view.stage, bone_of(b, BP_BONE_BODY)), (bp_vec3){x, y, 0.6f});
}

static bp_rgba8 set_handle(bench *b) {
    handle.position = on_body(b, 0.2f, 0.5f);
    b->content.handles[0] = handle;
    b->content.handle_count = 1;
    return b->ui.theme->here;
}
static bp_rgba8 set_selected_handle(bench *b) {
    b->view.selected_handle = 0;
    return set_handle(b);
}
static bp_rgba8 set_hovered_handle(bench *b) {
    b->view.hovered_handle = 0;
    return set_handle(b);
}
static bp_rgba8 set_drag(bench *b) {
    b->view.arc = (bp_drag_arc){bone_of(b, BP_BONE_BODY), 2, 1.6f, {0.5f, 0.5f, 0}};
    return b->ui.theme->here;
}
static bp_vec3 low, high, middle;

static void paint_angle(bp_world *world, bp_painter *painter) {
    (void)world;
    const bp_angle_arc arc = {.center = middle, .radius = 0.8f, .from = -40, .to = 40};
    bp_mark_arc(painter, &arc);
}
static void paint_ghost_angle(bp_world *world, bp_painter *painter) {
    (void)world;
    const bp_angle_arc arc = {.center = middle, .radius = 0.8f, .from = -40, .to = 40, .of_ghost = true};
    bp_mark_arc(painter, &arc);
}
static void paint_arrow(bp_world *world, bp_painter *painter) {
    (void)world;
    bp_mark_arrow(painter, low, high, false, "%s", "");
}
static void paint_disc(bp_world *world, bp_painter *painter) {
    (void)world;
    bp_paint_disc(painter, middle, 5.5f, painter->theme->here);
}
static bp_rgba8 set_paint(bench *b, void (*paint)(bp_world *world, bp_painter *painter), bp_rgba8 color) {
    low = on_body(b, -0.2f, 0.2f), high = on_body(b, 0.3f, 1), middle = on_body(b, 0, 1);
    b->world.paint = paint;
    return color;
}
static bp_rgba8 set_angle(bench *b) { return set_paint(b, paint_angle, b->ui.theme->ink); }
static bp_rgba8 set_ghost_angle(bench *b) { return set_paint(b, paint_ghost_angle, b->ui.theme->ghost); }
static bp_rgba8 set_arrow(bench *b) { return set_paint(b, paint_arrow, b->ui.theme->here); }
/* A ring, as of a gimbal, in an axis's colour. */
static int ring_axis;
static void paint_ring(bp_world *world, bp_painter *painter) {
    bp_vec3 points[72];
    (void)world;
    bp_mat4 frame = bp_mat4_mul(bp_mat4_rotation_x(0.5f), bp_mat4_translation(middle));
    bp_rotation_ring_points(frame, ring_axis, 0.6f, points, 72);
    bp_paint_lines(painter, points, 72, true, 2.4f, bp_theme_axis(painter->theme, ring_axis));
}
static bp_rgba8 set_ring(bench *b, int axis) {
    ring_axis = axis;
    return set_paint(b, paint_ring, bp_theme_axis(b->ui.theme, axis));
}
static bp_rgba8 set_yaw(bench *b) { return set_ring(b, 1); }
static bp_rgba8 set_pitch(bench *b) { return set_ring(b, 0); }
static bp_rgba8 set_roll(bench *b) { return set_ring(b, 2); }
/* A node in front of the body, with the arm linked to it, which isn't prepared: its line leads away. */
static void set_node(bench *b) {
    bp_stage *stage = &b->world.stages[0];
    bp_node *node = stage->nodes[0];
    if (!node) node = bp_world_add_node(&b->world, 0, "", NULL);
    bp_node_set_position(node, on_body(b, 0.1f, 0.3f));
    bp_node_set_rotation(node, bp_quat_from_axis_angle((bp_vec3){1, 1, 0}, 0.7f));
    bp_bone_link(bone_of(b, BP_BONE_ARM_LEFT), node);
    b->world.paint = bp_mark_nodes;
}
static bp_rgba8 set_node_x(bench *b) { return set_node(b), b->ui.theme->axis_x; }
static bp_rgba8 set_node_y(bench *b) { return set_node(b), b->ui.theme->axis_y; }
static bp_rgba8 set_node_z(bench *b) { return set_node(b), b->ui.theme->axis_z; }
static bp_rgba8 set_node_link(bench *b) { return set_node(b), b->ui.theme->ghost; }
static bp_rgba8 set_row(bench *b, int row, bp_rgba8 color) {
    b->view.selected = bone_of(b, BP_BONE_BODY);
    b->view.lit_row = row;
    return color;
}
static bp_rgba8 set_row_x(bench *b) { return set_row(b, 0, b->ui.theme->axis_x); }
static bp_rgba8 set_row_y(bench *b) { return set_row(b, 1, b->ui.theme->axis_y); }
static bp_rgba8 set_row_z(bench *b) { return set_row(b, 2, b->ui.theme->axis_z); }
static bp_rgba8 set_other_rows(bench *b) { return set_row(b, 0, b->ui.theme->axis_y); }
static bp_rgba8 set_row_position(bench *b) {
    set_row(b, 3, b->ui.theme->axis_origin);
    b->view.selected = bone_of(b, BP_BONE_ARM_RIGHT);
    return b->ui.theme->axis_origin;
}
/* Lit flesh is there before. */
static void light_flesh(bench *b) {
    b->view.hovered = bone_of(b, BP_BONE_ARM_RIGHT);
    b->view.show &= ~(unsigned)BP_SHOW_BONES;
}
static void hide_bones(bench *b) { b->view.show &= ~(unsigned)BP_SHOW_BONES; }
static void show_flesh(bench *b) { b->view.show = BP_SHOW_MESH; }
/* The outline that tells lit flesh from unlit: without the bones, and with the colours of weights below. */
static bp_rgba8 set_lit_flesh(bench *b) { return light_flesh(b), b->ui.theme->ink; }
static void show_weights(bench *b) {
    hide_bones(b);
    b->view.show |= BP_SHOW_WEIGHTS;
}
static bp_rgba8 set_hovered_bone(bench *b) {
    b->view.show |= BP_SHOW_BONES;
    return b->ui.theme->here;
}
static bp_rgba8 set_selected_and_hovered(bench *b) {
    b->view.selected = b->view.hovered;
    return set_hovered_bone(b), b->ui.theme->selected;
}
static bp_rgba8 set_vertex(bench *b) { return set_paint(b, paint_disc, b->ui.theme->here); }
/* Its left arm crosses the body. */
static void cross_arms(bp_skeleton *copy, float value) {
    (void)value;
    bp_bone *arm = bp_skeleton_bone_by_id(copy, BP_BONE_ARM_LEFT);
    bp_bone_set_rotation(arm, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, -0.7f));
    bp_bone_set_position(arm, (bp_vec3){0.3f, 1.5f, 0.9f});
}
static bp_rgba8 set_ghost(bench *b) {
    bp_world_add_ghost(&b->world, 0, "", cross_arms, 0);
    bp_world_pose(&b->world);
    return b->ui.theme->ghost;
}

static const struct {
    const char *name;
    bp_rgba8 (*set)(bench *); /* adds the mark, and returns its colour */
    int pixels;               /* at least so many of them */
    void (*before)(bench *);  /* what is there already; may be NULL */
    bool one_side;            /* an outline: inside of it is its own flesh */
} MARKS[] = {
    {"handle", set_handle, 40, NULL, false},
    {"selected handle", set_selected_handle, 60, NULL, false},
    {"handle under the mouse", set_hovered_handle, 60, NULL, false},
    {"arc of a drag", set_drag, 150, NULL, false},
    {"angle", set_angle, 150, NULL, false},
    {"ghost's angle", set_ghost_angle, 150, NULL, false},
    {"arrow", set_arrow, 100, NULL, false},
    {"gimbal's yaw", set_yaw, 100, NULL, false},
    {"gimbal's pitch", set_pitch, 100, NULL, false},
    {"gimbal's roll", set_roll, 100, NULL, false},
    {"node's X", set_node_x, 30, NULL, false},
    {"node's Y", set_node_y, 30, NULL, false},
    {"node's Z", set_node_z, 30, NULL, false},
    {"node and its link", set_node_link, 60, NULL, false},
    {"row X", set_row_x, 100, NULL, false},
    {"row Y", set_row_y, 100, NULL, false},
    {"row Z", set_row_z, 30, NULL, false},
    {"axes that aren't the row's", set_other_rows, 40, NULL, false},
    {"row position", set_row_position, 60, NULL, false},
    {"flesh under the mouse", set_lit_flesh, 200, show_flesh, true},
    {"flesh with weights under the mouse", set_lit_flesh, 200, show_weights, true},
    {"bone under the mouse", set_hovered_bone, 60, light_flesh, false},
    {"selected bone under the mouse", set_selected_and_hovered, 60, light_flesh, false},
    {"followed vertex", set_vertex, 20, NULL, false},
    {"ghost's outline", set_ghost, 100, hide_bones, true},
};

/* The largest difference of a channel. */
static int difference(const uint8_t *a, const uint8_t *b) {
    int most = 0;
    for (int i = 0; i < 3; i++) most = abs(a[i] - b[i]) > most ? abs(a[i] - b[i]) : most;
    return most;
}

/* Whether the pixel is not as before and has the mark's colour, in front of flesh or behind it. */
static bool is_body(const bench *b, const uint8_t *before, int x, int y, const uint8_t *front,
                    const uint8_t *behind) {
    size_t at = 4 * ((size_t)b->picture.stride * (size_t)y + (size_t)x);
    const uint8_t *p = b->picture.pixels + at;
    return memcmp(p, before + at, 3) != 0 && (difference(p, front) <= NEAR || difference(p, behind) <= NEAR);
}

/* Overlays let a share of 0.04 through where they are behind flesh: of their rim, in linear light. */
static void fade(bp_rgba8 color, bp_rgba8 rim, uint8_t *out) {
    for (int i = 0; i < 3; i++) {
        double light = 0.96 * linear((&color.r)[i]) + 0.04 * linear((&rim.r)[i]);
        out[i] = 0;
        while (out[i] < 255 && linear(out[i]) < light) out[i]++;
    }
}

/* The lower of both sides' contrasts (`one_side`: the higher), in the best of four directions. */
static double mark_contrast(const bench *b, int x, int y, bool one_side) {
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const uint8_t *mark = pixel(b, (float)x, (float)y);
    double best = 1;
    for (int d = 0; d < 4; d++) {
        double sides[2] = {1, 1};
        for (int i = 1; i <= REACH; i++)
            for (int side = 0; side < 2; side++) {
                int s = side ? -i : i;
                double ratio = contrast(
                    mark, pixel(b, (float)(x + s * directions[d][0]), (float)(y + s * directions[d][1])));
                if (ratio > sides[side]) sides[side] = ratio;
            }
        double ratio = (sides[0] < sides[1]) != one_side ? sides[0] : sides[1];
        if (ratio > best) best = ratio;
    }
    return best;
}

/* Returns whether the mark is visible; one pixel in twenty may lie where it meets another mark. */
static bool check_mark(size_t m, bool light, int ground) {
    bench b;
    open_bench(&b, light, ground);
    b.nameless = true;
    b.content.floor_half = 0;
    size_t bytes = (size_t)4 * (size_t)b.picture.stride * HEIGHT;
    uint8_t *before = malloc(bytes);
    if (MARKS[m].before) MARKS[m].before(&b);
    draw(&b);
    memcpy(before, b.picture.pixels, bytes);
    bp_rgba8 color = MARKS[m].set(&b);
    uint8_t behind[3];
    fade(color, b.ui.theme->card, behind);
    draw(&b);
    int count = 0, faint = 0;
    double least = INFINITY;
    for (int y = REACH; y < HEIGHT - REACH; y++)
        for (int x = REACH; x < WIDTH - REACH; x++) {
            if (!is_body(&b, before, x, y, &color.r, behind)) continue;
            double ratio = mark_contrast(&b, x, y, MARKS[m].one_side);
            count++;
            faint += !(ratio >= 3);
            if (ratio < least) least = ratio;
        }
    bool good = count >= MARKS[m].pixels && faint * 20 <= count;
    if (!good)
        print_error("%s over colour %d, %s theme: %d of %d pixels below 3, the least %.2f\n", MARKS[m].name,
                    ground, light ? "light" : "dark", faint, count, least);
    free(before);
    close_bench(&b);
    return good;
}

static void test_marks_of_the_hand(void **state) {
    (void)state;
    int faults = 0;
    for (size_t m = 0; m < BP_COUNT(MARKS); m++)
        for (int light = 0; light < 2; light++)
            for (int ground = 0; ground < GROUNDS; ground++) faults += !check_mark(m, light == 1, ground);
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_marks_of_the_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
