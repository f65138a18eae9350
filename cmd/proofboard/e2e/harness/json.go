package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
)

// Value returns what a pointer points to, the zero value for nil.
func Value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// Atoi returns the number that a text consists of, 0 for any other text.
func Atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1 << 30
	}
	return n
}

// SameJSON reports whether two texts are the same JSON value.
func SameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil &&
		fmt.Sprint(x) == fmt.Sprint(y)
}

// Head returns the position of the last event in World.
func Head(t *testing.T) int64 {
	t.Helper()
	at, err := World.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// Unchanged checks that only the system has written events since a log position. Notifications of
// earlier events may still arrive.
func Unchanged(t *testing.T, since int64) {
	t.Helper()
	if Head(t) == since {
		return
	}
	events, err := World.Store.Read(t.Context(), since, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if ByPeople(e) {
			t.Errorf("a refused call wrote %s at %d", e.Type, e.Position)
		}
	}
}

// ByPeople reports whether a person caused an event, other than by signing in: a test signs people in when
// it needs them first.
func ByPeople(e domain.Event) bool {
	return e.Meta.Role != domain.System && e.Type != member.BrowserAddedType
}

// EventsSince counts the events since a log position that people caused. It ignores events of the
// system.
func EventsSince(t *testing.T, w *Site, since int64) (n int) {
	t.Helper()
	events, err := w.Store.Read(t.Context(), since, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if ByPeople(e) {
			n++
		}
	}
	return n
}

// Download reads a file with its presigned link.
func Download(t *testing.T, link string) []byte {
	t.Helper()
	res, err := World.Client.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("download: %d %v %.200s", res.StatusCode, err, b)
	}
	return b
}

// Checksum returns the SHA-256 of bytes in hex.
func Checksum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// Object is JSON as a browser receives it. The tests use field names because the requirements
// define them.
type Object map[string]any

// GetObject returns the data of a successful read.
func GetObject(t *testing.T, by, path string) Object {
	t.Helper()
	return MustCall[Object](t, SignedIn(t, by), http.MethodGet, path, nil)
}

// In returns the object at a path of fields and indexes such as
// "data.order.attachments.customerReview.0".
func (o Object) In(t *testing.T, path string) Object {
	t.Helper()
	var at any = map[string]any(o)
	for part := range strings.SplitSeq(path, ".") {
		switch v := at.(type) {
		case map[string]any:
			at = v[part]
		case []any:
			var i int
			if _, err := fmt.Sscan(part, &i); err != nil || i >= len(v) {
				t.Fatalf("%s: no %s among %d", path, part, len(v))
			}
			at = v[i]
		}
	}
	found, ok := at.(map[string]any)
	if !ok {
		t.Fatalf("%s is %v", path, at)
	}
	return found
}

// Has fails if one of the fields is missing.
func (o Object) Has(t *testing.T, fields ...string) {
	t.Helper()
	for _, f := range fields {
		if _, ok := o[f]; !ok {
			t.Errorf("the field %s is missing", f)
		}
	}
}

// IsOneOf fails unless a field has one of these values.
func (o Object) IsOneOf(t *testing.T, field string, values ...string) {
	t.Helper()
	if v, _ := o[field].(string); !slices.Contains(values, v) {
		t.Errorf("%s is %v, not one of %v", field, o[field], values)
	}
}

// AttachmentPath returns the path of an attachment of a scene.
func AttachmentPath(sc Scene, a Attachment) string {
	return "/order/" + sc.Order.String() + "/attachment/" + a.Attachment.String()
}
