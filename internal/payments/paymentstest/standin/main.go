// Standin runs the stand-in for Stripe for tests in a browser. It prints its address. What a person enters into
// Stripe's element is posted to /browser: the secret and the last digits of a card.
package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/proofboard/proofboard/internal/payments/paymentstest"
)

func main() {
	s := paymentstest.New()
	defer s.Close()
	s.HandleBrowser(func(w http.ResponseWriter, r *http.Request) {
		var entered struct{ Secret, Last4 string }
		if err := json.NewDecoder(r.Body).Decode(&entered); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		id, state := s.Enter(entered.Secret, entered.Last4)
		_ = json.NewEncoder(w).Encode(map[string]string{"id": id, "status": state})
	})
	_, _ = os.Stdout.WriteString(s.URL + "\n")
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
}
