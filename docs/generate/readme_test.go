package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	readme, paths := read("README.md"), tablePaths(read("docs/architecture.md"))
	names := 0
	for _, folder := range []string{"domain", "commands", "projections", "workers", "internal", "api"} {
		packages, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
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
			} else if !strings.Contains(readme, "`"+name+"`") && !strings.Contains(readme, "`"+path+"`") {
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
