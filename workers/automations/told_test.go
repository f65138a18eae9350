package automations_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/workers/automations"
)

// provider returns somebody of the design service.
func provider(role domain.Role) accounts.User {
	return accounts.User{
		ID:       uuid.New(),
		Email:    "the-" + string(role) + "@a.test",
		Role:     role,
		ClientID: domain.ProviderClient,
		TimeZone: "UTC",
	}
}

// staff returns a member of the customer's team.
func staff(name string, approver bool) accounts.User {
	return accounts.User{
		ID:         uuid.New(),
		Email:      name + "@a.test",
		Role:       domain.Staff,
		ClientID:   domain.DirectClient,
		CustomerID: customer,
		IsApprover: approver,
		TimeZone:   "UTC",
	}
}

// kinds returns the kinds of a person's notifications, oldest first.
func (o office) kinds(to accounts.User) []inbox.Kind {
	o.t.Helper()
	var all []inbox.Kind
	for _, n := range o.told(to) {
		all = append(all, n.Kind)
	}
	return all
}

// notified waits until people are notified of all events. Who is notified depends on how the order is then.
func (o office) notified() {
	o.t.Helper()
	head, err := o.Store.Head(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	o.eventually("the notifications are there", func() bool {
		at, _ := o.checkpoint(o.t.Context(), "worker_notify")
		return at >= head
	})
}

// tells checks that people have these notifications and no others.
func (o office) tells(want map[*accounts.User][]inbox.Kind) {
	o.t.Helper()
	o.notified()
	for person, kinds := range want {
		if got := o.kinds(*person); !slices.Equal(got, kinds) {
			o.t.Errorf("%s is told %v, want %v", person.Email, got, kinds)
		}
	}
}

// Nobody of the design service has taken the order: it belongs to every manager and creative manager.
func TestAnOrderThatNobodyHasTakenBelongsToEveryManagerAndCreativeManager(t *testing.T) { // D-78
	creative, production, operator, admin := provider(domain.CreativeManager), provider(domain.ProductionManager),
		provider(domain.Operator), provider(domain.Admin)
	o := startWith(t, owner, manager, creative, production, operator, admin)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := o.published()
	file, version := o.uploaded(owner, id, proof.SuppliedFiles)
	o.commented(owner, id, file, version)
	o.notified()
	o.do(manager, &commands.AssignOrder{Order: id, Operator: &operator.ID})
	all := []inbox.Kind{inbox.OrderPublished, inbox.VersionAdded, inbox.Commented}
	o.tells(map[*accounts.User][]inbox.Kind{
		&manager: all, &creative: all, &production: nil, &admin: nil, &operator: {inbox.Assigned}, &owner: nil,
	})
	o.do(owner, &commands.ActOnOrder{Order: id, Action: order.Cancel})
	o.tells(map[*accounts.User][]inbox.Kind{
		&manager: all, &creative: all, &operator: {inbox.Assigned, inbox.OrderMoved},
	})
}

// What is written in an order's conversation reaches the people who work on it and whom it is for, with
// default settings. The customer hears nothing of the internal tab.
func TestTheConversationReachesTheOtherSide(t *testing.T) { // BY-061 D-96
	operator := provider(domain.Operator)
	o := startWith(t, owner, manager, operator)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := o.published()
	o.notified()
	o.do(manager, &commands.AssignOrder{Order: id, Operator: &operator.ID, Manager: &manager.ID})
	said := o.writes(owner, &topic.Opened{Order: id, Proof: id, Public: true, Message: "sealed"})
	o.notified()
	first := []inbox.Kind{inbox.OrderPublished, inbox.MessageWritten}
	o.tells(map[*accounts.User][]inbox.Kind{
		&owner: nil, &manager: first, &operator: {inbox.Assigned, inbox.MessageWritten},
	})
	if n := o.told(manager)[1]; n.Topic != said || n.Proof != uuid.Nil || !n.Public {
		t.Errorf("it leads to %+v", n)
	}
	o.writes(manager, &topic.Opened{Order: id, Proof: id, Public: true, Message: "sealed"})
	o.writes(operator, &topic.Opened{Order: id, Proof: id, Message: "sealed"})
	o.notified()
	o.tells(map[*accounts.User][]inbox.Kind{
		&owner:    {inbox.MessageWritten},
		&manager:  append(first, inbox.MessageWritten),
		&operator: {inbox.Assigned, inbox.MessageWritten, inbox.MessageWritten},
	})
}

// An agency that has just moved in has an admin and nobody else.
func TestWithoutManagersTheAdminsAreTold(t *testing.T) { // D-78
	admin := provider(domain.Admin)
	o := startWith(t, owner, admin)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := o.published()
	o.do(owner, &commands.ActOnOrder{Order: id, Action: order.Cancel})
	o.tells(map[*accounts.User][]inbox.Kind{&admin: {inbox.OrderPublished, inbox.OrderMoved}})
}

// The operator who had taken the order cannot sign in any more, so it belongs to everybody again.
func TestAnOrderOfSomebodyWhoLeftBelongsToEveryManager(t *testing.T) { // D-78
	operator, admin := provider(domain.Operator), provider(domain.Admin)
	o := startWith(t, owner, manager, operator, admin)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := o.published()
	o.notified()
	o.do(manager, &commands.AssignOrder{Order: id, Operator: &operator.ID})
	o.tells(map[*accounts.User][]inbox.Kind{&operator: {inbox.Assigned}})
	o.do(admin, &commands.DeactivateMember{Person: operator.ID})
	o.Accounts.Forget()
	o.do(owner, &commands.ActOnOrder{Order: id, Action: order.Cancel})
	o.tells(map[*accounts.User][]inbox.Kind{
		&manager: {inbox.OrderPublished, inbox.OrderMoved}, &operator: {inbox.Assigned},
	})
}

// The owner, the creator and the approvers are asked to look at a proof, whoever else is told of the move.
func TestAnOrderInReviewAsksItsOwnerCreatorAndApprovers(t *testing.T) { // D-78
	creator, approver, other := staff("creator", false), staff("approver", true), staff("other", false)
	o := startWith(t, owner, manager, creator, approver, other)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := o.publishedBy(creator)
	o.notified()
	o.do(creator, &commands.SetCollaborators{Order: id, Users: []uuid.UUID{other.ID}})
	o.moved(id, order.InProgress)
	file, version := o.uploaded(manager, id, proof.CustomerReview)
	o.notified()
	o.moved(id, order.InReview)
	o.notified()
	o.do(approver, &commands.MoveOrder{Order: id, To: order.Approved, Via: order.Review})
	o.tells(map[*accounts.User][]inbox.Kind{
		&creator:  {inbox.OrderMoved, inbox.ReviewRequested, inbox.OrderApproved},
		&owner:    {inbox.ReviewRequested},
		&approver: {inbox.ReviewRequested},
		&other:    {inbox.CollaboratorAdded, inbox.OrderMoved, inbox.OrderMoved, inbox.OrderApproved},
		&manager:  {inbox.OrderPublished, inbox.OrderApproved},
	})
	if asked := o.told(owner)[0]; asked.Proof != file || asked.Version != version {
		t.Errorf("the owner is led to %+v, want the proof", asked)
	}
}

// Who is added to an order is told so, once, and nobody who was there before.
func TestCollaboratorsAreToldThatTheyWereAdded(t *testing.T) { // D-289
	first, second := staff("first", false), staff("second", false)
	o := startWith(t, owner, manager, first, second)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := o.published()
	o.notified()
	o.do(owner, &commands.SetCollaborators{Order: id, Users: []uuid.UUID{first.ID}})
	o.notified()
	o.do(owner, &commands.SetCollaborators{Order: id, Users: []uuid.UUID{first.ID, second.ID}})
	o.tells(map[*accounts.User][]inbox.Kind{
		&first: {inbox.CollaboratorAdded}, &second: {inbox.CollaboratorAdded}, &owner: nil,
	})
}

// A version that comes while the order is in review is one to look at.
func TestAVersionInReviewAsksToo(t *testing.T) { // D-78
	o := startWith(t, owner, manager)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := o.published()
	o.moved(id, order.InProgress)
	o.moved(id, order.InReview)
	o.notified()
	o.uploaded(manager, id, proof.CustomerReview)
	o.notified()
	o.moved(id, order.InProgress)
	o.do(manager, &commands.ActOnOrder{Order: id, Action: order.Hold, Reason: "The paper is late."})
	o.tells(map[*accounts.User][]inbox.Kind{
		&owner: {
			inbox.OrderMoved, inbox.ReviewRequested, inbox.ReviewRequested, inbox.OrderReturned, inbox.OrderHeld,
		},
	})
}

// The design service made the order for the customer, so it has no creator on the customer's side.
func TestAnOrderThatTheDesignServiceMadeIsTheOwners(t *testing.T) { // D-78
	admin := provider(domain.Admin)
	o := startWith(t, owner, manager, admin)
	o.run(automations.Notify, o.Follower)
	o.following("worker_notify")
	id := uuid.New()
	o.do(
		admin,
		&commands.DraftOrder{
			Order:    id,
			Customer: customer,
			Details:  order.Details{Headline: order.Headline{Name: "Label"}},
		},
	)
	o.do(admin, &commands.ActOnOrder{Order: id, Action: order.Publish})
	o.tells(map[*accounts.User][]inbox.Kind{&owner: {inbox.OrderPublished}, &manager: {inbox.OrderPublished}})
}

// commented opens a topic on a version.
func (o office) commented(by accounts.User, id, attachment, version uuid.UUID) {
	o.t.Helper()
	o.writes(by, &topic.Opened{Order: id, Proof: attachment, Version: version, Public: true, Message: "sealed"})
}

// writes opens a topic and returns its id.
func (o office) writes(by accounts.User, opened *topic.Opened) uuid.UUID {
	o.t.Helper()
	id := uuid.New()
	_, err := o.Store.Append(o.t.Context(), eventlog.Append{
		Stream:     id,
		StreamType: topic.AggregateType,
		Meta:       domain.Meta{Actor: by.ID, Role: by.Role},
		Events:     []eventlog.Record{{Type: topic.OpenedType, Data: opened, OccurredAt: time.Now()}},
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return id
}
