package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A newcomer finds each aggregate, package of commands, read model and worker in the README, and each package of
// internal and area of the API in the table of docs/architecture.md.
func TestTheReadmeAndTheArchitectureNameEveryPackage(t *testing.T) {
	root := filepath.Join("..", "..")
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	readme, paths := strings.Split(read("README.md"), "\n\n"), tablePaths(read("docs/architecture.md"))
	names := 0
	for _, folder := range []string{"domain", "commands", "projections", "workers", "internal", "api"} {
		packages, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		of := slices.IndexFunc(readme, func(text string) bool { return strings.HasPrefix(text, "**`"+folder+"/`**") })
		if of < 0 {
			t.Fatalf("README.md has no paragraph about %s", folder)
		}
		for _, p := range packages {
			name := p.Name()
			if !p.IsDir() || strings.HasSuffix(name, "test") {
				continue
			}
			names++
			path := folder + "/" + name
			if folder == "internal" || folder == "api" {
				if !slices.ContainsFunc(
					paths,
					func(p string) bool { return p == path || strings.HasPrefix(p, path+"/") },
				) {
					t.Errorf("docs/architecture.md does not say what %s is", path)
				}
			} else if !strings.Contains(readme[of], "`"+name+"`") && !strings.Contains(readme[of], "`"+path+"`") {
				t.Errorf("README.md does not say what %s is", path)
			}
		}
	}
	if names < 80 {
		t.Errorf("only %d packages were found", names)
	}
}

// tablePaths returns the folders in the first column of the tables of a text. A folder can be written as a/{b,c}.
func tablePaths(text string) (paths []string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		cell, _, _ := strings.Cut(line[2:], " |")
		before, names, several := strings.Cut(strings.TrimSuffix(cell, "}"), "{")
		if several {
			for name := range strings.SplitSeq(names, ",") {
				paths = append(paths, before+name)
			}
			continue
		}
		paths = append(paths, strings.Split(cell, ", ")...)
	}
	return paths
}

// Each package of the domain shows in an example what it decides.
func TestEveryPackageOfTheDomainHasAnExample(t *testing.T) {
	root := filepath.Join("..", "..", "domain")
	packages, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if !p.IsDir() || strings.HasSuffix(p.Name(), "test") {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(root, p.Name(), "example_test.go"))
		if err != nil || !strings.Contains(string(raw), "// Output:") {
			t.Errorf("%s has no example (%v)", p.Name(), err)
		}
	}
}

// A path that the documents name exists, unless the build makes it.
func TestThePathsInTheDocumentsExist(t *testing.T) {
	made := []string{"deploy/.env", "web/dist"}
	named := regexp.MustCompile(
		"`((?:domain|commands|projections|api|workers|web|migrations|cmd|internal|deploy|docs|scripts)" +
			"/[\\w./-]+)`",
	)
	found := 0
	for path, text := range markdown(t) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			found++
			if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil && !slices.Contains(made, m[1]) {
				t.Errorf("%s names %s: %v", path, m[1], err)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d paths were found", found)
	}
}

// The documents link to each other: a file that a link names exists, and so does the heading.
func TestTheLinksOfTheDocumentsResolve(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s:]+)\)`)
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	texts, anchors := markdown(t), map[string][]string{}
	for name, text := range texts {
		for _, m := range heading.FindAllStringSubmatch(text, -1) {
			anchors[name] = append(anchors[name], anchor(m[1]))
		}
	}
	found := 0
	for name, text := range texts {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			file, part, deep := strings.Cut(m[1], "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join("..", "..", to)); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			}
			if deep && !slices.Contains(anchors[to], part) {
				t.Errorf("%s links to %s, which has no such heading", name, m[1])
			}
			found++
		}
	}
	if found < 400 {
		t.Errorf("only %d links were found", found)
	}
}

// The prose of the documents wraps at 100 columns. Tables, code, a word alone and generated files do not.
func TestTheProseWraps(t *testing.T) {
	generated := documents()
	for path, text := range markdown(t) {
		name := strings.TrimPrefix(path, "docs/")
		if _, made := generated[name]; made || name == "third-party.md" || name == "spec/tests.md" ||
			name == "decisions/README.md" {
			continue
		}
		code := false
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				code = !code
			}
			if !code && utf8.RuneCountInString(line) > 100 && !strings.HasPrefix(line, "|") &&
				!strings.HasPrefix(line, "    ") && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s:%d is longer than 100 columns", path, i+1)
			}
		}
	}
}

// markdown returns the text of each document of the repository, by its path.
func markdown(t *testing.T) map[string]string {
	root := filepath.Join("..", "..")
	paths, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d documents were found (%v)", len(paths), err)
	}
	found := make(map[string]string, len(paths))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		name, outside := filepath.Rel(root, path)
		if err != nil || outside != nil {
			t.Fatal(err, outside)
		}
		found[filepath.ToSlash(name)] = string(text)
	}
	return found
}
