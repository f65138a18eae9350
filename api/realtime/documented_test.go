package realtime

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every live message that the server sends is described for other software.
func TestEveryLiveMessageIsDocumented(t *testing.T) { // D-35 BD-306
	manual, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(manual), "## Live messages")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, text := range []string{"/api/realtime", "`Origin`", `"event": "login"`, "`userType`"} {
		if !strings.Contains(section, text) {
			t.Errorf("the manual does not mention %s", text)
		}
	}
	sources := []string{"../web/ports.go", "../archives/archives.go", "../../workers/bulkdownload/bulkdownload.go",
		"../../workers/worktime/worktime.go"}
	here, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range here {
		if strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") {
			sources = append(sources, f.Name())
		}
	}
	name := regexp.MustCompile(`"((?:reload|notify|fetch|show|force|order|bulk|account|confirm)-[a-z-]+|presence)"`)
	sent := map[string]bool{}
	for _, path := range sources {
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllStringSubmatch(string(code), -1) {
			if sent[m[1]] = true; !strings.Contains(section, "`"+m[1]+"`") {
				t.Errorf("%s is sent (%s), and is not in the manual", m[1], path)
			}
		}
	}
	if len(sent) < 20 {
		t.Errorf("found %d messages only", len(sent))
	}
}
