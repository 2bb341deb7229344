/* search: hypotheses about one skin's inverse binds, scored against each other (doctor_search.c holds
 * the table and the score; doctor_hypotheses.c and doctor_exceptions.c try them). */
#ifndef BP_GLTF_DOCTOR_SEARCH_H
#define BP_GLTF_DOCTOR_SEARCH_H

#include "gltf/doctor/doctor_measure.h"

/* One hypothesis with its numbers. */
typedef struct bp_doctor_hypothesis {
    bp_doctor_id fault; /* NONE: the skin is right as it is */
    bp_doctor_text text;
    bp_mat4 *binds;  /* by joint */
    int *bones;      /* by a vertex's joint number: the joint that it means */
    bool has_bones;  /* else a number means its own joint */
    double distance; /* of vertices from their bones */
} bp_doctor_hypothesis;

typedef struct bp_doctor_search {
    bp_doctor_measure measure;
    bp_doctor_hypothesis as_is, trial, best;
    double rival;          /* the distance of the best one with another result; infinite: none */
    bool alike;            /* all nodes of joints are in one place */
    bool found, from_node; /* a hypothesis passed; it takes numbers from nodes */
    bool certain;          /* so far */
    int *from;             /* scratch: which matrix a joint gets */
    bool *touched;         /* scratch: joints whose matrix changes */
} bp_doctor_search;

/* Whether the matrices of all usable joints are affine. */
bool bp_doctor_search_are_affine(const bp_doctor_search *search, const bp_mat4 *binds);
/* Whether the matrices are affine and agree with the nodes. */
bool bp_doctor_search_agrees(const bp_doctor_search *search, const bp_mat4 *binds);
/* Whether nothing but rounding is to be changed so far. */
bool bp_doctor_search_is_unchanged(const bp_doctor_search *search);
void bp_doctor_search_copy(const bp_doctor_search *search, bp_doctor_hypothesis *to,
                           const bp_doctor_hypothesis *from);
/* Scores the trial: keeps it if it is better than the best one. */
void bp_doctor_search_score(bp_doctor_search *search);
/* The trial gets the matrices that `from` says. Scores it in both ways: the matrices are in the wrong order,
 * or the list of joints is. */
void bp_doctor_search_order(bp_doctor_search *search);
/* Inverts, transposes and scales a matrix, as rows of the table do. */
typedef bool bp_doctor_matrix_change(bp_mat4 bind, double factor, bp_mat4 *out);
typedef struct bp_doctor_change {
    bp_doctor_matrix_change *change;
    double factor;
    bp_doctor_id fault;
    const char *text; /* "%zu matrices would fit if they were ..." */
} bp_doctor_change;
/* Scales all but the last column. Factor 0: divides the matrix by its last element. */
bp_doctor_matrix_change bp_doctor_scale_all;
extern const bp_doctor_change bp_doctor_changes[];
extern const size_t bp_doctor_change_count;

/* Exceptions: most joints are right, and a few are not (doctor_exceptions.c). `agreed`: how many joints have
 * the skin's fit transform. */
void bp_doctor_search_exceptions(bp_doctor_search *search, size_t agreed);

/* Reports that a skin can't be right, though nothing explains it (doctor_doubts.c). `sound`: its matrices
 * agree with its nodes. */
bool bp_doctor_search_doubts(bp_doctor_search *search, bool sound, bp_error *error);

/* Faults that only the vertices show (doctor_search_vertices.c). */
bool bp_doctor_search_vertices(bp_doctor_search *search, bp_error *error);

#endif
