// The functions of the page that the program calls (see src/app/window_web.c). Emscripten links them into
// the module. Module.page is the object that Engine.start was given; without one, the program runs without a
// window.
mergeInto(LibraryManager.library, {
  // Emscripten has fork and waitpid, which fail, but not this one. Nothing calls it without a child.
  wait4: function () {
    return -1;
  },
  bp_web_open__deps: ['$runtimeKeepalivePush'],
  // Leaves main and keeps the stack: the page calls the frames from now on.
  bp_web_open: function (title) {
    if (!Module.page) return;
    runtimeKeepalivePush();
    Module.page.opened(Module, UTF8ToString(title));
    throw 'unwind';
  },
  bp_web_present: function (pixels, width, height, stride, changed) {
    Module.page.present(HEAPU8, pixels, width, height, stride, changed);
  },
  bp_web_set_title: function (title) {
    Module.page.titled(UTF8ToString(title));
  },
  bp_web_copy_link: function () {
    Module.page.copyLink();
  },
  // A JSON text with what the picture shows (bp_window_client's describe).
  bp_web_describe: function (json) {
    Module.page.described(UTF8ToString(json));
  },
  bp_web_fail: function (message) {
    Module.page.failed(UTF8ToString(message));
  },
});
