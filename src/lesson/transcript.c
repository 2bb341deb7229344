/* A transcript lists everything on screen at the end of each step, as plain text, as Markdown (the tables
 * of a lesson's README) or as JSON (for programs). */
#include "lesson/article.h"
#include "lesson/world.h"
#include "rig/engine.h"
#include <stdio.h>

/* A bone's matrices, in the order of the transcript. */
static const struct {
    const char *name, *key;
    bp_mat4 (*read)(const bp_bone *bone);
} MATRICES[] = {
    {"local", "local", bp_bone_local},
    {"final", "final", bp_bone_final},
    {"absolute", "absolute", bp_bone_absolute},
    {"bind", "bind", bp_bone_bind},
    {"absolute bind", "absoluteBind", bp_bone_absolute_bind},
    {"absolute inverse bind", "absoluteInverseBind", bp_bone_absolute_inverse_bind},
    {"rest", "rest", bp_bone_rest},
};

/* ---- as text and Markdown ---- */

typedef struct transcript {
    bp_session *session;
    int step;
    bool markdown, columns;
    int *failed;
    bp_text_buffer text;
} transcript;

static void add_matrix(transcript *t, bp_mat4 m) {
    bp_mat4 shown = t->columns ? bp_mat4_transpose(m) : m;
    for (int row = 0; row < 4; row++) {
        if (!t->markdown) bp_text_buffer_add(&t->text, "  ");
        for (int column = 0; column < 4; column++) {
            float value = shown.m[4 * row + column];
            bp_text_buffer_add(&t->text, "%10.4f", (double)(fabsf(value) < 0.00005f ? 0.0f : value));
        }
        bp_text_buffer_add(&t->text, "\n");
    }
}

static void add_values(bp_text_buffer *text, const float *values, int count) {
    for (int i = 0; i < (count > 0 ? count : 1); i++)
        bp_text_buffer_add(text, "%s%.6g", i ? ", " : "", (double)values[i]);
}

static void add_claim_row(bp_text_buffer *text, const bp_claim_result *result, const char *name) {
    const bp_claim *claim = result->claim;
    bp_text_buffer_add(text, "| %s | %s | ", name, claim->text);
    add_values(text, result->measured, claim->count);
    bp_text_buffer_add(text, " | %s", claim->at_most ? "at most " : "");
    add_values(text, claim->expected, claim->count);
    bp_text_buffer_add(text, " | %s | %s |\n", claim->unit ? claim->unit : "", result->pass ? "yes" : "NO");
}

static void add_claim_lines(bp_text_buffer *text, const bp_claim_result *result, const char *name) {
    const bp_claim *claim = result->claim;
    const char *unit = claim->unit ? claim->unit : "";
    bp_text_buffer_add(text, "  [%s] %s: %s\n         measured ", result->pass ? "pass" : "FAIL", name,
                       claim->text);
    add_values(text, result->measured, claim->count);
    bp_text_buffer_add(text, ", expected %s", claim->at_most ? "at most " : "");
    add_values(text, claim->expected, claim->count);
    bp_text_buffer_add(text, "%s%s\n", *unit ? " " : "", unit);
    if (!result->pass) bp_text_buffer_add(text, "         %s\n", result->failure);
    if (!claim->engine) return;
    bp_text_buffer_add(text, "         page: %s\n         engine: %s (", claim->page, claim->engine);
    add_values(text, result->engine_measured, claim->count);
    bp_text_buffer_add(text, ")\n");
}

static bool add_claims(transcript *t, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(t->session);
    const bp_step *step = &lesson->steps[t->step];
    if (t->markdown && step->claim_count > 0)
        bp_text_buffer_add(&t->text,
                           "\n| | | measured | expected | unit | holds |\n|---|---|---|---|---|---|\n");
    for (int i = 0; i < step->claim_count; i++) {
        bp_claim_result result;
        if (!bp_session_check(t->session, t->step, i, &result, error)) return false;
        *t->failed += !result.pass;
        char number[16], name[32] = "lesson";
        if (result.claim->number > 0)
            snprintf(name, sizeof name, "claim %s",
                     bp_claim_name(lesson->group, result.claim->number, number, sizeof number));
        (t->markdown ? add_claim_row : add_claim_lines)(&t->text, &result, name);
    }
    return true;
}

static void add_prose(bp_text_buffer *text, const char *prose) {
    char plain[BP_PROSE_MAX];
    bp_prose_plain(prose, plain, sizeof plain);
    bp_text_buffer_add(text, "%s\n", plain);
}

/* As a student reads: the text before the question, the question, its answer, and the later text. */
static void add_story(bp_text_buffer *text, const bp_step *step) {
    const bp_question *question = step->question;
    const bool later = question && question->caption;
    add_prose(text, later ? question->caption : bp_step_prose(step));
    if (!question) return;
    bp_text_buffer_add(text, "\nQuestion: %s\n", question->text);
    for (int i = 0; i < bp_question_option_count(question); i++)
        bp_text_buffer_add(text, "%d. %s\n", i + 1, question->options[i]);
    const double answer = (double)question->answer + (question->kind == BP_QUESTION_CHOICE);
    bp_text_buffer_add(text, "\nAnswer: %g%s%s. %s\n", answer, question->unit ? " " : "",
                       question->unit ? question->unit : "", question->right);
    if (later) add_prose(text, bp_step_prose(step));
}

static bool add_notes_and_readouts(transcript *t, bp_error *error) {
    bp_world *world = bp_session_world(t->session);
    const char *bullet = t->markdown ? "- " : "  ";
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        const char *title = world->stage_count > 1 ? stage->title : ""; /* a picture alone shows none */
        if (*title || *stage->note)
            bp_text_buffer_add(&t->text, "%s%s%s%s\n", bullet, title, *title && *stage->note ? ": " : "",
                               stage->note);
    }
    const bp_step *step = bp_step_of_readouts(bp_session_lesson(t->session), t->step);
    for (int i = 0; i < step->readout_count; i++) {
        const bp_readout *readout = &step->readouts[i];
        char value[96] = "";
        bp_readout_text(readout, world, value, sizeof value);
        bp_text_buffer_add(&t->text, "%s%s: %s%s%s\n", bullet, readout->label, value,
                           readout->note ? " " : "", readout->note ? readout->note : "");
    }
    return bp_world_check(world, error);
}

static void add_bone(transcript *t) {
    int stage = 0;
    const bp_bone *bone =
        bp_world_panel_bone(bp_session_world(t->session), bp_session_lesson(t->session), t->step, &stage);
    if (!bone) return;
    bp_text_buffer_add(&t->text, "\n%s of stage %d%s:\n%s", bp_bone_name(bone), stage + 1,
                       t->columns ? ", matrices for column vectors" : "", t->markdown ? "\n```\n" : "");
    for (size_t i = 0; i < BP_COUNT(MATRICES); i++) {
        bool stale = MATRICES[i].read == bp_bone_absolute && !bp_bone_absolute_is_current(bone);
        bp_text_buffer_add(&t->text, "%s%s%s\n", t->markdown ? "" : "  ", MATRICES[i].name,
                           stale ? " (stale)" : "");
        add_matrix(t, MATRICES[i].read(bone));
    }
    if (t->markdown) bp_text_buffer_add(&t->text, "```\n");
}

/* With the slider's last value in the place of {}. */
static void add_code(transcript *t, const bp_step *step) {
    const char *mark = step->slider ? strstr(step->code, "{}") : NULL;
    bp_text_buffer_add(&t->text, "%s%.*s", t->markdown ? "\n    " : "Code: ",
                       mark ? (int)(mark - step->code) : (int)strlen(step->code), step->code);
    if (mark)
        bp_text_buffer_add(&t->text, "%.*f%s", step->slider->decimals,
                           (double)bp_mix(step->slider->from, step->slider->to, bp_step_stop(step)),
                           mark + 2);
    bp_text_buffer_add(&t->text, "\n");
}

static bool add_step(transcript *t, bp_error *error) {
    const bp_step *step = &bp_session_lesson(t->session)->steps[t->step];
    if (!bp_session_seek(t->session, (bp_lesson_state){.step = t->step, .t = bp_step_stop(step)}, error))
        return false;
    const char *heading = step->heading ? step->heading : "";
    const char *before = t->markdown ? "\n## " : "\n", *after = t->markdown ? "\n\n" : "\n";
    bp_text_buffer_add(&t->text, "%sStep %d%s%s%s", before, t->step + 1, *heading ? ". " : "", heading,
                       *heading || t->markdown ? after : ". ");
    add_story(&t->text, step);
    if (step->code) add_code(t, step);
    if (step->footnote) bp_text_buffer_add(&t->text, t->markdown ? "\n%s\n" : "%s\n", step->footnote);
    if (t->markdown) bp_text_buffer_add(&t->text, "\n");
    if (!add_notes_and_readouts(t, error)) return false;
    add_bone(t);
    return add_claims(t, error);
}

static bool transcript_text(transcript *t, bp_file *out, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(t->session);
    t->text.allocator = bp_allocator_default();
    bp_text_buffer_add(&t->text, t->markdown ? "# %02d. %s\n\n%s\n" : "%02d. %s\n%s\n", lesson->number,
                       lesson->title, lesson->summary);
    for (t->step = 0; t->step < lesson->step_count; t->step++) {
        if (add_step(t, error)) continue;
        bp_free(&t->text.allocator, t->text.data);
        return false;
    }
    return bp_text_buffer_finish(&t->text, out, error);
}

/* ---- as JSON ---- */

static void json_bone(bp_json_writer *json, const bp_bone *bone) {
    bp_json_write(json, "{name: %s", bp_bone_name(bone));
    for (size_t i = 0; i < BP_COUNT(MATRICES); i++) {
        bp_mat4 m = MATRICES[i].read(bone);
        bp_json_write(json, "%s: %16p", MATRICES[i].key, bp_floats(m.m));
    }
    bp_json_write(json, "absoluteIsCurrent: %i}", bp_bone_absolute_is_current(bone));
}

static void json_stages(bp_json_writer *json, bp_world *world) {
    bp_json_write(json, "stages: [");
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        bp_json_write(json, "{title: %s, note: %s, bones: [", stage->title, stage->note);
        for (size_t b = 0; stage->skeleton && b < bp_skeleton_count(stage->skeleton); b++)
            json_bone(json, bp_skeleton_bone(stage->skeleton, b));
        bp_json_write(json, "]}");
    }
    bp_json_write(json, "]");
}

static bool json_step(bp_session *session, int step, bp_json_writer *json, int *failed, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    const bp_lesson_state state = {.step = step, .t = bp_step_stop(&lesson->steps[step])};
    if (!bp_session_seek(session, state, error)) return false;
    bp_world *world = bp_session_world(session);
    bp_json_write(json, "{step: %d", step + 1);
    char prose[BP_PROSE_MAX];
    bp_prose_plain(bp_step_prose(&lesson->steps[step]), prose, sizeof prose);
    bp_json_write(json, "heading: %s, caption: %s", lesson->steps[step].heading, prose);
    json_stages(json, world);
    bp_json_write(json, "readouts: {");
    const bp_step *shown = bp_step_of_readouts(lesson, step);
    for (int i = 0; i < shown->readout_count; i++) {
        char value[96] = "";
        bp_readout_text(&shown->readouts[i], world, value, sizeof value);
        bp_json_write(json, "%s: %s", shown->readouts[i].label, value);
    }
    if (!bp_world_check(world, error)) return false;
    bp_json_write(json, "}, claims: [");
    for (int i = 0; i < lesson->steps[step].claim_count; i++) {
        bp_claim_result result;
        if (!bp_session_check(session, step, i, &result, error)) return false;
        *failed += !result.pass;
        bp_json_write(json, "{");
        char name[16];
        if (lesson->group == BP_LESSONS_BONES || result.claim->number == 0)
            bp_json_write(json, "claim: %d", result.claim->number);
        else
            bp_json_write(json, "claim: %s",
                          bp_claim_name(lesson->group, result.claim->number, name, sizeof name));
        bp_json_write(json, "text: %s", result.claim->text);
        bp_claim_result_write_json(json, &result);
        bp_json_write(json, "}");
    }
    bp_json_write(json, "]}");
    return true;
}

static bool transcript_json(bp_session *session, bp_file *out, int *failed, bp_error *error) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_write(&json, "{lesson: %s, title: %s, steps: [", lesson->name, lesson->title);
    for (int i = 0; i < lesson->step_count; i++) {
        if (json_step(session, i, &json, failed, error)) continue;
        bp_json_writer_clear(&json);
        return false;
    }
    bp_json_write(&json, "]}");
    return bp_json_writer_finish(&json, out, error);
}

bool bp_session_transcript(bp_session *session, bp_transcript_format format, bool columns, bp_file *out,
                           int *failed, bp_error *error) {
    int ignored = 0;
    if (!failed) failed = &ignored;
    *failed = 0;
    if (format == BP_TRANSCRIPT_JSON) return transcript_json(session, out, failed, error);
    bool markdown = format == BP_TRANSCRIPT_MARKDOWN;
    return transcript_text(
        &(transcript){.session = session, .markdown = markdown, .columns = columns, .failed = failed}, out,
        error);
}
