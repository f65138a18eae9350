// Package thumbnails makes thumbnails of uploaded images and of the first pages of PDFs, and
// previews of images that browsers cannot show. JetStream delivers the events that start it.
package thumbnails

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	eh "github.com/looplab/eventhorizon"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/telemetry"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
)

// Limits of the worker.
const (
	mostTime = 2 * time.Minute // for handling a file, including the time that the store takes
	patience = 2 * time.Minute // a version without a picture after this time has lost its message
	atATime  = 50              // number of such versions handled in a batch
)

// Files reads and writes files in the file store.
type Files interface {
	Read(ctx context.Context, key string) (io.ReadSeekCloser, error)
	Write(ctx context.Context, key, contentType string, content []byte) error
}

// Pictures makes pictures of a file of size bytes. It returns picture.ErrNone if no picture can be
// made.
type Pictures interface {
	Make(ctx context.Context, file io.Reader, size int64) (picture.Pictures, error)
	FirstPage(ctx context.Context, file io.ReadSeeker, size int64) (picture.Pictures, error)
}

// Known records the pictures that were made.
type Known interface {
	Known(ctx context.Context, sha256 string) (bool, error)
	Keep(ctx context.Context, sha256 string, made proofs.Made) error
	Missing(ctx context.Context, before time.Time, limit int) ([]proofs.Unseen, error)
}

// Config holds the dependencies of the worker. Every field except Meters and Tracer is required.
type Config struct {
	JetStream jetstream.JetStream
	Files     Files
	Pictures  Pictures
	Known     Known
	Made      func(ctx context.Context, e relay.Message) // notifies browsers of a new picture
	Logger    *slog.Logger
	Clock     func() time.Time
	Meters    *relay.Meters
	Tracer    *telemetry.Tracer
}

// Run makes the pictures of new versions until ctx ends. A repeated message has no effect.
func Run(ctx context.Context, c Config) error {
	return relay.Consumer{
		Name:      relay.Thumbnails,
		Types:     []eh.EventType{proof.VersionAddedType, proof.FileReplacedType},
		JetStream: c.JetStream,
		Logger:    c.Logger,
		Meters:    c.Meters,
		Tracer:    c.Tracer,
		Time:      mostTime,
	}.Consume(ctx, c.handle)
}

func (c Config) handle(ctx context.Context, e relay.Message) error {
	var d struct {
		File proof.File `json:"file"`
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	return c.make(ctx, d.File, e)
}

// Catch makes the missing pictures of versions whose message was given up, for instance because the
// store was unavailable for too long. A file that cannot be read does not delay the others.
func (c Config) Catch(ctx context.Context) error {
	missing, err := c.Known.Missing(ctx, c.Clock().Add(-patience), atATime)
	if err != nil {
		return err
	}
	var failed error
	for _, m := range missing {
		if ctx.Err() != nil {
			break
		}
		e := relay.Message{Position: m.Position, Stream: m.Attachment, Type: string(proof.VersionAddedType)}
		data, err := json.Marshal(proof.VersionAdded{Version: m.Version, Number: m.Number, File: m.File})
		if err != nil {
			return err
		}
		e.Data = data
		failed = errors.Join(failed, c.make(ctx, m.File, e))
	}
	return failed
}

// make stores the pictures of a file, or records that it has none. It returns the errors of the
// store only; the message is then delivered again.
func (c Config) make(ctx context.Context, f proof.File, e relay.Message) error {
	known, err := c.Known.Known(ctx, f.SHA256)
	if err != nil || known {
		return err
	}
	kept := proofs.Made{At: c.Clock()}
	pictures, err := c.draw(ctx, f)
	switch {
	case errors.Is(err, picture.ErrNone):
		if picture.Readable(f.ContentType) {
			c.Logger.InfoContext(ctx, "no picture can be made of a file", "sha256", f.SHA256, "reason", err)
		}
	case err != nil:
		return err
	default:
		if err := c.keep(ctx, f.SHA256, pictures, &kept); err != nil {
			return err
		}
	}
	if err := c.Known.Keep(ctx, f.SHA256, kept); err != nil {
		return err
	}
	if kept.Key != "" {
		c.Made(ctx, e)
	}
	return nil
}

func (c Config) keep(ctx context.Context, sha256 string, p picture.Pictures, kept *proofs.Made) error {
	key := "thumbnails/" + sha256 + ".jpg"
	if err := c.Files.Write(ctx, key, "image/jpeg", p.Thumbnail); err != nil {
		return err
	}
	if p.Preview != nil {
		preview := "previews/" + sha256
		if err := c.Files.Write(ctx, preview, p.PreviewType, p.Preview); err != nil {
			return err
		}
		kept.Preview = proofs.Preview{
			Key:         preview,
			ContentType: p.PreviewType,
			Width:       p.PreviewWidth,
			Height:      p.PreviewHeight,
			Pages:       p.PreviewPages,
		}
	}
	kept.Key = key
	return nil
}

func (c Config) draw(ctx context.Context, f proof.File) (made picture.Pictures, err error) {
	pdf := f.ContentType == picture.PDF
	if !picture.Readable(f.ContentType) || !pdf && f.Size > picture.MaxBytes {
		return made, picture.ErrNone
	}
	r, err := c.Files.Read(ctx, f.Key)
	if err != nil {
		return made, err
	}
	defer func() { _ = r.Close() }()
	if pdf {
		return c.Pictures.FirstPage(ctx, r, f.Size)
	}
	return c.Pictures.Make(ctx, r, f.Size)
}
