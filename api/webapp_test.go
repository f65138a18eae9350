package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/proofboard/proofboard/domain"
)

func TestTheWebAppComesInTheSmallestFormThatTheBrowserTakes(t *testing.T) {
	app := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html": "page", "assets/a-1.js": "script", "assets/a-1.js.br": "script.br", "assets/a-1.js.zst": "script.zst",
		"assets/b-1.mjs": "worker", "assets/b-1.mjs.zst": "worker.zst", "assets/c-1.woff2": "wOF2 font",
	} {
		app[name] = &fstest.MapFile{Data: []byte(content)}
	}
	earlier := func(_ context.Context, name string) ([]byte, error) {
		if name != "a-0.js" {
			return nil, domain.ErrNotFound
		}
		return []byte("earlier"), nil
	}
	page := func(r *http.Request) []byte { return []byte("page of " + r.Host) }
	const html, script, forever = "text/html; charset=utf-8", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"
	for _, c := range []struct {
		path, takes, part                       string
		status                                  int
		encoding, body, contentType, kept, span string
	}{
		{"/assets/a-1.js", "gzip, deflate, br, zstd", "", 200, "br", "script.br", script, forever, ""},
		{"/assets/a-1.js", "gzip, zstd", "", 200, "zstd", "script.zst", script, forever, ""},
		{"/assets/a-1.js", "br;q=0, zstd;q=0.5", "", 200, "zstd", "script.zst", script, forever, ""},
		{"/assets/a-1.js", "BR ; q=1.0", "", 200, "br", "script.br", script, forever, ""},
		{"/assets/a-1.js", "gzip", "", 200, "", "script", script, forever, ""},
		{"/assets/a-1.js", "", "", 200, "", "script", script, forever, ""},
		{"/assets/a-1.js", "br", "bytes=1-2", 206, "", "cr", script, forever, "bytes 1-2/6"},
		{"/assets/b-1.mjs", "br, zstd", "", 200, "zstd", "worker.zst", script, forever, ""},
		{"/assets/c-1.woff2", "br, zstd", "", 200, "", "wOF2 font", "font/woff2", forever, ""},
		{"/assets/a-0.js", "br", "", 200, "", "earlier", script, forever, ""},
		{"/assets/gone.js", "br", "", 404, "", "404 page not found\n", "text/plain; charset=utf-8", "", ""},
		{"/", "br", "", 200, "", "page of example.com", html, "no-cache", ""},
		{"/index.html", "br", "", 200, "", "page of example.com", html, "no-cache", ""},
		{"/orders/detail/1", "gzip", "", 200, "", "page of example.com", html, "no-cache", ""},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.takes)
		if c.part != "" {
			r.Header.Set("Range", c.part)
		}
		w := httptest.NewRecorder()
		webApp(app, page, earlier).ServeHTTP(w, r)
		h := w.Header()
		if w.Code != c.status || h.Get("Content-Encoding") != c.encoding || w.Body.String() != c.body ||
			h.Get("Content-Type") != c.contentType ||
			h.Get("Cache-Control") != c.kept ||
			h.Get("Content-Range") != c.span {
			t.Errorf("%s for %q %s: %d %q %v", c.path, c.takes, c.part, w.Code, w.Body, h)
		}
		if c.status == 200 && c.body != "earlier" && !strings.Contains(h.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: it may be cached for other browsers", c.path)
		}
	}
}

// Nothing of the page says whose software it is, before and without its scripts.
func TestThePageIsTheClientsFromItsFirstByte(t *testing.T) { // D-49
	const plain = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <meta name="description" content="Design orders and proof approval on one board." />
    <title>Proofboard</title>
    <script type="module" src="/assets/a.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`
	page, err := branded([]byte(plain), look{
		Name:    `Bright & "side" <b>`,
		Colour:  "#c2410c",
		Icon:    "/api/brand/files/aa",
		Picture: "https://b.test/api/brand/files/bb",
	})
	if err != nil {
		t.Fatal(err)
	}
	const named = "Bright &amp; &#34;side&#34; &lt;b&gt;"
	for _, want := range []string{
		"<title>" + named + "</title>", `<link rel="icon" href="/api/brand/files/aa" />`,
		`<meta name="theme-color" content="#c2410c" />`, `<meta property="og:title" content="` + named + `" />`,
		`<meta name="description" content="Design orders and proof approval with ` + named + `." />`,
		`<meta property="og:image" content="https://b.test/api/brand/files/bb" />`,
		`<script type="module" src="/assets/a.js"></script>`, `<div id="root"></div>`,
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s:\n%s", want, page)
		}
	}
	if strings.Contains(string(page), "Proofboard") || strings.Contains(string(page), "favicon.svg") {
		t.Errorf("the page names the product:\n%s", page)
	}
	if _, err := branded([]byte("<html></html>"), look{}); err == nil {
		t.Error("a page without a head is taken")
	}
}
