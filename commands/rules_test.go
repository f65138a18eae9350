package commands_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

func TestAnAccountHasSoManyActiveOrdersAtMost(t *testing.T) { // D-05, D-06
	w := newWorld(t)
	w.slots[acme] = 1
	first, second, third := w.in(order.ReadyToGo, "first"), w.draft("second"), w.draft("third")
	w.must(&commands.ActOnOrder{Order: second, Action: order.Publish}, owner)
	if got := w.order(second).Status; got != order.Queue {
		t.Fatalf("published at the maximum: %s", got)
	}
	w.refused(order.ErrActiveLimit, &commands.ActOnOrder{Order: second, Action: order.MakeReady}, owner)
	w.refused(order.ErrActiveLimit, moving(third, order.ReadyToGo, order.Board), owner)
	w.must(moving(third, order.Queue, order.Board), owner)
	rivals := id("rival's")
	w.must(&commands.DraftOrder{Order: rivals, Details: named("x")}, rivalOwner)
	// Each account has its own slots.
	w.must(&commands.ActOnOrder{Order: rivals, Action: order.Publish}, rivalOwner)
	if got := w.order(rivals).Status; got != order.ReadyToGo {
		t.Errorf("a rival's order: %s", got)
	}

	// While no slot is free, no order is promoted. When one becomes free, only the first order of
	// the queue is promoted, and only once.
	w.must(&commands.PromoteNext{Order: second, Freed: math.MaxInt64}, system)
	if got := w.order(second).Status; got != order.Queue {
		t.Errorf("promoted without a slot: %s", got)
	}
	w.must(&commands.ActOnOrder{Order: first, Action: order.Cancel}, owner)
	// The queue may change after the sender read it.
	for _, o := range []uuid.UUID{third, second, third, second} {
		w.must(&commands.PromoteNext{Order: o, Freed: math.MaxInt64}, system)
	}
	if a, b := w.order(second).Status, w.order(third).Status; a != order.ReadyToGo || b != order.Queue {
		t.Errorf("promoted: second %s, third %s", a, b)
	}
	if w.last(second) != string(order.PromotedType) {
		t.Errorf("recorded as %s", w.last(second))
	}
	w.must(&commands.PromoteNext{Order: id("nothing"), Freed: math.MaxInt64}, system)
	if n := len(w.events(id("nothing"))); n != 0 {
		t.Errorf("an order that is not there has %d events", n)
	}
	for _, by := range everybody {
		w.refused(domain.ErrForbidden, &commands.PromoteNext{Order: third, Freed: math.MaxInt64}, by)
	}
}

// When 16 orders are published concurrently and five slots are free, exactly five become active.
func TestSlotsAreNeverTakenTwice(t *testing.T) {
	w := newWorld(t)
	w.slots[acme] = 5
	var ids []uuid.UUID
	for n := range 16 {
		ids = append(ids, w.draft(string(rune('a'+n))))
	}
	errs := make(chan error, len(ids))
	for _, o := range ids {
		go func() { _, err := w.do(&commands.ActOnOrder{Order: o, Action: order.Publish}, owner); errs <- err }()
	}
	for range ids {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if n := w.active(acme); n != 5 {
		t.Errorf("%d orders are active", n)
	}
}

func TestADropLandsBetweenTheNeighboursNamed(t *testing.T) { // D-07, D-10
	w := newWorld(t)
	a, b, c := w.in(order.Queue, "a"), w.in(order.Queue, "b"), w.in(order.Queue, "c")
	d := w.draft("d")
	drop := func(o, after, before uuid.UUID) {
		t.Helper()
		w.must(
			&commands.MoveOrder{Order: o, To: order.Queue, Via: order.Board, After: after, Before: before},
			owner,
		)
	}
	inOrder := func(want ...uuid.UUID) {
		t.Helper()
		got := slices.SortedFunc(slices.Values(want), func(x, y uuid.UUID) int {
			if w.order(x).Rank < w.order(y).Rank {
				return -1
			}
			return 1
		})
		if !slices.Equal(got, want) {
			t.Errorf("the queue is %v, want %v", got, want)
		}
	}
	inOrder(a, b, c)
	drop(c, uuid.Nil, a) // on top
	inOrder(c, a, b)
	drop(c, a, b) // between
	inOrder(a, c, b)
	drop(d, b, uuid.Nil) // a draft, at the end
	inOrder(a, c, b, d)
	drop(d, b, a) // the neighbours changed places since the sender saw them: right behind the first
	inOrder(a, c, b, d)
	drop(d, a, id("gone")) // the second is gone: right behind the first
	inOrder(a, d, c, b)
	rivals := id("rival's")
	w.must(&commands.DraftOrder{Order: rivals, Details: named("x")}, rivalOwner)
	drop(b, uuid.Nil, rivals) // a card that the sender may not see is ignored: nothing moves
	inOrder(a, d, c, b)
	approved := w.in(order.Approved, "approved")
	drop(a, approved, uuid.Nil) // so is a card of another column
	inOrder(a, d, c, b)
	e := w.in(order.Queue, "e")
	w.must(moving(e, order.ReadyToGo, order.Board), owner)
	// Without valid neighbours, an order that enters the column goes to its end.
	drop(e, approved, rivals)
	inOrder(a, d, c, b, e)
}

func TestOrdersAreAssignedToThoseWhoDoTheWork(t *testing.T) {
	w := newWorld(t)
	o, none := w.draft("label"), uuid.Nil
	w.must(&commands.AssignOrder{Order: o, Operator: &operator.ID, Manager: &creative.ID}, manager)
	if got := w.order(o); got.Operator != operator.ID || got.Manager != creative.ID {
		t.Errorf("assigned %s, %s", got.Operator, got.Manager)
	}
	// Removes the operator, keeps the manager.
	w.must(&commands.AssignOrder{Order: o, Operator: &none}, manager)
	if got := w.order(o); got.Operator != uuid.Nil || got.Manager != creative.ID {
		t.Errorf("assigned %s, %s", got.Operator, got.Manager)
	}
	unknown := id("unknown")
	for _, p := range []uuid.UUID{unknown, owner.ID, admin.ID, cso.ID} {
		w.refused(commands.ErrNotAssignable, &commands.AssignOrder{Order: o, Operator: &p}, manager)
		w.refused(commands.ErrNotAssignable, &commands.AssignOrder{Order: o, Manager: &p}, manager)
	}
	w.refused(commands.ErrNotAssignable, &commands.AssignOrder{Order: o, Operator: &manager.ID}, manager)
	w.refused(commands.ErrNotAssignable, &commands.AssignOrder{Order: o, Manager: &operator.ID}, manager)
	same := manager.ID
	w.refused(commands.ErrNotAssignable, &commands.AssignOrder{Order: o, Operator: &same, Manager: &same}, manager)
	w.peopleErr = domain.ErrUnavailable
	w.refused(domain.ErrUnavailable, &commands.AssignOrder{Order: o, Operator: &operator.ID}, manager)
	w.refused(domain.ErrUnavailable, &commands.SetCollaborators{Order: o, Users: []uuid.UUID{mate.ID}}, owner)
}

func TestOnlyTheCustomersTeamCollaborates(t *testing.T) { // D-09
	w := newWorld(t)
	o := w.draft("label")
	w.refused(order.ErrNotYours, moving(o, order.Queue, order.Board), mate)
	w.must(&commands.SetCollaborators{Order: o, Users: []uuid.UUID{mate.ID}}, staff)
	w.must(moving(o, order.Queue, order.Board), mate)
	w.refused(domain.ErrForbidden, &commands.SetCollaborators{Order: o}, mate)
	for _, p := range []domain.Actor{rivalOwner, houseOwner, reseller, operator, aGuest} {
		w.refused(commands.ErrNotOfTheTeam, &commands.SetCollaborators{Order: o, Users: []uuid.UUID{p.ID}}, owner)
	}
	w.refused(commands.ErrNotOfTheTeam, &commands.SetCollaborators{Order: o, Users: []uuid.UUID{id("unknown")}}, owner)
}

func TestDetailsComeFromWhoKnowsThem(t *testing.T) {
	w := newWorld(t)
	d := order.Details{
		Headline: order.Headline{
			Name:        "Label",
			Service:     serviceID,
			ServiceName: "Free of charge",
			Package:     "Platinum",
		},
		Brief: `{"type":"doc","evil":1}`,
	}
	w.must(&commands.DraftOrder{Order: id("o"), Details: d}, owner)
	if got := w.order(id("o")).Details(); got.ServiceName != "Label design" || got.Package != "Gold" ||
		got.Brief != `{"type":"doc"}` {
		t.Errorf("details: %+v", got)
	}
	unknown, script, name := id("unknown"), `{"type":"script"}`, "Free of charge"
	w.refused(
		domain.ErrNotFound,
		&commands.DraftOrder{
			Order:   id("p"),
			Details: order.Details{Headline: order.Headline{Name: "x", Service: unknown}},
		},
		owner,
	)
	w.refused(
		topic.ErrMessageInvalid,
		&commands.DraftOrder{
			Order:   id("p"),
			Details: order.Details{Headline: order.Headline{Name: "x"}, Brief: script},
		},
		owner,
	)
	w.refused(
		domain.ErrNotFound,
		&commands.ChangeOrderDetails{Order: id("o"), Change: order.DetailsChanged{Service: &unknown}},
		owner,
	)
	w.refused(
		topic.ErrMessageInvalid,
		&commands.ChangeOrderDetails{Order: id("o"), Change: order.DetailsChanged{Brief: &script}},
		owner,
	)
	service := serviceID
	w.must(
		&commands.ChangeOrderDetails{
			Order:  id("o"),
			Change: order.DetailsChanged{Service: &service, ServiceName: &name},
		},
		owner,
	)
	if got := w.order(id("o")).ServiceName; got != "Label design" {
		t.Errorf("the service is called %q", got)
	}
}

func TestACopyIsANewOrder(t *testing.T) { // D-05
	w := newWorld(t)
	o := w.in(order.Approved, "label")
	d := w.must(&commands.DuplicateOrder{Order: id("copy"), Of: o}, owner)
	if d.Stream != id("copy") || d.Order.Status != order.Draft ||
		!reflect.DeepEqual(d.Order.Details(), w.order(o).Details()) ||
		d.Order.Creator != owner.ID ||
		d.Order.Number == w.order(o).Number {
		t.Errorf("the copy is %+v", d.Order)
	}
	w.refused(order.ErrExists, &commands.DuplicateOrder{Order: o, Of: o}, owner)
	w.refused(order.ErrExists, &commands.DuplicateOrder{Order: id("copy"), Of: o}, owner)
}

func TestReviewMovesNeedAProofUnderCustomerReview(t *testing.T) { // BD-292
	for name, attachment := range map[string]func(*scene) uuid.UUID{
		"internal": func(s *scene) uuid.UUID { return s.internal }, "supplied": func(s *scene) uuid.UUID { return s.supplied },
		"unknown": func(*scene) uuid.UUID { return id("unknown") },
		"another order's": func(s *scene) uuid.UUID {
			a, _ := s.attach(s.in(order.InReview, "other"), "away", proof.CustomerReview, operator)
			return a
		},
		"deleted": func(s *scene) uuid.UUID {
			s.must(&commands.DeleteAttachment{Order: s.order, Attachment: s.public}, manager)
			return s.public
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, order.InReview, owner)
			s.refused(commands.ErrNotUnderReview, reviewing(s, order.Approved, attachment(s)), owner)
		})
	}
	for _, to := range []order.Status{order.Approved, order.InProgress, order.OnHold} {
		s := newScene(t, order.InReview, owner)
		s.must(reviewing(s, to, s.public), owner)
	}
}

// The customer's people and guests cannot see files for internal review or internal topics,
// whatever the order's status (D-13).
func TestTheCustomerSideNeverReachesInternalFilesAndTopics(t *testing.T) {
	for _, by := range []domain.Actor{owner, staff, mate, aGuest, reseller} {
		for _, status := range []order.Status{order.InProgress, order.InReview} {
			s := newScene(t, status, operator)
			internal := commands.TopicPath{
				Order:      s.order,
				Attachment: s.internal,
				Version:    s.versionI,
				Topic:      id("inside"),
			}
			s.open(internal, true, operator) // not even topics on the file's public tab
			for _, path := range []commands.TopicPath{internal, s.topicI} {
				for _, c := range []commands.Command{
					&commands.AddComment{TopicPath: path, Comment: id("c9"), Message: says("x")}, &commands.ResolveTopic{TopicPath: path, Resolved: true},
					&commands.EditTopicMessage{TopicPath: path, Message: says("x")}, &commands.DeleteTopic{TopicPath: path},
				} {
					s.refused(domain.ErrNotFound, c, by)
				}
			}
			for _, c := range []commands.Command{
				opening(s, s.internal, s.versionI, true), &commands.AddVersion{Order: s.order, Attachment: s.internal, Version: id("v9"), File: file("c")},
				&commands.DecideVersion{Order: s.order, Attachment: s.internal, Version: s.versionI, Approve: true}, &commands.DeleteAttachment{Order: s.order, Attachment: s.internal},
				&commands.DeleteVersion{Order: s.order, Attachment: s.internal, Version: s.versionI, Reason: "x"}, &commands.RequestReview{Order: s.order, Attachment: s.internal},
			} {
				s.refused(domain.ErrNotFound, c, by)
			}
		}
	}
}

func TestTopicsOpenOnTheTabTheyBelongTo(t *testing.T) { // BD-228, BD-229, D-16
	public, internal := true, false
	for name, is := range map[string]struct {
		by       domain.Actor
		kind     proof.Kind
		says     *bool
		onPublic bool
	}{
		"an owner is always public":               {owner, proof.CustomerReview, &internal, true},
		"staff are always public":                 {staff, proof.CustomerReview, &internal, true},
		"the provider says public":                {operator, proof.InternalReview, &public, true},
		"the provider says internal":              {operator, proof.CustomerReview, &internal, false},
		"the starting tab of an internal review":  {operator, proof.InternalReview, nil, false},
		"the starting tab of a customer's review": {operator, proof.CustomerReview, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.in(order.InReview, "label")
			a, v := w.attach(o, "a", is.kind, operator)
			w.must(
				&commands.OpenTopic{
					TopicPath: commands.TopicPath{Order: o, Attachment: a, Version: v, Topic: id("t")},
					Public:    is.says,
					Message:   says("x"),
				},
				is.by,
			)
			opened, ok := w.events(id("t"))[0].Data.(*topic.Opened)
			if !ok || opened.Public != is.onPublic || opened.Order != o || opened.Proof != a || opened.Version != v {
				t.Errorf("opened %+v", opened)
			}
		})
	}
}

func TestProofsOfDoneOrdersAreReadOnly(t *testing.T) { // BD-234, BD-237
	for _, s := range []order.Status{order.Approved, order.Completed, order.CancelledOff} {
		w := newWorld(t)
		o := w.in(order.InProgress, "label")
		a, v := w.attach(o, "a", proof.CustomerReview, operator)
		path := w.open(commands.TopicPath{Order: o, Attachment: a, Version: v, Topic: id("t")}, true, operator)
		w.elsewhere(
			o, order.AggregateType, order.MovedType,
			&order.Moved{Change: order.Change{From: order.InProgress, To: s, Rank: "A1"}},
		)
		for _, c := range []commands.Command{
			&commands.AddComment{TopicPath: path, Comment: id("c"), Message: says("x")}, &commands.ResolveTopic{TopicPath: path, Resolved: true},
			&commands.EditTopicMessage{TopicPath: path, Message: says("x")}, &commands.DeleteTopic{TopicPath: path}, &commands.UpdateAnnotation{TopicPath: path, Annotation: "{}"},
			&commands.OpenTopic{TopicPath: commands.TopicPath{Order: o, Attachment: a, Version: v, Topic: id("t2")}, Message: says("x")},
		} {
			w.refused(commands.ErrReadOnly, c, operator)
		}
		w.refused(
			commands.ErrNotInProgress,
			&commands.DecideVersion{Order: o, Attachment: a, Version: v, Approve: true},
			creative,
		)
		if _, err := w.do(
			&commands.AddVersion{Order: o, Attachment: a, Version: id("v9"), File: file("c")},
			operator,
		); err == nil {
			t.Errorf("a version was added in %s", s)
		}
	}
}

func TestWhatDoesNotFitIsNotStored(t *testing.T) { // D-40
	w := newWorld(t)
	o := w.in(order.InProgress, "label")
	a, v := w.attach(o, "a", proof.CustomerReview, operator)
	// The test files have 10 bytes.
	for room, want := range map[int64]error{9: domain.ErrNotEnoughStorage, 10: nil} {
		w.room = &room
		for n, c := range []commands.Command{
			&commands.AddAttachment{Order: o, Attachment: id(fmt.Sprint("b", room)), Kind: proof.CustomerReview, Version: id(fmt.Sprint("b v1", room)), File: file("b")},
			&commands.AddVersion{Order: o, Attachment: a, Version: id(fmt.Sprint("v", room)), File: file("c")}, &commands.ReplaceFile{Order: o, Attachment: a, Version: v, File: file("d")},
		} {
			if _, err := w.do(c, operator); !errors.Is(err, want) {
				t.Errorf("command %d with room for %d bytes: %v", n, room, err)
			}
		}
	}
}

func TestADisabledTabTakesNoComments(t *testing.T) { // BD-235
	for _, public := range []bool{true, false} {
		s := newScene(t, order.InReview, operator)
		on, change := true, proof.SettingsChanged{}
		if public {
			change.PublicDisabled = &on
		} else {
			change.InternalDisabled = &on
		}
		s.must(&commands.ChangeSettings{Order: s.order, Attachment: s.public, Change: change}, manager)
		for path, shut := range map[commands.TopicPath]bool{s.topicP: public, s.topicI: !public} {
			c := &commands.AddComment{TopicPath: path, Comment: id("c9"), Message: says("x")}
			if shut {
				s.refused(commands.ErrTabDisabled, c, operator)
			} else {
				s.must(c, operator)
			}
		}
	}
}

func TestAFrozenOrderTakesNoUploadApprovalOrComment(t *testing.T) { // D-05
	s := newScene(t, order.InProgress, operator)
	s.must(&commands.ActOnOrder{Order: s.order, Action: order.Freeze}, manager)
	for _, c := range []commands.Command{
		attaching(s, proof.CustomerReview), &commands.AddVersion{Order: s.order, Attachment: s.public, Version: id("v9"), File: file("c")}, &commands.ReplaceFile{Order: s.order, Attachment: s.public, Version: s.versionP, File: file("c")},
		&commands.DecideVersion{Order: s.order, Attachment: s.public, Version: s.versionP, Approve: true}, &commands.DeleteVersion{Order: s.order, Attachment: s.public, Version: s.versionP, Reason: "x"}, &commands.RequestReview{Order: s.order, Attachment: s.public},
		opening(s, s.public, s.versionP, true), &commands.AddComment{TopicPath: s.topicP, Comment: id("c9"), Message: says("x")},
		&commands.ResolveTopic{TopicPath: s.topicP, Resolved: true}, moving(s.order, order.InReview, order.StatusControl),
	} {
		s.refused(order.ErrFrozen, c, admin)
	}
}

// People can write in a conversation from the first day of an order, and after its approval, but not
// while the order is frozen. What is written without a tab is internal, and what customers write is
// public.
func TestTheConversationGoesOnWhileTheOrderIsOpen(t *testing.T) { // BY-061
	for _, status := range order.Statuses {
		t.Run(string(status), func(t *testing.T) {
			w := newWorld(t)
			s := &scene{world: w, order: w.in(status, "talk")}
			s.must(saying(s, true), owner)
		})
	}
	s := newScene(t, order.InReview, operator)
	message := &commands.OpenTopic{
		TopicPath: commands.TopicPath{Order: s.order, Topic: id("unasked")}, Message: says("x"),
	}
	s.must(message, operator)
	message.Topic = id("asked")
	s.must(message, owner)
	for topicID, public := range map[uuid.UUID]bool{id("unasked"): false, id("asked"): true} {
		if d := s.events(topicID)[0].Data.(*topic.Opened); d.Public != public || d.Proof != s.order {
			t.Errorf("%+v", d)
		}
	}
	s.refused(topic.ErrConversation, &commands.ResolveTopic{TopicPath: s.saidP, Resolved: true}, operator)
	s.must(&commands.ActOnOrder{Order: s.order, Action: order.Freeze}, manager)
	s.refused(order.ErrFrozen, saying(s, true), operator)
	s.refused(
		order.ErrFrozen,
		&commands.AddComment{TopicPath: s.saidP, Comment: id("c9"), Message: says("x")},
		operator,
	)
}

func TestSomebodyWhoOnlyLooksChangesNothing(t *testing.T) {
	for name, row := range matrix {
		for _, by := range []domain.Actor{owner, admin} {
			s := newScene(t, order.InReview, by)
			by.ViewOnly = true
			before := s.appends
			if _, err := s.do(row.cmd(s), by); err == nil || s.appends != before {
				t.Errorf("%s: %s did it (%v)", name, by.Role, err)
			} else if !errors.As(err, new(*domain.Error)) {
				t.Errorf("%s: %s: %v", name, by.Role, err)
			}
		}
	}
}

func TestTheStartIsPromisedInBusinessHours(t *testing.T) { // D-37 D-60
	w := newWorld(t)
	w.hours = client.Hours{Zone: "UTC", Days: make([]client.OpenHours, 7)}
	w.hours.Days[time.Monday] = client.OpenHours{Opens: 9 * 60, Closes: 17 * 60}
	o := id("waits")
	details := named("x")
	details.Service = serviceID // promises to start within 24 hours
	w.must(&commands.DraftOrder{Order: o, Details: details}, owner)
	w.must(&commands.ActOnOrder{Order: o, Action: order.Publish}, owner)
	got := w.order(o)
	start, ok := got.PromisedBy()
	if !ok || start.Weekday() != time.Monday || start.Hour() != 17 ||
		w.hours.Calendar().Between(got.PublishedAt, start) != 24*time.Hour {
		t.Errorf("published %v, promised for %v, %v", got.PublishedAt, start, ok)
	}

	// A promise stays when the hours change.
	w.hours = client.Hours{}
	w.must(&commands.ActOnOrder{Order: o, Action: order.MoveToQueue}, owner)
	if later, _ := w.order(o).PromisedBy(); !later.Equal(start) {
		t.Errorf("the promise became %v", later)
	}
}
