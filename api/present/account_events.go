package present

import (
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/projections/audit"
)

// accountWords says what each event of an account means.
var accountWords = func() map[string]string {
	all := map[string]string{}
	for _, t := range audit.Events() {
		all[string(t.Type)] = t.Says
	}
	return all
}()

// AccountWords says what an event of an account means.
func AccountWords(event string) string { return accountWords[event] }

// factorWords are the words for kinds of second factors.
var factorWords = map[string]string{
	string(member.TOTP):     "Authenticator app",
	string(member.Passkey):  "Passkey",
	string(member.Recovery): "Recovery codes",
}

// AccountDetail returns what is worth reading about an event of an account, in words.
func AccountDetail(event, detail string) string {
	switch eh.EventType(event) {
	case member.InvitedType, member.RegisteredType, member.RoleChangedType:
		return RoleLabel(domain.Role(detail))
	case member.FactorAddedType, member.FactorRemovedType:
		return factorWords[detail]
	}
	return detail
}
