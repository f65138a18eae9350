// Command generate writes the documents that are made from the domain: docs/events.md and docs/states. go generate runs it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run .

func main() {
	if err := write(".."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write puts every document under docs.
func write(docs string) error {
	for name, text := range documents() {
		path := filepath.Join(docs, name)
		//nolint:gosec // G301: documents are for everybody.
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		//nolint:gosec // G306: documents are for everybody.
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// documents is the text of each document by its path under docs.
func documents() map[string]string {
	d := map[string]string{"events.md": events()}
	for _, m := range machines {
		d["states/"+m.name+".dot"] = m.diagram()
		d["states/"+m.name+".md"] = m.table()
	}
	return d
}
