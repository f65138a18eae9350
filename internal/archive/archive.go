// Package archive writes and checks archives of accounts (BY-044): zips that end with two files.
// SHA256SUMS has the SHA-256 of every file before it, as the program sha256sum reads it. The manifest
// has the SHA-256 of that list, and is signed with the key of the log. To check an archive you need
// only the public key of the log.
package archive

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// Names of the last two files of an archive.
const (
	SumsName     = "SHA256SUMS"
	ManifestName = "manifest.json"
)

// CertificateFolder is the folder, in that of an order, that has the approval certificates.
const CertificateFolder = "certificates"

const (
	product = "Proofboard"
	kind    = "account archive"
	format  = 1
	// The signed text begins with a line that no other signed document begins with.
	signedPrefix = "proofboard account archive 1\n"
	maxManifest  = 1 << 20   // bytes
	maxSums      = 512 << 20 // bytes
	maxFiles     = 2_000_000
)

// ErrRefused says that a file is not an archive that this log signed, or that it was changed.
var ErrRefused = errors.New("archive refused")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrRefused, fmt.Errorf(format, args...))
}

// Manifest says what an archive has.
type Manifest struct {
	Product   string    `json:"product"`
	Kind      string    `json:"kind"`
	Format    int       `json:"format"`
	Account   uuid.UUID `json:"account"`
	By        uuid.UUID `json:"by"` // the person for whom it was made, who decides what is in it
	At        string    `json:"at"` // UTC, RFC 3339
	Orders    int       `json:"orders"`
	Head      string    `json:"head"`      // the signed head of the log when the archive was made
	Files     int       `json:"files"`     // number of files in SHA256SUMS
	Sums      string    `json:"sums"`      // SHA-256 of SHA256SUMS, hex
	Key       string    `json:"key"`       // the signing key's name and hash
	Signature string    `json:"signature"` // Ed25519, base64, of the manifest without it
}

func (m *Manifest) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return nil, fmt.Errorf("archive: manifest: %w", err)
	}
	return b.Bytes(), nil
}

// message returns the bytes that the signature covers.
func (m *Manifest) message() ([]byte, error) {
	unsigned := *m
	unsigned.Signature = ""
	text, err := unsigned.encode()
	return append([]byte(signedPrefix), text...), err
}

// Writer writes an archive, one file after the other. It keeps only the list of them in memory.
type Writer struct {
	zip      *zip.Writer
	manifest Manifest
	at       time.Time
	sums     bytes.Buffer
	seed     maphash.Seed
	names    map[uint64]struct{} // hashes of the names in lower case
}

// NewWriter begins the archive of an account, made for a person. head is the signed head of the log.
func NewWriter(w io.Writer, account, by uuid.UUID, head string, at time.Time) *Writer {
	return &Writer{
		zip: zip.NewWriter(w), at: at, seed: maphash.MakeSeed(), names: map[uint64]struct{}{}, manifest: Manifest{
			Product: product, Kind: kind, Format: format, Account: account, By: by,
			At: at.UTC().Format(time.RFC3339), Head: head,
		},
	}
}

// Add writes a file. Text is compressed, content that is compressed already is not.
func (w *Writer) Add(name string, content io.Reader, compressed bool) error {
	if !fits(name) || name == SumsName || name == ManifestName || !w.fresh(name) {
		return fmt.Errorf("archive: the name %q cannot be used", name)
	}
	sum, err := w.write(name, content, compressed)
	if err != nil {
		return err
	}
	w.manifest.Files++
	fmt.Fprintf(&w.sums, "%s  %s\n", sum, name)
	return nil
}

// fresh reports whether there is no file yet whose name is the same on any system, and remembers it.
func (w *Writer) fresh(name string) bool {
	h := maphash.String(w.seed, strings.ToLower(name))
	_, taken := w.names[h]
	w.names[h] = struct{}{}
	return !taken
}

func (w *Writer) write(name string, content io.Reader, compressed bool) (sum string, err error) {
	method := zip.Deflate
	if compressed {
		method = zip.Store
	}
	to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.at})
	if err != nil {
		return "", fmt.Errorf("archive: %w", err)
	}
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, h), content); err != nil {
		return "", fmt.Errorf("archive: %s: %w", name, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Close writes the list of files and the signed manifest, and ends the archive.
func (w *Writer) Close(orders int, s note.Signer) error {
	m := &w.manifest
	m.Orders, m.Key = orders, keyID(s.Name(), s.KeyHash())
	var err error
	if m.Sums, err = w.write(SumsName, &w.sums, false); err != nil {
		return err
	}
	message, err := m.message()
	if err != nil {
		return err
	}
	signature, err := s.Sign(message)
	if err != nil {
		return fmt.Errorf("archive: sign: %w", err)
	}
	m.Signature = base64.StdEncoding.EncodeToString(signature)
	text, err := m.encode()
	if err != nil {
		return err
	}
	if _, err := w.write(ManifestName, bytes.NewReader(text), false); err != nil {
		return err
	}
	if err := w.zip.Close(); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

func keyID(name string, hash uint32) string { return fmt.Sprintf("%s+%08x", name, hash) }

// fits reports whether a name can be unpacked everywhere and leads nowhere else.
func fits(name string) bool {
	return name != "" && len(name) <= 1000 && name == path.Clean(name) && !path.IsAbs(name) &&
		!strings.HasPrefix(name, "..") && !strings.ContainsAny(name, `\:`) &&
		strings.IndexFunc(name, unicode.IsControl) < 0
}

// Checked is what a check of an archive has found.
type Checked struct {
	Manifest
	Log          translog.Head // of the time at which the archive was made
	Certificates int           // that were checked too
}

// Is reports whether a file begins like a zip.
func Is(start []byte) bool { return bytes.HasPrefix(start, []byte("PK\x03\x04")) }

// Check reads a whole archive: that one of the keys signed its manifest, that it has the files of its
// list and no others, each with its bytes, and that each certificate is valid. It needs no network. Its
// errors wrap ErrRefused.
func Check(r io.ReaderAt, size int64, keys ...string) (Checked, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return Checked{}, refuse("it is no zip: %w", err)
	}
	n := len(z.File) - 2
	if n < 0 || n > maxFiles || z.File[n].Name != SumsName || z.File[n+1].Name != ManifestName {
		return Checked{}, refuse("its last files are not %s and %s", SumsName, ManifestName)
	}
	m, err := readManifest(z.File[n+1])
	if err != nil {
		return Checked{}, err
	}
	found := Checked{Manifest: m}
	if found.Log, err = m.check(keys); err != nil {
		return found, err
	}
	if n != m.Files {
		return found, refuse("it has %d files, and its manifest %d", n, m.Files)
	}
	sums, err := read(z.File[n], maxSums)
	if err != nil {
		return found, refuse("%s: %w", SumsName, err)
	}
	if sum := sha256.Sum256(sums); hex.EncodeToString(sum[:]) != m.Sums {
		return found, refuse("%s was changed", SumsName)
	}
	for _, f := range z.File[:n] {
		line, rest, _ := bytes.Cut(sums, []byte("\n"))
		sums = rest
		sum, name, _ := strings.Cut(string(line), "  ")
		if name != f.Name || !fits(name) {
			return found, refuse("the file %q is in the place of %q", f.Name, name)
		}
		if err := check(f, sum); err != nil {
			return found, err
		}
		if path.Base(path.Dir(name)) != CertificateFolder {
			continue
		}
		if err := checkCertificate(f, keys); err != nil {
			return found, refuse("%s: %w", name, err)
		}
		found.Certificates++
	}
	return found, nil
}

func readManifest(f *zip.File) (m Manifest, err error) {
	text, err := read(f, maxManifest)
	if err != nil {
		return m, refuse("manifest: %w", err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, refuse("the manifest is no JSON: %w", err)
	}
	if m.Product != product || m.Kind != kind || m.Format != format {
		return m, refuse("it is no account archive of a kind known here")
	}
	if again, err := m.encode(); err != nil || !bytes.Equal(again, text) {
		return m, refuse("the manifest is not written as manifests are")
	}
	return m, nil
}

// check verifies the signature and the head.
func (m *Manifest) check(keys []string) (translog.Head, error) {
	var all []note.Verifier
	var signer note.Verifier
	for _, key := range keys {
		v, err := note.NewVerifier(key)
		if err != nil {
			return translog.Head{}, fmt.Errorf("key %q: %w", key, err)
		}
		all = append(all, v)
		if keyID(v.Name(), v.KeyHash()) == m.Key {
			signer = v
		}
	}
	if signer == nil {
		return translog.Head{}, refuse("it is signed with %q, which is none of the keys given", m.Key)
	}
	message, err := m.message()
	if err != nil {
		return translog.Head{}, err
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(m.Signature)
	if err != nil || !signer.Verify(message, signature) {
		return translog.Head{}, refuse("the signature of its manifest is wrong")
	}
	head, err := translog.OpenHead(m.Head, all...)
	if err != nil {
		return head, refuse("the head of the log: %w", err)
	}
	return head, nil
}

// check compares the bytes of a file with their SHA-256.
func check(f *zip.File, sum string) error {
	r, err := f.Open()
	if err != nil {
		return refuse("%s: %w", f.Name, err)
	}
	h, size := sha256.New(), f.FileInfo().Size()
	n, err := io.Copy(h, io.LimitReader(r, size+1))
	if err = errors.Join(err, r.Close()); err != nil {
		return refuse("%s: %w", f.Name, err)
	}
	if n != size {
		return refuse("%s has another size than the zip says", f.Name)
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return refuse("%s was changed", f.Name)
	}
	return nil
}

func checkCertificate(f *zip.File, keys []string) error {
	text, err := read(f, certificate.MaxBytes)
	if err != nil {
		return err
	}
	_, _, err = certificate.Check(text, keys...)
	return err
}

func read(f *zip.File, most int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("it is larger than %d bytes", most)
	}
	return text, errors.Join(err, r.Close())
}

// Names gives out file names that unpack everywhere, each once.
type Names struct{ taken map[string]bool }

// Of returns a name in a folder for a file that people named. A second 'label.png' becomes
// 'label (2).png'.
func (n *Names) Of(folder, name string) string {
	if n.taken == nil {
		n.taken = map[string]bool{}
	}
	name = clean(name)
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for i := 1; ; i++ {
		full := path.Join(folder, name)
		if !n.taken[strings.ToLower(full)] {
			n.taken[strings.ToLower(full)] = true
			return full
		}
		name = fmt.Sprintf("%s (%d)%s", stem, i+1, ext)
	}
}

// clean replaces characters that some systems do not allow in the name of a file, and shortens long names.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, path.Base(name))
	if r := []rune(name); len(r) > 150 {
		ext := []rune(path.Ext(name))
		if len(ext) > 20 {
			ext = nil
		}
		name = string(slices.Concat(r[:150-len(ext)], ext))
	}
	name = strings.Trim(name, " .")
	if name == "" {
		return "file"
	}
	return name
}
