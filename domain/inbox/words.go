package inbox

// tellings describe what happened, after the name of the person who caused it.
var tellings = map[Kind]string{
	OrderMoved:      "moved the order to",
	OrderApproved:   "approved the order",
	OrderReturned:   "sent the order back for changes",
	OrderHeld:       "put the order on hold",
	OrderPublished:  "created the order",
	Assigned:        "assigned the order to you",
	VersionAdded:    "uploaded a new version",
	VersionApproved: "approved a version",
	VersionRevised:  "sent a version back for revision",
	ReviewRequested: "asks for your review",
	Commented:       "commented on a proof",
	MessageWritten:  "wrote in the conversation",
	Mentioned:       "mentioned you in a comment",
	TopicResolved:   "resolved a topic",
	ApprovalAsked:   "asks for your approval",
	VersionRejected: "rejected a version",

	EstimateAsked:     "asks you to confirm the estimate",
	CollaboratorAdded: "added you to the order",
}

// Sentence describes what happened, with the name of the person who caused it and the words of the
// order's new status.
func (k Kind) Sentence(by, status string) string {
	switch k {
	case OrderPromoted:
		return "A slot was free: the order is ready to go"
	case ApprovalDue:
		return "Your approval is due soon"
	case ApprovalOverdue:
		return "Your approval is overdue"
	case OrderDue:
		return "The order is due soon"
	case OrderOverdue:
		return "The order is overdue"
	case OrderMoved:
		return by + " " + tellings[k] + " " + status
	}
	return by + " " + tellings[k]
}

// Kinds lists every kind.
func Kinds() []Kind {
	return []Kind{
		OrderMoved,
		OrderApproved,
		OrderReturned,
		OrderHeld,
		OrderPublished,
		OrderPromoted,
		Assigned,
		VersionAdded,
		VersionApproved,
		VersionRevised,
		ReviewRequested,
		Commented,
		MessageWritten,
		Mentioned,
		TopicResolved,
		ApprovalAsked,
		ApprovalDue,
		ApprovalOverdue,
		VersionRejected,
		EstimateAsked,
		CollaboratorAdded,
		OrderDue,
		OrderOverdue,
	}
}
