package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEveryIdThatIsCitedIsInTheSpecification(t *testing.T) {
	s, err := readSpecification("..")
	if err != nil {
		t.Fatal(err)
	}
	cited, err := readCitations("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := unknownIDs(s, cited); err != nil {
		t.Error(err)
	}
	table, err := os.ReadFile("../spec/tests.md")
	if err != nil || string(table) != coverage(s, cited) {
		t.Errorf("docs/spec/tests.md is stale (%v): run make generate", err)
	}
	index, err := os.ReadFile("../decisions/README.md")
	if err != nil || string(index) != decisionIndex(s.topics) {
		t.Errorf("docs/decisions/README.md is stale (%v): run make generate", err)
	}
	if len(s.known) < 900 || len(cited) < 1000 {
		t.Errorf("%d ids are known and %d are cited: the reader misses some", len(s.known), len(cited))
	}
}

// folder writes files into a new folder and returns it. In their text @ stands for the letters of
// an id, so that this file does not cite the ids it makes up.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range append([]string{"checks.md"}, specFiles...) {
		if files["docs/spec/"+name] == "" {
			files["docs/spec/"+name] = "# Empty\n"
		}
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "@", "BD")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// record is what a decision says.
const record = "**Status.** In force.\n\n**Context.** C.\n\n**Decision.** D.\n\n**Consequence.** E.\n"

func TestTheIndexOfDecisionsSaysWhichOnesHold(t *testing.T) {
	dir := folder(t, map[string]string{
		"docs/decisions/b.md": "# A\n\n## D-01 One, two\n\n" +
			strings.Replace(
				record,
				"In force",
				"Superseded by\n[D-03](z.md#d-03-three)",
				1,
			) + "\n## D-02 Two\n\n" + record,
		"docs/decisions/a.md": "# Z\n\n## D-03 Three\n\n" + record,
	})
	topics, err := readDecisions(filepath.Join(dir, "docs"))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(decisionIndex(topics), "\n## ")
	want := "[A](b.md)\n\n- [D-01](b.md#d-01-one-two) One, two (superseded)\n- [D-02](b.md#d-02-two) Two\n\n" +
		"## [Z](a.md)\n\n- [D-03](a.md#d-03-three) Three\n"
	if got != want {
		t.Errorf("the index is\n%s", got)
	}
}

func TestAnIdThatTheSpecificationDoesNotHaveIsFound(t *testing.T) {
	dir := folder(t, map[string]string{
		"docs/spec/orders.md":     "# Orders\n\n## Moves\n\n- **@-001** An order moves.\n- **@-002** It stays.\n",
		"docs/decisions/ones.md":  "# Ones\n\n## D-01 One\n\n" + record,
		"domain/order_test.go":    "package domain // @-001..@-003, D-01\n",
		"docs/spec/checks.md":     "### Che" + "ck 1\n\nIt stays up.\n",
		"web/src/a.ts":            "// @-009 and X@-777, @-0011\n",
		"web/src/b.go":            "// che" + "cks 1 and 2 hold\n",
		"web/node_modules/a/b.ts": "// @-004\n",
	})
	s, err := readSpecification(filepath.Join(dir, "docs"))
	if err != nil {
		t.Fatal(err)
	}
	cited, err := readCitations(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"domain/order_test.go:1 cites BD" + "-003",
		"web/src/a.ts:1 cites BD" + "-009",
		"web/src/b.go:1 cites che" + "ck 2",
	}
	got := strings.Split(unknownIDs(s, cited).Error(), "\n")
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("%q, want %q", got, want)
	}
	table := coverage(s, cited)
	for _, row := range []string{"Moves](orders.md): 2 of 2", "| @-002 | domain/order_test.go |"} {
		if !strings.Contains(table, strings.ReplaceAll(row, "@", "BD")) {
			t.Errorf("the table lacks %q:\n%s", row, table)
		}
	}
}

func TestASpecificationThatContradictsItselfIsRefused(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"an id twice":       {"docs/spec/orders.md": "## A\n- **@-001** One.\n- **@-001** Two.\n"},
		"an id in the void": {"docs/spec/orders.md": "- **@-001** One.\n"},
		"no topic":          {"docs/decisions/a.md": "## D-01 One\n\n" + record},
		"no number":         {"docs/decisions/a.md": "# A\n\n## One\n\n" + record},
		"a wrong order":     {"docs/decisions/a.md": "# A\n\n## D-02 Two\n\n" + record + "\n## D-01 One\n\n" + record},
		"a number twice": {
			"docs/decisions/a.md": "# A\n\n## D-01 One\n\n" + record,
			"docs/decisions/b.md": "# B\n\n## D-01 One\n\n" + record,
		},
		"no status":      {"docs/decisions/a.md": "# A\n\n## D-01 One\n\n" + strings.Replace(record, "In force", "Fine", 1)},
		"no other one":   {"docs/decisions/a.md": "# A\n\n## D-01 One\n\n" + strings.Replace(record, "In force", "Superseded", 1)},
		"no consequence": {"docs/decisions/a.md": "# A\n\n## D-01 One\n\n" + strings.Replace(record, "Consequence", "So", 1)},
	} {
		if _, err := readSpecification(filepath.Join(folder(t, files), "docs")); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
