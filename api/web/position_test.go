package web

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestAWriteAnswersThePositionOfItsEventOrTheEndOfTheLog(t *testing.T) { // D-30 D-283
	for what, c := range map[string]struct {
		position string
		status   int
		head     error
		want     string
	}{
		"an event":              {"7", 200, nil, "7"},
		"no event":              {"", 200, nil, "42"},
		"nothing to change":     {"0", 200, nil, "42"},
		"a log that is away":    {"", 200, errors.New("away"), ""},
		"a write that was none": {"", 409, nil, ""},
	} {
		w := httptest.NewRecorder()
		p := &positioned{ResponseWriter: w, head: func() (int64, error) { return 42, c.head }}
		if c.position != "" {
			p.Header().Set(PositionHeader, c.position)
		}
		if c.status != http.StatusOK {
			p.WriteHeader(c.status)
		}
		if _, err := p.Write([]byte("{}")); err != nil {
			t.Fatal(err)
		}
		if got := w.Header().Get(PositionHeader); got != c.want || w.Code != c.status {
			t.Errorf("%s: %d at %q, not %q", what, w.Code, got, c.want)
		}
	}
}
