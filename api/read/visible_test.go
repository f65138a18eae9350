package read_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/publicevents"
	"github.com/proofboard/proofboard/projections/projectiontest"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// everyStream stores the streams of an order: the order's own, an attachment of each kind, by the
// customer and by others, with two versions, and topics of both tabs on each version. The first
// versions are at positions below 100, the second ones above.
func everyStream(exec func(sql string, args ...any), orderID uuid.UUID) (ids []uuid.UUID) {
	position := 0
	stream := func(id uuid.UUID, attachment, version any, kind proof.Kind, byCustomer, internal bool) {
		exec(
			`insert into timeline_streams (id, order_id, attachment_id, version_id, kind, by_customer, internal)
			values ($1, $2, $3, $4, $5, $6, $7)`, id, orderID, attachment, version, kind, byCustomer, internal,
		)
		ids = append(ids, id)
	}
	entry := func(id uuid.UUID, name string, version any) {
		position++
		exec(
			"insert into timeline_entries (position, stream_id, type, at, version_id, via) values ($1, $2, $3, now(), $4, '')",
			position,
			id,
			name,
			version,
		)
	}
	stream(orderID, nil, nil, "", false, false)
	entry(orderID, "order.drafted", nil)
	attachments := map[uuid.UUID][2]uuid.UUID{}
	for _, kind := range proof.Kinds {
		for _, byCustomer := range []bool{false, true} {
			id, versions := uuid.New(), [2]uuid.UUID{uuid.New(), uuid.New()}
			attachments[id] = versions
			stream(id, id, nil, kind, byCustomer, false)
			entry(id, "proof.attachment_added", nil)
			entry(id, string(proof.VersionAddedType), versions[0])
		}
	}
	position = 100
	for id, versions := range attachments {
		entry(id, string(proof.VersionAddedType), versions[1])
		for _, version := range versions {
			for _, internal := range []bool{false, true} {
				topic := uuid.New()
				stream(topic, id, version, "", false, internal)
				entry(topic, "topic.opened", nil)
			}
		}
	}
	for _, internal := range []bool{false, true} { // of the conversation
		message := uuid.New()
		stream(message, orderID, uuid.Nil, "", false, internal)
		entry(message, "topic.opened", nil)
	}
	return ids
}

// The timeline decides in SQL what policy.SeesPart decides in Go.
func TestTheTimelineShowsEachPersonThePartsThatThePolicyAllows(t *testing.T) { // BD-019 BY-061 D-13 D-68
	pool, exec := projectiontest.Database(t)
	orderID, customer := uuid.New(), uuid.New()
	ids := everyStream(exec, orderID)
	q := timeline.NewQueries(pool)
	streams, err := q.Find(t.Context(), ids)
	if err != nil || len(streams) != len(ids) {
		t.Fatalf("%d of %d streams, %v", len(streams), len(ids), err)
	}
	roles := slices.DeleteFunc(slices.Clone(domain.Roles), func(r domain.Role) bool { return r == domain.Guest })
	seen := 0
	rapid.Check(t, func(rt *rapid.T) {
		by := domain.Actor{ID: uuid.New(), Role: rapid.SampledFrom(roles).Draw(rt, "role"), ClientID: "acme"}
		if by.Role.IsCustomer() {
			by.CustomerID = customer
		}
		o := order.New(orderID)
		drafted := domain.Event{
			Position: 1, Stream: orderID, Version: 1, Type: order.DraftedType,
			Data: &order.Drafted{Client: "acme", Customer: customer},
		}
		if err := domain.Apply(o, drafted); err != nil {
			rt.Fatal(err)
		}
		o.Status = rapid.SampledFrom(order.Statuses).Draw(rt, "status")
		o.ShownUntil = rapid.SampledFrom([]int64{0, 99, 1000}).Draw(rt, "shown until")
		o.Archived, o.Frozen = rapid.Bool().Draw(rt, "archived"), rapid.Bool().Draw(rt, "frozen")
		if !o.Visible(by) {
			return // the timeline is read for visible orders only
		}
		got, err := q.Streams(context.Background(), read.Viewer(by, &o.Summary), orderID)
		if err != nil {
			rt.Fatal(err)
		}
		for _, id := range ids {
			st := streams[id]
			if want := policy.SeesPart(by, &o.Summary, publicevents.PartOf(st)); slices.Contains(got, id) != want {
				rt.Errorf(
					"%s, %s, shown until %d: the policy says %v of %s",
					by.Role,
					o.Status,
					o.ShownUntil,
					want,
					fmt.Sprintf("%+v", st),
				)
			}
		}
		seen += len(got)
	})
	if seen == 0 {
		t.Error("nobody saw anything")
	}
}

// D-68: after a review the customer still sees the versions that were shown, and an attachment only
// where one of them is on the page.
func TestAnAttachmentIsSeenWhereOneOfItsVersionsIs(t *testing.T) {
	o := order.New(uuid.New())
	o.Version, o.Client, o.Customer = 1, "acme", uuid.New()
	o.Status, o.ShownUntil = order.InProgress, 100
	owner := domain.Actor{ID: uuid.New(), Role: domain.Owner, ClientID: "acme", CustomerID: o.Customer}
	operator := domain.Actor{ID: uuid.New(), Role: domain.Operator, ClientID: "admin"}
	page := func(since ...int64) proofs.Attachment {
		a := proofs.Attachment{ID: uuid.New(), Facts: proof.Facts{Order: o.ID, Kind: proof.CustomerReview}, Since: 50}
		for _, s := range since {
			a.Newest = append(a.Newest, proofs.Version{Version: proof.Version{ID: uuid.New(), Since: s}})
		}
		return a
	}
	for _, c := range []struct {
		name string
		page proofs.Attachment
		by   domain.Actor
		sees int
	}{
		{"all versions", page(150, 50), owner, 1},
		{"a page of newer ones", page(170, 150), owner, 0},
		{"a page of shown ones", page(60, 50), owner, 2},
		{"an operator, newer ones", page(170, 150), operator, 2},
	} {
		seen, sees := read.VisibleVersions(c.by, &o.Summary, c.page)
		if len(seen.Newest) != c.sees && sees || sees != (c.sees > 0) {
			t.Errorf("%s: %d versions, attachment %v, want %d", c.name, len(seen.Newest), sees, c.sees)
		}
	}
}
