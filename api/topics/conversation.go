package topics

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/topics"
)

// A message of an order's conversation is a topic without a proof (D-312).

// Conversation returns the messages of an order on the tabs the caller may see, with their replies.
func (s *API) Conversation(
	ctx context.Context,
	r contract.ConversationRequest,
) (*contract.ConversationAnswer, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	if !policy.SeesConversation(by) {
		return nil, domain.ErrNotFound
	}
	from, err := topicsCursor(r.After)
	if err != nil {
		return nil, err
	}
	found, next, err := s.Topics.Page(ctx, topics.Place{Order: o.ID}, from)
	if err != nil {
		return nil, err
	}
	writable := func(tab proof.Tab) bool { return policy.CheckMessage(by, &o.Summary, tab) == nil }
	answer := &contract.ConversationAnswer{}
	answer.Data.Public, answer.Data.Internal, err = s.showTopics(ctx, found, writable)
	answer.Data.Can.Public, answer.Data.Can.Internal = writable(proof.Public), writable(proof.Internal)
	if next != nil {
		answer.Data.Next = web.Some(next.String())
	}
	return answer, err
}

// said sends a command about the conversation and answers what it changed.
func (s *API) said(
	ctx context.Context,
	cmd commands.Command,
	key *uuid.UUID,
	comment uuid.UUID,
	message string,
) (*contract.TopicChangedResponse, error) {
	done, err := s.Write(ctx, cmd, web.Request(ctx, key, "detail"))
	return Changed(done, comment, message), err
}

// AddConversationMessage writes a message.
func (s *API) AddConversationMessage(
	ctx context.Context,
	r contract.AddConversationMessageRequest,
) (*contract.TopicChangedResponse, error) {
	return s.said(ctx, &commands.OpenTopic{
		TopicPath: commands.TopicPath{Order: r.OrderId, Topic: s.Web.IDFor(r.IdempotencyKey)},
		Public:    r.Body.Public,
		Message:   r.Body.Message,
	}, r.IdempotencyKey, uuid.Nil, "The message is sent")
}

// EditConversationMessage changes a message. Only its author may do so.
func (s *API) EditConversationMessage(
	ctx context.Context,
	r contract.EditConversationMessageRequest,
) (*contract.TopicChangedResponse, error) {
	return s.said(ctx, &commands.EditTopicMessage{
		TopicPath: commands.TopicPath{Order: r.OrderId, Topic: r.TopicId},
		Message:   r.Body.Data,
	}, r.IdempotencyKey, uuid.Nil, "The message is saved")
}

// DeleteConversationMessage deletes a message with its replies. Only its author may do so.
func (s *API) DeleteConversationMessage(
	ctx context.Context,
	r contract.DeleteConversationMessageRequest,
) (*contract.TopicChangedResponse, error) {
	return s.said(ctx, &commands.DeleteTopic{
		TopicPath: commands.TopicPath{Order: r.OrderId, Topic: r.TopicId},
	}, r.IdempotencyKey, uuid.Nil, "The message is deleted")
}

// AddConversationReply replies to a message.
func (s *API) AddConversationReply(
	ctx context.Context,
	r contract.AddConversationReplyRequest,
) (*contract.TopicChangedResponse, error) {
	reply := s.Web.IDFor(r.IdempotencyKey)
	return s.said(ctx, &commands.AddComment{
		TopicPath: commands.TopicPath{Order: r.OrderId, Topic: r.TopicId},
		Comment:   reply,
		Message:   r.Body.Message,
	}, r.IdempotencyKey, reply, "The reply is sent")
}

// EditConversationReply changes a reply. Only its author may do so.
func (s *API) EditConversationReply(
	ctx context.Context,
	r contract.EditConversationReplyRequest,
) (*contract.TopicChangedResponse, error) {
	return s.said(ctx, &commands.EditComment{
		TopicPath: commands.TopicPath{Order: r.OrderId, Topic: r.TopicId},
		Comment:   r.CommentId,
		Message:   r.Body.Data,
	}, r.IdempotencyKey, r.CommentId, "The reply is saved")
}

// DeleteConversationReply deletes a reply. Only its author may do so.
func (s *API) DeleteConversationReply(
	ctx context.Context,
	r contract.DeleteConversationReplyRequest,
) (*contract.TopicChangedResponse, error) {
	return s.said(ctx, &commands.DeleteComment{
		TopicPath: commands.TopicPath{Order: r.OrderId, Topic: r.TopicId},
		Comment:   r.CommentId,
	}, r.IdempotencyKey, r.CommentId, "The reply is deleted")
}
