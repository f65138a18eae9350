package commands

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/subscription"
)

// work is one attempt to handle one command, with the streams it holds locks on. To avoid deadlocks, every
// command locks streams by their Place, and those of one kind by their ids.
type work struct {
	bus      *Bus
	by       domain.Actor
	at       time.Time
	jitter   uint32
	held     []heldStream
	place    int       // of the last stream in the order of locks
	last     uuid.UUID // its id
	guards   []Guard   // of streams that are not held any more
	releases []func()
	exact    bool  // count what is used, because an attempt by a recent reading has failed
	until    int64 // the last position that the log may have before the append, or 0

	invitation *guest.Guest // set when the sender is a guest
}

// heldStream is a locked stream with its aggregate.
type heldStream struct {
	Stream
	agg domain.Aggregate
}

func (h heldStream) base() *domain.Base { return h.agg.Root() }

// OutOfOrder is logged when a command locks a stream that comes before one that it holds. Two such commands can wait
// for each other until one of them gives up.
const OutOfOrder = "a stream is locked out of order"

// take locks and loads a stream, which the work holds until it ends. If it holds a stream with the id
// already, the id belongs to another aggregate type: take then returns domain.ErrNotFound, because locking it
// again would deadlock.
func take[A domain.Aggregate](ctx context.Context, w *work, of *domain.Streams[A], id uuid.UUID) (A, error) {
	var none A
	if slices.ContainsFunc(w.held, func(h heldStream) bool { return h.base().ID == id }) {
		return none, domain.ErrNotFound
	}
	s, a, err := open(ctx, w.bus.Log, of, id)
	if err != nil {
		return none, err
	}
	w.releases = append(w.releases, s.Unlock)
	if of.Place > 0 && a.Root().Exists() { // nobody else waits for a new stream
		if of.Place < w.place || of.Place == w.place && bytes.Compare(id[:], w.last[:]) < 0 {
			w.bus.Logger.ErrorContext(ctx, OutOfOrder, "type", of.Type, "stream", id)
		}
		w.place, w.last = of.Place, id
	}
	w.held = append(w.held, heldStream{s, a})
	return a, nil
}

// letGo unlocks the streams that are held so far, so that others which come before them can be locked. Their versions
// still guard the append.
func (w *work) letGo() {
	for _, h := range w.held {
		w.guards = append(w.guards, h.Release())
	}
	w.held, w.place = nil, 0
}

// byID returns ids in the order in which streams of one kind are locked, each once.
func byID(ids []uuid.UUID) []uuid.UUID {
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(sorted)
}

// open locks and loads a stream, which the caller unlocks.
func open[A domain.Aggregate](ctx context.Context, log Log, of *domain.Streams[A], id uuid.UUID) (Stream, A, error) {
	var none A
	s, err := log.Lock(ctx, of.Type, id)
	if err != nil {
		return nil, none, err
	}
	found, err := s.Load(ctx)
	if err != nil {
		s.Unlock()
		return nil, none, err
	}
	return s, found.(A), nil
}

// readClient returns a client as it is now, without keeping it locked. Its settings can change until the
// command is appended.
func (w *work) readClient(ctx context.Context, name string) (c client.Client, err error) {
	err = loadFresh(ctx, w.bus.Log, client.Streams, client.StreamOf(name), func(found *client.Client) { c = *found })
	return c, err
}

// readSubscription returns the subscription of a customer as readClient does. It is empty for an account that never
// had one.
func (w *work) readSubscription(ctx context.Context, customer uuid.UUID) (s subscription.Subscription, err error) {
	stream := subscription.StreamOf(customer)
	err = loadFresh(ctx, w.bus.Log, subscription.Streams, stream, func(found *subscription.Subscription) { s = *found })
	return s, err
}

// readInvoice returns an invoice as readClient does.
func (w *work) readInvoice(ctx context.Context, id uuid.UUID) (i invoice.Invoice, err error) {
	err = loadFresh(ctx, w.bus.Log, invoice.Streams, id, func(found *invoice.Invoice) { i = *found })
	return i, err
}

// leaders locks the leadership of an account until the command ends and returns the people who lead
// it.
func (w *work) leaders(ctx context.Context, client string, customer uuid.UUID) ([]uuid.UUID, error) {
	people, release, err := w.bus.Leaders.Take(ctx, client, customer)
	if err != nil {
		return nil, err
	}
	w.releases = append(w.releases, release)
	return people, nil
}

// visibleOrder locks and returns an order the sender may see. For an order they may not see it
// returns domain.ErrNotFound, so that nobody learns that the order exists.
func (w *work) visibleOrder(ctx context.Context, id uuid.UUID) (*order.Order, error) {
	o, err := take(ctx, w, order.Streams, id)
	if err != nil {
		return nil, err
	}
	if w.by.Role == domain.Guest {
		if err := w.invited(ctx); err != nil {
			return nil, err
		}
	}
	if !o.Visible(w.by) {
		return nil, domain.ErrNotFound
	}
	return o, w.notFrozen(ctx, o.Customer)
}

// notFrozen returns customer.ErrLeaving if the deletion of a customer's account was requested. Only
// the product itself changes the orders of such an account (D-51).
func (w *work) notFrozen(ctx context.Context, id uuid.UUID) error {
	if w.by.Role == domain.System {
		return nil
	}
	leaving, err := w.bus.People.Leaving(ctx, id)
	if err == nil && leaving {
		err = customer.ErrLeaving
	}
	return err
}

// rankOf returns the rank of the card next to which another card is dropped. The rank is empty if
// the sender may not see the card or it is in another column. Call it before locking any stream:
// two commands that read each other's cards would otherwise deadlock.
func (w *work) rankOf(ctx context.Context, id uuid.UUID, in order.Status) (string, error) {
	if id == uuid.Nil {
		return "", nil
	}
	s, o, err := open(ctx, w.bus.Log, order.Streams, id)
	if err != nil {
		return "", err
	}
	defer s.Unlock()
	if !o.Visible(w.by) || o.Status.Column() != in.Column() {
		return "", nil
	}
	return o.Rank, nil
}

// slot reports whether the customer may have another active order. It locks the customer's slots
// until the command ends, unless enough are free.
func (w *work) slot(ctx context.Context, customer uuid.UUID) (bool, error) {
	limit, err := w.bus.Slots.Limit(ctx, customer)
	if err != nil || limit < 0 {
		return err == nil, err
	}
	if !w.exact {
		used, active, err := w.bus.Usage.Recent(ctx, customer, false)
		if err != nil {
			return false, err
		}
		if w.leaves(max(int64(limit-active), 0), used) {
			return true, nil
		}
	}
	free, release, err := w.bus.Slots.Take(ctx, customer, limit)
	if err != nil {
		return false, err
	}
	w.releases = append(w.releases, release)
	return free, nil
}

// store checks that a file fits into the customer's storage, and locks the storage until the
// command ends. It returns domain.ErrNotEnoughStorage if the file does not fit.
func (w *work) store(ctx context.Context, customer uuid.UUID, f proof.File) error {
	release, err := w.bus.Storage.Take(ctx, customer, f.Size)
	if err != nil {
		return err
	}
	w.releases = append(w.releases, release)
	return nil
}

// main returns the stream the command writes to, which is the last one it locked. The others only
// guard the append.
func (w *work) main() (heldStream, bool) {
	if len(w.held) == 0 {
		return heldStream{}, false
	}
	return w.held[len(w.held)-1], true
}

// mainOrder returns the order the command writes to, or nil.
func (w *work) mainOrder() *order.Order {
	main, _ := w.main()
	o, _ := main.agg.(*order.Order)
	return o
}

// promise completes the recorded events with the promised start, where an order begins to wait for
// work.
func (w *work) promise(ctx context.Context) error {
	o := w.mainOrder()
	if o == nil || !o.NeedsPromise() {
		return nil
	}
	hours, err := w.bus.Hours(ctx)
	if err != nil {
		return err
	}
	o.Promise(hours.Calendar())
	return nil
}

func (w *work) nothingRecorded() bool {
	main, ok := w.main()
	return !ok || !main.base().HasRecorded()
}

// expect returns domain.ErrStaleVersion if the main stream is not at the version the sender
// expects (D-32). A nil version matches any.
func (w *work) expect(version *int) error {
	if main, ok := w.main(); ok && version != nil && main.base().Version != *version {
		return domain.ErrStaleVersion
	}
	return nil
}

func (w *work) append(ctx context.Context, meta domain.Meta, id uuid.UUID) (AppendResult, error) {
	main, _ := w.main()
	guards := w.guards
	for _, h := range w.held[:len(w.held)-1] {
		if h.base().HasRecorded() {
			return AppendResult{}, errors.New("commands: a command wrote to a stream that is not its last")
		}
		guards = append(guards, h.Stream)
	}
	return main.Append(
		ctx,
		Write{Events: main.base().TakeRecorded(), Meta: meta, CommandID: id, Until: w.until},
		guards,
	)
}

// refresh discards the recorded events and loads what other processes appended to the held streams.
// It reports whether there was anything new, in which case the decision is outdated.
func (w *work) refresh(ctx context.Context) (changed bool, err error) {
	for _, h := range w.held {
		h.base().TakeRecorded()
		c, err := h.Refresh(ctx)
		if err != nil {
			return false, err
		}
		changed = changed || c
	}
	return changed, nil
}

// done returns the result for the main stream. Position 0 means the position of its last event.
func (w *work) done(position int64) Result {
	h, ok := w.main()
	if !ok {
		return Result{}
	}
	if position == 0 {
		position = h.base().Position
	}
	d := Result{Stream: h.base().ID, Version: h.base().Version, Position: position}
	if o := w.mainOrder(); o != nil {
		copied := *o
		d.Order = &copied
	}
	return d
}

func (w *work) release() {
	for _, f := range slices.Backward(w.releases) {
		f()
	}
	w.releases = nil
}
