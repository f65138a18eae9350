# `make run` and `make test` are all that a new machine needs to know. It has Go 1.26, Node 20 or newer with npm, git,
# make and apt; both commands install what else is missing, once.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

# Reading the event log is 1.7 times as fast with it.
export GOEXPERIMENT := jsonv2

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
FUZZTIME ?= 30s
ARGS ?=

# Packages that only compute, on memory that is theirs alone. The race detector finds nothing in them and makes tests
# that draw, compress, hash, sign and read JSON up to eight times as slow; of a password's hash it watches 64 MB. None of
# them may make an atomic of a type parameter: the linker could take its copy of that code for the whole program, and the
# detector would then see races that are none.
NO_RACE := $(foreach p,image compress hash golang.org/x/image golang.org/x/crypto/argon2 crypto/internal/fips140/edwards25519 github.com/klauspost/compress encoding/json/jsontext encoding/json/internal github.com/oasdiff go.yaml.in github.com/jackc/pgx/v5/pgproto3,-gcflags=$(p)/...=-race=false)

# npm packages may hold Go files.
PACKAGES = $$(go list ./... | grep -v /node_modules/)

# A stamp carries the hash of the lock file it was made from, and lies in the folder that it vouches for.
hash = $(shell git hash-object $(1) 2>/dev/null | cut -c1-12)
POSTGRES := internal/embedded/postgres/node_modules/.installed-$(call hash,internal/embedded/postgres/package-lock.json)
GATEWAY := bin/.versitygw-$(call hash,internal/embedded/tools/versitygw/go.sum)
LINTER := bin/.golangci-lint-$(call hash,scripts/tools/golangci-lint/go.sum)
STRIPE_MOCK := bin/.stripe-mock-$(call hash,scripts/tools/stripe-mock/go.sum)
WEB_PACKAGES := web/node_modules/.installed-$(call hash,web/package-lock.json)
WEB_SOURCES := $(shell find web/src web/public web/index.html web/package.json web/*.ts -type f 2>/dev/null)
WEB_APP := web/dist/index.html

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Start everything at http://127.0.0.1:8080 (first time: about 4 minutes; ARGS='--listen ...' goes to serve)
	@exec bin/proofboard serve $(ARGS)

.PHONY: test
test: ## Run every check and test (about 40 minutes on two cores)
	@scripts/test.sh

.PHONY: check
check: $(LINTER) $(POSTGRES) $(GATEWAY) $(STRIPE_MOCK) $(WEB_PACKAGES) ## Check what changed: lint, types and the tests of changed packages (under a minute once caches are warm)
	@mkdir -p web/dist && touch web/dist/.keep
	@scripts/check.sh

.PHONY: setup
setup: $(POSTGRES) $(GATEWAY) $(WEB_PACKAGES) ## Install the PostgreSQL binaries, the S3 gateway and the web app's packages

.PHONY: build
build: setup $(WEB_APP) ## Build bin/proofboard with the web app inside
	@CGO_ENABLED=0 go build -buildvcs=false -trimpath -ldflags='-X main.version=$(VERSION)' -o bin/proofboard ./cmd/proofboard

.PHONY: lint
lint: $(LINTER) $(WEB_PACKAGES) ## Check style, dependency rules and types, Go and web
	@echo "lint: Go"
	@mkdir -p web/dist && touch web/dist/.keep
	@CGO_ENABLED=0 GOFLAGS=-trimpath bin/golangci-lint run ./... # with the flags of the build, which finds everything compiled then
	@echo "lint: web"
	@cd web && npm run --silent typecheck && npm run --silent lint

.PHONY: test-go
test-go: build $(STRIPE_MOCK) ## Run the Go tests with the race detector on one throw-away PostgreSQL
	@scripts/setup-tests.sh
	@echo "test: Go, with the race detector"
	@GOGC=200 PROOFBOARD_TEST_PRODUCT="$(CURDIR)/bin/proofboard" \
		go run ./internal/embedded/embeddedtest/withpostgres go test -race -vet=off $(NO_RACE) -p 3 -timeout 20m $(PACKAGES)

.PHONY: test-web
test-web: $(WEB_PACKAGES) ## Run the web app's unit tests
	@echo "test: web app"
	@cd web && npm run --silent test

.PHONY: test-e2e
test-e2e: build ## Run the browser tests in Chromium against a server of their own
	@echo "test: browser"
	@scripts/e2e.sh

.PHONY: bench-program
bench-program: build
	@CGO_ENABLED=0 go build -buildvcs=false -trimpath -o bin/bench ./cmd/bench

.PHONY: bench
bench: bench-program ## Run every benchmark and print figures and bounds as a table (about a quarter of an hour; ARGS='--events 100000' for less)
	@bin/bench all $(ARGS)

.PHONY: load
load: bench-program ## Load a server over HTTP and 1,000 websockets (checks 23, 24 and 26; about 2 minutes; ARGS='--sockets 200' for less)
	@bin/bench all --only http,board,sockets $(ARGS)

.PHONY: bench-web
bench-web: build ## Measure the board with 1,000 and 10,000 cards, opening an order, the palette, the gallery and proof review in Chromium (checks 25, BY-027, BY-033, BY-049; about six minutes)
	@cd web && CHROMIUM="$$(../scripts/chromium.sh)" BENCH=1 npm run --silent e2e -- --project=bench --reporter=line

.PHONY: chaos
chaos: build ## Kill, cut off, fill up, hold up and upgrade everything at full count (checks 1 to 13, 22 and 37, about half an hour)
	@scripts/chaos.sh

.PHONY: billing-simulation
billing-simulation: $(POSTGRES) ## Let 1,000 accounts live for 36 months of a virtual clock, with workers that are killed, and compare their invoices with an independent ledger
	@go run ./internal/embedded/embeddedtest/withpostgres go test -vet=off -timeout 3h ./workers/billing -run TestSimulation -v -args -accounts 1000 -months 36

.PHONY: restore-drill
restore-drill: build ## Back a throw-away product up, destroy it, restore it and compare (about a minute)
	@scripts/restore-drill.sh

.PHONY: check-deploy
check-deploy: ## Check deploy/ with Kubernetes' types, Compose's loader and Prometheus' parsers (first time: minutes)
	@scripts/build-tool.sh scripts/tools/manifests manifests
	@bin/manifests deploy

.PHONY: fuzz
fuzz: $(WEB_APP) ## Fuzz every decoder for FUZZTIME (default 30s) each
	@scripts/fuzz.sh $(FUZZTIME)

.PHONY: generate
generate: $(WEB_PACKAGES) ## Write the generated code and documents again
	go generate $(PACKAGES)
	cd web && npm run --silent api:gen

.PHONY: notices
notices: $(WEB_PACKAGES) ## Write docs/third-party.md: what the binary contains, with licences
	@node scripts/notices.mjs

.PHONY: clean
clean: ## Remove what was built and installed here; data in var/ stays
	rm -rf bin web/dist web/node_modules internal/embedded/postgres/node_modules

$(POSTGRES): scripts/setup-postgres.sh
	@scripts/setup-postgres.sh
	@mkdir -p $(@D) && touch $@

$(WEB_PACKAGES):
	@scripts/setup-web.sh
	@touch $@

$(WEB_APP): $(WEB_PACKAGES) $(WEB_SOURCES)
	@echo "build: the web app (under a minute) ..."
	@cd web && npm run --silent build
	@touch $@

$(GATEWAY):
	@echo "setup: the S3 gateway (go build, 1 to 2 minutes the first time) ..."
	@mkdir -p bin && rm -f bin/.versitygw-*
	@scripts/build-tool.sh internal/embedded/tools/versitygw versitygw
	@touch $@

$(STRIPE_MOCK):
	@echo "setup: stripe-mock (go build, a minute the first time) ..."
	@mkdir -p bin && rm -f bin/.stripe-mock-*
	@scripts/build-tool.sh scripts/tools/stripe-mock stripe-mock
	@touch $@

$(LINTER):
	@echo "setup: golangci-lint (go build, 1 to 3 minutes the first time) ..."
	@mkdir -p bin && rm -f bin/.golangci-lint-*
	@scripts/build-tool.sh scripts/tools/golangci-lint golangci-lint
	@touch $@
