package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/internal/accounts"
)

// site is a running program with its users.
type site struct {
	*program.Program // nil if the program runs in a separate process
	base             string
	http             *http.Client
	latest           atomic.Int64 // log position of the last answered write; reads wait for it
	mu               sync.Mutex
	people           map[string]*person // signed-in people by name
	stop             func() error
	log              *os.File
}

// open starts a program on a data folder with the people of a seed.
func open(dir string, s accounts.Seed) (*site, error) {
	log, f, err := logger(dir)
	if err != nil {
		return nil, err
	}
	return openWith(settings(dir), s, log, f)
}

// openWith starts a program with a configuration and a logger.
func openWith(cfg config.Config, s accounts.Seed, log *slog.Logger, f *os.File) (*site, error) {
	ctx, cancel := context.WithCancel(context.Background())
	p, err := program.Open(ctx, cfg, log)
	if err != nil {
		cancel()
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	w := newSite("http://" + p.Addr())
	w.Program, w.log = p, f
	w.stop = func() error {
		cancel()
		return errors.Join(<-ended, p.Close())
	}
	if err := p.Accounts.Plant(ctx, s); err != nil {
		return nil, errors.Join(err, w.stop())
	}
	return w, nil
}

func newSite(base string) *site {
	return &site{
		base:   base,
		http:   &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 30 * time.Second},
		people: map[string]*person{},
	}
}

func (w *site) close() error {
	w.http.CloseIdleConnections()
	return errors.Join(w.stop(), w.log.Close())
}

// person is a signed-in user.
type person struct {
	accounts.User
	site  *site
	desk  bool
	token string

	mu   sync.Mutex
	csrf map[string]string
}

// signIn starts a new session for a person of the cast.
func (w *site) signIn(name string) (*person, error) {
	u, known := cast[name]
	if !known {
		return nil, fmt.Errorf("%s is not of the cast", name)
	}
	p := &person{User: u, site: w, desk: u.Role.IsProvider(), csrf: map[string]string{}}
	a, err := w.password(http.DefaultClient, p.desk, u.Email, password)
	if err != nil {
		return nil, err
	}
	var token contract.TokenAnswer
	if a.status != http.StatusOK || json.Unmarshal(a.body, &token) != nil {
		return nil, fmt.Errorf("sign in as %s: %d %s", name, a.status, a.body)
	}
	p.token = token.AccessToken
	return p, nil
}

func (w *site) password(client *http.Client, desk bool, email, password string, more ...option) (answer, error) {
	form := url.Values{"grant_type": {"password"}, "username": {email}, "password": {password}}
	path, name := "/api/c/token", "web-customer"
	if desk {
		path, name = "/api/d/token", "web-desk"
	}
	req, err := http.NewRequest(http.MethodPost, w.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth(name, "")
	for _, o := range more {
		o(req)
	}
	return w.do(client, req)
}

// as returns the shared session of a person. It signs them in on first use, because hashing a
// password is slow.
func (w *site) as(t *testing.T, name string) *person {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.people[name]; p != nil {
		return p
	}
	p, err := w.signIn(name)
	if err != nil {
		t.Fatal(err)
	}
	w.people[name] = p
	return p
}

// as returns the session of a person that tests share.
func as(t *testing.T, name string) *person {
	t.Helper()
	return world.as(t, name)
}

// fresh returns a new session, for tests that end it.
func fresh(t *testing.T, name string) *person {
	t.Helper()
	p, err := world.signIn(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answer is an HTTP response.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// envelope contains the fields that every answer has. The type of data varies.
type envelope struct {
	Success  *bool           `json:"success"`
	Message  *string         `json:"message"`
	Messages []string        `json:"messages"`
	Data     json.RawMessage `json:"data"`
	Reauth   bool            `json:"reauth"`
	Error    *struct {
		Reason    string `json:"reason"`
		Name      string `json:"name"`
		RequestID string `json:"requestId"`
	} `json:"error"`
}

func (a answer) envelope(t *testing.T) envelope {
	t.Helper()
	var e envelope
	if err := json.Unmarshal(a.body, &e); err != nil {
		t.Fatalf("%d is not an envelope: %v: %.300s", a.status, err, a.body)
	}
	return e
}

// reason returns the stable reason of a refusal, or "" for a success.
func (a answer) reason() string {
	var e envelope
	if json.Unmarshal(a.body, &e) != nil || e.Error == nil {
		return ""
	}
	return e.Error.Reason
}

func (a answer) position() int64 {
	n, _ := strconv.ParseInt(a.header.Get("X-Position"), 10, 64)
	return n
}

// option changes a request before it is sent.
type option func(*http.Request)

func header(name, value string) option {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func without(name string) option { return func(r *http.Request) { r.Header.Del(name) } }

func key(k uuid.UUID) option { return header("Idempotency-Key", k.String()) }

// form is a body that is sent as a browser's form. raw is a body that is sent unchanged.
type (
	form url.Values
	raw  struct{ contentType, text string }
)

// scopeOf returns the CSRF scope that a write needs (D-24).
func scopeOf(path string) string {
	switch {
	case strings.Contains(path, "/g/guest/"):
		return "guest-annotation"
	case strings.HasPrefix(path, "/upload/"):
		return "upload"
	case strings.HasPrefix(path, "/message"),
		strings.HasPrefix(path, "/operations"),
		strings.HasPrefix(path, "/profile"):
		return "profile"
	case strings.HasPrefix(path, "/catalogue"):
		return "customer-package"
	case strings.HasPrefix(path, "/filters"), strings.HasPrefix(path, "/archived-order-filters"):
		return "filter"
	case strings.Contains(path, "/version/"):
		return "card-annotation"
	}
	return "card"
}

// request builds a request as the web app sends it: with a bearer token, for writes with the CSRF
// token of the scope and an idempotency key, for reads with the position of the last write.
func (p *person) request(method, path string, body any, options ...option) (*http.Request, error) {
	var content io.Reader
	contentType := ""
	switch b := body.(type) {
	case nil:
	case form:
		content, contentType = strings.NewReader(url.Values(b).Encode()), "application/x-www-form-urlencoded"
	case raw:
		content, contentType = strings.NewReader(b.text), b.contentType
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return nil, err
		}
		content, contentType = bytes.NewReader(text), "application/json"
	}
	req, err := http.NewRequest(method, p.site.base+"/api"+path, content)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	if method == http.MethodGet {
		req.Header.Set("X-Min-Position", strconv.FormatInt(p.site.latest.Load(), 10))
	} else {
		token, err := p.csrfFor(scopeOf(path))
		if err != nil {
			return nil, err
		}
		req.Header.Set("X-CSRF-Token", token)
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	for _, o := range options {
		o(req)
	}
	return req, nil
}

func (p *person) csrfFor(scope string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.csrf[scope]; t != "" {
		return t, nil
	}
	req, err := http.NewRequest(http.MethodGet, p.site.base+"/api/g/csrf/"+scope, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	a, err := p.site.do(p.site.http, req)
	if err != nil {
		return "", err
	}
	var c contract.CSRFAnswer
	if a.status != http.StatusOK || json.Unmarshal(a.body, &c) != nil {
		return "", fmt.Errorf("csrf %s: %d %s", scope, a.status, a.body)
	}
	p.csrf[scope] = c.Data.Token
	return c.Data.Token, nil
}

func (w *site) do(client *http.Client, req *http.Request) (answer, error) {
	res, err := client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	a := answer{res.StatusCode, res.Header, body}
	for at := a.position(); err == nil; {
		if old := w.latest.Load(); at <= old || w.latest.CompareAndSwap(old, at) {
			break
		}
	}
	return a, err
}

// call sends a request and accepts any answer.
func (p *person) call(t *testing.T, method, path string, body any, options ...option) answer {
	t.Helper()
	req, err := p.request(method, path, body, options...)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.site.do(p.site.http, req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// ok sends a request that must succeed and returns the data of the envelope.
func ok[T any](t *testing.T, p *person, method, path string, body any, options ...option) T {
	t.Helper()
	a := p.call(t, method, path, body, options...)
	var v T
	if a.status != http.StatusOK {
		t.Fatalf("%s: %s %s: %d %s", p.Firstname, method, path, a.status, a.body)
	}
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%s %s: %v: %s", method, path, err, a.body)
	}
	return v
}

// refused sends a request that must be refused with the given status, reason and message, and
// checks the form of the refusal.
func refused(t *testing.T, p *person, status int, reason, method, path string, body any, options ...option) answer {
	t.Helper()
	a := p.call(t, method, path, body, options...)
	if a.status != status || a.reason() != reason {
		t.Errorf(
			"%s: %s %s: %d %s, want %d %s: %.300s", p.Firstname, method, path, a.status, a.reason(), status, reason,
			a.body,
		)
	}
	checkRefusal(t, a)
	return a
}

// checkRefusal checks an error answer against the envelope in the contract.
func checkRefusal(t *testing.T, a answer) {
	t.Helper()
	e := a.envelope(t)
	if e.Success == nil || *e.Success || e.Message == nil || *e.Message == "" || len(e.Messages) == 0 ||
		e.Error == nil ||
		e.Error.Reason == "" ||
		e.Error.RequestID == "" {
		t.Errorf("%d has not the envelope of a refusal: %.300s", a.status, a.body)
	}
	if got := a.header.Get("Content-Type"); got != "application/json" {
		t.Errorf("%d comes as %s", a.status, got)
	}
	if a.status == http.StatusUnauthorized && !e.Reauth {
		t.Errorf("401 without the reauth flag (SH-044): %s", a.body)
	}
}

// changed contains the fields that all answers to writes share.
type changed struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	Data    struct {
		ID           uuid.UUID       `json:"id"`
		OrderID      uuid.UUID       `json:"orderId"`
		AttachmentID uuid.UUID       `json:"attachmentId"`
		VersionID    uuid.UUID       `json:"versionId"`
		CommentID    uuid.UUID       `json:"commentId"`
		Version      int             `json:"version"`
		Position     int64           `json:"position"`
		Status       contract.Status `json:"status"`
		Order        *contract.Card  `json:"order"`
	} `json:"data"`
}

func (p *person) get(t *testing.T, path string, options ...option) answer {
	t.Helper()
	return p.call(t, http.MethodGet, path, nil, options...)
}

func write(t *testing.T, p *person, method, path string, body any, options ...option) changed {
	t.Helper()
	return ok[changed](t, p, method, path, body, options...)
}

// order returns an order as a person sees it.
func (p *person) order(t *testing.T, order uuid.UUID) contract.Order {
	t.Helper()
	return ok[contract.OrderAnswer](t, p, http.MethodGet, "/order/"+order.String(), nil).Data.Order
}
