/* A lesson's window in words, for screen readers and for the address of a web page. It says what the picture
 * shows, and no more: the numbers that an open question hides stay hidden. */
#include "viewer/inspector.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/lesson/lesson_view.h"
#include "viewer/matrix_words.h"
#include "viewer/panels.h"
#include "viewer/settings_file.h"

static void list_texts(bp_json_writer *json, const char *key, const char *const *texts, int count) {
    bp_json_open_array(json, key);
    for (int i = 0; i < count && texts[i]; i++) bp_json_put_text(json, texts[i]);
    bp_json_end_array(json);
}

static void describe_question(const bp_lesson_viewer *viewer, const bp_question *question,
                              bp_json_writer *json) {
    static const char *const kinds[] = {[BP_QUESTION_NUMBER] = "number",
                                        [BP_QUESTION_CHOICE] = "choice",
                                        [BP_QUESTION_ORDER] = "order",
                                        [BP_QUESTION_ANGLE] = "angle"};
    const bp_answer_input *answer = &viewer->answer;
    char text[400];
    int count = bp_question_option_count(question);
    bp_json_open_object(json, "question");
    bp_json_set_text(json, "kind", kinds[question->kind]);
    bp_json_set_text(json, "text", question->text);
    bp_json_set_bool(json, "open", viewer->position.asking);
    bp_json_set_text(json, "unit", question->kind == BP_QUESTION_ANGLE ? "degrees" : question->unit);
    bp_json_open_array(json, "options");
    for (int i = 0; i < count; i++) {
        int option = question->kind == BP_QUESTION_ORDER ? answer->order[i] : i;
        bp_json_put_text(json, option >= 0 && option < count ? question->options[option] : "");
    }
    bp_json_end_array(json);
    bp_json_set_text(json, "typed", answer->text);
    bp_json_set_integer(json, "chosen",
                        question->kind == BP_QUESTION_CHOICE ? answer->option : answer->place);
    bp_json_set_text(json, "reply", bp_panel_answer_reply(viewer, question, text, sizeof text));
    bp_json_end_object(json);
}

static void describe_numbers(const bp_lesson_controller *controller, bp_json_writer *json) {
    const bp_panel_data *data = &controller->data;
    const bp_lesson_position *position = &controller->viewer.position;
    const bp_step *step = &bp_session_lesson(controller->session)->steps[position->step];
    bool hidden = position->asking && step->readout_count > 0; /* as in panel_readouts.c */
    bp_json_open_array(json, "readouts");
    for (int i = 0; i < data->readout_count; i++) {
        bp_json_begin_object(json);
        bp_json_set_text(json, "label", data->readout[i].label);
        bp_json_set_text(json, "value", hidden ? "?" : data->readouts[i]);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

static void describe_stages(const bp_world *world, bp_json_writer *json) {
    bp_json_open_array(json, "stages");
    for (int i = 0; i < world->stage_count; i++) {
        bp_json_begin_object(json);
        bp_json_set_text(json, "title", world->stages[i].title);
        bp_json_set_text(json, "note", world->stages[i].note);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

static void describe_bone(const bp_lesson_controller *controller, const bp_world *world,
                          bp_json_writer *json) {
    const bp_bone *bone = bp_lesson_viewer_bone(&controller->viewer, world);
    if (!bone) return;
    char words[BP_MATRIX_WORDS_MAX];
    bp_mat4 local = bp_bone_local(bone);
    bp_json_set_text(json, "bone", bp_bone_name(bone));
    bp_json_set_integer(json, "stage", controller->viewer.core.selection.stage + 1);
    bp_json_set_text(json, "local", bp_matrix_words(&local, BP_WORDS_ALL, words));
    bool all = controller->viewer.core.settings.all_matrices;
    bp_matrices_describe(bone, all ? 0 : bp_session_lesson(controller->session)->matrices, json);
}

/* The terms that the caption underlines, or those of the open glossary. */
static void describe_terms(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const char *caption,
                           bp_json_writer *json) {
    size_t all;
    const bp_term *first = bp_glossary_terms(&all);
    bp_ui_span spans[BP_CAPTION_TERMS_MAX];
    int terms[BP_CAPTION_TERMS_MAX], count = viewer->glossary
                                                 ? bp_lesson_viewer_term_count(lesson)
                                                 : bp_caption_terms(caption, lesson->number, spans, terms);
    bp_json_open_array(json, "terms");
    for (int i = 0; i < count; i++) {
        const bp_term *term = &first[viewer->glossary ? i : terms[i]];
        bp_json_begin_object(json);
        bp_json_set_text(json, "term", term->name);
        bp_json_set_text(json, "text", term->definition);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

static void describe_end(const bp_lesson_viewer *viewer, const bp_lesson_text *text, bp_json_writer *json) {
    bp_json_open_object(json, "end");
    list_texts(json, "learned", text->learned, (int)BP_COUNT(text->learned));
    list_texts(json, "try", text->try_this, (int)BP_COUNT(text->try_this));
    bp_json_set_text(json, "next", viewer->next);
    bp_json_end_object(json);
}

void bp_lesson_controller_describe(const bp_lesson_controller *controller, bp_json_writer *json) {
    const bp_lesson_viewer *viewer = &controller->viewer;
    const bp_lesson_plan *lesson = bp_session_lesson(controller->session);
    const bp_world *world = bp_session_world(controller->session);
    const bp_lesson_position *position = &viewer->position;
    const bp_step *step = &lesson->steps[position->step];
    const bp_question *open = bp_lesson_viewer_question(viewer, lesson);
    bp_json_set_text(json, "program", "lesson");
    bp_json_set_integer(json, "lesson", lesson->number);
    bp_json_set_integer(json, "nextLesson", bp_lesson_next_number(lesson));
    bp_json_set_text(json, "title", lesson->title);
    bp_json_set_integer(json, "step", position->step + 1);
    bp_json_set_integer(json, "steps", lesson->step_count);
    bp_settings_describe(&viewer->core.settings, json);
    bp_json_set_text(json, "notice", viewer->core.notice);
    bp_key_table_describe(&bp_lesson_keys, json);
    bp_inspector_describe(&viewer->core.inspector, &controller->base.drawn, json);
    bp_json_set_bool(json, "glossary", viewer->glossary);
    if (position->ended) {
        describe_end(viewer, &lesson->text, json);
        return;
    }
    if (position->step == 0) bp_json_set_text(json, "goal", lesson->text.goal);
    const char *caption = open && open->caption ? open->caption : step->caption;
    bp_json_set_text(json, "caption", caption);
    describe_terms(viewer, lesson, caption, json);
    if (step->question) describe_question(viewer, step->question, json);
    describe_numbers(controller, json);
    describe_stages(world, json);
    bp_settings_describe_show(bp_lesson_viewer_show(viewer, world), json);
    describe_bone(controller, world, json);
}
