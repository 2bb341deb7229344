/* Runs a program with limits on Windows.
 *
 * Start: the program begins suspended, because only then no instruction of it runs outside the job object
 * that holds it and all processes that it starts; closing the job ends them all. The channel is a pair of
 * pipes: file descriptor 3 to read from, 4 to write to, handed over as C libraries of Windows do it. Run: a
 * loop reads answer and output and checks the limits. A thread writes the input. */
#include "base/process.h"
#include "base/system.h"
#include "base/windows/utf16.h"
#include <psapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 5, FILES = 5, COMMAND = 32768 };
#define MAX_DROPPED ((size_t)64 << 20)

/* The ends of the pipes; NULL if closed. */
typedef struct windows_process {
    const bp_process_options *task;
    HANDLE job, process, thread, writer;
    HANDLE empty, child_input, child_answer, child_output; /* the program's */
    HANDLE input, answer, output;                          /* ours */
    size_t dropped;
    bool over_output_limit;
} windows_process;

static void close_one(HANDLE *handle) {
    if (*handle) CloseHandle(*handle);
    *handle = NULL;
}

/* ---- interruptions --------------------------------------------------------------------------------- */

static volatile LONG interrupted;

static BOOL WINAPI note_interrupt(DWORD kind) {
    (void)kind;
    InterlockedExchange(&interrupted, 1);
    return TRUE;
}

void bp_interrupts_block(bp_interrupts *interrupts) {
    (void)interrupts;
    SetConsoleCtrlHandler(note_interrupt, TRUE);
}

bool bp_interrupts_pending(void) { return InterlockedCompareExchange(&interrupted, 0, 0) != 0; }

void bp_interrupts_restore(const bp_interrupts *interrupts) {
    (void)interrupts;
    SetConsoleCtrlHandler(note_interrupt, FALSE);
    if (bp_interrupts_pending()) ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}

/* ---- the command line and the environment ------------------------------------------------------------ */

typedef struct command_line {
    wchar_t text[COMMAND];
    size_t length;
    bool full;
} command_line;

static void put(command_line *line, wchar_t c) {
    if (line->length + 1 >= COMMAND)
        line->full = true;
    else
        line->text[line->length++] = c;
}

/* A word in quotes: backslashes count double before a quote, and only there. */
static void put_word(command_line *line, const char *word) {
    wchar_t wide[BP_UTF16_MOST];
    size_t slashes = 0;
    if (!bp_utf16_text(word, wide, BP_UTF16_MOST)) line->full = true;
    if (line->length > 0) put(line, L' ');
    put(line, L'"');
    for (const wchar_t *at = wide; !line->full && *at; at++) {
        for (size_t i = 0; *at == L'"' && i < slashes + 1; i++) put(line, L'\\');
        slashes = *at == L'\\' ? slashes + 1 : 0;
        put(line, *at);
    }
    for (size_t i = 0; i < slashes; i++) put(line, L'\\');
    put(line, L'"');
}

/* "NAME=value", each with a zero behind it; and the two variables without which programs don't start. NULL:
 * ours. */
static bool make_environment(const bp_process_options *task, command_line *block) {
    static const wchar_t *const NEEDED[] = {L"SystemRoot", L"TEMP"};
    wchar_t wide[BP_UTF16_MOST];
    for (const char *const *one = task->environment; one && *one; one++) {
        if (!bp_utf16_text(*one, wide, BP_UTF16_MOST)) return false;
        for (const wchar_t *at = wide; *at; at++) put(block, *at);
        put(block, 0);
    }
    for (size_t i = 0; i < BP_COUNT(NEEDED); i++) {
        if (!bp_utf16_variable(NEEDED[i], wide)) continue;
        for (const wchar_t *at = NEEDED[i]; *at; at++) put(block, *at);
        put(block, L'=');
        for (const wchar_t *at = wide; *at; at++) put(block, *at);
        put(block, 0);
    }
    put(block, 0);
    return !block->full;
}

/* ---- starting -------------------------------------------------------------------------------------- */

static bool open_pipes(windows_process *s, bp_error *error) {
    SECURITY_ATTRIBUTES inherit = {sizeof inherit, NULL, TRUE};
    bool ok = CreatePipe(&s->output, &s->child_output, &inherit, 1 << 16);
    if (s->task->channel)
        ok = ok && CreatePipe(&s->answer, &s->child_answer, &inherit, 1 << 20) &&
             CreatePipe(&s->child_input, &s->input, &inherit, 1 << 16);
    s->empty = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherit, OPEN_EXISTING,
                           0, NULL);
    if (s->empty == INVALID_HANDLE_VALUE) s->empty = NULL;
    return (ok && s->empty) || bp_fail_by_windows(error, s->task->argv[0], "make pipes for it");
}

/* The job's own limits are a second line: far memory (run_until_end watches the limit itself, because a
 * refused allocation looks like any other crash), and twice the processor time. */
static bool make_job(windows_process *s, bp_error *error) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    const bp_process_options *task = s->task;
    DWORD *flags = &limits.BasicLimitInformation.LimitFlags;
    *flags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    const size_t megabytes =
        (size_t)(task->megabytes > 0 ? 2 * task->megabytes : task->address_space_megabytes);
    if (megabytes > 0) *flags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
    limits.JobMemoryLimit = megabytes << 20;
    if (task->processor_seconds > 0) *flags |= JOB_OBJECT_LIMIT_JOB_TIME;
    limits.BasicLimitInformation.PerJobUserTimeLimit.QuadPart = (LONGLONG)(2e7 * task->processor_seconds);
    if (task->confined) *flags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
    limits.BasicLimitInformation.ActiveProcessLimit = 1;
    s->job = CreateJobObjectW(NULL, NULL);
    if (!s->job ||
        !SetInformationJobObject(s->job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
        return bp_fail_by_windows(error, task->argv[0], "limit it");
    JOBOBJECT_BASIC_UI_RESTRICTIONS screen = {
        JOB_OBJECT_UILIMIT_HANDLES | JOB_OBJECT_UILIMIT_READCLIPBOARD | JOB_OBJECT_UILIMIT_WRITECLIPBOARD |
        JOB_OBJECT_UILIMIT_DESKTOP | JOB_OBJECT_UILIMIT_EXITWINDOWS | JOB_OBJECT_UILIMIT_GLOBALATOMS};
    if (task->confined) SetInformationJobObject(s->job, JobObjectBasicUIRestrictions, &screen, sizeof screen);
    return true;
}

/* What the program's C library reads its open files from: a count, a byte of flags for each, a handle for
 * each. */
typedef struct open_files {
    BYTE bytes[sizeof(int) + FILES * (1 + sizeof(HANDLE))];
    WORD size;
} open_files;

static open_files pass_files(const windows_process *s) {
    enum { OPEN = 0x01, PIPE = 0x08, DEVICE = 0x40 };
    const HANDLE handles[FILES] = {s->empty, s->child_output, s->child_output, s->child_input,
                                   s->child_answer};
    const BYTE flags[FILES] = {OPEN | DEVICE, OPEN | PIPE, OPEN | PIPE, OPEN | PIPE, OPEN | PIPE};
    const int count = s->task->channel ? FILES : FILES - 2;
    open_files files = {.size = (WORD)(sizeof count + (size_t)count * (1 + sizeof(HANDLE)))};
    memcpy(files.bytes, &count, sizeof count);
    memcpy(files.bytes + sizeof count, flags, (size_t)count);
    memcpy(files.bytes + sizeof count + count, handles, (size_t)count * sizeof(HANDLE));
    return files;
}

/* Starts the program, suspended, with no other handles than these. */
static bool create(windows_process *s, const wchar_t *program, wchar_t *line, wchar_t *environment) {
    const bp_process_options *task = s->task;
    open_files files = pass_files(s);
    HANDLE passed[] = {s->empty, s->child_output, s->child_input, s->child_answer};
    STARTUPINFOEXW how = {.StartupInfo = {.cb = sizeof how,
                                          .dwFlags = STARTF_USESTDHANDLES,
                                          .hStdInput = s->empty,
                                          .hStdOutput = s->child_output,
                                          .hStdError = s->child_output,
                                          .cbReserved2 = files.size,
                                          .lpReserved2 = files.bytes}};
    char space[256];
    SIZE_T size = sizeof space;
    PROCESS_INFORMATION made;
    wchar_t folder[BP_UTF16_MOST];
    how.lpAttributeList = (LPPROC_THREAD_ATTRIBUTE_LIST)(void *)space;
    if ((task->folder && !bp_utf16_path(task->folder, folder)) ||
        !InitializeProcThreadAttributeList(how.lpAttributeList, 1, 0, &size))
        return false;
    bool ok = UpdateProcThreadAttribute(how.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, passed,
                                        (task->channel ? 4 : 2) * sizeof(HANDLE), NULL, NULL) &&
              CreateProcessW(program, line, NULL, NULL, TRUE,
                             CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT |
                                 EXTENDED_STARTUPINFO_PRESENT,
                             environment, task->folder ? folder : NULL, &how.StartupInfo, &made);
    DeleteProcThreadAttributeList(how.lpAttributeList);
    if (ok) s->process = made.hProcess, s->thread = made.hThread;
    return ok;
}

static bool start_suspended(windows_process *s, command_line *line, command_line *environment,
                            bp_error *error) {
    const bp_process_options *task = s->task;
    char path[BP_UTF16_MOST];
    wchar_t program[BP_UTF16_MOST];
    const char *name = task->command_prefix && *task->command_prefix ? *task->command_prefix : task->argv[0];
    for (const char *const *word = task->command_prefix; word && *word; word++) put_word(line, *word);
    for (const char *const *word = task->argv; *word; word++) put_word(line, *word);
    if (line->full || !make_environment(task, environment))
        return bp_fail(error, BP_ERROR_ARGUMENT, "argv", "too many arguments");
    if (!bp_program_find(name, path, sizeof path) || !bp_utf16_path(path, program))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, name, "it can't be started: No such file or directory");
    if (create(s, program, line->text, task->environment ? environment->text : NULL)) return true;
    bp_fail_by_windows(error, name, "start it");
    if (error) error->kind = BP_ERROR_ENVIRONMENT;
    return false;
}

static DWORD WINAPI write_input(void *user) {
    windows_process *s = user;
    const uint8_t *bytes = s->task->input;
    for (size_t sent = 0; sent < s->task->input_size;) {
        DWORD done, wish = s->task->input_size - sent < 65536 ? (DWORD)(s->task->input_size - sent) : 65536;
        if (!WriteFile(s->input, bytes + sent, wish, &done, NULL)) break; /* the program has ended */
        sent += done;
    }
    close_one(&s->input);
    return 0;
}

static bool start(windows_process *s, const bp_allocator *allocator, bp_error *error) {
    command_line *texts = bp_alloc(allocator, 2, sizeof *texts, error);
    const UINT mode = SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); /* inherited: no boxes */
    bool ok = texts && open_pipes(s, error) && make_job(s, error) &&
              start_suspended(s, &texts[0], &texts[1], error);
    SetErrorMode(mode);
    bp_free(allocator, texts);
    if (ok && !AssignProcessToJobObject(s->job, s->process)) {
        TerminateProcess(s->process, 1);
        ok = bp_fail_by_windows(error, s->task->argv[0], "limit it");
        if (error) error->kind = BP_ERROR_ENVIRONMENT;
    }
    close_one(&s->empty);
    close_one(&s->child_input);
    close_one(&s->child_answer);
    close_one(&s->child_output);
    if (!ok) return false;
    if (s->input) s->writer = CreateThread(NULL, 0, write_input, s, 0, NULL);
    ResumeThread(s->thread);
    return true;
}

/* ---- while it runs --------------------------------------------------------------------------------- */

/* Reads the bytes that are there, keeps up to `limit`, and returns how many didn't fit. */
static size_t collect(HANDLE *from, bp_file *file, size_t limit) {
    uint8_t bytes[16384];
    size_t over = 0;
    for (int i = 0; *from && i < 64; i++) {
        DWORD waiting = 0, got = 0;
        if (!PeekNamedPipe(*from, NULL, 0, NULL, &waiting, NULL)) close_one(from);
        if (waiting == 0) break;
        if (!ReadFile(*from, bytes, sizeof bytes, &got, NULL)) break;
        const size_t space = limit - file->size, taken = got < space ? got : space;
        memcpy(file->data + file->size, bytes, taken);
        file->size += taken;
        over += got - taken;
    }
    return over;
}

static void exchange(windows_process *s, bp_process_result *out) {
    const size_t over = collect(&s->answer, &out->answer, s->task->answer_limit);
    s->dropped += collect(&s->output, &out->output, s->task->output_limit);
    s->over_output_limit |= over > 0 || s->dropped > MAX_DROPPED;
}

static double seconds_of(const FILETIME *time) {
    return 1e-7 * (double)((uint64_t)time->dwHighDateTime << 32 | time->dwLowDateTime);
}

/* Of the process, or of the whole job, whichever is more: not every system counts the job's. */
static double processor_seconds(const windows_process *s) {
    FILETIME begin, end, kernel = {0}, user = {0};
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION all = {0};
    GetProcessTimes(s->process, &begin, &end, &kernel, &user);
    QueryInformationJobObject(s->job, JobObjectBasicAccountingInformation, &all, sizeof all, NULL);
    const double own = seconds_of(&kernel) + seconds_of(&user),
                 whole = 1e-7 * (double)(all.TotalUserTime.QuadPart + all.TotalKernelTime.QuadPart);
    return own > whole ? own : whole;
}

/* The most that the process, or the job, has had so far. */
static size_t peak_megabytes(const windows_process *s) {
    PROCESS_MEMORY_COUNTERS own = {.cb = sizeof own};
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION all = {0};
    K32GetProcessMemoryInfo(s->process, &own, sizeof own);
    QueryInformationJobObject(s->job, JobObjectExtendedLimitInformation, &all, sizeof all, NULL);
    size_t most = own.PeakPagefileUsage > own.PagefileUsage ? own.PeakPagefileUsage : own.PagefileUsage;
    if (own.WorkingSetSize > most) most = own.WorkingSetSize;
    if (all.PeakJobMemoryUsed > most) most = all.PeakJobMemoryUsed;
    return most >> 20;
}

static void check_usage(const windows_process *s, double started_at, bp_process_result *out) {
    const bp_process_options *task = s->task;
    if (s->over_output_limit) out->end = BP_PROCESS_OUTPUT_LIMIT;
    if (task->megabytes > 0 && peak_megabytes(s) > (size_t)task->megabytes)
        out->end = BP_PROCESS_MEMORY_LIMIT;
    if (task->processor_seconds > 0 && processor_seconds(s) > task->processor_seconds)
        out->end = BP_PROCESS_PROCESSOR_LIMIT;
    if (task->seconds > 0 && bp_seconds() - started_at > task->seconds) out->end = BP_PROCESS_TIME_LIMIT;
    if (bp_interrupts_pending()) out->end = BP_PROCESS_TIME_LIMIT;
}

/* An exception that nobody handles is the exit code. */
static void note_exit(DWORD code, bp_process_result *out) {
    out->code = (int)code;
    if (code < 0xc0000000u) return;
    out->end = BP_PROCESS_SIGNALED;
    out->code = code == (DWORD)STATUS_INTEGER_DIVIDE_BY_ZERO                                     ? SIGFPE
                : code == (DWORD)STATUS_ILLEGAL_INSTRUCTION                                      ? SIGILL
                : code == (DWORD)STATUS_ACCESS_VIOLATION || code == (DWORD)STATUS_STACK_OVERFLOW ? SIGSEGV
                                                                                                 : SIGABRT;
}

static void run_until_end(windows_process *s, double started_at, bp_process_result *out) {
    DWORD code = 1, wait = TICK_MS;
    bool ended = false;
    while (!ended && out->end == BP_PROCESS_EXITED) {
        const size_t before = out->answer.size + out->output.size + s->dropped;
        ended = WaitForSingleObject(s->process, wait) == WAIT_OBJECT_0;
        exchange(s, out);
        wait = out->answer.size + out->output.size + s->dropped > before ? 0 : TICK_MS; /* pipes are small */
        check_usage(s, started_at, out);
    }
    TerminateJobObject(s->job, 1);
    WaitForSingleObject(s->process, 1000);
    out->processor_seconds = processor_seconds(s);
    exchange(s, out); /* the last output */
    if (out->end != BP_PROCESS_EXITED) return;
    GetExitCodeProcess(s->process, &code);
    note_exit(code, out);
    if (s->over_output_limit) out->end = BP_PROCESS_OUTPUT_LIMIT;
}

/* Programs end lines with CR LF here. */
static void end_lines_with_lf(bp_file *text) {
    size_t size = 0;
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] != '\r' || i + 1 == text->size || text->data[i + 1] != '\n')
            text->data[size++] = text->data[i];
    text->size = size;
    text->data[size] = 0;
}

bool bp_process_run(const bp_allocator *allocator, const bp_process_options *task, bp_process_result *out,
                    bp_error *error) {
    windows_process state = {.task = task};
    const double started_at = bp_seconds();
    *out = (bp_process_result){.end = BP_PROCESS_EXITED};
    out->answer.data = bp_alloc(allocator, task->answer_limit + 1, 1, error);
    out->output.data = bp_alloc(allocator, task->output_limit + 1, 1, error);
    const bool ok = out->answer.data && out->output.data && start(&state, allocator, error);
    if (ok) run_until_end(&state, started_at, out);
    if (state.writer) WaitForSingleObject(state.writer, INFINITE);
    HANDLE *all[] = {&state.job,   &state.process,     &state.thread,       &state.writer,
                     &state.empty, &state.child_input, &state.child_answer, &state.child_output,
                     &state.input, &state.answer,      &state.output};
    for (size_t i = 0; i < BP_COUNT(all); i++) close_one(all[i]);
    if (!ok) {
        bp_process_result_free(allocator, out);
        return false;
    }
    out->answer.data[out->answer.size] = 0;
    end_lines_with_lf(&out->output);
    out->seconds = bp_seconds() - started_at;
    return true;
}

void bp_process_result_free(const bp_allocator *allocator, bp_process_result *result) {
    bp_file_free(allocator, &result->answer);
    bp_file_free(allocator, &result->output);
}
