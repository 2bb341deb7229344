/* recording: parses the text and finds the kind of the recording. */
#include "replay.h"

/* Each kind of recording has a root member that no other kind has. */
typedef struct kind {
    const char *member;
    double tolerance;
    bool (*play)(replay *r, const json_t *root);
} kind;

static const kind kinds[] = {
    {"traces", 1e-5, replay_traces},
    {"cases", 1e-5, replay_doc_cases},
    {"interpolation", 1e-5, replay_animation},
    {"ik", 1e-4, replay_ik_look},
};

static const kind *kind_of(replay *r, const json_t *root) {
    for (size_t i = 0; i < BP_COUNT(kinds); i++)
        if (json_object_get(root, kinds[i].member)) return &kinds[i];
    replay_malformed(r, "not a recording: the root is no object with one of the members that tell its kind "
                        "(traces, cases, interpolation, ik)");
    return NULL;
}

void replay_recording(replay *r, const void *text, size_t size, double tolerance) {
    json_error_t broken;
    r->place.step = r->place.bone = -1;
    json_t *root = json_loadb(text, size, 0, &broken);
    if (!root) {
        replay_malformed(r, "not JSON: line %d, column %d: %s", broken.line, broken.column, broken.text);
        return;
    }
    const kind *found = kind_of(r, root);
    if (found) r->tolerance = tolerance > 0 ? tolerance : found->tolerance;
    if (found) (void)found->play(r, root);
    json_decref(root);
}
