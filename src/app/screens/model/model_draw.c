/* The picture of a model file: what is wrong or what it is at the left, the character at the right, all in
 * one pass with four samples, or one while a heavy model moves. */
#include "app/screens/model/model_screen.h"
#include "mesh/editing.h"
#include <stdio.h>

enum { HEAVY = 250000 /* triangles */, SMALL_PRINT = 15, HEADING = 28, BODY = 17 };
static const float HEADING_LEADING = 36, BODY_LEADING = 25;

/* "12 vertices, 4 triangles, 3 joints, 1 animation": points and lines where there are some. */
static void describe_size(const bp_loaded_model *loaded, char *text, size_t size) {
    const bp_model *model = loaded->model;
    bool others = loaded->elements[0] + loaded->elements[1] > 0;
    const struct {
        const char *what;
        size_t count;
        bool shown;
    } parts[] = {
        {"triangle", loaded->triangles, loaded->triangles > 0 || !others},
        {"point", loaded->elements[0], loaded->elements[0] > 0},
        {"line", loaded->elements[1], loaded->elements[1] > 0},
        {model->skin_count == 0 && model->skeleton_count > 0 ? "node" : "joint", loaded->joints, true},
        {"animation", model->clip_count, true}};
    char digits[32];
    size_t used = (size_t)snprintf(text, size, "%s vertices",
                                   bp_grouped_digits(digits, sizeof digits, (double)loaded->vertices, ' '));
    for (size_t i = 0; i < BP_COUNT(parts) && used < size; i++)
        if (parts[i].shown)
            used += (size_t)snprintf(text + used, size - used, ", %s %s%s",
                                     bp_grouped_digits(digits, sizeof digits, (double)parts[i].count, ' '),
                                     parts[i].what, parts[i].count == 1 ? "" : "s");
}

/* What was changed by hand, or what can be. */
static void draw_edits(bp_read *read, const bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_edit_history *history = &screen->picture.history;
    int binds = bp_edit_history_binds(history), rotated = history->count - binds;
    bool touch = app->settings.touch;
    char text[200] = "";
    if (screen->picture.binds && binds == 0)
        snprintf(text, sizeof text,
                 "Binds: drag the mesh, or a number of bind; Ctrl+E: as at rest, Ctrl+P: as in this pose.");
    else if (binds > 0)
        snprintf(text, sizeof text, "%d bind%s changed. %s", binds, binds == 1 ? "" : "s",
                 touch ? "All keys in the menu has undo and save binds."
                       : "Ctrl+Z undoes the last change, Ctrl+Shift+S saves a copy of the file.");
    else if (rotated > 0)
        snprintf(text, sizeof text, "%d joint%s changed by hand. %s", rotated, rotated == 1 ? "" : "s",
                 touch ? "All keys in the menu has undo." : "Ctrl+Z undoes the last change.");
    else if (bp_illustration_bone(&screen->picture))
        snprintf(text, sizeof text, "Drag any limb, a hand or a foot.");
    bp_read_text(read, text, BODY_LEADING, (bp_style){.size = BODY, .color = read->p->theme->quiet});
}

static void draw_words(bp_read *read, bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    bp_painter *p = read->p;
    char size[240];
    describe_size(loaded, size, sizeof size);
    bp_read_text(read, size, SMALL_PRINT * 1.5f, (bp_style){.size = SMALL_PRINT, .color = p->theme->quiet});
    bp_read_gap(read, 2);
    bp_read_text(read, bp_loaded_model_name(loaded), HEADING_LEADING,
                 (bp_style){.size = HEADING, .face = BP_FACE_SANS_BOLD});
    bp_read_gap(read, 12);
    bp_model_draw_findings(read, app);
    bp_read_gap(read, 16);
    bp_model_draw_clips(read, app);
    bp_read_gap(read, 16);
    draw_edits(read, app);
}

static void draw_read(bp_painter *p, bp_app *app, bp_rect rect) {
    bp_painter quiet = bp_painter_measuring(p);
    bp_read all = bp_read_begin(&quiet, rect, 0);
    draw_words(&all, app);
    int high = all.y - rect.y, scrolled = bp_app_scroll(app, BP_SCROLL_READ, rect, rect.height, high);
    if (!app->probe) app->drawn.scrolls[BP_SCROLL_READ].step = bp_painter_px(p, 2 * BODY_LEADING);
    bp_read read = bp_read_begin(p, rect, scrolled);
    draw_words(&read, app);
    bp_scroll_bar(p, rect, scrolled, rect.height, high);
}

static void draw_slider(bp_painter *p, const bp_app *app, bp_rect rect) {
    const bp_model_screen *screen = app->model;
    const bp_model_play *now = &screen->play;
    double length = bp_loaded_model_clip_length(&screen->loaded, now->clip);
    bool plays = now->playing && now->source == BP_POSE_FROM_CLIP;
    char value[64], speed[16] = "";
    if (now->clip < 0) return;
    if (now->speed != BP_MODEL_SPEED_DEFAULT)
        snprintf(speed, sizeof speed, "  %gx", bp_model_speed(now->speed));
    snprintf(value, sizeof value, "%.2f of %.2f s%s", now->seconds, length, speed);
    int button = bp_painter_px(p, 26), middle = rect.y + rect.height / 2 + bp_painter_px(p, 6);
    bp_word(p, rect.x, middle, plays ? "∥" : "▶", (bp_style){.size = 15, .color = p->theme->here},
            BP_ACTION_PLAY, 0);
    rect.x += button, rect.width -= button;
    bp_slider_draw(p, rect, "", value, length > 0 ? (float)(now->seconds / length) : 0, false,
                   BP_ACTION_FRAME);
}

/* The selected bone, and what its local matrix does. */
static void draw_line(bp_painter *p, const bp_app *app, bp_rect rect) {
    const bp_model_screen *screen = app->model;
    const bp_bone *bone = bp_illustration_bone(&screen->picture);
    char text[320] = "", words[BP_MATRIX_WORDS_MAX], label[32];
    if (bone) {
        bp_mat4 local = bp_bone_local(bone);
        bp_matrix_words(&local, BP_WORDS_NO_POSITION, words);
        snprintf(text, sizeof text, "%.60s · %s", bp_bone_label(bone, label, sizeof label), words);
    }
    bp_numbers_line(p, app, text, rect);
}

static void draw_footer(bp_painter *p, const bp_app *app, const bp_layout *layout) {
    bp_rect rect = layout->footer;
    int base = rect.y + rect.height / 2 + bp_painter_px(p, 6), gap = bp_painter_px(p, 36), x = rect.x,
        right = rect.x + rect.width;
    bp_style style = {.size = 18, .color = p->theme->quiet};
    if (!app->settings.page) x += bp_word(p, x, base, "Open a file", style, BP_ACTION_OPEN, 0) + gap;
    if (!layout->stacked || !app->settings.touch)
        right -= bp_word_left_of(p, right, base, "Help", style, BP_ACTION_HELP, 0) + gap;
    bp_notice_draw(p, app, layout, x, right);
}

static void draw_numbers(bp_painter *p, bp_app *app, const bp_layout *layout) {
    const bp_model_screen *screen = app->model;
    bp_rect area = layout->picture;
    char location[48] = "";
    size_t skins = screen->loaded.model->skeleton_count;
    if (!app->settings.numbers) return;
    if (layout->stacked) area = (bp_rect){0, 0, app->settings.width, layout->footer.y};
    area.height = layout->line.y - area.y;
    if (skins > 1)
        snprintf(location, sizeof location, "skin %d of %zu", screen->picture.content.skeleton + 1, skins);
    const bp_bone *bone = bp_illustration_bone(&screen->picture);
    const bp_numbers_panel panel = {.app = app,
                                    .shown = &screen->picture,
                                    .bone = bone,
                                    .before = &screen->before,
                                    .location = location,
                                    .blocked =
                                        bone ? screen->picture.content.block(&screen->picture, bone) : NULL};
    bp_numbers_draw(p, &panel, area);
}

/* The camera shows the bounds in the scene as it is laid out. */
static void place(bp_model_screen *screen, bp_rect rect, float unit) {
    bp_illustration *picture = &screen->picture;
    bp_illustration_place(picture, rect, unit);
    bp_rect scene = picture->placed[0].rect;
    if (bp_bounds_is_empty(screen->bounds) || scene.width < 1 || scene.height < 1) return;
    bp_camera camera = bp_model_front_camera(screen->loaded.model, bp_radians(35));
    bp_camera_fit(&camera, screen->bounds, (float)scene.width / (float)scene.height);
    picture->content.camera = picture->content.first_camera = camera;
    bp_illustration_place(picture, rect, unit);
}

static void draw_over(bp_painter *p, bp_app *app, const bp_layout *layout) {
    const bp_model_screen *screen = app->model;
    bp_rect scene = screen->picture.placed[0].rect;
    bp_illustration_draw_over(&screen->picture, p);
    bp_model_draw_vertex(p, app, bp_model_vertex(app));
    bp_model_draw_clip_list(p, app, scene);
    bp_model_draw_path(p, app, scene);
    draw_numbers(p, app, layout);
    if (app->settings.help) bp_help_draw(p, BP_KEYS_MODEL, app->settings.width, app->settings.height);
}

bool bp_model_draw(bp_app *app, bp_error *error) {
    bp_model_screen *screen = app->model;
    if (!bp_model_update(app, error)) return false;
    bp_painter p = bp_app_painter(app, error);
    bool moving = screen->play.playing || screen->picture.hand.took.drag != BP_TAKE_NOTHING;
    bp_pass pass = bp_app_pass(app, app->drawn.valid);
    if (moving && screen->loaded.triangles > HEAVY) pass.samples = 1;
    if (pass.samples != app->samples) pass.framebuffer_unchanged = false;
    app->samples = pass.samples;
    if (!app->probe) app->drawn = (bp_drawn){.valid = false};
    bp_layout layout = bp_layout_make(&p, &app->settings);
    bp_numbers_light(app, &screen->picture);
    place(screen, layout.picture, p.unit);
    bp_framebuffer flat = app->picture;
    flat.depth = NULL;
    bp_painter_begin(&p, &flat, &pass, &(bp_rect){0}, p.theme->page);
    draw_read(&p, app, layout.read);
    draw_slider(&p, app, layout.slider);
    draw_line(&p, app, layout.line);
    draw_footer(&p, app, &layout);
    bp_illustration_draw(&screen->picture, &p);
    bp_app_record(app, &screen->picture);
    if (!p.failed && pass.samples > 1) p.failed = !bp_raster_resolve_samples(p.raster, error);
    draw_over(&p, app, &layout);
    bp_painter_end(&p);
    app->drawn.valid = !p.failed && !app->probe;
    screen->shown = true;
    return !p.failed;
}
