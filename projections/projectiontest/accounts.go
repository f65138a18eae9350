package projectiontest

import (
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/domain/workflow"
)

// accounts adds the events of a reseller, of its customer, who leaves, and of a person of each state.
func (s *story) accounts() {
	const reseller = "brightside"
	id := func(n byte) uuid.UUID { return uuid.UUID{0xac, n} }
	c := s.stream(client.StreamOf(reseller), client.AggregateType)
	c(client.CreatedType, &client.Created{Client: reseller, Kind: client.Reseller})
	c(client.BrandingChangedType, &client.BrandingChanged{Branding: client.Branding{
		Colour: "#c2410c", Named: 1, Logo: hash("logo"),
	}})
	c(client.HostsChangedType, &client.HostsChanged{Hosts: []string{"orders.brightside.test"}})
	c(client.SecondFactorRequiredType, &client.SecondFactorRequired{Required: true})
	c(client.HoursSetType, &client.HoursSet{Hours: client.Hours{
		Zone:        "UTC",
		Days:        make([]client.OpenHours, 7),
		Holidays:    []client.Holiday{{Date: "2026-12-25", Name: "Christmas"}},
		Description: "Call us.",
	}})
	d := s.stream(client.StreamOf(domain.DirectClient), client.AggregateType)
	d(client.CreatedType, &client.Created{Client: domain.DirectClient, Kind: client.Direct})
	d(client.SignUpSwitchedType, &client.SignUpSwitched{Open: true})
	d(client.BrandingChangedType, &client.BrandingChanged{Branding: client.Branding{Colour: "#000000"}})

	k := s.stream(id(1), customer.AggregateType)
	k(
		customer.CreatedType,
		&customer.Created{Client: reseller, Terms: customer.Terms{Package: "Growth", MaxActiveOrders: 5}},
	)
	k(
		customer.TermsChangedType,
		&customer.TermsChanged{
			Terms: customer.Terms{MaxActiveOrders: -1, PAYG: true, Storage: -1, AdditionalStorage: 5},
		},
	)
	k(customer.DeletionRequestedType, &customer.DeletionRequested{Reason: "sealed", On: s.at().Add(customer.Grace)})
	k(customer.DeletionTakenBackType, &customer.DeletionTakenBack{})
	k(customer.DeletionRequestedType, &customer.DeletionRequested{Reason: "sealed", On: s.at().Add(time.Hour)})
	k(customer.DeletionNearType, &customer.DeletionNear{Days: 1})
	k(customer.DeletedType, &customer.WasDeleted{})
	s.stream(id(2), customer.AggregateType)(customer.CreatedType, &customer.Created{Client: domain.DirectClient})

	said := announcement.Content{
		HTML:       "<p>We move.</p>",
		Background: "#000000",
		Colour:     "#ffffff",
		Roles:      []domain.Role{domain.Owner},
		Starts:     s.at(),
	}
	a := s.stream(id(7), announcement.AggregateType)
	a(announcement.PublishedType, &announcement.Published{Content: said})
	said.Lasting, said.Ends = true, s.at().Add(time.Hour)
	a(announcement.ChangedType, &announcement.Changed{Content: said})
	a(announcement.WithdrawnType, &announcement.Withdrawn{})

	s.workflows(id(1))
	s.webhooks(id(1))

	place := func(person uuid.UUID, r domain.Role) member.Place {
		return member.Place{Person: person, Client: reseller, Customer: id(1), Role: r}
	}
	m := s.stream(member.StreamOf(id(3)), member.AggregateType)
	m(member.InvitedType, &member.Asked{Place: place(id(3), domain.Staff)})
	m(member.InvitationRenewedType, &member.InvitationRenewed{})
	m(member.JoinedType, &member.Joined{})
	m(member.ApproverChangedType, &member.ApproverChanged{Approver: true})
	m(member.RoleChangedType, &member.RoleChanged{Role: domain.Owner})
	m(member.PasswordChangedType, &member.PasswordChanged{Way: member.ByProfile, Kept: id(9)})
	factor := member.Factor{ID: id(8), Kind: member.TOTP}
	m(member.FactorAddedType, &member.FactorAdded{Factor: factor})
	m(member.FactorRemovedType, &member.FactorRemoved{Factor: factor})
	token := member.Token{ID: id(10), Scopes: []string{"orders:read"}, Ends: s.at().Add(24 * time.Hour)}
	m(member.TokenCreatedType, &member.TokenCreated{Token: token})
	m(member.TokenRevokedType, &member.TokenRevoked{ID: token.ID})
	m(member.SignInLinkRequestedType, &member.SignInLinkRequested{})
	m(member.BrowserAddedType, &member.BrowserAdded{Session: id(9)})
	m(member.RecoveryUsedType, &member.RecoveryUsed{})
	m(member.ImpersonatedType, &member.Impersonated{Reason: "sealed"})
	m(member.ImpersonationEndedType, &member.ImpersonationEnded{})
	m(member.DeactivatedType, &member.WasDeactivated{})
	m(member.ReactivatedType, &member.Reactivated{})
	m(member.DeletedType, &member.WasDeleted{})
	o := s.stream(member.StreamOf(id(4)), member.AggregateType)
	o(member.RegisteredType, &member.Registered{Place: place(id(4), domain.Owner), Origin: member.SignedUp})
	o(member.AddressClaimedType, &member.AddressClaimed{})
	o(member.VerificationRequestedType, &member.VerificationRequested{})
	o(member.EmailVerifiedType, &member.EmailVerified{})
	r := s.stream(member.StreamOf(id(5)), member.AggregateType)
	r(member.RegisteredType, &member.Registered{Place: place(id(5), domain.Staff), Origin: member.Created})
	r(member.ResetRequestedType, &member.ResetRequested{})
	r(member.PasswordChangedType, &member.PasswordChanged{Way: member.ByReset})
	r(member.EmailChangeRequestedType, &member.EmailChangeRequested{})
	r(member.EmailChangedType, &member.EmailChanged{})
	s.stream(member.StreamOf(id(6)), member.AggregateType)(
		member.InvitedType, &member.Asked{Place: place(id(6), domain.Staff)},
	)
}

// workflows adds the events of an account's workflows: one is published twice, one thrown away, one retired.
func (s *story) workflows(customer uuid.UUID) {
	id := func(n byte) uuid.UUID { return uuid.UUID{0x3f, n} }
	draft := func(name string) workflow.Draft {
		return workflow.Draft{Name: name, Steps: []route.Step{
			{Name: "Brand", Approvers: []uuid.UUID{id(9)}, Rule: route.Any, Due: 24, Reminder: 2},
		}}
	}
	w := s.stream(workflow.StreamOf(customer), workflow.AggregateType)
	save := func(n byte, name string) {
		w(workflow.DraftSavedType, &workflow.DraftSaved{Customer: customer, Workflow: id(n), Draft: draft(name)})
	}
	publish := func(n byte, edition int, name string) {
		w(workflow.PublishedType, &workflow.Published{Workflow: id(n), Edition: edition, Draft: draft(name)})
	}
	save(1, "Labels")
	publish(1, 1, "Labels")
	w(workflow.ChosenType, &workflow.Chosen{Workflow: id(1)})
	save(1, "Labels, new")
	publish(1, 2, "Labels, new")
	save(1, "Labels, newer")
	w(workflow.DraftDiscardedType, &workflow.DraftDiscarded{Workflow: id(1)})
	save(2, "Mistake")
	w(workflow.DraftDiscardedType, &workflow.DraftDiscarded{Workflow: id(2)})
	save(3, "Old")
	publish(3, 1, "Old")
	w(workflow.ChosenType, &workflow.Chosen{Workflow: id(3)})
	w(workflow.RetiredType, &workflow.Retired{Workflow: id(3)})
	w(workflow.ChosenType, &workflow.Chosen{})
}

// webhooks adds the events of an account's webhooks: one fails and goes on, one is removed.
func (s *story) webhooks(customer uuid.UUID) {
	id := func(n byte) uuid.UUID { return uuid.UUID{0x40, n} }
	home := webhook.Home{Client: domain.DirectClient, Customer: customer}
	w := s.stream(webhook.StreamOf(home), webhook.AggregateType)
	ref := func(n byte) webhook.Ref {
		return webhook.Ref{Endpoint: id(n), Home: home, Host: "hooks.example.com"}
	}
	w(webhook.AddedType, &webhook.Added{Ref: ref(1)})
	w(webhook.AddedType, &webhook.Added{Ref: ref(2), Types: []string{"order.created"}})
	w(webhook.RotatedType, &webhook.Rotated{Ref: ref(1)})
	w(webhook.PausedType, &webhook.Paused{Ref: ref(1), Cause: webhook.Failed})
	w(webhook.ReplayedType, &webhook.Replayed{Ref: ref(1), After: 3})
	w(webhook.ResumedType, &webhook.Resumed{Ref: ref(1)})
	w(webhook.ChangedType, &webhook.Changed{Ref: ref(1), Types: []string{"order.created"}})
	w(webhook.RemovedType, &webhook.Removed{Ref: ref(2)})
	w(webhook.AddedType, &webhook.Added{Ref: ref(3)})
	w(webhook.PausedType, &webhook.Paused{Ref: ref(3), Cause: webhook.ByPerson})
}
