/* A lesson's window in words, for screen readers and for the address of a web page. It says what the picture
 * shows, and no more: the numbers that an open question hides stay hidden. */
#include "app/matrix_words.h"
#include "app/screens/lesson/lesson_screen.h"

static void list_texts(bp_json_writer *json, const char *key, const char *const *texts, int count) {
    bp_json_open_array(json, key);
    for (int i = 0; i < count && texts[i]; i++) bp_json_put_text(json, texts[i]);
    bp_json_end_array(json);
}

static void describe_question(const bp_app *app, const bp_question *question, bp_json_writer *json) {
    static const char *const kinds[] = {[BP_QUESTION_NUMBER] = "number",
                                        [BP_QUESTION_CHOICE] = "choice",
                                        [BP_QUESTION_ORDER] = "order",
                                        [BP_QUESTION_ANGLE] = "angle"};
    const bp_answer *answer = &app->lesson->answer;
    char text[600];
    int count = bp_question_option_count(question);
    bp_json_open_object(json, "question");
    bp_json_set_text(json, "kind", kinds[question->kind]);
    bp_json_set_text(json, "text", question->text);
    bp_json_set_bool(json, "open", app->lesson->position.asking);
    bp_json_set_text(json, "unit", question->kind == BP_QUESTION_ANGLE ? "degrees" : question->unit);
    bp_json_open_array(json, "options");
    for (int i = 0; i < count; i++) {
        int option = question->kind == BP_QUESTION_ORDER ? answer->order[i] : i;
        bp_json_put_text(json, option >= 0 && option < count ? question->options[option] : "");
    }
    bp_json_end_array(json);
    bp_json_set_text(json, "typed", app->field.use == BP_FIELD_ANSWER ? app->field.text : "");
    bp_json_set_integer(json, "chosen", question->kind == BP_QUESTION_CHOICE ? answer->option : answer->slot);
    bp_json_set_text(json, "reply", bp_lesson_reply(app, question, text, sizeof text));
    bp_json_end_object(json);
}

static void describe_numbers(const bp_lesson_screen *lesson, bp_json_writer *json) {
    const bp_step *step = &lesson->plan->steps[lesson->position.step];
    bool hidden = lesson->position.asking && step->readout_count > 0; /* as in lesson_draw.c */
    bp_json_open_array(json, "readouts");
    for (int i = 0; i < lesson->readout_count; i++) {
        bp_json_begin_object(json);
        bp_json_set_text(json, "label", lesson->readout[i].label);
        bp_json_set_text(json, "value", hidden ? "?" : lesson->readouts[i]);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

static void describe_stages(const bp_lesson_screen *lesson, bp_json_writer *json) {
    bp_json_open_array(json, "stages");
    for (int i = 0; i < lesson->picture.content.stage_count; i++) {
        bp_json_begin_object(json);
        bp_json_set_text(json, "title", lesson->stages[i].title);
        bp_json_set_text(json, "note", lesson->stages[i].note);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

static void describe_bone(const bp_app *app, bp_json_writer *json) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_bone *bone = bp_illustration_bone(&lesson->picture);
    if (!bone) return;
    char words[BP_MATRIX_WORDS_MAX];
    bp_mat4 local = bp_bone_local(bone);
    bp_json_set_text(json, "bone", bp_bone_name(bone));
    bp_json_set_integer(json, "stage", lesson->picture.chosen.stage + 1);
    bp_json_set_text(json, "local", bp_matrix_words(&local, BP_WORDS_ALL, words));
    bp_matrices_describe(bone, app->settings.all_matrices ? 0 : lesson->plan->matrices, json);
}

/* The terms that the caption underlines, or those of the open glossary. */
static void describe_terms(const bp_lesson_screen *lesson, const char *caption, bp_json_writer *json) {
    size_t all;
    const bp_term *first = bp_glossary_terms(&all);
    bp_text_span spans[BP_TERMS_MAX];
    int terms[BP_TERMS_MAX], count = lesson->glossary
                                         ? bp_lesson_term_count(lesson->plan)
                                         : bp_lesson_find_terms(caption, lesson->plan->number, spans, terms);
    bp_json_open_array(json, "terms");
    for (int i = 0; i < count; i++) {
        const bp_term *term = &first[lesson->glossary ? i : terms[i]];
        bp_json_begin_object(json);
        bp_json_set_text(json, "term", term->name);
        bp_json_set_text(json, "text", term->definition);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

static void describe_end(const bp_lesson_screen *lesson, bp_json_writer *json) {
    const bp_lesson_text *text = &lesson->plan->text;
    bp_json_open_object(json, "end");
    list_texts(json, "learned", text->learned, (int)BP_COUNT(text->learned));
    list_texts(json, "try", text->try_this, (int)BP_COUNT(text->try_this));
    bp_json_set_text(json, "next", lesson->next);
    bp_json_end_object(json);
}

void bp_lesson_describe(const bp_app *app, bp_json_writer *json) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_lesson_plan *plan = lesson->plan;
    const bp_lesson_position *position = &lesson->position;
    const bp_step *step = &plan->steps[position->step];
    const bp_question *open = bp_lesson_question(lesson);
    bp_json_set_integer(json, "lesson", plan->number);
    bp_json_set_integer(json, "nextLesson", bp_lesson_next_number(plan));
    bp_json_set_text(json, "title", plan->title);
    bp_json_set_integer(json, "step", position->step + 1);
    bp_json_set_integer(json, "steps", plan->step_count);
    bp_json_set_bool(json, "glossary", lesson->glossary);
    if (position->ended) {
        describe_end(lesson, json);
        return;
    }
    if (position->step == 0) bp_json_set_text(json, "goal", plan->text.goal);
    char caption[BP_PROSE_MAX];
    bp_prose_plain(open && open->caption ? open->caption : bp_step_prose(step), caption, sizeof caption);
    bp_json_set_text(json, "heading", step->heading);
    bp_json_set_text(json, "caption", caption);
    bp_json_set_text(json, "code",
                     position->asking ? NULL : bp_step_code(plan, position->step, app->settings.babylon));
    if (!open) bp_json_set_text(json, "footnote", step->footnote);
    describe_terms(lesson, caption, json);
    if (step->question) describe_question(app, step->question, json);
    describe_numbers(lesson, json);
    describe_stages(lesson, json);
    bp_settings_describe_show(lesson->picture.content.show ^ lesson->picture.flipped, json);
    describe_bone(app, json);
}
