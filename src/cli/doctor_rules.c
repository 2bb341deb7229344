/* Rules in their order: --only, bindpose.json, --ignore, the baseline. */
#include "cli/doctor_rules.h"
#include "base/format.h"
#include "base/sha256.h"
#include "base/system.h"
#include "cli/file_list.h"
#include "cli/options.h"
#include "gltf/doctor/doctor_profiles.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONFIG_NAME "bindpose.json"

/* In this order: bp_doctor_severity, then what counts never. */
static const char *const SEVERITIES[] = {"note", "warning", "error", "off", NULL};
enum { OFF = BP_DOCTOR_ERROR + 1, NO_RULE };

static int severity_of(const char *text) {
    for (int i = 0; SEVERITIES[i]; i++)
        if (strcmp(text, SEVERITIES[i]) == 0) return i;
    return NO_RULE;
}

static bool unknown_id(const char *place, const char *text, size_t length, bp_error *error) {
    const char *names[BP_DOCTOR_ID_COUNT];
    const bp_formatted id = bp_format("%.*s", length < 79 ? (int)length : 79, text);
    bp_doctor_id_names(names);
    return bp_fail(error, BP_ERROR_INPUT, place, "'%s' is no finding's id%s", id.text,
                   bp_suggest(id.text, names).text);
}

/* ---- bindpose.json ------------------------------------------------------------------------------*/

static bool check_severities(const char *file, const bp_json *severities, bp_error *error) {
    void *at = NULL;
    const char *key;
    if (severities && bp_json_kind_of(severities) != BP_JSON_OBJECT)
        return bp_fail(error, BP_ERROR_INPUT, file,
                       "\"severity\" must be an object, such as {\"explodes\": \"warning\"}");
    for (const bp_json *value; (value = bp_json_next(severities, &at, &key));) {
        if (!bp_doctor_id_of(key, strlen(key))) return unknown_id(file, key, strlen(key), error);
        if (severity_of(bp_json_text_or(value, "")) == NO_RULE)
            return bp_fail(error, BP_ERROR_INPUT, file,
                           "the severity of %s must be error, warning, note or off", key);
    }
    return true;
}

static bool check_keys(const char *file, const bp_json *object, const char *const *keys, bp_error *error) {
    void *at = NULL;
    const char *key;
    while (bp_json_next(object, &at, &key)) {
        bool known = false;
        for (size_t i = 0; keys[i]; i++) known |= strcmp(key, keys[i]) == 0;
        if (!known)
            return bp_fail(error, BP_ERROR_INPUT, file, "there is no \"%.60s\" in it%s", key,
                           bp_suggest(key, keys).text);
    }
    return true;
}

static int profile_of(const bp_json *object) {
    return bp_doctor_profile_of(bp_json_text_or(bp_json_member(object, "profile"), NULL));
}

/* A limit is a number, null for none, or the characters that names must not have. */
static bool check_limits(const char *file, const bp_json *object, bp_error *error) {
    const bp_json *limits = bp_json_member(object, "limits"), *profile = bp_json_member(object, "profile");
    const char *key;
    void *at = NULL;
    if (profile && profile_of(object) < 0)
        return bp_fail(error, BP_ERROR_INPUT, file, "'%.40s' is no profile%s", bp_json_text_or(profile, ""),
                       bp_suggest(bp_json_text_or(profile, ""), bp_doctor_profiles).text);
    if (limits && bp_json_kind_of(limits) != BP_JSON_OBJECT)
        return bp_fail(error, BP_ERROR_INPUT, file, "\"limits\" must be an object, such as {\"joints\": 75}");
    for (const bp_json *value; (value = bp_json_next(limits, &at, &key));) {
        bp_doctor_id rule = bp_doctor_rule_of(key);
        bp_json_kind kind = bp_json_kind_of(value);
        if (rule == BP_DOCTOR_NONE)
            return bp_fail(error, BP_ERROR_INPUT, file,
                           "there is no limit \"%.40s\"; `bindpose explain` lists them as profile-...", key);
        if (kind != BP_JSON_NULL &&
            (rule == BP_DOCTOR_PROFILE_NAME_CHARACTERS
                 ? kind != BP_JSON_TEXT || strlen(bp_json_text_or(value, "")) > 30
                 : bp_json_number_or(value, -1.0) < (rule == BP_DOCTOR_PROFILE_INFLUENCES ? 1.0 : 0.0)))
            return bp_fail(error, BP_ERROR_INPUT, file, "the limit \"%s\" must be %s, or null for none", key,
                           rule == BP_DOCTOR_PROFILE_NAME_CHARACTERS ? "up to 30 characters"
                           : rule == BP_DOCTOR_PROFILE_INFLUENCES    ? "a number from 1 on"
                                                                     : "a number from 0 on");
    }
    return true;
}

/* What the whole and an item of "paths" have in common. */
static bool check_part(const char *file, const bp_json *part, const char *const *keys, bp_error *error) {
    return check_keys(file, part, keys, error) && check_limits(file, part, error) &&
           check_severities(file, bp_json_member(part, "severity"), error);
}

static bool check_config(const char *file, const bp_json *config, bp_error *error) {
    static const char *const KEYS[] = {"failOn", "severity", "profile", "limits", "paths", NULL};
    static const char *const PATH_KEYS[] = {"glob", "severity", "profile", "limits", NULL};
    const bp_json *paths = bp_json_member(config, "paths"), *fail_on = bp_json_member(config, "failOn");
    if (bp_json_kind_of(config) != BP_JSON_OBJECT)
        return bp_fail(error, BP_ERROR_INPUT, file, "must be an object, such as {\"failOn\": \"warning\"}");
    if (!check_part(file, config, KEYS, error)) return false;
    if (fail_on && severity_of(bp_json_text_or(fail_on, "")) >= OFF)
        return bp_fail(error, BP_ERROR_INPUT, file, "\"failOn\" must be error, warning or note");
    if (paths && bp_json_kind_of(paths) != BP_JSON_ARRAY)
        return bp_fail(error, BP_ERROR_INPUT, file,
                       "\"paths\" must be an array of {\"glob\": ..., \"severity\": ...}");
    for (size_t i = 0; i < bp_json_count(paths); i++) {
        const bp_json *item = bp_json_item(paths, i);
        if (bp_json_kind_of(item) != BP_JSON_OBJECT || !bp_json_text_or(bp_json_member(item, "glob"), NULL))
            return bp_fail(error, BP_ERROR_INPUT, file,
                           "\"paths\"[%zu] must have a \"glob\", such as \"props/**\"", i);
        if (!check_part(file, item, PATH_KEYS, error)) return false;
    }
    return true;
}

static bool read_config(bp_doctor_rules *rules, const char *file, bp_error *error) {
    rules->config = bp_json_read(NULL, file, 1 << 20, error);
    return rules->config && check_config(file, rules->config, error);
}

/* Reads the bindpose.json of a file's folder, or of the nearest one above that has it. */
static bool find_config(bp_doctor_rules *rules, const char *path, bp_error *error) {
    char folder[4096], file[4096 + sizeof CONFIG_NAME], whole[4096];
    const char *slash = strrchr(path, '/');
    if (rules->config_path) return true;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    if (strcmp(folder, rules->folder) == 0) return true;
    bp_json_destroy(rules->config);
    rules->config = NULL;
    memcpy(rules->folder, folder, sizeof folder);
    if (!bp_path_resolve(folder, whole, sizeof whole)) return true;
    for (size_t length = strlen(whole);; length--) {
        while (length > 0 && whole[length - 1] == '/') length--;
        snprintf(file, sizeof file, "%.*s/%s", (int)length, whole, CONFIG_NAME);
        if (bp_path_allows(file, BP_PATH_EXISTS)) return read_config(rules, file, error);
        while (length > 0 && whole[length - 1] != '/') length--;
        if (length == 0) return true;
    }
}

/* Whether an item of "paths" is about the file. */
static bool is_for(const bp_json *item, const char *path) {
    return bp_glob_matches(bp_json_text_or(bp_json_member(item, "glob"), ""), path);
}

static int config_severity(const bp_json *config, const char *path, const char *id) {
    const bp_json *paths = bp_json_member(config, "paths");
    int severity = severity_of(bp_json_text_or(bp_json_member(bp_json_member(config, "severity"), id), ""));
    for (size_t i = 0; i < bp_json_count(paths); i++) {
        const bp_json *item = bp_json_item(paths, i);
        const char *text = bp_json_text_or(bp_json_member(bp_json_member(item, "severity"), id), NULL);
        if (text && is_for(item, path)) severity = severity_of(text);
    }
    return severity;
}

static void add_limits(bp_doctor_limits *limits, const bp_json *object) {
    const char *key;
    void *at = NULL;
    for (const bp_json *value; (value = bp_json_next(bp_json_member(object, "limits"), &at, &key));) {
        const char *characters = bp_json_text_or(value, NULL);
        bp_doctor_limits_set(limits, bp_doctor_rule_of(key),
                             characters ? 0.0 : bp_json_number_or(value, INFINITY), CONFIG_NAME);
        if (characters) snprintf(limits->characters, sizeof limits->characters, "%s", characters);
    }
}

bool bp_doctor_rules_limits(bp_doctor_rules *rules, const char *path, bp_doctor_limits *limits,
                            bp_error *error) {
    if (!find_config(rules, path, error)) return false;
    const bp_json *paths = bp_json_member(rules->config, "paths");
    int profile = profile_of(rules->config);
    for (size_t i = 0; i < bp_json_count(paths); i++)
        if (is_for(bp_json_item(paths, i), path) && profile_of(bp_json_item(paths, i)) >= 0)
            profile = profile_of(bp_json_item(paths, i));
    bp_doctor_limits_make(limits, rules->profile >= 0 ? rules->profile : profile);
    add_limits(limits, rules->config);
    for (size_t i = 0; i < bp_json_count(paths); i++)
        if (is_for(bp_json_item(paths, i), path)) add_limits(limits, bp_json_item(paths, i));
    return true;
}

/* ---- --ignore -----------------------------------------------------------------------------------*/

/* The next "ID[:GLOB]" of a list, or false at its end. */
static bool next_ignored(const char **at, size_t *id_length, char *glob, size_t size, const char **id) {
    if (!**at) return false;
    size_t length = strcspn(*at, ",");
    *id = *at;
    *id_length = strcspn(*at, ":,");
    snprintf(glob, size, "%.*s", *id_length < length ? (int)(length - *id_length - 1) : 0,
             *at + *id_length + 1);
    *at += length + ((*at)[length] == ',');
    return true;
}

static bool is_ignored(const char *list, const char *path, const char *id) {
    char glob[1024];
    const char *name;
    for (size_t length; list && next_ignored(&list, &length, glob, sizeof glob, &name);)
        if (strlen(id) == length && strncmp(id, name, length) == 0 && (!*glob || bp_glob_matches(glob, path)))
            return true;
    return false;
}

/* ---- baseline -----------------------------------------------------------------------------------*/

void bp_doctor_fingerprint(const char *path, const bp_doctor_finding *finding,
                           char text[BP_FINGERPRINT_TEXT]) {
    char whole[BP_SHA256_TEXT];
    const char *id = bp_doctor_id_name(finding->id);
    bp_sha256 hash = bp_sha256_begin();
    while (strncmp(path, "./", 2) == 0) path += 2;
    bp_sha256_add(&hash, path, strlen(path) + 1);
    bp_sha256_add(&hash, id, strlen(id) + 1);
    bp_sha256_add(&hash, finding->place, strlen(finding->place));
    bp_sha256_end(&hash, whole);
    snprintf(text, BP_FINGERPRINT_TEXT, "%.16s", whole);
}

static bool read_baseline(bp_doctor_rules *rules, const char *path, bp_error *error) {
    rules->baseline = bp_json_read(NULL, path, 0, error);
    if (!rules->baseline) return false;
    const bp_json *findings = bp_json_member(rules->baseline, "findings");
    size_t count = bp_json_count(findings);
    if (bp_json_kind_of(findings) != BP_JSON_ARRAY)
        return bp_fail(error, BP_ERROR_INPUT, path,
                       "is no baseline: it has no list \"findings\"; write one with --write-baseline");
    rules->known = bp_alloc(NULL, count, sizeof *rules->known, error);
    rules->seen = bp_alloc(NULL, count, sizeof *rules->seen, error);
    if (!rules->known || !rules->seen) return false;
    for (size_t i = 0; i < count; i++)
        rules->known[i] = bp_json_text_or(bp_json_member(bp_json_item(findings, i), "fingerprint"), "");
    rules->known_count = count;
    qsort(rules->known, count, sizeof *rules->known, bp_compare_texts);
    return true;
}

static bool is_known(bp_doctor_rules *rules, const char *path, const bp_doctor_finding *finding) {
    char text[BP_FINGERPRINT_TEXT];
    const char *key = text;
    if (rules->known_count == 0) return false;
    bp_doctor_fingerprint(path, finding, text);
    const char **found =
        bsearch(&key, rules->known, rules->known_count, sizeof *rules->known, bp_compare_texts);
    if (found) rules->seen[found - rules->known] = true;
    return found != NULL;
}

size_t bp_doctor_rules_gone(const bp_doctor_rules *rules) {
    size_t gone = 0;
    for (size_t i = 0; i < rules->known_count; i++) gone += !rules->seen[i];
    return gone;
}

/* ---- all together -------------------------------------------------------------------------------*/

bool bp_doctor_rules_begin(bp_doctor_rules *rules, const char *baseline, bp_error *error) {
    char glob[1024];
    const char *list = rules->ignore, *id;
    for (size_t length; list && next_ignored(&list, &length, glob, sizeof glob, &id);)
        if (!bp_doctor_id_of(id, length)) return unknown_id("--ignore", id, length, error);
    return (!rules->config_path || read_config(rules, rules->config_path, error)) &&
           (!baseline || read_baseline(rules, baseline, error));
}

void bp_doctor_rules_end(bp_doctor_rules *rules) {
    bp_json_destroy(rules->config);
    bp_json_destroy(rules->baseline);
    bp_free(NULL, rules->known);
    bp_free(NULL, rules->seen);
}

static void keep_only(bp_doctor_report *report, const char *id) {
    size_t kept = 0;
    for (size_t i = 0; i < report->count; i++) {
        bp_doctor_finding *finding = &report->findings[i];
        if (strcmp(bp_doctor_id_name(finding->id), id) == 0)
            report->findings[kept++] = *finding;
        else
            bp_doctor_silence(report, finding, "");
    }
    report->count = kept;
}

bool bp_doctor_rules_apply(bp_doctor_rules *rules, const char *path, bp_doctor_report *report, bool *fails,
                           bp_error *error) {
    if (!find_config(rules, path, error)) return false;
    if (rules->only != BP_DOCTOR_NONE) keep_only(report, bp_doctor_id_name(rules->only));
    for (size_t i = 0; i < report->count; i++) {
        bp_doctor_finding *finding = &report->findings[i];
        const char *id = bp_doctor_id_name(finding->id);
        int severity = config_severity(rules->config, path, id);
        if (severity == OFF)
            bp_doctor_silence(report, finding, "off in " CONFIG_NAME);
        else if (severity != NO_RULE)
            bp_doctor_set_severity(report, finding, (bp_doctor_severity)severity);
        if (is_ignored(rules->ignore, path, id)) bp_doctor_silence(report, finding, "--ignore");
        if (is_known(rules, path, finding)) bp_doctor_silence(report, finding, "in the baseline");
    }
    int fail_on = rules->fail_on;
    if (fail_on < 0) fail_on = severity_of(bp_json_text_or(bp_json_member(rules->config, "failOn"), "error"));
    *fails = report->errors > 0 || (fail_on <= BP_DOCTOR_WARNING && report->warnings > 0) ||
             (fail_on == BP_DOCTOR_NOTE && report->notes > 0);
    return true;
}
