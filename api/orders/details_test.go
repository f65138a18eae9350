package orders

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
	"github.com/proofboard/proofboard/projections/board"
)

func TestHowTheDetailsOfAnOrderAreTakenAndShown(t *testing.T) {
	var ordered contract.NewOrder
	var changed contract.OrderDetails
	var kept order.Details
	var card board.Card
	var event order.DetailsChanged
	for _, v := range []any{&ordered, &changed, &kept, &card, &event} {
		eventstoretest.Fill(v)
	}
	var full, empty contract.Order
	present.ShowDetails(&full, kept)
	present.ShowDetails(&empty, order.Details{})
	manager, now := domain.Actor{Role: domain.Manager}, time.Time{}
	cells := func(c contract.Card) []string { return orderLine{&c, orderColumns}.Cells() }
	fullCard := present.Card(&card, manager, accounts.Names{}, nil, now)
	emptyCard := present.Card(&board.Card{}, manager, accounts.Names{}, nil, now)
	domaintest.Golden(t, "testdata/details.json", map[string]any{
		"taken, all":     present.NewDetails(&ordered),
		"taken, none":    present.NewDetails(&contract.NewOrder{}),
		"changed, all":   present.ChangedDetails(&changed),
		"changed, none":  present.ChangedDetails(&contract.OrderDetails{}),
		"order, all":     full,
		"order, none":    empty,
		"card, all":      fullCard,
		"card, none":     emptyCard,
		"exported, all":  cells(fullCard),
		"exported, none": cells(emptyCard),
		"named":          event.Fields(),
		"told":           present.EventSentence(order.DetailsChangedType, strings.Join(event.Fields(), ","), uuid.Nil),
	})
}
