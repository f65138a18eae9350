package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/timeline"
)

// Timeline returns the events of an order, newest first.
func (s *API) Timeline(
	ctx context.Context,
	r contract.TimelineRequest,
) (*contract.TimelineAnswer, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	limit := web.Value(r.Limit)
	if limit == 0 {
		limit = 30
	}
	filter, err := newHistoryFilter(nil, nil, r.Kind, nil, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	found, err := s.Ports.Timeline.Newest(
		ctx, read.Viewer(by, &o.Summary), o.ID, filter.types, web.Value(r.Before), limit+1,
	)
	if err != nil {
		return nil, err
	}
	a := &contract.TimelineAnswer{}
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
			Position:            e.Position,
			TimelineType:        contract.TimelineEntryTimelineTypeHistory,
			Type:                e.Type,
			Content:             present.TimelineContent(t),
			Summary:             present.EventSentence(t, e.Detail, e.Attachment),
			At:                  e.At,
			Reason:              web.Some(e.Reason),
			AttachmentId:        web.Some(e.Attachment),
			AttachmentVersionId: web.Some(e.Version),
		}
		if strings.HasPrefix(e.Type, string(topic.AggregateType)+".") {
			entry.TopicId = web.Some(e.Stream)
		}
		if e.Actor != uuid.Nil {
			p := present.Person(names, e.Actor)
			entry.Actor = &p
		}
		a.Data.Entries = append(a.Data.Entries, entry)
	}
	return a, nil
}

// History returns every event of an order with who, when, from where, what changed and why
// (BY-018).
func (s *API) History(ctx context.Context, r contract.HistoryRequest) (*contract.HistoryAnswer, error) {
	f, err := newHistoryFilter(r.Person, r.Type, r.Kind, r.From, r.To, r.Via, r.Reason)
	if err != nil {
		return nil, err
	}
	deleted := web.Value(r.DeletedTexts)
	if deleted {
		if err := read.SeesDeleted(web.Actor(ctx)); err != nil {
			return nil, err
		}
	}
	o, err := s.Board.One(ctx, web.Actor(ctx), r.OrderId)
	if err != nil {
		return nil, err
	}
	limit := web.Value(r.Limit)
	if limit == 0 {
		limit = historyPage
	}
	steps, next, err := s.steps(ctx, web.Actor(ctx), &o, f, web.Value(r.After), limit, deleted)
	if err != nil {
		return nil, err
	}
	a := &contract.HistoryAnswer{}
	a.Data.Events, a.Data.After = steps, web.Some(next)
	return a, nil
}

// Bounds of a page of a history.
const (
	historyPage  = 500
	historyBytes = 2 << 20 // bytes of the events' content
	historyKept  = 5000    // folded streams, and versions of attachments, that are kept for the next event
	historyRead  = 200     // events read at a time
)

// steps returns a page of the history of an order as a person may see it now: the events after a
// position, oldest first. next is the start of the next page, 0 at the end. deleted includes the
// texts of deleted comments (D-70).
func (s *API) steps(
	ctx context.Context,
	by domain.Actor,
	o *order.Order,
	filter historyFilter,
	after int64,
	limit int,
	deleted bool,
) (steps []HistoryStep, next int64, err error) {
	v := read.Viewer(by, &o.Summary)
	f := newFold(s.Accounts, v)
	f.log = s.AsOf
	steps = []HistoryStep{}
	taken := 0
	for more := true; more; {
		found, err := s.Ports.Timeline.History(ctx, v, o.ID, filter.types, after, historyRead)
		if err != nil {
			return nil, 0, err
		}
		positions := make([]int64, len(found))
		for i, at := range found {
			positions[i], f.threads[at.Position] = at.Position, at
		}
		more = len(found) == historyRead
		err = s.AsOf.At(ctx, positions, func(events []domain.Event) error {
			if !deleted {
				if err := s.Read.WithoutDeleted(ctx, events); err != nil {
					return err
				}
			}
			if err := f.open(ctx, s.Texts, events); err != nil {
				return err
			}
			for _, e := range events {
				if taken > historyBytes {
					next, more = after, false
					return asof.ErrEnough
				}
				step, size, err := f.step(ctx, e)
				if err != nil {
					return err
				}
				if len(steps) == limit && filter.takes(step) {
					next, more = steps[limit-1].Position, false
					return asof.ErrEnough
				}
				if filter.takes(step) {
					steps, taken = append(steps, step), taken+size
				}
				after = e.Position
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		clear(f.threads)
	}
	return steps, next, nil
}

// Narrate calls do with every event of an order that a person may see, oldest first.
func (s *API) Narrate(ctx context.Context, by domain.Actor, o *order.Order, do func(HistoryStep) error) error {
	var after int64
	for {
		steps, next, err := s.steps(ctx, by, o, historyFilter{}, after, historyPage, false)
		if err != nil {
			return err
		}
		for _, step := range steps {
			if err := do(step); err != nil {
				return err
			}
		}
		if after = next; next == 0 {
			return nil
		}
	}
}

// HistoryStep is an event of an order's history with what it changed.
type HistoryStep = contract.HistoryEvent

// Steps calls do for all events of an order, its proofs and their topics, with what each one
// changed, as far as the viewer may see it. The events must be of streams that they may see.
func Steps(
	ctx context.Context,
	people *accounts.Store,
	texts web.Texts,
	events []domain.Event,
	v timeline.Viewer,
) ([]HistoryStep, error) {
	f, steps := newFold(people, v), make([]HistoryStep, 0, len(events))
	if err := f.open(ctx, texts, events); err != nil {
		return nil, err
	}
	for _, e := range events {
		step, _, err := f.step(ctx, e)
		if err != nil {
			return nil, err
		}
		if p, ok := f.streams[e.Stream].(*proof.Proof); ok && !v.SeesFileEvent(p.ByCustomer, e.Position) ||
			!v.SeesType(e.Type) {
			continue
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// fact is a field of an order, a proof or a topic and its value in words.
type fact struct{ Field, Value string }

// folding is an aggregate that is folded to find out what each event of a stream changes.
type folding interface{ Apply(domain.Event) error }

// thread is the state of a topic in a history.
type thread struct {
	attachment uuid.UUID // Nil for a message of the conversation
	state      topic.State
	replies    int
}

// Apply folds one event, for which the event's type is sufficient.
func (t *thread) Apply(e domain.Event) error {
	if _, omitted := e.Data.(*domain.Omitted); omitted {
		return nil
	}
	switch e.Type {
	case topic.RepliedType:
		t.replies++
	case topic.CommentDeletedType:
		t.replies--
	default:
		t.turn(e.Type)
	}
	return nil
}

func (t *thread) turn(by eh.EventType) {
	switch by {
	case topic.OpenedType, topic.ReopenedType:
		t.state = topic.Open
	case topic.ResolvedType:
		t.state = topic.Closed
	case topic.DeletedType:
		t.state = topic.Gone
	}
}

// fold reads a history, or a part of it, and finds out what each event changed.
type fold struct {
	people   *accounts.Store
	names    accounts.Names
	viewer   timeline.Viewer
	streams  map[uuid.UUID]folding
	reached  map[uuid.UUID]int       // version of each stream
	threads  map[int64]timeline.Step // states of topics before events, by position
	log      *asof.Reader            // reads the events before the part; nil for a whole history
	counted  map[uuid.UUID]int       // number of versions of each attachment
	versions int                     // their sum
}

func newFold(people *accounts.Store, v timeline.Viewer) *fold {
	return &fold{
		people:  people,
		viewer:  v,
		names:   accounts.Names{People: map[uuid.UUID]accounts.User{}},
		streams: map[uuid.UUID]folding{},
		reached: map[uuid.UUID]int{},
		counted: map[uuid.UUID]int{},
		threads: map[int64]timeline.Step{},
	}
}

// open decrypts the texts in events and loads the names of the people in them.
func (f *fold) open(ctx context.Context, texts web.Texts, events []domain.Event) error {
	var written []*string
	var people []uuid.UUID
	for _, e := range events {
		if d, ok := e.Data.(domain.Written); ok {
			written = append(written, d.Texts()...)
		}
		people = append(people, e.Meta.Actor, e.Meta.Impersonator)
		switch d := e.Data.(type) {
		case *order.Assigned:
			people = append(people, d.Operator, d.Manager)
		case *order.CollaboratorsSet:
			people = append(people, d.Users...)
		}
	}
	if err := texts.Open(ctx, written...); err != nil {
		return err
	}
	return f.know(ctx, people...)
}

// know loads the names of people.
func (f *fold) know(ctx context.Context, people ...uuid.UUID) error {
	names, err := f.people.Names(ctx, accounts.Wanted{People: people})
	maps.Copy(f.names.People, names.People)
	return err
}

// before returns the stream of an event in its state before the event.
func (f *fold) before(ctx context.Context, e domain.Event) (folding, error) {
	if f.log != nil && f.versions+len(f.streams) > historyKept {
		clear(f.streams)
		clear(f.reached)
		clear(f.counted)
		f.versions = 0
	}
	a := f.streams[e.Stream]
	if a == nil {
		switch e.StreamType {
		case order.AggregateType:
			a = order.New(e.Stream)
		case proof.AggregateType:
			a = proof.New(e.Stream)
		case topic.AggregateType:
			t := &thread{}
			if d, ok := e.Data.(*topic.Opened); ok && !d.InConversation() { // a later page has it from the timeline
				t.attachment = d.Proof
			}
			a = t
		case guest.AggregateType:
			a = guest.New(e.Stream)
		default:
			return nil, fmt.Errorf("history: stream type %s", e.StreamType)
		}
		f.streams[e.Stream] = a
	}
	if f.log == nil {
		return a, nil
	}
	if t, ok := a.(*thread); ok {
		at := f.threads[e.Position]
		t.attachment, t.replies = at.Attachment, at.Replies
		t.turn(at.Turn)
		return a, nil
	}
	if f.reached[e.Stream] < e.Version-1 {
		if err := f.log.Stream(
			ctx, e.Stream, f.reached[e.Stream], e.Position-1, func(e domain.Event) error { return domain.Apply(a, e) },
		); err != nil {
			return nil, err
		}
	}
	f.reached[e.Stream] = e.Version
	switch a := a.(type) {
	case *order.Order:
		return a, f.know(ctx, append([]uuid.UUID{a.Operator, a.Manager}, a.Collaborators...)...)
	case *proof.Proof:
		f.versions += max(len(a.Versions)-f.counted[e.Stream], 0)
		f.counted[e.Stream] = len(a.Versions)
	}
	return a, nil
}

// step finds out what an event changed, and how many bytes it has.
func (f *fold) step(ctx context.Context, e domain.Event) (contract.HistoryEvent, int, error) {
	a, err := f.before(ctx, e)
	if err != nil {
		return contract.HistoryEvent{}, 0, err
	}
	version := versionOf(e)
	before := f.facts(a, version)
	if err := domain.Apply(a, e); err != nil {
		return contract.HistoryEvent{}, 0, err
	}
	after := f.facts(a, version)
	data := map[string]any{}
	raw, err := json.Marshal(e.Data)
	if err == nil {
		err = json.Unmarshal(raw, &data)
	}
	if err != nil {
		return contract.HistoryEvent{}, 0, fmt.Errorf("history: data at %d: %w", e.Position, err)
	}
	for _, internal := range []string{"key", "thumbnail"} { // the keys of the file store are internal
		if file, ok := data["file"].(map[string]any); ok {
			delete(file, internal)
		}
	}
	if !f.viewer.Decisions {
		delete(data, "approvalCleared")
	}
	reason, _ := data["reason"].(string)
	out := contract.HistoryEvent{
		Position:   e.Position,
		Version:    e.Version,
		Stream:     e.Stream,
		StreamType: contract.HistoryEventStreamType(e.StreamType),
		Type:       string(e.Type),
		Label:      present.EventSentence(e.Type, present.EventDetail(e), attachmentOf(a)),
		At:         e.OccurredAt,
		Via:        e.Meta.Via,
		Reason:     web.Some(reason),
		Data:       data,
		Diff:       difference(before, after),
	}
	out.Actor, out.Impersonator = present.MaybePerson(
		f.names,
		e.Meta.Actor,
	), present.MaybePerson(
		f.names,
		e.Meta.Impersonator,
	)
	return out, len(raw), nil
}

// attachmentOf returns the attachment that the events of a stream are about.
func attachmentOf(a folding) uuid.UUID {
	switch a := a.(type) {
	case *proof.Proof:
		return a.ID
	case *thread:
		return a.attachment
	}
	return uuid.Nil
}

// versionOf returns the version of an attachment that an event is about. An event changes no other.
func versionOf(e domain.Event) uuid.UUID {
	switch d := e.Data.(type) {
	case *proof.VersionAdded:
		return d.Version
	case *proof.VersionApproved:
		return d.Version
	case *proof.VersionRevised:
		return d.Version
	case *proof.VersionDeleted:
		return d.Version
	case *proof.FileReplaced:
		return d.Version
	}
	return uuid.Nil
}

// facts returns what a history shows of a stream. Of an attachment it shows one version only.
func (f *fold) facts(a folding, version uuid.UUID) []fact {
	switch a := a.(type) {
	case *order.Order:
		return f.orderFacts(a)
	case *proof.Proof:
		facts := []fact{
			{"Attachment", a.Name},
			{"Internal tab", onOff(a.InternalDisabled)},
			{"Public tab", onOff(a.PublicDisabled)},
			{"Attachment deleted", yes(a.Deleted)},
		}
		for _, v := range a.Versions {
			if v.ID != version {
				continue
			}
			state := v.State
			if state == proof.Checked && !f.viewer.Decisions {
				state = proof.Open
			}
			facts = append(
				facts, fact{fmt.Sprintf("Version %d", v.Number), string(state)},
				fact{fmt.Sprintf("File of version %d", v.Number), v.File.Name},
			)
		}
		return facts
	case *thread:
		if a.attachment == uuid.Nil {
			return []fact{{"Message deleted", yes(a.state == topic.Gone)}, {"Replies", strconv.Itoa(a.replies)}}
		}
		return []fact{{"Topic", string(a.state)}, {"Replies", strconv.Itoa(a.replies)}}
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
		{"Invitation", "holds until " + g.Expires.UTC().Format("02 Jan 2006 15:04 UTC")},
		{"Attachments to review", fmt.Sprint(len(g.Attachments))},
		{"Guest has entered", yes(g.Entered)},
		{"Invitation revoked", yes(g.Revoked)},
	}
}

func (f *fold) orderFacts(o *order.Order) []fact {
	if !o.Exists() {
		return nil
	}
	team := make([]string, len(o.Collaborators))
	for i, id := range o.Collaborators {
		team[i] = f.names.People[id].Name()
	}
	slices.Sort(team)
	facts := []fact{{"Status", o.Status.Words()}}
	for _, of := range present.DetailFacts(o.Details()) {
		facts = append(facts, fact(of))
	}
	return append(facts, []fact{
		{"Operator", f.names.People[o.Operator].Name()},
		{"Manager", f.names.People[o.Manager].Name()},
		{"Collaborators", strings.Join(team, ", ")},
		{"Hold reason", o.HoldReason},
		{"Frozen", yes(o.Frozen)},
		{"Archived", yes(o.Archived)},
		{"Deleted", yes(o.Deleted)},
		{"Place", o.Rank},
	}...)
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

// maxFact bounds the description of a change, because an order may have many collaborators.
const maxFact = 4000 // characters

func difference(before, after []fact) []contract.FieldChange {
	was := map[string]string{}
	for _, b := range before {
		was[b.Field] = b.Value
	}
	out := []contract.FieldChange{}
	for _, a := range after {
		if a.Field != "Place" && was[a.Field] != a.Value {
			out = append(out, contract.FieldChange{
				Field: a.Field,
				From:  domain.Shorten(was[a.Field], maxFact),
				To:    domain.Shorten(a.Value, maxFact),
			})
		}
	}
	return out
}
