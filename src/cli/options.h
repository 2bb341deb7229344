/* Command lines as tables: an option has a name, a kind, a variable for its value, and a line of help.
 *
 * All programs use this one parser. It prints help, refuses an unknown option with the nearest known name,
 * and says what is wrong with a value. It accepts "--size 800x600" and "--size=800x600"; "--" ends the
 * options. */
#pragma once

#include <bindpose/math.h>

typedef enum bp_option_kind {
    BP_OPTION_FLAG,    /* bool */
    BP_OPTION_TEXT,    /* const char *, borrowed from argv; never empty */
    BP_OPTION_INTEGER, /* int within lo..hi */
    BP_OPTION_NUMBER,  /* float, finite, within lo..hi */
    BP_OPTION_SIZE,    /* int[2]: WxH, each within lo..hi */
    BP_OPTION_VEC3,    /* bp_vec3: X,Y,Z, finite */
    BP_OPTION_CHOICE,  /* int: index of the word in `choices` */
} bp_option_kind;

typedef struct bp_option {
    const char *name; /* with its dashes: "--size", "-o" */
    bp_option_kind kind;
    void *value;          /* borrowed; not written if the option is not given */
    const char *argument; /* for help: "WxH"; NULL for flags */
    const char *help;
    double lo, hi;              /* of numbers; both 0: no limit */
    const char *const *choices; /* of CHOICE: words, NULL-ended */
    bool *given;                /* set to true if the option is given; may be NULL */
} bp_option;

/* One line of an option table for each kind. */
bp_option bp_option_flag(const char *name, bool *value, const char *help);
bp_option bp_option_text(const char *name, const char **value, const char *argument, const char *help);
bp_option bp_option_integer(const char *name, int *value, const char *argument, double lo, double hi,
                            const char *help);
bp_option bp_option_number(const char *name, float *value, const char *argument, double lo, double hi,
                           const char *help);
bp_option bp_option_size(int value[2], double lo, const char *help); /* --size WxH, up to 8192 */
bp_option bp_option_vec3(const char *name, bp_vec3 *value, bool *given, const char *help);
bp_option bp_option_choice(const char *name, int *value, const char *argument, const char *const *choices,
                           const char *help);
bp_option bp_option_limit(float *value);                 /* --limit GB: what a file may cost; 0: not given */
size_t bp_limit_bytes(float gigabytes);                  /* for bp_context_options */
bp_option bp_option_theme(int *value, const char *help); /* --theme: 0 dark, 1 light */
bp_option bp_option_isa(int *value);                     /* --isa: a bp_isa */
bp_option bp_option_seed(int *value);                    /* --seed: of an exercise's cases; 0: none given */
int bp_seed_or_random(int seed);                         /* the seed, or for 0 a new one: 1..1e9 */

typedef struct bp_usage {
    const char *program;     /* the words before the arguments: "bindpose skin" */
    const char *positionals; /* "FILE [OTHER]": an optional one is in brackets; "FILE...": one or more; NULL
                                or "" for none */
    const char *summary;
    const bp_option *options;
    size_t option_count;
} bp_usage;

/* For the initializer of a bp_usage: the two fields of an option table. */
#define BP_OPTION_TABLE(table) .options = (table), .option_count = BP_COUNT(table)

typedef enum bp_parsed {
    BP_PARSED,      /* go on */
    BP_PARSED_DONE, /* --help or --version was printed: exit 0 */
    BP_PARSED_FAILED,
} bp_parsed;

/* Reads argv[1..]. Stores positional arguments in `positionals` (an element for each that the usage names,
 * borrowed from argv; NULL if not given; argc - 1 elements if its last word ends in "..."). Errors: an
 * unknown option, a value that is missing or wrong, an option given twice, too many or too few positional
 * arguments. */
bp_parsed bp_options_parse(const bp_usage *usage, int argc, char **argv, const char **positionals,
                           bp_error *error);
/* For commands: parses, and reports an error. True: go on. False: the command ends with the exit code
 * *code. */
bool bp_options_read(const bp_usage *usage, int argc, char **argv, const char **positionals, int *code);
/* The same for a usage that ends in "...": returns its positional arguments, NULL-ended; free them with
 * bp_free. NULL: the command ends with the exit code *code. */
const char **bp_options_read_list(const bp_usage *usage, int argc, char **argv, int *code);

/* The word of `words` (NULL-ended) with the smallest edit distance to `wrong`; NULL if none is near. */
const char *bp_nearest_word(const char *wrong, const char *const *words);
/* ", did you mean WORD?" for the nearest word, or "" if none is near: the end of an error message. */
typedef struct bp_suggestion {
    char text[112];
} bp_suggestion;
bp_suggestion bp_suggest(const char *wrong, const char *const *words);
