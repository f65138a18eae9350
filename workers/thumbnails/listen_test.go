package thumbnails

import (
	"bytes"
	"context"
	"encoding/json"
	"image/jpeg"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/workers/relay"
)

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
	s, content := newScene(t), art
	close(s.begin)
	w := s.worker()
	w.JetStream = js
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Listen(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		nc.Close()
		_ = server.Stop(context.Background())
	})
	s.run(t, w)
	publish := func(position int64, content string) {
		t.Helper()
		data, err := json.Marshal(proof.VersionAdded{
			Version: uuid.New(), Number: 1, File: proof.File{Key: content, SHA256: "hash of " + content},
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
	s.version(1, content, "image/png")
	s.version(2, "broken", "image/png")
	s.version(3, "doc", "application/pdf")
	s.version(5, "sheet", "application/vnd.ms-excel")
	s.version(4, "last", "text/plain")
	s.version(6, content, "image/png") // in another order
	for range 3 {
		publish(1, content)
		publish(2, "broken")
		publish(3, "doc")
		publish(5, "sheet")
	}
	publish(4, "last")
	want := map[string]string{
		content:  "thumbnails/hash of " + content + ".jpg",
		"broken": "", "sheet": "", "last": "",
		"doc": "thumbnails/hash of doc.jpg",
	}
	s.until(func() bool {
		var n int
		err := s.pool.QueryRow(
			t.Context(), "select count(*) from thumbnails where key <> '' or reason <> ''",
		).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n == len(want)
	})
	for content, key := range want {
		if r := s.row(content); r.Key != key {
			t.Errorf("%.10q: %+v", content, r)
		}
	}
	s.until(func() bool { // browsers are told of every version, also of those without a picture
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.told) == 6
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Sort(s.told); s.writes != 2 || !slices.Equal(s.told, []int64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("%d pictures were written, browsers told of %v", s.writes, s.told)
	}
	if _, err := jpeg.Decode(bytes.NewReader(s.files["thumbnails/hash of "+content+".jpg"])); err != nil {
		t.Error(err)
	}
}
