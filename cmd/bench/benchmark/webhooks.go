package benchmark

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/webhook"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// WebhooksReport compares how late a healthy receiver is told of an order when it is alone, and when other
// receivers never answer. Times are in milliseconds, from the answer to the call that placed the order.
type WebhooksReport struct {
	Hanging int           `json:"hanging"`
	Orders  int           `json:"orders"` // of each run
	Alone   WebhooksTimes `json:"alone"`
	Beside  WebhooksTimes `json:"beside"`
}

// WebhooksTimes are the delays of a run.
type WebhooksTimes struct {
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Worst float64 `json:"worst"`
}

// Print writes the report as text.
func (r WebhooksReport) Print(w io.Writer) {
	for _, of := range []struct {
		what string
		WebhooksTimes
	}{{"alone", r.Alone}, {fmt.Sprintf("beside %s that hang", count(r.Hanging)), r.Beside}} {
		fmt.Fprintf(w, "a webhook %-24s p50 %.0f ms, p99 %.0f ms, worst %.0f ms\n", of.what, of.P50, of.P99, of.Worst)
	}
}

// Checks returns how much later the receivers that hang make a healthy one (check 35).
func (r WebhooksReport) Checks() []Check {
	return []Check{{
		Name:  "webhooks",
		What:  fmt.Sprintf("a webhook beside %s that hang", count(r.Hanging)),
		Parts: []Part{{What: "later by", Figure: r.Beside.Worst - r.Alone.Worst, Unit: "ms", Bound: 1000}},
	}}
}

const ordersThatHang = 5 // of each account whose receivers hang

// arrivals notes when the healthy receiver was told of each order.
type arrivals struct {
	mu sync.Mutex
	at map[uuid.UUID]time.Time
}

func (a *arrivals) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	now := time.Now()
	var m struct {
		Data struct {
			Order uuid.UUID `json:"order"`
		} `json:"data"`
	}
	if json.NewDecoder(r.Body).Decode(&m) != nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, known := a.at[m.Data.Order]; !known {
		a.at[m.Data.Order] = now
	}
}

func (a *arrivals) of(id uuid.UUID) (time.Time, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.at[id]
	return at, ok
}

// Webhooks measures a healthy receiver, alone and beside some that never answer.
func Webhooks(ctx context.Context, hanging, orders int) (r WebhooksReport, err error) {
	r.Hanging, r.Orders = hanging, orders
	if r.Alone, err = delays(ctx, 0, orders); err != nil {
		return r, err
	}
	r.Beside, err = delays(ctx, hanging, orders)
	return r, err
}

func delays(ctx context.Context, hanging, orders int) (t WebhooksTimes, err error) {
	dir, remove, err := folder()
	if err != nil {
		return t, err
	}
	defer remove()
	healthy := &arrivals{at: map[uuid.UUID]time.Time{}}
	receiver := httptest.NewServer(healthy)
	defer receiver.Close()
	ended := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case <-ended:
		case <-r.Context().Done():
		}
	}))
	defer silent.Close()
	defer close(ended)
	people := newStudio(1, 1+(hanging+webhook.MaxEndpoints-1)/webhook.MaxEndpoints, 0)
	if err := withCore(ctx, dir, func(core *core.Core) error {
		if err := core.Plant(ctx, people.seed()); err != nil {
			return err
		}
		if err := people.hook(ctx, core, people.owner, receiver.URL); err != nil {
			return err
		}
		for i := range hanging {
			if err := people.hook(ctx, core, people.owners[1+i/webhook.MaxEndpoints], silent.URL); err != nil {
				return err
			}
		}
		return people.place(ctx, core)
	}); err != nil {
		return t, err
	}
	s, err := newServer(ctx, dir)
	if err != nil {
		return t, err
	}
	defer s.stop()
	as, err := s.signIn(ctx, people.owner)
	if err != nil {
		return t, err
	}
	return as.told(ctx, healthy, orders)
}

// hook adds a webhook of an owner.
func (s studio) hook(ctx context.Context, core *core.Core, of accounts.User, url string) error {
	id := uuid.New()
	if err := core.Webhooks.Keep(ctx, id, of.CustomerID, url, make([]byte, 24)); err != nil {
		return err
	}
	home := webhook.Home{Client: of.ClientID, Customer: of.CustomerID}
	_, err := core.Bus.Do(
		ctx, &commands.AddWebhook{Home: home, Endpoint: id, Content: webhook.Content{Host: "bench.test"}},
		commands.Request{Actor: of.Actor(), ID: uuid.New(), Via: "bench"},
	)
	return err
}

// place appends orders of the accounts whose receivers never answer.
func (s studio) place(ctx context.Context, core *core.Core) error {
	for _, owner := range s.owners[1:] {
		for range ordersThatHang {
			if _, err := core.Store.Append(ctx, eventlog.Append{
				Stream: uuid.New(), StreamType: order.AggregateType,
				Meta: domain.Meta{Actor: owner.ID, Role: domain.Owner},
				Events: []eventlog.Record{{Type: order.DraftedType, OccurredAt: time.Now(), Data: &order.Drafted{
					Client: domain.DirectClient, Customer: owner.CustomerID, Creator: owner.ID, Rank: "0a",
					Details: order.Details{Headline: order.Headline{Name: "Label"}},
				}}},
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// told places orders, ten a second, and returns how long after each answer the receiver was told.
func (s *session) told(ctx context.Context, healthy *arrivals, orders int) (t WebhooksTimes, err error) {
	placed := map[uuid.UUID]time.Time{}
	pace := time.NewTicker(100 * time.Millisecond)
	defer pace.Stop()
	for n := range orders {
		var created struct {
			Data struct {
				OrderID uuid.UUID `json:"orderId"`
			} `json:"data"`
		}
		body := fmt.Sprintf(`{"orderName":"Label %d"}`, n)
		if err := s.write(ctx, http.MethodPost, "/order", body, &created); err != nil {
			return t, err
		}
		placed[created.Data.OrderID] = time.Now()
		<-pace.C
	}
	var took []float64
	for id, at := range placed {
		var arrived time.Time
		for began, ok := time.Now(), false; !ok; <-time.After(10 * time.Millisecond) {
			if arrived, ok = healthy.of(id); !ok && time.Since(began) > time.Minute {
				return t, errors.New("an order never arrived")
			}
		}
		took = append(took, max(0, float64(arrived.Sub(at).Microseconds())/1000))
	}
	slices.Sort(took)
	return WebhooksTimes{quantile(took, .5), quantile(took, .99), took[len(took)-1]}, nil
}
