/* From a triangle to pixels: a pixel is covered if its centre lies in the triangle, and three edge functions
 * say so.
 *
 * Point sampling: Vulkan 1.3, "Basic Polygon Rasterization"; OpenGL 4.6, 14.6.1; Direct3D 11.3 Functional
 * Specification, 3.4.2. All three put the sample of a pixel with one sample in its centre.
 *
 * The triangle is A = (2, 2), B = (6.5, 2), C = (2, 6.5), in pixels, rows going down. Its long edge is
 * x + y = 8.5. The centre of the pixel in column i and row j is (i + 0.5, j + 0.5), so it is inside if i >=
 * 2, j >= 2 and i + j + 1 < 8.5: i + j <= 7. Columns 2 to 5 have 4, 3, 2 and 1 such rows: 10 pixels. The
 * pixels' upper left corners (i, j) are inside if i + j <= 8: 5 + 4 + 3 + 2 + 1 = 15, with those on the left
 * and the top edge.
 *
 * Edge functions, E(a, b, p) = (bx - ax)(py - ay) - (by - ay)(px - ax). At p = (4.5, 2.5), pixel (4, 2):
 *     AB: 4.5 * 0.5 = 2.25    BC: -4.5 * 0.5 - 4.5 * (4.5 - 6.5) = 6.75    CA: 4.5 * 2.5 = 11.25
 * At p = (7.5, 5.5), pixel (7, 5): AB: 4.5 * 3.5 = 15.75    BC: -4.5 * 3.5 - 4.5 * 1 = -20.25
 *     CA: 4.5 * 5.5 = 24.75
 * Each time they add up to 20.25 = 4.5 * 4.5, twice the area. One pixel to the right BC changes by
 * -(6.5 - 2) = -4.5. With B and C exchanged, the values at (4.5, 2.5) come in the order -11.25, -6.75, -2.25.
 *
 * The thin triangle A = (1, 2.25), B = (11, 4), C = (1, 2.75): in column i, x - 1 = i - 0.5 = u, it spans
 * the rows from 2.25 + 0.175 u to 2.75 + 0.125 u. A centre at row 2.5: only u = 0.5 (2.34 to 2.81; the next
 * column begins at 2.51). At 3.5: 3.39 to 3.56 for u = 6.5. So 2 of 10 columns have a pixel. */
#include "shared/subject.h"
#include "shared/write.h"

enum { GRID, BESIDE, LARGE = 96 }; /* stages; pixels */
static const bp_vec2 A = {2, 2}, B = {6.5f, 2}, C = {2, 6.5f}, INNER = {4.5f, 2.5f}, MIDDLE = {4.25f, 4.25f};
static const bp_rgba8 FRONT = {230, 159, 0, 255}, BACK = {150, 110, 210, 255};
static const bp_pen_color COLORS[] = {BP_PEN_A, BP_PEN_B, BP_PEN_C};

typedef enum shown { SHOW_NOTHING, SHOW_ONE_EDGE, SHOW_EDGES, SHOW_SHARES } shown;
typedef struct state {
    shown shown;
    float zoom, thick; /* times; pixels */
    bool card, backs;
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }
static bp_pixel_grid *grid_of(bp_world *world) { return bp_grid_of(&world->stages[GRID]); }
static bp_vec2 *corners_of(bp_world *world) { return grid_of(world)->triangles[0].corner; }
static bp_vec2 mix(bp_vec2 a, bp_vec2 b, float t) {
    return (bp_vec2){bp_mix(a.x, b.x, t), bp_mix(a.y, b.y, t)};
}
static bp_vec2 centre(int i) { return (bp_vec2){(float)(i % 12) + 0.5f, (float)(i / 12) + 0.5f}; }

/* ---- what is drawn ---- */

static void draw_shares(bp_world *world, bp_pen *pen) {
    const bp_vec2 *c = corners_of(world), p = grid_of(world)->probe;
    const float area = bp_edge_function(c[0], c[1], c[2]);
    for (int i = 0; i < 3; i++) {
        const bp_vec2 a = c[(i + 1) % 3], b = c[(i + 2) % 3], part[3] = {p, a, b};
        const float share = bp_edge_function(a, b, p) / area;
        bp_pen_fill(pen, part, 3, share < 0 ? 0 : 1, share < 0 ? BP_PEN_PALE : COLORS[i]);
        bp_pen_line(pen, p, c[i], 3, BP_PEN_INK);
        bp_pen_text(pen, (bp_vec2){2 + 4 * (float)i, 8.9f}, BP_ALIGN_CENTER, COLORS[i], "share of %c: %.3f",
                    'A' + i, (double)share);
    }
    bp_pen_dot(pen, p, 6, BP_PEN_P);
    bp_pen_name(pen, p, BP_PEN_P, "P");
}
static void draw_grid(bp_world *world, bp_pen *pen) {
    const shown what = state_of(world)->shown;
    const bp_vec2 *c = corners_of(world), p = grid_of(world)->probe;
    bp_pen_dot(pen, (bp_vec2){6, 9}, 0, BP_PEN_QUIET); /* keeps the size */
    for (int i = 0; i < 3 && what != SHOW_NOTHING; i++) bp_pen_dot(pen, c[i], 5, COLORS[i]);
    bp_pen_name_corners(pen, c);
    if (state_of(world)->card) bp_pen_dashes(pen, (bp_vec2){1, 1}, (bp_vec2){7.5f, 7.5f}, 2, BP_PEN_INK);
    if (what == SHOW_ONE_EDGE) {
        bp_pen_number_edges(pen, grid_of(world));
        bp_pen_dot(pen, p, 6, BP_PEN_P);
        bp_pen_text(pen, (bp_vec2){6, 8.9f}, BP_ALIGN_CENTER, BP_PEN_INK,
                    "([c:%.3g] - [b:%.3g]) ([p:%.3g] - [b:%.3g]) - ([c:%.3g] - [b:%.3g]) ([p:%.3g] - "
                    "[b:%.3g]) = %.4g",
                    (double)c[2].x, (double)c[1].x, (double)p.y, (double)c[1].y, (double)c[2].y,
                    (double)c[1].y, (double)p.x, (double)c[1].x, (double)bp_edge_function(c[1], c[2], p));
    }
    for (int i = 0; i < 3; i++) {
        if (what != SHOW_EDGES && (what != SHOW_ONE_EDGE || i != 1)) continue;
        const bp_vec2 from = c[i], to = c[(i + 1) % 3];
        bp_pen_arrow(pen, mix(from, to, 0.08f), mix(from, to, 0.88f), BP_PEN_INK);
        if (what == SHOW_EDGES)
            bp_pen_text(pen, (bp_vec2){2 + 4 * (float)i, 8.9f}, BP_ALIGN_CENTER, BP_PEN_INK,
                        "%c to %c: %+.4g", 'A' + i, 'A' + (i + 1) % 3, (double)bp_edge_function(from, to, p));
    }
    if (what == SHOW_SHARES) draw_shares(world, pen);
}

/* The side of B to C on which its function is positive; where shares are shown, nothing. */
static void color_grid(bp_world *world, bp_pixel_grid *grid) {
    static const bp_rgba8 SIDE = {104, 88, 52, 255};
    const bp_vec2 *c = grid->triangles[0].corner;
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (state_of(world)->shown == SHOW_ONE_EDGE && !grid->owners[i] &&
            bp_edge_function(c[1], c[2], centre(i)) > 0)
            grid->pixels[i] = SIDE;
        if (state_of(world)->shown == SHOW_SHARES) grid->pixels[i] = grid->cleared;
    }
}

/* The magnifier; later the character's backs alone, in violet. */
static void fill_beside(bp_world *world, bp_pixel_grid *grid) {
    if (!state_of(world)->backs) {
        bp_subject_magnify(world, state_of(world)->zoom, grid);
        return;
    }
    bp_subject_fill(world, &(bp_subject_look){.backs = true, .unlit = true}, grid);
    for (int i = 0; i < grid->width * grid->height; i++) {
        bp_rgba8 *at = &grid->pixels[i];
        const bool ground = at->r == 58 && at->g == 64;
        if (!ground)
            *at = (bp_rgba8){(uint8_t)((at->r + 2 * BACK.r) / 3), (uint8_t)((at->g + 2 * BACK.g) / 3),
                             (uint8_t)((at->b + 2 * BACK.b) / 3), 255};
    }
}
static void draw_magnified(bp_world *world, bp_pen *pen) {
    bp_vec2 triangles[2][3];
    const bp_vec3 part = bp_subject_part(state_of(world)->zoom);
    if (state_of(world)->backs || !bp_subject_triangles(world, triangles[0], triangles[1])) return;
    const float scale = LARGE / part.z, x = (BP_SUBJECT_X - part.x) * scale,
                y = (BP_SUBJECT_Y - part.y) * scale;
    for (int t = 0; t < 2 && state_of(world)->zoom > 12; t++) {
        for (int i = 0; i < 3; i++)
            triangles[t][i] =
                (bp_vec2){(triangles[t][i].x - part.x) * scale, (triangles[t][i].y - part.y) * scale};
        bp_pen_lines(pen, triangles[t], 3, true, 2.5f, t == 0 ? BP_PEN_HEM : BP_PEN_SHIRT);
        bp_pen_name(pen, triangles[t][1 - t], t == 0 ? BP_PEN_HEM : BP_PEN_SHIRT, "%s",
                    t == 0 ? "of the hem" : "of the shirt");
    }
    bp_pen_frame(pen, (bp_vec2){x, y}, (bp_vec2){x + scale, y + scale}, 3, BP_PEN_P);
}

static void setup(bp_world *world) {
    bp_world_add_pixels(world, "A picture of 12 x 8 pixels", "x to the right, y down", 12, 8);
    bp_pixel_grid *beside = bp_grid_of(bp_world_add_pixels(world, "The character", "", LARGE, LARGE));
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_pixel_grid *grid = grid_of(world);
    grid->triangle_count = 1, grid->rule = BP_FILL_NOTHING;
    grid->triangles[0] = (bp_pixel_triangle){.corner = {A, B, C}, .color = FRONT};
    grid->draw = draw_grid, grid->recolor = color_grid;
    beside->zoom = 0.125f, beside->recolor = fill_beside, beside->draw = draw_magnified;
    state_of(world)->zoom = 1;
    bp_world_show_stages(world, BESIDE, 1);
}

static void set_zoom(bp_world *world, float value) { state_of(world)->zoom = value; }
static void come_near(bp_world *world, float t) { set_zoom(world, bp_mix(1, 16, t)); }
static void show_grid(bp_world *world) { bp_world_show_stages(world, GRID, 1); }
static void fill(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_NOTHING, BP_FILL_TOP_LEFT);
}
static void set_x_of_b(bp_world *world, float x) { corners_of(world)[1].x = x; }
static void put_p(bp_world *world, bp_vec2 p) {
    grid_of(world)->probe = p, grid_of(world)->show_probe = true;
}
static void put_triangle(bp_world *world, bp_vec2 a, bp_vec2 b, bp_vec2 c) {
    corners_of(world)[0] = a, corners_of(world)[1] = b, corners_of(world)[2] = c;
}
static void show_edge(bp_world *world) {
    state_of(world)->shown = SHOW_ONE_EDGE;
    put_p(world, INNER);
}
static void set_x_of_p(bp_world *world, float x) { put_p(world, (bp_vec2){x, 2.5f}); }
static void step_right(bp_world *world, float t) { set_x_of_p(world, INNER.x + t); }
static void show_edges(bp_world *world) {
    state_of(world)->shown = SHOW_EDGES;
    put_p(world, INNER);
}
static void set_moved(bp_world *world, float by) { put_p(world, (bp_vec2){INNER.x + by, INNER.y + by}); }
static void move_out(bp_world *world, float t) { set_moved(world, 3 * t); }
static void show_shares(bp_world *world) {
    state_of(world)->shown = SHOW_SHARES;
    put_p(world, mix(MIDDLE, A, 0.2f));
    grid_of(world)->show_probe = false;
}
static void set_share(bp_world *world, float share) { grid_of(world)->probe = mix(MIDDLE, A, share); }
static void to_the_third(bp_world *world, float t) { set_share(world, bp_mix(0.2f, 1.0f / 3, t)); }

/* The card turns about the line through A and the middle of B C. */
static void set_angle(bp_world *world, float degrees) {
    const float c = bp_cos(bp_radians(degrees));
    put_triangle(world, A, mix(MIDDLE, B, c), mix(MIDDLE, C, c));
    grid_of(world)->triangles[0].color = c < 0 ? BACK : FRONT;
}
static void show_card(bp_world *world) {
    show_edges(world);
    state_of(world)->card = true;
}
static void turn_card(bp_world *world, float t) { set_angle(world, 180 * t); }
static void show_backs(bp_world *world) {
    state_of(world)->shown = SHOW_NOTHING, state_of(world)->backs = true;
    grid_of(world)->show_probe = false;
    bp_name_stage(world, BESIDE, "The 4,023 that face away", "without the fronts that hide them");
    world->stage_count = 2;
    set_angle(world, 180);
}
static void only_positive(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_TOP_LEFT, BP_FILL_POSITIVE);
}
static void begin_again(bp_world *world) {
    world->stage_count = 1;
    state_of(world)->card = false;
    set_angle(world, 0);
    grid_of(world)->rule = BP_FILL_PIXEL_CORNER, grid_of(world)->tested = 0.5f;
}
static void set_tested(bp_world *world, float at) { grid_of(world)->tested = at; }
static void test_corners(bp_world *world, float t) { set_tested(world, 0.5f - 0.5f * t); }
static void right_again(bp_world *world) { grid_of(world)->rule = BP_FILL_TOP_LEFT; }
static void set_thickness(bp_world *world, float value) { state_of(world)->thick = value; }
static void make_thin(bp_world *world, float t) {
    const bp_vec2 a = {1, 2.25f}, b = {11, 4}, c = {1, 2.25f + state_of(world)->thick};
    put_triangle(world, mix(A, a, t), mix(B, b, t), mix(C, c, t));
}

static const bp_step_slider BACK_ANGLE =
    BP_SLIDER_SETS("angle of the card", "°", 0, 180, 5, 0, 180, set_angle);
static const bp_step_slider TESTED = BP_SLIDER_OF("from the corner", " px", 0, 0.5f, 0.125f, 3, 0.5f, 0);
static const bp_step_slider THICKNESS =
    BP_SLIDER_SETS("thickness on the left", " px", 0.25f, 2, 0.25f, 2, 0.5f, set_thickness);
static const bp_handle CORNERS[] = {BP_PIXEL_HANDLE("A", GRID, 0, NULL), BP_PIXEL_HANDLE("B", GRID, 1, NULL),
                                    BP_PIXEL_HANDLE("C", GRID, 2, NULL)};

/* At (4.5, 2.5), wherever P is. */
static void measure_inner(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_vec2 *c = corners_of(world);
    (void)args;
    for (int i = 0; i < 3; i++) values[i] = bp_edge_function(c[i], c[(i + 1) % 3], INNER);
}

static const bp_question HOW_MANY = {
    .text = "A pixel is filled if its centre, the dot, lies in the triangle. How many pixels will that be?",
    .answer = 10,
    .unit = "pixels",
    .caption = "A pixel can't be half filled, so one point stands for all of it: its centre.",
    .right = "Four dots in the first column, then three, two and one. The area, 10.1, is close to it: so it "
             "is for larger triangles, too.",
    .wrong = {{15, "You counted every pixel that the triangle touches. Only the dot decides."},
              {6, "You counted the pixels that lie in the triangle as a whole. The dot is enough."},
              {11, "One too many. Look at the dots along the sloping edge once more."},
              {9, "One too few. Look at the dots along the sloping edge once more."}},
    .hint = "Count the dots inside the outline, column by column."};
static const bp_question HOW_MUCH = {
    .text = "P will go one pixel to the right. By how much will its number change?",
    .answer = -4.5f,
    .caption = "The tinted half plane lies to the right of the arrow from [b:B] to [c:C]. The edge function "
               "says on which side [p:P] lies:\n\n([c:C.x] - [b:B.x]) ([p:P.y] - [b:B.y])\n- ([c:C.y] - "
               "[b:B.y]) ([p:P.x] - [b:B.x])\n\nIts numbers are below the picture.",
    .right = "From 6.75 to 2.25. Only the last factor changed, by 1. It is multiplied by C.y - B.y = 4.5, "
             "and that is subtracted.",
    .wrong = {{4.5f, "P's side is the arrow's right side. Going right leaves it."},
              {-2.25f, "That is half a step."},
              {0, "Only along the edge it doesn't change."}},
    .hint = "Which factor of the sum has P.x in it, and by what is it multiplied?"};
static const bp_question WHICH_SIGNS = {
    .text = "P will move 3 pixels down and to the right, over the sloping edge. Which signs will the three "
            "functions have there?",
    .caption =
        "Each edge has such a number, below the picture. [p:P] lies inside, and all three are positive.",
    CHOICE(1, "all three positive", "only B to C negative", "all three negative", "only A to B negative"),
    .right = "P crosses one edge, and only that edge's function changes its sign.",
    .wrong = {{0, "That is the sign of a point inside. P leaves the triangle."},
              {2, "P stays on the same side of two edges: below A to B, and to the right of C to A."},
              {3, "A to B is the upper edge. P stays below it."}}};
static const bp_question WHICH_NUMBERS = {
    .text = "The card will turn by 180 degrees. Which signs will the three numbers have at P then?",
    .caption = "Like a card, the triangle turns about the dashed line through [a:A]: [b:B] and [c:C] will "
               "change places. So far [p:P] lies on the right of all three arrows.",
    CHOICE(0, "all three negative", "all three positive, as now", "all three 0"),
    .right = "B and C change places, so all arrows run the other way round, and P lies on their left.",
    .wrong = {{1, "The outline is the same, but which way do the arrows run?"},
              {2, "That is at 90 degrees, where the card is seen as a line."}}};

static const bp_step STEPS[] = {
    {.caption = "This is the character's sleeve, and the arm's skin below it; drag to 1 to see all of him. "
                "[p:Pixel (222, 180)] lies where the yellow [hem:hem] meets the [shirt:shirt]. The outlines "
                "of two triangles cross it, and it has one colour. Who decides which one it shows?",
     .change = come_near,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("magnification", " times", 1, 32, 0.5f, 1, 1, 16),
     .code = "pixels[180 * 512 + 222]",
     .seconds = 3},
    {.heading = "The centre decides",
     .caption = "How much of the square lies inside doesn't count. Move a corner slowly: pixels change when "
                "the outline passes their dots.",
     .change = fill,
     CLAIMS(BP_CLAIM_THAT(1, "A pixel is covered if its centre lies in the triangle: 10 pixels.",
                          bp_measure_pixels_covered, GRID, 0, .expected = {10}, .unit = "pixels")),
     .question = &HOW_MANY,
     .slider =
         &(const bp_step_slider)BP_SLIDER_SETS("x of B", " px", 2.5f, 11.5f, 0.25f, 2, 6.5f, set_x_of_b),
     .code = "bp_screen_triangle_covers(t, x, y)",
     .footnote = "GLSL's gl_FragCoord.xy and Direct3D's SV_Position are (column + 0.5, row + 0.5).",
     HANDLES_OF(CORNERS),
     .arrange = show_grid},
    {.heading = "A number says on which side",
     .caption = "It is positive on the right hand of someone who walks from [b:B] to [c:C], in the tinted "
                "half plane. On the left it is negative, and on the edge 0.",
     .change = step_right,
     .question = &HOW_MUCH,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("x of P", " px", 0.5f, 11.5f, 1, 1, 4.5f, 5.5f),
     .code = "bp_edge_function(b, c, p)",
     .arrange = show_edge},
    {.heading = "Inside, all three have one sign",
     .caption = "So pixels are filled where all three numbers are positive; an edge that is 0 needs a rule "
                "of its own.",
     .change = move_out,
     CLAIMS(
         BP_CLAIM_THAT(
             2,
             "Inside, all three edge functions have one sign: at (4.5, 2.5) they are 2.25, 6.75 and 11.25.",
             measure_inner, GRID, 0, .count = 3, .expected = {2.25f, 6.75f, 11.25f}, .unit = "square pixels",
             .holds_before = true),
         BP_CLAIM_THAT(
             3, "Beyond an edge its function changes sign: at (7.5, 5.5) they are 15.75, -20.25 and 24.75.",
             bp_measure_pixel_edges, GRID, 0, .count = 3, .expected = {15.75f, -20.25f, 24.75f},
             .unit = "square pixels")),
     .question = &WHICH_SIGNS,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("P down and right", " px", 0, 3, 1, 0, 0, 3),
     .code = "e > 0 || (e == 0 && edge->top_left)",
     HANDLES(BP_PIXEL_HANDLE("P", GRID, BP_PIXEL_PROBE, NULL)),
     .arrange = show_edges},
    {.heading = "Three numbers are three shares",
     .caption = "Each number is twice the area of the triangle that its edge makes with [p:P]. Divided by "
                "their sum, 20.25, they are shares: the edge [b:B] to [c:C] counts for [a:A], the corner "
                "across.\n\nA value that only the corners have, such as a colour, is mixed by these shares.",
     .change = to_the_third,
     CLAIMS(BP_CLAIM_THAT(4, "The three add up to twice the area, wherever the point is.",
                          bp_measure_pixel_edge, GRID, 3, .expected = {20.25f}, .unit = "square pixels",
                          .holds_before = true)),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("share of A", "", -0.2f, 1, 0.01f, 2, 0.2f, 1.0f / 3),
     .code = "share = bp_edge_function(b, c, p) / twice_area",
     .footnote = "GLSL: gl_BaryCoordNoPerspEXT; Direct3D: noperspective SV_Barycentrics.",
     .arrange = show_shares},
    {.heading = "A triangle has two sides",
     .caption =
         "Twice the area goes from 20.25 through 0, at 90 degrees, to -20.25. The rasterizer looks at this "
         "sign first. If it is negative, the other three change theirs: inside is positive again.",
     .change = turn_card,
     CLAIMS(BP_CLAIM_THAT(
                5, "Corners in the other order change all signs: -11.25, -6.75 and -2.25 at (4.5, 2.5).",
                measure_inner, GRID, 0, .count = 3, .expected = {-11.25f, -6.75f, -2.25f}, .tolerance = 1e-4f,
                .unit = "square pixels"),
            BP_CLAIM_THAT(5, "The rasterizer covers 10 pixels in either order.", bp_measure_pixels_covered,
                          GRID, 0, .expected = {10}, .unit = "pixels", .holds_before = true)),
     .question = &WHICH_NUMBERS,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("angle of the card", "°", 0, 180, 5, 0, 0, 180),
     .code = "const int sign = setup->area < 0 ? -1 : 1;",
     .footnote = "GLSL: gl_FrontFacing; Direct3D: SV_IsFrontFace.",
     .arrange = show_card,
     .seconds = 1.5f},
    {.heading = "Backs can be left out",
     .caption = "From 90 degrees on we would see the card's back, and it isn't drawn: its area has the "
                "back's sign.\n\nOf the character's 7,876 triangles 4,023 face away, the [wrong:violet "
                "ones]. The fronts hide them all, so leaving them out saves half of the work.",
     .change = only_positive,
     CLAIMS(BP_CLAIM_THAT(6, "A rule that wants three positive functions leaves this triangle out.",
                          bp_measure_pixels_covered, GRID, 0, .expected = {0}, .unit = "pixels")),
     .slider = &BACK_ANGLE,
     .code = "draw.state.cull = BP_CULL_BACK;",
     .footnote = "A program may say which way the corners of a front run: clockwise for this card, as in "
                 "Direct3D; counterclockwise, if it says nothing, in OpenGL and Bindpose.",
     .arrange = show_backs},
    {.heading = "Half a pixel",
     .caption = "Here a mistake runs: the upper left corner of each pixel is tested, not its centre. 15 "
                "pixels are filled, and the shape sits half a pixel too far down and right. Move the tested "
                "point to the centre: 10 again.",
     .change = test_corners,
     CLAIMS(BP_CLAIM_THAT(7, "A wrong rule tests the pixels' upper left corners: 15 pixels instead of 10.",
                          bp_measure_pixels_covered, GRID, 0, .expected = {15}, .unit = "pixels")),
     .slider = &TESTED,
     .code = "const float off = {}f, x = (float)column + off, y = (float)row + off;",
     HANDLES_OF(CORNERS),
     .arrange = begin_again},
    {.heading = "Thinner than a pixel",
     .caption = "Most dots miss a triangle that is thinner than a pixel, and it falls to pieces. That is "
                "aliasing: the dots are too far apart for such detail.\n\nSo antialiasing gives a pixel four "
                "dots, and shows the mean of their colours. That is why the first picture's pixel is neither "
                "the hem's yellow nor the shirt's teal.",
     .change = make_thin,
     CLAIMS(BP_CLAIM_THAT(8, "A triangle thinner than a pixel covers 2 pixels in 10 columns.",
                          bp_measure_pixels_covered, GRID, 0, .expected = {2}, .unit = "pixels")),
     .slider = &THICKNESS,
     .code = "bp_screen_triangle_covers(t, x, y)",
     HANDLES_OF(CORNERS),
     .arrange = right_again,
     .seconds = 1.5f,
     .cover = true},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(19, "19_triangle_to_pixels"),
    .title = "How does a triangle become pixels?",
    .summary = "A pixel is filled if its centre lies in the triangle; three signs say so.",
    .difficulty = 1,
    .text = {.goal = "You will be able to say which pixels a triangle fills, by hand.",
             .learned = {"A pixel is filled if its centre lies in the triangle.",
                         "An edge function is positive on one side of its edge: twice the area of a "
                         "triangle, and so a share.",
                         "Inside, all three have one sign, which tells the way that the triangle runs.",
                         "Pixel (222, 180) has four points in place of its centre (lesson 27). At one of "
                         "them, (222.875, 180.375), the shirt's functions are -4.0367, -0.5531 and -0.2641: "
                         "one sign, so it covers this point."},
             .next = "Why are there seams between my triangles?",
             .teaches = "How a triangle becomes pixels: centres, edge functions and their signs.",
             .prerequisites = "none",
             .try_this = {"At step 2 make a triangle that touches nine pixels, and fills none.",
                          "At step 2 drag all three corners onto one line. How many pixels are left?"},
             .questions = {"Why is the number of filled pixels close to the area, for large triangles?",
                           "Two rasterizers differ in one pixel of a triangle. Both are right about the "
                           "centre. What may differ?",
                           "How many products does one edge function need at one pixel? And at the pixel to "
                           "the right of it, if you know this one?"},
             .answers = {"Each pixel has one centre and one square of area. Only the pixels along the border "
                         "count too much or too little, and the border grows with the side of the triangle, "
                         "the area with its square.",
                         "The corners: each rounds them to a grid of its own, 1/256 or 1/16 of a pixel "
                         "(lesson 20). Or the centre lies on an edge, and each gives it to another owner.",
                         "Two. To the right of it none: one constant is added (lesson 28)."}},
};
