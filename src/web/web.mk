# The web page. `make web` installs what is missing and calls src/web/build, which calls make again with emscripten's
# compiler and B=build/web/simd; WEB is set there. src/web/README.md tells how the page is built up.

ifdef WEB
# ---- inside the build for WebAssembly ----------------------------------------------------------------------
JANSSON_OBJECTS := $(patsubst $(WEB)/jansson/src/%.c,$(B)/obj/jansson/%.o,$(wildcard $(WEB)/jansson/src/*.c))
$(JANSSON_OBJECTS): $(B)/obj/jansson/%.o: $(WEB)/jansson/src/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -W%,$(BP_CFLAGS)) -Os -DHAVE_CONFIG_H -c $< -o $@

# The download counts more than the speed of all that doesn't run for each vertex or pixel.
SMALL := base exercise cli lesson lessons app gltf tools
MODULE_OPTIMIZE += $(if $(filter $(SMALL:%=$(B)/obj/%/%),$@),-Oz)

# The page calls its functions by name; nothing in C does.
$(B)/obj/app/window_web.o: BP_CFLAGS += -Wno-missing-prototypes
WEB_PARTS := $(B)/obj/web/glyphs.o $(LESSON_ARCHIVE) $(LIB) $(JANSSON_OBJECTS) src/web/link
MODULE := $(B)/obj/bindpose.o $(DRACO_OBJECT) $(B)/obj/web/desktop_only.o $(call objects,src/*/window_web.c) $(WEB_PARTS) src/web/library.js
define link_module
@mkdir -p $(@D)
$(Q)WEB_SIMD="$(WEB_SIMD)" sh src/web/link $@ createBindpose $(filter %.o %.a,$^) $(DRACO_LIBS) --js-library src/web/library.js
endef
$(B)/bindpose.js: $(MODULE)
	$(link_module)

# All hash programs in one module: the first argument names the program.
HASH_NAMES   := $(notdir $(HASH_PROGRAMS))
HASH_OBJECTS := $(HASH_NAMES:%=$(B)/obj/determinism/%.o)
$(HASH_OBJECTS): $(B)/obj/determinism/%.o: tests/determinism/%.c $(FLAGS_STAMP)
	$(call compile,-Itests -Wno-missing-prototypes -D_UINTPTR_T_DEFINED -Dmain=$*_main)
$(B)/obj/tests/web/hashes.o: BP_CFLAGS += -D_UINTPTR_T_DEFINED '-DHASH_PROGRAMS=$(foreach name,$(HASH_NAMES),X($(name)))'
$(B)/hashes.js: $(B)/obj/tests/web/hashes.o $(HASH_OBJECTS) $(WEB_PARTS)
	$(Q)WEB_SIMD="$(WEB_SIMD)" sh src/web/link $@ createHashes $(filter %.o %.a,$^)

# The program of make bench-frames, as the page's module.
$(B)/bench/bindpose.js: $(B)/obj/tests/bench/frames.o $(call objects,src/*/window_web.c) $(WEB_PARTS) src/web/library.js
	$(link_module)

else
# ---- outside -----------------------------------------------------------------------------------------------
WEB_BUILD = MAKE='$(MAKE)' sh src/web/build $(B)
.PHONY: web web-packages web-test-packages test-web check-hashes-web bench-web
web-packages: packages-web
	@sh src/web/libraries $(B)/web
	@$(MAKE) $(B)/gen/font_outlines.c
$(B)/gen/font_outlines.c: $(B)/gen/bake_font
	$(Q)$< outlines $@ $(FONTS)

# What the tests of the page need: a browser, and packages of npm.
web-test-packages: web-packages
	@sh .ci/packages web-test$(addprefix -,$(BROWSER))
	@B=$(B) sh tests/web/run $(B)/web/tests install
#: make web               the page: build/web/bindpose.html and build/web/site/ (installs emscripten);
#:                        SITE=https://example.org/bones/ for its sitemap and the links that others show
web: web-packages
	+@$(WEB_BUILD) simd $(B)/web/simd/bindpose.js
	@SITE='$(SITE)' node src/web/assemble.mjs $(B)/web/simd assets $(B)/web

#: make npm               the package for npm: build/npm/bindpose-VERSION.tgz; make test-npm installs it in an empty folder (npm)
.PHONY: npm test-npm
npm: web-packages
	+@$(WEB_BUILD) simd $(B)/web/simd/bindpose.js
	@sh src/package/npm/pack $(B)/web/simd $(VERSION) $(B)/npm
test-npm: npm programs
	@sh tests/web/npm.sh $(B)/npm/bindpose-$(VERSION).tgz

# The hashes to compare with are the native build's; `make check-hashes` compares those with the table.
$(B)/web/hashes: $(HASH_PROGRAMS)
	@mkdir -p $(@D)
	@for program in $^; do $$program 1 >$@.lines || exit 1; sed "s|^|$${program##*/}:|" $@.lines; done >$@.new
	@mv $@.new $@
#: make check-hashes-web  the hashes alone, by scalar and by SIMD WebAssembly
check-hashes-web: web-packages
	+@$(WEB_BUILD) simd $(B)/web/simd/hashes.js $(B)/web/simd/bindpose.js
	+@$(WEB_BUILD) scalar $(B)/web/scalar/hashes.js $(B)/web/scalar/bindpose.js
	+@$(MAKE) $(B)/web/hashes
	@node tests/web/hashes.mjs $(B)/web $(B)/web/hashes
#: make bench-web         frame times of the page in Chromium beside native ones; BENCH_ARGS="5 list --frames 3"
bench-web: web-test-packages web
	+@$(WEB_BUILD) simd $(B)/web/simd/bench/bindpose.js
	@node src/web/assemble.mjs $(B)/web/simd/bench assets $(B)/web/bench --file
	@sh .ci/packages window
	@$(MAKE) programs $(B)/tests/bench/frames
	@B=$(B) sh tests/web/run $(B)/web/tests bench $(BENCH_ARGS)
#: make test-web          the page in Chromium, the hashes in node (installs chromium; needs npm)
test-web: web-test-packages web
	@$(MAKE) check-hashes-web
	@$(MAKE) programs
	@B=$(B) sh tests/web/run $(B)/web/tests
endif
