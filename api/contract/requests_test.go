package contract

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
)

type body struct {
	Name string `form:"name" json:"name"`
}

type request struct {
	Id   int      `path:"id"`
	Ids  []string `query:"ids,required,joined"`
	Page *int     `query:"page"`
	Write
	JSONBody     *body `body:"JSON"`
	FormdataBody *body `body:"Formdata"`
}

func TestARequestIsReadFromItsPathQueryHeadersAndBody(t *testing.T) {
	const key = "0198b3a0-0000-7000-8000-000000000001"
	fields := fieldsOf[request]()
	for what, c := range map[string]struct {
		target string
		keys   []string
		fault  string
	}{
		"all":                {target: "/7?ids=a,b&page=2", keys: []string{key}},
		"a wrong path":       {target: "/x?ids=a,b", fault: "invalid format for parameter id: "},
		"nothing required":   {target: "/7", fault: "query argument ids is required, but not found"},
		"a wrong query":      {target: "/7?ids=a&page=x", fault: "invalid format for parameter page: "},
		"a wrong header":     {target: "/7?ids=a", keys: []string{"x"}, fault: "invalid format for parameter Idempotency-Key: "},
		"two of one header":  {target: "/7?ids=a", keys: []string{key, key}, fault: "expected one value for Idempotency-Key, got 2"},
		"the first fault":    {target: "/x", keys: []string{"x"}, fault: "invalid format for parameter id: "},
		"no optional header": {target: "/7?ids=a,b&page=2"},
	} {
		var got request
		var err error
		router := chi.NewRouter()
		router.Post("/{id}", func(_ http.ResponseWriter, r *http.Request) { err = fields.parameters(r, &got) })
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, c.target, http.NoBody)
		r.Header["Idempotency-Key"] = c.keys
		router.ServeHTTP(httptest.NewRecorder(), r)
		switch {
		case c.fault != "":
			if err == nil || !strings.HasPrefix(err.Error(), c.fault) {
				t.Errorf("%s: %v", what, err)
			}
		case err != nil || got.Id != 7 || strings.Join(got.Ids, " ") != "a b" || *got.Page != 2 || got.XCSRFToken != nil ||
			(len(c.keys) > 0) != (got.IdempotencyKey != nil && got.IdempotencyKey.String() == key):
			t.Errorf("%s: %+v %v", what, got, err)
		}
	}
}

func TestABodyIsReadByItsType(t *testing.T) {
	fields := fieldsOf[request]()
	for kind, c := range map[string]struct {
		text       string
		json, form bool
		fails      bool
	}{
		"application/json":                  {text: `{"name":"Ada"}`, json: true},
		"application/json; charset=utf-8":   {text: `{"name":7}`, fails: true},
		"application/x-www-form-urlencoded": {text: url.Values{"name": {"Ada"}}.Encode(), form: true},
		"text/plain":                        {text: "Ada"},
	} {
		var got request
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(c.text))
		r.Header.Set("Content-Type", kind)
		err := fields.body(r, &got)
		if (err != nil) != c.fails || (got.JSONBody != nil) != c.json || (got.FormdataBody != nil) != c.form {
			t.Errorf("%s: %+v %v", kind, got, err)
		}
		for _, b := range []*body{got.JSONBody, got.FormdataBody} {
			if b != nil && b.Name != "Ada" {
				t.Errorf("%s: %+v", kind, b)
			}
		}
	}
}

func TestAnAnswerIsWrittenWithItsHeaders(t *testing.T) {
	position, cookie := int64(7), "a=b"
	plain := Plain{Message: "OK"}
	for what, c := range map[string]struct {
		answer any
		status int
		header http.Header
		body   string
	}{
		"plain": {&plain, 200, http.Header{"Content-Type": {"application/json"}}, `{"message":"OK","success":true}` + "\n"},
		"written": {
			&Written[Plain]{Body: plain, Position: &position}, 200,
			http.Header{"Content-Type": {"application/json"}, "X-Position": {"7"}}, `{"message":"OK","success":true}` + "\n",
		},
		"accepted": {
			&Written[Plain]{Body: plain, Cookie: &cookie, Status: 202}, 202,
			http.Header{"Content-Type": {"application/json"}, "Set-Cookie": {"a=b"}}, `{"message":"OK","success":true}` + "\n",
		},
		"a file": {&File{Type: "image/png", Body: []byte("PNG"), CacheControl: "private"}, 200, http.Header{
			"Content-Type": {"image/png"}, "Content-Length": {"3"}, "Cache-Control": {"private"},
		}, "PNG"},
	} {
		w := httptest.NewRecorder()
		if err := write(w, c.answer); err != nil || w.Code != c.status || w.Body.String() != c.body {
			t.Errorf("%s: %v %d %s", what, err, w.Code, w.Body)
		}
		for name := range c.header {
			if w.Header().Get(name) != c.header.Get(name) {
				t.Errorf("%s: %s is %q", what, name, w.Header().Get(name))
			}
		}
		if len(w.Header()) != len(c.header) {
			t.Errorf("%s: %v", what, w.Header())
		}
	}
}
