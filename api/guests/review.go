package guests

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	apitopics "github.com/proofboard/proofboard/api/topics"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/guests"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// GuestReviewAuth signs a guest in with their link (SH-318).
func (s *API) GuestReviewAuth(
	ctx context.Context,
	_ contract.GuestReviewAuthRequest,
) (*contract.Written[contract.GuestTokenAnswer], error) {
	if web.SideOf(ctx) != web.BothSides {
		return nil, sessions.ErrOtherKind
	}
	link, password, ok := web.Basic(ctx)
	if !ok {
		return nil, guest.ErrBadLink
	}
	known, err := s.Invited.ByLink(ctx, link)
	if err != nil {
		return nil, err
	}
	v, err := s.Web.Look(ctx, known.ID)
	if err != nil {
		return nil, err
	}
	account := "guest:" + known.ID.String()
	origin := s.Web.Origin(ctx, account)
	if err := s.Invited.CheckPassword(ctx, known, password, origin); err != nil {
		return nil, err
	}
	by := commands.Request{Actor: v.Guest.Actor(), Via: "guest", Request: telemetry.RequestID(ctx)}
	if _, err := s.Bus.Do(
		ctx,
		&commands.EnterGuest{Order: v.Order.ID, Guest: known.ID},
		by,
	); errors.Is(
		err,
		domain.ErrNotFound,
	) {
		return nil, web.ErrGuestDenied // frozen or gone since
	} else if err != nil {
		return nil, err
	}
	var a contract.Written[contract.GuestTokenAnswer]
	var session guests.Session
	if a.Body.Data.AccessToken, session, err = s.Invited.Open(ctx, known, v.Guest.Expires); err != nil {
		return nil, err
	}
	a.Body.Data.ExpiresAt, a.Cookie = session.ExpiresAt,
		s.Web.DeviceCookie(account, origin.Device)
	return &a, nil
}

// GuestCsrfToken makes an anti-forgery token for a guest.
func (s *API) GuestCsrfToken(
	ctx context.Context,
	r contract.GuestCsrfTokenRequest,
) (*contract.CSRFAnswer, error) {
	var a contract.CSRFAnswer
	a.Data.Token, a.Data.ExpiresAt = s.CSRF.Token(web.VisitOf(ctx).Session.ID, string(r.Scope), s.Clock())
	return &a, nil
}

// GuestData returns what a guest was invited to (SH-314): attachments newest first, their versions
// ascending.
func (s *API) GuestData(
	ctx context.Context,
	r contract.GuestDataRequest,
) (*contract.GuestDataAnswer, error) {
	v, by := web.VisitOf(ctx), web.Actor(ctx)
	from, err := read.FilesCursor(r.After)
	if err != nil {
		return nil, err
	}
	all, next, err := s.Proofs.Page(ctx, v.Order.ID, v.Guest.Attachments, from)
	if err != nil {
		return nil, err
	}
	open, err := s.Topics.Open(ctx, read.VersionIDs(all))
	if err != nil {
		return nil, err
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{
		People: []uuid.UUID{v.Guest.Inviter}, Clients: []string{v.Order.Client},
	})
	if err != nil {
		return nil, err
	}
	position, err := s.Board.Position(ctx)
	if err != nil {
		return nil, err
	}
	known := v.Session.Guest
	a := &contract.GuestDataAnswer{Data: contract.GuestData{
		OrderId:       v.Order.ID,
		Theme:         present.Theme(names.Clients[v.Order.Client]),
		OrderNumber:   v.Order.Number.String(),
		OrderName:     v.Order.Name,
		OrderStatus:   contract.Status(v.Order.Status),
		OrderIsFrozen: v.Order.Frozen,
		GuestName:     known.Name,
		GuestEmail:    known.Email,
		GuestId:       known.ID,
		GuestMessage:  known.Message,
		Attachments:   []contract.Attachment{},
		ExpiresAt:     v.Guest.Expires,
		Position:      position,
	}}
	d := &a.Data
	if next != nil {
		d.Next = web.Some(next.String())
	}
	inviter := names.People[v.Guest.Inviter]
	d.Inviter.Name, d.Inviter.Avatar = inviter.Name(), inviter.Avatar
	d.TimeZone.Label, d.TimeZone.Offset = offset(s.GuestZone, s.Clock())
	for i := range all {
		if !policy.ReviewsFile(by, policy.FileOf(all[i].ID, &all[i].Facts, all[i].Since), v.Order.Status) {
			continue
		}
		shown, err := s.Show.Attachment(ctx, by, &v.Order.Summary, &all[i], open, names)
		if err != nil {
			return nil, err
		}
		slices.Reverse(shown.Versions)
		d.Attachments = append(d.Attachments, shown)
	}
	return a, nil
}

// offset returns a zone's offset in the form that guests are shown, UTC+08:00, and in minutes, 480
// (SH-317, D-36).
func offset(zone *time.Location, now time.Time) (label string, minutes int) {
	_, seconds := now.In(zone).Zone()
	return "UTC" + now.In(zone).Format("-07:00"), seconds / 60
}

// GuestVersion returns the public topics of a version (SH-322).
func (s *API) GuestVersion(
	ctx context.Context,
	r contract.GuestVersionRequest,
) (*contract.VersionAnswer, error) {
	a, err := s.Comments.Page(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.After)
	return &a, err
}

// noMentions refuses the separate list of mentions: there is none for guests.
func noMentions(mentions *string) error {
	if m := strings.TrimSpace(web.Value(mentions)); m != "" {
		var listed []json.RawMessage
		if err := domain.Decode([]byte(m), &listed); err != nil || len(listed) > 0 {
			return commands.ErrGuestMentions
		}
	}
	return nil
}

// guestDoes sends a guest's command.
func (s *API) guestDoes(
	ctx context.Context,
	cmd commands.Command,
	key *contract.IdempotencyKey,
	comment uuid.UUID,
	message string,
) (*contract.TopicChangedResponse, error) {
	done, err := s.Comments.Write(ctx, cmd, web.Request(ctx, key, "guest"))
	return apitopics.Changed(done, comment, message), err
}

// GuestOpenTopic opens a topic with its annotation (SH-323).
func (s *API) GuestOpenTopic(
	ctx context.Context,
	r contract.GuestOpenTopicRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	cmd := &commands.OpenTopic{
		TopicPath:  apitopics.Path(r.OrderId, r.AttachmentId, r.VersionId, s.Web.IDFor(r.IdempotencyKey)),
		Message:    b.Message,
		Annotation: web.Value(b.Annotation),
	}
	return s.guestDoes(ctx, cmd, r.IdempotencyKey, uuid.Nil, "The comment is saved")
}

// GuestUpdateAnnotation moves or reshapes the guest's own mark, silently.
func (s *API) GuestUpdateAnnotation(
	ctx context.Context,
	r contract.GuestUpdateAnnotationRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil || b.Annotation == nil || b.Message != nil {
		return nil, web.ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	cmd := &commands.UpdateAnnotation{
		TopicPath:  apitopics.Path(r.OrderId, r.AttachmentId, r.VersionId, b.TopicId),
		Annotation: *b.Annotation,
	}
	return s.guestDoes(ctx, cmd, r.IdempotencyKey, uuid.Nil, "The mark is saved")
}

// GuestDeleteTopic deletes the guest's own topic (SH-328).
func (s *API) GuestDeleteTopic(
	ctx context.Context,
	r contract.GuestDeleteTopicRequest,
) (*contract.TopicChangedResponse, error) {
	cmd := &commands.DeleteTopic{TopicPath: apitopics.Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId)}
	return s.guestDoes(ctx, cmd, r.IdempotencyKey, uuid.Nil, "The topic is deleted")
}

// GuestAddComment replies to a topic (SH-324).
func (s *API) GuestAddComment(
	ctx context.Context,
	r contract.GuestAddCommentRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	comment := s.Web.IDFor(r.IdempotencyKey)
	cmd := &commands.AddComment{
		TopicPath: apitopics.Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Comment:   comment,
		Message:   b.Message,
	}
	return s.guestDoes(ctx, cmd, r.IdempotencyKey, comment, "The comment is saved")
}

// GuestResolveTopic resolves or reopens the guest's own topic, by the path of the first document
// (D-17).
func (s *API) GuestResolveTopic(
	ctx context.Context,
	r contract.GuestResolveTopicRequest,
) (*contract.TopicChangedResponse, error) {
	a, err := s.guestResolves(
		ctx, web.Either(r.JSONBody, r.FormdataBody), apitopics.Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		r.IdempotencyKey,
	)
	return a, err
}

// GuestResolveComment resolves or reopens the guest's own topic, named with itself or a comment of
// it (SH-325).
func (s *API) GuestResolveComment(
	ctx context.Context,
	r contract.GuestResolveCommentRequest,
) (*contract.TopicChangedResponse, error) {
	if r.CommentId != r.TopicId {
		if of, err := s.Topics.Of(ctx, r.CommentId); err != nil || of != r.TopicId {
			return nil, errors.Join(domain.ErrNotFound, err)
		}
	}
	a, err := s.guestResolves(
		ctx, web.Either(r.JSONBody, r.FormdataBody), apitopics.Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		r.IdempotencyKey,
	)
	return a, err
}

func (s *API) guestResolves(
	ctx context.Context,
	b *contract.Resolve,
	where commands.TopicPath,
	key *contract.IdempotencyKey,
) (*contract.TopicChangedResponse, error) {
	if b == nil {
		return nil, web.ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	message := "The topic is reopened"
	if b.Data {
		message = "The topic is resolved"
	}
	return s.guestDoes(ctx, &commands.ResolveTopic{TopicPath: where, Resolved: b.Data}, key, uuid.Nil, message)
}

// GuestDeleteComment deletes the guest's own comment (SH-327).
func (s *API) GuestDeleteComment(
	ctx context.Context,
	r contract.GuestDeleteCommentRequest,
) (*contract.TopicChangedResponse, error) {
	where, err := s.Comments.Find(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	if err != nil {
		return nil, err
	}
	return s.guestDoes(
		ctx, &commands.DeleteComment{TopicPath: where, Comment: r.CommentId}, r.IdempotencyKey, r.CommentId,
		"The comment is deleted",
	)
}

// GuestEditComment edits a guest's own comment, or the first message of a topic that they opened
// (SH-326).
func (s *API) GuestEditComment(
	ctx context.Context,
	r contract.GuestEditCommentRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	where, err := s.Comments.Find(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	var cmd commands.Command = &commands.EditComment{TopicPath: where, Comment: r.CommentId, Message: b.Data}
	if errors.Is(err, domain.ErrNotFound) {
		cmd, err = &commands.EditTopicMessage{
			TopicPath: apitopics.Path(r.OrderId, r.AttachmentId, r.VersionId, r.CommentId),
			Message:   b.Data,
		}, nil
	}
	if err != nil {
		return nil, err
	}
	return s.guestDoes(ctx, cmd, r.IdempotencyKey, r.CommentId, "The comment is saved")
}
