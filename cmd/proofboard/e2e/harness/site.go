package harness

import (
	"bytes"
	"cmp"
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
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Site is a running program with its users.
type Site struct {
	*program.Program // nil if the program runs in a separate process
	Base             string
	Client           *http.Client
	Latest           atomic.Int64 // log position of the last answered write; reads wait for it
	mu               sync.Mutex
	people           map[string]*Person // signed-in people by name
	stop             func() error
	Log              *os.File
}

// Open starts a program on a data folder with the people of a seed.
func Open(dir string, s accounts.Seed, changes ...func(*config.Config)) (*Site, error) {
	log, f, err := Logger(dir)
	if err != nil {
		return nil, err
	}
	cfg := Settings(dir)
	for _, change := range changes {
		change(&cfg)
	}
	return OpenWith(cfg, s, log, f)
}

// OpenWith starts a program with a configuration and a logger.
func OpenWith(cfg config.Config, s accounts.Seed, log *slog.Logger, f *os.File) (*Site, error) {
	ctx, cancel := context.WithCancel(context.Background())
	p, err := program.Open(ctx, cfg, log)
	if err != nil {
		cancel()
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	w := NewSite("http://" + p.Addr())
	w.Program, w.Log = p, f
	w.stop = func() error {
		cancel()
		return errors.Join(<-ended, p.Close())
	}
	if err := p.Plant(ctx, s); err != nil {
		return nil, errors.Join(err, w.stop())
	}
	return w, nil
}

// NewSite returns the clients of a server at an address.
func NewSite(base string) *Site {
	return &Site{
		Base:   base,
		Client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 30 * time.Second},
		people: map[string]*Person{},
	}
}

// Close ends the program.
func (w *Site) Close() error {
	w.Client.CloseIdleConnections()
	return errors.Join(w.stop(), w.Log.Close())
}

// Person is a signed-in user.
type Person struct {
	accounts.User
	Site  *Site
	desk  bool
	Token string

	mu   sync.Mutex
	Csrf map[string]string
}

// SignIn starts a new session for a person of the cast.
func (w *Site) SignIn(name string) (*Person, error) {
	u, known := Cast[name]
	if !known {
		return nil, fmt.Errorf("%s is not of the cast", name)
	}
	return w.enter(u, Password)
}

// With returns the person of a customer to whom an access token belongs.
func (w *Site) With(token string) *Person {
	return &Person{Site: w, Token: token, Csrf: map[string]string{}}
}

// Enter signs a person of a customer in by e-mail and password, and completes their profile. They need not be in
// Cast.
func (w *Site) Enter(email, password string) (*Person, error) {
	p, err := w.enter(accounts.User{Email: email, Role: domain.Staff}, password)
	if err != nil {
		return nil, err
	}
	return p, p.Complete()
}

// Complete fills what the profile gate asks a person for (D-90).
func (p *Person) Complete() error {
	for {
		var me contract.ProfileAnswer
		if err := p.send(http.MethodGet, "/profile", nil, &me); err != nil {
			return err
		}
		var err error
		switch me.Data.ProfileGate.Asks {
		case contract.ProfileGateAsksProfile:
			err = p.send(http.MethodPut, "/profile", map[string]any{
				"firstname": cmp.Or(me.Data.Firstname, "Kim"),
				"lastname":  cmp.Or(me.Data.Lastname, "Park"),
				"phone":     "",
				"jobTitle":  me.Data.JobTitle,
				"timeZone":  cmp.Or(me.Data.TimeZone.Label, "UTC"),
			}, nil)
		case contract.ProfileGateAsksCompany:
			err = p.send(http.MethodPut, "/profile/company", map[string]any{
				"name": *me.Data.Company, "address": contacts.Address, "country": contacts.Country,
				"contact": contacts.Contact,
			}, nil)
		case contract.ProfileGateAsksNothing:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// send makes a call that must succeed and decodes its answer, unless into is nil.
func (p *Person) send(method, path string, body, into any) error {
	req, err := p.Request(method, path, body)
	if err != nil {
		return err
	}
	a, err := p.Site.Do(p.Site.Client, req)
	if err != nil {
		return err
	}
	if a.Status != http.StatusOK {
		return fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(a.Body, into)
}

func (w *Site) enter(u accounts.User, password string) (*Person, error) {
	p := &Person{User: u, Site: w, desk: u.Role.IsProvider(), Csrf: map[string]string{}}
	a, err := w.Password(http.DefaultClient, p.desk, u.Email, password)
	if err != nil {
		return nil, err
	}
	var token contract.TokenAnswer
	if a.Status != http.StatusOK || json.Unmarshal(a.Body, &token) != nil {
		return nil, fmt.Errorf("sign in as %s: %d %s", u.Email, a.Status, a.Body)
	}
	p.Token = token.AccessToken
	return p, nil
}

// Password signs in by the password grant.
func (w *Site) Password(client *http.Client, desk bool, email, password string, more ...Option) (Answer, error) {
	form := url.Values{"grant_type": {"password"}, "username": {email}, "password": {password}}
	path, name := "/api/c/token", "web-customer"
	if desk {
		path, name = "/api/d/token", "web-desk"
	}
	req, err := http.NewRequest(http.MethodPost, w.Base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.SetBasicAuth(name, "")
	for _, o := range more {
		o(req)
	}
	return w.Do(client, req)
}

// SignedIn returns the shared session of a person. It signs them in on first use, because hashing a
// password is slow.
func (w *Site) SignedIn(t *testing.T, name string) *Person {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.people[name]; p != nil {
		return p
	}
	p, err := w.SignIn(name)
	if err != nil {
		t.Fatal(err)
	}
	w.people[name] = p
	return p
}

// SignedIn returns the session of a person that tests share.
func SignedIn(t *testing.T, name string) *Person {
	t.Helper()
	return World.SignedIn(t, name)
}

// NewlySignedIn returns a new session, for tests that end it.
func NewlySignedIn(t *testing.T, name string) *Person {
	t.Helper()
	p, err := World.SignIn(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Answer is an HTTP response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Envelope contains the fields that every answer has. The type of data varies.
type Envelope struct {
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

// Envelope decodes the answer.
func (a Answer) Envelope(t *testing.T) Envelope {
	t.Helper()
	var e Envelope
	if err := json.Unmarshal(a.Body, &e); err != nil {
		t.Fatalf("%d is not an envelope: %v: %.300s", a.Status, err, a.Body)
	}
	return e
}

// Reason returns the stable reason of a refusal, or "" for a success.
func (a Answer) Reason() string {
	var e Envelope
	if json.Unmarshal(a.Body, &e) != nil || e.Error == nil {
		return ""
	}
	return e.Error.Reason
}

// Position returns the position in the answer, 0 for none.
func (a Answer) Position() int64 {
	n, _ := strconv.ParseInt(a.Header.Get("X-Position"), 10, 64)
	return n
}

// Option changes a request before it is sent.
type Option func(*http.Request)

// Header sets a header of a call.
func Header(name, value string) Option {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// Without removes a header of a call.
func Without(name string) Option { return func(r *http.Request) { r.Header.Del(name) } }

// Key sets the idempotency key of a call.
func Key(k uuid.UUID) Option { return Header("Idempotency-Key", k.String()) }

// Form is a body that is sent as a browser's form. raw is a body that is sent unchanged.
type (
	Form url.Values
	Raw  struct{ ContentType, Text string }
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
		strings.HasPrefix(path, "/announcements"),
		strings.HasPrefix(path, "/general"),
		strings.HasPrefix(path, "/webhook-endpoints"),
		strings.HasPrefix(path, "/imports"),
		strings.HasPrefix(path, "/profile"):
		return "profile"
	case strings.HasPrefix(path, "/people"), strings.HasPrefix(path, "/workflow"):
		return "customer-team-member"
	case strings.HasPrefix(path, "/customers"),
		strings.HasPrefix(path, "/clients"),
		strings.HasPrefix(path, "/invitation-limit"):
		return "reseller-customer"
	case strings.HasPrefix(path, "/cart"), strings.HasPrefix(path, "/retail"), strings.HasPrefix(path, "/payg"):
		return "cart"
	case strings.HasPrefix(path, "/billing/payment-methods"):
		return "customer-payment-method"
	case strings.HasPrefix(path, "/billing"):
		return "customer-transaction"
	case strings.HasPrefix(path, "/catalogue"), strings.HasPrefix(path, "/package"), strings.HasPrefix(path, "/plans"),
		strings.HasPrefix(path, "/sellers"):
		return "customer-package"
	case strings.HasPrefix(path, "/filters"), strings.HasPrefix(path, "/archived-order-filters"):
		return "filter"
	case strings.Contains(path, "/version/"), strings.Contains(path, "/conversation"):
		return "card-annotation"
	}
	return "card"
}

// Request builds a request as the web app sends it: with a bearer token, for writes with the CSRF
// token of the scope and an idempotency key, for reads with the position of the last write.
func (p *Person) Request(method, path string, body any, options ...Option) (*http.Request, error) {
	var content io.Reader
	contentType := ""
	switch b := body.(type) {
	case nil:
	case Form:
		content, contentType = strings.NewReader(url.Values(b).Encode()), "application/x-www-form-urlencoded"
	case Raw:
		content, contentType = strings.NewReader(b.Text), b.ContentType
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return nil, err
		}
		content, contentType = bytes.NewReader(text), "application/json"
	}
	req, err := http.NewRequest(method, p.Site.Base+"/api"+path, content)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	req.Header.Set("Authorization", "Bearer "+p.Token)
	if method == http.MethodGet {
		req.Header.Set("X-Min-Position", strconv.FormatInt(p.Site.Latest.Load(), 10))
	} else {
		token, err := p.CSRFToken(scopeOf(path))
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

// CSRFToken returns a CSRF token for a scope.
func (p *Person) CSRFToken(scope string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.Csrf[scope]; t != "" {
		return t, nil
	}
	req, err := http.NewRequest(http.MethodGet, p.Site.Base+"/api/g/csrf/"+scope, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+p.Token)
	a, err := p.Site.Do(p.Site.Client, req)
	if err != nil {
		return "", err
	}
	var c contract.CSRFAnswer
	if a.Status != http.StatusOK || json.Unmarshal(a.Body, &c) != nil {
		return "", fmt.Errorf("csrf %s: %d %s", scope, a.Status, a.Body)
	}
	p.Csrf[scope] = c.Data.Token
	return c.Data.Token, nil
}

// Do sends a request and reads its answer.
func (w *Site) Do(client *http.Client, req *http.Request) (Answer, error) {
	res, err := client.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	a := Answer{res.StatusCode, res.Header, body}
	for at := a.Position(); err == nil; {
		if old := w.Latest.Load(); at <= old || w.Latest.CompareAndSwap(old, at) {
			break
		}
	}
	return a, err
}

// Call sends a request and accepts any answer.
func (p *Person) Call(t *testing.T, method, path string, body any, options ...Option) Answer {
	t.Helper()
	req, err := p.Request(method, path, body, options...)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Site.Do(p.Site.Client, req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// MustCall sends a request that must succeed and returns the data of the envelope.
func MustCall[T any](t *testing.T, p *Person, method, path string, body any, options ...Option) T {
	t.Helper()
	a := p.Call(t, method, path, body, options...)
	if a.Status != http.StatusOK {
		t.Fatalf("%s: %s %s: %d %s", p.Firstname, method, path, a.Status, a.Body)
	}
	return Decode[T](t, a)
}

// Decode returns the body of an answer with status 200.
func Decode[T any](t *testing.T, a Answer) (v T) {
	t.Helper()
	if err := json.Unmarshal(a.Body, &v); err != nil || a.Status != http.StatusOK {
		t.Fatalf("%d %v: %s", a.Status, err, a.Body)
	}
	return v
}

// MustRefuse sends a request that must be refused with the given status, reason and message, and
// checks the form of the refusal.
func MustRefuse(t *testing.T, p *Person, status int, reason, method, path string, body any, options ...Option) Answer {
	t.Helper()
	a := p.Call(t, method, path, body, options...)
	if a.Status != status || a.Reason() != reason {
		t.Errorf(
			"%s: %s %s: %d %s, want %d %s: %.300s", p.Firstname, method, path, a.Status, a.Reason(), status, reason,
			a.Body,
		)
	}
	CheckRefusal(t, a)
	return a
}

// CheckRefusal checks an error answer against the envelope in the contract.
func CheckRefusal(t *testing.T, a Answer) {
	t.Helper()
	e := a.Envelope(t)
	if e.Success == nil || *e.Success || e.Message == nil || *e.Message == "" || len(e.Messages) == 0 ||
		e.Error == nil ||
		e.Error.Reason == "" ||
		e.Error.RequestID == "" {
		t.Errorf("%d has not the envelope of a refusal: %.300s", a.Status, a.Body)
	}
	if got := a.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("%d comes as %s", a.Status, got)
	}
	if a.Status == http.StatusUnauthorized && !e.Reauth {
		t.Errorf("401 without the reauth flag (SH-044): %s", a.Body)
	}
}

// Changed contains the fields that all answers to writes share.
type Changed struct {
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

// Get sends a read.
func (p *Person) Get(t *testing.T, path string, options ...Option) Answer {
	t.Helper()
	return p.Call(t, http.MethodGet, path, nil, options...)
}

// MustWrite sends a write that must succeed.
func MustWrite(t *testing.T, p *Person, method, path string, body any, options ...Option) Changed {
	t.Helper()
	return MustCall[Changed](t, p, method, path, body, options...)
}

// Order returns an order as a person sees it.
func (p *Person) Order(t *testing.T, order uuid.UUID) contract.Order {
	t.Helper()
	return MustCall[contract.OrderAnswer](t, p, http.MethodGet, "/order/"+order.String(), nil).Data.Order
}

// Messages returns a person's notifications about an order, newest first.
func (p *Person) Messages(t *testing.T, o uuid.UUID) contract.MessagesAnswer {
	t.Helper()
	return MustCall[contract.MessagesAnswer](t, p, http.MethodGet, "/message/group/"+o.String()+"?limit=100", nil)
}

// Groups returns a page of the person's message groups.
func (p *Person) Groups(t *testing.T, page, limit int) contract.MessagesAnswer {
	t.Helper()
	return MustCall[contract.MessagesAnswer](
		t, p, http.MethodGet, fmt.Sprintf("/message/groups?page=%d&limit=%d", page, limit), nil,
	)
}

// Drain reads an answer to its end and discards it.
func (p *Person) Drain(path string) error {
	req, err := p.Request(http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	res, err := p.Site.Client.Do(req)
	if err != nil {
		return err
	}
	n, err := io.Copy(io.Discard, res.Body)
	if err = errors.Join(err, res.Body.Close()); err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %d", path, res.StatusCode)
	}
	if err != nil {
		return fmt.Errorf("%s after %d bytes: %w", path, n, err)
	}
	return nil
}

// InProgress creates an order of the owner on which work has begun.
func (w *Site) InProgress(t *testing.T, name string) uuid.UUID {
	t.Helper()
	o := MustWrite(
		t, w.SignedIn(t, "owner"), http.MethodPost, "/order", map[string]any{"orderName": name, "serviceId": Labels},
	).Data.OrderID
	MustWrite(
		t,
		w.SignedIn(t, "owner"),
		http.MethodPut,
		"/order/"+o.String()+"/action",
		map[string]any{"action": "published"},
	)
	MustWrite(
		t, w.SignedIn(t, "manager"), http.MethodPut, "/order/"+o.String()+"/move-progress",
		map[string]any{"moveto": "in-progress", "via": "status"},
	)
	return o
}
