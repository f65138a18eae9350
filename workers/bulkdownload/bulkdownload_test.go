package bulkdownload

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/projections/proofs"
)

var (
	person  = uuid.UUID{1}
	orderID = uuid.UUID{2}
	at      = time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)
	errDown = errors.New("the store is down")
)

// world fakes the dependencies of downloads in memory.
type world struct {
	rows        map[uuid.UUID]transfers.Download
	attachments []proofs.Attachment
	files       map[string][]byte
	down        bool // the store is unavailable
	told        []string
	tries       int // of the last download
}

func (w *world) RequestDownload(_ context.Context, d transfers.Download) (transfers.Download, error) {
	d.State = transfers.Waiting
	w.rows[d.ID] = d
	return d, nil
}

func (w *world) Download(_ context.Context, id, who uuid.UUID) (transfers.Download, error) {
	d, ok := w.rows[id]
	if !ok || d.Person != who {
		return d, domain.ErrNotFound
	}
	return d, nil
}

func (w *world) WaitingDownload(_ context.Context, id uuid.UUID) (transfers.Download, error) {
	if d := w.rows[id]; d.State == transfers.Waiting {
		return d, nil
	}
	return transfers.Download{}, domain.ErrNotFound
}

func (w *world) EndDownload(_ context.Context, d transfers.Download, _ time.Time) error {
	w.rows[d.ID] = d
	return nil
}

func (w *world) ExpiredDownloads(_ context.Context, before time.Time) (all []transfers.Download, err error) {
	for _, d := range w.rows {
		if d.RequestedAt.Before(before) {
			all = append(all, d)
		}
	}
	return all, nil
}

func (w *world) RemoveDownload(_ context.Context, id uuid.UUID) error {
	delete(w.rows, id)
	return nil
}

func (w *world) SurplusDownloads(_ context.Context, person uuid.UUID) (all []transfers.Download, err error) {
	for _, d := range w.rows {
		if d.State == transfers.Ready && d.Person == person {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b transfers.Download) int { return b.RequestedAt.Compare(a.RequestedAt) })
	return all[min(len(all), transfers.MaxDownloads):], nil
}

func (w *world) One(_ context.Context, _ domain.Actor, id uuid.UUID) (order.Order, error) {
	if id != orderID {
		return order.Order{}, domain.ErrNotFound
	}
	return order.Order{Summary: order.Summary{Number: order.Number{Prefix: "PB", N: 7}, Status: order.InProgress}}, nil
}

func (w *world) OfOrder(context.Context, uuid.UUID) ([]proofs.Attachment, error) {
	return w.attachments, nil
}

func (w *world) Actor(context.Context, uuid.UUID) (domain.Actor, error) {
	return domain.Actor{ID: person, Role: domain.Owner, ClientID: "customer", CustomerID: uuid.UUID{9}}, nil
}

func (w *world) Get(_ context.Context, key string) (io.ReadCloser, error) {
	content, ok := w.files[key]
	if w.down || !ok {
		return nil, errDown
	}
	return io.NopCloser(bytes.NewReader(content)), nil
}

func (w *world) Stream(_ context.Context, key string, write func(io.Writer) error) (int64, error) {
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return 0, err
	}
	w.files[key] = content.Bytes()
	return int64(content.Len()), nil
}

func (w *world) Delete(_ context.Context, key string) error {
	if w.down {
		return errDown
	}
	delete(w.files, key)
	return nil
}

func (w *world) Link(_ context.Context, key, _, _ string, _ time.Duration) (string, error) {
	return "https://store.test/" + key, nil
}

func (w *world) config(now time.Time) Config {
	return Config{
		Table:  w,
		Orders: w,
		Proofs: w,
		People: w,
		Files:  w,
		Clock:  func() time.Time { return now },
		Logger: slog.New(slog.DiscardHandler),
		Tell:   func(_ uuid.UUID, event string, _ any) { w.told = append(w.told, event) },
	}
}

// attach adds an upload of the customer, or a proof of the studio.
func (w *world) attach(name, content string, byCustomer bool) {
	v := proofs.Version{
		Version: proof.Version{
			ID:   uuid.UUID{3, byte(len(w.attachments))},
			File: proof.File{Name: name, Key: "files/" + content, Size: int64(len(content))},
		},
	}
	kind := proof.CustomerReview
	if byCustomer {
		kind = proof.SuppliedFiles
	}
	w.attachments = append(
		w.attachments,
		proofs.Attachment{Facts: proof.Facts{Kind: kind, ByCustomer: byCustomer}, Newest: []proofs.Version{v}},
	)
	w.files["files/"+content] = []byte(content)
}

func newWorld() *world {
	return &world{rows: map[uuid.UUID]transfers.Download{}, files: map[string][]byte{}}
}

// asked returns a new requested download.
func (w *world) asked(t *testing.T) transfers.Download {
	t.Helper()
	by, err := w.Actor(t.Context(), person)
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.config(at).Request(t.Context(), by, uuid.UUID{5}, orderID)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// work builds the requested downloads with all attempts.
func (w *world) work(t *testing.T) {
	t.Helper()
	do := w.config(at).Worker().Do
	for id := range w.rows {
		for n := 1; ; n++ {
			w.tries = n
			if do(t.Context(), jobs.Job{Kind: jobs.Zips, ID: id, Attempts: n}) == nil { // errors are retried
				break
			}
		}
	}
}

func TestAZipHoldsWhatItsPersonMaySee(t *testing.T) {
	w := newWorld()
	w.attach("label.png", "front", true)
	w.attach("Label.png", "back", true)
	w.attach("proof.png", "not before review", false)
	d := w.asked(t)
	w.work(t)
	z, err := zip.NewReader(bytes.NewReader(w.files[d.Key()]), int64(len(w.files[d.Key()])))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	if want := []string{"Supplied files/label.png", "Supplied files/Label (2).png"}; !slices.Equal(names, want) {
		t.Errorf("in it are %q, want %q", names, want)
	}
	if got := w.rows[d.ID]; got.State != transfers.Ready || got.FileName != "PB-7 files.zip" ||
		got.Size != int64(len(w.files[d.Key()])) ||
		!slices.Equal(w.told, []string{Ready}) {
		t.Errorf("it is %+v, told %v", got, w.told)
	}
}

func TestALinkIsGivenOnlyWhileAllOfItMayBeSeen(t *testing.T) {
	w := newWorld()
	w.attach("label.png", "front", true)
	d := w.asked(t)
	w.work(t)
	by, _ := w.Actor(t.Context(), person)
	if _, link, err := w.config(at).Find(t.Context(), by, d.ID); err != nil || !strings.HasSuffix(link, d.Key()) {
		t.Errorf("%s, %v", link, err)
	}
	w.attachments[0].ByCustomer = false // now a proof of the studio in progress
	w.attachments[0].Kind = proof.CustomerReview
	if _, link, err := w.config(at).Find(t.Context(), by, d.ID); !errors.Is(err, ErrChanged) || link != "" {
		t.Errorf("out of sight: %q, %v", link, err)
	}
	by.ID = uuid.UUID{8}
	if _, _, err := w.config(at).Find(t.Context(), by, d.ID); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("somebody else's: %v", err)
	}
}

func TestWhatFailsIsTriedThreeTimesAndTold(t *testing.T) { // BD-323
	w := newWorld()
	w.attach("label.png", "front", true)
	d := w.asked(t)
	w.down = true
	w.work(t)
	if got := w.rows[d.ID]; got.State != transfers.Failed || w.tries != attempts ||
		!slices.Equal(w.told, []string{Failed}) {
		t.Errorf("it is %+v, told %v", got, w.told)
	}
}

func TestAFileThatIsNotAsLongAsItShouldBeMakesNoZip(t *testing.T) {
	w := newWorld()
	w.attach("label.png", "front", true)
	d := w.asked(t)
	w.files["files/front"] = []byte("fro")
	w.work(t)
	if got := w.rows[d.ID]; got.State != transfers.Failed {
		t.Errorf("it is %+v", got)
	}
}

func TestWhatIsRefusedIsRefusedAtOnce(t *testing.T) {
	w := newWorld()
	by, _ := w.Actor(t.Context(), person)
	request := func(of uuid.UUID) error {
		_, err := w.config(at).Request(t.Context(), by, uuid.UUID{6}, of)
		return err
	}
	if err := request(orderID); !errors.Is(err, ErrNoFiles) {
		t.Errorf("no files: %v", err)
	}
	w.attach("huge.zip", "x", true)
	w.attachments[0].Newest[0].File.Size = MaxBytes + 1
	if err := request(orderID); !errors.Is(err, ErrTooBig) {
		t.Errorf("too big: %v", err)
	}
	if err := request(uuid.UUID{7}); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("another order: %v", err)
	}
}

func TestADownloadIsSweptAfterADayAndNotForgottenBeforeItsFileIsGone(t *testing.T) {
	w := newWorld()
	w.attach("label.png", "front", true)
	d := w.asked(t)
	w.work(t)
	sweep := func(after time.Duration) error { return w.config(at.Add(after)).Sweep(t.Context()) }
	if err := sweep(transfers.DownloadsLast); err != nil || len(w.rows) != 1 {
		t.Errorf("within the day: %v, %d left", err, len(w.rows))
	}
	w.down = true
	if err := sweep(transfers.DownloadsLast + time.Second); !errors.Is(err, errDown) || len(w.rows) != 1 {
		t.Errorf("without the store: %v, %d left", err, len(w.rows))
	}
	w.down = false
	if err := sweep(transfers.DownloadsLast + time.Second); err != nil || len(w.rows) != 0 || w.files[d.Key()] != nil {
		t.Errorf("after it: %v, %d left", err, len(w.rows))
	}
}
