package present

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

// sentences has the words for each event, after the name of the person who caused it. %s is the
// entry's detail.
var sentences = map[eh.EventType]string{
	order.DraftedType:                "drafted the order '%s'",
	order.DetailsChangedType:         "changed the order's details",
	order.PublishedType:              "created the order: %s",
	order.RevertedToDraftType:        "took the order back as a draft",
	order.QueuedType:                 "put the order into the queue",
	order.ReadiedType:                "made the order ready to go",
	order.PromotedType:               "a slot was free: the order is ready to go",
	order.MovedType:                  "moved the order to %s",
	order.RepositionedType:           "changed the order's place",
	order.HeldType:                   "put the order on hold",
	order.ResumedType:                "resumed the order: %s",
	order.CancelledType:              "cancelled the order",
	order.RestoredType:               "restored the order: %s",
	order.GuestRevisionRequestedType: "sent the order to guest revision",
	order.FrozenType:                 "froze the order",
	order.UnfrozenType:               "unfroze the order",
	order.ArchivedType:               "archived the order",
	order.UnarchivedType:             "took the order out of the archive",
	order.AssignedType:               "changed who works on the order",
	order.CollaboratorsSetType:       "changed the collaborators",
	order.WatermarkSetType:           "changed the watermark of downloaded proofs",
	order.EstimateAskedType:          "asked the account owner to confirm the estimate",
	order.EstimateConfirmedType:      "confirmed the estimate",
	order.EstimateWithdrawnType:      "the order is not paid by the hour any more",
	order.WorkBilledType:             "the work was billed",
	order.RoutePinnedType:            "the approval workflow was set: %s",
	order.ApproverReplacedType:       "asked somebody else to approve",
	order.DeletedType:                "deleted the order",

	order.WorkStartedType: "started the working time",
	order.WorkStoppedType: "worked %s",

	proof.AttachmentAddedType:   "attached %s",
	proof.VersionAddedType:      "uploaded %s",
	proof.VersionApprovedType:   "approved %s",
	proof.VersionRevisedType:    "sent %s back for revision",
	proof.VersionDeletedType:    "deleted a version",
	proof.FileReplacedType:      "replaced the file of a version with %s",
	proof.SettingsChangedType:   "changed the tabs of a proof",
	proof.ReviewRequestedType:   "asked the creative managers for a review",
	proof.AttachmentDeletedType: "deleted an attachment",
	proof.VersionDecidedType:    "%s",
	proof.ApproversRemindedType: "the approvers were reminded",

	topic.OpenedType:            "opened a topic",
	topic.RepliedType:           "replied to a topic",
	topic.MessageEditedType:     "edited a comment",
	topic.CommentEditedType:     "edited a comment",
	topic.CommentDeletedType:    "deleted a comment",
	topic.AnnotationUpdatedType: "moved a mark",
	topic.ResolvedType:          "resolved a topic",
	topic.ReopenedType:          "reopened a topic",
	topic.DeletedType:           "deleted a topic",

	guest.InvitedType: "invited a guest to review",
	guest.EnteredType: "entered as a guest",
	guest.RevokedType: "revoked a guest's invitation",
}

// conversation has the words for the events of a topic that is a message of an order's conversation.
var conversation = map[eh.EventType]string{
	topic.OpenedType:         "wrote in the conversation",
	topic.RepliedType:        "replied in the conversation",
	topic.MessageEditedType:  "edited a message of the conversation",
	topic.CommentEditedType:  "edited a reply in the conversation",
	topic.CommentDeletedType: "deleted a reply in the conversation",
	topic.DeletedType:        "deleted a message of the conversation",
}

// detailsChanged returns which details of an order changed, from the names of the fields.
func detailsChanged(fields string) string {
	var words []string
	for f := range strings.SplitSeq(fields, ",") {
		if f != "" {
			words = append(words, cmp.Or(detailWords[f], f))
		}
	}
	switch n := len(words); n {
	case 0:
		return sentences[order.DetailsChangedType]
	case 1:
		return "changed the order's " + words[0]
	default:
		return "changed the order's " + strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// EventSentence is a line of the timeline. A topic of no attachment belongs to the conversation.
func EventSentence(t eh.EventType, detail string, attachment uuid.UUID) string {
	if t == order.DetailsChangedType {
		return detailsChanged(detail)
	}
	if text, ok := conversation[t]; ok && attachment == uuid.Nil {
		return text
	}
	text, ok := sentences[t]
	if !ok {
		return string(t)
	}
	if words := order.Status(detail).Words(); words != "" {
		detail = words
	}
	if detail == "" {
		detail = "it"
	}
	if strings.Contains(text, "%s") {
		return fmt.Sprintf(text, detail)
	}
	return text
}

// EventDetail returns what the sentence of an event needs.
func EventDetail(e domain.Event) string {
	switch d := e.Data.(type) {
	case order.StatusChanger:
		return string(d.StatusChange().To)
	case *order.Drafted:
		return d.Details.Name
	case *order.DetailsChanged:
		return strings.Join(d.Fields(), ",")
	case *proof.AttachmentAdded:
		return d.Name
	case *proof.VersionAdded:
		return fmt.Sprintf("version %d of %s", d.Number, d.File.Name)
	case *proof.FileReplaced:
		return d.File.Name
	}
	return ""
}

// TimelineContent is the entry of the document for decisions on a version (BD-170).
func TimelineContent(t eh.EventType) string {
	switch t {
	case proof.VersionApprovedType:
		return "Approved"
	case proof.VersionRevisedType:
		return "Revise"
	}
	return ""
}
