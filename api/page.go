package api

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"regexp"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// look is what the page shows of a client before any script runs, and what a link preview shows.
type look struct {
	Name, Colour, Icon string
	Picture            string // its full address, or empty
}

// plainHead are the tags of the built page that a client's own replace.
var plainHead = regexp.MustCompile(
	`(?s)\s*<link rel="icon"[^>]*>|\s*<meta name="description"[^>]*>|\s*<title>[^<]*</title>`,
)

var ownHead = template.Must(template.New("head").Parse(`
    <link rel="icon" href="{{.Icon}}" />
    <meta name="description" content="Design orders and proof approval with {{.Name}}." />
    <meta name="theme-color" content="{{.Colour}}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="{{.Name}}" />
    <meta property="og:title" content="{{.Name}}" />
    <meta property="og:description" content="Design orders and proof approval with {{.Name}}." />
    {{with .Picture}}<meta property="og:image" content="{{.}}" />{{end}}
    <title>{{.Name}}</title>`))

// branded returns the page of the web app as a client's: with its name, icon and colour from the first byte.
func branded(page []byte, l look) ([]byte, error) {
	rest := plainHead.ReplaceAll(page, nil)
	before, after, found := bytes.Cut(rest, []byte("</head>"))
	if !found || len(rest) == len(page) {
		return nil, fmt.Errorf("index.html has no title, icon and description to replace")
	}
	var out bytes.Buffer
	out.Write(bytes.TrimRight(before, " \n"))
	if err := ownHead.Execute(&out, l); err != nil {
		return nil, err
	}
	out.WriteString("\n  </head>")
	out.Write(after)
	return out.Bytes(), nil
}

// pages returns the page of the web app for a request. Without a client that has a name it is the product's.
func pages(app fs.FS, at *web.Server, all *accounts.Store, log *slog.Logger) (func(*http.Request) []byte, error) {
	plain, err := fs.ReadFile(app, "index.html")
	if err != nil {
		return nil, err
	}
	if _, err := branded(plain, look{}); err != nil {
		return nil, err
	}
	return func(r *http.Request) []byte {
		ctx := r.Context()
		host, origin := at.HostOf(r)
		id, err := all.ClientOfHost(ctx, host)
		if err != nil {
			return plain // the app says that the server has a problem
		}
		c, err := all.FindClient(ctx, cmp.Or(id, domain.ProviderClient))
		if err != nil || c.Name == "" {
			return plain
		}
		l := look{Name: c.Name, Colour: c.Brand, Icon: "/favicon.svg"}
		if c.Favicon != "" {
			l.Icon = accounts.BrandFilePath + c.Favicon
		}
		if c.Logo != "" {
			l.Picture = origin + accounts.BrandFilePath + c.Logo
		}
		page, err := branded(plain, l)
		if err != nil {
			log.ErrorContext(ctx, "the page of a client cannot be written", "client", id, "error", err)
			return plain
		}
		return page
	}, nil
}
