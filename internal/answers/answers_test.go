package answers_test

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/answers"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// world is a store with a clock that tests move.
type world struct {
	*answers.Store
	t    *testing.T
	pool *pgxpool.Pool
	now  atomic.Pointer[time.Time]
}

func start(t *testing.T) *world {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), embeddedtest.DatabaseFrom(t, "migrated", migrations.Up))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	w := &world{t: t, pool: pool}
	w.after(0)
	w.Store = answers.New(
		pool,
		[]byte("a key"),
		func() time.Time { return *w.now.Load() },
		slog.New(slog.DiscardHandler),
	)
	return w
}

func (w *world) after(d time.Duration) {
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	if old := w.now.Load(); old != nil {
		at = old.Add(d)
	}
	w.now.Store(&at)
}

// do handles a write that answers with a status and a text, and returns the text of the answer.
func (w *world) do(write answers.Write, status int, text string) (string, error) {
	a, err := w.Once(w.t.Context(), write, func() answers.Answer {
		return answers.Answer{Status: status, Type: "text/plain", Position: "7", Body: []byte(text)}
	})
	return string(a.Body), err
}

func (w *world) answers(write answers.Write, status int, text, want string) {
	w.t.Helper()
	if got, err := w.do(write, status, text); err != nil || got != want {
		w.t.Errorf("%q is answered with %q, %v; want %q", text, got, err, want)
	}
}

func (w *world) refuses(want error, write answers.Write) {
	w.t.Helper()
	if got, err := w.do(write, http.StatusOK, "again"); !errors.Is(err, want) {
		w.t.Errorf("it is answered with %q, %v; want %v", got, err, want)
	}
}

func write() answers.Write {
	key := uuid.New()
	return answers.Write{ID: key[:], Request: []byte("a request"), Key: key, Session: uuid.New()}
}

func TestARepetitionGetsTheFirstAnswerForAWeek(t *testing.T) { // D-85
	w, one := start(t), write()
	w.answers(one, http.StatusOK, "first", "first")
	w.after(7*24*time.Hour - time.Minute)
	if err := answers.Sweep(t.Context(), w.pool, *w.now.Load()); err != nil {
		t.Fatal(err)
	}
	elsewhere := one
	elsewhere.Session = uuid.New() // the same person, signed in again
	w.answers(elsewhere, http.StatusOK, "second", "first")
	w.after(time.Hour)
	if err := answers.Sweep(t.Context(), w.pool, *w.now.Load()); err != nil {
		t.Fatal(err)
	}
	w.answers(one, http.StatusOK, "much later", "much later")
}

func TestAnotherRequestWithTheSameKeyIsRefused(t *testing.T) { // D-85
	w, one := start(t), write()
	w.answers(one, http.StatusOK, "first", "first")
	other := one
	other.Request = []byte("another request")
	w.refuses(domain.ErrKeyReused, other)
}

func TestWhatWasRefusedIsDecidedAnew(t *testing.T) { // D-85
	w, one := start(t), write()
	w.answers(one, http.StatusConflict, "not yet", "not yet")
	w.answers(one, http.StatusOK, "now", "now")
	w.answers(one, http.StatusConflict, "not any more", "now")
}

func TestASecretIsRepeatedToTheSameSessionForADay(t *testing.T) { // D-85
	w, one := start(t), write()
	one.Secret = true
	w.answers(one, http.StatusOK, "a secret", "a secret")
	w.after(24*time.Hour - time.Second)
	w.answers(one, http.StatusOK, "another", "a secret")
	elsewhere := one
	elsewhere.Session = uuid.New()
	w.refuses(answers.ErrSecretShown, elsewhere)
	w.after(2 * time.Second)
	w.refuses(answers.ErrSecretShown, one)
	if err := answers.Sweep(t.Context(), w.pool, *w.now.Load()); err != nil {
		t.Fatal(err)
	}
	w.refuses(answers.ErrSecretShown, one)
	var left int
	if err := w.pool.QueryRow(
		t.Context(), "select count(*) from kept_answers where id = $1 and answer is not null", one.ID,
	).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d answers with the secret are left, %v", left, err)
	}
}

func TestWhoHasTheDatabaseCannotReadAnAnswer(t *testing.T) { // D-85
	w, one := start(t), write()
	w.answers(one, http.StatusOK, "a secret", "a secret")
	other := one
	other.Key = uuid.New()
	if got, err := w.do(other, http.StatusOK, "again"); err == nil {
		t.Errorf("without the key it is answered with %q", got)
	}
}

// Five calls come at once. One is handled while the others wait for its answer.
func TestCallsAtOnceAreHandledOnce(t *testing.T) { // D-85
	w, one := start(t), write()
	var handled atomic.Int32
	var all sync.WaitGroup
	release := make(chan struct{})
	for range 5 {
		all.Go(func() {
			a, err := w.Once(t.Context(), one, func() answers.Answer {
				handled.Add(1)
				<-release
				return answers.Answer{Status: http.StatusOK, Body: []byte("done")}
			})
			if err != nil || string(a.Body) != "done" {
				t.Errorf("%q, %v", a.Body, err)
			}
		})
	}
	close(release)
	all.Wait()
	if n := handled.Load(); n != 1 {
		t.Errorf("it was handled %d times", n)
	}
}

// The process that handled the write was killed, and does not renew its claim any more.
func TestAWriteOfAProcessThatEndedIsHandledByAnother(t *testing.T) { // D-85
	w, one := start(t), write()
	if _, err := w.pool.Exec(
		t.Context(), `insert into kept_answers (id, request, session, claim, claimed_at) values ($1, $2, $3, $4, $5)`,
		one.ID, one.Request, one.Session, uuid.New(), w.now.Load(),
	); err != nil {
		t.Fatal(err)
	}
	w.after(31 * time.Second)
	w.answers(one, http.StatusOK, "by another", "by another")
}

// A handler that panics gives the write back, and its answer is nobody's.
func TestAWriteThatPanicsIsGivenBack(t *testing.T) { // D-85
	w, one := start(t), write()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		_, _ = w.Once(t.Context(), one, func() answers.Answer { panic("broken") })
	}()
	w.answers(one, http.StatusOK, "now", "now")
}
