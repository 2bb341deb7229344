/* Events along a clip: see bindpose/motion.h. */
#include <bindpose/motion.h>
#include <math.h>

/* The next time of an event at `from` or beyond it in the direction, or beyond `from` alone. False: there is
 * none. */
static bool next_time(const bp_clip_event *event, double length, double from, bool backwards, bool at_from,
                      double *time) {
    double when = event->time, sign = backwards ? -1 : 1;
    if (!bp_is_finite(when)) return false;
    if (!(length > 0)) {
        *time = when;
        return (when - from) * sign > 0 || (at_from && when == from);
    }
    /* A cycle too early, because the quotient is rounded; then on. */
    double cycle = floor((from - when) / length) - sign;
    do {
        *time = when + length * cycle;
        cycle += sign;
    } while (at_from ? (*time - from) * sign < 0 : (*time - from) * sign <= 0);
    return true;
}

/* The event that comes next after the one with the number `last`, which is at `from`; SIZE_MAX: none was
 * passed, and those at `from` don't count. Events at one time come in the order of the list. */
static bool next_event(const bp_clip_event *events, size_t count, double length, double from, size_t last,
                       bool backwards, double *time, size_t *index) {
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        double when;
        if (!next_time(&events[i], length, from, backwards, last != SIZE_MAX && i > last, &when)) continue;
        if (found && (backwards ? when <= *time : when >= *time)) continue;
        found = true;
        *time = when;
        *index = i;
    }
    return found;
}

size_t bp_clip_events_between(const bp_clip_event *events, size_t count, double length, double from,
                              double to, bp_clip_event_function *function, void *user) {
    if (!events || !bp_is_finite(from) || !bp_is_finite(to) || !bp_is_finite(length)) return 0;
    /* Beyond that a double can't tell one cycle from the next. */
    if (length > 0 && fmax(fabs(from), fabs(to)) / length > 0x1p52) return 0;
    bool backwards = to < from;
    size_t passed = 0, index = SIZE_MAX;
    double time = from;
    while (next_event(events, count, length, time, index, backwards, &time, &index)) {
        if (backwards ? time < to : time > to) break;
        passed++;
        if (function) function(user, &events[index], backwards);
    }
    return passed;
}
