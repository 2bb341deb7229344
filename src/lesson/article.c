/* A lesson as the page tells it (`--article`): everything that is words or numbers, as JSON. Words are cut
 * into runs, which have the colour of a part or the definition of a term. Numbers are those at the end of
 * each step, as in the transcript. */
#include "lesson/article.h"
#include "lesson/world.h"
#include <stdio.h>
#include <string.h>

const bp_step *bp_step_of_readouts(const bp_lesson_plan *lesson, int step) {
    for (int i = step; i >= 0; i--)
        if (lesson->steps[i].readout_count > 0) return &lesson->steps[i];
    return &lesson->steps[step];
}

/* An array of texts, at most `count` of them; NULL ends them. */
static void set_texts(bp_json_writer *json, const char *key, const char *const *texts, int count) {
    bp_json_write(json, "%s: [", key);
    for (int i = 0; i < count && texts[i]; i++) bp_json_write(json, "%s", texts[i]);
    bp_json_write(json, "]");
}

void bp_stages_describe(const bp_stage *stages, int count, bp_json_writer *json) {
    bp_json_write(json, "stages: [");
    for (int i = 0; i < count; i++) /* a picture alone shows no title */
        bp_json_write(json, "{title: %s, note: %s}", count > 1 ? stages[i].title : "", stages[i].note);
    bp_json_write(json, "]");
}

void bp_sliders_describe(const bp_content *content, bp_json_writer *json) {
    bp_json_write(json, "sliders: [");
    for (int i = 0; i < content->slider_count; i++) {
        const bp_slider *slider = &content->sliders[i];
        bp_json_write(json, "{name: %s, unit: %s, min: %g, max: %g, step: %g, decimals: %d, value: %g",
                      slider->name, slider->unit, (double)slider->min, (double)slider->max,
                      (double)slider->step, slider->decimals, (double)slider->value);
        set_texts(json, "names", slider->names, bp_slider_names(slider));
        bp_json_write(json, "}");
    }
    bp_json_write(json, "]");
}

void bp_bone_describe(const char *key, const bp_bone *bone, unsigned shown, bp_json_writer *json) {
    static const char *const NAMES[BP_BONE_MATRIX_COUNT] = {
        "local", "absolute", "final", "bind", "absolute bind", "absolute inverse bind", "rest"};
    bp_mat4 matrices[BP_BONE_MATRIX_COUNT];
    bp_bone_matrices(bone, matrices);
    bp_json_write(json, "%s: {bone: %s, matrices: [", key, bp_bone_name(bone));
    for (int i = 0; i < BP_BONE_MATRIX_COUNT; i++) {
        if (shown != 0 && !(shown >> i & 1)) continue;
        bp_json_write(json, "{name: %s, values: %16p}", NAMES[i], bp_floats(matrices[i].m));
    }
    bp_json_write(json, "]}");
}

/* ---- words -------------------------------------------------------------------------------------- */

enum { TERMS_MAX = 32 };

typedef struct article {
    bp_session *session;
    const bp_lesson_plan *lesson;
    bp_json_writer json;
    const bp_term *defined[TERMS_MAX]; /* a term is explained where it comes first */
    int defined_count;
} article;

static bool is_new(article *a, const bp_term *term) {
    for (int i = 0; i < a->defined_count; i++)
        if (a->defined[i] == term) return false;
    if (a->defined_count < TERMS_MAX) a->defined[a->defined_count++] = term;
    return true;
}

static void put_run(article *a, const char *text, size_t length, const char *color, const bp_term *term) {
    char part[BP_PROSE_MAX];
    if (length == 0) return;
    snprintf(part, sizeof part, "%.*s", (int)length, text);
    bp_json_write(&a->json, "{text: %s", part);
    if (*color) bp_json_write(&a->json, "color: %s", color);
    if (term) bp_json_write(&a->json, "term: %s", term->definition);
    bp_json_write(&a->json, "}");
}

/* One run of prose, cut where it first names a term of the glossary. */
static void put_terms(article *a, const bp_prose_run *run) {
    char text[BP_PROSE_MAX];
    size_t at = 0, from, size;
    snprintf(text, sizeof text, "%.*s", (int)run->length, run->text);
    for (size_t looked = 0; !run->color[0];) {
        const bp_term *term = bp_glossary_find(text + looked, a->lesson->number, &from, &size);
        if (!term) break;
        from += looked;
        looked = from + size;
        if (!is_new(a, term)) continue;
        put_run(a, text + at, from - at, "", NULL);
        put_run(a, text + from, size, "", term);
        at = looked;
    }
    put_run(a, text + at, strlen(text + at), run->color, NULL);
}

/* Paragraphs, each an array of runs. */
static void set_prose(article *a, const char *key, const char *prose) {
    char paragraph[BP_PROSE_MAX];
    bp_json_write(&a->json, "%s: [", key);
    while (bp_prose_paragraph(&prose, paragraph)) {
        const char *at = paragraph;
        bp_json_write(&a->json, "[");
        for (bp_prose_run run; bp_prose_next(&at, &run);) put_terms(a, &run);
        bp_json_write(&a->json, "]");
    }
    bp_json_write(&a->json, "]");
}

static void set_question(bp_json_writer *json, const bp_question *question) {
    static const char *const KINDS[] = {[BP_QUESTION_NUMBER] = "number",
                                        [BP_QUESTION_ANGLE] = "angle",
                                        [BP_QUESTION_CHOICE] = "choice",
                                        [BP_QUESTION_ORDER] = "order"};
    bp_json_write(json, "question: {kind: %s, text: %s, unit: %s", KINDS[question->kind], question->text,
                  question->kind == BP_QUESTION_ANGLE ? "degrees" : question->unit);
    set_texts(json, "options", question->options, bp_question_option_count(question));
    bp_json_write(json, "pictures: %i, answer: %g, right: %s}", question->picture != NULL,
                  (double)question->answer, question->right);
}

static bool set_readouts(article *a, int step, bp_error *error) {
    bp_world *world = bp_session_world(a->session);
    const bp_step *shown = bp_step_of_readouts(a->lesson, step);
    bp_json_write(&a->json, "readouts: [");
    for (int i = 0; i < shown->readout_count; i++) {
        char value[96] = "";
        bp_readout_text(&shown->readouts[i], world, value, sizeof value);
        bp_json_write(&a->json, "{label: %s, value: %s, note: %s}", shown->readouts[i].label, value,
                      shown->readouts[i].note);
    }
    bp_json_write(&a->json, "]");
    return bp_world_check(world, error);
}

static bool set_claims(article *a, int step, bp_error *error) {
    bp_json_write(&a->json, "claims: [");
    for (int i = 0; i < a->lesson->steps[step].claim_count; i++) {
        bp_claim_result result;
        char name[16];
        if (!bp_session_check(a->session, step, i, &result, error)) return false;
        const bp_claim *claim = result.claim;
        bp_json_write(&a->json, "{name: %s, text: %s, unit: %s, atMost: %i, page: %s, engine: %s",
                      bp_claim_name(a->lesson->group, claim->number, name, sizeof name), claim->text,
                      claim->unit, claim->at_most, claim->page, claim->engine);
        bp_claim_result_write_json(&a->json, &result);
        bp_json_write(&a->json, "}");
    }
    bp_json_write(&a->json, "]");
    return true;
}

static bool put_step(article *a, int index, bp_error *error) {
    const bp_step *step = &a->lesson->steps[index];
    const bp_question *question = step->question;
    bp_lesson_state state = {.step = index, .t = question ? 0 : 1, .predicting = question != NULL};
    bp_content content;
    int stage;
    if (!bp_session_seek(a->session, state, error) ||
        !bp_session_content(a->session, &state, &content, error))
        return false;
    bp_json_write(&a->json, "{");
    bp_sliders_describe(&content, &a->json); /* as they are while the question is open */
    state = (bp_lesson_state){.step = index, .t = bp_step_stop(step)};
    if (!bp_session_seek(a->session, state, error)) return false;
    bp_json_write(&a->json, "heading: %s", step->heading);
    if (question && question->caption) set_prose(a, "asked", question->caption);
    set_prose(a, "prose", bp_step_prose(step));
    bp_json_write(&a->json, "code: %s, babylon: %s, footnote: %s, changes: %i, seconds: %g",
                  bp_step_code(a->lesson, index, false), bp_step_code(a->lesson, index, true), step->footnote,
                  step->change != NULL, (double)step->clip_seconds);
    if (question) set_question(&a->json, question);
    const bp_world *world = bp_session_world(a->session);
    bp_stages_describe(world->stages, world->stage_count, &a->json);
    if (!set_readouts(a, index, error)) return false;
    const bp_bone *bone = bp_world_panel_bone(bp_session_world(a->session), a->lesson, index, &stage);
    if (bone) bp_bone_describe("numbers", bone, a->lesson->matrices, &a->json);
    if (!set_claims(a, index, error)) return false;
    bp_json_write(&a->json, "}");
    return true;
}

static void set_end(article *a) {
    const bp_lesson_text *text = &a->lesson->text;
    bp_json_write(&a->json, "goal: %s, prerequisites: %s", text->goal, text->prerequisites);
    set_texts(&a->json, "learned", text->learned, (int)BP_COUNT(text->learned));
    set_texts(&a->json, "try", text->try_this, (int)BP_COUNT(text->try_this));
    set_texts(&a->json, "questions", text->questions, (int)BP_COUNT(text->questions));
    bp_json_write(&a->json, "next: %s, nextNumber: %d", text->next, bp_lesson_next_number(a->lesson));
}

bool bp_session_article(bp_session *session, bp_file *out, bp_error *error) {
    article a = {.session = session, .lesson = bp_session_lesson(session), .json = bp_json_writer_make(NULL)};
    bool ok = true;
    bp_json_write(&a.json, "{number: %d, place: %d, name: %s, title: %s, summary: %s, group: %s, steps: [",
                  a.lesson->number, bp_lesson_place(a.lesson->number), a.lesson->name, a.lesson->title,
                  a.lesson->summary, bp_lesson_group_title(a.lesson->group));
    for (int i = 0; i < a.lesson->step_count && ok; i++) ok = put_step(&a, i, error);
    if (!ok) {
        bp_json_writer_clear(&a.json);
        return false;
    }
    bp_json_write(&a.json, "]");
    set_end(&a);
    bp_json_write(&a.json, "}");
    return bp_json_writer_finish(&a.json, out, error);
}
