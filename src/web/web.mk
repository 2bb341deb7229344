# The web page. `make web` installs what is missing and calls src/web/build, which calls make again with
# emscripten's compiler and B=build/web/simd; WEB is set there. src/web/README.md tells how the page is built
# up.

ifdef WEB
# ---- inside the build for WebAssembly ----------------------------------------------------------------------

JANSSON_OBJECTS := $(patsubst $(WEB)/jansson/src/%.c,$(B)/obj/jansson/%.o,$(wildcard $(WEB)/jansson/src/*.c))
$(JANSSON_OBJECTS): $(B)/obj/jansson/%.o: $(WEB)/jansson/src/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -W%,$(BP_CFLAGS)) -Os -DHAVE_CONFIG_H -c $< -o $@

# The download counts more than the speed of all that doesn't run for each vertex or pixel.
SMALL := exercise cli lesson lessons viewer gltf rig/ik rig/anim tools
MODULE_OPTIMIZE += $(if $(filter $(SMALL:%=$(B)/obj/%/%),$@),-Oz)

# A function of this name makes the module: createBindpose({arguments: [...], ...}). The program may grow its
# memory, and malloc returns NULL at the limit: the program then says so.
# The optimizer must not put the kernels' steps together again (SIMD_STEP in simd/simd.h). FINAL=--profiling-funcs
# keeps the functions' names, for profiles.
EMCC_FLAGS := -Os -g0 $(FINAL) -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=40 \
              -sMODULARIZE=1 -sENVIRONMENT=web,worker,node -sINVOKE_RUN=0 -sEXIT_RUNTIME=1 \
              -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=2147483648 -sTOTAL_STACK=4194304 \
              -sFORCE_FILESYSTEM=1 -sEXPORTED_RUNTIME_METHODS=FS,ENV,callMain,ccall -sWASM_BIGINT=1 \
              -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 \
              $(if $(WEB_SIMD),-msimd128)

$(B)/obj/web/desktop_only.o: src/web/desktop_only.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

$(B)/bindpose.js: $(B)/obj/bindpose.o $(B)/obj/web/desktop_only.o $(B)/obj/viewer/window_web.o $(LESSON_ARCHIVE) $(LIB) $(JANSSON_OBJECTS) src/web/library.js src/web/web.mk
	$(Q)emcc $(EMCC_FLAGS) -sEXPORT_NAME=createBindpose --js-library src/web/library.js $(filter %.o %.a,$^) -o $@

# All hash programs in one module: the first argument names the program.
HASH_NAMES   := $(notdir $(HASH_PROGRAMS))
HASH_OBJECTS := $(HASH_NAMES:%=$(B)/obj/determinism/%.o)
$(HASH_OBJECTS): $(B)/obj/determinism/%.o: tests/determinism/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Itests -Wno-missing-prototypes -D_UINTPTR_T_DEFINED -Dmain=$*_main -c $< -o $@

$(B)/obj/gen/hashes.o: tests/web/hashes.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -D_UINTPTR_T_DEFINED '-DHASH_PROGRAMS=$(foreach name,$(HASH_NAMES),X($(name)))' -c $< -o $@

$(B)/hashes.js: $(B)/obj/gen/hashes.o $(HASH_OBJECTS) $(LESSON_ARCHIVE) $(LIB) $(JANSSON_OBJECTS) src/web/web.mk
	$(Q)emcc $(EMCC_FLAGS) -sEXPORT_NAME=createHashes $(filter %.o %.a,$^) -o $@

# The program of make bench-frames, as the page's module.
$(B)/bench/bindpose.js: $(B)/obj/tests/bench/frames.o $(B)/obj/viewer/window_web.o $(LESSON_ARCHIVE) $(LIB) $(JANSSON_OBJECTS) src/web/library.js src/web/web.mk
	@mkdir -p $(@D)
	$(Q)emcc $(EMCC_FLAGS) -sEXPORT_NAME=createBindpose --js-library src/web/library.js $(filter %.o %.a,$^) -o $@

$(B)/obj/tests/bench/frames.o: tests/bench/frames.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

else
# ---- outside -----------------------------------------------------------------------------------------------

WEB_BUILD = MAKE='$(MAKE)' sh src/web/build $(B)
.PHONY: web web-packages web-test-packages test-web check-hashes-web bench-web
web-packages: packages
	@sh .ci/packages web
	@sh src/web/libraries $(B)/web
	@$(MAKE) $(B)/gen/font_atlas.c

# What the tests of the page need: a browser, and packages of npm.
web-test-packages: web-packages
	@sh .ci/packages web-test$(addprefix -,$(BROWSER))
	@B=$(B) sh tests/web/run $(B)/web/tests install

web: web-packages
	+@$(WEB_BUILD) simd $(B)/web/simd/bindpose.js
	@node src/web/assemble.mjs $(B)/web/simd assets $(B)/web

# The hashes to compare with are the native build's; `make check-hashes` compares those with the table.
$(B)/web/hashes: $(HASH_PROGRAMS)
	@mkdir -p $(@D)
	@for program in $^; do $$program 1 >$@.lines || exit 1; sed "s|^|$${program##*/}:|" $@.lines; done >$@.new
	@mv $@.new $@

check-hashes-web: web-packages
	+@$(WEB_BUILD) simd $(B)/web/simd/hashes.js $(B)/web/simd/bindpose.js
	+@$(WEB_BUILD) scalar $(B)/web/scalar/hashes.js $(B)/web/scalar/bindpose.js
	+@$(MAKE) $(B)/web/hashes
	@node tests/web/hashes.mjs $(B)/web $(B)/web/hashes

# Frame times of the page beside the native ones. BENCH_ARGS='5 12 list --frames 6' narrows it.
bench-web: web-test-packages web
	+@$(WEB_BUILD) simd $(B)/web/simd/bench/bindpose.js
	@node src/web/assemble.mjs $(B)/web/simd/bench assets $(B)/web/bench --file
	@sh .ci/packages window
	@$(MAKE) programs $(B)/tests/bench/frames
	@B=$(B) sh tests/web/run $(B)/web/tests bench $(BENCH_ARGS)

test-web: web-test-packages web
	@$(MAKE) check-hashes-web
	@$(MAKE) programs
	@B=$(B) sh tests/web/run $(B)/web/tests
endif
