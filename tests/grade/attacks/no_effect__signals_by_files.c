/* Asks for signals to processes when a file is ready, and for other changes of the files it was given. */
#include "attack.h"

static int attack(void) {
    int succeeded = 0;
    for (int file = 0; file < 4; file++) {
        for (int process = -3; process < 100; process++) succeeded += fcntl(file, F_SETOWN, process) == 0;
        succeeded += fcntl(file, F_SETSIG, SIGKILL) == 0 || fcntl(file, F_SETFL, O_ASYNC) == 0;
        succeeded += fcntl(file, F_SETPIPE_SZ, 1 << 20) >= 0 || fcntl(file, F_SETLEASE, F_WRLCK) == 0;
        succeeded += fcntl(file, F_NOTIFY, 0x80000001) == 0;
    }
    return TRY(succeeded > 0);
}
