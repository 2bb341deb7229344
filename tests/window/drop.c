/* Drops a file on a window the way a file manager does, by the Xdnd protocol, version 5:
 *
 *     drop WINDOW FILE
 *
 * It sends enter and position, waits until the window accepts, sends drop, sends the file's address when the window
 * requests it, and waits for the end. Exit 1 if the window doesn't accept within ten seconds. */
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct drag {
    Display *display;
    Window source, target;
    char address[4096]; /* file:///... */
} drag;

static Atom atom(const drag *d, const char *name) { return XInternAtom(d->display, name, False); }

static void send_message(const drag *d, const char *name, long a, long b, long c, long e) {
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = d->target,
                                .message_type = atom(d, name),
                                .format = 32,
                                .data.l = {(long)d->source, a, b, c, e}}};
    XSendEvent(d->display, d->target, False, NoEventMask, &event);
    XFlush(d->display);
}

static void send_address(const drag *d, const XSelectionRequestEvent *request) {
    XChangeProperty(d->display, request->requestor, request->property, atom(d, "text/uri-list"), 8,
                    PropModeReplace, (const unsigned char *)d->address, (int)strlen(d->address));
    XEvent answer = {.xselection = {.type = SelectionNotify,
                                    .requestor = request->requestor,
                                    .selection = request->selection,
                                    .target = request->target,
                                    .property = request->property,
                                    .time = request->time}};
    XSendEvent(d->display, request->requestor, False, NoEventMask, &answer);
    XFlush(d->display);
}

/* Answers the window's requests until its message `name` comes; returns that message's accept bit. -1: it never
 * comes. */
static long wait_for(const drag *d, const char *name) {
    for (int tries = 0; tries < 1000; tries++) {
        while (XPending(d->display) > 0) {
            XEvent event;
            XNextEvent(d->display, &event);
            if (event.type == SelectionRequest) send_address(d, &event.xselectionrequest);
            if (event.type == ClientMessage && event.xclient.message_type == atom(d, name))
                return event.xclient.data.l[1] & 1;
        }
        usleep(10000);
    }
    fprintf(stderr, "drop: the window never sent %s\n", name);
    return -1;
}

static void write_address(const char *path, char *to, size_t size) {
    size_t used = (size_t)snprintf(to, size, "file://");
    for (; *path && used + 8 < size; path++)
        used +=
            (size_t)snprintf(to + used, size - used, *path == ' ' || *path == '%' ? "%%%02X" : "%c", *path);
    snprintf(to + used, size - used, "\r\n");
}

int main(int argc, char **argv) {
    char path[3000];
    if (argc != 3 || !realpath(argv[2], path)) return 2;
    drag d = {.display = XOpenDisplay(NULL), .target = (Window)strtoul(argv[1], NULL, 0)};
    if (!d.display) return 3;
    Window root = DefaultRootWindow(d.display), child;
    int x, y;
    write_address(path, d.address, sizeof d.address);
    d.source = XCreateSimpleWindow(d.display, root, 0, 0, 1, 1, 0, 0, 0);
    XTranslateCoordinates(d.display, d.target, root, 100, 100, &x, &y, &child);
    XSetSelectionOwner(d.display, atom(&d, "XdndSelection"), d.source, CurrentTime);
    send_message(&d, "XdndEnter", 5L << 24, (long)atom(&d, "text/uri-list"), 0, 0);
    send_message(&d, "XdndPosition", 0, (long)x << 16 | y, CurrentTime, (long)atom(&d, "XdndActionCopy"));
    if (wait_for(&d, "XdndStatus") != 1) return 1;
    send_message(&d, "XdndDrop", 0, CurrentTime, 0, 0);
    return wait_for(&d, "XdndFinished") < 0;
}
