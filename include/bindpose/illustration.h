/* illustration: one to three stages with one camera, their handles, ghosts and sliders, which a hand can
 * take.
 *
 * An illustration is given content and a rectangle, then pointer events, and draws itself. It knows no
 * window, no keys, no captions and no question, so a native window, a canvas in an article, a PNG and a test
 * draw the same one:
 *
 *     bp_illustration illustration = bp_illustration_make();
 *     bp_illustration_set(&illustration, &content, true);
 *     bp_illustration_place(&illustration, rect, unit);
 *     bp_illustration_event(&illustration, &pointer); // changes illustration.history; its owner applies the
 * edits
 *     bp_illustration_render(&illustration, raster, &framebuffer, theme, &error);
 *
 * It is a value and owns nothing. It holds how the user moved the camera, what is selected, what is under
 * the mouse, and the history of edits. What it shows is borrowed. Changes are known by counters: `version`,
 * `history.version`.
 *
 * Not thread-safe: use an illustration, and what it shows, from one thread at a time.
 */
#ifndef BINDPOSE_ILLUSTRATION_H
#define BINDPOSE_ILLUSTRATION_H

#include "raster/inspect.h"
#include <bindpose/stage.h>

BP_BEGIN_C

enum { BP_SLIDER_MAX = 2, BP_CARD_MAX = 6 };

/* One variable. Dragging it makes an edit of kind BP_EDIT_SLIDER, which the owner of the content applies. */
typedef struct bp_slider {
    const char *name, *unit; /* borrowed: "angle in local", "°" */
    float min, max, step;    /* step 0: continuous */
    float value;             /* as the content has it now */
    float dragged;           /* what drags of parts add to the value that was set */
    int decimals;
    const char *const *names; /* borrowed: of values 0, 1, 2 ... as cards, no track; NULL after the last */
    const char *const *bones; /* borrowed: on which each card is dropped, NULL: anywhere; or NULL */
    bool ordered; /* cards are put in order by drags, and the value is an order's number (bp_order_of) */
    bool waits;   /* shown pale, can't be dragged */
} bp_slider;

/* How many cards the slider has; 0: it has a track. */
int bp_slider_names(const bp_slider *slider);
/* Of all orders of 0..count-1, sorted, the one with that number, and the number of one. `count` is at most
 * BP_CARD_MAX. */
void bp_order_of(float number, int count, int *order);
float bp_order_number(const int *order, int count);

typedef struct bp_illustration bp_illustration;
typedef struct bp_shadow bp_shadow; /* scene/shadow.h */

/* What an illustration shows. Everything that it points to is borrowed until the next bp_illustration_set. */
typedef struct bp_content {
    const bp_stage *stages; /* stage_count of them, at most BP_STAGE_MAX */
    int stage_count;
    int number;   /* stands before the title of a single stage: "2"; 0: none. Several are numbered 1, 2, 3 */
    int skeleton; /* edits of bones record their stage plus this; a model's: its skeleton that is shown */
    unsigned passive; /* bit i: a drag of stage i only orbits */
    const bp_ghost *ghosts;
    int ghost_count;
    /* The view is the camera, moved and zoomed so that it shows the extents. They are boxes in the view
     * space of the camera (bp_stage_extent). Without any, the camera is used as it is. */
    bp_camera camera;
    bp_bounds extents[BP_STAGE_MAX];
    unsigned show; /* bits of bp_show_flag */
    bp_vec3 floor;
    float floor_half;                       /* metres from its centre to each side; 0: no floor */
    const bp_shadow *shadows[BP_STAGE_MAX]; /* on the floor; NULL: none */
    bp_placed_handle handles[BP_HANDLE_MAX];
    int handle_count, label_count; /* that can be taken now; whose labels are shown */
    bp_slider sliders[BP_SLIDER_MAX];
    int slider_count;
    const char *blocked; /* why nothing can be changed now, as words for the mouse; NULL: it can */
    /* Why this bone can't be changed; NULL: it can. May be NULL. */
    const char *(*block)(const bp_illustration *illustration, const bp_bone *bone);
    bool drag_joints; /* a drag that begins on a joint rotates it */
    bool at_bind;     /* the pose is the bind pose: a new bind moves the bone, otherwise the mesh */
    /* An angle that is answered by rotating the bone of a ghost, or of the stage: a drag sets `predicted`. */
    const char *predicts; /* the bone's name; NULL: none */
    int predicts_stage;
    /* Draws what only this content has (bp_paint_lines and the like), once for each stage. NULL: nothing. */
    void (*paint)(void *user, bp_painter *painter);
    void *user;
} bp_content;

/* A box around a stage's figure, bones, ghosts and what is painted there, as posed; empty without any. It is
 * the box in the camera's picture: x and y are where a point's ray to the eye meets the plane of the target,
 * z is the view space's. The contents' extents are not read. */
bp_bounds bp_stage_extent(const bp_content *content, int stage, const bp_camera *camera);
/* The camera moved sideways and up, with the field of view in which the extent fills the picture: so it keeps
 * its perspective. The extent is one of this camera, and not empty. */
bp_camera bp_extent_camera(const bp_camera *camera, bp_bounds extent, float aspect);
/* An extent's centre in world space. */
bp_vec3 bp_extent_center(const bp_camera *camera, bp_bounds extent);

typedef enum bp_pointer_kind {
    BP_POINTER_PRESS,
    BP_POINTER_MOVE,
    BP_POINTER_RELEASE,
    BP_POINTER_WHEEL,
    BP_POINTER_LEAVE, /* the mouse left the window */
} bp_pointer_kind;

typedef struct bp_pointer {
    bp_pointer_kind kind;
    float x, y;  /* pixels of the framebuffer */
    float wheel; /* notches, up is positive */
    bool pan;    /* the right or middle button, or Shift */
    bool move;   /* Ctrl: moves a bone instead of rotating it */
    bool touch;  /* a finger: reaches farther */
} bp_pointer;

typedef enum bp_drag_kind {
    BP_TAKE_NOTHING,
    BP_TAKE_ORBIT,
    BP_TAKE_PAN,
    BP_TAKE_RING,   /* rotates the selected joint */
    BP_TAKE_JOINT,  /* likewise, from the joint itself */
    BP_TAKE_MESH,   /* rotates the bone that moves the surface under the mouse; the surface follows */
    BP_TAKE_LIMB,   /* pulls a limb by its end: two bones follow */
    BP_TAKE_MOVE,   /* moves that bone in the picture's plane */
    BP_TAKE_HANDLE, /* moves a handle */
    BP_TAKE_ANSWER, /* rotates the prediction */
    BP_TAKE_SLIDER,
} bp_drag_kind;

#define BP_ID_NONE ((size_t)-1) /* no bone */

/* What is under the mouse, and so what pressing would take. */
typedef struct bp_pointed {
    bp_drag_kind drag;
    int placed; /* index of the placed stage; -1: none */
    int stage;
    size_t bone;         /* its id; BP_ID_NONE: none */
    int handle;          /* -1: none */
    int slider;          /* -1: none */
    int axis;            /* about which MESH rotates */
    const char *blocked; /* why the bone can't be changed now; NULL: it can */
    float x, y;          /* of the mouse */
} bp_pointed;

typedef struct bp_hand {
    bp_pointed took; /* drag NOTHING: no drag */
    float x, y;      /* the last position */
    float moved;     /* pixels since the press: a click moves little */
    bp_vec3 grabbed; /* the point of the scene under the mouse, world space */
    bp_vec3 arm;     /* from the joint to the point that was taken, in the bone's frame */
    float angle;     /* radians that the drag has rotated the bone */
    bool edited;     /* the drag has an undo step */
} bp_hand;

/* How the user moved the camera. */
typedef struct bp_camera_moves {
    float yaw, pitch;   /* radians */
    float pan_x, pan_y; /* in heights of the picture */
    float zoom;         /* times the original distance */
} bp_camera_moves;

/* Which bone or handle keys change. */
typedef struct bp_chosen {
    int stage;
    size_t bone; /* its id in the stage's skeleton; BP_ID_NONE: none */
    int axis;    /* of rotation: 0 X, 1 Y, 2 Z */
    int handle;  /* -1: none */
} bp_chosen;

struct bp_illustration {
    bp_content content; /* set by bp_illustration_set */
    bp_rect rect;       /* set by bp_illustration_place */
    float unit;         /* pixels of a layout unit */
    bp_camera_moves moves;
    bp_chosen chosen;
    bp_edit_history history;
    bp_pointed hover;
    bp_hand hand;
    bool pulls;        /* a drag of a hand or foot pulls its limb; else it rotates the one bone */
    bool binds;        /* drags and keys change a bone's bind instead of its pose */
    bool still_camera; /* a drag of the background isn't taken: a page scrolls */
    bool free_camera;  /* orbit, pan and zoom without limits, also by the wheel */
    bool home;         /* the camera is on its way home */
    unsigned flipped;  /* bits of bp_show_flag that the user toggled */
    int lit_row;       /* of the chosen bone's matrices, 4 * matrix + row, shown as an arrow; -1: none */
    float predicted;   /* degrees */
    bp_placed_stage placed[BP_STAGE_MAX];
    bp_rect tracks[BP_SLIDER_MAX]; /* of the sliders; width 0: not laid out */
    int placed_count;
    uint64_t version; /* grows with every visible change but those of edits */
};

/* Without content. Nothing is chosen. */
bp_illustration bp_illustration_make(void);
/* New content. The choice moves to a bone that is there, and a drag goes on. `fresh`: another scene; the
 * camera goes home. Cheap: call it after every change of the pose. */
void bp_illustration_set(bp_illustration *illustration, const bp_content *content, bool fresh);
/* Lays it out in a rectangle, in pixels: stages side by side (three also two and one, and in a high rectangle
 * one below the other), each with its title, and the sliders below. Call it before events and drawing, after
 * the rectangle or the content changed. */
void bp_illustration_place(bp_illustration *illustration, bp_rect rect, float unit);
/* In how many columns pictures that show this are largest, each with so many pixels above it for a title. */
int bp_illustration_columns(bp_bounds shown, int count, bp_rect rect, float title);
/* The same with sliders whose tracks the caller laid out, or draws itself. */
void bp_illustration_place_stages(bp_illustration *illustration, bp_rect rect, float unit);
/* Eases the camera home. Returns whether it still moves. */
bool bp_illustration_tick(bp_illustration *illustration, double seconds);
bool bp_illustration_is_moving(const bp_illustration *illustration);

/* A pointer's event. False: it isn't for the illustration, so a page may scroll. */
bool bp_illustration_event(bp_illustration *illustration, const bp_pointer *pointer);
/* Takes a drag back that goes on; false: there is none that changed anything. */
bool bp_illustration_cancel(bp_illustration *illustration);

/* What keys do. Those that edit return false if nothing can be changed. `merge`: into the last undo step. */
void bp_illustration_choose(bp_illustration *illustration, int stage, size_t bone);
bool bp_illustration_rotate(bp_illustration *illustration, float radians,
                            bool merge); /* about the chosen axis */
/* About an axis in the chosen bone's own frame, which has length 1. */
bool bp_illustration_turn(bp_illustration *illustration, bp_vec3 axis, float radians, bool merge);
bool bp_illustration_move(bp_illustration *illustration, bp_vec3 by,
                          bool merge); /* along the parent's axes */
bool bp_illustration_move_handle(bp_illustration *illustration, int handle, bp_vec3 to, bool merge);
bool bp_illustration_slide(bp_illustration *illustration, int slider, float value, bool merge);
/* Moves a card from one place of an ordered slider to another. */
bool bp_illustration_put_card(bp_illustration *illustration, int slider, int from, int to, bool merge);
/* The chosen bone's absolute inverse bind; others keep theirs. */
bool bp_illustration_set_inverse_bind(bp_illustration *illustration, bp_mat4 inverse, bool merge);
void bp_illustration_orbit(bp_illustration *illustration, float yaw, float pitch);
void bp_illustration_pan(bp_illustration *illustration, float x, float y);
void bp_illustration_zoom(bp_illustration *illustration, float factor);
void bp_illustration_go_home(bp_illustration *illustration);

/* The chosen bone; NULL: none. */
bp_bone *bp_illustration_bone(const bp_illustration *illustration);
/* The visible parts: bits of bp_show_flag. */
unsigned bp_illustration_show(const bp_illustration *illustration);

typedef enum bp_pointer_shape { BP_SHAPE_ARROW, BP_SHAPE_HAND, BP_SHAPE_MOVE, BP_SHAPES } bp_pointer_shape;

bp_pointer_shape bp_illustration_cursor(const bp_illustration *illustration);
/* The words beside the mouse: what a drag would do, or why it can't; one or two lines. At most `size` bytes.
 * Returns `text`; "": nothing. */
const char *bp_illustration_hint(const bp_illustration *illustration, char *text, size_t size);

/* The picture. The scenes belong into a pass with depth, in which others may draw, too; what is over them
 * comes after bp_raster_resolve_samples: names, marks, titles, sliders, the hint. Stages must be posed. */
void bp_illustration_draw(const bp_illustration *illustration, bp_painter *painter);
void bp_illustration_draw_over(const bp_illustration *illustration, bp_painter *painter);
/* Both, in a pass of its own with four samples, cleared to the theme's page; the whole framebuffer. Errors:
 * memory; a framebuffer without size. */
bool bp_illustration_render(const bp_illustration *illustration, bp_raster *raster, const bp_framebuffer *to,
                            const bp_theme *theme, bp_error *error);

BP_END_C

#endif
