/* Takes a lesson through its states: each step done, after random changes by hand, and after undoing them;
 * and computes the bones of each state again (second_path.h): from the locals before the changes, the
 * changes, the binds and the rests. */
#ifndef BINDPOSE_TESTS_SUPPORT_LESSON_STATES_H
#define BINDPOSE_TESTS_SUPPORT_LESSON_STATES_H

#include "shared/frustum.h"

#include "support/lesson_edits.h"
#include "support/second_path.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { ROUNDS = 2, EDITS = 4, CORNER = 43 };

typedef struct states {
    bp_context *context;
    const bp_lesson_plan *lesson;
    bp_session *session, *other; /* the other one has the states to compare with */
    bp_app app;
    stage_state is[BP_STAGE_MAX], base[BP_STAGE_MAX], earlier[BP_STAGE_MAX], wanted[BP_STAGE_MAX];
    char place[160];
    int faults, count;
    int numbers, words; /* that were compared */
} states;

static states n; /* too large for the stack */

static inline void fault(const char *what, const char *text, double got, double wanted) {
    if (n.faults++ < 40)
        print_error("%s: %s: \"%s\": %.6g, should be %.6g\n", n.place, what, text, got, wanted);
}
static inline bp_world *world(void) { return bp_session_world(n.session); }
static inline int step(void) { return n.app.lesson->position.step; }
static inline const bp_edit_history *history(void) { return &n.app.lesson->picture.history; }

static inline bool is_edited(int stage, bool handles) {
    for (int i = 0; i < history()->count; i++)
        if ((handles || history()->edits[i].kind != BP_EDIT_HANDLE) && history()->edits[i].stage == stage)
            return true;
    return false;
}
/* Whether a bone or one above it was changed by hand. */
static inline bool is_moved(int stage, int bone) {
    for (; bone >= 0; bone = n.is[stage].bones[bone].parent)
        for (int i = 0; i < history()->count; i++) {
            const bp_edit *edit = &history()->edits[i];
            if (edit->kind != BP_EDIT_HANDLE && edit->stage == stage && (int)edit->target == bone)
                return true;
        }
    return false;
}

/* ---- a frustum, by the formulas at the top of lesson 21 ---- */

static inline int clip_of(int vertex, double out[4]) {
    const bp_frustum *frustum = bp_frustum_of(&world()->stages[0]);
    if (!frustum) return 0;
    bp_vec3 v = frustum->vertex[vertex];
    out[0] = 2 * (double)v.x, out[1] = 2 * (double)v.y, out[2] = 1.25 * (-(double)v.z - 1),
    out[3] = -(double)v.z;
    return 4;
}
/* In the pixels of the stage's grid, by its rule. */
static inline int landing_of(int stage, int vertex, double out[4]) {
    double clip[4];
    const bp_pixel_grid *grid = bp_grid_of(&world()->stages[stage]);
    if (!grid || clip_of(vertex, clip) == 0) return 0;
    double w = grid->vertices == BP_VERTICES_WHOLE ? 1 : clip[3];
    out[0] = 6 + 6 * clip[0] / w, out[1] = 6 - 6 * clip[1] / w;
    return 2;
}

/* ---- matrices ---- */

/* Lesson 18: which of its six mistakes a step's stages make, which is the step's number; 0: none. */
static inline int mistake(void) {
    const bp_content *content = &n.app.lesson->picture.content; /* its second slider: the card "repaired" */
    bool broken = content->slider_count > 1 && content->sliders[1].value < 0.5f;
    return n.lesson->number == 18 && step() <= 6 && broken ? step() : 0;
}
/* Lesson 10 begins with a character that walked in several frames, each bone a frame later than its parent. */
static inline bool walked(void) { return n.lesson->number == 10 && step() == 0; }
/* Lesson 1 begins with a character whose bind is never undone. */
static inline bool keeps_bind(int stage) {
    return (n.lesson->number == 1 && step() == 0 && stage == 0) ||
           (n.lesson->number == 15 && step() == 5 && stage == 1);
}
/* In lesson 1 each of two characters follows what a hand does to the other; in lesson 29 the second one the
 * first, by a rule that its claims are about. */
static inline bool follows(int stage) {
    return (n.lesson->number == 1 && step() == 0) ||
           (n.lesson->number == 29 && stage == 1 && is_edited(0, true));
}
/* Lesson 9 sets binds without updating the absolute ones, and shows how they don't fit. */
static inline bool has_old_binds(void) { return n.lesson->number == 9 && step() == 4; }

/* Lesson 12 begins with a hand that sets linked bones, and prepare takes it back. */
static inline bool keeps_local(int stage, int bone) {
    const bp_skeleton *skeleton = world()->stages[stage].skeleton;
    return world()->sets_bones && bp_bone_node(bp_skeleton_bone_by_id(skeleton, (size_t)bone));
}

/* The chain that an earlier frame left: of a parent that comes after its child. Lesson 18 walks half a metre
 * in each of two frames, after a prepare in rest; `ago` counts the frames. */
static inline mat late_chain(int stage, int bone, int ago) {
    const stage_state *s = &n.wanted[stage];
    if (is_edited(stage, false)) return n.base[stage].bones[bone].m[CHAIN];
    if (n.lesson->number != 18) return n.earlier[stage].bones[bone].m[CHAIN];
    if (ago == 2) return up_the_tree(s, bone, REST);
    mat local = s->bones[bone].m[LOCAL];
    int parent = s->bones[bone].parent;
    if (parent < 0) local.m[12] = (local.m[12] + s->bones[bone].m[REST].m[12]) / 2;
    if (parent < 0) return local;
    bool late = s->bones[parent].place > s->bones[bone].place;
    return product(local, late_chain(stage, parent, ago + late));
}
static inline mat chain_of(int stage, int bone) {
    const stage_state *s = &n.wanted[stage];
    int parent = s->bones[bone].parent;
    mat local = s->bones[bone].m[LOCAL];
    if (parent < 0) return local;
    bool late = s->bones[parent].place > s->bones[bone].place;
    return product(local, late ? late_chain(stage, parent, 1) : chain_of(stage, parent));
}
static inline mat final_of(const bone_state *b, int made) {
    mat both = product(b->m[INVERSE_BIND], b->m[CHAIN]);
    if (made == 3) return product(b->m[CHAIN], b->m[INVERSE_BIND]);
    if (made == 4) return transposed(both);
    if (made == 6) return product(b->m[INVERSE_BIND], b->m[ABSOLUTE]);
    return both;
}
/* A current one is the product of the locals. A stale one is as it was before the change; or a call computed
 * it from its parent's as that was. */
static inline mat absolute_of(int stage, int bone) {
    const bone_state *b = &n.is[stage].bones[bone];
    if (b->current) return up_the_tree(&n.wanted[stage], bone, LOCAL);
    if (is_edited(stage, true)) return n.base[stage].bones[bone].m[ABSOLUTE];
    /* Lesson 18's sixth case computes all of them in rest, then poses, then computes the arm's alone. */
    mat before =
        mistake() == 6 ? up_the_tree(&n.wanted[stage], bone, REST) : n.earlier[stage].bones[bone].m[ABSOLUTE];
    if (b->parent < 0 || difference(before, b->m[ABSOLUTE], 0, 16) < 1e-5) return before;
    return product(n.wanted[stage].bones[bone].m[LOCAL], n.is[stage].bones[b->parent].m[ABSOLUTE]);
}

static inline void compute_bone(int stage, int bone) {
    bone_state *b = &n.wanted[stage].bones[bone];
    b->m[CHAIN] = walked() ? n.is[stage].bones[bone].m[CHAIN] : chain_of(stage, bone);
    b->m[ABSOLUTE] = absolute_of(stage, bone);
    b->m[ABSOLUTE_BIND] = has_old_binds() ? n.is[stage].bones[bone].m[ABSOLUTE_BIND]
                                          : up_the_tree(&n.wanted[stage], bone, BIND);
    b->m[INVERSE_BIND] = inverse_of(b->m[ABSOLUTE_BIND]);
    b->m[FINAL] = keeps_bind(stage) ? b->m[CHAIN] : final_of(b, mistake());
}
/* Locals, binds and rests first; everything else from them. */
static inline void compute_stage(int stage) {
    n.wanted[stage] = n.is[stage];
    for (int i = 0; i < n.is[stage].count; i++) {
        const bone_state *base = &n.base[stage].bones[i];
        bone_state *b = &n.wanted[stage].bones[i];
        if (has_parts(base->m[LOCAL]) && !follows(stage) && !keeps_local(stage, i))
            b->m[LOCAL] = edited(base->m[LOCAL], history()->edits, history()->count, stage, i);
        b->m[BIND] = base->m[BIND];
        b->m[REST] = base->m[REST];
    }
    for (int i = 0; i < n.is[stage].count; i++) compute_bone(stage, i);
}

static const char *const NAMES[] = {
    "local", "absolute", "final", "bind", "absolute bind", "absolute inverse bind", "rest", "chain"};

static inline int id_of(int stage, const char *name) {
    const bp_skeleton *skeleton = world()->stages[stage].skeleton;
    const bp_bone *bone = skeleton ? bp_skeleton_find(skeleton, name) : NULL;
    return bone ? (int)bp_bone_id(bone) : 0;
}
static inline mat matrix_named(int stage, const char *name, int bone) {
    static const char *const names[] = {"local",         "absolute", "final", "bind",
                                        "absolute_bind", "inverse",  "rest",  "chain"};
    for (size_t i = 0; i < BP_COUNT(names); i++)
        if (strcmp(name, names[i]) == 0) return n.wanted[stage].bones[bone].m[i];
    return n.wanted[stage].bones[bone].m[FINAL];
}

/* The camera looks at the origin, and its eye is at y = 0 (lesson 2 in its last steps). */
static inline void through_camera(const char *last, double p[4]) {
    const bp_camera *camera = &world()->camera;
    double ex = (double)camera->eye.x, ez = (double)camera->eye.z, far = hypot(ex, ez), x = p[0];
    p[0] = (x * ez - p[2] * ex) / far;
    p[2] = (x * ex + p[2] * ez) / far - far;
    if (strcmp(last, "view") == 0) return;
    double lens = 1 / tan((double)(camera->fov_y > 0 ? camera->fov_y : bp_radians(45)) / 2);
    p[3] = -p[2];
    p[0] *= lens, p[1] *= lens, p[2] = 1.01 * (p[3] - 1);
    if (strcmp(last, "pixel") == 0) p[0] = 200 * (1 + p[0] / p[3]), p[1] = 200 * (1 - p[1] / p[3]);
}
static inline int corner(int stage, const char *last, double p[4]) {
    const bp_stage *on = &world()->stages[stage];
    bp_vec3 at = on->mesh->positions[CORNER];
    double from[3] = {(double)at.x, (double)at.y, (double)at.z};
    memcpy(p, from, sizeof from);
    if (strcmp(last, "mesh") == 0) return 3;
    transform(from, n.wanted[stage].bones[id_of(stage, "boneArmLeft")].m[FINAL], p);
    if (strcmp(last, "final") == 0) return 3;
    memcpy(from, p, sizeof from);
    transform(from, mat_of(bp_figure_world(on->figure)), p);
    if (strcmp(last, "figure") == 0) return 3;
    through_camera(last, p);
    return strcmp(last, "clip") == 0 ? 4 : strcmp(last, "pixel") == 0 ? 2 : 3;
}

/* Angles may differ by whole turns. */
static inline bool near_enough(double got, double wanted, int digits, const char *end, const char *begin,
                               bool angle) {
    const char *dot = end;
    while (dot > begin && strchr("0123456789", dot[-1])) dot--;
    double half = digits > 0                      ? half_digit(wanted, digits)
                  : dot > begin && dot[-1] == '.' ? 0.501 * pow(10, (double)(dot - end))
                                                  : 0.501;
    double off = fabs(got - wanted);
    if (angle) off = fabs(off - 360 * floor(off / 360 + 0.5));
    return off <= half + 4e-5 * fmax(1, angle ? 1 : fabs(wanted)) + (angle ? 2e-3 : 0);
}

/* A rotation that is written as three angles or as a quaternion. */
static inline bool rotation_agrees(const char *text, bool angles, mat is) {
    double v[4];
    const char *end;
    int count = numbers_of(text, v, angles ? 3 : 4, &end);
    if (count < (angles ? 3 : 4)) return false;
    mat said = angles ? rotation_of_euler(v) : rotation_of(v[0], v[1], v[2], v[3]);
    bool coarse = angles || strlen(text) < 28; /* whole degrees; two decimals */
    return difference(said, is, 0, 11) <= (coarse ? 0.03 : 1e-3);
}

static inline void load(void) {
    bp_error error = {0};
    if (!bp_lesson_update(&n.app, &error)) fail_msg("%s: %s", n.lesson->name, error.message);
}
static inline void read_world(bp_session *session, bp_lesson_state state, stage_state *to) {
    bp_error error = {0};
    if (!bp_session_seek(session, state, &error)) fail_msg("%s: %s", n.lesson->name, error.message);
    const bp_world *of = bp_session_world(session);
    for (int i = 0; i < of->stage_count; i++) to[i] = read_stage(&of->stages[i]);
}
/* The step's state with the changes of handles only; and the one before the last change of a step. */
static inline void read_others(void) {
    bp_edit handles[BP_EDITS_MAX];
    bp_lesson_state state = {.step = step(), .t = bp_step_stop(&n.lesson->steps[step()]), .edits = handles};
    for (int i = 0; i < history()->count; i++)
        if (history()->edits[i].kind == BP_EDIT_HANDLE) handles[state.edit_count++] = history()->edits[i];
    read_world(n.other, state, n.base);
    int last = step();
    while (last > 0 && !n.lesson->steps[last].change && !n.lesson->steps[last].cards) last--;
    read_world(n.other, (bp_lesson_state){.step = last}, n.earlier);
}
/* Computes the state again, and calls `check`. */
static inline void visit(const char *what, void (*check)(void)) {
    snprintf(n.place, sizeof n.place, "%s, step %d, %s", n.lesson->name, step() + 1, what);
    load();
    read_others();
    for (int i = 0; i < world()->stage_count; i++) n.is[i] = read_stage(&world()->stages[i]);
    for (int i = 0; i < world()->stage_count; i++) compute_stage(i);
    check();
    n.count++;
}
/* Another bone is selected in each state; undo brings back the first state, and `undone` compares with it. */
static inline void visit_step(int index, uint64_t *random, void (*check)(void), void (*undone)(void)) {
    bp_lesson_enter_done(n.app.lesson, index);
    visit("done", check);
    bp_chosen first = n.app.lesson->picture.chosen, *selection = &n.app.lesson->picture.chosen;
    for (int round = 0; round < ROUNDS; round++) {
        random_edits(n.app.lesson, EDITS, random);
        selection->stage = (int)(test_random(random) % (uint64_t)world()->stage_count);
        int count = n.is[selection->stage].count;
        selection->bone = count > 0 ? test_random(random) % (uint64_t)count : 0;
        visit("changed by hand", check);
    }
    *selection = first;
    while (bp_edit_history_undo(&n.app.lesson->picture.history)) continue;
    n.app.lesson->picture.history.redo_count = 0;
    visit("undone", undone);
}
static inline void visit_lessons(void (*check)(void), void (*undone)(void)) {
    bp_error error = {0};
    uint64_t random = 1717;
    n.context = bp_context_create(&(bp_context_options){.threads = 2}, &error);
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        n.lesson = *lesson;
        n.session = bp_session_create(n.context, *lesson, NULL, &error);
        n.other = bp_session_create(n.context, *lesson, NULL, &error);
        if (!n.session || !n.other ||
            !bp_app_open(&n.app, n.context, 96, 64, &error) ||
            !bp_lesson_open(&n.app, n.session, false, 0, &error))
            fail_msg("%s: %s", (*lesson)->name, error.message);
        for (int i = 0; i < n.lesson->step_count; i++)
            if (test_takes(i + n.lesson->number, 8)) visit_step(i, &random, check, undone);
        bp_app_close(&n.app);
        bp_session_destroy(n.other);
        bp_session_destroy(n.session);
    }
    bp_context_destroy(n.context);
    print_message("%d states, %d numbers, %d times words\n", n.count, n.numbers, n.words);
    if (n.faults > 0) fail_msg("%d faults", n.faults);
}

#endif
