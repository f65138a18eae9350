// Package thumbnails makes small pictures of uploaded images, fed by JetStream.
package thumbnails

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	_ "image/gif" // one of the formats that previews are made of
	"image/jpeg"
	_ "image/png" // another
	"io"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	_ "golang.org/x/image/bmp" // another
	"golang.org/x/image/draw"
	_ "golang.org/x/image/tiff" // another

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/telemetry"
	"github.com/proofboard/proofboard/workers/relay"
)

// Size of a thumbnail in pixels, and what an image may cost.
const (
	Width, Height = 316, 240
	maxPixels     = 40_000_000
	maxBytes      = 100 << 20
	quality       = 82
)

// Files is the file store.
type Files interface {
	Read(ctx context.Context, key string) (io.ReadCloser, error)
	Write(ctx context.Context, key, contentType string, content []byte) error
}

// Known remembers what was made.
type Known interface {
	Known(ctx context.Context, sha256 string) (bool, error)
	Keep(ctx context.Context, sha256, key string, at time.Time) error
}

// Config is what the worker needs; every field is required but Meters and Tracer.
type Config struct {
	JetStream jetstream.JetStream
	Files     Files
	Known     Known
	Made      func(ctx context.Context, e relay.Message) // tells browsers that there is a picture now
	Logger    *slog.Logger
	Clock     func() time.Time
	Meters    *relay.Meters
	Tracer    *telemetry.Tracer
}

// Run makes thumbnails of new versions until ctx ends. A message that comes again does nothing.
func Run(ctx context.Context, c Config) error {
	subjects := []string{"events." + string(proof.VersionAddedType) + ".>", "events." + string(proof.FileReplacedType) + ".>"}
	return relay.Consumer{
		Name: relay.Thumbnails, Subjects: subjects, JetStream: c.JetStream, Logger: c.Logger, Meters: c.Meters, Tracer: c.Tracer,
	}.Consume(ctx, c.make)
}

func (c Config) make(ctx context.Context, e relay.Message) error {
	var d struct {
		File proof.File `json:"file"`
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	known, err := c.Known.Known(ctx, d.File.SHA256)
	if err != nil || known {
		return err
	}
	key := ""
	if picture, err := c.draw(ctx, d.File); err == nil {
		key = "thumbnails/" + d.File.SHA256 + ".jpg"
		if err := c.Files.Write(ctx, key, "image/jpeg", picture); err != nil {
			return err
		}
	} else if !errors.Is(err, errNoPicture) {
		return err
	}
	if err := c.Known.Keep(ctx, d.File.SHA256, key, c.Clock()); err != nil {
		return err
	}
	if key != "" {
		c.Made(ctx, e)
	}
	return nil
}

var errNoPicture = errors.New("no picture can be made of it")

func (c Config) draw(ctx context.Context, f proof.File) ([]byte, error) {
	switch f.ContentType {
	case "image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff":
	default:
		return nil, errNoPicture
	}
	if f.Size > maxBytes {
		return nil, errNoPicture
	}
	r, err := c.Files.Read(ctx, f.Key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	content, err := io.ReadAll(io.LimitReader(r, maxBytes))
	if err != nil {
		return nil, err
	}
	return Shrink(content)
}

// Shrink makes a thumbnail of an image. Its dimensions are looked at before it is decoded: a picture that would not fit
// into memory has none.
func Shrink(content []byte) ([]byte, error) {
	head, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || head.Width <= 0 || head.Height <= 0 || head.Width > maxPixels/head.Height {
		return nil, errNoPicture
	}
	full, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, errNoPicture
	}
	scale := min(float64(Width)/float64(head.Width), float64(Height)/float64(head.Height), 1)
	small := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(head.Width)*scale)), max(1, int(float64(head.Height)*scale))))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Bounds(), full, full.Bounds(), draw.Over, nil)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, small, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
