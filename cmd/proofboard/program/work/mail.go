package work

import (
	"context"
	"time"

	"golang.org/x/time/rate"

	"github.com/proofboard/proofboard/internal/payments"
	"github.com/proofboard/proofboard/projections/notifications"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/sales"
	"github.com/proofboard/proofboard/workers/mailer"
)

// mailer returns the configuration of the worker that sends notification mails.
func (w *Workers) mailer(ctx context.Context) (mailer.Config, error) {
	tokens, err := w.UnsubscribeTokens(ctx)
	return mailer.Config{
		JetStream:   w.JetStream,
		Sender:      w.Sender,
		Ledger:      w.Ledger,
		Orders:      w.Live(),
		Streams:     w.Timeline,
		People:      w.Accounts,
		Preferences: w.Preferences,
		Inbox:       notifications.NewQueries(w.Pool),
		Tokens:      tokens,
		Pictures:    proofs.NewQueries(w.Pool),
		Files:       w.Files,
		Members:     w.Accounts,
		Owners:      w.Accounts,
		Browsers:    w.Sessions,
		Sales:       w.Sales,
		SalesShow: func(ctx context.Context, position int64) error {
			return w.Runner.WaitFor(ctx, sales.Name, position)
		},
		WhyRefused:  payments.Sentence,
		Invited:     w.Guests,
		Invitations: w.Invitations,
		Texts:       w.Vault,
		GuestZone:   w.Config.GuestZone(),
		From:        w.Config.MailFrom,
		PublicURL:   w.PublicURL(),
		BillPace:    rate.NewLimiter(mailer.BillPace, 1),
		Wait:        w.Config.MailWait,
		Clock:       time.Now,
		Logger:      w.Log,
		Meters:      w.Relays,
		Tracer:      w.Tracer,
	}, err
}
