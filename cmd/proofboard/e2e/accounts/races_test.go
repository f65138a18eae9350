package accounts

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

// An account has an address once. Of leaders who invite it to one account at the same time one succeeds, and nothing
// is left of what the others sent. Leaders of other accounts do not learn of it.
func TestOfLeadersWhoInviteOneAddressAtOnceOneSucceedsInEachAccount(t *testing.T) { // D-45 D-82
	for round := range 5 {
		email := map[string]any{"emailAddress": uuid.NewString() + "@people.test"}
		of := managed[round%len(managed)]
		answers := make([]harness.Answer, 3)
		var all sync.WaitGroup
		leader := harness.SignedIn(t, of.leader)
		for i := range answers {
			all.Go(func() { answers[i] = leader.Call(t, http.MethodPost, "/people", of.somebody(email)) })
		}
		all.Wait()
		added := 0
		for _, a := range answers {
			switch {
			case a.Status == http.StatusOK:
				added++
			case a.Reason() == "invitation.address_too_often": // before the others have given theirs back
			case a.Status != http.StatusConflict || a.Reason() != "person.here_already":
				t.Errorf("%s: %d %s", of.name, a.Status, a.Body)
			}
		}
		found := harness.MustCall[contract.PeoplePageAnswer](
			t,
			harness.SignedIn(t, "admin"),
			http.MethodGet,
			"/people?everyone=true&search="+email["emailAddress"].(string),
			nil,
		).Data
		var stored int
		if err := harness.Pool(t).QueryRow(
			t.Context(), "select count(*) from people where email = $1", email["emailAddress"],
		).Scan(&stored); err != nil {
			t.Fatal(err)
		}
		if added != 1 || len(found.People) != 1 || stored != 1 {
			t.Fatalf("%d were added, the list has %d, and %d are stored", added, len(found.People), stored)
		}
	}
}

// A role that changes ends the sessions of its person, also one that writes at that moment: each write is done or
// refused, and none is done that was sent after the change was answered.
func TestARoleThatChangesEndsASessionThatWrites(t *testing.T) { // D-66
	acme := account{customer: harness.Acme, role: "staff"}
	body := acme.somebody(map[string]any{"password": goodOne})
	id := harness.MustCall[contract.PersonAddedAnswer](
		t, harness.SignedIn(t, "admin"), http.MethodPost, "/people", body,
	).Data.Id
	p := entered(t, body["emailAddress"].(string), goodOne)
	write := func() harness.Answer {
		return p.Call(t, http.MethodPost, "/order", map[string]any{"orderName": "Label", "serviceId": harness.Labels})
	}
	var written atomic.Int64
	begun := make(chan struct{})
	var writing sync.WaitGroup
	for range 4 {
		writing.Go(func() {
			for {
				switch a := write(); a.Status {
				case http.StatusOK:
					if written.Add(1) == 4 {
						close(begun)
					}
				case http.StatusUnauthorized:
					return
				default:
					t.Errorf("%d %s", a.Status, a.Body)
					return
				}
			}
		})
	}
	select {
	case <-begun:
	case <-t.Context().Done():
	}
	harness.MustCall[contract.Plain](
		t, harness.SignedIn(t, "admin"), http.MethodPut, "/people/"+id.String(), map[string]string{"role": "owner"},
	)
	if a := write(); a.Status != http.StatusUnauthorized {
		t.Errorf("after the change: %d %s", a.Status, a.Body)
	}
	writing.Wait()
	harness.Eventually(t, "the board has each order whose write was answered, and no other", func() bool {
		var n int64
		err := harness.Pool(t).QueryRow(t.Context(), "select count(*) from board_cards where creator = $1", id).Scan(&n)
		return err == nil && n == written.Load()
	})
}
