package demo

import (
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

// node is a node of a TipTap document (D-20).
type node struct {
	Type    string         `json:"type"`
	Text    string         `json:"text,omitempty"`
	Attrs   map[string]any `json:"attrs,omitempty"`
	Marks   []mark         `json:"marks,omitempty"`
	Content []node         `json:"content,omitempty"`
}

type mark struct {
	Type string `json:"type"`
}

func textNode(s string) node { return node{Type: "text", Text: s} }

// inline parses a line: *words* become bold, and @address becomes a mention.
func inline(line string) []node {
	var out []node
	plain := func(s string) {
		for i, part := range strings.Split(s, "*") {
			if part == "" {
				continue
			}
			n := textNode(part)
			if i%2 == 1 {
				n.Marks = []mark{{"bold"}}
			}
			out = append(out, n)
		}
	}
	for line != "" {
		at := strings.Index(line, "@{")
		end := strings.Index(line, "}")
		if at < 0 || end < at {
			plain(line)
			break
		}
		plain(line[:at])
		out = append(out, node{Type: "mention", Attrs: map[string]any{"id": idOf("person " + line[at+2:end]).String()}})
		line = line[end+1:]
	}
	return out
}

// message converts a text to TipTap JSON. Each line becomes a paragraph; lines that begin with a
// dash become a list.
func message(text string) string {
	doc := node{Type: "doc"}
	for line := range strings.SplitSeq(text, "\n") {
		item, listed := strings.CutPrefix(line, "- ")
		p := node{Type: "paragraph", Content: inline(item)}
		switch last := len(doc.Content) - 1; {
		case !listed:
			doc.Content = append(doc.Content, p)
		case last >= 0 && doc.Content[last].Type == "bulletList":
			doc.Content[last].Content = append(doc.Content[last].Content, node{Type: "listItem", Content: []node{p}})
		default:
			doc.Content = append(
				doc.Content, node{Type: "bulletList", Content: []node{{Type: "listItem", Content: []node{p}}}},
			)
		}
	}
	b, err := json.Marshal(doc)
	if err != nil {
		return "" // strings always encode; the server would refuse an empty message
	}
	return string(b)
}

// mention returns the markup that mentions a person in a text.
func mention(email string) string { return "@{" + email + "}" }

// shape is the shape of a mark.
type shape string

const (
	circle shape = "circle"
	rect   shape = "rect"
	arrow  shape = "arrow"
	under  shape = "line"
	dot    shape = "dot" // a small circle of the default size
)

type box struct{ x, y, w, h float64 }

// annotation returns a mark at a place of a page, in page pixels, in the format of
// web/src/features/proof/engine/codec.ts. The mark stays inside the page.
func annotation(id uuid.UUID, s shape, colour string, page int, at box, width, height float64) string {
	type attrs map[string]any
	round := func(f float64) float64 { return float64(int(f*100)) / 100 }
	a := attrs{"id": id.String(), "stroke": colour, "strokeWidth": 5, "version": 0.2}
	class := string(s)
	cx, cy := at.x+at.w/2, at.y+at.h/2
	switch s {
	case circle:
		r := max(at.w, at.h)/2 + 8
		r = min(r, cx, cy, width-cx, height-cy)
		a["x"], a["y"], a["radius"] = round(cx), round(cy), round(max(r, 12))
	case dot:
		class = string(circle)
		a["x"], a["y"], a["radius"] = round(at.x+at.w*.8), round(at.y+at.h*.3), 10
	case rect:
		x, y := max(at.x-6, 2), max(at.y-6, 2)
		a["x"], a["y"] = round(x), round(y)
		a["width"], a["height"] = round(min(at.w+12, width-x-2)), round(min(at.h+12, height-y-2))
	case arrow:
		x, y := min(at.x+at.w+110, width-10), max(at.y-90, 10)
		a["x"], a["y"] = round(x), round(y)
		a["points"] = []float64{0, 0, round(at.x + at.w*.75 - x), round(at.y + at.h*.4 - y)}
	case under:
		y := min(at.y+at.h+6, height-4)
		a["x"], a["y"] = round(at.x), round(y)
		a["points"] = []float64{0, 0, round(at.w), 0}
	}
	b, err := json.Marshal(map[string]any{"className": class, "attrs": a, "scale": 1, "page": page})
	if err != nil {
		return "" // numbers and strings always encode
	}
	return string(b)
}
