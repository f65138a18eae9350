package proof

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/route"
)

// AggregateType names the streams of proofs: one for each attachment of an order.
const AggregateType eh.AggregateType = "proof"

// Stored names of the events; they never change.
const (
	AttachmentAddedType   eh.EventType = "proof.attachment_added"
	VersionAddedType      eh.EventType = "proof.version_added"
	VersionApprovedType   eh.EventType = "proof.version_approved"
	VersionRevisedType    eh.EventType = "proof.version_revised"
	VersionDeletedType    eh.EventType = "proof.version_deleted"
	FileReplacedType      eh.EventType = "proof.file_replaced"
	SettingsChangedType   eh.EventType = "proof.settings_changed"
	ReviewRequestedType   eh.EventType = "proof.review_requested"
	AttachmentDeletedType eh.EventType = "proof.attachment_deleted"
	VersionDecidedType    eh.EventType = "proof.version_decided"
	ApproversRemindedType eh.EventType = "proof.approvers_reminded"
)

// InternalDecisions are the requests, approvals and send-backs inside the provider. Only people who
// may read approvals see them (BD-168).
var InternalDecisions = []eh.EventType{VersionApprovedType, VersionRevisedType, ReviewRequestedType}

// File is an uploaded file in the store. Size is in bytes, Width and Height are the pixels of an
// image.
type File struct {
	Name        string `json:"name"`
	ContentType string `json:"contentType"` // detected from the bytes, not from the name
	Key         string `json:"key"`
	Thumbnail   string `json:"thumbnail,omitempty"`
	Size        int64  `json:"size"`
	SHA256      string `json:"sha256"` // hex
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
}

// UnmarshalJSON shortens names of old events that exceed the present bound.
func (f *File) UnmarshalJSON(raw []byte) error {
	type plain File
	err := json.Unmarshal(raw, (*plain)(f))
	f.Name, f.ContentType = domain.Shorten(f.Name, MaxFileName), domain.Shorten(f.ContentType, maxContentType)
	return err
}

// AttachmentAdded begins an attachment of an order; its first version follows.
type AttachmentAdded struct {
	Order       uuid.UUID `json:"order"`
	Kind        Kind      `json:"kind"`
	Name        string    `json:"name"`
	StartingTab Tab       `json:"startingTab"`
	ByCustomer  bool      `json:"byCustomer,omitempty"`
}

// UnmarshalJSON shortens the name like that of a file.
func (a *AttachmentAdded) UnmarshalJSON(raw []byte) error {
	type plain AttachmentAdded
	err := json.Unmarshal(raw, (*plain)(a))
	a.Name = domain.Shorten(a.Name, MaxFileName)
	return err
}

// VersionAdded adds a version; numbers count from 1 and are never used again.
type VersionAdded struct {
	Version uuid.UUID `json:"version"`
	Number  int       `json:"number"`
	File    File      `json:"file"`
}

// VersionApproved approves a version. The approval holds for the bytes with this hash only (D-15).
type VersionApproved struct {
	Version uuid.UUID `json:"version"`
	SHA256  string    `json:"sha256"`
}

// VersionRevised withdraws the approval of a version.
type VersionRevised struct {
	Version uuid.UUID `json:"version"`
}

// VersionDeleted deletes a version. The file leaves the store after 30 days (D-14).
type VersionDeleted struct {
	Version uuid.UUID `json:"version"`
	Reason  string    `json:"reason"`
}

// FileReplaced replaces the file of a version, which loses its approval (D-15).
type FileReplaced struct {
	Version         uuid.UUID `json:"version"`
	File            File      `json:"file"`
	ApprovalCleared bool      `json:"approvalCleared,omitempty"`
}

// SettingsChanged sets which tabs accept comments and where a proof opens. Only the given fields
// change.
type SettingsChanged struct {
	InternalDisabled *bool `json:"internalDisabled,omitempty"`
	PublicDisabled   *bool `json:"publicDisabled,omitempty"`
	StartingTab      *Tab  `json:"startingTab,omitempty"`
}

// ReviewRequested asks the creative managers to look (D-12).
type ReviewRequested struct {
	Version uuid.UUID `json:"version"`
}

// AttachmentDeleted deletes the attachment and all its versions.
type AttachmentDeleted struct{}

// VersionDecided is what an approver decided about a version on the workflow of the order. It holds for
// the bytes with this hash only.
type VersionDecided struct {
	Version  uuid.UUID   `json:"version"`
	SHA256   string      `json:"sha256"`
	Workflow uuid.UUID   `json:"workflow"`
	Edition  int         `json:"edition"`
	Step     int         `json:"step"` // from 0
	Seat     int         `json:"seat"` // from 0
	Approved bool        `json:"approved"`
	Reason   string      `json:"reason,omitempty"` // of a rejection
	Anew     bool        `json:"anew,omitempty"`   // earlier decisions do not count any more
	Outcome  route.State `json:"outcome"`          // of the version on its route, after this decision
	Next     []uuid.UUID `json:"next,omitempty"`   // people of the next step, if this decision passed one
}

// Texts implements domain.Written.
func (d *VersionDecided) Texts() []*string { return []*string{&d.Reason} }

// ApproversReminded says that the people of a step were reminded of a version, once before it is due and
// once after.
type ApproversReminded struct {
	Version uuid.UUID   `json:"version"`
	Step    int         `json:"step"`  // from 0
	Began   time.Time   `json:"began"` // when the step began
	Overdue bool        `json:"overdue,omitempty"`
	People  []uuid.UUID `json:"people"`
}

// Streams describes the streams of proofs.
var Streams = &domain.Streams[*Proof]{
	Type:     AggregateType,
	Says:     "One stream for each attachment of an order, with its versions.",
	New:      New,
	Snapshot: 4,
	Place:    30,
	Events: []domain.EventType{
		domain.Type[AttachmentAdded](AttachmentAddedType, "A file was attached to an order."),
		domain.Type[VersionAdded](VersionAddedType, "A version of the attachment was uploaded."),
		domain.Type[VersionApproved](
			VersionApprovedType, "A version was approved; the approval binds to the file's SHA-256.",
		),
		domain.Type[VersionRevised](VersionRevisedType, "The approval of a version was taken back."),
		domain.Type[VersionDeleted](VersionDeletedType, "A version was deleted, with a reason."),
		domain.Type[FileReplaced](
			FileReplacedType, "The file of a version was replaced; an approval it had was cleared.",
		),
		domain.Type[SettingsChanged](
			SettingsChangedType, "The tabs of the attachment were switched on or off, or its starting tab changed.",
		),
		domain.Type[ReviewRequested](ReviewRequestedType, "The creative managers were asked for a review."),
		domain.Type[AttachmentDeleted](AttachmentDeletedType, "The attachment was deleted with its versions."),
		domain.Type[VersionDecided](
			VersionDecidedType, "An approver approved or rejected a version in a step of the order's workflow.",
		),
		domain.Type[ApproversReminded](
			ApproversRemindedType, "The people of a step were reminded that their decision is due.",
		),
	},
}
