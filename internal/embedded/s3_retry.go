package embedded

import (
	"bytes"
	"io"
	"net/http"
	"strings"
)

// retrying sends a request once more that the gateway could not read. Under load the gateway sometimes
// answers so on a connection that was idle, also before it was sent anything.
type retrying struct{ *http.Transport }

// unread is what the gateway says about a request that it could not read.
const unread = "An error occurred when parsing the HTTP request."

// maxRefusal is how many bytes of a refusal are read.
const maxRefusal = 8 << 10

// RoundTrip implements http.RoundTripper. A request with a body is not sent again: it has been read by
// then.
func (t retrying) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := t.Transport.RoundTrip(r)
	if err != nil || res.StatusCode != http.StatusBadRequest || r.Body != nil && r.Body != http.NoBody {
		return res, err
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxRefusal))
	if err == nil && strings.Contains(string(text), unread) {
		_ = res.Body.Close()
		t.CloseIdleConnections() // what is left of them may be as stale
		return t.Transport.RoundTrip(r.Clone(r.Context()))
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(text), res.Body), res.Body}
	return res, nil
}
