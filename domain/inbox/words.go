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

// impersonal are the sentences about what no person did.
var impersonal = map[Kind]string{
	OrderPromoted:   "A slot was free: the order is ready to go",
	ApprovalDue:     "Your approval is due soon",
	ApprovalOverdue: "Your approval is overdue",
	OrderDue:        "The order is due soon",
	OrderOverdue:    "The order is overdue",
}

// NamesPerson reports whether the sentence begins with the name of a person.
func (k Kind) NamesPerson() bool { return impersonal[k] == "" }

// Sentence describes what happened, with the name of the person who caused it and the words of the
// order's new status.
func (k Kind) Sentence(by, status string) string {
	switch {
	case !k.NamesPerson():
		return impersonal[k]
	case k == OrderMoved:
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
