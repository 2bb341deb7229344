/* Command lines as tables: an option has a name, a kind, a variable for its value, and a line of help.
 *
 * All programs use this one parser. It prints help, refuses an unknown option with the nearest known name,
 * and says what is wrong with a value. It accepts "--size 800x600" and "--size=800x600"; "--" ends the
 * options. */
#pragma once

#include <bindpose/math.h>
#include <bindpose/program.h>

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

/* For the last two arguments of bp_cli_read. */
#define BP_OPTIONS(table) (table), BP_COUNT(table)

/* A call of a command, and how it ends. */
typedef struct bp_cli {
    const char *program; /* the words before the arguments: "bindpose skin" */
    int argc;
    char **argv; /* ended by NULL; from argv[1] on the positional arguments, after bp_cli_read */
    const bp_lesson_plan *const *lessons; /* in order, then NULL */
    const bp_window *window;              /* NULL: there is no display */
    const char *commit;                   /* that was built; "": unknown */
    bp_error error;                       /* if there is one, it is printed, and decides the exit code */
} bp_cli;

/* Runs a command. Returns the exit code: 0 good, 1 a check failed, 2 wrong use or unreadable input, 3
 * environment; of a call with an error, bp_cli_run returns the error's. */
typedef int bp_command(bp_cli *call);
/* Runs a command, and prints its error. */
int bp_cli_run(bp_command *command, bp_cli *call);
/* Runs a command whose name is the call's first argument, `word`, with the other arguments. */
int bp_cli_run_below(bp_command *command, const bp_cli *call, const char *word);

typedef struct bp_named_command {
    const char *name, *arguments, *help;
    bp_command *run;
} bp_named_command;
/* Runs the one that the first argument names. Error: there is none. After the last one comes a NULL name. */
int bp_cli_choose(bp_cli *call, const bp_named_command *commands);

/* Reads the call's options, and leaves its positional arguments in argv, ended by NULL. `positionals`: "FILE
 * [OTHER]": an optional one is in brackets; "FILE...": one or more; "": none. False: the command ends, after
 * --help or --version, or with an error: an unknown option, a value that is missing or wrong, an option given
 * twice, too many or too few positional arguments. */
bool bp_cli_read(bp_cli *call, const char *positionals, const char *summary, const bp_option *options,
                 size_t count);

/* The word of `words` (NULL-ended) with the smallest edit distance to `wrong`; NULL if none is near. */
const char *bp_nearest_word(const char *wrong, const char *const *words);
/* ", did you mean WORD?" for the nearest word, or "" if none is near: the end of an error message. */
typedef struct bp_suggestion {
    char text[112];
} bp_suggestion;
bp_suggestion bp_suggest(const char *wrong, const char *const *words);
