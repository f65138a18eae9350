// Package thumbnails makes thumbnails of uploaded images and of the first pages of PDFs, and
// previews of images that browsers cannot show. The table of pictures says which files are due;
// JetStream delivers the events of new ones, so that they are not waited for.
package thumbnails

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
)

const (
	lookEvery  = 2 * time.Second  // for files that became due
	claimTime  = 2 * time.Minute  // after which other processes try a file whose process ended
	holdEvery  = 30 * time.Second // the claim is renewed
	firstPause = 10 * time.Second // after a try that failed because of the moment; doubled each time
	lastPause  = time.Hour
	finishTime = 10 * time.Second // for storing what a try came to, also while the program stops
)

// Files reads and writes files in the file store.
type Files interface {
	Read(ctx context.Context, key string) (io.ReadSeekCloser, error)
	Write(ctx context.Context, key, contentType string, content []byte) error
}

// Pictures makes pictures of a file of size bytes. Errors wrap picture.ErrNone if no picture can be
// made. alone demands a process that has drawn no other file. Prepare returns when PDFs can be drawn.
type Pictures interface {
	Prepare(ctx context.Context) error
	Make(ctx context.Context, file io.ReadSeeker, size int64, alone bool) (picture.Pictures, error)
	FirstPage(ctx context.Context, file io.ReadSeeker, size int64, alone bool) (picture.Pictures, error)
	Close()
}

// Table records which files are due and which pictures were made.
type Table interface {
	Want(ctx context.Context, sha256 string, now time.Time) error
	Queue(ctx context.Context, drawing int, now time.Time) error
	Hurry(ctx context.Context, now time.Time) error
	Claim(ctx context.Context, now, until time.Time, pdfs bool) (proofs.Try, bool, error)
	Hold(ctx context.Context, sha256 string, until time.Time) error
	Release(ctx context.Context, sha256 string) error
	Keep(ctx context.Context, sha256 string, made proofs.Made, drawing int, now time.Time) error
	None(ctx context.Context, sha256, reason string, drawing int, now time.Time) error
	Later(ctx context.Context, sha256, reason string, next time.Time) error
	Showing(ctx context.Context, sha256 string) ([]proofs.Showing, error)
}

// Config holds the dependencies of the worker. Every field except Meters and Tracer is required.
type Config struct {
	JetStream jetstream.JetStream
	Files     Files
	Pictures  Pictures
	Table     Table
	CatchUp   func(ctx context.Context, position int64) error                 // waits until the versions are known up to a position
	Tell      func(ctx context.Context, attachment uuid.UUID, position int64) // tells browsers that a version looks different
	Logger    *slog.Logger
	Clock     func() time.Time
	Meters    *relay.Meters
	Tracer    *telemetry.Tracer
}

// Worker makes the pictures that are due.
type Worker struct {
	Config
	wake chan struct{}
	pdfs atomic.Bool // PDFs can be drawn
}

// New returns a worker.
func New(c Config) *Worker { return &Worker{Config: c, wake: make(chan struct{}, 1)} }

// Listen learns of new versions until ctx ends. A repeated message has no effect.
func (w *Worker) Listen(ctx context.Context) error {
	return relay.Consumer{
		Name:      relay.Thumbnails,
		Types:     []eh.EventType{proof.VersionAddedType, proof.FileReplacedType},
		JetStream: w.JetStream,
		Logger:    w.Logger,
		Meters:    w.Meters,
		Tracer:    w.Tracer,
	}.Consume(ctx, w.handle)
}

func (w *Worker) handle(ctx context.Context, e relay.Message) error {
	var d struct {
		File proof.File `json:"file"`
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	if err := w.CatchUp(ctx, e.Position); err != nil {
		return err
	}
	if err := w.Table.Want(ctx, d.File.SHA256, w.Clock()); err != nil {
		return err
	}
	w.rouse()
	return nil
}

func (w *Worker) rouse() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Queue makes files due that nobody would try otherwise, for instance because their message was lost.
func (w *Worker) Queue(ctx context.Context) error {
	return w.Table.Queue(ctx, picture.Drawing, w.Clock())
}

// Run draws the files that are due, one at a time, until ctx ends. When it starts, it does not wait
// for the next try of any file: what the machine was busy with may be over (D-91).
func (w *Worker) Run(ctx context.Context) error {
	defer w.Pictures.Close()
	var preparing sync.WaitGroup
	defer preparing.Wait()
	preparing.Go(func() { w.prepare(ctx) })
	again := w.Table.Hurry
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for ctx.Err() == nil {
		drawn, err := false, error(nil)
		if again != nil {
			err = again(ctx, w.Clock())
		}
		if err == nil {
			again = nil
			drawn, err = w.next(ctx)
		}
		if err != nil && ctx.Err() == nil {
			w.Logger.WarnContext(ctx, "pictures wait for the database", "error", err)
		}
		if drawn {
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-ticker.C:
		}
	}
	return nil
}

// prepare lets PDFs wait until they can be drawn. They are not tried before, because what has to be
// compiled for that belongs to no file (check 40).
func (w *Worker) prepare(ctx context.Context) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, lastPause) {
		err := w.Pictures.Prepare(ctx)
		if err == nil {
			w.pdfs.Store(true)
			w.rouse()
			return
		}
		if ctx.Err() == nil {
			w.Logger.WarnContext(ctx, "PDFs cannot be drawn yet", "error", err, "again", pause)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// next draws the file that is due the longest. It reports whether there was one. It returns errors of
// the database only.
func (w *Worker) next(ctx context.Context) (bool, error) {
	now := w.Clock()
	t, ok, err := w.Table.Claim(ctx, now, now.Add(claimTime), w.pdfs.Load())
	if err != nil || !ok {
		return false, err
	}
	hold := w.hold(ctx, t.SHA256)
	made, err := w.make(ctx, t)
	hold()
	finish, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishTime)
	defer cancel()
	if err != nil && ctx.Err() != nil {
		return false, w.Table.Release(finish, t.SHA256) // the program stops; another process draws it
	}
	return true, w.record(finish, t, made, err)
}

// hold keeps a file claimed until the returned function is called.
func (w *Worker) hold(ctx context.Context, sha256 string) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		ticker := time.NewTicker(holdEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			if err := w.Table.Hold(ctx, sha256, w.Clock().Add(claimTime)); err != nil && ctx.Err() == nil {
				w.Logger.WarnContext(ctx, "another process may draw a file too", "sha256", sha256, "error", err)
			}
		}
	})
	return func() {
		cancel()
		group.Wait()
	}
}

// record stores what a try came to, and tells browsers.
func (w *Worker) record(ctx context.Context, t proofs.Try, made proofs.Made, failed error) error {
	now, reason := w.Clock(), picture.ReasonOf(failed)
	var err error
	switch {
	case failed == nil:
		err = w.Table.Keep(ctx, t.SHA256, made, picture.Drawing, now)
	case errors.Is(failed, picture.ErrNone):
		if reason != picture.Unsupported {
			w.Logger.InfoContext(
				ctx, "no picture can be made of a file", "sha256", t.SHA256, "reason", reason, "error", failed,
			)
		}
		err = w.Table.None(ctx, t.SHA256, string(reason), picture.Drawing, now)
	default:
		pause := pauseAfter(t.Attempts)
		w.Logger.WarnContext(
			ctx, "a picture is tried again", "sha256", t.SHA256, "error", failed,
			"attempts", t.Attempts, "again", pause,
		)
		err = w.Table.Later(ctx, t.SHA256, string(reason), now.Add(pause))
	}
	if err != nil {
		return err
	}
	shown, err := w.Table.Showing(ctx, t.SHA256)
	for _, s := range shown {
		w.Tell(ctx, s.Attachment, s.Position)
	}
	return err
}

// pauseAfter returns how long a file waits after so many tries.
func pauseAfter(attempts int) time.Duration {
	pause := firstPause
	for range attempts - 1 {
		if pause *= 2; pause >= lastPause {
			return lastPause
		}
	}
	return pause
}

// make draws a file and stores its pictures.
func (w *Worker) make(ctx context.Context, t proofs.Try) (made proofs.Made, err error) {
	drawn, err := w.draw(ctx, t)
	if err != nil {
		return made, err
	}
	key := "thumbnails/" + t.SHA256 + ".jpg"
	if err := w.Files.Write(ctx, key, "image/jpeg", drawn.Thumbnail); err != nil {
		return made, err
	}
	if drawn.Preview != nil {
		preview := "previews/" + t.SHA256
		if err := w.Files.Write(ctx, preview, drawn.PreviewType, drawn.Preview); err != nil {
			return made, err
		}
		made.Preview = proofs.Preview{
			Key:         preview,
			ContentType: drawn.PreviewType,
			Width:       drawn.PreviewWidth,
			Height:      drawn.PreviewHeight,
			Pages:       drawn.PreviewPages,
		}
	}
	made.Key = key
	return made, nil
}

// draw draws a file. One that is tried again gets a process of its own, so that no other file can be
// the cause if it fails.
func (w *Worker) draw(ctx context.Context, t proofs.Try) (drawn picture.Pictures, err error) {
	if err := picture.Check(t.ContentType, t.Size); err != nil {
		return drawn, err
	}
	r, err := w.Files.Read(ctx, t.Key)
	if err != nil {
		return drawn, err
	}
	defer func() { _ = r.Close() }()
	alone := t.Attempts > 1
	if t.ContentType == proof.PDF {
		return w.Pictures.FirstPage(ctx, r, t.Size, alone)
	}
	return w.Pictures.Make(ctx, r, t.Size, alone)
}
