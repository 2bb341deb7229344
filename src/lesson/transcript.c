/* A transcript is the lesson told in numbers: what stands on the screen at the end of each step, as
 * plain text, as Markdown (the tables of a lesson's README) or as JSON (for programs). The words
 * and numbers are gathered once, by the session; the three forms differ in how they are set. */
#include "lesson/text_buffer.h"
#include <bindpose/io.h>
#include <bindpose/lesson.h>
#include <math.h>
#include <stdio.h>

/* The matrices of a bone, in the order of the panel. */
typedef struct named_matrix {
    const char *name, *key;
    bp_mat4 (*read)(const bp_bone *bone);
} named_matrix;

static const named_matrix MATRICES[] = {
    {"local", "local", bp_bone_local},
    {"final", "final", bp_bone_final},
    {"absolute", "absolute", bp_bone_absolute},
    {"bind", "bind", bp_bone_bind},
    {"absolute bind", "absoluteBind", bp_bone_absolute_bind},
    {"absolute inverse bind", "absoluteInverseBind", bp_bone_absolute_inverse_bind},
    {"rest", "rest", bp_bone_rest},
};

/* The readouts of a step: its own, or those of the last step before it that has any. */
static const bp_step *readouts_of(const bp_lesson_plan *lesson, int step) {
    for (int i = step; i >= 0; i--)
        if (lesson->steps[i].readout_count > 0) return &lesson->steps[i];
    return &lesson->steps[step];
}

static const char *number(float value, char text[24]) {
    snprintf(text, 24, "%.4f", (double)(fabsf(value) < 0.00005f ? 0.0f : value));
    return text;
}

static void matrix_rows(bp_text_buffer *text, bp_mat4 m, bool columns, const char *indent) {
    bp_mat4 shown = columns ? bp_mat4_transpose(m) : m;
    for (int row = 0; row < 4; row++) {
        bp_text_buffer_add(text, "%s", indent);
        for (int column = 0; column < 4; column++) {
            char one[24];
            bp_text_buffer_add(text, "%10s", number(shown.m[4 * row + column], one));
        }
        bp_text_buffer_add(text, "\n");
    }
}

static void values_line(bp_text_buffer *text, const float *values, int count) {
    for (int i = 0; i < (count > 0 ? count : 1); i++)
        bp_text_buffer_add(text, "%s%.6g", i ? ", " : "", (double)values[i]);
}

static void tell_claim(bp_text_buffer *text, const bp_claim_result *result, bool markdown) {
    const bp_claim *claim = result->claim;
    char place[32] = "lesson";
    if (claim->number > 0) snprintf(place, sizeof place, "claim %d", claim->number);
    if (markdown) {
        bp_text_buffer_add(text, "| %s | %s | ", place, claim->text);
        values_line(text, result->measured, claim->count);
        bp_text_buffer_add(text, " | %s", claim->at_most ? "at most " : "");
        values_line(text, claim->expected, claim->count);
        bp_text_buffer_add(text, " | %s | %s |\n", claim->unit ? claim->unit : "",
                           result->pass ? "yes" : "NO");
        return;
    }
    bp_text_buffer_add(text, "  [%s] %s: %s\n         measured ", result->pass ? "pass" : "FAIL", place,
                       claim->text);
    values_line(text, result->measured, claim->count);
    bp_text_buffer_add(text, ", expected %s", claim->at_most ? "at most " : "");
    values_line(text, claim->expected, claim->count);
    bp_text_buffer_add(text, "%s%s\n", claim->unit && *claim->unit ? " " : "",
                       claim->unit ? claim->unit : "");
    if (!result->pass) bp_text_buffer_add(text, "         %s\n", result->failure);
    if (!claim->engine) return;
    bp_text_buffer_add(text, "         page: %s\n         engine: %s (", claim->page, claim->engine);
    values_line(text, result->engine_measured, claim->count);
    bp_text_buffer_add(text, ")\n");
}

static void tell_claims(bp_session *session, int step, bp_text_buffer *text, bool markdown, int *failed,
                        bp_error *error, bool *good) {
    const bp_step *of = &bp_session_lesson(session)->steps[step];
    if (markdown && of->claim_count > 0)
        bp_text_buffer_add(text, "\n| | | measured | expected | unit | holds |\n|---|---|---|---|---|---|\n");
    for (int i = 0; *good && i < of->claim_count; i++) {
        bp_claim_result result;
        *good = bp_session_check(session, step, i, &result, error);
        if (!*good) return;
        *failed += !result.pass;
        tell_claim(text, &result, markdown);
    }
}

static void tell_question(bp_text_buffer *text, const bp_question *question) {
    if (!question) return;
    bp_text_buffer_add(text, "\nQuestion: %s\n", question->text);
    bp_text_buffer_add(text, "Answer: %g%s%s. %s\n", (double)question->answer, question->unit ? " " : "",
                       question->unit ? question->unit : "", question->right);
}

/* Whether reading numbers out went well: what a measure can't measure it tells the world. */
static bool measured(const bp_world *world, bp_error *error) {
    if (world->error.kind == BP_ERROR_NONE) return true;
    if (error) *error = world->error;
    return false;
}

/* The stages' notes and the live numbers. */
static bool tell_numbers(bp_session *session, int step, bp_text_buffer *text, const char *bullet,
                         bp_error *error) {
    bp_world *world = bp_session_world(session);
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        bp_text_buffer_add(text, "%s%s%s%s\n", bullet, stage->title, *stage->note ? ": " : "", stage->note);
    }
    const bp_step *of = readouts_of(bp_session_lesson(session), step);
    for (int i = 0; i < of->readout_count; i++) {
        char value[96] = "";
        bp_readout_text(&of->readouts[i], world, value, sizeof value);
        bp_text_buffer_add(text, "%s%s: %s%s%s\n", bullet, of->readouts[i].label, value,
                           of->readouts[i].note ? " " : "", of->readouts[i].note ? of->readouts[i].note : "");
    }
    return measured(world, error);
}

static void tell_bone(bp_session *session, int step, bp_text_buffer *text, bool markdown, bool columns) {
    int stage = 0;
    const bp_bone *bone =
        bp_world_panel_bone(bp_session_world(session), bp_session_lesson(session), step, &stage);
    if (!bone) return;
    bp_text_buffer_add(text, "\n%s of stage %d%s:\n%s", bp_bone_name(bone), stage + 1,
                       columns ? ", matrices for column vectors" : "", markdown ? "\n```\n" : "");
    for (size_t i = 0; i < BP_COUNT(MATRICES); i++) {
        bool stale = i == 2 && !bp_bone_absolute_is_current(bone);
        bp_text_buffer_add(text, "%s%s%s\n", markdown ? "" : "  ", MATRICES[i].name, stale ? " (stale)" : "");
        matrix_rows(text, MATRICES[i].read(bone), columns, markdown ? "" : "  ");
    }
    if (markdown) bp_text_buffer_add(text, "```\n");
}

static bool tell_step(bp_session *session, int step, bool markdown, bool columns, bp_text_buffer *text,
                      int *failed, bp_error *error) {
    const bp_step *of = &bp_session_lesson(session)->steps[step];
    bool good = bp_session_seek(session, (bp_lesson_state){.step = step, .t = 1}, error);
    if (!good) return false;
    bp_text_buffer_add(text, markdown ? "\n## Step %d\n\n%s\n" : "\nStep %d. %s\n", step + 1, of->caption);
    tell_question(text, of->question);
    if (markdown) bp_text_buffer_add(text, "\n");
    if (!tell_numbers(session, step, text, markdown ? "- " : "  ", error)) return false;
    tell_bone(session, step, text, markdown, columns);
    tell_claims(session, step, text, markdown, failed, error, &good);
    return good;
}

/* ---- JSON ------------------------------------------------------------------------------------- */

static void json_bone(bp_json_writer *json, const bp_bone *bone) {
    bp_json_begin_object(json);
    bp_json_key(json, "name");
    bp_json_put_text(json, bp_bone_name(bone));
    for (size_t i = 0; i < BP_COUNT(MATRICES); i++) {
        bp_mat4 m = MATRICES[i].read(bone);
        bp_json_key(json, MATRICES[i].key);
        bp_json_put_floats(json, m.m, 16);
    }
    bp_json_key(json, "absoluteIsCurrent");
    bp_json_put_bool(json, bp_bone_absolute_is_current(bone));
    bp_json_end_object(json);
}

static void json_stages(bp_json_writer *json, bp_world *world) {
    bp_json_key(json, "stages");
    bp_json_begin_array(json);
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        bp_json_begin_object(json);
        bp_json_key(json, "title");
        bp_json_put_text(json, stage->title);
        bp_json_key(json, "note");
        bp_json_put_text(json, stage->note);
        bp_json_key(json, "bones");
        bp_json_begin_array(json);
        for (size_t b = 0; stage->skeleton && b < bp_skeleton_count(stage->skeleton); b++)
            json_bone(json, bp_skeleton_bone(stage->skeleton, b));
        bp_json_end_array(json);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

static void json_claim(bp_json_writer *json, const bp_claim_result *result) {
    const bp_claim *claim = result->claim;
    bp_json_begin_object(json);
    bp_json_key(json, "claim");
    bp_json_put_integer(json, claim->number);
    bp_json_key(json, "text");
    bp_json_put_text(json, claim->text);
    bp_claim_result_write_json(json, result);
    bp_json_end_object(json);
}

static bool json_step(bp_session *session, int step, bp_json_writer *json, int *failed, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    if (!bp_session_seek(session, (bp_lesson_state){.step = step, .t = 1}, error)) return false;
    bp_world *world = bp_session_world(session);
    bp_json_begin_object(json);
    bp_json_key(json, "step");
    bp_json_put_integer(json, step + 1);
    bp_json_key(json, "caption");
    bp_json_put_text(json, lesson->steps[step].caption);
    json_stages(json, world);
    bp_json_key(json, "readouts");
    bp_json_begin_object(json);
    const bp_step *of = readouts_of(lesson, step);
    for (int i = 0; i < of->readout_count; i++) {
        char value[96] = "";
        bp_readout_text(&of->readouts[i], world, value, sizeof value);
        bp_json_key(json, of->readouts[i].label);
        bp_json_put_text(json, value);
    }
    if (!measured(world, error)) return false;
    bp_json_end_object(json);
    bp_json_key(json, "claims");
    bp_json_begin_array(json);
    bool good = true;
    for (int i = 0; good && i < lesson->steps[step].claim_count; i++) {
        bp_claim_result result;
        good = bp_session_check(session, step, i, &result, error);
        if (!good) break;
        *failed += !result.pass;
        json_claim(json, &result);
    }
    bp_json_end_array(json);
    bp_json_end_object(json);
    return good;
}

static bool transcript_json(bp_session *session, bp_file *out, int *failed, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_begin_object(&json);
    bp_json_key(&json, "lesson");
    bp_json_put_text(&json, lesson->name);
    bp_json_key(&json, "title");
    bp_json_put_text(&json, lesson->title);
    bp_json_key(&json, "steps");
    bp_json_begin_array(&json);
    for (int i = 0; i < lesson->step_count; i++) {
        if (json_step(session, i, &json, failed, error)) continue;
        bp_json_writer_clear(&json);
        return false;
    }
    bp_json_end_array(&json);
    bp_json_end_object(&json);
    return bp_json_writer_finish(&json, out, error);
}

bool bp_session_transcript(bp_session *session, bp_transcript_format form, bool columns, bp_file *out,
                           int *failed, bp_error *error) {
    int ignored = 0;
    if (!failed) failed = &ignored;
    *failed = 0;
    if (form == BP_TRANSCRIPT_JSON) return transcript_json(session, out, failed, error);
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    bool markdown = form == BP_TRANSCRIPT_MARKDOWN;
    bp_text_buffer text = {.allocator = bp_allocator_default()};
    bp_text_buffer_add(&text, markdown ? "# %02d. %s\n\n%s\n" : "%02d. %s\n%s\n", lesson->number,
                       lesson->title, lesson->line);
    bool good = true;
    for (int i = 0; good && i < lesson->step_count; i++)
        good = tell_step(session, i, markdown, columns, &text, failed, error);
    if (!good) {
        bp_free(&text.allocator, text.data);
        return false;
    }
    return bp_text_buffer_finish(&text, out, error);
}
