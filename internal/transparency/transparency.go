// Package transparency serves the transparency log and its certificates in the form that the API
// shows, and publishes signed heads to the file store.
package transparency

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/files"
)

// Head is a signed head of the log.
type Head struct {
	Log    string
	Size   int64
	Hash   string // base64
	Signed string
}

// Proof proves that the log contains an event.
type Proof struct {
	Position int64
	Record   string   // base64
	Path     []string // base64
	Head     Head
	File     string // the complete proof, for a checker
}

// Growth proves that the log grew from one head to another.
type Growth struct {
	Old, Head Head
	Path      []string // base64
	File      string   // the complete proof, for a checker
}

// Look is the brand that a certificate shows as a page.
type Look = certificate.Look

// Wanted says which approval to certify, and with which annotations.
type Wanted struct {
	Order, Attachment, Version uuid.UUID
	Streams                    []uuid.UUID // topics of the version that the caller may see
	Internal                   bool        // with the annotations of the internal tab
	// PDF has the certificate made as a page in this look. Nil asks for the document itself.
	PDF *Look
}

// Service answers questions about the log by its transparency log.
type Service struct {
	Tree    *translog.Tree
	Signers *translog.Keys
	Issuer  *certificate.Issuer
}

// Keys returns the public keys, newest first.
func (t Service) Keys() []string { return t.Signers.Verifiers }

// show verifies and decodes a head that this log has signed.
func (t Service) show(signed string) (Head, error) {
	v, err := note.NewVerifier(t.Signers.Verifiers[0])
	if err != nil {
		return Head{}, err
	}
	h, err := translog.OpenHead(signed, v)
	return Head{Log: h.Log, Size: h.Size, Hash: h.Hash.String(), Signed: signed}, err
}

// Head returns the newest signed head.
func (t Service) Head(ctx context.Context) (Head, error) {
	signed, err := t.Tree.SignHead(ctx)
	if err != nil {
		return Head{}, err
	}
	return t.show(signed)
}

// Proof proves that the log contains the event at a position. It returns translog.ErrNotCovered for
// an event that no signed head covers.
func (t Service) Proof(ctx context.Context, position int64) (Proof, error) {
	p, err := t.Tree.Certify(ctx, position)
	if errors.Is(err, domain.ErrNotFound) {
		err = translog.ErrNotCovered
	}
	if err != nil {
		return Proof{}, err
	}
	head, err := t.show(p.Head)
	if err != nil {
		return Proof{}, err
	}
	file, err := p.Text()
	return Proof{
		Position: p.Position,
		Record:   base64.StdEncoding.EncodeToString(p.Record),
		Path:     texts(p.Path),
		Head:     head,
		File:     string(file),
	}, err
}

// Growth proves that the log grew from one size to another, 0 for the newest.
func (t Service) Growth(ctx context.Context, from, to int64) (Growth, error) {
	g, err := t.Tree.CertifyGrowth(ctx, from, to)
	if err != nil {
		return Growth{}, err
	}
	old, err := t.show(g.Old)
	if err != nil {
		return Growth{}, err
	}
	head, err := t.show(g.Head)
	if err != nil {
		return Growth{}, err
	}
	file, err := g.Text()
	return Growth{Old: old, Head: head, Path: texts(g.Path), File: string(file)}, err
}

func texts(path []tlog.Hash) []string {
	out := make([]string, len(path))
	for i, h := range path {
		out[i] = h.String()
	}
	return out
}

// Certificate certifies the last approval of a version.
func (t Service) Certificate(ctx context.Context, w Wanted) ([]byte, error) {
	c, err := t.Issuer.Issue(ctx, certificate.Request{
		Order:      w.Order,
		Attachment: w.Attachment,
		Version:    w.Version,
		Streams:    w.Streams,
		Internal:   w.Internal,
	})
	if err != nil {
		return nil, err
	}
	if w.PDF != nil {
		return certificate.PDF(c, *w.PDF, t.Signers.Signers[0], t.Signers.Verifiers[0])
	}
	return c.Encode()
}

const headsPrefix = "audit/heads/"

// Heads publishes heads to the file store.
type Heads struct{ S3 *files.Store }

var _ translog.Place = Heads{}

// Keep implements translog.Place.
func (s Heads) Keep(ctx context.Context, name string, head []byte) error {
	_, err := s.S3.Stat(ctx, headsPrefix+name)
	if errors.Is(err, files.ErrNotFound) {
		err = s.S3.Put(ctx, headsPrefix+name, bytes.NewReader(head), int64(len(head)), "text/plain; charset=utf-8")
	}
	return err
}

// Heads implements translog.Place.
func (s Heads) Heads(ctx context.Context) (heads []string, err error) {
	keys, err := s.S3.List(ctx, headsPrefix)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		if !strings.HasSuffix(key, ".head") {
			continue
		}
		text, err := s.read(ctx, key)
		if err != nil {
			return nil, err
		}
		heads = append(heads, text)
	}
	return heads, nil
}

func (s Heads) read(ctx context.Context, key string) (string, error) {
	r, _, err := s.S3.Get(ctx, key)
	if err != nil {
		return "", err
	}
	const enough = 1 << 16 // a head has only a few hundred bytes
	text, err := io.ReadAll(io.LimitReader(r, enough))
	return string(text), errors.Join(err, r.Close())
}
