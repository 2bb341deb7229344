# Packages of the programs and the library for Debian and other Linux systems, and `make dist` with all there is.
# src/package/README.md tells how they are made.

.PHONY: deb
deb: packages
	@sh .ci/packages deb
	@sh src/package/deb $(B)/package/deb $(B)/deb

# MACHINES='x86_64' builds for one.
MACHINES ?= x86_64 aarch64
.PHONY: tarball
tarball: packages
	@for group in root tarball; do sh .ci/packages $$group || exit; done
	@MAKE='$(MAKE)' sh src/package/tarball $(B) $(MACHINES)

# All packages, the page and the archive for Windows, with checksums.
.PHONY: dist
dist: packages
	@MAKE='$(MAKE)' sh src/package/dist $(B)

# Builds them twice and uses them, in systems of their own. QUICK=1: Debian's packages, built once.
.PHONY: test-packages
test-packages: has-tests packages
	@for group in deb root $(if $(QUICK),,tarball arm window); do sh .ci/packages $$group || exit; done
	@$(MAKE) programs
	@MAKE='$(MAKE)' QUICK='$(QUICK)' sh tests/packages/run $(B)
