/* A lesson from its first step to its last: Next by key and by mouse, each question answered wrong and right, the
 * slider, a limb dragged and taken back, the numbers, both themes. After each the window shows what its twin shows. */
#include "app/app.h"
#include "app/screens/lesson/lesson_screen.h"
#include "play.h"
#include <math.h>
#include <string.h>

static bp_app *app_of(const play *p) { return p->client->user; }

/* The middle of what can be clicked for an action. */
static void click(play *p, bp_action action, int value) {
    const bp_hit_areas *hits = &app_of(p)->drawn.hits;
    for (int i = 0; i < hits->count; i++) {
        bp_rect r = hits->items[i].rect;
        if (hits->items[i].action != (unsigned)action || hits->items[i].value != value) continue;
        play_click(p, (float)r.x + (float)r.width / 2, (float)r.y + (float)r.height / 2);
        return;
    }
    play_fail(p, "step %d: nothing to click for action %d, %d", app_of(p)->lesson->position.step + 1,
              (int)action, value);
}

static void wait_for_rest(play *p) {
    for (int i = 0; i < 400 && bp_app_is_moving(app_of(p)); i++) play_sync(p);
}

/* By number, click, or typing; an order and an angle are skipped by the second Space. */
static void answer(play *p, const bp_question *question) {
    const bp_lesson_screen *lesson = app_of(p)->lesson;
    char text[32];
    if (question->kind == BP_QUESTION_CHOICE) {
        int right = (int)(question->answer + 0.5f);
        click(p, BP_ACTION_OPTION, right == 0 ? 1 : 0);
        PLAY_EXPECT(p, lesson->position.asking, "step %d takes a wrong answer", lesson->position.step + 1);
        snprintf(text, sizeof text, "%d", right + 1);
        play_type(p, text);
    } else if (question->kind == BP_QUESTION_NUMBER) {
        snprintf(text, sizeof text, "%g", (double)question->answer);
        play_type(p, text);
        play_key(p, "Return");
    } else {
        play_key(p, "space");
        play_key(p, "space");
    }
    PLAY_EXPECT(p, !lesson->position.asking, "step %d doesn't take its answer", lesson->position.step + 1);
    wait_for_rest(p);
}

/* Takes the surface somewhere, rotates what it is of, and takes that back. */
static void drag_limb(play *p) {
    static bp_illustration looked; /* its hover is a copy's */
    looked = app_of(p)->lesson->picture;
    for (int s = 0; s < looked.placed_count; s++) {
        bp_rect r = looked.placed[s].rect;
        for (int i = 0; i < 600; i++) {
            float angle = 2.4f * (float)i, part = 0.49f * sqrtf((float)i / 600);
            bp_vec2 at = {floorf((float)r.x + (float)r.width * (0.5f + part * cosf(angle))) + 0.5f,
                          floorf((float)r.y + (float)r.height * (0.5f + part * sinf(angle))) + 0.5f};
            bp_illustration_event(&looked, &(bp_pointer){.kind = BP_POINTER_MOVE, .x = at.x, .y = at.y});
            if (looked.hover.drag != BP_TAKE_MESH || looked.hover.blocked) continue;
            const bp_edit_history *history = &app_of(p)->lesson->picture.history;
            play_move(p, at.x, at.y);
            play_drag(p, (const bp_vec2[]){at, {at.x + 6, at.y - 12}, {at.x + 12, at.y - 24}}, 3);
            PLAY_EXPECT(p, history->count > 0, "step %d: the drag changes nothing",
                        app_of(p)->lesson->position.step + 1);
            play_key(p, "ctrl+z");
            PLAY_EXPECT(p, history->count == 0, "step %d: undo leaves a change",
                        app_of(p)->lesson->position.step + 1);
            wait_for_rest(p);
            return;
        }
    }
}

void play_lesson(play *p) {
    play_sync(p);
    const bp_lesson_screen *lesson = app_of(p)->lesson;
    int count = lesson->plan->step_count;
    enum { SHOWS_TIMES = 28 }; /* in its picture, which window and twin measure each for itself */
    if (lesson->plan->number == SHOWS_TIMES) p->compared = (bp_rect){0, 0, 500, 700};
    wait_for_rest(p);
    for (int step = 0; step < count; step++) {
        PLAY_EXPECT(p, lesson->position.step == step, "Next leads to step %d, not %d",
                    lesson->position.step + 1, step + 1);
        const bp_question *question = bp_lesson_question(lesson);
        if (question) answer(p, question);
        if (step % 3 == 1) drag_limb(p);
        if (step % 4 == 2 && bp_lesson_has_bones(lesson)) {
            play_type(p, "i");
            PLAY_EXPECT(p, app_of(p)->settings.numbers, "I doesn't open the numbers");
            play_type(p, "i");
        }
        if (step == 1) {
            play_type(p, "l");
            play_type(p, "l");
        }
        if (step + 1 == count) break;
        if (step % 2)
            play_key(p, "Right");
        else
            click(p, BP_ACTION_NEXT, 0);
        wait_for_rest(p);
    }
    play_key(p, "Home");
    PLAY_EXPECT(p, lesson->position.step == 0, "Home doesn't go to the first step");
}
