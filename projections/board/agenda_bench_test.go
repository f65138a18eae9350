package board_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/board"
)

// BenchmarkAgenda reads the own work of an operator, a manager and an owner among 100,000 orders, of
// which 10,000 are unfinished, with 50 operators, 10 managers and 200 accounts.
func BenchmarkAgenda(b *testing.B) {
	q, exec := openTable(b)
	exec(
		`insert into board_cards (id, number, client, customer, creator, operator, manager, name, due, created_at, updated_at, status, rank, version, position)
		select ('00000000-0000-0000-0009-' || lpad(n::text, 12, '0'))::uuid, n, 'customer', ('00000000-0000-0000-0001-' || lpad((n / 10 % 200)::text, 12, '0'))::uuid, $1,
			case when n / 10 % 7 > 0 then ('00000000-0000-0000-0003-' || lpad((n / 10 % 50)::text, 12, '0'))::uuid end,
			('00000000-0000-0000-0002-' || lpad((n / 10 % 10)::text, 12, '0'))::uuid, 'Order', $2::timestamptz + (n / 10 % 300 - 20) * interval '1 hour', $2, $2::timestamptz - (n / 10 % 9) * interval '1 day',
			case when n % 10 > 0 then 'completed' else (array['queue', 'ready-to-go', 'in-progress', 'gr-revision', 'in-review'])[n / 50 % 5 + 1] end, lpad(n::text, 9, '0'), 1, n
		from generate_series(1, 100000) n`,
		olivia,
		now,
	)
	exec(
		`insert into proof_attachments (id, order_id, kind, name, starting_tab, by_customer, added_at, version, position)
		select id, id, 'customerReview', 'a.png', 'public', false, $1, 1, 1 from board_cards`,
		now,
	)
	exec(
		`insert into topics (id, order_id, attachment_id, version_id, public, author, message, opened_at, version, position)
		select gen_random_uuid(), c.id, c.id, c.id, true, $1, '', $2, 1, 1 from board_cards c, generate_series(1, 3)`,
		olivia,
		now,
	)
	exec("analyze")
	wide := asked()
	wide.Sight = board.Sight{AllFiles: true, Internal: true}
	for _, c := range []struct {
		name     string
		by       domain.Actor
		sections []board.Section
	}{
		{"operator", domain.Actor{ID: numbered(3, 20), Role: domain.Operator}, []board.Section{board.OnTimer, board.SentBack, board.ToAnswer, board.ToDo}},
		{"manager", domain.Actor{ID: numbered(2, 0), Role: domain.Manager}, []board.Section{board.OnTimer, board.Unassigned, board.Overdue, board.ToAnswer, board.LongReview, board.Stuck}},
		{"owner", domain.Actor{ID: uuid.New(), Role: domain.Owner, ClientID: "customer", CustomerID: numbered(1, 20)}, []board.Section{board.ToApprove, board.ToAnswer, board.InQueue}},
	} {
		b.Run(c.name, func(b *testing.B) {
			g := wide
			g.Sections = c.sections
			for b.Loop() {
				lines, err := q.Agenda(b.Context(), c.by, g)
				if err != nil || len(lines) == 0 {
					b.Fatal(len(lines), err)
				}
			}
		})
	}
}
