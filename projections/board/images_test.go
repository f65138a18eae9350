package board_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/projectiontest"
)

const shownUntil = 10 // of every second card

// gallery is a database in which each card has an attachment of each kind, by the customer and by the
// provider. Each attachment has three images: one that an earlier review showed, one that came
// later, and one of which the position is not known.
func gallery(t *testing.T, cards []card) (q *board.Queries, all []board.Image) {
	t.Helper()
	q, exec := openTable(t, cards...)
	exec("update board_cards set shown_until = $1 where number % 2 = 0", shownUntil)
	var ids []uuid.UUID
	for _, c := range cards {
		ids = append(ids, c.id())
	}
	found, err := q.Find(t.Context(), manager, ids)
	if err != nil || len(found) != len(cards) {
		t.Fatalf("%d of %d cards, %v", len(found), len(cards), err)
	}
	n := 0
	for _, c := range found {
		for _, kind := range []proof.Kind{proof.SuppliedFiles, proof.CustomerReview, proof.InternalReview} {
			for _, byCustomer := range []bool{false, true} {
				n++
				attachment := numbered(6, n)
				exec(
					`insert into proof_attachments (id, order_id, kind, name, starting_tab, by_customer, added_at, version, position)
					values ($1, $2, $3, 'file', 'public', $4, $5, 1, 1)`,
					attachment,
					c.ID,
					kind,
					byCustomer,
					now,
				)
				for number, since := range []int64{5, 15, 0} {
					i := board.Image{Order: c.Summary, Attachment: attachment, Kind: kind, ByCustomer: byCustomer}
					i.Version = proof.Version{
						ID: numbered(7, 10*n+number), Number: number + 1, Since: since,
						At: now.Add(time.Duration(n%7) * time.Hour), // many at the same time
					}
					i.File.Name = fmt.Sprintf("100%%_of %d.png", n)
					hash := fmt.Sprint(i.ID)
					exec(
						`insert into proof_versions (id, attachment_id, number, file_name, content_type, key, size, sha256, uploaded_at, since, position)
						values ($1, $2, $3, $4, 'image/png', 'key', 1, $5, $6, $7, 1)`,
						i.ID,
						attachment,
						i.Number,
						i.File.Name,
						hash,
						i.At,
						since,
					)
					exec("insert into thumbnails (sha256, key, made_at) values ($1, 'picture', $2)", hash, now)
					all = append(all, i)
				}
			}
		}
	}
	return q, all
}

// wanted lists the newest image of each attachment that the rules of the domain show to a person.
func wanted(to domain.Actor, all []board.Image) (ids []uuid.UUID) {
	newest := map[uuid.UUID]board.Image{}
	for _, i := range all {
		f := policy.File{ID: i.Attachment, Kind: i.Kind, ByCustomer: i.ByCustomer, Since: i.Since}
		if i.Kind != proof.InternalReview && i.Order.Visible(to) && policy.SeesFile(to, f, &i.Order) &&
			newest[i.Attachment].Number < i.Number {
			newest[i.Attachment] = i
		}
	}
	var shown []board.Image
	for _, i := range newest {
		shown = append(shown, i)
	}
	slices.SortFunc(shown, func(a, b board.Image) int {
		return cmp.Or(b.At.Compare(a.At), slices.Compare(a.ID[:], b.ID[:]))
	})
	for _, i := range shown {
		ids = append(ids, i.ID)
	}
	return ids
}

func versions(images []board.Image) (ids []uuid.UUID) {
	for _, i := range images {
		ids = append(ids, i.ID)
	}
	return ids
}

// The query decides in SQL what policy.SeesFile decides in Go.
func TestTheGalleryShowsEachPersonWhatTheFilesAllow(t *testing.T) { // D-64 D-68 BD-017..BD-019
	q, all := gallery(t, everyCard())
	clients := []string{"", "customer", "bright", "another"}
	accounts := []uuid.UUID{uuid.Nil, acme, bright, numbered(1, 3)}
	// Guests have no gallery: they see the files of their invitation.
	roles := slices.DeleteFunc(
		append([]domain.Role{domain.System, ""}, domain.Roles...),
		func(r domain.Role) bool { return r == domain.Guest },
	)
	seen := 0
	rapid.Check(t, func(rt *rapid.T) {
		by := domain.Actor{
			ID:         uuid.New(),
			Role:       rapid.SampledFrom(roles).Draw(rt, "role"),
			ClientID:   rapid.SampledFrom(clients).Draw(rt, "client"),
			CustomerID: rapid.SampledFrom(accounts).Draw(rt, "customer"),
		}
		found, err := q.Images(t.Context(), by, board.Gallery{Limit: 10_000})
		if err != nil {
			rt.Fatal(err)
		}
		seen += len(found)
		if got, want := versions(found), wanted(by, all); !slices.Equal(got, want) {
			rt.Errorf("%+v sees %d images by SQL and %d by the rules", by, len(got), len(want))
		}
	})
	if seen == 0 {
		t.Error("nobody has seen an image")
	}
}

func TestTheGalleryComesInPagesAndCanBeSearched(t *testing.T) { // D-64
	cards := []card{
		{n: 1, name: "Jam label", service: labels}, {n: 2, name: "Honey jar"},
	}
	q, all := gallery(t, cards)
	want := wanted(manager, all)
	var got []uuid.UUID
	for g := (board.Gallery{Limit: 3}); ; {
		page, err := q.Images(t.Context(), manager, g)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, versions(page)...)
		if len(page) < g.Limit {
			break
		}
		last := page[len(page)-1]
		if g.After, err = board.ParseImageCursor(
			board.ImageCursor{At: last.At, Version: last.ID}.String(),
		); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the pages have %v, want %v", got, want)
	}
	for what, c := range map[string]struct {
		g    board.Gallery
		want int
	}{
		"an order":                  {board.Gallery{Order: cards[0].id()}, 4},
		"a service":                 {board.Gallery{Service: labels}, 4},
		"the name of an order":      {board.Gallery{Search: " HONEY "}, 4},
		"a file":                    {board.Gallery{Search: "100%_of 1."}, 1},
		"its number":                {board.Gallery{Search: "pb-2"}, 4},
		"what is a pattern of like": {board.Gallery{Search: "J_m"}, 0},
		"nothing":                   {board.Gallery{Search: "nothing like this"}, 0},
	} {
		c.g.Limit = 100
		if found, err := q.Images(t.Context(), manager, c.g); err != nil || len(found) != c.want {
			t.Errorf("%s: %d images, want %d, %v", what, len(found), c.want, err)
		}
	}
}

func TestCursorsOfTheGalleryAreReadAsTheyWereWritten(t *testing.T) {
	projectiontest.Cursors(t, board.ParseImageCursor, map[string]bool{
		"1781524800000000.0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11":  true,
		"01781524800000000.0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11": false,
		"1781524800000000": false,
		".":                false,
		"":                 false,
	})
}

func FuzzParseImageCursor(f *testing.F) { projectiontest.FuzzCursors(f, board.ParseImageCursor) }
