package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// specFiles lists the parts of the specification in reading order.
var specFiles = []string{"orders.md", "proofs.md", "shell.md", "engine.md"}

var (
	requirementLine = regexp.MustCompile(`^- \*\*((?:BD|SH|BY)-\d{3})\*\* \S`)
	idRange         = regexp.MustCompile(`\b(BD|SH|BY)-(\d{3})\.\.(?:(?:BD|SH|BY)-)?(\d{3})\b`)
	checkHead       = regexp.MustCompile(`^### Check (\d+)$`)
	checksCited     = regexp.MustCompile(`\b[Cc]hecks? (\d+(?:(?:, | and | to )\d+)*)\b`)
	aNumber         = regexp.MustCompile(`\d+`)
	oneID           = regexp.MustCompile(`(?:^|[^\w-])((?:BD|SH|BY)-\d{3}|D-\d{2,3})\b`)
)

// heading is a heading of the specification with the ids of the requirements below it.
type heading struct {
	title string
	ids   []string
}

// specification is what docs/spec and docs/decisions contain.
type specification struct {
	parts  map[string][]heading // by file name
	topics []topicFile
	known  map[string]bool // ids of requirements and decisions, and checks
}

// readSpecification reads the folder docs. It returns an error for an id that is written twice.
func readSpecification(docs string) (specification, error) {
	s := specification{parts: map[string][]heading{}, known: map[string]bool{}}
	add := func(id, file string) error {
		if s.known[id] {
			return fmt.Errorf("%s: %s is written twice", file, id)
		}
		s.known[id] = true
		return nil
	}
	for _, name := range specFiles {
		var headings []heading
		err := eachLine(filepath.Join(docs, "spec", name), func(_ int, line string) error {
			if title, ok := strings.CutPrefix(line, "## "); ok {
				headings = append(headings, heading{title: title})
			}
			m := requirementLine.FindStringSubmatch(line)
			if m == nil {
				return nil
			}
			if len(headings) == 0 {
				return fmt.Errorf("%s: %s stands above the first heading", name, m[1])
			}
			last := &headings[len(headings)-1]
			last.ids = append(last.ids, m[1])
			return add(m[1], name)
		})
		if err != nil {
			return s, err
		}
		s.parts[name] = headings
	}
	err := eachLine(filepath.Join(docs, "spec", "checks.md"), func(_ int, line string) error {
		if m := checkHead.FindStringSubmatch(line); m != nil {
			return add("check "+m[1], "checks.md")
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	s.topics, err = readDecisions(docs)
	for _, t := range s.topics {
		for _, d := range t.decisions {
			err = errors.Join(err, add(d.id, t.file))
		}
	}
	return s, err
}

// citation is an id at a place in the repository.
type citation struct {
	id, file string
	line     int
}

// readCitations returns the ids that code, tests and documents below root cite, in the order of the
// files.
func readCitations(root string) (all []citation, err error) {
	skipped := []string{".git", "bin", "docs/decisions", "docs/spec", "node_modules", "testdata", "var", "web/dist"}
	read := []string{".css", ".go", ".md", ".sh", ".sql", ".ts", ".tsx", ".yaml", ".yml"}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if name = filepath.ToSlash(name); d.IsDir() {
			if slices.Contains(skipped, name) || slices.Contains(skipped, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains(read, filepath.Ext(name)) {
			return nil
		}
		return eachLine(path, func(number int, line string) error {
			for _, id := range idsIn(line) {
				all = append(all, citation{id, name, number})
			}
			return nil
		})
	})
	return all, err
}

// idsIn returns the ids that a line cites, with those inside ranges such as BD-054..BD-070, and the checks.
func idsIn(line string) []string {
	var ids []string
	for _, m := range idRange.FindAllStringSubmatch(line, -1) {
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[3])
		for n := from; n <= to; n++ {
			ids = append(ids, fmt.Sprintf("%s-%03d", m[1], n))
		}
	}
	for _, m := range oneID.FindAllStringSubmatch(line, -1) {
		ids = append(ids, m[1])
	}
	for _, m := range checksCited.FindAllStringSubmatch(line, -1) {
		for _, n := range aNumber.FindAllString(m[1], -1) {
			ids = append(ids, "check "+n)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func isTest(file string) bool {
	for _, end := range []string{"_test.go", ".test.ts", ".test.tsx", ".spec.ts"} {
		if strings.HasSuffix(file, end) {
			return true
		}
	}
	return false
}

// unknownIDs returns an error that names each citation of an id that the specification does not
// have.
func unknownIDs(s specification, cited []citation) error {
	var found []error
	for _, c := range cited {
		if !s.known[c.id] {
			found = append(
				found,
				fmt.Errorf("%s:%d cites %s, which docs/spec and docs/decisions do not have", c.file, c.line, c.id),
			)
		}
	}
	return errors.Join(found...)
}

// coverage returns the tables of docs/spec/tests.md: the test files that name each requirement.
func coverage(s specification, cited []citation) string {
	tests := map[string][]string{}
	for _, c := range cited {
		if isTest(c.file) && !slices.Contains(tests[c.id], c.file) {
			tests[c.id] = append(tests[c.id], c.file)
		}
	}
	var b strings.Builder
	b.WriteString("# Tests of each requirement\n\n`make generate` writes this page from the ids that tests name.\n")
	for _, name := range specFiles {
		for _, h := range s.parts[name] {
			proven := 0
			for _, id := range h.ids {
				if len(tests[id]) > 0 {
					proven++
				}
			}
			fmt.Fprintf(&b, "\n## [%s](%s): %d of %d\n\n| id | tests |\n|---|---|\n", h.title, name, proven, len(h.ids))
			for _, id := range h.ids {
				files := tests[id]
				slices.Sort(files)
				fmt.Fprintf(&b, "| %s | %s |\n", id, strings.Join(files, ", "))
			}
		}
	}
	return b.String()
}

func eachLine(file string, do func(number int, line string) error) error {
	f, err := os.Open(file) //nolint:gosec // G304: a file of this repository
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		if err := do(number, lines.Text()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return nil
}
