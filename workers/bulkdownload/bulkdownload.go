// Package bulkdownload creates a zip of an order's files for the person who requested it. Nobody
// else can download the zip.
package bulkdownload

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/projections/proofs"
)

// Limits of a bulk download.
const (
	MaxBytes = 2 << 30 // total size of the files
	attempts = 3
)

// Errors of a bulk download.
var (
	ErrNoFiles = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "bulk_download.no_files",
		Message: "This order has no files that you may see.",
	}
	ErrTooBig = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "bulk_download.too_big",
		Message: "These files are more than 2 GB together. Please download them one by one.",
	}
	ErrChanged = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "bulk_download.changed",
		Message: "The files that you may see have changed. Please ask for the download again.",
	}
)

// Names of the live messages (BD-322, BD-323).
const (
	Ready  = "bulk-download-ready"
	Failed = "bulk-download-failed"
)

// Table stores the requested downloads.
type Table interface {
	RequestDownload(ctx context.Context, d transfers.Download) (transfers.Download, error)
	Download(ctx context.Context, id, person uuid.UUID) (transfers.Download, error)
	WaitingDownload(ctx context.Context, id uuid.UUID) (transfers.Download, error)
	EndDownload(ctx context.Context, d transfers.Download, at time.Time) error
	ExpiredDownloads(ctx context.Context, before time.Time) ([]transfers.Download, error)
	RemoveDownload(ctx context.Context, id uuid.UUID) error
	SurplusDownloads(ctx context.Context, person uuid.UUID) ([]transfers.Download, error)
}

// Orders returns an order if the person may see it.
type Orders interface {
	One(ctx context.Context, to domain.Actor, id uuid.UUID) (order.Order, error)
}

// Proofs returns the attachments of an order.
type Proofs interface {
	OfOrder(ctx context.Context, orderID uuid.UUID) ([]proofs.Attachment, error)
}

// People returns a person's current account, or domain.ErrNotFound.
type People interface {
	Actor(ctx context.Context, person uuid.UUID) (domain.Actor, error)
}

// Files reads and writes files in the file store.
type Files interface {
	Get(ctx context.Context, key string) (io.ReadCloser, error)
	// Stream stores what write writes, and returns its size in bytes.
	Stream(ctx context.Context, key string, write func(io.Writer) error) (size int64, err error)
	Delete(ctx context.Context, key string) error
	Link(ctx context.Context, key, fileName, contentType string, expires time.Duration) (string, error)
}

// Config holds the dependencies of bulk downloads. Every field except CheckSpace is required.
type Config struct {
	Table      Table
	Orders     Orders
	Proofs     Proofs
	People     People
	Files      Files
	Tell       func(person uuid.UUID, event string, data any)
	CheckSpace func(bytes int64) error // refuses bytes that the store's disk has no room for; may be nil
	Clock      func() time.Time
	Logger     *slog.Logger

	LinkLife time.Duration // validity of a download link
}

// file is one of the files in a zip.
type file struct {
	version uuid.UUID
	key     string
	name    string // name in the zip
	size    int64
}

var folders = map[proof.Kind]string{
	proof.CustomerReview: "Customer review",
	proof.SuppliedFiles:  "Supplied files",
	proof.InternalReview: "Internal review",
}

// files returns the newest versions of the attachments that a person may see now.
func (c Config) files(ctx context.Context, by domain.Actor, orderID uuid.UUID) (number string, all []file, err error) {
	o, err := c.Orders.One(ctx, by, orderID)
	if err != nil {
		return "", nil, err
	}
	attachments, err := c.Proofs.OfOrder(ctx, orderID)
	if err != nil {
		return "", nil, err
	}
	names := map[string]int{}
	for _, a := range attachments {
		newest := slices.IndexFunc(a.Newest, func(v proofs.Version) bool {
			return policy.SeesFile(by, policy.FileOf(a.ID, &a.Facts, v.Since), &o.Summary)
		})
		if newest < 0 {
			continue
		}
		v := a.Newest[newest]
		all = append(
			all, file{v.ID, v.File.Key, unique(names, folders[a.Kind]+"/"+path.Base(v.File.Name)), v.File.Size},
		)
	}
	return o.Number.String(), all, nil
}

// unique returns a name that is not taken, ignoring case: a second 'label.png' becomes 'label
// (2).png'.
func unique(taken map[string]int, name string) string {
	key := strings.ToLower(name)
	if taken[key]++; taken[key] == 1 {
		return name
	}
	ext := path.Ext(name)
	return unique(taken, fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), taken[key], ext))
}

// Request requests a zip of the files of an order that a person may see. Repeating the same id has
// no effect.
func (c Config) Request(ctx context.Context, by domain.Actor, id, orderID uuid.UUID) (transfers.Download, error) {
	_, all, err := c.files(ctx, by, orderID)
	if err != nil {
		return transfers.Download{}, err
	}
	if len(all) == 0 {
		return transfers.Download{}, ErrNoFiles
	}
	var total int64
	for _, f := range all {
		total += f.size
	}
	if total > MaxBytes {
		return transfers.Download{}, ErrTooBig
	}
	if c.CheckSpace != nil {
		if err := c.CheckSpace(total); err != nil {
			return transfers.Download{}, err
		}
	}
	return c.Table.RequestDownload(
		ctx, transfers.Download{ID: id, Person: by.ID, Order: orderID, RequestedAt: c.Clock()},
	)
}

// Find returns a person's own download. The download has a link if it is ready and the person may
// still see all files in it.
func (c Config) Find(
	ctx context.Context,
	by domain.Actor,
	id uuid.UUID,
) (d transfers.Download, link string, err error) {
	d, err = c.Table.Download(ctx, id, by.ID)
	if err != nil || d.State != transfers.Ready {
		return d, "", err
	}
	_, all, err := c.files(ctx, by, d.Order)
	if err != nil {
		return d, "", err
	}
	seen := map[uuid.UUID]bool{}
	for _, f := range all {
		seen[f.version] = true
	}
	if slices.ContainsFunc(d.Versions, func(v uuid.UUID) bool { return !seen[v] }) {
		return d, "", ErrChanged
	}
	link, err = c.Files.Link(ctx, d.Key(), d.FileName, "application/zip", c.LinkLife)
	return d, link, err
}

// Worker builds requested zips.
func (c Config) Worker() jobs.Worker { return jobs.Worker{Kind: jobs.Zips, Do: c.build} }

// build creates one zip. It reports a failure to the person after three attempts, or at once if
// another attempt cannot succeed.
func (c Config) build(ctx context.Context, j jobs.Job) error {
	d, err := c.Table.WaitingDownload(ctx, j.ID)
	if errors.Is(err, domain.ErrNotFound) { // a try made it and could not say so any more
		return nil
	}
	if err != nil {
		return err
	}
	err = c.zip(ctx, &d)
	if err == nil {
		d.State = transfers.Ready
		if err = c.Table.EndDownload(ctx, d, c.Clock()); err == nil {
			c.Tell(
				d.Person, Ready,
				map[string]any{"orderId": d.Order, "downloadId": d.ID, "fileName": d.FileName, "fileSize": d.Size},
			)
			err = c.surplus(ctx, d.Person)
		}
		return err
	}
	if ctx.Err() != nil || j.Attempts < attempts && !final(err) {
		return err
	}
	d.State, d.Size = transfers.Failed, 0
	if err := c.Table.EndDownload(ctx, d, c.Clock()); err != nil {
		return err
	}
	c.Logger.Warn("a bulk download failed for good", "download", d.ID, "error", err)
	message := "The download could not be prepared. Please try again later."
	if e, ok := errors.AsType[*domain.Error](err); ok && final(err) {
		message = e.Message
	}
	c.Tell(d.Person, Failed, map[string]any{"orderId": d.Order, "downloadId": d.ID, "message": message})
	return nil
}

// surplus removes a person's zips beyond the newest transfers.MaxDownloads. Their rows stay, because
// they count towards the daily limit.
func (c Config) surplus(ctx context.Context, person uuid.UUID) error {
	old, err := c.Table.SurplusDownloads(ctx, person)
	for _, d := range old {
		if err == nil {
			err = c.Files.Delete(ctx, d.Key())
		}
		if err == nil {
			d.State, d.Size = transfers.Failed, 0
			err = c.Table.EndDownload(ctx, d, c.Clock())
		}
	}
	return err
}

// final reports whether another attempt would fail in the same way.
func final(err error) bool {
	return errors.Is(err, ErrNoFiles) || errors.Is(err, domain.ErrNotFound)
}

// zip streams the files into one zip in the store. It does not compress them, because image and PDF
// formats are already compressed.
func (c Config) zip(ctx context.Context, d *transfers.Download) error {
	by, err := c.People.Actor(ctx, d.Person)
	if err != nil {
		return err
	}
	number, all, err := c.files(ctx, by, d.Order)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return ErrNoFiles
	}
	d.FileName, d.Versions = number+" files.zip", nil
	for _, f := range all {
		d.Versions = append(d.Versions, f.version)
	}
	d.Size, err = c.Files.Stream(ctx, d.Key(), func(w io.Writer) error { return c.write(ctx, w, all) })
	return err
}

func (c Config) write(ctx context.Context, w io.Writer, all []file) error {
	z := zip.NewWriter(w)
	for _, f := range all {
		if err := c.add(ctx, z, f); err != nil {
			return err
		}
	}
	return z.Close()
}

func (c Config) add(ctx context.Context, z *zip.Writer, f file) (err error) {
	r, err := c.Files.Get(ctx, f.key)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Store, Modified: c.Clock()})
	if err != nil {
		return err
	}
	n, err := io.Copy(w, r)
	if err == nil && n != f.size {
		err = fmt.Errorf("bulk download: %s has %d bytes, not %d", f.key, n, f.size)
	}
	return err
}

// Sweep removes downloads that are older than a day.
func (c Config) Sweep(ctx context.Context) error {
	old, err := c.Table.ExpiredDownloads(ctx, c.Clock().Add(-transfers.DownloadsLast))
	if err != nil {
		return err
	}
	var errs []error
	for _, d := range old {
		err := c.Files.Delete(ctx, d.Key())
		if err == nil {
			err = c.Table.RemoveDownload(ctx, d.ID)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
