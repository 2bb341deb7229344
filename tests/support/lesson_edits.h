/* Random changes by hand, as a student makes them: bones and linked nodes rotated and moved, handles dragged. */
#ifndef BINDPOSE_TESTS_SUPPORT_LESSON_EDITS_H
#define BINDPOSE_TESTS_SUPPORT_LESSON_EDITS_H

#include "support/app.h"
#include "support/random.h"

/* Adds `count` of them to a lesson that is up to date. */
static inline void random_edits(bp_lesson_screen *lesson, int count, uint64_t *random) {
    const bp_world *world = bp_session_world(lesson->session);
    const bp_content *data = &lesson->picture.content;
    for (int tries = 0; count > 0 && tries < 100; tries++) {
        bp_edit edit = {.kind = (bp_edit_kind)(test_random(random) % 3),
                             .rotation = {0, 0, 0, 1},
                             .stage = (int)(test_random(random) % (uint64_t)world->stage_count)};
        const bp_skeleton *skeleton = world->stages[edit.stage].skeleton;
        size_t bones = skeleton ? bp_skeleton_count(skeleton) : 0;
        if (edit.kind == BP_EDIT_HANDLE) {
            if (data->handle_count == 0) continue;
            edit.target = test_random(random) % (uint64_t)data->handle_count;
            edit.stage = data->handles[edit.target].stage;
            edit.vector = bp_vec3_add(data->handles[edit.target].position, random_vec3(random, 0.6f));
        } else if (bones == 0) {
            continue;
        } else {
            edit.target = bp_bone_id(bp_skeleton_bone(skeleton, test_random(random) % bones));
            if (edit.kind == BP_EDIT_MOVE)
                edit.vector = random_vec3(random, 0.5f);
            else
                edit.rotation = random_unit_quat(random);
        }
        if (bp_edit_history_set(&lesson->picture.history, edit, false)) count--;
    }
}

#endif
