/* What a student sees in a lesson can be read: no text ends in an ellipsis, leaves the window, lies over another,
 * or is fainter than 4.5:1; no label of a scene lies on a line of it; scenes have a fair part of the window.
 *
 * Not everything with everything, which would take minutes. Every step with its change done, and every open
 * question, is drawn in all windows. Two of the tightest (800 x 600, and 1280 x 800 with large text) also show
 * the longest reply to a wrong answer, its ghost beside the result, the warning before a skip, terms, changes by
 * hand, the numbers, and the engine's rules. The end page, once a lesson, is in all windows, and help and the
 * glossary, once. Steps and questions in 1280 x 800 are drawn in
 * both themes, and there texts are measured on the picture's pixels. */
#include "raster/inspect.h"
#include "rig/engine.h"
#include "support/contrast.h"
#include "support/lesson_edits.h"
#include <bindpose/stage.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { TEXT_NORMAL = 1, TEXT_LARGE = 4, TEXT_HUGE = 6 }; /* 1, 1.5 and 2 times */
enum { SCENES_PERCENT = 14 }; /* of the window, at least: without the titles and notes of their cards */
enum { MIDDLE, SMALL, LARGE_TEXT, WINDOWS_COUNT = 9 };
static const struct {
    int width, height, text;
} WINDOWS[] = {{1280, 800, TEXT_NORMAL},  {800, 600, TEXT_NORMAL},  {1280, 800, TEXT_LARGE},
               {1920, 1080, TEXT_NORMAL}, {1920, 1080, TEXT_LARGE}, {960, 600, TEXT_NORMAL},
               {1024, 768, TEXT_NORMAL},  {800, 600, TEXT_LARGE},   {1280, 800, TEXT_HUGE}};

/* `make test` draws every fifth step in the first three; `make test-deep` all steps in all. */
static int window_count(void) { return test_is_deep() ? WINDOWS_COUNT : LARGE_TEXT + 1; }

typedef struct looks {
    bp_context *context;
    const bp_lesson_plan *lesson;
    bp_session *session;
    bp_app app;
    bp_text_log texts;
    int window;
    bool measured; /* contrast, too */
    char place[160];
    int faults, draws;
} looks;

static looks l; /* too large for the stack */

static void fault(const char *text, const char *what, const char *other) {
    print_error("%s: \"%s\" %s%s\n", l.place, text, what, other);
    l.faults++;
}

/* ---- lines of a scene ---- */

typedef struct segments {
    bp_vec2 from[512], to[512];
    int count;
} segments;

static void add_line(segments *all, const bp_placed_stage *scene, bp_vec3 from, bp_vec3 to) {
    int i = all->count;
    if (i < 512 && bp_camera_project(&scene->camera, scene->rect, from, &all->from[i], NULL) &&
        bp_camera_project(&scene->camera, scene->rect, to, &all->to[i], NULL))
        all->count++;
}

static void add_bones(segments *all, const bp_placed_stage *scene, const bp_stage *stage,
                      const bp_skeleton *skeleton) {
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 frame = bp_bone_frame(stage, bone);
        float length;
        if (bp_bone_has_length(bone) && bp_bone_length(bone, &length)) {
            add_line(all, scene, bp_mat4_position(frame), bp_mat4_point(frame, (bp_vec3){0, length, 0}));
            continue;
        }
        for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child))
            add_line(all, scene, bp_mat4_position(frame), bp_mat4_position(bp_bone_frame(stage, child)));
    }
}

/* Bones, and those of ghosts. Labels of handles and rings belong on their lines' ends. */
static void lines_of(const bp_placed_stage *scene, segments *all) {
    const bp_world *world = bp_session_world(l.session);
    const bp_stage *stage = &world->stages[scene->stage];
    bool bones = ((world->show ^ l.app.lesson->picture.flipped) & BP_SHOW_BONES) != 0;
    all->count = 0;
    if (stage->skeleton && bones) add_bones(all, scene, stage, stage->skeleton);
    for (int i = 0; i < world->ghost_count; i++)
        if (world->ghosts[i].stage == scene->stage && world->ghosts[i].skeleton &&
            (bones || world->ghosts[i].bones_only))
            add_bones(all, scene, stage, world->ghosts[i].skeleton);
}

/* Looks at a point of the line every half pixel. */
static bool crosses(bp_vec2 from, bp_vec2 to, bp_rect r) {
    float dx = to.x - from.x, dy = to.y - from.y, length = sqrtf(dx * dx + dy * dy);
    if (!(length < 5000)) return false;
    for (float at = 0; at <= length; at += 0.5f)
        if (bp_rect_contains(r, from.x + at / length * dx, from.y + at / length * dy)) return true;
    return false;
}

/* ---- faults ---- */

/* Without the space above and below the letters: lines may be close. */
static bp_rect letters(int i) {
    return bp_rect_inset(l.texts.items[i].rect, 1, l.texts.items[i].rect.height / 5);
}

/* Whether a text is a line of a stage's note. */
static bool is_note(const char *text) {
    const bp_content *content = &l.app.lesson->picture.content;
    size_t length = strcspn(text, "\xE2"); /* a minus sign is written with another one */
    for (int i = 0; i < content->stage_count; i++)
        for (size_t from = 0; length > 3 && content->stages[i].note[from]; from++)
            if (strncmp(content->stages[i].note + from, text, length) == 0) return true;
    return false;
}

static void check_labels(const bp_placed_stage *scene) {
    static segments lines;
    lines_of(scene, &lines);
    for (int i = 0; i < l.texts.count; i++) {
        if (!bp_rect_is_inside(l.texts.items[i].rect, scene->rect)) continue;
        if (is_note(l.texts.items[i].text)) continue; /* it has a ground of its own */
        for (int k = 0; k < lines.count; k++) {
            if (!crosses(lines.from[k], lines.to[k], letters(i))) continue;
            fault(l.texts.items[i].text, "lies on a line", "");
            break;
        }
    }
}

/* Those from number `from` on: the ones before are covered. */
static void check_texts(int from) {
    const bp_framebuffer *picture = &l.app.picture;
    const bp_rect window = {0, 0, picture->width, picture->height};
    for (int i = from; i < l.texts.count; i++) {
        const char *text = l.texts.items[i].text;
        bp_rect r = letters(i);
        if (l.texts.items[i].cut) fault(text, "is cut off", "");
        if (r.width > 0 && !bp_rect_is_inside(r, window)) fault(text, "leaves the window", "");
        for (int k = from; k < i; k++)
            if (bp_rect_overlaps(r, letters(k))) fault(text, "lies over ", l.texts.items[k].text);
        if (!l.measured || l.texts.items[i].rect.width < 2) continue;
        double least = strcmp(text, "_") == 0 ? 3 : 4.5; /* the cursor is a mark */
        if (!(text_contrast(picture, l.texts.items[i].rect) >= least)) fault(text, "is too faint", "");
    }
    if (l.texts.count == BP_TEXT_LOG_MAX) fault("", "is one text too many for the log", "");
    const bp_illustration *shown = &l.app.lesson->picture;
    for (int i = 0; i < shown->placed_count && from == 0 && l.app.lesson->option_count == 0; i++)
        check_labels(&shown->placed[i]);
}

/* ---- drawing ---- */

static const bp_step *now(void) { return &l.lesson->steps[l.app.lesson->position.step]; }

/* Makes the world of the state. */
static void load(void) {
    bp_error error = {0};
    l.app.lesson->version++;
    if (!bp_lesson_update(&l.app, &error)) fail_msg("%s: %s", l.lesson->name, error.message);
}

/* Draws the loaded state whole, and collects its texts. */
static void draw_in(int window) {
    bp_error error = {0};
    bp_settings *settings = &l.app.settings;
    settings->width = WINDOWS[window].width;
    settings->height = WINDOWS[window].height;
    settings->text = WINDOWS[window].text;
    l.texts.count = 0;
    l.app.drawn.valid = false;
    l.window = window;
    if (!bp_app_draw(&l.app, &error)) fail_msg("%s", error.message);
    l.draws++;
}

static void name_place(const char *what) {
    snprintf(l.place, sizeof l.place, "%s, step %d, %s, %d x %d, text %d%s", l.lesson->name,
             l.app.lesson->position.step + 1, what, WINDOWS[l.window].width, WINDOWS[l.window].height,
             WINDOWS[l.window].text, l.app.settings.light ? ", light" : "");
}

static void look(int window, const char *what) {
    draw_in(window);
    name_place(what);
    check_texts(0);
}

/* Pictures to choose among have no recorded scenes. */
static void check_scenes(void) {
    long pixels = 0, all = (long)WINDOWS[l.window].width * WINDOWS[l.window].height;
    const bp_illustration *shown = &l.app.lesson->picture;
    for (int i = 0; i < shown->placed_count; i++)
        pixels += (long)shown->placed[i].rect.width * shown->placed[i].rect.height;
    if (l.app.lesson->option_count > 0 || l.app.lesson->position.ended) return;
    if (pixels * 100 < all * SCENES_PERCENT) fault("", "has too little space for scenes", "");
}

/* Both themes are measured in the middle window. */
static void look_everywhere(const char *what) {
    bp_settings *settings = &l.app.settings;
    for (int window = 0; window < window_count(); window++) {
        l.measured = window == MIDDLE;
        look(window, what);
        check_scenes();
    }
    l.measured = settings->light = true;
    look(MIDDLE, what);
    l.measured = settings->light = false;
}

static void look_where_it_is_tight(const char *what) {
    look(SMALL, what);
    look(LARGE_TEXT, what);
}

/* ---- cases ---- */

static void enter(int step, bool asking) {
    l.app.settings.numbers = l.app.settings.all_matrices = l.app.settings.babylon = false;
    l.app.lesson->answered = 0;
    l.app.notice[0] = '\0';
    bp_lesson_enter_done(l.app.lesson, step);
    if (asking) bp_lesson_enter(l.app.lesson, step);
    l.app.lesson->position.engine = false;
}

/* What covers a part of the window, over the texts that were there. */
static void look_at_cover(int window, const char *what, int covered) {
    draw_in(window);
    name_place(what);
    assert_true(l.texts.count >= covered);
    l.measured = true;
    check_texts(covered);
    l.measured = false;
}

/* The first and the last term of the caption. */
static void look_at_terms(int window) {
    draw_in(window);
    int first = 0, last = 0, count = l.texts.count;
    const bp_hit_areas hits = l.app.drawn.hits;
    for (int i = 0; i < hits.count; i++) {
        if (hits.items[i].action != BP_ACTION_TERM || hits.items[i].value < 0) continue;
        last = i + 1;
        if (first == 0) first = last;
    }
    const int terms[] = {first, last == first ? 0 : last};
    for (int i = 0; i < 2; i++) {
        if (terms[i] == 0) continue;
        l.app.hover = hits.items[terms[i] - 1];
        look_at_cover(window, "a term", count);
    }
    l.app.hover = (bp_hit_area){.action = BP_ACTION_NONE};
}

/* The longest reply to a wrong answer, and its ghost beside the step's result, which the student sees after a skip. */
static void look_at_wrong_answer(int step) {
    const bp_question *question = l.lesson->steps[step].question;
    const char *why = question->hint ? question->hint : "";
    bp_answer *answer = &l.app.lesson->answer;
    answer->value = question->answer + (question->kind == BP_QUESTION_ANGLE ? 123 : 7);
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++) {
        if (strlen(question->wrong[i].why) < strlen(why)) continue;
        why = question->wrong[i].why;
        answer->value = question->wrong[i].answer;
    }
    if (question->kind == BP_QUESTION_CHOICE || question->kind == BP_QUESTION_ORDER)
        answer->value = question->wrong[0].why ? question->wrong[0].answer : question->answer;
    if (question->kind == BP_QUESTION_CHOICE) answer->option = (int)answer->value;
    if (question->kind == BP_QUESTION_ANGLE) bp_answer_predict(&l.app, answer->value);
    if (question->kind == BP_QUESTION_NUMBER)
        snprintf(l.app.field.text, sizeof l.app.field.text, "%.4g", (double)answer->value);
    answer->submitted = true;
    answer->reply = why;
    load();
    look_where_it_is_tight("a wrong answer");
    l.app.lesson->position.asking = false;
    l.app.lesson->position.t = 1;
    load();
    look_where_it_is_tight("after a wrong answer");
}

static bool holds(bp_bounds outer, bp_world *world, int stage, const bp_camera *camera) {
    bp_content content;
    bp_world_content(world, &content);
    bp_bounds both = bp_bounds_union(outer, bp_stage_extent(&content, stage, camera));
    return memcmp(&both, &outer, sizeof both) == 0;
}

/* The view is fitted to what an open question shows: all pictures to choose among, and a prediction wherever the
 * student puts it. */
static void check_view(int step) {
    const bp_lesson_screen *data = l.app.lesson;
    for (float degrees = -180; degrees <= 180; degrees += 45) {
        enter(step, true);
        load();
        const bool angle = l.lesson->steps[step].question->kind == BP_QUESTION_ANGLE;
        if (angle) l.app.lesson->answer.degrees = degrees;
        load();
        bp_world *world = bp_session_world(l.session);
        bool shown = true;
        int stage = l.lesson->steps[step].question->stage;
        for (int i = 0; i < world->stage_count && data->option_count == 0; i++)
            shown &= holds(data->extents[i], world, i, &world->camera);
        for (int i = 0; i < data->option_count; i++)
            shown &= holds(data->pictures[i].content.extents[0], bp_session_world(data->options[i]),
                           stage < world->stage_count ? stage : 0, &world->camera);
        name_place("asked");
        if (!shown) fault("", "is not all in view", "");
        if (!angle) return;
    }
}

static void look_at_question(int step) {
    check_view(step);
    enter(step, true);
    load();
    look_everywhere("asked");
    l.app.lesson->answer.skipping = true;
    look(SMALL, "skipping");
    l.app.lesson->answer.skipping = false;
    look_at_wrong_answer(step);
}

static void look_at_step(int step, uint64_t *random) {
    enter(step, false);
    load();
    look_everywhere("done");
    look_at_terms(SMALL);
    look_at_terms(LARGE_TEXT);
    draw_in(SMALL);
    int under = l.texts.count;
    l.app.settings.numbers = true;
    look_at_cover(SMALL, "the numbers", under);
    enter(step, false);
    l.app.settings.babylon = l.app.lesson->position.engine = true;
    load();
    look_where_it_is_tight("the engine");
    enter(step, false);
    load();
    random_edits(l.app.lesson, 3, random);
    load();
    look_where_it_is_tight("changed by hand");
    if (now()->question) look_at_question(step);
}

static void look_at_lesson(const bp_lesson_plan *lesson, uint64_t *random) {
    bp_error error = {0};
    l.lesson = lesson;
    l.session = bp_session_create(l.context, lesson, NULL, &error);
    if (!l.session || !bp_app_open(&l.app, l.context, 96, 64, &error) ||
        !bp_lesson_open(&l.app, l.session, false, 0, &error))
        fail_msg("%s: %s", lesson->name, error.message);
    l.app.texts = &l.texts;
    for (int step = 0; step < lesson->step_count; step++)
        if (test_takes(step + lesson->number, 20)) look_at_step(step, random);
    enter(lesson->step_count - 1, false);
    l.app.lesson->position.ended = true;
    l.app.lesson->next = "The longest title of a lesson";
    load();
    look_everywhere("the end");
}

static void close_lesson(void) {
    bp_app_close(&l.app);
    bp_session_destroy(l.session);
}

/* Help and glossary are those of all lessons; the last one's glossary has all terms. */
static void look_at_covers(void) {
    enter(0, false);
    load();
    for (int window = 0; window < window_count(); window++)
        for (int light = 0; light < 2; light++) {
            bp_settings *settings = &l.app.settings;
            settings->light = light == 1;
            draw_in(window);
            int count = l.texts.count;
            settings->help = true;
            look_at_cover(window, "help", count);
            settings->help = false;
            l.app.lesson->glossary = true;
            for (int top = 0; top < bp_lesson_term_count(l.lesson); top += 12) {
                l.app.scrolled[BP_SCROLL_TERMS] = top;
                look_at_cover(window, "glossary", count);
            }
            l.app.lesson->glossary = false;
        }
}

static void test_texts_can_be_read(void **state) {
    (void)state;
    bp_error error = {0};
    uint64_t random = 17;
    l.context = bp_context_create(&(bp_context_options){.threads = 2}, &error);
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        look_at_lesson(*lesson, &random);
        if (!lesson[1]) look_at_covers();
        close_lesson();
    }
    print_message("%d pictures\n", l.draws);
    bp_context_destroy(l.context);
    if (l.faults > 0) fail_msg("%d faults", l.faults);
}

/* How many pixels of the rectangle have another colour than the one in the middle of its upper edge. */
static int count_drawn(bp_rect r) {
    const bp_framebuffer *picture = &l.app.picture;
    const uint8_t *first =
        picture->pixels + 4 * ((size_t)r.y * (size_t)picture->width + (size_t)(r.x + r.width / 2));
    int count = 0;
    for (int y = r.y; y < r.y + r.height; y++)
        for (int x = r.x; x < r.x + r.width; x++)
            count +=
                memcmp(picture->pixels + 4 * ((size_t)y * (size_t)picture->width + (size_t)x), first, 4) != 0;
    return count;
}

/* A question among pictures shows them in a window that begins with it, where no earlier step has left a camera. */
static void test_pictures_to_choose_among_are_drawn(void **state) {
    (void)state;
    bp_error error = {0};
    int questions = 0;
    l.context = bp_context_create(&(bp_context_options){.threads = 2}, &error);
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        for (int step = 0; step < (*lesson)->step_count; step++) {
            const bp_question *question = (*lesson)->steps[step].question;
            if (!question || !question->picture) continue;
            l.lesson = *lesson;
            l.session = bp_session_create(l.context, *lesson, NULL, &error);
            if (!l.session || !bp_app_open(&l.app, l.context, 1280, 800, &error) ||
                !bp_lesson_open(&l.app, l.session, false, step, &error))
                fail_msg("%s: %s", (*lesson)->name, error.message);
            enter(step, true);
            draw_in(MIDDLE);
            assert_int_equal(l.app.lesson->option_count, bp_question_option_count(question));
            for (int i = 0; i < l.app.lesson->option_count; i++) {
                bp_rect rect = l.app.lesson->pictures[i].placed[0].rect;
                if (count_drawn(bp_rect_inset(rect, 4, 4)) < rect.width * rect.height / 50)
                    fail_msg("%s, step %d: picture %d is empty", (*lesson)->name, step + 1, i + 1);
            }
            questions++;
            close_lesson();
        }
    assert_true(questions > 3);
    bp_context_destroy(l.context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts_can_be_read),
                                       cmocka_unit_test(test_pictures_to_choose_among_are_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
