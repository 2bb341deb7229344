/* `bindpose doctor PATH... [--format F] [--fix OUT]`: findings about the skins of files, and their repair.
 * Files are examined side by side, a group at a time, and reported in the order of the command line. */
#include "base/allocator.h"
#include "base/file_name.h"
#include "base/folder.h"
#include "base/pool.h"
#include "base/system.h"
#include "cli/commands.h"
#include "cli/diff_report.h"
#include "cli/doctor_formats.h"
#include "cli/doctor_rules.h"
#include "cli/draco.h"
#include "cli/file_list.h"
#include "cli/print.h"
#include "gltf/doctor/doctor_profiles.h"
#include <stdio.h>
#include <string.h>

#define PROGRAM "bindpose doctor"

static const char *const FORMAT_NAMES[] = {"text",  "json",   "jsonl",    "sarif",
                                           "junit", "github", "markdown", NULL};
static const bp_doctor_format *const FORMATS[] = {&bp_text_format,    &bp_json_format,  &bp_json_lines_format,
                                                  &bp_sarif_format,   &bp_junit_format, &bp_github_format,
                                                  &bp_markdown_format};
enum { TEXT, JSON, JSON_LINES };

typedef struct doctor_arguments {
    const char *fix, *out_dir, *picture, *baseline, *write_baseline, *shard;
    float limit;
    int influences, only, jobs, format;
    bool json, dry_run, keep_joints, prune, names, guess, quiet, merge;
    bool repairs; /* one of --fix, --out-dir and --dry-run is given */
    bp_doctor_rules rules;
} doctor_arguments;

/* One file's result, before rules are applied. */
typedef struct doctor_done {
    bp_doctor_limits limits; /* what it is held against */
    bp_doctor_report report;
    bp_repair repair;
    bp_error error;
    char out[4096]; /* the repaired copy */
    bool ok;
} doctor_done;

typedef struct doctor_group {
    const bp_context *context;
    const doctor_arguments *arguments;
    const bp_listed_file *files;
    doctor_done *done;
    const bp_file *input; /* what came by standard input */
} doctor_group;

/* A profile's limits choose what isn't given. */
static bp_repair_options options_of(const doctor_arguments *arguments, const bp_doctor_limits *limits) {
    double influences = limits->rules[BP_DOCTOR_PROFILE_INFLUENCES - BP_DOCTOR_FIRST_RULE].at_most;
    bp_repair_options options = {.prune = arguments->prune,
                                 .names = arguments->names,
                                 .guess = arguments->guess,
                                 .influences = arguments->influences,
                                 .only = (bp_doctor_id)(arguments->only + 1),
                                 .limits = limits->any ? limits : NULL};
    if (options.influences == 0 && influences <= 8.0) options.influences = (int)influences;
    return options;
}

static bool repair(const doctor_group *group, const bp_listed_file *file, doctor_done *done) {
    const doctor_arguments *arguments = group->arguments;
    snprintf(done->out, sizeof done->out, "%s", arguments->fix ? arguments->fix : "");
    if (arguments->out_dir && !bp_listed_file_copy(file, arguments->out_dir, !arguments->dry_run, done->out,
                                                   sizeof done->out, &done->error))
        return false;
    bp_repair_options options = options_of(arguments, &done->limits);
    return (!*done->out ||
            bp_output_choose(file->path, done->out, &options.container, &options.embed, &done->error)) &&
           bp_gltf_repair(group->context, file->path, &options, &done->repair, &done->error) &&
           (arguments->dry_run || !done->repair.whole ||
            bp_file_write(done->out, done->repair.file.data, done->repair.file.size, &done->error));
}

/* The file before and after, coloured where they differ. A file that can't be drawn as it is gets a note; a
 * picture that can't be written, or a lack of memory, is an error. */
static bool write_picture(const doctor_arguments *arguments, const char *path, bp_error *error) {
    const int size[2] = {1280, 800};
    bp_diff_files files = {.a.limit = arguments->limit, .b.limit = arguments->limit};
    bp_error unread = {0};
    char text[768];
    bool ok = true;
    if (bp_diff_files_compare(&files, PROGRAM, path, arguments->fix, 1e-5, true, &unread))
        ok = bp_diff_write_picture(&files, arguments->picture, size, false, error);
    else if (unread.kind == BP_ERROR_MEMORY)
        *error = unread, ok = false;
    else
        fprintf(stderr, "%s: note: no picture: %s\n", PROGRAM, bp_error_text(&unread, text, sizeof text));
    bp_diff_files_close(&files);
    return ok;
}

static bool examine_one(const doctor_group *group, const char *path, doctor_done *done) {
    const bp_doctor_limits *limits = done->limits.any ? &done->limits : NULL;
    if (strcmp(path, "-") != 0)
        return bp_doctor_examine_within(group->context, path, limits, NULL, &done->report, &done->error);
    return bp_doctor_examine_memory_within(group->context, group->input->data, group->input->size,
                                           "standard input", NULL, limits, &done->report, &done->error);
}

static void work_on(void *user, size_t index, int worker) {
    const doctor_group *group = user;
    doctor_done *done = &group->done[index];
    (void)worker;
    done->ok = group->arguments->repairs ? repair(group, &group->files[index], done)
                                         : examine_one(group, group->files[index].path, done);
}

/* A file that can't be opened is a finding, too, for scripts. Its place begins with the file in the error,
 * which isn't repeated. */
static bp_doctor_report report_unreadable(const char *path, const bp_error *why, bp_doctor_finding *finding) {
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path, *place = why->place;
    size_t length = strlen(name);
    if (strncmp(place, name, length) == 0) place += length + strspn(place + length, ": ");
    *finding = (bp_doctor_finding){.id = BP_DOCTOR_UNREADABLE,
                                   .severity = BP_DOCTOR_ERROR,
                                   .node = -1,
                                   .skin = -1,
                                   .mesh = -1,
                                   .joint = -1,
                                   .primitive = -1,
                                   .effect = "Nothing can be drawn.",
                                   .cause = "The file is of another format, or it was cut off or damaged.",
                                   .remedy = "Do what the message says, or export the file again."};
    snprintf(finding->place, sizeof finding->place, "%s", place);
    snprintf(finding->message, sizeof finding->message, "%s", why->message);
    return (bp_doctor_report){
        .allocator = bp_allocator_default(), .errors = 1, .count = 1, .findings = finding};
}

static void put_known(bp_json_writer *known, const char *path, const bp_doctor_report *report) {
    char fingerprint[BP_FINGERPRINT_TEXT];
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        bp_doctor_fingerprint(path, finding, fingerprint);
        bp_json_write(known, "{fingerprint: %s, id: %s, file: %s, place: %s}", fingerprint,
                      bp_doctor_id_name(finding->id), path, finding->place);
    }
}

static bool write_baseline(bp_json_writer *known, const char *path, bp_error *error) {
    const bp_allocator allocator = known->text.allocator;
    bp_file text;
    bp_json_write(known, "]}");
    if (!bp_json_writer_finish(known, &text, error)) return false;
    bool ok = bp_file_write(path, text.data, text.size, error);
    bp_file_free(&allocator, &text);
    return ok;
}

/* Applies the rules, prints, and frees. Returns the exit code. */
static int report_one(doctor_arguments *arguments, bp_doctor_output *output, bp_json_writer *known,
                      const bp_listed_file *file, doctor_done *done) {
    bp_doctor_finding unread;
    bp_doctor_report failure, *report = arguments->repairs ? &done->repair.after : &done->report;
    bp_error error = {0};
    int code = 0;
    if (!done->ok) {
        failure = report_unreadable(file->path, &done->error, &unread);
        report = &failure;
    }
    bp_doctor_result result = {.path = file->path,
                               .report = report,
                               .repair = done->ok && arguments->repairs ? &done->repair : NULL,
                               .written = !arguments->dry_run && done->repair.whole ? done->out : NULL,
                               .is_read = done->ok};
    if (!bp_doctor_rules_apply(&arguments->rules, file->path, report, &result.fails, &error)) {
        code = bp_report(PROGRAM, &error);
    } else {
        result.fails = result.fails || (result.repair && !done->repair.whole);
        if (known) {
            put_known(known, file->path, report);
            result.fails = false;
        }
        if (!done->ok && result.fails) code = bp_report(PROGRAM, &done->error);
        bp_doctor_output_add(output, &result);
        if (arguments->picture && done->repair.whole && !write_picture(arguments, file->path, &error))
            code = bp_report(PROGRAM, &error);
    }
    if (code == 0 && result.fails) code = 1;
    bp_doctor_report_clear(&done->report);
    bp_repair_clear(&done->repair);
    return code;
}

static bool read_input(const bp_file_list *list, bp_file *input, bp_error *error) {
    bp_text_buffer text = {.allocator = list->allocator};
    char block[1 << 16];
    size_t size, times = 0;
    for (size_t i = 0; i < list->count; i++) times += strcmp(list->files[i].path, "-") == 0;
    if (times == 0) return true;
    if (times > 1) return bp_fail(error, BP_ERROR_ARGUMENT, "-", "standard input can be read once");
    while ((size = fread(block, 1, sizeof block, stdin)) > 0 && text.size < (size_t)2 << 30)
        bp_text_buffer_put(&text, block, size);
    return bp_text_buffer_finish(&text, input, error);
}

/* Examines all files. Returns the exit code, the worst of theirs. */
static int run(doctor_arguments *arguments, const bp_context *context, const bp_file_list *list,
               bp_doctor_output *output, bp_json_writer *known) {
    enum { GROUP = 64 };
    bp_file input = {0};
    bp_error error = {0};
    doctor_done *done = bp_alloc(&list->allocator, GROUP, sizeof *done, &error);
    bool progress = !output->alone && bp_stderr_is_terminal();
    int worst = 0;
    if (!done || !read_input(list, &input, &error)) worst = bp_report(PROGRAM, &error);
    for (size_t i = 0; i < list->count && error.kind == BP_ERROR_NONE; i += GROUP) {
        size_t count = list->count - i < GROUP ? list->count - i : GROUP;
        doctor_group group = {context, arguments, &list->files[i], done, &input};
        if (progress) fprintf(stderr, "\r%zu of %zu files\r", i, list->count);
        for (size_t k = 0; k < count && error.kind == BP_ERROR_NONE; k++) {
            done[k] = (doctor_done){0};
            if (!bp_doctor_rules_limits(&arguments->rules, group.files[k].path, &done[k].limits, &error))
                worst = bp_report(PROGRAM, &error);
        }
        if (error.kind != BP_ERROR_NONE) break;
        bp_pool_run(bp_context_pool(context), count, work_on, &group);
        for (size_t k = 0; k < count; k++) {
            int code = report_one(arguments, output, known, &list->files[i + k], &done[k]);
            if (code > worst) worst = code;
        }
    }
    bp_file_free(&list->allocator, &input);
    bp_free(&list->allocator, done);
    return worst;
}

/* Options that contradict or need another. */
static bool check_arguments(const doctor_arguments *arguments, bp_error *error) {
    const char *needs_repair = arguments->keep_joints      ? "--keep-joints"
                               : arguments->prune          ? "--prune"
                               : arguments->names          ? "--names"
                               : arguments->guess          ? "--guess"
                               : arguments->influences > 0 ? "--influences"
                                                           : NULL;
    if (arguments->picture && (!arguments->fix || arguments->dry_run))
        return bp_fail(error, BP_ERROR_ARGUMENT, "--picture", "needs the file that --fix OUT writes");
    if (needs_repair && !arguments->repairs)
        return bp_fail(error, BP_ERROR_ARGUMENT, needs_repair, "goes with --fix OUT, --out-dir or --dry-run");
    if (arguments->keep_joints && arguments->prune)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--prune", "contradicts --keep-joints");
    if (arguments->fix && arguments->out_dir)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--out-dir", "contradicts --fix");
    if (arguments->json && arguments->format != TEXT && arguments->format != JSON)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--json", "contradicts --format %s",
                       FORMAT_NAMES[arguments->format]);
    if (arguments->repairs && arguments->format > JSON_LINES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--format",
                       "%s has no place for repairs: use text, json or jsonl",
                       FORMAT_NAMES[arguments->format]);
    return true;
}

static bool list_files(const doctor_arguments *arguments, char *const *paths, bp_file_list *list,
                       bp_error *error) {
    int shard, shards;
    for (; *paths; paths++)
        if (!bp_file_list_add(list, *paths, error)) return false;
    if (arguments->repairs)
        for (size_t i = 0; i < list->count; i++)
            if (strcmp(list->files[i].path, "-") == 0)
                return bp_fail(error, BP_ERROR_ARGUMENT, "-",
                               "standard input can't be repaired: name a file");
    if (arguments->fix && list->count > 1)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--fix", "takes one file; --out-dir DIR takes many");
    if (arguments->out_dir && !bp_file_list_check_copies(list, arguments->out_dir, error)) return false;
    if (!bp_shard_read(arguments->shard, &shard, &shards, error)) return false;
    bp_file_list_keep_shard(list, shard, shards);
    return true;
}

static int examine(doctor_arguments *arguments, char *const *paths, bp_error *error) {
    const bp_context_options options = {
        .threads = arguments->jobs, .draco = bp_draco_default(), .limit = bp_limit_bytes(arguments->limit)};
    bp_file_list list = {.allocator = bp_allocator_default()};
    bp_doctor_output output = {.format = FORMATS[arguments->json ? JSON : arguments->format],
                               .quiet = arguments->quiet || arguments->write_baseline,
                               .dry_run = arguments->dry_run,
                               .text.allocator = list.allocator};
    bp_json_writer known = bp_json_writer_make(&list.allocator);
    bp_context *context = NULL;
    int code = 0;
    if (bp_doctor_rules_begin(&arguments->rules, arguments->baseline, error) &&
        list_files(arguments, paths, &list, error) && (context = bp_context_create(&options, error))) {
        output.alone = !paths[1] && list.count == 1 && strcmp(paths[0], list.files[0].path) == 0;
        bp_json_write(&known, "{version: 1, findings: [");
        bp_doctor_output_begin(&output);
        code = run(arguments, context, &list, &output, arguments->write_baseline ? &known : NULL);
        if (bp_doctor_output_end(&output, error) && arguments->write_baseline)
            (void)write_baseline(&known, arguments->write_baseline, error);
        size_t gone = bp_doctor_rules_gone(&arguments->rules);
        if (gone > 0)
            fprintf(stderr, "%s: note: %zu finding%s of %s didn't occur; --write-baseline writes it anew\n",
                    PROGRAM, gone, gone == 1 ? "" : "s", arguments->baseline);
    }
    bp_json_writer_clear(&known);
    bp_context_destroy(context);
    bp_file_list_clear(&list);
    bp_doctor_rules_end(&arguments->rules);
    return code;
}

int bp_doctor_command(bp_cli *call) {
    static const char *const SEVERITIES[] = {"note", "warning", "error", NULL};
    doctor_arguments arguments = {.only = -1, .rules = {.fail_on = -1, .profile = -1}};
    const char *ids[BP_DOCTOR_ID_COUNT];
    bp_doctor_id_names(ids);
    const bp_option options[] = {
        bp_option_choice("--format", &arguments.format, "NAME", FORMAT_NAMES,
                         "text, json, jsonl, sarif, junit, github (annotations) or markdown"),
        bp_option_flag("--json", &arguments.json, "the same as --format json"),
        bp_option_choice("--fail-on", &arguments.rules.fail_on, "SEVERITY", SEVERITIES,
                         "error, warning or note: what makes the exit code 1 (error)"),
        bp_option_choice("--only", &arguments.only, "ID", ids,
                         "look at, or with --fix mend, this finding alone, such as weights-sum"),
        bp_option_text("--ignore", &arguments.rules.ignore, "ID[:GLOB],...",
                       "findings that don't count: weights-sum,explodes:props/**"),
        bp_option_choice(
            "--profile", &arguments.rules.profile, "NAME", bp_doctor_profiles,
            "also what this importer or specification accepts; --fix brings into line what can be"),
        bp_option_text("--config", &arguments.rules.config_path, "FILE",
                       "rules, in place of the bindpose.json beside each file or above it"),
        bp_option_text("--baseline", &arguments.baseline, "FILE", "findings in it are known and don't count"),
        bp_option_text("--write-baseline", &arguments.write_baseline, "FILE",
                       "write all findings as known ones; the exit code is then 0"),
        bp_option_integer("--jobs", &arguments.jobs, "N", 1, 256,
                          "files at a time (as many as there are processors)"),
        bp_option_text("--shard", &arguments.shard, "I/N",
                       "only part I of N of the files, for several machines"),
        bp_option_flag("--merge", &arguments.merge, "PATHs are results of --format jsonl: print their table"),
        bp_option_flag("--quiet", &arguments.quiet, "print only files that fail, and no table"),
        bp_option_text("--fix", &arguments.fix, "OUT", "write a repaired copy: .glb or .gltf, in one file"),
        bp_option_text("--out-dir", &arguments.out_dir, "DIR",
                       "the same for many files: copies in this folder"),
        bp_option_flag("--dry-run", &arguments.dry_run, "say what --fix would do; write nothing"),
        bp_option_text("--picture", &arguments.picture, "OUT.png",
                       "with --fix: draw the file before and after, side by side"),
        bp_option_flag("--guess", &arguments.guess,
                       "with --fix: make changes that are likely, but not proven"),
        bp_option_flag("--prune", &arguments.prune,
                       "with --fix: remove joints from skins that move no vertex"),
        bp_option_flag("--keep-joints", &arguments.keep_joints, "keep them, as without --prune"),
        bp_option_flag("--names", &arguments.names, "with --fix: give joints without a name one"),
        bp_option_integer(
            "--influences", &arguments.influences, "N", 1, 8,
            "with --fix: leave each vertex at most N influences, those that keep it in place best"),
        bp_option_limit(&arguments.limit),
    };
    const char *summary =
        "Says what is wrong with the skins of glTF files, and repairs them. A PATH is a file, a folder, a "
        "pattern such as 'models/**/*.glb', or - for standard input. The exit code is 1 if there are errors "
        "(--fail-on); with --fix, if errors are left, and then nothing is written.";
    if (!bp_cli_read(call, "PATH...", summary, BP_OPTIONS(options))) return 0;
    char *const *paths = call->argv + 1;
    arguments.repairs = arguments.fix || arguments.out_dir || arguments.dry_run;
    if (!arguments.repairs) arguments.rules.only = (bp_doctor_id)(arguments.only + 1);
    if (!check_arguments(&arguments, &call->error)) return 0;
    return arguments.merge ? bp_doctor_merge(paths, &call->error) : examine(&arguments, paths, &call->error);
}
