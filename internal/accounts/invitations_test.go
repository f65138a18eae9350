package accounts_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/accountstest"
	"github.com/proofboard/proofboard/internal/accounts/names"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

func TestInvitationsAreBounded(t *testing.T) { // D-83
	pool, clock := accountstest.Database(t), accountstest.NewClock()
	all := accountstest.Acme(t, pool, clock)
	person := func(email string) accounts.User {
		u, err := all.Find(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	owner, manager := person("owner@acme.test"), person("manager@studio.test")
	invite := func(by domain.Actor, address string) error {
		_, err := all.SpendInvitation(t.Context(), by, address)
		return err
	}
	for n, address := range []string{"ann@else.test", "ANN@else.test", " ann@ELSE.test "} {
		if err := invite([]accounts.User{owner, manager}[n%2].Actor(), address); err != nil {
			t.Fatal(err)
		}
	}
	if err := invite(manager.Actor(), "ann@else.test"); !errors.Is(err, accounts.ErrInvitedTooOften) {
		t.Errorf("the fourth to one address from the whole installation: %v", err)
	}
	for n := range 48 { // two are counted already, and those that were refused are not
		if err := invite(owner.Actor(), fmt.Sprintf("%d@else.test", n)); err != nil {
			t.Fatalf("%d: %v", n, err)
		}
	}
	late, _ := errors.AsType[throttle.TooOftenError](invite(owner.Actor(), "more@else.test"))
	if !errors.Is(late, accounts.ErrTooManyInvitations) || late.RetryAfter != 24*time.Hour {
		t.Errorf("the 51st of an account: %v", late)
	}
	if err := all.LimitInvitations(t.Context(), owner.ClientID, owner.CustomerID, 51); err != nil {
		t.Fatal(err)
	}
	if most, err := all.InvitationLimit(t.Context(), owner.ClientID, owner.CustomerID); err != nil || most != 51 {
		t.Errorf("%d, %v", most, err)
	}
	if most, err := all.InvitationLimit(t.Context(), "another", uuid.Nil); err != nil || most != 50 {
		t.Errorf("of another account: %d, %v", most, err)
	}
	if err := invite(owner.Actor(), "more@else.test"); err != nil {
		t.Errorf("after the bound was raised: %v", err)
	}
	if err := invite(owner.Actor(), "one@else.test"); !errors.Is(err, accounts.ErrTooManyInvitations) {
		t.Errorf("beyond the raised bound: %v", err)
	}
	if err := all.LimitInvitations(t.Context(), owner.ClientID, owner.CustomerID, 0); err != nil {
		t.Fatal(err)
	}
	clock.Pass(24 * time.Hour)
	if err := invite(owner.Actor(), "one@else.test"); !errors.Is(err, accounts.ErrNoInvitations) {
		t.Errorf("an account that may invite nobody: %v", err)
	}
	if err := all.LimitInvitations(t.Context(), owner.ClientID, owner.CustomerID, 51); err != nil {
		t.Fatal(err)
	}
	for n := range 60 {
		if err := invite(manager.Actor(), fmt.Sprintf("%d@studio.test", n)); err != nil {
			t.Fatalf("the design service, %d: %v", n, err)
		}
	}
	clock.Pass(24 * time.Hour)
	if err := invite(owner.Actor(), "ann@else.test"); err != nil {
		t.Errorf("a day later: %v", err)
	}
	if _, err := pool.Exec(
		t.Context(),
		"update account_members set verified = false where person = $1",
		owner.ID,
	); err != nil {
		t.Fatal(err)
	}
	if err := invite(owner.Actor(), "two@else.test"); !errors.Is(err, accounts.ErrInviterUnverified) {
		t.Errorf("somebody who is not verified: %v", err)
	}
}

func TestABrandHasANameOfItsOwn(t *testing.T) { // D-83
	pool, clock := accountstest.Database(t), accountstest.NewClock()
	all := accountstest.Acme(t, pool, clock)
	for id, name := range map[string]string{domain.ProviderClient: "Northlight", domain.DirectClient: "Northlight", "brightside": "Brightside"} {
		if err := all.NameTenant(t.Context(), id, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"NORTHLIGHT", "Nоrthl1ght", "north-light"} { // the second has a Cyrillic letter
		if _, err := all.AddCompany(t.Context(), "another", uuid.Nil, name); !errors.Is(err, accounts.ErrBrandTaken) {
			t.Errorf("a new brand %q: %v", name, err)
		}
		if _, err := all.NameBrand(t.Context(), "brightside", name, ""); !errors.Is(err, accounts.ErrBrandTaken) {
			t.Errorf("a brand renamed %q: %v", name, err)
		}
		if _, err := all.NameBrand(
			t.Context(),
			"brightside",
			"Brightside",
			name,
		); !errors.Is(
			err,
			accounts.ErrBrandTaken,
		) {
			t.Errorf("a sender %q: %v", name, err)
		}
		if err := all.SaveCompany(
			t.Context(), "brightside", uuid.Nil, accounts.Company{Name: name},
		); !errors.Is(err, accounts.ErrBrandTaken) {
			t.Errorf("the company of a brand %q: %v", name, err)
		}
	}
	if _, err := all.NameBrand(t.Context(), domain.ProviderClient, "Northlight", "North light"); err != nil {
		t.Errorf("its own name: %v", err)
	}
	if _, err := all.NameBrand(
		t.Context(),
		"brightside",
		"Bright side",
		"example.com",
	); !errors.Is(
		err,
		names.ErrLinks,
	) {
		t.Errorf("a sender with an address: %v", err)
	}
	if _, err := all.AddCompany(
		t.Context(),
		domain.DirectClient,
		uuid.New(),
		"Visit example.com",
	); !errors.Is(
		err,
		names.ErrLinks,
	) {
		t.Errorf("a company with an address: %v", err)
	}
}
