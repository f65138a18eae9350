// Command generate writes the files that are made from code: docs/events.md, docs/states and the
// tables that the web app's tests compare with, from the domain, what the web app takes from the
// contract, docs/spec/tests.md from the ids that tests name, and the index of docs/decisions. go
// generate runs it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run .

func main() {
	if err := write(filepath.Join("..", "..", "docs")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes every document into the folder docs of a repository.
func write(docs string) error {
	all := documents()
	spec, err := readSpecification(docs)
	if err != nil {
		return err
	}
	cited, err := readCitations(filepath.Dir(docs))
	if err != nil {
		return err
	}
	all["spec/tests.md"], all["decisions/README.md"] = coverage(spec, cited), decisionIndex(spec.topics)
	for name, text := range all {
		path := filepath.Join(docs, name)
		//nolint:gosec // G301: everybody may read documents
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		//nolint:gosec // G306: everybody may read documents
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return unknownIDs(spec, cited)
}

// documents returns the text of each file that is made from the domain or the contract, by its path under docs.
func documents() map[string]string {
	d := map[string]string{"events.md": events(), webTables: tables(), webCalls: calls()}
	for _, m := range machines {
		d["states/"+m.name+".dot"] = m.diagram()
		d["states/"+m.name+".md"] = m.table()
	}
	return d
}
