package api

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/accounts"
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/timeline"
)

// Timeline answers what happened to an order, newest first.
func (s *server) Timeline(ctx context.Context, r contract.TimelineRequestObject) (contract.TimelineResponseObject, error) {
	by := actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	limit := value(r.Params.Limit)
	if limit == 0 {
		limit = 30
	}
	filter, err := newHistoryFilter(nil, nil, r.Params.Kind, nil, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	found, err := s.Config.Timeline.Newest(ctx, viewer(by, &o.Order), o.ID, filter.types, value(r.Params.Before), limit+1)
	if err != nil {
		return nil, err
	}
	a := contract.Timeline200JSONResponse{Success: true}
	a.Data.Entries = []contract.TimelineEntry{}
	if len(found) > limit {
		found = found[:limit]
		a.Data.Before = &found[limit-1].Position
	}
	var w accounts.Wanted
	for _, e := range found {
		w.People = append(w.People, e.Actor)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		t := eh.EventType(e.Type)
		entry := contract.TimelineEntry{
			Position: e.Position, TimelineType: contract.TimelineEntryTimelineTypeHistory, Type: e.Type, Content: timelineContent(t), Summary: sentence(t, e.Detail), At: e.At,
			Reason: some(e.Reason), AttachmentId: some(e.Attachment), AttachmentVersionId: some(e.Version),
		}
		if e.Stream != o.ID && e.Attachment != uuid.Nil && e.Stream != e.Attachment {
			entry.TopicId = some(e.Stream)
		}
		if e.Actor != uuid.Nil {
			p := person(names, e.Actor)
			entry.Actor = &p
		}
		a.Data.Entries = append(a.Data.Entries, entry)
	}
	return a, nil
}

// History answers every event of an order with who, when, from where, what changed and why (BY-018).
func (s *server) History(ctx context.Context, r contract.HistoryRequestObject) (contract.HistoryResponseObject, error) {
	p := r.Params
	f, err := newHistoryFilter(p.Person, p.Type, p.Kind, p.From, p.To, p.Via, p.Reason)
	if err != nil {
		return nil, err
	}
	deleted := value(p.DeletedTexts)
	if deleted {
		if err := seesDeleted(actor(ctx)); err != nil {
			return nil, err
		}
	}
	_, steps, err := s.steps(ctx, r.OrderId, deleted)
	if err != nil {
		return nil, err
	}
	after, limit := value(p.After), value(p.Limit)
	if limit == 0 {
		limit = 500
	}
	a := contract.History200JSONResponse{Success: true}
	a.Data.Events = []contract.HistoryEvent{}
	for _, step := range steps {
		if step.Position <= after || !f.takes(step) {
			continue
		}
		if len(a.Data.Events) == limit {
			a.Data.After = &a.Data.Events[limit-1].Position
			break
		}
		a.Data.Events = append(a.Data.Events, step)
	}
	return a, nil
}

// steps is the history of an order as a person may see it now, in full: an order's own events are not many. deleted says whether
// it holds what deleted comments said (D-70).
func (s *server) steps(ctx context.Context, id uuid.UUID, deleted bool) (board.Card, []HistoryStep, error) {
	by := actor(ctx)
	o, err := s.Board.One(ctx, by, id)
	if err != nil {
		return o, nil, err
	}
	streams, err := s.Config.Timeline.Streams(ctx, viewer(by, &o.Order), o.ID)
	if err != nil {
		return o, nil, err
	}
	events, err := s.AsOf.Events(ctx, streams, math.MaxInt64)
	if err != nil {
		return o, nil, err
	}
	if !deleted {
		withoutDeleted(events)
	}
	steps, err := Steps(ctx, s.Accounts, s.Texts, events, viewer(by, &o.Order))
	return o, steps, err
}

// HistoryStep is an event of an order's history with what it changed.
type HistoryStep = contract.HistoryEvent

// Steps goes through the events of an order, its proofs and their topics, and says what each changed, as far as a viewer may see
// it. The events are of streams that they may see.
func Steps(ctx context.Context, people *accounts.Store, texts Texts, events []domain.Event, v timeline.Viewer) ([]HistoryStep, error) {
	if err := openAll(ctx, texts, events); err != nil {
		return nil, err
	}
	var w accounts.Wanted
	for _, e := range events {
		w.People = append(w.People, e.Meta.Actor)
		if d, ok := e.Data.(*order.Assigned); ok {
			w.People = append(w.People, d.Operator, d.Manager)
		}
		if d, ok := e.Data.(*order.CollaboratorsSet); ok {
			w.People = append(w.People, d.Users...)
		}
	}
	names, err := people.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	f, steps := &fold{names, v, map[uuid.UUID]folding{}}, make([]HistoryStep, 0, len(events))
	for _, e := range events {
		step, err := f.step(e)
		if err != nil {
			return nil, err
		}
		if p, ok := f.streams[e.Stream].(*proof.Proof); ok && !v.SeesFileEvent(p.ByCustomer, e.Position) || !v.SeesType(e.Type) {
			continue
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// openAll opens what people wrote in events.
func openAll(ctx context.Context, texts Texts, events []domain.Event) error {
	var written []*string
	for _, e := range events {
		if d, ok := e.Data.(domain.Written); ok {
			written = append(written, d.Texts()...)
		}
	}
	return texts.Open(ctx, written...)
}

// fact is a field of an order, a proof or a topic in words.
type fact struct{ field, value string }

// folding is an aggregate that is folded to see what each event changes.
type folding interface{ Apply(domain.Event) error }

// fold goes through a history and says what each event changed.
type fold struct {
	names   accounts.Names
	viewer  timeline.Viewer
	streams map[uuid.UUID]folding
}

func (f *fold) step(e domain.Event) (contract.HistoryEvent, error) {
	a := f.streams[e.Stream]
	if a == nil {
		switch e.StreamType {
		case order.AggregateType:
			a = order.New(e.Stream)
		case proof.AggregateType:
			a = proof.New(e.Stream)
		case topic.AggregateType:
			a = topic.New(e.Stream)
		case guest.AggregateType:
			a = guest.New(e.Stream)
		default:
			return contract.HistoryEvent{}, fmt.Errorf("history: stream type %s", e.StreamType)
		}
		f.streams[e.Stream] = a
	}
	before := f.facts(a)
	if err := domain.Apply(a, e); err != nil {
		return contract.HistoryEvent{}, err
	}
	after := f.facts(a)
	data := map[string]any{}
	raw, err := json.Marshal(e.Data)
	if err == nil {
		err = json.Unmarshal(raw, &data)
	}
	if err != nil {
		return contract.HistoryEvent{}, fmt.Errorf("history: data at %d: %w", e.Position, err)
	}
	for _, internal := range []string{"key", "thumbnail"} { // where the store keeps a file is nobody's business
		if file, ok := data["file"].(map[string]any); ok {
			delete(file, internal)
		}
	}
	if !f.viewer.Decisions {
		delete(data, "approvalCleared")
	}
	reason, _ := data["reason"].(string)
	out := contract.HistoryEvent{
		Position: e.Position, Version: e.Version, Stream: e.Stream, StreamType: contract.HistoryEventStreamType(e.StreamType), Type: string(e.Type),
		Label: sentence(e.Type, detailOf(e)), At: e.OccurredAt, Via: e.Meta.Via, Reason: some(reason), Data: data, Diff: difference(before, after),
	}
	if e.Meta.Actor != uuid.Nil {
		p := person(f.names, e.Meta.Actor)
		out.Actor = &p
	}
	return out, nil
}

// detailOf is what the sentence of an event needs.
func detailOf(e domain.Event) string {
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

func (f *fold) facts(a folding) []fact {
	switch a := a.(type) {
	case *order.Order:
		return f.orderFacts(a)
	case *proof.Proof:
		facts := []fact{{"Attachment", a.Name}, {"Internal tab", onOff(a.InternalDisabled)}, {"Public tab", onOff(a.PublicDisabled)}, {"Attachment deleted", yes(a.Deleted)}}
		for _, v := range a.Versions {
			state := v.State
			if state == proof.Checked && !f.viewer.Decisions {
				state = proof.Open
			}
			facts = append(facts, fact{fmt.Sprintf("Version %d", v.Number), string(state)}, fact{fmt.Sprintf("File of version %d", v.Number), v.File.Name})
		}
		return facts
	case *topic.Topic:
		return []fact{{"Topic", string(a.State)}, {"Replies", fmt.Sprint(len(a.Comments))}}
	case *guest.Guest:
		return guestFacts(a)
	}
	return nil
}

func guestFacts(g *guest.Guest) []fact {
	if !g.Exists() {
		return nil
	}
	return []fact{
		{"Invitation", "holds until " + g.Expires.UTC().Format("02 Jan 2006 15:04 UTC")}, {"Attachments to review", fmt.Sprint(len(g.Attachments))}, {"Guest has entered", yes(g.Entered)},
		{"Invitation revoked", yes(g.Revoked)},
	}
}

func (f *fold) orderFacts(o *order.Order) []fact {
	if !o.Exists() {
		return nil
	}
	d := o.Details
	due := ""
	if d.Due != nil {
		due = d.Due.UTC().Format("02 Jan 2006")
	}
	team := make([]string, len(o.Collaborators))
	for i, id := range o.Collaborators {
		team[i] = f.names.People[id].Name()
	}
	slices.Sort(team)
	return []fact{
		{"Status", o.Status.Words()}, {"Name", d.Name}, {"Service", d.ServiceName}, {"Due", due}, {"Priority", string(d.Priority)}, {"Brief", shorten(d.Brief)},
		{"Operator", f.names.People[o.Operator].Name()}, {"Manager", f.names.People[o.Manager].Name()}, {"Collaborators", strings.Join(team, ", ")},
		{"Hold reason", o.HoldReason}, {"Frozen", yes(o.Frozen)}, {"Archived", yes(o.Archived)}, {"Deleted", yes(o.Deleted)}, {"Place", o.Rank},
	}
}

// shorten keeps a brief recognisable: the text of its JSON, cut.
func shorten(brief string) string {
	if m, err := topic.ParseMessage(brief); err == nil {
		brief = m.Text
	}
	if r := []rune(brief); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return brief
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

func onOff(disabled bool) string {
	if disabled {
		return "off"
	}
	return "on"
}

func difference(before, after []fact) []struct {
	Field string `json:"field"`
	From  string `json:"from"`
	To    string `json:"to"`
} {
	was := map[string]string{}
	for _, b := range before {
		was[b.field] = b.value
	}
	out := []struct {
		Field string `json:"field"`
		From  string `json:"from"`
		To    string `json:"to"`
	}{}
	for _, a := range after {
		if a.field != "Place" && was[a.field] != a.value {
			out = append(out, struct {
				Field string `json:"field"`
				From  string `json:"from"`
				To    string `json:"to"`
			}{a.field, was[a.field], a.value})
		}
	}
	return out
}
