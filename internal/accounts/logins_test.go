package accounts_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
)

const address = "Freda@freelance.test"

// add adds somebody to a client of their own, as an owner with a password or, without one, by an invitation.
func (f fixture) add(t *testing.T, client, email, password string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	if _, err := f.AddPerson(t.Context(), accounts.NewPerson{
		ID: id, Email: email, Firstname: "Freda", TimeZone: "UTC", Password: password,
		Given: password != "",
	}, member.Place{Person: id, Client: client, Role: domain.Owner}); err != nil {
		t.Fatalf("%s: %v", client, err)
	}
	state := member.Invited
	if password != "" {
		state = member.Active
	}
	f.exec(
		t,
		`insert into account_members (stream, person, client_id, role, is_approver, view_only, state, verified, generation,
		joined_at, changed_at, version, position)
		values ($1, $2, $3, 'owner', false, false, $4, false, 0, now(), now(), 1, 0)`,
		member.StreamOf(id),
		id,
		client,
		state,
	)
	return id
}

// prove follows the link of a mail, as the API does.
func (f fixture) prove(t *testing.T, person uuid.UUID, p accounts.Proof) error {
	t.Helper()
	token, err := f.NewToken(t.Context(), person, p.Purpose)
	if err != nil {
		t.Fatal(err)
	}
	f.exec(t, "update account_members set verified = true, state = 'active' where person = $1", person)
	p.Token = token
	return f.Prove(t.Context(), person, p)
}

// proves fails the test unless the proof is taken.
func (f fixture) proves(t *testing.T, person uuid.UUID, p accounts.Proof) {
	t.Helper()
	if err := f.prove(t, person, p); err != nil {
		t.Fatal(err)
	}
}

func joining(password string) accounts.Proof {
	return accounts.Proof{Purpose: accounts.ForInvitation, Password: password}
}

func (f fixture) known(t *testing.T, person uuid.UUID, want accounts.Known) {
	t.Helper()
	if k, err := f.Known(t.Context(), person); err != nil || k != want {
		t.Errorf("known: %+v, %v, want %+v", k, err, want)
	}
}

// signsIn checks whom an address and a password open an account for.
func (f fixture) signsIn(t *testing.T, what, password string, want ...uuid.UUID) {
	t.Helper()
	login, err := f.WithPassword(t.Context(), address)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		t.Fatal(err)
	}
	var got []uuid.UUID
	if right, err := secrets.NewHasher().
		Matches(t.Context(), secrets.Line{}, password, login.Password); err == nil &&
		right {
		for _, u := range login.People {
			got = append(got, u.ID)
		}
	}
	slices.SortFunc(got, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	slices.SortFunc(want, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	if !slices.Equal(got, want) {
		t.Errorf("%s: the password opens %v, want %v", what, got, want)
	}
}

func TestAnAddressOpensEveryAccountInWhichItWasProved(t *testing.T) { // D-82 BY-076
	f := start(t)
	first := f.add(t, "one", address, "")
	f.signsIn(t, "before the invitation is accepted", "my-first-password")
	f.known(t, first, accounts.Known{})
	f.proves(t, first, joining("my-first-password"))
	f.signsIn(t, "with one account", "my-first-password", first)

	second := f.add(t, "two", "freda@FREELANCE.test", "")
	f.known(t, second, accounts.Known{Login: true})
	f.signsIn(t, "before the second is accepted", "my-first-password", first)
	if err := f.prove(t, second, joining("another-password")); !errors.Is(err, accounts.ErrPasswordNeeded) {
		t.Errorf("the second account without the password of the first: %v", err)
	}
	f.signsIn(t, "after that", "my-first-password", first)
	f.proves(t, second, accounts.Proof{Purpose: accounts.ForInvitation, Checked: true})
	f.signsIn(t, "with two accounts", "my-first-password", first, second)
	f.signsIn(t, "with the password of the second form", "another-password")

	f.proves(t, second, accounts.Proof{Purpose: accounts.ForReset, Password: "my-second-password", Replace: true})
	f.signsIn(t, "after a reset in one of them", "my-second-password", first, second)
	if err := f.SetPassword(t.Context(), first, "my-third-password", false); err != nil {
		t.Fatal(err)
	}
	f.signsIn(t, "after a change in the other", "my-third-password", first, second)

	same, err := f.Same(t.Context(), second)
	if err != nil || len(same) != 2 {
		t.Errorf("%d people, %v", len(same), err)
	}
	if err := f.Erase(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	f.signsIn(t, "after one was erased", "my-third-password", second)
	if err := f.Erase(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	f.signsIn(t, "after both were erased", "my-third-password")
	var left int
	if err := f.pool.QueryRow(t.Context(), "select count(*) from logins where address = lower($1)", address).
		Scan(&left); err != nil ||
		left != 0 {
		t.Errorf("%d addresses are left, %v", left, err)
	}
}

func TestAnAddressThatIsNotVerifiedReservesNothing(t *testing.T) { // D-82
	f := start(t)
	taker := f.add(t, "taker", address, "chosen-by-the-taker")
	f.signsIn(t, "the first with a password", "chosen-by-the-taker", taker)
	f.exec(
		t,
		`insert into sessions (id, token_hash, user_id, desk, created_at, expires_at) values ($1, '\x01', $2, false, now(), now())`,
		uuid.New(),
		taker,
	)
	added := f.add(t, "agency", address, "chosen-by-the-agency")
	f.signsIn(t, "the second waits for the proof", "chosen-by-the-agency")

	f.known(t, added, accounts.Known{})
	f.proves(t, added, accounts.Proof{Purpose: accounts.ForVerification})
	f.signsIn(t, "the proof", "chosen-by-the-agency", added)
	f.signsIn(t, "what the taker chose", "chosen-by-the-taker")
	var sessions int
	if err := f.pool.QueryRow(t.Context(), "select count(*) from sessions where user_id = $1", taker).
		Scan(&sessions); err != nil ||
		sessions != 0 {
		t.Errorf("the taker keeps %d sessions, %v", sessions, err)
	}
	if _, err := f.PasswordOf(t.Context(), taker); !errors.Is(err, accounts.ErrNoLogin) {
		t.Errorf("the taker's password: %v", err)
	}

	// Once it is proved, nobody who adds the address changes anything. The agency knows the password that it
	// chose, so that one opens no further account.
	third := f.add(t, "third", address, "chosen-by-a-third")
	f.known(t, third, accounts.Known{Login: true, Given: true})
	if err := f.SetPassword(t.Context(), added, "chosen-by-the-agency", false); err != nil {
		t.Fatal(err)
	}
	f.known(t, third, accounts.Known{Login: true})
	f.signsIn(t, "after somebody else added it", "chosen-by-the-agency", added)
	f.signsIn(t, "with their password", "chosen-by-a-third")
}

func TestAnAccountHasAnAddressOnce(t *testing.T) { // D-82
	f := start(t)
	first := f.add(t, "one", address, "")
	add := func() error {
		id := uuid.New()
		_, err := f.AddPerson(t.Context(), accounts.NewPerson{
			ID: id, Email: "FREDA@freelance.test", Firstname: "Freda", TimeZone: "UTC",
		}, member.Place{Person: id, Client: "one", Role: domain.Owner})
		return err
	}
	if err := add(); !errors.Is(err, accounts.ErrHereAlready) {
		t.Errorf("the same address again: %v", err)
	}
	f.exec(t, "update account_members set state = 'deleted' where person = $1", first)
	if err := add(); err != nil {
		t.Errorf("after the person was removed: %v", err)
	}
}

func TestANewAddressHoldsInEveryAccount(t *testing.T) { // D-82
	f, moved := start(t), "freda@studio.test"
	first, second := f.add(t, "one", address, ""), f.add(t, "two", address, "")
	f.proves(t, first, joining("my-first-password"))
	f.proves(t, second, accounts.Proof{Purpose: accounts.ForInvitation, Checked: true})
	squatter := f.add(t, "squatter", moved, "chosen-by-squatter")
	move := func(person uuid.UUID, to string) error {
		t.Helper()
		if _, err := f.RequestEmail(t.Context(), person, to); err != nil {
			t.Fatal(err)
		}
		token, err := f.NewEmailToken(t.Context(), person, to)
		if err != nil {
			t.Fatal(err)
		}
		return f.ReplaceEmail(t.Context(), person, to, token)
	}
	if err := move(second, moved); err != nil {
		t.Fatal(err)
	}
	login, err := f.WithPassword(t.Context(), moved)
	if err != nil || len(login.People) != 2 || login.People[0].Email != moved || login.People[1].Email != moved {
		t.Errorf("the new address opens %+v, %v", login.People, err)
	}
	if _, err := f.PasswordOf(t.Context(), squatter); !errors.Is(err, accounts.ErrNoLogin) {
		t.Errorf("who had the address without a proof: %v", err)
	}
	f.signsIn(t, "the old address", "my-first-password")
	for _, person := range []uuid.UUID{first, second} {
		if _, replaced, err := f.ChangingEmail(t.Context(), person); err != nil || replaced != address {
			t.Errorf("the mail to the old address goes to %q, %v", replaced, err)
		}
	}

	// An address that somebody has proved cannot be taken.
	if err := move(second, "Owner@acme.test"); !errors.Is(err, accounts.ErrAddressTaken) {
		t.Errorf("a proved address: %v", err)
	}
}

// While a new version is rolled out, processes of the version before add people and change passwords.
func TestProcessesOfTheVersionBeforeKeepTheirLogins(t *testing.T) { // D-82
	f, id := start(t), uuid.New()
	hashed := func(password string) string {
		h, err := secrets.HashPassword(password)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	f.exec(
		t,
		"insert into people (id, email, password, firstname) values ($1, $2, $3, 'Freda')",
		id,
		address,
		hashed("of-the-old-one"),
	)
	f.exec(
		t,
		`insert into account_members (stream, person, client_id, role, is_approver, view_only, state, verified, generation,
		changed_at, version, position) values ($1, $2, 'one', 'owner', false, false, 'active', true, 0, now(), 1, 0)`,
		member.StreamOf(id),
		id,
	)
	f.signsIn(t, "added by it", "of-the-old-one", id)
	f.exec(t, "update people set password = $2 where id = $1", id, hashed("changed-by-the-old"))
	f.signsIn(t, "changed by it", "changed-by-the-old", id)
	if err := f.SetPassword(context.Background(), id, "changed-by-the-new", false); err != nil {
		t.Fatal(err)
	}
	var same bool
	if err := f.pool.QueryRow(
		t.Context(), "select p.password = l.password from people p join logins l on l.id = p.login where p.id = $1", id,
	).Scan(&same); err != nil || !same {
		t.Errorf("the version before reads another password: %v, %v", same, err)
	}
}
