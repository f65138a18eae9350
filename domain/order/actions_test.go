package order_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
)

const (
	anyStatus    = "draft queue ready-to-go in-progress gr-revision in-review on-hold approved completed cancelled"
	workersOf    = "owner staff operator manager creative_manager production_manager admin"
	managersOf   = "manager creative_manager production_manager admin"
	heldFrom     = "in-progress" // of the order that in(OnHold) makes
	droppedFrom  = "in-progress" // of the order that in(CancelledOff) makes
	unchanged    = "unchanged"
	publishFrees = "ready-to-go"
)

// tableD05 is the table of decision D-05, written by hand: label, who, from, where it leads, the
// event of its intent.
var tableD05 = map[string]struct{ label, who, from, to, event string }{
	"published":   {"Create Order", "owner staff admin", "draft", publishFrees, "Published"},
	"draft":       {"Revert as Draft", "owner staff admin", "queue ready-to-go", "draft", "RevertedToDraft"},
	"queue":       {"Move to Queue", "owner staff " + managersOf, "ready-to-go", "queue", "Queued"},
	"ready-to-go": {"Ready To Go", "owner staff " + managersOf, "queue", "ready-to-go", "Readied"},
	"on-hold":     {"Hold Order", workersOf, "queue ready-to-go in-progress gr-revision in-review", "on-hold", "Held"},
	"resume":      {"Resume Order", workersOf, "on-hold", heldFrom, "Resumed"},
	"cancelled": {
		"Cancel Order",
		workersOf,
		"draft queue ready-to-go in-progress gr-revision in-review on-hold",
		"cancelled",
		"Cancelled",
	},
	"restore":     {"Restore Order", workersOf, "cancelled", droppedFrom, "Restored"},
	"gr-revision": {"Guest Revision", "owner " + managersOf, "in-review", "gr-revision", "GuestRevisionRequested"},
	"freeze":      {"Freeze Order", managersOf, anyStatus, unchanged, "Frozen"},
	"unfreeze":    {"Unfreeze Order", managersOf, "", unchanged, "Unfrozen"}, // of a frozen order only
	"archive":     {"Archive Order", "owner " + managersOf, "approved completed cancelled", unchanged, "Archived"},
	"delete":      {"Delete Order", "owner staff admin", "draft cancelled", unchanged, "Deleted"},
	"duplicate":   {"Duplicate Order", "owner staff", anyStatus, "", ""},
}

// actionOrder is how the buttons stand.
var actionOrder = strings.Fields(
	"published draft queue ready-to-go on-hold resume cancelled restore gr-revision freeze unfreeze archive delete duplicate",
)

func permitted(r domain.Role, from string) []string {
	var can []string
	for _, a := range actionOrder {
		row := tableD05[a]
		if slices.Contains(strings.Fields(row.who), string(r)) && slices.Contains(strings.Fields(row.from), from) {
			can = append(can, a)
		}
	}
	return can
}

func permittedRoles(a, from string) []string {
	var roles []string
	for _, r := range domain.Roles {
		if slices.Contains(permitted(r, from), a) {
			roles = append(roles, string(r))
		}
	}
	return roles
}

// Every role x status x action: what is offered and what comes of it follow D-05; every other
// combination is refused.
func TestNamedActionsFollowD05ForEveryRoleAndStatus(t *testing.T) { // BD-040..BD-043
	for _, r := range domain.Roles {
		for _, from := range everyStatus {
			want := permitted(r, from)
			if got := strs(orderIn(t, order.Status(from)).Actions(actor(r))); !slices.Equal(got, want) {
				t.Errorf("%s: %s offers %v, want %v", r, from, got, want)
			}
			for a, row := range tableD05 {
				if a == "duplicate" { // another order's beginning: tested below
					continue
				}
				name := fmt.Sprintf("%s by %s from %s", a, r, from)
				out := given(t, order.Status(from)).When(act(order.Action(a), actor(r)))
				switch {
				case slices.Contains(want, a):
					if out.Err() != nil {
						t.Errorf("%s: refused: %v", name, out.Err())
						continue
					}
					if got := fmt.Sprintf("%T", out.Recorded()[0]); got != "*order."+row.event {
						t.Errorf("%s: recorded %s, want %s", name, got, row.event)
					}
					to := row.to
					if to == unchanged {
						to = from
					}
					if got := out.State().Status; string(got) != to {
						t.Errorf("%s: arrived in %s, want %s", name, got, to)
					}
				case r == domain.CSO || r == domain.Guest:
					refusal(
						t, name, out.ThenRefused(order.ErrNotYours), domain.Forbidden, from, a, actor(r), nil,
						permittedRoles(a, from),
					)
				default:
					refusal(
						t, name, out.ThenRefused(order.ErrActionNotAllowed), domain.Conflict, from, a, actor(r), want,
						permittedRoles(a, from),
					)
				}
			}
		}
	}
}

func TestActionsCarryTheirLabels(t *testing.T) { // BD-041, BD-042, BD-043
	for a, row := range tableD05 {
		if got := order.Action(a).Label(); got != row.label {
			t.Errorf("%s is labelled %q, want %q", a, got, row.label)
		}
	}
	if got := order.Action("in-progress").Label(); got != "" {
		t.Errorf("in-progress is a status, not a named action of D-05, and has the label %q", got)
	}
	given(t, order.Queue).When(act("explode", anOwner)).ThenRefused(order.ErrActionUnknown)
}

func TestPublishingQueuesAtTheMaximumOfActiveOrders(t *testing.T) { // D-05, D-06
	full := func(a order.Action) func(*order.Order) error {
		return func(o *order.Order) error { return o.Act(a, "", false, anOwner, now) }
	}
	given(t, order.Draft).When(full(order.Publish)).
		Then(&order.Published{Change: order.Change{From: order.Draft, To: order.Queue, Rank: endRank}})
	got := given(t, order.Queue).When(full(order.MakeReady)).ThenRefused(order.ErrActiveLimit)
	refusal(
		t, "ready at the maximum", got, domain.Conflict, "queue", "ready-to-go", anOwner,
		strings.Fields("draft on-hold cancelled duplicate"), nil,
	)
}

func has(t *testing.T, s order.Status) (found *order.Order) {
	t.Helper()
	given(t, s).When(func(o *order.Order) error {
		found = o
		return nil
	})
	return found
}

// While all slots are taken, an order offers all that is not refused for want of a slot, and nothing else.
func TestNothingIsOfferedThatNeedsASlotWhileAllAreTaken(t *testing.T) { // BY-064, D-06
	for _, role := range domain.Roles {
		by := actor(role)
		for _, from := range everyStatus {
			o := has(t, order.Status(from))
			offers := o.Offers(by)
			full := offers
			if o.OffersSlot(by) {
				full = offers.WithoutSlot()
			}
			needsSlot := func(do func(*order.Order) error) bool {
				copied := *o
				return errors.Is(do(&copied), order.ErrActiveLimit)
			}
			move := func(to order.Status, via order.Via) bool {
				return needsSlot(func(o *order.Order) error {
					return o.Move(order.Move{To: to, Via: via, Reason: "a reason"}, by, now)
				})
			}
			for _, target := range offers.Drops {
				if move(target.Status(), order.Board) == slices.Contains(full.Drops, target) {
					t.Errorf("%s, %s: the drop on %s", role, from, target)
				}
			}
			for _, status := range offers.Statuses {
				if move(status, order.StatusControl) == slices.Contains(full.Statuses, status) {
					t.Errorf("%s, %s: the status %s", role, from, status)
				}
			}
			for _, action := range offers.Actions {
				refused := needsSlot(func(o *order.Order) error { return o.Act(action, "a reason", false, by, now) })
				if refused == slices.Contains(full.Actions, action) {
					t.Errorf("%s, %s: the action %s", role, from, action)
				}
			}
		}
	}
}

func TestPromotionTakesOnlyWaitingOrders(t *testing.T) { // D-06
	promote := func(o *order.Order) error { o.Promote(o.Position+1, now); return nil }
	given(t, order.Queue).When(promote).
		Then(&order.Promoted{Change: order.Change{From: order.Queue, To: order.ReadyToGo, Rank: endRank}})
	for _, s := range everyStatus {
		if s != "queue" {
			given(t, order.Status(s)).When(promote).ThenNothing()
		}
	}
	for _, flag := range []any{&order.Frozen{}, &order.Archived{}, &order.Deleted{}} {
		given(t, order.Queue, flag).When(promote).ThenNothing()
	}
	back := order.Change{From: order.ReadyToGo, To: order.Queue, Rank: endRank}
	for _, aside := range []any{&order.Queued{Change: back}, &order.Moved{Change: back}} { // D-67
		itsOwn := func(o *order.Order) error { o.Promote(o.Position, now); return nil }
		given(t, order.ReadyToGo, aside).When(itsOwn).ThenNothing()
		given(t, order.ReadyToGo, aside).When(promote).
			Then(&order.Promoted{Change: order.Change{From: order.Queue, To: order.ReadyToGo, Rank: endRank}})
	}
}

func TestHoldingNeedsAReasonOf1To255Characters(t *testing.T) { // BD-289, BD-288
	blank := " \n\t "
	for reason, ok := range map[string]bool{
		"": false, blank: false, "x": true, strings.Repeat("ü", 255): true, strings.Repeat("ü", 256): false,
		" " + strings.Repeat("x", 255) + " ": true, "a\x00b": false, "a\xffb": false, "line\nbreak": true,
	} {
		for surface, hold := range map[string]func(*order.Order) error{
			"action": func(o *order.Order) error { return o.Act(order.Hold, reason, true, anOwner, now) },
			"review": func(o *order.Order) error {
				return o.Move(order.Move{To: order.OnHold, Via: order.Review, Reason: reason}, anOwner, now)
			},
			"board": func(o *order.Order) error {
				return o.Move(order.Move{To: order.OnHold, Via: order.Board, Reason: reason}, anOwner, now)
			},
		} {
			s := given(t, order.InReview)
			if surface == "board" { // 4.2 has no drop from in review to on hold
				s = given(t, order.GuestRevision)
			}
			out := s.When(hold)
			if !ok {
				out.ThenRefused(domain.ErrReasonMissing)
				continue
			}
			if held := out.Recorded()[0].(*order.Held); held.Reason != strings.TrimSpace(reason) {
				t.Errorf("%s: keeps %q of %q", surface, held.Reason, reason)
			}
			if o := out.State(); o.HoldReason != strings.TrimSpace(reason) || o.Status != order.OnHold {
				t.Errorf("%s: %q in %s", surface, o.HoldReason, o.Status)
			}
		}
	}
}

// Resume leads back to where the order was held from, restore to where it was cancelled (D-05),
// also one inside the other.
func TestResumeAndRestoreLeadBack(t *testing.T) {
	hold := func(from string) any {
		return &order.Held{Change: change(order.Status(from), order.OnHold), Reason: "a reason"}
	}
	cancel := func(from string) any { return &order.Cancelled{Change: change(order.Status(from), order.CancelledOff)} }
	for from := range strings.FieldsSeq("queue ready-to-go in-progress gr-revision in-review") {
		s := order.Status(from)
		out := given(t, s, hold(from)).When(act(order.Resume, anOper))
		out.Then(&order.Resumed{Change: order.Change{From: order.OnHold, To: s, Rank: endRank}})
		if o := out.State(); o.HeldFrom != "" || o.HoldReason != "" {
			t.Errorf("resumed from %s, still held from %q for %q", from, o.HeldFrom, o.HoldReason)
		}
	}
	for from := range strings.FieldsSeq("draft queue ready-to-go in-progress gr-revision in-review on-hold") {
		given(t, order.Status(from), cancel(from)).When(act(order.Restore, carla)).
			Then(&order.Restored{Change: order.Change{From: order.CancelledOff, To: order.Status(from), Rank: endRank}})
	}

	t.Run("cancelled on hold, restored, resumed", func(t *testing.T) {
		back := &order.Restored{Change: change(order.CancelledOff, order.OnHold)}
		out := given(t, order.InReview, hold("in-review"), cancel("on-hold"), back)
		if o := orderIn(t, order.InReview, hold("in-review"), cancel("on-hold"), back); o.HoldReason != "a reason" {
			t.Errorf("the hold's reason is %q", o.HoldReason)
		}
		out.When(act(order.Resume, anOwner)).
			Then(&order.Resumed{Change: order.Change{From: order.OnHold, To: order.InReview, Rank: endRank}})
	})
	t.Run("cancelled on hold, dropped on hold again, resumed, restored, resumed", func(t *testing.T) {
		h := []any{hold("in-review"), cancel("on-hold"), hold("cancelled")}
		back := &order.Resumed{Change: order.Change{From: order.OnHold, To: order.CancelledOff, Rank: endRank}}
		given(t, order.InReview, h...).When(act(order.Resume, anOwner)).Then(back)
		again := &order.Restored{Change: order.Change{From: order.CancelledOff, To: order.OnHold, Rank: endRank}}
		given(t, order.InReview, append(h, back)...).When(act(order.Restore, anOwner)).Then(again)
		given(t, order.InReview, append(h, back, again)...).When(act(order.Resume, anOwner)).Then(back)
	})
	t.Run("cancelled in progress, dropped on hold, resumed, restored", func(t *testing.T) {
		h := []any{cancel("in-progress"), hold("cancelled")}
		given(t, order.InProgress, h...).When(act(order.Resume, anOwner)).
			Then(&order.Resumed{Change: order.Change{From: order.OnHold, To: order.CancelledOff, Rank: endRank}})
		h = append(h, &order.Resumed{Change: change(order.OnHold, order.CancelledOff)})
		given(t, order.InProgress, h...).When(act(order.Restore, anOwner)).
			Then(&order.Restored{Change: order.Change{From: order.CancelledOff, To: order.InProgress, Rank: endRank}})
	})
}

func TestFrozenOrdersOnlyThawAndAreCopied(t *testing.T) { // D-05
	for _, r := range domain.Roles {
		for _, from := range everyStatus {
			var want []string
			if slices.Contains(strings.Fields(managersOf), string(r)) {
				want = append(want, "unfreeze")
			}
			if r == domain.Owner || r == domain.Staff {
				want = append(want, "duplicate")
			}
			o := orderIn(t, order.Status(from), &order.Frozen{})
			if got := strs(o.Actions(actor(r))); !slices.Equal(got, want) {
				t.Errorf("%s: a frozen order in %s offers %v, want %v", r, from, got, want)
			}
		}
	}
	given(t, order.InProgress, &order.Frozen{}).When(act(order.Unfreeze, aManager)).Then(&order.Unfrozen{})
	given(t, order.InProgress, &order.Frozen{}).When(act(order.Freeze, aManager)).ThenRefused(order.ErrActionNotAllowed)
	given(t, order.InProgress).When(act(order.Unfreeze, aManager)).ThenRefused(order.ErrActionNotAllowed)
	given(t, order.InProgress, &order.Frozen{},
		&order.Unfrozen{}).When(move(order.InReview, order.StatusControl, aManager)).
		Then(moved("in-progress", "in-review"))
	got := given(t, order.InProgress, &order.Frozen{}).When(act(order.Cancel, anOwner)).
		ThenRefused(order.ErrActionNotAllowed)
	refusal(
		t, "cancel a frozen order", got, domain.Conflict, "in-progress", "cancelled", anOwner, []string{"duplicate"},
		nil,
	)
}

func TestArchivedOrdersOnlyComeBackAndAreCopied(t *testing.T) { // D-05: restore takes the archived flag off
	for _, r := range domain.Roles {
		for from := range strings.FieldsSeq("approved completed cancelled") {
			var want []string
			if slices.Contains(strings.Fields(workersOf), string(r)) {
				want = append(want, "restore")
			}
			if r == domain.Owner || r == domain.Staff {
				want = append(want, "duplicate")
			}
			if got := strs(orderIn(t, order.Status(from), &order.Archived{}).Actions(actor(r))); !slices.Equal(got,
				want) {
				t.Errorf("%s: an archived order in %s offers %v, want %v", r, from, got, want)
			}
			out := given(t, order.Status(from), &order.Archived{}).When(act(order.Restore, actor(r)))
			if len(want) == 0 || want[0] != "restore" {
				if out.Err() == nil {
					t.Errorf("%s restored an archived order", r)
				}
				continue
			}
			out.Then(&order.Unarchived{})
			if o := out.State(); o.Archived || string(o.Status) != from {
				t.Errorf("came back as %s, archived %t", o.Status, o.Archived)
			}
		}
	}
}

func TestStaffActOnTheirOwnOrdersOnly(t *testing.T) { // BD-014
	for _, a := range actionOrder {
		for _, from := range everyStatus {
			o := orderIn(t, order.Status(from))
			want := slices.Contains(permitted(domain.Staff, from), a)
			if got := o.Can(order.Action(a), carla); got != want {
				t.Errorf("the creator can %s in %s: %t, want %t", a, from, got, want)
			}
			if a == "delete" { // D-05: staff delete their own orders, not those they were granted
				want = false
			}
			if got := o.Can(order.Action(a), mateOf); got != want {
				t.Errorf("a collaborator can %s in %s: %t, want %t", a, from, got, want)
			}
			if o.Can(order.Action(a), stranger) || o.Can(order.Action(a), approver) ||
				o.Can(order.Action(a), viewing(anOwner)) {
				t.Errorf("somebody who may not act can %s in %s", a, from)
			}
		}
	}
	given(t, order.Draft).When(act(order.Delete, mateOf)).ThenRefused(order.ErrActionNotAllowed)
	given(t, order.Draft).When(act(order.Delete, carla)).Then(&order.Deleted{})
	given(t, order.Draft).When(act(order.Publish, stranger)).ThenRefused(order.ErrNotYours)
}

func TestADeletedOrderIsGone(t *testing.T) {
	for _, a := range actionOrder {
		if a != "duplicate" {
			given(t, order.Draft, &order.Deleted{}).When(act(order.Action(a), anAdmin)).ThenRefused(domain.ErrNotFound)
		}
	}
	if got := orderIn(t, order.Draft, &order.Deleted{}).Actions(anAdmin); len(got) > 0 {
		t.Errorf("a deleted order offers %v", got)
	}
}

func TestDuplicatingBeginsADraftWithTheSameDetails(t *testing.T) { // D-05
	for _, r := range domain.Roles {
		for _, from := range everyStatus {
			o := orderIn(t, order.Status(from))
			got, err := o.Duplicated(actor(r))
			if r != domain.Owner && r != domain.Staff {
				if !errors.Is(err, order.ErrActionNotAllowed) {
					t.Errorf("%s duplicates: %v", r, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s duplicates from %s: %v", r, from, err)
				continue
			}
			want := order.Drafted{
				Client:      clientOf,
				Customer:    acme,
				Creator:     actor(r).ID,
				Details:     drafted.Details,
				DuplicateOf: o.ID,
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("the copy is %+v, want %+v", got, want)
			}
			out := orders.Given(t).When(func(o *order.Order) error { return o.Draft(got, now) })
			if n := out.State(); n.Status != order.Draft || !reflect.DeepEqual(n.Details(), drafted.Details) ||
				len(n.Collaborators) > 0 {
				t.Errorf("the copy begins as %+v", n)
			}
		}
	}
}

// Whatever people do, in whatever order: the status is one of the ten, an order on hold knows where
// it was held from, a cancelled one where it was cancelled, and everything that is offered works.
func TestAnyWalkThroughAnOrdersLifeKeepsItWhole(t *testing.T) {
	people := []domain.Actor{anOwner, carla, mateOf, approver, anOper, aManager, anAdmin, provider(domain.CSO)}
	all := func(order.Action) bool { return true }
	t.Run("everybody, everything", rapid.MakeCheck(func(rt *rapid.T) { walk(rt, people, all, order.Statuses) }))
	detours := []order.Action{order.Hold, order.Resume, order.Cancel, order.Restore}
	t.Run("holding and cancelling", rapid.MakeCheck(func(rt *rapid.T) {
		walk(
			rt, []domain.Actor{anOwner}, func(a order.Action) bool { return slices.Contains(detours, a) },
			[]order.Status{order.OnHold},
		)
	}))
}

func walk(rt *rapid.T, people []domain.Actor, does func(order.Action) bool, goes []order.Status) {
	o := orders.Fold(rt, in(order.InProgress)...)
	for range rapid.IntRange(1, 30).Draw(rt, "steps") {
		by := rapid.SampledFrom(people).Draw(rt, "who")
		steps := offered(o, by, does, goes)
		if len(steps) == 0 {
			continue
		}
		if err := rapid.SampledFrom(steps).Draw(rt, "step")(o); err != nil {
			rt.Fatalf("%s in %s was offered and refused: %v", by.Role, o.Status, err)
		}
		for _, r := range o.TakeRecorded() {
			if err := o.Apply(orders.Event(rt, o.Version+1, r.Data)); err != nil {
				rt.Fatalf("%s does not apply: %v", r.Type, err)
			}
		}
		if !slices.Contains(order.Statuses, o.Status) {
			rt.Fatalf("status %q", o.Status)
		}
		if o.Status == order.OnHold && (o.HeldFrom == "" || o.HeldFrom == order.OnHold || o.HoldReason == "") {
			rt.Fatalf("on hold from %q because %q", o.HeldFrom, o.HoldReason)
		}
		if o.Status != order.OnHold && o.Status != order.CancelledOff && o.HeldFrom+order.Status(o.HoldReason) != "" {
			rt.Fatalf("in %s and held from %s", o.Status, o.HeldFrom)
		}
		if o.Status == order.CancelledOff && (o.CancelledFrom == "" || o.CancelledFrom == order.CancelledOff) {
			rt.Fatalf("cancelled from %q", o.CancelledFrom)
		}
	}
}

// offered is everything that the board, the status control, the review screen and the buttons offer
// a person.
func offered(
	o *order.Order,
	by domain.Actor,
	does func(order.Action) bool,
	goes []order.Status,
) []func(*order.Order) error {
	var steps []func(*order.Order) error
	for _, a := range o.Actions(by) {
		if a != order.Duplicate && a != order.Delete && does(a) {
			steps = append(steps, act(a, by))
		}
	}
	add := func(to order.Status, via order.Via) {
		if slices.Contains(goes, to) {
			steps = append(steps, move(to, via, by))
		}
	}
	for _, d := range o.Drops(by) {
		add(d.Status(), order.Board)
	}
	for _, st := range o.StatusTargets(by) {
		add(st, order.StatusControl)
	}
	for _, a := range o.ReviewActions(by) {
		if to := reviewMoves[string(a)]; to != "" {
			add(order.Status(to), order.Review)
		}
	}
	return steps
}
