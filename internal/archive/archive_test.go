package archive_test

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/internal/archive"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

type key struct {
	note.Signer
	public string
}

func newKey(t testing.TB) key {
	t.Helper()
	private, public, err := note.GenerateKey(rand.Reader, "proofs.test")
	if err != nil {
		t.Fatal(err)
	}
	s, err := note.NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	return key{s, public}
}

type file struct{ name, content string }

var (
	account = uuid.New()
	now     = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	some    = []file{
		{"README.txt", "read me"},
		{"orders/PB-1/order.json", "{}"},
		{"orders/PB-1/files/a/v1/label.png", "pixels"},
	}
)

func write(t testing.TB, k key, all []file) []byte {
	t.Helper()
	head, err := translog.Head{Log: "proofs.test", Size: 7}.Sign(k)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := archive.NewWriter(&b, account, uuid.New(), head, now)
	for _, f := range all {
		if err := w.Add(f.name, strings.NewReader(f.content), path.Ext(f.name) == ".png"); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(1, k); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func check(b []byte, keys ...string) (archive.Checked, error) {
	return archive.Check(bytes.NewReader(b), int64(len(b)), keys...)
}

// again returns the archive with other files.
func again(t testing.TB, b []byte, change func([]file) []file) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var all []file
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, file{f.Name, string(content)})
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range change(all) {
		to, err := w.Create(f.name)
		if err == nil {
			_, err = io.WriteString(to, f.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAnArchiveChecksWithThePublicKeyAlone(t *testing.T) { // BY-044
	k := newKey(t)
	found, err := check(write(t, k, some), newKey(t).public, k.public)
	if err != nil || found.Account != account || found.Files != len(some) || found.Log.Size != 7 || found.Orders != 1 {
		t.Errorf("%v %+v", err, found)
	}
	if _, err := check(write(t, k, nil), k.public); err != nil {
		t.Errorf("an empty account: %v", err)
	}
}

func TestAChangedArchiveIsRefused(t *testing.T) { // BY-044 check 32
	k := newKey(t)
	valid := write(t, k, some)
	if _, err := check(again(t, valid, func(all []file) []file { return all }), k.public); err != nil {
		t.Errorf("packed again: %v", err)
	}
	for name, change := range map[string]func([]file) []file{
		"a changed file":   func(all []file) []file { all[1].content = "[]"; return all },
		"a longer file":    func(all []file) []file { all[1].content += " "; return all },
		"a renamed file":   func(all []file) []file { all[1].name = "orders/PB-2/order.json"; return all },
		"a removed file":   func(all []file) []file { return append(all[:1], all[2:]...) },
		"an added file":    func(all []file) []file { return append([]file{{"x", "y"}}, all...) },
		"files exchanged":  func(all []file) []file { all[0], all[1] = all[1], all[0]; return all },
		"a doubled file":   func(all []file) []file { return append(all[:1:1], all...) },
		"no manifest":      func(all []file) []file { return all[:len(all)-1] },
		"another list":     func(all []file) []file { all[3].content += " "; return all },
		"no list":          func(all []file) []file { return append(all[:3:3], all[4]) },
		"nothing":          func([]file) []file { return nil },
		"another manifest": func(all []file) []file { all[4].content = "{}"; return all },
		"a word of the manifest": func(all []file) []file {
			all[4].content = strings.Replace(all[4].content, `"orders": 1`, `"orders": 2`, 1)
			return all
		},
		"a blank in the manifest": func(all []file) []file { all[4].content += " "; return all },
		"a false certificate": func(all []file) []file {
			all[1].name = "orders/PB-1/certificates/x.json"
			return all
		},
	} {
		if _, err := check(again(t, valid, change), k.public); !errors.Is(err, archive.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := check(valid, newKey(t).public); !errors.Is(err, archive.ErrRefused) {
		t.Errorf("another log: %v", err)
	}
	if _, err := check(
		write(t, k, []file{{"orders/PB-1/certificates/x.json", "{}"}}),
		k.public,
	); !errors.Is(
		err,
		archive.ErrRefused,
	) {
		t.Errorf("a certificate that is none, signed: %v", err)
	}
	if _, err := check([]byte("PK\x03\x04"), k.public); !errors.Is(err, archive.ErrRefused) {
		t.Errorf("no zip: %v", err)
	}
}

func TestNamesInAnArchiveUnpackEverywhereAndLeadNowhereElse(t *testing.T) {
	var n archive.Names
	for _, c := range []struct{ name, want string }{
		{"label.png", "f/label.png"},
		{"LABEL.png", "f/LABEL (2).png"},
		{"label.png", "f/label (3).png"},
		{"../../etc/passwd", "f/passwd"},
		{`a\b:c*d?.png`, "f/a_b_c_d_.png"},
		{"", "f/file"},
		{" .. ", "f/file (2)"},
		{strings.Repeat("ä", 300) + ".pdf", "f/" + strings.Repeat("ä", 146) + ".pdf"},
	} {
		if got := n.Of("f", c.name); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.name, got, c.want)
		}
	}
	w := archive.NewWriter(io.Discard, account, account, "", now)
	for _, name := range []string{"", "/etc/passwd", "../x", "a/../b", "a//b", `a\b`, "a\x00b", "C:x", "a\nb", archive.ManifestName, archive.SumsName} {
		if err := w.Add(name, strings.NewReader("x"), false); err == nil {
			t.Errorf("%q is a name of a file", name)
		}
	}
	if err := w.Add("a", strings.NewReader("x"), false); err != nil {
		t.Error(err)
	}
	if err := w.Add("A", strings.NewReader("x"), false); err == nil {
		t.Error("two names are the same on some systems")
	}
}

func FuzzCheck(f *testing.F) {
	k := newKey(f)
	f.Add(write(f, k, some))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := check(b, k.public); err != nil {
			return
		}
		again(t, b, func(all []file) []file { // only what was signed is valid
			if !slices.Equal(all[:len(all)-2], some) {
				t.Errorf("valid with %v", all)
			}
			return nil
		})
	})
}
