/* Parsing command lines by table. */
#include "cli/options.h"
#include "base/system.h"
#include "cli/print.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t smallest(size_t a, size_t b, size_t c) {
    size_t min = a < b ? a : b;
    return min < c ? min : c;
}

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
            size_t above = row[j];
            row[j] = smallest(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
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

static void print_help(const bp_usage *usage) {
    const char *positionals = usage->positionals ? usage->positionals : "";
    printf("Usage: %s%s%s%s\n\n%s\n\nOptions:\n", usage->program, *positionals ? " " : "", positionals,
           usage->option_count > 0 ? " [options]" : "", usage->summary);
    for (size_t i = 0; i < usage->option_count; i++) {
        const bp_option *option = &usage->options[i];
        printf("  %-28s %s\n",
               bp_format("%s%s%s", option->name, option->argument ? " " : "",
                         option->argument ? option->argument : "")
                   .text,
               option->help);
    }
    printf("  %-28s %s\n  %-28s %s\n", "--help", "print this", "--version", "print the version");
}

static bool limited(const bp_option *option, double lo, double hi, double value) {
    return (option->lo == 0 && option->hi == 0) || (value >= lo && value <= hi);
}

static bool refuse(const bp_option *option, const char *text, const char *expected, bp_error *error) {
    if (option->lo != 0 || option->hi != 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "'%.80s' is not %s from %g to %g", text,
                       expected, option->lo, option->hi);
    return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "'%.80s' is not %s", text, expected);
}

static bool read_integer(const bp_option *option, const char *text, int *out, char stop, const char **end) {
    char *after;
    errno = 0;
    long value = strtol(text, &after, 10);
    if (after == text || *after != stop || errno || value < INT_MIN || value > INT_MAX) return false;
    if (!limited(option, option->lo, option->hi, (double)value)) return false;
    *out = (int)value;
    if (end) *end = after;
    return true;
}

static bool read_number(const bp_option *option, const char *text, float *out, char stop, const char **end) {
    char *after;
    float value = strtof(text, &after);
    if (after == text || *after != stop || !isfinite(value)) return false;
    /* Compare with limits rounded to float: the float for 0.01 is below 0.01, and must pass a limit of
     * 0.01. */
    if (!limited(option, (double)(float)option->lo, (double)(float)option->hi, (double)value)) return false;
    *out = value;
    if (end) *end = after;
    return true;
}

static bool read_size(const bp_option *option, const char *text, int *out) {
    const char *x;
    return read_integer(option, text, &out[0], 'x', &x) && read_integer(option, x + 1, &out[1], '\0', NULL);
}

static bool read_vec3(const bp_option *option, const char *text, bp_vec3 *out) {
    const char *at;
    bp_vec3 v;
    bool ok = read_number(option, text, &v.x, ',', &at) && read_number(option, at + 1, &v.y, ',', &at) &&
              read_number(option, at + 1, &v.z, '\0', NULL);
    if (ok) *out = v;
    return ok;
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
        return read_integer(option, text, option->value, '\0', NULL) ||
               refuse(option, text, "a whole number", error);
    case BP_OPTION_NUMBER:
        return read_number(option, text, option->value, '\0', NULL) ||
               refuse(option, text, "a number", error);
    case BP_OPTION_SIZE:
        return read_size(option, text, option->value) ||
               refuse(option, text, "a size like 1280x800, each", error);
    case BP_OPTION_VEC3:
        return read_vec3(option, text, option->value) ||
               refuse(option, text, "three numbers like 0,1.5,4", error);
    case BP_OPTION_CHOICE: break;
    }
    return read_choice(option, text, option->value, error);
}

/* The option that an argument names. *value is the text after '=', or NULL. */
static const bp_option *find(const bp_usage *usage, const char *argument, const char **value) {
    size_t length = strcspn(argument, "=");
    *value = argument[length] ? argument + length + 1 : NULL;
    for (size_t i = 0; i < usage->option_count; i++) {
        const char *name = usage->options[i].name;
        if (strlen(name) == length && strncmp(name, argument, length) == 0) return &usage->options[i];
    }
    return NULL;
}

static bool unknown(const bp_usage *usage, const char *argument, bp_error *error) {
    enum { MOST = 40 };
    const char *names[MOST + 3];
    size_t count = 0;
    for (; count < usage->option_count && count < MOST; count++) names[count] = usage->options[count].name;
    names[count++] = "--help";
    names[count++] = "--version";
    names[count] = NULL;
    return bp_fail(error, BP_ERROR_ARGUMENT, argument, "there is no such option%s; --help lists them",
                   bp_suggest(argument, names).text);
}

/* Reads one option. Moves *at past its value, if that is an argument of its own. */
static bool take_option(const bp_usage *usage, int argc, char **argv, int *at, uint64_t *seen,
                        bp_error *error) {
    const char *value;
    const bp_option *option = find(usage, argv[*at], &value);
    if (!option) return unknown(usage, argv[*at], error);
    uint64_t bit = (uint64_t)1 << (option - usage->options);
    if (*seen & bit) return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "it is given twice");
    *seen |= bit;
    if (option->kind == BP_OPTION_FLAG && value)
        return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "it takes no value");
    if (option->kind != BP_OPTION_FLAG && !value) {
        if (*at + 1 >= argc)
            return bp_fail(error, BP_ERROR_ARGUMENT, option->name, "its value %s is missing",
                           option->argument);
        value = argv[++*at];
    }
    if (option->given) *option->given = true;
    return read_value(option, value, error);
}

static bool is_option(const char *argument) {
    /* "-5" and "-0.5,1,2" are values, "-" is a name. */
    return argument[0] == '-' && argument[1] != '\0' && !(argument[1] >= '0' && argument[1] <= '9') &&
           argument[1] != '.';
}

/* Counts the words of usage->positionals; those in brackets are optional. */
static int count_positionals(const bp_usage *usage, bool optional) {
    int count = 0;
    const char *word = usage->positionals ? usage->positionals : "";
    for (; *word; word += strcspn(word, " "), word += strspn(word, " ")) count += optional || *word != '[';
    return count;
}

/* Whether the last word of usage->positionals stands for any number of arguments. */
static bool takes_more(const bp_usage *usage) {
    size_t length = usage->positionals ? strlen(usage->positionals) : 0;
    return length > 3 && strcmp(usage->positionals + length - 3, "...") == 0;
}

bp_parsed bp_options_parse(const bp_usage *usage, int argc, char **argv, const char **positionals,
                           bp_error *error) {
    int count = 0, max = takes_more(usage) ? argc - 1 : count_positionals(usage, true);
    uint64_t seen = 0;
    bool options_ended = false;
    for (int i = 0; i < max; i++) positionals[i] = NULL;
    for (int i = 1; i < argc; i++) {
        if (!options_ended && strcmp(argv[i], "--") == 0) {
            options_ended = true;
        } else if (!options_ended && strcmp(argv[i], "--help") == 0) {
            print_help(usage);
            return BP_PARSED_DONE;
        } else if (!options_ended && strcmp(argv[i], "--version") == 0) {
            printf("bindpose %s\n", BP_VERSION);
            return BP_PARSED_DONE;
        } else if (!options_ended && is_option(argv[i])) {
            if (!take_option(usage, argc, argv, &i, &seen, error)) return BP_PARSED_FAILED;
        } else if (count < max) {
            positionals[count++] = argv[i];
        } else {
            bp_fail(error, BP_ERROR_ARGUMENT, argv[i], "one argument too many; --help lists what there is");
            return BP_PARSED_FAILED;
        }
    }
    if (count >= count_positionals(usage, false)) return BP_PARSED;
    bp_fail(error, BP_ERROR_ARGUMENT, NULL, "an argument is missing: %s %s", usage->program,
            usage->positionals);
    return BP_PARSED_FAILED;
}

bool bp_options_read(const bp_usage *usage, int argc, char **argv, const char **positionals, int *code) {
    bp_error error = {0};
    bp_parsed parsed = bp_options_parse(usage, argc, argv, positionals, &error);
    *code = parsed == BP_PARSED_FAILED ? bp_report(usage->program, &error) : 0;
    return parsed == BP_PARSED;
}

const char **bp_options_read_list(const bp_usage *usage, int argc, char **argv, int *code) {
    bp_error error = {0};
    const char **list = bp_alloc(NULL, (size_t)argc, sizeof *list, &error);
    if (!list)
        *code = bp_report(usage->program, &error);
    else if (bp_options_read(usage, argc, argv, list, code))
        return list;
    bp_free(NULL, list);
    return NULL;
}
