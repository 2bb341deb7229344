/* `bindpose bench`: the workloads by which speed is compared, timed. */
#ifndef BP_CLI_BENCH_COMMAND_H
#define BP_CLI_BENCH_COMMAND_H

/* argv[0] is "bench"; returns the program's exit code. */
int bp_bench_command(int argc, char **argv);

#endif
