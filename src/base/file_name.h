/* File names that come out of other files: a model's buffers and pictures, a student's archive.
 *
 * Whoever wrote such a name may want it to lead elsewhere, and Windows reads more into a name than other
 * systems do: NUL.bin is a device, C:x a drive, x.bin:y a hidden part of x.bin, and "x." is x. All of it is
 * refused on every system, so that a file is as good on one as on another. */
#pragma once

#include <stdbool.h>

/* The part of a path behind its last slash; borrowed. */
const char *bp_path_name(const char *path);

/* Whether Windows takes a part of a path for a device: CON, PRN, AUX, NUL, CONIN$, CONOUT$, and COM and LPT
 * with a digit from 1 to 9 or a superscript 1, 2 or 3; in any letter case, with any extension, and with
 * spaces before that. The list is the one of Microsoft's page "Naming Files, Paths, and Namespaces". */
bool bp_path_has_device(const char *path);

/* Why a path doesn't stay in the folder that it is relative to, for a message ("is an absolute path"); NULL
 * if it stays. Slashes separate its parts. */
const char *bp_path_leaves_folder(const char *path);

/* Why a part of a path is no plain file name on every system ("has a control character"); NULL if all parts
 * are. A part may be ".". */
const char *bp_path_unsafe_name(const char *path);
