package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/guest"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/invoice"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/payment"
	"github.com/proofboard/proofboard/domain/plan"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/subscription"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/domain/workflow"
)

// work is one attempt to handle one command, with the streams it holds locks on. To avoid
// deadlocks, commands lock in the sequence order, guest, proof, topic, inbox. Inviting and revoking
// a guest lock the guest last, which is safe: every command on a guest locks the order first.
// Commands on accounts lock none of these; they lock in the sequence client, customer, member. Commands
// on what is sold lock in the sequence order, plan, subscription, payment methods, customer; an invoice,
// a register of numbers, and the workflows and the webhooks of an account are locked alone.
type work struct {
	bus      *Bus
	by       domain.Actor
	at       time.Time
	jitter   uint32
	held     []heldStream
	guards   []Guard // of streams that are not held any more
	releases []func()
	exact    bool  // count what is used, because an attempt by a recent reading has failed
	until    int64 // the last position that the log may have before the append, or 0

	invitation *guest.Guest // set when the sender is a guest
}

// heldStream is a locked stream with the parts of its aggregate that the bus needs.
type heldStream struct {
	Holder
	base  *domain.Base
	order *order.Order
}

// take locks a stream. If this work already holds a stream with the id, the id belongs to another
// aggregate type: take then returns domain.ErrNotFound, because locking it again would deadlock.
func take[A any](
	ctx context.Context,
	w *work,
	id uuid.UUID,
	lock func(context.Context, uuid.UUID) (Stream[A], error),
) (Stream[A], error) {
	if slices.ContainsFunc(w.held, func(h heldStream) bool { return h.base.ID == id }) {
		return nil, domain.ErrNotFound
	}
	return lock(ctx, id)
}

// hold loads the aggregate of a locked stream and adds the stream to the held ones. Its arguments s
// and err are the results of take; it returns err unchanged.
func hold[A any](ctx context.Context, w *work, s Stream[A], err error, base func(A) heldStream) (A, error) {
	var none A
	if err != nil {
		return none, err
	}
	w.releases = append(w.releases, s.Unlock)
	a, err := s.Load(ctx)
	if err != nil {
		return none, err
	}
	h := base(a)
	h.Holder = s
	w.held = append(w.held, h)
	return a, nil
}

func (w *work) order(ctx context.Context, id uuid.UUID) (*order.Order, error) {
	s, err := take(ctx, w, id, w.bus.Log.Order)
	return hold(ctx, w, s, err, func(o *order.Order) heldStream { return heldStream{base: &o.Base, order: o} })
}

func (w *work) proof(ctx context.Context, id uuid.UUID) (*proof.Proof, error) {
	s, err := take(ctx, w, id, w.bus.Log.Proof)
	return hold(ctx, w, s, err, func(p *proof.Proof) heldStream { return heldStream{base: &p.Base} })
}

func (w *work) topic(ctx context.Context, id uuid.UUID) (*topic.Topic, error) {
	s, err := take(ctx, w, id, w.bus.Log.Topic)
	return hold(ctx, w, s, err, func(t *topic.Topic) heldStream { return heldStream{base: &t.Base} })
}

func (w *work) inbox(ctx context.Context, id uuid.UUID) (*inbox.Inbox, error) {
	s, err := take(ctx, w, id, w.bus.Log.Inbox)
	return hold(ctx, w, s, err, func(i *inbox.Inbox) heldStream { return heldStream{base: &i.Base} })
}

func (w *work) guest(ctx context.Context, id uuid.UUID) (*guest.Guest, error) {
	s, err := take(ctx, w, id, w.bus.Log.Guest)
	return hold(ctx, w, s, err, func(g *guest.Guest) heldStream { return heldStream{base: &g.Base} })
}

func (w *work) projection(ctx context.Context, id uuid.UUID) (*operations.Projection, error) {
	s, err := take(ctx, w, id, w.bus.Log.Projection)
	return hold(ctx, w, s, err, func(p *operations.Projection) heldStream { return heldStream{base: &p.Base} })
}

func (w *work) announcement(ctx context.Context, id uuid.UUID) (*announcement.Announcement, error) {
	s, err := take(ctx, w, id, w.bus.Log.Announcement)
	return hold(ctx, w, s, err, func(a *announcement.Announcement) heldStream { return heldStream{base: &a.Base} })
}

func (w *work) client(ctx context.Context, name string) (*client.Client, error) {
	s, err := take(ctx, w, client.StreamOf(name), w.bus.Log.Client)
	return hold(ctx, w, s, err, func(c *client.Client) heldStream { return heldStream{base: &c.Base} })
}

// readClient returns a client as it is now, without keeping it locked. Its settings can change until the
// command is appended.
func (w *work) readClient(ctx context.Context, name string) (c client.Client, err error) {
	err = loadFresh(ctx, client.StreamOf(name), w.bus.Log.Client, func(found *client.Client) { c = *found })
	return c, err
}

// readSubscription returns the subscription of a customer as readClient does. It is empty for an account that never
// had one.
func (w *work) readSubscription(ctx context.Context, customer uuid.UUID) (s subscription.Subscription, err error) {
	stream := subscription.StreamOf(customer)
	err = loadFresh(ctx, stream, w.bus.Log.Subscription, func(found *subscription.Subscription) { s = *found })
	return s, err
}

// readInvoice returns an invoice as readClient does.
func (w *work) readInvoice(ctx context.Context, id uuid.UUID) (i invoice.Invoice, err error) {
	err = loadFresh(ctx, id, w.bus.Log.Invoice, func(found *invoice.Invoice) { i = *found })
	return i, err
}

func (w *work) customer(ctx context.Context, id uuid.UUID) (*customer.Customer, error) {
	s, err := take(ctx, w, id, w.bus.Log.Account)
	return hold(ctx, w, s, err, func(c *customer.Customer) heldStream { return heldStream{base: &c.Base} })
}

func (w *work) member(ctx context.Context, person uuid.UUID) (*member.Member, error) {
	s, err := take(ctx, w, member.StreamOf(person), w.bus.Log.Member)
	return hold(ctx, w, s, err, func(m *member.Member) heldStream { return heldStream{base: &m.Base} })
}

func (w *work) plan(ctx context.Context, id uuid.UUID) (*plan.Plan, error) {
	s, err := take(ctx, w, id, w.bus.Log.Plan)
	return hold(ctx, w, s, err, func(p *plan.Plan) heldStream { return heldStream{base: &p.Base} })
}

func (w *work) subscription(ctx context.Context, customer uuid.UUID) (*subscription.Subscription, error) {
	s, err := take(ctx, w, subscription.StreamOf(customer), w.bus.Log.Subscription)
	return hold(ctx, w, s, err, func(s *subscription.Subscription) heldStream { return heldStream{base: &s.Base} })
}

func (w *work) invoice(ctx context.Context, id uuid.UUID) (*invoice.Invoice, error) {
	s, err := take(ctx, w, id, w.bus.Log.Invoice)
	return hold(ctx, w, s, err, func(i *invoice.Invoice) heldStream { return heldStream{base: &i.Base} })
}

func (w *work) register(ctx context.Context, id uuid.UUID) (*invoice.Register, error) {
	s, err := take(ctx, w, id, w.bus.Log.Register)
	return hold(ctx, w, s, err, func(r *invoice.Register) heldStream { return heldStream{base: &r.Base} })
}

func (w *work) paymentMethods(ctx context.Context, customer uuid.UUID) (*payment.Methods, error) {
	s, err := take(ctx, w, payment.StreamOf(customer), w.bus.Log.PaymentMethods)
	return hold(ctx, w, s, err, func(m *payment.Methods) heldStream { return heldStream{base: &m.Base} })
}

func (w *work) workflows(ctx context.Context, customer uuid.UUID) (*workflow.Workflows, error) {
	s, err := take(ctx, w, workflow.StreamOf(customer), w.bus.Log.Workflows)
	return hold(ctx, w, s, err, func(all *workflow.Workflows) heldStream { return heldStream{base: &all.Base} })
}

func (w *work) webhooks(ctx context.Context, h webhook.Home) (*webhook.Webhooks, error) {
	s, err := take(ctx, w, webhook.StreamOf(h), w.bus.Log.Webhooks)
	return hold(ctx, w, s, err, func(all *webhook.Webhooks) heldStream { return heldStream{base: &all.Base} })
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
	o, err := w.order(ctx, id)
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
	s, err := w.bus.Log.Order(ctx, id)
	if err != nil {
		return "", err
	}
	defer s.Unlock()
	o, err := s.Load(ctx)
	if err != nil || !o.Visible(w.by) || o.Status.Column() != in.Column() {
		return "", err
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

// promise completes the recorded events with the promised start, where an order begins to wait for
// work.
func (w *work) promise(ctx context.Context) error {
	main, ok := w.main()
	if !ok || main.order == nil || !main.order.NeedsPromise() {
		return nil
	}
	hours, err := w.bus.People.Hours(ctx)
	if err != nil {
		return err
	}
	main.order.Promise(hours.Calendar())
	return nil
}

func (w *work) nothingRecorded() bool {
	main, ok := w.main()
	return !ok || !main.base.HasRecorded()
}

// expect returns domain.ErrStaleVersion if the main stream is not at the version the sender
// expects (D-32). A nil version matches any.
func (w *work) expect(version *int) error {
	if main, ok := w.main(); ok && version != nil && main.base.Version != *version {
		return domain.ErrStaleVersion
	}
	return nil
}

func (w *work) append(ctx context.Context, meta domain.Meta, id uuid.UUID) (AppendResult, error) {
	main, _ := w.main()
	guards := w.guards
	for _, h := range w.held[:len(w.held)-1] {
		if h.base.HasRecorded() {
			return AppendResult{}, errors.New("commands: a command wrote to a stream that is not its last")
		}
		guards = append(guards, h.Holder)
	}
	return main.Append(ctx, Write{Events: main.base.TakeRecorded(), Meta: meta, CommandID: id, Until: w.until}, guards)
}

// refresh discards the recorded events and loads what other processes appended to the held streams.
// It reports whether there was anything new, in which case the decision is outdated.
func (w *work) refresh(ctx context.Context) (changed bool, err error) {
	for _, h := range w.held {
		h.base.TakeRecorded()
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
		position = h.base.Position
	}
	d := Result{Stream: h.base.ID, Version: h.base.Version, Position: position}
	if h.order != nil {
		o := *h.order
		d.Order = &o
	}
	return d
}

func (w *work) release() {
	for _, f := range slices.Backward(w.releases) {
		f()
	}
	w.releases = nil
}
