/* Answers as the web page takes them, and what the checker says to each: the id of a misconception, or "" if it passes.
 * Written from the texts of the exercises and from tests/exercises/NN_name/wrong_ID.c. */
#ifndef BINDPOSE_TESTS_SUPPORT_PAGE_ANSWERS_H
#define BINDPOSE_TESTS_SUPPORT_PAGE_ANSWERS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PART_B = 1000 }; /* PART_B + 12 is exercise 12b */

typedef struct page_answer {
    int exercise;
    const char *id, *answer;
} page_answer;

/* Is it an answer to the exercise with this id, "12b" for example? */
static inline bool page_answer_is_to(const page_answer *answer, const char *id) {
    char own[16];
    snprintf(own, sizeof own, "%02d%s", answer->exercise % PART_B, answer->exercise >= PART_B ? "b" : "");
    return strcmp(own, id) == 0;
}

/* Whether a verdict is the one that the answer must get. "other" is any that names no known mistake. */
static inline bool page_answer_gets(const page_answer *answer, const char *id) {
    static const char *const GENERAL[] = {"change", "results", "cases"};
    for (int i = 0; i < 3 && strcmp(answer->id, "other") == 0; i++)
        if (strcmp(id, GENERAL[i]) == 0) return true;
    return strcmp(answer->id, id) == 0;
}

/* clang-format off */
#define ELEMENT "x = ((point, 1) * first).x\ny = ((x, point.y, point.z, 1) * first).y\n" \
                "z = ((x, y, point.z, 1) * first).z\nu = ((x, y, z, 1) * second).x\nv = ((u, y, z, 1) * second).y\n"
#define MIXED(to, p, m) to " = ((" p ", 0) * transpose(" m ")).xyz + (" m "[12], " m "[13], " m "[14])\n"
#define BEFORE "(i == 0 ? position : moved[i - 1])"

#define HALF(c) COSINE "half_angle = acos(" c "); angle = 2 * half_angle\n"
#define COSINE "c = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w\ns = c < 0 ? -1 : 1\n"
#define SHARE "t = angle > radians(most) ? radians(most) / angle : 1\n"
#define ARC(t, s) "sin(half_angle) < 0.0001 ? from : from * (sin((1 - " t ") * half_angle) / sin(half_angle)) + " \
                  "to * (" s " * sin(" t " * half_angle) / sin(half_angle))"

#define DOWN(own, above) "down[i] = " above " < 0 ? " own " : " own " * down[" above "]\nat[i] = down[i] * final[i]\n"
#define CHAIN(to, own) to "[i] = parent[i] < 0 ? " own "[i] : " own "[i] * " to "[parent[i]]\n"
#define CHAINS CHAIN("his", "his_bind") CHAIN("now", "his_local") CHAIN("hers", "her_bind")
#define HERS_NOW "to[i] = hers[i] * inverse(his[i]) * now[i]\n"
#define LOCAL(up) "her_local[i] = parent[i] < 0 ? to[i] : to[i] * inverse(" up ")"
#define AIM(from) "way = target - " from "; d = length(way); aim = way / d\nto_pole = pole - " from "\n"
#define SIDE "side = normalize(to_pole - aim * dot(to_pole, aim))\n"
#define ALONG(a, b) "along = (" a " * " a " + d * d - " b " * " b ") / (2 * d)\n"
#define CLAMP "along = along > upper ? upper : along < -upper ? -upper : along\n"
#define ELBOW(from) "elbow = " from " + aim * along + side * sqrt(upper * upper - along * along)"
#define W_OF_MARK "w[i] = (1 - s[i]) * w_begin + s[i] * w_end\n"
#define MARK "s[i] = i / (count - 1)\n" W_OF_MARK

static const page_answer PAGE_ANSWERS[] = {
    {1, "", "through_both = (point, 1) * first * second"},
    {1, "", "(point, 1) * (first * second)"},
    {1, "", "ok = length((3, 4, 0)) == 5 && dot((1, 2, 3), (4, 5, 6)) == 32 && cross((1, 0, 0), (0, 1, 0)).z == 1\n"
            "through_both = ok && 2 <= 2 && 1 != 2 && !(3 <= 2) ? (point, 1) * first * second : point"},
    {1, "not_done", "through_both = point"},
    {1, "order_reversed", "through_both = (point, 1) * second * first"},
    {1, "translation_forgotten", "(point, 0) * first * second"},
    {1, "column_vector", "second * first * (point, 1)"},
    {1, "rows_and_columns_mixed", MIXED("a", "point", "first") MIXED("through_both", "a", "second")},
    {1, "second_forgotten", "(point, 1) * first"},
    {1, "overwritten", ELEMENT "through_both = (u, v, ((u, v, z, 1) * second).z)"},
    {1, "columns_throughout", "first * second * (point, 1)"},
    {2, "", "scaling(scale) * from_quat(rotation) * translation(position)"},
    {2, "not_done", "identity()"},
    {2, "order_reversed", "translation(position) * from_quat(rotation) * scaling(scale)"},
    {2, "scaled_after_turning", "from_quat(rotation) * scaling(scale) * translation(position)"},
    {2, "moved_before_turning", "scaling(scale) * translation(position) * from_quat(rotation)"},
    {2, "scale_forgotten", "from_quat(rotation) * translation(position)"},
    {2, "turned_the_other_way", "scaling(scale) * transpose(from_quat(rotation)) * translation(position)"},
    {2, "transposed", "transpose(scaling(scale) * from_quat(rotation) * translation(position))"},
    {2, "position_forgotten", "scaling(scale) * from_quat(rotation)"},
    {3, "", "absolute[i] = parent[i] < 0 ? local[i] : local[i] * absolute[parent[i]]"},
    {3, "", "absolute[i] = local[i] * (parent[i] >= 0 ? absolute[parent[i]] : identity())"},
    {3, "not_done", "absolute[i] = identity()"},
    {3, "parent_before_child", "absolute[i] = parent[i] < 0 ? local[i] : absolute[parent[i]] * local[i]"},
    {3, "parent_forgotten", "absolute[i] = local[i]"},
    {3, "grandparents_forgotten", "absolute[i] = parent[i] < 0 ? local[i] : local[i] * local[parent[i]]"},
    {3, "previous_as_parent", "absolute[i] = parent[i] < 0 ? local[i] : local[i] * absolute[i - 1]"},
    {3, "one_root_for_all",
     "absolute[i] = i == 0 ? local[i] : local[i] * absolute[parent[i] < 0 ? 0 : parent[i]]"},
    {3, "bone_0_taken_for_none", "absolute[i] = parent[i] > 0 ? local[i] * absolute[parent[i]] : local[i]"},
    {3, "previous_for_roots_too", "absolute[i] = i == 0 ? local[i] : local[i] * absolute[i - 1]"},
    {3, "answer", "absolute[i] = local[i] * absolute[parent[i]]"}, /* parent -1: no such element */
    {4, "", "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\n"
            "absolute = down[count - 1]\ninverse = inverse(absolute)"},
    {4, "", "up[i] = i == 0 ? inverse(bind[0]) : up[i - 1] * inverse(bind[i])\n"
            "inverse = up[count - 1]; absolute = inverse(inverse)"},
    {4, "not_done", "absolute = identity()\ninverse = identity()"},
    {4, "root_first", "down[i] = i == 0 ? bind[0] : down[i - 1] * bind[i]\n"
                      "absolute = down[count - 1]\ninverse = inverse(absolute)"},
    {4, "inverse_of_the_own_bind", "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\n"
                                   "absolute = down[count - 1]\ninverse = inverse(bind[count - 1])"},
    {4, "inverses_in_the_same_order",
     "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\nabsolute = down[count - 1]\n"
     "up[i] = i == 0 ? inverse(bind[0]) : inverse(bind[i]) * up[i - 1]\ninverse = up[count - 1]"},
    {4, "transposed_for_inverted", "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\n"
                                   "absolute = down[count - 1]\ninverse = transpose(absolute)"},
    {4, "only_moved_back",
     "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\nabsolute = down[count - 1]\n"
     "p = (absolute[12], absolute[13], absolute[14])\ninverse = absolute * translation(-2 * p)"},
    {4, "parents_forgotten", "absolute = bind[count - 1]\ninverse = inverse(absolute)"},
    {4, "grandparents_forgotten",
     "absolute = count > 1 ? bind[count - 1] * bind[count - 2] : bind[0]\ninverse = inverse(absolute)"},
    {4, "results_swapped", "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\n"
                           "inverse = down[count - 1]\nabsolute = inverse(inverse)"},
    {4, "inverse_left_out", "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\n"
                            "absolute = down[count - 1]\ninverse = identity()"},
    {4, "not_inverted", "down[i] = i == 0 ? bind[0] : bind[i] * down[i - 1]\n"
                        "absolute = down[count - 1]\ninverse = absolute"},
    {5, "", "absolute = local * parent_absolute\nabsolute_bind = bind * parent_absolute_bind\n"
            "final_matrix = inverse(absolute_bind) * absolute"},
    {5, "", "inverse(parent_absolute_bind) * inverse(bind) * local * parent_absolute"},
    {5, "not_done", "identity()"},
    {5, "order_reversed", "local * parent_absolute * inverse(bind * parent_absolute_bind)"},
    {5, "bind_not_inverted", "bind * parent_absolute_bind * local * parent_absolute"},
    {5, "bind_not_removed", "local * parent_absolute"},
    {5, "change", "inverse(bind) * local * parent_absolute"},
    {5, "parents_forgotten", "inverse(bind) * local"},
    {5, "parent_before_child", "inverse(parent_absolute_bind * bind) * parent_absolute * local"},
    {5, "inverse_of_the_absolute", "inverse(local * parent_absolute) * bind * parent_absolute_bind"},
    {5, "transposed", "transpose(inverse(bind * parent_absolute_bind) * local * parent_absolute)"},
    {5, "inverses_in_the_same_order",
     "inverse(bind) * inverse(parent_absolute_bind) * local * parent_absolute"},
    {5, "change", "inverse(bind * parent_absolute) * local * parent_absolute"},
    {5, "inverse_of_the_wrong_factor", "bind * parent_absolute_bind * inverse(local * parent_absolute)"},
    {5, "only_bind_inverted", "inverse(bind) * parent_absolute_bind * local * parent_absolute"},
    {5, "change", "inverse(parent_absolute_bind) * local * parent_absolute"},
    {5, "columns_throughout", "parent_absolute * local * inverse(parent_absolute_bind * bind)"},
    {5, "not_finite", "local * (1 / 0)"},
    {5, "change", "local * bind"},
    {6, "", "sum(weights[i] * (position, 1) * palette[joints[i]]) / sum(weights[i])"},
    {6, "", "total = sum(weights[i])\nskin_vertex = (position, 1) * sum(weights[i] / total * palette[joints[i]])"},
    {6, "not_done", "position"},
    {6, "weights_not_normalised", "sum(weights[i] * (position, 1) * palette[joints[i]])"},
    {6, "weights_ignored", "sum((position, 1) * palette[joints[i]]) / 4"},
    {6, "heaviest_alone", "a = weights[1] > weights[0] ? 1 : 0\nb = weights[2] > weights[a] ? 2 : a\n"
                          "c = weights[3] > weights[b] ? 3 : b\n(position, 1) * palette[joints[c]]"},
    {6, "stopped_at_zero",
     "a = weights[0]\nb = a > 0 ? weights[1] : 0\nc = b > 0 ? weights[2] : 0\nd = c > 0 ? weights[3] : 0\n"
     "m = a * palette[joints[0]] + b * palette[joints[1]] + c * palette[joints[2]] + d * palette[joints[3]]\n"
     "(position, 1) * m / (a + b + c + d)"},
    {6, "joints_ignored", "sum(weights[i] * (position, 1) * palette[i]) / sum(weights[i])"},
    {6, "translation_forgotten", "sum(weights[i] * (position, 0) * palette[joints[i]]) / sum(weights[i])"},
    {6, "one_after_the_other",
     "total = sum(weights[i])\nmoved[i] = " BEFORE " * (1 - weights[i] / total) + ((" BEFORE
     ", 1) * palette[joints[i]]).xyz * weights[i] / total\nskin_vertex = moved[3]"},
    {6, "divided_by_four", "sum(weights[i] * (position, 1) * palette[joints[i]]) / 4"},
    {6, "change", "three[i] = i < 3 ? weights[i] : 0\n"
                         "sum(three[i] * (position, 1) * palette[joints[i]]) / sum(three[i])"},
    {6, "three_over_all", "three[i] = i < 3 ? weights[i] : 0\n"
                          "sum(three[i] * (position, 1) * palette[joints[i]]) / sum(weights[i])"},
    {7, "", "normalize((normal, 0) * transpose(inverse(m)))"},
    {7, "", "normalize(inverse(m) * (normal, 0))"},
    {7, "not_done", "normal"},
    {7, "as_a_direction", "normalize((normal, 0) * m)"},
    {7, "as_a_point", "normalize((normal, 1) * m)"},
    {7, "not_normalised", "(normal, 0) * transpose(inverse(m))"},
    {7, "inverted_alone", "normalize((normal, 0) * inverse(m))"},
    {7, "transposed_alone", "normalize((normal, 0) * transpose(m))"},
    {7, "inside_out", "normalize((normal, 0) * transpose(inverse(m))) * (determinant(m) < 0 ? -1 : 1)"},
    {11, "", "bind * parent_absolute_bind * wanted_final * inverse(parent_absolute)"},
    {11, "not_done", "local = bind"},
    {11, "final_taken_for_local", "wanted_final"},
    {11, "bind_after_the_turn", "wanted_final * bind * parent_absolute_bind * inverse(parent_absolute)"},
    {11, "bind_undone_again", "inverse(bind * parent_absolute_bind) * wanted_final * inverse(parent_absolute)"},
    {11, "bind_forgotten", "wanted_final * inverse(parent_absolute)"},
    {11, "parent_forgotten", "bind * parent_absolute_bind * wanted_final"},
    {11, "parent_not_undone", "bind * parent_absolute_bind * wanted_final * parent_absolute"},
    {11, "parent_undone_first", "inverse(parent_absolute) * bind * parent_absolute_bind * wanted_final"},
    {11, "local_bind_alone", "bind * wanted_final * inverse(parent_absolute)"},
    {11, "order_reversed", "inverse(parent_absolute) * wanted_final * parent_absolute_bind * bind"},
    {11, "parent_of_the_bind_undone", "bind * parent_absolute_bind * wanted_final * inverse(parent_absolute_bind)"},
    {8, "", "E H"},
    {8, "", "H E"},
    {8, "not_done", ""},
    {8, "nodes_forgotten", "E"},
    {8, "nodes_alone", "H"},
    {8, "bind_for_rest", "B C"},
    {8, "position_alone", "E F"},
    {8, "scale_forgotten", "E F A"},
    {8, "bone_number_for_node", "E G"},
    {8, "rotation_alone", "E A"},
    {8, "node_0_taken_for_none", "E D"},
    {9, "", "B D I F"},
    {9, "joints_forgotten", "B D I"},
    {9, "joints_the_wrong_way", "B D I C"},
    {9, "parents_keep_old_numbers", "B D A F"},
    {9, "children_first", "E D I F"},
    {9, "order_within_a_depth_lost", "G D I F"},
    {9, "in_the_parents_order", "H D I F"},
    {10, "", "H C E"},
    {10, "nodes_forgotten", "C E"},
    {10, "local_not_kept", "H C E F"},
    {10, "parent_before_child", "H G E"},
    {10, "bind_undone_last", "H C A"},
    {10, "parents_forgotten", "H D E"},
    {10, "node_taken_for_the_chain", "H C I E"},
    {10, "final_of_the_parent", "H J E"},
    {10, "node_0_taken_for_none", "B C E"},
    {10, "other", "C H E"},
    {12, "", "J D H G E L M A"},
    {12, "", "D J G E L M H A"},
    {12, "long_way", "J D H G E M A"},
    {12, "straight_line", "J D H G E L K"},
    {12, "key_before", "J D H F G E L M A"},
    {12, "not_held", "D H G E L M A"},
    {12, "swapped", "J D H G E L M I"},
    {12, "angle_of_the_long_way", "J D H G E C M A"},
    {12, "seconds_for_t", "J D B G E L M A"},
    {13, "", "I M G D E K F B"},
    {13, "", "D I M G E K F B"},
    {13, "target_at_shoulder", "I G D E K F B"},
    {13, "other_side", "I G D A K F B"},
    {13, "direction_forgotten", "I G J K F B"},
    {13, "angle_of_the_elbow", "I C D E K F B"},
    {13, "straight_arm", "D K B"},
    {13, "lengths_swapped", "I L D E K F B"},
    {13, "stretched", "I G D E K H"},
    {14, "", "D"},
    {14, "both_edges", "B"},
    {14, "no_edges", "E"},
    {14, "bottom_right", "C"},
    {14, "top_forgotten", "A"},
    {14, "left_going_down", "F"},
    {15, "", "C F D"},
    {15, "linear_on_screen", "G D"},
    {15, "not_divided_back", "C D"},
    {15, "w_mixed_instead", "C B A"},
    {15, "multiplied_by_w", "E B D"},
    {15, "values_not_divided", "G F D"},
    {15, "divided_by_mixed_w", "G B D"},
    {16, "", "H F A"},
    {16, "", "F H A"},
    {16, "not_done", ""},
    {16, "no_depth_test", "C"},
    {16, "last_of_equals", "D F A"},
    {16, "glass_writes_depth", "I"},
    {16, "glass_unsorted", "H A"},
    {16, "nearest_glass_first", "H B A"},
    {16, "glass_through_walls", "H F E"},
    {16, "glass_at_equal_depth", "H F J"},
    {16, "glass_forgotten", "H"},
    {16, "alpha_the_wrong_way", "H F G"},
    {17, "", "C I B F H"},
    {17, "", "I F C H B"},
    {17, "not_divided", "B F H"},
    {17, "y_not_flipped", "C I D F H"},
    {17, "flipped_after_moving", "C I G F H"},
    {17, "middle_in_the_corner", "C I K L F"},
    {17, "not_halved", "C I E J F"},
    {17, "depth_not_divided", "C B F H"},
    {17, "depth_halved", "C I B A H"},
    {18, "", "C H F I"},
    {18, "", "H C F I"},
    {18, "not_done", ""},
    {18, "cuts_forgotten", "C F"},
    {18, "on_plane_outside", "J H F I"},
    {18, "from_the_other_end", "C K F I"},
    {18, "halfway", "C A F I"},
    {18, "sum_of_distances", "C E F I"},
    {18, "divided_by_w", "L C H F I"},
    {18, "edge_ends_written", "C H I B"},
    {PART_B + 10, "", "sword * inverse(taken_final * taken_world) * final * world"},
    {PART_B + 10, "", "sword_now = sword * inverse(taken_world) * inverse(taken_final) * (final * world)"},
    {PART_B + 10, "not_done", "sword"},
    {PART_B + 10, "taking_forgotten", "sword * final * world"},
    {PART_B + 10, "taken_final_alone", "sword * inverse(taken_final) * final * world"},
    {PART_B + 10, "world_forgotten", "sword * inverse(taken_final * taken_world) * final"},
    {PART_B + 10, "both_worlds_forgotten", "sword * inverse(taken_final) * final"},
    {PART_B + 10, "world_of_now_for_both", "sword * inverse(taken_final * world) * final * world"},
    {PART_B + 10, "order_reversed", "world * final * inverse(taken_final * taken_world) * sword"},
    {PART_B + 10, "inverses_in_the_same_order", "sword * inverse(taken_final) * inverse(taken_world) * final * world"},
    {PART_B + 10, "world_before_final", "sword * inverse(taken_world * taken_final) * world * final"},
    {PART_B + 10, "applied_in_front", "inverse(taken_final * taken_world) * final * world * sword"},
    {PART_B + 10, "back_in_time", "sword * inverse(final * world) * taken_final * taken_world"},
    {PART_B + 10, "snaps_to_the_hand", "final * world"},
    {PART_B + 11, "", DOWN("bind[i]", "parent[i]") "local[i] = parent[i] < 0 ? at[i] : at[i] * inverse(at[parent[i]])"},
    {PART_B + 11, "not_done", "local[i] = bind[i]"},
    {PART_B + 11, "absolute_for_local", DOWN("bind[i]", "parent[i]") "local[i] = at[i]"},
    {PART_B + 11, "bind_within_the_parent",
     "at[i] = bind[i] * final[i]\nlocal[i] = parent[i] < 0 ? at[i] : at[i] * inverse(at[parent[i]])"},
    {PART_B + 11, "binds_root_first",
     "down[i] = parent[i] < 0 ? bind[i] : down[parent[i]] * bind[i]\nat[i] = down[i] * final[i]\n"
     "local[i] = parent[i] < 0 ? at[i] : at[i] * inverse(at[parent[i]])"},
    {PART_B + 11, "bind_undone_again",
     "down[i] = parent[i] < 0 ? bind[i] : bind[i] * down[parent[i]]\nat[i] = inverse(down[i]) * final[i]\n"
     "local[i] = parent[i] < 0 ? at[i] : at[i] * inverse(at[parent[i]])"},
    {PART_B + 11, "parents_final_undone",
     DOWN("bind[i]", "parent[i]") "local[i] = parent[i] < 0 ? at[i] : at[i] * inverse(final[parent[i]])"},
    {PART_B + 11, "parents_local_undone",
     DOWN("bind[i]", "parent[i]") "local[i] = parent[i] < 0 ? at[i] : at[i] * inverse(local[parent[i]])"},
    {PART_B + 11, "parent_in_its_bind",
     DOWN("bind[i]", "parent[i]") "local[i] = parent[i] < 0 ? at[i] : at[i] * inverse(down[parent[i]])"},
    {PART_B + 11, "parent_undone_first",
     DOWN("bind[i]", "parent[i]") "local[i] = parent[i] < 0 ? at[i] : inverse(at[parent[i]]) * at[i]"},
    {PART_B + 11, "previous_as_parent",
     DOWN("bind[i]", "(i - 1)") "local[i] = i == 0 ? at[i] : at[i] * inverse(at[i - 1])"},
    {PART_B + 11, "bone_0_taken_for_none",
     "down[i] = parent[i] <= 0 ? bind[i] : bind[i] * down[parent[i]]\nat[i] = down[i] * final[i]\n"
     "local[i] = parent[i] <= 0 ? at[i] : at[i] * inverse(at[parent[i]])"},
    {PART_B + 12, "", HALF("c * s") SHARE ARC("t", "s")},
    {PART_B + 12, "not_done", "from"},
    {PART_B + 12, "half_the_angle", HALF("c * s") "angle = half_angle\n" SHARE ARC("t", "s")},
    {PART_B + 12, "long_way", HALF("c") SHARE ARC("t", "1")},
    {PART_B + 12, "angle_of_the_long_way", HALF("c") SHARE HALF("c * s") ARC("t", "s")},
    {PART_B + 12, "overshoots", HALF("c * s") "t = angle < 0.002 ? 0 : radians(most) / angle\n" ARC("t", "s")},
    {PART_B + 12, "at_once", "to"},
    {PART_B + 12, "share_of_180", HALF("c * s") "t = most < 180 ? most / 180 : 1\n" ARC("t", "s")},
    {PART_B + 12, "uneven", HALF("c * s") SHARE "q = from * (1 - t) + to * (s * t)\n"
                            "q / sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)"},
    {PART_B + 12, "backwards", HALF("c * s") SHARE "r = 1 - t\n" ARC("r", "s")},
    {PART_B + 13, "", AIM("shoulder") SIDE ALONG("upper", "lower") CLAMP ELBOW("shoulder")},
    {PART_B + 13, "not_done", "shoulder"},
    {PART_B + 13, "pole_not_perpendicular",
     AIM("shoulder") "side = normalize(to_pole)\n" ALONG("upper", "lower") CLAMP ELBOW("shoulder")},
    {PART_B + 13, "not_unit", AIM("shoulder") "side = to_pole - aim * dot(to_pole, aim)\n" ALONG("upper", "lower") CLAMP
                              ELBOW("shoulder")},
    {PART_B + 13, "away_from_the_pole", AIM("shoulder") "to_pole = -to_pole\n" SIDE ALONG("upper", "lower") CLAMP
                                        ELBOW("shoulder")},
    {PART_B + 13, "above_the_middle", AIM("shoulder") SIDE "along = d / 2\n" CLAMP ELBOW("shoulder")},
    {PART_B + 13, "angle_at_the_elbow",
     AIM("shoulder") SIDE "along = (upper * upper + lower * lower - d * d) / (2 * lower)\n" CLAMP ELBOW("shoulder")},
    {PART_B + 13, "shoulder_at_the_origin", AIM("(0, 0, 0)") SIDE ALONG("upper", "lower") CLAMP ELBOW("(0, 0, 0)")},
    {PART_B + 13, "relative_to_the_shoulder", AIM("shoulder") SIDE ALONG("upper", "lower") CLAMP ELBOW("(0, 0, 0)")},
    {PART_B + 13, "pole_from_the_origin", AIM("shoulder") "to_pole = pole\n" SIDE ALONG("upper", "lower") CLAMP
                                          ELBOW("shoulder")},
    {PART_B + 13, "pole_taken_for_the_elbow", "shoulder + normalize(pole - shoulder) * upper"},
    {PART_B + 14, "", "I G D A E"},
    {PART_B + 14, "", "E I G D A"},
    {PART_B + 14, "centres", "I F D A"},
    {PART_B + 14, "whole_pixels", "I C D A"},
    {PART_B + 14, "bounding_box", "E"},
    {PART_B + 14, "edges_alone", "I G D A"},
    {PART_B + 14, "touching_counts", "I G D H B"},
    {PART_B + 14, "one_order", "G D A E"},
    {PART_B + 15, "", MARK "along[i] = s[i] * w_end / w[i]"},
    {PART_B + 15, "", MARK "along[i] = 1 - (1 - s[i]) * w_begin / w[i]"},
    {PART_B + 15, "not_done", "along[i] = 0"},
    {PART_B + 15, "even", MARK "along[i] = s[i]"},
    {PART_B + 15, "the_other_way", MARK "along[i] = s[i] * w_begin / ((1 - s[i]) * w_end + s[i] * w_begin)"},
    {PART_B + 15, "not_multiplied", MARK "along[i] = s[i] / w[i]"},
    {PART_B + 15, "one_w_for_all", MARK "along[i] = 2 * s[i] * w_end / (w_begin + w_end)"},
    {PART_B + 15, "from_the_end", MARK "along[i] = 1 - s[i] * w_end / w[i]"},
    {PART_B + 15, "one_too_many", "s[i] = i / count\n" W_OF_MARK "along[i] = s[i] * w_end / w[i]"},
    {PART_B + 15, "no_marks_at_the_ends", "s[i] = (i + 1) / (count + 1)\n" W_OF_MARK "along[i] = s[i] * w_end / w[i]"},
    {19, "", "H E D B"},
    {19, "", "H D E B"},
    {19, "edge_beside_the_corner", "C E D B"},
    {19, "not_divided", "H E D"},
    {19, "half_the_area", "H E D F"},
    {19, "corners_of_pixels", "H A D B"},
    {19, "steps_swapped", "H E G B"},
    {19, "steps_backwards", "H E I B"},
    {20, "", "D A L J N C"},
    {20, "", "I D A L J N C"},
    {20, "nearest", "H A N E"},
    {20, "centers_forgotten", "H A L J N C"},
    {20, "size_minus_one", "M A L J N C"},
    {20, "clamped", "D A L B G C"},
    {20, "seam_clamped", "I D A L B G C"},
    {20, "truncated", "D F L J N C"},
    {20, "weights_swapped", "D A L J N K"},
    {21, "", "D J B C M"},
    {21, "not_in_texels", "J B C M"},
    {21, "width_for_both", "I J B C M"},
    {21, "no_root", "D A B C M"},
    {21, "sum_of_parts", "D N B C M"},
    {21, "by_coordinate", "D G B C M"},
    {21, "change", "D J L C M"},
    {21, "mean_of_steps", "D J F C M"},
    {21, "natural_logarithm", "D J B H M"},
    {21, "whole_levels", "D J B C M K"},
    {21, "not_limited", "D J B C"},
    {21, "one_level_too_many", "D J B C E"},
    {22, "", "E"},
    {22, "encoded", "A"},
    {22, "layer_not_converted", "B"},
    {22, "conversions_swapped", "C"},
    {22, "below_not_converted", "D"},
    {22, "alpha_converted", "F"},
    {22, "alpha_reversed", "G"},
    {23, "", "F A D C"},
    {23, "", "C F A D"},
    {23, "mean_of_numbers", "B A C"},
    {23, "not_encoded_back", "F A C"},
    {23, "conversions_swapped", "I A H C"},
    {23, "not_divided", "F D C"},
    {23, "divided_last", "F D A C"},
    {23, "depth_mean", "F A D E"},
    {23, "depth_farthest", "F A D G"},
    {24, "", "C E A G"},
    {24, "", "A C E G"},
    {24, "not_done", ""},
    {24, "end_included", "C E A B"},
    {24, "rows_and_columns_swapped", "I E A G"},
    {24, "backwards", "C E A D"},
    {24, "begins_used_up", "C E G A"},
    {24, "counts_for_begins", "C E G H"},
    {25, "", CHAINS HERS_NOW LOCAL("to[parent[i]]")},
    {25, "not_done", "her_local[i] = her_bind[i]"},
    {25, "locals_copied", "her_local[i] = his_local[i]"},
    {25, "parents_forgotten", "her_local[i] = her_bind[i] * inverse(his_bind[i]) * his_local[i]"},
    {25, "absolute_for_local", CHAINS HERS_NOW "her_local[i] = to[i]"},
    {25, "factors_swapped", CHAINS "to[i] = inverse(his[i]) * now[i] * hers[i]\n" LOCAL("to[parent[i]]")},
    {25, "his_bind_undone_last", CHAINS "to[i] = hers[i] * now[i] * inverse(his[i])\n" LOCAL("to[parent[i]]")},
    {25, "his_bind_kept", CHAINS "to[i] = hers[i] * now[i]\n" LOCAL("to[parent[i]]")},
    {25, "her_bind_forgotten", CHAINS "to[i] = inverse(his[i]) * now[i]\n" LOCAL("to[parent[i]]")},
    {25, "parent_in_its_bind", CHAINS HERS_NOW LOCAL("hers[parent[i]]")},
    {25, "his_parent_undone", CHAINS HERS_NOW LOCAL("now[parent[i]]")},
    {26, "", "G D C F A J"},
    {26, "", "D G C F A J"},
    {26, "hips_by_arms", "B D C F A J"},
    {26, "foot_by_hips", "G I C F A J"},
    {26, "feet_slide", "G D C F E J"},
    {26, "not_on_the_floor", "G D C F A K"},
    {26, "nothing_held", "G D C F H"},
};
/* clang-format on */

#endif
