package mailer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"strings"

	"github.com/wneessen/go-mail"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/internal/accounts"
)

// brand is what a mail shows of the client that it comes from (D-49).
type brand struct {
	Name, Colour string
	Logo         template.URL // URL of the mail part with the logo, or empty

	sender string
	base   string // address of the product under the client's name
	logo   []byte // a PNG
}

// product is the name of a client that has none.
const product = "Proofboard"

// brandOf returns the brand of a client.
func (c Config) brandOf(ctx context.Context, id string) (brand, error) {
	id = cmp.Or(id, domain.ProviderClient)
	names, err := c.People.Names(ctx, accounts.Wanted{Clients: []string{id}})
	if err != nil {
		return brand{}, err
	}
	of := names.Clients[id]
	b := brand{
		Name:   cmp.Or(of.Name, product),
		Colour: cmp.Or(of.Brand, client.DefaultColour),
		sender: cmp.Or(of.Sender, of.Name, product),
		base:   accounts.ClientURL(c.PublicURL, of.Hosts),
	}
	if of.Logo == "" {
		return b, nil
	}
	b.logo, err = c.People.BrandFile(ctx, of.Logo)
	if errors.Is(err, domain.ErrNotFound) {
		return b, nil // replaced meanwhile
	}
	if b.logo != nil {
		b.Logo = "cid:logo.png"
	}
	return b, err
}

// message begins a mail of the brand to an address. id is unique to the mail: the same mail, sent
// again, has the same one.
func (c Config) message(b brand, name, address, subject, id string) (*mail.Msg, error) {
	m := mail.NewMsg()
	if err := errors.Join(m.FromFormat(b.sender, c.From), m.AddToFormat(name, address)); err != nil {
		return nil, fmt.Errorf("%w: %w", errNobody, err)
	}
	m.Subject(strings.Join(strings.Fields(subject), " "))
	m.SetDateWithValue(c.Clock())
	_, host, _ := strings.Cut(c.From, "@")
	m.SetMessageIDWithValue(id + "@" + strings.Trim(host, "> "))
	if b.logo == nil {
		return m, nil
	}
	if err := m.EmbedReader("logo.png", bytes.NewReader(b.logo), mail.WithFileContentType("image/png")); err != nil {
		return nil, fmt.Errorf("mailer: logo: %w", err)
	}
	return m, nil
}

// page returns the template of a mail's HTML: the head of the brand, and then the body, which has the
// fields of its data and the brand as .Brand.
func page(name, body string) *template.Template {
	return template.Must(template.Must(template.New(name).Parse(brandHead)).Parse(body))
}

const brandHead = `{{define "head"}}<p style="font-weight:600;border-bottom:3px solid {{.Colour}};padding-bottom:.5rem">` +
	`{{if .Logo}}<img src="{{.Logo}}" alt="{{.Name}}" style="max-height:40px;max-width:240px;vertical-align:middle">` +
	`{{else}}{{.Name}}{{end}}</p>{{end}}`
