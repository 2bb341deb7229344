/* Names by hand. The devices are those of Microsoft's page "Naming Files, Paths, and Namespaces" and of the console
 * (CONIN$, CONOUT$); superscript digits are U+00B9, U+00B2 and U+00B3. */
#include "base/file_name.h"
#include "support/test.h"

static const char *const DEVICES[] = {"CON",
                                      "PRN",
                                      "AUX",
                                      "NUL",
                                      "con",
                                      "Prn",
                                      "aUx",
                                      "nul",
                                      "COM1",
                                      "com2",
                                      "Com3",
                                      "COM4",
                                      "COM5",
                                      "COM6",
                                      "COM7",
                                      "COM8",
                                      "COM9",
                                      "LPT1",
                                      "lpt2",
                                      "LPT3",
                                      "LPT4",
                                      "LPT5",
                                      "LPT6",
                                      "LPT7",
                                      "LPT8",
                                      "LPT9",
                                      "COM\xc2\xb9",
                                      "com\xc2\xb2",
                                      "COM\xc2\xb3",
                                      "LPT\xc2\xb9",
                                      "LPT\xc2\xb2",
                                      "lpt\xc2\xb3",
                                      "CONIN$",
                                      "conout$",
                                      "NUL.bin",
                                      "nul.tar.gz",
                                      "con.PNG",
                                      "COM1.glb",
                                      "COM\xc2\xb9.bin",
                                      "CONIN$.txt",
                                      "nul .bin",
                                      "NUL  .png",
                                      "nul/data.bin",
                                      "textures/aux.png",
                                      "a/com1/b.png",
                                      "./prn.jpg"};

static const char *const PLAIN[] = {"console.bin",
                                    "nul_map.png",
                                    "com10.bin",
                                    "COM0",
                                    "LPT0.png",
                                    "com.bin",
                                    "lpt.png",
                                    "com",
                                    "COM\xc2\xbd.bin",
                                    "COM\xc2\xb4",
                                    "COM11",
                                    "COM1a.png",
                                    "COM\xc2\xb9\xc2\xb2.png",
                                    "CONIN",
                                    "CONIN$x.png",
                                    "conout.png",
                                    "icon.png",
                                    "a.con",
                                    "texture.nul",
                                    "my nul.png",
                                    "nul-2.png",
                                    "auxiliary.bin",
                                    "prn1.png",
                                    "aux1",
                                    "n",
                                    "nu",
                                    "co",
                                    "\xc2\xb9",
                                    "in side/d.bin",
                                    "./data.bin",
                                    "a.b/c.d",
                                    ".hidden",
                                    "a..b",
                                    "..a",
                                    "...a",
                                    "a ..b",
                                    "Gr\xc3\xbc\xc3\x9f\x65.png",
                                    "\xe2\x82\xac.png",
                                    "data bin",
                                    " data.bin",
                                    "a'b.png",
                                    "100%.png"};

static void devices_are_known(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof DEVICES / sizeof *DEVICES; i++) {
        if (!bp_path_has_device(DEVICES[i])) fail_msg("%s is a device of Windows", DEVICES[i]);
        if (!bp_path_unsafe_name(DEVICES[i])) fail_msg("%s is safe", DEVICES[i]);
    }
}

static void plain_names_are_safe(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++) {
        if (bp_path_has_device(PLAIN[i])) fail_msg("%s is no device", PLAIN[i]);
        const char *fault = bp_path_unsafe_name(PLAIN[i]), *leaves = bp_path_leaves_folder(PLAIN[i]);
        if (fault || leaves) fail_msg("%s: %s", PLAIN[i], fault ? fault : leaves);
    }
}

/* Each name, and a word of the message. */
static void unsafe_names_are_told(void **state) {
    (void)state;
    static const struct {
        const char *path, *word;
    } rows[] = {{"data.bin.", "dot"},      {"data.bin ", "space"},
                {"data.bin. .", "dot"},    {"in side /d.bin", "space"},
                {"in./d.bin", "dot"},      {"...", "dot"},
                {".../d.bin", "dot"},      {" ", "space"},
                {"a/ /b", "space"},        {"x.bin:y", "colon"},
                {"a/x:y", "colon"},        {"C:x", "colon"},
                {"a/C:/x", "colon"},       {"::$DATA", "colon"},
                {"a\nb", "control"},       {"\x01", "control"},
                {"a/\x7f.bin", "control"}, {"a\xc2\x85.bin", "control"},
                {"a/nul.bin", "device"},   {"a\xe2\x80\xae.bin", "control"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *fault = bp_path_unsafe_name(rows[i].path);
        if (!fault || !strstr(fault, rows[i].word)) fail_msg("%s: %s", rows[i].path, fault ? fault : "safe");
    }
}

static void paths_that_leave_are_told(void **state) {
    (void)state;
    static const struct {
        const char *path, *word;
    } rows[] = {{"", "empty"},
                {"/", "absolute"},
                {"/etc/passwd", "absolute"},
                {"//server/x", "absolute"},
                {"\\\\server\\x", "backslash"},
                {"a\\..\\b", "backslash"},
                {"..", ".."},
                {"../x", ".."},
                {"a/../../x", ".."},
                {"a/..", ".."},
                {"./../x", ".."}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *fault = bp_path_leaves_folder(rows[i].path);
        if (!fault || !strstr(fault, rows[i].word))
            fail_msg("%s: %s", rows[i].path, fault ? fault : "it stays");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_are_known), cmocka_unit_test(plain_names_are_safe),
        cmocka_unit_test(unsafe_names_are_told), cmocka_unit_test(paths_that_leave_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
