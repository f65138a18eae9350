package embedded

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestTheFileOfAFormBeginsAfterShortFields(t *testing.T) {
	field := func(name, value string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
	}
	file := "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"
	for name, c := range map[string]struct {
		form string
		want bool
	}{
		"the file alone":                     {file, true},
		"fields before it":                   {field("key", "temp/a") + field("policy", "e30=") + file, true},
		"a file by its name":                 {"--b\r\nContent-Disposition: form-data; name=\"x\"; filename=\"y\"\r\n\r\n", true},
		"a field with several lines":         {field("key", "one\r\ntwo\r\n") + file, true},
		"no file":                            {field("key", "temp/a") + "--b--\r\n", false},
		"a file after the end":               {field("key", "temp/a") + "--b--\r\n" + file, false},
		"a long field":                       {field("key", strings.Repeat("x", maxFormHead)) + file, false},
		"a file in a field's text":           {"--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\n--b \r\n" + file[5:], false},
		"lines that end otherwise":           {strings.ReplaceAll(field("key", "temp/a")+file, "\r\n", "\n"), false},
		"another boundary":                   {strings.ReplaceAll(file, "--b", "--c"), false},
		"a disposition that cannot be read":  {"--b\r\nContent-Disposition: ;;\r\n\r\n", false},
		"nothing":                            {"", false},
		"a part that names no field, a file": {"--b\r\nX-A: b\r\n\r\n1\r\n" + file, true},
	} {
		if got := fileBegins([]byte(c.form[:min(len(c.form), maxFormHead)]), "b"); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// The gateway holds in memory what precedes the file of a form, before it knows who sends it.
func TestAFormWithLongFieldsDoesNotReachTheGateway(t *testing.T) { // D-92
	var reached, encoded atomic.Int32
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		if r.Header.Get("Content-Encoding") == "identity" {
			encoded.Add(1)
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer gateway.Close()
	address := strings.TrimPrefix(gateway.URL, "http://")
	f, err := listenFront(t.Context(), "127.0.0.1:0", address, "*", nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer f.stop(context.Background())
	front := httptest.NewServer(f)
	defer front.Close()
	send := func(head string) int {
		t.Helper()
		form := "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\n" + head +
			"\r\n--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n" + strings.Repeat("x", 1<<20) + "\r\n--b--\r\n"
		req, err := http.NewRequestWithContext(
			t.Context(),
			http.MethodPost,
			front.URL+"/bucket",
			strings.NewReader(form),
		)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		req.Header.Set("Expect", "100-continue")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	if got := send(strings.Repeat("x", maxFormHead)); got != http.StatusBadRequest || reached.Load() != 0 {
		t.Errorf("long fields are answered with %d, and %d requests reached the gateway", got, reached.Load())
	}
	if got := send("temp/a"); got != http.StatusNoContent || reached.Load() != 1 || encoded.Load() != 1 {
		t.Errorf(
			"short fields are answered with %d; %d of %d requests can be streamed",
			got,
			encoded.Load(),
			reached.Load(),
		)
	}
}
