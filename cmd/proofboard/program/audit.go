package program

import (
	"context"

	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/transparency"
)

func (p *Program) transparency() transparency.Service {
	return transparency.Service{
		Tree:    p.Tree,
		Signers: p.AuditKeys,
		Issuer:  &certificate.Issuer{Log: p.Store, Tree: p.Tree, Keys: p.AuditKeys},
	}
}

// publicURL returns the URL at which people reach the product.
func (p *Program) publicURL() string {
	if p.cfg.PublicURL == "" {
		return "http://" + p.Addr()
	}
	return p.cfg.Address()
}

// PublishHead signs the head of the log and stores it in the folder and in the file store, unless
// they already contain it.
func (p *Program) PublishHead(ctx context.Context) error {
	return p.Tree.Publish(ctx, translog.Folder(p.cfg.AuditHeadsFolder()), transparency.Heads{S3: p.store.S3})
}

// HeadsInStore returns the signed heads in the file store. It also finds the embedded store of a
// running server.
func (p *Core) HeadsInStore(ctx context.Context) ([]string, error) {
	store, _, err := p.files(ctx, true)
	if err != nil {
		return nil, err
	}
	return transparency.Heads{S3: store}.Heads(ctx)
}
