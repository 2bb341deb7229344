/* Which findings of the doctor count, and which let a run fail: options, bindpose.json and a baseline. */
#pragma once

#include "gltf/doctor/doctor_profiles.h"
#include "io/json.h"
#include <bindpose/tools.h>

enum { BP_FINGERPRINT_TEXT = 17 }; /* 16 hexadecimal digits and a zero byte */

/* Zero counts everything, and fails on errors. */
typedef struct bp_doctor_rules {
    const char *ignore;      /* "ID[:GLOB],...", borrowed; NULL: nothing */
    const char *config_path; /* borrowed; NULL: each file's own bindpose.json, in its folder or above */
    int fail_on;             /* a bp_doctor_severity; -1: as bindpose.json says, else errors */
    int profile;             /* its index; -1: as bindpose.json says, else none */
    bp_doctor_id only;       /* others don't count; NONE: all count */
    bp_json *baseline;       /* owned */
    const char **known;      /* owned, sorted: the baseline's fingerprints, which belong to it */
    bool *seen;              /* owned: whether a known finding occurred */
    size_t known_count;
    bp_json *config;   /* owned: the bindpose.json that was read last */
    char folder[4096]; /* the folder for which it was looked for; "": none yet */
} bp_doctor_rules;

/* Checks `ignore`, and reads the configuration and the baseline (each may be NULL) that are named. */
bool bp_doctor_rules_begin(bp_doctor_rules *rules, const char *baseline, bp_error *error);
void bp_doctor_rules_end(bp_doctor_rules *rules);
/* Finds what a file is held against, by its path: the profile's limits, then those of bindpose.json. Error:
 * the file's bindpose.json is wrong. */
bool bp_doctor_rules_limits(bp_doctor_rules *rules, const char *path, bp_doctor_limits *limits,
                            bp_error *error);
/* Changes severities of a file's findings, and silences some. *fails: whether one that counts is as severe as
 * what lets the run fail. Error: the file's bindpose.json is wrong. */
bool bp_doctor_rules_apply(bp_doctor_rules *rules, const char *path, bp_doctor_report *report, bool *fails,
                           bp_error *error);
/* The baseline's findings that didn't occur. */
size_t bp_doctor_rules_gone(const bp_doctor_rules *rules);

/* Names a finding for baselines and SARIF: the same for the same fault at the same place of the same path. */
void bp_doctor_fingerprint(const char *path, const bp_doctor_finding *finding,
                           char text[BP_FINGERPRINT_TEXT]);
