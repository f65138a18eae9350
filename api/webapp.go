package api

import (
	"bytes"
	"context"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// forms lists the compressed forms of a file that the build of the web app makes, the smallest
// first.
var forms = []struct{ encoding, ending string }{{"br", ".br"}, {"zstd", ".zst"}}

// assets is the folder of the files with a hash in their names. Browsers may keep them for ever.
const assets = "assets/"

// webApp serves the files of the built app. Every other path gets the page that is returned by page for a
// request, whose router finds what to show. A page that was loaded from an earlier build gets the files of that build from earlier.
func webApp(
	app fs.FS,
	page func(*http.Request) []byte,
	earlier func(ctx context.Context, name string) ([]byte, error),
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		isAsset := strings.HasPrefix(name, assets)
		info, err := fs.Stat(app, name)
		switch {
		case err == nil && !info.IsDir() && name != "index.html":
			serveWebFile(w, r, app, name)
		case isAsset:
			content, err := earlier(r.Context(), strings.TrimPrefix(name, assets))
			if err != nil {
				http.NotFound(w, r)
				return
			}
			prepare(w, name)
			http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
		default:
			prepare(w, "index.html")
			w.Header().Add("Vary", "Accept-Encoding")
			http.ServeContent(w, r, "index.html", time.Time{}, bytes.NewReader(page(r)))
		}
	})
}

// serveWebFile sends a file in the smallest form that the browser accepts. A request for a part of
// the file gets it uncompressed.
func serveWebFile(w http.ResponseWriter, r *http.Request, app fs.FS, name string) {
	contentType := prepare(w, name)
	w.Header().Add("Vary", "Accept-Encoding")
	if r.Header.Get("Range") == "" && contentType != "" {
		for _, form := range forms {
			if _, err := fs.Stat(app, name+form.ending); err == nil && accepts(r, form.encoding) {
				w.Header().Set("Content-Encoding", form.encoding)
				name += form.ending
				break
			}
		}
	}
	http.ServeFileFS(w, r, app, name) //nolint:gosec // G703: fs.FS rejects a name that leads out of it.
}

// prepare sets the type of a file, which it returns, and how long browsers may keep it.
func prepare(w http.ResponseWriter, name string) (contentType string) {
	contentType = mime.TypeByExtension(path.Ext(name))
	if path.Ext(name) == ".mjs" {
		contentType = "text/javascript; charset=utf-8"
	}
	if contentType != "" {
		w.Header().Set("Content-Type", contentType)
	}
	if strings.HasPrefix(name, assets) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else if name == "index.html" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	return contentType
}

// accepts reports whether the browser names an encoding with a quality above zero.
func accepts(r *http.Request, encoding string) bool {
	for _, line := range r.Header.Values("Accept-Encoding") {
		for named := range strings.SplitSeq(line, ",") {
			name, quality, _ := strings.Cut(strings.ReplaceAll(named, " ", ""), ";q=")
			if strings.EqualFold(name, encoding) {
				return strings.Trim(quality, "0.") != "" || quality == ""
			}
		}
	}
	return false
}
