/* Each answer is a stage of a lesson's world, drawn alone into a picture, or shown in a lesson's window. */
#include "app/screens/lesson/lesson_screen.h"
#include "cli/exercise_command.h"
#include "io/sequence.h"
#include "scene/figure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A lesson of one step that shows answers; it mustn't move. */
typedef struct answer_lesson {
    const bp_exercise *exercise;
    const float *in, *yours, *right; /* yours NULL: there is none; right NULL: no such stage */
    bp_step step;
    bp_lesson_plan plan;
} answer_lesson;

static void setup(bp_world *world) {
    const answer_lesson *answers = world->setup_data;
    if (answers->yours)
        bp_exercise_draw_answer(answers->exercise, world, "Yours", answers->in, answers->yours);
    else
        bp_world_note(world, (int)(bp_world_add_stage(world, "Yours", "", NULL, NULL) - world->stages),
                      "there is no answer");
    if (answers->right)
        bp_exercise_draw_answer(answers->exercise, world, "Right", answers->in, answers->right);
}

static bp_session *begin_lesson(answer_lesson *lesson, const bp_context *context, const char *caption,
                                bp_error *error) {
    const bp_exercise *exercise = lesson->exercise;
    lesson->step = (bp_step){.caption = caption};
    lesson->plan = (bp_lesson_plan){.number = atoi(exercise->id),
                                    .name = exercise->name,
                                    .title = exercise->title,
                                    .summary = exercise->title,
                                    .setup = setup,
                                    .steps = &lesson->step,
                                    .step_count = 1,
                                    .setup_data = lesson};
    return bp_session_create(context, &lesson->plan, NULL, error);
}

static float diagonal(bp_bounds bounds) { return bp_vec3_distance(bounds.lo, bounds.hi); }

/* Sees all stages, but for those that would make the last one tiny. */
static bp_camera camera_of(const bp_world *world, float aspect) {
    bp_camera camera = world->camera;
    bp_bounds all = {0};
    bool any = false;
    for (int i = world->stage_count - 1; i >= 0; i--) {
        if (!world->stages[i].figure) continue;
        bp_bounds one = bp_figure_bounds(world->stages[i].figure),
                  with = any ? bp_bounds_union(all, one) : one;
        if (!any || diagonal(with) <= 3 * diagonal(all)) all = with;
        any = true;
    }
    if (any) bp_camera_fit(&camera, all, aspect);
    return camera;
}

static bool draw_stage(bp_raster *raster, const bp_framebuffer *to, const bp_world *world, int index,
                       bool light, bp_error *error) {
    const bp_theme *theme = bp_theme_of(light);
    const bp_stage *stage = &world->stages[index];
    bp_view view = {.camera = camera_of(world, (float)to->width / (float)to->height),
                    .viewport = {0, 0, to->width, to->height},
                    .show = world->show,
                    .bone = theme->bone,
                    .casing = theme->card};
    bp_clear clear = {0};
    memcpy(clear.color, &theme->card, 4);
    bool ok = bp_raster_begin(raster, to, &(bp_pass){.samples = 4}, error) &&
              bp_raster_clear(raster, &clear, error);
    if (ok && stage->skeleton)
        ok = bp_scene_draw_floor(raster, &view, (bp_vec3){0, 0, 0}, 2, 8, 1, theme->floor, error);
    if (ok && stage->figure) ok = bp_scene_draw_meshes(raster, &view, stage->figure, error);
    if (ok && stage->figure && stage->skeleton)
        ok = bp_scene_draw_bones(raster, &view, stage->skeleton, bp_figure_world(stage->figure), NULL, error);
    return ok && bp_raster_end(raster, NULL, error);
}

static bool draw_stages(const bp_exercise_pictures *how, const bp_context *context, answer_lesson *answers,
                        bp_file *pngs, int count, bp_error *error) {
    bp_framebuffer picture = {0};
    bp_session *session = begin_lesson(answers, context, "", error);
    bp_raster *raster = session ? bp_raster_create(context, error) : NULL;
    bool ok = raster && bp_framebuffer_create(context, how->size[0], how->size[1], &picture, error);
    for (int i = 0; ok && i < count; i++)
        ok = draw_stage(raster, &picture, bp_session_world(session), i, how->theme == 1, error) &&
             bp_pixels_encode_png(NULL, (const bp_rgba8 *)(const void *)picture.pixels, picture.width,
                                  picture.height, (size_t)picture.stride, &pngs[i], error);
    bp_framebuffer_destroy(context, &picture);
    bp_raster_destroy(raster);
    bp_session_destroy(session);
    return ok;
}

/* Writes and frees the PNG, if it was made. */
static bool write_png(const bp_exercise_pictures *how, const char *name, bool made, bp_file *png,
                      bp_error *error) {
    char path[1200];
    snprintf(path, sizeof path, "%.1000s/%s.png", how->folder, name);
    bool ok = made && bp_file_write(path, png->data, png->size, error);
    bp_file_free(NULL, png);
    return ok;
}

bool bp_exercise_draw_pictures(const bp_exercise_pictures *how, const bp_exercise *exercise,
                               const bp_exercise_result *result, bp_file pictures[2], bp_error *error) {
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, error);
    answer_lesson answers = {exercise, result->in, result->got, result->expected, .step = {0}};
    bool ok = context && draw_stages(how, context, &answers, pictures, 2, error);
    bp_context_destroy(context);
    return ok;
}

bool bp_exercise_write_pictures(const bp_exercise_pictures *how, const bp_exercise *exercise,
                                const bp_exercise_result *result, bp_error *error) {
    bp_file pictures[2] = {{0}, {0}};
    bool ok = bp_exercise_draw_pictures(how, exercise, result, pictures, error);
    ok = write_png(how, "yours", ok, &pictures[0], error);
    return write_png(how, "right", ok, &pictures[1], error);
}

bool bp_exercise_write_choices(const bp_exercise_pictures *how, const bp_exercise *exercise,
                               bp_error *error) {
    bp_case_list cases = {0};
    bp_context *context = bp_context_create(NULL, error);
    bool ok = context && bp_exercise_make_cases(exercise, NULL, 1, &cases, error);
    for (unsigned char line = 0; ok && line < exercise->form.line_count; line++) {
        float out[BP_EXERCISE_FLOATS];
        bp_exercise_inputs inputs;
        const char name[2] = {(char)('A' + line), '\0'};
        bp_file picture = {0};
        bp_exercise_unpack(exercise->inputs, cases.cases[0].in, inputs.bytes);
        exercise->form.run(inputs.bytes, &line, 1, out);
        answer_lesson answers = {exercise, cases.cases[0].in, out, NULL, .step = {0}};
        ok = draw_stages(how, context, &answers, &picture, 1, error);
        ok = write_png(how, name, ok, &picture, error);
    }
    bp_free(NULL, cases.cases);
    bp_context_destroy(context);
    return ok;
}

bool bp_exercise_show_answer(const bp_window *window, const bp_exercise *exercise,
                             const bp_exercise_result *result, const bp_exercise_pictures *how,
                             bp_error *error) {
    char caption[sizeof result->text + 128];
    snprintf(caption, sizeof caption, "%s%s%s", result->case_name, *result->case_name ? ": " : "",
             result->verdict == BP_EXERCISE_PASSED ? "both are the same." : result->text);
    answer_lesson answers = {exercise, result->in, result->got_count > 0 ? result->got : NULL,
                             result->expected, .step = {0}};
    bp_context *context = bp_context_create(NULL, error);
    bp_session *session = context ? begin_lesson(&answers, context, caption, error) : NULL;
    bool ok = session != NULL;
    const bp_lesson_options options = {
        .width = how->size[0], .height = how->size[1], .light = how->theme == 1};
    if (ok && how->screenshot)
        ok = bp_lesson_write_picture(context, session, &options, how->screenshot, error);
    else if (ok)
        ok = window ? bp_lesson_window_run(window, context, session, &options, error)
                    : bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "this program has no window");
    bp_session_destroy(session);
    bp_context_destroy(context);
    return ok;
}
