/* Printing results and errors, and running a client in a window. */
#include "cli/print.h"
#include <stdio.h>

int bp_report(const char *program, const bp_error *error) {
    char text[800];
    fprintf(stderr, "%s: %s\n", program, bp_error_text(error, text, sizeof text));
    return bp_error_exit_code(error);
}

bool bp_printed(bp_error *error) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    return bp_fail(error, BP_ERROR_ENVIRONMENT, "standard output", "can't be written to");
}

int bp_finish_output(const char *program, int code) {
    bp_error error = {0};
    return code > 1 || bp_printed(&error) ? code : bp_report(program, &error);
}

bool bp_print_json(bp_json_writer *writer, bp_error *error) {
    bp_allocator allocator = writer->allocator;
    bp_file text;
    if (!bp_json_writer_finish(writer, &text, error)) return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(&allocator, &text);
    return bp_printed(error);
}

void bp_put_text(bp_json_writer *writer, const char *key, const char *text) {
    bp_json_key(writer, key);
    bp_json_put_text(writer, text);
}

void bp_put_integer(bp_json_writer *writer, const char *key, long long number) {
    bp_json_key(writer, key);
    bp_json_put_integer(writer, number);
}

void bp_put_number(bp_json_writer *writer, const char *key, double number) {
    bp_json_key(writer, key);
    bp_json_put_number(writer, number);
}

void bp_put_matrix(bp_json_writer *writer, const char *key, bp_mat4 matrix) {
    bp_json_key(writer, key);
    bp_json_put_floats(writer, matrix.m, 16);
}

void bp_begin_array(bp_json_writer *writer, const char *key) {
    bp_json_key(writer, key);
    bp_json_begin_array(writer);
}

void bp_explain_no_window(const char *instead, bp_error *error) {
    char reason[160] = "";
    if (error->message[0]) snprintf(reason, sizeof reason, " (%.120s)", error->message);
    *error = (bp_error){0};
    bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "there is no display to open a window on%s. Instead: %s",
            reason, instead);
}

bool bp_run_window(const bp_window *window, const bp_window_options *options, const bp_window_client *client,
                   const char *instead, bp_error *error) {
    if (window && window->run(options, client, error)) return true;
    if (!window || error->kind == BP_ERROR_ENVIRONMENT) bp_explain_no_window(instead, error);
    return false;
}
