package workflow

import (
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of workflows: one for each account that places orders.
const AggregateType eh.AggregateType = "workflow"

// Stored names of the events; they never change.
const (
	DraftSavedType     eh.EventType = "workflow.draft_saved"
	DraftDiscardedType eh.EventType = "workflow.draft_discarded"
	PublishedType      eh.EventType = "workflow.published"
	RetiredType        eh.EventType = "workflow.retired"
	ChosenType         eh.EventType = "workflow.chosen"
)

// DraftSaved stores the draft of a workflow. The first one creates the workflow.
type DraftSaved struct {
	Customer uuid.UUID `json:"customer"`
	Workflow uuid.UUID `json:"workflow"`
	Draft    Draft     `json:"draft"`
}

// DraftDiscarded throws a draft away, and the workflow with it if it was never published.
type DraftDiscarded struct {
	Workflow uuid.UUID `json:"workflow"`
}

// Published makes the draft the next edition.
type Published struct {
	Workflow uuid.UUID `json:"workflow"`
	Edition  int       `json:"edition"` // from 1
	Draft    Draft     `json:"draft"`
}

// Retired ends a workflow. Orders that have pinned it go on with it.
type Retired struct {
	Workflow uuid.UUID `json:"workflow"`
}

// Chosen says which workflow new orders pin from now on.
type Chosen struct {
	Workflow uuid.UUID `json:"workflow,omitzero"` // Nil for none
}

// Streams describes the streams of workflows.
var Streams = &domain.Streams[*Workflows]{
	Type:     AggregateType,
	Says:     "One stream for the approval workflows of each customer. Its id is made from the customer's.",
	New:      New,
	Snapshot: 1,
	Place:    120,
	Missing:  true, // most accounts have no workflows, and each order asks for them
	ID:       domain.IDFrom(StreamOf),
	Events: []domain.EventType{
		domain.Type[DraftSaved](DraftSavedType, "The draft of an approval workflow was saved."),
		domain.Type[DraftDiscarded](DraftDiscardedType, "The draft of an approval workflow was thrown away."),
		domain.Type[Published](
			PublishedType,
			"An approval workflow was published. Orders keep the edition that was in use when they were published.",
		),
		domain.Type[Retired](RetiredType, "An approval workflow was retired. Orders that have it go on with it."),
		domain.Type[Chosen](ChosenType, "An account chose the approval workflow of its new orders, or none."),
	},
}
