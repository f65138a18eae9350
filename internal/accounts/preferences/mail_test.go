package preferences_test

import (
	"encoding/base64"
	"errors"
	"maps"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// start returns a store, and the ids of two people.
func start(t *testing.T) (store *preferences.Store, all *accounts.Store, one, other uuid.UUID) {
	t.Helper()
	pool, clock := accountstest.Database(t), accountstest.NewClock()
	all = accountstest.Acme(t, pool, clock)
	id := func(email string) uuid.UUID {
		u, err := all.Find(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		return u.ID
	}
	return preferences.New(pool, clock.Now), all, id("owner@acme.test"), id("manager@studio.test")
}

// with returns the settings that everybody begins with, but for some groups.
func with(changed preferences.MailSettings) preferences.MailSettings {
	m := preferences.DefaultMail()
	maps.Copy(m, changed)
	return m
}

func TestMailSettingsAreAPersonsOwnAndComplete(t *testing.T) {
	store, all, person, other := start(t)
	want := with(preferences.MailSettings{
		preferences.MailAsked:    preferences.MailDaily,
		preferences.MailComments: preferences.MailOff,
		preferences.MailChanges:  preferences.MailAtOnce,
	})
	if err := store.SetMail(t.Context(), person, want); err != nil {
		t.Fatal(err)
	}
	unknown := with(preferences.MailSettings{"news": preferences.MailOff})
	delete(unknown, preferences.MailChanges)
	for _, wrong := range []preferences.MailSettings{
		nil, {preferences.MailAsked: preferences.MailOff},
		with(preferences.MailSettings{preferences.MailComments: "weekly"}), unknown,
	} {
		if err := store.SetMail(t.Context(), person, wrong); !errors.Is(err, preferences.ErrMailSettings) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	got, err := store.MailSettings(t.Context(), person, other)
	if err != nil || !maps.Equal(got[person], want) || !maps.Equal(got[other], preferences.DefaultMail()) {
		t.Errorf("%v, %v", got, err)
	}
	if err := store.SetMail(t.Context(), uuid.New(), want); err != nil {
		t.Errorf("of somebody who is gone: %v", err)
	}
	if err := all.Erase(t.Context(), person); err != nil {
		t.Fatal(err)
	}
	if got, err := store.MailSettings(
		t.Context(),
		person,
	); err != nil ||
		!maps.Equal(got[person], preferences.DefaultMail()) {
		t.Errorf("after erasing: %v, %v", got, err)
	}
}

func TestUnsubscribingEndsOneSubscriptionOnly(t *testing.T) {
	store, _, person, _ := start(t)
	begin := with(preferences.MailSettings{preferences.MailComments: preferences.MailDaily})
	off := func(groups ...preferences.MailGroup) preferences.MailSettings {
		m := maps.Clone(begin)
		for _, g := range groups {
			m[g] = preferences.MailOff
		}
		return m
	}
	for from, want := range map[preferences.Subscription]preferences.MailSettings{
		"asked":               off(preferences.MailAsked),
		"new-orders":          off(preferences.MailNewOrders),
		"comments":            off(preferences.MailComments),
		"decisions":           off(preferences.MailDecisions),
		"changes":             off(preferences.MailChanges),
		preferences.DailyMail: off(preferences.MailComments, preferences.MailChanges),
	} {
		if err := store.SetMail(t.Context(), person, begin); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := store.Unsubscribe(t.Context(), person, from); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := store.MailSettings(t.Context(), person); err != nil || !maps.Equal(got[person], want) {
			t.Errorf("%s: %v, %v", from, got[person], err)
		}
	}
}

func TestAnUnsubscribeTokenNamesItsPersonAndKindAndAnyChangedBitIsRefused(t *testing.T) {
	tokens := preferences.NewUnsubscribeTokens([]byte("a key"))
	person := uuid.New()
	seen := map[string]bool{}
	for _, from := range []preferences.Subscription{
		"asked", "new-orders", "comments", "decisions", "changes", preferences.DailyMail,
	} {
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
		if _, _, ok := preferences.NewUnsubscribeTokens([]byte("another key")).Read(token); ok {
			t.Error("a token of another key is taken")
		}
	}
	csrf, _ := secrets.NewCSRF([]byte("a key")).Token(person, "profile", time.Now())
	if _, _, ok := tokens.Read(csrf); ok {
		t.Error("another kind of token is taken")
	}
}

// Links in mail never expire, so what an earlier version signed stays valid.
func TestAnUnsubscribeTokenOfAnEarlierVersionIsRead(t *testing.T) {
	const token = "D28eKnpSTR-fHz9aNMSgAQSqk8-OKysj1ve4IvatsYJyddEiJGzg2CZZYU2ASMwycw"
	person, from, ok := preferences.NewUnsubscribeTokens([]byte("a key")).Read(token)
	if !ok || person.String() != "0f6f1e2a-7a52-4d1f-9f1f-3f5a34c4a001" || from != preferences.DailyMail {
		t.Errorf("%s %s %v", person, from, ok)
	}
}
