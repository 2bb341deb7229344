/* lesson: a lesson as data, and what walks through it without a window.
 *
 * A lesson is a list of steps over a small world of one to three stages that stand side by side
 * under one camera. The state at any moment is a pure function of (lesson, step, time within the
 * step, rules, what the student turned): the world is set up afresh, the changes of all earlier steps
 * are applied whole, and the change of the current one as far as it has got. So steps forwards,
 * backwards and jumped to give the same picture, byte for byte, and nothing can be left over from
 * another step. With three bones a replay costs microseconds; what is slow to make (a file read, a
 * texture) is kept in the session and only borrowed by the world.
 *
 * A claim compares a measured value with an expected one that is written in the lesson as a literal,
 * derived by hand beside it; never with a second call of what is being tested. A claim must be false
 * before the change of its step, unless it says that it holds before too: hint the step proves
 * nothing.
 */
#ifndef BINDPOSE_LESSON_H
#define BINDPOSE_LESSON_H

#include <bindpose/io.h>
#include <bindpose/raster.h>
#include <bindpose/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BP_STAGE_MAX = 3,
    BP_STAGE_NODE_MAX = 8,
    BP_CLAIM_VALUE_MAX = 16, /* a claim measures one number up to a whole matrix */
    BP_WRONG_ANSWER_MAX = 6,
    BP_READOUT_MAX = 3,
};

typedef struct bp_world bp_world;
typedef struct bp_posed_model bp_posed_model; /* a model, its pose, its figure (src/lesson/posed_model.c) */
typedef struct bp_model_cache bp_model_cache;             /* models that were read from files, kept by the session */
typedef struct bp_offscreen bp_offscreen; /* where pictures are taken for comparing, kept by the session */
typedef struct bp_lesson_plan bp_lesson_plan;

/* ---- the world ---------------------------------------------------------------------------------- */

/* What stands on one stage. Everything is owned by the world, but for the words. */
typedef struct bp_stage {
    const char *title, *subtitle; /* borrowed literals */
    char note[96];                /* the line below the picture: what was done to the bones here */
    bp_skeleton *skeleton;        /* NULL: none */
    bp_mesh *mesh;                /* NULL where the stage shows a model */
    bool mesh_cached;            /* a tube: borrowed from the session and not to be changed */
    const bp_model *model; /* the shown model, or NULL; `skeleton` is then its first, and the model's own */
    bp_posed_model *shown; /* that with its pose and textures: the world's, or borrowed from the session */
    bool owns_posed;
    bp_node *nodes[BP_STAGE_NODE_MAX]; /* the lesson's own nodes, for bones to be linked to */
    bp_figure *figure;              /* of the mesh or model; what is drawn */
    const char *marked_name; /* borrowed literal: marks a vertex of the mesh by this name; NULL: none */
    int marked_vertex;  /* its number */
} bp_stage;

/* What a lesson's functions are given: stages, a camera, and the rules in force. Lessons read and write
 * the fields; a failure of any call goes to `error`, and the engine stops the lesson there. */
struct bp_world {
    bp_context *context; /* borrowed */
    const char *file;    /* borrowed; the file that the program was given, or NULL */
    const void *given;   /* borrowed; the plan's */
    bool engine;         /* skeletons are made with the engine's rules (BP_RULES_ENGINE) */
    int stage_count;
    bp_stage stages[BP_STAGE_MAX];
    bp_camera camera;
    unsigned show;          /* of bp_show_flag: what the lesson wants drawn */
    int panel_stage;        /* what the panel shows where no step has named a bone ... */
    const char *panel_bone; /* ... borrowed from the skeleton; NULL: the stage's first */
    bp_vec3 floor;          /* its middle, and half its side: the session's, from what setup made */
    float floor_half;
    bp_model_cache *cache;   /* borrowed from the session */
    bp_offscreen *offscreen; /* likewise; NULL: one is made when it is needed */
    bp_error error;
};

/* Adds a stage and returns it: empty, or with a mesh and skeleton that the world takes over. A NULL mesh or
 * skeleton counts as a failed call before. Never NULL; beyond BP_STAGE_MAX an error. */
bp_stage *bp_world_add_stage(bp_world *world, const char *title, const char *subtitle, bp_mesh *mesh,
                             bp_skeleton *skeleton);
/* (src/lesson/stage_character.c) Adds a stage with the page's character in that bind, and sets the camera of its
 * pictures. */
bp_stage *bp_world_add_character(bp_world *world, const char *title, const char *subtitle,
                                 bp_character_bind bind);
/* The same, with bones that are made with those locals and not at their binds. */
bp_stage *bp_world_add_posed_character(bp_world *world, const char *title, const char *subtitle,
                                    bp_character_bind bind, const bp_mat4 locals[BP_CHARACTER_BONES]);
/* A local matrix for its left arm: scaled along X, then turned about the axis, at the shoulder (0.5, 1.5, 0). */
bp_mat4 bp_left_arm_local(float scale_x, bp_vec3 axis, float degrees);
/* Puts a stage's character right again: bones sorted, bound and standing as in the natural bind, weights that
 * add up to 1. Fails where the stage has another. */
void bp_world_reset_character(bp_world *world, int stage);
/* Makes that matrix the bone's final, as a wrong program would have it: by an inverse bind spoilt to suit. */
void bp_world_override_final(bp_world *world, bp_bone *bone, bp_mat4 final);
/* (src/lesson/stage_boxes.c) Adds a stage with a chain of bones, 1 to 8, all bound at the origin, each the child of the
 * one before; and for each a box of 0.45 m where it belongs: places[i] from the box before (the first from the
 * origin), bound to it. */
bp_stage *bp_world_add_box_chain(bp_world *world, const char *title, const char *subtitle,
                             const char *const names[], const bp_vec3 places[], int count);
/* Adds a stage with a model that the world takes over, standing as it does; NULL counts as a failed call before. */
bp_stage *bp_world_add_model(bp_world *world, const char *title, const char *subtitle, bp_model *model);
/* Adds a stage with the model of a file, in the pose of the file: read the first time, then kept by the session.
 * The camera looks at all of it. */
bp_stage *bp_world_add_file(bp_world *world, const char *title, const char *subtitle, const char *path);
/* Sets a stage's model to a moment of one of its clips (-1: to its rest), in seconds. */
void bp_world_sample_clip(bp_world *world, int stage, int clip, double seconds);
/* (src/lesson/stage_tube.c) Adds a stage with a tube on a chain of bones "joint0", "joint1", ..., the last of which has
 * the length that the others have to their children; striped along its length, in its joints' colours mixed by
 * weight. `options` give length and joints. */
bp_stage *bp_world_add_tube(bp_world *world, const char *title, const char *subtitle,
                            const bp_tube_options *options, bp_skin_method method);
/* Adds a stage with an arm of two bones, "joint0" and "joint1", of `length` metres each along +Y (no lengths are
 * set), and a ball at the origin on a root bone of its own, "target". */
bp_stage *bp_world_add_ik_arm(bp_world *world, const char *title, const char *subtitle, float length);
/* A stage's bone by name; where there is none the world fails, and the stage's first bone is returned (NULL
 * without bones). */
bp_bone *bp_world_bone(bp_world *world, int stage, const char *name);
/* Sets the rotation of a stage's bone, found by name as above, to that rotation. */
void bp_world_rotate(bp_world *world, int stage, const char *name, bp_vec3 axis, float degrees);
/* Adds a node to a stage (owned by the world): for a bone to be linked to. NULL and the world fails at
 * BP_STAGE_NODE_MAX of them. */
bp_node *bp_world_add_node(bp_world *world, int stage, const char *name, bp_node *parent);
/* Skins the stage's mesh by that method from now on (bp_world_add_stage: linear blend). */
void bp_world_set_method(bp_world *world, int stage, bp_skin_method method);
/* Prepares and skins every stage. The engine prepares after each change, and skins after the last: changes meet bones
 * that are current, and vertices that may not be. Measures that move bones do it again. */
void bp_world_pose(bp_world *world);
/* Writes a stage's note, in the manner of printf. */
void bp_world_note(bp_world *world, int stage, const char *format, ...) BP_PRINTF(3, 4);
/* Keeps the first failure. Always false. */
bool bp_world_fail(bp_world *world, const char *format, ...) BP_PRINTF(2, 3);

/* The largest distance between the same vertices of two stages, in metres. */
float bp_world_vertex_difference(bp_world *world, int a, int b);
/* How many pixels differ between the pictures of two stages' meshes (no bones, no words), both drawn with
 * the world's camera at `width` x `height`. */
float bp_world_pixel_difference(bp_world *world, int a, int b, int width, int height);
/* How the line of the left arm's bone lies to the page's character's left arm: the angle between them in degrees
 * (0..90), and the distance in metres of the bone's joint from the arm's axis. */
void bp_world_arm_line(bp_world *world, int stage, float values[2]);

/* Where one vertex is on its way to the picture: each line is the one before times one more matrix. */
typedef struct bp_vertex_path {
    bp_vec3 mesh;     /* as the mesh holds it */
    bp_vec3 bone;     /* times its bone's absolute inverse bind: as the bone sees it */
    bp_vec3 skeleton; /* times the bone's chain (absolute, when that is current): relative to the root */
    bp_vec3 world;    /* times the figure's world matrix */
    bp_vec3 view;     /* times the camera's view: the eye looks along -Z */
    bp_vec4 clip;     /* times its projection, for a square picture */
    bp_vec2 pixel;    /* clip / w, in a viewport of 400 x 400, y down */
    float depth;      /* 0 at the near plane .. 1 at the far plane */
} bp_vertex_path;

/* The path of a stage's vertex through the bone that has its largest weight, as last posed (src/lesson/vertex_path.c).
 * False, and the world fails: no such vertex, not skinned, behind the camera. */
bool bp_world_vertex_path(bp_world *world, int stage, int vertex, bp_vertex_path *path);

/* Marks a vertex of a stage's mesh in the pictures, with a name (a literal) beside it. */
void bp_world_mark_vertex(bp_world *world, int stage, int vertex, const char *name);

/* The bone that the panel shows at a step, and its stage: the last that a step up to it has named, else the world's
 * panel_bone, else the stage's first. NULL where the stage has none. (src/lesson/session.c) */
bp_bone *bp_world_panel_bone(const bp_world *world, const bp_lesson_plan *lesson, int step, int *stage);

/* ---- claims ------------------------------------------------------------------------------------ */

/* What is measured: a stage, a second one to compare it with, a bone by name, and a matrix of it. Each measure
 * says which of these it looks at. */
typedef struct bp_measure_args {
    int stage, other;
    const char *bone;
    bp_mat4 (*matrix)(const bp_bone *bone); /* bp_bone_local, bp_bone_final, ... */
} bp_measure_args;

/* Writes the values that a claim compares or a readout shows. In a claim the world is one of its own, so
 * the measure may move bones there. What goes wrong is said through bp_world_fail; the claim then fails with
 * that message. Lessons write their own where none of these will do. */
typedef void bp_measure(bp_world *world, const bp_measure_args *subject, float *values);

/* All that the panel shows of a bone: local, absolute, final, bind, absolute bind, absolute inverse bind, rest. */
enum { BP_BONE_MATRIX_COUNT = 7 };
void bp_bone_matrices(const bp_bone *bone, bp_mat4 seven[BP_BONE_MATRIX_COUNT]);

/* (src/lesson/measure_bone.c, src/lesson/volume.c) */
bp_measure bp_measure_rotation_z;       /* the angle in degrees by which bone.matrix rotations about Z, -180..180 */
bp_measure bp_measure_position;   /* 3: translation of bone.matrix */
bp_measure bp_measure_height;     /* the y of that */
bp_measure bp_measure_matrix;     /* 16: all of bone.matrix */
bp_measure bp_measure_identity;   /* the largest difference between bone.matrix and the identity */
bp_measure bp_measure_identity_error; /* the same over all bones of the stage */
bp_measure bp_measure_vertex_difference;   /* bp_world_vertex_difference of stage and other */
bp_measure bp_measure_pixel_difference;     /* bp_world_pixel_difference of them, at 400 x 400 */
bp_measure bp_measure_arm_alignment;   /* 2: bp_world_arm_line */
bp_measure bp_measure_chain;      /* 16: the bone's chain, which the engine's getFinalMatrix returns */
bp_measure bp_measure_bone_length;     /* 2: the bone's length in metres, and whether it has one (1: yes) */
bp_measure bp_measure_bone_ends;       /* 6: where the bone's line begins and ends, as in bp_measure_bone_tip */
bp_measure bp_measure_bone_tip;        /* 3: the far end of the bone's line, relative to the skeleton's root */
bp_measure bp_measure_volume;     /* how much of the volume of the stage's mesh its pose leaves: 1 is all */
bp_measure bp_measure_stale;      /* 1 where the bone's absolute is stale, 0 where it is current */
bp_measure bp_measure_stale_and_x;       /* 2: the same, looked at first; then the x that the absolute says */
bp_measure bp_measure_euler;      /* 3: pitch, yaw, roll of bone.matrix in degrees */
bp_measure
    bp_measure_bind_removed_locally; /* 2: the rotations about Z of the bone's own inverse bind times local; of bone.matrix */
bp_measure bp_measure_trs; /* 9: the bone's own position, Euler angles in degrees, scale */
bp_measure bp_measure_mesh_counts;  /* 2: vertices and indices of the stage's mesh */
/* (src/lesson/measure_counts.c) 8: how often matrices are written in a hundred frames in which the bone rotations and the skeleton is prepared:
 * local, final, absolute, bind, absolute bind, absolute inverse bind, rest; then absolute once more, after somebody
 * has asked for the bone's position in world space. */
bp_measure bp_measure_write_counts;
/* 2: how many of the 112 entries of the bone's seven matrices change with another length; then with a rotation to 75
 * degrees about Z. */
bp_measure bp_measure_changed_entries;
/* (src/lesson/stage_tube.c) of the ring of vertices half-way up a tube: its width as a share of what it was made with;
 * by how many degrees it has turned about Y */
bp_measure bp_measure_ring_width;
bp_measure bp_measure_ring_rotation;
/* (src/lesson/vertex_path.c) of the stage's vertex number `other`: see bp_vertex_path */
bp_measure bp_measure_vertex_mesh;     /* 3 */
bp_measure bp_measure_vertex_bone;     /* 3 */
bp_measure bp_measure_vertex_skeleton; /* 3 */
bp_measure bp_measure_vertex_skinned;  /* 3: the same place, but as the figure's skinning left it: by final */
bp_measure bp_measure_vertex_world;    /* 3 */
bp_measure bp_measure_vertex_view;     /* 3 */
bp_measure bp_measure_vertex_clip;     /* 4 */
bp_measure bp_measure_vertex_pixel;    /* 3: x, y, depth */

typedef struct bp_claim {
    int number;       /* of the page's claims, 1..64; 0: a statement of the lesson's own */
    const char *text; /* one sentence, true when the claim passes */
    bp_measure *measure;
    bp_measure_args of;
    int count; /* values measured, 1..BP_CLAIM_VALUE_MAX; 0 means 1 */
    float expected[BP_CLAIM_VALUE_MAX];
    float tolerance; /* per value: |measured - expected| <= tolerance * max(1, largest |expected|); 0: 1e-5 */
    bool at_most;    /* one-sided: measured <= expected (differences, errors) */
    const char *unit;  /* "", "m", "degrees", "pixels" */
    bool holds_before; /* says that it holds before the step's change too (a step that shows, not moves) */
    const char *page;  /* where page and engine differ, what each says, in words; else NULL */
    const char *engine;
    bp_measure
        *engine_measure; /* the same under the engine's rules; NULL: `measure` run on an engine world */
    float engine_expected[BP_CLAIM_VALUE_MAX]; /* used where `engine` is given */
} bp_claim;

/* ---- questions --------------------------------------------------------------------------------- */

typedef struct bp_wrong_answer {
    float answer;
    const char *why; /* what the student probably did, and what to think of instead */
} bp_wrong_answer;

/* Asked before the step's change is shown: the student types a number. */
typedef struct bp_question {
    const char *text; /* NULL: the step asks nothing */
    float answer;
    float tolerance; /* absolute; 0: 0.005 */
    const char *unit;
    const char *right; /* why the right answer is right */
    bp_wrong_answer wrong[BP_WRONG_ANSWER_MAX];
    const char *hint; /* a hint for every other answer */
} bp_question;

/* What is said to an answer: borrowed from the question. `right` tells whether it counts. */
const char *bp_question_judge(const bp_question *question, float answer, bool *right);

/* ---- steps and lessons -------------------------------------------------------------------------- */

/* A live number beside the stages: a measure of this moment, which must not move anything. */
typedef struct bp_readout {
    const char *label;
    bp_measure *measure;
    bp_measure_args of;
    const char *format; /* of the first value: "%.2g m"; NULL: "%.4g" */
    const char *note;   /* small print behind the number, may be NULL */
} bp_readout;

/* The readout's text for the world as it is. Returns `text`. Where the measure failed, world->error says so. */
const char *bp_readout_text(const bp_readout *readout, bp_world *world, char *text, size_t size);

typedef struct bp_step {
    const char *caption; /* two sentences at most: what happens, what to look at */
    /* Applies the step's change as far as t, 0 (nothing) to 1 (all of it), to a world in the state in
     * which the earlier steps left it. Called with one t on a fresh world. NULL: nothing moves. */
    void (*change)(bp_world *world, float t);
    const bp_claim *claims; /* borrowed, `claim_count` of them */
    int claim_count;
    const bp_question *question; /* NULL: asks nothing */
    const bp_readout *readouts;  /* NULL: those of the step before stay */
    int readout_count;
    int stage;        /* what the panel shows: the stage, 0 first ... */
    const char *bone; /* ... and the bone; NULL: as before */
    float seconds;    /* how long the change takes to animate; 0: 0.8 where there is a change */
} bp_step;

typedef struct bp_lesson_text {
    const char *teaches;       /* for the README: what the student knows after it */
    const char *prerequisites; /* names of lessons, or "none" */
    const char *try_this[4];
    const char *questions[4];
} bp_lesson_text;

struct bp_lesson_plan {
    int number;        /* 1.. */
    const char *name;  /* "05_same_pose_three_ways" */
    const char *title; /* "The same pose, three ways" */
    const char *line;  /* one line for lists */
    int difficulty;    /* 1 easy to 3 hard */
    bool takes_file;   /* a glTF file may follow the program's name */
    const void *given; /* borrowed; for setup, which finds it in the world; NULL: none */
    void (*setup)(bp_world *world);
    const bp_step *steps;
    int step_count;
    bp_lesson_text words;
};

/* ---- walking through a lesson (src/lesson/session.c) ----------------------------------------------- */

/* A bone turned by the student, on top of what the step says. */
typedef struct bp_user_rotation {
    int stage;
    size_t bone;  /* its number */
    bp_quat rotation; /* before the bone's own rotation: about its own axes */
} bp_user_rotation;

typedef struct bp_session bp_session;

/* `file` (may be NULL) is borrowed for the session's life. Errors: what setup says. */
bp_session *bp_session_create(bp_context *context, const bp_lesson_plan *lesson, const char *file,
                              bp_error *error);
void bp_session_destroy(bp_session *session);
const bp_lesson_plan *bp_session_lesson(const bp_session *session);

/* Where in a lesson one is. */
typedef struct bp_lesson_state {
    int step;             /* 0..step_count - 1 */
    float t;              /* of its change: 0..1, already eased */
    bool engine;          /* the engine's rules */
    const bp_user_rotation *rotations; /* borrowed for the call */
    size_t rotation_count;
} bp_lesson_state;

/* Makes the world of that moment, posed. Errors: a step out of range; what the lesson's functions say (with
 * the step as place). The world stays as it was then, but models from files, which all worlds of the session
 * borrow, stand as the attempt left them. */
bool bp_session_seek(bp_session *session, bp_lesson_state moment, bp_error *error);
/* The world as last made; borrowed until the next bp_session_seek. */
bp_world *bp_session_world(bp_session *session);

/* What checking a claim found. */
typedef struct bp_claim_result {
    const bp_claim *claim; /* borrowed from the lesson */
    int step;              /* 0.. */
    float measured[BP_CLAIM_VALUE_MAX];
    float engine_measured[BP_CLAIM_VALUE_MAX]; /* where the claim tells of the engine */
    bool pass;
    char failure[256]; /* why not, in words; "" when it passes */
} bp_claim_result;

/* Measures one claim: before its step's change (it must not hold there, unless it says so), after it, and
 * under the engine's rules where it tells of them. False only where measuring was impossible. The session's world
 * is afterwards one of those. */
bool bp_session_check(bp_session *session, int step, int claim, bp_claim_result *result, bp_error *error);

/* Writes the members "measured", "expected" (a number each, or an array where there are several), "tolerance"
 * and "pass" into the object that is open. */
void bp_claim_result_write_json(bp_json_writer *json, const bp_claim_result *result);

/* How many claims a lesson has, over all steps. */
int bp_lesson_claim_count(const bp_lesson_plan *lesson);

/* ---- telling it (src/lesson/transcript.c) ----------------------------------------------------------- */

typedef enum bp_transcript_format {
    BP_TRANSCRIPT_TEXT,
    BP_TRANSCRIPT_MARKDOWN,
    BP_TRANSCRIPT_JSON
} bp_transcript_format;

/* All that the steps show, in words and numbers: captions, notes, readouts, for each bone local, final and
 * the others where they changed, and the claims with what was measured. *failed counts the claims that
 * don't hold (may be NULL). `out` is freed with bp_file_free. */
bool bp_session_transcript(bp_session *session, bp_transcript_format form, bool columns, bp_file *out,
                           int *failed, bp_error *error);

/* The lesson that a program is made of: each lessons/NN_name/lesson.c defines this one
 * constant (the Makefile gives it the lesson's own name where several are linked into one program). */
extern const bp_lesson_plan bp_lesson;

#ifdef __cplusplus
}
#endif

#endif
