# make demo     set up, build the release, show and search the car brands
# make test     set up, then everything that must hold: build, tests, format, manual
# make coverage lines that the tests reach, by room; ROOM=Storage lists those that they do not
# make mutate   put small faults into a room, ROOM=Storage, and list those that its tests do not
#               find; SAMPLE=300 tries only that many, TESTS=StorageTests,CardexTests runs only
#               these tests
# make fuzz     the tests with ROUNDS (4) times as many random and damaged data, or only
#               SUITES='Session|Form', then each fuzzer for SECONDS (60); with FUZZERS=forms only that
#               one. On two processors it takes about an hour; ROUNDS=20 is for a night
# make sanitize the tests under the address sanitizer and then under the thread sanitizer, both with
#               traps for undefined behaviour of C code; with SANITIZERS=thread only under that
#               one, with SUITES='Session|Form' only those
# make readings put the readings of Data/han-latin and Data/readings into Data/reading-table
# make order    ask Callgrind which functions short commands call, for the linker to put side by side
# make pictures draw the pictures in the README
# make format   format the sources, and fix what the linter can fix by itself
# make release  the executable that users get: cardex in `make release-path`; with DYNAMIC=1 one that
#               loads libxml2 and ICU, for distributions that mend libraries in one place
# make install  put it, the manual, completions and setups of editors under PREFIX; with DROP_INS=1
#               also links to it that are called plutil and PlistBuddy, also /usr/libexec/PlistBuddy
# make deb      a Debian package: .build/cardex.deb
# make sbom     .build/cardex.cdx.json, the list of what is in the static release (CycloneDX)
# make formula  .build/cardex.rb for Homebrew, of the release at URL, whose file is ARCHIVE
# make docs     the documentation of the library, as a site: .build/docs
# make bench    set up with the programs to compare with, then measure
# make bench-readme  measure searching, then put the tables into the results of cardex-bench

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# What the program can also be installed as.
DROP_IN_NAMES := plutil PlistBuddy
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
SYSTEM := $(shell uname -s)

PACKAGES := libxml2-dev libicu-dev icu-devtools liblzma-dev zlib1g-dev libxxhash-dev pkg-config g++
# Those whose code is in the program, or is loaded by it.
LINKED_PACKAGES := libxml2-dev libicu-dev liblzma-dev zlib1g-dev libxxhash-dev libc6-dev
TEST_PACKAGES := fakeroot file fish git lintian mandoc patch procps python3 python3-pyte python3-vobject \
	python3-xxhash recutils strace tmux zsh
# Large ones are installed where CI is set, and used wherever they are.
BROWSER_PACKAGES := chromium chromium-driver poppler-utils python3-pip python3-selenium
DATABASE_PACKAGES := postgresql
CONTACT_PACKAGES := khard radicale vdirsyncer
EDITOR_PACKAGES := elpa-eglot emacs-nox neovim nodejs python3-pip vim vim-ale
ifneq ($(CI),)
TEST_PACKAGES += $(BROWSER_PACKAGES) $(DATABASE_PACKAGES) $(CONTACT_PACKAGES) $(EDITOR_PACKAGES) \
	pre-commit python3-venv
endif
BENCH_PACKAGES := ripgrep libxml2-utils python3 python3-venv fzf plocate sqlite3 recutils jq miller \
	libplist-utils libpugixml-dev $(DATABASE_PACKAGES)

# Metadata of a generic type is created when the type is first used. By default the runtime finds it
# by its mangled name and looks through all conformances in the program; with this flag it is created
# by a function that knows its parts, which saves a short search a tenth of its instructions.
# Functions have sections of their own, so that the linker can order them and leave out unused ones.
# That a variable is not changed while it is read is checked by debug builds, which the tests run.
# With debug information, which is not linked, fewer functions are equal. The same sources make the same
# bytes in a folder of the same path: of others only the length is in the program, and hashes of modules.
RELEASE_FLAGS := $(addprefix -Xswiftc ,-Xfrontend \
	-disable-concrete-type-metadata-mangled-name-accessors -Xfrontend -function-sections \
	-enforce-exclusivity=unchecked -gnone -file-prefix-map $(CURDIR)=.) \
	-Xcc -ffile-prefix-map=$(CURDIR)=.

# On Linux, one file without shared libraries and symbols: a short search takes a quarter of the time
# that it takes if libxml2, ICU and Swift's libraries must be loaded. lld is Swift's own linker. It
# substitutes functions of Sources/CRuntime for those named here. Of ICU's data, half of the file,
# only what Cardex asks for is linked. Functions that short commands call are side by side: spread
# over the file, they cost a third of the time of a short search in page faults. Equal functions are
# linked once.
STRIP := -s
WRAPPED := malloc calloc realloc aligned_alloc posix_memalign swift_copyAuxiliaryExecutablePath
# A program that loads libraries differs in all its flags, and has a folder of its own. Swift's libraries are
# in it, because distributions do not package them.
DYNAMIC ?=
ifeq ($(SYSTEM),Linux)
RELEASE_FLAGS += -Xswiftc -use-ld=lld \
	$(addprefix -Xlinker ,$(STRIP) --icf=all --symbol-ordering-file=Packaging/function-order \
	  --no-warn-symbol-ordering)
ifeq ($(DYNAMIC),)
RELEASE_FLAGS += -Xswiftc -static-executable \
	$(addprefix -Xlinker ,-licui18n -licuuc -lz -llzma -lstdc++ -lm) \
	$$(Packaging/icu-data.sh .build/icu | sed 's/^/-Xlinker /') \
	$$(Packaging/linked.sh .build/linked | sed 's/^/-Xlinker /') \
	$(addprefix -Xlinker --wrap=,$(WRAPPED))
else
RELEASE_FLAGS += --static-swift-stdlib
RELEASE_FOLDER := --scratch-path .build/dynamic
endif
endif
# What the linker has read, for the test of the list of what is in a static program.
LINKED_FILES = $(if $(findstring -static-executable,$(RELEASE_FLAGS)),-Xlinker --dependency-file=.build/linked-files)

# Swift Build, which Swift 6.4 uses by default, tells only the compiler to link statically: tried with 6.3.
BUILD := $(SWIFT) build --build-system native
TEST_BUILD := CARDEX_OPTIMIZED=1 $(BUILD) --build-tests --scratch-path .build/tests
# Where a build puts its products, asked once and only where it is needed.
RELEASE = $(eval RELEASE := $(shell $(BUILD) -c release $(RELEASE_FOLDER) --show-bin-path))$(RELEASE)
BENCH := .build/bench
# The newest versions of programs to compare with come before those of the system.
PEERS := $(BENCH)/peers
WITH_PEERS := PATH=$(abspath $(PEERS)):$$PATH
MANUAL := $(wildcard Man/*.[1-9])

# Swift has no such sanitizer on Linux, and defines what it does. A trap needs no library.
UNDEFINED := $(addprefix -Xcc ,-fsanitize=undefined -fno-sanitize=vptr -fsanitize-trap=undefined)
# Swift's own report of a crash reads memory that sanitizers watch, and hangs.
SANITIZED := SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=handle_sigill=1:malloc_context_size=8 \
	TSAN_OPTIONS=die_after_fork=0
# The package manager passes sanitizers in the order of a set, and rebuilds everything whenever that
# order differs.
SANITIZED += SWIFT_DETERMINISTIC_HASHING=1

# The fuzzers are one program: CARDEX_FUZZER says which it is.
FUZZERS := sessions edits forms indexes journals scripts encodings formats splices
SECONDS := 60
ROUNDS := 4
FUZZ := .build/fuzz
# Assertions of debug builds are enabled, and bounds are always checked.
# Of several such flags the Swift compiler takes only the last, so both sanitizers are given in one:
# without libFuzzer's in each module, inputs that reach new code are not recognized.
FUZZ_FLAGS := --scratch-path $(FUZZ) --sanitize address --sanitize fuzzer \
	-Xswiftc -sanitize=address,fuzzer $(UNDEFINED) -Xswiftc -DLIBFUZZER -Xswiftc -assert-config -Xswiftc Debug
# Inputs may be large enough for some entries, but must not take longer than a person would wait.
FUZZ_LIMITS := -max_len=4096 -timeout=10 -rss_limit_mb=2048

SANITIZERS := address thread
SUITES := .

.PHONY: demo test test-build release-checks coverage mutate fuzz fuzz-all fuzz-program sanitize release release-path \
	install uninstall deb sbom docs formula bench bench-programs bench-readme setup setup-test setup-bench lint format manual order pictures readings clean

demo: release
	$(RELEASE)/cardex show --no-pager --collapsed Data/cars_total.plist
	$(RELEASE)/cardex show --no-pager Data/cars_total.plist M
	$(RELEASE)/cardex search --heading 马 Data/cars_total.plist

# The release is what the tests of the program run. Tests of the rooms run in debug builds that are
# optimized, which have a folder of their own because every object differs. The checks that need no such
# build run beside it.
test: setup-test release
	$(MAKE) --no-print-directory --jobs=3 $(filter --output-sync,$(.FEATURES:%=--%)) lint manual test-build release-checks
	CARDEX_PROGRAM=$(RELEASE)/cardex python3 Tests/run.py $$($(TEST_BUILD) --show-bin-path)

test-build:
	$(TEST_BUILD)

release-checks:
	$(RELEASE)/cardex search -q 马 Data/cars_total.plist
	$(RELEASE)/cardex batch --dry-run -f Data/contacts.cardex Data/contacts.plist >/dev/null
# What follows is about a static program.
ifeq ($(SYSTEM)$(DYNAMIC),Linux)
	Tests/Release/memory.sh $(RELEASE)/cardex
	Tests/Release/chroot.sh $(RELEASE)/cardex
	Tests/Release/icu-data.sh $(RELEASE)/cardex
	$(MAKE) --no-print-directory deb DEB_LEVEL=1
	Tests/Release/package.sh .build/cardex.deb
	Tests/Release/newer.sh
	Tests/Release/release.sh
	python3 Packaging/sbom.py $(RELEASE)/cardex | python3 Tests/Release/sbom.py $(RELEASE)/cardex .build/linked-files
endif

coverage: setup-test
	$(SWIFT) test --build-system native --enable-code-coverage --scratch-path .build/coverage $(TESTS:%=--filter '%')
	python3 Tests/coverage.py $$($(BUILD) --scratch-path .build/coverage --show-bin-path) $(ROOM)

mutate: setup-test
	@[ -n "$(ROOM)" ] || { echo "usage: make mutate ROOM=Storage [SAMPLE=300] [TESTS=…]"; exit 2; }
	python3 Tests/mutate/mutate.py $(ROOM) $(SAMPLE:%=--sample %) $(TESTS:%=--tests %)

fuzz: setup-test
	CARDEX_FUZZ=$(ROUNDS) $(SWIFT) test --filter '$(SUITES)'
	$(MAKE) --no-print-directory fuzz-all

fuzz-all: $(addprefix fuzz-,$(FUZZERS))

fuzz-program: setup
	$(SANITIZED) $(BUILD) -c release --product cardex-fuzz $(FUZZ_FLAGS)

# Inputs that break a rule are in .build/fuzz/found; once the fault is fixed, they are kept in
# Tests/Fuzz, where tests replay them. Other generated inputs are kept in .build/fuzz/corpus.
fuzz-%: fuzz-program
	mkdir -p $(FUZZ)/corpus/$* $(FUZZ)/found
	$(SANITIZED) CARDEX_FUZZER=$* $$($(BUILD) -c release --scratch-path $(FUZZ) --show-bin-path)/cardex-fuzz -max_total_time=$(SECONDS) $(FUZZ_LIMITS) \
	  -dict=Tests/Fuzz/words.dict -artifact_prefix=$(FUZZ)/found/$*- -print_final_stats=1 \
	  $(FUZZ)/corpus/$* Tests/Fuzz/$*

# Leaks are not looked for: what tests and Foundation keep to the end would count.
sanitize: setup-test
	set -e; for sanitizer in $(SANITIZERS); do \
	  $(SANITIZED) ASAN_OPTIONS=handle_sigill=1:detect_leaks=0 \
	    $(SWIFT) test --disable-xctest --sanitize $$sanitizer $(UNDEFINED) \
	    --scratch-path .build/sanitize-$$sanitizer --filter '$(SUITES)'; \
	done

release: setup
	@mkdir -p .build
	$(BUILD) -c release --product cardex $(RELEASE_FOLDER) $(RELEASE_FLAGS) $(LINKED_FILES)
	@# It is not linked again if only comments or spaces have changed.
	@touch -c $(RELEASE)/cardex

release-path:
	@echo $(RELEASE)

install: release
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(RELEASE)/cardex $(DESTDIR)$(PREFIX)/bin/cardex
ifdef DROP_INS
	set -e; for name in $(DROP_IN_NAMES); do ln -sf cardex $(DESTDIR)$(PREFIX)/bin/$$name; done
	@# Where scripts look for it, unless Apple's is there.
	set -e; link=$(DESTDIR)/usr/libexec/PlistBuddy; \
	if [ -e $$link ] && [ ! -L $$link ]; then echo "$$link stays"; else \
	  install -d $(DESTDIR)/usr/libexec; ln -sf $(PREFIX)/bin/cardex $$link; \
	fi
endif
	set -e; for page in $(MANUAL); do \
	  directory=$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}; \
	  install -d $$directory; install -m 644 $$page $$directory/; \
	done
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(ZSH_COMPLETIONS) $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(RELEASE)/cardex help --completions bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/cardex
	$(RELEASE)/cardex help --completions zsh >$(DESTDIR)$(ZSH_COMPLETIONS)/_cardex
	$(RELEASE)/cardex help --completions fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/cardex.fish
	install -d $(DESTDIR)$(PREFIX)/share/cardex/editors/vscode
	install -m 644 $(wildcard Packaging/editors/*.*) $(DESTDIR)$(PREFIX)/share/cardex/editors/
	install -m 644 $(wildcard Packaging/editors/vscode/*) $(DESTDIR)$(PREFIX)/share/cardex/editors/vscode/

deb: setup
	rm -rf .build/deb
	$(MAKE) --no-print-directory install DESTDIR=.build/deb PREFIX=/usr \
	  ZSH_COMPLETIONS=/usr/share/zsh/vendor-completions
	Packaging/deb.sh .build/deb .build/cardex.deb

sbom: release
	python3 Packaging/sbom.py $(RELEASE)/cardex >.build/cardex.cdx.json

formula:
	@[ -n "$(URL)" ] && [ -n "$(ARCHIVE)" ] || { echo "usage: make formula URL=… ARCHIVE=…"; exit 2; }
	@mkdir -p .build
	Packaging/formula.sh '$(URL)' '$(ARCHIVE)' '$(dir $(URL))' >.build/cardex.rb

# For a server of files, at its root; --hosting-base-path names another place.
docs: setup
	$(BUILD) --target Cardex
	rm -rf .build/docs .build/symbols
	Packaging/symbol-graph.sh $$($(BUILD) --show-bin-path) .build/symbols
	docc convert Sources/Cardex/Cardex.docc --additional-symbol-graph-dir .build/symbols \
	  --fallback-display-name Cardex --fallback-bundle-identifier Cardex \
	  --transform-for-static-hosting --warnings-as-errors --output-dir .build/docs

uninstall:
	set -e; for name in $(DROP_IN_NAMES); do \
	  link=$(DESTDIR)$(PREFIX)/bin/$$name; \
	  if [ "$$(readlink $$link)" = cardex ]; then rm -f $$link; fi; \
	done; \
	link=$(DESTDIR)/usr/libexec/PlistBuddy; \
	if [ "$$(readlink $$link)" = $(PREFIX)/bin/cardex ]; then rm -f $$link; fi
	rm -f $(DESTDIR)$(PREFIX)/bin/cardex $(DESTDIR)$(PREFIX)/share/man/man[1-9]/cardex*.[1-9] \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/cardex \
	  $(DESTDIR)$(ZSH_COMPLETIONS)/_cardex \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/cardex.fish
	rm -rf $(DESTDIR)$(PREFIX)/share/cardex/editors
	rmdir $(DESTDIR)$(PREFIX)/share/cardex 2>/dev/null || true

bench: bench-programs
	$(WITH_PEERS) $(BENCH)/cardex-bench all

# Writes the part of that file between two comments.
bench-readme: bench-programs
	$(WITH_PEERS) $(BENCH)/cardex-bench search --summary --json $(BENCH)/search.json >$(BENCH)/search.md
	awk -v tables=$(BENCH)/search.md ' \
	  /^<!-- end of make bench-readme -->$$/ { skips = 0 } \
	  !skips { print } \
	  /^<!-- make bench-readme -->$$/ { \
	    skips = 1; print ""; while ((getline line < tables) > 0) print line; print "" }' \
	  Benchmarks/cardex-bench/RESULTS.md >$(BENCH)/RESULTS.md
	cp $(BENCH)/RESULTS.md Benchmarks/cardex-bench/RESULTS.md

# Copies are measured: the pages of a file that the linker wrote piece by piece are scattered in
# memory, and a program takes longer to start from them than from those of a file that was written
# from the beginning to the end, as an installed one is.
bench-programs: setup-bench release
	$(BUILD) -c release --product cardex-bench $(RELEASE_FOLDER) $(RELEASE_FLAGS)
	mkdir -p $(BENCH)
	cp $(RELEASE)/cardex $(RELEASE)/cardex-bench $(BENCH)/

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Benchmarks Examples Sources Tests Tools

readings: setup
	$(SWIFT) build --product cardex-tables
	$$($(SWIFT) build --show-bin-path)/cardex-tables reading-table >.build/reading-table
	mv .build/reading-table Data/reading-table

# The names are those of a build with symbols, which the last line replaces by the usual one.
order:
	$(call install_packages,valgrind)
	$(MAKE) --no-print-directory release STRIP=-S
	Packaging/function-order.sh $(RELEASE)/cardex >.build/function-order
	mv .build/function-order Packaging/function-order
	$(MAKE) --no-print-directory release

format:
	$(SWIFT) format --in-place --recursive Package.swift Benchmarks Examples Sources Tests Tools

manual: setup-test
	set -e; for page in $(MANUAL); do mandoc -T lint -W warning $$page; done

clean:
	$(SWIFT) package clean

# Installs missing packages on Debian; on other systems, the installed ones must suffice. PostgreSQL is
# not to start a server for the whole system.
define install_packages
	@if command -v dpkg-query >/dev/null; then \
	  missing=$$(for package in $(1); do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; \
	  done); \
	  if [ -n "$$missing" ]; then \
	    sudo=; [ "$$(id -u)" -eq 0 ] || sudo=sudo; \
	    case " $$missing " in *' postgresql '*) \
	      conf=/etc/postgresql-common/createcluster.conf; \
	      [ -e $$conf ] || { $$sudo mkdir -p $${conf%/*} && \
	        echo 'create_main_cluster = false' | $$sudo tee $$conf >/dev/null; };; \
	    esac; \
	    $$sudo apt-get update -qq && \
	    $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	      -o Dpkg::Options::=--force-confold $$missing; \
	  fi; \
	fi
endef

setup:
	$(call install_packages,$(PACKAGES))
	@Packaging/newer.sh $(LINKED_PACKAGES)

setup-test: setup
	$(call install_packages,$(TEST_PACKAGES))
	-@Tests/CardexTests/fetch-axe.sh .build/axe.min.js
	-@[ -z "$(CI)" ] || Tests/CardexTests/fetch-pytest-lsp.sh .build/pytest-lsp
	-@[ -z "$(CI)" ] || Tests/CardexTests/fetch-mcp.sh .build/mcp

pictures: setup-test release
	$(call install_packages,$(BROWSER_PACKAGES) fonts-noto-cjk)
	/usr/bin/python3 Packaging/pictures.py $(RELEASE)/cardex Packaging
	Packaging/page_pictures.py $(RELEASE)/cardex Data/cars_total.plist Packaging

setup-bench: setup
	$(call install_packages,$(BENCH_PACKAGES))
	-@Benchmarks/fetch-peers.sh $(PEERS)
	g++ -O2 Benchmarks/read-pugixml.cpp -lpugixml -o $(PEERS)/read-pugixml
