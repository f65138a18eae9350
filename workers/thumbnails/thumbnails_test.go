package thumbnails

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/hhrutter/tiff"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/jobs"
	"github.com/proofboard/proofboard/migrations"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/workers/picture"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// scene has the table of pictures in PostgreSQL, and a file store in memory.
type scene struct {
	t     *testing.T
	pool  *pgxpool.Pool
	table *proofs.Thumbnails
	jobs  *jobs.Store

	mu     sync.Mutex
	now    time.Time
	files  map[string][]byte // by key, which is the name of the file
	writes int
	told   []int64
	drawn  []string                        // files that were drawn, with "alone " before
	draws  func(name string) (error, bool) // what a drawer does instead of drawing
	begin  chan struct{}                   // closed when PDFs can be drawn
}

func newScene(t *testing.T) *scene {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "pictures", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s := &scene{
		t: t, pool: pool, table: proofs.NewThumbnails(pool), now: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC),
		files: map[string][]byte{}, begin: make(chan struct{}),
	}
	s.jobs = jobs.New(pool, s.clock)
	return s
}

// worker returns a worker of a process of its own.
func (s *scene) worker() *Worker {
	return New(Config{
		Files:    s,
		Pictures: s,
		Table:    s.table,
		CatchUp:  func(context.Context, int64) error { return nil },
		Tell: func(_ context.Context, _ uuid.UUID, position int64) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.told = append(s.told, position)
		},
		Rouse:  s.jobs.Rouse,
		Logger: quiet,
		Clock:  s.clock,
	})
}

var quiet = slog.New(slog.DiscardHandler)

func (s *scene) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *scene) later(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// exec changes rows as another process would.
func (s *scene) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.pool.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

// version adds a version that shows a file, and stores the file.
func (s *scene) version(position int, content, contentType string) {
	s.t.Helper()
	s.exec(
		`insert into proof_versions (id, attachment_id, number, file_name, content_type, key, size, sha256, uploaded_at, position)
		values ($1, $2, 1, 'file', $3, $4, $5, $6, $7, $8)`,
		uuid.New(),
		uuid.New(),
		contentType,
		content,
		len(content),
		"hash of "+content,
		s.clock(),
		position,
	)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[content] = contentOf(s.t, content)
}

// opened is an open file of the store.
type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

func (s *scene) Read(_ context.Context, key string) (io.ReadSeekCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.files[key]
	if !ok {
		return nil, errors.New("no such file")
	}
	return opened{bytes.NewReader(b)}, nil
}

func (s *scene) Write(_ context.Context, key, _ string, content []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[key], s.writes = content, s.writes+1
	return nil
}

func (s *scene) Prepare(ctx context.Context) error {
	select {
	case <-s.begin:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *scene) Close() {}

func (s *scene) Make(_ context.Context, file io.ReadSeeker, _ int64, alone bool) (picture.Pictures, error) {
	content, err := io.ReadAll(file)
	if err != nil {
		return picture.Pictures{}, err
	}
	name := string(content)
	if bytes.HasPrefix(content, []byte("\x89PNG")) {
		name = art
	}
	s.mu.Lock()
	draws := s.draws
	s.drawn = append(s.drawn, strings.Repeat("alone ", map[bool]int{true: 1}[alone])+name)
	s.mu.Unlock()
	if draws != nil {
		if err, does := draws(name); does {
			return picture.Pictures{Thumbnail: content}, err
		}
	}
	return picture.Make(content)
}

func (s *scene) FirstPage(ctx context.Context, file io.ReadSeeker, size int64, alone bool) (picture.Pictures, error) {
	made, err := s.Make(ctx, file, size, alone)
	if errors.Is(err, picture.ErrNone) {
		return picture.Pictures{Thumbnail: []byte("first page")}, nil
	}
	return made, err
}

// row is what the tables have of a file and its job.
type row struct {
	Key, Reason       string
	Drawing, Attempts int
	Wanted            bool
	Next, Held        *time.Time
}

func (s *scene) row(content string) (r row) {
	s.t.Helper()
	err := s.pool.QueryRow(
		s.t.Context(),
		`select key, reason, drawing, coalesce(j.attempts, 0), next_at is not null, due_at, held_until
		from thumbnails t left join jobs j on j.id = md5(t.sha256)::uuid where sha256 = $1`,
		"hash of "+content,
	).Scan(&r.Key, &r.Reason, &r.Drawing, &r.Attempts, &r.Wanted, &r.Next, &r.Held)
	if err != nil {
		s.t.Fatalf("%s: %v", content, err)
	}
	return r
}

// all draws until nothing is due, and returns what was drawn.
func (s *scene) all(w *Worker) (drawn []string) {
	s.t.Helper()
	s.mu.Lock()
	s.drawn = nil
	s.mu.Unlock()
	s.jobs.DoDue(s.t.Context(), w.Workers()[0], quiet)
	return s.drawn
}

func (s *scene) queue(w *Worker) {
	s.t.Helper()
	if err := w.Queue(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// art is the name of a file that can be drawn. Other files contain their name.
const art = "art"

func contentOf(t *testing.T, name string) []byte {
	t.Helper()
	if name != art {
		return []byte(name)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func busy() error { return fmt.Errorf("%w: a test says so", picture.ErrBusy) }

// Time by the clock belongs to the moment: the file is tried again with growing pauses (D-91).
func TestAFileThatMetABusyMomentGetsItsPictureLater(t *testing.T) { // D-91
	s, content := newScene(t), art
	busyFor := 3
	s.draws = func(string) (error, bool) { busyFor--; return busy(), busyFor >= 0 }
	s.version(1, content, "image/png")
	w := s.worker()
	s.queue(w)
	for i, pause := range []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second} {
		if drawn := s.all(w); len(drawn) != 1 || strings.HasPrefix(drawn[0], "alone ") != (i > 0) {
			t.Fatalf("%d: it was drawn %d times", i, len(drawn))
		}
		r := s.row(content)
		if r.Key != "" || r.Reason != "busy" || r.Attempts != i+1 || r.Held != nil || r.Next == nil ||
			!r.Next.Equal(s.clock().Add(pause)) {
			t.Fatalf("%d: %+v", i, r)
		}
		s.later(pause - time.Second)
		s.queue(w)
		if drawn := s.all(w); len(drawn) != 0 {
			t.Errorf("%d: it was tried before its time", i)
		}
		s.later(time.Second)
	}
	if drawn := s.all(w); len(drawn) != 1 {
		t.Errorf("it was drawn %d times", len(drawn))
	}
	if r := s.row(content); r.Key != "thumbnails/hash of "+content+".jpg" || r.Reason != "" || r.Next != nil ||
		r.Drawing != picture.Drawing {
		t.Errorf("%+v", r)
	}
}

func TestAWorkerThatStartsWaitsForNoPause(t *testing.T) { // D-91
	s, content := newScene(t), art
	first := true
	s.draws = func(string) (error, bool) { was := first; first = false; return busy(), was }
	s.version(1, content, "image/png")
	w := s.worker()
	s.queue(w)
	s.all(w)
	if r := s.row(content); r.Reason != "busy" {
		t.Fatalf("%+v", r)
	}
	s.run(t, s.worker())
	s.until(func() bool { return s.row(content).Key != "" })
}

// run runs a worker until the end of the test.
func (s *scene) run(t *testing.T, w *Worker) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.jobs.Run(ctx, quiet, w.Workers()...)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// until waits for a state.
func (s *scene) until(reached func() bool) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !reached(); {
		if time.Now().After(end) {
			s.t.Fatal("it is not reached")
		}
		select {
		case <-s.t.Context().Done():
			s.t.Fatal(s.t.Context().Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// What belongs to the file is for good (D-91), until another version draws.
func TestAFileThatCannotHaveAPictureIsProcessedOnce(t *testing.T) { // D-91
	s := newScene(t)
	s.version(1, "broken", "image/png")
	s.version(2, "sheet", "application/vnd.ms-excel")
	one, other := s.worker(), s.worker()
	s.queue(one)
	s.queue(other)
	var group sync.WaitGroup
	for _, w := range []*Worker{one, other} { // two processes at once
		group.Go(func() { s.jobs.DoDue(t.Context(), w.Workers()[0], quiet) })
	}
	group.Wait()
	s.later(1000 * time.Hour)
	s.queue(one)
	if err := s.table.Hurry(t.Context(), s.clock()); err != nil {
		t.Fatal(err)
	}
	if drawn := s.all(one); len(drawn) != 0 {
		t.Errorf("%q were drawn again", drawn)
	}
	r := s.row("broken")
	if r.Reason != "unreadable" || r.Wanted || r.Drawing != picture.Drawing || r.Next != nil {
		t.Errorf("%+v", r)
	}
	if r := s.row("sheet"); r.Reason != "unsupported" || r.Wanted || r.Next != nil {
		t.Errorf("%+v", r)
	}
	if err := s.table.Again(t.Context(), "hash of broken", s.clock()); err != nil {
		t.Fatal(err)
	}
	if drawn := s.all(one); len(drawn) != 0 {
		t.Errorf("%q were made again", drawn)
	}

	if err := s.table.Queue(t.Context(), picture.Drawing+1, s.clock()); err != nil {
		t.Fatal(err)
	}
	if drawn := s.all(one); !slices.Equal(drawn, []string{"broken"}) {
		t.Errorf("a newer version tried %q", drawn)
	}
}

// During a rolling upgrade a worker of the build before writes rows without a picture, and replaces
// pictures by none (D-91).
func TestWhatABuildBeforeCouldNotDrawIsTriedAgain(t *testing.T) { // D-91
	const before = `insert into thumbnails (sha256, key, made_at, preview_key, preview_type, preview_width, preview_height, preview_pages)
		values ($1, $2, $3, '', '', 0, 0, 0)
		on conflict (sha256) do update set key = excluded.key, made_at = excluded.made_at, preview_key = excluded.preview_key,
		preview_type = excluded.preview_type, preview_width = excluded.preview_width, preview_height = excluded.preview_height,
		preview_pages = excluded.preview_pages`
	s := newScene(t)
	s.now = time.Now().Add(time.Minute) // the defaults of the rows are of the database's clock
	s.draws = func(string) (error, bool) { return nil, true }
	w := s.worker()
	for i, content := range []string{"none", "there", "replaced"} {
		s.version(i, content, "image/png")
	}
	s.exec(before, "hash of none", "", s.clock())
	s.exec(before, "hash of there", "thumbnails/of the build before", s.clock())
	s.queue(w)
	if drawn := s.all(w); len(drawn) != 2 || !slices.Contains(drawn, "none") || !slices.Contains(drawn, "replaced") {
		t.Errorf("%q were drawn", drawn)
	}
	s.exec(before, "hash of replaced", "", s.clock())
	s.queue(w)
	if drawn := s.all(w); !slices.Equal(drawn, []string{"replaced"}) {
		t.Errorf("%q were drawn", drawn)
	}
	for content, want := range map[string]string{
		"none": "thumbnails/hash of none.jpg", "there": "thumbnails/of the build before",
		"replaced": "thumbnails/hash of replaced.jpg",
	} {
		if r := s.row(content); r.Key != want {
			t.Errorf("%s: %+v", content, r)
		}
	}
}

func TestWhatTheStoreFailedToGiveIsMadeLater(t *testing.T) { // SH-288
	s, content := newScene(t), art
	s.version(1, "lost", "image/png")
	delete(s.files, "lost")
	s.version(2, content, "image/png")
	w := s.worker()
	s.queue(w)
	if drawn := s.all(w); len(drawn) != 1 { // the lost file keeps no other waiting
		t.Errorf("%d files were drawn", len(drawn))
	}
	if r := s.row("lost"); r.Reason != "store" || r.Next == nil {
		t.Errorf("%+v", r)
	}
	s.files["lost"] = contentOf(t, content)
	if drawn := s.all(w); len(drawn) != 0 {
		t.Errorf("%q were tried before their time", drawn)
	}
	if err := s.table.Again(t.Context(), "hash of lost", s.clock()); err != nil {
		t.Fatal(err)
	}
	if drawn := s.all(w); !slices.Equal(drawn, []string{"alone " + art}) {
		t.Errorf("%q were made again", drawn)
	}
	if r := s.row("lost"); r.Key == "" {
		t.Errorf("%+v", r)
	}
}

func TestAProcessThatEndsLeavesItsFileToOthers(t *testing.T) {
	s, content := newScene(t), art
	s.version(1, content, "image/png")
	w := s.worker()
	s.queue(w)
	claim := func() (found bool) {
		t.Helper()
		_, found, err := s.jobs.Claim(t.Context(), jobs.Pictures, claimTime)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if !claim() || claim() {
		t.Fatal("a file is not claimed once")
	}
	s.later(claimTime - time.Second)
	if drawn := s.all(w); len(drawn) != 0 {
		t.Fatal("a file that is held is drawn")
	}
	s.later(time.Second)
	if drawn := s.all(w); len(drawn) != 1 {
		t.Error("the file of a process that was killed is not tried")
	}
}

// What a process of an earlier version left is done: a file that it had claimed, and one that it tries later.
func TestPicturesOfAnEarlierVersionAreAdopted(t *testing.T) { // D-304
	s := newScene(t)
	s.draws = func(string) (error, bool) { return nil, true }
	for i, content := range []string{"claimed", "waits"} {
		s.version(i, content, "image/png")
	}
	s.exec(`insert into thumbnails (sha256, made_at, attempts, next_at, claimed_until, reason) values
		('hash of claimed', $1::timestamptz, 1, $1::timestamptz, $1::timestamptz + interval '2 minutes', ''),
		('hash of waits', $1::timestamptz, 3, $1::timestamptz + interval '40 seconds', null, 'busy')`, s.clock())
	w := s.worker()
	s.queue(w)
	if drawn := s.all(w); !slices.Equal(drawn, []string{"claimed"}) {
		t.Errorf("%q were drawn", drawn)
	}
	s.later(40 * time.Second)
	if drawn := s.all(w); !slices.Equal(drawn, []string{"waits"}) {
		t.Errorf("%q were drawn later", drawn)
	}
}

func TestAProcessThatStopsCountsNoTry(t *testing.T) {
	s := newScene(t)
	ctx, stop := context.WithCancel(t.Context())
	s.draws = func(string) (error, bool) { stop(); return ctx.Err(), true }
	s.version(1, "art", "image/png")
	w := s.worker()
	s.queue(w)
	s.jobs.DoDue(ctx, w.Workers()[0], quiet)
	if r := s.row("art"); r.Attempts != 0 || !r.Wanted || r.Held != nil || r.Reason != "" {
		t.Errorf("%+v", r)
	}
}

// What has to be compiled belongs to no file (check 40).
func TestPDFsWaitUntilTheyCanBeDrawnAndImagesDoNot(t *testing.T) { // D-91
	s, content := newScene(t), art
	s.version(1, "%PDF-1.7", proof.PDF)
	s.version(2, content, "image/png")
	w := s.worker()
	s.queue(w)
	s.run(t, w)
	s.until(func() bool { return s.row(content).Key != "" })
	if r := s.row("%PDF-1.7"); r.Attempts != 0 || r.Reason != "" {
		t.Errorf("%+v", r)
	}
	close(s.begin)
	s.until(func() bool { return s.row("%PDF-1.7").Key != "" })
}

func TestAPreviewIsKeptBesideTheThumbnail(t *testing.T) {
	var b bytes.Buffer
	if err := tiff.Encode(&b, image.NewGray16(image.Rect(0, 0, 5000, 100)), nil); err != nil {
		t.Fatal(err)
	}
	s := newScene(t)
	made, err := s.worker().make(t.Context(), s.stored(b.Bytes(), "image/tiff", int64(b.Len())), false)
	if err != nil {
		t.Fatal(err)
	}
	want := proofs.Preview{Key: "previews/hash", ContentType: "image/jpeg", Width: 4096, Height: 81, Pages: 1}
	if made.Preview != want {
		t.Errorf("%+v, want %+v", made.Preview, want)
	}
	head, err := jpeg.DecodeConfig(bytes.NewReader(s.files["previews/hash"]))
	if err != nil || head.Width != 4096 {
		t.Errorf("%d wide: %v", head.Width, err)
	}
}

func (s *scene) stored(content []byte, contentType string, size int64) proof.File {
	s.files["file"] = content
	return proof.File{Key: "file", ContentType: contentType, SHA256: "hash", Size: size}
}

func TestAPDFHasAPictureHoweverLargeItIs(t *testing.T) { // BY-048
	s := newScene(t)
	made, err := s.worker().make(t.Context(), s.stored([]byte("%PDF-1.7"), proof.PDF, 2<<30-1), false)
	if err != nil {
		t.Fatal(err)
	}
	if made.Key != "thumbnails/hash.jpg" || string(s.files[made.Key]) != "first page" {
		t.Errorf("%q", made.Key)
	}
}
