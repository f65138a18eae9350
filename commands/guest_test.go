package commands_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

// visitor is a guest as the API sends them. Its Invited is deliberately wrong: commands must use
// the invitation in the guest's stream.
var visitor = domain.Actor{
	ID:      id("visitor"),
	Role:    domain.Guest,
	Invited: &domain.Invited{Order: id("anything"), Attachments: []uuid.UUID{id("internal"), id("supplied")}},
}

// visited creates a scene in review, with a guest who was invited to its public proof and entered.
func visited(t *testing.T) *scene {
	t.Helper()
	s := newScene(t, order.InReview, owner)
	s.must(
		&commands.InviteGuest{
			Order:       s.order,
			Guest:       visitor.ID,
			Attachments: []uuid.UUID{s.public},
			Expires:     clock().Add(24 * time.Hour),
		},
		owner,
	)
	s.must(&commands.EnterGuest{Order: s.order, Guest: visitor.ID}, visitor)
	return s
}

func (s *scene) at(topicID uuid.UUID) commands.TopicPath {
	return commands.TopicPath{Order: s.order, Attachment: s.public, Version: s.versionP, Topic: topicID}
}

func TestAGuestCommentsAndResolvesTheirOwnAndNothingElse(t *testing.T) { // SH-303, D-17
	s := visited(t)
	internal := false
	own := s.at(id("own"))
	s.must(
		&commands.OpenTopic{TopicPath: own, Public: &internal, Message: says("from outside")},
		visitor,
	) // a guest's topic must be on the public tab (D-16)
	if e := s.events(own.Topic)[0]; !e.Data.(*topic.Opened).Public || e.Meta.Actor != visitor.ID ||
		e.Meta.Role != domain.Guest {
		t.Errorf("opened as %+v by %+v", e.Data, e.Meta)
	}
	s.must(&commands.AddComment{TopicPath: own, Comment: id("c1"), Message: says("more")}, visitor)
	s.must(&commands.AddComment{TopicPath: s.topicP, Comment: id("c2"), Message: says("agreed")}, visitor)
	s.must(&commands.EditComment{TopicPath: s.topicP, Comment: id("c2"), Message: says("agreed!")}, visitor)
	s.must(&commands.EditTopicMessage{TopicPath: own, Message: says("from outside!")}, visitor)
	s.must(&commands.ResolveTopic{TopicPath: own, Resolved: true}, visitor)
	s.must(&commands.ResolveTopic{TopicPath: own}, visitor)
	s.must(&commands.DeleteComment{TopicPath: own, Comment: id("c1")}, visitor)

	s.refused(topic.ErrNotOpener, &commands.ResolveTopic{TopicPath: s.topicP, Resolved: true}, visitor)
	s.refused(topic.ErrNotAuthor, &commands.EditTopicMessage{TopicPath: s.topicP, Message: says("x")}, visitor)
	s.refused(
		topic.ErrNotAuthor, &commands.EditComment{TopicPath: s.topicP, Comment: s.comment, Message: says("x")}, visitor,
	)
	s.refused(topic.ErrNotAuthor, &commands.DeleteComment{TopicPath: s.topicP, Comment: s.comment}, visitor)
	s.refused(topic.ErrNotAuthor, &commands.DeleteTopic{TopicPath: s.topicP}, visitor)
	s.refused(
		topic.ErrNotAuthor,
		&commands.UpdateAnnotation{TopicPath: s.topicP, Annotation: `{"className":"rect"}`},
		visitor,
	)
	s.refused(
		domain.ErrNotFound, &commands.AddComment{TopicPath: s.topicI, Comment: id("c3"), Message: says("x")}, visitor,
	)
	s.refused(domain.ErrNotFound, opening(s, s.supplied, s.versionS, true), visitor)
	s.refused(domain.ErrNotFound, opening(s, s.internal, s.versionI, true), visitor)
	s.must(&commands.DeleteTopic{TopicPath: own}, visitor)
}

func TestAGuestSendsNoOtherCommand(t *testing.T) { // BD-300, BD-301, BD-302
	mine := map[string]bool{"open a public topic": true, "reply publicly": true}
	for name, row := range matrix {
		if mine[name] {
			continue
		}
		s := visited(t)
		before := s.appends
		if _, err := s.do(row.cmd(s), visitor); err == nil || s.appends != before {
			t.Errorf("%s: %v, %d events", name, err, s.appends-before)
		}
	}
}

func TestAGuestMentionsNobody(t *testing.T) {
	s := visited(t)
	mention := fmt.Sprintf(
		`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"mention","attrs":{"id":%q}}]}]}`,
		owner.ID,
	)
	own := s.open(s.at(id("own")), true, visitor)
	s.must(&commands.AddComment{TopicPath: own, Comment: id("c1"), Message: says("x")}, visitor)
	for _, c := range []commands.Command{
		&commands.OpenTopic{TopicPath: s.at(id("t9")), Message: mention}, &commands.AddComment{TopicPath: own, Comment: id("c9"), Message: mention},
		&commands.EditTopicMessage{TopicPath: own, Message: mention}, &commands.EditComment{TopicPath: own, Comment: id("c1"), Message: mention},
	} {
		s.refused(commands.ErrGuestMentions, c, visitor)
	}
	s.must(&commands.AddComment{TopicPath: own, Comment: id("c2"), Message: mention}, owner)
}

func TestADeadLinkDoesNothingMore(t *testing.T) { // SH-308
	comment := func(s *scene) commands.Command {
		return &commands.AddComment{TopicPath: s.topicP, Comment: id("c9"), Message: says("x")}
	}
	for name, c := range map[string]struct {
		end  func(*scene)
		want error
	}{
		"revoked": {func(s *scene) { s.must(&commands.RevokeGuest{Order: s.order, Guest: visitor.ID}, owner) }, guest.ErrBadLink},
		"revoked by another process": {func(s *scene) {
			s.elsewhere(visitor.ID, guest.AggregateType, guest.RevokedType, &guest.Revoked{})
		}, guest.ErrBadLink},
		"revoked while they write": {func(s *scene) {
			s.race = func() { s.elsewhere(visitor.ID, guest.AggregateType, guest.RevokedType, &guest.Revoked{}) }
		}, guest.ErrBadLink},
		"expired": {func(s *scene) {
			ticks.Lock()
			ticks.at = ticks.at.Add(25 * time.Hour)
			ticks.Unlock()
		}, guest.ErrBadLink},
		"frozen": {func(s *scene) { s.must(&commands.ActOnOrder{Order: s.order, Action: order.Freeze}, manager) }, domain.ErrNotFound},
		"archived": {func(s *scene) {
			s.must(moving(s.order, order.Approved, order.StatusControl), manager)
			s.must(&commands.ActOnOrder{Order: s.order, Action: order.Archive}, manager)
		}, domain.ErrNotFound},
		"back at work": {func(s *scene) { s.must(moving(s.order, order.InProgress, order.StatusControl), owner) }, domain.ErrNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			s := visited(t)
			c.end(s)
			before := len(s.events(s.topicP.Topic))
			s.conflicted(c.want, comment(s), visitor)
			if n := len(s.events(s.topicP.Topic)); n != before {
				t.Errorf("%d events were written", n-before)
			}
		})
	}
}

func TestWhatGuestsAreInvitedTo(t *testing.T) { // D-13
	s := newScene(t, order.InReview, owner)
	other := s.in(order.InReview, "other")
	away, _ := s.attach(other, "away", proof.CustomerReview, operator)
	in := func(by domain.Actor, want error, attachments ...uuid.UUID) {
		t.Helper()
		s.refused(
			want,
			&commands.InviteGuest{
				Order:       s.order,
				Guest:       visitor.ID,
				Attachments: attachments,
				Expires:     clock().Add(24 * time.Hour),
			},
			by,
		)
	}
	in(manager, commands.ErrNotForGuests, s.public, s.internal)
	in(owner, domain.ErrNotFound, s.internal)
	in(owner, domain.ErrNotFound, away)
	in(owner, domain.ErrNotFound, s.order)
	in(owner, guest.ErrAttachments)
	in(visitor, domain.ErrNotFound, s.public)
	s.refused(
		guest.ErrExpiry,
		&commands.InviteGuest{
			Order:       s.order,
			Guest:       visitor.ID,
			Attachments: []uuid.UUID{s.public},
			Expires:     clock().Add(91 * 24 * time.Hour),
		},
		owner,
	)
	s.must(&commands.ActOnOrder{Order: s.order, Action: order.Freeze}, manager)
	in(manager, order.ErrFrozen, s.public)

	work := newScene(t, order.InProgress, operator)
	work.refused(
		commands.ErrNotForGuests,
		&commands.InviteGuest{
			Order:       work.order,
			Guest:       visitor.ID,
			Attachments: []uuid.UUID{work.public},
			Expires:     clock().Add(24 * time.Hour),
		},
		operator,
	)
	work.must(
		&commands.InviteGuest{
			Order:       work.order,
			Guest:       visitor.ID,
			Attachments: []uuid.UUID{work.supplied, work.supplied},
			Expires:     clock().Add(24 * time.Hour),
		},
		operator,
	)
}

func TestWhoRevokesAnInvitation(t *testing.T) {
	for _, by := range everybody {
		s := visited(t)
		c := &commands.RevokeGuest{Order: s.order, Guest: visitor.ID}
		switch {
		case by.Role == domain.Owner || by.Role.SeesAllFiles():
			s.must(c, by)
		case by.Role == domain.Guest:
			s.refused(domain.ErrNotFound, c, by)
		default:
			s.refused(domain.ErrForbidden, c, by)
		}
	}
	s := newScene(t, order.InReview, owner)
	s.must(
		&commands.InviteGuest{
			Order:       s.order,
			Guest:       visitor.ID,
			Attachments: []uuid.UUID{s.public},
			Expires:     clock().Add(24 * time.Hour),
		},
		operator,
	)
	later := operator
	later.Role = domain.CSO // this role may not invite guests
	s.refused(domain.ErrForbidden, &commands.RevokeGuest{Order: s.order, Guest: visitor.ID}, cso)
	s.refused(domain.ErrNotFound, &commands.RevokeGuest{Order: s.in(order.InReview, "other"), Guest: visitor.ID}, owner)
	s.refused(domain.ErrNotFound, &commands.RevokeGuest{Order: s.order, Guest: id("nobody")}, owner)
	s.refused(domain.ErrNotFound, &commands.RevokeGuest{Order: s.order, Guest: visitor.ID}, rivalOwner)
	s.must(&commands.RevokeGuest{Order: s.order, Guest: visitor.ID}, later)
}

func TestOnlyTheGuestThemselvesEnters(t *testing.T) {
	s := newScene(t, order.InReview, owner)
	s.must(
		&commands.InviteGuest{
			Order:       s.order,
			Guest:       visitor.ID,
			Attachments: []uuid.UUID{s.public},
			Expires:     clock().Add(24 * time.Hour),
		},
		owner,
	)
	s.refused(domain.ErrForbidden, &commands.EnterGuest{Order: s.order, Guest: visitor.ID}, owner)
	s.refused(domain.ErrForbidden, &commands.EnterGuest{Order: s.order, Guest: id("other guest")}, visitor)
	s.must(&commands.EnterGuest{Order: s.order, Guest: visitor.ID}, visitor)
	if n := len(s.events(visitor.ID)); n != 2 {
		t.Errorf("%d events", n)
	}
	s.must(&commands.EnterGuest{Order: s.order, Guest: visitor.ID}, visitor)
	if n := len(s.events(visitor.ID)); n != 2 {
		t.Errorf("entering again: %d events", n)
	}
}
