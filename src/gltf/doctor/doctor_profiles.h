/* profiles: what importers and specifications accept of skins, as one table of limits, and the measures that
 * are held against them. README.md beside this file names the sources, and which limits were tried. */
#pragma once

#include "gltf/doctor/doctor.h"

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
