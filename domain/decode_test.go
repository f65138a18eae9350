package domain_test

import (
	"testing"

	"github.com/proofboard/proofboard/domain"
)

func TestNamesInJSONMatchExactlyAndOnce(t *testing.T) {
	type inner struct {
		Page int `json:"page"`
	}
	for text, want := range map[string]struct{ strict, loose bool }{
		`{"name":"a","in":{"page":1}}`:               {true, true},
		`{}`:                                         {true, true},
		`{"name":"a","Name":"b"}`:                    {false, true},
		`{"NAME":"b"}`:                               {false, true},
		`{"name":"a","name":"b"}`:                    {false, false},
		`{"name":"a","\u006eame":"b"}`:               {false, false},
		`{"in":{"page":1,"page":2}}`:                 {false, false},
		`{"in":{"page":1,"Page":2}}`:                 {false, true},
		`{"any":{"x":1,"x":2}}`:                      {false, false},
		`{"any":[{"x":1,"X":2}]}`:                    {true, true},
		`{"more":1}`:                                 {false, true},
		`{"name":"a"} {}`:                            {false, false},
		`{"name":7}`:                                 {false, false},
		`{"\u017fame":"the letter that folds to s"}`: {false, true},
	} {
		for way, decode := range map[string]func([]byte, any) error{"strict": domain.Decode, "loose": domain.DecodeLoose} {
			var v struct {
				Name string `json:"name"`
				In   inner  `json:"in"`
				Any  any    `json:"any"`
				Same string `json:"same"`
			}
			ok := want.strict
			if way == "loose" {
				ok = want.loose
			}
			if err := decode([]byte(text), &v); (err == nil) != ok {
				t.Errorf("%s, %s: %v", text, way, err)
			}
			if v.Name == "b" && text != `{"name":"a","name":"b"}` && text != `{"name":"a","\u006eame":"b"}` ||
				v.In.Page == 2 && ok ||
				v.Same != "" {
				t.Errorf("%s, %s: read %+v", text, way, v)
			}
		}
	}
}
