package webhooks

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/proofboard/proofboard/domain/webhook"
)

const (
	dialWithin = 5 * time.Second
	// SendWithin is how long a receiver may take to answer.
	SendWithin    = 15 * time.Second
	maxURL        = 2000 // bytes
	maxAnswerHead = 16 << 10
	maxAnswer     = 4 << 10 // read of an answer, so that its connection can be used again
	longestAsked  = 24 * time.Hour
)

// Sender sends deliveries. It reaches the public internet, and the networks that the operator allows.
type Sender struct {
	allowed []netip.Prefix
	guard   func(network, address string, c syscall.RawConn) error // refuses what is not on the public internet
	secure  *http.Client
	plain   *http.Client // for allowed networks only
	clock   func() time.Time
}

// NewSender returns a sender. Targets in allowed networks may be private, and without TLS. resolver is
// nil for the one of the machine.
func NewSender(allowed []netip.Prefix, resolver *net.Resolver, clock func() time.Time) *Sender {
	var v4, v6 []netip.Prefix
	for _, p := range allowed {
		if p.Addr().Is4() {
			v4 = append(v4, p)
		} else {
			v6 = append(v6, p)
		}
	}
	guard := ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
	s := &Sender{allowed: allowed, guard: guard.Safe, clock: clock}
	s.secure = client(resolver, guard.Safe)
	s.plain = client(resolver, func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !s.allows(at.Addr()) {
			return ssrf.ErrProhibitedIP
		}
		return nil
	})
	return s
}

func (s *Sender) allows(a netip.Addr) bool {
	for _, p := range s.allowed {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

// client returns a client that follows no redirects and uses no proxy. The address is checked when
// the connection is opened, after its name was resolved, so another answer of the DNS does not help.
func client(resolver *net.Resolver, control func(network, address string, c syscall.RawConn) error) *http.Client {
	dialer := &net.Dialer{Timeout: dialWithin, Control: control, Resolver: resolver}
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    dialWithin,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			ForceAttemptHTTP2:      true,
			MaxResponseHeaderBytes: maxAnswerHead,
			MaxIdleConns:           1000,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
			DisableCompression:     true,
		},
	}
}

// Check returns the host of an address that people enter, or webhook.ErrHost, or webhook.ErrNotPublic if it is seen
// without looking its name up that nothing can be reached there. Names are checked when they are used.
func (s *Sender) Check(address string) (host string, err error) {
	u, err := url.Parse(address)
	switch {
	case err != nil, len(address) > maxURL, u.Hostname() == "", u.User != nil, u.Fragment != "",
		strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", webhook.ErrHost
	case u.Scheme == "https", u.Scheme == "http" && len(s.allowed) > 0:
		if err := s.reachable(u); err != nil {
			return "", err
		}
		return u.Host, nil
	}
	return "", webhook.ErrHost
}

// reachable rejects addresses that cannot be on the public internet, nor in a network that the operator allows: private
// and multicast ones, names of private networks, and what is neither an address nor a name.
func (s *Sender) reachable(u *url.URL) error {
	if port, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || port < 1 || port > 65535) {
		return webhook.ErrHost
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		if s.allows(a) {
			return nil
		}
		a, network := a.Unmap(), "tcp6"
		if a.Is4() {
			network = "tcp4"
		}
		if u.Scheme == "http" || a.Zone() != "" || s.guard(network, netip.AddrPortFrom(a, 443).String(), nil) != nil {
			return webhook.ErrNotPublic
		}
		return nil
	}
	labels := strings.Split(strings.TrimSuffix(strings.ToLower(u.Hostname()), "."), ".")
	last := labels[len(labels)-1]
	switch {
	case len(u.Hostname()) > maxName || slices.ContainsFunc(labels, noLabel) || strings.Trim(last, "0123456789") == "",
		strings.HasPrefix(last, "0x"): // written as an address, and none
		return webhook.ErrHost
	case last == "invalid", len(s.allowed) == 0 && (len(labels) == 1 || slices.Contains(privateNames, last)):
		return webhook.ErrNotPublic
	}
	return nil
}

// privateNames are the last parts of names that the public DNS never has (RFC 6761, RFC 6762, RFC 8375, ICANN).
var privateNames = []string{"localhost", "local", "internal", "intranet", "lan", "home", "corp", "onion", "arpa"}

const (
	maxName  = 253
	maxLabel = 63
)

// noLabel reports whether a text is no part of a name of the DNS.
func noLabel(label string) bool {
	return label == "" || len(label) > maxLabel || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") ||
		strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != ""
}

// Result is what became of a try.
type Result struct {
	Status  int // of the answer, 0 for none
	Failure Failure
	Took    time.Duration
	// RetryAfter is how long the receiver asks to be left alone, at most a day; 0 if it does not.
	RetryAfter time.Duration
}

// Send sends a delivery once. Each secret signs it together with its id and the time.
func (s *Sender) Send(ctx context.Context, t Target, d Delivery) Result {
	began := s.clock()
	r, err := s.send(ctx, t, d, began)
	r.Took = s.clock().Sub(began)
	if err != nil {
		r.Failure = kind(err)
	}
	return r
}

func (s *Sender) send(ctx context.Context, t Target, d Delivery, now time.Time) (r Result, err error) {
	ctx, cancel := context.WithTimeout(ctx, SendWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.URL, strings.NewReader(d.Body))
	if err != nil {
		return r, err
	}
	var signatures []string
	for _, secret := range t.Secrets {
		signer, err := standardwebhooks.NewWebhookRaw(secret)
		if err != nil {
			return r, err
		}
		signature, err := signer.Sign(d.ID.String(), now, []byte(d.Body))
		if err != nil {
			return r, err
		}
		signatures = append(signatures, signature)
	}
	h := request.Header
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Proofboard-Webhooks/1.0")
	h.Set(standardwebhooks.HeaderWebhookID, d.ID.String())
	h.Set(standardwebhooks.HeaderWebhookTimestamp, fmt.Sprint(now.Unix()))
	h.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	via := s.secure
	if request.URL.Scheme == "http" {
		via = s.plain
	}
	answer, err := via.Do(request)
	if err != nil {
		return r, err
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // its text does not matter
	r.Status = answer.StatusCode
	switch r.Status / 100 {
	case 2:
	case 3:
		r.Failure = Redirect
	default:
		r.Failure, r.RetryAfter = Status, retryAfter(answer.Header.Get("Retry-After"), now)
	}
	return r, nil
}

// retryAfter reads the header of the same name: seconds, or a date (RFC 9110).
func retryAfter(header string, now time.Time) time.Duration {
	var asked time.Duration
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		asked = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(header); err == nil {
		asked = at.Sub(now)
	}
	return min(max(asked, 0), longestAsked)
}

// kind says in a word why nothing was answered.
func kind(err error) Failure {
	var dns *net.DNSError
	var timeout net.Error
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork):
		return Unknown
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return Timeout
	case errors.As(err, &dns):
		return Unknown
	case errors.As(err, &certificate), errors.As(err, &record), errors.As(err, &alert):
		return Certificate
	}
	return Unreachable
}
