package mailer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/wneessen/go-mail"
)

// SMTP sends messages through a mail server.
type SMTP struct{ Client *mail.Client }

// The ports of mail servers where SMTP_URL names none.
const (
	submission  = 587
	submissions = 465
)

// NewSMTP returns a sender for smtp://user:password@host:port or smtps://user:password@host:port. It
// uses that port and no other. A password is sent over TLS only.
func NewSMTP(address string) (SMTP, error) {
	u, err := url.Parse(address)
	if err != nil {
		return SMTP{}, errors.New("mailer: SMTP_URL is not a URL")
	}
	port, policy := submission, mail.TLSOpportunistic
	options := []mail.Option{mail.WithTimeout(20 * time.Second)}
	if u.Scheme == "smtps" {
		port = submissions
		options = append(options, mail.WithSSL())
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil {
			return SMTP{}, fmt.Errorf("mailer: port %s of SMTP_URL: %w", p, err)
		}
	}
	if password, ok := u.User.Password(); ok {
		policy = mail.TLSMandatory
		options = append(
			options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(u.User.Username()),
			mail.WithPassword(password),
		)
	}
	options = append(options, mail.WithPort(port), mail.WithTLSPolicy(policy))
	client, err := mail.NewClient(u.Hostname(), options...)
	if err != nil {
		return SMTP{}, fmt.Errorf("mailer: %w", err)
	}
	return SMTP{client}, nil
}

// Send implements Sender.
func (s SMTP) Send(ctx context.Context, m *mail.Msg) error {
	return withoutAddresses(s.Client.DialAndSendWithContext(ctx, m))
}

// counting counts what another sender sends.
type counting struct {
	to           Sender
	sent, failed prometheus.Counter
}

// Counted returns a sender that counts mails by their outcome. A mail that failed is tried again, and
// counts each time.
func Counted(to Sender, reg prometheus.Registerer) Sender {
	mails := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "proofboard",
		Name:      "mails_total",
		Help:      "Mails given to the mail server, by outcome (sent, failed).",
	}, []string{"outcome"})
	reg.MustRegister(mails)
	return counting{to, mails.WithLabelValues("sent"), mails.WithLabelValues("failed")}
}

// Send implements Sender.
func (c counting) Send(ctx context.Context, m *mail.Msg) error {
	err := c.to.Send(ctx, m)
	if err != nil {
		c.failed.Inc()
	} else {
		c.sent.Inc()
	}
	return err
}

// withoutAddresses returns the error without the recipients' addresses, because errors are logged.
func withoutAddresses(err error) error {
	if refused, ok := errors.AsType[*mail.SendError](err); ok {
		return fmt.Errorf("%s: the server answers %d", refused.Reason, refused.ErrorCode())
	}
	return err
}

// Folder stores messages instead of sending them.
type Folder struct {
	Sink interface {
		Send(ctx context.Context, message io.WriterTo) error
	}
}

// Send implements Sender. The texts stay as they are, so that links can be copied from the file.
func (f Folder) Send(ctx context.Context, m *mail.Msg) error {
	for _, part := range m.GetParts() {
		part.SetEncoding(mail.NoEncoding)
	}
	return f.Sink.Send(ctx, m)
}
