package benchmark

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/record"
)

// boardOfHistory is the number of orders that are open at any time in a generated history.
const boardOfHistory = 1_000

// history generates the event log of a busy company. Each order has about 30 events, with proofs,
// threads and notifications. The events of different orders are interleaved as in real use.
type history struct {
	orders   int
	r        *rand.Rand
	at       time.Time
	position int64
	versions map[uuid.UUID]int
	alive    []*life
	keys     *keyring.Keyring
}

// life is the generated history of one order. Each step produces one event.
type life struct {
	order, proof, topic uuid.UUID
	steps               []func(*history, *life) row
}

type row struct {
	stream uuid.UUID
	kind   eh.AggregateType
	typ    eh.EventType
	data   any
	role   domain.Role
}

// WriteHistory writes generated events behind those of a log to which nobody else writes. It limits how
// many orders are on the board at a time. The same numbers and the same log before always produce the
// same log. If it gets keys, it authenticates the events.
func WriteHistory(ctx context.Context, db *pgxpool.Pool, events, orders int, keys *keyring.Keyring) error {
	h := &history{
		orders:   orders,
		r:        rand.New(rand.NewPCG(1, 2)),
		at:       time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		versions: map[uuid.UUID]int{},
		keys:     keys,
	}
	if err := db.QueryRow(ctx, "select coalesce(max(position), 0) from events").Scan(&h.position); err != nil {
		return fmt.Errorf("write a history: %w", err)
	}
	columns := []string{
		"position",
		"stream_id",
		"version",
		"stream_type",
		"type",
		"data",
		"metadata",
		"command_id",
		"occurred_at",
		"auth",
	}
	_, err := db.CopyFrom(
		ctx, pgx.Identifier{"events"}, columns, pgx.CopyFromSlice(events, func(int) ([]any, error) { return h.next() }),
	)
	if err == nil {
		_, err = db.Exec(ctx, "vacuum analyze events")
	}
	if err != nil {
		return fmt.Errorf("write a history: %w", err)
	}
	return nil
}

// next returns the next event as a row of the log.
func (h *history) next() ([]any, error) {
	for len(h.alive) < h.orders && (len(h.alive) == 0 || h.r.IntN(8) == 0) {
		h.alive = append(h.alive, h.begin())
	}
	i := h.r.IntN(len(h.alive))
	l := h.alive[i]
	e := l.steps[0](h, l)
	if l.steps = l.steps[1:]; len(l.steps) == 0 {
		h.alive[i] = h.alive[len(h.alive)-1]
		h.alive = h.alive[:len(h.alive)-1]
	}
	data, err := json.Marshal(e.data)
	if err != nil {
		return nil, err
	}
	h.position++
	h.versions[e.stream]++
	h.at = h.at.Add(time.Duration(h.r.IntN(2_000)) * time.Millisecond)
	command := h.id()
	meta, err := json.Marshal(domain.Meta{
		Actor:       h.person(),
		Role:        e.role,
		Command:     string(e.typ),
		Fingerprint: command.String()[:24],
		Request:     command.String()[24:],
		Via:         "board",
	})
	auth := h.keys.AuthenticateEvent(record.Leaf{
		Position:   h.position,
		Stream:     e.stream,
		Version:    h.versions[e.stream],
		StreamType: e.kind,
		Type:       e.typ,
		Data:       data,
		Meta:       meta,
		OccurredAt: h.at,
	}, command)
	return []any{
		h.position,
		e.stream,
		h.versions[e.stream],
		string(e.kind),
		string(e.typ),
		data,
		meta,
		command,
		h.at,
		auth,
	}, err
}

func (h *history) id() (id uuid.UUID) {
	for i := 0; i < 16; i += 8 {
		n := h.r.Uint64()
		for k := range 8 {
			id[i+k] = byte(n >> (8 * k))
		}
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id
}

func (h *history) person() uuid.UUID {
	return uuid.UUID{0: 7, 6: 0x40, 8: 0x80, 15: byte(h.r.IntN(60))}
}

func (h *history) rank() string { return fmt.Sprintf("0%09x", h.r.Uint32()) }

const brief = `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Front and back label for the summer edition. Keep the jar of last year, make the fruit larger, and mind the new nutrition table."}]}]}`

func (h *history) begin() *life {
	l := &life{order: h.id(), proof: h.id(), topic: h.id()}
	l.add(order.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
		due := h.at.Add(240 * time.Hour)
		return l.order, order.DraftedType, &order.Drafted{
			Client:   "customer",
			Customer: uuid.UUID{0: 9, 6: 0x40, 8: 0x80, 15: byte(h.r.IntN(20))},
			Creator:  h.person(),
			Rank:     h.rank(),
			Details: order.Details{
				Headline: order.Headline{
					Name:        fmt.Sprintf("Summer label %d", h.position),
					Service:     uuid.UUID{1},
					ServiceName: "Product label",
					Package:     "Studio",
					Due:         &due,
					Priority:    order.Normal,
				},
				Brief: brief,
			},
		}
	})
	l.add(order.AggregateType, func(*history, *life) (uuid.UUID, eh.EventType, any) {
		name, high := "Summer label, final", order.High
		return l.order, order.DetailsChangedType, &order.DetailsChanged{Name: &name, Priority: &high}
	})
	l.add(order.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.order, order.CollaboratorsSetType, &order.CollaboratorsSet{Users: []uuid.UUID{h.person(), h.person()}}
	})
	l.move(order.PublishedType, order.Draft, order.ReadyToGo)
	l.add(order.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.order, order.AssignedType, &order.Assigned{Operator: h.person(), Manager: h.person()}
	})
	l.move(order.MovedType, order.ReadyToGo, order.InProgress)
	l.notify(inbox.OrderMoved)
	l.add(proof.AggregateType, func(_ *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.proof, proof.AttachmentAddedType, &proof.AttachmentAdded{
			Order:       l.order,
			Kind:        proof.CustomerReview,
			Name:        "label.png",
			StartingTab: proof.Public,
		}
	})
	var version uuid.UUID
	for number := range 1 + h.r.IntN(3) {
		version = h.id()
		l.version(version, number+1)
		l.reposition(h.r.IntN(2))
		l.move(order.MovedType, order.InProgress, order.InReview)
		l.thread(h, version)
		if h.r.IntN(4) == 0 {
			l.hold(order.InReview)
		}
		l.move(order.MovedType, order.InReview, order.InProgress)
	}
	l.move(order.MovedType, order.InProgress, order.InReview)
	l.add(proof.AggregateType, func(_ *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.proof, proof.VersionApprovedType, &proof.VersionApproved{
			Version: version,
			SHA256:  "5f2b51ca2fdc5baa31ec02e002f69aec5f2b51ca2fdc5baa31ec02e002f69aec",
		}
	})
	l.notify(inbox.VersionApproved)
	l.move(order.MovedType, order.InReview, order.Approved)
	l.move(order.MovedType, order.Approved, order.Completed)
	l.add(order.AggregateType, func(_ *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.order, order.ArchivedType, &order.Archived{}
	})
	return l
}

func (l *life) add(kind eh.AggregateType, event func(*history, *life) (uuid.UUID, eh.EventType, any)) {
	l.steps = append(l.steps, func(h *history, l *life) row {
		stream, typ, data := event(h, l)
		return row{stream, kind, typ, data, domain.Manager}
	})
}

func (l *life) move(t eh.EventType, from, to order.Status) {
	l.add(order.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
		c := order.Change{From: from, To: to, Rank: h.rank()}
		if t == order.PublishedType {
			return l.order, t, &order.Published{Change: c}
		}
		return l.order, t, &order.Moved{Change: c}
	})
}

func (l *life) hold(from order.Status) {
	l.add(order.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.order, order.HeldType, &order.Held{
			Change: order.Change{From: from, To: order.OnHold, Rank: h.rank()},
			Reason: "Waiting for legal",
		}
	})
	l.add(order.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.order, order.ResumedType, &order.Resumed{
			Change: order.Change{From: order.OnHold, To: from, Rank: h.rank()},
		}
	})
}

func (l *life) reposition(times int) {
	for range times {
		l.add(order.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
			return l.order, order.RepositionedType, &order.Repositioned{Rank: h.rank()}
		})
	}
}

func (l *life) version(id uuid.UUID, number int) {
	l.add(proof.AggregateType, func(_ *history, l *life) (uuid.UUID, eh.EventType, any) {
		return l.proof, proof.VersionAddedType, &proof.VersionAdded{Version: id, Number: number, File: proof.File{
			Name:        "label.png",
			ContentType: "image/png",
			Key:         "files/" + id.String(),
			Size:        1_482_113,
			Width:       2480,
			Height:      3508,
			SHA256:      "5f2b51ca2fdc5baa31ec02e002f69aec5f2b51ca2fdc5baa31ec02e002f69aec",
		}}
	})
}

// thread adds a topic with several replies to a version. Each reply notifies one person.
func (l *life) thread(h *history, version uuid.UUID) {
	id := h.id()
	l.add(topic.AggregateType, func(_ *history, l *life) (uuid.UUID, eh.EventType, any) {
		return id, topic.OpenedType, &topic.Opened{
			Order:      l.order,
			Proof:      l.proof,
			Version:    version,
			Public:     true,
			Message:    brief,
			Annotation: `{"className":"rect","x":120,"y":80,"width":300,"height":90}`,
			Page:       1,
		}
	})
	for range 1 + h.r.IntN(3) {
		l.add(topic.AggregateType, func(h *history, _ *life) (uuid.UUID, eh.EventType, any) {
			return id, topic.RepliedType, &topic.Replied{Comment: h.id(), Message: brief}
		})
		l.notify(inbox.Commented)
	}
	l.add(
		topic.AggregateType,
		func(*history, *life) (uuid.UUID, eh.EventType, any) { return id, topic.ResolvedType, &topic.Resolved{} },
	)
}

func (l *life) notify(k inbox.Kind) {
	l.add(inbox.AggregateType, func(h *history, l *life) (uuid.UUID, eh.EventType, any) {
		return h.person(), inbox.NotifiedType, &inbox.Notified{
			Message: h.id(),
			Kind:    k,
			Group:   l.order.String(),
			Order:   l.order,
			Proof:   l.proof,
			By:      h.person(),
		}
	})
}
