package order_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

// endRank is where a card goes that nobody put in a place.
var endRank = order.RankAtEnd(domaintest.Stream, now)

// ranks are what RankBetween is asked about: made at the end, between others, on top, of any age.
func ranks() *rapid.Generator[string] {
	made := rapid.Custom(func(t *rapid.T) string {
		at := time.UnixMicro(rapid.Int64Range(1, 1<<52).Draw(t, "time"))
		return order.RankAtEnd(uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id")), at)
	})
	typed := rapid.StringMatching(`[0-9A-Za-z]{0,14}[1-9A-Za-z]`) // no rank ends in 0
	return rapid.OneOf(made, typed, rapid.Just(""))
}

func TestARankBetweenTwoLiesBetweenThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := ranks().Draw(t, "after"), ranks().Draw(t, "before")
		jitter := rapid.Uint32().Draw(t, "jitter")
		if a > b && b != "" {
			a, b = b, a
		}
		got, ok := order.RankBetween(a, b, jitter)
		if a == b && b != "" {
			if ok {
				t.Fatalf("found %q in no gap", got)
			}
			return
		}
		if !ok || got <= a || b != "" && got >= b || strings.HasSuffix(got, "0") ||
			strings.Trim(got, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") != "" {
			t.Fatalf("between %q and %q: %q, %t", a, b, got, ok)
		}
		if len(got) > max(len(a), len(b))+6 {
			t.Fatalf("between %q and %q: %q is long", a, b, got)
		}
	})
}

func TestNothingLiesBetweenRanksInTheWrongOrder(t *testing.T) {
	for _, pair := range [][2]string{{"B", "A"}, {"A", "A"}, {"AB", "A"}, {"A", "A0"}} {
		if got, ok := order.RankBetween(pair[0], pair[1], 12345); ok {
			t.Errorf("between %q and %q: %q", pair[0], pair[1], got)
		}
	}
}

func TestRanksStayShortOnTopAndAtTheEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for what, jitter := range map[string]func() uint32{"random": random.Uint32, "least": func() uint32 { return 0 }, "most": func() uint32 { return 1<<32 - 1 }} {
		top := endRank
		for n := range 20_000 {
			next, ok := order.RankBetween("", top, jitter())
			if !ok || next >= top || len(next) > 14 {
				t.Fatalf("%s jitter, drop %d on top of %q: %q, %t", what, n, top, next, ok)
			}
			top = next
		}
	}
	last := ""
	for n := range 20_000 {
		next := order.RankAtEnd(domaintest.ID(fmt.Sprint(n)), now.Add(time.Duration(n)*time.Microsecond))
		if next <= last || len(next) != 14 {
			t.Fatalf("%q follows %q", next, last)
		}
		last = next
	}
}

func TestOneGapTakesOver1000DropsInARow(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for what, narrow := range map[string]func(lo, hi *string, made string){
		"behind the first":  func(_, hi *string, n string) { *hi = n },
		"before the second": func(lo, _ *string, n string) { *lo = n },
	} {
		lo, hi := order.RankAtEnd(uuid.Nil, now), order.RankAtEnd(uuid.Max, now.Add(time.Microsecond))
		drops := 0
		for {
			r, ok := order.RankBetween(lo, hi, random.Uint32())
			if !ok {
				break
			}
			if r <= lo || r >= hi || len(r) > order.MaxRank {
				t.Fatalf("between %q and %q: %q", lo, hi, r)
			}
			narrow(&lo, &hi, r)
			if drops++; drops > 5_000 {
				break
			}
		}
		if drops < 1_000 {
			t.Errorf("%s: room for %d drops", what, drops)
		}
	}
}

func TestOrdersThatArriveInTheSameMicrosecondDiffer(t *testing.T) {
	seen := map[string]bool{}
	for n := range 200 {
		seen[order.RankAtEnd(domaintest.ID(fmt.Sprint(n)), now)] = true
	}
	if len(seen) != 200 {
		t.Errorf("200 orders share %d ranks", len(seen))
	}
	if a, b := order.RankAtEnd(uuid.Max, now), order.RankAtEnd(uuid.Nil, now.Add(time.Microsecond)); a >= b {
		t.Errorf("%q of before does not precede %q", a, b)
	}
}

// Cards dropped anywhere, in any order, by people whose clocks differ: each lands between the
// neighbours named, and no two cards ever share a rank (D-10).
func TestAnySequenceOfDropsKeepsAStrictOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var zone []string // ranks in order
		clock := now
		for n := range rapid.IntRange(1, 60).Draw(rt, "drops") {
			clock = clock.Add(time.Duration(rapid.IntRange(-2_000_000, 2_000_000).Draw(rt, "clock")) * time.Microsecond)
			at := rapid.IntRange(0, len(zone)).Draw(rt, "slot")
			m := order.Move{
				To:     order.Queue,
				Via:    order.Board,
				Placed: len(zone) > 0,
				Jitter: rapid.Uint32().Draw(rt, "jitter"),
			}
			if at > 0 {
				m.After = zone[at-1]
			}
			if at < len(zone) {
				m.Before = zone[at]
			}
			o := order.New(domaintest.ID(fmt.Sprint(n)))
			for v, h := range in(order.Queue) {
				e := orders.Event(rt, v+1, h)
				if e.Stream = o.ID; o.Apply(e) != nil {
					rt.Fatalf("apply")
				}
			}
			m.Placed = true
			if err := o.Move(m, anOwner, clock); err != nil {
				rt.Fatalf("drop between %q and %q: %v", m.After, m.Before, err)
			}
			zone = slices.Insert(zone, at, o.TakeRecorded()[0].Data.(*order.Repositioned).Rank)
			for i := 1; i < len(zone); i++ {
				if zone[i-1] >= zone[i] {
					rt.Fatalf("out of order at %d: %q", i, zone)
				}
			}
		}
	})
}

func TestACardDroppedBehindOneOfTheFutureDoesNotStayBehindForEver(t *testing.T) {
	ahead := order.RankAtEnd(domaintest.ID("ahead"), now.Add(time.Second))
	drop := func(o *order.Order) error {
		return o.Move(
			order.Move{To: order.Queue, Via: order.Board, Placed: true, After: ahead, Jitter: 1<<32 - 1}, anOwner, now,
		)
	}
	rank := given(t, order.Queue).When(drop).Recorded()[0].(*order.Repositioned).Rank
	if next := order.RankAtEnd(domaintest.ID("next"), now.Add(3*time.Second)); rank <= ahead || rank >= next {
		t.Errorf("%q, dropped behind %q, stands behind %q of seconds later", rank, ahead, next)
	}
}

func TestRightBehindACardIsBeforeEveryOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		card, other := ranks().Filter(func(s string) bool { return s != "" }).Draw(t, "card"), ranks().Draw(t, "other")
		if other <= card || strings.HasPrefix(other, card) {
			return
		}
		got, ok := order.RankBetween(card, order.RankRightBehind(card), rapid.Uint32().Draw(t, "jitter"))
		if !ok || got <= card || got >= other {
			t.Fatalf("right behind %q: %q, behind %q", card, got, other)
		}
	})
}

func TestADropWhereTheCardStandsNeedsAPlace(t *testing.T) {
	queue := move(order.Queue, order.Board, anOwner)
	given(t, order.Queue).When(queue).ThenNothing()
	placed := func(m order.Move) func(*order.Order) error {
		m.To, m.Via, m.Placed = order.Queue, order.Board, true
		return func(o *order.Order) error { return o.Move(m, anOwner, now) }
	}
	given(t, order.Queue).When(placed(order.Move{})).Then(&order.Repositioned{Rank: endRank})
	given(t, order.Queue).When(placed(order.Move{After: "B", Before: "A"})).ThenRefused(order.ErrRankExhausted)
	given(t, order.Draft).When(placed(order.Move{After: "B", Before: "A"})).ThenRefused(order.ErrRankExhausted)
	out := given(t, order.Queue).When(placed(order.Move{After: "A", Before: "B"}))
	if rank := out.State().Rank; rank <= "A" || rank >= "B" {
		t.Errorf("the card lies at %q", rank)
	}
}
