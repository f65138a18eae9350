package topic

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Limits of a message (D-20).
const (
	MaxMessageBytes = 64 << 10
	maxDepth        = 20
	maxNodes        = 5000
)

// Errors of a message.
var (
	ErrMessageInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "topic.message_invalid",
		Message: "The message is not valid rich text.",
	}
	ErrMessageTooLong = &domain.Error{
		Code:    domain.TooLarge,
		Reason:  "topic.message_too_large",
		Message: "The message is too long (64 KiB at most).",
	}
	ErrMessageEmpty = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "topic.message_empty",
		Message: "Write something first.",
	}
)

// node is a node of a TipTap (ProseMirror) document with the attributes that are stored. All others
// are dropped.
type node struct {
	Type    string `json:"type"`
	Text    string `json:"text,omitempty"`
	Attrs   *attrs `json:"attrs,omitempty"`
	Marks   []mark `json:"marks,omitempty"`
	Content []node `json:"content,omitempty"`
}

type mark struct {
	Type  string `json:"type"`
	Attrs *attrs `json:"attrs,omitempty"`
}

// attrs are the attributes of all allowed nodes and marks. A mention has the person's id and no
// name (D-33).
type attrs struct {
	ID    string `json:"id,omitempty"`
	Href  string `json:"href,omitempty"`
	Start int    `json:"start,omitempty"`
	Level int    `json:"level,omitempty"`
}

// nodes has the allowed nodes. A block ends a line of the plain text. A leaf has no content, so
// that no name can be hidden in a mention.
var nodes = map[string]struct{ block, leaf bool }{
	"doc":         {},
	"paragraph":   {block: true},
	"text":        {},
	"hardBreak":   {block: true, leaf: true},
	"mention":     {leaf: true},
	"bulletList":  {},
	"orderedList": {},
	"listItem":    {},
	"blockquote":  {},
	"codeBlock":   {block: true},
	"heading":     {block: true},
}

var marks = map[string]bool{"bold": true, "italic": true, "strike": true, "underline": true, "code": true, "link": true}

// Message is validated rich text.
type Message struct {
	JSON     string      // canonical, with allowed content only
	Text     string      // plain text for search and mail; a mention is an at sign
	Mentions []uuid.UUID // the mentioned people, each once
}

// ParseMessage validates TipTap JSON: size, depth, and allowed nodes, marks and links. It drops
// everything else that a node has, so that stored messages contain no names and no scripts.
func ParseMessage(s string) (Message, error) {
	doc, err := parse(s)
	if err != nil {
		return Message{}, err
	}
	var m Message
	var text strings.Builder
	walk(doc, &text, &m)
	if m.Text = strings.TrimSpace(text.String()); m.Text == "" {
		return Message{}, ErrMessageEmpty
	}
	if m.JSON, err = encode(doc); err != nil {
		return Message{}, err
	}
	return m, nil
}

// ParseBrief is ParseMessage for text that may be empty.
func ParseBrief(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	doc, err := parse(s)
	if err != nil {
		return "", err
	}
	return encode(doc)
}

// FromText returns rich text with the lines of a plain text, empty for one without any.
func FromText(s string) (string, error) {
	doc := node{Type: "doc"}
	for line := range strings.Lines(strings.TrimSpace(s)) {
		p := node{Type: "paragraph"}
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			p.Content = []node{{Type: "text", Text: line}}
		}
		doc.Content = append(doc.Content, p)
	}
	if len(doc.Content) == 0 {
		return "", nil
	}
	text, err := encode(doc)
	if err != nil {
		return "", err
	}
	return ParseBrief(text)
}

func parse(s string) (node, error) {
	if len(s) > MaxMessageBytes {
		return node{}, ErrMessageTooLong
	}
	if !shallow([]byte(s), 3*maxDepth) {
		return node{}, ErrMessageInvalid
	}
	var doc node
	if err := domain.DecodeLoose([]byte(s), &doc); err != nil || doc.Type != "doc" {
		return node{}, ErrMessageInvalid
	}
	left := maxNodes
	return doc, doc.check(1, &left)
}

// encode returns the canonical form. It may be longer than the input, because control characters
// are escaped and invalid UTF-8 is replaced.
func encode(doc node) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		return "", ErrMessageInvalid
	}
	s := strings.TrimSuffix(b.String(), "\n")
	if len(s) > MaxMessageBytes {
		return "", ErrMessageTooLong
	}
	return s, nil
}

// check walks the tree. It rejects what is not allowed and drops what is not needed.
func (n *node) check(depth int, left *int) error {
	if _, known := nodes[n.Type]; !known || depth > maxDepth || *left <= 0 || (n.Type == "doc") != (depth == 1) {
		return ErrMessageInvalid
	}
	*left--
	keep := attrs{}
	if n.Attrs != nil {
		switch n.Type {
		case "mention":
			keep.ID = n.Attrs.ID
		case "orderedList":
			keep.Start = min(max(n.Attrs.Start, 0), 1_000_000)
		case "heading":
			keep.Level = min(max(n.Attrs.Level, 1), 6)
		}
	}
	if n.Type == "mention" {
		id, err := uuid.Parse(keep.ID)
		if err != nil {
			return ErrMessageInvalid
		}
		keep.ID = id.String()
	}
	if nodes[n.Type].leaf {
		n.Content = nil
	}
	if n.Attrs = nil; keep != (attrs{}) {
		n.Attrs = &keep
	}
	if n.Type != "text" {
		n.Text, n.Marks = "", nil
	} else if n.Text == "" || !domain.Storable(n.Text) || len(n.Content) > 0 {
		return ErrMessageInvalid
	}
	for i := range n.Marks {
		if err := n.Marks[i].check(); err != nil {
			return err
		}
	}
	for i := range n.Content {
		if err := n.Content[i].check(depth+1, left); err != nil {
			return err
		}
	}
	return nil
}

func (m *mark) check() error {
	if !marks[m.Type] {
		return ErrMessageInvalid
	}
	if m.Type != "link" {
		m.Attrs = nil
		return nil
	}
	if m.Attrs == nil || len(m.Attrs.Href) > 2048 {
		return ErrMessageInvalid
	}
	u, err := url.Parse(m.Attrs.Href)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "mailto" {
		return ErrMessageInvalid
	}
	m.Attrs = &attrs{Href: m.Attrs.Href}
	return nil
}

func walk(n node, text *strings.Builder, m *Message) {
	text.WriteString(n.Text)
	if n.Type == "mention" {
		text.WriteString("@")
		if id, err := uuid.Parse(n.Attrs.ID); err == nil && !slices.Contains(m.Mentions, id) {
			m.Mentions = append(m.Mentions, id)
		}
	}
	for _, c := range n.Content {
		walk(c, text, m)
	}
	if nodes[n.Type].block {
		text.WriteString("\n")
	}
}

// Excerpt returns the first words of a stored message in one line, at most limit characters. name
// returns the name of a mentioned person. The excerpt of an invalid message is empty.
func Excerpt(message string, limit int, name func(uuid.UUID) string) string {
	doc, err := parse(message)
	if err != nil {
		return ""
	}
	var text strings.Builder
	words(doc, &text, name)
	runes := []rune(strings.Join(strings.Fields(text.String()), " "))
	if len(runes) <= limit {
		return string(runes)
	}
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

func words(n node, text *strings.Builder, name func(uuid.UUID) string) {
	text.WriteString(n.Text)
	if n.Type == "mention" {
		if id, err := uuid.Parse(n.Attrs.ID); err == nil {
			text.WriteString("@" + name(id))
		}
	}
	for _, c := range n.Content {
		words(c, text, name)
	}
	if nodes[n.Type].block {
		text.WriteString("\n")
	}
}

// shallow reports whether JSON is nested no deeper than limit. It is cheap, so it runs before the
// decoder.
func shallow(b []byte, limit int) bool {
	depth, inString := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return true
}
