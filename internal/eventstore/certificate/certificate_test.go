package certificate_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/proofboard/proofboard/internal/eventstore/certificate"
)

var update = flag.Bool("update", false, "write the test vectors anew")

func zlibbed(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, err := w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// list is testdata/vectors.json: what web/src/verifier/vectors.test.ts checks too.
type list struct {
	Key     string   `json:"key"`
	Vectors []vector `json:"vectors"`
}

func TestTheCheckerAcceptsAndRefusesEveryTestVectorAsItShould(t *testing.T) { // BY-023, BY-024
	s := newScene(t)
	made := list{s.key.public, s.vectors()}
	index, err := json.MarshalIndent(made, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	index = append(index, '\n')
	if *update {
		write(t, "testdata/vectors.json", index)
		for _, v := range made.Vectors {
			write(t, filepath.Join("testdata", "vectors", v.File), v.bytes)
		}
	}
	if stored := read(t, "testdata/vectors.json"); !bytes.Equal(stored, index) {
		t.Error("testdata/vectors.json is not what is made here: run with -update")
	}
	for _, v := range made.Vectors {
		file := read(t, filepath.Join("testdata", "vectors", v.File))
		if filepath.Ext(v.File) == ".json" && !bytes.Equal(file, v.bytes) { // a PDF's compression may change with Go
			t.Errorf("%s is not what is made here: run with -update", v.File)
		}
		for _, b := range [][]byte{file, v.bytes} {
			c, head, err := certificate.Check(b, s.key.public)
			if (err == nil) != v.Valid {
				t.Errorf("%s, %s: %v", v.File, v.Why, err)
			}
			if err != nil && !errors.Is(err, certificate.ErrRefused) {
				t.Errorf("%s: the refusal is no ErrRefused: %v", v.File, err)
			}
			if v.Valid && (c.File.SHA256 != fileHash || head.Log != "proofboard-vectors") {
				t.Errorf("%s says %+v of %+v", v.File, c, head)
			}
		}
	}
}

func write(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, b, 0o644)); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestACertificateIsRefusedWithAnyBitFlipped(t *testing.T) { // BY-024
	t.Parallel()
	s := newScene(t)
	refusesEveryFlip(t, s.signed(s.key, unchanged), s.key.public, 8)
}

func TestAPDFCertificateIsRefusedWithAnyByteFlipped(t *testing.T) { // BY-024
	t.Parallel()
	s := newScene(t)
	refusesEveryFlip(t, s.pdf(s.key, unchanged), s.key.public, 1)
}

// refusesEveryFlip flips so many bits of each byte, one at a time, in several parts of the file at
// once.
func refusesEveryFlip(t *testing.T, file []byte, key string, bits int) {
	t.Helper()
	const parts = 4
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			b := bytes.Clone(file)
			for i := part; i < len(b); i += parts {
				for k := range bits {
					flip := byte(1) << ((i/parts + k) % 8)
					b[i] ^= flip
					if _, _, err := certificate.Check(b, key); err == nil {
						t.Errorf("byte %d of %d, bits %08b flipped: accepted", i, len(b), flip)
					}
					b[i] ^= flip
				}
			}
			if _, _, err := certificate.Check(b, key); err != nil {
				t.Errorf("nothing flipped: %v", err)
			}
		})
	}
}

func TestThePDFOfADocumentIsAlwaysTheSameBytesAndHoldsTheDocument(t *testing.T) { // BY-023
	s := newScene(t)
	first := s.pdf(s.key, unchanged)
	for range 4 {
		if again := s.pdf(s.key, unchanged); !bytes.Equal(first, again) {
			t.Fatal("two PDFs of one document differ")
		}
	}
	c, _, err := certificate.Check(first, s.key.public)
	if err != nil {
		t.Fatal(err)
	}
	document, err := certificate.Decode(s.signed(s.key, unchanged))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c, document) {
		t.Errorf("the PDF holds %+v, want %+v", c, document)
	}
	if n := bytes.Count(first, []byte("/Type /Page\n")); n != 1 {
		t.Errorf("%d pages", n)
	}
}

// The brand of a client is part of the page and not of the document.
func TestAPageCarriesTheBrandOfAClient(t *testing.T) { // D-49
	s := newScene(t)
	c := s.base()
	if err := c.Sign(s.key); err != nil {
		t.Fatal(err)
	}
	logo := image.NewNRGBA(image.Rect(0, 0, 64, 16))
	logo.SetNRGBA(3, 3, color.NRGBA{200, 40, 10, 128})
	var b bytes.Buffer
	if err := png.Encode(&b, logo); err != nil {
		t.Fatal(err)
	}
	page := func(l certificate.Look) []byte {
		t.Helper()
		pdf, err := certificate.PDF(c, l, s.key, s.key.public)
		if err != nil {
			t.Fatal(err)
		}
		return pdf
	}
	plain := page(certificate.Look{URL: "https://x.test"})
	branded := certificate.Look{
		Name:   "Brightside",
		Colour: "#7a1f5c",
		Logo:   b.Bytes(),
		URL:    "https://orders.brightside.test",
	}
	pdf := page(branded)
	if !bytes.Equal(pdf, page(branded)) || bytes.Equal(pdf, plain) {
		t.Error("the same brand gives other bytes, or another brand the same")
	}
	if bytes.Contains(plain, []byte("/Subtype /Image")) || !bytes.Contains(pdf, []byte("/Subtype /Image")) {
		t.Error("the logo is not on the page")
	}
	found, _, err := certificate.Check(pdf, s.key.public)
	if err != nil || !reflect.DeepEqual(found, c) {
		t.Errorf("%v: %+v", err, found)
	}
	if _, err := certificate.PDF(c, certificate.Look{Logo: []byte("no picture")}, s.key, s.key.public); err == nil {
		t.Error("what is no picture is drawn")
	}
}

func TestACertificateIsNotMadeIntoAPDFUnlessItChecks(t *testing.T) {
	s := newScene(t)
	c := s.base()
	c.File.SHA256 = fileHash[1:] + "0"
	if err := c.Sign(s.key); err != nil {
		t.Fatal(err)
	}
	if _, err := certificate.PDF(
		c,
		certificate.Look{URL: "https://x.test"},
		s.key,
		s.key.public,
	); !errors.Is(
		err,
		certificate.ErrRefused,
	) {
		t.Errorf("a certificate of another file: %v", err)
	}
}

// Whoever signs, with the log's own key, a certificate that says anything else than the event that
// it proves, is refused.
func TestACertificateSaysOfADecisionWhatTheProvenEventSaysOrIsRefused(t *testing.T) { // BY-023
	s := newScene(t)
	rapid.Check(t, func(r *rapid.T) {
		differs := false
		pick := func(what, proven string, others ...string) string {
			v := rapid.SampledFrom(append([]string{proven, proven, proven}, others...)).Draw(r, what)
			differs = differs || v != proven
			return v
		}
		c := s.base()
		c.File.SHA256 = pick("sha256", c.File.SHA256, strings.Repeat("0", 64), c.File.SHA256[1:]+"0")
		c.Version.ID = uuid.MustParse(pick("version", id(3).String(), id(7).String(), uuid.Nil.String()))
		c.Attachment = uuid.MustParse(pick("attachment", id(2).String(), id(7).String()))
		c.Decision.By = uuid.MustParse(pick("by", id(4).String(), id(7).String(), uuid.Nil.String()))
		c.Decision.Role = pick("role", "creative_manager", "admin", "owner", "system")
		c.Decision.At = pick(
			"at", c.Decision.At, "2026-03-14T15:09:26.535896Z", "2026-03-14T15:09:26Z", "1970-01-01T00:00:00.000000Z",
			"",
		)
		c.Decision.Event = pick("event", c.Decision.Event, "proof.version_revised", "")
		// What the event does not say is the issuer's word.
		c.File.Name, c.File.Size = rapid.StringMatching(`[^\x00]{1,40}`).
			Draw(r, "name"),
			rapid.Int64Range(1, 1<<53-1).
				Draw(r, "size")
		c.Version.Number = rapid.Int64Range(1, 500).Draw(r, "number")
		if err := c.Sign(s.key); err != nil {
			r.Fatal(err)
		}
		_, _, err := certificate.Check(s.encode(c), s.key.public)
		if differs != errors.Is(err, certificate.ErrRefused) {
			r.Fatalf("it differs from the event: %v; the check says %v", differs, err)
		}
	})
}

func FuzzCertificate(f *testing.F) {
	s := newScene(f)
	valid := map[string]bool{}
	for _, v := range s.vectors() {
		f.Add(v.bytes)
		valid[string(v.bytes)] = v.Valid
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		c, _, err := certificate.Check(file, s.key.public)
		if err != nil {
			return
		}
		if !valid[string(file)] {
			t.Errorf("accepted, though nobody signed it: %+v", c)
		}
	})
}
