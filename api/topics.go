package api

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/topics"
)

var errPage = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "request.invalid",
	Message: "This page link is invalid. Start again from the first page.",
}

// Version returns the topics of a version on the tabs the caller may see (BD-158), as they are or as they were (BY-019).
func (s *server) Version(ctx context.Context, r contract.VersionRequestObject) (contract.VersionResponseObject, error) {
	if r.Params.AsOf != nil {
		return s.versionAsOf(ctx, r, *r.Params.AsOf)
	}
	a, err := s.versionNow(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.Params.After)
	return contract.Version200JSONResponse(a), err
}

// versionNow returns a page of the topics of a version as they are.
func (s *server) versionNow(
	ctx context.Context,
	orderID, attachment, version uuid.UUID,
	after *string,
) (contract.VersionAnswer, error) {
	by := actor(ctx)
	o, a, err := s.visibleAttachment(ctx, orderID, attachment)
	if err != nil {
		return contract.VersionAnswer{}, err
	}
	if _, err := a.Find(version); err != nil {
		return contract.VersionAnswer{}, err
	}
	from, err := topicsCursor(after)
	if err != nil {
		return contract.VersionAnswer{}, err
	}
	found, next, err := s.Topics.Page(ctx, version, from)
	if err != nil {
		return contract.VersionAnswer{}, err
	}
	answer, err := s.showTopics(ctx, found, func(tab proof.Tab) bool {
		return policy.Comments(by, o, tab) == nil && !policy.ProofsAreReadOnly(o.Status) &&
			policy.ReviewsFile(by, policy.FileOf(&a.Proof), o.Status) &&
			!a.TabDisabled(tab)
	})
	if next != nil {
		answer.Data.Next = some(next.String())
	}
	return answer, err
}

// OpenPages remembers that the caller has opened pages of a version, so that an approval can name those nobody has opened.
func (s *server) OpenPages(
	ctx context.Context,
	r contract.OpenPagesRequestObject,
) (contract.OpenPagesResponseObject, error) {
	_, a, err := s.visibleAttachment(ctx, r.OrderId, r.AttachmentId)
	if err != nil {
		return nil, err
	}
	if _, err := a.Find(r.VersionId); err != nil {
		return nil, err
	}
	opened, err := s.Accounts.OpenPages(ctx, r.VersionId, r.Body.Pages)
	if err != nil {
		return nil, err
	}
	answer := contract.OpenPages200JSONResponse{Success: true, Data: make([]contract.PageRange, len(opened))}
	for i, o := range opened {
		answer.Data[i] = contract.PageRange{From: o.From, To: o.To}
	}
	return answer, nil
}

// versionAsOf folds the topics of a version up to a moment. Permissions are the present ones: a
// caller who may not see the file today does not see its past.
func (s *server) versionAsOf(
	ctx context.Context,
	r contract.VersionRequestObject,
	moment string,
) (contract.VersionResponseObject, error) {
	past, err := s.past(ctx, moment)
	if err != nil {
		return nil, err
	}
	o, err := s.Board.One(ctx, actor(ctx), r.OrderId)
	if err != nil {
		return nil, err
	}
	v := viewer(actor(ctx), &o.Order)
	attachments, err := s.Config.Timeline.Attachments(ctx, v, o.ID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(attachments, r.AttachmentId) {
		return nil, domain.ErrNotFound
	}
	var then *proof.Proof
	if _, err = s.AsOf.ProofsAt(
		ctx, []uuid.UUID{r.AttachmentId}, past.Position, func(p *proof.Proof) bool { then = p; return false },
	); err != nil {
		return nil, err
	}
	if then == nil {
		return nil, domain.ErrNotFound
	}
	version, err := then.Find(r.VersionId)
	if err != nil {
		return nil, err
	}
	if !policy.SeesVersion(actor(ctx), then, version, &o.Order) {
		return nil, domain.ErrNotFound
	}
	from, err := topicsCursor(r.Params.After)
	if err != nil {
		return nil, err
	}
	threads, err := s.Config.Timeline.Threads(ctx, v, o.ID, r.VersionId)
	if err != nil {
		return nil, err
	}
	found, next, err := topics.PageAt(ctx, s.AsOf, threads, past.Position, from)
	if err != nil {
		return nil, err
	}
	if err := s.withoutDeletedSince(ctx, found); err != nil {
		return nil, err
	}
	a, err := s.showTopics(ctx, found, func(proof.Tab) bool { return false })
	if next != nil {
		a.Data.Next = some(next.String())
	}
	return contract.Version200JSONResponse(a), err
}

func topicsCursor(after *string) (*topics.Cursor, error) {
	if after == nil {
		return nil, nil
	}
	c, err := topics.ParseCursor(*after)
	if err != nil {
		return nil, errPage
	}
	return &c, nil
}

// showTopics shows topics on the tabs that the caller may see, with what people wrote.
func (s *server) showTopics(
	ctx context.Context,
	found []topics.Topic,
	writable func(proof.Tab) bool,
) (contract.VersionAnswer, error) {
	by := actor(ctx)
	var texts []*string
	for i := range found {
		texts = append(texts, &found[i].Message)
		for k := range found[i].Comments {
			texts = append(texts, &found[i].Comments[k].Message)
		}
	}
	if err := s.Texts.Open(ctx, texts...); err != nil {
		return contract.VersionAnswer{}, err
	}
	var w accounts.Wanted
	for _, t := range found {
		w.People = append(w.People, t.Author)
		for _, c := range t.Comments {
			w.People = append(w.People, c.Author)
		}
	}
	for _, text := range texts {
		w.People = append(w.People, mentioned(*text)...)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return contract.VersionAnswer{}, err
	}
	answer := contract.VersionAnswer{Success: true}
	answer.Data.Public, answer.Data.Internal = []contract.Topic{}, []contract.Topic{}
	for _, t := range found {
		tab := proof.Internal
		if t.Public {
			tab = proof.Public
		}
		if !policy.SeesTab(by, tab) {
			continue
		}
		shown := showTopic(by, t, writable(tab), names)
		if t.Public {
			answer.Data.Public = append(answer.Data.Public, shown)
		} else {
			answer.Data.Internal = append(answer.Data.Internal, shown)
		}
	}
	return answer, nil
}

func showTopic(by domain.Actor, t topics.Topic, writable bool, names accounts.Names) contract.Topic {
	author := person(names, t.Author)
	out := contract.Topic{
		Id:          t.ID,
		TopicId:     t.ID,
		Message:     named(t.Message, names),
		Sender:      author,
		User:        author,
		DateCreated: t.OpenedAt,
		DateEdited:  t.EditedAt,
		IsResolve:   t.Resolved,
		IsTopic:     true,
		Annotation:  t.Annotation,
		Version:     t.Version,
		Comments:    []contract.Comment{},
	}
	own := writable && by.ID == t.Author
	out.Can.Edit, out.Can.Delete = own, own
	out.Can.Resolve = writable && (by.Role != domain.Guest || own)
	out.Can.Reply = writable && !t.Resolved
	for _, c := range t.Comments {
		author := person(names, c.Author)
		comment := contract.Comment{
			Id:          c.ID,
			Message:     named(c.Message, names),
			Sender:      author,
			User:        author,
			DateCreated: c.At,
			DateEdited:  c.EditedAt,
		}
		comment.Can.Edit = writable && by.ID == c.Author
		comment.Can.Delete = comment.Can.Edit
		out.Comments = append(out.Comments, comment)
	}
	return out
}

// mentioned lists the people in a stored message.
func mentioned(message string) []uuid.UUID {
	m, err := topic.ParseMessage(message)
	if err != nil {
		return nil
	}
	return m.Mentions
}

// named puts the names of today into a stored message, which holds ids only (D-33).
func named(message string, names accounts.Names) string {
	if len(mentioned(message)) == 0 {
		return message
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(message), &doc); err != nil {
		return message
	}
	label(doc, names)
	b, err := json.Marshal(doc)
	if err != nil {
		return message
	}
	return string(b)
}

func label(n map[string]any, names accounts.Names) {
	if attrs, ok := n["attrs"].(map[string]any); ok && n["type"] == "mention" {
		text, _ := attrs["id"].(string)
		id, err := uuid.Parse(text)
		if u, known := names.People[id]; err == nil && known {
			attrs["label"] = u.Name()
		} else {
			attrs["label"] = "somebody"
		}
	}
	children, _ := n["content"].([]any)
	for _, c := range children {
		if child, ok := c.(map[string]any); ok {
			label(child, names)
		}
	}
}

func topicChanged(done commands.Done, comment uuid.UUID, message string) contract.TopicChangedJSONResponse {
	var a contract.TopicChangedJSONResponse
	a.Body.Success, a.Body.Message = true, message
	a.Headers.XPosition = &done.Position
	a.Body.Data = contract.TopicChange{
		Id:        done.Stream,
		CommentId: some(comment),
		Version:   done.Version,
		Position:  done.Position,
	}
	return a
}

func topicPath(orderID, attachment, version, topicID uuid.UUID) commands.TopicPath {
	return commands.TopicPath{Order: orderID, Attachment: attachment, Version: version, Topic: topicID}
}

// OpenTopic opens a topic with its annotation (BD-195).
func (s *server) OpenTopic(
	ctx context.Context,
	r contract.OpenTopicRequestObject,
) (contract.OpenTopicResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	cmd := &commands.OpenTopic{
		TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, s.idFor(r.Params.IdempotencyKey)),
		Public:    b.Public, Message: b.Message, Annotation: value(b.Annotation),
	}
	done, err := s.say(ctx, cmd, request(ctx, r.Params.IdempotencyKey, "proof"))
	return contract.OpenTopic200JSONResponse{
		TopicChangedJSONResponse: topicChanged(done, uuid.Nil, "The comment is saved"),
	}, err
}

// UpdateAnnotation updates the mark of a topic, and its message if one is sent, silently (BD-196).
func (s *server) UpdateAnnotation(
	ctx context.Context,
	r contract.UpdateAnnotationRequestObject,
) (contract.UpdateAnnotationResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil || b.Annotation == nil && b.Message == nil {
		return nil, ErrRequest
	}
	where, req := topicPath(r.OrderId, r.AttachmentId, r.VersionId, b.TopicId),
		request(ctx, r.Params.IdempotencyKey, "proof")
	var done commands.Done
	var err error
	if b.Message != nil { // before anything is stored: the update is taken whole or not at all
		_, err = topic.ParseMessage(*b.Message)
	}
	if err == nil && b.Annotation != nil {
		done, err = s.say(ctx, &commands.UpdateAnnotation{TopicPath: where, Annotation: *b.Annotation}, req)
	}
	if err == nil && b.Message != nil {
		if req.ID != uuid.Nil {
			req.ID = uuid.NewSHA1(req.ID, []byte("message"))
		}
		done, err = s.say(ctx, &commands.EditTopicMessage{TopicPath: where, Message: *b.Message}, req)
	}
	return contract.UpdateAnnotation200JSONResponse{
		TopicChangedJSONResponse: topicChanged(done, uuid.Nil, "The mark is saved"),
	}, err
}

// DeleteTopic deletes a topic with its comments and annotation (BD-197).
func (s *server) DeleteTopic(
	ctx context.Context,
	r contract.DeleteTopicRequestObject,
) (contract.DeleteTopicResponseObject, error) {
	done, err := s.say(
		ctx, &commands.DeleteTopic{TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId)},
		request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.DeleteTopic200JSONResponse{
		TopicChangedJSONResponse: topicChanged(done, uuid.Nil, "The topic is deleted"),
	}, err
}

// AddComment replies to a topic (BD-199).
func (s *server) AddComment(
	ctx context.Context,
	r contract.AddCommentRequestObject,
) (contract.AddCommentResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	comment := s.idFor(r.Params.IdempotencyKey)
	cmd := &commands.AddComment{
		TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Comment:   comment,
		Message:   b.Message,
	}
	done, err := s.say(ctx, cmd, request(ctx, r.Params.IdempotencyKey, "proof"))
	return contract.AddComment200JSONResponse{
		TopicChangedJSONResponse: topicChanged(done, comment, "The comment is saved"),
	}, err
}

// EditTopicMessage edits the message of a topic (BD-201).
func (s *server) EditTopicMessage(
	ctx context.Context,
	r contract.EditTopicMessageRequestObject,
) (contract.EditTopicMessageResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	cmd := &commands.EditTopicMessage{
		TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Message:   b.Data,
	}
	done, err := s.say(ctx, cmd, request(ctx, r.Params.IdempotencyKey, "proof"))
	return contract.EditTopicMessage200JSONResponse{
		TopicChangedJSONResponse: topicChanged(done, uuid.Nil, "The comment is saved"),
	}, err
}

// ResolveTopic resolves (true) or reopens (false) a topic (BD-202).
func (s *server) ResolveTopic(
	ctx context.Context,
	r contract.ResolveTopicRequestObject,
) (contract.ResolveTopicResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	message := "The topic is reopened"
	if b.Data {
		message = "The topic is resolved"
	}
	cmd := &commands.ResolveTopic{
		TopicPath: topicPath(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Resolved:  b.Data,
	}
	done, err := s.say(ctx, cmd, request(ctx, r.Params.IdempotencyKey, "proof"))
	return contract.ResolveTopic200JSONResponse{TopicChangedJSONResponse: topicChanged(done, uuid.Nil, message)}, err
}

// DeleteComment deletes a comment (BD-198).
func (s *server) DeleteComment(
	ctx context.Context,
	r contract.DeleteCommentRequestObject,
) (contract.DeleteCommentResponseObject, error) {
	where, err := s.topicOf(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	if err != nil {
		return nil, err
	}
	done, err := s.say(
		ctx, &commands.DeleteComment{TopicPath: where, Comment: r.CommentId},
		request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.DeleteComment200JSONResponse{
		TopicChangedJSONResponse: topicChanged(done, r.CommentId, "The comment is deleted"),
	}, err
}

// EditComment edits a comment (BD-200).
func (s *server) EditComment(
	ctx context.Context,
	r contract.EditCommentRequestObject,
) (contract.EditCommentResponseObject, error) {
	b := either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, ErrRequest
	}
	where, err := s.topicOf(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	if err != nil {
		return nil, err
	}
	done, err := s.say(
		ctx, &commands.EditComment{TopicPath: where, Comment: r.CommentId, Message: b.Data},
		request(ctx, r.Params.IdempotencyKey, "proof"),
	)
	return contract.EditComment200JSONResponse{
		TopicChangedJSONResponse: topicChanged(done, r.CommentId, "The comment is saved"),
	}, err
}

// topicOf finds the topic of a comment; the command checks that it stands where the path says and may be seen.
func (s *server) topicOf(
	ctx context.Context,
	orderID, attachment, version, comment uuid.UUID,
) (commands.TopicPath, error) {
	id, err := s.Topics.Of(ctx, comment)
	return topicPath(orderID, attachment, version, id), err
}
