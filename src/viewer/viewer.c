/* One event: the window's, typed text, a key, or the mouse. Text goes to an open search first, then to the
 * client (an answer, a file name), then to the key table. */
#include "viewer/viewer.h"
#include "viewer/bone_tree.h"
#include "viewer/inspector.h"
#include "viewer/number_input.h"
#include <string.h>

/* Typing selects the first match from the selected bone on; Tab and Down the next one; Enter and Esc
 * close. */
static bool search(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_bone_search *typed = &viewer->search;
    const bp_skeleton *skeleton = scope->stages[viewer->selection.stage].skeleton;
    const bp_bone *from = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (event->kind == BP_EVENT_TEXT) {
        bp_typed_append(typed->name, sizeof typed->name, event->text);
    } else {
        switch (event->key) {
        case BP_KEY_BACKSPACE: bp_typed_erase(typed->name); return true;
        case BP_KEY_SPACE: return true; /* also comes as text */
        case BP_KEY_TAB:
        case BP_KEY_DOWN: from = from ? bp_bone_tree_next(from) : NULL; break;
        case BP_KEY_ENTER:
        case BP_KEY_ESCAPE: *typed = (bp_bone_search){.open = false}; return true;
        default: return false;
        }
    }
    const bp_bone *found = bp_bone_tree_find(skeleton, from, typed->name);
    if (found) bp_viewer_select(viewer, viewer->selection.stage, bp_bone_id(found));
    return true;
}

/* The help covers all else: while it is open, keys close it or change how it looks. */
static bool acts_under_help(const bp_binding *binding) {
    switch (binding ? (bp_action)binding->action : BP_ACTION_NONE) {
    case BP_ACTION_HELP:
    case BP_ACTION_LEAVE:
    case BP_ACTION_QUIT:
    case BP_ACTION_THEME:
    case BP_ACTION_TEXT_SIZE:
    case BP_ACTION_FULLSCREEN:
    case BP_ACTION_SCREENSHOT: return true;
    default: return false;
    }
}

unsigned bp_viewer_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    const bp_viewer_client *client = scope->client;
    unsigned requests = BP_REQUEST_REDRAW;
    switch (event->kind) {
    case BP_EVENT_RESIZE: bp_view_settings_resize(&viewer->settings, event); return requests;
    case BP_EVENT_CLOSE: return BP_REQUEST_QUIT;
    case BP_EVENT_DROP: return client->drop ? client->drop(viewer, event->path) : 0;
    case BP_EVENT_KEY:
    case BP_EVENT_TEXT: break;
    default: return bp_viewer_mouse_event(viewer, scope, event);
    }
    const bp_binding *binding = bp_key_table_lookup(client->keys, event);
    if (viewer->settings.help && !acts_under_help(binding)) return 0;
    if (viewer->settings.help)
        return bp_viewer_act(viewer, scope, (bp_action)binding->action, binding->value, event->repeat);
    if (bp_number_type(viewer, scope, event)) return requests;
    if (!viewer->search.open && bp_inspector_key(viewer, scope, event)) return requests;
    char notice[sizeof viewer->notice];
    memcpy(notice, viewer->notice, sizeof notice);
    viewer->notice[0] = '\0'; /* before, because typed text may be answered by another one */
    if (viewer->search.open ? search(viewer, scope, event) : client->type(viewer, scope, event, &requests))
        return requests;
    memcpy(viewer->notice, notice, sizeof notice);
    return binding ? bp_viewer_act(viewer, scope, (bp_action)binding->action, binding->value, event->repeat)
                   : 0;
}
