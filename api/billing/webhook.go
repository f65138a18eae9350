package billing

import (
	"io"
	"net/http"

	"github.com/proofboard/proofboard/domain"
)

// WebhookPath is where the payment provider tells what happened.
const WebhookPath = "/webhooks/stripe"

// errTooLarge refuses a body that is too large.
var errTooLarge = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "webhook.too_large",
	Message: "This is larger than anything that the payment provider sends.",
}

// Webhook stores what the payment provider tells. It is handled afterwards, so that the provider gets its answer
// at once. What is not signed by the provider, or longer than five minutes ago, is refused.
func (s *API) Webhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body) // of bounded size, like every body
	if err != nil {
		s.Web.Fail(w, r, errTooLarge)
		return
	}
	n, err := s.Cards.Notice(body, r.Header.Get("Stripe-Signature"))
	if err == nil {
		err = s.Cards.Store.Receive(r.Context(), n, s.Clock())
	}
	if err != nil {
		s.Web.Fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
