package core

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/erasure"
	"github.com/proofboard/proofboard/internal/files"
)

// retryRegister is how often the program tries to read the register of erasures.
const retryRegister = 10 * time.Second

// Eraser returns what erases people.
func (p *Core) Eraser() *erasure.Eraser {
	e := &erasure.Eraser{
		Accounts: p.Accounts,
		Vault:    p.Vault,
		Files:    p.keys,
		Owner:    p.Owner,
		Embedded: p.Config.DatabaseURL == "",
		Log:      p.Log,
	}
	if p.Config.SMTPURL == "" {
		e.Mail = func() (erasure.Mail, error) { return embedded.OpenMailSink(filepath.Join(p.Config.Data, "mail")) }
	}
	return e
}

// Erase removes a person and can be repeated after a failure. It returns in left what it could not
// remove yet.
func (p *Core) Erase(ctx context.Context, person uuid.UUID) (left []string, err error) {
	return p.Eraser().Erase(ctx, person)
}

// applyRegister applies the register before the program serves requests. If the file store is
// unavailable, the program retries later.
func (p *Process) applyRegister(ctx context.Context) error {
	err := p.Eraser().Again(ctx, p.Files.S3)
	if err == nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, files.ErrUnavailable) {
		return err
	}
	p.Log.Error(
		"the register of erasures cannot be read: somebody who was erased may be back until it can, if this database was restored",
		"error",
		err,
	)
	p.unregistered = true
	return nil
}

// KeepApplying retries until the file store is available, then applies the register.
func (p *Process) KeepApplying(ctx context.Context) error {
	for p.unregistered {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(retryRegister):
		}
		p.unregistered = p.Eraser().Again(ctx, p.Files.S3) != nil
	}
	return nil
}
