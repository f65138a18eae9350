package certificate

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/eventstore/record"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// Check reads a certificate, JSON or PDF, and checks all of it with the public keys of the log. It
// returns the document and the head that covers its decision, or ErrRefused with the reason.
func Check(file []byte, keys ...string) (*Certificate, translog.Head, error) {
	if IsPDF(file) {
		return checkPDF(file, keys)
	}
	return checkJSON(file, keys)
}

func checkJSON(text []byte, keys []string) (*Certificate, translog.Head, error) {
	c, err := Decode(text)
	if err != nil {
		return nil, translog.Head{}, err
	}
	v, key, err := find(c.Key, keys)
	if err != nil {
		return nil, translog.Head{}, err
	}
	m, err := c.message()
	if err != nil {
		return nil, translog.Head{}, err
	}
	if !verify(v, m, c.Signature) {
		return nil, translog.Head{}, refuse("its signature is not over what it says: it was changed")
	}
	head, err := c.Proof.Check(key)
	if err != nil {
		return nil, translog.Head{}, refuse("the log does not prove it: %w", err)
	}
	return c, head, c.bound()
}

// bound compares the document with the event that the log proves.
func (c *Certificate) bound() error {
	l, err := record.Read(c.Proof.Record)
	if err != nil {
		return refuse("%w", err)
	}
	var data struct{ version, sha256 string }
	var meta struct{ actor, role string }
	if err := pick(l.Data, map[string]*string{"version": &data.version, "sha256": &data.sha256}); err != nil {
		return err
	}
	if err := pick(l.Meta, map[string]*string{"actor": &meta.actor, "role": &meta.role}); err != nil {
		return err
	}
	if meta.actor == "" {
		meta.actor = uuid.Nil.String()
	}
	for _, f := range []struct{ what, says, proven string }{
		{"the kind of decision", c.Decision.Event, string(l.Type)},
		{"the kind of decision", c.Decision.Event, string(proof.VersionApprovedType)},
		{"the stream", string(proof.AggregateType), string(l.StreamType)},
		{"the position", fmt.Sprint(c.Proof.Position), fmt.Sprint(l.Position)},
		{"the attachment", c.Attachment.String(), l.Stream.String()},
		{"the version", c.Version.ID.String(), data.version},
		{"the file's SHA-256", c.File.SHA256, data.sha256},
		{"who decided", c.Decision.By.String(), meta.actor},
		{"the role", c.Decision.Role, meta.role},
		{"the time", c.Decision.At, l.OccurredAt.Format(timeLayout)},
	} {
		if f.says != f.proven {
			return refuse("%s is %q in the certificate and %q in the log", f.what, shorten(f.says), shorten(f.proven))
		}
	}
	return nil
}

// pick reads strings of a JSON object by their exact names. A missing one stays empty.
func pick(text []byte, fields map[string]*string) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return refuse("the proven event cannot be read: %w", err)
	}
	for name, to := range fields {
		if raw, ok := all[name]; ok {
			if err := json.Unmarshal(raw, to); err != nil {
				return refuse("the proven event cannot be read: %w", err)
			}
		}
	}
	return nil
}
