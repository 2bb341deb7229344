/* Printing results and errors, and running a client in a window. */
#include "cli/print.h"
#include "base/error.h"
#include "base/utf8.h"
#include <stdio.h>

bp_escaped bp_escape(const char *text) {
    bp_escaped out;
    char *to = out.text;
    size_t used = 0, size = sizeof out.text;
    for (; *text && used + 9 < size; text++) {
        unsigned char c = (unsigned char)*text, next = (unsigned char)text[1];
        if (c < 32 || c == 127)
            used += (size_t)snprintf(to + used, size - used, "\\x%02x", c);
        else if (c == 0xc2 && next >= 0x80 && next < 0xa0) /* U+0080 to U+009F in UTF-8 */
            used += (size_t)snprintf(to + used, size - used, "\\x%02x", (unsigned char)*++text);
        else if (bp_utf8_is_control((const unsigned char *)text)) /* of three bytes */
            used +=
                (size_t)snprintf(to + used, size - used, "\\u20%02x", (text[1] & 3) << 6 | (text[2] & 63)),
                text += 2;
        else
            to[used++] = *text;
    }
    to[used] = '\0';
    return out;
}

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
    bp_allocator allocator = writer->text.allocator;
    bp_file text;
    if (!bp_json_writer_finish(writer, &text, error)) return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(&allocator, &text);
    return bp_printed(error);
}

void bp_explain_no_window(const char *instead, bp_error *error) {
    const bp_error why = *error;
    *error = (bp_error){0};
    bp_fail(error, BP_ERROR_ENVIRONMENT, NULL,
            "there is no display to open a window on%s%.120s%s. Instead: %s", why.message[0] ? " (" : "",
            why.message, why.message[0] ? ")" : "", instead);
}

bool bp_run_window(const bp_window *window, const bp_window_options *options, const bp_window_client *client,
                   const char *instead, bp_error *error) {
    if (window && window->run(options, client, error)) return true;
    if (!window || error->kind == BP_ERROR_ENVIRONMENT) bp_explain_no_window(instead, error);
    return false;
}
