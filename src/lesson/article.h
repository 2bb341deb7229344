/* The parts of a lesson's description as JSON that the article and the live illustration share. */
#pragma once

#include "io/json.h"
#include <bindpose/lesson_session.h>

/* The step whose readouts are on screen: the last one, up to this, that has any. */
const bp_step *bp_step_of_readouts(const bp_lesson_plan *lesson, int step);
/* An array "stages" of their titles and notes. */
void bp_stages_describe(const bp_stage *stages, int count, bp_json_writer *json);
/* An array "sliders" of what the content has. */
void bp_sliders_describe(const bp_content *content, bp_json_writer *json);
/* An object `key`: the bone's name, and its matrices that `shown` names (BP_MATRIX_...; 0: all). */
void bp_bone_describe(const char *key, const bp_bone *bone, unsigned shown, bp_json_writer *json);

/* The whole lesson for the page: words in runs, sliders, questions, numbers and claims, as JSON. Free `out`
 * with bp_file_free. Errors: memory; those of the lesson's functions. */
bool bp_session_article(bp_session *session, bp_file *out, bp_error *error);
