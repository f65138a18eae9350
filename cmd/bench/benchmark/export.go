package benchmark

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/memory"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/proof"
)

// ExportReport contains the cost of exporting an account. Memory is how much all processes of the
// server together grew at most while it wrote the archive.
type ExportReport struct {
	Orders  int     `json:"orders"`
	Size    int64   `json:"size"` // bytes of the archive
	Seconds float64 `json:"seconds"`
	Memory  float64 `json:"memory"` // MB
}

// Print writes the report as text.
func (r ExportReport) Print(w io.Writer) {
	fmt.Fprintf(
		w, "export of an account with %s orders: %s MB in %.1f s, %.1f MB of memory\n", count(r.Orders),
		count(int(r.Size>>20)), r.Seconds, r.Memory,
	)
}

// Checks returns the bound of the export.
func (r ExportReport) Checks() []Check {
	return []Check{{
		Name:  "export",
		What:  fmt.Sprintf("export of an account with %s orders", count(r.Orders)),
		Parts: []Part{{What: "memory", Figure: r.Memory, Unit: "MB", Bound: 128}},
	}}
}

// Export starts a server with one account whose orders have one file each, and exports the account.
func Export(ctx context.Context, orders, fileBytes int) (ExportReport, error) {
	r := ExportReport{Orders: orders}
	dir, remove, err := folder()
	if err != nil {
		return r, err
	}
	defer remove()
	studio := newStudio(1, 1, 0)
	ids, err := studio.plant(ctx, dir, studio.inProgress(orders))
	if err != nil {
		return r, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return r, err
	}
	stored, err := s.upload(ctx, studio, ids[0], fileBytes)
	s.stop()
	if err != nil {
		return r, err
	}
	// Every order shows the same stored file, so that planting takes less time than exporting.
	err = withCore(ctx, dir, func(core *core.Core) error {
		return each(32, len(ids), func(i int) error {
			add := &commands.AddAttachment{
				Order:      ids[i],
				Attachment: uuid.New(),
				Kind:       proof.SuppliedFiles,
				Version:    uuid.New(),
				File:       stored,
			}
			return patiently(ctx, core.Bus, add, studio.owner.Actor())
		})
	})
	if err != nil {
		return r, err
	}
	if err := s.start(ctx); err != nil {
		return r, err
	}
	defer s.stop()
	return r, s.export(ctx, studio, &r)
}

// upload stores a file of random bytes for an order.
func (s *server) upload(ctx context.Context, of studio, order uuid.UUID, size int) (f proof.File, err error) {
	as, err := s.signIn(ctx, of.owner)
	if err != nil {
		return f, err
	}
	content := make([]byte, size)
	source := rand.New(rand.NewPCG(1, 2)) // bytes that do not compress
	for i := range content {
		content[i] = byte(source.Uint32())
	}
	if err := as.csrfOf(ctx, "upload"); err != nil {
		return f, err
	}
	var form struct {
		Data struct {
			URL    string            `json:"url"`
			Fields map[string]string `json:"fields"`
		} `json:"data"`
	}
	body := fmt.Sprintf(`{"name":"artwork.jpg","size":%d,"type":"image/jpeg"}`, size)
	if err := as.write(
		ctx,
		http.MethodPost,
		"/upload/upload-token/attachment/"+order.String(),
		body,
		&form,
	); err != nil {
		return f, err
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range form.Data.Fields {
		if err := w.WriteField(k, v); err != nil {
			return f, err
		}
	}
	part, err := w.CreateFormFile("file", "artwork.jpg")
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return f, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, form.Data.URL, &b)
	if err != nil {
		return f, err
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	if _, status, err := s.once(req); err != nil || status >= http.StatusBadRequest {
		return f, fmt.Errorf("the file store answers %d: %w", status, err)
	}
	return proof.File{
		Name: "artwork.jpg", ContentType: "image/jpeg", Key: form.Data.Fields["key"], Size: int64(size),
		SHA256: strings.Repeat("ab", 32),
	}, nil
}

// csrfOf replaces the session's token against forged requests by one for other calls.
func (s *session) csrfOf(ctx context.Context, scope string) error {
	var csrf struct {
		Data struct {
			Token string `json:"token"`
		} `json:"data"`
	}
	err := s.get(ctx, "/g/csrf/"+scope, &csrf)
	s.csrf = csrf.Data.Token
	return err
}

// write sends a JSON body.
func (s *session) write(ctx context.Context, method, path, body string, into any) error {
	req, err := s.request(ctx, method, path, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("X-CSRF-Token", s.csrf)
	req.Header.Set("Idempotency-Key", uuid.NewString())
	req.Header.Set("Content-Type", "application/json")
	return s.do(req, into)
}

// export asks for an export and watches the server until it is ready.
func (s *server) export(ctx context.Context, of studio, r *ExportReport) error {
	as, err := s.signIn(ctx, of.owner)
	if err == nil {
		err = as.csrfOf(ctx, "profile")
	}
	if err != nil {
		return err
	}
	watch, err := memory.Start(ctx, s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	defer watch.Stop()
	var state struct {
		Data struct {
			State    string `json:"state"`
			Written  int    `json:"written"`
			FileSize int64  `json:"fileSize"`
		} `json:"data"`
	}
	began := time.Now()
	if err := as.write(ctx, http.MethodPost, "/profile/export", "", &state); err != nil {
		return err
	}
	for state.Data.State == "waiting" {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
		if err := as.get(ctx, "/profile/export", &state); err != nil {
			return err
		}
	}
	r.Seconds, r.Size = time.Since(began).Seconds(), state.Data.FileSize
	r.Memory = megabytes(watch.Stop().Grown)
	if state.Data.State != "ready" || state.Data.Written != r.Orders {
		return fmt.Errorf("the export is %s with %d of %d orders", state.Data.State, state.Data.Written, r.Orders)
	}
	return nil
}
