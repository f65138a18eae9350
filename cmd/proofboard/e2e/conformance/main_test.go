// Package conformance calls every operation of the contract as every role with generated inputs, and compares the
// answers with the contract.
package conformance

import (
	"os"
	"testing"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/internal/payments/paymentstest"
)

// The program sends its mail to a folder and takes payments by card, so that the calls that need either succeed.
var (
	stripe *paymentstest.Stripe
	folder string
)

func TestMain(m *testing.M) {
	stripe = paymentstest.New()
	code := harness.Main(m, func(c *config.Config) {
		c.Stripe, c.MailFrom, folder = config.Stripe(stripe.Settings()), "proofboard@studio.test", c.Data
	})
	stripe.Close()
	os.Exit(code)
}
