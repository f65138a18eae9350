package accounts_test

import (
	"encoding/base64"
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts"
)

func (f fixture) id(t *testing.T, email string) uuid.UUID {
	t.Helper()
	u, err := f.Find(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	return u.ID
}

func TestMailSettingsAreAPersonsOwnAndComplete(t *testing.T) {
	f := start(t)
	owner, other := f.id(t, "owner@acme.test"), f.id(t, "manager@studio.test")
	want := accounts.MailSettings{
		accounts.MailAsked:    accounts.MailDaily,
		accounts.MailComments: accounts.MailOff,
		accounts.MailChanges:  accounts.MailAtOnce,
	}
	if err := f.SetMail(t.Context(), owner, want); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []accounts.MailSettings{
		nil, {accounts.MailAsked: accounts.MailOff}, {accounts.MailAsked: accounts.MailOff, accounts.MailComments: "weekly", accounts.MailChanges: accounts.MailOff},
		{accounts.MailAsked: accounts.MailOff, accounts.MailComments: accounts.MailOff, "news": accounts.MailOff},
	} {
		if err := f.SetMail(t.Context(), owner, wrong); !errors.Is(err, accounts.ErrMailSettings) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	got, err := f.MailSettings(t.Context(), owner, other)
	if err != nil || !maps.Equal(got[owner], want) || !maps.Equal(got[other], accounts.DefaultMail()) {
		t.Errorf("%v, %v", got, err)
	}
	if err := f.SetMail(t.Context(), uuid.New(), want); err != nil {
		t.Errorf("of somebody who is gone: %v", err)
	}
	if err := f.Erase(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	if got, err := f.MailSettings(t.Context(), owner); err != nil || !maps.Equal(got[owner], accounts.DefaultMail()) {
		t.Errorf("after erasing: %v, %v", got, err)
	}
}

func TestUnsubscribingEndsOneSubscriptionOnly(t *testing.T) {
	f := start(t)
	person := f.id(t, "owner@acme.test")
	for from, want := range map[accounts.Subscription]accounts.MailSettings{
		"asked":            {accounts.MailAsked: accounts.MailOff, accounts.MailComments: accounts.MailDaily, accounts.MailChanges: accounts.MailDaily},
		"comments":         {accounts.MailAsked: accounts.MailAtOnce, accounts.MailComments: accounts.MailOff, accounts.MailChanges: accounts.MailDaily},
		"changes":          {accounts.MailAsked: accounts.MailAtOnce, accounts.MailComments: accounts.MailDaily, accounts.MailChanges: accounts.MailOff},
		accounts.DailyMail: {accounts.MailAsked: accounts.MailAtOnce, accounts.MailComments: accounts.MailOff, accounts.MailChanges: accounts.MailOff},
	} {
		if err := f.SetMail(t.Context(), person, accounts.DefaultMail()); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := f.Unsubscribe(t.Context(), person, from); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := f.MailSettings(t.Context(), person); err != nil || !maps.Equal(got[person], want) {
			t.Errorf("%s: %v, %v", from, got[person], err)
		}
	}
}

func TestAnUnsubscribeTokenNamesItsPersonAndKindAndAnyChangedBitIsRefused(t *testing.T) {
	tokens := accounts.NewUnsubscribeTokens([]byte("a key"))
	person := uuid.New()
	seen := map[string]bool{}
	for _, from := range []accounts.Subscription{"asked", "comments", "changes", accounts.DailyMail} {
		token := tokens.Token(person, from)
		if who, what, ok := tokens.Read(token); !ok || who != person || what != from || seen[token] {
			t.Errorf("%s: %s %s %v", from, who, what, ok)
		}
		seen[token] = true
		raw, err := base64.RawURLEncoding.DecodeString(token)
		if err != nil {
			t.Fatal(err)
		}
		for bit := range len(raw) * 8 {
			raw[bit/8] ^= 1 << (bit % 8)
			if _, _, ok := tokens.Read(base64.RawURLEncoding.EncodeToString(raw)); ok {
				t.Errorf("bit %d of a token may be changed", bit)
			}
			raw[bit/8] ^= 1 << (bit % 8)
		}
		for _, wrong := range []string{"", token[1:], token + "A", token[:len(token)-1], token + "=", "%" + token} {
			if _, _, ok := tokens.Read(wrong); ok {
				t.Errorf("%q is taken", wrong)
			}
		}
		if _, _, ok := accounts.NewUnsubscribeTokens([]byte("another key")).Read(token); ok {
			t.Error("a token of another key is taken")
		}
	}
	csrf, _ := accounts.NewCSRF([]byte("a key")).Token(person, "profile", time.Now())
	if _, _, ok := tokens.Read(csrf); ok {
		t.Error("another kind of token is taken")
	}
}
