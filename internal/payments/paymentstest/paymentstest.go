// Package paymentstest is a small Stripe for tests. It remembers payments and cards, which stripe-mock does not. The tests of the package payments prove with stripe-mock that what is asked is what Stripe accepts.
package paymentstest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/stripe/stripe-go/v82/webhook"

	"github.com/proofboard/proofboard/internal/payments"
)

// What the tests sign with.
const (
	SecretKey      = "sk_test_proofboard"
	PublishableKey = "pk_test_proofboard"
	WebhookSecret  = "whsec_proofboard"
)

// Good is the last four digits of a card that is charged. Any other card is declined.
const Good = "4242"

type object = map[string]any

// Stripe is a server that behaves as Stripe does.
type Stripe struct {
	*httptest.Server
	mux     *http.ServeMux
	mu      sync.Mutex
	last    int
	objects map[string]object
	Charged map[string]int64 // what was taken for an invoice, in minor units; refunds are taken off
	down    bool
}

// New starts one. Close it after the test.
func New() *Stripe {
	mux := http.NewServeMux()
	s := &Stripe{mux: mux, objects: map[string]object{}, Charged: map[string]int64{}}
	mux.HandleFunc("POST /v1/customers", s.answer(func(r *http.Request) (object, int) {
		return s.keep("cus", object{"object": "customer"}, r), 0
	}))
	mux.HandleFunc("POST /v1/setup_intents", s.answer(func(r *http.Request) (object, int) {
		return s.keep("seti", object{
			"object": "setup_intent", "status": "requires_payment_method", "customer": r.Form.Get("customer"),
		}, r), 0
	}))
	mux.HandleFunc("GET /v1/setup_intents/{id}", s.answer(s.find))
	mux.HandleFunc("POST /v1/payment_intents", s.answer(func(r *http.Request) (object, int) {
		var amount int64
		_, _ = fmt.Sscan(r.Form.Get("amount"), &amount)
		return s.keep("pi", object{
			"object": "payment_intent", "status": "requires_payment_method", "amount": amount,
			"currency": r.Form.Get("currency"), "customer": accountOf(r),
		}, r), 0
	}))
	mux.HandleFunc("POST /v1/payment_intents/{id}", s.answer(func(r *http.Request) (object, int) {
		o, status := s.find(r)
		if status == 0 {
			o["customer"] = accountOf(r)
		}
		return o, status
	}))
	mux.HandleFunc("GET /v1/payment_intents/{id}", s.answer(s.find))
	mux.HandleFunc("POST /v1/payment_intents/{id}/confirm", s.answer(func(r *http.Request) (object, int) {
		return s.pay(r.PathValue("id"), r.Form.Get("payment_method"))
	}))
	mux.HandleFunc("POST /v1/payment_methods/{id}/detach", s.answer(func(r *http.Request) (object, int) {
		card, status := s.find(r)
		delete(s.objects, r.PathValue("id"))
		return card, status
	}))
	mux.HandleFunc("GET /v1/charges/{id}", s.answer(s.find))
	mux.HandleFunc("GET /v1/disputes/{id}", s.answer(s.find))
	mux.HandleFunc("POST /v1/refunds", s.answer(func(r *http.Request) (object, int) {
		paid := s.objects[r.Form.Get("payment_intent")]
		if paid == nil || paid["refunded"] == true {
			return refusal("invalid_request_error", "charge_already_refunded"), http.StatusBadRequest
		}
		paid["refunded"] = true
		s.Charged[invoiceOf(paid)] -= paid["amount"].(int64)
		return object{"id": "re_1", "object": "refund", "status": "succeeded"}, 0
	}))
	s.Server = httptest.NewServer(mux)
	return s
}

// Settings are those of an account here.
func (s *Stripe) Settings() payments.Settings {
	return payments.Settings{
		SecretKey: SecretKey, PublishableKey: PublishableKey, WebhookSecret: WebhookSecret, API: s.URL,
	}
}

// Down lets every request fail, as in an outage, until it is called again with false.
func (s *Stripe) Down(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

func (s *Stripe) answer(do func(*http.Request) (object, int)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		_ = r.ParseForm()
		var status int
		var body object
		switch {
		case s.down:
			body, status = refusal("api_error", ""), http.StatusServiceUnavailable
		case r.Header.Get("Authorization") != "Bearer "+SecretKey:
			body, status = refusal("invalid_request_error", "api_key_invalid"), http.StatusUnauthorized
		default:
			body, status = do(r)
		}
		w.Header().Set("Content-Type", "application/json")
		if status != 0 {
			w.WriteHeader(status)
		}
		_ = json.NewEncoder(w).Encode(body)
	}
}

func refusal(kind, code string) object {
	return object{"error": object{"type": kind, "code": code, "message": "as in the documentation"}}
}

// keep stores a new object with its metadata.
func (s *Stripe) keep(prefix string, o object, r *http.Request) object {
	s.last++
	id := fmt.Sprintf("%s_%d", prefix, s.last)
	metadata := object{}
	for name, values := range r.Form {
		if key, ok := strings.CutPrefix(name, "metadata["); ok {
			metadata[strings.TrimSuffix(key, "]")] = values[0]
		}
	}
	maps.Copy(o, object{"id": id, "client_secret": id + "_secret_x", "metadata": metadata})
	s.objects[id] = o
	return o
}

func (s *Stripe) find(r *http.Request) (object, int) {
	o, ok := s.objects[r.PathValue("id")]
	if !ok {
		return refusal("invalid_request_error", "resource_missing"), http.StatusNotFound
	}
	return o, 0
}

// accountOf returns the customer of a request, or nil.
func accountOf(r *http.Request) any {
	if id := r.Form.Get("customer"); id != "" {
		return id
	}
	return nil
}

func invoiceOf(o object) string {
	id, _ := o["metadata"].(object)["proofboard_invoice"].(string)
	return id
}

// pay charges a card for a payment, as Stripe does: once.
func (s *Stripe) pay(id, card string) (object, int) {
	o, c := s.objects[id], s.objects[card]
	switch {
	case o == nil || c == nil:
		return refusal("invalid_request_error", "resource_missing"), http.StatusNotFound
	case o["status"] == "succeeded":
		return refusal("invalid_request_error", "payment_intent_unexpected_state"), http.StatusBadRequest
	case c["customer"] != nil && c["customer"] != o["customer"]: // a stored card pays for its customer only
		return refusal("invalid_request_error", "payment_method_customer_mismatch"), http.StatusBadRequest
	case c["card"].(object)["last4"] != Good:
		s.last++
		o["status"], o["latest_charge"] = "requires_payment_method", fmt.Sprintf("ch_%d", s.last)
		o["last_payment_error"] = object{
			"type":         "card_error",
			"code":         "card_declined",
			"decline_code": "insufficient_funds",
		}
		return refusal("card_error", "card_declined"), http.StatusPaymentRequired
	}
	o["status"] = "succeeded"
	delete(o, "last_payment_error")
	s.Charged[invoiceOf(o)] += o["amount"].(int64)
	return o, 0
}

func idOf(secret string) string { id, _, _ := strings.Cut(secret, "_secret_"); return id }

// EnterCard confirms an entry as a person does in the browser, with the last digits of a card. It returns the id of
// the entry.
func (s *Stripe) EnterCard(secret, last4 string) (entry string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, card := s.objects[idOf(secret)], s.newCard(last4)
	card["customer"] = o["customer"]
	o["status"], o["payment_method"] = "succeeded", card
	return idOf(secret)
}

func (s *Stripe) newCard(last4 string) object {
	s.last++
	id := fmt.Sprintf("pm_%d", s.last)
	s.objects[id] = object{"id": id, "object": "payment_method", "type": "card", "card": object{
		"brand": "visa", "last4": last4, "exp_month": 4, "exp_year": 2031,
	}}
	return s.objects[id]
}

// Pay confirms a payment as a person does in the browser, with the last digits of a card or the reference of a
// stored one.
func (s *Stripe) Pay(secret, last4 string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	card := last4
	if s.objects[card] == nil { // not the reference of a stored card
		card = s.newCard(last4)["id"].(string)
	}
	s.pay(idOf(secret), card)
}

// Enter does what a person does in the browser with a secret: it enters a card, or pays with it. It returns the id of the entry or payment, and its status.
func (s *Stripe) Enter(secret, last4 string) (id, status string) {
	if strings.HasPrefix(secret, "seti_") {
		s.EnterCard(secret, last4)
	} else {
		s.Pay(secret, last4)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	status, _ = s.objects[idOf(secret)]["status"].(string)
	return idOf(secret), status
}

// HandleBrowser serves what the browser sends in place of Stripe's element.
func (s *Stripe) HandleBrowser(h http.HandlerFunc) { s.mux.HandleFunc("POST /browser", h) }

// GiveBack refunds a part of a payment as somebody does on Stripe's own pages. It returns the id of the charge.
func (s *Stripe) GiveBack(id string, amount int64) (charge string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	charge, paid := "ch_"+id, s.objects[id]
	s.objects[charge] = object{
		"id": charge, "object": "charge", "payment_intent": id, "amount": paid["amount"], "amount_refunded": amount,
		"currency": paid["currency"],
	}
	paid["refunded"] = amount == paid["amount"]
	return charge
}

// Dispute lets a customer dispute a payment, or a dispute go on. It returns the id of the dispute.
func (s *Stripe) Dispute(id, status string) (dispute string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	dispute, paid := "dp_"+id, s.objects[id]
	s.objects[dispute] = object{
		"id":             dispute,
		"object":         "dispute",
		"payment_intent": id,
		"amount":         paid["amount"],
		"currency":       paid["currency"],
		"status":         status,
		"reason":         "product_not_received",
	}
	return dispute
}

// Cancel makes a payment one that can never be paid.
func (s *Stripe) Cancel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[id]["status"] = "canceled"
}

// Knows reports whether it has a card.
func (s *Stripe) Knows(card string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.objects[card] != nil
}

// Taken returns what was taken for an invoice, in minor units.
func (s *Stripe) Taken(invoice string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Charged[invoice]
}

// Notice returns what Stripe posts about an object, and its signature at a time.
func Notice(id, kind, about string, at time.Time) (body []byte, signature string) {
	body, err := json.Marshal(object{
		"id": id, "object": "event", "type": kind, "data": object{"object": object{"id": about}},
	})
	if err != nil {
		panic(err) // it has nothing that cannot be written
	}
	p := webhook.GenerateTestSignedPayload(
		&webhook.UnsignedPayload{Payload: body, Secret: WebhookSecret, Timestamp: at},
	)
	return p.Payload, p.Header
}
