/* profiles: what importers and specifications accept of skins, as one table of limits, and the measures that
 * are held against them. README.md beside this file names the sources, and which limits were tried. */
#pragma once

#include "gltf/doctor/doctor.h"

/* A value above a limit is reported as a finding; its id is that of the rule. */

#define BP_DOCTOR_FIRST_RULE BP_DOCTOR_PROFILE_INFLUENCES
enum { BP_DOCTOR_RULE_COUNT = BP_DOCTOR_ID_COUNT - BP_DOCTOR_FIRST_RULE };

typedef struct bp_doctor_limit {
    double at_most; /* INFINITY: anything */
    bp_doctor_severity severity;
    const char *who, *says; /* borrowed: who sets the limit, and why */
} bp_doctor_limit;

typedef struct bp_doctor_limits {
    bool any;                                    /* some rule has a limit */
    int profile;                                 /* its index; -1: none */
    char characters[32];                         /* that names must not have */
    bp_doctor_limit rules[BP_DOCTOR_RULE_COUNT]; /* by id, from BP_DOCTOR_FIRST_RULE on */
} bp_doctor_limits;

/* Begins the name of each rule's finding; the rest names it in bindpose.json. */
#define BP_DOCTOR_RULE_PREFIX "profile-"

/* Adds a finding if what was measured is above the rule's limit. The text says what was measured. */
void bp_doctor_judge(bp_doctor *doctor, bp_doctor_id rule, double measured, bp_doctor_place place,
                     const char *format, ...) BP_PRINTF(5, 6);
/* All measures but those of a body; nothing without limits. */
bp_doctor_part bp_doctor_check_limits;
/* Those of VRM's extensions: doctor_profile_vrm.c. */
bp_doctor_part bp_doctor_check_vrm;
/* How a human body stands, whose bones VRM's extensions or names tell: doctor_profile_vrm.c. */
void bp_doctor_check_body(bp_doctor *doctor, const bp_model *model);

/* Silences a finding of the report, for a reason: it stays in the list as a note that isn't counted, and no
 * repair answers it. */
void bp_doctor_silence(bp_doctor_report *report, bp_doctor_finding *finding, const char *reason);
/* Gives a finding of the report, unless it is silenced, another severity. */
void bp_doctor_set_severity(bp_doctor_report *report, bp_doctor_finding *finding,
                            bp_doctor_severity severity);

/* The profiles' names, such as "unreal"; NULL-ended. */
extern const char *const bp_doctor_profiles[];
/* The index of a name among them; -1: it is none. */
int bp_doctor_profile_of(const char *name);
/* The limits of a profile, given by its index; -1: none. README.md beside the source says where they are
 * from. */
void bp_doctor_limits_make(bp_doctor_limits *limits, int profile);
/* Sets one limit, for somebody, whose name is borrowed. A rule that is none changes nothing. */
void bp_doctor_limits_set(bp_doctor_limits *limits, bp_doctor_id rule, double at_most, const char *who);
/* The rule of a name such as "joints"; NONE: there is none. */
bp_doctor_id bp_doctor_rule_of(const char *name);

/* As bp_doctor_examine, and also for what is above `limits` (NULL: none). `model` (or NULL) is what the
 * caller has read of the file, at rest, which saves reading it again: its clips are played, and it is at rest
 * again afterwards. */
bool bp_doctor_examine_within(const bp_context *context, const char *path, const bp_doctor_limits *limits,
                              bp_model *model, bp_doctor_report *report, bp_error *error);
bool bp_doctor_examine_memory_within(const bp_context *context, const void *data, size_t size,
                                     const char *name, const char *folder, const bp_doctor_limits *limits,
                                     bp_doctor_report *report, bp_error *error);
