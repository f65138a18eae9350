package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// Guests reads a guest and the order of their invitation from the log, so that the answer is never
// old. It returns domain.ErrNotFound if no invitation has this id.
type Guests interface {
	Look(ctx context.Context, id uuid.UUID) (guest.Guest, order.Order, error)
}

// errGuestDenied is the answer for orders that are frozen, archived or deleted. It says no more
// than the answer to a bad link (SH-308).
var errGuestDenied = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "guest.access_denied",
	Message: guest.ErrBadLink.Message,
}

// visit is the guest and the order of one call.
type visit struct {
	session accounts.GuestSession
	guest   guest.Guest
	order   order.Order
}

type visitKey struct{}

func visitOf(ctx context.Context) visit {
	v, _ := ctx.Value(visitKey{}).(visit)
	return v
}

// admit finds the guest who sends a call, and checks that their link and their order still admit
// them.
func (s *server) admit(ctx context.Context, r *http.Request, scope string) (context.Context, error) {
	if side, _ := ctx.Value(sideKey{}).(side); side != both {
		return ctx, accounts.ErrOtherKind
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ctx, guest.ErrBadLink
	}
	session, err := s.Accounts.GuestSession(ctx, token)
	if err != nil {
		return ctx, err
	}
	v, err := s.look(ctx, session.Guest.ID)
	if err != nil {
		return ctx, err
	}
	v.session = session
	if scope != "" {
		if err := s.CSRF.Check(r.Header.Get("X-CSRF-Token"), session.ID, scope, s.Clock()); err != nil {
			return ctx, err
		}
	}
	return context.WithValue(ctx, visitKey{}, v), nil
}

// look asks the log whether a guest is let in.
func (s *server) look(ctx context.Context, id uuid.UUID) (visit, error) {
	g, o, err := s.Invitations.Look(ctx, id)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return visit{}, guest.ErrBadLink
	case err != nil:
		return visit{}, err
	}
	if err := g.Alive(s.Clock()); err != nil {
		return visit{}, err
	}
	if !o.Visible(g.Actor()) {
		return visit{}, errGuestDenied
	}
	return visit{guest: g, order: o}, nil
}

// GuestReviewAuth signs a guest in with their link (SH-318).
func (s *server) GuestReviewAuth(
	ctx context.Context,
	_ contract.GuestReviewAuthRequestObject,
) (contract.GuestReviewAuthResponseObject, error) {
	r := httpRequest(ctx)
	if side, _ := ctx.Value(sideKey{}).(side); side != both {
		return nil, accounts.ErrOtherKind
	}
	link, password, ok := r.BasicAuth()
	if !ok {
		return nil, guest.ErrBadLink
	}
	known, err := s.Accounts.GuestByLink(ctx, link)
	if err != nil {
		return nil, err
	}
	v, err := s.look(ctx, known.ID)
	if err != nil {
		return nil, err
	}
	account := "guest:" + known.ID.String()
	device := s.device(r, account)
	if err := s.Accounts.CheckGuestPassword(
		ctx, known, password, accounts.Origin{Address: s.address(r), Device: device},
	); err != nil {
		return nil, err
	}
	by := commands.Request{Actor: v.guest.Actor(), Via: "guest", Request: telemetry.RequestID(ctx)}
	if _, err := s.Bus.Do(ctx, commands.NewEnterGuest(v.order.ID, known.ID), by); errors.Is(err, domain.ErrNotFound) {
		return nil, errGuestDenied // frozen or gone since
	} else if err != nil {
		return nil, err
	}
	var a contract.GuestReviewAuth200JSONResponse
	var session accounts.GuestSession
	if a.Body.Data.AccessToken, session, err = s.Accounts.OpenGuestSession(ctx, known, v.guest.Expires); err != nil {
		return nil, err
	}
	a.Body.Success, a.Body.Data.ExpiresAt, a.Headers.SetCookie = true, session.ExpiresAt,
		s.deviceCookie(account, device)
	return a, nil
}

// GuestCsrfToken makes an anti-forgery token for a guest.
func (s *server) GuestCsrfToken(
	ctx context.Context,
	r contract.GuestCsrfTokenRequestObject,
) (contract.GuestCsrfTokenResponseObject, error) {
	var a contract.GuestCsrfToken200JSONResponse
	a.Success = true
	a.Data.Token, a.Data.ExpiresAt = s.CSRF.Token(visitOf(ctx).session.ID, string(r.Scope), s.Clock())
	return a, nil
}

// GuestData returns what a guest was invited to (SH-314): attachments newest first, their versions ascending.
func (s *server) GuestData(
	ctx context.Context,
	r contract.GuestDataRequestObject,
) (contract.GuestDataResponseObject, error) {
	v, by := visitOf(ctx), actor(ctx)
	from, err := filesCursor(r.Params.After)
	if err != nil {
		return nil, err
	}
	all, next, err := s.Proofs.Page(ctx, v.order.ID, v.guest.Attachments, from)
	if err != nil {
		return nil, err
	}
	open, err := s.Topics.Open(ctx, versionsOf(all))
	if err != nil {
		return nil, err
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{People: []uuid.UUID{v.guest.Inviter}})
	if err != nil {
		return nil, err
	}
	position, err := s.Board.Position(ctx)
	if err != nil {
		return nil, err
	}
	known := v.session.Guest
	a := contract.GuestData200JSONResponse{Success: true, Data: contract.GuestData{
		OrderId:       v.order.ID,
		OrderNumber:   orderNumber(v.order.Number),
		OrderName:     v.order.Details.Name,
		OrderStatus:   contract.Status(v.order.Status),
		OrderIsFrozen: v.order.Frozen,
		GuestName:     known.Name,
		GuestEmail:    known.Email,
		GuestId:       known.ID,
		GuestMessage:  known.Message,
		Attachments:   []contract.Attachment{},
		ExpiresAt:     v.guest.Expires,
		Position:      position,
	}}
	d := &a.Data
	if next != nil {
		d.Next = some(next.String())
	}
	inviter := names.People[v.guest.Inviter]
	d.Inviter.Name, d.Inviter.Avatar = inviter.Name(), inviter.Avatar
	d.TimeZone.Label, d.TimeZone.Offset = offset(s.GuestZone, s.Clock())
	for i := range all {
		if !policy.ReviewsFile(by, policy.FileOf(&all[i].Proof), v.order.Status) {
			continue
		}
		shown, err := s.showAttachment(ctx, by, &v.order, &all[i], open, names)
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
func (s *server) GuestVersion(
	ctx context.Context,
	r contract.GuestVersionRequestObject,
) (contract.GuestVersionResponseObject, error) {
	a, err := s.versionNow(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.Params.After)
	return contract.GuestVersion200JSONResponse(a), err
}

// noMentions refuses the separate list of mentions: there is none for guests.
func noMentions(mentions *string) error {
	if m := strings.TrimSpace(value(mentions)); m != "" {
		var listed []json.RawMessage
		if err := domain.Decode([]byte(m), &listed); err != nil || len(listed) > 0 {
			return commands.ErrGuestMentions
		}
	}
	return nil
}

// guestDoes sends a guest's command.
func (s *server) guestDoes(
	ctx context.Context,
	cmd commands.Command,
	key *contract.IdempotencyKey,
	comment uuid.UUID,
	message string,
) (contract.TopicChangedJSONResponse, error) {
	done, err := s.say(ctx, cmd, request(ctx, key, "guest"))
	return topicChanged(done, comment, message), err
}

// GuestOpenTopic opens a topic with its annotation (SH-323).
func (s *server) GuestOpenTopic(
	ctx context.Context,
	r contract.GuestOpenTopicRequestObject,
) (contract.GuestOpenTopicResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	cmd := &commands.OpenTopic{
		TopicPath:  topicPath(r.OrderId, r.AttachmentId, r.VersionId, s.idFor(r.Params.IdempotencyKey)),
		Message:    b.Message,
		Annotation: value(b.Annotation),
	}
	a, err := s.guestDoes(ctx, cmd, r.Params.IdempotencyKey, uuid.Nil, "The comment is saved")
	return contract.GuestOpenTopic200JSONResponse{TopicChangedJSONResponse: a}, err
}

// GuestUpdateAnnotation moves or reshapes the guest's own mark, silently.
func (s *server) GuestUpdateAnnotation(
	ctx context.Context,
	r contract.GuestUpdateAnnotationRequestObject,
) (contract.GuestUpdateAnnotationResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil || b.Annotation == nil || b.Message != nil {
		return nil, ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	cmd := &commands.UpdateAnnotation{
		TopicPath:  topicPath(r.OrderId, r.AttachmentId, r.VersionId, b.TopicId),
		Annotation: *b.Annotation,
	}
	a, err := s.guestDoes(ctx, cmd, r.Params.IdempotencyKey, uuid.Nil, "The mark is saved")
	return contract.GuestUpdateAnnotation200JSONResponse{TopicChangedJSONResponse: a}, err
}

// GuestDeleteTopic deletes the guest's own topic (SH-328).
func (s *server) GuestDeleteTopic(
	ctx context.Context,
	r contract.GuestDeleteTopicRequestObject,
) (contract.GuestDeleteTopicResponseObject, error) {
	cmd := &commands.DeleteTopic{TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId)}
	a, err := s.guestDoes(ctx, cmd, r.Params.IdempotencyKey, uuid.Nil, "The topic is deleted")
	return contract.GuestDeleteTopic200JSONResponse{TopicChangedJSONResponse: a}, err
}

// GuestAddComment replies to a topic (SH-324).
func (s *server) GuestAddComment(
	ctx context.Context,
	r contract.GuestAddCommentRequestObject,
) (contract.GuestAddCommentResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	comment := s.idFor(r.Params.IdempotencyKey)
	cmd := &commands.AddComment{
		TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Comment:   comment,
		Message:   b.Message,
	}
	a, err := s.guestDoes(ctx, cmd, r.Params.IdempotencyKey, comment, "The comment is saved")
	return contract.GuestAddComment200JSONResponse{TopicChangedJSONResponse: a}, err
}

// GuestResolveTopic resolves or reopens the guest's own topic, by the path of the first document (D-17).
func (s *server) GuestResolveTopic(
	ctx context.Context,
	r contract.GuestResolveTopicRequestObject,
) (contract.GuestResolveTopicResponseObject, error) {
	a, err := s.guestResolves(
		ctx, either(r.JSONBody, r.FormdataBody), topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		r.Params.IdempotencyKey,
	)
	return contract.GuestResolveTopic200JSONResponse{TopicChangedJSONResponse: a}, err
}

// GuestResolveComment resolves or reopens the guest's own topic, named with itself or a comment of it (SH-325).
func (s *server) GuestResolveComment(
	ctx context.Context,
	r contract.GuestResolveCommentRequestObject,
) (contract.GuestResolveCommentResponseObject, error) {
	if r.CommentId != r.TopicId {
		if of, err := s.Topics.Of(ctx, r.CommentId); err != nil || of != r.TopicId {
			return nil, errors.Join(domain.ErrNotFound, err)
		}
	}
	a, err := s.guestResolves(
		ctx, either(r.JSONBody, r.FormdataBody), topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		r.Params.IdempotencyKey,
	)
	return contract.GuestResolveComment200JSONResponse{TopicChangedJSONResponse: a}, err
}

func (s *server) guestResolves(
	ctx context.Context,
	b *contract.Resolve,
	where commands.TopicPath,
	key *contract.IdempotencyKey,
) (contract.TopicChangedJSONResponse, error) {
	if b == nil {
		return contract.TopicChangedJSONResponse{}, ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return contract.TopicChangedJSONResponse{}, err
	}
	message := "The topic is reopened"
	if b.Data {
		message = "The topic is resolved"
	}
	return s.guestDoes(ctx, &commands.ResolveTopic{TopicPath: where, Resolved: b.Data}, key, uuid.Nil, message)
}

// GuestDeleteComment deletes the guest's own comment (SH-327).
func (s *server) GuestDeleteComment(
	ctx context.Context,
	r contract.GuestDeleteCommentRequestObject,
) (contract.GuestDeleteCommentResponseObject, error) {
	where, err := s.topicOf(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	if err != nil {
		return nil, err
	}
	a, err := s.guestDoes(
		ctx, &commands.DeleteComment{TopicPath: where, Comment: r.CommentId}, r.Params.IdempotencyKey, r.CommentId,
		"The comment is deleted",
	)
	return contract.GuestDeleteComment200JSONResponse{TopicChangedJSONResponse: a}, err
}

// GuestEditComment edits a guest's own comment, or the first message of a topic that they opened
// (SH-326).
func (s *server) GuestEditComment(
	ctx context.Context,
	r contract.GuestEditCommentRequestObject,
) (contract.GuestEditCommentResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	if err := noMentions(b.Mentions); err != nil {
		return nil, err
	}
	where, err := s.topicOf(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	var cmd commands.Command = &commands.EditComment{TopicPath: where, Comment: r.CommentId, Message: b.Data}
	if errors.Is(err, domain.ErrNotFound) {
		cmd, err = &commands.EditTopicMessage{
			TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.CommentId),
			Message:   b.Data,
		}, nil
	}
	if err != nil {
		return nil, err
	}
	a, err := s.guestDoes(ctx, cmd, r.Params.IdempotencyKey, r.CommentId, "The comment is saved")
	return contract.GuestEditComment200JSONResponse{TopicChangedJSONResponse: a}, err
}
