package web

import (
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/google/uuid"
)

func TestAnUnknownQueryParameterIsRefusedWithTheNearestOne(t *testing.T) { // D-88
	query := func(names ...string) (all openapi3.Parameters) {
		for _, name := range names {
			all = append(all, &openapi3.ParameterRef{Value: &openapi3.Parameter{Name: name, In: "query"}})
		}
		return append(all, &openapi3.ParameterRef{Value: &openapi3.Parameter{Name: "X-Min-Position", In: "header"}})
	}
	list := &routers.Route{
		PathItem:  &openapi3.PathItem{Parameters: query("clientId")},
		Operation: &openapi3.Operation{Parameters: query("limit", "sortAsc", "updatedSince")},
	}
	none := &routers.Route{PathItem: &openapi3.PathItem{}, Operation: &openapi3.Operation{Parameters: query()}}
	for sent, want := range map[string]string{
		"limit=1&clientId=x":                 "",
		"":                                   "",
		"Limit=1":                            "'Limit' is unknown. Did you mean 'limit'?",
		"updated_since=x":                    "Did you mean 'updatedSince'?",
		"client=x":                           "Did you mean 'clientId'?",
		"limits=1":                           "Did you mean 'limit'?",
		"sort_asc=1":                         "Did you mean 'sortAsc'?",
		"X-Min-Position=3":                   "'X-Min-Position' is unknown.",
		strings.Repeat("%C3%A9", 9000) + "=": "éé",
		"=1":                                 "''",
	} {
		values, err := url.ParseQuery(sent)
		if err != nil {
			t.Fatal(err)
		}
		err = onlyDeclared(values, list)
		if got := asDomain(err); err == nil != (want == "") ||
			err != nil &&
				(got.Reason != errQuery.Reason || !strings.Contains(got.Message, want) || len(got.Message) > 300) {
			t.Errorf("%.60s: %v, not %q", sent, err, want)
		}
	}
	if err := onlyDeclared(
		url.Values{"a": {"b"}},
		none,
	); err == nil ||
		!strings.Contains(err.Error(), "no query parameters") {
		t.Errorf("a call without parameters: %v", err)
	}
}

func TestACursorIsReadAsItWasWritten(t *testing.T) { // D-88
	type place struct {
		Rank string
		ID   uuid.UUID
	}
	was, is := place{"a|b\"", uuid.New()}, place{}
	if err := ReadCursor(Cursor(was), &is); err != nil || is != was {
		t.Errorf("%+v %v", is, err)
	}
	for _, text := range []string{"", "!", "50", Cursor("text"), Cursor(place{Rank: "a\x00b"}), Cursor(was)[1:]} {
		if err := ReadCursor(text, &is); err == nil {
			t.Errorf("%q is a cursor", text)
		}
	}
}
