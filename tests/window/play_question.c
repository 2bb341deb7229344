/* Answering questions: by mouse or by keys, wrong and then right, or not at all. */
#include "hold.h"
#include "play_lesson.h"
#include <bindpose/stage.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const bp_lesson_viewer *viewer_of(const play *p) { return &controller_of(p)->viewer; }
static const bp_question *question_of(const play *p) { return lesson_of(p)->steps[step_of(p) - 1].question; }

static void click_button(play *p, bp_action action, int value) {
    bp_vec2 at;
    PLAY_EXPECT(p, find_button(drawn_of(p), action, value, &at), "step %d: no button for action %d, value %d",
                step_of(p), (int)action, value);
    play_click(p, at.x, at.y);
}

static void give_number(play *p, float value) {
    char text[32];
    snprintf(text, sizeof text, "%g", (double)value);
    play_type(p, text);
}

static void choose(play *p, int option, bool keys) {
    if (keys)
        play_key(p, (char[]){(char)('a' + option), 0});
    else
        click_button(p, BP_ACTION_OPTION, option);
}

/* Where an option is now. */
static int place_of(const play *p, int option) {
    int place = 0;
    while (viewer_of(p)->answer.order[place] != option) place++;
    return place;
}

/* Moves options to their places, the first place first. `digits`: each place's option plus 1. */
static void arrange(play *p, const int *options, int count, bool keys) {
    for (int place = 0; place < count; place++) {
        int from = place_of(p, options[place]);
        bp_vec2 a = {0, 0}, b = {0, 0};
        if (from == place) continue;
        find_button(drawn_of(p), BP_ACTION_OPTION, from, &a);
        find_button(drawn_of(p), BP_ACTION_OPTION, place, &b);
        if (!keys) {
            play_drag(p, (bp_vec2[]){a, b}, 2);
            continue;
        }
        while (viewer_of(p)->answer.place != from)
            play_key(p, viewer_of(p)->answer.place < from ? "Right" : "Left");
        for (; from > place; from--) play_key(p, "Up");
    }
}

static void order(play *p, float answer, bool keys) {
    int digits = (int)answer, options[BP_OPTION_MAX], count = bp_question_option_count(question_of(p));
    for (int i = count - 1; i >= 0; i--, digits /= 10) options[i] = digits % 10 - 1;
    arrange(p, options, count, keys);
}

/* The prediction, or without one the stage itself. */
static bp_stage predicted_stage(const play *p) {
    const bp_world *world = world_of(p);
    bp_stage stage = world->stages[question_of(p)->stage];
    for (int i = 0; i < world->ghost_count; i++)
        if (world->ghosts[i].stage == question_of(p)->stage && world->ghosts[i].skeleton) {
            stage.skeleton = world->ghosts[i].skeleton;
            if (world->ghosts[i].figure) stage.figure = world->ghosts[i].figure;
        }
    return stage;
}

/* Drags the prediction to an angle, a third of the way at a time: taken at a third of the way from its
 * joint to its far end, or nearer or farther, wherever the flesh is. */
static void drag_to_angle(play *p, float degrees) {
    const bp_question *question = question_of(p);
    const bp_placed_stage *scene = drawn_of(p)->scenes;
    while (scene->stage != question->stage) scene++;
    bp_stage stage = predicted_stage(p);
    bp_mat4 frame = bp_bone_frame(&stage, bp_skeleton_find(stage.skeleton, question->bone));
    bp_mat4 world = stage.figure ? bp_figure_world(stage.figure) : bp_mat4_identity();
    bp_vec3 joint = bp_mat4_position(frame),
            normal = bp_vec3_normalize((bp_vec3){world.m[8], world.m[9], world.m[10]});
    bp_viewer_scope scope = scope_of(p);
    bp_vec3 best = joint;
    bp_vec2 at = {0, 0};
    for (int direction = 0; direction < 72; direction++) /* around the joint, in the plane of the drag */
        for (int i = 10; i <= 60; i += 5) {
            bp_vec3 side =
                        rotated_about((bp_vec3){1, 0, 0}, (bp_vec3){0, 0, 0}, normal, 5 * (float)direction),
                    point;
            side = bp_vec3_sub(side, bp_vec3_scale(normal, bp_vec3_dot(side, normal)));
            point = bp_vec3_add(joint, bp_vec3_scale(bp_vec3_normalize(side), 0.03f * (float)i));
            if (!bp_camera_project(&scene->camera, scene->rect, point, &at, NULL) ||
                !bp_rect_contains(scene->rect, at.x, at.y))
                continue;
            const bp_event event = {
                .kind = BP_EVENT_MOVE, .x = floorf(at.x) + 0.5f, .y = floorf(at.y) + 0.5f};
            if (bp_hover_at(&viewer_of(p)->core, &scope, scene, &event).drag != BP_DRAG_ANSWER) continue;
            if (bp_vec3_distance(point, joint) > bp_vec3_distance(best, joint)) best = point;
        }
    PLAY_EXPECT(p, bp_vec3_distance(best, joint) > 0.1f, "step %d: the answer can't be taken", step_of(p));
    float by = degrees - viewer_of(p)->answer.degrees;
    by -= 360 * roundf(by / 360);
    bp_vec2 path[4];
    for (int i = 0; i < 4; i++)
        bp_camera_project(&scene->camera, scene->rect, rotated_about(best, joint, normal, by * (float)i / 3),
                          &path[i], NULL);
    play_move(p, path[0].x, path[0].y);
    play_expect_cursor(p, BP_MOUSE_CURSOR_HAND);
    play_drag(p, path, 4);
    float missed = bp_question_error(question, viewer_of(p)->answer.degrees, degrees);
    PLAY_EXPECT(p, missed < 2.5f, "step %d: dragged to %g degrees, but the answer is %g", step_of(p),
                (double)degrees, (double)viewer_of(p)->answer.degrees);
}

static void answer_with(play *p, float value, bool keys) {
    const bp_question *question = question_of(p);
    switch (question->kind) {
    case BP_QUESTION_NUMBER: give_number(p, value); break;
    case BP_QUESTION_ANGLE:
        if (keys)
            give_number(p, value);
        else
            drag_to_angle(p, value);
        break;
    case BP_QUESTION_CHOICE: choose(p, (int)value, keys); break;
    case BP_QUESTION_ORDER: order(p, value, keys); break;
    }
    if (keys)
        play_key(p, "Return");
    else
        click_button(p, BP_ACTION_ENTER, 0);
}

/* One that isn't right. */
static float wrong_answer(const bp_question *question) {
    int count = bp_question_option_count(question), options[BP_OPTION_MAX], digits = (int)question->answer;
    switch (question->kind) {
    case BP_QUESTION_CHOICE: return (float)(((int)question->answer + 1) % count);
    case BP_QUESTION_ORDER: /* the last two exchanged */
        options[0] = digits % 10, options[1] = digits / 10 % 10;
        return (float)(digits - digits % 100 + 10 * options[0] + options[1]);
    case BP_QUESTION_ANGLE: return question->answer - 40;
    default: return question->wrong[0].why ? question->wrong[0].answer : question->answer + 1;
    }
}

static bool is_answered(const play *p) { return viewer_of(p)->answered >> (step_of(p) - 1) % 64 & 1; }

static void skip(play *p) {
    bp_rect answer = drawn_of(p)->answer;
    play_picture before = play_copy(&p->shown);
    play_key(p, "space");
    PLAY_EXPECT(p, viewer_of(p)->position.asking, "step %d: one Space skips the question", step_of(p));
    PLAY_EXPECT(p,
                play_changed(&before, &p->shown,
                             (bp_rect){0, answer.y, p->shown.width, p->shown.height - answer.y}) > 0,
                "step %d: Space doesn't warn", step_of(p));
    play_key(p, "space");
    PLAY_EXPECT(p, !viewer_of(p)->position.asking && !is_answered(p),
                "step %d: Space doesn't skip the question", step_of(p));
    play_free(&before);
}

void answer_question(play *p, int number) {
    const bp_question *question = question_of(p);
    if (number % 3 == 2 && question->kind != BP_QUESTION_ANGLE) {
        skip(p);
        return;
    }
    bp_rect answer = drawn_of(p)->answer;
    bool keys = (number + lesson_of(p)->number) % 2 == 0;
    play_picture before = play_copy(&p->shown);
    float wrong = wrong_answer(question);
    answer_with(p, wrong, keys && question->kind != BP_QUESTION_ANGLE);
    PLAY_EXPECT(p, viewer_of(p)->position.asking && !is_answered(p), "step %d: %g passes as right",
                step_of(p), (double)wrong);
    PLAY_EXPECT(p, viewer_of(p)->answer.reply != NULL && play_changed(&before, &p->shown, answer) > 200,
                "step %d: no reply to %g", step_of(p), (double)wrong);
    play_free(&before);
    if (question->pose && !question->picture) { /* pictures take the place of the stages */
        PLAY_EXPECT(p, world_of(p)->ghost_count > 0, "step %d: the wrong answer has no ghost", step_of(p));
        look_at_ghosts(p);
    }
    answer_with(p, question->answer, keys);
    PLAY_EXPECT(p, !viewer_of(p)->position.asking && is_answered(p), "step %d: %g isn't right", step_of(p),
                (double)question->answer);
    PLAY_EXPECT(p, viewer_of(p)->position.t >= 1, "step %d: the change isn't shown", step_of(p));
}
