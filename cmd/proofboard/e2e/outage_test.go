package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/files"
)

// uploader uploads files one after the other. It retries each step until it succeeds.
type uploader struct {
	owner   *person
	order   uuid.UUID
	content []byte
	ended   atomic.Bool
	mu      sync.Mutex
	refused map[string]int // number of refusals by status and reason
	slowest time.Duration  // longest time until a refusal
	done    int
}

func (u *uploader) run(ctx context.Context) error {
	for n := 0; !u.ended.Load(); n++ {
		name, k := fmt.Sprintf("label %d.png", n), uuid.New()
		var form contract.UploadForm
		err := u.until(ctx, func() (bool, error) {
			a, err := u.ask(
				ctx, http.MethodPost, "/upload/upload-token/attachment/"+u.order.String(),
				map[string]any{"name": name, "size": len(u.content), "type": "image/png"}, uuid.New(),
			)
			var got struct{ Data contract.UploadForm }
			if err == nil && a.status == http.StatusOK {
				err = json.Unmarshal(a.body, &got)
			}
			form = got.Data
			return a.status == http.StatusOK, err
		})
		if err == nil {
			err = u.until(ctx, func() (bool, error) { return sendForm(ctx, form, u.content), nil })
		}
		if err == nil {
			err = u.until(ctx, func() (bool, error) {
				a, err := u.ask(
					ctx, http.MethodPut, "/upload/attachment/"+u.order.String(),
					completed(name, form.Fields["key"], len(u.content), proof.SuppliedFiles), k,
				)
				return a.status == http.StatusOK, err
			})
		}
		if err != nil {
			return err
		}
		u.mu.Lock()
		u.done++
		u.mu.Unlock()
	}
	return nil
}

// until calls do ten times per second until it succeeds.
func (u *uploader) until(ctx context.Context, do func() (bool, error)) error {
	for {
		ok, err := do()
		if ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// ask sends a request and counts refusals. 503 is the only allowed refusal.
func (u *uploader) ask(ctx context.Context, method, path string, body any, k uuid.UUID) (answer, error) {
	req, err := u.owner.request(method, path, body, key(k))
	if err != nil {
		return answer{}, err
	}
	began := time.Now()
	a, err := u.owner.site.do(u.owner.site.http, req.WithContext(ctx))
	if err != nil || a.status == http.StatusOK {
		return a, err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.refused[fmt.Sprint(a.status, " ", a.reason())]++
	u.slowest = max(u.slowest, time.Since(began))
	if a.status != http.StatusServiceUnavailable {
		err = fmt.Errorf("%s %s: %d %s", method, path, a.status, a.body)
	}
	return a, err
}

// sendForm posts a form as a browser does and reports whether the file store accepted it.
func sendForm(ctx context.Context, f contract.UploadForm, content []byte) bool {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, v := range f.Fields {
		_ = w.WriteField(name, v)
	}
	part, err := w.CreateFormFile("file", "artwork.png")
	if err != nil {
		return false
	}
	_, err = part.Write(content)
	if errors.Join(err, w.Close()) != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.Url, &b)
	if err != nil {
		return false
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	return res.Body.Close() == nil && res.StatusCode < http.StatusMultipleChoices
}

// waitingFor returns the parts that an api process reports as missing, and whether it serves
// requests.
func (r *running) waitingFor(t *testing.T) (waiting []string, status int) {
	t.Helper()
	res, err := http.Get(r.base() + "/readyz")
	if err != nil {
		return nil, 0
	}
	defer func() { _ = res.Body.Close() }()
	var said struct{ Waiting []string }
	if err := json.NewDecoder(res.Body).Decode(&said); err != nil {
		t.Error(err)
	}
	return said.Waiting, res.StatusCode
}

// references checks that the file store contains every file of every version with the correct
// content.
func (f *fire) references(t *testing.T) (versions, orphaned int) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), f.db.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	s := f.cfg.S3
	store, err := files.Open(t.Context(), files.Config{
		Endpoint:  f.files.server,
		AccessKey: s.AccessKey,
		SecretKey: s.SecretKey,
		Bucket:    s.Bucket,
		Region:    s.Region,
		Now:       time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(t.Context(), "select key, sha256 from proof_versions")
	if err != nil {
		t.Fatal(err)
	}
	type reference struct{ Key, Hash string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[reference])
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if got, err := store.SHA256(t.Context(), r.Key); err != nil || got != r.Hash {
			t.Errorf("%s is %s in the store: %v", r.Key, got, err)
			orphaned++
		}
	}
	return len(all), orphaned
}

func TestTheBoardGoesOnWithoutTheFileStoreAndUploadsSayWhy(t *testing.T) { // BY-010
	beside(t)
	f := underLoad(t)
	w := newSite(f.bases()[0])
	t.Cleanup(w.http.CloseIdleConnections)
	other, err := w.signIn("beta") // not an account that the load uses
	if err != nil {
		t.Fatal(err)
	}
	o := write(t, other, http.MethodPost, "/order", map[string]any{"orderName": "With files"}).Data.OrderID
	u := &uploader{owner: other, order: o, content: picture(t, 9), refused: map[string]int{}}
	ended := make(chan error, 1)
	go func() { ended <- u.run(t.Context()) }()
	seconds := time.Duration(times(1, 30)) * time.Second
	pace := func(d time.Duration) (perSecond float64, failed int64) {
		answered, again, began := f.load.answered.Load(), f.load.retries.Load(), time.Now()
		wait(t, d)
		eventually(t, "commands go on", func() bool { return f.load.answered.Load() >= answered+50 })
		return float64(f.load.answered.Load()-answered) / time.Since(began).Seconds(), f.load.retries.Load() - again
	}
	wait(t, time.Second)
	before, _ := pace(seconds)
	for i, mode := range []string{refuse, silent, slow} {
		name, k := fmt.Sprintf("held %d.png", i), uuid.New()
		at := put(t, other, "attachment", o, name, u.content) // uploaded before the outage, completed during it
		token := func() (answer, error) {
			return u.ask(
				t.Context(), http.MethodPost, "/upload/upload-token/attachment/"+o.String(),
				map[string]any{"name": name, "size": 1, "type": "image/png"}, uuid.New(),
			)
		}
		complete := func() (answer, error) {
			return u.ask(
				t.Context(), http.MethodPut, "/upload/attachment/"+o.String(),
				completed(name, at, len(u.content), proof.SuppliedFiles), k,
			)
		}
		f.files.set(mode)
		var asked sync.WaitGroup
		for what, ask := range map[string]func() (answer, error){"a token": token, "a completion": complete} {
			if mode == slow && !full() { // a slow store still answers in the end
				continue
			}
			asked.Go(func() {
				if a, err := ask(); err != nil || mode != slow && a.reason() != "upload.store_unavailable" {
					t.Errorf("file store %s: %s is answered %d %s, %v", mode, what, a.status, a.body, err)
				}
			})
		}
		now, failed := pace(seconds)
		asked.Wait()
		if mode != slow {
			eventually(t, "/readyz tells of the file store", func() bool {
				waiting, status := f.apis[0].waitingFor(t)
				return slices.Contains(waiting, "object store") && status == http.StatusOK
			})
		}
		f.files.set(passes)
		if a, err := complete(); err != nil || a.status != http.StatusOK {
			t.Errorf("the same completion afterwards: %d %s, %v", a.status, a.body, err)
		}
		u.mu.Lock()
		u.done++
		done, refused, slowest := u.done, fmt.Sprint(u.refused), u.slowest
		u.mu.Unlock()
		eventually(t, "uploads work again", func() bool {
			select {
			case err := <-ended:
				t.Fatalf("uploads ended after %d: %v", done, err)
			default:
			}
			u.mu.Lock()
			defer u.mu.Unlock()
			return u.done > done+2
		})
		told(
			t,
			"10",
			!t.Failed() && failed == 0 && (now > before*0.8 || !full()) && timely(slowest, 15*time.Second),
			"file store %s for %s: %.0f commands a second (%.0f before), %d failed; uploads refused so far %s, after at most %s (bound 15 s)",
			mode,
			seconds,
			now,
			before,
			failed,
			refused,
			slowest.Round(10*time.Millisecond),
		)
	}
	u.ended.Store(true)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for said := range u.refused {
		if said != "503 upload.store_unavailable" {
			t.Errorf("an upload was refused with %s", said)
		}
	}
	commands := f.end(t)
	versions, orphaned := f.references(t)
	told(
		t, "10", !t.Failed() && orphaned == 0 && versions == u.done,
		"%d commands, 0 lost; %d uploads done, %d versions, %d of them without their file", commands, u.done, versions,
		orphaned,
	)
}
