/* Parsing command lines by table. */
#include "cli/options.h"
#include "base/system.h"
#include "cli/print.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Levenshtein distance, computed row by row; of long words it compares the beginnings. */
static size_t edits(const char *a, const char *b) {
    enum { LONGEST = 40 };
    size_t row[LONGEST + 1], length_a = strlen(a), length_b = strlen(b);
    if (length_a > LONGEST) length_a = LONGEST;
    if (length_b > LONGEST) length_b = LONGEST;
    for (size_t j = 0; j <= length_b; j++) row[j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t above = row[j], least = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < least) least = above + 1;
            row[j] = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
            diagonal = above;
        }
    }
    return row[length_b];
}

const char *bp_nearest_word(const char *wrong, const char *const *words) {
    const char *best = NULL;
    size_t min = strlen(wrong) / 2 + 2;
    for (; *words; words++) {
        size_t distance = edits(wrong, *words);
        if (distance >= min) continue;
        min = distance;
        best = *words;
    }
    return best;
}

bp_suggestion bp_suggest(const char *wrong, const char *const *words) {
    bp_suggestion suggestion = {""};
    const char *nearest = bp_nearest_word(wrong, words);
    if (nearest) snprintf(suggestion.text, sizeof suggestion.text, ", did you mean %.80s?", nearest);
    return suggestion;
}

bp_option bp_option_flag(const char *name, bool *value, const char *help) {
    return (bp_option){name, BP_OPTION_FLAG, value, NULL, help, 0, 0, NULL, NULL};
}

bp_option bp_option_text(const char *name, const char **value, const char *argument, const char *help) {
    return (bp_option){name, BP_OPTION_TEXT, (void *)value, argument, help, 0, 0, NULL, NULL};
}

bp_option bp_option_integer(const char *name, int *value, const char *argument, double lo, double hi,
                            const char *help) {
    return (bp_option){name, BP_OPTION_INTEGER, value, argument, help, lo, hi, NULL, NULL};
}

bp_option bp_option_number(const char *name, float *value, const char *argument, double lo, double hi,
                           const char *help) {
    return (bp_option){name, BP_OPTION_NUMBER, value, argument, help, lo, hi, NULL, NULL};
}

bp_option bp_option_size(int value[2], double lo, const char *help) {
    return (bp_option){"--size", BP_OPTION_SIZE, value, "WxH", help, lo, 8192, NULL, NULL};
}

bp_option bp_option_limit(float *value) {
    return bp_option_number("--limit", value, "GB", 0.001, 1000,
                            "refuse a file that needs more memory, or ten steps of work for each byte (2)");
}

size_t bp_limit_bytes(float gigabytes) { return (size_t)((double)gigabytes * 1e9); }

bp_option bp_option_vec3(const char *name, bp_vec3 *value, bool *given, const char *help) {
    return (bp_option){name, BP_OPTION_VEC3, value, "X,Y,Z", help, 0, 0, NULL, given};
}

bp_option bp_option_choice(const char *name, int *value, const char *argument, const char *const *choices,
                           const char *help) {
    return (bp_option){name, BP_OPTION_CHOICE, value, argument, help, 0, 0, choices, NULL};
}

bp_option bp_option_theme(int *value, const char *help) {
    static const char *const THEMES[] = {"dark", "light", NULL};
    return bp_option_choice("--theme", value, "light|dark", THEMES, help);
}

bp_option bp_option_isa(int *value) {
    static const char *const SETS[] = {"auto", "portable", "sse2", "avx2", "avx512", NULL}; /* as bp_isa */
    return bp_option_choice("--isa", value, "NAME", SETS,
                            "portable, sse2, avx2, avx512; without it the best that runs");
}

bp_option bp_option_seed(int *value) {
    return bp_option_integer("--seed", value, "N", 0, 1e9, "of the cases (0: a new one each time)");
}

int bp_seed_or_random(int seed) { return seed != 0 ? seed : 1 + (int)(bp_random_number() % 1000000000u); }

static bool refuse(const bp_option *option, const char *text, const char *expected, bp_error *error) {
    if (option->lo != 0 || option->hi != 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "'%.80s' is not %s from %g to %g", text,
                       expected, option->lo, option->hi);
    return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "'%.80s' is not %s", text, expected);
}

/* Numbers between separators: whole ones into ints, others into floats, once all of them are known to be
 * good. The limits are rounded to float: the float for 0.01 is below 0.01, and must pass a limit of 0.01. */
static bool read_numbers(const bp_option *option, const char *text, int count, char separator, bool whole) {
    int integers[3];
    float floats[3];
    for (int i = 0; i < count; i++) {
        char *after;
        errno = 0;
        long integer = whole ? strtol(text, &after, 10) : 0;
        bool fits = !errno && integer >= INT_MIN && integer <= INT_MAX;
        floats[i] = whole ? (float)integer : strtof(text, &after);
        integers[i] = (int)integer;
        double value = whole ? (double)integer : (double)floats[i];
        if (after == text || *after != (i + 1 < count ? separator : '\0') || !fits || !isfinite(floats[i]) ||
            ((option->lo != 0 || option->hi != 0) &&
             !(value >= (double)(float)option->lo && value <= (double)(float)option->hi)))
            return false;
        text = after + 1;
    }
    memcpy(option->value, whole ? (void *)integers : floats, (size_t)count * sizeof(int));
    return true;
}

static bool read_choice(const bp_option *option, const char *text, int *out, bp_error *error) {
    char known[200] = "";
    for (int i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *out = i;
            return true;
        }
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", option->choices[i]);
    }
    return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "'%.80s' is none of: %s", text, known);
}

static bool read_value(const bp_option *option, const char *text, bp_error *error) {
    switch (option->kind) {
    case BP_OPTION_FLAG: *(bool *)option->value = true; return true;
    case BP_OPTION_TEXT:
        if (!*text) return refuse(option, text, "a name: it is empty", error);
        *(const char **)option->value = text;
        return true;
    case BP_OPTION_INTEGER:
        return read_numbers(option, text, 1, '\0', true) || refuse(option, text, "a whole number", error);
    case BP_OPTION_NUMBER:
        return read_numbers(option, text, 1, '\0', false) || refuse(option, text, "a number", error);
    case BP_OPTION_SIZE:
        return read_numbers(option, text, 2, 'x', true) ||
               refuse(option, text, "a size like 1280x800, each", error);
    case BP_OPTION_VEC3:
        return read_numbers(option, text, 3, ',', false) ||
               refuse(option, text, "three numbers like 0,1.5,4", error);
    case BP_OPTION_CHOICE: break;
    }
    return read_choice(option, text, option->value, error);
}

/* An option table and what stands around it in help. */
typedef struct option_table {
    const char *positionals;
    const bp_option *options;
    size_t count;
    uint64_t seen; /* by option */
} option_table;

static void print_help(const char *program, const option_table *table, const char *summary) {
    printf("Usage: %s%s%s%s\n\n%s\n\nOptions:\n", program, *table->positionals ? " " : "", table->positionals,
           table->count > 0 ? " [options]" : "", summary);
    for (size_t i = 0; i < table->count; i++) {
        const bp_option *option = &table->options[i];
        const char *argument = option->argument ? option->argument : "";
        printf("  %-28s %s\n", bp_format("%s%s%s", option->name, *argument ? " " : "", argument).text,
               option->help);
    }
    printf("  %-28s %s\n  %-28s %s\n", "--help", "print this", "--version", "print the version");
}

/* The option that an argument names. *value is the text after '=', or NULL. */
static const bp_option *find(const option_table *table, const char *argument, const char **value) {
    size_t length = strcspn(argument, "=");
    *value = argument[length] ? argument + length + 1 : NULL;
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->options[i].name;
        if (strlen(name) == length && strncmp(name, argument, length) == 0) return &table->options[i];
    }
    return NULL;
}

static bool unknown(const option_table *table, const char *argument, bp_error *error) {
    enum { MOST = 40 };
    const char *names[MOST + 3];
    size_t count = 0;
    for (; count < table->count && count < MOST; count++) names[count] = table->options[count].name;
    names[count++] = "--help";
    names[count++] = "--version";
    names[count] = NULL;
    return bp_fail(error, BP_ERROR_ARGUMENT, argument, "there is no such option%s; --help lists them",
                   bp_suggest(argument, names).text);
}

/* Reads one option. Moves *at past its value, if that is an argument of its own. */
static bool take_option(option_table *table, bp_cli *call, int *at) {
    const char *value;
    bp_error *error = &call->error;
    const bp_option *option = find(table, call->argv[*at], &value);
    if (!option) return unknown(table, call->argv[*at], error);
    uint64_t bit = (uint64_t)1 << (option - table->options);
    if (table->seen & bit) return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "it is given twice");
    table->seen |= bit;
    if (option->kind == BP_OPTION_FLAG && value)
        return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "it takes no value");
    if (option->kind != BP_OPTION_FLAG && !value && !(value = call->argv[++*at]))
        return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "its value %s is missing", option->argument);
    if (option->given) *option->given = true;
    return read_value(option, value, error);
}

static bool is_option(const char *argument) {
    /* "-5" and "-0.5,1,2" are values, "-" is a name. */
    return argument[0] == '-' && argument[1] != '\0' && !(argument[1] >= '0' && argument[1] <= '9') &&
           argument[1] != '.';
}

/* Counts positionals, of which those in brackets are optional, and "..." stands for any number. */
static int count_positionals(const char *word, bool optional) {
    int count = 0;
    if (optional && strstr(word, "...")) return INT_MAX;
    for (; *word; word += strcspn(word, " "), word += strspn(word, " ")) count += optional || *word != '[';
    return count;
}

bool bp_cli_read(bp_cli *call, const char *positionals, const char *summary, const bp_option *options,
                 size_t option_count) {
    option_table table = {positionals, options, option_count, 0};
    int count = 0, max = count_positionals(positionals, true);
    char **argv = call->argv;
    bool options_ended = false;
    for (int i = 1; i < call->argc; i++) {
        if (options_ended || !is_option(argv[i])) {
            if (count == max)
                return bp_fail(&call->error, BP_ERROR_ARGUMENT, argv[i],
                               "one argument too many; --help lists what there is");
            argv[++count] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            options_ended = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            print_help(call->program, &table, summary);
            return false;
        } else if (strcmp(argv[i], "--version") == 0) {
            printf("bindpose %s\n", BP_VERSION);
            return false;
        } else if (!take_option(&table, call, &i)) {
            return false;
        }
    }
    argv[count + 1] = NULL;
    return count >= count_positionals(positionals, false) ||
           bp_fail(&call->error, BP_ERROR_ARGUMENT, NULL, "an argument is missing: %s %s", call->program,
                   positionals);
}

int bp_cli_run(bp_command *command, bp_cli *call) {
    int code = command(call);
    return call->error.kind == BP_ERROR_NONE ? code : bp_report(call->program, &call->error);
}

int bp_cli_run_below(bp_command *command, const bp_cli *call, const char *word) {
    const bp_formatted program = bp_format("%s %s", call->program, word);
    bp_cli below = *call;
    below.program = program.text;
    below.argc--, below.argv++;
    return bp_cli_run(command, &below);
}

int bp_cli_choose(bp_cli *call, const bp_named_command *commands) {
    enum { MOST = 30 };
    const char *names[MOST + 1] = {NULL};
    for (int i = 0; i < MOST && commands[i].name; i++) {
        if (strcmp(call->argv[1], commands[i].name) == 0)
            return bp_cli_run_below(commands[i].run, call, commands[i].name);
        names[i] = commands[i].name;
    }
    bp_fail(&call->error, BP_ERROR_ARGUMENT, call->argv[1], "there is no such command%s; --help lists them",
            bp_suggest(call->argv[1], names).text);
    return 2;
}
