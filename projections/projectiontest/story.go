package projectiontest

import (
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/topic"
)

// Streams and people of the story.
var (
	Order      = uuid.MustParse("00000000-0000-4000-8000-000000000001")
	GoneOrder  = uuid.MustParse("00000000-0000-4000-8000-000000000002")
	Proof      = uuid.MustParse("00000000-0000-4000-8000-000000000003")
	GoneProof  = uuid.MustParse("00000000-0000-4000-8000-000000000004")
	Topic      = uuid.MustParse("00000000-0000-4000-8000-000000000005")
	Said       = uuid.MustParse("00000000-0000-4000-8000-000000000010")
	GoneTopic  = uuid.MustParse("00000000-0000-4000-8000-000000000006")
	Person     = uuid.MustParse("00000000-0000-4000-8000-000000000007")
	Customer   = uuid.MustParse("00000000-0000-4000-8000-000000000008")
	Guest      = uuid.MustParse("00000000-0000-4000-8000-000000000009")
	versionOne = uuid.MustParse("00000000-0000-4000-8000-000000000011")
	versionTwo = uuid.MustParse("00000000-0000-4000-8000-000000000012")
	goneFile   = uuid.MustParse("00000000-0000-4000-8000-000000000013")
	comment    = uuid.MustParse("00000000-0000-4000-8000-000000000014")
	goneReply  = uuid.MustParse("00000000-0000-4000-8000-000000000015")
	message    = uuid.MustParse("00000000-0000-4000-8000-000000000016")
	goneNote   = uuid.MustParse("00000000-0000-4000-8000-000000000017")
)

// Story returns a log with at least one event of every type, in an order that the aggregates
// accept. An order, an attachment, a version, a topic, a comment and a notification are deleted in
// it.
func Story() []domain.Event {
	var s story
	due := s.at().Add(10 * 24 * time.Hour)
	name, brief, service, urgent := "Jam label, final", `{"type":"doc"}`, "Product label", order.Urgent
	serviceID, operator, manager, colleague := uuid.UUID{1}, uuid.UUID{2}, uuid.UUID{3}, uuid.UUID{4}
	change := func(from, to order.Status) order.Change {
		return order.Change{From: from, To: to, Rank: "0r" + string(rune('a'+len(s)))}
	}

	o := s.stream(Order, order.AggregateType)
	o(order.DraftedType, &order.Drafted{
		Client:   "customer",
		Customer: Customer,
		Creator:  Person,
		Details:  order.Details{Headline: order.Headline{Name: "Jam label", Package: "Studio"}},
		Rank:     "0a",
	})
	o(order.DetailsChangedType, &order.DetailsChanged{
		Name:        &name,
		Brief:       &brief,
		Service:     &serviceID,
		ServiceName: &service,
		Due:         &due,
		Priority:    &urgent,
		References:  &[]string{"https://example.com/jam"},
		Terms:       &order.Terms{PromisedStart: 86400, Allocated: 21600},
	})
	o(order.CollaboratorsSetType, &order.CollaboratorsSet{Users: []uuid.UUID{colleague}})
	o(order.WatermarkSetType, &order.WatermarkSet{
		Use: order.OwnWatermark,
		Picture: &domain.Watermark{
			Name:        "mark.png",
			ContentType: "image/png",
			Key:         "files/o/mark",
			Size:        100,
			SHA256:      strings.Repeat("ab", 32),
			Dark:        true,
		},
	})
	agreed := order.Estimate{
		Hourly: billing.Hourly{Price: 6000, Currency: "EUR"}, TaxRate: 20_000, Allocated: 21600,
	}
	o(order.EstimateAskedType, &order.EstimateAsked{})
	o(order.EstimateConfirmedType, &order.EstimateConfirmed{Estimate: agreed, Customer: Customer})
	o(order.EstimateWithdrawnType, &order.EstimateWithdrawn{})
	o(order.EstimateConfirmedType, &order.EstimateConfirmed{Estimate: agreed, Customer: Customer, Before: 1})
	o(order.PublishedType, &order.Published{Change: change(order.Draft, order.Queue)})
	o(order.RevertedToDraftType, &order.RevertedToDraft{Change: change(order.Queue, order.Draft)})
	published := change(order.Draft, order.ReadyToGo)
	published.StartBy = &due
	o(order.PublishedType, &order.Published{Change: published})
	o(order.QueuedType, &order.Queued{Change: change(order.ReadyToGo, order.Queue)})
	o(order.ReadiedType, &order.Readied{Change: change(order.Queue, order.ReadyToGo)})
	o(order.QueuedType, &order.Queued{Change: change(order.ReadyToGo, order.Queue)})
	o(order.PromotedType, &order.Promoted{Change: change(order.Queue, order.ReadyToGo)})
	o(order.AssignedType, &order.Assigned{Operator: operator, Manager: manager})
	o(order.MovedType, &order.Moved{Change: change(order.ReadyToGo, order.InProgress)})
	o(order.RepositionedType, &order.Repositioned{Rank: "0zz"})

	p := s.stream(Proof, proof.AggregateType)
	p(
		proof.AttachmentAddedType,
		&proof.AttachmentAdded{Order: Order, Kind: proof.CustomerReview, Name: "jam.png", StartingTab: proof.Public},
	)
	p(proof.VersionAddedType, &proof.VersionAdded{Version: versionOne, Number: 1, File: file("jam.png", "a")})
	p(proof.VersionAddedType, &proof.VersionAdded{Version: versionTwo, Number: 2, File: file("jam2.png", "b")})
	p(proof.VersionAddedType, &proof.VersionAdded{Version: goneFile, Number: 3, File: file("wrong.png", "c")})
	p(proof.VersionDeletedType, &proof.VersionDeleted{Version: goneFile, Reason: "wrong file"})
	p(proof.ReviewRequestedType, &proof.ReviewRequested{Version: versionTwo})
	p(proof.VersionApprovedType, &proof.VersionApproved{Version: versionTwo, SHA256: hash("b")})
	p(proof.VersionRevisedType, &proof.VersionRevised{Version: versionTwo})
	p(proof.VersionApprovedType, &proof.VersionApproved{Version: versionTwo, SHA256: hash("b")})
	p(
		proof.FileReplacedType,
		&proof.FileReplaced{Version: versionTwo, File: file("jam3.png", "d"), ApprovalCleared: true},
	)
	p(proof.VersionApprovedType, &proof.VersionApproved{Version: versionOne, SHA256: hash("a")})
	off, tab := true, proof.Internal
	p(
		proof.SettingsChangedType,
		&proof.SettingsChanged{InternalDisabled: &off, PublicDisabled: &off, StartingTab: &tab},
	)
	gone := s.stream(GoneProof, proof.AggregateType)
	gone(proof.AttachmentAddedType, &proof.AttachmentAdded{
		Order:       Order,
		Kind:        proof.InternalReview,
		Name:        "inside.pdf",
		StartingTab: proof.Internal,
	})
	gone(proof.VersionAddedType, &proof.VersionAdded{Version: uuid.UUID{9}, Number: 1, File: file("inside.pdf", "e")})
	gone(proof.AttachmentDeletedType, &proof.AttachmentDeleted{})

	t := s.stream(Topic, topic.AggregateType)
	t(topic.OpenedType, &topic.Opened{
		Order:      Order,
		Proof:      Proof,
		Version:    versionTwo,
		Public:     true,
		Message:    `{"type":"doc"}`,
		Annotation: `{"className":"rect"}`,
		Page:       1,
	})
	t(topic.RepliedType, &topic.Replied{Comment: comment, Message: `{"type":"doc"}`})
	t(topic.RepliedType, &topic.Replied{Comment: goneReply, Message: `{"type":"doc"}`})
	t(topic.CommentEditedType, &topic.CommentEdited{Comment: comment, Message: `{"type":"doc","edited":1}`})
	t(topic.CommentDeletedType, &topic.CommentDeleted{Comment: goneReply})
	t(topic.MessageEditedType, &topic.MessageEdited{Message: `{"type":"doc","edited":2}`})
	t(topic.AnnotationUpdatedType, &topic.AnnotationUpdated{Annotation: `{"className":"circle"}`, Page: 2})
	t(topic.ResolvedType, &topic.Resolved{})
	t(topic.ReopenedType, &topic.Reopened{})
	lost := s.stream(GoneTopic, topic.AggregateType)
	lost(topic.OpenedType, &topic.Opened{Order: Order, Proof: Proof, Version: versionTwo, Message: `{"type":"doc"}`})
	lost(topic.RepliedType, &topic.Replied{Comment: uuid.UUID{10}, Message: `{"type":"doc"}`})
	lost(topic.DeletedType, &topic.Deleted{})

	i := s.stream(Person, inbox.AggregateType)
	i(inbox.NotifiedType, &inbox.Notified{
		Message: message,
		Kind:    inbox.Commented,
		Group:   Order.String(),
		Order:   Order,
		Proof:   Proof,
		Version: versionTwo,
		Topic:   Topic,
		Public:  true,
		By:      operator,
	})
	i(inbox.NotifiedType, &inbox.Notified{
		Message: goneNote,
		Kind:    inbox.OrderMoved,
		Group:   Order.String(),
		Order:   Order,
		Status:  "in-review",
	})
	i(inbox.ReadType, &inbox.Read{Messages: []uuid.UUID{message, goneNote}})
	i(inbox.DeletedType, &inbox.Deleted{Messages: []uuid.UUID{goneNote}})

	g := s.stream(Guest, guest.AggregateType)
	g(guest.InvitedType, &guest.Invited{
		Order:        Order,
		Attachments:  []uuid.UUID{Proof},
		Expires:      s.at().Add(24 * time.Hour),
		WithPassword: true,
	})
	g(guest.EnteredType, &guest.Entered{})
	g(guest.RevokedType, &guest.Revoked{})

	o(order.WorkStartedType, &order.WorkStarted{By: operator})
	o(order.WorkStoppedType, &order.WorkStopped{
		By:      operator,
		Since:   s.at().Add(-time.Minute),
		Seconds: 60,
		Total:   60,
		Reason:  order.StopPaused,
	})
	o(order.WorkStartedType, &order.WorkStarted{By: Person})
	pinned := &route.Route{Workflow: uuid.UUID{6}, Edition: 1, Name: "Labels", Steps: []route.Step{
		{Name: "Brand", Approvers: []uuid.UUID{Person, colleague}, Rule: route.All, Due: 48, Reminder: 24},
	}}
	o(order.RoutePinnedType, &order.RoutePinned{Route: pinned})
	o(order.ApproverReplacedType, &order.ApproverReplaced{Step: 0, Seat: 1, From: colleague, To: operator})
	o(order.MovedType, &order.Moved{Change: change(order.InProgress, order.InReview)})
	decided := proof.VersionDecided{
		Version: versionTwo, SHA256: hash("b"), Workflow: pinned.Workflow, Edition: 1, Reason: "sealed",
		Outcome: route.Rejected,
	}
	p(proof.VersionDecidedType, &decided)
	p(
		proof.ApproversRemindedType,
		&proof.ApproversReminded{Version: versionTwo, Began: s.at(), Overdue: true, People: []uuid.UUID{Person}},
	)
	p(proof.VersionDecidedType, &proof.VersionDecided{
		Version: versionTwo, SHA256: hash("b"), Workflow: pinned.Workflow, Edition: 1, Anew: true, Approved: true,
		Outcome: route.Running,
	})
	o(order.WorkStoppedType, &order.WorkStopped{
		By:      Person,
		Since:   s.at().Add(-2 * time.Minute),
		Seconds: 120,
		Total:   180,
		Reason:  order.StopMoved,
	})
	o(
		order.GuestRevisionRequestedType,
		&order.GuestRevisionRequested{Change: change(order.InReview, order.GuestRevision)},
	)
	o(order.HeldType, &order.Held{Change: change(order.GuestRevision, order.OnHold), Reason: "waiting for legal"})
	o(order.ResumedType, &order.Resumed{Change: change(order.OnHold, order.GuestRevision)})
	o(order.HeldType, &order.Held{Change: change(order.GuestRevision, order.OnHold), Reason: "still waiting"})
	o(order.CancelledType, &order.Cancelled{Change: change(order.OnHold, order.CancelledOff)})
	o(order.WorkBilledType, &order.WorkBilled{
		Invoice: uuid.UUID{5}, Customer: Customer, Until: 2,
		Bill: agreed.Hourly.Bill(agreed.TaxRate, Order, "Order 1", 1, 2),
	})
	o(order.RestoredType, &order.Restored{Change: change(order.CancelledOff, order.OnHold)})
	o(order.ResumedType, &order.Resumed{Change: change(order.OnHold, order.GuestRevision)})
	o(order.CancelledType, &order.Cancelled{Change: change(order.GuestRevision, order.CancelledOff)})
	o(order.HeldType, &order.Held{Change: change(order.CancelledOff, order.OnHold), Reason: "dropped there"})
	o(order.ResumedType, &order.Resumed{Change: change(order.OnHold, order.CancelledOff)})
	o(order.RestoredType, &order.Restored{Change: change(order.CancelledOff, order.GuestRevision)})
	o(order.DetailsChangedType, &order.DetailsChanged{DueCleared: true})
	o(order.FrozenType, &order.Frozen{})
	o(order.UnfrozenType, &order.Unfrozen{})
	o(order.ArchivedType, &order.Archived{})
	o(order.UnarchivedType, &order.Unarchived{})
	s.stream(order.RegisterOf("customer"), order.RegisterAggregate)(
		order.NumberedType, &order.Numbered{Order: GoneOrder, Number: 2},
	)
	d := s.stream(GoneOrder, order.AggregateType)
	d(order.DraftedType, &order.Drafted{
		Client:      "customer",
		Customer:    Customer,
		Creator:     Person,
		Details:     order.Details{Headline: order.Headline{Name: "Mistake"}},
		Rank:        "0b",
		DuplicateOf: Order,
		Number:      order.Number{Prefix: "ACME", N: 2},
	})
	d(order.DeletedType, &order.Deleted{})
	k := s.stream(operations.StreamOf("no projection"), operations.AggregateType)
	k(operations.SkippedType, &operations.Skipped{
		Projection: "no projection",
		Stream:     Order,
		Position:   1,
		Version:    1,
		Event:      order.DraftedType,
		Reason:     "told for completeness",
	})
	s.accounts()
	s.sales()
	said := s.stream(Said, topic.AggregateType)
	said(topic.OpenedType, &topic.Opened{Order: Order, Proof: Order, Public: true, Message: `{"type":"doc"}`})
	said(topic.RepliedType, &topic.Replied{Comment: uuid.UUID{11}, Message: `{"type":"doc"}`})
	return s
}

type story []domain.Event

func (s story) at() time.Time {
	return time.Date(2026, 3, 1, 9, len(s), 0, 0, time.UTC)
}

// stream returns a function that appends events to a stream.
func (s *story) stream(id uuid.UUID, kind eh.AggregateType) func(eh.EventType, any) {
	return func(t eh.EventType, data any) {
		*s = append(*s, domain.Event{
			Stream:     id,
			StreamType: kind,
			Type:       t,
			Data:       data,
			Meta:       domain.Meta{Actor: Person, Role: domain.Manager},
			OccurredAt: s.at(),
		})
	}
}

func file(name, content string) proof.File {
	return proof.File{
		Name:        name,
		ContentType: "image/png",
		Key:         "files/" + name,
		Size:        1000,
		SHA256:      hash(content),
		Width:       100,
		Height:      50,
	}
}

func hash(content string) string { return uuid.NewSHA1(uuid.Nil, []byte(content)).String() }
