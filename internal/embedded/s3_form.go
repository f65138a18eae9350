package embedded

import (
	"bufio"
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"
)

// maxFormHead limits what precedes the file of a form, because the gateway holds it in memory. The
// fields of a signed policy have about 1 KB.
const maxFormHead = 64 << 10

// isForm reports whether a browser posts a file.
func isForm(r *http.Request) bool {
	_, ok := boundaryOf(r)
	return ok
}

// boundaryOf returns the boundary of a form with a file. ok is false if the request is no such form.
func boundaryOf(r *http.Request) (boundary string, ok bool) {
	if r.Method != http.MethodPost {
		return "", false
	}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return params["boundary"], kind == "multipart/form-data"
}

// streamed marks a form so that the gateway streams its file to the disk and then checks the policy as
// ever. Otherwise the gateway's HTTP library parses the form before the gateway sees it, and holds
// about three times the size of the file in memory. It leaves the body of a form alone that names an
// encoding.
func streamed(r *http.Request) { r.Header.Set("Content-Encoding", "identity") }

// shortHead reports whether the file of a form begins early enough. The body can be read from its
// start afterwards.
func shortHead(r *http.Request) bool {
	boundary, _ := boundaryOf(r)
	in := bufio.NewReaderSize(r.Body, maxFormHead)
	head, _ := in.Peek(int(min(r.ContentLength, maxFormHead)))
	r.Body = struct {
		io.Reader
		io.Closer
	}{in, r.Body}
	return fileBegins(head, boundary)
}

// fileBegins reports whether the file of a form begins within head. It reads fields line by line as the
// gateway does, so that no field is taken for a file by one of them only.
func fileBegins(head []byte, boundary string) bool {
	next := func() (line string, ok bool) {
		before, after, _ := bytes.Cut(head, []byte("\n"))
		head = after
		return strings.CutSuffix(string(before), "\r")
	}
	if line, ok := next(); !ok || line != "--"+boundary {
		return false
	}
	for {
		file, ok := filePart(next)
		if !ok || file {
			return ok
		}
		for line := ""; line != "--"+boundary; {
			if line, ok = next(); !ok || line == "--"+boundary+"--" {
				return false
			}
		}
	}
}

// filePart reads the headers of a part of a form and reports whether the part is the file.
func filePart(next func() (string, bool)) (file, ok bool) {
	for {
		line, ok := next()
		if !ok || line == "" {
			return file, ok
		}
		name, value, _ := strings.Cut(line, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Disposition") {
			continue
		}
		_, params, err := mime.ParseMediaType(value)
		if err != nil {
			return false, false
		}
		_, named := params["filename"]
		file = named || strings.EqualFold(params["name"], "file")
	}
}
