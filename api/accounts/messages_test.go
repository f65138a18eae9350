package accounts

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/notifications"
)

// Pages show the name in bold before the sentence, so a sentence about nobody must have none.
func TestANotificationBeginsWithTheNameOfItsPersonOrNamesNobody(t *testing.T) {
	tomas := accounts.User{ID: uuid.New(), Firstname: "Tomás", Lastname: "Reis"}
	names := accounts.Names{People: map[uuid.UUID]accounts.User{tomas.ID: tomas}}
	nobody := 0
	for _, k := range inbox.Kinds() {
		for _, by := range []uuid.UUID{tomas.ID, uuid.New()} {
			n := notifications.Notification{}
			n.Kind, n.By = k, by
			m := showMessage(n, names, nil)
			if !strings.HasPrefix(m.Message, m.Username) {
				t.Errorf("%s: %q does not begin with %q", k, m.Message, m.Username)
			}
			if m.Username == "" {
				nobody++
			}
		}
	}
	if nobody == 0 || nobody == 2*len(inbox.Kinds()) {
		t.Errorf("%d sentences name nobody", nobody)
	}
}
