/* What the doctor prints: a report for each file, in one of several formats. */
#pragma once

#include "io/json.h"
#include <bindpose/tools.h>

/* One file that was examined, or could not be. */
typedef struct bp_doctor_result {
    const char *path;               /* borrowed */
    const bp_doctor_report *report; /* borrowed; of an unreadable file, a finding that says so */
    const bp_repair *repair;        /* borrowed; NULL: none was tried */
    const char *written;            /* borrowed: the repaired copy; NULL: none */
    bool is_read, fails;
} bp_doctor_result;

/* A line of the table at the end. */
typedef struct bp_doctor_row {
    char *path; /* owned */
    size_t errors, warnings, notes;
    bool is_read, fails;
} bp_doctor_row;

typedef struct bp_doctor_output bp_doctor_output;

/* What is printed at the beginning, for a file, and at the end; NULL: nothing. */
typedef struct bp_doctor_format {
    void (*begin)(bp_doctor_output *output);
    void (*file)(bp_doctor_output *output, const bp_doctor_result *result);
    void (*end)(bp_doctor_output *output);
} bp_doctor_format;

/* `text` has the allocator. */
struct bp_doctor_output {
    const bp_doctor_format *format;
    bool alone;   /* one file was named, and no folder */
    bool quiet;   /* of text: only what lets the run fail */
    bool dry_run; /* of text: why nothing is written */
    bp_json_writer json;
    bp_text_buffer text; /* printed at the end */
    bp_doctor_row *rows; /* owned, in the order of the files */
    size_t count;
    bp_error error; /* the first one */
};

void bp_doctor_output_begin(bp_doctor_output *output);
void bp_doctor_output_add(bp_doctor_output *output, const bp_doctor_result *result);
/* Prints what is left, and frees. Error: standard output can't be written, or memory ran out. */
bool bp_doctor_output_end(bp_doctor_output *output, bp_error *error);

/* How many files of the table failed, and couldn't be read; and all in a sentence. */
typedef struct bp_doctor_sum {
    size_t failing, unread;
    char sentence[120];
} bp_doctor_sum;
bp_doctor_sum bp_doctor_totals(const bp_doctor_output *output);

/* `--merge`: prints the table of files with results of --format jsonl. Returns the exit code. */
int bp_doctor_merge(char *const *paths, bp_error *error);

/* For people and scripts; for build servers and code reviews: doctor_reviews.c. */
extern const bp_doctor_format bp_text_format, bp_json_format, bp_json_lines_format;
extern const bp_doctor_format bp_sarif_format, bp_junit_format, bp_github_format, bp_markdown_format;
