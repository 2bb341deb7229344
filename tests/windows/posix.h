/* Included first in every test that is built for Windows: what tests use of POSIX. */
