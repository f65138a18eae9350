package domaintest

import (
	"encoding/json"
	"flag"
	"os"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden files anew")

// Golden compares a value, as indented JSON, with a file. With -update it writes the file.
func Golden(t TB, file string, got any) {
	t.Helper()
	text, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatalf("%v", err)
	}
	if text = append(text, '\n'); *update {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatalf("%v", err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: write it with -update", err)
	}
	if diff := cmp.Diff(string(want), string(text)); diff != "" {
		t.Errorf("%s (-file +code):\n%s", file, diff)
	}
}
