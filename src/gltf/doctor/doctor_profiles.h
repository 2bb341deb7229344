/* profiles: what importers and specifications accept of skins, as one table of limits, and the measures that
 * are held against them. README.md beside this file names the sources, and which limits were tried. */
#ifndef BP_GLTF_DOCTOR_PROFILES_H
#define BP_GLTF_DOCTOR_PROFILES_H

#include "gltf/doctor/doctor.h"

/* A rule is the id of its finding. */
#define BP_DOCTOR_FIRST_RULE BP_DOCTOR_PROFILE_INFLUENCES
enum { BP_DOCTOR_RULE_COUNT = BP_DOCTOR_ID_COUNT - BP_DOCTOR_FIRST_RULE };
/* Begins the name of each rule's finding; the rest names it in bindpose.json. */
#define BP_DOCTOR_RULE_PREFIX "profile-"

typedef struct bp_doctor_limit {
    double at_most; /* INFINITY: anything */
    bp_doctor_severity severity;
    const char *who, *says; /* borrowed: who sets the limit, and why */
} bp_doctor_limit;

struct bp_doctor_limits {
    bool any;            /* some rule has a limit */
    int profile;         /* its index; -1: none */
    char characters[32]; /* that names must not have */
    bp_doctor_limit rules[BP_DOCTOR_RULE_COUNT];
};

extern const char *const bp_doctor_profiles[]; /* names; NULL-ended */
/* The limits of a profile, given by its index; -1: none. */
void bp_doctor_limits_make(bp_doctor_limits *limits, int profile);
/* Sets one limit, for somebody. */
void bp_doctor_limits_set(bp_doctor_limits *limits, bp_doctor_id rule, double at_most, const char *who);
/* The rule of a name such as "joints"; NONE: there is none. */
bp_doctor_id bp_doctor_rule_of(const char *name);

/* Adds a finding if what was measured is above the rule's limit. The text says what was measured. */
void bp_doctor_judge(bp_doctor *doctor, bp_doctor_id rule, double measured, bp_doctor_place place,
                     const char *format, ...) BP_PRINTF(5, 6);
/* All measures but those of a body; nothing without limits. */
bp_doctor_part bp_doctor_check_limits;
/* Those of VRM's extensions: doctor_profile_vrm.c. */
bp_doctor_part bp_doctor_check_vrm;
/* How a human body stands, whose bones VRM's extensions or names tell: doctor_profile_vrm.c. */
void bp_doctor_check_body(bp_doctor *doctor, const bp_model *model);

#endif
