package audit

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

var errHistoryFilter = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "history.filter_invalid",
	Message: "This filter of the history is not valid.",
}

// kindsOfEvents has the events whose kind differs from the usual one of their stream.
var kindsOfEvents = map[eh.EventType]contract.EventKind{
	order.DraftedType:           contract.EventKindDetail,
	order.DetailsChangedType:    contract.EventKindDetail,
	order.RepositionedType:      contract.EventKindDetail,
	order.WatermarkSetType:      contract.EventKindDetail,
	order.AssignedType:          contract.EventKindPeople,
	order.CollaboratorsSetType:  contract.EventKindPeople,
	order.WorkStartedType:       contract.EventKindWork,
	order.WorkStoppedType:       contract.EventKindWork,
	order.EstimateAskedType:     contract.EventKindDetail,
	order.EstimateConfirmedType: contract.EventKindDecision,
	order.EstimateWithdrawnType: contract.EventKindDetail,
	order.WorkBilledType:        contract.EventKindWork,
	proof.VersionApprovedType:   contract.EventKindDecision,
	proof.VersionRevisedType:    contract.EventKindDecision,
	proof.ReviewRequestedType:   contract.EventKindDecision,
	order.RoutePinnedType:       contract.EventKindDetail,
	order.ApproverReplacedType:  contract.EventKindPeople,
	proof.VersionDecidedType:    contract.EventKindDecision,
	proof.ApproversRemindedType: contract.EventKindPeople,
}

func kindOf(t eh.EventType) contract.EventKind {
	if kind, ok := kindsOfEvents[t]; ok {
		return kind
	}
	switch stream, _, _ := strings.Cut(string(t), "."); eh.AggregateType(stream) {
	case proof.AggregateType:
		return contract.EventKindFile
	case topic.AggregateType:
		return contract.EventKindComment
	case guest.AggregateType:
		return contract.EventKindPeople
	}
	return contract.EventKindStatus
}

// historyTypes returns the types of events that a history can contain.
func historyTypes() (types []string) {
	for _, events := range [][]domain.EventType{order.Streams.Events, proof.Streams.Events, topic.Streams.Events, guest.Streams.Events} {
		for _, t := range events {
			types = append(types, string(t.Type))
		}
	}
	return types
}

// historyFilter limits a history. Zero fields do not limit.
type historyFilter struct {
	person   uuid.UUID
	types    []string // nil for all
	from, to time.Time
	via      string
	reason   string // in lower case
}

func newHistoryFilter(
	person *uuid.UUID,
	types *string,
	kind *contract.EventKind,
	from, to *time.Time,
	via, reason *string,
) (f historyFilter, err error) {
	f = historyFilter{
		person: web.Value(person),
		from:   web.Value(from),
		to:     web.Value(to),
		via:    web.Value(via),
		reason: strings.ToLower(strings.TrimSpace(web.Value(reason))),
	}
	if !f.from.IsZero() && !f.to.IsZero() && f.to.Before(f.from) {
		return f, errHistoryFilter.Saying("The filter ends before it begins.")
	}
	known := historyTypes()
	for _, wanted := range web.SplitList(types) {
		of := len(f.types)
		for _, t := range known {
			if t == wanted || strings.HasPrefix(t, wanted+".") {
				f.types = append(f.types, t)
			}
		}
		if len(f.types) == of {
			return f, errHistoryFilter.Saying("The filter names a type of events that no history holds.")
		}
	}
	if kind == nil {
		return f, nil
	}
	if f.types == nil {
		f.types = known
	}
	f.types = slices.DeleteFunc(f.types, func(t string) bool { return kindOf(eh.EventType(t)) != *kind })
	if len(f.types) == 0 {
		return f, errHistoryFilter.Saying("No type of events is of this kind.")
	}
	return f, nil
}

func (f historyFilter) takes(e contract.HistoryEvent) bool {
	return (f.person == uuid.Nil || e.Actor != nil && e.Actor.Id == f.person) &&
		(f.types == nil || slices.Contains(f.types, e.Type)) &&
		(f.from.IsZero() || !e.At.Before(f.from)) &&
		(f.to.IsZero() || !e.At.After(f.to)) &&
		(f.via == "" || e.Via == f.via) &&
		(f.reason == "" || strings.Contains(strings.ToLower(web.Value(e.Reason)), f.reason))
}
