/* stage: what one stage of an illustration shows, what a hand can take there, and the changes that it makes.
 *
 * A stage is a posed figure with its bones. A model's window shows one, a lesson one to three. Pictures,
 * picking and drags are the same for both.
 *
 * Not thread-safe: use a stage, its figure and its bones from one thread at a time.
 */
#ifndef BINDPOSE_STAGE_H
#define BINDPOSE_STAGE_H

#include <bindpose/painter.h>
#include <bindpose/scene.h>

BP_BEGIN_C

enum { BP_STAGE_MAX = 6, BP_STAGE_NODE_MAX = 8, BP_GHOST_MAX = 4, BP_HANDLE_MAX = 6, BP_HANDLE_POINTS = 97 };

typedef struct bp_posed_model bp_posed_model;

/* One character (or other mesh) with its bones. The world owns everything but the texts, unless noted. */
typedef struct bp_stage {
    const char *title, *subtitle; /* borrowed literals */
    char note[160];               /* the line below the picture, which names the bones' transforms */
    bp_skeleton *skeleton;        /* NULL: none */
    bp_mesh *mesh;                /* NULL if the stage shows a model */
    bool mesh_cached;             /* the cache owns the mesh: don't change it */
    const bp_model *model;        /* NULL if the stage shows a mesh; else `skeleton` is its first skeleton */
    bp_posed_model *posed;        /* the model with its pose and textures */
    bool owns_posed;              /* false: the cache owns it */
    bp_node *nodes[BP_STAGE_NODE_MAX]; /* the lesson's own nodes, to link bones to */
    bp_figure *figure;                 /* the mesh or the model, posed */
    const bp_draw_light *light;        /* of the figure, in world space; borrowed; NULL: the usual one */
    bp_color_mode color;               /* of the figure */
    int id;        /* of the figure: stages that show the same one in other steps have the same id */
    bool own_view; /* windows fit a view to it alone; without it, to all such stages, so that sizes compare */
    /* What a lesson adds to the stage. `kind` tells whose it is; `data` is owned: freed with the stage. */
    const void *kind;
    void *data;
} bp_stage;

/* Poses a copy of a stage's skeleton for a ghost. The copy starts in the stage's pose, and its bones are not
 * linked to nodes. It is prepared afterwards. */
typedef void bp_ghost_pose(bp_skeleton *copy, float value);

/* A translucent second figure on a stage, with a name: the bind pose, a wrong rule's pose, an answer. */
typedef struct bp_ghost {
    int stage;
    char name[48];         /* written beside it */
    bp_ghost_pose *pose;   /* called with `value` each time the world is posed */
    float value;           /* whatever the pose takes it for, an angle or an answer */
    bool bones_only;       /* lines and joints, no mesh */
    bp_skeleton *skeleton; /* owned: the posed copy; NULL until the world is posed */
    bp_figure *figure;     /* owned; NULL with bones_only */
} bp_ghost;

/* ---- matrices (src/scene/illustration/picking.c) ---- */

enum { BP_BONE_MATRIX_COUNT = 7 };

/* Local, absolute, final, bind, absolute bind, absolute inverse bind, rest. */
void bp_bone_matrices(const bp_bone *bone, bp_mat4 matrices[BP_BONE_MATRIX_COUNT]);

/* The seven matrices as bits, in the order in which bp_bone_matrices writes them. */
enum {
    BP_MATRIX_LOCAL = 1,
    BP_MATRIX_ABSOLUTE = 2,
    BP_MATRIX_FINAL = 4,
    BP_MATRIX_BIND = 8,
    BP_MATRIX_ABSOLUTE_BIND = 16,
    BP_MATRIX_ABSOLUTE_INVERSE_BIND = 32,
    BP_MATRIX_REST = 64,
};

/* ---- changes by hand (src/scene/illustration/edit_history.c) ---- */

typedef enum bp_edit_kind {
    BP_EDIT_ROTATE, /* `rotation` goes before the bone's own rotation, so it is about the bone's own axes */
    BP_EDIT_MOVE,   /* `vector` is added to the bone's position: metres along its parent's axes */
    BP_EDIT_HANDLE, /* `vector` is the position of a handle, in world space */
    BP_EDIT_BIND,   /* `matrix` is the bone's absolute inverse bind; for files alone, lessons ignore it */
    BP_EDIT_SLIDER, /* `vector.x` is the value of a slider */
} bp_edit_kind;

/* A change by hand, on top of what the stage shows by itself. */
typedef struct bp_edit {
    bp_edit_kind kind;
    int stage;
    size_t target;    /* the bone's id, or the index of the handle or the slider */
    bp_quat rotation; /* of BP_EDIT_ROTATE */
    bp_vec3 vector;   /* of all but ROTATE and BIND */
    bp_mat4 matrix;   /* of BP_EDIT_BIND; all zero: the file's */
} bp_edit;

/* Applies an edit to its bone, or to the node that the bone is linked to. Edits of handles, binds and
 * sliders move no bone. */
void bp_edit_apply(const bp_edit *edit, bp_bone *bone);

enum { BP_EDITS_MAX = 64, BP_UNDO_MAX = 64 };

/* What a hand changed, with undo. Zero it to begin. */
typedef struct bp_edit_history {
    bp_edit edits[BP_EDITS_MAX]; /* at most one of each kind for a bone, a handle or a slider */
    int count;
    /* What each change replaced, the newest last; the oldest are dropped. Behind them what undo took back. */
    bp_edit replaced[BP_UNDO_MAX];
    bool with_next[BP_UNDO_MAX]; /* undone together with the change after it */
    int undo_count, redo_count;
    uint64_t version; /* grows with every change of `edits`: equal versions of a history have equal edits */
    uint64_t undo_version; /* likewise, but not with changes that are merged into an undo step */
} bp_edit_history;

/* The edit of that kind for a bone, a handle or a slider; one that changes nothing where there is none. */
bp_edit bp_edit_history_get(const bp_edit_history *history, bp_edit_kind kind, int stage, size_t target);
/* Puts an edit in the place of the one of its kind, stage and target. `merge`: no undo step of its own.
 * False: BP_EDITS_MAX others are there. */
bool bp_edit_history_set(bp_edit_history *history, bp_edit edit, bool merge);
/* Makes the last two changes one undo step. */
void bp_edit_history_join(bp_edit_history *history);
/* Restores what the last change replaced; false: nothing to undo. */
bool bp_edit_history_undo(bp_edit_history *history);
/* Takes the last undo back, until the next change; false: nothing to redo. */
bool bp_edit_history_redo(bp_edit_history *history);
/* Forgets all changes and undo steps. */
void bp_edit_history_clear(bp_edit_history *history);
/* Forgets all changes but those of binds, and undo steps of poses. */
void bp_edit_history_keep_binds(bp_edit_history *history);
/* How many bones have another bind. */
int bp_edit_history_binds(const bp_edit_history *history);
/* The edits as they were before the last change, into `out`, which has BP_EDITS_MAX elements. Returns their
 * number. */
int bp_edit_history_before(const bp_edit_history *history, bp_edit *out);

/* ---- picking (src/scene/illustration/picking.c) ---- */

/* A stage as it was laid out in a picture. */
typedef struct bp_placed_stage {
    int stage;
    bp_rect rect; /* pixels */
    bp_camera camera;
    float ring;       /* radius in metres of the selected joint's ring; 0: no ring */
    bool drag_joints; /* a drag that begins on a joint rotates it */
    bool passive;     /* a drag only orbits: it isn't the stage's own figure */
} bp_placed_stage;

/* A point that can be dragged. */
typedef struct bp_placed_handle {
    const char *label; /* borrowed; written beside it */
    int stage;
    bp_vec3 position, normal; /* world space; it is dragged in that plane, zero: the picture's */
    /* An arrow or a ring, which is taken anywhere along these points: a drag moves the arrow, and turns a
     * ring, whose last point is its first, in its own plane about its middle. `count` 0: a point. */
    int count;
    bp_vec3 curve[BP_HANDLE_POINTS];
} bp_placed_handle;

/* A bone's frame in world space, as last prepared. */
bp_mat4 bp_bone_frame(const bp_stage *stage, const bp_bone *bone);
/* The bone whose joint is nearest within `reach` pixels; NULL: none. */
bp_bone *bp_pick_joint(const bp_stage *stage, const bp_placed_stage *placed, float x, float y, float reach);
/* The bone whose joint, or else whose line, is near enough; NULL: none. `unit`: pixels per layout unit. */
bp_bone *bp_pick_bone(const bp_stage *stage, const bp_placed_stage *placed, float x, float y, float unit);

typedef struct bp_rotation_ring {
    const bp_stage *stage;
    const bp_bone *bone; /* NULL: no ring */
    int axis;            /* 0 X, 1 Y, 2 Z */
} bp_rotation_ring;

/* Whether the ring is under the point. */
bool bp_pick_ring(const bp_rotation_ring *ring, const bp_placed_stage *placed, float x, float y, float unit);
/* The angle in radians about the ring's axis of a drag from one pixel to another. */
float bp_rotation_ring_angle(const bp_rotation_ring *ring, const bp_placed_stage *placed, bp_vec2 from,
                             bp_vec2 to);
/* `count` points on a bone's ring, which is perpendicular to the axis, in world space. */
void bp_rotation_ring_points(bp_mat4 frame, int axis, float radius, bp_vec3 *points, int count);

/* ---- dragging the mesh (src/scene/illustration/picking.c) ---- */

/* A point of a mesh's surface, and the bone that moves it most. */
typedef struct bp_mesh_hit {
    bp_bone *bone;    /* NULL: no skinned mesh there */
    bp_vec3 position; /* in world space */
} bp_mesh_hit;

/* The nearest skinned surface at a pixel of a placed stage. */
bp_mesh_hit bp_pick_mesh(const bp_stage *stage, const bp_placed_stage *placed, float x, float y);
/* Of a bone's own axes, the one that points most towards the eye: a drag about it stays in the picture. */
int bp_mesh_drag_axis(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone);
/* How far a drag from one pixel to another rotates the bone about one of its own axes (0..2), in radians. The
 * point that was taken, `taken` in world space, follows the mouse on its circle around the axis. 0 where the
 * circle is nearly a line in the picture. */
float bp_mesh_drag_angle(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone, int axis,
                         bp_vec3 taken, bp_vec2 from, bp_vec2 to);

/* ---- dragging a limb by its end (src/scene/illustration/limb_drag.c) ---- */

/* The end of the limb that a bone belongs to: the hand, for a hand or one of its fingers. NULL if the bone is
 * not at the end of two bones of similar length, as in a body or an upper arm. */
const bp_bone *bp_limb_end(const bp_stage *stage, const bp_bone *bone);
/* Rotates the two bones above a limb's end so that the end's joint goes as far as from `from` to `to` (world
 * space), or as near as the bones reach. The bones' rotations come as edits to add: own[0] to the upper bone,
 * own[1] to the lower one, each about the bone's own axes. False if a bone has no length. */
bool bp_limb_drag(const bp_stage *stage, const bp_bone *end, bp_vec3 from, bp_vec3 to, bp_quat own[2]);

/* ---- painting on a stage (src/scene/illustration/painter.c) ----
 *
 * For the paint function of a content (illustration.h), which runs several times for a picture: to measure
 * what it draws, to draw it into the scene, to keep names off its lines, and to write over the picture. It
 * draws the same each time; these functions do what the moment asks for. Positions are in world space,
 * widths in layout units. Lines are seen through meshes, faintly. */

/* Which stage is painted, and the rectangle of its scene in pixels. */
int bp_paint_stage(const bp_painter *painter);
bp_rect bp_paint_rect(const bp_painter *painter);
/* Metres that a layout unit covers at the target's distance. */
float bp_paint_unit(const bp_painter *painter);
/* A polyline through `count` points. `closed`: also from the last one to the first. */
void bp_paint_lines(bp_painter *painter, const bp_vec3 *points, int count, bool closed, float width,
                    bp_rgba8 color);
/* An arrow; one without length, or not finite, isn't drawn. */
void bp_paint_arrow(bp_painter *painter, bp_vec3 from, bp_vec3 to, bp_rgba8 color);
/* A dot with a rim; if its colour is transparent, a rim of that colour alone. */
void bp_paint_disc(bp_painter *painter, bp_vec3 at, float radius, bp_rgba8 color);
/* A label beside one of `count` points, where it covers least; none if a handle has the same label. */
void bp_paint_label(bp_painter *painter, const bp_vec3 *points, int count, const char *text, bp_rgba8 color);
/* Whether boxes and texts (painter.h) may be drawn over the picture now. Names stay out of the rectangle. */
bool bp_paint_over(bp_painter *painter, bp_rect rect);
/* The pixel at which a position is seen; false: it isn't. */
bool bp_paint_project(const bp_painter *painter, bp_vec3 at, bp_vec2 *pixel);

BP_END_C

#endif
