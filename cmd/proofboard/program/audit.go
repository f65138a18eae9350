package program

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	apiaudit "github.com/proofboard/proofboard/api/audit"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/files"
)

// transparency connects the API to the transparency log, because the API must not import the event
// store.
type transparency struct {
	tree      *translog.Tree
	keys      *translog.Keys
	issuer    *certificate.Issuer
	publicURL string
}

var _ apiaudit.Transparency = transparency{}

func (p *Program) transparency() transparency {
	return transparency{
		p.Tree,
		p.AuditKeys,
		&certificate.Issuer{Log: p.Store, Tree: p.Tree, Keys: p.AuditKeys},
		p.publicURL(),
	}
}

// publicURL returns the URL at which people reach the product.
func (p *Program) publicURL() string {
	base := p.cfg.PublicURL
	if base == "" {
		base = "http://" + p.Addr()
	}
	return strings.TrimSuffix(base, "/")
}

func (t transparency) Keys() []string { return t.keys.Verifiers }

// show verifies and decodes a head that this log has signed.
func (t transparency) show(signed string) (apiaudit.AuditHead, error) {
	v, err := note.NewVerifier(t.keys.Verifiers[0])
	if err != nil {
		return apiaudit.AuditHead{}, err
	}
	h, err := translog.OpenHead(signed, v)
	return apiaudit.AuditHead{Log: h.Log, Size: h.Size, Hash: h.Hash.String(), Signed: signed}, err
}

func (t transparency) Head(ctx context.Context) (apiaudit.AuditHead, error) {
	signed, err := t.tree.SignHead(ctx)
	if err != nil {
		return apiaudit.AuditHead{}, err
	}
	return t.show(signed)
}

func (t transparency) Proof(ctx context.Context, position int64) (apiaudit.AuditProof, error) {
	p, err := t.tree.Certify(ctx, position)
	if errors.Is(err, domain.ErrNotFound) {
		err = translog.ErrNotCovered
	}
	if err != nil {
		return apiaudit.AuditProof{}, err
	}
	head, err := t.show(p.Head)
	if err != nil {
		return apiaudit.AuditProof{}, err
	}
	file, err := p.Text()
	return apiaudit.AuditProof{
		Position: p.Position,
		Record:   base64.StdEncoding.EncodeToString(p.Record),
		Path:     texts(p.Path),
		Head:     head,
		File:     string(file),
	}, err
}

func (t transparency) Growth(ctx context.Context, from, to int64) (apiaudit.AuditGrowth, error) {
	g, err := t.tree.CertifyGrowth(ctx, from, to)
	if err != nil {
		return apiaudit.AuditGrowth{}, err
	}
	old, err := t.show(g.Old)
	if err != nil {
		return apiaudit.AuditGrowth{}, err
	}
	head, err := t.show(g.Head)
	if err != nil {
		return apiaudit.AuditGrowth{}, err
	}
	file, err := g.Text()
	return apiaudit.AuditGrowth{Old: old, Head: head, Path: texts(g.Path), File: string(file)}, err
}

func texts(path []tlog.Hash) []string {
	out := make([]string, len(path))
	for i, h := range path {
		out[i] = h.String()
	}
	return out
}

func (t transparency) Certificate(ctx context.Context, w apiaudit.CertificateWanted) ([]byte, error) {
	c, err := t.issuer.Issue(ctx, certificate.Request{
		Order:      w.Order,
		Attachment: w.Attachment,
		Version:    w.Version,
		Streams:    w.Streams,
		Internal:   w.Internal,
	})
	if err != nil {
		return nil, err
	}
	if w.PDF {
		return certificate.PDF(c, t.publicURL, t.keys.Signers[0], t.keys.Verifiers[0])
	}
	return c.Encode()
}

const headsPrefix = "audit/heads/"

// storedHeads publishes heads to the file store.
type storedHeads struct{ s3 *files.Store }

var _ translog.Place = storedHeads{}

// Keep implements translog.Place.
func (s storedHeads) Keep(ctx context.Context, name string, head []byte) error {
	_, err := s.s3.Stat(ctx, headsPrefix+name)
	if errors.Is(err, files.ErrNotFound) {
		err = s.s3.Put(ctx, headsPrefix+name, bytes.NewReader(head), int64(len(head)), "text/plain; charset=utf-8")
	}
	return err
}

// Heads implements translog.Place.
func (s storedHeads) Heads(ctx context.Context) (heads []string, err error) {
	keys, err := s.s3.List(ctx, headsPrefix)
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

func (s storedHeads) read(ctx context.Context, key string) (string, error) {
	r, _, err := s.s3.Get(ctx, key)
	if err != nil {
		return "", err
	}
	const enough = 1 << 16 // a head has only a few hundred bytes
	text, err := io.ReadAll(io.LimitReader(r, enough))
	return string(text), errors.Join(err, r.Close())
}

// PublishHead signs the head of the log and stores it in the folder and in the file store, unless
// they already contain it.
func (p *Program) PublishHead(ctx context.Context) error {
	return p.Tree.Publish(ctx, translog.Folder(p.cfg.AuditHeadsFolder()), storedHeads{p.store.s3})
}

// HeadsInStore returns the signed heads in the file store. It also finds the embedded store of a
// running server.
func (p *Core) HeadsInStore(ctx context.Context) ([]string, error) {
	store, _, err := p.files(ctx, true)
	if err != nil {
		return nil, err
	}
	return storedHeads{store}.Heads(ctx)
}
