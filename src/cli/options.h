/* Command lines as tables: an option is a name, a kind, where its value goes, and a line of help.
 *
 * One parser for all programs, so that each of them prints help alike, refuses what it doesn't know with
 * the nearest name that it does, and says what is wrong with a value. Both "--size 800x600" and
 * "--size=800x600" are understood; "--" ends the options. */
#ifndef BP_CLI_OPTIONS_H
#define BP_CLI_OPTIONS_H

#include <bindpose/base.h>
#include <bindpose/math.h>
#include <stdio.h>

typedef enum bp_option_kind {
    BP_OPTION_FLAG,    /* bool */
    BP_OPTION_TEXT,    /* const char *, borrowed from argv; may not be empty */
    BP_OPTION_INTEGER, /* int within lo..hi */
    BP_OPTION_NUMBER,  /* float, finite, within lo..hi */
    BP_OPTION_SIZE,    /* int[2]: WxH, each within lo..hi */
    BP_OPTION_VEC3,    /* bp_vec3: X,Y,Z, finite */
    BP_OPTION_CHOICE,  /* int: the place of the word in `choices` */
} bp_option_kind;

typedef struct bp_option {
    const char *name; /* with its dashes: "--size"; "-o" */
    bp_option_kind kind;
    void *value;          /* borrowed; not written where the option is not given */
    const char *argument; /* for help: "WxH"; NULL for flags */
    const char *help;
    double lo, hi;              /* of numbers; both 0: no limit */
    const char *const *choices; /* of CHOICE: words, ended by NULL */
    bool *given;                /* may be NULL; set where the option is given */
} bp_option;

typedef struct bp_usage {
    const char *program;     /* what comes before the arguments: "bindpose skin" */
    const char *positionals; /* for help: "FILE"; "" for none */
    const char *summary;     /* one line */
    const bp_option *options;
    size_t option_count;
    int positionals_min, positionals_max;
} bp_usage;

typedef enum bp_parsed {
    BP_PARSED,      /* go on */
    BP_PARSED_DONE, /* --help or --version was printed: exit 0 */
    BP_PARSED_FAILED,
} bp_parsed;

/* Reads argv[1..]. Positional arguments are put into `positionals` (borrowed from argv), NULL for those not
 * given; it has positionals_max elements. Errors: an unknown option (with the nearest one), a value that is
 * missing or doesn't fit, the same option twice, too many or too few positionals. */
bp_parsed bp_options_parse(const bp_usage *usage, int argc, char **argv, const char **positionals,
                           bp_error *error);
void bp_usage_print(const bp_usage *usage, FILE *to);

/* The word of `words` (ended by NULL) that is nearest to `wrong` by edits, NULL where none is near. */
const char *bp_nearest_word(const char *wrong, const char *const *words);

/* Prints "PROGRAM: place: message" to standard error and returns the error's exit code. */
int bp_report(const char *program, const bp_error *error);

/* What main ends with: `code`, but 3 (and a message) where it is 0 or 1 and standard output couldn't take all that was
 * printed. */
int bp_finish_output(const char *program, int code);

#endif
