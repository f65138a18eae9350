package thumbnails

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/embedded"
	"github.com/proofboard/proofboard/workers/relay"
)

func drawing(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		for y := range h {
			img.Set(x, y, color.RGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	return img
}

func encoded(t *testing.T, format string, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, img)
	case "jpeg":
		err = jpeg.Encode(&b, img, nil)
	case "gif":
		err = gif.Encode(&b, img, nil)
	case "bmp":
		err = bmp.Encode(&b, img)
	case "tiff":
		err = tiff.Encode(&b, img, &tiff.Options{Compression: tiff.Deflate})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAThumbnailIsAJPEGThatFitsItsFrame(t *testing.T) { // SH-289
	for _, format := range []string{"png", "jpeg", "gif", "bmp", "tiff"} {
		for _, c := range []struct{ w, h, wantW, wantH int }{{632, 480, 316, 240}, {1000, 100, 316, 31}, {100, 1000, 24, 240}, {20, 10, 20, 10}, {1, 2000, 1, 240}} {
			small, err := Shrink(encoded(t, format, drawing(c.w, c.h)))
			if err != nil {
				t.Errorf("%s of %dx%d: %v", format, c.w, c.h, err)
				continue
			}
			got, kind, err := image.DecodeConfig(bytes.NewReader(small))
			if err != nil || kind != "jpeg" || got.Width != c.wantW || got.Height != c.wantH {
				t.Errorf("%s of %dx%d became a %s of %dx%d: %v", format, c.w, c.h, kind, got.Width, got.Height, err)
			}
		}
	}
}

func TestWhatIsTransparentBecomesWhite(t *testing.T) { // SH-289
	small, err := Shrink(encoded(t, "png", image.NewRGBA(image.Rect(0, 0, 50, 50))))
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := img.At(25, 25).RGBA(); r < 0xf000 || g < 0xf000 || b < 0xf000 {
		t.Errorf("it is %x %x %x", r, g, b)
	}
}

// claiming is a PNG that says it is this large and holds next to nothing.
func claiming(t *testing.T, w, h uint32) []byte {
	t.Helper()
	b := encoded(t, "png", drawing(4, 4))
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func TestBrokenAndOversizedImagesMakeNoPicture(t *testing.T) { // SH-288
	whole := encoded(t, "png", drawing(200, 200))
	for what, content := range map[string][]byte{
		"nothing": nil, "text": []byte("hello"), "a cut PNG": whole[:len(whole)/2], "a header only": whole[:30], "a cut TIFF": encoded(t, "tiff", drawing(100, 100))[:200],
		"50,000 x 50,000": claiming(t, 50_000, 50_000), "a line of 2 billion": claiming(t, 2_000_000_000, 1), "both huge": claiming(t, 2_000_000_000, 2_000_000_000),
	} {
		began := time.Now()
		if _, err := Shrink(content); !errors.Is(err, errNoPicture) {
			t.Errorf("%s: %v", what, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %s", what, took)
		}
	}
}

// shelf is a file store and the memory of what was made, both in memory.
type shelf struct {
	mu     sync.Mutex
	files  map[string][]byte
	made   map[string]string // key by hash, empty where no picture can be made
	writes int
	told   []int64
}

func (s *shelf) Read(_ context.Context, key string) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.files[key]
	if !ok {
		return nil, errors.New("no such file")
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

func (s *shelf) Write(_ context.Context, key, _ string, content []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[key], s.writes = content, s.writes+1
	return nil
}

func (s *shelf) Known(_ context.Context, sha256 string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.made[sha256]
	return ok, nil
}

func (s *shelf) Keep(_ context.Context, sha256, key string, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made[sha256] = key
	return nil
}

func (s *shelf) has(sha256 string) (key string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key, known = s.made[sha256]
	return key, known
}

func TestEachFileGetsItsPictureOnceHoweverOftenItsMessageComes(t *testing.T) { // SH-288 BY-010
	server, err := embedded.StartNATS(t.Context(), embedded.NATSConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	nc, err := server.Conn()
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(nc)
	if err == nil {
		err = relay.Prepare(t.Context(), js)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{files: map[string][]byte{"art": encoded(t, "png", drawing(400, 300)), "broken": []byte("\x89PNG broken"), "doc": []byte("%PDF-1.4")}, made: map[string]string{}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{JetStream: js, Files: s, Known: s, Logger: slog.New(slog.DiscardHandler), Clock: time.Now, Made: func(_ context.Context, m relay.Message) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.told = append(s.told, m.Position)
		}})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		nc.Close()
		_ = server.Stop(context.Background())
	})
	publish := func(position int64, key, contentType string) {
		t.Helper()
		data, err := json.Marshal(proof.VersionAdded{Version: uuid.New(), Number: 1, File: proof.File{Name: key, Key: key, ContentType: contentType, SHA256: "hash of " + key, Size: 10}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := json.Marshal(relay.Message{Position: position, Stream: uuid.New(), Type: string(proof.VersionAddedType), Data: data})
		if err == nil {
			_, err = js.Publish(t.Context(), "events."+string(proof.VersionAddedType)+".x", m) // no message id: it does come again
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		publish(1, "art", "image/png")
		publish(2, "broken", "image/png")
		publish(3, "doc", "application/pdf")
	}
	publish(4, "last", "text/plain")
	for end := time.Now().Add(20 * time.Second); ; {
		if _, done := s.has("hash of last"); done {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the last message was not looked at")
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
	for hash, want := range map[string]string{"hash of art": "thumbnails/hash of art.jpg", "hash of broken": "", "hash of doc": ""} {
		if got, known := s.has(hash); !known || got != want {
			t.Errorf("%s: %q %v, want %q", hash, got, known, want)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writes != 1 || len(s.told) != 1 || s.told[0] != 1 {
		t.Errorf("%d pictures were written, browsers told of %v", s.writes, s.told)
	}
	if _, err := jpeg.Decode(bytes.NewReader(s.files["thumbnails/hash of art.jpg"])); err != nil {
		t.Error(err)
	}
}
