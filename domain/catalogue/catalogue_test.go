package catalogue_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/domain/domaintest"
)

// Without one order of locks two commands could wait for each other. These lock below the lock on another stream: the
// guest's on the order, numbers on what is numbered.
func TestEveryKindOfStreamHasItsPlaceInTheOrderOfLocks(t *testing.T) {
	below := map[eh.AggregateType]bool{"guest": true, "order-register": true, "invoice-register": true}
	places := map[int]eh.AggregateType{}
	for _, s := range catalogue.Streams() {
		if (s.Place == 0) != below[s.Type] {
			t.Errorf("%s has the place %d", s.Type, s.Place)
		}
		if other, taken := places[s.Place]; taken && s.Place > 0 {
			t.Errorf("%s and %s have the same place", s.Type, other)
		}
		places[s.Place] = s.Type
	}
}

func TestEveryKindOfStreamIsWhole(t *testing.T) {
	types := map[eh.AggregateType]bool{}
	for _, s := range catalogue.Streams() {
		if types[s.Type] || s.Says == "" || s.Snapshot == 0 || len(s.Events) == 0 {
			t.Errorf("%s is named twice, or is not described, or keeps no snapshots", s.Type)
		}
		types[s.Type] = true
		if root := s.New(domaintest.Stream).Root(); root.ID != domaintest.Stream || root.Version != 0 {
			t.Errorf("a new stream of %s is %v at version %d", s.Type, root.ID, root.Version)
		}
	}
}

// What two aggregates have in common stands below both, as billing and route do.
func TestAggregatesNeverImportEachOther(t *testing.T) {
	aggregates := importsOf(t, "catalogue.go")
	checked := 0
	for path := range aggregates {
		name := strings.TrimPrefix(path, root)
		if name == path || name == "" {
			continue
		}
		files, err := filepath.Glob("../" + name + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", name, err)
		}
		checked++
		for _, f := range files {
			for other := range importsOf(t, f) {
				if aggregates[other] && other != path && other != strings.TrimSuffix(root, "/") {
					t.Errorf("%s imports %s", f, other)
				}
			}
		}
	}
	if checked < 10 {
		t.Errorf("checked %d aggregates", checked)
	}
}

const root = "github.com/proofboard/proofboard/domain/"

func importsOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]bool{}
	for _, i := range f.Imports {
		paths[strings.Trim(i.Path.Value, `"`)] = true
	}
	return paths
}
