package thumbnails

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/hhrutter/tiff"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers/picture"
	"github.com/proofboard/proofboard/workers/relay"
)

func png1(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// inside makes pictures in the test process.
type inside struct{}

func (inside) Make(_ context.Context, file io.Reader, _ int64) (picture.Pictures, error) {
	content, err := io.ReadAll(file)
	if err != nil {
		return picture.Pictures{}, err
	}
	return picture.Make(content)
}

func (inside) FirstPage(context.Context, io.ReadSeeker, int64) (picture.Pictures, error) {
	return picture.Pictures{Thumbnail: []byte("first page")}, nil
}

// shelf fakes the file store and the record of the pictures, both in memory.
type shelf struct {
	mu      sync.Mutex
	files   map[string][]byte
	made    map[string]proofs.Made // pictures by the file's hash
	missing []proofs.Unseen
	writes  int
	told    []int64
}

// opened is an open file of the shelf.
type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

func (s *shelf) Read(_ context.Context, key string) (io.ReadSeekCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.files[key]
	if !ok {
		return nil, errors.New("no such file")
	}
	return opened{bytes.NewReader(b)}, nil
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

func (s *shelf) Keep(_ context.Context, sha256 string, m proofs.Made) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made[sha256] = m
	return nil
}

func (s *shelf) Missing(context.Context, time.Time, int) ([]proofs.Unseen, error) {
	return s.missing, nil
}

func (s *shelf) tell(_ context.Context, m relay.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, m.Position)
}

func (s *shelf) has(sha256 string) (key string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, known := s.made[sha256]
	return m.Key, known
}

func TestEachFileGetsItsPictureOnceHoweverOftenItsMessageComes(t *testing.T) { // SH-288 BY-010 BY-048
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
	s := &shelf{
		files: map[string][]byte{
			"art":    png1(t),
			"broken": []byte("\x89PNG broken"),
			"doc":    []byte("%PDF-1.4"),
			"sheet":  []byte("sheet"),
		},
		made: map[string]proofs.Made{},
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{JetStream: js, Files: s, Pictures: inside{}, Known: s, Logger: slog.New(slog.DiscardHandler), Clock: time.Now, Made: s.tell})
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
		data, err := json.Marshal(proof.VersionAdded{
			Version: uuid.New(),
			Number:  1,
			File:    proof.File{Name: key, Key: key, ContentType: contentType, SHA256: "hash of " + key, Size: 10},
		})
		if err != nil {
			t.Fatal(err)
		}
		m, err := json.Marshal(
			relay.Message{Position: position, Stream: uuid.New(), Type: string(proof.VersionAddedType), Data: data},
		)
		if err == nil {
			_, err = js.Publish(
				t.Context(),
				"events."+string(proof.VersionAddedType)+".x",
				m,
			) // no message id, so that NATS delivers it again
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		publish(1, "art", "image/png")
		publish(2, "broken", "image/png")
		publish(3, "doc", "application/pdf")
		publish(5, "sheet", "application/vnd.ms-excel")
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
	for hash, want := range map[string]string{"hash of art": "thumbnails/hash of art.jpg", "hash of broken": "", "hash of sheet": "", "hash of doc": "thumbnails/hash of doc.jpg"} {
		if got, known := s.has(hash); !known || got != want {
			t.Errorf("%s: %q %v, want %q", hash, got, known, want)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Sort(s.told); s.writes != 2 || !slices.Equal(s.told, []int64{1, 3}) {
		t.Errorf("%d pictures were written, browsers told of %v", s.writes, s.told)
	}
	if _, err := jpeg.Decode(bytes.NewReader(s.files["thumbnails/hash of art.jpg"])); err != nil {
		t.Error(err)
	}
}

func TestWhatTheStoreFailedToGiveIsMadeLater(t *testing.T) {
	s := &shelf{files: map[string][]byte{}, made: map[string]proofs.Made{}}
	art := proof.File{Name: "art.png", Key: "art", ContentType: "image/png", SHA256: "hash of art", Size: 10}
	s.missing = []proofs.Unseen{{Attachment: uuid.New(), Version: uuid.New(), Number: 1, File: art, Position: 7}}
	c := Config{
		Files:    s,
		Pictures: inside{},
		Known:    s,
		Logger:   slog.New(slog.DiscardHandler),
		Clock:    time.Now,
		Made:     s.tell,
	}
	if err := c.Catch(t.Context()); err == nil {
		t.Error("the store has no such file, and nobody is told")
	}
	if _, known := s.has("hash of art"); known {
		t.Fatal("the store's fault is kept as the file's")
	}
	s.files["art"] = png1(t)
	if err := c.Catch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if key, _ := s.has("hash of art"); key != "thumbnails/hash of art.jpg" || len(s.told) != 1 || s.told[0] != 7 {
		t.Errorf("%q, browsers told of %v", key, s.told)
	}
}

func TestAFileThatIsLostKeepsNoOtherWaiting(t *testing.T) { // SH-288
	s := &shelf{files: map[string][]byte{"art": png1(t)}, made: map[string]proofs.Made{}}
	for i, key := range []string{"lost", "art"} {
		f := proof.File{Name: key, Key: key, ContentType: "image/png", SHA256: "hash of " + key, Size: 10}
		s.missing = append(
			s.missing,
			proofs.Unseen{Attachment: uuid.New(), Version: uuid.New(), Number: 1, File: f, Position: int64(i + 1)},
		)
	}
	c := Config{
		Files:    s,
		Pictures: inside{},
		Known:    s,
		Logger:   slog.New(slog.DiscardHandler),
		Clock:    time.Now,
		Made:     s.tell,
	}
	if err := c.Catch(t.Context()); err == nil {
		t.Error("the store has no such file, and nobody is told")
	}
	if key, _ := s.has("hash of art"); key == "" {
		t.Error("the file behind it has no picture")
	}
}

func TestAPreviewIsKeptBesideTheThumbnail(t *testing.T) {
	var b bytes.Buffer
	if err := tiff.Encode(&b, image.NewGray16(image.Rect(0, 0, 5000, 100)), nil); err != nil {
		t.Fatal(err)
	}
	s := &shelf{files: map[string][]byte{"scan": b.Bytes()}, made: map[string]proofs.Made{}}
	c := Config{
		Files:    s,
		Pictures: inside{},
		Known:    s,
		Logger:   slog.New(slog.DiscardHandler),
		Clock:    time.Now,
		Made:     s.tell,
	}
	f := proof.File{Name: "scan.tif", Key: "scan", ContentType: "image/tiff", SHA256: "hash", Size: int64(b.Len())}
	if err := c.make(t.Context(), f, relay.Message{}); err != nil {
		t.Fatal(err)
	}
	want := proofs.Preview{Key: "previews/hash", ContentType: "image/jpeg", Width: 4096, Height: 81, Pages: 1}
	if got := s.made["hash"].Preview; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	head, err := jpeg.DecodeConfig(bytes.NewReader(s.files["previews/hash"]))
	if err != nil || head.Width != 4096 {
		t.Errorf("%d wide: %v", head.Width, err)
	}
}

func TestAPDFHasAPictureHoweverLargeItIs(t *testing.T) { // BY-048
	s := &shelf{files: map[string][]byte{"book": []byte("%PDF-1.7")}, made: map[string]proofs.Made{}}
	c := Config{
		Files:    s,
		Pictures: inside{},
		Known:    s,
		Logger:   slog.New(slog.DiscardHandler),
		Clock:    time.Now,
		Made:     s.tell,
	}
	f := proof.File{Name: "book.pdf", Key: "book", ContentType: picture.PDF, SHA256: "hash", Size: 2 << 30}
	if err := c.make(t.Context(), f, relay.Message{Position: 4}); err != nil {
		t.Fatal(err)
	}
	if key, _ := s.has("hash"); key != "thumbnails/hash.jpg" || string(s.files[key]) != "first page" {
		t.Errorf("%q", key)
	}
}
