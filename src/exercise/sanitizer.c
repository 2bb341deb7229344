/* A sanitizer's report has 40 lines, most of them bytes of its own. A student needs one sentence: what the
 * code did, and where. With clang's runtime, the report names addresses in place of lines, because it may
 * start no other program; addr2line translates the first ones. */
#define _POSIX_C_SOURCE 200809L
#include "base/process.h"
#include "exercise/checker.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 6 };

int bp_sanitizer_begins(const char *output) {
    static const char *const MARKS[] = {": runtime error: ", "ERROR: AddressSanitizer",
                                        "AddressSanitizer:DEADLY"};
    const char *begin = output + strlen(output);
    for (size_t i = 0; i < BP_COUNT(MARKS); i++) {
        const char *mark = strstr(output, MARKS[i]);
        while (mark && mark > output && mark[-1] != '\n') mark--;
        if (mark && mark < begin) begin = mark;
    }
    /* A line of = stands above. */
    const char *rule = begin;
    if (rule > output) rule--;
    while (rule > output && (rule[-1] == '=' || (rule[-1] == '\n' && *rule != '\n'))) rule--;
    if (strspn(rule, "=") > 20) begin = rule;
    return (int)(begin - output);
}

/* ---- the line -------------------------------------------------------------------------------------- */

/* The number behind the first "path:" in the text; 0: there is none. */
static int line_after(const char *text, const char *path) {
    size_t length = strlen(path);
    for (const char *at = strstr(text, path); at; at = strstr(at + 1, path))
        if (at[length] == ':' && isdigit((unsigned char)at[length + 1])) return atoi(at + length + 1);
    return 0;
}

/* Asks addr2line about the first frames "(program+0x1234)". They are return addresses, but for the first. */
static int line_of_address(const bp_exercise_job *job, const char *output) {
    char address[FRAMES][24];
    const char *argv[FRAMES + 4] = {"addr2line", "-e", job->program};
    int count = 0, line = 0;
    for (const char *at = strstr(output, "/exercise+0x"); at && count < FRAMES;
         at = strstr(at + 1, "/exercise+0x")) {
        unsigned long number = strtoul(at + strlen("/exercise+"), NULL, 16);
        snprintf(address[count], sizeof address[count], "0x%lx", number - (count > 0));
        argv[3 + count] = address[count];
        count++;
    }
    const bp_process_options task = {
        .command_prefix = job->options->wrap_build, .argv = argv, .output_limit = 1 << 16, .seconds = 20};
    bp_process_result ran;
    if (count == 0 || !bp_process_run(job->allocator, &task, &ran, NULL)) return 0;
    if (ran.end == BP_PROCESS_EXITED) line = line_after((const char *)ran.output.data, job->source);
    bp_process_result_free(job->allocator, &ran);
    return line;
}

/* Copies a line of the student's file without the spaces around it. */
static void read_line(const bp_exercise_job *job, int number, char *text, size_t size) {
    bp_file file;
    text[0] = '\0';
    if (!bp_file_read(job->allocator, job->source, 1 << 20, &file, NULL)) return;
    const char *line = (const char *)file.data;
    for (int i = 1; i < number && line; i++) line = (line = strchr(line, '\n')) ? line + 1 : NULL;
    if (line) {
        line += strspn(line, " \t");
        snprintf(text, size, "%.*s", (int)strcspn(line, "\r\n"), line);
    }
    bp_file_free(job->allocator, &file);
}

/* ---- what it did ----------------------------------------------------------------------------------- */

/* The array of a line with exactly one: "weights" of "sum += weights[i];". */
static bool only_array(const char *line, char *name, size_t size) {
    name[0] = '\0';
    for (const char *at = strchr(line, '['); at; at = strchr(at + 1, '[')) {
        const char *begin = at;
        while (begin > line && (isalnum((unsigned char)begin[-1]) || strchr("_.>-", begin[-1]))) begin--;
        if (begin == at) continue;
        char found[48];
        snprintf(found, sizeof found, "%.*s", (int)(at - begin), begin);
        if (*name && strcmp(name, found) != 0) return false;
        snprintf(name, size, "%s", found);
    }
    return *name != '\0';
}

/* The variable that AddressSanitizer names: "'sum' (line 4) <== Memory access at ...". */
static bool named_variable(const char *output, char *name, size_t size) {
    const char *arrow = strstr(output, "<== Memory access"), *begin = arrow;
    while (begin && begin > output && begin[-1] != '\n') begin--;
    begin = begin ? strchr(begin, '\'') : NULL;
    if (!begin || begin > arrow) return false;
    snprintf(name, size, "%.*s", (int)strcspn(begin + 1, "'."), begin + 1);
    return true;
}

/* Past the end of memory, or before its beginning. If the line has several arrays, the nearest memory need
 * not be that of the right one, and its report would mislead. */
static void explain_overflow(const char *output, const char *line, char *what, size_t size) {
    char name[48], array[64], bytes[64] = "";
    bool writes = strstr(output, "\nWRITE of size") != NULL;
    bool before =
        strstr(output, "to the left of") || strstr(output, " bytes before ") || strstr(output, "underflow");
    int region = 0;
    if (!named_variable(output, name, sizeof name) && !only_array(line, name, sizeof name)) {
        snprintf(what, size, "%s outside an array: an index in this line is negative or too large",
                 writes ? "writes" : "reads");
        return;
    }
    snprintf(array, sizeof array, "`%s`", name);
    const char *found = strstr(output, "-byte region");
    while (found && found > output && isdigit((unsigned char)found[-1])) found--;
    if (found && (region = atoi(found)) > 0)
        snprintf(bytes, sizeof bytes, ", which has %d bytes (%d floats)", region, region / 4);
    snprintf(what, size, "%s %s of %s%s", writes ? "writes" : "reads",
             before ? "before the beginning" : "beyond the end", array, bytes);
}

/* What UndefinedBehaviorSanitizer says, in other words where they help. */
static void explain_undefined(const char *message, const char *line, char *what, size_t size) {
    char name[48], array[64] = "an array";
    int length = (int)strcspn(message, "\n"), index, elements;
    if (only_array(line, name, sizeof name)) snprintf(array, sizeof array, "`%s`", name);
    const char *open = strchr(message, '[');
    if (sscanf(message, "index %d out of bounds", &index) == 1 && open &&
        sscanf(open, "[%d]", &elements) == 1)
        snprintf(what, size, "uses element %d of %s, which has the elements 0 to %d", index, array,
                 elements - 1);
    else if (strstr(message, "null pointer") && strstr(message, "null pointer") < message + length)
        snprintf(what, size, "%s through a null pointer",
                 strncmp(message, "store", 5) == 0 ? "writes" : "reads");
    else if (strstr(message, "insufficient space") &&
             strstr(message, "insufficient space") < message + length)
        snprintf(what, size, "%s beyond the end of %s",
                 strncmp(message, "store", 5) == 0 ? "writes" : "reads", array);
    else if (strncmp(message, "division by zero", 16) == 0)
        snprintf(what, size, "divides a whole number by 0");
    else
        snprintf(what, size, "does something that C leaves undefined (%.*s)", length > 160 ? 160 : length,
                 message);
}

static void explain(const char *output, const char *undefined, const char *line, char *what, size_t size) {
    if (undefined)
        explain_undefined(undefined, line, what, size);
    else if (strstr(output, "buffer-overflow") || strstr(output, "buffer-underflow"))
        explain_overflow(output, line, what, size);
    else if (strstr(output, "use-after-free") || strstr(output, "use-after-scope") ||
             strstr(output, "use-after-return"))
        snprintf(what, size, "uses memory that is gone: it was freed, or belonged to a block that has ended");
    else if (strstr(output, "points to the zero page"))
        snprintf(what, size, "reads or writes through a null pointer");
    else if (strstr(output, "AddressSanitizer: FPE"))
        snprintf(what, size, "divides a whole number by 0");
    else if (strstr(output, "double-free") || strstr(output, "bad-free") || strstr(output, "not malloc()-ed"))
        snprintf(what, size, "frees memory that it may not free");
    else
        snprintf(what, size, "uses an address that isn't its own: an index or a pointer has a wrong value");
}

bool bp_sanitizer_explain(const bp_exercise_job *job, const char *output, bp_exercise_result *result) {
    static const char MARK[] = ": runtime error: ";
    char what[320], line[200] = "", where[64] = "The code";
    const char *report = output + bp_sanitizer_begins(output), *undefined = strstr(report, MARK);
    if (!*report) return false;
    int number = line_after(report, job->source);
    if (number == 0) number = line_of_address(job, report);
    if (number > 0) read_line(job, number, line, sizeof line);
    if (number > 0) snprintf(where, sizeof where, "Line %d", number);
    if (strstr(report, "stack-overflow"))
        snprintf(what, sizeof what,
                 "is where the stack overflowed: a function calls itself without end, or a local array is "
                 "far too large");
    else
        explain(report, undefined ? undefined + strlen(MARK) : NULL, line, what, sizeof what);
    bp_exercise_set_verdict(result, BP_EXERCISE_CRASH, "sanitizer", "%s %s.%s%s", where, what,
                            *line ? "\n    " : "", line);
    return true;
}
