/* settings.json: {"theme": "light", "numbers": "columns", "text": 1, "babylon": false, "still": false}
 *
 * A web page adds "page" and "touch"; they are read, and not written. */
#include "app/app.h"
#include "app/progress.h"
#include <string.h>

enum { LIMIT = 1 << 16 };

static const float TEXT_SIZES[BP_TEXT_SIZES] = {0.85f, 1, 1.15f, 1.3f, 1.5f, 1.75f, 2};
static const float FULL_WIDTH = 1920, FULL_HEIGHT = 1080;
static const float LEAST_WIDTH = 640, LEAST_HEIGHT = 480; /* layout units, with large letters */

bp_settings bp_settings_make(int width, int height) {
    return (bp_settings){.width = width, .height = height, .scale = 1, .text = BP_TEXT_SIZE_DEFAULT};
}

/* A window larger than 1920 x 1080 has larger letters, if the screen's own scale doesn't make them so. In a
 * small window letters grow only as far as they fit. */
float bp_settings_unit(const bp_settings *settings) {
    float width = (float)settings->width, height = (float)settings->height;
    float usual = fmaxf(settings->scale, fminf(width / FULL_WIDTH, height / FULL_HEIGHT));
    float most = fmaxf(usual, fminf(width / LEAST_WIDTH, height / LEAST_HEIGHT));
    return fminf(usual * TEXT_SIZES[settings->text], most);
}

bool bp_settings_act(bp_settings *settings, bp_action action, int value) {
    switch (action) {
    case BP_ACTION_COLUMNS: settings->columns = !settings->columns; return true;
    case BP_ACTION_ALL_MATRICES: settings->all_matrices = !settings->all_matrices; return true;
    case BP_ACTION_THEME: settings->light = !settings->light; return true;
    case BP_ACTION_NUMBERS: settings->numbers = !settings->numbers; return true;
    case BP_ACTION_BABYLON: settings->babylon = !settings->babylon; return true;
    case BP_ACTION_HELP: settings->help = !settings->help; return true;
    case BP_ACTION_FALSE_COLOR:
        settings->false_color = (settings->false_color + 1) % BP_FALSE_COLOR_COUNT;
        return true;
    case BP_ACTION_LEAVE: /* first the false colours */
        if (settings->false_color == BP_FALSE_COLOR_NONE) return false;
        settings->false_color = BP_FALSE_COLOR_NONE;
        return true;
    case BP_ACTION_TEXT_SIZE:
        if (settings->text + value >= 0 && settings->text + value < BP_TEXT_SIZES) settings->text += value;
        return true;
    default: return false;
    }
}

void bp_settings_describe(const bp_settings *settings, bp_json_writer *json) {
    bp_json_write(json, "theme: %s, numbers: %s, text: %d, babylon: %i, still: %i",
                  settings->light ? "light" : "dark", settings->columns ? "columns" : "rows", settings->text,
                  settings->babylon, settings->still);
}

/* Whether a member is the one word or the other; `otherwise` if it is neither. */
static bool is_word(const bp_json *root, const char *key, const char *yes, const char *no, bool otherwise) {
    const char *text = bp_json_text_or(bp_json_member(root, key), "");
    return strcmp(text, yes) == 0 || (otherwise && strcmp(text, no) != 0);
}

void bp_settings_read(bp_settings *settings) {
    char path[1024];
    long long text;
    if (!bp_data_path("settings.json", false, path, sizeof path, NULL)) return;
    bp_json *root = bp_json_read(NULL, path, LIMIT, NULL);
    if (!root) return;
    settings->light = is_word(root, "theme", "light", "dark", settings->light);
    settings->columns = is_word(root, "numbers", "columns", "rows", settings->columns);
    if (bp_json_integer(bp_json_member(root, "text"), &text) && text >= 0 && text < BP_TEXT_SIZES)
        settings->text = (int)text;
    settings->babylon = bp_json_bool_or(bp_json_member(root, "babylon"), settings->babylon);
    settings->still = bp_json_bool_or(bp_json_member(root, "still"), settings->still);
    settings->page = bp_json_bool_or(bp_json_member(root, "page"), settings->page);
    settings->touch = bp_json_bool_or(bp_json_member(root, "touch"), settings->touch);
    bp_json_destroy(root);
}

void bp_settings_keep(const bp_settings *settings, bp_settings *saved) {
    char path[1024];
    if (settings->light == saved->light && settings->columns == saved->columns &&
        settings->text == saved->text && settings->babylon == saved->babylon &&
        settings->still == saved->still)
        return;
    *saved = *settings;
    if (!bp_data_path("settings.json", true, path, sizeof path, NULL)) return;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_write(&json, "{");
    bp_settings_describe(settings, &json);
    bp_json_write(&json, "}");
    bp_data_write_json(&json, path, NULL);
}
