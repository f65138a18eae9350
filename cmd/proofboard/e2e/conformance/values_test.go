package conformance

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

// ids has the ids of objects by the names that parameters and fields have for them.
type ids map[string]string

// node is a value of a schema. Nodes that are neither objects nor lists have a scalar.
type node struct {
	schema *openapi3.Schema
	scalar any // a string, a number, a boolean, or JSON as it is sent
	fields []field
	items  []*node
}

// field is a member of an object. Names may repeat.
type field struct {
	name  string
	value *node
}

// raw is text that is sent as it is, in the place of a value.
type raw string

func (n *node) json() string {
	switch {
	case n.schema.Type.Is("object") && n.scalar == nil:
		parts := make([]string, len(n.fields))
		for i, f := range n.fields {
			parts[i] = fmt.Sprintf("%q:%s", f.name, f.value.json())
		}
		return "{" + strings.Join(parts, ",") + "}"
	case n.schema.Type.Is("array") && n.scalar == nil:
		parts := make([]string, len(n.items))
		for i, item := range n.items {
			parts[i] = item.json()
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	if text, asIs := n.scalar.(raw); asIs {
		return string(text)
	}
	text, err := json.Marshal(n.scalar)
	if err != nil {
		panic(err) // scalars are strings, numbers and booleans
	}
	return string(text)
}

// form returns an object as the fields of a browser's form.
func (n *node) form() string {
	parts := make([]string, len(n.fields))
	for i, f := range n.fields {
		text := fmt.Sprint(f.value.scalar)
		if as, encoded := f.value.scalar.(raw); encoded {
			text = string(as)
		} else {
			text = url.QueryEscape(text)
		}
		parts[i] = url.QueryEscape(f.name) + "=" + text
	}
	return strings.Join(parts, "&")
}

// walk calls f for a node and all below it.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, m := range n.fields {
		m.value.walk(f)
	}
	for _, item := range n.items {
		item.walk(f)
	}
}

// value draws a value that conforms to a schema. The name and the objects that exist decide about values of which the
// contract only says that they are texts.
func value(t *rapid.T, name string, s *openapi3.Schema, known ids) *node {
	n := &node{schema: s}
	switch {
	case len(s.Enum) > 0:
		n.scalar = rapid.SampledFrom(s.Enum).Draw(t, name)
	case s.Type.Is("object"):
		names := slices.Sorted(maps.Keys(s.Properties))
		most := len(names)
		if s.MaxProps != nil {
			most = int(*s.MaxProps)
		}
		for _, property := range names {
			if property == "expectedVersion" { // matches by luck only
				continue
			}
			if slices.Contains(s.Required, property) || len(n.fields) < most && rapid.Bool().Draw(t, property) {
				n.fields = append(n.fields, field{property, value(t, property, s.Properties[property].Value, known)})
			}
		}
	case s.Type.Is("array"):
		most := 2
		if s.MaxItems != nil {
			most = min(most, int(*s.MaxItems))
		}
		for range rapid.IntRange(int(s.MinItems), max(int(s.MinItems), most)).Draw(t, name) {
			item := value(t, strings.TrimSuffix(name, "s")+"Id", s.Items.Value, known)
			if s.UniqueItems && slices.ContainsFunc(n.items, func(o *node) bool { return o.json() == item.json() }) {
				continue
			}
			n.items = append(n.items, item)
		}
	case s.Type.Is("boolean"):
		n.scalar = rapid.Bool().Draw(t, name)
	case s.Type.Is("integer"), s.Type.Is("number"):
		n.scalar = number(t, name, s)
	default:
		n.scalar = text(t, name, s, known)
	}
	return n
}

// number draws the ends of what a schema allows more often than what is between them.
func number(t *rapid.T, name string, s *openapi3.Schema) int64 {
	least, most := int64(0), int64(1)<<53-1
	if s.Min != nil {
		least = int64(*s.Min)
	}
	if s.Max != nil {
		most = int64(*s.Max)
	}
	switch name {
	case "opens":
		return 8 * 60
	case "closes":
		return 17 * 60
	case "wait": // a long poll takes as long as it says
		return 0
	}
	return rapid.OneOf(
		rapid.Just(least), rapid.Just(most), rapid.Int64Range(least, min(most, least+100)),
		rapid.Int64Range(least, most),
	).Draw(t, name)
}

// counter makes names and addresses differ.
var counter atomic.Int64

// receiver is an address of a webhook at which nobody listens.
const receiver = "http://127.0.0.1:1/hook"

// picture is a valid file of a schema with bytes. The test sets it.
var picture []byte

// text draws a text. What the contract describes in words only has a plausible value: a time zone, a colour, a message
// of the editor.
func text(t *rapid.T, name string, s *openapi3.Schema, known ids) string {
	if id := known[name]; id != "" && rapid.IntRange(0, 9).Draw(t, name) > 0 {
		return id
	}
	day := 24 * time.Hour
	soon := time.Now().Add(time.Duration(rapid.IntRange(1, 9).Draw(t, "days")) * day).UTC()
	switch s.Format {
	case "uuid":
		return uuid.NewString()
	case "date-time":
		return soon.Format(time.RFC3339)
	case "byte":
		return base64.StdEncoding.EncodeToString(picture)
	}
	n := counter.Add(1)
	likely := map[string][]string{
		"email":               {fmt.Sprintf("person-%d@example.test", n)},
		"username":            {fmt.Sprintf("person-%d@example.test", n), harness.Cast["beta"].Email},
		"timeZone":            {"UTC", "Europe/Berlin", "America/New_York"},
		"annotation":          {harness.Mark},
		"mentions":            {"[]"},
		"pdfAnnotationModule": {"pdfjs", "pdf-tools"},
		"colour":              {"#2563eb"},
		"currency":            {"EUR", "USD"},
		"date":                {soon.Format(time.DateOnly)},
		"html":                {"<p>Closed on <b>Monday</b></p>"},
		"hostId":              {fmt.Sprintf("proofs-%d.example.test", n)},
		"fileId":              {strings.Repeat("0", 64)},
		"code":                {"123456"},
		"projection":          {"announcements", "inbox", "nothing"},
		"figure":              {"placed"},
		"asOf":                {"1", "100"},
		"ids":                 {known["orderId"]},
		"ticks":               {"1", "10"},
		"password":            {"a-Good-one-7", "not-the-one-5"},
		"to":                  {soon.Format(time.DateOnly)},
		"from":                {soon.Add(-60 * day).Format(time.DateOnly)},
		"until":               {soon.Add(30 * day).Format(time.DateOnly)},
		"on":                  {time.Now().UTC().Format(time.DateOnly)},
		"message":             {harness.Message("please look at this")},
		"brief":               {harness.Message("four pages")},
		"data":                {harness.Message("on second thought")},
		"columns":             {"name,status"},
		"createdAtStart":      {"2026/01/01 00:00:00"},
		"createdAtEnd":        {"2026/12/31 24:00:00"},
		"dueDateStart":        {"2026/01/01 00:00:00"},
		"dueDateEnd":          {"2026/12/31 24:00:00"},
		"updatedDateStart":    {"2026/01/01 00:00:00"},
		"updatedDateEnd":      {"2026/12/31 24:00:00"},
		"queueTime":           {"0:50", "51:75"},
		"workTime":            {"76"},
		"priority":            {"high,urgent"},
		"only":                {"mine,due-week", "overdue"},
		"orderProgress":       {"in-review", "draft,queue", "not-frozen"},
		"customerId":          {harness.Acme.String(), harness.Beta.String()},
		"cursor":              {""},
		"url":                 {receiver},
		"typeId":              {"order.created", "topic.opened"},
		"after":               {""},
	}
	for alias, of := range map[string]string{
		"emailAddress": "email", "backgroundColor": "colour", "textColor": "colour", "newPassword": "password",
		"reNewPassword": "password",
	} {
		likely[alias] = likely[of]
	}
	if all := likely[name]; len(all) > 0 && rapid.IntRange(0, 9).Draw(t, name) > 0 {
		if v := rapid.SampledFrom(all).Draw(t, name); fits(s, v) {
			return v
		}
	}
	most := 40
	if s.MaxLength != nil {
		most = min(most, int(*s.MaxLength))
	}
	least := max(1, int(s.MinLength))
	if s.Pattern != "" {
		return strings.Repeat("x", least)
	}
	return rapid.OneOf(
		rapid.Just(fmt.Sprintf("Proofs %d", n)[:min(most, len(fmt.Sprintf("Proofs %d", n)))]),
		rapid.StringOfN(rapid.RuneFrom([]rune(letters)), least, max(least, most), -1),
	).Filter(func(v string) bool { return fits(s, v) }).Draw(t, name)
}

// letters has what is often handled wrongly: spaces, quotes, signs of paths, markup, queries and formats, letters of
// several bytes and of several runes.
const letters = "abz AZ09-_.,:;'\"`<>&%$#@!?*+=~^|/\\()[]{}\t\näßéÅøñ漢字عर्🖨️é\u200d"

func fits(s *openapi3.Schema, v string) bool {
	n := uint64(len([]rune(v)))
	return n >= s.MinLength && (s.MaxLength == nil || n <= *s.MaxLength)
}
