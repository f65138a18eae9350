package webhooks_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"golang.org/x/net/dns/dnsmessage"

	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/webhooks"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}

func target(url string, secrets ...string) webhooks.Target {
	t := webhooks.Target{Endpoint: uuid.UUID{1}, URL: url}
	for _, s := range secrets {
		t.Secrets = append(t.Secrets, []byte(s))
	}
	return t
}

var delivery = webhooks.Delivery{ID: uuid.UUID{7}, Body: `{"type":"order.created"}`}

// What arrives is verified by the library that receivers use, with the new secret and with the one before.
func TestAMessageIsSignedAsStandardWebhooksSays(t *testing.T) { // BY-040 D-77
	var got *http.Request
	var body []byte
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
	}))
	defer receiver.Close()
	s := webhooks.NewSender(loopback, nil, time.Now)
	r := s.Send(t.Context(), target(receiver.URL, "new", "old"), delivery)
	if r.Failure != webhooks.None || r.Status != 200 {
		t.Fatalf("%+v", r)
	}
	if string(body) != delivery.Body || got.Method != http.MethodPost ||
		got.Header.Get("Webhook-Id") != delivery.ID.String() || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %v %s", got.Method, got.Header, body)
	}
	for secret, valid := range map[string]bool{"new": true, "old": true, "other": false} {
		verifier, err := standardwebhooks.NewWebhookRaw([]byte(secret))
		if err != nil {
			t.Fatal(err)
		}
		if err := verifier.Verify(body, got.Header); (err == nil) != valid {
			t.Errorf("with the secret %q: %v", secret, err)
		}
	}
	late := webhooks.NewSender(loopback, nil, func() time.Time { return time.Now().Add(-6 * time.Minute) })
	late.Send(t.Context(), target(receiver.URL, "new"), delivery)
	verifier, _ := standardwebhooks.NewWebhookRaw([]byte("new"))
	if err := verifier.Verify(body, got.Header); err == nil {
		t.Error("a message of six minutes ago is accepted")
	}
}

// names is a DNS server that has one address for every name.
func names(t *testing.T, address string) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	ip := netip.MustParseAddr(address)
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(b)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(b[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			q := m.Questions[0]
			answer := dnsmessage.Message{
				Header:    dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true},
				Questions: m.Questions,
			}
			header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: dnsmessage.ClassINET, TTL: 1}
			switch {
			case q.Type == dnsmessage.TypeA && ip.Is4():
				answer.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: ip.As4()}}}
			case q.Type == dnsmessage.TypeAAAA && ip.Is6():
				body := &dnsmessage.AAAAResource{AAAA: ip.As16()}
				answer.Answers = []dnsmessage.Resource{{Header: header, Body: body}}
			}
			if packed, err := answer.Pack(); err == nil {
				_, _ = server.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// A name is resolved once, when the connection is opened, and what it is resolved to is checked then. So a
// name whose address changes after it was entered reaches nothing private either.
func TestNothingPrivateIsReached(t *testing.T) { // BY-040
	var hits atomic.Int64
	private := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	plain, secure := httptest.NewServer(private), httptest.NewTLSServer(private)
	defer plain.Close()
	defer secure.Close()
	_, port, err := net.SplitHostPort(secure.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{
		plain.URL, secure.URL, "https://localhost:" + port, "https://[::1]:" + port, "https://[::ffff:127.0.0.1]:" + port,
		"https://0.0.0.0:" + port, "https://2130706433:" + port, "https://10.0.0.1", "https://169.254.169.254/latest",
		"https://192.168.1.1", "https://[fd00::1]", "https://[fe80::1]", "https://100.64.0.1", "https://[64:ff9b::7f00:1]",
	} {
		r := webhooks.NewSender(nil, nil, time.Now).Send(t.Context(), target(url, "s"), delivery)
		if r.Failure != webhooks.Unknown { // one word for private hosts and for none: a network is not explored with it
			t.Errorf("%s: %+v", url, r)
		}
	}
	for _, address := range []string{"127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "169.254.169.254", "fd00::1"} {
		s := webhooks.NewSender(nil, names(t, address), time.Now)
		for _, url := range []string{"https://hooks.example.com:" + port, "http://hooks.example.com:" + port} {
			if r := s.Send(t.Context(), target(url, "s"), delivery); r.Failure != webhooks.Unknown {
				t.Errorf("%s at %s: %+v", url, address, r)
			}
		}
	}
	redirects := httptest.NewServer(http.RedirectHandler(secure.URL, http.StatusTemporaryRedirect))
	defer redirects.Close()
	s := webhooks.NewSender(loopback, nil, time.Now)
	r := s.Send(t.Context(), target(redirects.URL, "s"), delivery)
	if r.Failure != webhooks.Redirect || r.Status != http.StatusTemporaryRedirect {
		t.Errorf("a redirect: %+v", r)
	}
	if n := hits.Load(); n > 0 {
		t.Errorf("%d requests reached a private server", n)
	}
}

func TestAFailureIsNamed(t *testing.T) { // BY-040
	s := webhooks.NewSender(loopback, nil, time.Now)
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	missing := httptest.NewServer(http.NotFoundHandler())
	defer missing.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the end of the connection is only seen then
		<-r.Context().Done()
	}))
	defer silent.Close()
	for url, want := range map[string]webhooks.Failure{
		missing.URL: webhooks.Status, closed.URL: webhooks.Unreachable, secure.URL: webhooks.Certificate,
		silent.URL: webhooks.Timeout,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if r := s.Send(ctx, target(url, "s"), delivery); r.Failure != want {
			t.Errorf("%s: %+v, want %s", url, r, want)
		}
		cancel()
	}
}

func TestARefusalSaysWhenToTryAgain(t *testing.T) { // BY-040
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	s := webhooks.NewSender(loopback, nil, func() time.Time { return now })
	var header string
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", header)
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer receiver.Close()
	for text, want := range map[string]time.Duration{
		"":                              0,
		"120":                           2 * time.Minute,
		"Sun, 29 Nov 2026 13:00:00 GMT": time.Hour,
		"Sun, 29 Nov 2026 11:00:00 GMT": 0, // over
		"99999999":                      24 * time.Hour,
		"-5":                            0,
		"soon":                          0,
	} {
		header = text
		if r := s.Send(t.Context(), target(receiver.URL, "s"), delivery); r.RetryAfter != want || r.Status != 429 {
			t.Errorf("%q: %+v, want %v", text, r, want)
		}
	}
}

func TestAnAddressThatPeopleEnter(t *testing.T) { // BY-040
	for url, want := range map[string]string{
		"https://hooks.example.com/a?b=c": "hooks.example.com", "https://hooks.example.com:8443": "hooks.example.com:8443",
		"http://hooks.example.com": "", "https://user:pass@example.com": "", "https://": "", "ftp://a": "", "https://a b": "",
		"https://a#b": "", "javascript:alert(1)": "", "": "", "https://\u00e9.com": "", "https://a/\x00": "", "//a": "",
		"https://" + strings.Repeat("a", 2000): "",
	} {
		if got, err := webhooks.NewSender(nil, nil, time.Now).Check(url); got != want || (err == nil) != (want != "") {
			t.Errorf("%.60q: %q %v", url, got, err)
		}
	}
	if _, err := webhooks.NewSender(loopback, nil, time.Now).Check("http://127.0.0.1:9"); err != nil {
		t.Errorf("a network that the operator allows: %v", err)
	}
}

func FuzzCheck(f *testing.F) {
	s := webhooks.NewSender(nil, nil, time.Now)
	for _, url := range []string{"https://a", "https://a:1/b?c#d", "https://u@a", "HTTPS://a", "https://[::1]:1"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		host, err := s.Check(url)
		if (err == nil) == (host == "") || err == nil && !strings.HasPrefix(strings.ToLower(url), "https://") {
			t.Errorf("%q: %q %v", url, host, err)
		}
	})
}

func TestAnAddressThatCannotBeReachedIsRefusedWhenItIsEntered(t *testing.T) { // BY-040
	public := webhooks.NewSender(nil, nil, time.Now)
	office := webhooks.NewSender([]netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}, nil, time.Now)
	for address, want := range map[string][2]error{ // for each sender
		"https://hooks.example.com/x?y=z":                     {nil, nil},
		"https://hooks.example.com:8443":                      {nil, nil},
		"https://8.8.8.8":                                     {nil, nil},
		"https://[2606:4700::1111]":                           {nil, nil},
		"https://10.1.2.3":                                    {webhook.ErrNotPublic, nil},
		"http://10.1.2.3":                                     {webhook.ErrHost, nil},
		"https://[::ffff:10.1.2.3]":                           {webhook.ErrNotPublic, nil},
		"https://10.2.0.1":                                    {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"http://8.8.8.8":                                      {webhook.ErrHost, webhook.ErrNotPublic},
		"https://127.0.0.1":                                   {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://169.254.169.254/latest":                      {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://0.0.0.0":                                     {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://224.0.0.1":                                   {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://255.255.255.255":                             {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://[ff02::1]":                                   {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://[::1]":                                       {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://[fd00::1]":                                   {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://[fe80::1%25eth0]":                            {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://[64:ff9b::a01:203]":                          {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://localhost":                                   {webhook.ErrNotPublic, nil},
		"https://a.localhost.":                                {webhook.ErrNotPublic, nil},
		"https://hooks":                                       {webhook.ErrNotPublic, nil},
		"https://hooks.internal":                              {webhook.ErrNotPublic, nil},
		"https://hooks.invalid":                               {webhook.ErrNotPublic, webhook.ErrNotPublic},
		"https://2130706433":                                  {webhook.ErrHost, webhook.ErrHost},
		"https://127.1":                                       {webhook.ErrHost, webhook.ErrHost},
		"https://0x7f000001":                                  {webhook.ErrHost, webhook.ErrHost},
		"https://1.2.3.4.5":                                   {webhook.ErrHost, webhook.ErrHost},
		"https://a..example.com":                              {webhook.ErrHost, webhook.ErrHost},
		"https://-a.example.com":                              {webhook.ErrHost, webhook.ErrHost},
		"https://a!b.example.com":                             {webhook.ErrHost, webhook.ErrHost},
		"https://example.com:0":                               {webhook.ErrHost, webhook.ErrHost},
		"https://example.com:65536":                           {webhook.ErrHost, webhook.ErrHost},
		"https://" + strings.Repeat("x", 64) + ".example.com": {webhook.ErrHost, webhook.ErrHost},
		"https://" + strings.Repeat("x.", 130) + "com":        {webhook.ErrHost, webhook.ErrHost},
		"ftp://example.com":                                   {webhook.ErrHost, webhook.ErrHost},
	} {
		for i, s := range []*webhooks.Sender{public, office} {
			if _, err := s.Check(address); !errors.Is(err, want[i]) || err == nil != (want[i] == nil) {
				t.Errorf("%.80s, sender %d: %v, not %v", address, i, err, want[i])
			}
		}
	}
}
