package conformance

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"pgregory.net/rapid"
)

const (
	asJSON = "application/json"
	asForm = "application/x-www-form-urlencoded"
)

// operation is an operation of the contract that the server serves.
type operation struct {
	*openapi3.Operation
	method, path string
	params       openapi3.Parameters
}

// operationsOf lists all operations: first what reads, then what writes, then what deletes, so that objects live as
// long as they can.
func operationsOf(doc *openapi3.T) (all []operation) {
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			all = append(all, operation{o, method, path, slices.Concat(item.Parameters, o.Parameters)})
		}
	}
	order := []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete}
	slices.SortFunc(all, func(a, b operation) int {
		if d := slices.Index(order, a.method) - slices.Index(order, b.method); d != 0 {
			return d
		}
		return strings.Compare(a.OperationID, b.OperationID)
	})
	return all
}

func (o operation) in(where string) (names []*openapi3.Parameter) {
	for _, p := range o.params {
		if p.Value.In == where {
			names = append(names, p.Value)
		}
	}
	return names
}

// public reports whether an operation needs no session.
func (o operation) public() bool { return o.Security != nil && len(*o.Security) == 0 }

// bodies returns the schemas of the body by content type.
func (o operation) bodies() map[string]*openapi3.Schema {
	all := map[string]*openapi3.Schema{}
	if o.RequestBody != nil {
		for kind, m := range o.RequestBody.Value.Content {
			all[kind] = m.Schema.Value
		}
	}
	return all
}

// input is one request. Its values are escaped.
type input struct {
	op      operation
	path    map[string]string
	query   []pair
	headers map[string]string
	kind    string // content type of the body
	body    *node
	text    *string // is sent in place of the body
	fault   string  // what is wrong with it, empty for a valid input
}

type pair struct{ name, value string }

func (i input) at() string {
	path := i.op.path
	for name, v := range i.path {
		path = strings.ReplaceAll(path, "{"+name+"}", v)
	}
	parts := make([]string, len(i.query))
	for n, p := range i.query {
		parts[n] = p.name + "=" + p.value
	}
	if len(parts) > 0 {
		path += "?" + strings.Join(parts, "&")
	}
	return path
}

func (i input) content() string {
	switch {
	case i.text != nil:
		return *i.text
	case i.body == nil:
		return ""
	case i.kind == asForm:
		return i.body.form()
	}
	return i.body.json()
}

func (i input) String() string {
	return fmt.Sprintf("%s %.300s %s %v %.600q", i.op.method, i.at(), i.kind, i.headers, i.content())
}

// validInput draws a request that conforms to the contract, about the given objects.
func validInput(t *rapid.T, op operation, known ids) input {
	i := input{op: op, path: map[string]string{}, headers: map[string]string{}}
	for _, p := range op.in("path") {
		i.path[p.Name] = url.PathEscape(fmt.Sprint(value(t, p.Name, p.Schema.Value, known).scalar))
	}
	for _, p := range op.in("query") {
		if p.Required || rapid.IntRange(0, 3).Draw(t, p.Name) == 0 {
			drawn := value(t, p.Name, p.Schema.Value, known)
			v := fmt.Sprint(drawn.scalar)
			if drawn.schema.Type.Is("array") {
				v = strings.Trim(strings.ReplaceAll(drawn.json(), `"`, ""), "[]")
			}
			i.query = append(i.query, pair{p.Name, url.QueryEscape(v)})
		}
	}
	bodies := op.bodies()
	if len(bodies) > 0 {
		i.kind = rapid.SampledFrom(slices.Sorted(maps.Keys(bodies))).Draw(t, "content type")
		i.body = value(t, "body", bodies[i.kind], known)
	}
	return i
}

// fault makes one thing of a valid request invalid.
type fault struct {
	what string
	do   func(*input)
}

// invalidInput draws a request that violates the contract in one place. So a failure needs no shrinking.
func invalidInput(t *rapid.T, op operation, known ids, authenticated bool) (i input, ok bool) {
	i = validInput(t, op, known)
	all := slices.Concat(faultsOfPath(op), faultsOfQuery(op), faultsOfHeaders(op, authenticated), faultsOfBody(t, i))
	if len(all) == 0 {
		return i, false
	}
	f := rapid.SampledFrom(all).Draw(t, "fault")
	f.do(&i)
	i.fault = f.what
	return i, true
}

// violations returns texts that a parameter does not allow, as they are sent.
func violations(p *openapi3.Parameter) map[string]string {
	s, bad := p.Schema.Value, map[string]string{"text that no database keeps": "a%00b", "broken text": "a%ffb"}
	switch {
	case len(s.Enum) > 0:
		bad["an unknown value"] = "no-such-value"
	case s.Type.Is("boolean"):
		bad["no boolean"] = "maybe"
	case s.Type.Is("integer"):
		bad["no number"], bad["a huge number"], bad["a fraction"] = "x", "1"+strings.Repeat("0", 40), "1.5"
		if s.Min != nil {
			bad["a small number"] = fmt.Sprintf("%.0f", *s.Min-1)
		}
		if s.Max != nil {
			bad["a large number"] = fmt.Sprintf("%.0f", *s.Max*2)
		}
	case s.Format == "uuid":
		bad["no id"] = "x"
	case s.Format == "date-time":
		bad["no moment"] = "tomorrow"
	case s.Pattern != "":
		bad["another pattern"] = "NO-.-PATTERN"
	}
	if s.Type.Is("string") && s.MaxLength != nil {
		bad["a long text"] = strings.Repeat("x", int(*s.MaxLength)+1)
	}
	return bad
}

func faultsOfPath(op operation) (all []fault) {
	for _, p := range op.in("path") {
		bad := violations(p)
		for _, what := range slices.Sorted(maps.Keys(bad)) {
			all = append(all, fault{what + " in the path as " + p.Name, func(i *input) { i.path[p.Name] = bad[what] }})
		}
	}
	return all
}

func faultsOfQuery(op operation) (all []fault) {
	for _, p := range op.in("query") {
		bad := violations(p)
		bad["no encoding"] = "%zz"
		drop := func(i *input) {
			i.query = slices.DeleteFunc(i.query, func(q pair) bool { return q.name == p.Name })
		}
		for _, what := range slices.Sorted(maps.Keys(bad)) {
			all = append(all, fault{what + " in the query as " + p.Name, func(i *input) {
				drop(i)
				i.query = append(i.query, pair{p.Name, bad[what]})
			}})
		}
		if p.Required {
			all = append(all, fault{"no " + p.Name, drop})
		}
	}
	return all
}

func faultsOfHeaders(op operation, authenticated bool) (all []fault) {
	set := func(what, name, v string) fault {
		return fault{what + " as " + name, func(i *input) { i.headers[name] = v }}
	}
	for _, p := range op.in("header") {
		switch p.Name {
		case "X-CSRF-Token":
			if authenticated && !op.public() {
				all = append(all, set("nonsense", p.Name, "%%%"), set("nothing", p.Name, ""))
			}
			continue
		case "Idempotency-Key":
			all = append(all, set("the nil UUID", p.Name, uuid.Nil.String()))
		}
		bad := violations(p)
		for _, what := range slices.Sorted(maps.Keys(bad)) {
			if !strings.Contains(bad[what], "%") { // headers have no such encoding
				all = append(all, set(what, p.Name, bad[what]))
			}
		}
	}
	if !op.public() {
		all = append(all, set("an unknown token", "Authorization", "Bearer "+strings.Repeat("x", 43)))
	}
	return all
}

// faultsOfBody returns what can be wrong with the body of an input.
func faultsOfBody(t *rapid.T, i input) (all []fault) {
	if i.body == nil {
		return nil
	}
	instead := func(what, text string) { all = append(all, fault{what, func(i *input) { i.text = &text }}) }
	as := func(kind string) { all = append(all, fault{"sent as " + kind, func(i *input) { i.kind = kind }}) }
	if i.op.RequestBody.Value.Required {
		instead("no body", "")
	}
	as("text/plain")
	as("application/xml")
	as("nonsense")
	if i.kind == asJSON {
		instead("half a body", `{"a":`)
		instead("two values", i.body.json()+" "+i.body.json())
		instead("null", "null")
		instead("a list", "[]")
		instead("deep nesting", strings.Repeat(`{"a":[`, 5_000))
		if len(i.op.bodies()) == 1 {
			as(asForm)
		}
	}
	var nodes []*node
	i.body.walk(func(n *node) { nodes = append(nodes, n) })
	n := rapid.SampledFrom(nodes).Draw(t, "place")
	s := n.schema
	put := func(what string, v any) {
		all = append(all, fault{what, func(*input) { n.scalar, n.fields, n.items = v, nil, nil }})
	}
	change := func(what string, do func()) { all = append(all, fault{what, func(*input) { do() }}) }
	json := i.kind == asJSON
	switch {
	case s.Type.Is("object"):
		change("an unknown field", func() {
			n.fields = append(n.fields, field{"noSuchField", &node{schema: openapi3.NewStringSchema(), scalar: "x"}})
		})
		if len(n.fields) > 0 {
			f := rapid.SampledFrom(n.fields).Draw(t, "field")
			change("the field "+f.name+" twice", func() { n.fields = append(n.fields, f) })
			change("the field "+f.name+" in other case", func() {
				n.fields = append(n.fields, field{strings.ToUpper(f.name[:1]) + f.name[1:], f.value})
			})
		}
		for _, name := range s.Required {
			change("no field "+name, func() {
				n.fields = slices.DeleteFunc(n.fields, func(f field) bool { return f.name == name })
			})
		}
		if json && n != i.body {
			put("a list for an object", raw("[]"))
		}
	case s.Type.Is("array"):
		put("an object for a list", raw("{}"))
		if s.MaxItems != nil && *s.MaxItems <= 10_000 && len(n.items) > 0 {
			change("a long list", func() { n.items = slices.Repeat(n.items[:1], int(*s.MaxItems)+1) })
		}
		if s.MinItems > 0 {
			change("a short list", func() { n.items = n.items[:s.MinItems-1] })
		}
	case len(s.Enum) > 0:
		put("an unknown value", "no-such-value")
	case s.Type.Is("boolean"):
		put("no boolean", "maybe")
	case s.Type.Is("integer"), s.Type.Is("number"):
		put("no number", "many")
		put("a fraction", raw("1.5"))
		put("a huge number", raw("1e400"))
		if s.Max != nil {
			put("a large number", raw(fmt.Sprintf("%.0f", *s.Max*2+1)))
		}
		if s.Min != nil {
			put("a small number", raw(fmt.Sprintf("%.0f", *s.Min-1)))
		}
	default:
		if json {
			put("a number for a text", raw("7"))
			put("broken text", raw("\"a\xffb\""))
			put("text that no database keeps", raw(`"a\u0000b"`))
			if !s.Nullable {
				put("null for a text", raw("null"))
			}
		} else {
			put("broken text", raw("a%ffb"))
			put("text that no database keeps", raw("a%00b"))
		}
		switch s.Format {
		case "uuid":
			put("no id", "x")
		case "date-time":
			put("no moment", "tomorrow")
		}
		if s.MaxLength != nil && *s.MaxLength <= 1<<20 {
			put("a long text", strings.Repeat("x", int(*s.MaxLength)+1))
		}
		if s.MinLength > 0 {
			put("a short text", strings.Repeat("x", int(s.MinLength)-1))
		}
	}
	return all
}
