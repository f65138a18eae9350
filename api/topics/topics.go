package topics

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/topics"
)

// Version returns the topics of a version on the tabs the caller may see (BD-158), as they are or
// as they were (BY-019).
func (s *API) Version(ctx context.Context, r contract.VersionRequest) (*contract.VersionAnswer, error) {
	if r.AsOf != nil {
		return s.versionAsOf(ctx, r, *r.AsOf)
	}
	a, err := s.Page(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.After)
	return &a, err
}

// Page returns a page of the topics of a version as they are now.
func (s *API) Page(
	ctx context.Context,
	orderID, attachment, version uuid.UUID,
	after *string,
) (contract.VersionAnswer, error) {
	by := web.Actor(ctx)
	o, a, err := s.Read.Attachment(ctx, orderID, attachment)
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
	found, next, err := s.Topics.Page(ctx, topics.Place{Order: orderID, Version: version}, from)
	if err != nil {
		return contract.VersionAnswer{}, err
	}
	answer := contract.VersionAnswer{}
	answer.Data.Public, answer.Data.Internal, err = s.showTopics(ctx, found, func(tab proof.Tab) bool {
		return policy.CheckComment(by, &o.Summary, tab) == nil && !policy.ProofsAreReadOnly(o.Status) &&
			policy.ReviewsFile(by, policy.FileOf(a.ID, &a.Facts, a.Since), o.Status) &&
			!a.TabDisabled(tab)
	})
	if next != nil {
		answer.Data.Next = web.Some(next.String())
	}
	return answer, err
}

// OpenPages remembers that the caller has opened pages of a version, so that an approval can name
// those nobody has opened.
func (s *API) OpenPages(
	ctx context.Context,
	r contract.OpenPagesRequest,
) (*contract.OpenedPagesAnswer, error) {
	_, a, err := s.Read.Attachment(ctx, r.OrderId, r.AttachmentId)
	if err != nil {
		return nil, err
	}
	if _, err := a.Find(r.VersionId); err != nil {
		return nil, err
	}
	opened, err := s.Activity.OpenPages(ctx, r.VersionId, r.Body.Pages)
	if err != nil {
		return nil, err
	}
	answer := &contract.OpenedPagesAnswer{Data: make([]contract.PageRange, len(opened))}
	for i, o := range opened {
		answer.Data[i] = contract.PageRange{From: o.From, To: o.To}
	}
	return answer, nil
}

// versionAsOf folds the topics of a version up to a moment. Permissions are the present ones: a
// caller who may not see the file today does not see its past.
func (s *API) versionAsOf(
	ctx context.Context,
	r contract.VersionRequest,
	moment string,
) (*contract.VersionAnswer, error) {
	past, err := s.Read.Past(ctx, moment)
	if err != nil {
		return nil, err
	}
	o, err := s.Board.One(ctx, web.Actor(ctx), r.OrderId)
	if err != nil {
		return nil, err
	}
	v := read.Viewer(web.Actor(ctx), &o.Summary)
	attachments, err := s.Timeline.Attachments(ctx, v, o.ID)
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
	if !policy.SeesFile(web.Actor(ctx), policy.FileOf(then.ID, &then.Facts, version.Since), &o.Summary) {
		return nil, domain.ErrNotFound
	}
	from, err := topicsCursor(r.After)
	if err != nil {
		return nil, err
	}
	threads, err := s.Timeline.Threads(ctx, v, o.ID, r.VersionId)
	if err != nil {
		return nil, err
	}
	found, next, err := topics.PageAt(ctx, s.AsOf, threads, past.Position, from)
	if err != nil {
		return nil, err
	}
	if err := s.Read.WithoutDeletedSince(ctx, found); err != nil {
		return nil, err
	}
	a := contract.VersionAnswer{}
	a.Data.Public, a.Data.Internal, err = s.showTopics(ctx, found, func(proof.Tab) bool { return false })
	if next != nil {
		a.Data.Next = web.Some(next.String())
	}
	return &a, err
}

func topicsCursor(after *string) (*topics.Cursor, error) {
	if after == nil {
		return nil, nil
	}
	c, err := topics.ParseCursor(*after)
	if err != nil {
		return nil, web.ErrPage
	}
	return &c, nil
}

// showTopics shows topics on the tabs that the caller may see, with what people wrote.
func (s *API) showTopics(
	ctx context.Context,
	found []topics.Topic,
	writable func(proof.Tab) bool,
) (public, internal []contract.Topic, err error) {
	by := web.Actor(ctx)
	var texts []*string
	for i := range found {
		texts = append(texts, &found[i].Message)
		for k := range found[i].Comments {
			texts = append(texts, &found[i].Comments[k].Message)
		}
	}
	if err := s.Texts.Open(ctx, texts...); err != nil {
		return nil, nil, err
	}
	var w accounts.Wanted
	for _, t := range found {
		w.People = append(w.People, t.Author)
		for _, c := range t.Comments {
			w.People = append(w.People, c.Author)
		}
	}
	for _, text := range texts {
		w.People = append(w.People, present.Mentioned(*text)...)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	public, internal = []contract.Topic{}, []contract.Topic{}
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
			public = append(public, shown)
		} else {
			internal = append(internal, shown)
		}
	}
	return public, internal, nil
}

func showTopic(by domain.Actor, t topics.Topic, writable bool, names accounts.Names) contract.Topic {
	author := present.Person(names, t.Author)
	out := contract.Topic{
		Id:          t.ID,
		TopicId:     t.ID,
		Message:     present.Named(t.Message, names),
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
	out.Can.Resolve = writable && t.Attachment != uuid.Nil && (by.Role != domain.Guest || own)
	out.Can.Reply = writable && !t.Resolved
	for _, c := range t.Comments {
		author := present.Person(names, c.Author)
		comment := contract.Comment{
			Id:          c.ID,
			Message:     present.Named(c.Message, names),
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

func Changed(done commands.Result, comment uuid.UUID, message string) *contract.TopicChangedResponse {
	a := new(contract.TopicChangedResponse)
	a.Body.Message = message
	a.Position = &done.Position
	a.Body.Data = contract.TopicChange{
		Id:        done.Stream,
		CommentId: web.Some(comment),
		Version:   done.Version,
		Position:  done.Position,
	}
	return a
}

func Path(orderID, attachment, version, topicID uuid.UUID) commands.TopicPath {
	return commands.TopicPath{Order: orderID, Attachment: attachment, Version: version, Topic: topicID}
}

// OpenTopic opens a topic with its annotation (BD-195).
func (s *API) OpenTopic(
	ctx context.Context,
	r contract.OpenTopicRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	cmd := &commands.OpenTopic{
		TopicPath: Path(r.OrderId, r.AttachmentId, r.VersionId, s.Web.IDFor(r.IdempotencyKey)),
		Public:    b.Public, Message: b.Message, Annotation: web.Value(b.Annotation),
	}
	done, err := s.Write(ctx, cmd, web.Request(ctx, r.IdempotencyKey, "proof"))
	return Changed(done, uuid.Nil, "The comment is saved"), err
}

// UpdateAnnotation updates the mark of a topic, and its message if one is sent, silently (BD-196).
func (s *API) UpdateAnnotation(
	ctx context.Context,
	r contract.UpdateAnnotationRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil || b.Annotation == nil && b.Message == nil {
		return nil, web.ErrRequest
	}
	where, req := Path(r.OrderId, r.AttachmentId, r.VersionId, b.TopicId),
		web.Request(ctx, r.IdempotencyKey, "proof")
	var done commands.Result
	var err error
	if b.Message != nil { // before anything is stored: the update is taken whole or not at all
		_, err = topic.ParseMessage(*b.Message)
	}
	if err == nil && b.Annotation != nil {
		done, err = s.Write(ctx, &commands.UpdateAnnotation{TopicPath: where, Annotation: *b.Annotation}, req)
	}
	if err == nil && b.Message != nil {
		if req.ID != uuid.Nil {
			req.ID = uuid.NewSHA1(req.ID, []byte("message"))
		}
		done, err = s.Write(ctx, &commands.EditTopicMessage{TopicPath: where, Message: *b.Message}, req)
	}
	return Changed(done, uuid.Nil, "The mark is saved"), err
}

// DeleteTopic deletes a topic with its comments and annotation (BD-197).
func (s *API) DeleteTopic(
	ctx context.Context,
	r contract.DeleteTopicRequest,
) (*contract.TopicChangedResponse, error) {
	done, err := s.Write(
		ctx, &commands.DeleteTopic{TopicPath: Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId)},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	return Changed(done, uuid.Nil, "The topic is deleted"), err
}

// AddComment replies to a topic (BD-199).
func (s *API) AddComment(
	ctx context.Context,
	r contract.AddCommentRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	comment := s.Web.IDFor(r.IdempotencyKey)
	cmd := &commands.AddComment{
		TopicPath: Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Comment:   comment,
		Message:   b.Message,
	}
	done, err := s.Write(ctx, cmd, web.Request(ctx, r.IdempotencyKey, "proof"))
	return Changed(done, comment, "The comment is saved"), err
}

// EditTopicMessage edits the message of a topic (BD-201).
func (s *API) EditTopicMessage(
	ctx context.Context,
	r contract.EditTopicMessageRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	cmd := &commands.EditTopicMessage{
		TopicPath: Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Message:   b.Data,
	}
	done, err := s.Write(ctx, cmd, web.Request(ctx, r.IdempotencyKey, "proof"))
	return Changed(done, uuid.Nil, "The comment is saved"), err
}

// ResolveTopic resolves (true) or reopens (false) a topic (BD-202).
func (s *API) ResolveTopic(
	ctx context.Context,
	r contract.ResolveTopicRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	message := "The topic is reopened"
	if b.Data {
		message = "The topic is resolved"
	}
	cmd := &commands.ResolveTopic{
		TopicPath: Path(r.OrderId, r.AttachmentId, r.VersionId, r.TopicId),
		Resolved:  b.Data,
	}
	done, err := s.Write(ctx, cmd, web.Request(ctx, r.IdempotencyKey, "proof"))
	return Changed(done, uuid.Nil, message), err
}

// DeleteComment deletes a comment (BD-198).
func (s *API) DeleteComment(
	ctx context.Context,
	r contract.DeleteCommentRequest,
) (*contract.TopicChangedResponse, error) {
	where, err := s.Find(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	if err != nil {
		return nil, err
	}
	done, err := s.Write(
		ctx, &commands.DeleteComment{TopicPath: where, Comment: r.CommentId},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	return Changed(done, r.CommentId, "The comment is deleted"), err
}

// EditComment edits a comment (BD-200).
func (s *API) EditComment(
	ctx context.Context,
	r contract.EditCommentRequest,
) (*contract.TopicChangedResponse, error) {
	b := web.Either(r.JSONBody, r.FormdataBody)
	if b == nil {
		return nil, web.ErrRequest
	}
	where, err := s.Find(ctx, r.OrderId, r.AttachmentId, r.VersionId, r.CommentId)
	if err != nil {
		return nil, err
	}
	done, err := s.Write(
		ctx, &commands.EditComment{TopicPath: where, Comment: r.CommentId, Message: b.Data},
		web.Request(ctx, r.IdempotencyKey, "proof"),
	)
	return Changed(done, r.CommentId, "The comment is saved"), err
}

// Find returns the path of the topic that a comment belongs to. The command checks that the path is
// right and that the caller may write there.
func (s *API) Find(
	ctx context.Context,
	orderID, attachment, version, comment uuid.UUID,
) (commands.TopicPath, error) {
	id, err := s.Topics.Of(ctx, comment)
	return Path(orderID, attachment, version, id), err
}
