/* bindpose.exe, for a double click: starts bindpose.com, the program itself, without a console's window,
 * waits for it, and shows its messages in a box, because there is nowhere else to read them. (Only a
 * console's program prints in a console, and is waited for there; only another kind opens without one. So
 * there have to be two.) Standard files that are redirected stay so. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { PATH_MOST = 4096, TEXT_MOST = 4000, PIPE = 1 << 20 /* more than a program writes */ };

static void show(const wchar_t *text) { MessageBoxW(NULL, text, L"Bindpose", MB_OK | MB_ICONWARNING); }

static HANDLE standard(DWORD which) {
    HANDLE file = GetStdHandle(which);
    if (!file || file == INVALID_HANDLE_VALUE || GetFileType(file) == FILE_TYPE_UNKNOWN) return NULL;
    SetHandleInformation(file, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return file;
}

/* Shows the beginning of what the program wrote. It has ended, so all of it is there; but the end of the pipe
 * need not come, because the program's hidden console may hold it, too. */
static void show_messages(HANDLE from) {
    char text[TEXT_MOST];
    wchar_t wide[TEXT_MOST + 1];
    DWORD waiting = 0, got = 0;
    if (!PeekNamedPipe(from, NULL, 0, NULL, &waiting, NULL) || waiting == 0) return;
    if (!ReadFile(from, text, sizeof text, &got, NULL)) return;
    wide[MultiByteToWideChar(CP_UTF8, 0, text, (int)got, wide, TEXT_MOST)] = L'\0';
    show(wide);
}

static DWORD start(const wchar_t *program) {
    SECURITY_ATTRIBUTES inherit = {sizeof inherit, NULL, TRUE};
    HANDLE messages = NULL, to_messages = NULL;
    DWORD code = 3;
    STARTUPINFOW how = {.cb = sizeof how,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = standard(STD_INPUT_HANDLE),
                        .hStdOutput = standard(STD_OUTPUT_HANDLE),
                        .hStdError = standard(STD_ERROR_HANDLE)};
    PROCESS_INFORMATION made;
    if (!how.hStdError && CreatePipe(&messages, &to_messages, &inherit, PIPE)) {
        SetHandleInformation(messages, HANDLE_FLAG_INHERIT, 0);
        how.hStdError = to_messages;
    }
    if (!CreateProcessW(program, GetCommandLineW(), NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &how,
                        &made)) {
        show(L"bindpose.com can't be started. It belongs beside bindpose.exe: unpack the whole archive.");
        return code;
    }
    AllowSetForegroundWindow(made.dwProcessId);
    if (to_messages) CloseHandle(to_messages);
    WaitForSingleObject(made.hProcess, INFINITE);
    if (messages) show_messages(messages);
    GetExitCodeProcess(made.hProcess, &code);
    return code;
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, wchar_t *arguments, int state) {
    (void)instance, (void)previous, (void)arguments, (void)state;
    wchar_t program[PATH_MOST];
    const DWORD length = GetModuleFileNameW(NULL, program, PATH_MOST);
    if (length < 4 || length >= PATH_MOST) return 3;
    lstrcpyW(program + length - 4, L".com");
    return (int)start(program);
}
