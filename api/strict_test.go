package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/proofboard/proofboard/api/web"
)

// sample is a valid value of a schema: of every property that it has, or as many as it may have.
func sample(s *openapi3.Schema) any {
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type.Is("object"):
		o := members{}
		names := slices.Sorted(maps.Keys(s.Properties))
		slices.SortStableFunc(names, func(a, b string) int {
			return cmp.Compare(slices.Index(s.Required, b), slices.Index(s.Required, a)) // required ones first
		})
		if s.MaxProps != nil {
			names = names[:min(len(names), int(*s.MaxProps))]
		}
		for _, name := range names {
			o = append(o, member{name, sample(s.Properties[name].Value)})
		}
		return o
	case s.Type.Is("array"):
		return slices.Repeat([]any{sample(s.Items.Value)}, max(1, int(s.MinItems)))
	case s.Type.Is("boolean"):
		return true
	case s.Type.Is("integer"), s.Type.Is("number"):
		return int64(max(*s.Min, 1))
	case s.Format == "uuid":
		return uuid.NewString()
	case s.Format == "date-time":
		return "2026-11-22T10:00:00Z"
	}
	return strings.Repeat("x", int(max(s.MinLength, 1)))
}

// members is an object whose names may repeat.
type members []member

type member struct {
	name  string
	value any
}

func (o members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:", m.name)
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// objects calls f for a copy of every object in v, with what puts another one in its place.
func objects(v any, put func(any) any, f func(o members, put func(any) any)) {
	switch v := v.(type) {
	case members:
		f(v, put)
		for i, m := range v {
			objects(m.value, func(x any) any { o := slices.Clone(v); o[i].value = x; return put(o) }, f)
		}
	case []any:
		for i := range v {
			objects(v[i], func(x any) any { l := slices.Clone(v); l[i] = x; return put(l) }, f)
		}
	}
}

// otherCase changes the case of one letter.
func otherCase(r *rand.Rand, name string) string {
	letters := []rune(name)
	for {
		i := r.IntN(len(letters))
		c := letters[i]
		if letters[i] = unicode.ToUpper(c); letters[i] == c {
			letters[i] = unicode.ToLower(c)
		}
		if letters[i] != c {
			return string(letters)
		}
	}
}

// 10,000 bodies with names that are unknown, differ in case or come twice, and with values beyond
// their bounds.
func TestBodiesThatAreNotExactlyTheContractsAreRefused(t *testing.T) { // check 28
	v := validator(t)
	s := web.New(web.Ports{Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry()})
	reached := 0
	r := chi.NewRouter()
	type call struct {
		method, path string
		schema       *openapi3.Schema
		form         bool
	}
	var calls []call
	param := regexp.MustCompile(`\{(\w+)\}`)
	for _, key := range slices.Sorted(maps.Keys(v)) {
		route := v[key]
		r.Method(
			route.Method, route.Path,
			s.Validate(v)(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ })),
		)
		if route.Operation.RequestBody == nil {
			continue
		}
		path := param.ReplaceAllStringFunc(
			route.Path, func(p string) string { return pathSample(route, strings.Trim(p, "{}")) },
		)
		for kind, m := range route.Operation.RequestBody.Value.Content {
			calls = append(calls, call{route.Method, path, m.Schema.Value, kind != "application/json"})
		}
	}
	send := func(c call, body string) int {
		kind := "application/json"
		if c.form {
			kind = "application/x-www-form-urlencoded"
		}
		q := httptest.NewRequestWithContext(t.Context(), c.method, c.path, strings.NewReader(body))
		q.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		r.ServeHTTP(w, q)
		return w.Code
	}
	// refused by the contract, or refused below as nothing at all: never let through
	hostile, seed := 0, rand.New(rand.NewPCG(28, 1)) // the same bodies on every run
	refuse := func(c call, what, body string) {
		hostile++
		before := reached
		if status := send(c, body); status != http.StatusBadRequest || reached != before {
			t.Errorf("%s %s, %s: %d for %.300s", c.method, c.path, what, status, body)
		}
	}
	for _, c := range calls {
		good := sample(c.schema)
		before := reached
		if status := send(c, encodeBody(t, c.form, good)); reached != before+1 {
			t.Fatalf("%s %s: %d for a good body %s", c.method, c.path, status, encodeBody(t, c.form, good))
		}
	}
	for hostile < 10_000 {
		for _, c := range calls {
			objects(sample(c.schema), func(x any) any { return x }, func(o members, put func(any) any) {
				if len(o) == 0 {
					return
				}
				i := seed.IntN(len(o))
				name := o[i].name
				more := func(m member) string {
					at := seed.IntN(len(o) + 1)
					return encodeBody(t, c.form, put(slices.Insert(slices.Clone(o), at, m)))
				}
				refuse(c, "an unknown name", more(member{fmt.Sprintf("x%d", seed.Uint32()), "x"}))
				refuse(c, "a name in other case", more(member{otherCase(seed, name), o[i].value}))
				refuse(c, "a name twice", more(o[i]))
				spelt := slices.Clone(o)
				spelt[i].name = otherCase(seed, name)
				refuse(c, "a name only in other case", encodeBody(t, c.form, put(spelt)))
			})
			if !c.form {
				beyond(
					c.schema, func(x any) any { return x },
					func(what string, body any) { refuse(c, what, encodeBody(t, false, body)) },
				)
			}
		}
	}
	t.Logf("%d bodies for %d calls", hostile, len(calls))
}

// beyond calls f with bodies that have one value beyond its bounds each.
func beyond(s *openapi3.Schema, put func(any) any, f func(what string, body any)) {
	switch {
	case len(s.Enum) > 0, s.Type.Is("boolean"), s.Format == "uuid":
	case s.Type.Is("object"):
		o, _ := sample(s).(members)
		for i, m := range o {
			beyond(
				s.Properties[m.name].Value, func(x any) any { n := slices.Clone(o); n[i].value = x; return put(n) }, f,
			)
		}
	case s.Type.Is("array"):
		f("a long list", put(slices.Repeat([]any{sample(s.Items.Value)}, int(*s.MaxItems)+1)))
		list, _ := sample(s).([]any)
		beyond(s.Items.Value, func(x any) any { l := slices.Clone(list); l[0] = x; return put(l) }, f)
	case s.Type.Is("string"):
		f("a long text", put(strings.Repeat("x", int(*s.MaxLength)+1)))
	default:
		f("a large number", put(json.RawMessage(fmt.Sprintf("%.0f", *s.Max*2))))
		f("a small number", put(json.RawMessage(fmt.Sprintf("%.0f", *s.Min-1))))
	}
}

func encodeBody(t *testing.T, form bool, v any) string {
	t.Helper()
	if o, isObject := v.(members); form && isObject {
		var fields []string
		for _, m := range o {
			fields = append(fields, url.QueryEscape(m.name)+"="+url.QueryEscape(fmt.Sprint(m.value)))
		}
		return strings.Join(fields, "&")
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func pathSample(r *routers.Route, name string) string {
	for _, params := range []openapi3.Parameters{r.PathItem.Parameters, r.Operation.Parameters} {
		if p := params.GetByInAndName("path", name); p != nil {
			if p.Schema.Value.Pattern != "" {
				return "board"
			}
			return fmt.Sprint(sample(p.Schema.Value))
		}
	}
	return ""
}
