package web

import (
	"net/http"
	"strconv"
)

// PositionHeader is the header of the position that a write answers: a read that waits for it shows the write (D-30).
const PositionHeader = "X-Position"

// positioned adds the position to the answer of a write that the log has no event of: the end of the log.
type positioned struct {
	http.ResponseWriter

	head  func() (int64, error)
	wrote bool
}

// WriteHeader implements http.ResponseWriter.
func (p *positioned) WriteHeader(status int) {
	h := p.Header()
	if none := h.Get(PositionHeader) == "" || h.Get(PositionHeader) == "0"; none && !p.wrote && status/100 == 2 {
		if position, err := p.head(); err == nil { // the write is done, so its answer is sent without it otherwise
			h.Set(PositionHeader, strconv.FormatInt(position, 10))
		}
	}
	p.wrote = true
	p.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (p *positioned) Write(b []byte) (int, error) {
	if !p.wrote {
		p.WriteHeader(http.StatusOK)
	}
	return p.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController use the wrapped writer.
func (p *positioned) Unwrap() http.ResponseWriter { return p.ResponseWriter }
