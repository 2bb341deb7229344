/* Why equal angles give different poses: under three binds the arm ends at one position, and each needs
 * another local matrix (claims 52 to 55 and 59).
 *
 * S is the left shoulder, (0.5, 1.5, 0). Rotating about it by an angle a takes a point p to (p - S) R + S, so
 * under an identity bind the local matrix must be R with the translation S - S R = (0.5 - 0.5 c + 1.5 s,
 * 1.5 - 0.5 s - 1.5 c, 0), with c and s the cosine and sine of a; for 45 degrees (1.2071, 0.0858, 0). */
#include "shared/boxes.h"

enum { SHOULDER, ALONG, ORIGIN };                 /* the three, in the order of their stages */
enum { HIDDEN, ROTATED, SWUNG, ASKED, ANSWERED }; /* what the world's data says: an angle, or arrows */

/* The rotation takes the shoulder to S R, and the bone's position takes it on to the point returned here. */
static bp_vec3 shoulder_position(bp_world *world) {
    return bp_vec3_add(bp_rotate_z(BP_SHOULDER, 45), bp_bone_position(bp_world_bone(world, 0, ARM)));
}
static void drag_shoulder(bp_world *world, bp_vec3 to) {
    bp_pose_arm(world, 0, 45, bp_vec3_sub(to, bp_rotate_z(BP_SHOULDER, 45)));
}
static void paint(bp_world *world, bp_painter *painter) {
    const int way = *(int *)bp_world_data(world);
    if (world->stage_count > 1) bp_mark_bone(world, painter, ARM);
    if (way == ROTATED) bp_mark_arm_angle(world, painter, NULL);
    const bp_vec3 then = bp_gap(45);
    if (world->ghost_count > 0 && (way == SWUNG || way == ASKED))
        bp_paint_label(painter, &then, 1, "the bone wanted", painter->theme->ghost);
    if (way < ASKED) return;
    const bp_vec3 at = shoulder_position(world), from = bp_rotate_z(BP_SHOULDER, 45);
    bp_mark_gap(painter, 45, at, "the gap");
    const char *name = bp_vec3_distance(at, BP_SHOULDER) > 0.02f ? "" : "S - S R";
    if (way == ANSWERED) {
        bp_mark_arrow(painter, from, at, false, "%s", name);
        bp_mark_arrow(painter, (bp_vec3){0}, bp_vec3_sub(at, from), false, "%s", name);
    }
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "Straight down", "", BP_BIND_TRANSLATION);
    bp_world_add_character(world, "Along the arm", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "At the origin", "", BP_BIND_IDENTITY);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->paint = paint;
}

static void ghost_about_origin(bp_skeleton *copy, float degrees) {
    bp_pose_ghost_arm(copy, degrees, (bp_vec3){0});
}
/* The options of WHICH_PICTURE, of which the first is the wanted pose; and of WHICH_MOVE. */
static void ghost_swung(bp_skeleton *copy, float option) {
    bp_vec3 at = option < 0.5f ? bp_gap(45) : (bp_vec3){0};
    bp_pose_ghost_arm(copy, option < 1.5f ? 45 : 0, at);
}
static void ghost_moved(bp_skeleton *copy, float option) {
    bp_vec3 at = option < 0.5f ? BP_SHOULDER : option < 1.5f ? bp_gap(45) : bp_vec3_negate(bp_gap(45));
    bp_pose_ghost_arm(copy, 45, at);
}

static void rotate_all(bp_world *world, float t) {
    bp_pose_arm(world, SHOULDER, 45 * t, BP_SHOULDER);
    bp_pose_arm(world, ALONG, 45 * t, BP_SHOULDER);
    bp_pose_arm(world, ORIGIN, 45 * t, (bp_vec3){0});
}
static void show_first(bp_world *world) {
    bp_pose_arm(world, SHOULDER, 0, BP_SHOULDER);
    bp_pose_arm(world, ALONG, 30, BP_SHOULDER);
    bp_pose_arm(world, ORIGIN, 0, (bp_vec3){0});
    bp_world_show_stages(world, SHOULDER, 1);
    *(int *)bp_world_data(world) = ROTATED;
    bp_world_add_ghost(world, 0, "as modelled", bp_ghost_in_bind, 0);
}
static void rotate_first(bp_world *world, float t) { bp_pose_arm(world, 0, 45 * t, BP_SHOULDER); }
static void show_second(bp_world *world) { bp_world_show_stages(world, ALONG, 1); }
static void rotate_second(bp_world *world, float t) {
    bp_pose_arm(world, 0, 30 + 45 * t, BP_SHOULDER);
    if (t < 1)
        bp_world_add_ghost(world, 0, "the wanted pose", bp_ghost_arm, 75);
    else
        bp_world_add_ghost(world, 0, "as modelled", bp_ghost_in_bind, 0);
}
static void show_third(bp_world *world) {
    bp_world_show_stages(world, ORIGIN, 1);
    *(int *)bp_world_data(world) = SWUNG;
}
static void rotate_third(bp_world *world, float t) {
    bp_pose_arm(world, 0, 45 * t, (bp_vec3){0});
    bp_world_add_ghost(world, 0, "the wanted pose", ghost_swung, 0);
}
static void show_way(bp_world *world) {
    *(int *)bp_world_data(world) = ASKED;
    bp_world_add_ghost(world, 0, "the wanted pose", ghost_swung, 0);
}
static void move_third(bp_world *world, float t) {
    *(int *)bp_world_data(world) = ANSWERED;
    bp_pose_arm(world, 0, 45, bp_vec3_scale(bp_gap(45), t));
}
static void show_all(bp_world *world) {
    *(int *)bp_world_data(world) = HIDDEN;
    bp_world_show_stages(world, SHOULDER, 3);
}
static void rotate_alike(bp_world *world, float t) {
    float degrees = bp_mix(45, 60, t);
    bp_pose_arm(world, SHOULDER, degrees, BP_SHOULDER);
    bp_pose_arm(world, ALONG, degrees + 30, BP_SHOULDER);
    bp_pose_arm(world, ORIGIN, degrees, bp_gap(degrees));
    if (t > 0) bp_world_add_ghost(world, ORIGIN, "no position set", ghost_about_origin, degrees);
}

/* clang-format off */ /* tables */
static const bp_readout ANGLES[] = {ANGLE_OF("local", 0, ARM, bp_bone_local),
                                    ANGLE_OF("final", 0, ARM, bp_bone_final)};
static const bp_readout THREE[] = {{.label = "first and third apart", .measure = bp_measure_vertex_difference,
                                    .args = {SHOULDER, ORIGIN, 0, 0}, .format = "%.3f m"}};

static const bp_step_slider ALL = {.name = "angle in local", .unit = "°", .max = 60, .to = 45};
static const bp_step_slider FIRST = ANGLE_SLIDER("angle in local", 0, ARM, 0, 90, 0, 45);
static const bp_step_slider SECOND = ANGLE_SLIDER("angle in local", 0, ARM, 0, 120, 30, 75);
static const bp_step_slider MOVE = PERCENT_SLIDER("gap closed");
static const bp_step_slider ALIKE = {
    .name = "all three rotated by", .unit = "°", .max = 60, .from = 45, .to = 60};

static const bp_handle GAP[] = {{.label = "the gap", .position = shoulder_position, .set = drag_shoulder,
                                 .normal = {0, 0, 1}, .kind = &bp_gap_handle}};

/* The first one, unseen, has its 45 degrees. */
static const bp_claim SECOND_CLAIMS[] = {
    {.number = 53, .text = "Under the natural bind, 75° in local are 75° - 30° = 45° in final.",
     ANGLE_IS(0, ARM, bp_bone_final, 45)},
    {.number = 53, .text = "The vertices are then where the first character has them.", SAME_VERTICES(0, 2)},
    {.number = 53, .text = "And so are the pixels.", SAME_PIXELS(0, 2)},
};
/* From the arm's middle the shoulder is (-0.5, 1), and its axis runs along (0.5, -0.8660): their cross
 * product is 0.0670. Under the identity the axis, posed by 45 degrees, runs along (0.9659, -0.2588) through
 * (1.5607, 1.1464), and the bone is at (1.2071, 0.0858): 1.1160 off it, and 30 askew. The distances hold at
 * every angle. */
static const bp_claim LINES[] = {
    {.number = 55,
     .text = "Under the natural bind the bone's line is parallel to the arm, 0.067 m off its axis: inside.",
     .measure = bp_measure_arm_alignment, .args = {ALONG, 0, 0, 0}, .count = 2, .expected = {0, 0.0670f},
     .tolerance = 1e-4f, .unit = "degrees, m", .holds_before = true},
    {.number = 55, .text = "Under the identity bind it lies askew, far outside the arm.",
     .measure = bp_measure_arm_alignment, .args = {ORIGIN, 0, 0, 0}, .count = 2, .expected = {30, 1.1160f},
     .tolerance = 1e-4f, .unit = "degrees, m", .holds_before = true},
    {.text = "At 60° the first and the third agree, too.", ANGLE_IS(ORIGIN, ARM, bp_bone_final, 60)},
    {.text = "No vertex of theirs is apart.", .holds_before = true, SAME_VERTICES(SHOULDER, ORIGIN)},
};

static const bp_question WHICH_ANGLE = {
    .text = "Which angle must local have, so that the arm is lifted by 45 degrees?", .answer = 75,
    .unit = "degrees", .pose = bp_ghost_arm,
    .right = "75° - 30° = 45°. The angle by which the arm has rotated is the one in final. With this bind, "
             "local is always 30 degrees ahead of it.",
    .wrong = {{45,
          "The arm should rotate by that. Final takes the bind's 30° away, so it rotates by 15°."},
         {15, "You took the bind's 30° away yourself. Final does that, so local needs more, not less."},
         {30, "That is the bind itself: with it the arm doesn't move."},
         {-75, "The size is right; counter-clockwise is positive."}},
    .hint = "Final is local with the bind taken away: ? - 30° = 45°."};
static const bp_question WHICH_PICTURE = {
    .text = "Where does the arm go?", .pose = ghost_swung,
    CHOICE(1, "into the first character's pose", "it swings about the origin", "it stays where it is"),
    .right = "A bone rotates its vertices about the point where it is, and this one is at the origin. The "
             "arm has the right angle and is in the wrong place. It is parallel to the violet arm, so a "
             "rotation can't help any more: one move is missing.",
    .wrong = {{0, "Then the bone would have to be at the shoulder. Where is it?"},
              {2, "The bind is the identity, so final equals local. It moves."}}};
static const bp_question WHICH_MOVE = {
    .text = "Which position brings the shoulder back?", .pose = ghost_moved,
    CHOICE(1, "S", "S - S R", "S R - S"),
    .right = "The rotation comes first and takes the shoulder to S R; adding S - S R brings it back to S. "
             "The shoulder is at (0.5, 1.5, 0), so the position is (1.2071, 0.0858, 0).",
    .wrong = {{0, "That adds S to where the shoulder is now. It should end at S, not beyond it."},
              {2, "The other way round: that leads further away."}}};
static const bp_question WHO_ROTATES = {
    .text = "An animator wants to rotate the arm and never set a position. On which characters does the arm "
            "then rotate about the shoulder?",
    CHOICE(1, "on the second alone", "on the first and the second", "on all three"),
    .right = "These two bones are at the shoulder. The third would swing the violet arm about the origin: it "
             "needs another position for every angle.",
    .wrong = {{0, "The first one's bone is at the shoulder, too, only not along the arm."},
              {2, "The third one's arm swung about the origin until you moved its bone."}}};

static const bp_step STEPS[] = {
    {.prose = "Three characters share one mesh, and as modelled they look alike. Now each [left:left arm]'s "
              "local says 45 degrees, and you see three poses. Why?\n\nLook at the arms' [bone:bones]: "
              "two begin at the shoulder, the third in the middle of the body.", .change = rotate_all,
     .slider = &ALL, .code = ROTATE_ARM, .babylon = ROTATE_ARM_JS, .bone = ARM, READOUTS_OF(THREE)},
    {.heading = "Bound at the shoulder",
     .prose = "The first [bone:bone] was bound at the shoulder and was not rotated. Its local matrix begins "
              "at 0 degrees, so the arm rotates by the angle that you put in: it is counted from the "
              "[ghost:violet arm], as modelled.\n\n"
              "The bone doesn't run along its [left:arm]. That looks odd and does no harm: the arm keeps its "
              "angle to the bone, wherever the bone goes.", .arrange = show_first, .change = rotate_first,
     .slider = &FIRST,
     CLAIMS({.number = 52, .text = "Under a bind without rotation, 45° in local are 45° in final.",
             ANGLE_IS(0, ARM, bp_bone_final, 45)}),
     .bone = ARM,
     READOUTS_OF(ANGLES)},
    {.heading = "Bound along the arm",
     .prose = "The second [bone:bone] lies inside its [left:arm], where an animator would draw it. To lie "
              "there, it had to be rotated by 30 degrees before the mesh was attached. These 30 degrees are "
              "the bind, and in local, too, before you move anything.\n\n"
              "The mesh doesn't follow local. It follows the final matrix: while the body stays, that is "
              "local with the bind taken away.", .arrange = show_second, .change = rotate_second,
     .slider = &SECOND, .question = &WHICH_ANGLE,
     CLAIMS_OF(SECOND_CLAIMS), READOUTS_OF(ANGLES),
     .footnote = "Babylon.js's getFinalMatrix() returns the matrix before the bind is taken away. The final "
                 "matrix of this lesson is what skeleton.getTransformMatrices() holds."},
    {.heading = "Bound at the origin",
     .prose = "The third [bone:bone] was bound at the origin, which is in the middle of the body. Its bind "
              "is the identity: while the body stays, final equals local. Its [left:arm] is about to "
              "get the 45 degrees of the first character, and nothing else.", .arrange = show_third,
     .change = rotate_third, .slider = &FIRST, .question = &WHICH_PICTURE,
     CLAIMS({.number = 59,
             .text = "Under the identity bind 45° alone is wrong: the arm rotates about the origin.",
             .measure = bp_measure_vertex_difference, .args = {0, 1, 0, 0}, .expected = {1.2102f},
             .tolerance = 5e-5f, .unit = "m"}),
     READOUTS_OF(ANGLES)},
    {.heading = "Bring the shoulder back",
     .prose = "S is the shoulder, an arrow from the origin. S R is S rotated by R, the 45° of this bone: "
              "there the arm begins now. The [bone:bone] needs a position that carries it back to S, into "
              "the [ghost:violet outline].", .arrange = show_way,
     .change = move_third, .slider = &MOVE,
     .question = &WHICH_MOVE, .handles = GAP, .handle_count = 1,
     CLAIMS({.number = 54, .text = "The position is S - S R.",
             POSITION_IS(0, ARM, bp_bone_local, 1.2071068f, 0.0857864f, 0)},
            {.number = 54, .text = "With it the vertices are where the first character has them.",
             SAME_VERTICES(0, 1)},
            {.number = 54, .text = "And so are the pixels.", SAME_PIXELS(0, 1)}),
     READOUTS_OF(ANGLES),
     .code = "bp_bone_set_position(arm, bp_vec3_sub(S, bp_quat_rotate(r, S)));",
     .babylon = "arm.setPosition(S.subtract(S.rotateByQuaternionToRef(r, new Vector3())));"},
    {.heading = "One pose, three matrices",
     .prose = "Here are the three again, each with the local matrix that it needs. Drag the slider, and they "
              "agree at every angle, to the last pixel.\n\n"
              "Now look at the lines alone. Only the second [bone:bone] is inside its [left:arm], where you "
              "can find it and take hold of it.", .arrange = show_all, .change = rotate_alike,
     .slider = &ALIKE, .question = &WHO_ROTATES, .code = ROTATE_ARM, .babylon = ROTATE_ARM_JS,
     CLAIMS_OF(LINES), READOUTS_OF(THREE),
     .cover = true},
};

const bp_lesson_plan bp_lesson = {
    LESSON(5, "05_same_pose_three_ways"), .title = "Why do equal angles give different poses?",
    .summary = "One pose of the arm, three binds, three different local matrices.", .difficulty = 1,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text =
        {.goal = "You will be able to find the local matrix that gives a limb the pose you want, whatever "
                 "its bind is.",
         .learned =
             {"You can find the local matrix for a rotation about one axis: add the bind's angle to the "
              "angle by which the limb should rotate.",
              "If the bone is bound away from its joint, add the position S - S R as well.",
              "Tools bind bones at the joint and along the limb, because such bones need rotations only."},
         .next = "Why can't I just subtract?",
         .prerequisites = "03_bind_pose, 04_any_bind",
         .try_this = {"Drag the arm of the second character. Do local and final ever differ by anything but "
                      "30 degrees?",
                      "The right arm of the second character is bound at -30 degrees. Which local angle "
                      "lifts it as high as the left?"}},
};
