/* Types and functions for both files that check glTF's rules. */
#pragma once

#include "gltf/doctor/doctor.h"

/* What uses a buffer view. */
typedef struct bp_doctor_view_use {
    int uses, accessor;   /* bits; an accessor of vertices */
    bool several, uneven; /* accessors of vertices; of different sizes */
    bool told;            /* its target or stride was told */
} bp_doctor_view_use;

typedef struct bp_doctor_rule_book {
    bp_doctor *doctor;
    bp_doctor_tell *tell;
    void *user;
    bp_doctor_view_use *views;
    const bp_json *list;   /* of nodes, whose items are checked */
    size_t list_start;     /* its first item's number; items of all lists are numbered through, from 1 */
    size_t *numbers;       /* by node: the first item that names it, in the last list that does */
    bool quantized;        /* the file uses KHR_mesh_quantization */
    size_t work_left;      /* in steps: a file can name one accessor or material a million times */
    const char *names[64]; /* of extensions that were told */
    size_t name_count;
} bp_doctor_rule_book;

static inline void tell_as(const bp_doctor_rule_book *rules, bp_doctor_id id, const bp_gltf_value *at,
                           const char *code, const char *message, bp_doctor_rule_remedy remedy) {
    bp_doctor_breach breach = {id, at, code, message, remedy};
    rules->tell(rules->user, &breach);
}

static inline void tell(const bp_doctor_rule_book *rules, const bp_gltf_value *at, const char *code,
                        const char *message, bp_doctor_rule_remedy remedy) {
    tell_as(rules, BP_DOCTOR_GLTF_RULE, at, code, message, remedy);
}

/* Whether there are steps left for so much work, which are taken. */
static inline bool may_work(bp_doctor_rule_book *rules, size_t steps) {
    if (steps > rules->work_left) return false;
    rules->work_left -= steps;
    return true;
}

/* The element that an index names; NULL: none. */
static inline const bp_json *element_of(const bp_doctor_rule_book *rules, bp_gltf_collection collection,
                                        const bp_json *index) {
    int i = bp_gltf_index_of(&rules->doctor->document, index, collection);
    return i < 0 ? NULL : bp_gltf_element(&rules->doctor->document, collection, (size_t)i).json;
}

#define REMOVE ((bp_doctor_rule_remedy){.remove = true})
#define NOTHING ((bp_doctor_rule_remedy){.remove = false})

/* Names of extensions that the file's lists lack. Finds out whether the file is quantized. */
void bp_doctor_check_extensions(bp_doctor_rule_book *rules);
/* Images, cameras, lights, extensions, and the types and ranges of members; after all uses of views are
 * known. */
void bp_doctor_check_members(bp_doctor_rule_book *rules);
