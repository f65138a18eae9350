package accounts

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/notifications"
)

// groupPlace and messagePlace are where pages of groups and of notifications ended.
type (
	groupPlace   struct{ Group string }
	messagePlace struct {
		Ascending bool
		Position  int64
	}
)

// MessageGroups lists the newest notification of each group.
func (s *API) MessageGroups(
	ctx context.Context,
	r contract.MessageGroupsRequest,
) (*contract.MessagesAnswer, error) {
	part, err := s.messagePart(ctx, r.Page, r.Limit, r.UpdatedSince)
	if err != nil {
		return nil, err
	}
	part.ByGroup = web.Value(r.Sort) == contract.ByGroup || r.Sort == nil && r.UpdatedSince != nil
	if r.Cursor != nil {
		var last groupPlace
		err := web.ReadCursor(*r.Cursor, &last)
		if err != nil || last.Group == "" || r.Page != nil || r.Sort != nil && !part.ByGroup {
			return nil, web.ErrPage
		}
		part.ByGroup, part.AfterGroup, part.Page = true, last.Group, 0
	}
	found, err := s.Notifications.Groups(ctx, web.Actor(ctx).ID, part)
	if err != nil {
		return nil, err
	}
	var place func(notifications.Notification) any // that of the newest group changes
	if part.ByGroup {
		place = func(last notifications.Notification) any { return groupPlace{last.Group} }
	}
	a, err := s.showMessages(ctx, found, part, place)
	return &a, err
}

// MessageGroup lists the notifications of a group.
func (s *API) MessageGroup(
	ctx context.Context,
	r contract.MessageGroupRequest,
) (*contract.MessagesAnswer, error) {
	part, err := s.messagePart(ctx, r.Page, r.Limit, r.UpdatedSince)
	if err != nil {
		return nil, err
	}
	part.Ascending = r.UpdatedSince != nil
	if r.Cursor != nil {
		var last messagePlace
		if err := web.ReadCursor(*r.Cursor, &last); err != nil || last.Position <= 0 || r.Page != nil {
			return nil, web.ErrPage
		}
		part.Ascending, part.AfterPlace, part.Page = last.Ascending, last.Position, 0
	}
	found, err := s.Notifications.Group(ctx, web.Actor(ctx).ID, r.Group, part)
	if err != nil {
		return nil, err
	}
	a, err := s.showMessages(ctx, found, part, func(last notifications.Notification) any {
		return messagePlace{part.Ascending, last.Position}
	})
	return &a, err
}

// messagePart returns the part of a list that a call asks for.
func (s *API) messagePart(ctx context.Context, page, limit *int, since *string) (p notifications.Part, err error) {
	p.Page, p.Limit = max(web.Value(page), 1), web.Value(limit)
	if p.Limit == 0 {
		p.Limit = 10
	}
	p.Since, err = s.Web.Since(ctx, since)
	return p, err
}

func (s *API) showMessages(
	ctx context.Context,
	found notifications.Page,
	part notifications.Part,
	place func(last notifications.Notification) any,
) (a contract.MessagesAnswer, err error) {
	var w accounts.Wanted
	var orders []uuid.UUID
	for _, n := range found.Notifications {
		w.People, orders = append(w.People, n.By), append(orders, n.Order)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return a, err
	}
	cards, err := s.Board.Find(ctx, web.Actor(ctx), orders)
	if err != nil {
		return a, err
	}
	byID := map[uuid.UUID]*board.Card{}
	for i := range cards {
		byID[cards[i].ID] = &cards[i]
	}
	excerpts, err := s.excerpts(ctx, found.Notifications, byID)
	if err != nil {
		return a, err
	}
	a.Data = []contract.Message{}
	a.Meta.Page, a.Meta.TotalPages, a.Meta.Total, a.Meta.Unread = part.Page, web.Pages(found.Total, part.Limit),
		found.Total, found.Unread
	if found.More && place != nil {
		a.Meta.Next = web.Some(web.Cursor(place(found.Notifications[len(found.Notifications)-1])))
	}
	for _, n := range found.Notifications {
		m := showMessage(n, names, byID[n.Order])
		m.Excerpt = web.Some(excerpts[commentOf(n.Notified)])
		a.Data = append(a.Data, m)
	}
	return a, nil
}

// excerptLength is the number of characters of a comment that a notification shows.
const excerptLength = 120

// commentOf returns the comment of a notification: a reply, or the message that opened a topic. It
// is Nil for other notifications.
func commentOf(n inbox.Notified) uuid.UUID {
	switch {
	case n.Kind != inbox.Commented && n.Kind != inbox.MessageWritten && n.Kind != inbox.Mentioned:
		return uuid.Nil
	case n.Comment != uuid.Nil:
		return n.Comment
	}
	return n.Topic
}

// excerpts returns the first words of the comments that notifications are about, for comments that
// the caller may read now. The texts are decrypted for this answer only: what people write is
// sealed wherever it is stored (D-33). While the keys are unavailable it returns none.
func (s *API) excerpts(
	ctx context.Context,
	found []notifications.Notification,
	orders map[uuid.UUID]*board.Card,
) (map[uuid.UUID]string, error) {
	var threads, ids []uuid.UUID
	for _, n := range found {
		if id := commentOf(n.Notified); id != uuid.Nil && orders[n.Order] != nil {
			threads, ids = append(threads, n.Topic), append(ids, id)
		}
	}
	if len(ids) == 0 {
		return map[uuid.UUID]string{}, nil
	}
	streams, err := s.Timeline.Find(ctx, threads)
	if err != nil {
		return nil, err
	}
	stored, err := s.Topics.Messages(ctx, ids)
	if err != nil {
		return nil, err
	}
	var texts []*string
	messages := map[uuid.UUID]*string{}
	for i, id := range ids {
		text, there := stored[id]
		st := streams[threads[i]]
		if o := orders[st.Order]; there && o != nil &&
			policy.SeesPart(web.Actor(ctx), &o.Summary, publicevents.PartOf(st)) {
			messages[id] = &text
			texts = append(texts, &text)
		}
	}
	var refused *domain.Error
	if err := s.Texts.Open(ctx, texts...); errors.As(err, &refused) && refused.Code == domain.Unavailable {
		s.Logger.WarnContext(ctx, "notifications are shown without the words of comments", "error", err)
		return map[uuid.UUID]string{}, nil
	} else if err != nil {
		return nil, err
	}
	var w accounts.Wanted
	for _, text := range texts {
		w.People = append(w.People, present.Mentioned(*text)...)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	name := func(id uuid.UUID) string {
		if u, known := names.People[id]; known {
			return u.Name()
		}
		return "somebody"
	}
	shown := make(map[uuid.UUID]string, len(messages))
	for id, text := range messages {
		shown[id] = topic.Excerpt(*text, excerptLength, name)
	}
	return shown, nil
}

var widgets = map[inbox.Kind]contract.MessageDataWidgetType{
	inbox.VersionApproved: contract.OrderApproval,
	inbox.VersionRevised:  contract.OrderApproval,
	inbox.ReviewRequested: contract.OrderReviewRequest,
	inbox.ApprovalAsked:   contract.OrderReviewRequest,
	inbox.ApprovalDue:     contract.OrderReviewRequest,
	inbox.ApprovalOverdue: contract.OrderReviewRequest,
	inbox.VersionRejected: contract.OrderApproval,
}

// showMessage words a notification with the present names (D-33). An order that is gone has none.
func showMessage(n notifications.Notification, names accounts.Names, card *board.Card) contract.Message {
	by := names.People[n.By]
	name := by.Name()
	if name == "" {
		name = "The system"
	}
	text := n.Kind.Sentence(name, order.Status(n.Status).Words())
	if !n.Kind.NamesPerson() {
		name = ""
	}
	m := contract.Message{
		Id:           n.Message,
		Group:        n.Group,
		Message:      text,
		Created:      n.At,
		IsRead:       n.IsRead,
		Avatar:       by.Avatar,
		Username:     name,
		Status:       contract.Info,
		TotalMessage: n.Total,
		TotalRead:    n.Read,
	}
	if n.Kind == inbox.OrderHeld || n.Kind == inbox.VersionRevised || n.Kind == inbox.VersionRejected ||
		n.Kind == inbox.ApprovalOverdue || n.Kind == inbox.OrderOverdue {
		m.Status = contract.Warning
	}
	d := &m.Data
	d.WidgetType = contract.OrderMove
	if w, ok := widgets[n.Kind]; ok {
		d.WidgetType = w
	}
	switch n.Kind {
	case inbox.Commented,
		inbox.MessageWritten,
		inbox.Mentioned,
		inbox.TopicResolved: // the colour depends on whose side wrote it (SH-194)
		d.WidgetType = contract.OrderCommentUser
		if by.Role.IsCustomer() {
			d.WidgetType = contract.OrderCommentCustomer
		}
	}
	d.Target, d.TargetId.CardId = contract.OrderDetail, n.Order
	if n.Proof != uuid.Nil {
		d.Target = contract.AttachmentAnnotation
		d.TargetId.AttachmentId, d.TargetId.VersionId = web.Some(n.Proof), web.Some(n.Version)
	}
	if n.Topic != uuid.Nil {
		comment, onProof := n.Topic, n.Proof != uuid.Nil
		if n.Comment != uuid.Nil {
			comment = n.Comment
		}
		d.TargetId.CommentId, d.TargetId.Public, d.TargetId.Annotation = &comment, &n.Public, &onProof
	}
	m.Title = "Order"
	if card != nil {
		m.Title, d.CardTitle = card.Name, card.Name
		d.CardNumber, d.CardProgress = card.Number.String(), contract.Status(card.Status)
	}
	return m
}

func (s *API) messagesChanged(
	ctx context.Context,
	key *contract.IdempotencyKey,
	cmd commands.Command,
	message string,
) (*contract.MessagesChangedResponse, error) {
	done, err := s.Bus.Do(ctx, cmd, web.Request(ctx, key, "inbox"))
	a := new(contract.MessagesChangedResponse)
	a.Body.Message = message
	a.Position, a.Body.Data.Position = &done.Position, done.Position
	return a, err
}

const (
	areRead    = "The notifications are read"
	areDeleted = "The notifications are deleted"
)

// ReadMessages marks all notifications as read (SH-206).
func (s *API) ReadMessages(
	ctx context.Context,
	r contract.ReadMessagesRequest,
) (*contract.MessagesChangedResponse, error) {
	return s.messagesChanged(
		ctx, r.IdempotencyKey, &commands.ReadMessages{Person: web.Actor(ctx).ID, Which: inbox.Which{}}, areRead,
	)
}

// ReadMessage marks a notification as read (SH-205).
func (s *API) ReadMessage(
	ctx context.Context,
	r contract.ReadMessageRequest,
) (*contract.MessagesChangedResponse, error) {
	return s.messagesChanged(
		ctx,
		r.IdempotencyKey,
		&commands.ReadMessages{Person: web.Actor(ctx).ID, Which: inbox.Which{Message: r.MessageId}},
		areRead,
	)
}

// ReadMessageGroup marks a group as read (SH-209).
func (s *API) ReadMessageGroup(
	ctx context.Context,
	r contract.ReadMessageGroupRequest,
) (*contract.MessagesChangedResponse, error) {
	return s.messagesChanged(
		ctx,
		r.IdempotencyKey,
		&commands.ReadMessages{Person: web.Actor(ctx).ID, Which: inbox.Which{Group: r.Group}},
		areRead,
	)
}

// DeleteMessages deletes all notifications (SH-207).
func (s *API) DeleteMessages(
	ctx context.Context,
	r contract.DeleteMessagesRequest,
) (*contract.MessagesChangedResponse, error) {
	return s.messagesChanged(
		ctx,
		r.IdempotencyKey,
		&commands.DeleteMessages{Person: web.Actor(ctx).ID, Which: inbox.Which{}},
		areDeleted,
	)
}

// DeleteMessage deletes a notification (SH-208).
func (s *API) DeleteMessage(
	ctx context.Context,
	r contract.DeleteMessageRequest,
) (*contract.MessagesChangedResponse, error) {
	return s.messagesChanged(
		ctx,
		r.IdempotencyKey,
		&commands.DeleteMessages{Person: web.Actor(ctx).ID, Which: inbox.Which{Message: r.MessageId}},
		areDeleted,
	)
}

// DeleteMessageGroup deletes a group (SH-210).
func (s *API) DeleteMessageGroup(
	ctx context.Context,
	r contract.DeleteMessageGroupRequest,
) (*contract.MessagesChangedResponse, error) {
	return s.messagesChanged(
		ctx,
		r.IdempotencyKey,
		&commands.DeleteMessages{Person: web.Actor(ctx).ID, Which: inbox.Which{Group: r.Group}},
		areDeleted,
	)
}
