package organisation

import (
	"strconv"
	"strings"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// entry writes the line of an event for auditors. The page that shows it chooses the words.
func entry(b *rowset.Batch, e domain.Event) {
	detail, reason := described(e.Data)
	b.Upsert(entries, e.Position, rowset.Set{
		"stream":       e.Stream,
		"type":         string(e.Type),
		"actor":        rowset.Optional(e.Meta.Actor),
		"impersonator": rowset.Optional(e.Meta.Impersonator),
		"at":           e.OccurredAt,
		"via":          e.Meta.Via,
		"detail":       detail,
		"reason":       reason,
	})
}

// described returns what is worth reading in the data of an event, and what somebody wrote, which is
// sealed.
func described(data any) (detail, reason string) {
	switch d := data.(type) {
	case *client.Created:
		return string(d.Kind), ""
	case *client.BrandingChanged:
		return d.Colour, ""
	case *client.HostsChanged:
		return strings.Join(d.Hosts, ", "), ""
	case *client.SignUpSwitched:
		return yesOrNo(d.Open), ""
	case *client.SecondFactorRequired:
		return yesOrNo(d.Required), ""
	case *client.HoursSet:
		return d.Zone, ""
	case *customer.Created:
		return active(d.Terms), ""
	case *customer.TermsChanged:
		return active(d.Terms), ""
	case *customer.DeletionRequested:
		return d.On.UTC().Format("02 Jan 2006"), d.Reason
	case *member.Asked:
		return string(d.Role), ""
	case *member.Registered:
		return string(d.Role), ""
	case *member.RoleChanged:
		return string(d.Role), ""
	case *member.ApproverChanged:
		return yesOrNo(d.Approver), ""
	case *member.PasswordChanged:
		return string(d.Way), ""
	case *member.FactorAdded:
		return string(d.Kind), ""
	case *member.FactorRemoved:
		return string(d.Kind), ""
	case *member.TokenCreated:
		return strings.Join(d.Scopes, ", ") + " until " + d.Ends.UTC().Format("02 Jan 2006"), ""
	case *member.Impersonated:
		return "", d.Reason
	}
	return "", ""
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// active returns the number of orders that a customer may have active.
func active(t customer.Terms) string {
	if t.MaxActiveOrders < 0 {
		return "any number of active orders"
	}
	return strconv.Itoa(t.MaxActiveOrders) + " active orders"
}
