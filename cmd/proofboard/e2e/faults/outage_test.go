package faults

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

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/proof"
)

// uploader uploads files one after the other. It retries each step until it succeeds.
type uploader struct {
	owner   *harness.Person
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
			if err == nil && a.Status == http.StatusOK {
				err = json.Unmarshal(a.Body, &got)
			}
			form = got.Data
			return a.Status == http.StatusOK, err
		})
		if err == nil {
			err = u.until(ctx, func() (bool, error) { return sendForm(ctx, form, u.content), nil })
		}
		if err == nil {
			err = u.until(ctx, func() (bool, error) {
				a, err := u.ask(
					ctx, http.MethodPut, "/upload/attachment/"+u.order.String(),
					harness.Completion(name, form.Fields["key"], len(u.content), proof.SuppliedFiles), k,
				)
				return a.Status == http.StatusOK, err
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
func (u *uploader) ask(ctx context.Context, method, path string, body any, k uuid.UUID) (harness.Answer, error) {
	req, err := u.owner.Request(method, path, body, harness.Key(k))
	if err != nil {
		return harness.Answer{}, err
	}
	began := time.Now()
	a, err := u.owner.Site.Do(u.owner.Site.Client, req.WithContext(ctx))
	if err != nil || a.Status == http.StatusOK {
		return a, err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.refused[fmt.Sprint(a.Status, " ", a.Reason())]++
	u.slowest = max(u.slowest, time.Since(began))
	if a.Status != http.StatusServiceUnavailable {
		err = fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
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

func TestTheBoardGoesOnWithoutTheFileStoreAndUploadsSayWhy(t *testing.T) { // BY-010
	harness.Parallel(t)
	f := harness.UnderLoad(t)
	w := harness.NewSite(f.Bases()[0])
	t.Cleanup(w.Client.CloseIdleConnections)
	other, err := w.SignIn("beta") // not an account that the load uses
	if err != nil {
		t.Fatal(err)
	}
	o := harness.MustWrite(t, other, http.MethodPost, "/order", map[string]any{"orderName": "With files"}).Data.OrderID
	u := &uploader{owner: other, order: o, content: harness.Picture(t, 9), refused: map[string]int{}}
	ended := make(chan error, 1)
	go func() { ended <- u.run(t.Context()) }()
	seconds := time.Duration(harness.Repeats(1, 30)) * time.Second
	pace := func(d time.Duration) (perSecond float64, failed int64) {
		answered, again, began := f.Load.Answered.Load(), f.Load.Retries.Load(), time.Now()
		harness.Wait(t, d)
		harness.Eventually(t, "commands go on", func() bool { return f.Load.Answered.Load() >= answered+50 })
		return float64(f.Load.Answered.Load()-answered) / time.Since(began).Seconds(), f.Load.Retries.Load() - again
	}
	harness.Wait(t, time.Second)
	before, _ := pace(seconds)
	for i, mode := range []string{harness.Refuse, harness.Silent, harness.Slow} {
		name, k := fmt.Sprintf("held %d.png", i), uuid.New()
		at := harness.PostFile(
			t,
			other,
			"attachment",
			o,
			name,
			u.content,
		) // uploaded before the outage, completed during it
		token := func() (harness.Answer, error) {
			return u.ask(
				t.Context(), http.MethodPost, "/upload/upload-token/attachment/"+o.String(),
				map[string]any{"name": name, "size": 1, "type": "image/png"}, uuid.New(),
			)
		}
		complete := func() (harness.Answer, error) {
			return u.ask(
				t.Context(), http.MethodPut, "/upload/attachment/"+o.String(),
				harness.Completion(name, at, len(u.content), proof.SuppliedFiles), k,
			)
		}
		f.Files.Set(mode)
		var asked sync.WaitGroup
		for what, ask := range map[string]func() (harness.Answer, error){"a token": token, "a completion": complete} {
			if mode == harness.Slow && !harness.FullChaos() { // a slow store still answers in the end
				continue
			}
			asked.Go(func() {
				if a, err := ask(); err != nil || mode != harness.Slow && a.Reason() != "upload.store_unavailable" {
					t.Errorf("file store %s: %s is answered %d %s, %v", mode, what, a.Status, a.Body, err)
				}
			})
		}
		now, failed := pace(seconds)
		asked.Wait()
		if mode != harness.Slow {
			harness.Eventually(t, "/readyz tells of the file store", func() bool {
				waiting, status := f.Apis[0].WaitingFor(t)
				return slices.Contains(waiting, "object store") && status == http.StatusOK
			})
		}
		f.Files.Set(harness.Passes)
		if a, err := complete(); err != nil || a.Status != http.StatusOK {
			t.Errorf("the same completion afterwards: %d %s, %v", a.Status, a.Body, err)
		}
		u.mu.Lock()
		u.done++
		done, refused, slowest := u.done, fmt.Sprint(u.refused), u.slowest
		u.mu.Unlock()
		harness.Eventually(t, "uploads work again", func() bool {
			select {
			case err := <-ended:
				t.Fatalf("uploads ended after %d: %v", done, err)
			default:
			}
			u.mu.Lock()
			defer u.mu.Unlock()
			return u.done > done+2
		})
		harness.Report(
			t,
			"10",
			!t.Failed() && failed == 0 && (now > before*0.8 || !harness.FullChaos()) &&
				harness.InTime(slowest, 15*time.Second),
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
		if said != "503 upload.store_unavailable" && said != "503 read_model.behind" { // the latter on a busy machine
			t.Errorf("an upload was refused with %s", said)
		}
	}
	commands := f.End(t)
	versions, orphaned := f.References(t)
	harness.Report(
		t, "10", !t.Failed() && orphaned == 0 && versions == u.done,
		"%d commands, 0 lost; %d uploads done, %d versions, %d of them without their file", commands, u.done, versions,
		orphaned,
	)
}
