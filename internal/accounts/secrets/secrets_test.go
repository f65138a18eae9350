package secrets_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts/secrets"
)

func TestAPasswordHas6To20CharactersAndIsNotCommon(t *testing.T) { // SH-024 SH-119 D-46
	for password, want := range map[string]error{
		"":                      secrets.ErrPasswordLength,
		"12345":                 secrets.ErrPasswordLength,
		"ümläut":                nil,
		strings.Repeat("é", 20): nil,
		strings.Repeat("x", 21): secrets.ErrPasswordLength,
		"zero\x00byte":          secrets.ErrPasswordLength,
		"broken\xff":            secrets.ErrPasswordLength,
		"password":              secrets.ErrPasswordCommon,
		"PassWord":              secrets.ErrPasswordCommon,
		"123456":                secrets.ErrPasswordCommon,
		"sesam-oeffne":          nil,
	} {
		if err := secrets.CheckPassword(password); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", password, err, want)
		}
	}
}

func TestAGeneratedPasswordHasTheDocumentedParts(t *testing.T) { // SH-336
	seen := map[string]bool{}
	for range 200 {
		p := secrets.GeneratePassword()
		var lower, upper, digits int
		for _, c := range p {
			switch {
			case 'a' <= c && c <= 'z':
				lower++
			case 'A' <= c && c <= 'Z':
				upper++
			case '0' <= c && c <= '9':
				digits++
			}
		}
		if len(p) != 20 || lower < 2 || upper < 2 || digits < 2 || seen[p] || secrets.CheckPassword(p) != nil {
			t.Fatalf("%q", p)
		}
		seen[p] = true
	}
}

func TestACSRFTokenIsBoundToItsSessionScopeAndHour(t *testing.T) { // D-24
	csrf := secrets.NewCSRF([]byte("a key"))
	session, now := uuid.New(), time.Unix(1_900_000_000, 0)
	token, expires := csrf.Token(session, "card", now)
	if !expires.Equal(now.Add(time.Hour)) {
		t.Errorf("it expires at %s", expires)
	}
	for what, err := range map[string]error{
		"at once": csrf.Check(token, session, "card", now), "in its last second": csrf.Check(token, session, "card", now.Add(time.Hour-time.Second)),
	} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused := map[string]error{
		"after its hour":     csrf.Check(token, session, "card", expires),
		"of another session": csrf.Check(token, uuid.New(), "card", now),
		"of another scope":   csrf.Check(token, session, "profile", now),
		"of another key":     secrets.NewCSRF([]byte("b key")).Check(token, session, "card", now),
		"empty":              csrf.Check("", session, "card", now),
		"cut":                csrf.Check(token[:len(token)-1], session, "card", now),
		"longer":             csrf.Check(token+"AAAA", session, "card", now),
	}
	for i := range token {
		c := byte('A')
		if token[i] == 'A' {
			c = 'B'
		}
		if i < len(token)-1 { // the last character has unused bits
			refused[fmt.Sprintf("with another letter at %d", i)] =
				csrf.Check(token[:i]+string(c)+token[i+1:], session, "card", now)
		}
	}
	for what, err := range refused {
		if !errors.Is(err, secrets.ErrCSRF) {
			t.Errorf("a token %s: %v", what, err)
		}
	}
}

func TestADeviceTokenIsForOneAccountAndExpires(t *testing.T) { // D-72
	tokens, device, now := secrets.NewDeviceTokens([]byte("a key")), uuid.New(), time.Unix(1_900_000_000, 0)
	token := tokens.Token("Owner@acme.test", device, now)
	for what, c := range map[string]struct {
		got, want uuid.UUID
	}{
		"at once":             {tokens.Check(token, "owner@ACME.test", now), device},
		"in its last second":  {tokens.Check(token, "owner@acme.test", now.Add(secrets.DeviceLifetime-time.Second)), device},
		"expired":             {tokens.Check(token, "owner@acme.test", now.Add(secrets.DeviceLifetime)), uuid.Nil},
		"another account":     {tokens.Check(token, "manager@studio.test", now), uuid.Nil},
		"another key":         {secrets.NewDeviceTokens([]byte("b key")).Check(token, "owner@acme.test", now), uuid.Nil},
		"cut":                 {tokens.Check(token[1:], "owner@acme.test", now), uuid.Nil},
		"nothing":             {tokens.Check("", "owner@acme.test", now), uuid.Nil},
		"changed in one byte": {tokens.Check("A"+token[1:], "owner@acme.test", now), uuid.Nil},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", what, c.got, c.want)
		}
	}
}

// same reports whether two tokens hold the same bytes. The encoding ignores line ends and the last
// bits.
func same(a, b string) bool {
	x, errX := base64.RawURLEncoding.DecodeString(a)
	y, errY := base64.RawURLEncoding.DecodeString(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// No bytes that were not made with the key are a token.
func FuzzTokens(f *testing.F) {
	now := time.Unix(1_900_000_000, 0)
	csrf, devices := secrets.NewCSRF([]byte("a key")), secrets.NewDeviceTokens([]byte("a key"))
	session := uuid.MustParse("0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a001")
	right, _ := csrf.Token(session, "card", now)
	device := devices.Token("owner@acme.test", session, now)
	for _, seed := range []string{"", "a", right, device, right[:len(right)-2], strings.Repeat("A", 200), "\x00ÿ"} {
		f.Add(seed, "card", "owner@acme.test")
	}
	f.Fuzz(func(t *testing.T, token, scope, account string) {
		if err := csrf.Check(token, session, scope, now); err == nil && (!same(token, right) || scope != "card") {
			t.Errorf("a CSRF token for %q: %q", scope, token)
		}
		if found := devices.Check(token, account, now); found != uuid.Nil &&
			(!same(token, device) || !strings.EqualFold(account, "owner@acme.test")) {
			t.Errorf("a device of %q: %q", account, token)
		}
	})
}

// Browsers keep their token for 180 days, so what an earlier version signed stays valid.
func TestADeviceTokenOfAnEarlierVersionIsKnown(t *testing.T) {
	const token = "D28eKnpSTR-fHz9aNMSgAQAAAAByLQEAY3_cyDDEficrbWeB96exTOcfK9NEokxZx8SwVSgX7Vk"
	got := secrets.NewDeviceTokens([]byte("a key")).Check(token, "owner@acme.test", time.Unix(1_900_000_000, 0))
	if got.String() != "0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a001" {
		t.Errorf("the device is %s", got)
	}
}
