package api

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// verifierFile is the page in the built web app.
const verifierFile = "verify.html"

var keyMark = regexp.MustCompile(`<meta name="log-keys" content="" ?/?>`)

// VerifierPage returns the page that checks certificates offline, with these public keys filled in.
func VerifierPage(app fs.FS, keys []string) ([]byte, error) {
	page, err := fs.ReadFile(app, verifierFile)
	if err != nil {
		return nil, fmt.Errorf("verifier page (build the web app): %w", err)
	}
	at := keyMark.FindIndex(page)
	if at == nil {
		return nil, fmt.Errorf("verifier page: %s has no place for the keys", verifierFile)
	}
	filled := `<meta name="log-keys" content="` + html.EscapeString(strings.Join(keys, " ")) + `">`
	return slices.Concat(page[:at[0]], []byte(filled), page[at[1]:]), nil
}

var inlined = regexp.MustCompile(`(?s)<(script|style)[^>]*>(.*?)</(?:script|style)>`)

// verifierPolicy returns a Content-Security-Policy that lets the page run its own code and forbids
// all connections.
func verifierPolicy(page []byte) string {
	sources := map[string]string{}
	for _, m := range inlined.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(m[2])
		sources[string(m[1])] += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; script-src" + sources["script"] + "; style-src" + sources["style"] + "; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// verifier serves the page. With ?download the browser saves it as a file.
func verifier(app fs.FS, keys []string) (http.Handler, error) {
	page, err := VerifierPage(app, keys)
	if err != nil {
		return nil, err
	}
	policy := verifierPolicy(page)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		if r.URL.Query().Has("download") {
			h.Set("Content-Disposition", `attachment; filename="proofboard-verifier.html"`)
		}
		_, _ = w.Write(page) // the caller may have disconnected
	}), nil
}
