# Tests and all other checks. tests/README.md describes the folders.

# Every tests/{oracle,property,golden,lessons}/*.c is a test program that links the whole library, except tests/oracle/replay*.c
# and tests/oracle/replay/*.c: together they are build/tests/replay.
programs_of     = $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard $(1))))
UNIT_TESTS     := $(call programs_of,tests/unit/*/test_*.c)
REPLAY_OBJECTS := $(call objects,tests/oracle/replay*.c tests/oracle/replay/*.c)
REPLAY         := $(if $(REPLAY_OBJECTS),$(B)/tests/replay)
LIBRARY_TESTS  := $(filter-out $(B)/tests/oracle/replay%,$(call programs_of,tests/oracle/*.c tests/property/*.c tests/golden/*.c tests/lessons/*.c))
OOM_OBJECTS    := $(call objects,tests/oom/*.c)
OOM            := $(if $(OOM_OBJECTS),$(B)/tests/oom)
SHELL_TESTS    := $(sort $(wildcard tests/shell/test_*.sh))
# Programs that `make test` doesn't run: hashes for the determinism test, benchmarks, and comparisons with other
# renderers, which need those renderers' libraries. tests/bench/peer* and growth_plot.c are parts of others.
HASH_PROGRAMS  := $(call programs_of,tests/determinism/*.c)
BENCH_PROGRAMS := $(filter-out %/llvmpipe_bench %/frames %/growth %/growth_plot $(B)/tests/bench/peer_%,$(call programs_of,tests/bench/*.c))
PEER_PROGRAMS  := $(call programs_of,tests/peers/*.c)
INTEROP        := $(call programs_of,tests/interop/*.c)
SOAK           := $(call programs_of,tests/soak/soak.c)
# Of tests/fuzz/*.c, damage.c is a program; the others are targets for libFuzzer, which has the main function.
DAMAGE_PROGRAM := $(B)/tests/fuzz/damage
FUZZ_TARGETS   := $(filter-out $(DAMAGE_PROGRAM),$(call programs_of,tests/fuzz/*.c))
# `make test-window` plays the programs in real windows.
PLAY           := $(B)/tests/window/play
EXERCISE_CHECK := $(B)/tests/exercises/check
EXERCISE_JUDGE := $(B)/tests/mutation/judge_exercise
# Plausible wrong answers to each exercise, and what the checker says to them.
WRONG_ANSWERS  := $(B)/tests/exercises/wrong_answers
WRONG_LISTS    := $(patsubst tests/exercises/lists/%.txt,$(B)/tests/exercises/lists/%.o,$(sort $(wildcard tests/exercises/lists/*.txt)))

.PHONY: hashes
products: $(REPLAY)
tests: $(UNIT_TESTS) $(LIBRARY_TESTS) $(REPLAY) $(OOM) $(if $(wildcard src/tools/make_character/*.c),$(B)/gen/make_character)
hashes: $(HASH_PROGRAMS)

# ---- building -----------------------------------------------------------------------------------
$(B)/obj/tests/%.o: tests/%.c $(FLAGS_STAMP)
	$(call compile,-Itests -Ilessons)

# A program of one source with the whole library. What that source includes is a prerequisite, too, and may be a .c file.
TEST_LIBS = $(CMOCKA_LIBS)
define test_program
@mkdir -p $(@D)
$(COMPILE) $(TEST_OPTIMIZED) -Itests -Ilessons -MF $@.d $< $(filter %.o,$^) $(filter %.a,$^) $(BP_LDFLAGS) $(TEST_LIBS) $(LIBS) -o $@
endef
$(B)/tests/%: tests/%.c $(LESSON_ARCHIVE) $(LIB) $(FLAGS_STAMP)
	$(test_program)
$(B)/tests/bench/frames: $(WINDOW_OBJECT)
$(B)/tests/bench/frames: TEST_LIBS = $(SDL_LINK)
$(PEER_PROGRAMS): TEST_LIBS = $(CMOCKA_LIBS) -lOSMesa
# A module and the modules below it, highest first, as the linker needs them. A module of headers alone has no archive
# that every linker takes.
reverse = $(if $(1),$(call reverse,$(wordlist 2,$(words $(1)),$(1))) $(firstword $(1)))
upto = $(if $(1),$(if $(filter $(2),$(firstword $(1))),$(2),$(firstword $(1)) $(call upto,$(wordlist 2,$(words $(1)),$(1)),$(2))))
FILLED := $(foreach module,$(MODULES),$(if $(call module_objects,$(module)),$(module)))
module_link = $(foreach module,$(call reverse,$(filter $(FILLED),$(call upto,$(MODULES),$(1)))),$(call module_archive,$(module)))
define unit_rule
$(B)/tests/unit/$(1)/%: TEST_OPTIMIZED = $(TEST_OPTIMIZE)
$(B)/tests/unit/$(1)/%: tests/unit/$(1)/%.c $(call module_link,$(1)) $(FLAGS_STAMP)
	$$(test_program)
endef
$(foreach module,$(MODULES),$(eval $(call unit_rule,$(module))))

# A fuzz target of a module links that one and those below it; the others link all, recordings with the replay's code.
FUZZ_ENGINE ?= -fsanitize=fuzzer
$(FUZZ_TARGETS): TEST_LIBS = $(FUZZ_ENGINE) $(CMOCKA_LIBS)
define fuzz_rule
$(B)/tests/fuzz/$(1): tests/fuzz/$(1).c $(call module_link,$(2)) $(FLAGS_STAMP)
	$$(test_program)
endef
$(eval $(call fuzz_rule,bones,rig))
$(eval $(call fuzz_rule,skinning,mesh))
$(eval $(call fuzz_rule,images,io))
$(eval $(call fuzz_rule,meshopt,gltf))
$(eval $(call fuzz_rule,triangles,raster))
$(foreach target,bvh $(filter gltf_%,$(notdir $(FUZZ_TARGETS))),$(eval $(call fuzz_rule,$(target),scene)))
$(B)/tests/fuzz/recordings: $(filter-out %/main.o,$(REPLAY_OBJECTS))

$(B)/tests/bench/growth: $(call objects,tests/bench/growth*.c) $(LIB)
	$(call link)
$(B)/tests/replay: $(REPLAY_OBJECTS) $(LIB)
	$(call link)
$(B)/tests/oom: $(OOM_OBJECTS) $(LESSON_ARCHIVE) $(LIB)
	$(call link,$(CMOCKA_LIBS))
$(PLAY): $(filter-out %/drop.o,$(call objects,tests/window/*.c)) $(LESSON_ARCHIVE) $(LIB)
	$(call link,-lX11 -lXfixes)

# ---- make test -----------------------------------------------------------------------------------
# The programs as another folder has them, and what runs them there.
in  = $(patsubst $(B)/%,$(1)/%,$(2))
run = B=$(1) sh tests/run $(1)/tests/logs $(call in,$(1),$(2))

#: make test              install what is missing, build, run every test: a part of the cases of slow ones
#: make test-deep         every case of every test, and the checks that CI makes; PARTS="tests asan" makes some of them
.PHONY: test test-deep
test: packages
	@$(MAKE) all
	@CC='$(CC)' $(call run,$(B),$(UNIT_TESTS) $(LIBRARY_TESTS) $(OOM) $(SHELL_TESTS))

test-deep: packages
	@MAKE='$(MAKE)' sh tests/deep $(B) $(PARTS)
#: make check-layers      modules use only lower modules; no circles, writable data, double types, long lines
.PHONY: check-layers check-exercises check-wrong-answers mutate-exercises
check-layers: packages
	@sh tests/layers/check includes . "$(MODULES)"
	@$(MAKE) lib $(UNIT_TESTS) $(foreach module,$(MODULES),$(call module_archive,$(module)))
	@sh tests/layers/check symbols $(B)/lib/modules "$(MODULES)"
	@sh tests/layers/check data $(B)/obj
	@sh tests/layers/check circles $(B)/obj src
	@sh tests/layers/check text .
	@sh .ci/packages cxx
	@CXX='$(CXX)' sh tests/layers/check cxx .
#: make check-exercises   every unsolved exercise fails, every solution passes, every wrong answer is explained
# EXERCISE_CC=gcc, clang or tcc: with that compiler.
check-exercises: packages$(addprefix -,$(filter tcc,$(EXERCISE_CC)) $(if $(filter clang,$(EXERCISE_CC)),sanitizers))
	@$(MAKE) $(EXERCISE_PARTS) $(LIB) $(EXERCISE_CHECK) $(ANSWER_FILES)
	@$(if $(EXERCISE_CC),CC=$(EXERCISE_CC)) BINDPOSE_BUILD=$(B) $(EXERCISE_CHECK) $(EX)
#: make check-wrong-answers  what the checker says to a thousand plausible mistakes: a table; none may pass
$(WRONG_LISTS:.o=.h): $(B)/tests/exercises/lists/%.h: src/exercise/answers/%.txt tests/exercises/lists/%.txt src/exercise/answers/make.awk
	@mkdir -p $(@D)
	@{ sed '/^@ /,$$d' $<; cat tests/exercises/lists/$*.txt; } >$(@:.h=.txt)
	@awk -v list=1 -f $(MAKE_ANSWERS) lessons/exercises/originals/$*.c $(@:.h=.txt) >$@.new && mv $@.new $@
$(WRONG_LISTS): $(B)/tests/exercises/lists/%.o: tests/exercises/list.c $(B)/tests/exercises/lists/%.h $(FLAGS_STAMP)
	$(COMPILE) -Wno-parentheses -Ilessons/exercises -DLIST='"$(abspath $(@:.o=.h))"' -DEXERCISE=$(firstword $(subst _, ,$*)) -c $< -o $@
$(WRONG_ANSWERS): $(WRONG_LISTS)
check-wrong-answers:
	@$(MAKE) $(WRONG_ANSWERS)
	@$(WRONG_ANSWERS) $(EX)
#: make mutate-exercises  plant small faults in the solutions of the exercises: do the cases find them all?
mutate-exercises: packages-mutation
	@$(MAKE) programs $(EXERCISE_JUDGE) $(ANSWER_FILES)
	@tests/mutation/mutate_exercises $(B) --cc '$(CC)' $(MUTATION_ARGS)

# ---- sanitizers and other builds ------------------------------------------------------------------
.PHONY: asan damage fuzz fuzz-long tsan msan valgrind coverage test-mutation mutated
NO_RECOVERY = -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZED = B=$(B)/asan OPTIMIZE='-O1 -g' SANITIZE='-fsanitize=address,undefined $(NO_RECOVERY)'
#: make asan              all test programs under the address and undefined sanitizers; QUICK=1: not the slowest
DRAW_ALL  = %/lesson_walks %/lesson_spoilers %/lesson_looks %/lesson_notes
asan: packages
	@$(MAKE) $(SANITIZED) tests
	@$(call run,$(B)/asan,$(filter-out $(if $(QUICK),$(DRAW_ALL)),$(UNIT_TESTS) $(LIBRARY_TESTS)))
#: make damage            read 10,000 damaged glTF files (assets, models, random ones) under the sanitizers; DAMAGE='FIRST COUNT'
damage: packages
	@$(MAKE) programs
	@$(MAKE) $(SANITIZED) $(call in,$(B)/asan,$(DAMAGE_PROGRAM))
	@B=$(B) sh tests/fuzz/run $(call in,$(B)/asan,$(DAMAGE_PROGRAM)) $(or $(DAMAGE),1 10000)
#: make fuzz T=60         libFuzzer (clang) for T seconds on each target of tests/fuzz, or on FUZZ=NAME
# New inputs stay in $(B)/fuzz/corpus. SEED sets the random choices; 0 takes another seed each time.
# Kernels get the address sanitizer only: clang would compile for minutes with the undefined one (make asan has it, with
# gcc). Their comparisons are not traced for libFuzzer, because tracing takes a quarter of the time.
FUZZ ?= $(notdir $(FUZZ_TARGETS))
FUZZED = B=$(B)/fuzz CC=clang OPTIMIZE='-O1 -g1' \
         KERNEL_FLAGS='-fno-sanitize=undefined,fuzzer-no-link -fsanitize-coverage=inline-8bit-counters,pc-table' \
         SANITIZE='-fsanitize=fuzzer-no-link,address,undefined $(NO_RECOVERY)'
fuzz: packages-sanitizers
	@$(MAKE) $(FUZZED) $(FUZZ:%=$(B)/fuzz/tests/fuzz/%)
	@SEED=$(or $(SEED),0) sh tests/fuzz/target $(B)/fuzz $(or $(T),60) $(FUZZ)
#: make fuzz-long         the same for HOURS (4) in all, each target in turn, at low priority
fuzz-long:
	@NICE=19 $(MAKE) fuzz T=$$(($(or $(HOURS),4) * 3600 / $(words $(FUZZ))))
#: make tsan              all test programs under the thread sanitizer
# These take minutes there, and share no more between threads than the other tests do.
TSAN_SLOW = $(DRAW_ALL) %/lesson_pictures %/test_lesson_pictures %/test_world \
             %/test_browser_window %/test_demo_window %/test_commands %/test_contrast_marks %/test_answer
tsan: packages
	@$(MAKE) B=$(B)/tsan OPTIMIZE='-O1 -g' SANITIZE=-fsanitize=thread tests
	@TSAN_OPTIONS=halt_on_error=1 $(call run,$(B)/tsan,$(filter-out $(TSAN_SLOW),$(UNIT_TESTS) $(LIBRARY_TESTS)))

of_modules = $(filter $(foreach module,$(1),$(B)/tests/unit/$(module)/%),$(UNIT_TESTS))
#: make msan              modules that use no other library under the memory sanitizer (clang)
# It needs every library instrumented. Two tests are left out, because they make system calls fail and fill the address
# space, which the sanitizer needs.
MSAN_TESTS = $(filter-out %/test_file_faults %/test_pool,$(call of_modules,base math rig mesh raster))
msan: packages-sanitizers
	@$(MAKE) B=$(B)/msan CC=clang OPTIMIZE='-O1 -g' SANITIZE='-fsanitize=memory $(NO_RECOVERY)' $(call in,$(B)/msan,$(MSAN_TESTS))
	@$(call run,$(B)/msan,$(MSAN_TESTS))
#: make valgrind          files, JSON, bones and glTF under valgrind, which also checks the libraries of others
VALGRIND_TESTS = $(call of_modules,base io rig gltf)
valgrind: packages-valgrind
	@$(MAKE) B=$(B)/valgrind OPTIMIZE='-O1 -g' $(call in,$(B)/valgrind,$(VALGRIND_TESTS))
	@BINDPOSE_ISA=sse2 UNDER='valgrind -q --error-exitcode=99 --leak-check=full' $(call run,$(B)/valgrind,$(VALGRIND_TESTS))
#: make coverage          lines and branches that the tests run: at least 97% and 90% of src; lists the rest
COVERED = $(call in,$(B)/coverage,$(1))
coverage: packages-coverage+grade+window
	@$(MAKE) lib programs
	@MAKE='$(MAKE)' sh tests/coverage/build $(B)/coverage $(call COVERED,$(EXERCISE_CHECK) $(PLAY))
	@BINDPOSE_BUILD=$(abspath $(B)) CC=gcc sh tests/coverage/run $(B)/coverage "$(MODULES)" \
	    $(call COVERED,$(UNIT_TESTS) $(LIBRARY_TESTS) $(OOM)) $(SHELL_TESTS)
#: make test-mutation     plant 1,000 small faults in math, rig, mesh, io, raster: how many do the tests find?
# MUTATION_ARGS='--modules math --only src/math/mat4.c --count 200 --verbose'.
MUTATION_ISA = $(if $(filter avx2,$(ISAS)),$(if $(shell grep -m1 -o avx2 /proc/cpuinfo 2>/dev/null),avx2,sse2),portable)
MUTATED = $(foreach module,base math rig mesh io raster,$(call module_objects,$(module)))
mutated: $(MUTATED)
test-mutation: packages-mutation
	@$(MAKE) B=$(B)/mutation OPTIMIZE='-O1 -fPIC' mutated
	@BINDPOSE_ISA=$(MUTATION_ISA) python3 tests/mutation/mutate $(B)/mutation --cc '$(CC) $(SANITIZE)' \
	    --flags '$(subst $(OPTIMIZE),-O1 -fPIC,$(BP_CFLAGS)) -I$(B)/mutation/gen' --libs '$(LIBS)' --isa $(MUTATION_ISA) \
	    --isa-flags '-DBP_ISA_SUFFIX=$(MUTATION_ISA) $(ISA_FLAGS_$(MUTATION_ISA))' \
	    --objects '$(call in,$(B)/mutation,$(MUTATED))' $(MUTATION_ARGS)

# ---- other processors, other programs -------------------------------------------------------------
.PHONY: test-determinism check-hashes test-avx512 test-arm test-oom test-fresh soak test-interop test-look test-conformance test-peers test-window
#: make test-determinism  the same hashes with every compiler, optimization level, instruction set, number of threads
test-determinism: packages-clang
	@MAKE='$(MAKE)' sh tests/determinism/run $(B)/determinism $(notdir $(HASH_PROGRAMS))
#: make check-hashes      the hashes in tests/determinism/hashes, with the current build, or the builds in HASH_BUILDS
HASH_BUILDS = $(B)
check-hashes: packages
	@$(MAKE) hashes
	@BUILDS='$(HASH_BUILDS)' THREADS='1 2 5 16' sh tests/determinism/run $(B)/determinism $(notdir $(HASH_PROGRAMS))
#: make test-avx512       the AVX-512 kernels in an emulator (Bochs), for processors without the set; SCENES=40
test-avx512: packages-avx512
	@$(MAKE) $(HASH_PROGRAMS) $(addprefix $(B)/tests/,property/raster_scenes property/raster_overlay unit/mesh/test_skin unit/mesh/test_skin_jobs)
	@sh tests/avx512/run $(B) $(B)/avx512
#: make test-arm          hashes, claims, lessons and unit tests on 64-bit ARM, by qemu-user (Debian); QUICK=1: fewer tests
ARM_TESTS = $(if $(QUICK),$(filter-out %/test_trig %/test_many_bones,$(call of_modules,base math rig mesh)),$(UNIT_TESTS))
test-arm: packages-arm
	@sh tests/arm/sysroot $(B)/arm/root
	@$(MAKE) $(B)/gen/font_atlas.c
	@MAKE='$(MAKE)' sh tests/arm/build $(B) programs lessons hashes $(call in,$(B)/arm,$(ARM_TESTS))
	@ARM_ROOT=$(abspath $(B)/arm/root) HASHES='$(notdir $(HASH_PROGRAMS))' sh tests/arm/run $(B)/arm $(call in,$(B)/arm,$(ARM_TESTS))
#: make test-oom          repeat every call with its Nth allocation failing, for all N up to 400; OOM_ARGS="--most 0"
test-oom: packages
	@$(MAKE) $(OOM)
	@TEST_DEEP=1 $(OOM) --most 400 $(OOM_ARGS)
#: make soak              1,000 characters for 10 minutes, 8 simulated hours of viewing, delayed workers: no growth
soak: packages
	@$(MAKE) $(SOAK)
	@$(SOAK) crowd $(or $(SOAK_SECONDS),600)
	@$(SOAK) viewer $(or $(SOAK_HOURS),8)
	@$(SOAK) stalls $(or $(SOAK_STALLS),60)
#: make test-fresh        the commands of README.md on a newly installed Debian (root, debootstrap)
test-fresh:
	@sh tests/fresh/run
#: make test-interop      the Khronos validator, Babylon.js and three.js agree with us on glTF files (needs npm); the add-on
#:                        in Blender, where that is installed
test-interop: packages
	@$(MAKE) programs blender-addon $(INTEROP)
	@B=$(B) sh tests/interop/run $(B)/interop
	@B=$(B) sh tests/interop/blender/run
#: make bench-retarget    retargeting against three.js and Babylon.js, as a table (needs npm)
.PHONY: bench-retarget
bench-retarget: packages
	@$(MAKE) programs $(B)/tests/bench/retarget_clips $(B)/tests/unit/gltf/test_retarget_map
	@B=$(abspath $(B)) sh tests/bench/retarget/run $(B)/interop
#: make test-look         our pictures of materials beside three.js in Chromium (needs npm); FILES="a.glb b.glb"
test-look: packages-web-test
	@$(MAKE) programs
	@B=$(B) sh tests/look/run $(B)/look $(FILES)
#: make test-conformance  which engines pose fifty files as glTF says, as a table (three.js, Babylon.js: needs npm; assimp)
test-conformance: packages
	@$(MAKE) programs
	@B=$(B) sh tests/conformance/run $(B)/conformance
#: make test-peers        our pictures against other renderers (installs libosmesa6-dev)
test-peers: packages-osmesa
	@$(MAKE) $(PEER_PROGRAMS)
	@$(call run,$(B),$(PEER_PROGRAMS))
#: make test-window       every window played on virtual screens (installs xvfb, xdotool)
test-window: packages-window
	@$(MAKE) programs lessons $(PLAY)
	@sh tests/window/run $(B)

# ---- benchmarks -----------------------------------------------------------------------------------
.PHONY: bench bench-frames bench-growth bench-ozz bench-peers
#: make bench             benchmarks
bench: packages
	@$(MAKE) programs $(BENCH_PROGRAMS)
	@for program in $(BENCH_PROGRAMS) "$(PROGRAMS) bench"; do echo "== $$program"; $$program || exit; done
#: make bench-frames      1920x1080 frames of each lesson while it is dragged; FRAMES_ARGS='--cpu --best 5 18 list'
FRAMES_ARGS = lessons list $(abspath assets/character.glb $(wildcard ../shared/models/greenman.glb))
bench-frames: packages-window
	@$(MAKE) $(B)/tests/bench/frames
	@FRAMES_ARGS='$(FRAMES_ARGS)' sh tests/window/run $(B) frames
#: make bench-growth      how cost grows with size: writes tests/bench/growth.md and growth.png, then tries the commands
bench-growth: packages
	@$(MAKE) programs $(B)/tests/bench/growth
	@$(B)/tests/bench/growth tests/bench
	@tests/hostile/growth $(PROGRAMS) --table
#: make bench-ozz         sampling, blending and skinning beside ozz-animation, whose sources are in OZZ=folder
OZZ_OFFLINE = $(addprefix src/animation/offline/,additive_animation_builder.cc animation_builder.cc animation_optimizer.cc raw_animation.cc \
    raw_animation_utils.cc raw_skeleton.cc skeleton_builder.cc)
OZZ_FILES = $(wildcard $(addprefix $(OZZ)/,src/base/*.cc src/base/*/*.cc src/animation/runtime/*.cc src/geometry/runtime/*.cc \
    $(OZZ_OFFLINE)))
OZZ_ARGS = assets/character.glb 7
ifneq ($(wildcard $(OZZ)/include/ozz/animation/runtime/sampling_job.h),)
OZZ_CXX = $(CXX) -std=c++17 -O3 -DNDEBUG -march=native -w -I$(abspath $(OZZ))/include -I$(abspath $(OZZ))/src
$(B)/tests/bench/ozz/lib.a: $(OZZ_FILES)
	@mkdir -p $(@D)
	@cd $(@D) && $(OZZ_CXX) -c $(abspath $(OZZ_FILES)) && ar rcs lib.a *.o
$(B)/tests/bench/ozz/ozz: tests/bench/ozz.cpp $(B)/tests/bench/ozz/lib.a $(LIB)
	@$(OZZ_CXX) -Wall -Wextra -Iinclude $^ $(BP_LDFLAGS) $(LIBS) -o $@
bench-ozz: packages
	@$(MAKE) $(B)/tests/bench/ozz/ozz
	@$(B)/tests/bench/ozz/ozz $(OZZ_ARGS)
else
bench-ozz:
	@echo "skipped: OZZ=$(OZZ) has no sources of ozz-animation; clone it, and run make bench-ozz OZZ=folder"
endif
#: make bench-peers       benchmarks beside llvmpipe, GLM and cglm (installs what it needs); PEERS_ARGS='--json --rounds 9'
bench-peers: packages
	@sh .ci/packages peers >&2
	@$(MAKE) programs lib >&2
	@CC='$(CC)' CXX='$(CXX)' FLAGS='$(BP_CFLAGS)' LIBS='$(BP_LDFLAGS) $(LIBS)' sh tests/bench/build_peers $(B) >&2
	@python3 tests/bench/peers $(B) $(PEERS_ARGS)

# ---- pictures and pages ---------------------------------------------------------------------------
.PHONY: golden docs check-pictures
#: make golden            renew the golden pictures: look at them before you keep them
golden: packages
	@$(MAKE) tests
	@BINDPOSE_GOLDEN_UPDATE=1 $(call run,$(B),$(filter $(B)/tests/golden/%,$(LIBRARY_TESTS)))
#: make docs              renew the READMEs of the lessons, words, numbers and pictures, by running them
docs: packages-docs
	@$(MAKE) lessons $(B)/tests/golden/lesson_pages $(B)/tests/docs/moving
	@BINDPOSE_DOCS_UPDATE=1 $(B)/tests/golden/lesson_pages
	@sh tests/docs/pictures $(B)
	@sh tests/docs/readme $(B)
#: make check-pictures    the pictures in those READMEs are the ones that the lessons draw
check-pictures: packages
	@$(MAKE) $(B)/tests/golden/lesson_pictures
	@$(call run,$(B),$(B)/tests/golden/lesson_pictures)
