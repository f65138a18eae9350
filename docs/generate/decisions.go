package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// topicFile is a file of docs/decisions.
type topicFile struct {
	file, title string
	decisions   []decision
}

// decision is a section of a topic.
type decision struct {
	id, title string
	replaced  bool // another decision stands in its place
}

var (
	decisionHead = regexp.MustCompile(`^(D-\d{2,3}) (\S.*)$`)
	links        = `(\[D-\d{2,3}\]\(\S+\)(, | and )?)+`
	// statusOf is how each record begins. A part of the link that another decision changes is named there too.
	statusOf = regexp.MustCompile(
		`^\*\*Status\.\*\* (?:In force(?:, changed by ` + links + `)?|(Superseded) by ` + links + `)\.$`,
	)
	parts = []string{"\n\n**Context.** ", "\n\n**Decision.** ", "\n\n**Consequence.** "}
)

// readDecisions reads the folder docs/decisions, the topics in the order of their titles. It returns an error
// for a record that lacks a part, and for records of a topic that are not in the order of their numbers.
func readDecisions(docs string) (all []topicFile, err error) {
	folder := os.DirFS(filepath.Join(docs, "decisions"))
	files, err := fs.Glob(folder, "*.md")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if file == "README.md" {
			continue
		}
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return nil, err
		}
		t, err := readTopic(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		t.file = file
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b topicFile) int { return cmp.Compare(a.title, b.title) })
	return all, nil
}

func readTopic(text string) (topicFile, error) {
	head, rest, _ := strings.Cut(text, "\n## ")
	title, _, _ := strings.Cut(head, "\n")
	t := topicFile{title: strings.TrimPrefix(title, "# ")}
	if t.title == title {
		return t, fmt.Errorf("begins with %q, want a title", title)
	}
	last := 0
	for section := range strings.SplitSeq(rest, "\n## ") {
		title, body, _ := strings.Cut(section, "\n\n")
		m := decisionHead.FindStringSubmatch(title)
		if m == nil {
			return t, fmt.Errorf("the heading %q is no number and title", title)
		}
		number, _ := strconv.Atoi(m[1][len("D-"):])
		if number <= last {
			return t, fmt.Errorf("%s follows a higher number", m[1])
		}
		last = number
		status, _, _ := strings.Cut(body, "\n\n")
		said := statusOf.FindStringSubmatch(strings.ReplaceAll(status, "\n", " "))
		if said == nil {
			return t, fmt.Errorf("%s has the status %q", m[1], status)
		}
		for _, part := range parts {
			if !strings.Contains(body, part) {
				return t, fmt.Errorf("%s has no part %q", m[1], strings.Trim(part, "\n *."))
			}
		}
		t.decisions = append(t.decisions, decision{m[1], m[2], slices.Contains(said, "Superseded")})
	}
	return t, nil
}

// decisionIndex returns the text of docs/decisions/README.md.
func decisionIndex(topics []topicFile) string {
	var b strings.Builder
	b.WriteString(`# Decisions

A record for each decision, with its status, its context and its consequence, in a file for each
topic. D-01 to D-100 settle what [the two source documents](../spec/README.md) leave open. D-101
and up were made while building.

A new decision is a section at the end of its topic, with the next free number. A decision that
another one replaces keeps its text, and its status names the other one. ` + "`make generate`" + ` writes
this page.
`)
	for _, t := range topics {
		fmt.Fprintf(&b, "\n## [%s](%s)\n\n", t.title, t.file)
		for _, d := range t.decisions {
			fmt.Fprintf(&b, "- [%s](%s#%s) %s", d.id, t.file, anchor(d.id+" "+d.title), d.title)
			if d.replaced {
				b.WriteString(" (superseded)")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)

// anchor returns the name by which a link finds a heading.
func anchor(heading string) string {
	return strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}
