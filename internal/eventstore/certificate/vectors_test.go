package certificate_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// key is a signing key made from a text: the vectors stay the same.
type key struct {
	note.Signer
	public string
}

func newKey(t testing.TB, name, from string) key {
	t.Helper()
	seed := sha256.Sum256([]byte(from))
	public, err := note.NewEd25519VerifierKey(name, ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	private := "PRIVATE+KEY+" + strings.Join(strings.SplitN(public, "+", 3)[:2], "+") + "+" +
		base64.StdEncoding.EncodeToString(append([]byte{1}, seed[:]...))
	s, err := note.NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	return key{s, public}
}

func id(n int) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Append(nil, "vector ", n)) }

var (
	fileHash = fmt.Sprintf("%x", sha256.Sum256([]byte("the file")))
	decided  = time.Date(2026, 3, 14, 15, 9, 26, 535897000, time.UTC)
)

// event is a record as the log writes it, by hand.
type event struct {
	position         int64
	stream           uuid.UUID
	streamType, name string
	data, meta       string
	at               time.Time
}

func approval(position int64) event {
	return event{
		position:   position,
		stream:     id(2),
		streamType: "proof",
		name:       "proof.version_approved",
		at:         decided,
		data: fmt.Sprintf(
			`{"version":%q,"sha256":%q}`,
			id(3),
			fileHash,
		),
		meta: fmt.Sprintf(`{"actor":%q,"role":"creative_manager","command":"DecideVersion","via":"proof"}`, id(4)),
	}
}

func (e event) record() []byte {
	be := binary.BigEndian
	b := []byte{1}
	for _, f := range [][]byte{
		be.AppendUint64(nil, uint64(e.position)), e.stream[:], be.AppendUint32(nil, 3), []byte(e.streamType), []byte(e.name), []byte(e.data), []byte(e.meta), nil,
		be.AppendUint64(nil, uint64(e.at.UnixMicro())),
	} {
		if f == nil {
			b = be.AppendUint32(b, 0xffffffff)
			continue
		}
		b = append(be.AppendUint32(b, uint32(len(f))), f...)
	}
	return b
}

// prove puts an event into a log of size events and proves it.
func prove(t testing.TB, e event, size int64, signers ...note.Signer) translog.EventProof {
	t.Helper()
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) (out []tlog.Hash, _ error) {
		for _, i := range indexes {
			out = append(out, stored[i])
		}
		return out, nil
	})
	for n := range size {
		record := fmt.Appendf(nil, "another event %d", n)
		if n == e.position-1 {
			record = e.record()
		}
		hashes, err := tlog.StoredHashes(n, record, reader)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, hashes...)
	}
	hash, err := tlog.TreeHash(size, reader)
	if err != nil {
		t.Fatal(err)
	}
	head, err := translog.Head{Log: signers[0].Name(), Size: size, Hash: hash}.Sign(signers...)
	if err != nil {
		t.Fatal(err)
	}
	path, err := tlog.ProveRecord(size, e.position-1, reader)
	if err != nil {
		t.Fatal(err)
	}
	if path == nil {
		path = tlog.RecordProof{}
	}
	return translog.EventProof{Position: e.position, Record: e.record(), Path: path, Head: head}
}

// scene makes vectors with fixed keys.
type scene struct {
	testing.TB
	key, next, other key
}

func newScene(t testing.TB) *scene {
	return &scene{
		t,
		newKey(t, "proofboard-vectors", "first"),
		newKey(t, "proofboard-vectors", "second"),
		newKey(t, "proofboard-other", "third"),
	}
}

// base is a certificate that is right in everything, not signed yet.
func (s *scene) base() *certificate.Certificate {
	return &certificate.Certificate{
		Product:    "Proofboard",
		Kind:       "approval certificate",
		Format:     1,
		Order:      id(1),
		Attachment: id(2),
		Version:    certificate.Version{ID: id(3), Number: 2},
		File:       certificate.File{Name: "Jam label, front.pdf", Size: 1_234_567, SHA256: fileHash},
		Decision: certificate.Decision{
			Event: "proof.version_approved",
			By:    id(4),
			Role:  "creative_manager",
			At:    "2026-03-14T15:09:26.535897Z",
		},
		Tabs: []string{"internal", "public"},
		Annotations: []certificate.Annotation{
			{
				ID:       id(5),
				Tab:      "public",
				Page:     1,
				State:    "resolved",
				Mark:     fmt.Sprintf("%x", sha256.Sum256([]byte("mark"))),
				Comments: 3,
			},
			{ID: id(6), Tab: "internal", State: "open"},
		},
		Proof: prove(s, approval(5), 11, s.key),
	}
}

// signed is a certificate in its one form.
func (s *scene) signed(k key, change func(*certificate.Certificate)) []byte {
	s.Helper()
	c := s.base()
	change(c)
	if err := c.Sign(k); err != nil {
		s.Fatal(err)
	}
	return s.encode(c)
}

func (s *scene) encode(c *certificate.Certificate) []byte {
	s.Helper()
	text, err := c.Encode()
	if err != nil {
		s.Fatal(err)
	}
	return text
}

// proving is a certificate about another event than the approval.
func (s *scene) proving(change func(*event)) []byte {
	return s.signed(s.key, func(c *certificate.Certificate) {
		e := approval(5)
		change(&e)
		c.Proof = prove(s, e, 11, s.key)
	})
}

// edited is a valid certificate whose text was changed and signed anew by somebody who has the key.
func (s *scene) edited(old, replacement string) []byte {
	s.Helper()
	c := s.base()
	if err := c.Sign(s.key); err != nil {
		s.Fatal(err)
	}
	signature := c.Signature
	c.Signature = ""
	text := string(s.encode(c))
	changed := strings.Replace(text, old, replacement, 1)
	if changed == text {
		s.Fatalf("%q is not in the certificate", old)
	}
	sig, err := s.key.Sign([]byte("proofboard approval certificate 1\n" + changed))
	if err != nil {
		s.Fatal(err)
	}
	if changed = strings.Replace(
		changed,
		`"signature": ""`,
		fmt.Sprintf(`"signature": %q`, base64.StdEncoding.EncodeToString(sig)),
		1,
	); !strings.Contains(changed, "==") ||
		signature == "" {
		s.Fatal("the certificate is not signed")
	}
	return []byte(changed)
}

func (s *scene) pdf(k key, change func(*certificate.Certificate)) []byte {
	s.Helper()
	c := s.base()
	change(c)
	if err := c.Sign(k); err != nil {
		s.Fatal(err)
	}
	pdf, err := certificate.PDF(c, certificate.Look{URL: "https://proofs.example.com"}, k, k.public)
	if err != nil {
		s.Fatal(err)
	}
	return pdf
}

type vector struct {
	File  string `json:"file"`
	Valid bool   `json:"valid"`
	Why   string `json:"why"`
	bytes []byte
}

func unchanged(*certificate.Certificate) {}

// vectors are all that both checkers must agree on.
func (s *scene) vectors() []vector {
	type C = *certificate.Certificate
	valid := s.signed(s.key, unchanged)
	pdf := s.pdf(s.key, unchanged)
	text := string(valid)
	replaced := func(old, replacement string) []byte { return []byte(strings.Replace(text, old, replacement, 1)) }
	twoHeads := s.base()
	twoHeads.Proof = prove(s, approval(5), 11, s.key, s.next)
	var trees []vector
	for _, n := range [][2]int64{{1, 2}, {2, 2}, {3, 3}, {3, 7}, {7, 7}, {5, 8}, {8, 8}, {1, 9}, {9, 9}, {100, 257}, {257, 257}, {300, 557}} {
		text := s.signed(s.key, func(c C) { c.Proof = prove(s, approval(n[0]), n[1], s.key) })
		trees = append(trees, vector{
			fmt.Sprintf("tree-%d-of-%d.json", n[0], n[1]),
			true,
			fmt.Sprintf("event %d of %d", n[0], n[1]),
			text,
		})
	}
	return append(trees, []vector{
		{"valid.json", true, "as it was issued", valid},
		{
			"public-tab.json",
			true,
			"annotations of the public tab only, none there",
			s.signed(s.key, func(c C) { c.Tabs, c.Annotations = []string{"public"}, []certificate.Annotation{} }),
		},
		{
			"stale.json",
			true,
			"an approval whose file and annotations changed before it was issued",
			s.signed(
				s.key,
				func(c C) { c.Since = []certificate.Change{{What: "replaced", Count: 1}, {What: "opened", Count: 2}} },
			),
		},
		{
			"stale-word.json",
			false,
			"a change that there is not",
			s.signed(s.key, func(c C) { c.Since = []certificate.Change{{What: "burnt", Count: 1}} }),
		},
		{
			"stale-none.json",
			false,
			"a change that never happened",
			s.signed(s.key, func(c C) { c.Since = []certificate.Change{{What: "opened"}} }),
		},
		{
			"name.json",
			true,
			"a file name with every kind of character",
			s.signed(s.key, func(c C) { c.File.Name = "Größe <é> & \"\\\b\f\n\r\t\x01\x7f\u2028\u2029 日本 🎨.pdf" }),
		},
		{
			"one-event.json",
			true,
			"a log of one event",
			s.signed(s.key, func(c C) { c.Proof = prove(s, approval(1), 1, s.key) }),
		},
		{
			"two-keys.json",
			true,
			"a head that an older key signed along",
			s.signed(s.key, func(c C) { c.Proof = twoHeads.Proof }),
		},
		{
			"unicode-escapes.json",
			true,
			"event data written with escapes",
			s.proving(func(e *event) { e.data = strings.Replace(e.data, "version", "versio\\u006e", 1) }),
		},
		{"valid.pdf", true, "as it was issued", pdf},

		{
			"file-hash.json",
			false,
			"another file hash than the event's",
			s.signed(s.key, func(c C) { c.File.SHA256 = strings.Repeat("a", 64) }),
		},
		{
			"version-id.json",
			false,
			"another version than the event's",
			s.signed(s.key, func(c C) { c.Version.ID = id(9) }),
		},
		{
			"attachment.json",
			false,
			"another attachment than the event's stream",
			s.signed(s.key, func(c C) { c.Attachment = id(9) }),
		},
		{
			"time.json",
			false,
			"another time than the event's",
			s.signed(s.key, func(c C) { c.Decision.At = "2026-03-14T15:09:26.535898Z" }),
		},
		{"role.json", false, "another role than the event's", s.signed(s.key, func(c C) { c.Decision.Role = "admin" })},
		{"actor.json", false, "another person than the event's", s.signed(s.key, func(c C) { c.Decision.By = id(9) })},
		{
			"position.json",
			false,
			"another position than the record's",
			s.signed(s.key, func(c C) { c.Proof.Position = 6 }),
		},
		{
			"event-name.json",
			false,
			"another decision than an approval",
			s.signed(s.key, func(c C) { c.Decision.Event = "proof.version_revised" }),
		},
		{
			"revised.json",
			false,
			"a proven event that is no approval",
			s.proving(func(e *event) { e.name = "proof.version_revised" }),
		},
		{
			"stream-type.json",
			false,
			"a proven event of another kind of stream",
			s.proving(func(e *event) { e.streamType = "order" }),
		},
		{
			"event-data.json",
			false,
			"a proven event without a version",
			s.proving(func(e *event) { e.data = `{"sha256":"` + fileHash + `"}` }),
		},
		{
			"event-case.json",
			false,
			"a proven event whose fields are in capitals",
			s.proving(func(e *event) { e.data = strings.Replace(e.data, "version", "VERSION", 1) }),
		},
		{"event-null.json", false, "a proven event without data", s.proving(func(e *event) { e.data = "null" })},
		{
			"no-actor.json",
			false,
			"a proven event by nobody",
			s.proving(func(e *event) { e.meta = `{"role":"creative_manager"}` }),
		},
		{
			"path-short.json",
			false,
			"a proof with a hash missing",
			s.signed(s.key, func(c C) { c.Proof.Path = c.Proof.Path[1:] }),
		},
		{
			"path-swapped.json",
			false,
			"a proof with two hashes swapped",
			s.signed(s.key, func(c C) { c.Proof.Path[0], c.Proof.Path[1] = c.Proof.Path[1], c.Proof.Path[0] }),
		},
		{
			"path-long.json",
			false,
			"a proof with a hash too many",
			s.signed(s.key, func(c C) { c.Proof.Path = append(c.Proof.Path, c.Proof.Path[0]) }),
		},
		{
			"path-null.json",
			false,
			"a proof of null",
			s.signed(s.key, func(c C) { c.Proof = prove(s, approval(1), 1, s.key); c.Proof.Path = nil }),
		},
		{
			"record-long.json",
			false,
			"a record with a byte too many",
			s.signed(s.key, func(c C) { c.Proof.Record = append(c.Proof.Record, 0) }),
		},
		{
			"head-other-key.json",
			false,
			"a head of another log",
			s.signed(s.key, func(c C) { c.Proof = prove(s, approval(5), 11, s.other) }),
		},
		{
			"head-smaller.json",
			false,
			"a head that ends before the event",
			s.signed(s.key, func(c C) { c.Proof.Head = prove(s, approval(3), 4, s.key).Head }),
		},
		{
			"head-text.json",
			false,
			"a head with a line too many",
			s.signed(s.key, func(c C) { c.Proof.Head = strings.Replace(c.Proof.Head, "\n\n", "\nmore\n\n", 1) }),
		},
		{"other-key.json", false, "signed by a key that is not trusted", s.signed(s.other, unchanged)},
		{"older-key.json", false, "signed by another key of the same name", s.signed(s.next, unchanged)},
		{
			"key-name.json",
			false,
			"the trusted key's name over another key's signature",
			[]byte(strings.Replace(string(s.signed(s.other, unchanged)), keyID(s.other), keyID(s.key), 1)),
		},
		{"unsigned.json", false, "no signature", s.encode(s.base())},
		{"changed.json", false, "the number of comments changed", replaced(`"comments": 3`, `"comments": 2`)},
		{"removed.json", false, "an annotation taken away", s.without(valid)},
		{"product.json", false, "of another product", s.signed(s.key, func(c C) { c.Product = "Other" })},
		{"format.json", false, "of another format", s.signed(s.key, func(c C) { c.Format = 2 })},
		{
			"hash-case.json",
			false,
			"a file hash in capitals",
			s.proving(func(e *event) { e.data = strings.Replace(e.data, fileHash, strings.ToUpper(fileHash), 1) }),
		},
		{
			"state.json",
			false,
			"an annotation in a state that does not exist",
			s.signed(s.key, func(c C) { c.Annotations[0].State = "deleted" }),
		},
		{
			"tab.json",
			false,
			"an annotation of a tab that is not listed",
			s.signed(s.key, func(c C) { c.Tabs = []string{"public"} }),
		},
		{"number.json", false, "a number too large to be exact", s.signed(s.key, func(c C) { c.File.Size = 1 << 53 })},
		{"negative.json", false, "a negative number", s.signed(s.key, func(c C) { c.Annotations[0].Comments = -1 })},
		{"extra-field.json", false, "a field too many", s.edited(`"format": 1,`, "\"format\": 1,\n  \"more\": 1,")},
		{"double-field.json", false, "a field twice", s.edited(`"format": 1,`, "\"format\": 1,\n  \"format\": 1,")},
		{"field-case.json", false, "a field in capitals", s.edited(`"format": 1`, `"FORMAT": 1`)},
		{
			"field-order.json",
			false,
			"fields in another order",
			s.edited(
				"\"product\": \"Proofboard\",\n  \"kind\": \"approval certificate\"",
				"\"kind\": \"approval certificate\",\n  \"product\": \"Proofboard\"",
			),
		},
		{"escape.json", false, "a character written in another way", s.edited("Jam label", "\\u004aam label")},
		{"surrogate.json", false, "half a character", s.edited("Jam label", "\\ud800")},
		{"fraction.json", false, "a whole number with a fraction", s.edited(`"number": 2`, `"number": 2.0`)},
		{"uuid-case.json", false, "an id in capitals", s.edited(id(1).String(), strings.ToUpper(id(1).String()))},
		{"base64-end.json", false, "a signature that ends in another way", []byte(otherEnd(text))},
		{
			"base64-break.json",
			false,
			"a signature with a line break in it",
			replaced(`"signature": "`, `"signature": "\n`),
		},
		{"compact.json", false, "without spaces", compact(s, valid)},
		{"no-newline.json", false, "without its last line break", valid[:len(valid)-1]},
		{"crlf.json", false, "with other line breaks", bytes.ReplaceAll(valid, []byte("\n"), []byte("\r\n"))},
		{"bom.json", false, "with a byte order mark", append([]byte("\xef\xbb\xbf"), valid...)},
		{"twice.json", false, "twice in a row", append(bytes.Clone(valid), valid...)},
		{"empty.json", false, "nothing", []byte{}},
		{"head.json", false, "a head of the log", []byte(s.base().Proof.Head)},

		{
			"other-key.pdf",
			false,
			"signed by a key that is not trusted",
			s.pdf(s.other, func(c C) { c.Proof = prove(s, approval(5), 11, s.other) }),
		},
		{"appended.pdf", false, "with bytes behind its end", append(bytes.Clone(pdf), "\n%%EOF\n"...)},
		{"cut.pdf", false, "without its last line", pdf[:bytes.LastIndex(pdf, []byte("%proofboard"))]},
		{"plain.pdf", false, "another PDF", []byte("%PDF-1.4\n%%EOF\n")},
		{
			"swapped.pdf",
			false,
			"around a document that the log's key signed and the log does not prove",
			s.around(s.signed(s.key, func(c C) { c.File.SHA256 = strings.Repeat("a", 64) })),
		},
		{"astray.pdf", false, "whose last line leads elsewhere", s.resealed(pdf)},
	}...)
}

func keyID(k key) string { return strings.Join(strings.SplitN(k.public, "+", 3)[:2], "+") }

// without takes the second annotation away.
func (s *scene) without(valid []byte) []byte {
	c, err := certificate.Decode(valid)
	if err != nil {
		s.Fatal(err)
	}
	c.Annotations = c.Annotations[:1]
	return s.encode(c)
}

// otherEnd writes the signature's last two bits, which say nothing, in another way.
func otherEnd(text string) string {
	i := strings.LastIndex(text, "==")
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	c := strings.IndexByte(alphabet, text[i-1])
	return text[:i-1] + string(alphabet[c+1]) + text[i:]
}

func compact(t testing.TB, text []byte) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), '\n')
}

// around is a PDF with a valid signature of its own around a document.
func (s *scene) around(document []byte) []byte {
	pdf := fmt.Appendf(nil, "%%PDF-1.4\n%%EOF\n")
	stream := zlibbed(s, document)
	at := len(pdf)
	return s.seal(append(pdf, stream...), at, len(stream))
}

// resealed is a PDF whose last line points before the document, signed anew.
func (s *scene) resealed(pdf []byte) []byte {
	return s.seal(bytes.Clone(pdf[:bytes.LastIndex(pdf, []byte("%proofboard"))-1]), 3, 200)
}

func (s *scene) seal(pdf []byte, at, length int) []byte {
	pdf = fmt.Appendf(pdf, "\n%%proofboard-certificate 1 %d %d %s ", at, length, keyID(s.key))
	sig, err := s.key.Sign(append([]byte("proofboard approval certificate PDF 1\n"), pdf...))
	if err != nil {
		s.Fatal(err)
	}
	return append(base64.StdEncoding.AppendEncode(pdf, sig), '\n')
}
