/* What is in a file, and how much of it: the summary of `bindpose inspect`. */
#ifndef BP_CLI_INSPECT_SUMMARY_H
#define BP_CLI_INSPECT_SUMMARY_H

#include "cli/model_command.h"

/* Prints it to standard output, of a file that was opened with its images. */
bool bp_inspect_summary(const bp_model_file *file, bool json, bp_error *error);

#endif
