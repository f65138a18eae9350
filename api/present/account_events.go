package present

import (
	"slices"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/projections/sales"
)

// accountWords says what each event of an account means.
var accountWords = func() map[string]string {
	all := map[string]string{}
	for _, t := range slices.Concat(client.Streams.Events, customer.Streams.Events, member.Streams.Events, sales.Events(), webhook.Streams.Events) {
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
