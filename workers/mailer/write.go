package mailer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/url"
	text "text/template"
	"time"

	"github.com/google/uuid"
	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
)

// letter is the content of a mail: names, orders and links, but no text that people wrote (D-33).
type letter struct {
	Subject, Firstname, Intro string
	Orders                    []about
	Stop                      string // URL of the page that ends this subscription
	Why                       string
	Brand                     brand

	id uuid.UUID // Message-ID; sending the same mail again uses the same id
}

// about describes one order in a letter.
type about struct {
	Name, Link string
	Lines      []line
	Picture    template.URL // URL of the mail part with the picture, or empty

	cover string // storage key of that picture
}

type line struct{ Text, Link string }

var plainTemplate = text.Must(text.New("mail").Parse(`Hello {{.Firstname}},

{{.Intro}}
{{range .Orders}}
{{.Name}}
{{range .Lines}}- {{.Text}}
  {{.Link}}
{{end}}{{end}}
--
{{.Why}}
Stop this mail: {{.Stop}}

{{.Brand.Name}}
`))

var htmlTemplate = page("mail", `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;color:#1c2430;max-width:36rem;margin:0 auto;padding:1rem">
{{template "head" .Brand}}
<p>Hello {{.Firstname}},</p>
<p>{{.Intro}}</p>
{{range .Orders}}<h2 style="font-size:16px;margin:1.2rem 0 .3rem"><a href="{{.Link}}" style="color:#1c2430">{{.Name}}</a></h2>
{{if .Picture}}<p style="margin:0 0 .5rem"><a href="{{.Link}}"><img src="{{.Picture}}" alt="" style="max-width:316px;border:1px solid #d9dee6;border-radius:6px"></a></p>
{{end}}<ul style="margin:0;padding-left:1.2rem">{{range .Lines}}<li><a href="{{.Link}}" style="color:#1d4ed8">{{.Text}}</a></li>{{end}}</ul>
{{end}}<p style="font-size:13px;color:#5b6472;margin-top:2rem">{{.Why}} <a href="{{.Stop}}" style="color:#5b6472">Stop this mail</a></p>
</body></html>
`)

var why = map[preferences.MailGroup]string{
	preferences.MailAsked:     "You get this because somebody asks you for something.",
	preferences.MailNewOrders: "You get this because you want mail about new orders.",
	preferences.MailComments:  "You get this because you want mail about comments.",
	preferences.MailDecisions: "You get this because you want mail about decisions.",
	preferences.MailChanges:   "You get this because you want mail about changes of orders.",
}

// promptMail returns the mail about notifications that have the same setting. Its subject is about the
// first.
func (c Config) promptMail(ctx context.Context, s seen) (*mail.Msg, error) {
	n := s.seen[0]
	name, group := s.orders[n.Order].Name, groupOf(n.Kind)
	subject := s.sentence(n) + ": " + name
	switch n.Kind {
	case inbox.Mentioned:
		subject = s.by(n) + " mentioned you in " + name
	case inbox.ReviewRequested:
		subject = s.by(n) + " asks for your review of " + name
	}
	if more := len(s.seen) - 1; more > 0 {
		subject += fmt.Sprintf(" (and %d more)", more)
	}
	intro := "This is new:"
	if group == preferences.MailAsked {
		intro = "This waits for you:"
	}
	return c.post(ctx, s.person, letter{
		Subject: subject,
		Intro:   intro,
		Orders:  byOrder(s),
		Brand:   s.brand,
		Why:     why[group],
		Stop:    c.stop(s, preferences.Subscription(group)),
		id:      n.Message,
	})
}

// byOrder groups the notifications by order. It preserves their order.
func byOrder(s seen) []about {
	var all []about
	place := map[uuid.UUID]int{}
	for _, n := range s.seen {
		i, known := place[n.Order]
		if !known {
			i = len(all)
			place[n.Order] = i
			all = append(all, about{
				Name:  s.orders[n.Order].Name,
				Link:  s.brand.base + "/orders/detail/" + n.Order.String(),
				cover: s.covers[n.Order],
			})
		}
		all[i].Lines = append(all[i].Lines, line{s.sentence(n), link(s.brand.base, n.Notified)})
	}
	return all
}

// post builds a message from a letter, with the headers that let mail programs offer to unsubscribe
// (RFC 8058).
func (c Config) post(ctx context.Context, to accounts.User, l letter) (*mail.Msg, error) {
	l.Firstname = to.Firstname
	m, err := c.message(l.Brand, to.Name(), to.Email, l.Subject, l.id.String())
	if err != nil {
		return nil, err
	}
	m.SetGenHeaderPreformatted(mail.HeaderListUnsubscribe, "<"+l.Stop+">")
	m.SetGenHeaderPreformatted(mail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	err = c.addPictures(ctx, m, l.Orders)
	return m, errors.Join(err, m.SetBodyTextTemplate(plainTemplate, l), m.AddAlternativeHTMLTemplate(htmlTemplate, l))
}

// Limits of the pictures in a mail.
const (
	maxPictures  = 10
	largePicture = 256 << 10 // bytes; a thumbnail usually has about 20 kB
)

// addPictures adds the pictures of orders to a mail. It skips a picture that it cannot read, so
// that the mail is still sent.
func (c Config) addPictures(ctx context.Context, m *mail.Msg, orders []about) error {
	for i := range orders {
		o := &orders[i]
		if o.cover == "" {
			continue
		}
		picture, err := c.readPicture(ctx, o.cover)
		if err != nil {
			c.Logger.WarnContext(ctx, "a mail goes without a picture", "error", err)
			continue
		}
		name := fmt.Sprintf("order-%d.jpg", i+1)
		if err := m.EmbedReader(name, bytes.NewReader(picture), mail.WithFileContentType("image/jpeg")); err != nil {
			return fmt.Errorf("mailer: picture: %w", err)
		}
		o.Picture = template.URL("cid:" + name) //nolint:gosec // G203: a name made here.
	}
	return nil
}

func (c Config) readPicture(ctx context.Context, key string) ([]byte, error) {
	r, err := c.Files.Read(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	picture, err := io.ReadAll(io.LimitReader(r, largePicture+1))
	if err == nil && len(picture) > largePicture {
		err = errLargePicture
	}
	return picture, err
}

var errLargePicture = errors.New("the picture is too large")

func (c Config) stop(s seen, from preferences.Subscription) string {
	return s.brand.base + "/unsubscribe/" + c.Tokens.Token(s.person.ID, from)
}

// link returns the URL of the comment, the proof or the order that a notification is about. base is the
// address of the product.
func link(base string, d inbox.Notified) string {
	at, q := base+"/orders/detail/"+d.Order.String(), url.Values{}
	if d.Proof != uuid.Nil {
		at += "/attachments/" + d.Proof.String()
		q.Set("versionId", d.Version.String())
	}
	if d.Topic != uuid.Nil {
		comment := d.Topic
		if d.Comment != uuid.Nil {
			comment = d.Comment
		}
		q.Set("commentId", comment.String())
		q.Set("public", fmt.Sprint(d.Public))
	}
	if len(q) > 0 {
		at += "?" + q.Encode()
	}
	return at
}

// digestMail returns the daily mail.
func (c Config) digestMail(ctx context.Context, s seen, day time.Time) (*mail.Msg, error) {
	orders := byOrder(s)
	subject := fmt.Sprintf(
		"%s not read yet, in %s", counted(len(s.seen), "notification"), counted(len(orders), "order"),
	)
	return c.post(ctx, s.person, letter{
		Subject: subject,
		Intro:   "This happened and you have not read it yet:",
		Orders:  orders,
		Brand:   s.brand,
		Why:     "You get this once a day, for what you want daily mail about.",
		Stop:    c.stop(s, preferences.DailyMail),
		id:      uuid.NewSHA1(s.person.ID, []byte("daily mail "+day.Format(time.DateOnly))),
	})
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
