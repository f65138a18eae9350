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
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
)

const (
	claimTime  = 2 * time.Minute  // after which other processes try a file whose process ended
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
	Wanted(ctx context.Context, job uuid.UUID) (proof.File, error)
	Keep(ctx context.Context, j jobs.Job, sha256 string, made proofs.Made, drawing int, now time.Time) error
	None(ctx context.Context, j jobs.Job, sha256, reason string, drawing int, now time.Time) error
	Later(ctx context.Context, j jobs.Job, sha256, reason, problem string, next time.Time) error
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
	Rouse     func()                                                          // makes this process look for due jobs
	Logger    *slog.Logger
	Clock     func() time.Time
	Meters    *relay.Meters
	Tracer    *telemetry.Tracer
}

// Worker makes the pictures that are due.
type Worker struct {
	Config
	draws chan struct{} // has one element while a file is drawn
	pdfs  chan struct{} // closed when PDFs can be drawn
}

// New returns a worker.
func New(c Config) *Worker { return &Worker{c, make(chan struct{}, 1), make(chan struct{})} }

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
	w.Rouse()
	return nil
}

// Queue makes files due that nobody would try otherwise, for instance because their message was lost.
func (w *Worker) Queue(ctx context.Context) error {
	return w.Table.Queue(ctx, picture.Drawing, w.Clock())
}

// Workers make the pictures of files, one at a time in a process.
func (w *Worker) Workers() []jobs.Worker {
	return []jobs.Worker{
		{Kind: jobs.Pictures, Hold: claimTime, Do: w.do},
		{Kind: jobs.PDFs, Hold: claimTime, Do: w.do, Ready: w.pdfs},
	}
}

// Run prepares what draws, until ctx ends. At its start it makes all files due that wait for their next try, because
// the machine may have been too busy before (D-91).
func (w *Worker) Run(ctx context.Context) error {
	defer w.Pictures.Close()
	defer func() { w.draws <- struct{}{} }() // what is drawn ends with ctx
	if err := w.Table.Hurry(ctx, w.Clock()); err != nil && ctx.Err() == nil {
		w.Logger.WarnContext(ctx, "pictures wait for their next tries", "error", err)
	}
	w.Rouse()
	w.prepare(ctx)
	<-ctx.Done()
	return nil
}

// prepare lets PDFs wait until they can be drawn. They are not tried before, because what has to be
// compiled for that belongs to no file (check 40).
func (w *Worker) prepare(ctx context.Context) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, lastPause) {
		err := w.Pictures.Prepare(ctx)
		if err == nil {
			close(w.pdfs)
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

// do makes the pictures of a file.
func (w *Worker) do(ctx context.Context, j jobs.Job) error {
	select {
	case w.draws <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-w.draws }()
	f, err := w.Table.Wanted(ctx, j.ID)
	if errors.Is(err, domain.ErrNotFound) { // it has them, or nobody shows it any more
		return nil
	}
	if err != nil {
		return err
	}
	made, err := w.make(ctx, f, j.Attempts > 1)
	if err != nil && ctx.Err() != nil {
		return err // the program stops; another process draws it
	}
	finish, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishTime)
	defer cancel()
	return w.record(finish, j, f, made, err)
}

// record stores what a try came to, and tells browsers.
func (w *Worker) record(
	ctx context.Context, j jobs.Job, f proof.File, made proofs.Made, failed error,
) error {
	now, reason := w.Clock(), picture.ReasonOf(failed)
	var err error
	switch {
	case failed == nil:
		err = w.Table.Keep(ctx, j, f.SHA256, made, picture.Drawing, now)
	case errors.Is(failed, picture.ErrNone):
		if reason != picture.Unsupported {
			w.Logger.InfoContext(
				ctx, "no picture can be made of a file", "sha256", f.SHA256, "reason", reason, "error", failed,
			)
		}
		err = w.Table.None(ctx, j, f.SHA256, string(reason), picture.Drawing, now)
	default:
		pause := jobs.Pause(j.Attempts, firstPause, lastPause)
		w.Logger.WarnContext(
			ctx, "a picture is tried again", "sha256", f.SHA256, "error", failed,
			"attempts", j.Attempts, "again", pause,
		)
		err = w.Table.Later(ctx, j, f.SHA256, string(reason), failed.Error(), now.Add(pause))
	}
	if err != nil {
		return err
	}
	shown, err := w.Table.Showing(ctx, f.SHA256)
	for _, s := range shown {
		w.Tell(ctx, s.Attachment, s.Position)
	}
	return err
}

// make draws a file and stores its pictures.
func (w *Worker) make(ctx context.Context, f proof.File, alone bool) (made proofs.Made, err error) {
	drawn, err := w.draw(ctx, f, alone)
	if err != nil {
		return made, err
	}
	key := "thumbnails/" + f.SHA256 + ".jpg"
	if err := w.Files.Write(ctx, key, "image/jpeg", drawn.Thumbnail); err != nil {
		return made, err
	}
	if drawn.Preview != nil {
		preview := "previews/" + f.SHA256
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
func (w *Worker) draw(ctx context.Context, f proof.File, alone bool) (drawn picture.Pictures, err error) {
	if err := picture.Check(f.ContentType, f.Size); err != nil {
		return drawn, err
	}
	r, err := w.Files.Read(ctx, f.Key)
	if err != nil {
		return drawn, err
	}
	defer func() { _ = r.Close() }()
	if f.ContentType == proof.PDF {
		return w.Pictures.FirstPage(ctx, r, f.Size, alone)
	}
	return w.Pictures.Make(ctx, r, f.Size, alone)
}
