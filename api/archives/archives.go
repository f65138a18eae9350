// Package archives exports whole accounts (BY-044): for the owner of a customer it writes what the
// owner may see of every order into one zip, which package internal/archive signs and checks.
package archives

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/topics"
)

// Files reads and writes files in the file store.
type Files interface {
	Get(ctx context.Context, key string) (io.ReadCloser, error)
	// Stream stores what write writes, and returns its size in bytes.
	Stream(ctx context.Context, key string, write func(io.Writer) error) (size int64, err error)
	Delete(ctx context.Context, key string) error
	Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error)
}

// Ports are the dependencies of the exports.
type Ports struct {
	Accounts  *accounts.Store
	Transfers *transfers.Store
	Board     *board.Queries
	Proofs    *proofs.Queries
	Topics    *topics.Queries
	Texts     web.Texts
	Files     Files
	// History calls do with every event of an order that a person may see, oldest first.
	History func(ctx context.Context, by domain.Actor, o *order.Order, do func(contract.HistoryEvent) error) error
	// Certify returns the certificate of a version's approval, as it was given to a person.
	Certify func(ctx context.Context, by domain.Actor, o *order.Order, attachment, version uuid.UUID, pdf bool) ([]byte, error)
	// SignedHead returns the signed head of the log.
	SignedHead func(ctx context.Context) (string, error)
	Signer     note.Signer
	Tell       func(person uuid.UUID, event string, data any)
	Clock      func() time.Time
	Logger     *slog.Logger
	NewID      func() uuid.UUID
	LinkLife   time.Duration // validity of a download link
}

// API answers the calls, and writes archives.
type API struct{ Ports }

// Event is the name of the live message with the state of an export.
const Event = "account-export"

// mayExport returns an error unless a person is the owner of a customer.
func mayExport(by domain.Actor) error {
	if by.Role != domain.Owner || by.CustomerID == uuid.Nil {
		return domain.ErrForbidden
	}
	return nil
}

// AccountExport returns the newest export of the caller's account.
func (s *API) AccountExport(
	ctx context.Context,
	_ contract.AccountExportRequest,
) (*contract.AccountExportAnswer, error) {
	a, err := s.newest(ctx, web.Actor(ctx))
	return &contract.AccountExportAnswer{Message: "OK", Data: a}, err
}

// RequestAccountExport asks for an export of the caller's account.
func (s *API) RequestAccountExport(
	ctx context.Context,
	r contract.RequestAccountExportRequest,
) (*contract.AccountExportAnswer, error) {
	by := web.Actor(ctx)
	if err := mayExport(by); err != nil {
		return nil, err
	}
	id := s.NewID()
	if key := r.IdempotencyKey; key != nil {
		id = uuid.NewSHA1(*key, by.CustomerID[:])
	}
	if err := s.Transfers.RequestArchive(ctx, transfers.Archive{
		ID: id, Customer: by.CustomerID, Person: by.ID, RequestedAt: s.Clock(),
	}); err != nil {
		return nil, err
	}
	a, err := s.newest(ctx, by)
	return &contract.AccountExportAnswer{
		Message: "The export is being prepared", Data: a,
	}, err
}

func (s *API) newest(ctx context.Context, by domain.Actor) (contract.AccountExport, error) {
	if err := mayExport(by); err != nil {
		return contract.AccountExport{}, err
	}
	a, err := s.Transfers.NewestArchive(ctx, by.CustomerID)
	if errors.Is(err, domain.ErrNotFound) {
		return contract.AccountExport{State: contract.NoExport}, nil
	}
	if err != nil {
		return contract.AccountExport{}, err
	}
	return s.show(ctx, a)
}

// show returns the state of an export. It has a link if the export is ready.
func (s *API) show(ctx context.Context, a transfers.Archive) (contract.AccountExport, error) {
	shown := contract.AccountExport{
		State: contract.AccountExportState(
			a.State,
		),
		RequestedAt: &a.RequestedAt,
		Orders:      &a.Orders,
		Written:     &a.Written,
	}
	if a.State != transfers.Ready {
		return shown, nil
	}
	if a.FileName == "" { // the file was removed
		return contract.AccountExport{State: contract.NoExport}, nil
	}
	link, err := s.Files.Link(ctx, a.Key(), a.FileName, "application/zip", s.LinkLife)
	shown.FileName, shown.FileSize, shown.ExpiresAt, shown.Link = &a.FileName, &a.Size, web.Some(a.ExpiresAt()), &link
	return shown, err
}

// How archives are made.
const (
	attempts  = 3
	tellEvery = time.Second
	swept     = 100
)

// Worker makes the archives that were asked for.
func (s *API) Worker() jobs.Worker { return jobs.Worker{Kind: jobs.Exports, Do: s.make} }

// make makes one archive. It gives up after some attempts.
func (s *API) make(ctx context.Context, j jobs.Job) error {
	a, err := s.Transfers.BeginArchive(ctx, j.ID)
	if errors.Is(err, domain.ErrNotFound) { // an attempt made it and could not say so any more
		return nil
	}
	if err != nil {
		return err
	}
	err = s.write(ctx, &a)
	switch {
	case err == nil:
		a.State = transfers.Ready
	case ctx.Err() != nil || j.Attempts < attempts:
		return err
	default:
		s.Logger.Warn("the export of an account failed for good", "export", a.ID, "error", err)
		if err := s.Files.Delete(ctx, a.Key()); err != nil { // an attempt may have stored it
			return err
		}
		a.State, a.FileName, a.Size = transfers.Failed, "", 0
	}
	if err := s.Transfers.SaveArchive(ctx, a); err != nil {
		return err
	}
	return s.tell(ctx, a)
}

// tell shows the state of an archive in the browsers of the person who asked for it.
func (s *API) tell(ctx context.Context, a transfers.Archive) error {
	shown, err := s.show(ctx, a)
	if err != nil {
		return err
	}
	s.Tell(a.Person, Event, shown)
	return nil
}

// Sweep removes the files of archives that are over.
func (s *API) Sweep(ctx context.Context) error {
	before := s.Clock().Add(-transfers.ArchivesLast)
	old, err := s.Transfers.SpentArchives(ctx, before, swept)
	errs := []error{err}
	for _, a := range old {
		err := s.Files.Delete(ctx, a.Key())
		if err == nil {
			a.FileName, a.Size = "", 0
			err = s.Transfers.SaveArchive(ctx, a)
		}
		errs = append(errs, err)
	}
	return errors.Join(append(errs, s.Transfers.ForgetArchives(ctx, before))...)
}
