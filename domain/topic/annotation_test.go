package topic_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain/topic"
)

// points is a line of n numbers.
func points(n int, number string) string {
	return `{"className":"line","attrs":{"points":[` + strings.TrimSuffix(strings.Repeat(number+",", n), ",") + `]}}`
}

func with(attrs string) string { return `{"className":"rect","attrs":{` + attrs + `}}` }

func TestAMarkIsOneOfFourShapesWithLimits(t *testing.T) { // BD-258, BD-262
	for name, is := range map[string]struct {
		mark string
		want error
	}{
		"none":                    {"", nil},
		"circle":                  {circle, nil},
		"rect":                    {rect, nil},
		"arrow":                   {`{"className":"arrow","attrs":{"points":[0.1,0.2,0.3,0.4],"stroke":"red","strokeWidth":5},"page":1}`, nil},
		"line":                    {points(4, "0.5"), nil},
		"with a capital":          {`{"className":"Arrow"}`, nil},
		"the newer canvas":        {with(`"version":0.2`), nil},
		"its version as a string": {with(`"version":"0.2"`), nil},
		"a group":                 {with(`"group":"g1","groupAttrs":{"id":"g1","x":1,"y":2}`), nil},
		"every colour":            {with(`"stroke":"green","fill":"purple"`), nil},
		"a CSS colour":            {with(`"stroke":"rgba(255, 0, 0, .5)","fill":"#ff00AA"`), nil},
		"20,000 numbers":          {points(20_000, "0.5"), nil},
		"page 10,000":             {`{"className":"rect","page":10000}`, nil},

		"a star":                   {`{"className":"star"}`, topic.ErrAnnotationInvalid},
		"a mouse is no shape":      {`{"className":"mouse"}`, topic.ErrAnnotationInvalid},
		"no shape":                 {`{}`, topic.ErrAnnotationInvalid},
		"null":                     {`null`, topic.ErrAnnotationInvalid},
		"a blank":                  {` `, topic.ErrAnnotationInvalid},
		"no JSON":                  {`circle`, topic.ErrAnnotationInvalid},
		"a list":                   {`[]`, topic.ErrAnnotationInvalid},
		"a name in other case":     {`{"className":"rect","ClassName":"line"}`, nil},
		"only in other case":       {`{"ClassName":"rect"}`, topic.ErrAnnotationInvalid},
		"a name twice":             {`{"className":"rect","page":1,"page":2}`, topic.ErrAnnotationInvalid},
		"half a point":             {points(3, "0.5"), topic.ErrAnnotationInvalid},
		"20,002 numbers":           {points(20_002, "0.5"), topic.ErrAnnotationInvalid},
		"points far away":          {points(2, "1e7"), topic.ErrAnnotationInvalid},
		"too large a number":       {points(2, "1e999"), topic.ErrAnnotationInvalid},
		"a group far away":         {with(`"groupAttrs":{"x":1e7}`), topic.ErrAnnotationInvalid},
		"page before the first":    {`{"className":"rect","page":-1}`, topic.ErrAnnotationInvalid},
		"page 10,001":              {`{"className":"rect","page":10001}`, topic.ErrAnnotationInvalid},
		"half a page":              {`{"className":"rect","page":1.5}`, topic.ErrAnnotationInvalid},
		"no scale":                 {`{"className":"rect","scale":0}`, topic.ErrAnnotationInvalid},
		"negative radius":          {with(`"radius":-1`), topic.ErrAnnotationInvalid},
		"negative stroke":          {with(`"strokeWidth":-1`), topic.ErrAnnotationInvalid},
		"a colour with a script":   {with(`"fill":"url(javascript:x)"`), topic.ErrAnnotationInvalid},
		"a long colour":            {with(`"fill":"` + strings.Repeat("f", 41) + `"`), topic.ErrAnnotationInvalid},
		"a long id":                {with(`"id":"` + strings.Repeat("x", 101) + `"`), topic.ErrAnnotationInvalid},
		"a long group":             {with(`"group":"` + strings.Repeat("x", 101) + `"`), topic.ErrAnnotationInvalid},
		"a long group id":          {with(`"groupAttrs":{"id":"` + strings.Repeat("x", 101) + `"}`), topic.ErrAnnotationInvalid},
		"a group that is a tree":   {with(`"group":{"a":{}}`), topic.ErrAnnotationInvalid},
		"a version that is a row":  {with(`"version":[1]`), topic.ErrAnnotationInvalid},
		"deep":                     {with(`"x":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000)), topic.ErrAnnotationInvalid},
		"over 256 KiB":             {with(`"id":"` + strings.Repeat("x", topic.MaxAnnotationBytes) + `"`), topic.ErrAnnotationTooLarge},
		"over 256 KiB written out": {points(20_000, "1.23456e-6"), topic.ErrAnnotationTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			text, page, err := topic.ParseAnnotation(is.mark)
			if !errors.Is(err, is.want) {
				t.Fatalf("got %v, want %v", err, is.want)
			}
			if err != nil && (text != "" || page != 0) {
				t.Errorf("a refused mark came through: %s", text)
			}
		})
	}
}

func TestAMarkKeepsNothingButItsShape(t *testing.T) { // BD-182, BD-257
	text, page, err := topic.ParseAnnotation(
		`{"className":"circle","attrs":{"id":"a","x":1,"y":2,"radius":10,"stroke":"blue","fill":"transparent","strokeWidth":5,
		"points":[0.5,1],"width":3,"height":4,"version":0.2,"onclick":"alert(1)","group":"<g>","groupAttrs":{"id":"g","x":1,"y":2,"name":"Ben Miller"}},"scale":0.75,"isUnsaved":true,"unsavedComment":"Ben Miller said","author":"Ben Miller"}`,
	)
	want := `{"className":"circle","attrs":{"id":"a","x":1,"y":2,"points":[0.5,1],"width":3,"height":4,"radius":10,"stroke":"blue","fill":"transparent","strokeWidth":5,"group":"\u003cg\u003e","groupAttrs":{"id":"g","x":1,"y":2},"version":0.2},"scale":0.75,"page":1}`
	if err != nil || text != want || page != 1 { // a mark without a page lies on the first
		t.Errorf("kept\n%s on page %d (%v), want\n%s", text, page, err, want)
	}
}

func TestTheSixColoursAreTaken(t *testing.T) { // BD-260
	for _, colour := range []string{"green", "red", "blue", "yellow", "pink", "purple"} {
		mark := with(fmt.Sprintf(`"stroke":%q`, colour))
		if text, _, err := topic.ParseAnnotation(mark); err != nil || !strings.Contains(text, colour) {
			t.Errorf("%s: %s, %v", colour, text, err)
		}
	}
	if _, _, err := topic.ParseAnnotation(with(`"stroke":"orange-ish"`)); !errors.Is(err, topic.ErrAnnotationInvalid) {
		t.Errorf("no colour: %v", err)
	}
}

func FuzzParseAnnotation(f *testing.F) {
	for _, s := range []string{
		"", "null", "{}", circle, rect, points(10, "1e-7"), points(9, "1"), with(`"group":"<<<<<"`), with(`"group":null,"version":null`),
		with(`"group":"` + strings.Repeat("<", 90) + `"`), with(`"version":"\ud800"`), with(`"id":"\u0000"`), with(`"x":-0,"y":1e21`), `{"className":"LINE","page":3,"scale":1e-300}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, page, err := topic.ParseAnnotation(s)
		if err != nil {
			known(t, err)
			return
		}
		if s == "" {
			if text != "" || page != 0 {
				t.Fatalf("a mark out of nothing: %s", text)
			}
			return
		}
		var got struct {
			ClassName string
			Page      int
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Page != page || page < 1 ||
			len(text) > topic.MaxAnnotationBytes {
			t.Fatalf("%s on page %d: %v", text, page, err)
		}
		if !slices.Contains([]string{"arrow", "circle", "rect", "line"}, strings.ToLower(got.ClassName)) {
			t.Fatalf("a %s", got.ClassName)
		}
		again, samePage, err := topic.ParseAnnotation(text)
		if err != nil || again != text || samePage != page {
			t.Fatalf("%s\ncomes out of a second reading as\n%s (%v)", text, again, err)
		}
	})
}

func ExampleParseAnnotation() {
	text, page, err := topic.ParseAnnotation(`{"className":"rect","attrs":{"x":0.25},"isUnsaved":true}`)
	fmt.Println(text, page, err)
	// Output: {"className":"rect","attrs":{"x":0.25},"page":1} 1 <nil>
}
