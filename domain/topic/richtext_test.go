package topic_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/topic"
)

// nested is a document of n nodes, each in the one before.
func nested(n int) string {
	return `{"type":"doc"` + strings.Repeat(
		`,"content":[{"type":"blockquote"`,
		n-2,
	) + `,"content":[{"type":"text","text":"x"}]` + strings.Repeat(
		`}]`,
		n-2,
	) + `}`
}

// wide is a document of n nodes side by side, the document and a text among them.
func wide(n int) string {
	return `{"type":"doc","content":[{"type":"text","text":"x"}` + strings.Repeat(`,{"type":"hardBreak"}`, n-2) + `]}`
}

func linked(href string) string {
	return fmt.Sprintf(
		`{"type":"doc","content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{"href":%q}}]}]}`,
		href,
	)
}

func TestRichTextIsLimitedInSizeDepthAndNodes(t *testing.T) { // D-20
	for name, is := range map[string]struct {
		text string
		want error
	}{
		"64 KiB":                   {says(strings.Repeat("x", topic.MaxMessageBytes-len(says("")))), nil},
		"a byte more":              {says(strings.Repeat("x", topic.MaxMessageBytes-len(says(""))+1)), topic.ErrMessageTooLong},
		"64 KiB that grow in JSON": {raw("x" + strings.Repeat("\u2028", 20_000)), topic.ErrMessageTooLong},
		"invalid UTF-8 that grows": {raw(strings.Repeat("\xff", 40_000)), topic.ErrMessageTooLong},
		"20 deep":                  {nested(20), nil},
		"21 deep":                  {nested(21), topic.ErrMessageInvalid},
		"1,000 deep":               {nested(1000), topic.ErrMessageInvalid},
		"brackets only":            {strings.Repeat("[", 60_000), topic.ErrMessageInvalid},
		"brackets in an attribute": {`{"type":"doc","attrs":` + strings.Repeat(`{"a":`, 5000) + `1` + strings.Repeat(`}`, 5000) + `}`, topic.ErrMessageInvalid},
		"brackets in a text":       {says(strings.Repeat("[{", 1000)), nil},
		"2,900 nodes":              {wide(2900), nil},
		"no JSON":                  {"hello", topic.ErrMessageInvalid},
		"nothing":                  {"", topic.ErrMessageInvalid},
		"null":                     {"null", topic.ErrMessageInvalid},
		"two documents":            {says("x") + says("y"), topic.ErrMessageInvalid},
		"a paragraph alone":        {`{"type":"paragraph","content":[{"type":"text","text":"x"}]}`, topic.ErrMessageInvalid},
		"a document in a document": {`{"type":"doc","content":[` + says("x") + `]}`, topic.ErrMessageInvalid},
		"an unknown node":          {`{"type":"doc","content":[{"type":"iframe"},{"type":"text","text":"x"}]}`, topic.ErrMessageInvalid},
		"an unknown mark":          {`{"type":"doc","content":[{"type":"text","text":"x","marks":[{"type":"textStyle"}]}]}`, topic.ErrMessageInvalid},
		"an empty text":            {`{"type":"doc","content":[{"type":"text","text":""}]}`, topic.ErrMessageInvalid},
		"a text with children":     {`{"type":"doc","content":[{"type":"text","text":"x","content":[{"type":"hardBreak"}]}]}`, topic.ErrMessageInvalid},
		"a zero byte":              {`{"type":"doc","content":[{"type":"text","text":"a\u0000b"}]}`, topic.ErrMessageInvalid},
		"a mention of a name":      {`{"type":"doc","content":[{"type":"mention","attrs":{"id":"Ben Miller"}}]}`, topic.ErrMessageInvalid},
		"a name in other case":     {`{"TYPE":"doc","content":[{"type":"text","text":"x"}]}`, topic.ErrMessageInvalid},
		"a name twice":             {`{"type":"doc","content":[],"content":[{"type":"text","text":"x"}]}`, topic.ErrMessageInvalid},
		"a mention of nobody":      {`{"type":"doc","content":[{"type":"mention"}]}`, topic.ErrMessageInvalid},
		"a link to nowhere":        {`{"type":"doc","content":[{"type":"text","text":"x","marks":[{"type":"link"}]}]}`, topic.ErrMessageInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := topic.ParseMessage(is.text)
			if !errors.Is(err, is.want) {
				t.Fatalf("got %v, want %v", err, is.want)
			}
			if err != nil && !zero(m) {
				t.Errorf("a refused message came through: %+v", m)
			}
		})
	}
	// 5,000 nodes of the shortest that is allowed, of 19 bytes each, do not fit into 64 KiB: the
	// limit on size comes first.
	if _, err := topic.ParseMessage(wide(5000)); !errors.Is(err, topic.ErrMessageTooLong) {
		t.Errorf("5,000 nodes: %v", err)
	}
}

// raw is a message with a text that is not escaped.
func raw(text string) string {
	return `{"type":"doc","content":[{"type":"text","text":"` + text + `"}]}`
}

func zero(m topic.Message) bool { return m.JSON == "" && m.Text == "" && len(m.Mentions) == 0 }

func TestOnlyWebAndMailLinksAreTaken(t *testing.T) { // D-20
	indented := " javascript:alert(1)"
	for href, ok := range map[string]bool{
		"https://example.com/a?b=c#d": true, "http://example.com": true, "mailto:a@example.com": true, "HTTPS://EXAMPLE.COM": true,
		"javascript:alert(1)": false, "JavaScript:alert(1)": false, indented: false, "java\tscript:alert(1)": false, "java\nscript:alert(1)": false,
		"data:text/html,<script>": false, "vbscript:x": false, "file:///etc/passwd": false, "//example.com": false, "/orders": false, "": false, "x": false,
		"\x01javascript:alert(1)": false, "blob:https://example.com/x": false, "ftp://example.com": false,
		"https://example.com/" + strings.Repeat("x", 2048-20): true, "https://example.com/" + strings.Repeat("x", 2048): false,
	} {
		raw, err := json.Marshal(href)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(linked("HREF"), `"HREF"`, string(raw), 1)
		if _, err := topic.ParseMessage(text); (err == nil) != ok {
			t.Errorf("%q: %v, want taken: %t", href, err, ok)
		}
	}
}

func TestRichTextKeepsNothingButWhatIsAllowed(t *testing.T) { // BD-183, D-20, D-33
	messy := `{"type":"doc","version":3,"content":[
		{"type":"heading","attrs":{"level":9,"id":"x","textAlign":"left"},"marks":[{"type":"bold"}],"text":"lost","content":[{"type":"text","text":"Title"}]},
		{"type":"paragraph","attrs":{"class":"evil","onclick":"alert(1)"},"content":[
			{"type":"text","text":"a","marks":[{"type":"bold","attrs":{"href":"x"}},{"type":"link","attrs":{"href":"https://example.com","target":"_blank","onclick":"x","id":"y"}}]},
			{"type":"mention","attrs":{"id":"` + strings.ToUpper(ben.ID.String()) + `","label":"Ben Miller"},"content":[{"type":"text","text":"Ben Miller"}]},
			{"type":"mention","attrs":{"id":"` + ben.ID.String() + `","name":"Ben Miller"}},
			{"type":"hardBreak","content":[{"type":"text","text":"Ben Miller"}]},
			{"type":"text","text":"<b>&amp;</b>"}]},
		{"type":"orderedList","attrs":{"start":3},"content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"one"}]}]}]},
		{"type":"codeBlock","attrs":{"language":"go"},"content":[{"type":"text","text":"code"}]}]}`
	m, err := topic.ParseMessage(messy)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"doc","content":[` +
		`{"type":"heading","attrs":{"level":6},"content":[{"type":"text","text":"Title"}]},` +
		`{"type":"paragraph","content":[` +
		`{"type":"text","text":"a","marks":[{"type":"bold"},{"type":"link","attrs":{"href":"https://example.com"}}]},` +
		`{"type":"mention","attrs":{"id":"` + ben.ID.String() + `"}},{"type":"mention","attrs":{"id":"` + ben.ID.String() + `"}},` +
		`{"type":"hardBreak"},{"type":"text","text":"<b>&amp;</b>"}]},` +
		`{"type":"orderedList","attrs":{"start":3},"content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"one"}]}]}]},` +
		`{"type":"codeBlock","content":[{"type":"text","text":"code"}]}]}`
	if m.JSON != want {
		t.Errorf("kept\n%s, want\n%s", m.JSON, want)
	}
	if m.Text != "Title\na@@\n<b>&amp;</b>\none\ncode" {
		t.Errorf("plain text %q", m.Text)
	}
	if !slices.Equal(m.Mentions, mentions) { // each once
		t.Errorf("mentions %v", m.Mentions)
	}
}

func TestABriefMayBeEmptyAndKeepsTheSameRules(t *testing.T) {
	for in, want := range map[string]string{"": "", `{"type":"doc"}`: `{"type":"doc"}`, `{"type":"doc","content":[{"type":"paragraph","attrs":{"x":1}}]}`: `{"type":"doc","content":[{"type":"paragraph"}]}`} {
		if got, err := topic.ParseBrief(in); err != nil || got != want {
			t.Errorf("%s: %s, %v", in, got, err)
		}
	}
	for _, in := range []string{"hello", nested(21), linked("javascript:x")} {
		if _, err := topic.ParseBrief(in); !errors.Is(err, topic.ErrMessageInvalid) {
			t.Errorf("%.50s: %v", in, err)
		}
	}
}

var richTexts = []string{
	"",
	"null",
	"{}",
	"[]",
	`{"type":"doc"}`,
	says("hello"),
	says(" "),
	hello,
	helloName,
	nested(20),
	nested(21),
	wide(100),
	linked(
		"https://example.com",
	),
	linked("javascript:alert(1)"),
	linked("mailto:a@b.c"),
	says("\xff\xfe"),
	says("\u2028\x00"),
	`{"type":"doc","content":[{"type":"mention","attrs":{"id":"urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8","label":"Jane"},"content":[{"type":"text","text":"Jane"}]}]}`,
	`{"type":"doc","content":[{"type":"mention","attrs":{"id":"{6ba7b810-9dad-11d1-80b4-00c04fd430c8}"}}]}`,
	`{"type":"doc","content":[{"type":"heading","attrs":{"level":-5},"content":[{"type":"text","text":"x","marks":[{"type":"italic"},{"type":"italic"}]}]}]}`,
	`{"type":"doc","type":"doc","content":[{"type":"text","text":"a"}],"content":[{"type":"text","text":"b"}]}`,
	`{"type":"doc","content":[{"type":"orderedList","attrs":{"start":9007199254740993}}]}`,
}

func FuzzParseMessage(f *testing.F) {
	for _, s := range richTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := topic.ParseMessage(s)
		if err != nil {
			if !zero(m) {
				t.Fatalf("a refused message came through: %+v", m)
			}
			known(t, err)
			return
		}
		clean(t, m.JSON)
		if strings.TrimSpace(m.Text) == "" || !domain.Storable(m.Text) {
			t.Fatalf("text %q", m.Text)
		}
		again, err := topic.ParseMessage(m.JSON)
		if err != nil || again.JSON != m.JSON || again.Text != m.Text || !slices.Equal(again.Mentions, m.Mentions) {
			t.Fatalf("%s\ncomes out of a second reading as\n%s (%v)", m.JSON, again.JSON, err)
		}
	})
}

func FuzzParseBrief(f *testing.F) {
	for _, s := range richTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b, err := topic.ParseBrief(s)
		if err != nil {
			known(t, err)
			return
		}
		if again, err := topic.ParseBrief(b); err != nil || again != b {
			t.Fatalf("%s\ncomes out of a second reading as\n%s (%v)", b, again, err)
		}
		if b != "" {
			clean(t, b)
		}
	})
}

// known fails for an error that a person is not meant to see.
func known(t *testing.T, err error) {
	t.Helper()
	var e *domain.Error
	if !errors.As(err, &e) || e.Reason == "" || e.Message == "" {
		t.Fatalf("not a domain.Error: %v", err)
	}
}

// clean walks stored rich text without any of the product's types and fails for whatever must not
// be in there.
func clean(t *testing.T, text string) {
	t.Helper()
	if len(text) > topic.MaxMessageBytes {
		t.Fatalf("%d bytes", len(text))
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if doc["type"] != "doc" {
		t.Fatalf("not a document: %s", text)
	}
	nodes := 0
	cleanNode(t, doc, 1, &nodes)
	if nodes > 5000 {
		t.Fatalf("%d nodes", nodes)
	}
}

var allowedNodes = strings.Fields(
	"doc paragraph text hardBreak mention bulletList orderedList listItem blockquote codeBlock heading",
)

func cleanNode(t *testing.T, n map[string]any, depth int, nodes *int) {
	t.Helper()
	kind, _ := n["type"].(string)
	if *nodes++; depth > 20 || !slices.Contains(allowedNodes, kind) || kind == "doc" && depth > 1 {
		t.Fatalf("a %q at depth %d", kind, depth)
	}
	keys(t, n, "type", "text", "attrs", "marks", "content")
	attrs, _ := n["attrs"].(map[string]any)
	keys(t, attrs, map[string][]string{"mention": {"id"}, "heading": {"level"}, "orderedList": {"start"}}[kind]...)
	if kind == "mention" { // a person's id and nothing that could be a name
		id, _ := attrs["id"].(string)
		if u, err := uuid.Parse(id); err != nil || u.String() != id || n["content"] != nil || n["text"] != nil {
			t.Fatalf("a mention holds %v", n)
		}
	}
	marks, _ := n["marks"].([]any)
	for _, m := range marks {
		m := m.(map[string]any)
		keys(t, m, "type", "attrs")
		attrs, _ := m["attrs"].(map[string]any)
		if m["type"] != "link" {
			keys(t, attrs)
			continue
		}
		keys(t, attrs, "href")
		if u, err := url.Parse(attrs["href"].(string)); err != nil ||
			!slices.Contains([]string{"http", "https", "mailto"}, u.Scheme) {
			t.Fatalf("a link to %q", attrs["href"])
		}
	}
	content, _ := n["content"].([]any)
	for _, c := range content {
		cleanNode(t, c.(map[string]any), depth+1, nodes)
	}
}

func keys(t *testing.T, m map[string]any, allowed ...string) {
	t.Helper()
	for k := range m {
		if !slices.Contains(allowed, k) {
			t.Fatalf("the key %q in %v", k, m)
		}
	}
}
