/* Whether two submissions say that they are the same student's, however that is written. */
#pragma once

#include <bindpose/base.h>

enum { BP_IDENTITY_MOST = 640 }; /* bytes of a key, 0 included; longer names are cut */

/* A name's key: names with equal keys look alike to a reader. With ICU (`make ICU=` builds without) that
 * is its form by NFKC, case folded, without spaces and invisible characters, and then the skeleton of
 * Unicode's report 39, in which letters that look alike are one. Without ICU, case and spaces of ASCII. */
void bp_identity_of_name(const char *name, char key[BP_IDENTITY_MOST]);

/* Likewise, but the skeleton comes first: capitals look alike whose small letters don't, as B and the
 * Cyrillic Ve. */
void bp_identity_of_look(const char *name, char key[BP_IDENTITY_MOST]);

/* An id's key: its letters and digits, in the form above; as a number, if it is one: "0018/15" and "1815". */
void bp_identity_of_id(const char *id, char key[BP_IDENTITY_MOST]);
