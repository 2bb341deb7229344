#!/bin/sh
# Small files that ask for much: each command must refuse them, or do what they ask within the budget. `tests/hostile/run`
# without --quick has large ones, too.
set -u
B=${B:-build}
python3 tests/hostile/run "$B/bin/bindpose" --quick --nth ${TEST_DEEP:-3} --commands "${HOSTILE_COMMANDS:-render${TEST_DEEP:+ doctor pack}}"
