package board_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/board"
)

const day = 24 * time.Hour

// asked is what is asked for of anybody's work, at noon and with three days of patience.
func asked(sections ...board.Section) board.Agenda {
	return board.Agenda{
		Sections: sections, Now: now, LongAgo: now.Add(-3 * day), Limit: 10,
		Sight: board.Sight{Others: []order.Status{order.InReview, order.Approved, order.Completed}, Earlier: true},
	}
}

// bySection returns the numbers of the orders of each section, in their order.
func bySection(t *testing.T, q *board.Queries, by domain.Actor, g board.Agenda) map[board.Section][]int64 {
	t.Helper()
	lines, err := q.Agenda(t.Context(), by, g)
	if err != nil {
		t.Fatal(err)
	}
	got := map[board.Section][]int64{}
	for i := range lines {
		got[lines[i].Section] = append(got[lines[i].Section], lines[i].Number.N)
	}
	return got
}

func TestOwnWorkOfOperatorsIsTheirsByDueDate(t *testing.T) { // BY-058
	q, exec := openTable(
		t,
		card{n: 1, status: order.ReadyToGo, operator: ops},
		card{n: 2, operator: ops, due: now.Add(2 * day)},
		card{n: 3, operator: ops, due: now.Add(day)},
		card{n: 4, operator: ops, workBy: ops, since: now},
		card{n: 5, status: order.GuestRevision, operator: ops},
		card{n: 6, operator: ops}, // has been in review
		card{n: 7, operator: boss},
		card{n: 8, status: order.InReview, operator: ops},
		card{n: 9, operator: ops, frozen: true},
		card{n: 10, operator: ops, archived: true},
		card{n: 11, status: order.Queue, operator: ops},
	)
	exec("update board_cards set shown_until = 5 where number = 6")
	operator := domain.Actor{ID: ops, Role: domain.Operator, ClientID: domain.ProviderClient}
	want := map[board.Section][]int64{board.OnTimer: {4}, board.SentBack: {5, 6}, board.ToDo: {3, 2, 1}}
	got := bySection(t, q, operator, asked(board.OnTimer, board.SentBack, board.ToDo))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOwnWorkOfManagersIsWhatGoesWrongWithTheirOrders(t *testing.T) { // BY-058
	old := now.Add(-4 * day)
	q, exec := openTable(
		t,
		card{n: 1, status: order.ReadyToGo},
		card{n: 2, status: order.ReadyToGo, manager: boss},
		card{n: 3, status: order.ReadyToGo, manager: ops}, // another manager's
		card{n: 4, operator: ops, due: now.Add(-day), updated: old},
		card{n: 5, operator: ops, due: now.Add(day)},
		card{n: 6, status: order.Completed, operator: ops, due: now.Add(-day)},
		card{n: 7, status: order.Queue, operator: ops, due: now.Add(-2 * day)},
		card{n: 8, operator: ops, updated: old},
		card{n: 9, status: order.InReview, operator: ops, updated: now},
		card{n: 10, status: order.InReview, operator: ops, updated: old},
		card{n: 11, status: order.OnHold, operator: ops, updated: old},
	)
	exec(
		"update board_cards set review_began = case number when 9 then $1::timestamptz else $2 end where number in (9, 10)",
		old,
		now,
	)
	by := domain.Actor{ID: boss, Role: domain.Manager, ClientID: domain.ProviderClient}
	want := map[board.Section][]int64{
		board.Unassigned: {1, 2}, board.Overdue: {7, 4}, board.LongReview: {9}, board.Stuck: {8},
	}
	got := bySection(t, q, by, asked(board.Unassigned, board.Overdue, board.LongReview, board.Stuck))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestASectionCountsWhatItDoesNotShow(t *testing.T) { // BY-058
	cards := make([]card, 105)
	for i := range cards {
		cards[i] = card{n: i + 1, status: order.Queue}
	}
	q := table(t, cards...)
	g := asked(board.InQueue)
	g.Limit = 2
	lines, err := q.Agenda(t.Context(), owner, g)
	if err != nil || len(lines) != 2 || lines[0].Total != board.MostWork+1 || lines[1].Place != 1 {
		t.Errorf("%d lines, %+v, %v", len(lines), lines, err)
	}
	if lines, err := q.Agenda(t.Context(), stranger, g); err != nil || len(lines) != 0 {
		t.Errorf("somebody of no account sees %d orders, %v", len(lines), err)
	}
}

// What is to be approved is what the review screen lets a person decide, in SQL as in Go.
func TestPeopleApproveWhatTheReviewScreenLetsThemDecide(t *testing.T) { // BY-058, BD-293..BD-298
	cards := everyCard()
	people := []uuid.UUID{olivia, noah, numbered(2, 3)}
	for i := range cards {
		cards[i].creator = people[i%len(people)]
	}
	q, exec := openTable(t, cards...)
	exec("update board_cards set collaborators = array[$1::uuid] where number % 2 = 0", people[2])
	ids := make([]uuid.UUID, len(cards))
	for i, c := range cards {
		ids[i] = c.id()
	}
	all, err := q.Find(t.Context(), manager, ids)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		by := domain.Actor{
			ID:         rapid.SampledFrom(people).Draw(rt, "person"),
			Role:       rapid.SampledFrom([]domain.Role{domain.Owner, domain.Staff}).Draw(rt, "role"),
			ClientID:   rapid.SampledFrom([]string{"customer", "bright"}).Draw(rt, "client"),
			CustomerID: rapid.SampledFrom([]uuid.UUID{uuid.Nil, acme, bright}).Draw(rt, "customer"),
			IsApprover: rapid.Bool().Draw(rt, "approver"),
		}
		var want, got []int64
		for i := range all {
			if len(all[i].ReviewActions(by)) > 0 {
				want = append(want, all[i].Number.N)
			}
		}
		lines, err := q.Agenda(t.Context(), by, asked(board.ToApprove))
		if err != nil {
			rt.Fatal(err)
		}
		for i := range lines {
			got = append(got, lines[i].Number.N)
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Errorf("%+v: %s", by, diff)
		}
	})
}

// A thread waits for an answer when somebody of the other side had the last word, on a file that the
// reader sees.
func TestAThreadWaitsForTheSideThatHadNotTheLastWord(t *testing.T) { // BY-058, BD-019, BD-230
	q, exec := openTable(
		t,
		card{n: 1, status: order.InReview, operator: ops}, card{n: 2, operator: ops},
		card{n: 3, status: order.InReview, operator: boss},
	)
	for person, account := range map[uuid.UUID][2]any{
		olivia: {"customer", acme}, noah: {"customer", acme}, ops: {"admin", nil}, boss: {"admin", nil},
	} {
		exec(
			`insert into account_members (stream, person, client_id, customer_id, role, is_approver, view_only, state, verified, generation, changed_at, version, position)
			values ($1, $1, $2, $3, 'staff', false, false, 'active', true, 0, $4, 1, 1)`,
			person,
			account[0],
			account[1],
			now,
		)
	}
	file := func(order, n int, byCustomer bool) {
		exec(
			`insert into proof_attachments (id, order_id, kind, name, starting_tab, by_customer, added_at, version, position)
			values ($1, $2, 'customerReview', 'a.png', 'public', $3, $4, 1, 1)`,
			numbered(7, n),
			numbered(9, order),
			byCustomer,
			now,
		)
	}
	thread := func(n, order, file int, author uuid.UUID, public bool, answers ...uuid.UUID) {
		exec(
			`insert into topics (id, order_id, attachment_id, version_id, public, author, message, opened_at, version, position)
			values ($1, $2, $3, $4, $5, $6, '', $7, 1, 1)`,
			numbered(
				8,
				n,
			),
			numbered(9, order),
			numbered(7, file),
			numbered(6, file),
			public,
			author,
			now.Add(time.Duration(n)*time.Second),
		)
		for i, by := range answers {
			exec(
				`insert into topic_comments (id, topic_id, author, message, at, position) values ($1, $2, $3, '', $4, 1)`,
				uuid.New(),
				numbered(8, n),
				by,
				now.Add(time.Duration(i)*time.Second),
			)
		}
	}
	file(1, 1, false)
	file(2, 2, false) // not shown to the customer while work goes on
	file(3, 3, false)
	thread(1, 1, 1, olivia, true)
	thread(2, 1, 1, olivia, true, ops)
	thread(3, 1, 1, boss, true, olivia)
	thread(4, 1, 1, ops, false, boss)
	thread(5, 2, 2, ops, true)
	thread(6, 3, 3, numbered(2, 9), true) // a guest

	customer, operator := owner, domain.Actor{ID: ops, Role: domain.Operator, ClientID: domain.ProviderClient}
	customer.ID = olivia
	all := asked(board.ToAnswer)
	all.Sight = board.Sight{AllFiles: true, Internal: true}
	for _, c := range []struct {
		by    domain.Actor
		asked board.Agenda
		want  map[int64]int
	}{
		{customer, asked(board.ToAnswer), map[int64]int{1: 1, 3: 1}},
		{operator, all, map[int64]int{1: 2}},
	} {
		lines, err := q.Agenda(t.Context(), c.by, c.asked)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int64]int{}
		for i := range lines {
			got[lines[i].Number.N] = lines[i].Answers
			if lines[i].Attachment != numbered(7, int(lines[i].Number.N)) ||
				lines[i].Version != numbered(6, int(lines[i].Number.N)) {
				t.Errorf("order %d leads to the file %s", lines[i].Number.N, lines[i].Attachment)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.by.Role, diff)
		}
	}
}
