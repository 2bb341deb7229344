# For tests of programs by their command line. Source it: . "$(dirname "$0")/want.sh"
# $work is a temporary folder. End the test with `[ $failures -eq 0 ]`. `make test-deep` sets TEST_DEEP.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

# want CODE PATTERN NAME COMMAND...: the command must exit with CODE, and its output must match PATTERN.
want() {
    code=$1 pattern=$2 name=$3
    shift 3
    output=$("$@" 2>&1)
    got=$?
    if [ $got -eq "$code" ] && printf '%s\n' "$output" | grep -q -e "$pattern"; then
        echo "[       OK ] $name"
    else
        echo "[  FAILED  ] $name: exit $got, expected $code with \"$pattern\"; output:"
        printf '%s\n' "$output" | head -n 5
        failures=$((failures + 1))
    fi
}
