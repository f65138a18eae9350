// Package certificate makes and checks approval certificates (BY-023). A certificate proves that a
// version of a proof was approved, by which role, when, and for which bytes. To check it you need
// only the public key of the log.
package certificate

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// Certificate is the document. Encode writes it in its only form, and its signature covers all
// other bytes.
type Certificate struct {
	Product     string              `json:"product"`
	Kind        string              `json:"kind"`
	Format      int                 `json:"format"`
	Order       uuid.UUID           `json:"order"`
	Attachment  uuid.UUID           `json:"attachment"`
	Version     Version             `json:"version"`
	File        File                `json:"file"`
	Decision    Decision            `json:"decision"`
	Tabs        []string            `json:"tabs"`                   // whose annotations are listed
	Annotations []Annotation        `json:"annotations"`            // as they were at the decision
	Since       []Change            `json:"changedSince,omitempty"` // what made the approval stale until the certificate was issued
	Proof       translog.EventProof `json:"proof"`                  // that the decision stands in the log
	Key         string              `json:"key"`                    // the signing key's name+hash; whoever checks brings the key itself
	Signature   string              `json:"signature"`              // Ed25519, base64
}

// Version is the version that was decided on.
type Version struct {
	ID     uuid.UUID `json:"id"`
	Number int64     `json:"number"`
}

// File is the approved file.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // hex
}

// Decision is the approval. It has the id of the person and no name (D-33).
type Decision struct {
	Event string    `json:"event"`
	By    uuid.UUID `json:"by"`
	Role  string    `json:"role"`
	At    string    `json:"at"` // UTC, microseconds
}

// Annotation is a topic on the version, without its texts.
type Annotation struct {
	ID       uuid.UUID `json:"id"`
	Tab      string    `json:"tab"`
	Page     int64     `json:"page"` // 0 without a mark
	State    string    `json:"state"`
	Mark     string    `json:"mark"` // SHA-256 of its JSON in hex, empty without a mark
	Comments int64     `json:"comments"`
}

// Change counts one kind of event that happened to the version after the decision (BY-030).
type Change struct {
	What  string `json:"what"`
	Count int64  `json:"count"`
}

// changeWords lists the changes that can make an approval out of date, in the order of a
// certificate.
var changeWords = []struct{ what, one, many string }{
	{"replaced", "the file was replaced", "the file was replaced"},
	{"opened", "comment opened", "comments opened"},
	{"edited", "comment edited", "comments edited"},
	{"moved", "mark moved", "marks moved"},
	{"reopened", "comment reopened", "comments reopened"},
	{"deleted", "comment deleted", "comments deleted"},
}

// words describes what made the approval out of date.
func (c *Certificate) sinceWords() string {
	var all []string
	for _, w := range changeWords {
		for _, s := range c.Since {
			switch {
			case s.What != w.what:
			case w.what == "replaced":
				all = append(all, w.one)
			case s.Count == 1:
				all = append(all, "1 "+w.one)
			default:
				all = append(all, fmt.Sprintf("%d %s", s.Count, w.many))
			}
		}
	}
	return strings.Join(all, ", ")
}

const (
	product    = "Proofboard"
	kind       = "approval certificate"
	format     = 1
	timeLayout = "2006-01-02T15:04:05.000000Z"
	// MaxBytes is the largest size of a certificate.
	MaxBytes = 16 << 20
	maxExact = 1<<53 - 1 // JavaScript changes larger numbers
	// The signed text begins with a line with which no head of a log begins, because the name of a
	// log contains no blanks.
	signedJSON = "proofboard approval certificate 1\n"
	signedPDF  = "proofboard approval certificate PDF 1\n"
)

// ErrRefused says that a document is not a certificate of this log, or that it was changed.
var ErrRefused = errors.New("certificate refused")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrRefused, fmt.Errorf(format, args...))
}

// Encode returns the only form of the document.
func (c *Certificate) Encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return b.Bytes(), nil
}

// Decode reads a document in the form of Encode. It refuses every other form.
func Decode(text []byte) (*Certificate, error) {
	if len(text) > MaxBytes {
		return nil, refuse("it is larger than %d bytes", MaxBytes)
	}
	c := &Certificate{}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, refuse("it is not JSON of a certificate: %w", err)
	}
	if c.Product != product || c.Kind != kind || c.Format != format {
		return nil, refuse("it is no approval certificate of a kind known here")
	}
	again, err := c.Encode()
	if err != nil || !bytes.Equal(text, again) {
		return nil, refuse("it is not written as certificates are")
	}
	return c, c.form()
}

var (
	isHash = regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString
	isRole = regexp.MustCompile(`^[a-z_]{1,40}$`).MatchString
)

// form checks what the types do not guarantee.
func (c *Certificate) form() error {
	for what, ok := range map[string]bool{
		"the version's number":  counts(c.Version.Number, 1),
		"the file's name":       c.File.Name != "" && domain.Storable(c.File.Name),
		"the file's size":       counts(c.File.Size, 1),
		"the file's SHA-256":    isHash(c.File.SHA256),
		"the role":              isRole(c.Decision.Role),
		"the list of tabs":      slices.Equal(c.Tabs, allTabs) || slices.Equal(c.Tabs, publicTab),
		"the annotations":       c.Annotations != nil,
		"the event's position":  counts(c.Proof.Position, 1),
		"the proof of position": c.Proof.Path != nil && c.Proof.Record != nil,
	} {
		if !ok {
			return refuse("%s is not in its form", what)
		}
	}
	for _, s := range c.Since {
		if !counts(s.Count, 1) ||
			!slices.ContainsFunc(
				changeWords, func(w struct{ what, one, many string }) bool { return w.what == s.What },
			) {
			return refuse("what changed since is not in its form")
		}
	}
	for _, a := range c.Annotations {
		if !slices.Contains(c.Tabs, a.Tab) || !counts(a.Page, 0) || !counts(a.Comments, 0) ||
			a.State != "open" && a.State != "resolved" ||
			a.Mark != "" && !isHash(a.Mark) {
			return refuse("the annotation %s is not in its form", a.ID)
		}
	}
	return nil
}

var (
	allTabs   = []string{"internal", "public"}
	publicTab = []string{"public"}
)

func counts(n, from int64) bool { return n >= from && n <= maxExact }

// message returns the bytes that the signature covers: the document with an empty signature.
func (c *Certificate) message() ([]byte, error) {
	unsigned := *c
	unsigned.Signature = ""
	text, err := unsigned.Encode()
	return append([]byte(signedJSON), text...), err
}

// Sign signs the document.
func (c *Certificate) Sign(s note.Signer) error {
	c.Key = keyID(s.Name(), s.KeyHash())
	m, err := c.message()
	if err != nil {
		return err
	}
	sig, err := s.Sign(m)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	c.Signature = base64.StdEncoding.EncodeToString(sig)
	return nil
}

func keyID(name string, hash uint32) string { return fmt.Sprintf("%s+%08x", name, hash) }

// find returns the trusted key that a document names.
func find(id string, keys []string) (note.Verifier, string, error) {
	for _, key := range keys {
		v, err := note.NewVerifier(key)
		if err != nil {
			return nil, "", fmt.Errorf("key %q: %w", key, err)
		}
		if keyID(v.Name(), v.KeyHash()) == id {
			return v, key, nil
		}
	}
	return nil, "", refuse("it is signed with %q, which is none of the keys given", shorten(id))
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}

// verify checks a signature in base64. It accepts one form of base64 only.
func verify(v note.Verifier, message []byte, signature string) bool {
	sig, err := base64.StdEncoding.Strict().DecodeString(signature)
	return err == nil && len(sig) == ed25519.SignatureSize && !strings.ContainsAny(signature, "\r\n") &&
		v.Verify(message, sig)
}
