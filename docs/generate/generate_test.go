package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain/catalogue"
)

func TestTheGeneratedDocumentsAreUpToDate(t *testing.T) {
	docs := documents()
	for name, want := range docs {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil || string(got) != want {
			t.Errorf("docs/%s is stale (%v): run make generate", name, err)
		}
	}
	states, err := filepath.Glob("../states/*")
	if err != nil || len(states) != 2*len(machines) {
		t.Errorf("docs/states holds %v (%v)", states, err)
	}
}

func TestDocumentsComeOutTheSameEveryTime(t *testing.T) {
	first := documents()
	for range 20 {
		for name, text := range documents() {
			if text != first[name] {
				t.Fatalf("%s differs from run to run", name)
			}
		}
	}
}

func TestEveryEventAndEdgeIsInTheDocuments(t *testing.T) {
	docs := documents()
	for _, a := range catalogue.Streams() {
		for _, e := range a.Events {
			if !strings.Contains(docs["events.md"], "### `"+string(e.Type)+"`, version") ||
				!strings.HasSuffix(e.Says, ".") {
				t.Errorf("%s is not described: %q", e.Type, e.Says)
			}
		}
	}
	for _, m := range machines {
		edges := strings.Count(m.diagram(), " -> ") - 1 // the entry is none
		rows := strings.Count(m.table(), "\n| ") - 1    // nor is the head
		if edges != rows || edges < 3 {
			t.Errorf("%s has %d edges in the diagram and %d in the table", m.name, edges, rows)
		}
	}
}

func TestWritingMakesTheFolders(t *testing.T) {
	docs := filepath.Join(folder(t, map[string]string{}), "docs")
	if err := write(docs); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(docs, "states", "order.dot")); err != nil ||
		string(text) != documents()["states/order.dot"] {
		t.Errorf("%v", err)
	}
}
