# SPDX-License-Identifier: Apache-2.0
# What people type. `make help` lists it.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
# Where plugins are installed: below /usr in Debian's folder of the machine's kind.
LV2DIR ?= $(PREFIX)/lib$(if $(filter /usr,$(PREFIX)),$(addprefix /,$(shell dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null)))/lv2
PRESET ?= presets/dj.yaml
TORTURE_MINUTES ?= 1
BINARY := .build/release/tarmac
RULE_RUN := $(CURDIR)/.build/rules

# The suites that a change of the rules, of presets or of the engine meets first.
QUICK ?= ControlTowerTests,PresetsTests,RigEngineTests,SuggestionsTests,FileDriverTests
# The suites in which code may take other ways when it is built for release: on the audio thread, in plugins, on JACK.
RELEASED ?= (RenderCore|LV2Hosting|JACKDriver|SoundFiles|Sandbox)Tests|Isolat|Sandbox|Routing|PluginEnd|OwnPlugins
# After so many seconds without a word from the tests they stand still.
SILENCE ?= 600
# The suites in which threads meet: rings, relays, helpers and plans of the renderer; workers, URIDs, logs, states and events
# of the plugin host.
SANITIZED_THREADS ?= RenderCoreTests|LV2HostingTests.(WorkerTests|FeatureTests|LogTests|StateTests|EventTests|ParameterTests)
# The suites that read what others have written: plugins' data, presets; and our own plugins, built with checks.
SANITIZED_MEMORY ?= (LV2Hosting|Presets)Tests|AddressSanitizerTests|EveryPluginTests

.PHONY: deb man commands schema tree help deps test-deps toolchain build plugins plots run test test-quick rules session-layer mutants test-release torture sanitize sanitize-realtime sanitize-threads sanitize-memory coverage fuzz bench corpus equivalence scenarios lint format install uninstall clean

help: ## Says what can be made.
	@echo "make TARGET, where TARGET is one of"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

toolchain:
	@command -v swift >/dev/null || { echo "make: the Swift toolchain (6.2 or newer) is missing: install it as swift.org says and put its usr/bin into PATH." >&2; exit 69; }

deps: ## Installs the Debian packages that Tarmac needs.
	@scripts/install-deps

test-deps: deps plugins
	@scripts/install-test-plugins
	@scripts/install-test-python

# Static, so that the program runs where there is no toolchain.
build: toolchain deps plugins ## Builds the program (release).
	swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product tarmac

# The manual pages into a folder: what the program knows of its commands, and documents.
define write_manual
@for page in 1:tarmac 5:tarmac-preset:docs/presets.md 7:tarmac-control:docs/control-protocol.md 7:tarmac-tree:docs/tree.md; do \
  IFS=: read -r section name document <<<"$$page"; \
  echo "install $$name.$$section $(1)"; \
  install -D -m 644 <($(BINARY) manual $$name $$document) "$(1)/man$$section/$$name.$$section" || exit; \
done
endef

man: ## Makes the manual pages, into .build/man; run `make build` first.
	@[ -x $(BINARY) ] || { echo "make: there is no program yet: run \"make build\" first." >&2; exit 69; }
	$(call write_manual,.build/man)

commands: toolchain ## Writes docs/commands.md, from the help of the program.
	swift run tarmac manual commands >docs/commands.md

schema: toolchain ## Writes presets/*.schema.json and the tables of keys in docs, from those that the reader goes by.
	swift build --product tarmac
	@tarmac="$$(swift build --show-bin-path)/tarmac"; \
	for file in presets/*.schema.json; do \
	  "$$tarmac" manual "$${file##*/}" >"$$file.new" && mv "$$file.new" "$$file" || exit; \
	done; \
	for file in docs/presets.md docs/scenarios.md; do \
	  "$$tarmac" manual keys "$$file" >"$$file.new" && mv "$$file.new" "$$file" || exit; \
	done

tree: toolchain test-deps ## Writes docs/tree.md and the screens that tests compare anew, from live rigs.
	TARMAC_KEEP=1 LV2_PATH=$$(scripts/install-test-plugins path) swift test --filter 'ReferenceTests|WatchScreenTests.screens'

plugins: toolchain deps ## Builds the LV2 plugins alone, into .build/plugins/lv2.
	@scripts/build-plugins

plots: plugins ## Measures the plugins and writes their pages and pictures, docs/plugins.
	swift run plugin-plots docs/plugins

run: build ## Runs the DJ rig with demo audio, until Ctrl-C; PRESET=FILE runs another one.
	@[ -d presets/demo ] || $(BINARY) demo presets/demo
	@exec $(BINARY) run $(PRESET)

# What `make rules` reads is left in RULE_RUN, by a run of all tests.
test: toolchain test-deps ## Builds and runs all tests (debug); FILTER=WORD those whose name has it.
ifdef FILTER
	LV2_PATH=$$(scripts/install-test-plugins path) scripts/watch $(SILENCE) swift test --filter '$(FILTER)'
else
	@rm -rf $(RULE_RUN) && mkdir -p $(RULE_RUN) && touch $(RULE_RUN)/begun
	LV2_PATH=$$(scripts/install-test-plugins path) TARMAC_RULE_PROOFS=$(RULE_RUN)/proofs \
	  scripts/watch $(SILENCE) swift test --event-stream-output-path $(RULE_RUN)/events
endif

test-quick: toolchain deps ## Builds and runs the tests that need neither JACK nor plugins, and nothing else; QUICK=PresetsTests some.
	TARMAC_TESTS='$(QUICK)' swift test

# Runs the tests only when something has changed since they ran.
rules: toolchain ## Prints each rule with the tests that prove it; fails where none does at the grade it needs.
	@if [ ! -e $(RULE_RUN)/events ] || [ -n "$$(find Package.swift Sources Tests presets \
	  -path presets/demo -prune -o -type f -newer $(RULE_RUN)/begun -print -quit)" ]; \
	then $(MAKE) test || echo "rules: not all tests have passed." >&2; fi
	@"$$(swift build --show-bin-path)/RuleTable" $(RULE_RUN)

session-layer: toolchain ## Writes the tables and pictures of docs/session-layer.md anew, from the tower.
	swift run RuleTable page docs

mutants: toolchain ## Plants defects in the tower's decisions and lets its tests find them; SAMPLE=40 SEED=7 tries some.
	@SAMPLE='$(SAMPLE)' SEED='$(SEED)' ONLY='$(ONLY)' scripts/mutants

test-release: toolchain test-deps ## Builds and runs all tests (release); FILTER=WORD as above.
# The program finds the plugins that were built beside it.
	@mkdir -p .build/release-tests && ln -sfn ../plugins .build/release-tests/plugins
	LV2_PATH=$$(scripts/install-test-plugins path) swift test -c release --scratch-path .build/release-tests $(if $(FILTER),--filter '$(FILTER)')

# TORTURE has more words for the program, such as "--seed 7 --faults server-kill --times 200", or "--plugins".
torture: build test-deps ## Does to a rig what happens on a bad night, for TORTURE_MINUTES (1), and listens.
	@for product in Torture FaultInjection FixturePlugins; do \
	  swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product $$product || exit; \
	done
	LV2_PATH=$$(scripts/install-test-plugins path) .build/release/Torture --minutes $(TORTURE_MINUTES) $(TORTURE)

sanitize: sanitize-realtime sanitize-threads sanitize-memory ## Runs tests under RealtimeSanitizer (release), ThreadSanitizer and AddressSanitizer.

# The programs that tests start, and the processes of isolated graphs, are watched as well.
sanitize-realtime: toolchain test-deps
	TARMAC_TESTS=RenderCoreTests,LV2HostingTests,JACKDriverTests,SoundFilesTests,SandboxTests,HostTests \
	LV2_PATH=$$(scripts/install-test-plugins path) scripts/watch $(SILENCE) swift test -c release --scratch-path .build/rtsan \
	  --event-stream-output-path .build/rtsan/events -Xswiftc -Xclang-linker -Xswiftc -fsanitize=realtime --filter '$(RELEASED)'

sanitize-threads: toolchain test-deps
	TARMAC_TESTS=RenderCoreTests,LV2HostingTests,-tarmac LV2_PATH=$$(scripts/install-test-plugins path) TSAN_OPTIONS='halt_on_error=1 suppressions=$(CURDIR)/scripts/thread-sanitizer.txt' \
	  swift test --scratch-path .build/tsan --sanitize=thread --filter '$(SANITIZED_THREADS)'

# Plugins keep what they like until the program ends, so leaks are not looked for here; `make fuzz` does that. Left out are the
# plugins of all the world, of which some read where they should not, tests of how programs end and what malloc leaves, and
# tests that start the program, which is not built.
sanitize-memory: toolchain test-deps
	@scripts/build-plugins --checked
	TARMAC_TESTS=RenderCoreTests,LV2HostingTests,PresetsTests,ShippedPluginTests,-tarmac \
	TARMAC_PLUGINS=$(CURDIR)/.build/plugins-checked/lv2 LV2_PATH=$$(scripts/install-test-plugins path) ASAN_OPTIONS=detect_leaks=0 \
	  swift test --scratch-path .build/asan --sanitize=address -Xswiftc -use-ld=lld --filter '$(SANITIZED_MEMORY)' \
	  --skip 'CorpusTests|memoryIsClean|CheckTests|HostileBundleTests|HostileStateTests/checked|OddIndexTests/folders'

coverage: toolchain test-deps ## Says how much of each target the tests reach; FILTER=WORD counts those whose name has it.
	LV2_PATH=$$(scripts/install-test-plugins path) \
	  swift test --scratch-path .build/coverage --enable-code-coverage $(if $(FILTER),--filter '$(FILTER)')
	@scripts/coverage "$$(swift test --scratch-path .build/coverage --show-codecov-path)"

# A build of its own: sanitizers and libFuzzer see every function.
fuzz: toolchain ## Throws made-up inputs at what reads from outside; FUZZ_SECONDS (10) for each target, FUZZ_TARGET for one.
	TARMAC_FUZZING=1 swift build --scratch-path .build/fuzz --product tarmac-fuzzer \
	  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=address -Xswiftc -use-ld=lld
	@scripts/fuzz

bench: build ## Measures a large rig, and the cost of a plugin here and in other hosts, on private servers.
	swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product tower-benchmark
	swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product plugin-cost
	swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product FixturePlugins
	@scripts/install-deps python3 jalv lilv-utils chromium && scripts/install-test-python || echo "bench: goes on with what is installed."
	@scripts/install-corpus || echo "bench: goes on without them."
	@scripts/bench

corpus: build ## Tries every LV2 plugin of Debian, and compares with what is known of them.
	@scripts/install-deps python3
	@scripts/install-corpus
	@scripts/corpus

equivalence: build ## Compares the samples of every LV2 plugin of Debian with those from other hosts.
	@scripts/install-deps python3
	@scripts/install-corpus
	@scripts/install-corpus run scripts/equivalence

scenarios: build ## Keeps the log of every scenario anew; git diff shows what has changed.
	@[ -d presets/demo ] || $(BINARY) demo presets/demo
	@for scenario in scenarios/*.yaml scenarios/roles/*.yaml; do \
	  LV2_PATH=$$(scripts/install-test-plugins path) $(BINARY) simulate $$scenario > $$scenario.new || exit; \
	  mv $$scenario.new $${scenario%.yaml}.log; \
	done

lint: toolchain ## Checks format and style.
	swift format lint --strict --recursive Package.swift Sources Tests Benchmarks Fuzzing plugins
	scripts/lint-words

format: toolchain ## Formats all sources.
	swift format --in-place --recursive Package.swift Sources Tests Benchmarks Fuzzing plugins

deb: build ## Makes Debian packages in .build/deb: tarmac, tarmac-plugins, tarmac-doc, and symbols.
	@scripts/install-deps dpkg-dev binutils
	@scripts/package

# Does not build, so that `sudo make install` needs no toolchain.
install: ## Installs program, plugins, presets, units, manual pages and completions below PREFIX (/usr/local); run `make build` first.
	@[ -x $(BINARY) ] && [ -e .build/plugins/lv2/stereo.lv2/stereo.so ] || { echo "make: there is nothing to install yet: run \"make build\" first." >&2; exit 69; }
	install -D $(BINARY) $(DESTDIR)$(PREFIX)/bin/tarmac
	mkdir -p $(DESTDIR)$(PREFIX)/share/tarmac
	cp -R presets $(DESTDIR)$(PREFIX)/share/tarmac/
	$(BINARY) demo $(DESTDIR)$(PREFIX)/share/tarmac/presets/demo >/dev/null
	@for bundle in .build/plugins/lv2/*.lv2; do \
	  echo "install $$bundle $(DESTDIR)$(LV2DIR)"; \
	  install -d "$(DESTDIR)$(LV2DIR)/tarmac-$${bundle##*/}"; \
	  install -m 644 "$$bundle"/* "$(DESTDIR)$(LV2DIR)/tarmac-$${bundle##*/}"; \
	done
	$(call write_manual,$(DESTDIR)$(PREFIX)/share/man)
	install -D -m 644 <($(BINARY) completion bash) $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tarmac
	install -D -m 644 <($(BINARY) completion zsh) $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_tarmac
	install -D -m 644 <($(BINARY) completion fish) $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/tarmac.fish

# Units name the program by its place.
	@for scope in user system; do \
	  echo "install units/$$scope $(DESTDIR)$(PREFIX)/lib/systemd/$$scope"; \
	  install -d "$(DESTDIR)$(PREFIX)/lib/systemd/$$scope"; \
	  sed 's|@PREFIX@|$(PREFIX)|' units/$$scope/tarmac@.service > "$(DESTDIR)$(PREFIX)/lib/systemd/$$scope/tarmac@.service"; \
	  chmod 644 "$(DESTDIR)$(PREFIX)/lib/systemd/$$scope/tarmac@.service"; \
	done
	install -D -m 644 units/sysusers.conf $(DESTDIR)$(PREFIX)/lib/sysusers.d/tarmac.conf

uninstall: ## Removes what install has installed.
	rm -rf $(DESTDIR)$(PREFIX)/share/tarmac $(DESTDIR)$(LV2DIR)/tarmac-*.lv2
	rm -f $(DESTDIR)$(PREFIX)/bin/tarmac \
	  $(DESTDIR)$(PREFIX)/lib/systemd/user/tarmac@.service \
	  $(DESTDIR)$(PREFIX)/lib/systemd/system/tarmac@.service \
	  $(DESTDIR)$(PREFIX)/lib/sysusers.d/tarmac.conf \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tarmac \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_tarmac \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/tarmac.fish \
	  $(DESTDIR)$(PREFIX)/share/man/man?/tarmac{,-preset,-control,-tree}.[157]

clean: ## Removes what was built.
	rm -rf .build
