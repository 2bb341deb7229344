#!/bin/sh
# Writes the manual pages and the shell completion from what the program says of itself.
#   sh src/tools/manual.sh PROGRAM VERSION FOLDER    FOLDER gets bindpose.1, bindpose-COMMAND.1, bindpose-ID.7 and bindpose.bash
set -eu
program=$1 version=$2 folder=$3
mkdir -p "$folder"
commands=$("$program" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')

# page NAME TITLE COMMAND...: the first line of the help is the synopsis, the third the description.
page() {
    name=$1 title=$2
    shift 2
    help=$("$@" --help)
    {
        printf '.TH %s 1 "" "Bindpose %s"\n.SH NAME\n%s \\- ' "$(echo "$title" | tr a-z A-Z)" "$version" "$title"
        printf '%s\n' "$help" | sed -n '3s/\.$//p'
        printf '.SH SYNOPSIS\n'
        printf '%s\n' "$help" | sed -n '1s/^Usage: //p'
        printf '.SH DESCRIPTION\n.nf\n'
        printf '%s\n' "$help" | sed -e '1,2d' -e 's/\\/\\e/g' -e "s/^\([.']\)/\\\\\&\1/" -e 's/-/\\-/g'
        printf '.fi\n'
    } >"$folder/$name.1"
}

page bindpose bindpose "$program"
for command in $commands; do page "bindpose-$command" "bindpose-$command" "$program" "$command"; done

# A page for each finding of the doctor, so that `man bindpose-weights-sum` answers.
for id in $("$program" explain | cut -d ' ' -f 1); do
    {
        printf '.TH BINDPOSE-%s 7 "" "Bindpose %s"\n.SH NAME\nbindpose\\-%s \\- a finding of bindpose doctor\n' "$(echo "$id" | tr a-z A-Z)" "$version" "$id"
        printf '.SH DESCRIPTION\n'
        "$program" explain "$id" | sed -e 1d -e 's/\\/\\e/g' -e 's/-/\\-/g' \
            -e 's/^  \([A-Za-z]*\):  *\(.*\)$/.TP\n.B \1\n\2/' -e "s/^  \(Khronos\)/.PP\n\1/"
    } >"$folder/bindpose-$id.7"
done

# Commands, then the options of the command, then files.
{
    echo '# bash completion of bindpose: written by src/tools/manual.sh'
    echo '_bindpose() {'
    echo '    local word=${COMP_WORDS[COMP_CWORD]} words'
    echo '    if [ "$COMP_CWORD" -eq 1 ]; then'
    printf "        words='%s --help --version'\n" "$(echo $commands)"
    echo '    else'
    echo '        case ${COMP_WORDS[1]} in'
    for command in $commands; do
        options=$("$program" "$command" --help | sed -n 's/^  \(--*[a-z][a-z0-9-]*\).*/\1/p' | tr '\n' ' ')
        printf "        %s) words='%s' ;;\n" "$command" "${options% }"
    done
    echo '        esac'
    echo '    fi'
    echo '    COMPREPLY=($(compgen -W "$words" -- "$word"))'
    echo '}'
    echo 'complete -o default -F _bindpose bindpose'
} >"$folder/bindpose.bash"
